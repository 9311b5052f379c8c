"""Read the pieces of a finished PDF, found by marked content in its content streams (PDF 1.7, 14.6).

Between pieces, only the operators that change the matrix are followed: `q`, `Q` and `cm`. Each stream is parsed once,
and a face that is placed again is recognized by its form XObject, so a thousand pages take a fraction of a second.

Every piece is marked content with its id, `hand.red.3.c1.front`, and so are the groups that templates name. The reader
knows nothing of the plan: it finds names, matrices and looks, and refuses whatever `write/` never emits.
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
    parse_box,
    parse_matrix,
    parse_piece_name,
    readback_error,
    transform_marks,
)
from generator.readback.pdf.containers import StreamReader, open_pdf
from generator.readback.pdf.content_streams import SOLE_FORM, SheetMarkFinder, hash_face, read_form
from generator.readback.pdf.resources import PdfCache, ReadForm, ResourceReader, follow_state
from generator.readback.pdf.tokens import MARK_TAG
from generator.readback.read_memory import (
    NO_MEMORY,
    digest_stretch,
    flatten_drawing,
    restore_drawing,
)
from generator.safety.memory import Memory

_POINT = 72 / 25.4
_PAGES_OF_A_BATCH = 64
_PIECE_START, _END = b"/Piece <<", b"\nQ\nEMC"
_HEAD = re.compile(rb"/ID \(([^()\\]*)\)>> BDC\nq ([-+.\d ]+) cm\n(?:([-+.\d ]+) re W n\n)?")


class _PdfPiece(NamedTuple):
    """A piece as written in its stream, in points from the origin of the page."""

    words: PieceName
    matrix: Matrix
    clip: tuple[float, float, float, float] | None
    body: bytes


class _PageContent(NamedTuple):
    """The content of a page from its first piece on: the pieces, and what follows them, drawn with a matrix."""

    pieces: list[_PdfPiece]
    guides: bytes
    matrix: Matrix


_DrawnPage = tuple[bytes, Matrix, list[tuple[Any, ...]]]


def read_pdf(path: Path, shown: str = "", memory: Memory | None = None) -> tuple[ReadPiece, ...]:
    """Return the pieces in page order; raise DataError (GF117), which names the file as `shown` or by its path.

    What `memory` knows of pages with the same bytes and resources is not read again.
    """
    file = shown or path.as_posix()
    with open_pdf(path, file) as pdf:
        return tuple(_PdfReader(file, memory).read_pieces(pdf))


class _PdfReader:
    """A reader of one file; pages that share a stream of operators share what is read of it."""

    def __init__(self, file: str, memory: Memory | None) -> None:
        self._file, self._memory = file, memory
        self._streams: dict[object, tuple[bytes, bytes]] = {}
        self._contents: dict[object, _PageContent] = {}
        self._cache = PdfCache(StreamReader(file))
        self._faces, self._lines = _FaceReader(self._cache), SheetMarkFinder(self._cache)

    def read_pieces(self, pdf: Any) -> Iterator[ReadPiece]:
        """Yield the pieces of all pages."""
        batch = NO_MEMORY
        for number, page in enumerate(pdf.pages, 1):
            if self._memory and number % _PAGES_OF_A_BATCH == 1:
                batch.save()
                batch = self._memory.open_part(f"pages from {number}")
            contents = page.obj.get("/Contents")
            if contents is not None:
                yield from self._read_page(page, number, contents, batch)
        batch.save()

    def _read_page(self, page: Any, number: int, contents: Any, batch: Memory) -> Iterator[ReadPiece]:
        """Yield the pieces of a page, in mm from the top left, with /UserUnit applied."""
        key, where = _stream_key(contents), f"{self._file}, page {number}"
        if key not in self._streams:
            self._streams[key] = _split_furniture(_join_streams(contents, self._cache.streams))
        furniture, drawn = self._streams[key]
        states = follow_state(furniture, [IDENTITY], where)
        if not drawn:
            _check_balance(states, where)
            return
        to_mm, paper = _measure_page(page, number, self._file)
        held = page.obj.get("/Resources")
        resources = self._cache.find_resources(held)
        find = self._lines.find_marks
        crops, folds = (find(name, furniture, to_mm, resources, where) for name in (b"crop", b"fold"))
        digest = b""
        if batch.is_kept:
            digest = digest_stretch(repr((to_mm, states)).encode(), self._cache.digest_resources(held), drawn)
        if digest and (known := batch.find(digest)) is not None:
            guides, inner, flat = known
            pieces = [(*each[:4], restore_drawing(*each[4:])) for each in flat]
        else:
            if key not in self._contents:
                self._contents[key] = _split_pieces(drawn, states, where)
            guides, inner, pieces = self._read_drawn(self._contents[key], to_mm, resources, where)
            if digest:
                flat = tuple((*each[:4], *flatten_drawing(*each[4])) for each in pieces)
                batch.add(digest, (guides, inner, flat))
        corners = find(b"corner", guides, inner, resources, where)
        for (name, part, design, copy, side), matrix, look, clip, (marks, runs) in pieces:
            yield ReadPiece(
                name,
                part,
                design,
                copy,
                side,
                file=self._file,
                page=number,
                matrix=matrix,
                look=look,
                clip=clip,
                paper=paper,
                marks=marks,
                runs=runs,
                crops=crops,
                folds=folds,
                corners=corners,
            )

    def _read_drawn(self, content: "_PageContent", to_mm: Matrix, resources: ResourceReader, where: str) -> _DrawnPage:
        """Return what is drawn from the first piece on: the guides, their matrix, and the pieces."""
        found = []
        for piece in content.pieces:
            matrix = multiply_matrices(to_mm, piece.matrix)
            look, (marks, runs) = self._faces.read(piece.body, resources, where)
            drawing = ReadDrawing(transform_marks(marks, matrix), runs)
            found.append((tuple(piece.words), matrix, look, piece.clip, drawing))
        return content.guides, multiply_matrices(to_mm, content.matrix), found


def _measure_page(page: Any, number: int, file: str) -> tuple[Matrix, tuple[float, float]]:
    """Return the matrix from points to mm, and the size of the paper in mm."""
    left, bottom, right, top = (float(each) for each in page.mediabox)
    scale = float(page.obj.get("/UserUnit", 1))
    if not 1e-3 < scale < NUMBER_LIMIT:
        raise readback_error(file, f"page {number} has a /UserUnit of {scale:g}, which is out of range")
    unit = _POINT / scale
    if int(page.obj.get("/Rotate", 0)) % 360:
        raise readback_error(file, f"page {number} is rotated by /Rotate; sheets never are")
    to_mm = (1 / unit, 0.0, 0.0, -1 / unit, -left / unit, top / unit)
    return to_mm, ((right - left) / unit, (top - bottom) / unit)


class _FaceReader:
    """Read the content of pieces; a piece that only draws a form XObject is read once."""

    def __init__(self, cache: PdfCache) -> None:
        self._cache = cache
        self._known: dict[object, tuple[bytes, ReadDrawing]] = {}

    def read(self, body: bytes, resources: ResourceReader, where: str) -> tuple[bytes, ReadDrawing]:
        """Return the digest of a face, and its marks and texts in the face's coordinates."""
        sole = SOLE_FORM.fullmatch(body)
        if sole is None:
            form = ReadForm(body, IDENTITY, resources)
            return hash_face(form, where), self._read_drawing(form, where)
        form = resources.find_form(sole[1], where)
        if form.key not in self._known:
            self._known[form.key] = hash_face(form, where), self._read_drawing(form, where)
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


def _split_furniture(data: bytes) -> tuple[bytes, bytes]:
    """Split a content stream into what precedes the pieces, and the rest."""
    furniture, start, rest = data.partition(_PIECE_START)
    return furniture, start + rest


def _check_balance(states: list[Matrix], file: str) -> None:
    if len(states) != 1:
        raise readback_error(file, "a `q` of the page has no matching `Q`")


def _split_pieces(data: bytes, states: list[Matrix], file: str) -> _PageContent:
    """Split what begins with a piece into the pieces with their matrices, and what follows them."""
    found, guides, matrix_after = list[_PdfPiece](), b"", IDENTITY
    for chunk in data.split(_PIECE_START)[1:]:
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
    _check_balance(states, file)
    return _PageContent(found, guides, matrix_after)
