"""Check signs: that they are those of the card's values, and as many, if so on nearly all other cards (GF144)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

from generator.check.analysis.drawing import Address, NamedGroup
from generator.check.analysis.value_text import spell_briefly
from generator.check.paper.face_columns import FaceValues, collect_columns, gather_faces
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.check.paper.signs import Sign, list_rooms, list_signs
from generator.geometry.bounds import union_boxes
from generator.geometry.types import Box
from generator.model.data_types import Value
from generator.model.picture import Path, Text

_FEWEST = 3  # other cards of a value whose sign is the same
_USUAL_SHARE = 0.7  # of the cards on which as many signs are drawn as a column says
_FEWEST_VALUES = 3
_MOST_OFF = 2  # signs too many or too few; a picture that replaces them all is none of them
_MOST_SIGNS = 16
_TINY = 0.35  # of the width or height that a group has on most faces, whichever is less
_SIGN = "this sign"
_HUGE = 1.5  # times what the largest of the others has
Columns = Mapping[str, Sequence[tuple[int, Value]]]


def find_odd_signs(pages: KitPages) -> Iterator[LocatedFault]:
    """Report each sign that belongs to another value, and signs that are too many or too few (GF144)."""
    for faces in gather_faces(pages.faces):
        columns = collect_columns(faces)
        signs = [[*list_signs(each.face.drawing.picture)] for each in faces]
        told: set[int] = set()
        for fault in (*_find_wrong_signs(faces, signs, columns), *_find_miscounted_signs(faces, signs, columns)):
            if id(fault[0]) not in told:  # one cause is enough
                told.add(id(fault[0]))
                yield fault


def _find_wrong_signs(
    faces: Sequence[FaceValues], signs: Sequence[Sequence[Sign]], columns: Columns
) -> Iterator[LocatedFault]:
    """Yield signs in the place and with the look, or the paints, that belong to another value of a column.

    Signs in groups that name different columns are not compared: lines of costs stack up, and are higher on some cards.
    """
    slots: dict[tuple[str, tuple[float, ...]], dict[int, Sign]] = defaultdict(dict)
    for number, found in enumerate(signs):
        groups = _list_column_groups(faces[number].face)
        for sign in found:
            column = next((name for address, name in groups if sign.address[: len(address)] == address), "")
            slots[column, sign.slot].setdefault(number, sign)
    for slot in slots.values():
        for aspect in ("look", "paints"):
            shown = {number: getattr(sign, aspect) for number, sign in slot.items()}
            if len(set(shown.values())) > 1:
                yield from _judge_slot(faces, slot, shown, columns)
        yield from _find_twins(faces, slot, columns)


def _list_column_groups(face: Face) -> list[tuple[Address, str]]:
    """Return the groups of a face that name a column, the innermost first."""
    groups = [(group.address, group.name) for group in face.drawing.groups if group.name.startswith("row.")]
    return sorted(groups, key=lambda each: -len(each[0]))


def _judge_slot(
    faces: Sequence[FaceValues], slot: Mapping[int, Sign], shown: Mapping[int, Any], columns: Columns
) -> Iterator[LocatedFault]:
    suspects: dict[int, str] = {}
    for name, entries in columns.items():
        values = {
            number: f"{value!r} {_count_items(faces[number], name)}" for number, value in entries if number in shown
        }
        odd = _find_odd(values, shown)
        if odd == [] and len(values) == len(shown) > len(set(values.values())):
            return  # the column tells it in all cases
        if odd is not None and len(odd) == 1:
            suspects.setdefault(odd[0], name)
    for number, name in suspects.items():
        if not _is_explained(number, shown, columns):
            value = faces[number].values[name]
            says = f"all other pieces with the {name!r} {spell_briefly(value)} show another sign here"
            yield faces[number].face, PageFault("GF144", f"sign {name}", says, slot[number].address, "warning", "use")


def _count_items(face: FaceValues, column: str) -> int:
    """Return how many items the list has that a column such as `gives[0]` belongs to: their number moves them."""
    name, bracket, _ = column.partition("[")
    return sum(each.startswith(f"{name}[") for each in face.values) if bracket else 0


def _find_odd(values: Mapping[int, str], shown: Mapping[int, Any]) -> list[int] | None:
    """Return the face whose look is not that of its value, if each value has one look on all other faces.

    The list is empty if there is no such face; None if the looks do not depend on the values, or there are too few
    faces of a value.
    """
    by_value: dict[str, list[int]] = defaultdict(list)
    for number, value in values.items():
        by_value[value].append(number)
    usual: dict[str, Any] = {}
    odd: list[int] = []
    for value, numbers in by_value.items():
        counts = Counter(shown[number] for number in numbers).most_common()
        usual[value] = counts[0][0]
        if len(counts) > 1:
            if len(counts) > 2 or counts[1][1] > 1 or counts[0][1] < _FEWEST:
                return None
            odd += [number for number in numbers if shown[number] == counts[1][0]]
    if len(set(usual.values())) < 2 or len(odd) > 1:
        return None
    return odd


def _find_twins(faces: Sequence[FaceValues], slot: Mapping[int, Sign], columns: Columns) -> Iterator[LocatedFault]:
    """Yield the later of two marks that look the same, if each other one has its own look."""
    for name, entries in columns.items():
        if not name.endswith(".mark"):
            continue  # other signs may go together on purpose
        looks: dict[Any, dict[str, int]] = defaultdict(dict)
        values = {number: value for number, value in entries if number in slot and isinstance(value, str)}
        for number, value in values.items():
            looks[slot[number].look].setdefault(value, number)
        shared = [found for found in looks.values() if len(found) > 1]
        names = [value for found in looks.values() for value in found]
        if len(values) < len(slot) or len(looks) < _FEWEST_VALUES - 1 or len(shared) != 1 or len(shared[0]) > 2:
            continue
        if len(names) == len(set(names)):
            (one, first), (other, number) = shared[0].items()
            if _list_paths(faces[first]) != _list_paths(faces[number]):
                continue  # something else tells them apart
            for mark, same, at in ((other, one, number), (one, other, first)):
                face, sign = faces[at].face, slot[at]
                says = f"this is the mark {mark!r}, but it looks the same as {same!r}"
                leaf = _find_leaf(face, sign.address)
                yield face, PageFault("GF144", f"mark {mark}", says, leaf, "warning", "symbol", mark)
            return


_WHITE = "#ffffff"  # a mark that is white inside is open: another paint there tells it from a solid one


def find_tiny_groups(pages: KitPages) -> Iterator[LocatedFault]:
    """Report a named group without texts, or a sign in one place, far smaller than on others; or larger (GF144)."""
    for faces in gather_faces(pages.faces):
        found: dict[object, list[_Sized]] = defaultdict(list)
        for each in faces:
            for key, sized in (*_measure_groups(each.face), *_measure_signs(each.face)):
                found[key].append(sized)
        told: set[int] = set()
        for some in found.values():
            is_judged = len(some) > _FEWEST and not _has_guests(some)
            for odd, says in _find_odd_sizes(some) if is_judged else ():
                if id(odd.face) not in told:
                    told.add(id(odd.face))
                    leaf = _find_leaf(odd.face, odd.address)
                    yield odd.face, PageFault("GF144", f"tiny {odd.name}", says, leaf, "warning", "symbol")


class _Sized(NamedTuple):
    """Something on a face: its size (mm), the lesser of width and height, what to call it, and where it is.

    `room` is its size with the boxes of symbols in place of what is in them, which may be narrow; None of no sign.
    """

    size: float
    name: str
    face: Face
    address: Address
    room: float | None = None


def _has_guests(some: Sequence[_Sized]) -> bool:
    """Return whether a place has more signs on some faces: what turns, as the hands of a clock over its marks."""
    counts = Counter(id(each.face) for each in some if each.room is not None)
    return len({*counts.values()}) > 1


def _find_odd_sizes(some: Sequence[_Sized]) -> Iterator[tuple[_Sized, str]]:
    """Yield what is far smaller than most, and signs with far more room than any on other faces, with what to say."""
    usual = median(each.size for each in some)
    rooms = [(each.room, each.face) for each in some if each.room is not None]
    largest = sorted(rooms, key=lambda each: -each[0])
    for each in some:
        others = next((room for room, face in largest if face is not each.face), each.room)
        if each.size < _TINY * usual:
            yield each, _describe_size(each.name, each.size, "small", usual)
        elif each.room is not None and others is not None and each.room > _HUGE * others:
            yield each, _describe_size(each.name, each.room, "large", median(room for room, _ in rooms))


def _describe_size(name: str, size: float, wrong: str, usual: float) -> str:
    here = f"{name} is {size:.1f} mm on its shorter side here"
    return f"{here}, too {wrong} compared with the {usual:.1f} mm on most other faces"


def _measure_groups(face: Face) -> Iterator[tuple[object, _Sized]]:
    """Yield the named groups of a face that hold no text, by names and numbers of shapes: one pip is no tiny six."""
    for group in face.drawing.groups:
        box = face.drawing.box_of(group)
        inside = range(group.first, group.end)
        if box is not None and not face.drawing.has_text(group) and not _is_in_text(face, group):
            yield (group.name, len(inside)), _Sized(_lesser_side(box), f"the group {group.name!r}", face, group.address)


def _is_in_text(face: Face, group: NamedGroup) -> bool:
    """Return whether a group is in one with words, where an icon is as small as a letter."""
    around = (
        each for each in face.drawing.groups if each.name in group.inside and each.first <= group.first < each.end
    )
    return any(map(face.drawing.has_text, around))


def _measure_signs(face: Face) -> Iterator[tuple[object, _Sized]]:
    """Yield the signs of a face by places and numbers of shapes; designs of folded pieces have sizes of their own.

    Groups of several signs, and signs with texts, are as large as what is in them.
    """
    if face.designs[0].net is not None:
        return
    signs = [*list_signs(face.drawing.picture)]
    for sign in signs:
        below, depth = face.drawing.list_below(sign.address), len(sign.address)
        inner = {other.slot for other in signs if len(other.address) > depth and other.address[:depth] == sign.address}
        boxes = [each.whole for each in below if each.whole is not None]
        if boxes and len(inner) <= 1 and not any(isinstance(each.shape, Text) for each in below):
            rooms = [*list_rooms(face.drawing, sign.address)] or boxes
            size, room = _lesser_side(union_boxes(boxes)), _lesser_side(union_boxes(rooms))
            yield (sign.slot, len(boxes)), _Sized(size, _SIGN, face, sign.address, room)


def _lesser_side(box: Box) -> float:
    return min(box[2] - box[0], box[3] - box[1])


def _find_leaf(face: Face, address: Address) -> Address:
    """Return the address of the first shape that is drawn at an address, or below it."""
    depth = len(address)
    return next((each.address for each in face.drawing.shapes if each.address[:depth] == address), address)


def _list_paths(each: FaceValues) -> list[object]:
    """Return the paths of a face with their paints: white, or numbered in the order of their appearance."""
    numbers: dict[object, int] = {None: -1, _WHITE: 0}
    return [
        (drawn.shape.segments, *(numbers.setdefault(ink, len(numbers)) for ink in _inks(drawn.shape)))
        for drawn in each.face.drawing.shapes
        if isinstance(drawn.shape, Path)
    ]


def _inks(path: Path) -> tuple[object, object]:
    return path.paint.fill, path.paint.stroke


def _is_explained(number: int, shown: Mapping[int, Any], columns: Columns) -> bool:
    """Return whether another value of a face goes with its look on other faces, too."""
    for entries in columns.values():
        values = {at: repr(value) for at, value in entries if at in shown}
        alike = [at for at, value in values.items() if value == values.get(number) and at != number]
        if len(alike) > 1 and all(shown[at] == shown[number] for at in alike):
            return True
    return False


def _find_miscounted_signs(
    faces: Sequence[FaceValues], signs: Sequence[Sequence[Sign]], columns: Columns
) -> Iterator[LocatedFault]:
    """Yield faces with one or two signs of a size more or fewer than a column says, if most others agree with it.

    The signs of a size may look different from face to face, such as those of suits.
    """
    counts = [Counter(_size_of(sign) for sign in found) for found in signs]
    for size in dict.fromkeys(size for each in counts for size in each):
        drawn = {number: each[size] for number, each in enumerate(counts) if 0 < each[size] <= _MOST_SIGNS}
        if len(set(drawn.values())) < _FEWEST_VALUES:
            continue
        wrong = [(name, _compare_counts(drawn, entries)) for name, entries in columns.items()]
        if any(found == {} for _, found in wrong):
            continue  # a column tells their number on all faces
        for name, found in wrong:
            for number, wanted in (found or {}).items():
                yield _describe_count(faces[number], signs[number], name, size, wanted)


def _compare_counts(drawn: Mapping[int, int], entries: Sequence[tuple[int, Value]]) -> dict[int, int] | None:
    """Return the faces with a number of signs that is off, with what it should be; None if too few agree at all."""
    values = {number: value for number, value in entries if number in drawn and type(value) is int}
    if len(values) < _USUAL_SHARE * len(drawn):
        return None
    usual, agreeing = Counter(drawn[number] - value for number, value in values.items()).most_common(1)[0]
    right = {value for number, value in values.items() if drawn[number] - value == usual}
    if agreeing < _USUAL_SHARE * len(values) or len(right) < _FEWEST_VALUES:
        return None
    off = {
        number: value + usual
        for number, value in values.items()
        if drawn[number] - value != usual and value + usual  # where there should be none, they say something else
    }
    return off if all(abs(drawn[number] - wanted) <= _MOST_OFF for number, wanted in off.items()) else None


def _size_of(sign: Sign) -> tuple[float, ...]:
    a, b, c, d = sign.slot[:4]
    return abs(a) + abs(b), abs(c) + abs(d)


def _describe_count(
    each: FaceValues, signs: Sequence[Sign], name: str, size: tuple[float, ...], wanted: int
) -> LocatedFault:
    value = each.values[name]
    found = [sign for sign in signs if _size_of(sign) == size]
    says = (
        f"{len(found)} identical signs are drawn, but judging by its {name!r} and"
        f" all other pieces, there should be {wanted}"
    )
    return each.face, PageFault("GF144", f"count {name}", says, found[0].address, "warning", "use", str(value))
