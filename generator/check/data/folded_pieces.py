"""Check folded pieces: the numbers on dice, nets that stay open, and boxes that are a little too small."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from math import hypot
from typing import Any

from generator.geometry.solids import find_meeting_edges
from generator.geometry.tolerances import PIP_ALIGNMENT
from generator.geometry.types import Point
from generator.language.plurals import count_noun
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part
from generator.model.net import fold_panels

_COIN, _TETRAHEDRON, _TEN = 2, 4, 10  # faces
GridSquare = tuple[int, int]
# the cube's sides as it lies: below, above, north, south, east, west; opposite sides differ in the last bit
CubeSides = tuple[int, int, int, int, int, int]


def find_opposite_faces(middles: Sequence[Point]) -> list[int | None]:
    """Return the number of the square opposite each, given their middles; None for all if they fold to no cube.

    A cube is rolled over the net from square to square: the side that lands on a square becomes that face.
    """
    none: list[int | None] = [None] * len(middles)
    squares = _place_on_grid(middles)
    if len(squares) != 6 or len(middles) != 6:
        return none
    found: dict[GridSquare, CubeSides] = {}
    _roll_cube((0, 1, 2, 3, 4, 5), (0, 0), squares, found)
    faces = {sides[0]: squares[at] for at, sides in found.items()}
    if len(faces) != 6:
        return none
    return [faces[side ^ 1] for number in range(6) for side, square in faces.items() if square == number]


def _place_on_grid(middles: Sequence[Point]) -> dict[GridSquare, int]:
    """Return the squares by column and row, counted from the first; nothing if they lie on no grid."""
    ways = [(x - middles[0][0], y - middles[0][1]) for x, y in middles]
    apart = [(hypot(x2 - x1, y2 - y1), x2 - x1, y2 - y1) for x1, y1 in ways for x2, y2 in ways]
    pitch, dx, dy = min((each for each in apart if each[0] > PIP_ALIGNMENT), default=(0.0, 0.0, 0.0))
    if not pitch:
        return {}
    on = [((x * dx + y * dy) / pitch**2, (y * dx - x * dy) / pitch**2) for x, y in ways]
    if any(abs(value - round(value)) > PIP_ALIGNMENT for pair in on for value in pair):
        return {}
    return {(round(column), round(row)): number for number, (column, row) in enumerate(on)}


def _roll_cube(
    sides: CubeSides, at: GridSquare, squares: Collection[GridSquare], found: dict[GridSquare, CubeSides]
) -> None:
    """Record how the cube lies on a square, and roll it on to the squares around."""
    if at not in squares or at in found:
        return
    found[at] = sides
    below, above, north, south, east, west = sides
    column, row = at
    _roll_cube((east, west, north, south, above, below), (column + 1, row), squares, found)
    _roll_cube((west, east, north, south, below, above), (column - 1, row), squares, found)
    _roll_cube((north, south, above, below, east, west), (column, row - 1), squares, found)
    _roll_cube((south, north, below, above, east, west), (column, row + 1), squares, found)


def check_dice(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report each die with the numbers 1 to n, or 0 to 9, that is not numbered as usual (GF122, a warning).

    Opposite faces must have the same sum, and no number may be there twice in place of another.
    """
    told: set[Place] = set()
    for part in parts:
        rows = {id(row.values): row for row in game.rows.get(part.id, ()) if "faces" in row.values}
        for design in part.designs if part.traits.thrown else ():
            values = [panel.value for panel in design.net.panels] if design.net else []
            row = rows.get(id(design.values.get("row")))
            place = row.place("faces") if row else game.place("parts", part.id, "faces")
            if place in told or not (wrong := _describe_numbering_fault(values)):
                continue
            told.add(place)
            yield Finding("GF122", place, f"{part.id} {design.id}: {wrong}", "warning")


def _describe_numbering_fault(values: Sequence[Any]) -> str:
    """Return what is unusual about a die that has all its usual numbers, or all but one, empty if nothing is."""
    count = len(values)
    usual = next((each for each in _usual_numbers(count) if _is_nearly(values, each)), None)
    if usual is None:
        return ""
    low, high = usual[0], usual[-1]
    names = Counter(values)
    if len(names) < count:
        twice, gone = max(names, key=names.__getitem__), next(each for each in usual if each not in names)
        return f"a die of {low} to {high} has each number once, but {twice} appears twice and {gone} is missing"
    pairs = zip(values[::2], values[1::2], strict=True) if count != _TETRAHEDRON else ()
    odd = " and ".join(f"{one} is opposite {other}" for one, other in pairs if one + other != low + high)
    return f"opposite faces of a numbered die add up to {low + high}, but here {odd}" if odd else ""


def _usual_numbers(count: int) -> Iterator[range]:
    """Yield the numbers that a die of so many faces usually has; a coin has none."""
    if count > _COIN:
        yield range(1, count + 1)
    if count == _TEN:
        yield range(count)


def _is_nearly(values: Sequence[Any], usual: range) -> bool:
    """Return whether the values are the usual ones, or all of them but one."""
    plain = {value for value in values if type(value) is int}
    return len(plain) == len({*values}) >= len(usual) - 1 and plain <= {*usual}


def check_open_nets(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report, as a note, each net that stays open at some edges when folded, unless its data say so (GF347)."""
    for part in parts:
        data: Any = game.parts[part.id]
        net = part.designs[0].whole_net
        if not part.traits.free or data.closed is not None or net is None:
            continue
        open_edges = [name for name, _, others in find_meeting_edges(fold_panels(net)) if len(others) != 1]
        if open_edges:
            text = (
                f"once folded, {part.id!r} is open at {count_noun(len(open_edges), 'edge')}, such as {open_edges[0]!r}"
            )
            advice = "write `closed: false` if it should stay open, or `closed: true` to list each open edge"
            yield Finding("GF347", game.place("parts", part.id), f"{text}; {advice}", "note")


_NEARLY = 1.1  # times its room: a piece that is larger is not meant to be in the box


def check_box_sizes(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report, as a note, each box whose inner size is nearly that of cards or tiles, but less (GF138)."""
    for box in (part for part in parts if part.traits.holds):
        inner = getattr(game.parts[box.id], "inner", None) or ()
        for part in parts:
            size = sorted((part.outline.width, part.outline.height))
            if part.traits.held and _fits(size, inner, _NEARLY) and not _fits(size, inner, 1.0):
                room = " x ".join(f"{each:g}" for each in inner)
                says = (
                    f"this box is {room} mm inside, a little too small for {part.id!r}, of {size[0]:g} x {size[1]:g} mm"
                )
                place = game.place("parts", box.id, "inner")
                yield Finding("GF138", place, f"parts.{box.id}: {says}; make it larger if it is to hold them", "note")
                break


def _fits(size: Sequence[float], inner: Sequence[float], stretched: float) -> bool:
    """Return whether a flat piece, its shorter side first, lies in a box that is so much larger."""
    return any(
        all(side <= stretched * room for side, room in zip(size, pair, strict=True))
        for pair in combinations(sorted(inner), 2)
    )
