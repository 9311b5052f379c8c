"""Read the finished files of a kit back; two processes share the files of a large kit."""

import marshal
from collections.abc import Callable, Iterable, Sequence, Set
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from generator.model.finding import DataError, Finding
from generator.model.paper import BackLayout, Paper
from generator.model.printed import Mark, ReadPiece, TextRun
from generator.model.printer import PrinterProfile
from generator.program.parallel import share_work
from generator.readback.drawings import readback_error
from generator.readback.pdf.reader import read_pdf
from generator.readback.printer_error import show_as_printed
from generator.readback.read_memory import NO_MEMORY
from generator.readback.rules import RulesInspector
from generator.readback.svg.reader import SvgSheetReader, conflict_error
from generator.safety.memory import Memory
from generator.write.kit_folder import KitFolder
from generator.write.manifest import ListedFile, is_rules_file

READ_FORMATS = frozenset({"pdf", "svg"})
BATCH_SIZE = 16  # SVG files
PARALLEL_THRESHOLD = 64  # SVG files from which a second process is worth its start
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
    """What was read from some files: pieces, faults, definitions new to this process, and files that were edited."""

    __slots__ = ("defined", "edited", "faults", "pieces")

    def __init__(
        self,
        pieces: Iterable[ReadPiece],
        faults: list[Finding],
        defined: list[SheetDefinition],
        edited: Sequence[str] = (),
    ) -> None:
        self.pieces, self.faults, self.defined, self.edited = pieces, faults, defined, edited

    def __reduce__(self) -> tuple[Callable[..., "ReadBatch"], tuple[Any, ...]]:
        """Pickle as marshaled plain tuples, which takes a fifth of the time."""
        rows = [
            (*piece[:_MARKS], tuple(map(tuple, piece.marks)), tuple(map(tuple, piece.runs)), *piece[_RUNS + 1 :])
            for piece in self.pieces
        ]
        return _restore_batch, (marshal.dumps(rows), self.faults, list(map(tuple, self.defined)), self.edited)


def _restore_batch(
    data: bytes, faults: list[Finding], defined: list[tuple[bytes, int, str]], edited: Sequence[str]
) -> ReadBatch:
    rows: list[tuple[Any, ...]] = marshal.loads(data)  # written by a copy of this process
    pieces = (
        _seen((*row[:_MARKS], tuple(map(_mark, row[_MARKS])), tuple(map(_run, row[_RUNS])), *row[_RUNS + 1 :]))
        for row in rows
    )
    return ReadBatch(tuple(pieces), faults, [SheetDefinition(*each) for each in defined], edited)


def split_formats(game: str, paper: str, paths: Sequence[str]) -> tuple[str, list[str]]:
    """Return the path of the PDF with the sheets, empty if there is none, and the paths of the SVG sheets."""
    sheets = f"{game}-sheets-{paper}.pdf"
    return sheets if sheets in paths else "", [
        path for path in paths if path.startswith(f"svg/{game}-") and path.endswith(".svg")
    ]


def read_back(
    folder: Path, sheets: str, drawings: Sequence[str], memory: Memory | None = None, pays: bool = False
) -> tuple[Pieces | None, Pieces | None]:
    """Return the pieces of the PDF and of all SVG files; None for a format without files.

    A second process reads drawings while this one reads the PDF, if there are many drawings or it otherwise `pays`.

    `sheets` is the path of the PDF in the folder, or empty. What `memory` knows is not read again. DataError (GF117)
    lists each file that cannot be read, and each definition that differs from that of the same name in another file.
    """
    batches = _divide_into_batches(drawings, 2 if pays else 1)
    reader = SvgSheetReader()
    printed: list[ReadBatch] = []

    def first() -> None:  # what is read in this process need not be pickled
        printed.append(_read_files(reader, folder, [sheets] if sheets else [], memory))

    def read(number: int) -> ReadBatch:
        return _read_files(reader, folder, batches[number], memory)

    pays |= len(drawings) >= PARALLEL_THRESHOLD
    drawn = list(share_work(len(batches), read, pays, lambda _begun: None, first))
    return _join_batches(printed if sheets else [], drawn)


def undo_correction(
    shown: tuple[Pieces | None, Pieces | None], printer: PrinterProfile | None, paper: Paper, backs: BackLayout
) -> tuple[Pieces | None, Pieces | None]:
    """Return the pieces of both formats where a printer puts them; without one, files are as they will be printed."""
    if printer is None:
        return shown
    pdf, svg = (None if some is None else tuple(show_as_printed(some, printer, paper, backs)) for some in shown)
    return pdf, svg


