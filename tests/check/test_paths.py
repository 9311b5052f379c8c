"""Claims about path cards: Psychopaths against its facts, and each answer against an independent computation."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, permutations
from math import cos, pi, sin
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.check.analysis.card_ports import (
    PortContact,
    count_sides_apart,
    find_contact,
    must_cross,
    normalize_turns,
)
from generator.check.claims.context import ClaimContext
from generator.check.claims.evaluation import bind_functions
from generator.check.claims.sandbox import compile_expression
from generator.geometry.matrix import invert_matrix, multiply_matrices
from generator.geometry.types import Outline
from generator.language.expressions import ExpressionError
from generator.model.board import Cell
from generator.model.finding import DataError
from generator.model.game import PathLine, Port
from generator.model.printed import Mark, ReadPiece
from tests.check.kit import refusal_facts
from tests.check.printed import Asked, altered, gone, moved
from tests.samples import WHOLE, for_each, sample

FOLDER = Path(__file__).parents[2] / "layouts" / "psychopaths"
SLOTS = {"nw": (1, 1), "ne": (1, 7), "se": (7, 7), "sw": (7, 1)}  # the first row and column of each
PATTERNS = {
    "a": ("0-2 1-3 4-7 5-6", "red yellow green blue"),
    "b": ("0-2 1-7 3-4 5-6", "red yellow blue green"),
    "c": ("0-2 1-4 3-7 5-6", "red green yellow blue"),
    "d": ("0-4 1-2 3-6 5-7", "red green blue yellow"),
    "e": ("0-2 1-4 3-6 5-7", "red blue yellow green"),
    "f": ("0-3 1-4 2-7 5-6", "red blue green yellow"),
}
COLORS = ("red", "yellow", "green", "blue")
Change = Callable[[list[ReadPiece]], list[ReadPiece]]


@pytest.fixture(scope="module")
def asked() -> Asked:
    """Give the game, to be asked."""
    return Asked.of_game(FOLDER)


def list_card_lines(name: str, shift: int) -> list[list[Any]]:
    """Return the lines of a card as the table of patterns has them."""
    lines, order = (words.split() for words in PATTERNS[name])
    return [[*map(int, line.split("-")), order[(k + shift) % 4]] for k, line in enumerate(lines)]


def list_port_squares(slot: str) -> list[str]:
    """Return the squares beside the ports, clockwise from the upper left."""
    r, c = SLOTS[slot]
    at = [(-1, 0), (-1, 2), (0, 3), (2, 3), (3, 2), (3, 0), (2, -1), (0, -1)]
    return [f"r{r + down}c{c + across}" for down, across in at]


# -- Psychopaths ------------------------------------------------------------------------------------------------------


def test_the_lines_of_the_deck(asked: Asked) -> None:
    assert asked.both("lines('path')") == [
        line for name in PATTERNS for k in range(4) for line in list_card_lines(name, k)
    ]
    for name in PATTERNS:
        assert asked.both(f"lines('path', id='{name}', shift=3)") == list_card_lines(name, 3)
    assert asked.both("lines('path', shift=4)") == []
    assert asked.both("count('path', shift=2)") == 6


def test_four_lines_of_four_colors_at_eight_ports(asked: Asked) -> None:
    assert asked.both("ends('path')") == [[0, 1, 2, 3, 4, 5, 6, 7]]
    assert asked.both("inks('path')") == [["blue", "green", "red", "yellow"]]


def test_no_two_cards_are_the_same(asked: Asked) -> None:
    assert asked.both("distinct('path')") == 24
    assert asked.both("distinct('path', id='c')") == 4


def test_the_deck_is_even(asked: Asked) -> None:
    assert asked.both("crossings('path', shift=0)") == [1, 1, 2, 2, 3, 3]
    assert asked.both("crossings('path')") == [each for each in (1, 1, 2, 2, 3, 3) for _ in range(4)]
    assert asked.both("spans('path')") == [0, 64, 32]
    for color in COLORS:
        assert asked.both(f"spans('path', color='{color}')") == [0, 16, 8]


def test_each_port_meets_a_square_of_its_own(asked: Asked) -> None:
    assert asked.both("slots('board')") == list(SLOTS)
    every = [asked.both(f"ports('board', '{slot}')") for slot in SLOTS]
    assert every == [list_port_squares(slot) for slot in SLOTS]
    assert len({cell for cells in every for cell in cells}) == 32


def test_a_card_fits_its_slot_in_all_orientations(asked: Asked) -> None:
    for slot in SLOTS:
        assert asked.both(f"offset('board', '{slot}')") == 0
        assert asked.both(f"trim('path').width <= cell('board', '{slot}').width - 1")


@pytest.mark.parametrize("slot", SLOTS)
def test_squares_that_a_card_joins_in_each_orientation(asked: Asked, slot: str) -> None:
    cells = list_port_squares(slot)
    for quarters in range(-1, 5):
        on = [cells[(port + 2 * quarters) % 8] for port in range(8)]
        for name in PATTERNS:
            joined = [[on[one], on[other], color] for one, other, color in list_card_lines(name, 1)]
            assert asked.both(f"paths('board', '{slot}', 'path', '{name}-1', {quarters})") == joined


@pytest.mark.parametrize("slot", SLOTS)
def test_steps_saved_by_paths(asked: Asked, slot: str) -> None:
    assert asked.both(f"saved('board', '{slot}')") == [[2, 24], [4, 32], [6, 32], [8, 8]]


# -- against other reckonings -----------------------------------------------------------------------------------------


def iter_matchings(ports: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield each way to join all ports by pairs."""
    if not ports:
        yield []
    for other in ports[1:]:
        for rest in iter_matchings([port for port in ports[1:] if port != other]):
            yield [(ports[0], other), *rest]


