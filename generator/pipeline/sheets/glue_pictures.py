"""Picture folded parts, as they stand when they are finished, and what is glued on their blank sides; mm."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from generator.geometry.clearance import flatten_loops
from generator.geometry.types import Point, Segment
from generator.impose.glue import find_glued_panels, hatch_polygon
from generator.impose.imposition import Imposition
from generator.model.game import Part
from generator.model.net import Net
from generator.render.figures.piece_figures import draw_leaves

_MOST_FOLDED = 6  # of parts, in a row
_SIZE = 24.0, 18.0  # of the box of one


class FoldedPicture(NamedTuple):
    """A finished piece: the title of its part, the size of the picture, and its faces from back to front."""

    title: str
    width: float
    height: float
    leaves: list[dict[str, str]]


def list_folded_pictures(parts: Sequence[Part], say: Callable[[str], str]) -> list[FoldedPicture]:
    """Return a picture of the largest piece of each folded part, the first few; `say` translates the titles."""
    found = []
    for part in parts:
        nets = [(design.net_piece.whole.net if design.net_piece else design.net) for design in part.designs]
        if whole := [net for net in nets if net and net.folds]:
            largest: Any = max(whole, key=_measure_area)
            leaves = list(draw_leaves(largest, _SIZE, 1.0, part.traits.foot))
            found.append(FoldedPicture(say(part.title), *_SIZE, leaves))
    return found[:_MOST_FOLDED]


def _measure_area(net: Net) -> float:
    return net.width * net.height


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
    outline = " ".join(f"{_format_line(loop)} Z" for loop in loops)
    return GluePicture(sheet, [], wide, high, outline, folds=_format_lines(folds), hatch=_format_lines(hatched))


def _pair_ends(segments: Iterable[Segment]) -> Iterator[tuple[Point, Point]]:
    """Yield the two ends of each line."""
    points = [(segment[1], segment[2]) for segment in segments if len(segment) == 3]
    yield from zip(points[::2], points[1::2], strict=True)


def _format_lines(lines: Iterable[Sequence[Point]]) -> str:
    return " ".join(map(_format_line, lines))


def _format_line(points: Sequence[Point]) -> str:
    """Return a line as path data."""
    return "M" + " L".join(f"{x:.2f} {y:.2f}" for x, y in points)
