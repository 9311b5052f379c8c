"""Markup of an SVG goes in, the ends of the segments that its paths draw come out."""

import re
from collections.abc import Iterator
from math import isclose
from typing import NamedTuple
from xml.parsers import expat

from generator.geometry.bounds import Box
from generator.geometry.matrix import Matrix, apply
from generator.geometry.tolerances import ROUNDING
from generator.readback.pieces import MOVES, End, four, numbers, unclear
from generator.readback.svg.tags import ATTRIBUTE, allowed, tag, within

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


_ROOT = re.compile(rb"\s*(?:<\?xml\b([^<>]*)\?>)?\s*(<svg\b([^<>]*)>)")
_ENCODING = re.compile(rb"\bencoding\s*=\s*[\"'](?!(?:utf-8|us-ascii)[\"'])", re.IGNORECASE)
_SPACES = {b"xmlns": b"http://www.w3.org/2000/svg", b"xmlns:xlink": b"http://www.w3.org/1999/xlink"}


class Root(NamedTuple):
    """The beginning of a sheet to the end of its first tag, the matrix from there to the paper, and its size."""

    head: bytes
    matrix: Matrix
    paper: tuple[float, float]


def root(data: bytes, known: dict[bytes, Root], file: str) -> Root:
    """Return the root of a sheet, worked out once; GF117 where it is none."""
    found = _ROOT.match(data)
    if found is None:
        raise unclear(file, "the root is no svg with a viewBox")
    if found[0] not in known:
        if _ENCODING.search(found[1] or b""):
            raise unclear(file, "the SVG is not written in UTF-8")
        attributes = {name: one or other for name, one, other in ATTRIBUTE.findall(found[3])}
        known[found[0]] = Root(found[0], *_frame(attributes, file))
    return known[found[0]]


def _frame(attributes: dict[bytes, bytes], file: str) -> tuple[Matrix, tuple[float, float]]:
    if b"viewBox" not in attributes:
        raise unclear(file, "the root is no svg with a viewBox")
    allowed(b"svg", attributes, file)
    for name, space in _SPACES.items():
        if attributes.get(name) != space:
            raise unclear(file, f"the root does not say {name.decode()}={space.decode()!r}")
    left, top, width, height = four(attributes[b"viewBox"], file, "the viewBox")
    if width <= 0 or height <= 0:
        raise unclear(file, "the viewBox is empty")
    paper = _side(attributes, b"width", file), _side(attributes, b"height", file)
    across, down = paper[0] / width, paper[1] / height
    if not isclose(across, down, rel_tol=ROUNDING):
        raise unclear(file, "the viewBox has not the shape of the paper")
    return (across, 0.0, 0.0, down, -left * across, -top * down), paper


def _side(attributes: dict[bytes, bytes], name: bytes, file: str) -> float:
    told = attributes.get(name, b"")
    try:
        (side,) = numbers(told.removesuffix(b"mm"))
    except ValueError:
        side = 0.0
    if side <= 0 or not told.endswith(b"mm"):
        raise unclear(file, f"the root tells no {name.decode()} in mm")
    return side


def prove(data: bytes, file: str) -> None:
    """Refuse what is no XML, or XML of a kind that no sheet is (GF117)."""
    try:
        expat.ParserCreate().Parse(data, True)
    except expat.ExpatError as error:
        message = f"the SVG is not well-formed: {expat.errors.messages[error.code]}"
        raise unclear(file, message, error.lineno, error.offset + 1) from None
    except (LookupError, ValueError):
        raise unclear(file, "the SVG is not written in UTF-8") from None
    if b"<![CDATA[" in data or b"<!DOCTYPE" in data:
        raise unclear(file, "the SVG holds a DOCTYPE or CDATA, which a sheet has no use for")