class StandingKit(NamedTuple):
    """What was read of a kit that stands: all listed files, and those that are missing or differ from the manifest."""

    batches: tuple[ReadBatch, ...]
    has_sheets: bool
    edited: tuple[str, ...]

    def collect_pieces(self) -> tuple[Pieces | None, Pieces | None]:
        """Return the pieces of the PDF and of all SVG files; see `read_back`."""
        first, *drawn = self.batches
        return _join_batches([first], drawn) if self.has_sheets else _join_batches([], drawn, first.faults)


def read_standing_kit(
    home: KitFolder,
    paper: str,
    files: Sequence[ListedFile],
    pays: bool,
    meanwhile: Callable[[], T],
    formats: Set[str] = READ_FORMATS,
    memory: Memory | None = None,
) -> tuple[StandingKit, T]:
    """Read the files that a manifest lists, those that are as it says; return the result of `meanwhile` too.

    A second process reads while this one is at `meanwhile`. What `memory` knows is not read again. If all `formats`
    of the kit can be read, a file of any other kind is a fault.
    """
    listed = {file.path: file for file in files}
    sheets, drawings = split_formats(home.game, paper, list(listed))
    shown = {sheets, *drawings}
    others = [path for path in listed if path not in shown]
    batches = [[sheets, *others] if sheets else others, *_divide_into_batches(drawings)]  # all PDFs in one process
    reader, done = SvgSheetReader(), list[T]()

    def read(number: int) -> ReadBatch:
        sound = [path for path in batches[number] if home.is_as_listed(listed[path])]
        batch = _read_files(reader, home.target, [path for path in sound if path in shown], memory)
        batch.faults += _inspect_files(home, [path for path in sound if path not in shown], formats <= READ_FORMATS)
        batch.edited = [path for path in batches[number] if path not in sound]
        return batch

    found = tuple(share_work(len(batches), read, pays, lambda _begun: None, first=lambda: done.append(meanwhile())))
    edited = {path for batch in found for path in batch.edited}
    return StandingKit(found, bool(sheets), tuple(path for path in listed if path in edited)), done[0]


def _divide_into_batches(drawings: Sequence[str], least: int = 1) -> list[list[str]]:
    """Return the files in batches, at least so many if there are as many files."""
    size = max(1, min(BATCH_SIZE, len(drawings) // least))
    return [list(drawings[at : at + size]) for at in range(0, len(drawings), size)]


def _join_batches(
    sheets: Sequence[ReadBatch], drawn: Sequence[ReadBatch], others: Sequence[Finding] = ()
) -> tuple[Pieces | None, Pieces | None]:
    """Return all pieces of both formats; DataError (GF117) for all their faults and those of `others`."""
    read = [*sheets, *drawn]
    faults = [*(fault for batch in read for fault in batch.faults), *others]
    faults += _compare_definitions(definition for batch in read for definition in batch.defined)
    if faults:
        raise DataError(faults)
    pdf, svg = (
        tuple(piece for batch in batches for piece in batch.pieces) if batches else None for batches in (sheets, drawn)
    )
    return pdf, svg


def _read_files(reader: SvgSheetReader, folder: Path, paths: Sequence[str], memory: Memory | None = None) -> ReadBatch:
    """Read some files: the PDF, or a batch of drawings."""
    pieces: list[ReadPiece] = []
    faults: list[Finding] = []
    known = len(reader.defined)
    batch = memory.open_part(paths[0]) if memory and paths and paths[0].endswith(".svg") else NO_MEMORY
    for path in paths:
        try:
            drawn = path.endswith(".svg")
            pieces += reader.read(folder / path, path, batch) if drawn else read_pdf(folder / path, path, memory)
        except DataError as error:
            faults += error.findings
    batch.save()
    fresh = islice(reader.defined.items(), known, None)
    return ReadBatch(pieces, faults, [SheetDefinition(name, hash(markup), file) for name, (markup, file) in fresh])


def _inspect_files(home: KitFolder, paths: Sequence[str], is_complete: bool) -> list[Finding]:
    """Return what is wrong with the files of a kit that are no sheets; if `is_complete`, these are the only kinds."""
    inspector, faults = RulesInspector(), list[Finding]()
    for path in paths:
        try:
            if is_rules_file(home.game, path) and "/" not in path:
                inspector.inspect(home.target / path, path)
            elif is_complete and path != f"{home.game}-certificate.txt":
                raise readback_error(path, "no kit of this game has such a file; build the kit again")
        except DataError as error:
            faults += error.findings
    return faults


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
