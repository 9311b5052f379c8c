"""Find the tag of a template that draws a shape, and gather what one tag does to many pieces.

Rendered text has lost the template's lines. So a faulty face is rendered again from templates whose tags carry their
place, and the fault is found again with file, line and column. Sound faces pay nothing.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from generator.model.finding import Finding, Place
from generator.model.game import Design, Part
from generator.model.paper import Side
from generator.model.picture import Group, Picture
from generator.render.svg.painter import Painter

_MOST_FINDINGS = 60
_MOST_FOUND = 6_000  # before they are merged; each face of a drawing with many faults takes a hundredth of a second


class MarkedFace(NamedTuple):
    """A face whose tags carry their places, the painter that knows them, and the place of the root."""

    picture: Picture
    painter: Painter
    root: str


def locate_shape(face: MarkedFace, address: Sequence[int], where: str) -> Place | None:
    """Return the place of the shape at an address, or of the nearest group round it that has one, or of the root."""
    found, shapes, painter = face.root, face.picture.shapes, face.painter
    for index in address:
        shape = shapes[index] if index < len(shapes) else None
        if shape is None:
            break
        found = painter.shape_places.get(shape, found)
        if where == "paint":
            found = painter.paint_places.get(shape, found)
        if where == "use" and shape in painter.used_shapes:
            break
        shapes = shape.shapes if isinstance(shape, Group) else ()
    if not found:
        return None
    return locate_place(found)


def locate_place(at: str) -> Place:
    """Return a place in a template, given as `file:line:column`, relative to the current folder."""
    file, line, column = at.rsplit(":", 2) if at.count(":") >= 2 else (at, "0", "0")
    return Place(relative_path(file), int(line), int(column))


def relative_path(file: str) -> str:
    """Return a path relative to the current folder, or the path itself if it lies elsewhere."""
    path = os.path.relpath(file)
    return file if path.startswith("..") else path


def gather_faults(parts: Iterable[Part], find: Callable[[Part, Design, Side], Sequence[Finding]]) -> list[Finding]:
    """Return what `find` tells of the faces of some parts, at most 60 findings; what one tag does is one of them.

    No more faces are looked at once 6,000 faults are found.
    """
    pieces: dict[tuple[str, Place, str], list[str]] = {}
    for part in parts:
        sides: tuple[Side, ...] = ("front", "back") if part.back else ("front",)
        for design, side in product(part.designs, sides):
            for finding in find(part, design, side):
                text, _, piece = finding.message.partition(" (drawing ")
                pieces.setdefault((finding.code, finding.place, text), []).append(piece.rstrip(")"))
            if len(pieces) >= _MOST_FINDINGS or sum(map(len, pieces.values())) >= _MOST_FOUND:
                message = "these are the first faults; there may be more"
                return [*_merge_findings(pieces), Finding("GF299", part.place, message, "note")]
    return _merge_findings(pieces)


def _merge_findings(pieces: Mapping[tuple[str, Place, str], Sequence[str]]) -> list[Finding]:
    """Return a finding for each code, place and sentence, which names the first of its pieces and counts the rest."""
    merged = []
    for (code, place, text), listed in pieces.items():
        names = [*dict.fromkeys(listed)]
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        merged.append(Finding(code, place, f"{text} (drawing {names[0]}{more})"))
    return merged
