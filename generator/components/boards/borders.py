"""Edges and corners of cells as cells of their own, which can carry roads and towns."""

from collections.abc import Iterator, Mapping, Sequence
from math import dist
from typing import NamedTuple, TypeVar

from generator.components.boards.own_cells import circle_points
from generator.geometry.compass import compass_point
from generator.geometry.types import Point
from generator.model.board import Cell, Join

_Key = TypeVar("_Key")
_LENGTH_SHARE = 0.8  # of a side: the length of an edge's cell where corners have none
_GAP = 0.5  # mm between the cell of an edge and those of its corners
_STEPS = 1000  # of a mm, to which corners of neighbors are one


class BorderSizes(NamedTuple):
    """Width of the cells of edges and diameter of those of corners, mm; 0 for none."""

    edge: float
    corner: float


class BorderCells(NamedTuple):
    """Cells of edges and corners with their joins; `aliases` are the names that other cells have for them."""

    cells: dict[str, Cell]
    joins: tuple[Join, ...]
    aliases: dict[str, str]


def shortest_edge_length(side: float, sizes: BorderSizes) -> float:
    """Return how long the cell of an edge is, mm; not above 0 if corners leave no room."""
    return side - sizes.corner - 2 * _GAP if sizes.corner else side * _LENGTH_SHARE


def make_border_cells(faces: Mapping[str, Cell], sizes: BorderSizes, touch: bool) -> BorderCells:
    """Return the cells of the edges and corners of cells, each once, named by the first cell that has it.

    An edge is joined to its two corners by the kind `end`; without edges, corners are joined along them by `side`, and
    without corners, edges that meet by `side`. With `touch`, both are joined to the cells that they belong to.
    """
    found = BorderCells({}, (), {})
    corners, edges, joins = dict[Point, str](), dict[frozenset[Point], str](), list[Join]()
    for name, face in faces.items():
        outline = face.board_points
        for here, after in zip(outline, (*outline[1:], outline[0]), strict=True):
            ends = _snap(here), _snap(after)
            corner = _name_once(corners, ends[0], "corner", face, here, aliases=found.aliases)
            edge = _name_once(edges, frozenset(ends), "edge", face, _middle(here, after), aliases=found.aliases)
            if sizes.corner:
                found.cells.setdefault(corner, Cell(corner, *_round(here), circle_points(sizes.corner), "corner"))
                joins += [Join(corner, name, "touch")] * touch
            if sizes.edge:
                found.cells.setdefault(edge, _make_edge(edge, here, after, sizes))
                joins += [Join(edge, name, "touch")] * touch
    joins += _join_ends(corners, edges, sizes)
    order = {name: number for number, name in enumerate(found.cells)}
    cells = dict(sorted(found.cells.items(), key=lambda item: (item[1].kind == "edge", order[item[0]])))
    return BorderCells(cells, tuple(dict.fromkeys(joins)), found.aliases)


def _snap(point: Point) -> Point:
    return round(point[0] * _STEPS) / _STEPS + 0.0, round(point[1] * _STEPS) / _STEPS + 0.0


def _round(point: Point) -> Point:
    return round(point[0], 6) + 0.0, round(point[1], 6) + 0.0


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _name_once(known: dict[_Key, str], key: _Key, word: str, face: Cell, at: Point, aliases: dict[str, str]) -> str:
    """Return the name of an edge or a corner by its first cell; remember by what name this cell would call it."""
    own = f"{word}.{face.id}.{compass_point(at[0] - face.x, at[1] - face.y)}"
    name = known.setdefault(key, own)
    if name != own:
        aliases[own] = name
    return name


def _make_edge(name: str, one: Point, other: Point, sizes: BorderSizes) -> Cell:
    """Return the cell of an edge: a strip along it that leaves room for its corners."""
    long = dist(one, other)
    half, wide = shortest_edge_length(long, sizes) / 2, sizes.edge / 2
    ux, uy = (other[0] - one[0]) / long, (other[1] - one[1]) / long
    points = ((-half, -wide), (half, -wide), (half, wide), (-half, wide))
    turned = tuple(_round((ux * x - uy * y, uy * x + ux * y)) for x, y in points)
    return Cell(name, *_round(_middle(one, other)), turned, "edge")


def _join_ends(
    corners: Mapping[Point, str], edges: Mapping[frozenset[Point], str], sizes: BorderSizes
) -> Iterator[Join]:
    """Yield the joins along edges, between edges and their corners, or between edges that meet."""
    at: dict[Point, list[str]] = {}
    for ends, edge in edges.items():
        one, other = sorted(ends)
        if sizes.edge and sizes.corner:
            yield from (Join(corners[one], edge, "end"), Join(edge, corners[other], "end"))
        elif sizes.corner:
            yield Join(corners[one], corners[other])
        for end in (one, other):
            at.setdefault(end, []).append(edge)
    if sizes.edge and not sizes.corner:
        for meeting in at.values():
            yield from _join_all(meeting)


def _join_all(names: Sequence[str]) -> Iterator[Join]:
    for number, one in enumerate(names):
        yield from (Join(one, other) for other in names[number + 1 :])
