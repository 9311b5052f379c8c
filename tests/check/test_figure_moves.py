"""Paths and pieces that the graph of a board does not allow are told at the values of the figure (GF183)."""

from pathlib import Path

import pytest

from generator.check.data.figure_moves import check_figure_moves
from tests.check.words.kit import GAME, make_case, read_orchard
from tests.messages import facts

BOARDS = """\
  field:
    kind: board
    front: a.svg
    copies: 1
    grid: {columns: 4, rows: 3, cell: 20}
    slots: {rack: {cells: [r1c3], part: tree}}
  round:
    kind: board
    front: a.svg
    copies: 1
    grid: {columns: 3, rows: 1, cell: 20}
    routes: {way: [r0c0..2]}
rules: rules.md
figures:
"""
FIGURE = "  move: {kind: board, part: %s, size: [40, 40], alt: A move, %s}\n"
START = GAME.replace("rules: rules.md\n", BOARDS)
LINE = START.count("\n") + 1


def find_faults(home: Path, shown: str, part: str = "field") -> list[str]:
    found = check_figure_moves(make_case(read_orchard(home, "# Orchard\n", START + FIGURE % (part, shown))))
    return [facts(each).removeprefix(f"{home}/orchard/game.yaml:{LINE}:") for each in found]


def path(*cells: str) -> str:
    return f"paths: [{{cells: [{', '.join(cells)}]}}]"


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        (path("r0c0..2", "r2c3"), "81: GF183 warning: 'r0c2' 'r2c3'"),
        (path("r0c0", "r0c2", "r0c3"), "81: GF183 warning: 'r0c0' 'r0c2'"),
        ("pieces: [{part: cherry, at: rack}]", "93: GF183 warning: 'rack' 'tree' 'cherry'"),
        (
            "pieces: [{part: tree, design: pear, at: rack}, {part: tree, design: apple, at: rack}]",
            "144: GF183 warning: 'tree' 'rack'",
        ),
    ],
)
def test_what_a_board_does_not_allow(tmp_path: Path, shown: str, found: str) -> None:
    assert find_faults(tmp_path, shown) == [found]


@pytest.mark.parametrize(
    ("shown", "part"),
    [
        (path("r0c0..3"), "field"),
        (path("r0c3..0", "r1c0"), "field"),
        (path("r0c0", "r2c3"), "field"),  # a jump
        (path("r0c0", "r2c2", "r0c3"), "field"),  # jumps
        (path("r0c0..2"), "round"),
        ("paths: [{route: way}]", "round"),
        ("pieces: [{part: cherry, at: r0c0}, {part: cherry, at: r0c0}]", "field"),
        ("pieces: [{part: tree, design: pear, at: rack}, {part: cherry, at: rack}]", "field"),  # on the card
    ],
)
def test_what_it_allows(tmp_path: Path, shown: str, part: str) -> None:
    assert find_faults(tmp_path, shown, part) == []
