"""Read the rows of a part from a sheet of an `.xlsx` or `.ods` file, by the values that the spreadsheet stored.

Both formats are XML in a zip archive. Only what is needed is unpacked, up to a limit; repeated cells and cells that are
far off take no memory, and entities are refused.
"""

import re
import zipfile
from collections.abc import Callable, Mapping
from functools import partial
from io import BytesIO
from typing import NamedTuple
from xml.parsers import expat

from generator.language.suggestions import did_you_mean
from generator.load.rows import MAX_CELLS, MAX_COLUMNS, MAX_LINES, check_header, number_or_text
from generator.model.data_types import Scalar, Value
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Row

MAX_UNPACKED = 32 * 1024 * 1024  # bytes of a file in the archive: 20,000 rows of fifty columns
MAX_CELL_TEXT = 20_000  # characters of a cell, as of a value in game.yaml
_DATE_FORMATS = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])  # ECMA-376, 18.8.30
# of a number format: what is printed as it stands; `open` begins in a bracket that nothing closes
_ASIDE = re.compile(r'"[^"]*+"|\\.|\[[^\]]*+\]|_.|\*.|\[(?P<open>[^\]]*+)')
_LITERAL = re.compile(r'"[^"]*+"|\\.|_.|\*.')
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")

Cell = Scalar | DataError  # a cell that cannot be read matters only if it is in the table
Cells = dict[tuple[int, int], Cell]  # by row and column from 0; empty ones are left out
_Attributes = dict[str, str]


class _Sheet(NamedTuple):
    """The cells of a sheet, its name, and the file that it is in."""

    file: str
    name: str
    cells: Cells

    def place(self, row: int, column: int) -> Place:
        """Return the place of a cell, such as cards.xlsx:Hand!C7."""
        return Place(f"{self.file}:{self.name}", row + 1, column + 1)


def split_sheet_name(name: str) -> tuple[str, str]:
    """Return the file and the sheet of `cards.xlsx:Hand`; the sheet is empty if none is named."""
    found = re.fullmatch(r"(.+\.(?:xlsx|ods))(?::(.+))?", name, flags=re.IGNORECASE | re.DOTALL)
    return (found[1], found[2] or "") if found and "\n" not in name else (name, "")


