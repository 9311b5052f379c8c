"""What claims ask of boards, in the data and as they were measured on the sheets."""

from pathlib import Path
from typing import Any

import pytest

from generator.check.claims.calls import ClaimCall
from generator.check.claims.context import ClaimContext, NeedsFiles
from generator.check.claims.evaluation import bind_functions
from generator.check.claims.sandbox import compile_expression
from generator.language.expressions import ExpressionError
from tests.check.facts import keep_facts
from tests.check.printed import FOLDED, PACHISI, PHARAOH, Asked, altered, gone, moved
from tests.samples import for_each


@for_each([
        ("cells('board')|length", 21),
        ("cells('board')[:4]", ["r0c1", "r0c2", "r0c3", "r1c0"]),
        ("cells('board', kind='entry')|length", 12),
        ("cells('board', kind='middle', color='player.red')", ["r2c2"]),
        ("cells('board', kind='plain', color='player.red')", []),
        ("cells('board', label='M')", ["r2c2"]),
        ("cells('board', area='east', kind='entry')", ["r1c4", "r2c4", "r3c4"]),
        ("cell('board', 'r2c2')", {"id": "r2c2", "border": "", "kind": "middle", "color": "player.red", "label": "M", "x": 92.5, "y": 92.5, "width": 37, "height": 37}),
        ("room('board', ['r2c2', 'r0c1'])", 37),
        ("joins('board')", 60),
        ("[joins('board', kind='side'), joins('board', kind='corner')]", [32, 28]),
        ("neighbors('board', 'r0c1')|sort", ["r0c2", "r1c0", "r1c1", "r1c2"]),
        ("neighbors('board', 'r0c1', kind='side')|sort", ["r0c2", "r1c1"]),
        ("routes('board')", ["row", "column", "falling", "rising"]),
        ("route('board', 'rising')", ["r1c3", "r2c2", "r3c1"]),
        ("areas('board')", ["north", "east"]),
        ("area('board', 'north')", ["r0c1", "r0c2", "r0c3"]),
        ("sections('board')", []),
        ("turned('board', 'r0c1', 1)", "r1c4"),
        ("turned('board', 'r0c1', -1)", "r3c0"),
        ("turned('board', area('board', 'north'), 5)", ["r1c4", "r2c4", "r3c4"]),
        ("turned('board', route('board', 'rising'), 1)", ["r3c3", "r2c2", "r1c1"]),
        ("steps('board', 'row')", 2),
        ("[steps('board', 'rising', kind='corner'), steps('board', 'row', kind='corner')]", [2, 0]),
        ("[distance('board', 'r0c1', 'r4c3'), distance('board', 'r0c1', 'r4c3', kind='side')]", [4, 6]),
        ("[distance('board', 'r0c1', 'r4c3', kind='corner'), distance('board', 'r0c1', 'r0c2', kind='corner')]", [4, None]),
        ("costs('board', 'north', 'row')", [3, 3, 3]),
        ("costs('board', 'north', 'column')", [2, 3, 4]),
        ("costs('board', 'north', 'rising')", [2, 3, 4]),
        ("costs('board', 'north', ['r4c2', 'r4c1'], corner=0)", [1, 1]),
        ("costs('board', 'north', 'east', corner=1.5)", [2.5, 3.5, 4.5]),
    ])  # fmt: skip
def test_a_grid(tmp_path: Path, text: str, result: object) -> None:
    assert Asked(tmp_path, PHARAOH).both(text) == result


# what a question can be about
WORDS = (
    "cells|kind|color|area|section|cell|join|route|text|list|number|none|true"
    "|throws|barred|length|corner|quarters|goal|what"
)
LEAST = "{p}[0] * 3 + {p}[1] * 2 + {p}[2]"


def test_what_the_lines_of_pharaoh_cost(tmp_path: Path) -> None:
    """The greatest of three pyramids goes where it is cheapest: 18 for the row, 16 for the column and each diagonal."""
    asked = Asked(tmp_path, PHARAOH)
    costs = [
        LEAST.format(p=f"(costs('board', 'north', '{line}')|sort)") for line in ("row", "column", "falling", "rising")
    ]
    assert [asked.both(cost) for cost in costs] == [18, 16, 16, 16]
    costs = [LEAST.format(p=f"(costs('board', 'east', '{line}')|sort)") for line in ("row", "column")]
    assert [asked.both(cost) for cost in costs] == [16, 18]


