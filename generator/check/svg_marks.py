"""What a piece or a symbol of an SVG draws goes in, the named groups in it come out."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from generator.check.pieces import LINED, look, numbers, six, unclear
from generator.model.picture import IDENTITY, Matrix, apply, multiply
from generator.model.printed import Mark

MARK = b"class="
_TAG = re.compile(rb"<(/?)(g|path)\b([^>]*?)(/?)>")
_CLASS = re.compile(rb"\sclass\s*=\s*[\"']([^\"']*)[\"']")
_NAMES = re.compile(rb"(<g\b[^>]*?)\sclass\s*=\s*[\"'][^\"']*[\"']")
_TRANSFORM = re.compile(rb"\stransform\s*=\s*[\"']([^\"']*)[\"']")
_MATRIX = re.compile(rb"\s*matrix\(([^()]*)\)\s*")
_DATA = re.compile(rb"\sd\s*=\s*[\"']([^\"']*)[\"']")
_COMMAND = re.compile(rb"([A-Za-z])([^A-Za-z]*)")


class _Opened(NamedTuple):
    """A group that is not closed yet: where its content begins, and its attributes beside name and place."""

    name: bytes
    matrix: Matrix | None
    start: int
    rest: bytes


def to(outer: Matrix | None, attributes: bytes, file: str) -> Matrix | None:
    """Return where an element lies, or None where it is moved by anything but matrices: no piece may be in it."""
    found = _TRANSFORM.search(attributes)
    if found is None or outer is None:
        return outer
    matrix = _MATRIX.fullmatch(found[1])
    return multiply(outer, six(matrix[1], file, "a matrix")) if matrix else None


def marks(body: bytes, file: str) -> tuple[Mark, ...]:
    """Return the marks in the order in which they begin, in the coordinates of the body."""
    found: list[tuple[int, Mark]] = []
    opened: list[_Opened] = []
    for tag in _TAG.finditer(body):
        closes, kind, attributes, empty = tag.groups()
        if kind == b"path" or empty:
            continue
        if not closes:
            name = _CLASS.search(attributes) if MARK in attributes else None
            matrix = to(opened[-1].matrix if opened else IDENTITY, attributes, file)
            rest = _TRANSFORM.sub(b"", _CLASS.sub(b"", attributes)).strip() if name else b""
            opened.append(_Opened(name[1] if name else b"", matrix, tag.end(), rest))
        elif (begun := opened.pop()).name:
            found.append((begun.start, _mark(begun, body[begun.start : tag.start()], file)))
    return tuple(mark for _, mark in sorted(found, key=lambda each: each[0]))


def _mark(begun: _Opened, content: bytes, file: str) -> Mark:
    name = begun.name.decode("utf-8", "replace")
    if begun.matrix is None:
        raise unclear(file, f"the group {name!r} is moved by something else than matrices")
    shape = look(begun.rest + b">" + (_NAMES.sub(rb"\1", content) if MARK in content else content))
    points = tuple(_ends(content, begun.matrix, name, file)) if begun.name.startswith(LINED) else ()
    return Mark(name, begun.matrix, shape, points)


def _ends(content: bytes, matrix: Matrix, name: str, file: str) -> Iterator[tuple[float, float]]:
    """Yield where segments begin and end."""
    states: list[Matrix | None] = [matrix]
    for tag in _TAG.finditer(content):
        closes, kind, attributes, empty = tag.groups()
        if closes:
            if kind == b"g":
                states.pop()
            continue
        state = to(states[-1], attributes, file)
        if kind == b"g":
            if not empty:
                states.append(state)
        elif data := _DATA.search(attributes):
            if state is None:
                raise unclear(file, f"a line in the group {name!r} is moved by something else than matrices")
            yield from (apply(state, *end) for end in _path(data[1], name, file))


def _path(data: bytes, name: str, file: str) -> Iterator[tuple[float, float]]:
    for command in _COMMAND.finditer(data):
        if command[1] in b"Zz":
            continue
        try:
            if command[1] not in b"MLC":
                raise ValueError
            x, y = numbers(command[2])[-2:]
        except ValueError:
            says = f"a line in the group {name!r} holds {command[0][:40].decode('latin-1')!r}, which no sheet has"
            raise unclear(file, says) from None
        yield x, y
