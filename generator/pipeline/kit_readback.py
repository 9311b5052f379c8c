"""Read the finished files of a kit back; two processes share the files of a large kit."""

import marshal
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from generator.model.finding import DataError, Finding
from generator.model.printed import Mark, ReadPiece, TextRun
from generator.pipeline.parallel import share_work
from generator.readback.pdf.reader import read_pdf
from generator.readback.svg.reader import SvgSheetReader, conflict_error
from generator.write.staging import find_changed_files

BATCH_SIZE = 16  # SVG files
PARALLEL_THRESHOLD = 64  # SVG files from which a second process is worth its start
_SHARES = 8  # into which the files are divided to compute their digests
T = TypeVar("T")
Pieces = tuple[ReadPiece, ...]
_seen: Callable[[Any], ReadPiece] = partial(tuple.__new__, ReadPiece)
_mark, _run = partial(tuple.__new__, Mark), partial(tuple.__new__, TextRun)
_MARKS, _RUNS = ReadPiece._fields.index("marks"), ReadPiece._fields.index("runs")


class SheetDefinition(NamedTuple):
    """A definition in a sheet, to compare with another process: its name, a hash of its markup, and its file."""

    name: bytes
    digest: int
    file: str


class ReadBatch:
    """What was read from some files: pieces, faults, and definitions that are new to this process."""

    __slots__ = ("defined", "faults", "pieces")

    def __init__(self, pieces: Iterable[ReadPiece], faults: list[Finding], defined: list[SheetDefinition]) -> None:
        self.pieces, self.faults, self.defined = pieces, faults, defined

    def __reduce__(self) -> tuple[Callable[..., "ReadBatch"], tuple[Any, ...]]:
        """Pickle as marshaled plain tuples, which takes a fifth of the time."""
        rows = [
            (*piece[:_MARKS], tuple(map(tuple, piece.marks)), tuple(map(tuple, piece.runs)), *piece[_RUNS + 1 :])
            for piece in self.pieces
        ]
        return _restore_batch, (marshal.dumps(rows), self.faults, list(map(tuple, self.defined)))


def _restore_batch(data: bytes, faults: list[Finding], defined: list[tuple[bytes, int, str]]) -> ReadBatch:
    rows: list[tuple[Any, ...]] = marshal.loads(data)  # written by a copy of this process
    pieces = (
        _seen((*row[:_MARKS], tuple(map(_mark, row[_MARKS])), tuple(map(_run, row[_RUNS])), *row[_RUNS + 1 :]))
        for row in rows
    )
    return ReadBatch(tuple(pieces), faults, [SheetDefinition(*each) for each in defined])


def read_back(folder: Path, sheets: str, drawings: Sequence[str]) -> tuple[Pieces | None, Pieces | None]:
    """Return the pieces of the PDF and of all SVG files; None for a format without files.

    `sheets` is the path of the PDF in the folder, or empty. DataError (GF117) lists each file that cannot be read, and
    each definition that differs from that of the same name in another file.
    """
    batches = [list(drawings[at : at + BATCH_SIZE]) for at in range(0, len(drawings), BATCH_SIZE)]
    reader, pays = SvgSheetReader(), len(drawings) >= PARALLEL_THRESHOLD
    printed: list[ReadBatch] = []

    def first() -> None:  # what is read in this process need not be pickled
        printed.append(_read_files(reader, folder, [sheets] if sheets else []))

    drawn = list(
        share_work(len(batches), lambda n: _read_files(reader, folder, batches[n]), pays, lambda _begun: None, first)
    )
    read = [*printed, *drawn]
    faults = [fault for batch in read for fault in batch.faults]
    if pays:
        faults += _compare_definitions(definition for batch in read for definition in batch.defined)
    if faults:
        raise DataError(faults)
    pdf = tuple(printed[0].pieces) if sheets else None
    return pdf, tuple(piece for batch in drawn for piece in batch.pieces) if drawings else None


def find_edited_files(folder: Path, listed: Mapping[str, Any], meanwhile: Callable[[], T]) -> tuple[list[str], T]:
    """Return the files that are missing or differ from the manifest, and the result of `meanwhile`."""
    files = listed["files"]
    done: list[T] = []
    shares = [{"files": files[k::_SHARES]} for k in range(_SHARES)]
    pays = len(files) >= PARALLEL_THRESHOLD
    found = share_work(
        _SHARES,
        lambda k: find_changed_files(folder, shares[k]),
        pays,
        lambda _begun: None,
        lambda: done.append(meanwhile()),
    )
    paths = {path for share in found for path in share}
    return [file["path"] for file in files if file["path"] in paths], done[0]


def _read_files(reader: SvgSheetReader, folder: Path, paths: Sequence[str]) -> ReadBatch:
    """Read some files."""
    pieces: list[ReadPiece] = []
    faults: list[Finding] = []
    known = len(reader.defined)
    for path in paths:
        try:
            pieces += (reader.read if path.endswith(".svg") else read_pdf)(folder / path, path)
        except DataError as error:
            faults += error.findings
    fresh = islice(reader.defined.items(), known, None)
    return ReadBatch(pieces, faults, [SheetDefinition(name, hash(markup), file) for name, (markup, file) in fresh])


def _compare_definitions(definitions: Iterable[SheetDefinition]) -> list[Finding]:
    """Return a fault for each name that two processes read with different definitions.

    Hashes can be compared, because the second process is a copy of the first.
    """
    known: dict[bytes, SheetDefinition] = {}
    faults: list[Finding] = []
    for each in definitions:
        first = known.setdefault(each.name, each)
        if first.digest != each.digest:
            faults += conflict_error(each.name, each.file, first.file).findings
    return faults
