"""Figure of a board with pieces, paths, highlights and labels: values for templates/figures/board.svg.j2."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, starmap
from typing import Any, NamedTuple

from generator.geometry.bounds import box_contains, measure_overlap, union_boxes
from generator.geometry.path import line_length, point_along
from generator.geometry.polygon import loop_edges
from generator.geometry.tolerances import ROUNDING
from generator.geometry.types import Box, Point, Segment
from generator.model.board import Cell
from generator.model.figure import LabelData, WayData
from generator.model.game import Part
from generator.model.picture import Text, walk_groups, walk_leaves
from generator.render.bounds import text_bounds
from generator.render.figures.arrows import Arrow, count_crossings, draw_arrow, find_shared_steps, offset_line
from generator.render.figures.callouts import lay_out_callouts, pin_label
from generator.render.figures.draft import (
    TEXT_SIZE,
    FigureDraft,
    FigurePiece,
    format_path,
    piece_box,
    piece_values,
    round_mm,
)
from generator.render.trimmed_faces import TrimmedFace

_CORNER_RADIUS = 0.45  # radius of the corners of a path, as a share of a cell
_END_GAP = 0.12  # gap from the tip of an arrow to the middle of an empty last cell but a pocket, as a share of a cell
_LANE_OFFSET = 0.17  # offset of two paths over the same cells from the middles, as a share of a cell
_HEAVY = 1.6  # on a pale board, the size of an arrow's head, times that on another
_WORDS_PADDING, _WORDS_HEIGHT = 1.0, 4.4  # mm of white at both ends of the words on a path, and its height
# where words stand on a path, as shares of its length, the best first
_WORDS_POSITIONS = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
_EDGE_GAP = 1.0  # mm of the board from the edge of a cell to the end of a leader line in it
_RIM = 4.0  # mm of a board: a strip between the cells in view and its edge that is narrower is in view, too
_SIDE_BY_SIDE = 0.75  # distance of pieces on one cell, as a share of their width


class _PlacedPiece(NamedTuple):
    """A piece on the board: its width and middle in mm of the board, its clockwise turn in degrees, and if pale."""

    piece: FigurePiece
    width: float
    x: float
    y: float
    turn: float
    ghost: bool


class _BoardView(NamedTuple):
    """A board, the box of it that is in view, and where and at what scale that box stands in the figure."""

    part: Part
    view: Box
    x: float
    y: float
    scale: float

    def to_figure(self, x: float, y: float) -> Point:
        """Return a point of the board in coordinates of the figure."""
        return self.x + (x - self.view[0]) * self.scale, self.y + (y - self.view[1]) * self.scale


def compose_board(sketch: FigureDraft) -> dict[str, Any]:
    """Return the values for the template: the board, the box in view, and all that is drawn over it."""
    data, part = sketch.data, sketch.faces.parts[sketch.data.part or ""]
    if part.board is None:
        sketch.add_finding("GF006", f"{part.id!r} is a {part.kind}, not a board; show it with `kind: face`", "part")
        return {}
    whole = sketch.find_piece(part.id, None, "front", "part")
    assert whole is not None
    cells = sketch.find_cells(part, data.show or (), "show")
    view = 0.0, 0.0, part.outline.width, part.outline.height
    if cells:
        view = union_boxes([*(cell.box for cell in cells), *_list_name_boxes(whole.face, cells)])
        view = _reach_edges(view, part)
    labels = []
    for number, label in enumerate(data.labels or ()):
        if (point := _find_label_point(sketch, part, label, view, number)) is not None:
            labels.append(pin_label(sketch, label, number, point, view[2] - view[0]))
    pieces = _place_pieces(sketch, part, view)
    # pieces may reach beyond the view, and must not be cut
    left, top, right, bottom = union_boxes([view, *(piece_box(piece_values(*piece)) for piece in pieces)])
    aside, down = view[0] - left, view[1] - top
    labels = [label._replace(x=label.x + aside, y=label.y + down) for label in labels]
    made = lay_out_callouts(sketch, right - left, bottom - top, labels)
    scene = _BoardView(part, view, made.x + aside * made.scale, made.y + down * made.scale, made.scale)
    return {
        "board": _board_values(scene, whole.name, whole.face),
        "fade": data.fade,
        "bright": _bright_area(sketch, scene),
        "highlight": list(_highlight_values(sketch, scene)),
        "paths": list(_path_values(sketch, scene)),
        "pieces": [
            piece_values(each.piece, each.width * scene.scale, *scene.to_figure(each.x, each.y), each.turn, each.ghost)
            for each in pieces
        ],
        "labels": made.labels,
    }


def _reach_edges(view: Box, part: Part) -> Box:
    """Return a view that reaches the edges of its board where less than a rim is left beyond it."""
    left, top, right, bottom = view
    wide, high = part.outline.width, part.outline.height
    return (
        0.0 if left < _RIM else left,
        0.0 if top < _RIM else top,
        wide if wide - right < _RIM else right,
        high if high - bottom < _RIM else bottom,
    )


def _list_name_boxes(face: TrimmedFace, cells: Sequence[Cell]) -> Iterator[Box]:
    """Return the boxes of the texts that a board draws for some cells, such as the names of towns beside them."""
    marks = {f"cell.{cell.id}" for cell in cells}
    named = (each for each in walk_groups((face.group,)) if each[0].name in marks)
    leaves = (leaf for group, matrix in named for leaf in walk_leaves(group.shapes, matrix))
    return (text_bounds(leaf, matrix) for leaf, matrix in leaves if isinstance(leaf, Text))


def _find_label_point(sketch: FigureDraft, part: Part, label: LabelData, view: Box, number: int) -> Point | None:
    """Return the point that a label leads to, from the top left of the view; None, with a finding, if there is none."""
    at = label.at
    if isinstance(at, str):
        cell = sketch.find_cell(part, at, "labels", number, "at")
        if cell is None:
            return None
        on_left = label.side == "left" if label.side else cell.x < (view[0] + view[2]) / 2
        at = _point_at_edge(cell, on_left) if label.edge else (cell.x, cell.y)
    if not (view[0] <= at[0] <= view[2] and view[1] <= at[1] <= view[3]):
        sketch.add_finding("GF006", "the label leads to a point that is not in view", "labels", number, "at")
        return None
    return at[0] - view[0], at[1] - view[1]


def _point_at_edge(cell: Cell, on_left: bool) -> Point:
    """Return the point just inside the left or the right edge of a cell, as high as its middle."""
    ends = [
        x1 + (x2 - x1) * (cell.y - y1) / (y2 - y1)
        for (x1, y1), (x2, y2) in loop_edges(cell.board_points)
        if min(y1, y2) <= cell.y <= max(y1, y2) and y1 != y2
    ]
    return (min(ends) + _EDGE_GAP if on_left else max(ends) - _EDGE_GAP), cell.y


def _board_values(scene: _BoardView, name: str, face: TrimmedFace) -> dict[str, Any]:
    left, top, right, bottom = scene.view
    width, height = (right - left) * scene.scale, (bottom - top) * scene.scale
    outline = scene.part.outline
    cut = (right - left, bottom - top) != (outline.width, outline.height)
    shown = tuple(_find_edges_in_view(face.edge, scene.view)) if cut else face.edge
    edge = format_path(shown, (scene.scale, 0, 0, scene.scale, *scene.to_figure(0.0, 0.0)))
    return {
        "face": f"face:{name}",
        "edge": edge,
        "cut": cut,
        "view": f"{left:.3f} {top:.3f} {right - left:.3f} {bottom - top:.3f}",
        "x": round_mm(scene.x),
        "y": round_mm(scene.y),
        "width": round_mm(width),
        "height": round_mm(height),
        "board_w": outline.width,
        "board_h": outline.height,
    }


def _check_in_view(sketch: FigureDraft, view: Box, cells: Iterable[Cell], *path: str | int) -> bool:
    """Return whether the middles of all cells are in view; report the first that is not."""
    left, top, right, bottom = view
    for cell in cells:
        if not (left <= cell.x <= right and top <= cell.y <= bottom):
            sketch.add_finding("GF006", f"the cell {cell.id!r} is not in view", *path)
            return False
    return True


def _find_edges_in_view(edge: Sequence[Segment], view: Box) -> Iterable[Segment]:
    """Yield an edge without its straight lines that only touch a view, of which just their ends would be seen."""
    at: Point = (0.0, 0.0)
    first = at
    for name, *numbers in edge:
        end = (numbers[-2], numbers[-1]) if numbers else first
        seen = [min(max(at[k], end[k]), view[k + 2]) - max(min(at[k], end[k]), view[k]) for k in (0, 1)]
        if name == "M":
            first = end
        elif name == "C" or (min(seen) >= -ROUNDING and max(seen) > ROUNDING):
            yield "M", *at
            yield name if numbers else "L", *(numbers or end)
        at = end


def _bright_area(sketch: FigureDraft, scene: _BoardView) -> str:
    """Return the area of the cells in full color as path data."""
    cells = sketch.find_cells(scene.part, sketch.data.bright or (), "bright")
    _check_in_view(sketch, scene.view, cells, "bright")
    return " ".join(_format_outline(_outline_cell(scene, cell)) for cell in cells)


def _outline_cell(scene: _BoardView, cell: Cell) -> list[Point]:
    """Return the corners of a cell in the figure."""
    return [(round_mm(x), round_mm(y)) for x, y in starmap(scene.to_figure, cell.board_points)]


def _format_outline(points: Sequence[Point]) -> str:
    return f"M{' L'.join(f'{x:g} {y:g}' for x, y in points)} Z"


def _highlight_values(sketch: FigureDraft, scene: _BoardView) -> Iterable[dict[str, Any]]:
    """Yield the highlighted areas, each with its outline: an edge between two of its cells is not part of it."""
    for number, each in enumerate(sketch.data.highlight or ()):
        color = sketch.find_color(each.color, "highlight", number)
        cells = sketch.find_cells(scene.part, each.cells, "highlight", number, "cells")
        if not _check_in_view(sketch, scene.view, cells, "highlight", number, "cells"):
            continue
        outlines = [_outline_cell(scene, cell) for cell in cells]
        area = " ".join(map(_format_outline, outlines))
        edges = Counter(frozenset(pair) for points in outlines for pair in loop_edges(points))
        lines = [pair for points in outlines for pair in loop_edges(points) if edges[frozenset(pair)] == 1]
        line = " ".join(f"M{a:g} {b:g} L{c:g} {d:g}" for (a, b), (c, d) in lines)
        yield {
            "area": area,
            "line": line,
            "color": color,
            "weight": round_mm(min(0.8, max(0.3, _smallest_cell_size(scene, cells) / 10))),
        }


def _find_path_cells(sketch: FigureDraft, scene: _BoardView, way: WayData, number: int) -> list[Cell]:
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
    return cells if _check_in_view(sketch, scene.view, cells, "paths", number, key) else []


def _path_values(sketch: FigureDraft, scene: _BoardView) -> Iterable[dict[str, Any]]:
    """Yield the arrows of the paths; where steps are walked more than once, the arrows lie side by side."""
    ways = list(sketch.data.paths or ())
    walks = [_find_path_cells(sketch, scene, way, number) for number, way in enumerate(ways)]
    taken: list[Box] = []
    for number, (way, walk, points) in enumerate(zip(ways, walks, _path_lines(scene, ways, walks), strict=True)):
        color = sketch.find_color(way.color, "paths", number)
        if len(walk) < 2:
            continue
        size = _smallest_cell_size(scene, walk)
        room = [0.0 if way.aside else _piece_clearance(sketch, scene, cell.id) for cell in (walk[0], walk[-1])]
        heavy = _HEAVY if sketch.data.fade else 1.0
        made = draw_arrow(points, _CORNER_RADIUS * size, room[0], room[1] or _end_gap(scene, walk, size), heavy)
        says = {"says": ""} if way.says is None else _place_path_words(sketch, made, way.says, number, taken)
        yield {"shaft": made.shaft, "heads": made.heads, "color": color, "dashed": way.dashed, **says}


def _path_lines(scene: _BoardView, ways: Sequence[WayData], walks: Sequence[Sequence[Cell]]) -> list[list[Point]]:
    """Return the points of each path, on that side of shared steps on which paths cross least, by default the right."""
    names = [[cell.id for cell in walk] for walk in walks]
    sizes = [_smallest_cell_size(scene, walk) for walk in walks]
    middles = [[scene.to_figure(cell.x, cell.y) for cell in walk] for walk in walks]
    middles = [
        offset_line(name, line, {frozenset(pair) for pair in pairwise(name)}, way.aside * size) if way.aside else line
        for way, name, line, size in zip(ways, names, middles, sizes, strict=True)
    ]
    shared = find_shared_steps([name for way, name in zip(ways, names, strict=True) if not way.aside])
    if not shared:
        return middles
    made = [
        [
            offset_line(name, line, shared, side * _LANE_OFFSET * size)
            for name, line, size in zip(names, middles, sizes, strict=True)
        ]
        for side in (1, -1)
    ]
    return min(made, key=count_crossings)


def _smallest_cell_size(scene: _BoardView, walk: Sequence[Cell]) -> float:
    """Return the width or height (mm in the figure) of the smallest cell of a path."""
    sides = [min(right - left, bottom - top) for left, top, right, bottom in (cell.box for cell in walk)]
    return min(sides, default=0.0) * scene.scale


def _end_gap(scene: _BoardView, walk: Sequence[Cell], size: float) -> float:
    """Return how far (mm) a path ends before the middle of an empty cell: at the edge of a pocket, to show its sign."""
    assert scene.part.board is not None
    last = {cell.id for cell in walk[-2:]}
    if any(join.kind == "pocket" and {join.one, join.other} == last for join in scene.part.board.joins):
        return _smallest_cell_size(scene, walk[-1:]) / 2
    return _END_GAP * size


def _piece_clearance(sketch: FigureDraft, scene: _BoardView, cell: str) -> float:
    """Return how far (mm) a path stays from the middle of a cell because of the pieces on it; 0 without a piece."""
    sizes = []
    for each in sketch.data.pieces or ():
        if each.at == cell and (piece := _find_face_silently(sketch, each.part, each.design, each.side)) is not None:
            sizes.append(min(piece.box[2:]) * each.scale * scene.scale / 2)
    return max(sizes) * (1 + _SIDE_BY_SIDE * (len(sizes) - 1)) + 0.6 if sizes else 0.0


def _find_face_silently(sketch: FigureDraft, part: str, design: str | None, side: str) -> TrimmedFace | None:
    """Return a face, without findings if there is none: they are reported where the piece is drawn."""
    piece = sketch._replace(findings=[]).find_piece(part, design, side)
    return piece.face if piece else None


def _place_path_words(sketch: FigureDraft, made: Arrow, says: str, number: int, taken: list[Box]) -> dict[str, Any]:
    """Return the words on a path, near its middle, clear of the words on other paths and inside the figure."""
    words = sketch.find_words(says, "paths", number, "says")
    width = sketch.ruler.width(words, TEXT_SIZE, weight=700 if sketch.data.fade else 400) + 2 * _WORDS_PADDING
    for share in _WORDS_POSITIONS:
        x, y = point_along(made.line, share * line_length(made.line))
        box = x - width / 2, y - _WORDS_HEIGHT / 2, x + width / 2, y + _WORDS_HEIGHT / 2
        inside = box_contains((0.0, 0.0, *sketch.data.size), box)
        if inside and not any(min(measure_overlap(box, other)) > 0 for other in taken):
            taken.append(box)
            return {
                "says": words,
                "box": [round_mm(box[0]), round_mm(box[1]), round_mm(width), _WORDS_HEIGHT],
                "x": round_mm(x),
                "y": round_mm(y + 1.05),
            }
    sketch.add_finding("GF202", f"there is no room on the path for {words!r}", "paths", number, "says")
    return {}


def _place_pieces(sketch: FigureDraft, part: Part, view: Box) -> list[_PlacedPiece]:
    """Return the pieces in the order of the data; several on one cell stand side by side."""
    data = list(sketch.data.pieces or ())
    crowd, done, found = Counter(each.at for each in data), Counter[str](), list[_PlacedPiece]()
    for number, each in enumerate(data):
        cell = sketch.find_cell(part, each.at, "pieces", number, "at")
        piece = sketch.find_piece(each.part, each.design, each.side, "pieces", number)
        if cell is None or piece is None or not _check_in_view(sketch, view, [cell], "pieces", number, "at"):
            continue
        width = piece.face.box[2] * each.scale
        aside = (done[each.at] - (crowd[each.at] - 1) / 2) * width * _SIDE_BY_SIDE
        done[each.at] += 1
        found.append(_PlacedPiece(piece, width, cell.x + aside, y=cell.y, turn=each.turn, ghost=each.ghost))
    return found
