"""Parse SVG tags, and reject elements and attributes that our sheets do not use."""

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.readback.drawings import flip_text_matrix, parse_matrix, readback_error

TagKind = Literal["open", "close", "leaf"]
_TAG = re.compile(rb"(/?)([A-Za-z][\w:.-]*)((?:\s[^<>]*?)?)(/?)>(.*)", re.DOTALL)
_PIECE = re.compile(
    rb"g id=\"([a-z][\w.-]*\.[\w.-]*)\" transform=\"matrix\(([-+.\d ]+)\)\" clip-path=\"url\(#(\w+)\)\">", re.ASCII
)
ATTRIBUTE_PATTERN = re.compile(rb"([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_MATRIX = re.compile(rb"\s*matrix\(([^()]*)\)\s*")
_URL = re.compile(rb"url\(#([^()]+)\)")
_STROKES = b"stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset"
_PAINT = b"fill fill-opacity fill-rule stroke-linecap stroke-linejoin stroke-miterlimit " + _STROKES
_FONT = b"font-family font-weight font-style font-size xml:space "
_GRADIENT = b"id gradientUnits gradientTransform "
# the elements and attributes that sheets use; anything else in SVG might hide, distort or add content
_ALLOWED = {
    element: frozenset(names.split())
    for element, names in {
        b"svg": b"baseProfile height id version viewBox width xmlns xmlns:ev xmlns:xlink",
        b"title": b"",
        b"g": b"id class transform opacity clip-path " + _PAINT,
        b"path": b"id d clip-rule " + _PAINT,
        b"use": b"xlink:href x",
        b"image": b"xlink:href x y width height preserveAspectRatio",
        b"text": b"x y " + _FONT + _PAINT,
        b"symbol": b"id overflow",
        b"clipPath": b"id",
        b"linearGradient": _GRADIENT + b"x1 y1 x2 y2",
        b"radialGradient": _GRADIENT + b"cx cy r fx fy",
        b"stop": b"offset stop-color",
    }.items()
}
DRAWN_ELEMENTS = frozenset((b"title", b"g", b"path", b"use", b"image", b"text"))  # elements allowed outside definitions
PIECE_ATTRIBUTES, OUTER_ATTRIBUTES = frozenset((b"id", b"transform", b"clip-path")), frozenset((b"transform",))


class SvgTag(NamedTuple):
    """A tag with its attributes, its matrix and the text that follows it.

    `name` is the class of a group, and `piece` the name of a piece, which contains a dot. `matrix` is None for a
    transform other than a matrix. `plain` is True for the start tag of a group with neither name; `upright` is then the
    matrix for text in it. `clip` is the id of a piece's clip path. `size` is the length of the tag in bytes, with its
    brackets. `proof` is well-formed if the tag and its text are; it is empty if no check is needed.
    """

    kind: TagKind
    element: bytes
    attributes: dict[bytes, bytes]
    name: bytes
    piece: bytes
    matrix: Matrix | None
    text: bytes
    size: int
    proof: bytes
    plain: bool = False
    upright: Matrix | None = None
    clip: bytes = b""


def parse_tag(item: bytes, file: str) -> SvgTag | None:
    """Parse the tag after a `<`; return None if there is none."""
    piece = _PIECE.fullmatch(item)
    if piece is not None:  # the only tag that never occurs twice
        place = parse_matrix(piece[2], file, "a matrix")
        return SvgTag("open", b"g", {}, b"", piece[1], place, b"", len(item) + 1, b"", clip=piece[3])
    found = _TAG.fullmatch(item)
    if found is None:
        return None
    closes, element, told, empty, text = found.groups()
    size = found.start(5) + 1
    if closes:
        return None if empty or told.strip() else SvgTag("close", element, {}, b"", b"", IDENTITY, text, size, text)
    attributes = {name: one or other for name, one, other in ATTRIBUTE_PATTERN.findall(told)}
    check_allowed(element, attributes, file)
    name = called = b""
    if element == b"g":
        name, called = attributes.get(b"class", b""), attributes.get(b"id", b"")
        called = called if b"." in called else b""
    matrix = _parse_transform(attributes.get(b"transform"), file)
    proof = b"<%b%b/>%b" % (element, told, text)
    plain = element == b"g" and not (empty or name or called)
    own = flip_text_matrix(matrix) if matrix else None
    clip = _clip_id(attributes.get(b"clip-path"), file) if called else b""
    return SvgTag(
        "leaf" if empty else "open", element, attributes, name, called, matrix, text, size, proof, plain, own, clip
    )


def check_allowed(element: bytes, attributes: Iterable[bytes], file: str) -> None:
    """Raise GF117 for an element or attribute that our sheets do not use."""
    known = _ALLOWED.get(element)
    odd = () if known is None else [name for name in attributes if name not in known]
    if known is None or odd:
        says = b" ".join([element, *odd[:1]]).decode("utf-8", "replace")
        raise readback_error(file, f"<{says}> is not used in sheets")


def _clip_id(told: bytes | None, file: str) -> bytes:
    if told is None:
        return b""
    found = _URL.fullmatch(told)
    if found is None:
        raise readback_error(
            file, f"a piece is clipped to {told[:60].decode('utf-8', 'replace')!r}, which is not a reference"
        )
    return found[1]


def _parse_transform(told: bytes | None, file: str) -> Matrix | None:
    """Return the matrix of a transform, or None for any other transform; raise GF117 for an invalid matrix."""
    if told is None:
        return IDENTITY
    found = _MATRIX.fullmatch(told)
    return parse_matrix(found[1], file, "a matrix") if found else None


def nest_matrix(outer: Matrix | None, inner: Matrix | None) -> Matrix | None:
    """Return the product of two matrices, or None if either is unknown."""
    if outer is None or inner is None:
        return None
    return inner if outer is IDENTITY else multiply_matrices(outer, inner)
