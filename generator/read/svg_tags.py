"""What stands between two `<` of an SVG goes in, the tag that it is comes out, with what the reader asks of it."""

import re
from typing import Literal, NamedTuple

from generator.model.picture import IDENTITY, Matrix, multiply
from generator.read.pieces import six, upright

Kind = Literal["open", "close", "leaf"]
_TAG = re.compile(rb"(/?)([A-Za-z][\w:.-]*)((?:\s[^<>]*?)?)(/?)>(.*)", re.DOTALL)
_PIECE = re.compile(
    rb"g id=\"([a-z][\w.-]*\.[\w.-]*)\" transform=\"matrix\(([-+.\d ]+)\)\" clip-path=\"url\(#\w+\)\">", re.ASCII
)
_ATTRIBUTE = re.compile(rb"([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_MATRIX = re.compile(rb"\s*matrix\(([^()]*)\)\s*")


class Tag(NamedTuple):
    """A tag: its element, its attributes, how it moves what is in it, and the text that follows it.

    `name` is its class, if it is a group, and `piece` the name of a piece, which has a dot. `matrix` is None where it
    moves by anything but a matrix. `plain` says that it opens a group without either name, and `upright` is
    then the matrix for text in it. `size` is how many bytes the tag takes with its brackets, and `proof` is well-formed
    if the tag and its text are; it is empty where that is sure.
    """

    kind: Kind
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


def tag(item: bytes, file: str) -> Tag | None:
    """Return the tag that begins after a `<`, or None where none does."""
    piece = _PIECE.fullmatch(item)
    if piece is not None:  # the one tag that is never met twice
        place = six(piece[2], file, "a matrix")
        return Tag("open", b"g", {}, b"", piece[1], place, b"", len(item) + 1, b"")
    found = _TAG.fullmatch(item)
    if found is None:
        return None
    closes, element, told, empty, text = found.groups()
    size = found.start(5) + 1
    if closes:
        return None if empty or told.strip() else Tag("close", element, {}, b"", b"", IDENTITY, text, size, text)
    attributes = {name: one or other for name, one, other in _ATTRIBUTE.findall(told)}
    name = called = b""
    if element == b"g":
        name, called = attributes.get(b"class", b""), attributes.get(b"id", b"")
        called = called if b"." in called else b""
    matrix = _moved(attributes.get(b"transform"), file)
    proof = b"<%b%b/>%b" % (element, told, text)
    plain = element == b"g" and not (empty or name or called)
    own = upright(matrix) if matrix else None
    return Tag("leaf" if empty else "open", element, attributes, name, called, matrix, text, size, proof, plain, own)


def _moved(told: bytes | None, file: str) -> Matrix | None:
    """Return the matrix of a transform, or None for any other transform (GF117)."""
    if told is None:
        return IDENTITY
    found = _MATRIX.fullmatch(told)
    return six(found[1], file, "a matrix") if found else None


def within(outer: Matrix | None, inner: Matrix | None) -> Matrix | None:
    """Return where something lies in something else; None where either is moved by anything but a matrix."""
    if outer is None or inner is None:
        return None
    return inner if outer is IDENTITY else multiply(outer, inner)
