"""Check the faces of printed nets."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from generator.check.analysis.placement import FaceFault, check_marks
from generator.check.analysis.value_text import iterate_wordings, text_matches
from generator.check.check_context import CheckContext, FormatContent
from generator.geometry.matrix import Matrix, multiply_matrices
from generator.model.game import Part
from generator.model.net import Net, Panel
from generator.model.printed import ReadPiece


def check_nets(case: CheckContext, part: Part, shown: FormatContent) -> Iterator[FaceFault]:
    """Yield faces of folded pieces that differ from the data (GF120)."""
    says = case.translated_words
    for face, net in list_folded_faces(part, shown):
        panels = {panel.id: panel for panel in net.panels}
        places = {name: multiply_matrices(face.matrix, panel.matrix) for name, panel in panels.items()}
        must = [panel.id for panel in panels.values() if not panel.may_be_blank]
        yield from check_marks(face, "face", must, places, panels)
        yield from _check_corners(face, panels, places, says)
        yield from _check_looks(face, panels)
        yield from _check_words(face, panels, says)


def list_folded_faces(part: Part, shown: FormatContent) -> Iterator[tuple[ReadPiece, Net]]:
    """Yield the fronts of a part that show nets, each with its net."""
    if nets := {design.id: design.net for design in part.designs if design.net}:
        yield from ((face, nets[face.design]) for face in shown.find_faces(part) if face.design in nets)


def _check_corners(
    face: ReadPiece, panels: Mapping[str, Panel], places: Mapping[str, Matrix], says: Mapping[str, str]
) -> Iterator[FaceFault]:
    """Yield what is wrong with the corners of a die of four: each shows its value, in its place, once."""
    corners = {corner.id: corner for panel in panels.values() for corner in panel.corners}
    if not corners:
        return
    at = {
        corner.id: multiply_matrices(places[panel.id], corner.matrix)
        for panel in panels.values()
        for corner in panel.corners
    }
    yield from check_marks(face, "corner", corners, at, corners)
    for mark in face.marks:
        corner = corners.get(mark.name.removeprefix("corner.")) if mark.name.startswith("corner.") else None
        if corner and mark.text and not text_matches(mark.text, corner.value, says):
            text = f"the corner {corner.id!r} has the value {corner.value!r}, but shows {mark.text!r}"
            yield FaceFault("says", face, text, mark=mark.name, aspect="text")


def _check_looks(face: ReadPiece, panels: Mapping[str, Panel]) -> Iterator[FaceFault]:
    """Yield each pair of faces that look the same but have different values; those without a value are ignored.

    Where named groups in them have other names, such as icons, the first of these is at fault.
    """
    marks = {mark.name.removeprefix("face."): at for at, mark in enumerate(face.marks) if mark.name.startswith("face.")}
    valued = [panels[name] for name in marks if name in panels and panels[name].value is not None]
    for one, other in combinations(valued, 2):
        first, second = (face.marks[marks[each.id] :] for each in (one, other))
        if one.value != other.value and first[0].look == second[0].look:
            says = f"but have the values {one.value!r} and {other.value!r}"
            text = f"the faces {one.id!r} and {other.id!r} look the same, {says}"
            names = [[mark.name for mark in some[1 : 1 + some[0].inside]] for some in (first, second)]
            odd = next((name for before, name in zip(*names, strict=False) if name != before), second[0].name)
            yield FaceFault("alike", face, text, mark=odd, aspect="art")


def _check_words(face: ReadPiece, panels: Mapping[str, Panel], says: Mapping[str, str]) -> Iterator[FaceFault]:
    """Yield each face whose text is not its value; of several words it may show some, in order."""
    for mark in face.marks:
        panel = panels.get(mark.name.removeprefix("face.")) if mark.name.startswith("face.") else None
        if mark.text and panel and panel.value is not None and not _is_partial_value(mark.text, panel.value, says):
            text = f"the face {panel.id!r} has the value {panel.value!r}, but shows {mark.text!r}"
            yield FaceFault("says", face, text, mark=mark.name, aspect="text")


def _is_partial_value(text: str, value: Any, says: Mapping[str, str]) -> bool:
    return any(text_matches(text, each) or _has_words(each, text) for each in iterate_wordings(value, says))


def _has_words(value: Any, text: str) -> bool:
    """Return whether a value has all words of a text, in their order."""
    rest = iter(value.casefold().split()) if isinstance(value, str) else iter(())
    return all(word in rest for word in text.casefold().split())
