"""Markup of an SVG goes in, the ends of the segments that its paths draw come out."""

import re
from collections.abc import Iterator

from generator.model.picture import Matrix, apply
from generator.read.pieces import MOVES, Box, End, numbers, unclear
from generator.read.svg_tags import tag, within

_CLIP = re.compile(
    rb"<clipPath id=\"[^\"<>]+\"><path clip-rule=\"nonzero\" d=\"M%bL%bL%bL%bZ\" ?/></clipPath>"
    % ((rb"([^\"A-Z]+)",) * 4)
)
_COMMAND = re.compile(rb"([A-Za-z])([^A-Za-z]*)")


def ends(content: bytes, matrix: Matrix, what: str, file: str) -> Iterator[End]:
    """Yield where segments begin and end, each with its command, and commands that close a path.

    GF117 for what no sheet has, in `what`.
    """
    states: list[Matrix | None] = [matrix]
    for item in content.split(b"<")[1:]:
        found = tag(item, file)
        if found is None or found.kind == "close":
            states.pop()
            if not states:
                raise unclear(file, f"{what} ends more than it begins")
            continue
        state = within(states[-1], found.matrix)
        if found.kind == "open":
            states.append(state)
        if found.element == b"path":
            if state is None:
                raise unclear(file, f"a line in {what} is moved by something else than matrices")
            for x, y, command in _path(found.attributes.get(b"d", b""), what, file):
                yield *(apply(state, x, y) if command in MOVES else (0.0, 0.0)), command


def _path(data: bytes, what: str, file: str) -> Iterator[End]:
    for command in _COMMAND.finditer(data):
        if command[1] in b"Zz":
            yield 0.0, 0.0, command[1]
            continue
        try:
            if command[1] not in b"MLC":
                raise ValueError
            x, y = numbers(command[2])[-2:]
        except ValueError:
            says = f"a line in {what} holds {command[0][:40].decode('latin-1')!r}, which no sheet has"
            raise unclear(file, says) from None
        yield x, y, command[1]


def box(markup: bytes, file: str) -> Box:
    """Return the x, y, width and height that the definition of a piece's clip cuts it to; GF117 for any other."""
    found = _CLIP.fullmatch(markup)
    corners = [numbers(each) for each in found.groups()] if found else []
    if len(corners) == 4 and all(len(corner) == 2 for corner in corners):
        (left, top), _, (right, bottom), _ = corners
        if corners == [(left, top), (right, top), (right, bottom), (left, bottom)] and left < right and top < bottom:
            return left, top, right - left, bottom - top
    raise unclear(file, f"the clip of a piece is no box: {markup[:60].decode('latin-1')!r}")
