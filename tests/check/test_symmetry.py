"""symmetry(), orbits() and circuit() on the boards of Psychopaths and Hypnosia, and changes that break the symmetry."""

import shutil
from collections.abc import Callable
from itertools import pairwise
from math import cos, pi, sin
from pathlib import Path
from typing import Any

import pytest

from generator.check.analysis.board_symmetry import candidate_turns, find_orbits, map_colors
from generator.check.claims.evaluation import bind_functions
from generator.check.claims.sandbox import compile_expression
from generator.geometry import polygon
from generator.geometry.polygon import is_same_outline
from generator.geometry.types import Points
from generator.language.expressions import ExpressionError
from generator.model.board import Board, Cell, Join
from generator.model.printed import Mark
from tests.check.kit import refusal_facts
from tests.check.printed import Asked, altered, gone, moved
from tests.kits import GAMES
from tests.samples import for_each

SIXTH = "symmetry('board', 60, 'player')"
QUARTER = "symmetry('board', 90, 'player')"
COLORS = ["red", "yellow", "green", "blue", "black", "purple"]
SEATS = {
    2: [["red", "blue"]],
    3: [["red", "green", "black"]],
    4: [["red", "blue"], ["yellow", "black"]],
    5: [["red"], ["yellow"], ["green"], ["blue"], ["black"]],
    6: [COLORS],
}


def map_cyclically(names: list[str]) -> dict[str, str]:
    """Return a mapping of each name to the next one."""
    return dict(pairwise([*names, names[0]]))


@pytest.fixture(scope="module")
def psychopaths() -> Asked:
    return Asked.of_game(GAMES["psychopaths"])


@pytest.fixture(scope="module")
def hypnosia() -> Asked:
    return Asked.of_game(GAMES["hypnosia"])


def test_a_quarter_of_psychopaths(psychopaths: Asked) -> None:
    around = ["red", "yellow", "blue", "green"]
    assert psychopaths.both(QUARTER) == map_cyclically(around)
    assert psychopaths.both("symmetry('board', -90, 'player')") == map_cyclically(around[::-1])
    assert psychopaths.both("symmetry('board', 450.0, 'player').red") == "yellow"
    opposite = {"red": "blue", "blue": "red", "yellow": "green", "green": "yellow"}
    assert psychopaths.both("symmetry('board', 180, 'player')") == opposite
    assert psychopaths.both("symmetry('board', 0, 'player')") == {color: color for color in opposite}
    assert psychopaths.both("[symmetry('board', 45, 'player'), symmetry('board', 89, 'player')]") == [None, None]


def test_a_sixth_of_hypnosia(hypnosia: Asked) -> None:
    assert hypnosia.both(SIXTH) == map_cyclically(COLORS)
    assert hypnosia.both("symmetry('board', 300, 'player')") == map_cyclically(COLORS[::-1])
    assert hypnosia.both("symmetry('board', 120, 'player')['purple']") == "yellow"
    assert hypnosia.both("[symmetry('board', 30, 'player'), symmetry('board', 90, 'player')]") == [None, None]
    assert hypnosia.both("symmetry('board', 60, 'ring')") is None  # the colors of players do not stay


@pytest.mark.parametrize("number", SEATS)
def test_fair_seats_of_hypnosia(hypnosia: Asked, number: int) -> None:
    assert hypnosia.both(f"orbits('board', 'player', value('board', 'seats{number}'))") == SEATS[number]


def test_fair_seats_of_psychopaths(psychopaths: Asked) -> None:
    assert psychopaths.both("orbits('board', 'player', colors('player'))") == [["red", "yellow", "green", "blue"]]
    assert psychopaths.both("orbits('board', 'player', ['blue', 'red'])") == [["blue", "red"]]
    assert psychopaths.both("orbits('board', 'player', ['red', 'yellow'])") == [["red"], ["yellow"]]
    assert psychopaths.both("orbits('board', 'player', ['red', 'yellow', 'blue'])") == [["red"], ["yellow"], ["blue"]]
    assert psychopaths.both("orbits('board', 'player', ['green'])") == [["green"]]
    assert psychopaths.both("orbits('board', 'player', [])") == []


