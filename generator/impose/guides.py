"""Draw guides to cut along on the pieces themselves: full cut lines, outlines and rounded corners; mm."""

from collections.abc import Iterable, Iterator, Sequence

from generator.geometry.path import circle_arc_segments, ellipse_segments, polygon_segments
from generator.geometry.types import Box, Segment
from generator.impose.crop_marks import OFFSET, SHORT, MarkLimits, Slug, enters_room, list_close_rooms, list_cuts
from generator.impose.packing import Block
from generator.model.finding import DataError, Finding
from generator.model.game import Part
from generator.model.picture import Group, Paint, Path, Shape
from generator.model.sheet import Placement

LINE = Paint(fill=None, stroke="#000000", width=0.1)
HALO = Paint(fill=None, stroke="#ffffff", width=0.3)  # under the line, which may lie on dark art
CORNER = "corner"  # name of the group of rounded corners in the finished files
_BEYOND = 4.0  # mm from the last trim to the end of a cut line
_QUARTER = 1.5707963267948966


def draw_guides(
    blocks: Iterable[Block], fronts: Iterable[Placement], slug: Slug, lines: bool, radius: float
) -> tuple[Shape, ...]:
    """Return cut lines if `lines`, and rounded corners on each rectangular piece if `radius`.

    The lines go through the sheet, and along the outlines of discs and polygons. The corners are a named group.
    """
    segments: list[Segment] = []
    arcs: list[Segment] = []
    every = list(blocks) if lines else []
    rooms = list_close_rooms(every)
    for number, block in enumerate(every):
        if block.pieces[0].design.net is None and not block.cell.round:
            others = [*rooms[:number], *rooms[number + 1 :]]
            segments += _draw_cut_lines(block, slug, others)
    for placed in fronts:
        if lines:
            segments += _draw_outline(placed)
        if radius and has_square_corners(placed.part):
            arcs += _round_corners(placed, radius)
    halo = (Path((*segments, *arcs), HALO),) if segments or arcs else ()
    straight = (Path(tuple(segments), LINE),) if segments else ()
    return *halo, *straight, *((Group((Path(tuple(arcs), LINE),), name=CORNER),) if arcs else ())


def _draw_outline(placed: Placement) -> Iterator[Segment]:
    """Yield the outline of a disc or a polygon, which is no board and not folded: these draw their own."""
    trim, left, top = placed.part.trim_of(placed.design), placed.x, placed.y
    if trim.shape == "rect" or placed.design.net is not None or placed.design.section is not None:
        return
    if trim.shape == "disc":
        wide, high = placed.width / 2, placed.height / 2
        yield from ellipse_segments(left + wide, top + high, wide, high)
        return
    turned, right = placed.rotation == 90, left + placed.width
    yield from polygon_segments(tuple((right - y, top + x) if turned else (left + x, top + y) for x, y in trim.points))


def has_square_corners(part: Part) -> bool:
    """Return whether the corners of a part may be rounded: it is a rectangle, and no board or folded piece."""
    return part.board is None and part.outline.shape == "rect" and all(each.net is None for each in part.designs)


def refuse_wide_corners(parts: Iterable[Part], radius: float) -> None:
    """Raise DataError (GF006) for corners that would meet on a piece."""
    found = [
        Finding("GF006", part.place, _describe_wide_corners(part, radius, half))
        for part in parts
        if has_square_corners(part) and (half := min(part.outline.width, part.outline.height) / 2) < radius
    ]
    if found:
        raise DataError(found)


def _describe_wide_corners(part: Part, radius: float, half: float) -> str:
    size = f"{part.outline.width:g} x {part.outline.height:g} mm"
    return f"--corners {radius:g} is too much for the part {part.id!r} ({size}); at most {half:g} mm fit"


def _draw_cut_lines(block: Block, slug: Slug, others: Sequence[Box]) -> Iterator[Segment]:
    cell = block.cell
    close = max(cell.front, cell.reach) + OFFSET + SHORT
    for cut in list_cuts(block):
        limits = slug.limit_upright(cut.at) if cut.upright else slug.limit_lying(cut.at)
        start, end = _extend(cut.start, cut.end, limits)
        if any(enters_room(cut.at, cut.upright, start, cut.start, box) for box in others):
            start = max(start, cut.start - close)
        if any(enters_room(cut.at, cut.upright, cut.end, end, box) for box in others):
            end = min(end, cut.end + close)
        yield ("M", cut.at, start) if cut.upright else ("M", start, cut.at)
        yield ("L", cut.at, end) if cut.upright else ("L", end, cut.at)


def _extend(start: float, end: float, limits: MarkLimits) -> tuple[float, float]:
    return max(min(start, limits.first), start - _BEYOND), min(max(end, limits.last), end + _BEYOND)


def _round_corners(placed: Placement, radius: float) -> Iterator[Segment]:
    left, top = placed.x + radius, placed.y + radius
    right, bottom = placed.x + placed.width - radius, placed.y + placed.height - radius
    for number, (x, y) in enumerate(((right, bottom), (left, bottom), (left, top), (right, top))):
        start = number * _QUARTER
        first = {0: (x + radius, y), 1: (x, y + radius), 2: (x - radius, y), 3: (x, y - radius)}[number]
        yield ("M", *first)
        yield from circle_arc_segments(x, y, radius, start, _QUARTER)
