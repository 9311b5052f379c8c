"""Picture folded parts: finished, from behind where they are glued, and as a map of their pieces; mm."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from generator.geometry.bounds import point_bounds, union_boxes
from generator.geometry.clearance import flatten_loops
from generator.geometry.matrix import transform_point
from generator.geometry.polygon import OutlineError, outline_union, polygon_area
from generator.geometry.types import Point, Points, Segment
from generator.impose.glue import find_glued_panels, hatch_polygon
from generator.impose.imposition import Imposition
from generator.model.game import Design, NetPiece, Part
from generator.model.net import Net, net_polygons
from generator.render.figures.piece_figures import draw_leaves

_MOST_FOLDED = 6  # of parts, in a row
_SIZE = 24.0, 18.0  # of the box of one
_MOST_MAPS = 3


class FoldedPicture(NamedTuple):
    """A finished piece: the title of its part, its size, its leaves from back to front, and the name of its face."""

    title: str
    width: float
    height: float
    leaves: list[dict[str, Any]]
    face: str  # empty for a net in pieces, which lie on several sheets


def list_folded_pictures(parts: Sequence[Part], say: Callable[[str], str]) -> list[FoldedPicture]:
    """Return a picture of the largest piece of each folded part, the first few; `say` translates the titles."""
    found = []
    for part in parts:
        nets = [(each, each.net_piece.whole.net if each.net_piece else each.net) for each in part.designs]
        if whole := [(design, net) for design, net in nets if net and net.folds]:
            design, largest = max(whole, key=lambda each: each[1].width * each[1].height)
            leaves = list(draw_leaves(largest, _SIZE, 1.0, part.traits.foot))
            face = "" if design.net_piece else ".".join(filter(None, (part.id, design.id)))
            found.append(FoldedPicture(say(part.title), *_SIZE, leaves, face))
    return found[:_MOST_FOLDED]


_MOST_PICTURES = 4  # of pieces that are glued in different ways


class GluePicture(NamedTuple):
    """A net seen from behind, lying: the sheet and the titles of its parts, its size, and the data of its three paths.

    `outline` is cut, `folds` are folded, and `hatch` is glued.
    """

    sheet: int
    titles: list[str]
    width: float
    height: float
    outline: str
    folds: str
    hatch: str


def list_glue_pictures(press: Imposition, say: Callable[[str], str]) -> list[GluePicture]:
    """Return a picture for each way in which pieces are glued that lie on sheets without a back page.

    `say` translates the titles of parts.
    """
    found: dict[tuple[Any, ...], GluePicture] = {}
    for number, sheet in enumerate(press.sheets, 1):
        if press.has_back_page(sheet):
            continue
        for piece in (piece for block in sheet.blocks for piece in block.pieces):
            net = piece.design.net
            if net is None or not find_glued_panels(net):
                continue
            key = net.width, net.height, net.cut, net.folds
            if key not in found and len(found) < _MOST_PICTURES:
                found[key] = _draw_blank_side(net, number)
            if key in found and say(piece.part.title) not in found[key].titles:
                found[key].titles.append(say(piece.part.title))
    return list(found.values())


def _draw_blank_side(net: Net, sheet: int) -> GluePicture:
    """Return the picture of a net, turned a quarter if it is higher than wide."""
    upright = net.height > net.width

    def see(point: Point) -> Point:
        x, y = net.width - point[0], point[1]
        return (net.height - y, x) if upright else (x, y)

    loops = [[see(point) for point in loop] for loop in flatten_loops(net.cut)]
    folds = [(see((fold.x1, fold.y1)), see((fold.x2, fold.y2))) for fold in net.folds]
    hatched = [
        each for panel in find_glued_panels(net) for each in _pair_ends(hatch_polygon([see(point) for point in panel]))
    ]
    wide, high = (net.height, net.width) if upright else (net.width, net.height)
    paths = _format_lines(loops, " Z"), _format_lines(folds), _format_lines(hatched)
    return GluePicture(sheet, [], wide, high, *paths)


def _pair_ends(segments: Iterable[Segment]) -> Iterator[tuple[Point, Point]]:
    """Yield the two ends of each line."""
    points = [(segment[1], segment[2]) for segment in segments if len(segment) == 3]
    yield from zip(points[::2], points[1::2], strict=True)


def _format_lines(lines: Iterable[Sequence[Point]], end: str = "") -> str:
    """Return lines as path data, each with `end` behind it."""
    return " ".join(f"M{' L'.join(f'{x:.2f} {y:.2f}' for x, y in line)}{end}" for line in lines)


class MappedPiece(NamedTuple):
    """A piece on the map: its outline and its panels as path data, the number of its sheet, and where that stands."""

    outline: str
    panels: str
    sheet: int
    x: float
    y: float
    room: float


class PieceMap(NamedTuple):
    """The map of a net in pieces, with its size; `numbers` are those of the tabs that join them, with their places."""

    title: str
    width: float
    height: float
    pieces: list[MappedPiece]
    numbers: list[tuple[int, float, float]]


def list_piece_maps(press: Imposition, say: Callable[[str], str]) -> list[PieceMap]:
    """Return a map for each net in pieces, the first few of a kit; copies of one net share it.

    `say` translates the titles of parts.
    """
    found: dict[tuple[str, str], dict[str, tuple[int, Design]]] = {}
    titles: dict[tuple[str, str], str] = {}
    for number, sheet in enumerate(press.sheets, 1):
        for piece in (piece for block in sheet.blocks for piece in block.pieces):
            if whole := piece.design.net_piece:
                key = piece.part.id, whole.whole.id
                found.setdefault(key, {}).setdefault(piece.design.id, (number, piece.design))
                titles[key] = say(piece.part.title)
    return [_draw_map(titles[key], list(pieces.values())) for key, pieces in list(found.items())[:_MOST_MAPS]]


def _draw_map(title: str, pieces: list[tuple[int, Design]]) -> PieceMap:
    shown = [(sheet, list(_place_panels(design))) for sheet, design in pieces]
    left, top, right, bottom = union_boxes([point_bounds(panel) for _, panels in shown for panel in panels])
    moved = [(sheet, [tuple((x - left, y - top) for x, y in panel) for panel in panels]) for sheet, panels in shown]
    numbers = [(number, x - left, y - top) for _, design in pieces for number, x, y in _place_labels(design)]
    return PieceMap(title, right - left, bottom - top, [_map_piece(*each) for each in moved], sorted(numbers))


def _map_piece(sheet: int, panels: list[Points]) -> MappedPiece:
    """Return a piece, with the number of its sheet in the middle of its largest panel."""
    x0, y0, x1, y1 = point_bounds(max(panels, key=polygon_area))
    try:
        around = [outline_union(panels)]
    except OutlineError:
        around = panels
    paths = _format_lines(around, " Z"), _format_lines(panels, " Z")
    return MappedPiece(*paths, sheet, (x0 + x1) / 2, (y0 + y1) / 2, room=x1 - x0)


def _get_piece(design: Design) -> tuple[Net, NetPiece]:
    assert design.net is not None
    assert design.net_piece is not None
    return design.net, design.net_piece


def _place_panels(design: Design) -> Iterator[Points]:
    """Yield the panels of a piece, as they lie on the whole net."""
    net, piece = _get_piece(design)
    polygons = net_polygons(net)
    for panel in net.panels:
        yield tuple(transform_point(piece.matrix, *point) for point in polygons[panel.id])


def _place_labels(design: Design) -> Iterator[tuple[int, float, float]]:
    """Yield the numbers beside the edges of a piece, as they lie on the whole net."""
    net, piece = _get_piece(design)
    for label in net.labels:
        place: Point = transform_point(piece.matrix, label.x, label.y)
        yield label.number, *place