@pytest.mark.parametrize(("ring", "way"), [*((f"ring{k}", "counterclockwise") for k in (1, 2, 3, 4)), ("spaces", None)])
def test_rings_are_rounds(hypnosia: Asked, ring: str, way: str | None) -> None:
    assert hypnosia.both(f"circuit('board', '{ring}')") == way


# -- what the data can spoil -----------------------------------------------------------------------------------------


def build_changed_game(home: Path, game: str, *changes: tuple[str, str]) -> Asked:
    """Return a game with words of its data changed."""
    folder = home / game
    shutil.copytree(GAMES[game], folder)
    text = (folder / "game.yaml").read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return Asked.of_game(folder)


WHOLE: dict[str, str] = {
    "nothing": "    turn: outward\n",
    "upright": "",
    "a label": "    turn: outward\n    cells: {ring2.7: {label: X}}\n",
    "a place": "    turn: outward\n    cells: {place.1: {kind: odd, color: text}}\n",
}
SPOILT: dict[str, str] = {
    "a bridge that is not there": "    cuts: [[ring1.2, ring2.2]]\n",
    "a bridge that leads both ways": "    joins: [[ring1.2, ring2.2, bridge]]\n",
    "a bridge that leads outward": "    joins: [[ring2.2, ring1.2, bridge, one-way]]\n",
    "a bridge that is none": "    joins: [[ring1.2, ring2.2, one-way]]\n",
    "a further bridge": "    joins: [[ring1.1, ring2.1, bridge, one-way]]\n",
    "a start that is not there": "    cells: {start2.4: {blocked: true}}\n",
    "a start of another color": "    cells: {start2.4: {color: player.red}}\n",
    "two colors that change places": "    cells: {start2.4: {color: player.red}, start1.4: {color: player.yellow}}\n",
    "a space of another color": "    cells: {ring2.7: {color: text}}\n",
    "a space of another kind": "    cells: {ring2.7: {kind: odd}}\n",
}


@pytest.mark.parametrize("change", WHOLE)
def test_changes_that_keep_the_symmetry(tmp_path: Path, change: str) -> None:
    assert build_changed_game(tmp_path, "hypnosia", ("    turn: outward\n", WHOLE[change])).both(
        SIXTH
    ) == map_cyclically(COLORS)


@pytest.mark.parametrize("change", SPOILT)
def test_changes_that_break_the_symmetry(tmp_path: Path, change: str) -> None:
    asked = build_changed_game(tmp_path, "hypnosia", ("    turn: outward\n", f"    turn: outward\n{SPOILT[change]}"))
    assert asked.both(f"[{SIXTH}, symmetry('board', 180, 'player')]") == [None, None]
    assert asked.both("orbits('board', 'player', ['red', 'blue'])") == [["red"], ["blue"]]


def test_another_outline_breaks_the_symmetry(tmp_path: Path) -> None:
    old = "start.green.1: {door: r1c0, side: left, shape: triangle"
    asked = build_changed_game(tmp_path, "psychopaths", (old, old.replace("triangle", "square")))
    assert asked.both(QUARTER) is None


def test_only_opposite_seats_are_fair(tmp_path: Path) -> None:
    asked = build_changed_game(tmp_path, "psychopaths", ("star: [r0c0, r0c10, r10c0, r10c10]", "star: [r0c0, r10c10]"))
    assert asked.both(QUARTER) is None
    assert asked.both("orbits('board', 'player', colors('player'))") == [["red", "blue"], ["yellow", "green"]]
    assert asked.both("orbits('board', 'player', ['red', 'yellow', 'green'])") == [["red"], ["yellow"], ["green"]]


def test_colors_have_names(tmp_path: Path) -> None:
    old = 'player.red: {paint: "#C8102E"'
    asked = build_changed_game(tmp_path, "hypnosia", (old, f"{old}, name: Rot"))
    assert asked.both(SIXTH) == map_cyclically(["Rot", *COLORS[1:]])
    assert asked.both("orbits('board', 'player', ['blue', 'Rot'])") == [["blue", "Rot"]]


def test_a_color_that_no_joined_cell_has(tmp_path: Path) -> None:
    asked = build_changed_game(
        tmp_path, "hypnosia", ('      player.red: ["start1.*"]', '      player.red: ["place.*"]')
    )
    assert asked.both("symmetry('board', 360, 'player')") == {color: color for color in COLORS[1:]}
    for world, of in ((asked.data, ""), (asked.sheets, " of the sheets")):
        with pytest.raises(ExpressionError) as error:
            compile_expression("orbits('board', 'player', ['blue', 'red'])")(bind_functions(world))
        assert refusal_facts(error.value) == f"'board'{of} no joined 'red'"


