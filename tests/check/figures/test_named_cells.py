"""What is said of cells, ways and highlights is held against the board of a figure (GF182)."""

from pathlib import Path

import pytest

from tests.check.figures.wren import board, find_faults

PAWNS = "[{part: pawn, design: red, at: r0c0}, {part: pawn, design: blue, at: r0c3}]"
WAY = "[{cells: [r0c0..3]}]"


@pytest.mark.parametrize(
    ("alt", "found"),
    [
        ("The field with two nests.", []),
        ("The field with three nests.", ["2:10: GF182 warning: 'three nests' 2"]),
        ("The field with three squares of the nest.", ["2:10: GF182 warning: 'three squares of the nest' 2"]),
    ],
)
def test_cells_of_a_kind_are_counted(tmp_path: Path, alt: str, found: list[str]) -> None:
    assert find_faults(tmp_path, board(alt=alt)) == [f"game.yaml:{each}" for each in found]


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        ("r0c2, r1c1, r1c3, r2c2", []),
        ("r0c2, r1c1, r1c3, r2c3", ["7:25: GF182 warning: 'r2c3' 2 'pawn.red'"]),
        ("r0c2, r1c1, r1c3", ["7:25: GF182 warning: 'four squares next to' 3"]),
    ],
)
def test_highlighted_cells_lie_alike_round_a_piece(tmp_path: Path, cells: str, found: list[str]) -> None:
    pieces, marked = "[{part: pawn, design: red, at: r1c2}]", f"[{{cells: [{cells}]}}]"
    figure = board(alt="A red pawn and the four squares next to it.", pieces=pieces, highlight=marked)
    assert find_faults(tmp_path, figure) == [f"game.yaml:{each}" for each in found]


def test_a_piece_near_the_other_of_two_cells(tmp_path: Path) -> None:
    pieces = "[{part: pawn, design: red, at: r1c1}, {part: pawn, design: blue, at: r1c3}]"
    right = board(alt="A red pawn near the left nest and a blue pawn near the right one.", pieces=pieces)
    wrong = board(alt="A red pawn near the right nest and a blue pawn near the left one.", pieces=pieces)
    assert find_faults(tmp_path, right) == []
    assert find_faults(tmp_path, wrong) == [
        "game.yaml:6:44: GF182 warning: 'A red pawn near the right nest' 'r1c1'",
        "game.yaml:6:82: GF182 warning: 'a blue pawn near the left one' 'r1c3'",
    ]


@pytest.mark.parametrize(
    ("alt", "rules", "found"),
    [
        ("A red pawn and a blue one three squares ahead of it.", "", []),
        ("A blue pawn and a red one three squares ahead of it.", "", ["6:35: GF182 warning: 'a red one three squares ahead'"]),
        ("A red pawn, a blue one, and an arrow that leads three squares.", "", []),
        ("A red pawn, a blue one, and an arrow that leads two squares.", "", ["2:10: GF182 warning: 'arrow that leads two squares' 3"]),
        ("A red pawn, a blue one, and an arrow that leads to the goal.", "", ["2:10: GF182 warning: 'to the goal' 'r0c0' 'r0c1' 'r0c2' 'r0c3'", "7:13: GF182 warning: 'arrow that leads to the goal' 'r0c3'"]),
        ("A red and a blue pawn.", "![It takes the blue pawn.](figure:move)", []),
        ("A red and a blue pawn.", "![It takes the red pawn.](figure:move)", ["rules.md:3:12: GF182 warning: 'the red pawn' 'pawn.blue'"]),
    ],
)  # fmt: skip
def test_what_is_said_of_a_way(tmp_path: Path, alt: str, rules: str, found: list[str]) -> None:
    wanted = [each if each.startswith("rules") else f"game.yaml:{each}" for each in found]
    assert sorted(find_faults(tmp_path, board(alt=alt, pieces=PAWNS, paths=WAY), rules)) == sorted(wanted)


def test_a_broken_line_has_its_number(tmp_path: Path) -> None:
    ways = "[{cells: [r0c0..2], says: '2'}, {cells: [r0c0, r1c0, r2c0, r2c1], dashed: true, says: '3'}]"
    pieces = "[{part: pawn, design: red, at: r0c0}]"
    right, wrong = "A line marked 2 and a broken line marked 3.", "A line marked 3 and a broken line marked 2."
    assert find_faults(tmp_path, board(alt=right, pieces=pieces, paths=ways)) == []
    assert len(find_faults(tmp_path, board(alt=wrong, pieces=pieces, paths=ways))) == 2
