"""Pieces are in the straight line of which the text speaks, and where the rules put those of each color (GF182)."""

from pathlib import Path

import pytest

from tests.check.figures.wren import board, find_faults

ROW = "[{{part: pawn, design: red, at: r0c0}}, {{part: pawn, design: blue, at: r1c1}}, {{part: pawn, design: red, at: {last}}}]"
PAWNS = "[{part: pawn, design: red, at: r2c0}, {part: pawn, design: blue, at: r2c4}]"


@pytest.mark.parametrize(
    ("last", "alt", "found"),
    [
        ("r2c2", "A blue pawn between two red ones in a straight line.", []),
        ("r2c1", "A blue pawn between two red ones in a straight line.", ["game.yaml:6:119: GF182 warning: 'in a straight line' 'pawn.red' 'r2c1'"]),
        ("r2c1", "A blue pawn between two red ones.", []),
    ],
)  # fmt: skip
def test_a_straight_line_is_one(tmp_path: Path, last: str, alt: str, found: list[str]) -> None:
    assert find_faults(tmp_path, board(alt=alt, pieces=ROW.format(last=last))) == found


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        ("Put Red's pawn on A and Blue's on B.", []),
        ("Put Red's pawn on B and Blue's on A.", ["game.yaml:6:35: GF182 warning: 'B' 'A'"]),
        ("Put the red pawn on B and the blue pawn on A. Red may go to A at once.", []),
        ("Put the red pawn on B.", []),
        ("The red pawn is bold.\n\nThe blue pawn on A takes B.", []),
    ],
)
def test_pieces_are_where_the_rules_put_them(tmp_path: Path, rules: str, found: list[str]) -> None:
    figure = board(alt="A red and a blue pawn at the beginning.", pieces=PAWNS)
    told = find_faults(tmp_path, figure, rules)
    assert [each for each in told if "'A'" in each] == found
