"""A finished SVG sheet goes in, its pieces come out: expat proves the XML, then the groups are found by their names.

Between the pieces only what moves them is followed: the root's viewBox, and groups with a transform.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from generator.check.pieces import four, look, moved, unclear, words
from generator.check.svg_marks import MARK, marks, to
from generator.model.picture import Matrix
from generator.model.printed import Mark, Seen

_DEFS = re.compile(rb"<defs\b[^>]*>")
_END_DEFS = re.compile(rb"</defs\s*>")
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_GROUP = re.compile(rb"<(/?)g\b([^>]*?)(/?)>")
_ID = re.compile(rb"\bid\s*=\s*[\"']([^\"']*)[\"']")
_ROOT = re.compile(rb"<svg\b[^>]*>")
_VIEW = re.compile(rb"\bviewBox\s*=\s*[\"']([^\"']*)[\"']")
_SIDE = re.compile(rb"\s(width|height)\s*=\s*[\"']([\d.]+)mm[\"']")
_CUT = re.compile(rb"\s*<g clip-path=\"[^\"]*\">(.*)</g>\s*", re.DOTALL)
_USE = re.compile(rb"\s*<use (?:xlink:)?href=\"#([^\"]+)\"\s*/>\s*")


class _Sheet(NamedTuple):
    """The file as bytes: its definitions, and its root's matrix and paper in mm."""

    file: str
    body: bytes
    definitions: bytes
    root: Matrix
    paper: tuple[float, float]


class _Drawn(NamedTuple):
    """What is drawn, in its own coordinates."""

    look: bytes
    marks: tuple[Mark, ...]


def read_svg(path: Path, shown: str = "") -> tuple[Seen, ...]:
    """Return the pieces in their order; DataError (GF117) names the file as `shown`, or as its path."""
    file = shown or path.as_posix()
    try:
        data = path.read_bytes()
    except OSError as error:
        raise unclear(file, f"the SVG cannot be read: {error.strerror}") from None
    return read_svg_text(data, file)


def read_svg_text(data: bytes, file: str) -> tuple[Seen, ...]:
    """Return the pieces of a sheet's text."""
    _prove(data, file)
    return tuple(_pieces(_sheet(data, file)))


def _prove(data: bytes, file: str) -> None:
    try:
        expat.ParserCreate().Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.errors.messages[error.code]
        message = f"the SVG is not well-formed: {reason}"
        raise unclear(file, message, error.lineno, error.offset + 1) from None
    if b"<![CDATA[" in data or b"<!DOCTYPE" in data:
        raise unclear(file, "the SVG holds a DOCTYPE or CDATA, which a sheet has no use for")


def _sheet(data: bytes, file: str) -> _Sheet:
    if b"<!--" in data:
        data = _COMMENT.sub(b"", data)
    root = _ROOT.search(data)
    view = _VIEW.search(root[0]) if root else None
    if root is None or view is None:
        raise unclear(file, "the root is no svg with a viewBox")
    found = dict(_SIDE.findall(root[0]))
    left, top, width, height = four(view[1], file, "the viewBox")
    paper = float(found.get(b"width", width)), float(found.get(b"height", height))
    if width <= 0 or height <= 0:
        raise unclear(file, "the viewBox is empty")
    across, down = paper[0] / width, paper[1] / height
    matrix = (across, 0.0, 0.0, down, -left * across, -top * down)
    return _Sheet(file, *_parted(data, root.end()), matrix, paper)


def _parted(data: bytes, at: int) -> tuple[bytes, bytes]:
    """Return what is drawn, and the definitions."""
    drawn, defined = b"", b""
    while begin := _DEFS.search(data, at):
        drawn += data[at : begin.start()]
        end = None if begin[0].endswith(b"/>") else _END_DEFS.search(data, begin.end())
        at = end.end() if end else begin.end()
        defined += data[begin.start() : at]
    return drawn + data[at:], defined


def _pieces(sheet: _Sheet) -> Iterator[Seen]:
    """Walk the groups; one whose name has a dot is a piece, and all inside it is its body."""
    symbols: dict[bytes, _Drawn] = {}
    states: list[Matrix | None] = [sheet.root]
    tags = _GROUP.finditer(sheet.body)
    for tag in tags:
        closes, attributes, empty = tag.groups()
        if closes:
            states.pop()
            continue
        state = to(states[-1], attributes, sheet.file)
        found = _ID.search(attributes)
        if found and b"." in found[1]:
            end = tag.end() if empty else _end(sheet, found[1], tags)
            yield _seen(sheet, found[1], state, sheet.body[tag.end() : end], symbols)
        elif not empty:
            states.append(state)


def _end(sheet: _Sheet, name: bytes, tags: Iterator[re.Match[bytes]]) -> int:
    """Return where the body of a piece ends."""
    depth = 1
    for tag in tags:
        closes, attributes, empty = tag.groups()
        if closes:
            depth -= 1
            if not depth:
                return tag.start()
            continue
        if b"id" in attributes and (found := _ID.search(attributes)) and b"." in found[1]:
            raise unclear(sheet.file, f"the piece {found[1].decode()} lies inside {name.decode()}")
        depth += not empty
    raise unclear(sheet.file, f"the piece {name.decode()} has no end")


def _seen(sheet: _Sheet, name: bytes, matrix: Matrix | None, body: bytes, symbols: dict[bytes, _Drawn]) -> Seen:
    if matrix is None:
        raise unclear(sheet.file, f"{name.decode('utf-8', 'replace')} is moved by something else than matrices")
    cut = _CUT.fullmatch(body)
    inner = cut[1] if cut and _whole(cut[1]) else body
    use = _USE.fullmatch(inner)
    shape, inside = _symbol(sheet, use[1], symbols) if use else _drawn(sheet, inner)
    return Seen(*words(name, sheet.file), sheet.file, 1, matrix, shape, None, sheet.paper, moved(inside, matrix))


def _whole(body: bytes) -> bool:
    """Tell whether every group that ends in it begins in it: two groups side by side are not one group round both."""
    depth = 0
    for tag in _GROUP.finditer(body) if body.find(b"</g>") >= 0 else ():
        depth += -1 if tag[1] else not tag[3]
        if depth < 0:
            return False
    return True


def _drawn(sheet: _Sheet, body: bytes) -> _Drawn:
    return _Drawn(look(body), marks(body, sheet.file) if MARK in body else ())


def _symbol(sheet: _Sheet, name: bytes, symbols: dict[bytes, _Drawn]) -> _Drawn:
    """Return what a symbol holds, whatever its name."""
    if name not in symbols:
        start = sheet.definitions.find(b'<symbol id="' + name + b'"')
        start = start if start >= 0 else sheet.definitions.find(b' id="' + name + b'"')
        if start < 0:
            raise unclear(sheet.file, f"the sheet uses #{name.decode('utf-8', 'replace')}, which it does not define")
        end = sheet.definitions.find(b"</symbol>", start)
        symbols[name] = _drawn(sheet, sheet.definitions[sheet.definitions.index(b">", start) : end])
    return symbols[name]
