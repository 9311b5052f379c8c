"""Nets and the pieces that show them go in; findings come out where their faces are not those of the data."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from generator.check.faces.standing import Fault, said, standing
from generator.check.faces.wording import says
from generator.model.finding import Finding
from generator.model.game import Part
from generator.model.net import Net, Panel
from generator.model.picture import multiply
from generator.model.printed import Seen


def nets(parts: Sequence[Part], seen: Sequence[Seen]) -> Iterator[Finding]:
    """Yield GF120 for each part that is folded; `seen` is what one format shows."""
    for part, designs, faces in folded(parts, seen):
        yield from said("GF120", part, _faults(designs, faces))


def folded(parts: Sequence[Part], seen: Sequence[Seen]) -> Iterator[tuple[Part, Mapping[str, Net], list[Seen]]]:
    """Yield each part that is folded, with the nets of its designs and the fronts that show them."""
    for part in parts:
        designs = {design.id: design.net for design in part.designs if design.net}
        if designs:
            faces = [face for face in seen if face.part == part.id and face.side == "front" and face.design in designs]
            yield part, designs, faces


def _faults(designs: Mapping[str, Net], faces: Iterable[Seen]) -> Iterator[Fault]:
    for face in faces:
        panels = {panel.id: panel for panel in designs[face.design].panels}
        places = {name: multiply(face.matrix, panel.matrix) for name, panel in panels.items()}
        yield from standing(face, "face", panels, places, panels)
        yield from _looks(face, panels)
        yield from _words(face, panels)


def _looks(face: Seen, panels: Mapping[str, Panel]) -> Iterator[Fault]:
    """Yield each two faces that look the same and stand for different values; what has no value is not compared."""
    names = {mark.name.removeprefix("face."): mark.look for mark in face.marks if mark.name.startswith("face.")}
    valued = [panels[name] for name in names if name in panels and panels[name].value is not None]
    for one, other in combinations(valued, 2):
        if one.value != other.value and names[one.id] == names[other.id]:
            says = f"and stand for {one.value!r} and {other.value!r}"
            yield Fault("alike", face, f"the faces {one.id!r} and {other.id!r} look the same, {says}")


def _words(face: Seen, panels: Mapping[str, Panel]) -> Iterator[Fault]:
    """Yield each face that says something else than its value; of several words it may say some, in order."""
    for mark in face.marks:
        panel = panels.get(mark.name.removeprefix("face.")) if mark.name.startswith("face.") else None
        if mark.text and panel and panel.value is not None and not _some(mark.text, panel.value):
            yield Fault("says", face, f"the face {panel.id!r} stands for {panel.value!r}, and says {mark.text!r}")


def _some(text: str, value: Any) -> bool:
    if says(text, value):
        return True
    rest = iter(value.casefold().split()) if isinstance(value, str) else iter(())
    return all(word in rest for word in text.casefold().split())
