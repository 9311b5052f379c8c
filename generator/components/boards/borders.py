"""What borders cells: edges and corners as cells of their own, and the outline that a board is cut along; mm."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import dist
from typing import Literal, NamedTuple

from msgspec.structs import replace

from generator.components.boards.cell_lists import BoardDraft, describe_cells
from generator.components.boards.own_cells import circle_points
from generator.geometry.compass import compass_point
from generator.geometry.loops import clip_loop, find_outer_loop, move_loops, offset_loop, round_corners
from generator.geometry.path import polygon_segments
from generator.geometry.polygon import depth_in_polygons
from generator.geometry.tolerances import VISIBLE
from generator.geometry.types import Outline, Point, Points
from generator.model.board import Cell, Join
from generator.model.cell_ranges import join_cell_names
from generator.model.game import Design, Part
from generator.model.net import Net

_LENGTH_SHARE = 0.8  # of a side: the length of an edge's cell where corners have none
_GAP = 0.5  # mm between the cell of an edge and those of its corners
_STEPS = 1000  # of a mm, to which corners of neighbors are one


class BorderSizes(NamedTuple):
    """Width of the cells of edges and diameter of those of corners, mm; 0 for none."""

    edge: float
    corner: float


class BorderCells(NamedTuple):
    """Cells of edges and corners with their joins."""

    cells: dict[str, Cell]
    joins: tuple[Join, ...]


class _Border(NamedTuple):
    """An edge or a corner of cells: what it is, where, its two ends or itself, and the names of it and its cells."""

    sort: Literal["edge", "corner"]
    points: tuple[Point, ...]
    faces: list[str]
    sides: list[str]

    @property
    def id(self) -> str:
        """Return its name: the two or three cells that share it, or the first of its cells and the side of it."""
        is_shared = len(self.faces) == (2 if self.sort == "edge" else 3)
        return join_cell_names(self.faces) if is_shared else self.sides[0]


def shortest_edge_length(side: float, sizes: BorderSizes) -> float:
    """Return how long the cell of an edge is, mm; not above 0 if corners leave no room."""
    return side - sizes.corner - 2 * _GAP if sizes.corner else side * _LENGTH_SHARE


def make_border_cells(faces: Mapping[str, Cell], sizes: BorderSizes, touch: bool) -> BorderCells:
    """Return the cells of the edges and corners of cells, each once, named by the cells that share it.

    An edge is joined to its two corners by the kind `end`; without edges, corners are joined along them by `side`, and
    without corners, edges that meet by `side`. With `touch`, both are joined to the cells that they belong to.
    """
    edges, corners = _find_borders(faces)
    cells = {each.id: _make_corner(each, sizes.corner) for each in (corners.values() if sizes.corner else ())}
    cells |= {each.id: _make_edge(each, sizes) for each in (edges.values() if sizes.edge else ())}
    here = (*(corners.values() if sizes.corner else ()), *(edges.values() if sizes.edge else ()))
    joins = [Join(each.id, face, "touch") for each in (here if touch else ()) for face in each.faces]
    joins += _join_ends(corners, edges, sizes)
    return BorderCells(cells, tuple(dict.fromkeys(joins)))


def _find_borders(faces: Mapping[str, Cell]) -> tuple[dict[frozenset[Point], _Border], dict[Point, _Border]]:
    """Return the edges of cells by their ends, and their corners by their places."""
    edges, corners = dict[frozenset[Point], _Border](), dict[Point, _Border]()
    for name, face in faces.items():
        outline = face.board_points
        for here, after in zip(outline, (*outline[1:], outline[0]), strict=True):
            ends = _snap(here), _snap(after)
            corner = corners.setdefault(ends[0], _Border("corner", (here,), [], []))
            edge = edges.setdefault(frozenset(ends), _Border("edge", (here, after), [], []))
            for border, (x, y) in ((corner, here), (edge, _middle(here, after))):
                border.faces.append(name)
                border.sides.append(f"{border.sort}.{name}.{compass_point(x - face.x, y - face.y)}")
    return edges, corners


def rename_border(cell: Cell, new: Mapping[str, str]) -> Cell:
    """Return an edge or a corner with the new names of its cells."""
    names = [".".join([sort, new[face], side]) for sort, face, side in (each.split(".") for each in cell.names)]
    shared = join_cell_names(new[face] for face in cell.id.split("+")) if "+" in cell.id else names[0]
    return replace(cell, id=shared, names=tuple(names))


def _snap(point: Point) -> Point:
    return round(point[0] * _STEPS) / _STEPS + 0.0, round(point[1] * _STEPS) / _STEPS + 0.0


def _round(point: Point) -> Point:
    return round(point[0], 6) + 0.0, round(point[1], 6) + 0.0


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _make_corner(border: _Border, diameter: float) -> Cell:
    """Return the cell of a corner, a disc."""
    at, names = _round(border.points[0]), tuple(border.sides)
    return Cell(border.id, *at, circle_points(diameter), "corner", border="corner", names=names)


def _make_edge(border: _Border, sizes: BorderSizes) -> Cell:
    """Return the cell of an edge: a strip along it that leaves room for its corners."""
    one, other = border.points
    long = dist(one, other)
    half, wide = shortest_edge_length(long, sizes) / 2, sizes.edge / 2
    ux, uy = (other[0] - one[0]) / long, (other[1] - one[1]) / long
    points = ((-half, -wide), (half, -wide), (half, wide), (-half, wide))
    turned = tuple(_round((ux * x - uy * y, uy * x + ux * y)) for x, y in points)
    middle, names = _round(_middle(one, other)), tuple(border.sides)
    return Cell(border.id, *middle, turned, "edge", border="edge", names=names)


def _join_ends(
    corners: Mapping[Point, _Border], edges: Mapping[frozenset[Point], _Border], sizes: BorderSizes
) -> Iterator[Join]:
    """Yield the joins along edges, between edges and their corners, or between edges that meet."""
    at = defaultdict[Point, list[str]](list)
    for ends, edge in edges.items():
        one, other = sorted(ends)
        if sizes.edge and sizes.corner:
            yield from (Join(corners[one].id, edge.id, "end"), Join(edge.id, corners[other].id, "end"))
        elif sizes.corner:
            yield Join(corners[one].id, corners[other].id)
        for end in (one, other):
            at[end].append(edge.id)
    if sizes.edge and not sizes.corner:
        for meeting in at.values():
            yield from _join_all(meeting)


def _join_all(names: Sequence[str]) -> Iterator[Join]:
    for number, one in enumerate(names):
        yield from (Join(one, other) for other in names[number + 1 :])


def trace_outline(draft: BoardDraft, border: float, radius: float, width: float, height: float) -> Points:
    """Return the loop to cut along; report cells outside it, and a border too wide for its notches (GF006)."""
    cells = list(draft.cells.values())
    faces = [cell for cell in cells if not cell.border] or cells
    loop = find_outer_loop([cell.board_points for cell in faces])
    if len(loop) < 3 or (apart := [cell for cell in faces if _depth(loop, cell) < -VISIBLE]):
        lost = apart if len(loop) > 2 else faces
        names = describe_cells([cell.id for cell in lost])
        message = f"`cut: outline` needs cells that touch along their sides; {names} lies apart"
        draft.add_finding("GF006", f"{message}; use `cut: box`, or move it", "cut")
        return ()
    moved = offset_loop(loop, border, (0.0, 0.0, width, height))
    if not moved:
        message = f"a border of {border:g} mm closes the notches between cells; make it narrower, or use `cut: box`"
        draft.add_finding("GF006", message, "border")
        return ()
    made = move_loops([round_corners(moved, radius)], 0.0, 0.0)[0]
    beyond = [(-_depth(made, cell), cell.id) for cell in cells]
    if max(beyond)[0] > VISIBLE:
        far, name = max(beyond)
        mended = "make the border wider" + (", or `round` smaller" if radius else "")
        message = f"the cell {name!r} reaches {far:.2g} mm beyond the outline that the board is cut along; {mended}"
        draft.add_finding("GF006", message, "cut")
    return made


def _depth(loop: Points, cell: Cell) -> float:
    """Return how far inside a loop the outermost corner of a cell lies, mm; negative outside."""
    return min(depth_in_polygons((loop,), x, y) for x, y in cell.board_points)


def cut_along(part: Part, outline: Points) -> Part:
    """Return the part of a board that is cut along its outline, if it has one, each section along its share of it."""
    trim = Outline(part.outline.width, part.outline.height, "polygon", outline) if outline else part.outline
    whole = _make_net(trim.width, trim.height, (outline,) if outline else ())
    designs = tuple(_cut_design(design, outline, trim, whole) for design in part.designs)
    return replace(part, outline=trim, designs=designs)


def _cut_design(design: Design, outline: Points, trim: Outline, whole: Net) -> Design:
    section = design.section
    if section is None:
        return design._replace(net=whole, outline=trim)
    left, top, right, bottom = section.box
    loops = move_loops((section.loop,) if section.loop else clip_loop(outline, section.box), -left, -top)
    width, height = right - left, bottom - top
    largest = max(loops, key=len, default=())
    shown = Outline(width, height, "polygon", largest) if largest else Outline(width, height)
    return design._replace(net=_make_net(width, height, loops), outline=shown)


def _make_net(width: float, height: float, loops: Sequence[Points]) -> Net:
    """Return what is cut of a flat piece: a net without panels, folds and tabs."""
    cut = tuple(segment for loop in loops for segment in polygon_segments(loop))
    return Net(width, height, (), (), (), cut=cut)