@for_each(
    [
        (("direction: counterclockwise", "direction: clockwise"), "clockwise"),
        (("direction: counterclockwise", "direction: both"), None),
        (("    divisible", "    joins: [[ring1.4, ring1.3, one-way]]\n    divisible"), None),
        (("    divisible", "    joins: [[ring1.3, ring1.4]]\n    divisible"), None),
        (("    divisible", "    cuts: [[ring1.3, ring1.4]]\n    divisible"), None),
        (("    divisible", "    joins: [[ring1.3, ring1.9, one-way]]\n    divisible"), None),
        (('      ring1: ["ring1.*"]', '      ring1: ["ring1.*", start1.1]'), None),
        (('      ring1: ["ring1.*"]', '      ring1: ["ring1.0..8"]'), None),
        (('      ring1: ["ring1.*"]', '      ring1: ["ring1.*", "ring2.*"]'), None),
        (('      ring1: ["ring1.*"]', '      ring1: ["ring1.3"]'), None),
    ]
)
def test_which_way_round(tmp_path: Path, change: tuple[str, str], way: str | None) -> None:
    asked = build_changed_game(tmp_path, "hypnosia", change)
    assert asked.both("circuit('board', 'ring1')") == way


GRID = "  board:\n    kind: board\n    front: a.svg.j2\n    copies: 1\n    areas: {all: ['*']}\n"
ROUND = "[r0c0, r1c0, one-way], [r1c0, r1c1, one-way], [r1c1, r0c1, one-way], [r0c1, r0c0, one-way]"
LINE = "    grid: {columns: 3, rows: 1, cell: 9}\n    joins: [[r0c0, r0c1, one-way], [r0c1, r0c2, one-way], [r0c2, r0c0, one-way]]\n"


@for_each(
    [
        (f"    grid: {{columns: 2, rows: 2, cell: 9}}\n    joins: [{ROUND}]\n", "counterclockwise"),
        (
            "    grid: {columns: 2, rows: 2, cell: 9, diagonal: true}\n    cuts: [[r0c0, r1c1]]\n"
            f"    joins: [{ROUND}, [r1c0, r0c1, corner, one-way]]\n",
            None,
        ),
        (LINE, None),
    ]
)
def test_rounds_by_hand(tmp_path: Path, text: str, way: str | None) -> None:
    assert Asked(tmp_path, GRID + text).both("circuit('board', 'all')") == way


# -- what is wrong on the sheets alone -------------------------------------------------------------------------------


def turn_mark(degrees: float) -> Callable[[Mark], Mark]:
    """Return a change that turns a mark in place, in degrees."""
    c, s = cos(degrees * pi / 180), sin(degrees * pi / 180)

    def turn(mark: Mark) -> Mark:
        a, b, c0, d, e, f = mark.matrix
        return mark._replace(matrix=(a * c + c0 * s, b * c + d * s, c0 * c - a * s, d * c - b * s, e, f))

    return turn


@for_each(
    [
        ("psychopaths", "cell.r0c0", moved(0.04, 0), True),
        ("psychopaths", "cell.r0c0", moved(0, 0.06), False),
        ("psychopaths", "cell.r0c0", turn_mark(90), True),
        ("psychopaths", "cell.r0c0", turn_mark(2), False),
        ("psychopaths", "cell.start.red.1", turn_mark(90), False),
        ("psychopaths", "cell.start.red.1", gone, False),
        ("psychopaths", "cell.nw", gone, True),
        ("psychopaths", "cell.r5c5", turn_mark(45), True),
        ("psychopaths", "cell.r5c6", turn_mark(45), False),
        ("hypnosia", "cell.ring3.4", gone, False),
        ("hypnosia", "cell.start5.2", moved(0.5, 0), False),
        ("hypnosia", "cell.center", turn_mark(60), True),
        ("hypnosia", "cell.center", moved(1, 0), False),
        ("hypnosia", "cell.place.3", moved(1, 0), True),
    ]
)
def test_tolerances_of_a_printed_symmetry(game: str, mark: str, change: Callable[[Mark], Any], same: bool) -> None:
    asked = Asked.of_game(GAMES[game], altered(mark, change))
    degrees = 90 if game == "psychopaths" else 60
    answer = compile_expression(f"symmetry('board', {degrees}, 'player')")(bind_functions(asked.sheets))
    assert (answer is not None) == same


