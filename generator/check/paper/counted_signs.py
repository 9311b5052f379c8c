"""Check that signs are as many as the number that they show (GF126)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from generator.check.analysis.drawing import Drawing, DrawnShape, NamedGroup
from generator.check.paper.face_columns import FaceValues, collect_columns, gather_faces
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.geometry.tolerances import VISIBLE
from generator.language.plurals import count_noun
from generator.model.data_types import Value
from generator.model.picture import Path

_PREFIX = "row."
_MOST = 12  # signs that people count at a glance
_FEWEST_VALUES = 3

_Size = tuple[int, ...] | None


class _CountedGroup(NamedTuple):
    """A group of identical signs on a face: how many there are, and the value of its column."""

    face: Face
    group: NamedGroup
    signs: int
    value: int


def find_miscounted_signs(pages: KitPages) -> Iterator[LocatedFault]:
    """Report identical shapes in a group of a column that are not as many as its value on all faces alike (GF126).

    They count the value if they are as many on some faces, or by one too many or too few on all.
    """
    for _, some in groupby(pages.faces, key=lambda face: (face.part.id, face.side)):
        faces = list(some)
        for count, compare in ((_count_equal, _compare_counts), (_count_paths, _compare_sets)):
            counted = [each for face in faces for each in _list_counted(face, count)]
            for name in dict.fromkeys(each.group.name for each in counted):
                yield from compare(name, [each for each in counted if each.group.name == name])


def _list_counted(face: Face, count_signs: Callable[[Drawing, NamedGroup], int]) -> Iterator[_CountedGroup]:
    row = face.designs[0].values.get("row")
    values = row if isinstance(row, Mapping) else {}
    for group in face.drawing.groups if values else ():
        value = values.get(group.name.removeprefix(_PREFIX)) if group.name.startswith(_PREFIX) else None
        if type(value) is int and 0 < value <= _MOST:
            count = count_signs(face.drawing, group)
            if count:
                yield _CountedGroup(face, group, count, value)


def _count_equal(drawing: Drawing, group: NamedGroup) -> int:
    """Return how many shapes of one look a group draws; 0 if it draws anything else, or has named groups in it."""
    if any(group.name in other.inside for other in drawing.groups):
        return 0  # icons have a check of their own
    shapes = drawing.shapes[group.first : group.end]
    sizes = set()
    for each in shapes:
        if not isinstance(each.shape, Path) or each.whole is None:
            return 0
        left, top, right, bottom = each.whole
        sizes.add((round((right - left) / VISIBLE), round((bottom - top) / VISIBLE), each.shape.paint))
    return len(shapes) if len(sizes) == 1 else 0


def _compare_counts(name: str, counted: Sequence[_CountedGroup]) -> Iterator[LocatedFault]:
    wrong = [each for each in counted if each.signs != each.value]
    values = {each.value for each in counted}
    shifts = {each.signs - each.value for each in counted}
    is_shifted = shifts in ({1}, {-1})
    if not wrong or len(values) < 2 or (len(wrong) == len(counted) and not is_shifted):
        return
    for each in wrong:
        says = f"{name!r} shows {count_noun(each.signs, 'sign')}, but its value is {each.value}"
        yield each.face, PageFault("GF126", f"count {name}", says, each.group.address, "warning")


def _count_paths(drawing: Drawing, group: NamedGroup) -> int:
    """Return how many shapes a group draws; 0 if it draws anything but paths, or has named groups in it."""
    shapes = drawing.shapes[group.first : group.end]
    is_plain = all(isinstance(each.shape, Path) for each in shapes)
    return len(shapes) if is_plain and not any(group.name in other.inside for other in drawing.groups) else 0


def _compare_sets(name: str, counted: Sequence[_CountedGroup]) -> Iterator[LocatedFault]:
    """Yield one fault if values have as many signs, of several shapes each, as others of these values should have."""
    drawn = {each.value: each.signs for each in counted}
    size = min(drawn.values()) // min(drawn)
    is_told = size == 1 and any(each.signs == each.value for each in counted)
    is_exchanged = not is_told and sorted(drawn.values()) == [size * value for value in sorted(drawn)]
    wrong = next((each for each in counted if each.signs != size * each.value), None)
    if is_exchanged and wrong and all(drawn[each.value] == each.signs for each in counted):
        says = f"{name!r} shows {count_noun(wrong.signs // size, 'sign')}, but its value is {wrong.value}"
        text = f"{says}, and others are exchanged too"
        yield wrong.face, PageFault("GF126", f"count {name}", text, wrong.group.address, "warning")


def find_shifted_counts(pages: KitPages) -> Iterator[LocatedFault]:
    """Report, once, a column whose numbers are off by one from the identical shapes on all faces, in any group (GF126).

    No other shapes may be as many as it says: between five boxes there are four lines.
    """
    for faces in gather_faces(pages.faces):
        columns = {name: _list_counts(entries) for name, entries in collect_columns(faces).items()}
        columns = {name: values for name, values in columns.items() if len({*values.values()}) >= _FEWEST_VALUES}
        counts = [Counter(map(_size_of, some.face.drawing.shapes)) for some in (faces if columns else ())]
        sizes = {size for found in counts for size in found if size is not None}
        for name, values in columns.items():
            shifts = {_find_shift(counts, size, values): size for size in sizes}
            size = shifts.get(1) or shifts.get(-1)
            if size is not None and 0 not in shifts:
                number = next(number for number in values if counts[number][size])
                yield _describe_shift(faces[number], name, size, values[number])
                break


def _list_counts(entries: Sequence[tuple[int, Value]]) -> Mapping[int, int]:
    """Return the numbers of a column that signs can count, by face."""
    return {number: value for number, value in entries if type(value) is int and 0 < value <= _MOST}


def _find_shift(counts: Sequence[Mapping[_Size, int]], size: _Size, values: Mapping[int, int]) -> int | None:
    """Return by how many more or fewer shapes of a size are drawn than a column says; None if faces differ in that."""
    shifts = (counts[number].get(size, 0) - value for number, value in values.items())
    first = next(shifts)
    return first if abs(first) <= 1 and all(shift == first for shift in shifts) else None


def _size_of(each: DrawnShape) -> _Size:
    """Return what identical shapes have in common, whatever their paint; None for a text or an image."""
    if not isinstance(each.shape, Path) or each.whole is None:
        return None
    left, top, right, bottom = each.whole
    return round((right - left) / VISIBLE), round((bottom - top) / VISIBLE), len(each.shape.segments)


def _describe_shift(faces: FaceValues, name: str, size: _Size, value: int) -> LocatedFault:
    shapes = [each for each in faces.face.drawing.shapes if _size_of(each) == size]
    drawn, off = count_noun(len(shapes), "equal shape"), "few" if len(shapes) < value else "many"
    says = f"{drawn} for the {value} of {name!r}: one too {off}, as on all other faces"
    return faces.face, PageFault("GF126", f"count {name}", says, shapes[0].address, "note", "use")
