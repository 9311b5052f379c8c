"""Find folded pieces whose two sides look the same, though their template tells the sides apart (GF158)."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.model.finding import DataError, Finding, Place
from generator.model.game import Part
from generator.proof.templates.blame import read_source
from generator.proof.templates.group_places import locate_named
from generator.render.picture_changes import collect_groups
from generator.render.template_files import TemplateFiles
from generator.render.template_words import TemplateReader

if TYPE_CHECKING:
    from generator.proof.kit import Kit

_SIDES = "face.front", "face.back"
_ID = "id"
_ASKS = r"\{[%{][^%}]*\.id\b"  # what depends on the side


def find_same_sides(kit: "Kit", files: TemplateFiles) -> Iterator[Finding]:
    """Report pieces of two faces that look the same, if their template reads the ids of faces (GF158)."""
    reader = TemplateReader(files)
    for part in kit.parts:
        net = part.designs[0].net
        if net is None or {f"face.{panel.id}" for panel in net.panels} != {*_SIDES}:
            continue
        if _ID in reader.read_words(part.front).words and _look_same(kit, part):
            place = locate_named(kit.faces, part, part.designs[0], "front", _SIDES[1], "group")
            place = place and _find_line(place)
            says = f"{part.id}: the faces 'front' and 'back' look the same, though the template distinguishes them"
            yield Finding("GF158", place or kit.game.place("parts", part.id, "front"), says)


def _find_line(place: Place) -> Place:
    """Return the place of the first line of a template, from a place on, that asks for a side; or the place itself."""
    lines = list(enumerate(read_source(place.file).text.splitlines(), 1))
    found = ((number, each.start()) for number, line in lines[place.line - 1 :] if (each := re.search(_ASKS, line)))
    number, column = next(found, (place.line, place.column - 1))
    return Place(place.file, number, column + 1)


def _look_same(kit: "Kit", part: Part) -> bool:
    try:
        shapes = kit.faces.draw_face(part, part.designs[0], "front").shapes
    except DataError:
        return False
    front, back = ([each[2] for each in collect_groups(name, shapes)] for name in _SIDES)
    return bool(front) and front == back