# -- small boards ----------------------------------------------------------------------------------------------------

BOX: Points = ((-1, -1), (1, -1), (1, 1), (-1, 1))
EIGHT = {f"c{k}": (10 + 8 * sin(k * pi / 4), 10 - 8 * cos(k * pi / 4)) for k in range(8)}  # clockwise from above
DISC: Points = tuple((cos(k * pi / 8), sin(k * pi / 8)) for k in range(16))


def make_round_board(colors: str, *joins: Join, kinds: str = "pppppppp") -> Board:
    """Return eight discs in a round, with one in the middle that all lead to."""
    cells = {
        name: Cell(name, x, y, DISC, kind, color)
        for (name, (x, y)), kind, color in zip(EIGHT.items(), kinds, colors, strict=True)
    }
    cells["m"] = Cell("m", 10, 10, DISC)
    return Board(20, 20, cells, (*(Join(name, "m", one_way=True) for name in EIGHT), *joins), {}, {})


def test_candidate_turns() -> None:
    assert list(candidate_turns(make_round_board("rrrrrrrr"))) == [45, 90, 180]
    assert list(candidate_turns(make_round_board("rrrrrrrr", kinds="ppppppqq"))) == [180]
    assert list(candidate_turns(make_round_board("rrrrrrrr", kinds="pppppqqq"))) == []
    assert list(candidate_turns(Board(20, 20, {"m": Cell("m", 10, 10, DISC)}, (), {}, {}))) == []


@for_each(
    [
        ("rgrgrgrg", "rg", ["rg"]),
        ("rrggrrgg", "rg", ["rg"]),
        ("rrbbrrgg", "rbg", ["r", "bg"]),
        ("rrbbrrgg", "rb", ["r", "b"]),
        ("rrrrgggg", "gr", ["gr"]),
        ("rgbyrgby", "rgby", ["rgby"]),
        ("rgbyrgby", "rb", ["rb"]),
        ("rgbyrgby", "rg", ["r", "g"]),
        ("rgbyrxby", "rby", ["r", "b", "y"]),
        ("rrrrrrrg", "rg", ["r", "g"]),
        ("xrxgxrxg", "rg", ["rg"]),
        ("xrzgxrzg", "rg", ["r", "g"]),
        ("aabbccdd", "abcd", ["abcd"]),
        ("abcdefgh", "cebhafdg", ["cebhafdg"]),
        ("abcdefgh", "abdf", ["a", "b", "d", "f"]),
        ("abcdefgh", "abef", ["ae", "bf"]),
        ("abcdefgh", "aceg", ["aceg"]),
    ]
)
def test_seats_round_a_table(colors: str, seats: str, lists: list[str]) -> None:
    """Small letters but x and z are the colors of seats."""
    roles = [color for color in "abcdefghry" if color in colors]
    assert ["".join(each) for each in find_orbits(make_round_board(colors), roles, list(seats))] == lists


def test_colors_that_are_not_of_the_group_stay() -> None:
    assert map_colors(make_round_board("xrzgxrzg"), 90, "rg") is None
    assert map_colors(make_round_board("xrzgxrzg"), 180, "rg") == {"r": "r", "g": "g"}
    assert map_colors(make_round_board("xrzgxrzg"), 90, "rgxz") == {"r": "g", "g": "r", "x": "z", "z": "x"}
    assert map_colors(make_round_board("xrzgxrzg"), 90, "rgx") is None
    assert map_colors(make_round_board("rgrgrgrg"), 45, "") is None
    assert map_colors(make_round_board("xxxxxxxx"), 45, "rg") == {}


def test_a_turn_is_counterclockwise() -> None:
    """The cell above, the first, comes to lie on the left, where the seventh is."""
    assert map_colors(make_round_board("abcdefgh"), 90, "abcdefgh") == dict(zip("abcdefgh", "ghabcdef", strict=True))


