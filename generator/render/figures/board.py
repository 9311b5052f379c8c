"""Figure of a board with pieces, paths, highlights and labels: values for templates/figures/board.svg.j2."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from generator.geometry.bounds import Box, union_boxes
from generator.geometry.types import Point
from generator.model.board import Cell
from generator.model.figure_data import WayData
from generator.model.game import Part
from generator.render.figures.arrows import Arrow, along_at, arrow, beside, crossings, length, twice
from generator.render.figures.callouts import pinned, stand
from generator.render.figures.sketch import SIZE, Piece, Sketch, box_of, mm, path_of, shown
from generator.render.trimmed_faces import Trimmed

_RADIUS = 0.45  # radius of the corners of a path, as a share of a cell
_SHORT = 0.12  # gap from the tip of an arrow to the middle of an empty last cell, as a share of a cell
_LANE = 0.17  # offset of two paths over the same cells from the middles, as a share of a cell
_PAD, _HIGH = 1.0, 4.4  # mm of white at both ends of the words on a path, and its height
_PLACES = (
    0.5,
    0.4,
    0.6,
    0.3,
    0.7,
    0.2,
    0.8,
)  # where words stand on a path, as shares of its length, the best first
_SIDE_BY_SIDE = 0.75  # distance of pieces on one cell, as a share of their width


class _Laid(NamedTuple):
    """A piece on the board: its width and middle in mm of the board, and its clockwise turn in degrees."""

    piece: Piece
    width: float
    x: float
    y: float
    turn: float


class _Scene(NamedTuple):
    """A board, the box of it that is in view, and where and at what scale that box stands in the figure."""

    part: Part
    view: Box
    x: float
    y: float
    scale: float

    def to_figure(self, x: float, y: float) -> Point:
        """Return a point of the board in coordinates of the figure."""
        return self.x + (x - self.view[0]) * self.scale, self.y + (y - self.view[1]) * self.scale


def compose(sketch: Sketch) -> dict[str, Any]:
    """Return the values for the template: the board, the box in view, and all that is drawn over it."""
    data, part = sketch.data, sketch.faces.parts[sketch.data.part or ""]
    if part.board is None:
        sketch.add_finding("GF006", f"{part.id!r} is not a board", "part")
        return {}
    whole = sketch.find_piece(part.id, None, "front", "part")
    assert whole is not None
    cells = sketch.find_cells(part, data.show or (), "show")
    view = union_boxes([cell.box for cell in cells]) if cells else (0.0, 0.0, part.outline.width, part.outline.height)
    labels = []
    for number, label in enumerate(data.labels or ()):
        if (point := _pointed(sketch, part, label.at, view, number)) is not None:
            labels.append(pinned(sketch, label, number, point, view[2] - view[0]))
    pieces = _laid(sketch, part, view)
    left, top, right, bottom = _with(view, pieces)
    aside, down = view[0] - left, view[1] - top
    labels = [label._replace(x=label.x + aside, y=label.y + down) for label in labels]
    made = stand(sketch, right - left, bottom - top, labels)
    scene = _Scene(part, view, made.x + aside * made.scale, made.y + down * made.scale, made.scale)
    return {
        "board": _ground(scene, whole.name, whole.face),
        "highlight": list(_highlighted(sketch, scene)),
        "paths": list(_paths(sketch, scene)),
        "pieces": [
            shown(each.piece, each.width * scene.scale, *scene.to_figure(each.x, each.y), each.turn) for each in pieces
        ],
        "labels": made.labels,
    }


def _pointed(sketch: Sketch, part: Part, at: str | Point, view: Box, number: int) -> Point | None:
    """Return the point that a label leads to, from the top left of the view; None, with a finding, if there is none."""
    if isinstance(at, str):
        cell = sketch.find_cell(part, at, "labels", number, "at")
        if cell is None:
            return None
        at = cell.x, cell.y
    if not (view[0] <= at[0] <= view[2] and view[1] <= at[1] <= view[3]):
        sketch.add_finding("GF006", "the label leads to a point that is not in view", "labels", number, "at")
        return None
    return at[0] - view[0], at[1] - view[1]


def _ground(scene: _Scene, name: str, face: Trimmed) -> dict[str, Any]:
    left, top, right, bottom = scene.view
    width, height = (right - left) * scene.scale, (bottom - top) * scene.scale
    outline = scene.part.outline
    cut = (right - left, bottom - top) != (outline.width, outline.height)
    edge = path_of(face.edge, (scene.scale, 0, 0, scene.scale, *scene.to_figure(0.0, 0.0)))
    return {
        "face": f"face:{name}",
        "edge": edge,
        "cut": cut,
        "view": f"{left:.3f} {top:.3f} {right - left:.3f} {bottom - top:.3f}",
        "x": mm(scene.x),
        "y": mm(scene.y),
        "width": mm(width),
        "height": mm(height),
        "board_w": outline.width,
        "board_h": outline.height,
    }


def _in_view(sketch: Sketch, view: Box, cells: Iterable[Cell], *path: str | int) -> bool:
    """Return whether the middles of all cells are in view; report the first that is not."""
    left, top, right, bottom = view
    for cell in cells:
        if not (left <= cell.x <= right and top <= cell.y <= bottom):
            sketch.add_finding("GF006", f"the cell {cell.id!r} is not in view", *path)
            return False
    return True


def _highlighted(sketch: Sketch, scene: _Scene) -> Iterable[dict[str, Any]]:
    """Yield the highlighted areas, each with its outline: an edge between two of its cells is not part of it."""
    for number, each in enumerate(sketch.data.highlight or ()):
        color = sketch.find_color(each.color, "highlight", number)
        cells = sketch.find_cells(scene.part, each.cells, "highlight", number, "cells")
        if not _in_view(sketch, scene.view, cells, "highlight", number, "cells"):
            continue
        outlines = [[(mm(x), mm(y)) for x, y in _outline(scene, cell)] for cell in cells]
        area = " ".join(f"M{' L'.join(f'{x:g} {y:g}' for x, y in points)} Z" for points in outlines)
        edges = Counter(frozenset(pair) for points in outlines for pair in _pairs(points))
        lines = [pair for points in outlines for pair in _pairs(points) if edges[frozenset(pair)] == 1]
        line = " ".join(f"M{a:g} {b:g} L{c:g} {d:g}" for (a, b), (c, d) in lines)
        yield {"area": area, "line": line, "color": color, "weight": mm(min(0.8, max(0.3, _size(scene, cells) / 10)))}


def _outline(scene: _Scene, cell: Cell) -> Iterable[Point]:
    return (scene.to_figure(cell.x + x, cell.y + y) for x, y in cell.points)


def _pairs(points: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(points, (*points[1:], points[0]), strict=True)


def _walk(sketch: Sketch, scene: _Scene, way: WayData, number: int) -> list[Cell]:
    board = scene.part.board
    assert board is not None
    if way.route is None:
        cells = sketch.find_cells(scene.part, way.cells or (), "paths", number, "cells", ordered=True)
        key = "cells"
    else:
        cells, key = [], "route"
        if way.route in board.routes:
            cells = [board.cells[name] for name in board.routes[way.route]]
        else:
            from generator.language.suggestions import did_you_mean

            message = f"the board {scene.part.id!r} has no route {way.route!r}{did_you_mean(way.route, board.routes)}"
            sketch.add_finding("GF008", message, "paths", number, "route")
    if len(cells) == 1:
        sketch.add_finding("GF006", "a path needs at least two cells", "paths", number, key)
    if still := next((one.id for one, other in pairwise(cells) if one.id == other.id), None):
        sketch.add_finding("GF006", f"the path goes from {still!r} to {still!r}", "paths", number, key)
    return cells if _in_view(sketch, scene.view, cells, "paths", number, key) else []


def _paths(sketch: Sketch, scene: _Scene) -> Iterable[dict[str, Any]]:
    """Yield the arrows of the paths; where steps are walked more than once, the arrows lie side by side."""
    ways = list(sketch.data.paths or ())
    walks = [_walk(sketch, scene, way, number) for number, way in enumerate(ways)]
    taken: list[Box] = []
    for number, (way, walk, points) in enumerate(zip(ways, walks, _lines(scene, walks), strict=True)):
        color = sketch.find_color(way.color, "paths", number)
        if len(walk) < 2:
            continue
        size = _size(scene, walk)
        room = [_room(sketch, scene, cell.id) for cell in (walk[0], walk[-1])]
        made = arrow(points, _RADIUS * size, room[0], room[1] or _SHORT * size)
        says = {"says": ""} if way.says is None else _said(sketch, made, way.says, number, taken)
        yield {"shaft": made.shaft, "heads": made.heads, "color": color, "dashed": way.dashed, **says}


def _lines(scene: _Scene, walks: Sequence[Sequence[Cell]]) -> list[list[Point]]:
    """Return the points of each path, on that side of shared steps on which paths cross least, by default the right."""
    names = [[cell.id for cell in walk] for walk in walks]
    middles = [[scene.to_figure(cell.x, cell.y) for cell in walk] for walk in walks]
    shared = twice(names)
    if not shared:
        return middles
    sizes = [_size(scene, walk) for walk in walks]
    made = [
        [
            beside(name, line, shared, side * _LANE * size)
            for name, line, size in zip(names, middles, sizes, strict=True)
        ]
        for side in (1, -1)
    ]
    return min(made, key=crossings)


def _size(scene: _Scene, walk: Sequence[Cell]) -> float:
    """Return the width or height (mm in the figure) of the smallest cell of a path."""
    sides = [min(right - left, bottom - top) for left, top, right, bottom in (cell.box for cell in walk)]
    return min(sides, default=0.0) * scene.scale


def _room(sketch: Sketch, scene: _Scene, cell: str) -> float:
    """Return how far (mm) a path stays from the middle of a cell because of a piece on it; 0 without a piece."""
    sizes = []
    for each in sketch.data.pieces or ():
        if each.at == cell and (piece := _silent(sketch, each.part, each.design, each.side)) is not None:
            sizes.append(min(piece.box[2:]) * each.scale * scene.scale / 2 + 0.6)
    return max(sizes, default=0.0)


def _silent(sketch: Sketch, part: str, design: str | None, side: str) -> Trimmed | None:
    """Return a face, without findings if there is none: they are reported where the piece is drawn."""
    piece = sketch._replace(findings=[]).find_piece(part, design, side)
    return piece.face if piece else None


def _said(sketch: Sketch, made: Arrow, says: str, number: int, taken: list[Box]) -> dict[str, Any]:
    """Return the words on a path, near its middle, clear of the words on other paths and inside the figure."""
    words = sketch.find_words(says, "paths", number, "says")
    width = sketch.ruler.width(words, SIZE) + 2 * _PAD
    for share in _PLACES:
        x, y = along_at(made.line, share * length(made.line))
        box = x - width / 2, y - _HIGH / 2, x + width / 2, y + _HIGH / 2
        inside = box[0] >= 0 and box[1] >= 0 and box[2] <= sketch.data.size[0] and box[3] <= sketch.data.size[1]
        if inside and not any(_meet(box, other) for other in taken):
            taken.append(box)
            return {"says": words, "box": [mm(box[0]), mm(box[1]), mm(width), _HIGH], "x": mm(x), "y": mm(y + 1.05)}
    sketch.add_finding("GF202", f"there is no room on the path for {words!r}", "paths", number, "says")
    return {}


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _laid(sketch: Sketch, part: Part, view: Box) -> list[_Laid]:
    """Return the pieces in the order of the data; several on one cell stand side by side."""
    data = list(sketch.data.pieces or ())
    crowd, done, found = Counter(each.at for each in data), Counter[str](), list[_Laid]()
    for number, each in enumerate(data):
        cell = sketch.find_cell(part, each.at, "pieces", number, "at")
        piece = sketch.find_piece(each.part, each.design, each.side, "pieces", number)
        if cell is None or piece is None or not _in_view(sketch, view, [cell], "pieces", number, "at"):
            continue
        width = piece.face.box[2] * each.scale
        aside = (done[each.at] - (crowd[each.at] - 1) / 2) * width * _SIDE_BY_SIDE
        done[each.at] += 1
        found.append(_Laid(piece, width, cell.x + aside, cell.y, each.turn))
    return found


def _with(view: Box, pieces: Iterable[_Laid]) -> Box:
    """Return the view extended to all of its pieces, which may reach beyond it and must not be cut."""
    return union_boxes([view, *(box_of(shown(*piece)) for piece in pieces)])