def read_sheet(data: bytes, file: str, sheet: str, names: tuple[str, ...], place: Place) -> tuple[Row, ...]:
    """Return the rows of the named sheet, or of the one that has one of the `names`, or of the only one.

    GF002, GF003, GF006, and GF008 for a sheet that is not there, at the `place` that names the file.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            archive_ = _Archive(archive, file)
            read = _read_ods if file.lower().endswith(".ods") else _read_xlsx
            sheets = read(archive_)
            chosen = _choose_sheet(list(sheets), sheet, names, file, place)
            return _make_rows(_Sheet(file, chosen, sheets[chosen]()))
    except (zipfile.BadZipFile, expat.ExpatError, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        says = "this is no sound spreadsheet; open it in a spreadsheet program and save it again"
        raise refuse("GF002", Place(file), f"{says} ({error})") from None


def _choose_sheet(known: list[str], sheet: str, names: tuple[str, ...], file: str, place: Place) -> str:
    if sheet in known:
        return sheet
    if not sheet:
        alike = [each for each in known if each.casefold() in {name.casefold() for name in names}]
        if len(alike) == 1 or len(known) == 1:
            return (alike or known)[0]
    sought = sheet or names[0]
    how = "" if sheet or not known else f"; name one here, as in {file}:{known[0]}"
    raise refuse("GF008", place, f"{file} has no sheet {sought!r}{did_you_mean(sought, known).rstrip('?')}{how}")


def _make_rows(sheet: _Sheet) -> tuple[Row, ...]:
    """Return the rows of a sheet: the first row that is no comment names the columns, and blank rows are left out."""
    lines: dict[int, dict[int, Cell]] = {}
    for (row, column), value in sheet.cells.items():
        lines.setdefault(row, {})[column] = value
    order = iter(sorted(lines))
    top = next((row for row in order if not str(next(iter(lines[row].values()))).startswith("#")), None)
    if top is None:
        raise refuse("GF002", sheet.place(0, 0), "the sheet has no header")
    header = lines[top]
    places = {str(number): sheet.place(top, column) for number, column in enumerate(sorted(header))}
    names = check_header(
        [str(header[column]) for column in sorted(header)], Row({}, sheet.file, top + 1, places=places)
    )
    columns = dict(zip(sorted(header), names, strict=True))
    rows = [_make_row(sheet, row, lines[row], columns) for row in order]
    if not rows:
        raise refuse("GF002", sheet.place(top, 0), "the sheet has a header but no rows")
    if faults := [fault for line in rows for fault in line[1]]:
        raise DataError(faults)
    return tuple(row for row, _ in rows)


def _make_row(
    sheet: _Sheet, row: int, cells: Mapping[int, Cell], columns: Mapping[int, str]
) -> tuple[Row, list[Finding]]:
    faults = [finding for each in cells.values() if isinstance(each, DataError) for finding in each.findings]
    for column in cells.keys() - columns.keys():
        message = "this cell has no column name above it; name the column, or empty the cell"
        faults.append(Finding("GF002", sheet.place(row, column), message))
    values = {name.removesuffix("[]"): _to_value(cells.get(column, ""), name) for column, name in columns.items()}
    places = {name.removesuffix("[]"): sheet.place(row, column) for column, name in columns.items()}
    return Row(values, sheet.file, row + 1, places={"": sheet.place(row, min(columns)), **places}), faults


def _to_value(cell: Cell, name: str) -> Value:
    """Return the value of a cell; in a column of lists, its words."""
    if isinstance(cell, DataError):
        return ""
    if not name.endswith("[]"):
        return cell
    return [number_or_text(word) for word in cell.split()] if isinstance(cell, str) else [cell]


def _to_number(text: str) -> Scalar:
    """Return a stored number, whole if it is."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def _to_text(text: str, at: Place) -> Cell:
    """Return the text of a cell as it would be read from a CSV file."""
    if len(text) > MAX_CELL_TEXT:
        return refuse("GF002", at, f"this cell has {len(text):,} characters; at most {MAX_CELL_TEXT:,} are read")
    bad = next((char for char in text if not char.isprintable() and char not in "\n\t\u200b\u00a0"), None)
    if bad:
        return refuse("GF002", at, f"the character U+{ord(bad):04X} cannot be printed; remove it")
    return number_or_text(text)


