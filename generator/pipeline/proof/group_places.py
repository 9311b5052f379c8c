"""Find the line of a template that is to be edited for a named group: its own tag, its text, or what it draws."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.check.analysis.placement import GroupAspect
from generator.model.finding import DataError, DrawingError, Place
from generator.model.game import Design, Part
from generator.model.paper import Side
from generator.model.picture import Group, Shape, Text
from generator.model.printed import ReadPiece
from generator.render.faces import FaceRenderer
from generator.safety.files import read_regular_file

Address = tuple[int, ...]
_TAG = re.compile(r"\{%-?\s*(?P<word>if|elif|else|endif|for|endfor)\b(?P<rest>[^%]*)%\}")


def locate_group(faces: FaceRenderer, part: Part, face: ReadPiece, name: str, aspect: GroupAspect) -> Place | None:
    """Return the tag of a group of a face, or of another one of its sort if it is not there."""
    design = next((each for each in part.designs if each.id == face.design), part.designs[0])
    return locate_named(faces, part, design, face.side, name, aspect)


def locate_named(
    faces: FaceRenderer, part: Part, design: Design, side: Side, name: str, aspect: GroupAspect
) -> Place | None:
    """Return the tag of a group on one side of a design; that of what it draws may be the condition of its kind."""
    try:
        shapes = faces.draw_whole(part, design, side).shapes
        found = list(_find_groups(shapes, name.partition(".")[0] + "."))
        address, group = next((each for each in found if each[1].name == name), found[0] if found else ((), None))
        if group is None:
            return None
        if aspect == "group":
            return faces.locate_shape(part, design, side, address)
        wanted = next(_walk_drawn(group, address, texts=aspect == "text"), address)
        place = faces.locate_shape(part, design, side, wanted, where="use" if aspect == "art" else "shape")
    except (DrawingError, DataError):
        return None
    cell = part.board.cells.get(name.removeprefix("cell.")) if part.board and aspect == "art" else None
    return _find_branch(place, cell.kind) if place and cell else place


def _find_groups(shapes: Sequence[Shape], prefix: str, at: Address = ()) -> Iterator[tuple[Address, Group]]:
    """Yield the groups whose names have a prefix, with their addresses."""
    for index, shape in enumerate(shapes):
        if isinstance(shape, Group):
            if shape.name.startswith(prefix):
                yield (*at, index), shape
            yield from _find_groups(shape.shapes, prefix, (*at, index))


def _walk_drawn(group: Group, at: Address, texts: bool) -> Iterator[Address]:
    """Yield the addresses of the texts, or of the other shapes, in a group."""
    for index, shape in enumerate(group.shapes):
        if isinstance(shape, Group):
            yield from _walk_drawn(shape, (*at, index), texts)
        elif isinstance(shape, Text) is texts:
            yield *at, index


def _read_lines(file: str) -> Sequence[str]:
    try:
        return read_regular_file(Path(file)).decode().splitlines()
    except (OSError, ValueError):
        return []


def _find_branch(place: Place, kind: str) -> Place:
    """Return the place of what is drawn for a kind, or the condition on that kind before or after it, if it is not met.

    A template that asks for the kind has a line `if c.kind == 'castle'`: what should be drawn follows it.
    """
    lines = _read_lines(place.file)
    branches = list(_list_branches(lines, kind))
    if not branches or any(first <= place.line <= last for first, last in branches):
        return place
    first = min(branches, key=lambda each: abs(each[0] - place.line))[0]
    return Place(place.file, first, lines[first - 1].find("{%") + 1)


def _list_branches(lines: Sequence[str], kind: str) -> Iterator[tuple[int, int]]:
    """Yield the first and the last line of each branch of a template whose condition names a kind."""
    open_: list[int | None] = []
    for number, line in enumerate(lines, 1):
        for tag in _TAG.finditer(line):
            word = tag["word"]
            if word in ("elif", "else", "endif") and open_ and open_[-1] is not None:
                yield open_[-1], number
            names = re.search(rf"[\"']{re.escape(kind)}[\"']", tag["rest"]) is not None
            if word in ("if", "for"):
                open_.append(number if names and word == "if" else None)
            elif word in ("elif", "else") and open_:
                open_[-1] = number if names else None
            elif open_:
                open_.pop()
