"""Find numbers that a board prints along a route, but not in its order (GF185)."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set

from generator.check.analysis.drawing import DrawnShape
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.geometry.clearance import depth_in_polygons
from generator.language.plurals import noun_forms
from generator.model.board import Board
from generator.model.picture import Text

_FEWEST = 6  # cells of a route with numbers
_MOST_CELLS = 400  # of a board, and numbers on it
_MOST_ROUTES = 12
_NUMBERED_CELL = re.compile(  # as rules speak of it, in English and German
    r"\b(?:square|space|field|cell|stage|step|Feld|Felder)s? (\d{1,3})\b(?! ?(?:to|through|bis|[-\u2013]) ?\d)"
    r"|\b1 ?(?:to|through|bis|[-\u2013]) ?(\d{1,3})\b",
    re.IGNORECASE,
)

_SENTENCE = re.compile(r"[^.!?\n]++")
_WORD = re.compile(r"[^\W\d_]++")
_NUMBERED_CELLS = re.compile(
    r"\b(?:square|space|field|cell|stage|step|feld|feldern?|case)s? (\d{1,3}(?:(?:, | and | und | et )\d{1,3})*+)\b"
)
_FEWEST_NAMED = 2  # numbers that the rules name, and that are off by one

_Numbers = Mapping[str, DrawnShape]  # by the cell in which they stand


def find_misnumbered_routes(face: Face) -> Iterator[PageFault]:
    """Report numbers of one size that count the cells of a route from its end, or all but one or two of them (GF185).

    A route is not judged if another one has the numbers in their order. Routes that the data declare as numbered are
    checked elsewhere.
    """
    board = face.part.board
    if board is None or face.side == "back" or not 0 < len(board.routes) <= _MOST_ROUTES:
        return
    if len(board.cells) > _MOST_CELLS:
        return
    routes = {
        name: route
        for name, route in board.routes.items()
        if len({*route}) == len(route) >= _FEWEST and name not in board.numbered
    }
    for numbers in _list_numbers(face, board) if routes else ():
        told = [(name, *found) for name, route in routes.items() if (found := _compare(route, numbers))]
        if told and all(fault for _, fault, _ in told):
            name, fault, each = told[0]
            yield PageFault("GF185", "route numbers", f"{fault} of the route {name!r}", each.address, "warning")
            return


def find_routes_from_zero(pages: KitPages) -> Iterator[LocatedFault]:
    """Report, as a note, numbers that count all cells of a route from 0, though the rules name the last (GF185).

    The rules name it if they speak of square 36 of 36, or of 1 to 36, and never of square 0.
    """
    found = _NUMBERED_CELL.findall(pages.game.rules or "")
    said = {int(one or last) for one, last in found}
    for face in pages.faces if said and 0 not in said else ():
        board = face.part.board
        if board is None or face.side == "back" or len(board.cells) > _MOST_CELLS:
            continue
        routes = {name: route for name, route in board.routes.items() if len({*route}) == len(route) in said}
        for numbers in _list_numbers(face, board) if routes else ():
            for name, route in routes.items():
                if all(cell in numbers and _read(numbers[cell]) == at for at, cell in enumerate(route)):
                    cells = f"the cells of the route {name!r} are numbered from 0 to {len(route) - 1}"
                    says = f"{cells}, but the rules speak of {len(route)}; begin at 1"
                    yield face, PageFault("GF185", "from zero", says, numbers[route[0]].address, "note")


def find_shifted_numbers(pages: KitPages) -> Iterator[LocatedFault]:
    """Report, once, a board whose numbers are all one more or less than those that the rules name (GF185).

    The rules name spaces by their numbers in a sentence about as many places: the cells of a kind, or the beginnings of
    routes such as `first-weir` and `second-weir`.
    """
    sentences = [each.casefold() for each in _SENTENCE.findall(pages.game.rules or "")]
    said = [(each, found) for each in sentences if len(found := _read_named(each)) >= _FEWEST_NAMED]
    for face in pages.faces if said else ():
        board = face.part.board
        if board is None or face.side == "back" or len(board.cells) > _MOST_CELLS:
            continue
        places = _list_places(board)
        for numbers in _list_numbers(face, board):
            for sentence, named in said:
                fault = _find_shift(board, places, numbers, {*_WORD.findall(sentence)}, named)
                if fault:
                    yield face, fault
                    return


def _read_named(sentence: str) -> Sequence[int]:
    """Return the numbers of spaces that a sentence names, in order."""
    found = _NUMBERED_CELLS.findall(sentence)
    return sorted({int(number) for some in found for number in re.findall(r"\d+", some)})


def _list_places(board: Board) -> Mapping[str, Sequence[str]]:
    """Return the cells of each kind, and those in which routes of one noun begin, by the kind or noun."""
    places: dict[str, list[str]] = defaultdict(list)
    for cell in board.cells.values():
        places[cell.kind.casefold()].append(cell.id)
    for name, route in board.routes.items():
        if "-" in name and route:
            places[name.casefold().rpartition("-")[2]].append(route[0])
    return {noun: cells for noun, cells in places.items() if noun.isalpha()}


def _find_shift(
    board: Board, places: Mapping[str, Sequence[str]], numbers: _Numbers, words: Set[str], named: Sequence[int]
) -> PageFault | None:
    """Return the fault of numbers that are one off those that a sentence of some words names for places."""
    for noun, cells in places.items():
        shown = sorted(_read(numbers[cell]) for cell in cells if cell in numbers)
        if len(shown) != len(named) or words.isdisjoint(noun_forms(noun)):
            continue
        shifts = {one - other for one, other in zip(named, shown, strict=True)}
        if shifts in ({1}, {-1}):
            first = next(cell for cell in cells if cell in numbers)
            route = next((name for name in board.numbered if first in board.routes.get(name, ())), "")
            listed, printed = (" and ".join(map(str, some)) for some in (named, shown))
            says = f"the rules put the places of {noun!r} at {listed}, but the board numbers them {printed}"
            text = f"{says}; start counting at {'one more' if shifts == {1} else 'one less'}"
            entry = f"numbered.{route}" if route else ""
            return PageFault(
                "GF185", "shifted", text, None if route else numbers[first].address, "warning", entry=entry
            )
    return None


def _list_numbers(face: Face, board: Board) -> Iterator[_Numbers]:
    """Yield the numbers of each size of letters, by cells; sizes with two numbers in a cell are left out."""
    sizes: dict[float, dict[str, DrawnShape]] = defaultdict(dict)
    twice: set[float] = set()
    numbers = [each for each in face.drawing.shapes if isinstance(each.shape, Text) and each.shape.text.isdecimal()]
    for each in numbers[:_MOST_CELLS]:
        assert isinstance(each.shape, Text)
        cell, size = _find_cell(board, each), each.shape.size
        if cell and sizes[size].setdefault(cell, each) is not each:
            twice.add(size)
    yield from (found for size, found in sizes.items() if size not in twice and len(found) >= _FEWEST)


def _find_cell(board: Board, each: DrawnShape) -> str:
    left, top, right, bottom = each.box or (0.0, 0.0, 0.0, 0.0)
    x, y = (left + right) / 2, (top + bottom) / 2
    near = (
        cell for cell in board.cells.values() if cell.box[0] <= x <= cell.box[2] and cell.box[1] <= y <= cell.box[3]
    )
    return next((cell.id for cell in near if depth_in_polygons((cell.board_points,), x, y) > 0), "")


def _compare(route: Sequence[str], numbers: _Numbers) -> tuple[str, DrawnShape] | None:
    """Return how numbers differ from the order of a route, empty if they do not, and the first that does.

    None for numbers that have nothing to do with the route.
    """
    shown = [(at, _read(numbers[cell])) for at, cell in enumerate(route) if cell in numbers]
    if len(shown) < max(_FEWEST, len(route) - 2):
        return None
    first = numbers[route[shown[0][0]]]
    starts = [value - at for at, value in shown]
    start = max({*starts}, key=starts.count)
    odd = [(at, value) for at, value in shown if value - at != start]
    if not odd:
        return "", first
    if len({value + at for at, value in shown}) == 1:
        return f"the numbers count from {shown[0][1]} down to {shown[-1][1]} along the cells", first
    if len(odd) > 2 or len(shown) < 2 * _FEWEST:
        return None
    at, value = odd[0]
    return f"{value} is printed in {route[at]!r}, where {start + at} comes next along the cells", numbers[route[at]]


def _read(each: DrawnShape) -> int:
    assert isinstance(each.shape, Text)
    return int(each.shape.text)
