"""Check that texts show the values of their cards, as they do in their place on nearly all other cards (GF144)."""

from collections.abc import Iterator, Mapping, Sequence

from generator.check.analysis.value_text import parse_number, spell_briefly, text_matches
from generator.check.paper.face_columns import FaceValues, collect_columns, gather_faces
from generator.check.paper.face_pages import KitPages, LocatedFault, PageFault
from generator.check.paper.text_slots import TextPosition, find_shown_columns, find_slots, match_column, strip_affix
from generator.geometry.types import Box
from generator.model.data_types import Value

_USUAL_SHARE = 0.7  # of the cards on which a text shows a column: the rest is odd
_FEWEST_VALUES = 3  # that it must show, so that it does not agree by chance
_BESIDE = 12.0  # mm between a value and the word or the color that goes with it
_SYMMETRIC = 1.5  # mm by which the corners of a card may be off from each other
Columns = Mapping[str, Sequence[tuple[int, Value]]]


def find_odd_texts(pages: KitPages) -> Iterator[LocatedFault]:
    """Report each text that shows another value, or the value of another column, than it should (GF144).

    Only what could be a value of that column counts: an A where the others show a number is a way to write 1.
    """
    for faces in gather_faces(pages.faces):
        columns, slots = collect_columns(faces), find_slots(faces)
        for slot in slots:
            yield from _judge_slot(slot, faces, columns)
        bound = {number: find_shown_columns(slot, columns) for number, slot in enumerate(slots)}
        shown = [(slots[number], found) for number, found in bound.items() if found]
        yield from _find_wrong_labels(faces, slots, shown, columns)
        hidden = pages.game.parts[faces[0].face.part.id].hidden
        yield from _find_repeated_columns(faces, slots, shown, {k: v for k, v in columns.items() if k not in hidden})


def _judge_slot(slot: TextPosition, faces: Sequence[FaceValues], columns: Columns) -> Iterator[LocatedFault]:
    """Yield the odd texts of a slot, if one column is shown by most of its texts, and none by all."""
    found: list[tuple[int, str, list[tuple[int, Value]]]] = []
    for name, entries in columns.items():
        match = match_column(slot, name, entries, _USUAL_SHARE * len(slot.shown))
        if not match.odd and match.values > 1 and len(match.entries) == len(slot.shown):
            return  # this is what it shows
        if match.values >= _FEWEST_VALUES and match.odd:
            known = [value for _, value in entries]
            odd = [
                (number, value)
                for number, value in match.odd
                if _is_value(strip_affix(slot.shown[number].text, match.affix), value, known)
            ]
            found.append((len(odd), name, odd))
    if not found:
        return
    _, name, odd = min(found, key=lambda each: each[:2])
    for number, value in odd:
        text, address, _ = slot.shown[number]
        says = f"this shows {text[:40]!r} where other pieces show their {name!r}, which is {spell_briefly(value)} here"
        yield faces[number].face, PageFault("GF144", f"text {name}", says, address, "warning")


def _is_value(text: str, value: Value, known: Sequence[Value]) -> bool:
    """Return whether a text could be a value of a column: a number in a column of numbers, or another piece's value."""
    if isinstance(value, int | float) and parse_number(text) is not None:
        return True
    return any(text_matches(text, each) for each in known)


def _find_wrong_labels(
    faces: Sequence[FaceValues],
    slots: Sequence[TextPosition],
    shown: Sequence[tuple[TextPosition, set[str]]],
    columns: Columns,
) -> Iterator[LocatedFault]:
    """Yield each word that is the name of a column and is beside the value of another one."""
    names = {_simplify(name): name for name in columns}
    labels = [(slot, names[word]) for slot in slots if (word := _simplify(slot.constant)) in names]
    for label, name in labels:
        number, text = next(iter(label.shown.items()))
        near = [(slot, found) for slot, found in shown if number in slot.shown and slot is not label]
        if not near:
            continue
        slot, found = min(near, key=lambda each: _distance(each[0].shown[number].box, text.box))
        own = [other for other, its in labels if its in found and number in other.shown]
        far = _distance(slot.shown[number].box, text.box)
        is_labeled = any(_distance(slot.shown[number].box, other.shown[number].box) <= far for other in own)
        if name not in found and far <= _BESIDE and not is_labeled:
            says = f"the word {text.text!r} is beside the value of {min(found)!r}"
            yield faces[number].face, PageFault("GF144", "label", says, text.address, "warning")


def _simplify(name: str) -> str:
    return name.strip(" :.").casefold().replace("_", " ")


def _distance(one: Box, other: Box) -> float:
    """Return the distance of two boxes (mm); above one another counts double, as people read along a line."""
    across = max(one[0] - other[2], other[0] - one[2], 0.0)
    down = max(one[1] - other[3], other[1] - one[3], 0.0)
    return across + 2 * down


def _find_repeated_columns(
    faces: Sequence[FaceValues],
    slots: Sequence[TextPosition],
    shown: Sequence[tuple[TextPosition, set[str]]],
    columns: Columns,
) -> Iterator[LocatedFault]:
    """Yield the second text that shows a column, if another column of numbers is shown by none."""
    sure = {name for _, found in shown if len(found) == 1 for name in found}
    seen = {name for _, found in shown for name in found}
    missing = [name for name in columns if name not in seen and _is_plain_number(name, slots, columns[name])]
    trim = faces[0].face.part.trim_of(faces[0].face.designs[0])
    for name in sure if len(missing) == 1 else ():
        slots_of = [slot for slot, found in shown if found == {name}]
        again = next((slot for slot in slots_of if slot.size_and_weight != slots_of[0].size_and_weight), None)
        if (
            again is None
            and len(slots_of) == 2
            and not _are_symmetric(slots_of[0], slots_of[1], trim.width, trim.height)
        ):
            again = slots_of[1]
        if again is not None and all(type(value) is int for _, value in columns[name]):
            number, text = next(iter(again.shown.items()))
            says = f"this shows {name!r} again, but nothing shows {missing[0]!r}"
            yield faces[number].face, PageFault("GF144", f"repeated {name}", says, text.address, "warning")


def _is_plain_number(name: str, slots: Sequence[TextPosition], entries: Sequence[tuple[int, Value]]) -> bool:
    """Return whether a column has different numbers on most faces, and no text shows them, nor other signs as many."""
    numbers = {value for _, value in entries if type(value) is int}
    if "[" in name or len(numbers) < _FEWEST_VALUES:
        return False
    return not any(match_column(slot, name, entries).values >= _FEWEST_VALUES for slot in slots)


def _are_symmetric(one: TextPosition, other: TextPosition, width: float, height: float) -> bool:
    """Return whether two texts stand in corners of a card, or above each other in one style."""
    across = min(abs(one.x + other.x - width), abs(one.x - other.x))
    down = min(abs(one.y + other.y - height), abs(one.y - other.y))
    return across <= _SYMMETRIC and down <= _SYMMETRIC
