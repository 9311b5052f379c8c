"""Check the panels of folded pieces: pips are as many as the value, and nothing reaches over a fold (GF158)."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from math import dist

from generator.check.analysis.drawing import Address, DrawnShape, NamedGroup, walk_matrices
from generator.check.paper.drawn_places import DrawnPlace, corners_of, list_drawn_places, measure_turn
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.clearance import depth_in_polygons
from generator.geometry.matrix import Matrix, invert_matrix, transform_point
from generator.geometry.tolerances import VISIBLE
from generator.geometry.types import Box, Point
from generator.model.net import Panel
from generator.model.picture import Path, Picture, Text

_PREFIX = "face."
_MOST_PIPS = 12
_MOST_DIGITS = 4
_SAME_POINT = 0.2  # mm: nets round their coordinates
_FEWEST_ALIKE = 4  # panels, one of which can be the odd one
_PIPS_SHARE = 0.5  # of the panels with such a value: if so many show their value in pips, all must
_REACH = 0.5  # mm that a drawing may reach over the edge of its panel
_GROUND_SHARE = 0.8  # of a panel's box: a shape that fills more is its ground, which may run over cuts and folds


def find_wrong_pips(face: Face) -> Iterator[PageFault]:
    """Report each panel whose pips are not as many as its value (GF158).

    They are taken for pips if most panels have theirs, also where some hide one another, or if all together show just
    the values of the die.
    """
    panels = _panels_of(face)
    counted: list[tuple[NamedGroup, int, set[int]]] = []
    drawn: list[bool] = []
    for group in _panel_groups(face):
        panel = panels.get(group.name.removeprefix(_PREFIX))
        value = _read_amount(panel.value) if panel else 0
        if 0 < value <= _MOST_PIPS and not face.drawing.has_text(group):
            counted.append((group, value, _count_alike(face, group)))
            drawn += [value in _count_alike(face, group, hidden=True)] if value > 1 else []
    right = [value in counts for _, value, counts in counted if value > 1]
    is_exchanged = {value for _, value, _ in counted} == {max(counts, default=0) for _, _, counts in counted}
    if not right or (max(sum(right), sum(drawn)) < _PIPS_SHARE * len(right) and not is_exchanged):
        return
    for group, value, counts in counted:
        if value not in counts:
            shown = max((count for count in counts if count > 1), default=max(counts, default=0))
            text = f"the face {group.name.removeprefix(_PREFIX)!r} has the value {value}, but {shown} pips"
            yield PageFault("GF158", "pips", text, group.address, "error" if shown > 1 else "warning", entry=str(value))


def _read_amount(value: object) -> int:
    """Return the number that a value is, or the one in its words, as in `apple 2`; 0 if there is none."""
    numbers = [int(word) for word in str(value).split() if word.isdecimal() and len(word) < _MOST_DIGITS]
    return numbers[0] if len(numbers) == 1 else 0


def _panels_of(face: Face) -> Mapping[str, Panel]:
    net = face.designs[0].net
    return {panel.id: panel for panel in net.panels} if net and face.side == "front" else {}


def _panel_groups(face: Face) -> Iterator[NamedGroup]:
    return (group for group in face.drawing.groups if group.name.startswith(_PREFIX) and not group.inside)


def _count_alike(face: Face, group: NamedGroup, hidden: bool = False) -> set[int]:
    """Count the shapes of a panel by the size of their boxes; copies in one place count once, or all if `hidden`."""
    boxes = [
        (type(each.shape), tuple(round(edge, 1) for edge in each.whole))
        for each in face.drawing.shapes[group.first : group.end]
        if each.box is not None and each.whole is not None
    ]
    seen = boxes if hidden else dict.fromkeys(boxes)
    sizes = Counter((sort, round(box[2] - box[0], 1), round(box[3] - box[1], 1)) for sort, box in seen)
    return set(sizes.values())


def find_equal_values(face: Face) -> Iterator[PageFault]:
    """Report a panel that looks like one before it, though they have different values without a number (GF158).

    Of values that differ only in their number, such as `apple 1` and `apple 2`, one that draws no more than the other
    is reported, unless pips already are.
    """
    faces = [
        each for each in list_drawn_places(face) if each.declared.noun == "face" and each.declared.sort is not None
    ]
    panels = [each for each in faces if not _read_amount(each.declared.sort)]
    looks, first = _number_looks(panels), dict[int, DrawnPlace]()
    if not any(True for _ in find_wrong_pips(face)):
        yield from _find_uncounted([each for each in faces if each not in panels])
    if len({*looks}) == 1:
        return  # no drawing of a value at all
    for each, look in zip(panels, looks, strict=True):
        other = first.setdefault(look, each)
        if each.shapes and each.declared.sort != other.declared.sort:
            values = f"{each.declared.sort!r} and {other.declared.sort!r}"
            text = f"{each.declared.label} looks like {other.declared.label}, but their values are {values}"
            yield PageFault("GF158", "equal", text, each.group.address, entry=str(each.declared.sort))
            return


def _find_uncounted(panels: Sequence[DrawnPlace]) -> Iterator[PageFault]:
    """Report a panel that draws as much as one of another number, such as `apple 2` and `apple 1` (GF158)."""
    known: dict[Hashable, DrawnPlace] = {}
    for each in panels:
        words = str(each.declared.sort).split()
        amount = _read_amount(each.declared.sort)
        if not amount or not each.shapes:
            continue
        drawn = Counter((_sort_of(shape), _size_of(shape)) for shape in each.shapes)
        key = frozenset(word for word in words if not word.isdecimal()), frozenset(drawn.items())
        other = known.setdefault(key, each)
        if _read_amount(other.declared.sort) != amount and not _look_alike(each, other):
            values = f"{each.declared.sort!r} and {other.declared.sort!r}"
            text = f"{each.declared.label} shows no more than {other.declared.label}, but their values are {values}"
            yield PageFault("GF158", "uncounted", text, each.group.address, "warning", entry=str(each.declared.sort))
            return


def _size_of(each: DrawnShape) -> Hashable:
    left, top, right, bottom = each.whole or (0.0, 0.0, 0.0, 0.0)
    return tuple(sorted((round(right - left, 1), round(bottom - top, 1))))


def find_odd_panels(face: Face) -> Iterator[PageFault]:
    """Report the one panel that looks different from all others of its outline, or whose art alone is turned (GF158).

    Panels with a value look unlike each other anyway.
    """
    panels = [each for each in list_drawn_places(face) if each.declared.noun == "face"]
    unlike = list(_find_unlike(face, panels))
    yield from unlike or _find_turned_art(face, panels)


def _find_unlike(face: Face, panels: Sequence[DrawnPlace]) -> Iterator[PageFault]:
    """Report the one panel without a value that looks unlike all others of its outline (GF158)."""
    sorts: dict[object, list[DrawnPlace]] = defaultdict(list)
    for each in panels:
        if each.declared.sort is None:
            sorts[tuple((round(x, 1), round(y, 1)) for x, y in each.declared.own)].append(each)
    for some in sorts.values():
        odd = _find_odd(some, _number_looks(some))
        if odd is not None:
            text = f"{odd.declared.label} looks unlike the {len(some) - 1} others with its outline"
            address = _find_difference(face, odd, next(each for each in some if each is not odd))
            yield PageFault("GF158", "odd", text, address, "warning", where="use")


def _find_turned_art(face: Face, panels: Sequence[DrawnPlace]) -> Iterator[PageFault]:
    """Report the one panel whose art is turned differently from that of all others without words (GF158)."""
    bare = [each for each in panels if each.shapes and not any(isinstance(part.shape, Text) for part in each.shapes)]
    turned = _find_odd(bare, [_turns_of(each) for each in bare])
    if turned is None:
        return
    other = next(each for each in bare if each is not turned)
    if len(turned.declared.own) != len(other.declared.own) and len(turned.shapes) != len(other.shapes):
        return  # a face of another form has a drawing of its own
    usual = _turns_of(other)
    odd_shape = next((each for each in turned.shapes if _turn_of(turned, each) not in usual), None)
    if odd_shape is not None:  # else it only draws less than the others
        text = f"the drawing on {turned.declared.label} is turned differently from those on the {len(bare) - 1} others"
        address = _find_mover(face, odd_shape.address, len(turned.group.address))
        yield PageFault("GF158", "turned art", text, address, "warning", where="use")


def find_bare_panel(face: Face) -> Iterator[PageFault]:
    """Report the one panel with a value that has words alone, where all others have a drawing too (GF158)."""
    panels = [
        each for each in list_drawn_places(face) if each.declared.noun == "face" and each.declared.sort is not None
    ]
    bare = [each for each in panels if all(isinstance(part.shape, Text) for part in each.shapes)]
    if len(panels) >= _FEWEST_ALIKE and len(bare) == 1 and bare[0].shapes:
        text = (
            f"{bare[0].declared.label} ({bare[0].declared.sort}) has only text, but the other faces also have a drawing"
        )
        yield PageFault("GF158", "bare", text, bare[0].group.address, "warning")


def _find_odd(panels: Sequence[DrawnPlace], keys: Sequence[Hashable]) -> DrawnPlace | None:
    """Return the one panel whose key differs from that of all others; None if there is no such one."""
    counts = Counter(keys).most_common()
    if len(panels) < _FEWEST_ALIKE or len(counts) != 2 or counts[1][1] != 1:
        return None
    return next(each for each, key in zip(panels, keys, strict=True) if key == counts[1][0])


def _number_looks(panels: Sequence[DrawnPlace]) -> Sequence[int]:
    """Return a number for the look of each panel, the same for panels that look alike."""
    known: list[DrawnPlace] = []
    numbers = []
    for each in panels:
        number = next((number for number, other in enumerate(known) if _look_alike(each, other)), len(known))
        known += [each] if number == len(known) else []
        numbers.append(number)
    return numbers


def _look_alike(one: DrawnPlace, other: DrawnPlace) -> bool:
    """Return whether two panels draw shapes of the same sort and paint in the same places."""
    if len(one.shapes) != len(other.shapes):
        return False
    backs = [invert_matrix(each.group.matrix) for each in (one, other)]
    for first, second in zip(one.shapes, other.shapes, strict=True):
        if _sort_of(first) != _sort_of(second):
            return False
        ends = [corners_of(each, back) for each, back in zip((first, second), backs, strict=True)]
        if len(ends[0]) != len(ends[1]) or any(dist(*pair) > _SAME_POINT for pair in zip(*ends, strict=True)):
            return False
    return True


def _sort_of(each: DrawnShape) -> Hashable:
    match each.shape:
        case Path():
            return each.shape.paint
        case Text():
            return each.shape.text, each.shape.paint
    return each.shape.key


def _find_difference(face: Face, odd: DrawnPlace, other: DrawnPlace) -> Address:
    """Return the address of what moves the first shape that differs from that of another panel, or of the group."""
    if len(odd.shapes) != len(other.shapes):
        return odd.group.address
    depth = len(odd.group.address)
    for one, second in zip(odd.shapes, other.shapes, strict=True):
        own, its = (each._replace(shapes=[shape]) for each, shape in ((odd, one), (other, second)))
        if not _look_alike(own, its):
            return _find_mover(face, one.address, depth)
    return odd.group.address


def _turns_of(panel: DrawnPlace) -> frozenset[int]:
    """Return the turns, in whole degrees, of what a panel draws, in its own coordinates."""
    return frozenset(_turn_of(panel, each) for each in panel.shapes)


def _turn_of(panel: DrawnPlace, each: DrawnShape) -> int:
    return round(measure_turn(panel, each)) % 360


def find_stray_art(face: Face) -> Iterator[PageFault]:
    """Report each shape that is drawn in the group of a panel and reaches over the panel's edge (GF158)."""
    panels = _panels_of(face)
    for group in _panel_groups(face):
        panel, back = panels.get(group.name.removeprefix(_PREFIX)), invert_matrix(group.matrix)
        if panel is None or back is None:
            continue
        for each in face.drawing.shapes[group.first : group.end]:
            off = _reach_over(each, panel, face.drawing.picture, back)
            if off > _REACH:
                text = f"this shape of the face {panel.id!r} extends {off:.2g} mm past the fold or the cut at its edge"
                address = _find_mover(face, each.address, len(group.address))
                yield PageFault("GF158", "stray", text, address, "warning", where="use")


