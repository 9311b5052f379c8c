"""Read the pieces of a finished PDF, found by marked content in its content streams (PDF 1.7, 14.6).

Between pieces, only the operators that change the matrix are followed: `q`, `Q` and `cm`. Each stream is parsed once,
and a face that is placed again is recognized by its form XObject, so a thousand pages take a fraction of a second.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.model.printed import ReadPiece
from generator.readback.drawings import (
    EMPTY_DRAWING,
    NUMBER_LIMIT,
    PieceName,
    ReadDrawing,
    hash_look,
    parse_box,
    parse_matrix,
    parse_piece_name,
    readback_error,
    transform_marks,
)
from generator.readback.pdf.containers import StreamReader, open_pdf
from generator.readback.pdf.content_streams import SOLE_FORM, SheetMarkFinder, read_form
from generator.readback.pdf.resources import PdfCache, ReadForm, ResourceReader, follow_state
from generator.readback.pdf.tokens import MARK_TAG

_POINT = 72 / 25.4
_PIECE_START, _END = b"/Piece <<", b"\nQ\nEMC"
_HEAD = re.compile(rb"/ID \(([^()\\]*)\)>> BDC\nq ([-+.\d ]+) cm\n(?:([-+.\d ]+) re W n\n)?")


class _PdfPiece(NamedTuple):
    """A piece as written in its stream, in points from the origin of the page."""

    words: PieceName
    matrix: Matrix
    clip: tuple[float, float, float, float] | None
    body: bytes


class _PageContent(NamedTuple):
    """The content of a page: what precedes its pieces, the pieces, and what follows them, drawn with a matrix."""

    furniture: bytes
    pieces: list[_PdfPiece]
    guides: bytes
    matrix: Matrix


def read_pdf(path: Path, shown: str = "") -> tuple[ReadPiece, ...]:
    """Return the pieces in page order; raise DataError (GF117), which names the file as `shown` or by its path."""
    file = shown or path.as_posix()
    with open_pdf(path, file) as pdf:
        return tuple(_read_pieces(pdf, file))


def _read_pieces(pdf: Any, file: str) -> Iterator[ReadPiece]:
    streams: dict[object, _PageContent] = {}
    cache = PdfCache(StreamReader(file))
    faces, lines = _FaceReader(cache), SheetMarkFinder(cache)
    for number, page in enumerate(pdf.pages, 1):
        contents = page.obj.get("/Contents")
        if contents is None:
            continue
        key = _stream_key(contents)
        if key not in streams:
            streams[key] = _split_pieces(_join_streams(contents, cache.streams), f"{file}, page {number}")
        content = streams[key]
        if content.pieces:
            yield from _read_page(page, number, content, faces, lines, cache, file)


def _read_page(
    page: Any,
    number: int,
    content: _PageContent,
    faces: "_FaceReader",
    lines: SheetMarkFinder,
    cache: PdfCache,
    file: str,
) -> Iterator[ReadPiece]:
    """Yield the pieces of a page, in mm from the top left, with /UserUnit applied."""
    left, bottom, right, top = (float(each) for each in page.mediabox)
    scale = float(page.obj.get("/UserUnit", 1))
    if not 1e-3 < scale < NUMBER_LIMIT:
        raise readback_error(file, f"page {number} has a /UserUnit of {scale:g}, which is out of range")
    unit = _POINT / scale
    if int(page.obj.get("/Rotate", 0)) % 360:
        raise readback_error(file, f"page {number} is rotated by /Rotate; sheets never are")
    to_mm = (1 / unit, 0.0, 0.0, -1 / unit, -left / unit, top / unit)
    paper = (right - left) / unit, (top - bottom) / unit
    where, resources = f"{file}, page {number}", cache.find_resources(page.obj.get("/Resources"))
    ahead = content.furniture
    crops, folds = (lines.find_marks(name, ahead, to_mm, resources, where) for name in (b"crop", b"fold"))
    inner = multiply_matrices(to_mm, content.matrix)
    corners = lines.find_marks(b"corner", content.guides, inner, resources, where)
    for piece in content.pieces:
        matrix = multiply_matrices(to_mm, piece.matrix)
        shape, (marks, runs) = faces.read(piece.body, resources, where)
        yield ReadPiece(
            *piece.words,
            file,
            number,
            matrix,
            shape,
            piece.clip,
            paper,
            transform_marks(marks, matrix),
            runs,
            crops,
            folds,
            corners,
        )


class _FaceReader:
    """Read the content of pieces; a piece that only draws a form XObject is read once."""

    def __init__(self, cache: PdfCache) -> None:
        self._cache = cache
        self._known: dict[object, tuple[bytes, ReadDrawing]] = {}

    def read(self, body: bytes, resources: ResourceReader, where: str) -> tuple[bytes, ReadDrawing]:
        """Return the digest of a face, and its marks and texts in the face's coordinates."""
        sole = SOLE_FORM.fullmatch(body)
        if sole is None:
            return hash_look(body), self._read_drawing(ReadForm(body, IDENTITY, resources), where)
        form = resources.find_form(sole[1], where)
        if form.key not in self._known:
            self._known[form.key] = hash_look(form.body), self._read_drawing(form, where)
        return self._known[form.key]

    def _read_drawing(self, form: ReadForm, where: str) -> ReadDrawing:
        held = MARK_TAG in form.body or b"BT" in form.body or b"Do" in form.body
        return read_form(form, self._cache, where) if held else EMPTY_DRAWING


def _stream_key(found: Any) -> object:
    """Return a key that is equal for the same stream or list of streams."""
    import pikepdf

    if isinstance(found, pikepdf.Array):
        return tuple(part.objgen for part in found)
    return found.objgen


def _join_streams(found: Any, streams: StreamReader) -> bytes:
    import pikepdf

    if isinstance(found, pikepdf.Array):
        return b"\n".join(streams.read(part) for part in found)
    return streams.read(found)


def _split_pieces(data: bytes, file: str) -> _PageContent:
    """Split a content stream into what precedes the pieces, the pieces with their matrices, and what follows them."""
    furniture, *rest = data.split(_PIECE_START)
    states, found = follow_state(furniture, [IDENTITY], file), list[_PdfPiece]()
    guides, matrix_after = b"", IDENTITY
    for chunk in rest:
        head = _HEAD.match(chunk)
        if head is None:
            raise readback_error(file, f"a piece does not start as expected: {chunk[:60].decode('latin-1')!r}")
        name = parse_piece_name(head[1], file)
        end = chunk.find(_END, head.end() - 1)
        if end < 0:
            raise readback_error(file, f"the piece {name[0]} has no end")
        matrix = multiply_matrices(states[-1], parse_matrix(head[2], file, f"the matrix of {name[0]}"))
        clip = parse_box(head[3], file, f"the clip of {name[0]}") if head[3] else None
        found.append(_PdfPiece(name, matrix, clip, chunk[head.end() : end]))
        guides, matrix_after = chunk[end + len(_END) :], states[-1]
        states = follow_state(guides, states, file)
    if len(states) != 1:
        raise readback_error(file, "a `q` of the page has no matching `Q`")
    return _PageContent(furniture, found, guides, matrix_after)
