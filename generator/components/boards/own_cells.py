"""Cells of a board's own: each with a name and a place, joined by hand, by touching or by distance."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import cos, dist, pi, sin
from typing import Annotated, Literal

from msgspec import Meta

from generator.components.boards.cell_lists import BoardDraft
from generator.geometry.bounds import SpatialIndex
from generator.geometry.polygon import classify_contact, depth_in_polygons, polygon_area, rectangle_points, signed_area
from generator.geometry.tolerances import ROUNDING, SLIVER_AREA, TOUCHING
from generator.geometry.types import Box, Point, Points
from generator.model.board import Cell, Join
from generator.model.data_types import Length, Positive, Strict, WidthHeight

Spot = Annotated[list[Length], Meta(min_length=2, max_length=2)]
Corners = Annotated[list[Spot], Meta(min_length=3, max_length=2000)]
Connection = Literal["touching", "corners"] | Positive
_CIRCLE_CORNERS = 48  # of the polygon that stands for a circle
_MOST_PAIRS = 2_000_000  # of cells whose distance is measured, which takes a second
_KIND_HELP = "castle: a small letter, then small letters, digits and -"


class Amendment(Strict, frozen=True, kw_only=True):
    """What is different about one cell, or where a cell of the board's own stands."""

    kind: Annotated[str, Meta(description=_KIND_HELP, pattern="^[a-z][a-z0-9-]*$")] = ""
    color: Annotated[str, Meta(description="color role")] = ""
    label: Annotated[str, Meta(description="what is written on it")] = ""
    blocked: Annotated[bool, Meta(description="the cell does not exist")] = False
    at: Annotated[Spot | None, Meta(description="its middle on the board: makes a cell of your own")] = None
    diameter: Annotated[Positive | None, Meta(description="with `at`: it is a circle")] = None
    size: Annotated[WidthHeight | None, Meta(description="with `at`: it is a rectangle")] = None
    polygon: Annotated[Corners | None, Meta(description="its corners on the board")] = None
    path: Annotated[str, Meta(description="the id of a path in the template that is its outline")] = ""

    @property
    def has_place(self) -> bool:
        """Return whether it is a cell of the board's own."""
        return any(each is not None for each in (self.at, self.diameter, self.size, self.polygon)) or bool(self.path)


def add_own_cells(draft: BoardDraft, cells: Mapping[str, Amendment], spot: float) -> list[str]:
    """Add the cells that have a place of their own; return their ids. `spot` is the diameter of those that are points.

    GF006 for a name that another cell has, and for a place that is no place.
    """
    found: list[str] = []
    middles: dict[tuple[Point, Points], str] = {}
    for name, data in cells.items():
        if not data.has_place:
            continue
        if name in draft.cells:
            message = f"there is already a cell {name!r} that the board generates; choose another name for your own"
            draft.add_finding("GF006", message, "cells", name)
            continue
        if wrong := _explain_shape(data):
            draft.add_finding("GF006", f"the cell {name!r} {wrong}", "cells", name)
            continue
        cell = _make_cell(name, data, spot)
        if isinstance(cell, str):
            draft.add_finding("GF006", f"the cell {name!r} {cell}", "cells", name)
            continue
        place = (round(cell.x, 3), round(cell.y, 3)), cell.points
        if place in middles:
            message = f"the cell {name!r} lies exactly on {middles[place]!r}; move one of them"
            draft.add_finding("GF006", message, "cells", name)
        middles.setdefault(place, name)
        draft.cells[name] = cell
        found.append(name)
    return found


def _explain_shape(data: Amendment) -> str:
    """Return what is wrong with how a cell says its shape, empty if nothing is."""
    given = [key for key in ("diameter", "size", "polygon") if getattr(data, key) is not None]
    if data.path and given != ["polygon"]:  # a path was traced, and its corners are the polygon
        given.append("path")
    if len(given) > 1:
        return f"has `{given[0]}` and `{given[1]}`; keep one of them"
    if given and given[0] in ("diameter", "size") and data.at is None:
        return f"has a `{given[0]}` but no place; give its middle as `at: [x, y]`, mm from the board's top left"
    if given == ["path"] and data.at is None:  # with `at`, a path that nobody has traced is a point
        return f"is the path {data.path!r}, which was not read from the template"
    return "has a place and is `blocked`; leave one of them out" if data.blocked else ""


def _make_cell(name: str, data: Amendment, spot: float) -> Cell | str:
    """Return the cell, or what is wrong with its outline."""
    if data.polygon is None:
        assert data.at is not None
        x, y = data.at
        if data.size is not None:
            return Cell(name, x, y, rectangle_points(*data.size))
        return Cell(name, x, y, circle_points(data.diameter or spot))
    corners = _clockwise(tuple((x, y) for x, y in data.polygon))
    if crossing := _find_crossing(corners):
        return f"has an outline that crosses itself near {crossing[0]:.4g}, {crossing[1]:.4g}"
    if polygon_area(corners) < SLIVER_AREA:
        return f"covers {polygon_area(corners):.2g} square mm, which is too little; list its corners in order around it"
    middle = (data.at[0], data.at[1]) if data.at else _centroid(corners)
    if depth_in_polygons((corners,), *middle) <= 0:
        where = "`at` is" if data.at else "the middle of its outline is"
        return f"is bent, or not there: {where} outside it; give `at`, a point inside where a piece stands"
    points = tuple((round(x - middle[0], 6), round(y - middle[1], 6)) for x, y in corners)
    return Cell(name, *middle, points, path=data.path)