@for_each(
    [
        ("cells('board')|length", 97),
        ("cells('board', kind='castle')|length", 12),
        ("cells('board', section='east')|length", 24),
        ("cells('board', section='center')", ["center"]),
        ("sections('board')", ["center", "south", "east", "north", "west"]),
        ("joins('board', kind='corner')", 4),
        ("neighbors('board', 'center', kind='side')|length", 12),
        ("route('board', 'south')|length - 1", 84),
        ("[steps('board', 'west'), steps('board', 'west', kind='corner')]", [84, 4]),
        ("turned('board', route('board', 'south'), 3) == route('board', 'east')", True),
        ("turned('board', route('board', 'west'), 3) == route('board', 'south')", True),
        ("turned('board', route('board', 'south'), 1) == route('board', 'east')", False),
        ("cell('board', 'center').width == 3 * cell('board', 'south.1.1').width", True),
        ("stuck(steps('board', 'south'), [2, 3, 4, 5, 6, 10, 25])", [83]),
        ("stuck(84, [2, 3, 4, 5, 6, 10, 25], [83])", []),
        ("stuck(84, [2, 3, 4, 5, 6, 10, 25], barred=[83, 82])", []),
    ]
)
def test_a_cross_in_sections(tmp_path: Path, text: str, result: object) -> None:
    assert Asked(tmp_path, PACHISI).both(text) == result


# -- what is wrong on the sheets alone -------------------------------------------------------------------------------


@for_each(
    [
        ("cells('board')|length", 20),
        ("cells('board', kind='middle')", []),
        ("joins('board', kind='side')", 28),
        ("joins('board', kind='corner')", 24),
        ("neighbors('board', 'r1c2', kind='side')|sort", ["r0c2", "r1c1", "r1c3"]),
        ("route('board', 'row')", ["r2c1", "r2c3"]),
        ("steps('board', 'row')", 0),
        ("distance('board', 'r2c2', 'r2c3')", None),
        ("distance('board', 'r0c2', 'r4c2', kind='side')", 6),
    ]
)
def test_a_cell_that_is_not_printed(tmp_path: Path, text: str, result: object) -> None:
    assert Asked(tmp_path, PHARAOH, altered("cell.r2c2", gone)).of_sheets(text) == result


def test_what_cannot_be_reached_has_no_cost(tmp_path: Path) -> None:
    asked = Asked(tmp_path, PHARAOH, altered("cell.r2c2", gone))
    with pytest.raises(ExpressionError) as error:
        asked.of_sheets("costs('board', 'north', 'column')")
    assert keep_facts(error.value, WORDS) == "`cell` 'r2c2' `area` 'north'"
    alone = PHARAOH.replace("diagonal: true", "diagonal: false").replace(
        "r4c0, r4c4]", "r4c0, r4c4, r1c2, r2c1, r3c2, r2c3]"
    )
    alone = alone.replace("row: [r2c1..3]", "row: [r2c2]").partition("      column")[0]
    with pytest.raises(ExpressionError, match="the cell 'r2c2' cannot be reached from the area 'north'"):
        Asked(tmp_path, alone).both("costs('board', 'north', 'row')")


def test_a_cell_that_has_moved_touches_others(tmp_path: Path) -> None:
    """The paper lies on its side, so down the paper is to the right on the board: r2c2 comes to lie on r2c3.

    What were sides above and below are corners, and what were corners on the right are sides: none of its joins stands.
    """
    asked = Asked(tmp_path, PHARAOH, altered("cell.r2c2", moved(0, 37)))
    assert asked.of_sheets("neighbors('board', 'r2c2')") == []
    assert asked.of_sheets("joins('board')") == 60 - 8
    assert asked.of_sheets("cell('board', 'r2c2').x") == 92.5 + 37
    with pytest.raises(
        ExpressionError, match="there is no cell for 'r2c1' to land on when turned clockwise by 1 quarters"
    ):
        Asked(tmp_path, PHARAOH, altered("cell.r1c2", moved(0, 9))).of_sheets("turned('board', 'r2c1', 1)")


@for_each([(0.01, 60), (0.09, 60), (0.5, 60 - 6), (-0.5, 60 - 6)])
def test_how_far_is_apart(tmp_path: Path, far: float, joins: int) -> None:
    """Half a millimeter along the row: only the cells above and below still touch as they did, along a shorter line."""
    asked = Asked(tmp_path, PHARAOH, altered("cell.r2c2", moved(0, far)))
    assert compile_expression("joins('board')")(bind_functions(asked.sheets)) == joins


def test_a_cell_that_is_drawn_smaller(tmp_path: Path) -> None:
    def smaller(mark: Any) -> Any:
        a, b, c, d, e, f = mark.matrix
        return mark._replace(matrix=(a * 0.9, b * 0.9, c * 0.9, d * 0.9, e, f))

    asked = Asked(tmp_path, PACHISI, altered("cell.center", smaller))
    assert asked.of_sheets("cell('board', 'center').width") == 64.8
    assert asked.of_sheets("neighbors('board', 'center')") == []