EVERY = list(iter_matchings(list(range(8))))
ACROSS = [pairs for pairs in EVERY if not {(0, 1), (2, 3), (4, 5), (6, 7)} & {*pairs}]


@for_each([(EVERY, False, 105, 35), (ACROSS, False, 60, 22), (EVERY, True, 2520, 636), (ACROSS, True, 1440, 366)])
def test_number_of_possible_cards(drawn: list[list[tuple[int, int]]], colors: bool, number: int, turned: int) -> None:
    """Numbers of Burnside's lemma: (105 + 5 + 25 + 5) / 4 = 35, (2520 + 24 + 0 + 0) / 4 = 636."""
    inks = list(permutations(COLORS)) if colors else [("red",) * 4]
    cards = [
        [PathLine(*pair, ink) for pair, ink in zip(pairs, order, strict=True)] for pairs in drawn for order in inks
    ]
    assert len(cards) == number
    assert len({normalize_turns(card, 8) for card in cards}) == turned


def test_lines_cross_where_chords_of_a_circle_do() -> None:
    spot = [(cos(pi * k / 4), sin(pi * k / 4)) for k in range(8)]

    def side(one: int, other: int, point: int) -> bool:
        (x1, y1), (x2, y2), (x, y) = spot[one], spot[other], spot[point]
        return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0

    found = 0
    for pairs in EVERY:
        for (a, b), (c, d) in combinations(pairs, 2):
            both = side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)
            assert must_cross(PathLine(a, b, ""), PathLine(c, d, "")) is both
            found += both
    assert found == 210


