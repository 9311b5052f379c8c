"""Read the rows of a part from a sheet of an `.xlsx` or `.ods` file, by the values that the spreadsheet stored.

Both formats are XML in a zip archive. Only what is needed is unpacked, up to a limit; repeated cells and cells that are
far off take no memory, and entities are refused.
"""

import re
import zipfile
from collections.abc import Mapping
from functools import partial
from io import BytesIO
from xml.parsers import expat

from generator.language.suggestions import did_you_mean
from generator.load.rows import check_header, number_or_text, refuse_error
from generator.load.spreadsheet_archive import (
    Attributes,
    Cell,
    CellCollector,
    SheetCells,
    SheetSource,
    SpreadsheetArchive,
    refuse_date,
    to_number,
    to_text,
)
from generator.load.spreadsheet_faults import explain_unreadable
from generator.load.spreadsheet_ods import read_ods
from generator.model.data_types import Value
from generator.model.finding import DataError, Finding, Place, number_column, refuse
from generator.model.game import Row

_DATE_FORMATS = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])  # ECMA-376, 18.8.30
# of a number format: what is printed as it stands; `open` begins in a bracket that nothing closes
_ASIDE = re.compile(r'"[^"]*+"|\\.|\[[^\]]*+\]|_.|\*.|\[(?P<open>[^\]]*+)')
_LITERAL = re.compile(r'"[^"]*+"|\\.|_.|\*.')
_RANGE = re.compile(r"([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})")
_ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")  # a character that XML cannot hold, or its underscore (ECMA-376, 22.9.2.19)
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


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
            archive_ = SpreadsheetArchive(archive, file)
            read = read_ods if file.lower().endswith(".ods") else _read_xlsx
            sheets = read(archive_)
            return _make_rows(sheets[_choose_sheet(sheets, sheet, names, file, place)].read())
    except (zipfile.BadZipFile, expat.ExpatError, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise refuse("GF002", Place(file), explain_unreadable(data, file, error)) from None


def _choose_sheet(
    sheets: Mapping[str, SheetSource], sheet: str, names: tuple[str, ...], file: str, place: Place
) -> str:
    """Return the name of the sheet that is named, that is called like the part, or that alone is shown."""
    known = list(sheets)
    if sheet in known:
        return sheet
    if not sheet:
        folded = {name.casefold() for name in names}
        exact, alike = (
            [each for each in known if each in names],
            [each for each in known if each.casefold() in folded],
        )
        for found in (exact, alike, known, [each for each in known if not sheets[each].is_hidden]):
            if len(found) == 1:
                return found[0]
    sought = sheet or names[0]
    how = "" if sheet or not known else f"; name one here, as in {file}:{known[0]}"
    raise refuse("GF008", place, f"{file} has no sheet {sought!r}{did_you_mean(sought, known).rstrip('?')}{how}")


def _make_rows(sheet: SheetCells) -> tuple[Row, ...]:
    """Return the rows of a sheet: the first row that is no comment names the columns, and blank rows are left out."""
    lines: dict[int, dict[int, Cell]] = {}
    for (row, column), value in sheet.cells.items():
        lines.setdefault(row, {})[column] = value
    order = iter(sorted(lines))
    top = next((row for row in order if not str(lines[row][min(lines[row])]).startswith("#")), None)
    if top is None:
        raise refuse("GF002", sheet.place(0, 0), "the sheet has no header")
    columns = _read_header(sheet, top, lines[top], max(map(len, lines.values())))
    rows = [_make_row(sheet, row, lines[row], columns) for row in order]
    if not rows:
        raise refuse("GF002", sheet.place(top, 0), "the sheet has a header but no rows")
    if faults := [fault for line in rows for fault in line[1]]:
        raise DataError(faults)
    return tuple(row for row, _ in rows)


def _read_header(sheet: SheetCells, top: int, header: Mapping[int, Cell], widest: int) -> dict[int, str]:
    """Return the names of the columns by their numbers; a title above them is told (GF006)."""
    if faults := [fault for cell in header.values() if isinstance(cell, DataError) for fault in cell.findings]:
        raise DataError(faults)
    numbers = sorted(header)
    texts = [str(header[column]) for column in numbers]
    if len(texts) == 1 < widest:
        says = f"{texts[0]!r} stands alone where the names of the columns should; begin a title above them with #"
        raise refuse("GF006", sheet.place(top, numbers[0]), says)
    places = {str(number): sheet.place(top, column) for number, column in enumerate(numbers)}
    names = check_header(texts, Row({}, sheet.file, top + 1, places=places))
    return dict(zip(numbers, names, strict=True))


def _make_row(
    sheet: SheetCells, row: int, cells: Mapping[int, Cell], columns: Mapping[int, str]
) -> tuple[Row, list[Finding]]:
    odd = [*cells.values(), sheet.merged.get(row)]
    faults = [finding for each in odd if isinstance(each, DataError) for finding in each.findings]
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


def _read_xlsx(archive: SpreadsheetArchive) -> dict[str, SheetSource]:
    """Return the sheets of a workbook (ECMA-376), by their names."""
    targets: dict[str, str] = {}
    sheets: dict[str, Attributes] = {}

    def find_target(name: str, given: Attributes) -> None:
        if name == "Relationship":
            target = given.get("Target", "")
            targets[given.get("Id", "")] = target.lstrip("/") if target.startswith("/") else f"xl/{target}"

    def find_sheet(name: str, given: Attributes) -> None:
        if name == "sheet":
            sheets[given.get("name", "")] = given

    if not archive.parse("xl/workbook.xml", find_sheet):
        raise ValueError("there is no workbook in it")
    archive.parse("xl/_rels/workbook.xml.rels", find_target)
    return {
        name: SheetSource(
            partial(_read_xlsx_sheet, archive, name, targets[at]), given.get("state", "visible") != "visible"
        )
        for name, given in sheets.items()
        if (at := given.get("id", "")) in targets
    }


def _read_shared_texts(archive: SpreadsheetArchive) -> list[str]:
    texts: list[str] = []
    state = {"text": 0, "sound": 0}

    def start(name: str, _given: Attributes) -> None:
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


def _read_date_styles(archive: SpreadsheetArchive) -> frozenset[int]:
    """Return the numbers of the cell styles that show a number as a date or a time."""
    custom: set[int] = set()
    styles: list[int] = []
    state = {"cells": False}

    def start(name: str, given: Attributes) -> None:
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

    def __init__(self, grid: CellCollector, texts: list[str], dates: frozenset[int]) -> None:
        self._grid, self._texts, self._dates = grid, texts, dates
        self._row = self._column = -1
        self._given: Attributes = {}
        self._inside = ""
        self._value, self._inline, self._has_formula = "", "", False

    def start(self, name: str, given: Attributes) -> None:
        """Begin a row, a cell, or what is in a cell."""
        if name == "row":
            self._row = int(given.get("r", self._row + 2)) - 1
            self._column = -1
        elif name == "c":
            self._given = given
            self._column += 1
            if found := _REFERENCE.fullmatch(given.get("r", "")):
                self._row, self._column = int(found[2]) - 1, number_column(found[1]) - 1
            self._value, self._inline, self._has_formula = "", "", False
        elif name in ("v", "t"):
            self._inside = name
        elif name == "f":
            self._has_formula = True
        elif name == "mergeCell" and (found := _RANGE.fullmatch(given.get("ref", ""))):
            left, top, right, bottom = (
                number_column(found[1]) - 1,
                int(found[2]),
                number_column(found[3]) - 1,
                int(found[4]),
            )
            self._grid.merge(top - 1, left, bottom - top + 1, right - left + 1)

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
                return to_text(_unescape(self._texts[int(value)]), at)
            case "inlineStr":
                return to_text(_unescape(self._inline), at)
            case "str":
                return to_text(_unescape(value), at)
            case "b":
                return value == "1"
            case "e":
                return refuse_error(value, at)
        if not value:
            return ""
        if kind == "d" or int(self._given.get("s", "0")) in self._dates:
            return refuse_date(at)
        return to_number(value)


def _unescape(text: str) -> str:
    """Return a text with the characters that are written as `_x000D_`; line ends are LF."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text).replace("\r\n", "\n").replace("\r", "\n")


def _read_xlsx_sheet(archive: SpreadsheetArchive, name: str, path: str) -> SheetCells:
    grid = CellCollector(archive, name)
    cells = _XlsxCells(grid, _read_shared_texts(archive), _read_date_styles(archive))
    if not archive.parse(path, cells.start, cells.end, cells.text):
        raise ValueError(f"there is no sheet {name!r} in it")
    return grid.sheet
