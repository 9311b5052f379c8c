"""Find the places where the faces of a part have a text, and the columns of the data that these texts show."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.check.analysis.drawing import Address, DrawnShape, measure_scale
from generator.check.analysis.value_text import text_matches
from generator.check.paper.face_columns import FaceValues
from generator.geometry.types import Box
from generator.model.data_types import Value
from generator.model.picture import Text

_NEAR = 0.7  # mm between the middles of texts in one place, besides what their widths make
_MOST_TEXTS = 60  # of a face


class SlotText(NamedTuple):
    """A text on a face."""

    text: str
    address: Address
    box: Box


class TextPosition:
    """The texts that stand in one place of many faces, by the numbers of the faces."""

    def __init__(self, x: float, y: float, width: float, style: tuple[float, tuple[float, ...], int]) -> None:
        self.x, self.y, self.width, self.style = x, y, width, style
        self.shown: dict[int, SlotText] = {}

    @property
    def size_and_weight(self) -> tuple[float, int]:
        """Return the size of the texts, in mm per em, and their weight."""
        return self.style[0], self.style[2]

    @property
    def constant(self) -> str:
        """Return the text, if it is the same on all faces; else nothing."""
        texts = {each.text for each in self.shown.values()}
        return texts.pop() if len(texts) == 1 else ""


def find_slots(faces: Sequence[FaceValues]) -> list[TextPosition]:
    """Return the places of texts on the faces of one side of a part; none if there are very many."""
    if max(len(each.face.drawing.texts) for each in faces) > _MOST_TEXTS:
        return []
    slots: list[TextPosition] = []
    for number, each in enumerate(faces):
        drawing = each.face.drawing
        for at in drawing.judged_texts:
            _place_text(slots, number, drawing.shapes[at])
    return slots


def _place_text(slots: list[TextPosition], number: int, each: DrawnShape) -> None:
    """Put a text into the slot where it is, or into a new one."""
    assert isinstance(each.shape, Text)
    assert each.whole is not None
    left, top, right, bottom = each.whole
    x, y, width = (left + right) / 2, (top + bottom) / 2, max(right - left, bottom - top)
    size = each.shape.size * measure_scale(each.matrix)
    style = round(size, 1), tuple(round(value, 1) for value in each.matrix[:4]), each.shape.font.weight
    shown = SlotText(each.shape.text.strip(), each.address, each.whole)
    for slot in slots:
        slack = _NEAR + 0.1 * size + abs(width - slot.width) / 2
        if slot.style == style and abs(slot.x - x) <= slack and abs(slot.y - y) <= slack and number not in slot.shown:
            slot.shown[number] = shown
            return
    slot = TextPosition(x, y, width, style)
    slot.shown[number] = shown
    slots.append(slot)


class ColumnMatch(NamedTuple):
    """How the texts of a slot match a column: the text before and after the value, and the texts that differ.

    `values` is the number of distinct values that they do say.
    """

    column: str
    affix: tuple[str, str]
    entries: Sequence[tuple[int, Value]]
    odd: Sequence[tuple[int, Value]]
    values: int


def match_column(
    slot: TextPosition, column: str, entries: Sequence[tuple[int, Value]], least: float = 0.0
) -> ColumnMatch:
    """Compare the texts of a slot with a column; stop, with no `values`, once fewer than `least` of them can agree."""
    there = [(number, value) for number, value in entries if number in slot.shown]
    affix, most = _find_affix(slot, there), len(there) - least
    odd: list[tuple[int, Value]] = []
    for number, value in there:
        if not _says(slot.shown[number].text, value, affix):
            odd.append((number, value))
            if len(odd) > most:
                return ColumnMatch(column, affix, there, odd, 0)
    right = {repr(value) for _, value in there} - {repr(value) for _, value in odd}
    return ColumnMatch(column, affix, there, odd, len(right))


def find_shown_columns(
    slot: TextPosition, columns: Mapping[str, Sequence[tuple[int, Value]]], fewest: int = 3
) -> set[str]:
    """Return the columns that all texts of a slot show, with so many distinct values."""
    return {name for name, entries in columns.items() if _shows(slot, entries, fewest)}


def _shows(slot: TextPosition, entries: Sequence[tuple[int, Value]], fewest: int) -> bool:
    """Return whether all texts of a slot show a column; the first text usually rules it out."""
    there = [(number, value) for number, value in entries if number in slot.shown]
    if len(there) != len(slot.shown) or len({repr(value) for _, value in there}) < fewest:
        return False
    affix = _find_affix(slot, there)
    return all(_says(slot.shown[number].text, value, affix) for number, value in there)


def _find_affix(slot: TextPosition, there: Sequence[tuple[int, Value]]) -> tuple[str, str]:
    """Return the text that most texts have before and after the value."""
    counts = Counter(
        (before, behind)
        for number, value in there
        for before, found, behind in [slot.shown[number].text.partition(str(value))]
        if found
    )
    return counts.most_common(1)[0][0] if counts else ("", "")


def _says(text: str, value: Value, affix: tuple[str, str]) -> bool:
    plain = strip_affix(text, affix)
    return text_matches(plain, value) or (plain != text and text_matches(text, value))


def strip_affix(text: str, affix: tuple[str, str]) -> str:
    """Return a text without the text before and after the value."""
    return text.removeprefix(affix[0]).removesuffix(affix[1]).strip()
