"""What both formats of spreadsheets share: the archive with its XML, and the cells of a sheet as they are collected."""

import zipfile
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple
from xml.parsers import expat

from generator.load.files import refuse_unprintable
from generator.load.rows import MAX_CELLS, MAX_COLUMNS, MAX_LINES, is_error_value, number_or_text, refuse_error
from generator.model.data_types import Scalar
from generator.model.finding import DataError, Place, refuse

MAX_UNPACKED = 32 * 1024 * 1024  # bytes of a file in the archive: 20,000 rows of fifty columns
MAX_CELL_TEXT = 20_000  # characters of a cell, as of a value in game.yaml

Cell = Scalar | DataError  # a cell that cannot be read matters only if it is in the table
Cells = dict[tuple[int, int], Cell]  # by row and column from 0; empty ones are left out
Attributes = dict[str, str]


class MergedCells(NamedTuple):
    """The first row and column of cells that are merged, and the last row; all from 0."""

    row: int
    column: int
    last_row: int


class SheetCells(NamedTuple):
    """The cells of a sheet, its name, and the file that it is in; what of it is merged, hidden, or shows a date."""

    file: str
    name: str
    cells: Cells
    merged: list[MergedCells]
    hidden_rows: list[range]
    hidden_columns: list[range]
    dates: list[tuple[int, int]]

    def place(self, row: int, column: int) -> Place:
        """Return the place of a cell, such as cards.xlsx:Hand!C7."""
        return Place(f"{self.file}:{self.name}", row + 1, column + 1)


class SheetSource(NamedTuple):
    """A function that reads a sheet, and whether the spreadsheet program hides that sheet."""

    read: Callable[[], SheetCells]
    is_hidden: bool


def to_number(text: str) -> Scalar:
    """Return a stored number as spreadsheets show it, with 15 digits; whole if it is."""
    value = float(f"{float(text):.15g}")
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def to_text(text: str, at: Place) -> Cell:
    """Return the text of a cell as it would be read from a CSV file; empty if it is blank."""
    if not text.strip():
        return ""
    if is_error_value(text):
        return refuse_error(text, at)
    if len(text) > MAX_CELL_TEXT:
        return refuse("GF002", at, f"this cell has {len(text):,} characters; at most {MAX_CELL_TEXT:,} are read")
    try:
        refuse_unprintable(text, lambda _: at)
    except DataError as error:
        return error
    return number_or_text(text)


class CellRun(NamedTuple):
    """A stretch of the text of a cell in one style."""

    text: str
    is_bold: bool = False
    is_italic: bool = False


def mark_runs(runs: Sequence[CellRun]) -> str:
    """Return a text with `<b>` and `<i>` around its bold and italic runs; a style that all of it has is not marked."""
    inked = [run for run in runs if run.text.strip()]
    bold, italic = (len({run[style] for run in inked}) > 1 for style in (1, 2))
    if not bold and not italic:
        return "".join(run.text for run in runs)
    styled = ((run.text, run.is_bold and bold, run.is_italic and italic) for run in runs if run.text)
    groups = groupby(styled, key=lambda run: run[1:])
    return "".join(_mark_run("".join(run[0] for run in group), *style) for style, group in groups)


def _mark_run(text: str, is_bold: bool, is_italic: bool) -> str:
    """Return a run with its marks within the blanks around it."""
    inner = text.strip()
    if not inner or not (is_bold or is_italic):
        return text
    before, _, after = text.partition(inner)
    opening, closing = "<b>" * is_bold + "<i>" * is_italic, "</i>" * is_italic + "</b>" * is_bold
    return f"{before}{opening}{inner}{closing}{after}"


class SpreadsheetArchive:
    """A zip archive whose files are parsed as XML up to a limit."""

    def __init__(self, archive: zipfile.ZipFile, file: str) -> None:
        self._archive, self.file = archive, file

    def parse(
        self,
        name: str,
        start: Callable[[str, Attributes], None],
        end: Callable[[str], None] = lambda _: None,
        text: Callable[[str], None] = lambda _: None,
    ) -> bool:
        """Parse a file with handlers that get names without namespaces; return whether it is there."""
        try:
            info = self._archive.getinfo(name)
        except KeyError:
            return False
        parser = expat.ParserCreate(namespace_separator="}")
        parser.buffer_text = True
        parser.StartElementHandler = lambda name, given: start(_local_name(name), _local_names(given))
        parser.EndElementHandler = lambda name: end(_local_name(name))
        parser.CharacterDataHandler = text
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        with self._archive.open(info) as source:
            data = source.read(MAX_UNPACKED + 1)
        if len(data) > MAX_UNPACKED:
            raise self.refuse(f"it unpacks to more than {MAX_UNPACKED >> 20} MiB")
        parser.Parse(data, True)  # at once: expat reads a long token again with each block
        return True

    def refuse(self, message: str) -> DataError:
        """Return the exception for a file that holds too much."""
        return refuse("GF002", Place(self.file), message)

    def _refuse_doctype(self, *_: object) -> None:
        raise self.refuse("it has a document type, which no spreadsheet program writes")


def _local_name(name: str) -> str:
    return name.rpartition("}")[2]


def _local_names(given: Mapping[str, str]) -> Attributes:
    """Return attributes by their names without namespaces; those of LibreOffice's own extensions keep a mark."""
    return {("calc:" if "calcext" in name else "") + _local_name(name): value for name, value in given.items()}


class CellCollector:
    """Collects the cells of a sheet, as many as may be read."""

    def __init__(self, archive: SpreadsheetArchive, name: str) -> None:
        self._archive = archive
        self.sheet = SheetCells(archive.file, name, {}, merged=[], hidden_rows=[], hidden_columns=[], dates=[])

    def add(self, row: int, column: int, value: Cell) -> None:
        """Add a cell that is not empty; DataError (GF002) if it is too far off, or one too many."""
        if value == "" or value is None:
            return
        if row >= MAX_LINES or column >= MAX_COLUMNS:
            at = self.sheet.place(row, column)
            most = f"at most {MAX_LINES:,} rows and {MAX_COLUMNS:,} columns are read"
            raise refuse("GF002", at, f"this cell is too far from the others; {most}")
        if len(self.sheet.cells) >= MAX_CELLS:
            raise self._archive.refuse(f"the sheet {self.sheet.name!r} has more than {MAX_CELLS:,} cells")
        self.sheet.cells[row, column] = value

    def merge(self, row: int, column: int, last_row: int) -> None:
        """Note cells that are merged over several rows."""
        if last_row > row:
            self.sheet.merged.append(MergedCells(row, column, last_row))


def refuse_format(at: Place, why: str) -> DataError:
    """Return the exception for a cell that shows a number in a way that cannot be followed."""
    return refuse("GF002", at, f"what this cell shows is not known: {why}; format it as text, and type the text again")
