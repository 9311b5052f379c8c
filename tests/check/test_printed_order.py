"""Values that the rules name in another order, or at another end, than a piece prints them (GF167)."""

from pathlib import Path

import pytest

from generator.check.prose.printed_order import check_printed_order
from generator.check.prose.rules_prose import RulesProse
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.geometry.matrix import IDENTITY, Matrix
from generator.load.game import read_game
from generator.model.printed import ReadPiece, TextRun
from tests.kits import WORDS

GAME = """\
title: Wren
version: "1"
players: [2, 4]
rules: rules.md
parts:
  unit: {kind: card, title: Units, size: poker, front: a.svg, rows: [{id: a, name: Archer, move: 2, range: 3, copies: 1}]}
"""
UPRIGHT = ((1, 0, 0, 1, 30, 10), (1, 0, 0, 1, 10, 50), (1, 0, 0, 1, 40, 50))
UPSIDE_DOWN = ((-1, 0, 0, -1, 30, 50), (-1, 0, 0, -1, 40, 10), (-1, 0, 0, -1, 10, 10))


@pytest.mark.parametrize("at", [UPRIGHT, UPSIDE_DOWN])
@pytest.mark.parametrize(
    ("says", "found"),
    [
        ("At the foot of a unit are, from left to right, its move and its range.", []),
        ("A unit shows, from left to right, its range and its move.", ["3:39 GF167 warning"]),
        ("At the top of a unit are its move and its range.", ["3:8 GF167 note"]),
        ("The top unit has a move and a range.", []),
        ("On a unit, the left number is its move and the right one is its range.", []),
        ("On a unit, the right number is its move.", ["3:16 GF167 warning"]),
        ("On a unit, the left one shows the range.", ["3:16 GF167 warning"]),
        ("The unit on the left is yours; its range counts.", []),
        ("A unit shows its range and its move.", []),
        ("At the top is the name, and at the foot the move and range.", []),
    ],
)
def test_order_and_end_are_those_of_the_printed_piece(
    tmp_path: Path, at: tuple[Matrix, ...], says: str, found: list[str]
) -> None:
    home = tmp_path / "wren"
    home.mkdir()
    (home / "game.yaml").write_text(GAME, "utf-8")
    (home / "rules.md").write_text(f"# Wren\n\n{says}\n", "utf-8")
    game = read_game(home, KINDS, words=WORDS)
    assert game.first is not None
    runs = tuple(TextRun(text, "", 3, matrix) for text, matrix in zip(("Archer", "2", "3"), at, strict=True))
    face = ReadPiece("unit.a.c1.front", "unit", "a", 1, "front", "x.pdf", 1, IDENTITY, b"", None, (60, 80), (), runs)
    told = check_printed_order(RulesProse(game, game.first), game, expand_parts(game, KINDS), [face])
    assert [f"{each.place.line}:{each.place.column} {each.code} {each.level}" for each in told] == found
