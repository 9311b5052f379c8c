"""Check that pieces show the mark of their own color, in its own paint (GF144)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.check.paper.signs import Sign, list_signs
from generator.model.color import Color

_MOST_SHAPES = 400  # of a face: boards show the marks of all
_Slot = dict[str, tuple[Face, Sign]]  # by the role of the color


def find_foreign_marks(pages: KitPages) -> Iterator[LocatedFault]:
    """Report a sign that is the same on the pieces of all colors, though it distinguishes them elsewhere (GF144)."""
    slots: dict[tuple[str, str, str], dict[tuple[float, ...], _Slot]] = defaultdict(lambda: defaultdict(dict))
    for face in pages.faces:
        group = pages.game.parts[face.part.id].for_each
        color = face.designs[0].values.get(group) if group else None
        if group and isinstance(color, Color) and len(face.drawing.shapes) <= _MOST_SHAPES:
            for sign in list_signs(face.drawing.picture):
                slots[group, face.part.id, face.side][sign.slot].setdefault(color.role, (face, sign))
    marks = {group: _collect_marks([each for key, each in slots.items() if key[0] == group]) for group, *_ in slots}
    for (group, *_), found in slots.items():
        yield from _find_constant_marks(found, marks[group])
        yield from _find_painted_marks(found, marks[group], pages.game.colors)


def _find_painted_marks(
    slots: Mapping[tuple[float, ...], _Slot], marks: Mapping[Any, str], colors: Mapping[str, Color]
) -> Iterator[LocatedFault]:
    """Report once (GF144) if all marks in one place have one paint of another group, and elsewhere their own."""
    found = [slot for slot in slots.values() if all(marks.get(sign.look) == role for role, (_, sign) in slot.items())]
    if not any(colors[role].paint in sign.paints for slot in found for role, (_, sign) in slot.items()):
        return
    for slot in (slot for slot in found if len(slot) > 1):
        group = next(iter(slot)).rpartition(".")[0]
        others = {each.paint: each.role for each in colors.values() if each.role.rpartition(".")[0] != group}
        paints = {paint for _, sign in slot.values() for paint in sign.paints}
        if len(paints) == 1 and paints <= others.keys() and paints.isdisjoint(colors[role].paint for role in slot):
            role, (face, sign) = next(iter(slot.items()))
            paint = f"the paint of {others[min(paints)]!r}"
            says = f"the mark of {role!r} has {paint}, like the marks of all colors here; elsewhere it has its own"
            yield face, PageFault("GF144", "paint of mark", says, sign.address, "warning", "use")
            return


def find_equal_colors(pages: KitPages) -> Iterator[LocatedFault]:
    """Report pieces of two colors that look exactly the same, though those of other colors do not (GF144)."""
    for (_, side), some in groupby(pages.faces, key=lambda face: (face.part.id, face.side)):
        faces = list(some)
        group = pages.game.parts[faces[0].part.id].for_each
        if side == "back" or group is None:
            continue
        colors = [list(_colors_of(face, group)) for face in faces]
        known = {color.role for each in colors for color in each}
        for face, shown in zip(faces, colors, strict=True):
            by_paint = {color.paint: color.role for color in reversed(shown)}  # GF159 tells of equal paints
            if len(by_paint) > 1 and known - {color.role for color in shown}:
                one, other = [*by_paint.values()][:-3:-1]
                says = f"pieces of {one!r} and {other!r} look exactly the same, but those of other colors do not"
                yield face, PageFault("GF144", "equal", says, (), "warning")


def _colors_of(face: Face, group: str) -> Iterator[Color]:
    values = (design.values.get(group) for design in face.designs)
    return (value for value in values if isinstance(value, Color))


def _collect_marks(parts: list[dict[tuple[float, ...], _Slot]]) -> dict[Any, str]:
    """Return the colors of the looks that tell them apart: in one place, each color has its own."""
    marks: dict[Any, str] = {}
    for slot in (slot for slots in parts for slot in slots.values()):
        looks = {sign.look: role for role, (_, sign) in slot.items()}
        if len(looks) == len(slot) > 1:
            for look, role in looks.items():
                marks[look] = role if marks.get(look, role) == role else ""
    return marks


def _find_constant_marks(slots: Mapping[tuple[float, ...], _Slot], marks: Mapping[Any, str]) -> Iterator[LocatedFault]:
    for slot in slots.values():
        looks = {sign.look for _, sign in slot.values()}
        role = marks.get(next(iter(looks)), "") if len(looks) == 1 and len(slot) > 1 else ""
        other = next((each for each in slot if each != role), "")
        if role and other:
            face, sign = slot[other]
            says = f"this is the mark of {role!r}, but pieces of all colors show it"
            yield face, PageFault("GF144", f"mark of {role}", says, sign.address, "warning", "use")
            return
