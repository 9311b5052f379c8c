"""Claims that fail are told at the value of the data with another of which all of them would hold."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from generator.check.claims.judge import judge_claims
from generator.model.finding import DataError, Finding
from generator.pipeline.build import build_kit, load_game
from generator.pipeline.checking.verification import CheckFailedError
from generator.pipeline.checking.wrong_values import name_wrong_values
from generator.pipeline.games import explain_failure
from generator.pipeline.options import Options
from tests.mistakes.rows import OWN_GAMES
from tests.samples import for_each

SECONDS = 20.0  # far more than it takes


def change_game(room: Path, game: str, file: str, *edits: tuple[str, str]) -> Path:
    """Copy a small game into a folder, replace texts of a file, each of which is there once, and return its folder."""
    folder = room / game
    shutil.copytree(OWN_GAMES / game, folder)
    text = (folder / file).read_text(encoding="utf-8")
    for old, new in edits:
        assert text.count(old) == 1
        text = text.replace(old, new)
    (folder / file).write_text(text, encoding="utf-8")
    return folder


def find_wrong(folder: Path) -> Sequence[Finding]:
    """Return what is said of the claims of a game, from its data alone."""
    game, parts = load_game(folder, Options(out=folder.parent))
    verdict = judge_claims(game, parts)
    return name_wrong_values(game, verdict, [each for each in verdict.findings if each.is_blocking], SECONDS)


def line_of(folder: Path, file: str, words: str) -> tuple[str, int]:
    """Return the file and the line that has these words."""
    lines = (folder / file).read_text(encoding="utf-8").splitlines()
    return (folder / file).as_posix(), next(number for number, line in enumerate(lines, 1) if words in line)


def test_a_rosette_on_the_next_square_is_told_at_its_list(tmp_path: Path) -> None:
    folder = change_game(tmp_path, "ur", "game.yaml", ("r2c0, r1c3, r0c6", "r2c0, r1c4, r0c6"))
    (finding,) = find_wrong(folder)
    assert finding.code == "GF102"
    assert (finding.place.file, finding.place.line) == line_of(folder, "game.yaml", "rosette: [")
    assert finding.message.startswith("board: with 'r1c3' in place of 'r1c4' here, this would hold: ")
    assert "U4" in finding.message
    fails, likely, would = finding.lines
    assert fails.startswith("U4 ")
    assert fails.endswith(")")
    assert likely == f"likely cell: {finding.place}, of board"
    assert would == "would hold: this, with 'r1c3' in place of 'r1c4'"


def test_a_wrong_cell_among_many_is_told_at_its_row(tmp_path: Path) -> None:
    folder = change_game(tmp_path, "bingo", "calls.csv", (",56,1\n7x9", ",54,1\n7x9"))
    (finding,) = find_wrong(folder)
    assert (finding.place.file, finding.place.line) == line_of(folder, "calls.csv", "7x8")
    assert "with 56 in place of 54" in finding.message


NUMBERS = """\
title: Wren
version: "1"
players: [2, 2]
parts:
  bird:
    {kind: card, title: Birds, size: [60, 80], front: bird.svg.j2, rows: [{id: kite, copies: 1, beats: ["2 3 4", "3, 4", "4, 5"]}]}
claims:
  - {id: W1, says: who beats whom, rests_on: notes, check: "one('bird').beats == GOOD"}
