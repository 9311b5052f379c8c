"""Claims that ask the same of every row of a part, every cell of a board, or all items of a list."""

from pathlib import Path
from typing import Any

import pytest

from generator.check.claims.evaluation import ClaimEvaluator
from generator.language.expressions import ExpressionError
from tests.check.printed import Asked
from tests.samples import for_each

PARTS = """\
  board:
    kind: board
    front: a.svg.j2
    copies: 1
    grid: {columns: 3, rows: 3, cell: 20}
    kinds: {town: [r0c0, r2c2]}
  trip:
    kind: card
    size: poker
    front: a.svg.j2
    rows:
      - {id: a, start: r0c0, end: r2c2, points: 4, copies: 1}
      - {id: b, start: r0c1, end: r1c1, points: 1, copies: 1}
  gem: {kind: token, diameter: 9, front: a.svg.j2, copies: 2}
"""
LENGTH = "every('trip', \"distance('board', row.start, row.end) == row.points\")"


def ask(folder: Path, text: str, parts: str = PARTS) -> Any:
    return Asked(folder, parts).both(text)


@for_each(
    [
        (LENGTH, True),
        ("every('trip', 'row.points > 1')", False),
        ("every('board', \"cell.kind == 'town' or cell.width == 20 and cell.color == ''\")", True),
        ("every('board', \"neighbors('board', cell.id)|length >= 3\")", False),
        ("every('board', \"every('trip', 'row.points > 0')\")", True),
    ]
)
def test_every_row_or_cell_is_asked(tmp_path: Path, text: str, result: bool) -> None:
    assert ask(tmp_path, text) is result


def test_a_row_that_fails_is_told_with_what_was_asked_of_it(tmp_path: Path) -> None:
    asked = Asked(tmp_path, PARTS.replace("points: 1,", "points: 2,"))
    data, _ = ClaimEvaluator([asked.data, asked.sheets]).evaluate(LENGTH)
    assert data.value is False
    assert [(call.text, call.result) for call in data.calls][:4] == [
        ("row.start", "r0c1"),
        ("row.end", "r1c1"),
        ("distance('board', 'r0c1', 'r1c1')", 1),
        ("row.points", 2),
    ]
    assert data.calls[-1].text.startswith("every('trip') for the row 'b' (")


def test_what_holds_is_told_in_one_call(tmp_path: Path) -> None:
    asked = Asked(tmp_path, PARTS)
    data, sheets = ClaimEvaluator([asked.data, asked.sheets]).evaluate(LENGTH)
    assert [(call.text, call.result, call.prints) for call in sheets.calls] == [("every('trip')", True, True)]
    assert [call.text for call in data.calls] == ["every('trip')"]


@for_each(
    [
        ("every('gem', 'true')", "'gem' has no rows"),
        (
            "every('trip', 'row.points')",
            "every() needs an expression that is true or false; 'row.points' gives 4 for the row 'a'",
        ),
        ("every('trip', 'row.pionts == 4')", "every(), for the row 'a' ("),
        ("every('trip', 'row.pionts == 4')", "did you mean 'points'?"),
        ("every('trip', 'row.points ==')", "it is not an expression"),
        ("every('tirp', 'true')", "there is no part 'tirp'; did you mean 'trip'?"),
    ]
)
def test_what_cannot_be_asked_of_each(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ExpressionError) as error:
        ask(tmp_path, text)
    assert says in str(error.value)


SEA = """\
  map:
    kind: board
    front: a.svg.j2
    copies: 1
    hex: {columns: 4, rows: 3, cell: 20, edges: 3}
    names: chess
    kinds: {sea: [A1..A3, C1, C2]}
    areas: {west: [A1..A3], north: [A3, B3]}
    cuts: CUTS
"""


@for_each(
    [
        ("components('map', kind='sea')", [["A3", "A2", "A1"], ["C2", "C1"]]),
        ("components('map', ['A3', 'A1', 'C1'])|length", 3),
        ("connected('map', area='west')", True),
        ("connected('map', kind='sea')", False),
        ("each(areas('map'), \"connected('map', area=it)\")", True),
        ("each(['A1', 'D1'], \"cell('map', it).kind == 'sea'\")", False),
        ("all_pairs(area('map', 'west'), \"distance('map', one, other) <= 2\")", True),
        ("distance('map', 'A1', 'A3', over_kind='sea')", 2),
        ("distance('map', 'A3', 'C2', kind='side', over_kind='sea')", None),
        ("distances('map', ['A1'], ['A2', 'A3'], over_kind='sea')", [1, 2]),
        ("distance_table('map', ['A1', 'C1'], ['A3'], over_kind='sea')", {"A1": {"A3": 2}, "C1": {"A3": None}}),
        ("distance_table('map', 'A1', ['A2', 'D1'])", {"A1": {"A2": 1, "D1": 3}}),
    ]
)
def test_maps(tmp_path: Path, text: str, result: object) -> None:
    assert ask(tmp_path, text, SEA.replace("CUTS", "[]")) == result


def test_the_cells_that_break_a_claim_about_a_map_are_told(tmp_path: Path) -> None:
    asked = Asked(tmp_path, SEA.replace("CUTS", "[[A1, A2]]"))
    bench = ClaimEvaluator([asked.data])
    (answer,) = bench.evaluate("connected('map', area='west')")
    assert [(call.text, call.result) for call in answer.calls] == [
        ("connected('map', area='west')", False),
        ("cells cut off from 'A3'", ["A1"]),
    ]
    lines = Path(asked.game.file).read_text(encoding="utf-8").splitlines()
    told = [lines[place.line - 1] for call in answer.calls for place in call.places()]
    assert told == ["    cuts: [[A1, A2]]"] * 2
    pairs = "all_pairs(area('map', 'west'), \"distance('map', one, other, over_kind='sea') <= 1\")"
    with pytest.raises(ExpressionError, match=r"for 'A1' and 'A2': distance\(.*\) is none: no walk leads there"):
        bench.evaluate(pairs)
    (answer,) = bench.evaluate("each(['A2', 'C1'], \"distance('map', it, 'A3') <= 1\")")
    assert [call.text for call in answer.calls] == ["distance('map', 'C1', 'A3')", "each() for 'C1'"]
