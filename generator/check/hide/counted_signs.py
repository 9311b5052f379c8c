"""Check that signs that are there to be counted can be: they neither run together nor off their piece (GF334).

Equal signs in a row, such as pips, stars or keys, are counted if there are not as many of them on each face, or if each
is an icon by its name; a pattern has as many everywhere.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from itertools import combinations, groupby
from typing import NamedTuple

from generator.check.analysis.drawing import Address, DrawnShape
from generator.check.analysis.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.geometry.bounds import box_area, shared_box_area, union_boxes
from generator.geometry.types import Box
from generator.model.picture import Image, Paint, Path, Text

TOGETHER = "together"  # the kind of fault of signs that are too near to one another, or too large
_SHARED = 0.3  # of the box of a sign, under the next one: rows that overlap on purpose share less
_EDGED = 0.6  # of it, if an outline of another color shows where each begins
_INSIDE = 0.7  # of the box of a sign: with less of it on its piece, it is cut off
_LEAST = 1.0  # mm: smaller signs are texture
_LARGEST = 0.12  # of a face: larger drawings are its ground
_MOST = 12  # nobody counts more at a glance

Look = tuple[Hashable, ...]


class Sign(NamedTuple):
    """A drawing beside others in a group: its address, its shapes, and their box."""

    address: Address
    shapes: Sequence[DrawnShape]
    box: Box

    @property
    def size(self) -> tuple[float, float]:
        """Return its width and height (mm)."""
        return self.box[2] - self.box[0], self.box[3] - self.box[1]


class SignRow(NamedTuple):
    """The signs of one `look` in the group at an address."""

    look: Look
    group: Address
    signs: Sequence[Sign]


def find_uncountable_signs(pages: KitPages) -> Iterator[LocatedFault]:
    """Report each row of signs that are counted, if they cover one another or run off their piece (GF334)."""
    parts: dict[str, list[tuple[Face, Sequence[SignRow]]]] = defaultdict(list)
    for face in pages.faces:
        if face.part.board is None:
            parts[face.part.id].append((face, list(walk_rows(face.drawing.shapes))))
    for some in parts.values():
        counts = _count_signs(some)
        for face, rows in some:
            icons = {group.address for group in face.drawing.groups if group.name.startswith("icon.")}
            for row in rows:
                if 1 < len(row.signs) <= _MOST and (
                    len(counts[row.look]) > 1 or icons.issuperset(each.address for each in row.signs)
                ):
                    yield from ((face, fault) for fault in _judge_row(face, row))


def walk_rows(shapes: Sequence[DrawnShape], depth: int = 0) -> Iterator[SignRow]:
    """Yield the rows of signs in a group of a depth, and in the groups in it; most are of one sign."""
    rows: dict[Look, list[Sign]] = defaultdict(list)
    for _, run in groupby(shapes, key=lambda each: each.address[depth]):
        inner = list(run)
        address = inner[0].address
        if len(address) > depth + 1:
            yield from walk_rows(inner, depth + 1)
        if boxes := [each.whole for each in inner if each.whole is not None]:
            look = (depth, *map(_describe_shape, inner))
            rows[look].append(Sign(address[: depth + 1], inner, union_boxes(boxes)))
    for look, signs in rows.items():
        yield SignRow(look, signs[0].address[:depth], signs)


def _describe_shape(each: DrawnShape) -> Hashable:
    """Return what is equal for shapes that look the same wherever they are, but for their paint."""
    left, top, right, bottom = each.whole or (0.0, 0.0, 0.0, 0.0)
    size = tuple(round(10 * length + 0.137) for length in (right - left, bottom - top))  # no length is on the edge
    match each.shape:
        case Path(segments=segments):
            return (len(segments), *size)
        case Text(text=text):
            return (text, *size)
        case Image(key=key):
            return (key, *size)


def _count_signs(faces: Sequence[tuple[Face, Sequence[SignRow]]]) -> Mapping[Look, Set[Hashable]]:
    """Return how many signs of each look are in rows on the faces that have some, or on sides of folded pieces."""
    counts: dict[Look, set[Hashable]] = defaultdict(set)
    for face, rows in faces:
        sides = [group.address for group in face.drawing.groups if group.name.startswith("face.")]
        found: dict[tuple[Look, Address], set[int]] = defaultdict(set)
        for row in rows:
            around = next((side for side in sides if row.group[: len(side)] == side), ())
            found[row.look, around].add(len(row.signs))
        for (look, _), numbers in found.items():
            counts[look].add(frozenset(numbers))
    return counts


def _judge_row(face: Face, row: SignRow) -> Iterator[PageFault]:
    drawing, count = face.drawing, len(row.signs)
    wide, high = row.signs[0].size
    if min(wide, high) < _LEAST or wide * high > _LARGEST * drawing.picture.width * drawing.picture.height:
        return
    if blots := list(_find_blots(row.signs)):
        says = f"{count} equal signs run together, so that they cannot be counted"
        entry = str(count) if len(blots) == 1 else ""  # of a table that tells where they are
        yield PageFault("GF334", TOGETHER, says, blots[0].address, "warning", where="use", entry=entry)
    elif (each := _find_cut_sign(face, row.signs)) is not None:
        says = f"the edge of the piece cuts off some of {count} equal signs, so that they cannot be counted"
        yield PageFault("GF334", "cut", says, each.address, "warning", where="use")


def _find_blots(signs: Sequence[Sign]) -> Iterator[Sign]:
    """Yield each sign that covers much of one before it in its paint, unless it is a line that crosses others."""
    for one, each in combinations(signs, 2):
        shared = shared_box_area(one.box, each.box) / box_area(one.box)
        if shared > _SHARED and (paints := _list_paints(one)) == _list_paints(each):
            is_filled = len(paints) > 1 or paints[0] is None or paints[0].fill is not None
            is_edged = any(paint and paint.stroke and paint.fill not in (None, paint.stroke) for paint in paints)
            if is_filled and shared > (_EDGED if is_edged else _SHARED):
                yield each


def _list_paints(sign: Sign) -> Sequence[Paint | None]:
    return [None if isinstance(each.shape, Image) else each.shape.paint for each in sign.shapes]


def _find_cut_sign(face: Face, signs: Sequence[Sign]) -> Sign | None:
    """Return the first sign that is cut off at the one side that cuts some, where others are whole."""
    outline, design = face.part.outline, face.designs[0]
    if design.net is not None or design.section is not None or outline.shape != "rect":
        return None
    trim = 0.0, 0.0, outline.width, outline.height
    cut = [each for each in signs if shared_box_area(each.box, trim) < _INSIDE * box_area(each.box)]
    sides = {side for each in cut for side in range(4) if (each.box[side] - trim[side]) * (1 if side > 1 else -1) > 0}
    return cut[0] if len(sides) == 1 and len(cut) < len(signs) else None