def test_a_cell_of_a_section_counts_where_its_section_shows_it(tmp_path: Path) -> None:
    """The drawing of the whole board is cut to each section: the cells beyond its box are not there."""
    asked = Asked(tmp_path, PACHISI, altered("cell.east.1.5", gone, "east"))
    assert asked.of_sheets("cells('board', kind='castle')|length") == 11
    asked = Asked(tmp_path, PACHISI, altered("cell.east.1.5", gone, "north"))
    assert asked.both("cells('board', kind='castle')|length") == 12


def test_a_section_that_is_not_printed(tmp_path: Path) -> None:
    asked = Asked(tmp_path, PACHISI, lambda seen: [face for face in seen if face.design != "north"])
    assert asked.of_sheets("sections('board')") == ["center", "south", "east", "west"]
    assert asked.of_sheets("cells('board')|length") == 97 - 24
    with pytest.raises(ExpressionError, match="'board' has no section 'north'"):
        asked.of_sheets("cells('board', section='north')")


def test_a_cell_must_be_on_every_copy(tmp_path: Path) -> None:
    text = PHARAOH.replace("copies: 1", "copies: 2")
    first = altered("cell.r2c2", gone)
    asked = Asked(tmp_path, text, lambda seen: [*first(seen[:1]), *seen[1:]])
    assert asked.of_sheets("cells('board')|length") == 20


def test_joins_made_by_hand_need_not_touch(tmp_path: Path) -> None:
    text = (
        PHARAOH
        + "    joins:\n      - [r0c1, r4c1, bridge]\n      - [r0c2, r4c2, side, one-way]\n    cuts: [[r2c1, r2c0]]\n"
    )
    asked = Asked(tmp_path, text, altered("cell.r0c1", moved(3, 3)))
    assert asked.both("[joins('board', kind='bridge'), distance('board', 'r0c1', 'r4c1')]") == [1, 1]
    assert asked.of_sheets("[distance('board', 'r0c2', 'r4c2'), distance('board', 'r4c2', 'r0c2')]") == [1, 4]
    assert asked.of_sheets("joins('board', kind='side')") == 32 - 2
    assert asked.both("costs('board', 'north', ['r4c1'])") == [2]


# -- what cannot be asked, and where to look --------------------------------------------------------------------------


@for_each(
    [
        ("cells('gem')", "'gem' `cells`"),
        ("cells('baord')", "'baord' 'board'"),
        ("cells('board', kind='entyr')", "'board' `kind` 'entyr' 'entry'"),
        ("cells('board', color='red')", "'board' `color` 'red' 'player.red'"),
        ("cells('board', area='nroth')", "'board' `area` 'nroth' 'north'"),
        ("cells('board', section='x')", "'board' `section` 'x'"),
        ("cells('board', kind=['entry'])", "`cells()` `text` `kind` 'entry'"),
        ("cells('board', knid='entry')", "`cells()` 'kind'"),
        ("cell('board', 'r0c0')", "'board' `cell` 'r0c0' 'r3c0'"),
        ("joins('board', kind='cornr')", "'board' `join` `kind` 'cornr' 'corner'"),
        ("neighbors('board', 'r9c9')", "'board' `cell` 'r9c9'"),
        ("neighbors('board', 'north')", "'north' `area` 'board' `cell` `area('board', 'north')`"),
        ("turned('board', 'north', 1)", "'north' `area` 'board' `cell` `area('board', 'north')`"),
        ("route('board', 'rwo')", "'board' `route` 'rwo' 'row'"),
        ("area('board', 'row')", "'board' `area` 'row' 'east' 'north'"),
        ("steps('board', 'rwo')", "'board' `route` 'rwo' 'row'"),
        ("distance('board', 'r0c1', 'x')", "'board' `cell` 'x'"),
        ("turned('board', 'r0c1', 0.5)", "`turned()` `number` `quarters` 0.5"),
        ("turned('board', ['r0c1', 3], 1)", "`turned()` `text` `list` `what` 'r0c1' 3"),
        ("costs('board', 'noth', 'row')", "'board' `area` 'noth' 'north'"),
        ("costs('board', 'north', 'rwo')", "'board' `route` `area` 'rwo' 'row'"),
        ("costs('board', 'north', 'row', corner=-1)", "`costs()` `corner` 0 1000 -1"),
        ("costs('board', 'north', 'row', corner=true)", "`costs()` `corner` 0 1000 `true`"),
        (
            "cells('board', 'entry')",
            "`cells()` 1 `kind` `color` `area` `section` 2",
        ),
        ("cells('board', kind=none)", "`cells()` `text` `kind` `none`"),
        ("distance('board', 'r0c1', none)", "`distance()` `text` `list` `goal` `none`"),
        ("costs('board', 'north', none)", "`costs()` `text` `list` `goal` `none`"),
        ("stuck(10**9, [2])", "`stuck()` `length` 1 10000 1000000000"),
        ("stuck(84, [0])", "`stuck()` `list` 100 1 `throws`"),
        ("stuck(84, range(1, 500))", "`stuck()` `list` 100 1 `throws`"),
        ("stuck(84, [2], 'x')", "`stuck()` `list` 100 1 `barred`"),
    ]
)
def test_what_cannot_be_asked(tmp_path: Path, text: str, message: str) -> None:
    asked = Asked(tmp_path, PHARAOH + FOLDED)
    for world in (asked.data, asked.sheets):
        with pytest.raises(ExpressionError) as error:
            compile_expression(text)(bind_functions(world))
        assert message in keep_facts(error.value, WORDS)


