"""Parse SVG tags and definitions, and reject what our sheets do not use."""

import re
import sys
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from operator import lt
from typing import Literal, NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.readback.drawings import flip_text_matrix, parse_matrix, readback_error

TagKind = Literal["open", "close", "leaf"]
_TAG = re.compile(rb"(/?)([A-Za-z][\w:.-]*)((?:\s[^<>]*?)?)(/?)>(.*)", re.DOTALL)
_PIECE = re.compile(
    rb"g id=\"([a-z][\w-]*+\.[\w.-]*)\" transform=\"matrix\(([-+.\d ]+)\)\" clip-path=\"url\(#(\w+)\)\">", re.ASCII
)
ATTRIBUTE_PATTERN = re.compile(rb"(?<![\w:.-])([\w:.-]++)\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)')")
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
        b"g": b"id class transform opacity clip-path mask style " + _PAINT,
        b"mask": b"id mask-type maskUnits maskContentUnits x y width height",
        b"path": b"id d clip-rule " + _PAINT,
        b"use": b"xlink:href x y",
        b"image": b"xlink:href x y width height preserveAspectRatio image-rendering",
        b"text": b"x y direction text-anchor letter-spacing style " + _FONT + _PAINT,
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
        return SvgTag(
            "open", b"g", {}, b"", piece[1], matrix=place, text=b"", size=len(item) + 1, proof=b"", clip=piece[3]
        )
    found = _TAG.fullmatch(item)
    if found is None:
        return None
    closes, element, told, empty, text = found.groups()
    size = found.start(5) + 1
    if closes:
        return (
            None
            if empty or told.strip()
            else SvgTag("close", element, {}, b"", b"", matrix=IDENTITY, text=text, size=size, proof=text)
        )
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
        "leaf" if empty else "open",
        element,
        attributes,
        name,
        called,
        matrix=matrix,
        text=text,
        size=size,
        proof=proof,
        plain=plain,
        upright=own,
        clip=clip,
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


_NAME = re.compile(rb"[a-z]{4,}_((?:[0-9A-Za-z]|-[0-9a-f]+-)*)(?:\.[0-9]+)?")
_SPELLED = re.compile(rb"-([0-9a-f]+)-|(.)", re.DOTALL)
_WORD = re.compile(
    rb"<(?:path id=\"([^\"<>&]+)\" d=\"[^\"<>&]+\"/>"
    rb"|g id=\"([^\"<>&]+)\">((?:<use xlink:href=\"#[^\"<>&]+\"(?: x=\"-?\d+\")?(?: y=\"-?\d+\")?/>)+)</g>)"
)
_PLACES = re.compile(rb"\"(?: x=\"(-?\d+)\")?(?: y=\"-?\d+\")?/>")
_REFERS = re.compile(rb"href=[\"']#([^\"'<>&]+)")


class ReadDefinition(NamedTuple):
    """A definition: its id, the word that it draws (if any), the ids that it refers to, and its markup.

    A no-break space is read as a space, as in PDF.
    """

    name: bytes
    word: str | None
    refers: tuple[bytes, ...]
    markup: bytes


@lru_cache(maxsize=4096)
def decode_word_id(name: bytes) -> str | None:
    """Return the word that an id spells, or None if the id is not that of a word."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    if b"-" not in found[1]:
        return found[1].decode("ascii")
    chars = [chr(_parse_code(code)) if code else char.decode("ascii") for code, char in _SPELLED.findall(found[1])]
    return None if "\0" in chars else "".join(chars)


def _parse_code(told: bytes) -> int:
    """Return a code point, or 0 if it is not a valid character."""
    code = int(told, 16)
    return 0 if code > sys.maxunicode or 0xD800 <= code < 0xE000 else code


def parse_definitions(markup: bytes, file: str) -> list[ReadDefinition] | None:
    """Return the definitions in some markup, or None if it ends in the middle of one.

    Raises GF117 for a word that is not drawn with its letters. Also checks that markup with a word is well-formed.
    """
    found = _WORD.fullmatch(markup)
    if found is not None and (word := decode_word_id(found[1] or found[2])) is not None:
        return [_read_word(found, word, markup, file)]
    out: list[ReadDefinition] = []
    begun, at, opened = 0, 0, list[SvgTag]()
    for item in markup.split(b"<")[1:]:
        at = markup.index(b"<" + item, at)
        each = parse_tag(item, file)
        if each is None or (each.kind == "close" and not opened):
            return None
        if not opened:
            begun, first = at, each
        if each.kind == "open":
            opened.append(each)
        elif each.kind == "close":
            opened.pop()
        if not opened:
            out.append(_read_definition(first.attributes.get(b"id", b""), markup[begun : at + each.size], file))
        at += 1
    return None if opened else out


def _read_definition(name: bytes, markup: bytes, file: str) -> ReadDefinition:
    if decode_word_id(name) is not None:
        return _read_word(_WORD.fullmatch(markup), decode_word_id(name) or "", markup, file)
    return ReadDefinition(name, None, tuple(_REFERS.findall(markup)), markup)


def _read_word(found: re.Match[bytes] | None, word: str, markup: bytes, file: str) -> ReadDefinition:
    if found is not None and found[1] and (len(word) == 1 or b"." in found[1]):
        return ReadDefinition(found[1], word, (), markup)
    refers = tuple(_REFERS.findall(markup))
    letters = [_read_letter(name) for name in refers]
    if letters and not _spells(letters, word):
        raise readback_error(file, f"the definition of the word {word!r} draws {''.join(letters)!r}")
    if found is None or not found[2]:
        raise readback_error(file, f"the definition of the word {word!r} has an unexpected structure")
    places = [int(place or b"0") for place in _PLACES.findall(found[3])]
    if not all(map(lt, places, places[1:])) and not _in_order(letters, places):
        raise readback_error(file, f"the letters of the word {word!r} are out of order")
    font = found[2][: found[2].index(b"_") + 1]
    if not all(name.startswith(font) for name in refers):
        raise readback_error(file, f"the definition of the word {word!r} mixes letters of two fonts")
    return ReadDefinition(found[2], word.replace("\u00a0", " "), refers, markup)


def _in_order(letters: list[str], places: list[int]) -> bool:
    """Report whether each letter is to the right of the one before; marks, and letters to the left, are anywhere."""
    if any(unicodedata.bidirectional(char) in ("R", "AL") for letter in letters for char in letter):
        return True
    bases = [place for letter, place in zip(letters, places, strict=True) if not _is_mark(letter)]
    return all(map(lt, bases, bases[1:]))


def _is_mark(letter: str) -> bool:
    """Report whether a glyph is a mark on another one, or one of several that stand for the same characters."""
    return all(unicodedata.category(char).startswith("M") for char in letter)


def _read_letter(name: bytes) -> str:
    """Return the characters that a glyph stands for; a question mark for a name that is not one of a glyph."""
    letter = decode_word_id(name)
    return "?" if letter is None else letter


def _spells(letters: list[str], word: str) -> bool:
    """Report whether the letters spell a word; characters without ink may be missing."""
    if "".join(letters) == word:
        return True
    rest = iter("".join(letters))
    letter = next(rest, None)
    for char in word:
        if char == letter:
            letter = next(rest, None)
        elif not (char.isspace() or unicodedata.category(char) in ("Cf", "Zs")):
            return False
    return letter is None and bool(letters)
