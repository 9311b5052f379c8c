"""Tracks and the pieces that show them go in; findings come out where a space is elsewhere or says another number.

The spaces of a track need not be in groups of their own; where one is, all are.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from generator.check.faces.standing import Fault, said, standing
from generator.check.faces.wording import read, says
from generator.model.finding import Finding
from generator.model.game import Part
from generator.model.picture import Matrix, multiply
from generator.model.printed import Seen

HEAD = "space."


def tracks(parts: Sequence[Part], seen: Sequence[Seen]) -> Iterator[Finding]:
    """Yield GF118 for spaces that are not in their places, and GF126 for those that say another number."""
    for part in parts:
        if part.kind == "track":
            faces = [face for face in seen if face.part == part.id and face.side == "front"]
            faces = [face for face in faces if any(mark.name.startswith(HEAD) for mark in face.marks)]
            yield from said("GF118", part, _places(part, faces))
            yield from said("GF126", part, _numbers(part, faces))


def _places(part: Part, faces: Sequence[Seen]) -> Iterator[Fault]:
    middles: dict[str, Matrix] = {}
    for space in part.values["spaces"]:
        half = space["size"] / 2
        middles[str(space["n"])] = (1.0, 0.0, 0.0, 1.0, space["x"] + half, space["y"] + half)
    for face in faces:
        places = {name: multiply(face.matrix, middle) for name, middle in middles.items()}
        yield from standing(face, "space", middles, places, middles)


def _numbers(part: Part, faces: Sequence[Seen]) -> Iterator[Fault]:
    """Yield the spaces that say something else than their number; they need not say anything."""
    known = {f"{HEAD}{space['n']}": space["n"] for space in part.values["spaces"]}
    for face in faces:
        for mark in face.marks:
            if mark.text and mark.name in known and not says(mark.text, known[mark.name]):
                yield Fault("number", face, f"the space {mark.name.removeprefix(HEAD)!r} says {mark.text!r}")


def numbers(part: Part, fronts: Sequence[Seen]) -> tuple[list[Any], bool]:
    """Return the numbers of the spaces, and whether all fronts say them; then they are what is printed."""
    known = {f"{HEAD}{space['n']}": space["n"] for space in part.values["spaces"]}
    shown = [{mark.name: mark.text for mark in face.marks if mark.name in known and mark.text} for face in fronts]
    if not shown or any(len(texts) < len(known) for texts in shown):
        return [*known.values()], False
    readings = ([read(texts[name], n) for texts in shown] for name, n in known.items())
    return [
        next((each for each in said if each != n), n) for said, n in zip(readings, known.values(), strict=True)
    ], True
