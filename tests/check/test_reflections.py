"""Claims that one route or area is another mirrored or turned, and neighbors by direction."""

from pathlib import Path
from typing import Any

import pytest

from generator.language.expressions import ExpressionError
from tests.check.printed import Asked, altered, moved
from tests.samples import for_each

RACE = """\
  board:
    kind: board
    front: a.svg.j2
    copies: 1
    grid: {columns: 3, rows: 4, cell: 20}
    routes:
      light: [r1c0..2]
      dark: [r2c0..2]
      back: [r2c2..0]
      short: [r2c0..1]
      around: [r0c0, r0c1, r0c2]
    areas:
      top: [r0c0..2]
      bottom: [r3c2, r3c0, r3c1]
"""
HIVE = """\
  board:
    kind: board
    front: a.svg.j2
    copies: 1
    hex: {radius: 1, cell: 20}
    areas: {east: [q1r0], south-east: [q0r1]}
"""


def ask(folder: Path, data: str, text: str) -> Any:
    return Asked(folder, data).both(text)


@for_each(
    [
        ("mirrored('board', 'light', 'dark', 'y')", True),
        ("mirrored('board', 'light', 'dark', 'x')", False),
        ("mirrored('board', 'light', 'back', 'y')", False),
        ("mirrored('board', 'light', 'short', 'y')", False),
        ("mirrored('board', 'top', 'bottom', 'y')", True),
        ("mirrored('board', 'top', ['r3c0', 'r3c1', 'r3c2'], 'y')", True),
        ("mirrored('board', ['r0c0'], ['r0c2'], 'x')", True),
        ("turned('board', 'light', 'back', 2)", True),
        ("turned('board', 'light', 'dark', 2)", False),
        ("turned('board', 'light', 'dark', 1)", False),
        ("turned('board', 'light', 'back', degrees=180)", True),
        ("turned('board', 'r0c0', 2)", "r3c2"),
        ("neighbors('board', 'r1c1', direction='n')", ["r0c1"]),
        ("neighbors('board', 'r1c1', direction='sw')", []),
    ]
)
def test_routes_and_areas(tmp_path: Path, text: str, result: Any) -> None:
    assert ask(tmp_path, RACE, text) == result


@for_each([
        ("turned('board', 'east', 'south-east', degrees=60)", True),
        ("turned('board', 'east', 'south-east', degrees=-60)", False),
        ("mirrored('board', ['q1r-1'], ['q0r1'], 'y')", True),
        ("[neighbors('board', 'q0r0', direction='ne'), neighbors('board', 'q0r0', direction='w')]", [["q1r-1"], ["q-1r0"]]),
    ])  # fmt: skip
def test_hexes(tmp_path: Path, text: str, result: Any) -> None:
    assert ask(tmp_path, HIVE, text) == result


@for_each(
    [
        ("mirrored('board', 'light', 'dark', 'z')", "'x', which swaps left and right"),
        ("mirrored('board', 'light', 'darc', 'y')", "did you mean 'dark'?"),
        ("turned('board', 'light', 'dark', 'x')", "needs a number of quarters"),
        ("neighbors('board', 'r0c0', direction='up')", "one of e, se, s"),
    ]
)
def test_what_cannot_be_asked(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ExpressionError) as error:
        ask(tmp_path, RACE, text)
    assert says in str(error.value)


def test_a_false_claim_tells_the_first_difference_and_the_other_axis(tmp_path: Path) -> None:
    asked = Asked(tmp_path, RACE)
    asked.both("mirrored('board', 'light', 'back', 'y')")
    told = [(call.text, call.result) for call in asked.data.calls]
    assert told == [
        ("mirrored('board', 'light', 'back', 'y')", False),
        ("the image of 'r1c0', number 1 of 'light',", "r2c0"),
        ("number 1 of 'back'", "r2c2"),
    ]
    asked.data.calls.clear()
    asked.both("mirrored('board', 'light', 'dark', 'x')")
    assert ("mirrored('board', 'light', 'dark', 'y')", True) in [(call.text, call.result) for call in asked.data.calls]


def test_the_sheets_are_asked_too(tmp_path: Path) -> None:
    shifted = Asked(tmp_path, RACE, altered("cell.r1c1", moved(0, 2)))
    assert shifted.of_sheets("mirrored('board', 'light', 'dark', 'y')") is False
