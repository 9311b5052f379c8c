"""Check rows of signs that show a number: they can be counted, and stand about the middle of something (GF185)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from generator.check.analysis.drawing import DrawnShape, NamedGroup
from generator.check.paper.cell_art import find_mover
from generator.check.paper.drawn_places import list_drawn_places
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.check.paper.patterns import RepeatedSign, list_signs
from generator.geometry.matrix import IDENTITY, Matrix, invert_matrix, transform_point
from generator.model.picture import Path, Text

_HEADS = frozenset({"row", "values", "face"})  # groups whose signs show a number
_ICON = "icon."
_PITCH = 0.45  # of the width of a sign: nearer ones cannot be counted
_LEAST_SIGN = 1.0  # mm
_SAME = 0.06  # mm
_BESIDE = 0.5  # mm between the middle of a row and everything that it could be centered on
_MOST_SIGNS = 16
_NEAR = 0.2  # of half the width of a face: an axis so near to the middle is that of what is centered


class _Row(NamedTuple):
    """A row of identical signs in a group of a face: the middles of the first and the last, and where the first begins.

    `middle` is that of the face, or of the panel that the row is on.
    """

    face: Face
    group: NamedGroup
    sign: DrawnShape
    number: int
    first: float
    last: float
    starts: Sequence[float]
    middle: float


def find_crowded_signs(face: Face) -> Iterator[PageFault]:
    """Report, once, each group of signs that overlap too much to be counted (GF185)."""
    for group in reversed(face.drawing.groups):  # the innermost names the signs
        if group.name.partition(".")[0] not in _HEADS:
            continue
        shapes = face.drawing.shapes[group.first : group.end]
        rows = [
            *((signs, _SAME) for signs in list_signs(shapes, IDENTITY)),
            *((s, 0) for s in _list_icons(face, group)),
        ]
        for signs, least in rows:
            if 1 < len(signs) <= _MOST_SIGNS and all(_is_crowded(*pair, least) for pair in pairwise(signs)):
                far = _distance(signs[0], signs[1])
                how = f"are {far:.2g} mm apart and overlap" if far > _SAME else "lie on one another"
                text = f"{len(signs)} signs of the group {group.name!r} {how}, so that they cannot be counted"
                address = find_mover(face, signs[1].each, len(group.address))
                yield PageFault("GF185", "crowded", text, address, "warning", where="use")
                break


def _list_icons(face: Face, group: NamedGroup) -> Iterator[list[RepeatedSign]]:
    """Yield the icons of each name in a group, by the middles of their ink; each stands for all of its shapes."""
    found: dict[str, list[RepeatedSign]] = defaultdict(list)
    for each in face.drawing.groups:
        box = face.drawing.box_of(each) if group.first <= each.first < each.end <= group.end else None
        if each.name.startswith(_ICON) and box is not None:
            middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
            found[each.name].append(RepeatedSign(middle, face.drawing.shapes[each.first]._replace(whole=box)))
    yield from found.values()


def _is_crowded(one: RepeatedSign, other: RepeatedSign, least: float) -> bool:
    """Return whether a sign overlaps most of one like it, from which it is at least so many mm away."""
    box = one.each.whole
    if box is None:
        return False
    wide, high = box[2] - box[0], box[3] - box[1]
    across, down = abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1])
    return min(wide, high) >= _LEAST_SIGN and across + down >= least and across < _PITCH * wide and down < _PITCH * high


def _distance(one: RepeatedSign, other: RepeatedSign) -> float:
    return max(abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1]))


def find_rows_off_center(pages: KitPages) -> Iterator[LocatedFault]:
    """Report rows of signs that begin in the middle, or are centered where nothing else is (GF185).

    How a row is placed is known if it has different lengths on different faces.
    """
    for _, faces in groupby(pages.faces, key=lambda face: (face.part.id, face.side)):
        families: dict[str, list[_Row]] = defaultdict(list)
        for face in faces:
            for row in _list_rows(face):
                families[row.group.name].append(row)
        for name, rows in families.items():
            longest = max(rows, key=lambda row: row.number)
            says = _describe_row(rows, longest) if len({row.number for row in rows}) > 1 else ""
            if says:
                text = f"the signs of the group {name!r} {says}"
                yield longest.face, PageFault("GF185", f"row {name}", text, longest.sign.address, "warning", "use")


def _list_rows(face: Face) -> Iterator[_Row]:
    """Yield the rows of signs of the groups of columns of a face, side by side."""
    panels = {place.group.first: place.group for place in list_drawn_places(face) if place.declared.noun == "face"}
    for group in face.drawing.groups:
        if group.name.partition(".")[0] != "row":
            continue
        panel = next((each for first, each in panels.items() if first <= group.first < each.end), None)
        back = (invert_matrix(panel.matrix) or IDENTITY) if panel else IDENTITY
        middle = 0.0 if panel else face.part.trim_of(face.designs[0]).width / 2
        row = _read_row(face, group, back, middle)
        if row is not None:
            yield row


def _read_row(face: Face, group: NamedGroup, back: Matrix, middle: float) -> _Row | None:
    """Return the row of signs that a group draws, None if it draws anything else."""
    shapes = [each for each in face.drawing.shapes[group.first : group.end] if each.whole is not None]
    if not shapes or not all(isinstance(each.shape, Path) for each in shapes):
        return None
    looks = list_signs(shapes, back) if len(shapes) > 1 else []
    kinds = len({len(each.shape.segments) for each in shapes if isinstance(each.shape, Path)})
    signs = max(looks, key=len, default=[])
    count = len(signs) or 1
    if count * kinds != len(shapes) or count > _MOST_SIGNS:
        return None
    xs = [each.at[0] for each in signs] or [_middle_of(shapes, back)]
    heights = [each.at[1] for each in signs]
    if heights and max(heights) - min(heights) > _SAME:
        return None
    sign = signs[0].each if signs else shapes[0]
    return _Row(face, group, sign, count, min(xs), max(xs), _find_starts(sign, min(xs), group, back), middle)


def _find_starts(sign: DrawnShape, x: float, group: NamedGroup, back: Matrix) -> Sequence[float]:
    """Return where a sign may begin: at its middle, at its left edge, or at its origin."""
    assert sign.whole is not None
    starts = [x, x - (sign.whole[2] - sign.whole[0]) / 2]
    is_moved = sign.matrix[4:] != group.matrix[4:]
    return [*starts, transform_point(back, *sign.matrix[4:])[0]] if is_moved else starts


def _middle_of(shapes: Sequence[DrawnShape], back: Matrix) -> float:
    """Return the middle of the first of some shapes across."""
    assert shapes[0].whole is not None
    left, top, right, bottom = shapes[0].whole
    return transform_point(back, (left + right) / 2, (top + bottom) / 2)[0]


def _describe_row(rows: Sequence[_Row], longest: _Row) -> str:
    """Describe what is wrong with the placement of rows of different lengths; empty if nothing is."""
    begins = min(abs(start - longest.middle) for start in longest.starts) <= _SAME
    begins = begins or any(abs(longest.starts[0] - axis) <= _SAME for axis in _list_text_axes(longest))
    if begins and _agree([row.first - row.middle for row in rows]):
        return "begin at the middle, whatever their number, instead of being centered there"
    centers = [(row.first + row.last) / 2 for row in rows]
    if not _agree(centers) or longest.middle == 0.0:
        return ""
    center = centers[0]
    axes = [longest.middle, *_list_axes(longest)]
    if min(abs(center - axis) for axis in axes) <= _BESIDE:
        return ""
    near = min(axes, key=lambda axis: abs(center - axis))
    return f"are centered {abs(center - near):.2g} mm off the middle of everything else"


def _list_axes(row: _Row) -> Iterator[float]:
    """Yield the middles of the other shapes of a face."""
    for number, each in enumerate(row.face.drawing.shapes):
        if not row.group.first <= number < row.group.end and each.whole is not None:
            left, _, right, _ = each.whole
            yield (left + right) / 2


def _list_text_axes(row: _Row) -> Iterator[float]:
    """Yield the middles of the texts of a face that stand near its middle."""
    shapes = row.face.drawing.shapes
    for each in (shapes[number] for number in row.face.drawing.judged_texts):
        if isinstance(each.shape, Text) and each.whole is not None and each.matrix[1] == 0.0:
            x = (each.whole[0] + each.whole[2]) / 2
            if abs(x - row.middle) < _NEAR * row.middle:
                yield transform_point(each.matrix, each.shape.x + each.shape.width / 2, each.shape.y)[0]


def _agree(values: Sequence[float]) -> bool:
    return max(values) - min(values) <= _SAME
