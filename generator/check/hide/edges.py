"""Check for art that reaches the cut without bleed (GF157), and that fronts show where they are cut (GF322)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import groupby, pairwise
from math import hypot, inf
from typing import NamedTuple

from msgspec.structs import replace
from PIL import Image

from generator.check.analysis.drawing import Address, Drawing, DrawnShape, measure_scale
from generator.check.analysis.face_pages import EVERYWHERE, Face, PageFault, find_changes
from generator.check.hide.views import PageViews
from generator.geometry.bounds import box_area, union_boxes
from generator.geometry.path import flatten_outline, outline_segments
from generator.geometry.tolerances import SAME_LENGTH, TOUCHING
from generator.geometry.types import Outline, Point
from generator.model.finding import Level
from generator.model.picture import Path

BLEED, UNMARKED = "GF157", "GF322"
_STEP = 1.0  # mm between the places along a trim where the paper is looked at
_WITHIN = 0.3, 0.9  # mm inside the trim: art that reaches it is seen at both, and a line along it is not
_BLEED_DEPTHS = 0.3, 0.6, 0.9  # of the bleed: where it is looked at, but not nearer to the trim than this:
_LEAST_BLEED = 0.9  # mm; the least bleed is 1 mm, less what is left of a pixel
_LEAST_AT_LINE = 0.4  # mm; half a millimeter will do beside a line to cut along
_OPEN_SHARE = 0.15  # of a side: on so much of it, art without bleed is more than a line that crosses the cut
_OPEN_RUN = 4  # mm of a side, too, if art bleeds elsewhere
_SLANT_RUN = 2  # mm of a side beside art that bleeds: there the edge of the art crosses the cut at a slant
_INKED = 6  # of 255: a channel that is darker than paper by so much
_CUT_LINE_ROOM = 0.4  # mm around a net without bleed, for its cut line
_CUT_LINE = 0.5  # mm: the widest line along the trim that a template draws to cut along
_OPPOSITE = (("at the top", "at the bottom"), ("on the right", "on the left"))
_CUT_REACH = 0.4  # mm from the trim to the box of such a line


class _Sides(NamedTuple):
    """The art along each side of a trim, place by place.

    `open` is where it reaches the trim without bleed, and `bled` with it; `beyond` is where there is any in the bleed.
    """

    open: Mapping[str, list[bool]]
    bled: Mapping[str, list[bool]]
    beyond: Mapping[str, list[bool]]


def find_missing_bleed(views: PageViews) -> Iterator[PageFault]:
    """Report each side of a face where art reaches the trim and less than a millimeter of it lies beyond (GF157).

    A piece without bleed that draws a line to cut along needs none; the cut line of a net does not count as such.
    """
    face, outline, drawing = face_of(views), trim_of(views), views.drawing
    design, bleed = face.designs[0], -drawing.picture.x
    has_line = design.net is None and _find_cut_line(drawing, outline) is not None
    least = _LEAST_AT_LINE if has_line and bleed < _LEAST_BLEED else _LEAST_BLEED
    depths = [max(least, far * bleed) for far in _BLEED_DEPTHS] if bleed >= least else []
    if has_line and not depths:
        return
    sides = _walk_sides(views, outline, depths)
    open_sides = _list_open_sides(sides, is_folded=design.net is not None)
    if not depths and all(map(any, sides.open.values())) and _is_cut_off(drawing):
        open_sides = [*sides.open]
    if not open_sides:
        yield from _find_blank_sides(face, outline, sides)
    if open_sides:
        yield _report_open_sides(face, outline, open_sides, sides, depths)


def face_of(views: PageViews) -> Face:
    """Return the face that is looked at; the edges of a figure are not cut."""
    assert views.face is not None
    return views.face


def trim_of(views: PageViews) -> Outline:
    """Return the outline that a face is cut along, that of the whole board for one of its sections."""
    face, design = face_of(views), face_of(views).designs[0]
    outline = face.part.outline if design.section else face.part.trim_of(design)
    if face.side == "front" or design.back_net is None:
        return outline
    return replace(outline, points=tuple((outline.width - x, y) for x, y in reversed(outline.points)))


def _walk_sides(views: PageViews, outline: Outline, depths: Sequence[float]) -> _Sides:
    """Look at the paper on both sides of the trim, from place to place; a tab of a net is out of sight."""
    drawing, net = views.drawing, face_of(views).designs[0].net
    bare = views.look([drawing.only(range(len(drawing.shapes)))])[0] if net else views.whole
    ink, bleed = _map_ink(bare), -drawing.picture.x
    tabs = tuple(edge for tab in (net.tabs if net else ()) for edge in pairwise((*tab.points, tab.points[0])))
    found = _Sides(defaultdict(list), defaultdict(list), defaultdict(list))
    for probe in _list_probes(outline, bleed, views.dpi / 25.4, bare.size, tuple(depths)):
        hidden = any(_lies_on(*probe.at, *edge) for edge in tabs)
        reaches = [not hidden and ink[pixel] > 0 for pixel in probe.within]
        bleeds = any(ink[pixel] for pixel in probe.beyond)
        found.open[probe.side].append(all(reaches) and not bleeds)
        found.bled[probe.side].append(all(reaches) and bleeds)
        found.beyond[probe.side].append(bleeds)
    return found


class _Probe(NamedTuple):
    """A place on a trim, and the pixels to look at: just within it, and beyond it."""

    side: str
    at: Point
    within: tuple[int, ...]
    beyond: tuple[int, ...]


@lru_cache(maxsize=16)  # the faces of a part share their trim
def _list_probes(
    outline: Outline, bleed: float, scale: float, size: tuple[int, int], depths: Sequence[float]
) -> Sequence[_Probe]:
    """Return the places along a trim (mm) in an image of a `size`; -1 stands for a pixel that it does not have."""
    wide, high = size

    def find_pixels(at: Point, normal: Point, depths: Sequence[float]) -> tuple[int, ...]:
        spots = [[int((at[n] + normal[n] * far + bleed) * scale) for n in (0, 1)] for far in depths]
        return tuple(row * wide + column if 0 <= column < wide and 0 <= row < high else -1 for column, row in spots)

    within = [-far for far in _WITHIN]
    return [
        _Probe(side, at, *(find_pixels(at, normal, some) for some in (within, depths)))
        for side, at, normal in walk_outline(outline)
    ]


def _is_cut_off(drawing: Drawing) -> bool:
    """Return whether art that would bleed on all sides is cut off by the edges of its picture."""
    left, top, right, bottom = union_boxes([each.box for each in drawing.shapes if each.box])
    picture = drawing.picture
    x, y = picture.x + picture.width, picture.y + picture.height
    return min(picture.x - left, picture.y - top, right - x, bottom - y) >= _LEAST_BLEED


def _list_open_sides(sides: _Sides, is_folded: bool) -> list[str]:
    """Return the sides on which more than a line that crosses the cut has no bleed."""
    crosses = is_folded or any(any(found) for found in sides.bled.values())
    runs = {name: _list_open_runs(found, sides.bled[name]) for name, found in sides.open.items()}
    return [
        name
        for name, found in runs.items()
        if sum(found) > _OPEN_SHARE * len(sides.open[name]) or (crosses and max(found, default=0) >= _OPEN_RUN)
    ]


def _list_open_runs(open_: list[bool], bled: list[bool]) -> list[int]:
    """Return how many open places follow one another, without those beside the slanted edge of art that bleeds."""
    runs, at = list[int](), 0
    for is_open, run in groupby(open_):
        long = len(list(run))
        beside = bled[max(0, at - 1) : at] + bled[at + long : at + long + 1]
        if is_open and not (long <= _SLANT_RUN and any(beside)):
            runs.append(long)
        at += long
    return runs


def _report_open_sides(
    face: Face, outline: Outline, names: Sequence[str], sides: _Sides, depths: Sequence[float]
) -> PageFault:
    """Report sides on which art has no bleed.

    Without room for any, the view box is at fault, unless it cuts nothing off, or something at one side alone.
    """
    drawing, is_folded = face.drawing, face.designs[0].net is not None
    bleed = -drawing.picture.x
    is_all = len(names) == len(sides.open)
    where = "on all sides" if is_all and len(names) > 1 else " and ".join(names)
    room = f"its bleed of {bleed:g} mm is blank there" if depths else _describe_bleed(bleed, is_folded)
    says = f"art reaches the cut {where}, but {room}: white paper will show if the cut is off"
    art = _find_edge_art(drawing, outline, names[0], beyond=_CUT_REACH if depths else inf)
    if not depths:
        is_inside = not _find_edge_art(drawing, outline, names[0], short=TOUCHING, beyond=inf)
        is_one = len(names) == 1 < len(sides.open)
        return PageFault(BLEED, EVERYWHERE + "no bleed", says, art if is_one or is_inside else (), "warning")
    level: Level = "warning" if is_folded else "error"
    return PageFault(BLEED, "bleed", says, art or _find_nearest_art(drawing, outline, names[0]), level, where="use")


def _lies_on(x: float, y: float, one: Point, other: Point) -> bool:
    """Return whether a point lies on a straight edge."""
    long = hypot(other[0] - one[0], other[1] - one[1])
    along = ((x - one[0]) * (other[0] - one[0]) + (y - one[1]) * (other[1] - one[1])) / long
    off = ((x - one[0]) * (other[1] - one[1]) - (y - one[1]) * (other[0] - one[0])) / long
    return -SAME_LENGTH <= along <= long + SAME_LENGTH and abs(off) <= TOUCHING


def _describe_bleed(bleed: float, folded: bool) -> str:
    """Describe a bleed of less than a millimeter; the picture of a net without one has room for its cut line."""
    if bleed <= (_CUT_LINE_ROOM if folded else 0.0) + SAME_LENGTH:
        return "the viewBox has no bleed"
    return f"the bleed of {bleed:g} mm is less than 1 mm"


def _find_blank_sides(face: Face, outline: Outline, sides: _Sides) -> Iterator[PageFault]:
    """Report sides of a back where nothing bleeds, one or two opposite ones, or of a front where art ends just inside.

    At the other sides art must bleed along more than a line that crosses the cut (GF157).
    """
    shares = {name: sum(found) / max(len(found), 1) for name, found in sides.bled.items()}
    blank = [name for name in shares if not any(sides.beyond[name])]
    rest = [share for name, share in shares.items() if name not in blank]
    if rest and len(shares) == 4 and min(rest) > _OPEN_SHARE and (len(blank) == 1 or tuple(blank) in _OPPOSITE):
        where = " and ".join(blank)
        others = "the three other sides" if len(blank) == 1 else "the two other sides"
        says = f"nothing is drawn in the bleed {where}, though art extends into it on {others} of this {face.side}"
        near = _find_edge_art(face.drawing, outline, blank[0], short=_LEAST_BLEED)
        if near or face.side == "back":
            at = near or _find_nearest_art(face.drawing, outline, blank[0])
            yield PageFault(BLEED, "blank", says, at, "warning", where="use")


def _area_of(each: DrawnShape) -> float:
    return 0.0 if each.whole is None else box_area(each.whole)


def _find_nearest_art(drawing: Drawing, outline: Outline, side: str) -> Address:
    """Return the address of the shape that ends nearest to a side of the trim."""
    index, at = _side_of(outline, side)
    far = {each.address: abs(each.whole[index] - at) for each in drawing.shapes if each.whole is not None}
    return min(far, key=lambda address: far[address], default=())


def _side_of(outline: Outline, side: str) -> tuple[int, float]:
    """Return which edge of a box is met at a side of a trim, and where that side is (mm); the left of a round one."""
    far = {"at the top": (1, 0.0), "on the right": (2, outline.width), "at the bottom": (3, outline.height)}
    return far.get(side, (0, 0.0))


def _find_edge_art(
    drawing: Drawing, outline: Outline, side: str, short: float = _CUT_REACH, beyond: float = _CUT_REACH
) -> Address:
    """Return the address of the largest shape that ends so near to a side of the trim (mm), or to a round trim."""
    index, at = _side_of(outline, side)
    out = -1 if index < 2 else 1
    line = _find_cut_line(drawing, outline)
    near = [
        each
        for each in drawing.shapes
        if each is not line and any(-short < (end - at) * out < beyond for end in _ends_of(each, index))
    ]
    return max(near, key=_area_of).address if near else ()


def _ends_of(each: DrawnShape, index: int) -> Iterator[float]:
    """Yield where a shape ends at a side: with its stroke, and without it, as the end of a line has none."""
    if each.whole is not None:
        yield each.whole[index]
        if isinstance(each.shape, Path) and each.shape.paint.stroke is not None:
            reach = each.shape.paint.width / 2 * measure_scale(each.matrix)
            yield each.whole[index] + (reach if index < 2 else -reach)


def _find_cut_line(drawing: Drawing, outline: Outline) -> DrawnShape | None:
    """Return the thin line that is drawn along the whole trim, to cut along; None if there is none."""
    for each in drawing.shapes:
        if not isinstance(each.shape, Path) or each.whole is None or each.shape.paint.stroke is None:
            continue
        off = zip(each.whole, (0.0, 0.0, outline.width, outline.height), strict=True)
        if each.shape.paint.width <= _CUT_LINE and max(abs(a - b) for a, b in off) <= _CUT_REACH:
            return each
    return None


def walk_outline(outline: Outline) -> Iterator[tuple[str, Point, Point]]:
    """Yield places along a trim: the side, the point and its unit vector outward; without the corners of a side."""
    corners = flatten_outline(outline_segments(outline))
    names = ["at the top", "on the right", "at the bottom", "on the left"]
    for number, (one, other) in enumerate(zip(corners, (*corners[1:], corners[0]), strict=True)):
        long = hypot(other[0] - one[0], other[1] - one[1])
        ux, uy = (other[0] - one[0]) / long, (other[1] - one[1]) / long
        name = names[number] if outline.shape == "rect" else "at its edge"
        shy = 2.0 if outline.shape == "rect" and long > 8 else 0.0
        at = shy + min(_STEP, long) / 2
        while at < long - shy:
            yield name, (one[0] + ux * at, one[1] + uy * at), (uy, -ux)
            at += _STEP


def _map_ink(image: Image.Image) -> bytes:
    """Return a byte for each pixel of an image, row by row: 0 where the paper is blank; the last one is for none."""
    return find_changes(image, Image.new("RGB", image.size, "#ffffff"), _INKED).tobytes() + b"\0"


_DEPTHS = tuple(
    0.1 * step for step in range(-9, 25)
)  # mm beyond the trim, as far as the bleed of a round ground reaches
_NEXT = 3  # steps of depth over which an edge is seen whole, at 100 dpi
_EDGE_CHANGED = 12.0  # of 255: grays that differ by less show no edge
_WHITE = 255.0  # the paper beyond the art
_SHOWN_SHARE = 0.6  # of the trim: with less of it in sight, nobody finds the rest
_EVEN = 8  # steps of depth: an edge that runs along the trim stays within so many


def find_unmarked_cut(views: PageViews) -> Iterator[PageFault]:
    """Report the front of a piece that is no rectangle, if nothing on the paper changes along its trim (GF322)."""
    face, outline = face_of(views), trim_of(views)
    design = face.designs[0]
    is_flat = face.part.board is None and design.net is None and design.section is None
    if face.side == "back" or not is_flat or outline.shape == "rect":
        return
    edges = [_find_edges(views, at, normal) for _, at, normal in walk_outline(outline)]
    if _count_along(edges) < _SHOWN_SHARE * len(edges):
        shape = "round" if outline.shape == "disc" else "many-sided"
        says = f"nothing shows where to cut this {shape} piece"
        says = f"{says}; draw a thin line along its edge, or build with --marks lines"
        yield PageFault(UNMARKED, f"{EVERYWHERE}no edge", says, (), "warning")


def _count_along(edges: Sequence[Set[int]]) -> int:
    """Return at how many places there is an edge at about the same depth; the corners of a square are farther away."""
    bands = (range(first, first + _EVEN) for first in range(len(_DEPTHS)))
    return max(sum(not found.isdisjoint(band) for found in edges) for band in bands)


def _find_edges(views: PageViews, at: Point, normal: Point) -> Set[int]:
    """Return the steps of depth at which the paper changes its brightness near a place on the trim."""
    image, bleed, scale = views.whole, -views.drawing.picture.x, views.dpi / 25.4
    seen = []
    for far in _DEPTHS:
        x, y = (int((at[n] + normal[n] * far + bleed) * scale) for n in (0, 1))
        inside = 0 <= x < image.width and 0 <= y < image.height
        seen.append(_gray(image.getpixel((x, y))) if inside else _WHITE)
    steps = zip(seen, seen[_NEXT:], strict=False)
    return {step for step, (before, after) in enumerate(steps) if abs(after - before) >= _EDGE_CHANGED}


def _gray(color: object) -> float:
    """Return the brightness of a pixel, 0 to 255."""
    return sum(color[:3]) / 3 if isinstance(color, tuple) else float(str(color))