def circle_points(diameter: float) -> Points:
    """Return a circle around 0, 0 as a polygon of the same width and height, clockwise from its right end."""
    radius, step = diameter / 2, 2 * pi / _CIRCLE_CORNERS
    return tuple(
        (round(radius * cos(number * step), 6), round(radius * sin(number * step), 6))
        for number in range(_CIRCLE_CORNERS)
    )


def _clockwise(points: Points) -> Points:
    """Return the corners clockwise on the paper, without one that is given twice in a row."""
    kept = tuple(each for each, after in zip(points, (*points[1:], points[0]), strict=True) if dist(each, after) > 0)
    return kept if len(kept) < 3 or signed_area(kept) >= 0 else kept[::-1]


def _centroid(points: Points) -> Point:
    """Return the center of gravity of a polygon."""
    area, x, y = signed_area(points), 0.0, 0.0
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        cross = x1 * y2 - x2 * y1
        x, y = x + (x1 + x2) * cross, y + (y1 + y2) * cross
    return round(x / (6 * area), 6), round(y / (6 * area), 6)


def _find_crossing(points: Points) -> Point | None:
    """Return a corner of an edge that crosses another; None for an outline of many corners, as paths have them."""
    edges = list(zip(points, (*points[1:], points[0]), strict=True))
    if len(edges) > 400:
        return None
    for (number, one), (another, other) in combinations(enumerate(edges), 2):
        if 1 < another - number < len(edges) - 1 and _cross(one, other):
            return one[0]
    return None


def _cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    def side(edge: tuple[Point, Point], point: Point) -> float:
        (x1, y1), (x2, y2) = edge
        return (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)

    return all(side(edge, ends[0]) * side(edge, ends[1]) < -ROUNDING for edge, ends in ((one, other), (other, one)))


def join_own_cells(draft: BoardDraft, own: list[str], connect: Connection) -> None:
    """Join each of the board's own cells to the cells that it touches, or whose middles are near enough.

    `touching` joins cells that share a line, `corners` also those that share a point (of the kind `corner`); a number
    is the distance in mm. GF006 for far too many pairs, and where nothing is joined.
    """
    own = [name for name in own if name in draft.cells]
    reach = connect / 2 if isinstance(connect, int | float) else TOUCHING
    boxes = {name: _reach_box(draft.cells[name], connect, reach) for name in draft.cells}
    mesh, order, count = SpatialIndex(boxes), {name: number for number, name in enumerate(draft.cells)}, 0
    mine = {*own}
    for name in own:
        for other in mesh.find_near(boxes[name]):
            if other == name or (other in mine and order[other] < order[name]):
                continue
            count += 1
            if count > _MOST_PAIRS:
                draft.add_finding("GF006", "`connect` compares too many cells; join them with `joins`", "connect")
                return
            kind = _find_join_kind(draft.cells[name], draft.cells[other], connect)
            if kind and frozenset((name, other)) not in draft.joins:
                draft.joins[frozenset((name, other))] = Join(name, other, kind)
    if len(own) > 1 and not any(pair & mine for pair in draft.joins):
        wanted = f"no two are within {connect:g} mm" if isinstance(connect, int | float) else "no two touch"
        draft.add_finding("GF006", f"`connect` joins no cells: {wanted}", "connect")


def _reach_box(cell: Cell, connect: Connection, reach: float) -> Box:
    if isinstance(connect, int | float):
        return cell.x - reach, cell.y - reach, cell.x + reach, cell.y + reach
    left, top, right, bottom = cell.box
    return left - reach, top - reach, right + reach, bottom + reach


def _find_join_kind(one: Cell, other: Cell, connect: Connection) -> str:
    """Return the kind of join between two cells, empty if they are not joined."""
    if isinstance(connect, int | float):
        return "side" if dist((one.x, one.y), (other.x, other.y)) <= connect + ROUNDING else ""
    kind = classify_contact(one.board_points, other.board_points)
    return kind if kind == "side" or connect == "corners" else ""


def check_inside(draft: BoardDraft, own: Iterable[str], key: str, width: float, height: float) -> None:
    """Report cells of the board's own that reach beyond its edge, at the key of its data that has them (GF006)."""
    noun = key.removesuffix("s")
    for name in own:
        if name not in draft.cells:
            continue
        left, top, right, bottom = draft.cells[name].box
        beyond = max(-left, -top, right - width, bottom - height)
        if beyond > ROUNDING:
            size = f"{width:g} x {height:g} mm"
            message = (
                f"the {noun} {name!r} reaches {beyond:.4g} mm beyond the board of {size}; move it or change `size`"
            )
            draft.add_finding("GF006", message, key, name)


def check_origin(
    draft: BoardDraft, origin: Sequence[float], cells: tuple[float, float], board: tuple[float, float]
) -> None:
    """Report generated cells that reach beyond the board from where they begin (GF006)."""
    beyond = max(start + long - room for start, long, room in zip(origin, cells, board, strict=True))
    if beyond > ROUNDING:
        across, whole = (f"{width:.6g} x {height:.6g} mm" for width, height in (cells, board))
        message = f"the cells ({across}) reach {beyond:.4g} mm beyond the board of {whole}"
        draft.add_finding("GF006", f"{message}; move them, make them smaller, or change `size`", "origin")
