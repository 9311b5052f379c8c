"""Figures in game.yaml: a template or a kind, the keys of each kind, and unknown names."""

from pathlib import Path

import pytest

from generator.components import KINDS
from generator.load.game import read_game
from generator.model.figure import FigureData, StepData, find_embedded_figures
from generator.model.finding import DataError
from tests.messages import facts_of

GAME = """\
title: Wren
version: "1.0"
players: [1, 4]
parts:
  gem: {kind: token, diameter: 14, front: gem.svg.j2, copies: 5}
  wood: {kind: board, grid: {rows: 2, columns: 2, cell: 10}, front: gem.svg.j2, copies: 1}
rules: rules.md
figures:
  one: {kind: face, part: gem, size: [40, 20], alt: A gem.}
  two: {kind: steps, steps: [{figure: one}, {figure: one, says: again}], size: [90, 20], alt: Two gems.}
  it:
    size: [40, 20]
    alt: It.
    %s
claims:
  - {id: W1, says: one, rests_on: rules, check: count('gem') == 5}
"""


def find_faults(folder: Path, figure: str, more: str = "") -> list[str]:
    """Write a game with this figure and read it; return the facts of the findings, without the file name."""
    (folder / "wren").mkdir()
    (folder / "wren" / "game.yaml").write_text(GAME % figure + more, "utf-8")
    (folder / "wren" / "rules.md").write_text("# Wren\n", "utf-8")
    try:
        read_game(Path("wren"), KINDS)
    except DataError as error:
        return [line.removeprefix("wren/game.yaml:") for line in facts_of(error.findings)]
    return []


@pytest.fixture(autouse=True)
def _change_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


SOUND = (
    "kind: face\n    part: gem\n    side: back\n    labels: [{at: row.n, says: n}, {at: [1, 2.5], says: m, side: left}]",
    "kind: board\n    part: wood\n    show: [r0*]\n    fade: 0.5\n    bright: [r0c1]\n    highlight: [{cells: [r0c0..1], color: red}]\n"
    "    paths: [{cells: [r0c0, r0c1], dashed: true}, {route: east, says: away}]\n"
    "    pieces: [{part: gem, at: r0c0, turn: -90, scale: 0.5}]\n    labels: [{at: r0c1, says: here, edge: true}]",
    "kind: table\n    things: [{part: gem, at: [9, 9], width: 8, turn: 15, copies: 5, says: gems}]",
    "kind: steps\n    steps: [{figure: one}, {figure: one}]\n    arrows: false",
    "template: gem.svg.j2\n    part: wood\n    parts: [gem]\n    values: {a: 1}",
)


@pytest.mark.parametrize("figure", SOUND, ids=["face", "board", "table", "steps", "template"])
def test_valid_figures_are_read(tmp_path: Path, figure: str) -> None:
    assert find_faults(tmp_path, figure) == []


REFUSED = {
    "part: gem": "12:5: GF006 `template` `kind`",
    "template: gem.svg.j2\n    kind: face": "15:11: GF006 `template` `kind`",
    "kind: faces": "14:11: GF006 'face' 'board' 'table' 'steps' 'fold' 'faces' 'face'",
    "kind: face": "14:11: GF006 'face' 'part'",
    "kind: table": "14:11: GF006 'table' 'things'",
    "kind: steps": "14:11: GF006 'steps' 'steps'",
    "kind: table\n    part: gem\n    things: [{part: gem, at: [9, 9]}]": "15:11: GF006 'table' `part`",
    "template: gem.svg.j2\n    show: [r0*]": "15:11: GF006 `template` `show`",
    "kind: table\n    things: [{part: gme, at: [9, 9]}]": "15:21: GF008 0 'gme' 'gem'",
    "kind: board\n    part: wood\n    pieces: [{part: gem, at: r0c0}, {part: wod, at: r0c0}]": "16:44: GF008 1 'wod' 'wood'",
    "kind: board\n    part: wood\n    paths: [{color: red}]": "16:13: GF006 0 `cells` `route`",
    "kind: board\n    part: wood\n    paths: [{cells: [r0c0, r0c1], route: east}]": "16:42: GF006 0 `cells` `route`",
    "kind: board\n    part: wood\n    labels: [{at: r0c0}]": "16:14: GF006 0 `says` `step`",
    "kind: board\n    part: wood\n    labels: [{at: [1, 2], says: here, edge: true}]": "16:45: GF006 0",
    "kind: board\n    part: wood\n    bright: [r0c0]": "16:13: GF006 `fade`",
    "kind: steps\n    steps: [{figure: one}, {figure: tow}]": "15:37: GF008 1 'tow' 'two'",
    "kind: steps\n    steps: [{figure: one}, {figure: two}]": "15:37: GF006 1 'two'",
    "kind: face\n    part: gem\n    side: ''": "16:11: GF006 ''",
    "kind: face\n    part: gem\n    design: ''": "16:13: GF006 ''",
    f"kind: face\n    part: gem\n    labels: [{', '.join(['{at: a, says: b}'] * 25)}]": "16:13: GF006 24 25",
    f"kind: steps\n    steps: [{', '.join(['{figure: one}'] * 27)}]": "15:12: GF006 26 27",
}


@pytest.mark.parametrize(("figure", "message"), REFUSED.items(), ids=range(len(REFUSED)))
def test_invalid_figures_are_reported_at_their_place(tmp_path: Path, figure: str, message: str) -> None:
    assert find_faults(tmp_path, figure) == [message]


def test_a_misspelled_parts_is_told_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.load.test_load_figures.GAME", GAME.replace("\nparts:", "\npartz:"))
    assert find_faults(tmp_path, "kind: table\n    things: [{part: gem, at: [9, 9]}]") == ["4:1: GF004 'partz' 'parts'"]


def test_an_unknown_cover_figure_is_reported(tmp_path: Path) -> None:
    message = "18:8: GF008 'tow' 'two'"
    assert find_faults(tmp_path, "kind: face\n    part: gem", "cover: tow\n") == [message]


def test_figures_inside_other_figures_are_embedded() -> None:
    plain = FigureData(kind="face", part="gem", size=(20, 20), alt="x")
    steps = FigureData(kind="steps", steps=[StepData(figure="a"), StepData(figure="b")], size=(20, 20), alt="x")
    figures = {"a": plain, "b": plain, "c": plain, "d": plain, "e": steps}
    assert find_embedded_figures(figures, ()) == {"a", "b"}
    assert find_embedded_figures(figures, ("d",)) == {"a", "b", "d"}