def test_a_board_that_is_not_square_does_not_turn(tmp_path: Path) -> None:
    text = PHARAOH.replace("rows: 5", "rows: 4").replace(", r4c0, r4c4", "")
    text = "\n".join(
        line for line in text.split("\n") if "r4" not in line and "kinds" not in line and "r3c0" not in line
    )
    asked = Asked(tmp_path, text)
    assert asked.both("turned('board', 'r0c1', 2)") == "r3c3"
    with pytest.raises(ExpressionError, match="there is no cell for 'r0c1' to land on"):
        asked.both("turned('board', 'r0c1', 1)")


def test_a_route_and_an_area_of_one_name(tmp_path: Path) -> None:
    text = PHARAOH.replace("      row:", "      north: [r0c1, r0c2]\n      row:")
    with pytest.raises(ExpressionError, match=r"a route and an area 'north'; write route\('board', 'north'\), or area"):
        Asked(tmp_path, text).both("costs('board', 'east', 'north')")


def test_sheets_without_a_board_wait(tmp_path: Path) -> None:
    asked = Asked(tmp_path, PHARAOH)
    world = ClaimContext("sheets", asked.game, asked.parts, asked.sheets.seen, frozenset())
    with pytest.raises(NeedsFiles):
        compile_expression("cells('board')")(bind_functions(world))


def test_a_cell_of_the_sheets_must_be_there(tmp_path: Path) -> None:
    asked = Asked(tmp_path, PHARAOH, altered("cell.r2c2", gone))
    for text in ("cell('board', 'r2c2')", "turned('board', 'r2c2', 1)", "neighbors('board', 'r2c2')"):
        with pytest.raises(ExpressionError, match="the sheets do not print the cell 'r2c2' of 'board'"):
            asked.of_sheets(text)


def lines(asked: Asked, text: str) -> list[str]:
    """Return the lines of the data, without blanks, that the last call rests on."""
    compile_expression(text)(bind_functions(asked.data))
    call: ClaimCall = asked.data.calls[-1]
    every = Path(asked.game.file).read_text(encoding="utf-8").splitlines()
    return [every[place.line - 1].strip().partition(":")[0] for place in call.places()]


@for_each(
    [
        ("route('board', 'rising')", ["rising"]),
        ("area('board', 'north')", ["north"]),
        ("areas('board')", ["north", "east"]),
        ("routes('board')", ["row", "column", "falling", "rising"]),
        ("cells('board', kind='entry')", ["entry", "r2c2", "grid"]),
        ("cells('board', area='north')", ["north", "grid"]),
        ("cells('board', color='player.red')", ["player.red", "grid"]),
        ("cell('board', 'r2c2')", ["r2c2", "grid"]),
        ("joins('board')", ["grid"]),
        ("turned('board', 'r2c2', 1)", ["grid"]),
        ("costs('board', 'north', 'row')", ["north", "row", "grid"]),
        ("stuck(3, [1])", []),
    ]
)
def test_where_each_answer_comes_from(tmp_path: Path, text: str, keys: list[str]) -> None:
    assert lines(Asked(tmp_path, PHARAOH), text) == keys


def test_a_route_on_several_lines_names_each(tmp_path: Path) -> None:
    text = PHARAOH.replace("row: [r2c1..3]", "row:\n        - r2c1\n        - r2c2\n        - r2c3")
    assert lines(Asked(tmp_path, text), "route('board', 'row')") == ["- r2c1", "- r2c2", "- r2c3"]