def test_sides_between_two_ports() -> None:
    far = {(a, b): count_sides_apart(PathLine(a, b, ""), 8) for a, b in combinations(range(8), 2)}
    for (a, b), apart in far.items():
        assert apart == [0, 1, 2, 1][(b // 2 - a // 2) % 4]
    assert count_sides_apart(PathLine(0, 3, ""), 4) == 1


LAID = """\
  board:
    kind: board
    front: a.svg.j2
    copies: 1
    grid: {columns: 3, rows: 3, cell: 20}
    slots: {middle: {cells: [r1c1], part: path}, corner: {cells: [r2c2]}}
    joins: [[r0c1, r0c2, side, one-way], [r0c2, r1c2, side, one-way]]
    cuts: [[r0c0, r1c0], [r1c0, r2c0], [r2c0, r2c1]]
  path: {kind: path, front: a.svg.j2, size: 19, ports: [0], colors: player, copies: 2, shifts: SHIFTS, rows: [ROWS]}
  gem: {kind: token, front: a.svg.j2, diameter: 14, copies: 2}
"""
ONE = "{id: x, lines: [0-1, 2-3], order: [red, blue]}"


def build_small_game(home: Path, rows: str = ONE, change: Change = lambda seen: seen, shifts: str = "[0]") -> Asked:
    """Return a board with one slot and cards of these rows, to be asked."""
    return Asked(home, LAID.replace("ROWS", rows).replace("SHIFTS", shifts), change)


def test_the_shorter_way_where_joins_are_one_way(tmp_path: Path) -> None:
    """One line of the card can be walked only from r0c1 to r1c2, in 2 steps; the other ends at a cell without joins."""
    assert build_small_game(tmp_path).both("saved('board', 'middle')") == [[2, 1], [None, 1]]
    other = build_small_game(tmp_path, "{id: x, lines: [0-3, 1-2], order: [red, red]}")
    assert other.both("saved('board', 'middle')") == [[None, 2]]
    against = LAID.replace("[r0c1, r0c2, side,", "[r0c2, r0c1, side,").replace(
        "[r0c2, r1c2, side,", "[r1c2, r0c2, side,"
    )
    home = tmp_path / "against"
    home.mkdir()
    back = Asked(home, against.replace("ROWS", ONE).replace("SHIFTS", "[0]"))
    assert back.both("saved('board', 'middle')") == [[2, 1], [None, 1]]


def build_slot_game(
    home: Path, cells: str, ports: str, change: Change = lambda seen: seen, beside: str = "r0c0"
) -> Asked:
    """Return a board with a slot of some cells, whose cards have a port or more on each side."""
    lines = [f"{one}-{one + 1}" for one in range(0, 4 * (1 + ports.count(",")), 2)]
    row = f"{{id: x, lines: [{', '.join(lines)}], order: [{', '.join(['red'] * len(lines))}]}}"
    return Asked(
        home,
        f"""\
  board:
    kind: board
    front: a.svg.j2
    copies: 1
    grid: {{columns: 6, rows: 6, cell: 20}}
    slots: {{mine: {{cells: [{cells}], part: path}}, beside: {{cells: [{beside}], part: path}}}}
  path: {{kind: path, front: a.svg.j2, size: 20, ports: {ports}, colors: player, copies: 1, rows: [{row}]}}
""",
        change,
    )


def test_ports_that_are_not_in_the_middle_of_a_side(tmp_path: Path) -> None:
    """Counted clockwise: to the left above, below on the right."""
    asked = build_slot_game(tmp_path, "r2c2..3, r3c2..3", "[-8]")
    assert asked.both("ports('board', 'mine')") == ["r1c2", "r2c4", "r4c3", "r3c1"]
    assert asked.both("offset('board', 'mine')") == 2
    assert build_slot_game(tmp_path, "r2c2..3, r3c2..3", "[8]").both("offset('board', 'mine')") == 2
    # an offset from the port adds to that or is subtracted
    for by in (-0.25, 0.25):
        one, other = redraw_through((2 + by, 0), (20, 2 + by)), redraw_through((18 - by, 20), (0, 18 - by))
        seen = build_slot_game(tmp_path, "r2c2..3, r3c2..3", "[-8]", partial(change_both_lines, one=one, other=other))
        assert seen.of_sheets("offset('board', 'mine')") == 2 + by
    blank = build_slot_game(tmp_path, "r2c2..3, r3c2..3", "[-8]", lambda seen: change_both_lines(seen, gone, gone))
    with pytest.raises(ExpressionError) as caught:
        compile_expression("offset('board', 'mine')")(bind_functions(blank.sheets))
    assert refusal_facts(caught.value) == "no line 'path'"


def change_both_lines(
    seen: list[ReadPiece], one: Callable[[Mark], Mark | None], other: Callable[[Mark], Mark | None]
) -> list[ReadPiece]:
    """Return the printed pieces with both lines of the only card changed."""
    return list(altered("line.2-3", other)(list(altered("line.0-1", one)(seen))))


def test_a_slot_that_is_not_square(tmp_path: Path) -> None:
    asked = build_slot_game(tmp_path, "r2c2..3", "[-8]")
    assert asked.both("ports('board', 'mine')") == ["r1c2", "r2c4", "r3c3", "r2c1"]


def test_ports_that_meet_another_slot(tmp_path: Path) -> None:
    asked = build_slot_game(tmp_path, "r2c2..3, r3c2..3", "[-8]", beside="r2c4")
    with pytest.raises(ExpressionError) as caught:
        asked.both("ports('board', 'mine')")
    assert refusal_facts(caught.value) == "1 'path' no cell 'mine'"


# a cell round a slot of 20 x 20 mm, open to the left; its arms are 10 mm wide
ROUND = ((-20, -20), (20, -20), (20, 20), (-20, 20), (-20, 10), (10, 10), (10, -10), (-20, -10))


@for_each([(0, 1, PortContact("c", 9)), (1, 1, PortContact("c", 4)), (2, 1, PortContact("c", -1)), (3, 1, None), (0, 1.5, None), (0, 1.09, PortContact("c", 9.45))])  # fmt: skip
def test_a_cell_around_a_slot(number: int, wider: float, met: PortContact | None) -> None:
    """The side that the port meets counts, not the part of the cell behind the slot."""
    port = [Port(0, 14, 0, 0, 1), Port(1, 20, 14, -1, 0), Port(2, 6, 20, 0, -1), Port(3, 0, 6, 1, 0)][number]
    slot = Cell("s", 0, 0, ((-10, -10), (10, -10), (10, 10), (-10, 10)))
    cell = Cell("c", 0, 0, tuple((x * wider, y * wider) for x, y in ROUND))
    found = find_contact([slot, cell], slot, Outline(20, 20), port)
    assert (found and (found.cell, round(found.off, 9))) == met


def test_copies_are_one_card_and_turned_cards_another_copy(tmp_path: Path) -> None:
    twice = build_small_game(tmp_path, f"{ONE}, {{id: y, lines: [1-2, 0-3], order: [red, blue]}}")
    assert twice.both("count('path')") == 4
    assert twice.both("distinct('path')") == 1
    # the pattern turns into itself by halves, and so do its colors once they are moved on
    assert build_small_game(tmp_path, shifts="[0, 1]").both("distinct('path')") == 1
    assert build_small_game(tmp_path, ONE.replace("2-3", "3-2"), shifts="[0, 1]").both("count('path')") == 4
    assert twice.both("lines('path', id='y')") == [[1, 2, "red"], [0, 3, "blue"]]
    assert twice.both("spans('path', color='red')") == [0, 2, 0]
    assert twice.both("spans('path', color='blue')") == [0, 2, 0]


@for_each(
    [
        ("lines('gem')", "'gem' no lines"),
        ("lines('path', shft=1)", "'path' no column 'shft' 'shift'"),
        ("one('path', shift=0)", "'path' no column 'shift' 'id' 'lines' 'order'"),
        ("spans('path', color='green')", "no player 'green' 'blue' 'red'"),
        ("slots('gem')", "'gem' no cells"),
        ("ports('board', 'midle')", "'board' no slot 'midle' 'middle'"),
        ("ports('board', 'corner')", "'board' does not say 'corner'"),
        ("saved('board', 'corner')", "'board' does not say 'corner'"),
        ("paths('board', 'corner', 'path', 'x-0', 0)", "1 'path' no cell 'corner'"),
        ("paths('board', 'middle', 'gem', '1', 0)", "'gem' no lines"),
        ("paths('board', 'middle', 'path', 'x', 0)", "'path' no card 'x' 'x-0'"),
        ("paths('board', 'middle', 'path', 'x-0', 0.5)", "paths() quarters 0.5"),
        ("paths('board', 'middle', 'path', 'x-0', true)", "paths() quarters not true"),
    ]
)
def test_refused_calls(tmp_path: Path, text: str, expected: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        compile_expression(text)(bind_functions(build_small_game(tmp_path).data))
    assert refusal_facts(caught.value) == expected


def test_a_slot_refuses_another_part(tmp_path: Path) -> None:
    text = LAID.replace("ROWS", ONE).replace("SHIFTS", "[0]")
    spare = "  spare: {kind: path, front: a.svg.j2, size: 9, ports: [0], colors: player, copies: 1, rows: [ROWS]}\n"
    asked = Asked(tmp_path, text + spare.replace("ROWS", ONE))
    assert asked.both("ports('board', 'middle')") == ["r0c1", "r1c2", "r2c1", "r1c0"]
    with pytest.raises(ExpressionError) as caught:
        asked.both("paths('board', 'middle', 'spare', 'x-0', 0)")
    assert refusal_facts(caught.value) == "'path' belongs 'middle' 'board' 'spare'"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("lines('path', id='b')", ["b, lines: [", ", order: [", "shifts: ["]),
        ("crossings('path', id='b', shift=1)", ["b, lines: ["]),
        ("inks('path', id='b')", ["b, lines: [0-2, 1-7, 3-4, 5-6], order: ["]),
        ("paths('board', 'nw', 'path', 'b-2', 0)", ["b, lines: [", ", order: [", "shifts: [", "nw: {cells: ["]),
        ("ports('board', 'nw')", ["nw: {cells: [", "grid: {columns: 1"]),
        ("offset('board', 'nw')", ["ports: [", "nw: {cells: [", "grid: {columns: 1"]),
    ],
)
def test_answers_name_their_places_in_the_data(asked: Asked, text: str, words: list[str]) -> None:
    data = (FOLDER / "game.yaml").read_text(encoding="utf-8").partition("\nclaims:")[0]
    asked.data.calls.clear()
    compile_expression(text)(bind_functions(asked.data))
    (call,) = asked.data.calls
    at = 0
    for place, word in zip(call.places(), words, strict=False):
        at = data.index(word, at if word[0] == "," else 0) + len(word) - 1
        assert (place.line, place.column) == (data.count("\n", 0, at) + 1, at - data.rfind("\n", 0, at))
    assert len(call.places()) >= len(words)


# -- the sheets -------------------------------------------------------------------------------------------------------


def redraw_through(*ends: tuple[float, float]) -> Callable[[Mark], Mark]:
    """Return a change that draws a line through other points of the card."""
    return lambda mark: mark._replace(points=tuple((200 - y, 10 + x) for x, y in ends))


def shift_line(dx: float, dy: float) -> Callable[[Mark], Mark]:
    """Return a change that moves a line on the card, mm."""
    back = invert_matrix((0, 1, -1, 0, 200, 10))
    assert back is not None

    def change(mark: Mark) -> Mark:
        ends = [multiply_matrices(back, (1, 0, 0, 1, *point))[4:] for point in mark.points]
        return redraw_through(*((x + dx, y + dy) for x, y in ends))(mark)

    return change


def test_a_missing_line() -> None:
    asked = Asked.of_game(FOLDER, altered("line.1-3", gone, "a-1"))
    assert asked.of_sheets("lines('path', id='a', shift=1)") == [
        each for each in list_card_lines("a", 1) if each[0] != 1
    ]
    assert asked.of_sheets("ends('path')") == [[0, 1, 2, 3, 4, 5, 6, 7], [0, 2, 4, 5, 6, 7]]
    assert asked.of_sheets("inks('path')") == [["blue", "green", "red", "yellow"], ["blue", "red", "yellow"]]
    assert asked.of_sheets("spans('path', color='green')") == [0, 15, 8]
    assert asked.of_sheets("saved('board', 'se')") == [[2, 24], [4, 31], [6, 32], [8, 8]]
    assert asked.of_sheets("paths('board', 'nw', 'path', 'a-1', 0)") == [
        [list_port_squares("nw")[one], list_port_squares("nw")[other], color]
        for one, other, color in list_card_lines("a", 1)
        if one != 1
    ]


def test_a_line_that_leads_to_another_port() -> None:
    asked = Asked.of_game(FOLDER, altered("line.1-3", redraw_through((49.5, 0), (59, 9.5)), "a-1"))
    assert asked.of_sheets("lines('path', id='a', shift=1)")[1] == [1, 2, "green"]
    assert asked.of_sheets("crossings('path', id='a')") == [1, 0, 1, 1]
    assert asked.of_sheets("saved('board', 'ne')") == [[2, 25], [4, 31], [6, 32], [8, 8]]


@for_each([(0.01, 0), (0.04, 0.04), (0.3, 0.3), (-0.3, 0.3)])
def test_a_line_that_is_drawn_beside_its_ports(by: float, off: float) -> None:
    asked = Asked.of_game(FOLDER, altered("line.0-4", shift_line(by, 0), "d-2"))
    answer = compile_expression("offset('board', 'sw')")
    assert answer(bind_functions(asked.data)) == 0
    assert answer(bind_functions(asked.sheets)) == off
    found = compile_expression("lines('path', id='d', shift=2)|length")
    assert found(bind_functions(asked.sheets)) == (4 if off < 0.05 else 3)


def test_slots_lie_where_they_are_printed() -> None:
    asked = Asked.of_game(FOLDER, altered("cell.nw", moved(0, 0.3)))
    assert asked.of_sheets("offset('board', 'nw')") == 0.3
    assert asked.both("offset('board', 'ne')") == 0
    # a line that ends 0.2 mm beside a port at the right: turned by a quarter that comes upon the 0.3 mm above the slot
    both = altered("line.3-6", shift_line(0, 0.2), "d-2")
    more = Asked.of_game(FOLDER, lambda seen: list(both(list(altered("cell.nw", moved(0, 0.3))(seen)))))
    assert more.of_sheets("offset('board', 'nw')") == 0.5
    assert asked.both("ports('board', 'nw')") == list_port_squares("nw")
    # a square to the right on the board, which lies turned by a quarter on the paper; to the left of it is nothing then
    away = Asked.of_game(FOLDER, altered("cell.nw", moved(0, 20)))
    with pytest.raises(ExpressionError) as caught:
        compile_expression("ports('board', 'nw')")(bind_functions(away.sheets))
    assert refusal_facts(caught.value) == "6 'path' no cell 'nw'"
    lost = Asked.of_game(FOLDER, altered("cell.nw", gone))
    assert lost.of_sheets("slots('board')") == ["ne", "se", "sw"]
    with pytest.raises(ExpressionError) as caught:
        compile_expression("ports('board', 'nw')")(bind_functions(lost.sheets))
    assert refusal_facts(caught.value) == "not print 'nw' 'board'"


def test_a_square_beside_a_slot_that_is_not_printed() -> None:
    asked = Asked.of_game(FOLDER, altered("cell.r1c4", gone))
    with pytest.raises(ExpressionError) as caught:
        compile_expression("ports('board', 'nw')")(bind_functions(asked.sheets))
    assert refusal_facts(caught.value) == "2 'path' no cell 'nw'"


def test_cards_that_are_not_printed(tmp_path: Path) -> None:
    one = Asked.of_game(FOLDER, lambda seen: [face for face in seen if face.design != "e-3"])
    assert one.of_sheets("distinct('path')") == 23
    assert one.of_sheets("lines('path', id='e', shift=3)") == []
    with pytest.raises(ExpressionError) as caught:
        compile_expression("paths('board', 'nw', 'path', 'e-3', 0)")(bind_functions(one.sheets))
    assert refusal_facts(caught.value) == "not print 'e-3' 'path'"
    second = build_small_game(tmp_path, change=lambda seen: [altered("line.0-1", gone)([face])[0] if face.copy == 2 and face.part == "path" else face for face in seen])  # fmt: skip
    assert second.of_sheets("lines('path')") == [[2, 3, "blue"]]


# -- every slip of the pen --------------------------------------------------------------------------------------------

QUESTIONS = [
    "lines('path')",
    "ends('path')",
    "inks('path')",
    "distinct('path')",
    "crossings('path')",
    *(f"spans('path', color='{color}')" for color in COLORS),
    "saved('board', 'nw')",
    *(f"paths('board', 'nw', 'path', '{name}-0', {quarters})" for name in PATTERNS for quarters in (0, 1)),
]


def iter_slips() -> Iterator[tuple[str, str]]:
    """Yield each pattern with an end of one line and an end of another exchanged, and with two colors exchanged."""
    for name, (lines, order) in PATTERNS.items():
        pairs = [line.split("-") for line in lines.split()]
        for (one, two), end in ((each, end) for each in combinations(range(4), 2) for end in (0, 1)):
            moved = [list(pair) for pair in pairs]
            moved[one][1], moved[two][end] = moved[two][end], moved[one][1]
            yield name, f"lines: [{', '.join('-'.join(pair) for pair in moved)}]"
        for one, two in combinations(range(4), 2):
            colors = order.split()
            colors[one], colors[two] = colors[two], colors[one]
            yield name, f"order: [{', '.join(colors)}]"
        for at in range(8):
            ends = [end for pair in pairs for end in pair]
            ends[at] = str((int(ends[at]) + 1) % 8)
            yield name, f"lines: [{', '.join('-'.join(ends[k : k + 2]) for k in range(0, 8, 2))}]"


def test_every_slip_in_the_patterns_is_caught(tmp_path: Path, asked: Asked) -> None:
    text = (FOLDER / "game.yaml").read_text(encoding="utf-8").partition("\nrules:")[0]
    folder = tmp_path / "psychopaths"
    folder.mkdir()
    sound = [compile_expression(question)(bind_functions(asked.data)) for question in QUESTIONS]
    refused = caught = 0
    slips = sample(iter_slips(), 20)
    for name, slip in slips:
        key = slip.partition(":")[0]
        whole, _, order = (words.replace(" ", ", ") for words in (PATTERNS[name][0], "", PATTERNS[name][1]))
        old = f"{key}: [{whole if key == 'lines' else order}]"
        row = next(line for line in text.splitlines() if f"{{id: {name}, lines:" in line)
        assert old in row
        (folder / "game.yaml").write_text(text.replace(row, row.replace(old, slip)), encoding="utf-8")
        try:
            changed = Asked.of_game(folder)
        except DataError as error:
            refused += {finding.code for finding in error.findings} == {"GF006"}
            continue
        answers = [compile_expression(question)(bind_functions(changed.data)) for question in QUESTIONS]
        assert answers[0] != sound[0], slip
        # apart from the lines themselves, some answer about what they join differs
        assert answers[1:] != sound[1:], slip
        caught += 1
    assert refused + caught == len(slips)
    if WHOLE:
        assert (refused, caught) == (6 * 8, 6 * 18)


RESTS_ON = {
    **dict.fromkeys(("lines", "ends", "inks", "distinct", "crossings", "spans"), ("('path')", {"path"})),
    **dict.fromkeys(("saved", "offset"), ("('board', 'middle')", {"path", "board"})),
    "ports": ("('board', 'middle')", {"board"}),
    "slots": ("('board')", {"board"}),
}


def test_claims_about_what_is_not_printed_rest_on_data(tmp_path: Path) -> None:
    asked = build_small_game(tmp_path)
    for unprinted in ("path", "board"):
        parts = tuple(replace(part, is_printed=part.id != unprinted) for part in asked.parts)
        seen = [piece for piece in asked.sheets.seen or () if piece.part != unprinted]
        ids = frozenset(part.id for part in parts if part.is_printed)
        sheets = ClaimContext("sheets", asked.game, parts, seen, ids)
        for name, (arguments, rests_on) in RESTS_ON.items():
            compile_expression(name + arguments)(bind_functions(sheets))
            assert sheets.calls[-1].prints is (rests_on != {unprinted}), (name, unprinted)
