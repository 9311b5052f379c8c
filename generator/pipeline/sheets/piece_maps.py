"""Map the pieces of what is larger than the paper: where each lies in the whole net, and which tabs join them; mm."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from generator.geometry.bounds import point_bounds, union_boxes
from generator.geometry.matrix import transform_point
from generator.geometry.polygon import OutlineError, outline_union, polygon_area
from generator.geometry.types import Point, Points
from generator.impose.imposition import Imposition
from generator.model.game import Design, NetPiece
from generator.model.net import Net, net_polygons

_MOST_MAPS = 3


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
    mapped = [_map_piece(sheet, [_move(panel, left, top) for panel in panels]) for sheet, panels in shown]
    numbers = [(number, x - left, y - top) for _, design in pieces for number, x, y in _place_labels(design)]
    return PieceMap(title, right - left, bottom - top, mapped, sorted(numbers))


def _move(points: Points, left: float, top: float) -> Points:
    return tuple((x - left, y - top) for x, y in points)


def _map_piece(sheet: int, panels: list[Points]) -> MappedPiece:
    """Return a piece, with the number of its sheet in the middle of its largest panel."""
    x0, y0, x1, y1 = point_bounds(max(panels, key=polygon_area))
    try:
        around = [outline_union(panels)]
    except OutlineError:
        around = panels
    return MappedPiece(_format_loops(around), _format_loops(panels), sheet, (x0 + x1) / 2, (y0 + y1) / 2, room=x1 - x0)


def _format_loops(loops: Sequence[Points]) -> str:
    return " ".join(f"M{' L'.join(f'{x:.2f} {y:.2f}' for x, y in loop)} Z" for loop in loops)


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
