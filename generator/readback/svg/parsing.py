"""Parse paths, clip boxes and the root element of an SVG sheet, and check that it is well-formed XML."""

import re
from collections.abc import Iterator
from math import isclose
from typing import NamedTuple
from xml.parsers import expat

from generator.geometry.matrix import Matrix, transform_point
from generator.geometry.tolerances import ROUNDING
from generator.geometry.types import Box
from generator.readback.drawings import POINT_OPERATORS, PathStep, parse_box, parse_numbers, readback_error
from generator.readback.svg.tags import ATTRIBUTE_PATTERN, check_allowed, nest_matrix, parse_tag

_CLIP = re.compile(
    rb"<clipPath id=\"[^\"<>]+\"><path clip-rule=\"nonzero\" d=\"M%bL%bL%bL%bZ\" ?/></clipPath>"
    % ((rb"([^\"A-Z]+)",) * 4)
)
_COMMAND = re.compile(rb"([A-Za-z])([^A-Za-z]*)")


def path_steps(content: bytes, matrix: Matrix, what: str, file: str) -> Iterator[PathStep]:
    """Yield the ends of path segments with their commands, and the commands that close a path.

    `what` names the markup in errors. Raises GF117 for path data that our sheets do not contain.
    """
    states: list[Matrix | None] = [matrix]
    for item in content.split(b"<")[1:]:
        found = parse_tag(item, file)
        if found is None or found.kind == "close":
            states.pop()
            if not states:
                raise readback_error(file, f"{what} closes more elements than it opens")
            continue
        state = nest_matrix(states[-1], found.matrix)
        if found.kind == "open":
            states.append(state)
        if found.element == b"path":
            if state is None:
                raise readback_error(file, f"a line in {what} has a transform other than a matrix")
            for x, y, command in _iterate_path(found.attributes.get(b"d", b""), what, file):
                yield *(transform_point(state, x, y) if command in POINT_OPERATORS else (0.0, 0.0)), command


def _iterate_path(data: bytes, what: str, file: str) -> Iterator[PathStep]:
    for command in _COMMAND.finditer(data):
        if command[1] in b"Zz":
            yield 0.0, 0.0, command[1]
            continue
        try:
            if command[1] not in b"MLC":
                raise ValueError
            x, y = parse_numbers(command[2])[-2:]
        except ValueError:
            says = f"a line in {what} holds {command[0][:40].decode('latin-1')!r}, which sheets never contain"
            raise readback_error(file, says) from None
        yield x, y, command[1]


def parse_clip_box(markup: bytes, file: str) -> Box:
    """Return x, y, width and height of a rectangular clip path; raise GF117 for any other."""
    found = _CLIP.fullmatch(markup)
    corners = [parse_numbers(each) for each in found.groups()] if found else []
    if len(corners) == 4 and all(len(corner) == 2 for corner in corners):
        (left, top), _, (right, bottom), _ = corners
        if corners == [(left, top), (right, top), (right, bottom), (left, bottom)] and left < right and top < bottom:
            return left, top, right - left, bottom - top
    raise readback_error(file, f"the clip of a piece is not a box: {markup[:60].decode('latin-1')!r}")


_ROOT = re.compile(rb"\s*+(?:<\?xml\b([^<>]*)\?>)?\s*+(<svg\b([^<>]*)>)")
_ENCODING = re.compile(rb"\bencoding\s*=\s*[\"'](?!(?:utf-8|us-ascii)[\"'])", re.IGNORECASE)
_NAMESPACES = {b"xmlns": b"http://www.w3.org/2000/svg", b"xmlns:xlink": b"http://www.w3.org/1999/xlink"}


class SvgRoot(NamedTuple):
    """The start of a sheet through its root tag, the matrix from user units to mm, and the size of the paper."""

    head: bytes
    matrix: Matrix
    paper: tuple[float, float]


def parse_root(data: bytes, known: dict[bytes, SvgRoot], file: str) -> SvgRoot:
    """Parse the root element; equal ones are parsed once. Raises GF117 for an unexpected one."""
    found = _ROOT.match(data)
    if found is None:
        raise readback_error(file, "the root is not an svg element with a viewBox")
    if found[0] not in known:
        if _ENCODING.search(found[1] or b""):
            raise readback_error(file, "the SVG is not encoded in UTF-8")
        attributes = {name: one or other for name, one, other in ATTRIBUTE_PATTERN.findall(found[3])}
        known[found[0]] = SvgRoot(found[0], *_read_view_box(attributes, file))
    return known[found[0]]


def _read_view_box(attributes: dict[bytes, bytes], file: str) -> tuple[Matrix, tuple[float, float]]:
    if b"viewBox" not in attributes:
        raise readback_error(file, "the root is not an svg element with a viewBox")
    check_allowed(b"svg", attributes, file)
    for name, space in _NAMESPACES.items():
        if attributes.get(name) != space:
            raise readback_error(file, f"the root does not declare {name.decode()}={space.decode()!r}")
    left, top, width, height = parse_box(attributes[b"viewBox"], file, "the viewBox")
    if width <= 0 or height <= 0:
        raise readback_error(file, "the viewBox is empty")
    paper = _parse_length(attributes, b"width", file), _parse_length(attributes, b"height", file)
    across, down = paper[0] / width, paper[1] / height
    if not isclose(across, down, rel_tol=ROUNDING):
        raise readback_error(file, "the viewBox does not have the proportions of the paper")
    return (across, 0.0, 0.0, down, -left * across, -top * down), paper


def _parse_length(attributes: dict[bytes, bytes], name: bytes, file: str) -> float:
    told = attributes.get(name, b"")
    try:
        (side,) = parse_numbers(told.removesuffix(b"mm"))
    except ValueError:
        side = 0.0
    if side <= 0 or not told.endswith(b"mm"):
        raise readback_error(file, f"the root has no {name.decode()} in mm")
    return side


def check_well_formed(data: bytes, file: str) -> None:
    """Raise GF117 for data that is not well-formed XML, or that contains a DOCTYPE or CDATA."""
    try:
        expat.ParserCreate().Parse(data, True)
    except expat.ExpatError as error:
        message = f"the SVG is not well-formed: {expat.errors.messages[error.code]}"
        raise readback_error(file, message, error.lineno, error.offset + 1) from None
    except (LookupError, ValueError):
        raise readback_error(file, "the SVG is not encoded in UTF-8") from None
    if b"<![CDATA[" in data or b"<!DOCTYPE" in data:
        raise readback_error(file, "the SVG contains a DOCTYPE or CDATA, which sheets never do")