class _Archive:
    """A zip archive whose files are parsed as XML up to a limit."""

    def __init__(self, archive: zipfile.ZipFile, file: str) -> None:
        self._archive, self.file = archive, file

    def parse(
        self,
        name: str,
        start: Callable[[str, _Attributes], None],
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


def _local_names(given: Mapping[str, str]) -> _Attributes:
    """Return attributes by their names without namespaces; those of LibreOffice's own extensions keep a mark."""
    return {("calc:" if "calcext" in name else "") + _local_name(name): value for name, value in given.items()}


class _Grid:
    """Collects the cells of a sheet, as many as may be read."""

    def __init__(self, archive: _Archive, name: str) -> None:
        self._archive = archive
        self.sheet = _Sheet(archive.file, name, {})

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


def _read_xlsx(archive: _Archive) -> dict[str, Callable[[], Cells]]:
    """Return functions that read the sheets of a workbook (ECMA-376), by their names."""
    targets: dict[str, str] = {}
    sheets: dict[str, str] = {}

    def find_target(name: str, given: _Attributes) -> None:
        if name == "Relationship":
            target = given.get("Target", "")
            targets[given.get("Id", "")] = target.lstrip("/") if target.startswith("/") else f"xl/{target}"

    def find_sheet(name: str, given: _Attributes) -> None:
        if name == "sheet":
            sheets[given.get("name", "")] = given.get("id", "")

    if not archive.parse("xl/workbook.xml", find_sheet):
        raise ValueError("there is no workbook in it")
    archive.parse("xl/_rels/workbook.xml.rels", find_target)
    return {name: partial(_read_xlsx_sheet, archive, name, targets[at]) for name, at in sheets.items() if at in targets}


def _read_shared_texts(archive: _Archive) -> list[str]:
    texts: list[str] = []
    state = {"text": 0, "sound": 0}

    def start(name: str, _given: _Attributes) -> None:
        if name == "si":
            texts.append("")
        state["text"] += name == "t"
        state["sound"] += name == "rPh"

    def end(name: str) -> None:
        state["text"] -= name == "t"
        state["sound"] -= name == "rPh"

    def add(text: str) -> None:
        if state["text"] and not state["sound"] and texts:
            texts[-1] += text

    archive.parse("xl/sharedStrings.xml", start, end, add)
    return texts


def _drop_asides(code: str) -> str:
    """Return a number format without what is printed as it stands."""
    return _ASIDE.sub(lambda found: _LITERAL.sub("", found["open"] or ""), code)


def _read_date_styles(archive: _Archive) -> frozenset[int]:
    """Return the numbers of the cell styles that show a number as a date or a time."""
    custom: set[int] = set()
    styles: list[int] = []
    state = {"cells": False}

    def start(name: str, given: _Attributes) -> None:
        if name == "numFmt" and re.search("[dmyhs]", _drop_asides(given.get("formatCode", "")).lower()):
            custom.add(int(given.get("numFmtId", "0")))
        elif name == "cellXfs":
            state["cells"] = True
        elif name == "xf" and state["cells"]:
            styles.append(int(given.get("numFmtId", "0")))

    def end(name: str) -> None:
        if name == "cellXfs":
            state["cells"] = False

    archive.parse("xl/styles.xml", start, end)
    return frozenset(n for n, number in enumerate(styles) if number in _DATE_FORMATS or number in custom)


class _XlsxCells:
    """The handlers of a sheet of a workbook: one cell after the other."""

    def __init__(self, grid: _Grid, texts: list[str], dates: frozenset[int]) -> None:
        self._grid, self._texts, self._dates = grid, texts, dates
        self._row = self._column = -1
        self._given: _Attributes = {}
        self._inside = ""
        self._value, self._inline, self._has_formula = "", "", False

    def start(self, name: str, given: _Attributes) -> None:
        """Begin a row, a cell, or what is in a cell."""
        if name == "row":
            self._row = int(given.get("r", self._row + 2)) - 1
            self._column = -1
        elif name == "c":
            self._given = given
            self._column += 1
            if found := _REFERENCE.fullmatch(given.get("r", "")):
                self._row, self._column = int(found[2]) - 1, _number_column(found[1])
            self._value, self._inline, self._has_formula = "", "", False
        elif name in ("v", "t"):
            self._inside = name
        elif name == "f":
            self._has_formula = True

    def text(self, text: str) -> None:
        """Add text to a value."""
        if self._inside == "v":
            self._value += text
        elif self._inside == "t":
            self._inline += text

    def end(self, name: str) -> None:
        """End a value or a cell."""
        if name in ("v", "t"):
            self._inside = ""
        elif name == "c":
            self._grid.add(self._row, self._column, self._read_cell())

    def _read_cell(self) -> Cell:
        kind, value = self._given.get("t", "n"), self._value
        at = self._grid.sheet.place(self._row, self._column)
        if self._has_formula and not value and kind != "str":
            says = "this formula has no stored value; open the file in a spreadsheet program and save it"
            return refuse("GF002", at, says)
        match kind:
            case "s":
                return _to_text(self._texts[int(value)], at)
            case "inlineStr":
                return _to_text(self._inline, at)
            case "str":
                return _to_text(value, at)
            case "b":
                return value == "1"
            case "e":
                return refuse("GF002", at, f"this formula gives {value}; mend it, or type the value")
        if not value:
            return ""
        if kind == "d" or int(self._given.get("s", "0")) in self._dates:
            return _refuse_date(at)
        return _to_number(value)


def _refuse_date(at: Place) -> DataError:
    return refuse("GF002", at, "this cell holds a date or a time; format it as text, and type the text again")


def _number_column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _read_xlsx_sheet(archive: _Archive, name: str, path: str) -> Cells:
    grid = _Grid(archive, name)
    cells = _XlsxCells(grid, _read_shared_texts(archive), _read_date_styles(archive))
    if not archive.parse(path, cells.start, cells.end, cells.text):
        raise ValueError(f"there is no sheet {name!r} in it")
    return grid.sheet.cells


class _OdsCells:
    """The handlers of a document: the cells of all its tables."""

    def __init__(self, archive: _Archive) -> None:
        self._archive = archive
        self.grids: dict[str, _Grid] = {}
        self._grid: _Grid | None = None
        self._row = self._column = self._rows = 0
        self._given: _Attributes | None = None
        self._lines: list[str] = []
        self._aside = self._deep = 0

    def start(self, name: str, given: _Attributes) -> None:
        """Begin a table, a row, a cell, or what is in a cell."""
        self._aside += name == "annotation"
        if name == "table" and self._given is None:
            self._grid = self.grids.setdefault(given.get("name", ""), _Grid(self._archive, given.get("name", "")))
            self._row = 0
        elif name == "table-row":
            self._rows, self._column = int(given.get("number-rows-repeated", "1")), 0
        elif name in ("table-cell", "covered-table-cell"):
            self._given, self._lines = given, []
        elif self._given is not None and not self._aside:
            self._start_text(name, given)

    def _start_text(self, name: str, given: _Attributes) -> None:
        self._deep += name == "p"
        if name == "p":
            self._lines.append("")
        elif self._lines and name == "s":
            self._lines[-1] += " " * min(int(given.get("c", "1")), MAX_CELL_TEXT)
        elif self._lines and name in ("line-break", "tab"):
            self._lines[-1] += "\n" if name == "line-break" else "\t"

    def text(self, text: str) -> None:
        """Add text to a cell."""
        if self._deep and self._lines and not self._aside:
            self._lines[-1] += text

    def end(self, name: str) -> None:
        """End a cell or a row."""
        self._aside -= name == "annotation"
        if name == "p" and not self._aside and self._deep:
            self._deep -= 1
        elif name == "table-row":
            self._row += self._rows
        elif name in ("table-cell", "covered-table-cell") and self._given is not None and self._grid:
            self._add_cell(self._grid, self._given)
            self._given = None

    def _add_cell(self, grid: _Grid, given: _Attributes) -> None:
        """Add a cell as often as it is repeated; empty ones only move on."""
        columns = int(given.get("number-columns-repeated", "1"))
        value = self._read_cell(given, grid.sheet.place(self._row, self._column))
        if value != "":
            for row in range(self._row, self._row + min(self._rows, MAX_LINES + 1)):
                for column in range(self._column, self._column + min(columns, MAX_COLUMNS + 1)):
                    grid.add(row, column, value)
        self._column += columns

    def _read_cell(self, given: _Attributes, at: Place) -> Cell:
        kind = given.get("value-type", "")
        if given.get("calc:value-type") == "error":
            return refuse("GF002", at, f"this formula gives {' '.join(self._lines)}; mend it, or type the value")
        match kind:
            case "float" | "percentage" | "currency":
                return _to_number(given.get("value", "0"))
            case "boolean":
                return given.get("boolean-value") == "true"
            case "date" | "time":
                return _refuse_date(at)
        if "formula" in given and not kind:
            says = "this formula has no stored value; open the file in a spreadsheet program and save it"
            return refuse("GF002", at, says)
        return _to_text(given.get("string-value", "\n".join(self._lines)), at)


def _read_ods(archive: _Archive) -> dict[str, Callable[[], Cells]]:
    """Return functions that give the sheets of an OpenDocument file (ISO/IEC 26300), by their names."""
    found = _OdsCells(archive)
    if not archive.parse("content.xml", found.start, found.end, found.text):
        raise ValueError("there is no content in it")
    return {name: partial(getattr, grid.sheet, "cells") for name, grid in found.grids.items()}