def _find_mover(face: Face, address: Address, depth: int) -> Address:
    """Return the address of the outermost group below a depth that moves a shape, else that of the shape."""
    moved = (at for at, outer, inner in walk_matrices(face.drawing.picture.shapes, address) if outer != inner)
    return next((address[:at] for at in moved if at > depth), address)


def _reach_over(each: DrawnShape, panel: Panel, picture: Picture, back: Matrix) -> float:
    """Return how far a shape reaches over the edge of its panel (mm).

    That is 0 for the ground of the panel, and where a shape ends with the drawing itself, as its bleed does.
    """
    xs, ys = [x for x, _ in panel.points], [y for _, y in panel.points]
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    if each.box is None:
        return 0.0
    corners = _corners(each, each.box)
    ends = [transform_point(back, x, y) for x, y in corners]
    wide, high = max(x for x, _ in ends) - min(x for x, _ in ends), max(y for _, y in ends) - min(y for _, y in ends)
    if wide >= _GROUND_SHARE * width or high >= _GROUND_SHARE * height:
        return 0.0
    inner = [end for end, corner in zip(ends, corners, strict=True) if not _is_on_edge(picture, *corner)]
    return max(0.0, -min((depth_in_polygons((panel.points,), x, y) for x, y in inner), default=0.0))


def _is_on_edge(picture: Picture, x: float, y: float) -> bool:
    across, down = (x - picture.x, picture.x + picture.width - x), (y - picture.y, picture.y + picture.height - y)
    return any(abs(off) < VISIBLE for off in (*across, *down))


def _corners(each: DrawnShape, box: Box) -> list[Point]:
    """Return the ends of the segments of a path on the net, the corners of the box of anything else."""
    if isinstance(each.shape, Path):
        return [
            transform_point(each.matrix, float(segment[-2]), float(segment[-1]))
            for segment in each.shape.segments
            if len(segment) > 2
        ]
    return [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])]
