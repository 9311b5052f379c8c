"""Check that the drawing of a cell of a board or a space of a track is on it (GF141)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from generator.check.analysis.drawing import DrawnShape, walk_matrices
from generator.check.paper.captions import leave_out_captions
from generator.check.paper.drawn_places import DeclaredPlace, DrawnPlace, corners_of, list_drawn_places
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.bounds import boxes_overlap, point_bounds, union_boxes
from generator.geometry.clearance import depth_in_polygons
from generator.geometry.matrix import IDENTITY, invert_matrix
from generator.geometry.types import Box, Point, Points
from generator.model.board import OWN_CELLS
from generator.model.picture import Path

_OUTSIDE = 0.5  # mm from the outline of a cell to the middle of a shape that belongs elsewhere
_OVER = 0.4  # mm that a drawing reaches over one edge, if it leaves more room at the other
_SHIFT = 1.0  # mm from the middle of a cell to that of all that is drawn in it
_LEAST_OFFSET = 0.15  # of a cell's width or height: what fills the cell is off its middle
_WIDE = 0.06  # of the width of a cell, by which what fills it may reach over each of its edges
_FILLED = 0.2  # of a cell's area: less is a sign in it
_FEWEST, _MOST = 4, 0.6  # cells, and the share of them, that have it alike
_SLOT = 0.75  # of a slot's width and height: what is drawn smaller does not show where a card lies
_WHOLE = 0.6  # of a cell: a drawing as large is that of the cell itself, and in its middle


def find_strayed_art(face: Face) -> Iterator[PageFault]:
    """Report the first shape that each group of a cell or space draws elsewhere, or one off its middle (GF141)."""
    places = [each for each in list_drawn_places(face) if each.declared.noun != "face"]
    if face.part.board is not None and face.part.board.generator == OWN_CELLS:
        places = leave_out_captions(places)
    for each in places:
        strayed = [shape for shape in each.shapes if _is_strayed(shape, each.declared)]
        found = [(shape, _find_declared_place(shape, places)) for shape in strayed]
        if found:
            yield _report_strayed(face, each, *min(found, key=lambda pair: pair[1] is None))
        elif size := _describe_small_slot(face, each):
            yield PageFault("GF141", "slot", size, each.group.address, "warning")
        elif shift := _describe_shift(each):
            text = f"the drawing of {each.declared.label} is {shift} its middle"
            yield PageFault("GF141", "shifted", text, _find_shared_mover(face, each), "warning", where="use")


def find_offset_grounds(face: Face) -> Iterator[PageFault]:
    """Report, once, a fill that is off center in nearly all spaces of a face or cells of a kind (GF141)."""
    families: dict[object, list[DrawnPlace]] = defaultdict(list)
    for each in list_drawn_places(face):
        if each.declared.noun != "face":
            families[each.declared.sort if each.declared.noun == "cell" else ""].append(each)
    yield from islice((fault for some in families.values() for fault in _find_offset_ground(some)), 1)


def _find_offset_ground(places: Sequence[DrawnPlace]) -> Iterator[PageFault]:
    """Report a fill that is off center in nearly all of some places that should look alike (GF141)."""
    offsets = [_measure_offset(each) for each in places]
    ways = [each and (_sign_of(each[0]), _sign_of(each[1])) for each in offsets]
    usual, count = Counter(ways).most_common(1)[0] if ways else (None, 0)
    if usual is not None and usual != (0, 0) and count >= max(_FEWEST, _MOST * len(places)):
        number = ways.index(usual)
        place, (across, down) = places[number], offsets[number] or (0.0, 0.0)
        text = (
            f"the shape that fills {place.declared.label} and {count - 1} more is"
            f" off the middle by {across:+g}, {down:+g} mm"
        )
        ground = next(each for each in place.shapes if _is_filled(each) and not _is_white(each))
        yield PageFault("GF141", "ground", text, ground.address, "warning")


def find_wide_grounds(face: Face) -> Iterator[PageFault]:
    """Report, once, a fill that extends past all edges of nearly all spaces, or cells of a kind (GF141)."""
    places = [each for each in list_drawn_places(face) if each.declared.noun != "face"]
    families: dict[object, list[tuple[DrawnPlace, float]]] = defaultdict(list)
    counts: Counter[object] = Counter(each.declared.sort if each.declared.noun == "cell" else "" for each in places)
    for each in places:
        if (over := _measure_over(each)) > 0.0:
            families[each.declared.sort if each.declared.noun == "cell" else ""].append((each, over))
    for sort, some in families.items():
        place, over = some[0]
        beside = [other.declared.outline for other in places if other is not place]
        filled = [each for each in place.shapes if _is_filled(each) and each.whole is not None]
        wide = next((each for each in filled if any(_covers(each, outline) for outline in beside)), None)
        if wide is not None and len(some) >= max(_FEWEST, _MOST * counts[sort]):
            text = (
                f"the shape that fills {place.declared.label} and {len(some) - 1} more"
                f" extends {over:.2g} mm past all of its edges"
            )
            yield PageFault("GF141", "wide", f"{text}, onto its neighbors", wide.address, "warning")
            return


def _covers(each: DrawnShape, outline: Points) -> bool:
    return each.box is not None and boxes_overlap(each.box, point_bounds(outline), -_OVER)


def _measure_over(place: DrawnPlace) -> float:
    """Return how far (mm) the fill of a place extends past all of its edges; 0 if not past every one."""
    back = invert_matrix(place.group.matrix)
    ends = [end for each in place.shapes if _is_filled(each) for end in corners_of(each, back)]
    if not ends:
        return 0.0
    left, top, right, bottom = point_bounds(ends)
    west, north, east, south = point_bounds(place.declared.own)
    over = min(west - left, north - top, right - east, bottom - south)
    return over if over > max(_OVER, _WIDE * min(east - west, south - north)) else 0.0


def _sign_of(value: float) -> int:
    return (value > 0) - (value < 0)


def _measure_offset(place: DrawnPlace) -> Point | None:
    """Return how far (mm) the fill of a place is off center, 0 along an axis if only slightly; None without a fill."""
    back = invert_matrix(place.group.matrix)
    filled = [each for each in place.shapes if _is_filled(each) and not _is_white(each)]
    boxes = [point_bounds(ends) for each in filled if (ends := corners_of(each, back))]
    cell = point_bounds(place.declared.own)
    if not boxes or any(_fills(box, cell) for box in boxes):
        return None  # beside what fills it, there may be a plate with its name
    left, top, right, bottom = union_boxes(boxes)
    west, north, east, south = cell
    if (right - left) * (bottom - top) < _FILLED * (east - west) * (south - north):
        return None
    across, down = (left + right - west - east) / 2, (top + bottom - north - south) / 2
    is_across, is_down = abs(across) > _LEAST_OFFSET * (east - west), abs(down) > _LEAST_OFFSET * (south - north)
    return round(across, 1) if is_across else 0.0, round(down, 1) if is_down else 0.0


def _fills(box: Box, cell: Box) -> bool:
    """Return whether a shape fills a cell from edge to edge, by their boxes."""
    return max(abs(a - b) for a, b in zip(box, cell, strict=True)) < _OVER


def _is_filled(each: DrawnShape) -> bool:
    return isinstance(each.shape, Path) and each.shape.paint.fill is not None and each.shape.paint.fill_opacity > 0


def _is_white(each: DrawnShape) -> bool:
    return isinstance(each.shape, Path) and each.shape.paint.fill == "#ffffff"


def _describe_small_slot(face: Face, place: DrawnPlace) -> str:
    """Describe a slot that is drawn far smaller than its card; empty if it is large enough."""
    board = face.part.board
    boxes = [each.box for each in place.shapes if each.box is not None]
    if board is None or place.declared.id not in board.slots or not boxes:
        return ""
    left, top, right, bottom = union_boxes(boxes)
    west, north, east, south = point_bounds(place.declared.outline)
    drawn, whole = (right - left, bottom - top), (east - west, south - north)
    if min(one / other for one, other in zip(drawn, whole, strict=True)) >= _SLOT:
        return ""
    sizes = " but takes ".join(f"{wide:.0f} x {high:.0f} mm" for wide, high in (drawn, whole))
    return f"the slot {place.declared.id!r} is drawn {sizes}"


def _is_strayed(each: DrawnShape, declared: DeclaredPlace) -> bool:
    """Return whether the middle of a shape is off a cell; a line from the cell to elsewhere may."""
    if each.box is None or depth_in_polygons((declared.outline,), *_middle(each.box)) >= -_OUTSIDE:
        return False
    is_line = isinstance(each.shape, Path) and each.shape.paint.fill is None and each.shape.segments[-1][0] != "Z"
    ends = corners_of(each, IDENTITY) if is_line else ()
    return not any(depth_in_polygons((declared.outline,), *end) > 0 for end in ends)


def _find_declared_place(each: DrawnShape, places: Sequence[DrawnPlace]) -> DeclaredPlace | None:
    assert each.box is not None
    x, y = _middle(each.box)
    return next((place.declared for place in places if depth_in_polygons((place.declared.outline,), x, y) > 0), None)


def _middle(box: Box) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _report_strayed(face: Face, place: DrawnPlace, each: DrawnShape, there: DeclaredPlace | None) -> PageFault:
    """Report a shape in another cell; one outside all cells may be intended."""
    assert each.box is not None
    x, y = _middle(each.box)
    where = f"in {there.label}" if there else f"beside it, {x:.0f} mm from the left and {y:.0f} mm down"
    text = f"this shape of {place.declared.label}{_name_kind(place.declared)} is {where}"
    address = find_mover(face, each, len(place.group.address))
    return PageFault("GF141", "strayed", text, address, "warning", where="use")


def _name_kind(declared: DeclaredPlace) -> str:
    return f" of kind {declared.sort!r}" if declared.noun == "cell" else ""


def find_mover(face: Face, each: DrawnShape, depth: int) -> tuple[int, ...]:
    """Return the address of the outermost group below a depth that moves a shape, else that of the shape."""
    moved = (at for at, outer, inner in walk_matrices(face.drawing.picture.shapes, each.address) if outer != inner)
    return next((each.address[:at] for at in moved if at > depth), each.address)


def _find_shared_mover(face: Face, place: DrawnPlace) -> tuple[int, ...]:
    """Return what moves all shapes of a group: the group in it that holds them all, else the group itself."""
    movers = {find_mover(face, each, len(place.group.address)) for each in place.shapes}
    return next(iter(movers)) if len(movers) == 1 else place.group.address


def _describe_shift(place: DrawnPlace) -> str:
    """Describe how everything in a group is off the middle of its cell; empty if it is centered.

    It must reach over an edge of the cell, and leave more room at the opposite one. If one shape fills the cell from
    edge to edge, others may reach over it, such as a hook.
    """
    back = invert_matrix(place.group.matrix)
    boxes = [point_bounds(ends) for each in place.shapes if (ends := corners_of(each, back))]
    cell = point_bounds(place.declared.own)
    if not boxes or any(_fills(box, cell) for box in boxes):
        return ""
    left, top, right, bottom = union_boxes(boxes)
    west, north, east, south = cell
    if right - left < _WHOLE * (east - west) or bottom - top < _WHOLE * (south - north):
        return ""
    across = _measure_shift(left - west, east - right)
    down = _measure_shift(top - north, south - bottom)
    words = [f"{abs(across):.2g} mm to the {'right' if across > 0 else 'left'} of"] if across else []
    words += [f"{abs(down):.2g} mm {'below' if down > 0 else 'above'}"] if down else []
    return " and ".join(words)


def _measure_shift(before: float, after: float) -> float:
    """Return how far (mm) a drawing is off its middle, by the gaps on both sides; 0 if it reaches over no edge."""
    shift = (before - after) / 2
    return shift if min(before, after) < -_OVER and abs(shift) > _SHIFT else 0.0
