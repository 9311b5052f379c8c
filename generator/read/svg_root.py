"""What stands before all else in an SVG goes in, the paper comes out, and the way to it from what is drawn, in mm."""

import re
from math import isclose
from typing import NamedTuple
from xml.parsers import expat

from generator.model.picture import Matrix
from generator.read.pieces import four, numbers, unclear
from generator.read.svg_tags import ATTRIBUTE, allowed

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
    if not isclose(across, down, rel_tol=1e-6):
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
