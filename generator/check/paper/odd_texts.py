"""Check that a text shows the value of its card, if the texts in its place do so on nearly all other cards (GF144)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.analysis.value_text import parse_number, spell_briefly, text_matches
from generator.check.paper.drawing import Address, DrawnShape, measure_scale
from generator.check.paper.face_columns import FaceValues, collect_columns, gather_faces
from generator.check.paper.face_pages import KitPages, LocatedFault, PageFault
from generator.model.data_types import Value
from generator.model.picture import Text

_USUAL_SHARE = 0.7  # of the cards on which a text shows a column: the rest is odd
_FEWEST_VALUES = 3  # that it must show, so that it does not agree by chance
_NEAR = 0.7  # mm between the middles of texts in one place, besides what their widths make
_MOST_TEXTS = 60  # of a face


class _Shown(NamedTuple):
    """A text on a face."""

    text: str
    address: Address


class _Slot:
    """The texts that stand in one place of many faces, by the numbers of the faces."""

    def __init__(self, x: float, y: float, width: float, style: tuple[object, ...]) -> None:
        self.x, self.y, self.width, self.style = x, y, width, style
        self.shown: dict[int, _Shown] = {}


def find_odd_texts(pages: KitPages) -> Iterator[LocatedFault]:
    """Yield GF144 for each text that shows another value than its card has in the column that the others show there.

    Only what could be a value of that column counts: an A where the others show a number is a way to write 1.
    """
    for faces in gather_faces(pages.faces):
        if max(len(each.face.drawing.texts) for each in faces) > _MOST_TEXTS:
            continue
        columns = collect_columns(faces)
        for slot in _find_slots(faces):
            yield from _judge_slot(slot, faces, columns)


def _find_slots(faces: Sequence[FaceValues]) -> list[_Slot]:
    slots: list[_Slot] = []
    for number, each in enumerate(faces):
        drawing = each.face.drawing
        for at in drawing.judged_texts:
            _place_text(slots, number, drawing.shapes[at])
    return slots


def _place_text(slots: list[_Slot], number: int, each: DrawnShape) -> None:
    """Put a text into the slot where it stands, or into a new one."""
    assert isinstance(each.shape, Text)
    assert each.whole is not None
    left, top, right, bottom = each.whole
    x, y, width = (left + right) / 2, (top + bottom) / 2, max(right - left, bottom - top)
    size = each.shape.size * measure_scale(each.matrix)
    style = round(size, 1), tuple(round(value, 1) for value in each.matrix[:4]), each.shape.font.weight
    reach = 0.1 * size
    for slot in slots:
        slack = _NEAR + reach + abs(width - slot.width) / 2
        if slot.style == style and abs(slot.x - x) <= slack and abs(slot.y - y) <= slack and number not in slot.shown:
            slot.shown[number] = _Shown(each.shape.text.strip(), each.address)
            return
    slot = _Slot(x, y, width, style)
    slot.shown[number] = _Shown(each.shape.text.strip(), each.address)
    slots.append(slot)


def _judge_slot(
    slot: _Slot, faces: Sequence[FaceValues], columns: Mapping[str, Sequence[tuple[int, Value]]]
) -> Iterator[LocatedFault]:
    """Yield the odd texts of a slot, if one column is shown by most of its texts, and none by all."""
    found: list[tuple[int, str, list[tuple[int, Value]]]] = []
    for name, entries in columns.items():
        there = [(number, value) for number, value in entries if number in slot.shown]
        affix = _find_affix(slot, there)
        odd = [(number, value) for number, value in there if not _says(slot.shown[number].text, value, affix)]
        if not odd and len({repr(value) for _, value in there}) > 1 and len(there) == len(slot.shown):
            return  # this is what it shows
        right = {repr(value) for number, value in there} - {repr(value) for _, value in odd}
        if len(there) - len(odd) >= _USUAL_SHARE * len(slot.shown) and len(right) >= _FEWEST_VALUES and odd:
            known = [value for _, value in entries]
            odd = [(number, value) for number, value in odd if _is_value(slot.shown[number].text, value, known, affix)]
            found.append((len(odd), name, odd))
    if not found:
        return
    _, name, odd = min(found)
    for number, value in odd:
        text, address = slot.shown[number]
        says = f"this shows {text[:40]!r} where other pieces show their {name!r}, which is {spell_briefly(value)} here"
        yield faces[number].face, PageFault("GF144", f"text {name}", says, address, "warning")


def _find_affix(slot: _Slot, there: Sequence[tuple[int, Value]]) -> tuple[str, str]:
    """Return what most texts have before and behind the value."""
    counts = Counter(
        (before, behind)
        for number, value in there
        for before, found, behind in [slot.shown[number].text.partition(str(value))]
        if found
    )
    return counts.most_common(1)[0][0] if counts else ("", "")


def _says(text: str, value: Value, affix: tuple[str, str]) -> bool:
    return text_matches(_strip_affix(text, affix), value) or text_matches(text, value)


def _strip_affix(text: str, affix: tuple[str, str]) -> str:
    return text.removeprefix(affix[0]).removesuffix(affix[1]).strip()


def _is_value(text: str, value: Value, known: Sequence[Value], affix: tuple[str, str]) -> bool:
    """Tell whether a text could be a value of a column: any number instead of a number, or a value of another piece."""
    bare = _strip_affix(text, affix)
    if isinstance(value, int | float) and parse_number(bare) is not None:
        return True
    return any(text_matches(bare, each) for each in known)