def test_two_cells_do_not_come_to_lie_on_one() -> None:
    cells = {name: Cell(name, x, 10, DISC) for name, x in (("a", 5), ("b", 15), ("c", 15.01))}
    onward = Join("a", "b"), Join("a", "c")
    assert map_colors(Board(20, 20, cells, onward[:1], {}, {}), 180, "") == {}
    assert map_colors(Board(20, 20, cells, onward, {}, {}), 180, "") is None


def make_circle(radius: float, corners: int, turn: float = 0) -> Points:
    """Return a regular polygon around the origin; `turn` is in corners."""
    return tuple(
        (radius * cos(2 * pi * (k + turn) / corners), radius * sin(2 * pi * (k + turn) / corners))
        for k in range(corners)
    )


@for_each(
    [
        (BOX, BOX, True),
        (BOX, (*BOX[2:], *BOX[:2]), True),
        (BOX, BOX[::-1], True),
        (BOX, ((-1, -1), (1, 1), (1, -1), (-1, 1)), False),
        (BOX, (*BOX, (-1, 0)), True),
        (BOX, BOX[:3], False),
        (BOX[:3], BOX, False),
        (BOX, ((-1, -1), (1, -1), (1, 1.04), (-1, 1)), True),
        (BOX, ((-1, -1), (1, -1), (1, 1.06), (-1, 1)), False),
        (BOX, ((-1, -1), (1, -1), (1, 1), (0, 0.9), (-1, 1)), False),
        (make_circle(26, 116), make_circle(26, 116, 1 / 3), True),
        (make_circle(26, 116), make_circle(26.04, 116), True),
        (make_circle(26, 116), make_circle(26.07, 116), False),
        (make_circle(26, 116), make_circle(26, 12), False),
    ]
)
def test_equal_outlines(one: Points, other: Points, same: bool) -> None:
    assert is_same_outline(one, other, 0.05) == same
    assert is_same_outline(other, one, 0.05) == same


def test_outlines_are_mostly_compared_by_corners(
    psychopaths: Asked, hypnosia: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a hundred outlines, only the center, whose corners interleave after the turn, is compared with edges."""
    follows, asked = polygon._lies_along, []

    def counted(one: Points, other: Points, near: float) -> bool:
        asked.append(one)
        return follows(one, other, near)

    monkeypatch.setattr(polygon, "_lies_along", counted)
    compile_expression(QUARTER)(bind_functions(psychopaths.data))
    assert len(asked) == 0
    compile_expression(SIXTH)(bind_functions(hypnosia.data))
    assert len(asked) == 2


# -- what cannot be asked, and where to look --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("symmetry('board', '60', 'player')", "symmetry() degrees '60'"),
        ("symmetry('board', true, 'player')", "symmetry() degrees not true"),
        ("symmetry('board', 1e308 + 1e308, 'player')", "symmetry() degrees not inf"),
        ("symmetry('board', 60, 'plyer')", "no color 'plyer' 'player'"),
        ("symmetry('pawn', 60, 'player')", "'pawn' no cells"),
        ("orbits('board', 'player', 'red')", "orbits() list as seats 'red'"),
        ("orbits('board', 'player', [1])", "orbits() list as seats 1"),
        ("orbits('board', 'player', ['red', 'blu'])", "no player 'blu' 'blue'"),
        ("orbits('board', 'player', ['red', 'red'])", "orbits() once 'red' 2"),
        ("orbits('board', 'plyer', ['red'])", "no color 'plyer' 'player'"),
        ("orbits('baord', 'player', ['red'])", "no part 'baord' 'board'"),
    ],
)
def test_refused_calls(hypnosia: Asked, text: str, expected: str) -> None:
    for world in (hypnosia.data, hypnosia.sheets):
        with pytest.raises(ExpressionError) as error:
            compile_expression(text)(bind_functions(world))
        assert refusal_facts(error.value) == expected


@pytest.mark.parametrize("text", [SIXTH, "orbits('board', 'player', ['red', 'blue'])"])
def test_answers_name_their_places_in_the_data(hypnosia: Asked, text: str) -> None:
    compile_expression(text)(bind_functions(hypnosia.data))
    call = hypnosia.data.calls[-1]
    named = {place: path for path, place in hypnosia.game.places.items() if path[:2] == ("parts", "board")}
    assert {named[place][2] for place in call.places()} == {"colors", "rings"}
    assert call.prints
