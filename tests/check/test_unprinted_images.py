"""mirrored() and turned() about parts that no sheet prints are answered from the data alone."""

from pathlib import Path

import pytest

from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from tests.kits import run

GAME = """\
title: Drawer
version: "1"
players: [2, 2]
parts:
  card: {{kind: card, title: Cards, size: poker, front: card.svg.j2, copies: 1}}
  square:
    kind: board
    print: false
    grid: {{columns: 3, rows: 3, cell: 30}}
    routes: {{west: [r0c0, r1c0, r2c0], east: [r0c2, r1c2, r2c2], north: [r0c2, r0c1, r0c0]}}
    areas: {{left: [r0c0, r1c0], right: [r0c2, r1c2], low: [r2c0, r1c0]}}
    copies: 1
  sign:
    kind: token
    print: false
    diameter: 20
    rows:
      - {{id: rock, beats: [shears], loses: [paper], copies: 1}}
      - {{id: paper, beats: [rock], loses: [shears], copies: 1}}
      - {{id: shears, beats: [paper], loses: {loses}, copies: 1}}
claims:
  - {{id: A, says: it is so, rests_on: the drawer, check: "{check}"}}
"""
CARD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}"><text x="9" y="20">Card</text></svg>'


def write_drawer(folder: Path, check: str, loses: str = "[rock]") -> Path:
    home = folder / "drawer"
    (home / "templates").mkdir(parents=True)
    (home / "templates" / "card.svg.j2").write_text(CARD, "utf-8")
    (home / "game.yaml").write_text(GAME.format(check=check, loses=loses), "utf-8")
    return home


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("check", "wrong"),
    [
        ("mirrored('square', 'west', 'east', 'x')", "mirrored('square', 'west', 'east', 'y')"),
        ("mirrored('square', 'left', 'right', 'x')", "mirrored('square', 'left', 'low', 'x')"),
        ("mirrored('square', 'left', 'low', 'y')", "mirrored('square', 'left', 'right', 'y')"),
        ("turned('square', 'north', 'west', 3)", "turned('square', 'north', 'west', 1)"),
        ("turned('square', 'west', 'north', degrees=90)", "turned('square', 'left', 'low', 2)"),
        ("turned('square', 'r0c0', 1) == 'r0c2'", "turned('square', 'r0c0', 1) == 'r2c0'"),
        ("turned('square', ['r0c1', 'r1c1'], 1) == ['r1c2', 'r1c1']", "turned('square', ['r0c1'], 3) == ['r1c2']"),
        ("mirrored('sign', 'id', 'beats', 'loses') == []", "mirrored('sign', 'id', 'beats', 'loses') != []"),
    ],
)
def test_they_hold_or_fail_by_the_data(check: str, wrong: str, tmp_path: Path) -> None:
    arguments = ["--sheets-only", "--format", "pdf", "--out", str(tmp_path / "out")]
    status, told, errors = run(["build", str(write_drawer(tmp_path / "right", check)), *arguments])
    assert (status, errors) == (0, "building drawer ...\n")
    assert "1 claim and 0 numbers of the rules hold" in told
    status, _, errors = run(["build", str(write_drawer(tmp_path / "wrong", wrong)), *arguments])
    assert (status, errors.count("GF102")) == (1, 1)
    assert "drawer/game.yaml:22:58" in errors


def test_a_row_that_does_not_answer_another_is_named(tmp_path: Path) -> None:
    home = write_drawer(tmp_path, "mirrored('sign', 'id', 'beats', 'loses') == []", loses="[paper]")
    status, _, errors = run(["build", str(home), "--sheets-only", "--out", str(tmp_path / "out")])
    assert status == 1
    assert "drawer/game.yaml:20:46: GF102 A it is so: mirrored('sign', 'id', 'beats', 'loses') == [] is false" in errors
    assert "would hold: this, with 'rock' in place of 'paper'" in errors


def test_only_the_card_is_printed(tmp_path: Path) -> None:
    kit = prepare_kit(write_drawer(tmp_path, "count('square') == 1"), Options(sheets_only=True))
    assert [part.id for part in kit.parts] == ["card"]
    assert {part.id for part in kit.all_parts if not part.is_printed} == {"square", "sign"}