"""


@for_each(
    [("2 3", "1 2 3"), ("2 3", "2 3 1"), ("2 3", "2 5 3"), ("3, 4", "2, 3, 4"), ("2 3 4", "2 4"), ("2 3 5", "2 3")]
)
def test_a_number_too_many_or_too_few_in_a_list_is_told_at_the_list(tmp_path: Path, good: str, bad: str) -> None:
    (folder := tmp_path / "wren").mkdir()
    text = NUMBERS.replace("2 3 4", bad).replace("GOOD", str([good, "3, 4", "4, 5"]))
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    (finding,) = find_wrong(folder)
    assert finding.place.line == 6
    assert f"with {good!r} in place of {bad!r} here, this would hold" in finding.message


def test_a_wrong_truth_is_told_as_yaml_writes_it(tmp_path: Path) -> None:
    (folder := tmp_path / "wren").mkdir()
    row = 'beats: ["2 3 4", "3, 4", "4, 5"]'
    text = NUMBERS.replace(row, "wild: true").replace("one('bird').beats == GOOD", "not one('bird').wild")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    (finding,) = find_wrong(folder)
    assert "with false in place of true" in finding.message


def test_two_values_that_changed_places_are_told_at_the_first(tmp_path: Path) -> None:
    folder = change_game(tmp_path, "market", "game.yaml", ("price: 3, value: 5,", "price: 5, value: 3,"))
    (finding,) = find_wrong(folder)
    assert (finding.place.file, finding.place.line) == line_of(folder, "game.yaml", "price: 5, value: 3,")
    assert "exchanged" in finding.message
    assert "GF102 M4" in finding.message or "M4 " in finding.message


def test_a_number_of_the_rules_that_is_wrong_alone_stays_there(tmp_path: Path) -> None:
    folder = change_game(tmp_path, "ur", "rules.md", ('claim(14, "route', 'claim(15, "route'))
    assert {each.place.file for each in find_wrong(folder)} == {(folder / "rules.md").as_posix()}


def test_a_value_that_every_edit_would_change_is_told(tmp_path: Path) -> None:
    folder = change_game(tmp_path, "fifty-two", "cards.csv", ("J,J,10,1", "J,J,1,1"))
    (finding,) = find_wrong(folder)
    assert (finding.place.file, finding.place.line) == line_of(folder, "cards.csv", "J,J,1,1")
    assert "with 10 in place of 1 here" in finding.message


def test_a_claim_that_several_values_could_break_stays_and_names_them(tmp_path: Path) -> None:
    folder = change_game(tmp_path, "fifty-two", "game.yaml", ("count('card') == 52", "count('card') == 53"))
    found = find_wrong(folder)
    assert {(each.place.file, each.place.line) for each in found} == {
        line_of(folder, "game.yaml", "count('card') == 53")
    }


def test_a_blocked_cell_that_routes_cross_is_told_where_it_is_blocked(tmp_path: Path) -> None:
    edit = "blocked: [r0c4, r0c5, r2c4, r2c5]", "blocked: [r0c4, r0c5, r2c4, r1c5]"
    folder = change_game(tmp_path, "ur", "game.yaml", edit)
    options = Options(out=tmp_path)
    with pytest.raises(DataError) as raised:
        load_game(folder, options)
    findings = explain_failure(folder, options, raised.value.findings)
    (at,) = {(each.place.file, each.place.line) for each in findings if "would not happen" in each.message}
    assert at == line_of(folder, "game.yaml", "blocked: [")
    assert all("in place of 'r1c5'" in each.message for each in findings if "would not happen" in each.message)


def test_a_wrong_number_is_told_at_the_text_that_prints_it(tmp_path: Path) -> None:
    folder = change_game(
        tmp_path,
        "market",
        "templates/track.svg.j2",
        ("{{ s.n }}</text>", "{{ s.n // 10 if s.n > 10 else s.n }}</text>"),
    )
    with pytest.raises(CheckFailedError) as raised:
        build_kit(folder, Options(out=tmp_path / "out"))
    found = [each for each in raised.value.findings if each.code == "GF126"]
    assert [(each.place.file, each.place.line) for each in found] == [
        line_of(folder, "templates/track.svg.j2", "{{ s.n // 10")
    ]


def test_a_drawing_that_is_a_copy_of_another_is_told_where_it_is_drawn(tmp_path: Path) -> None:
    folder = tmp_path / "pairs"
    shutil.copytree(OWN_GAMES / "pairs", folder)
    signs = folder / "templates" / "signs.svg"
    lines = signs.read_text(encoding="utf-8").splitlines()
    sun = next(line for line in lines if 'id="sun"' in line)
    copied = [sun.replace('id="sun"', 'id="moon"') if 'id="moon"' in line else line for line in lines]
    signs.write_text("\n".join(copied), encoding="utf-8")
    with pytest.raises(CheckFailedError) as raised:
        build_kit(folder, Options(out=tmp_path / "out"))
    found = [(each.place.file, each.place.line) for each in raised.value.findings if each.code == "GF126"]
    assert found == [(str(folder / "templates" / "card.svg.j2"), 4)]


def test_a_wrong_cell_of_a_figure_is_told_at_the_figure(tmp_path: Path) -> None:
    claim = """  - {id: F9, says: the boat begins on its landing, rests_on: rules, check: "figure('row', 'pieces')[0].at == 'r0c0'"}"""
    folder = change_game(tmp_path, "lakes", "game.yaml", ("red, at: r0c0}", "red, at: r0c1}"))
    claims, terms = (folder / "game.yaml").read_text(encoding="utf-8").split("\nterms:\n")
    (folder / "game.yaml").write_text(f"{claims.rstrip()}\n{claim}\n\nterms:\n{terms}", encoding="utf-8")
    (finding,) = find_wrong(folder)
    assert finding.code == "GF102"
    assert (finding.place.file, finding.place.line) == line_of(folder, "game.yaml", "{part: boat, design: red")
    assert finding.message.startswith("figure row: with 'r0c0' in place of 'r0c1' here, this would hold: ")
    assert "F9" in finding.message
