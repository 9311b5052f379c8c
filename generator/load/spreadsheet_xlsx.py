"""Read the sheets of Excel files, `.xlsx` (ECMA-376)."""

import re
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from generator.load.number_formats import BUILT_IN, is_date_format, show_number
from generator.load.rows import number_or_text, refuse_error
from generator.load.spreadsheet_archive import (
    Attributes,
    Cell,
    CellCollector,
    CellRun,
    SheetCells,
    SheetSource,
    SpreadsheetArchive,
    mark_runs,
    refuse_format,
    to_number,
    to_text,
)
from generator.model.finding import number_column, refuse

_EAST_ASIAN_DATES = (*range(27, 37), *range(50, 59))  # whose look depends on the language of the computer
_GENERAL = BUILT_IN[0]
_RANGE = re.compile(r"([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})")
_ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")  # a character that XML cannot hold, or its underscore (ECMA-376, 22.9.2.19)
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


class _Workbook(NamedTuple):
    """What the sheets of a workbook share: its texts, the formats of its cell styles, and how it counts days."""

    texts: Sequence[str]
    formats: Sequence[str]
    has_1904_dates: bool


class _RunCollector:
    """The handlers of a text with runs: what stands in its phonetic guide is left out."""

    def __init__(self) -> None:
        self._runs: list[CellRun] = []
        self._is_bold = self._is_italic = False
        self._in_text = self._aside = 0

    def start(self, name: str, given: Attributes) -> None:
        """Begin a run, a style of it, or its text."""
        self._aside += name == "rPh"
        self._in_text += name == "t"
        if name == "r":
            self._is_bold = self._is_italic = False
        elif name in ("b", "i"):
            is_on = given.get("val", "1") not in ("0", "false")
            self._is_bold, self._is_italic = (is_on, self._is_italic) if name == "b" else (self._is_bold, is_on)

    def text(self, text: str) -> None:
        """Add text to a run."""
        if self._in_text and not self._aside:
            self._runs.append(CellRun(text, self._is_bold, self._is_italic))

    def end(self, name: str) -> None:
        """End a text or its guide."""
        self._aside -= name == "rPh"
        self._in_text -= name == "t"

    def take(self) -> str:
        """Return the text so far with marks for bold and italic runs, and begin another."""
        runs, self._runs = self._runs, []
        self._is_bold = self._is_italic = False
        if len(runs) == 1:
            return _unescape(runs[0].text)
        return mark_runs([run._replace(text=_unescape(run.text)) for run in runs])


def read_xlsx(archive: SpreadsheetArchive) -> dict[str, SheetSource]:
    """Return the sheets of a workbook by their names."""
    targets: dict[str, str] = {}
    sheets: dict[str, Attributes] = {}
    calendar: list[str] = []

    def find_target(name: str, given: Attributes) -> None:
        if name == "Relationship":
            target = given.get("Target", "")
            targets[given.get("Id", "")] = target.lstrip("/") if target.startswith("/") else f"xl/{target}"

    def find_sheet(name: str, given: Attributes) -> None:
        if name == "sheet":
            sheets[given.get("name", "")] = given
        elif name == "workbookPr":
            calendar.append(given.get("date1904", "0"))

    if not archive.parse("xl/workbook.xml", find_sheet):
        raise ValueError("there is no workbook in it")
    archive.parse("xl/_rels/workbook.xml.rels", find_target)
    has_1904_dates = calendar[:1] in (["1"], ["true"])
    return {
        name: SheetSource(
            partial(_read_sheet, archive, name, targets[at], has_1904_dates), given.get("state", "visible") != "visible"
        )
        for name, given in sheets.items()
        if (at := given.get("id", "")) in targets
    }


def _read_shared_texts(archive: SpreadsheetArchive) -> list[str]:
    texts: list[str] = []
    runs = _RunCollector()

    def end(name: str) -> None:
        runs.end(name)
        if name == "si":
            texts.append(runs.take())

    archive.parse("xl/sharedStrings.xml", runs.start, end, runs.text)
    return texts


def _read_formats(archive: SpreadsheetArchive) -> list[str]:
    """Return the codes of the number formats of the cell styles; that of an unknown format is empty."""
    codes = {**BUILT_IN, **dict.fromkeys(_EAST_ASIAN_DATES, BUILT_IN[14])}
    styles: list[int] = []
    state = {"cells": False}

    def start(name: str, given: Attributes) -> None:
        if name == "numFmt":
            codes[int(given.get("numFmtId", "0"))] = given.get("formatCode", "") or "General"
        elif name == "cellXfs":
            state["cells"] = True
        elif name == "xf" and state["cells"]:
            styles.append(int(given.get("numFmtId", "0")))

    def end(name: str) -> None:
        if name == "cellXfs":
            state["cells"] = False

    archive.parse("xl/styles.xml", start, end)
    return [codes.get(number, "") for number in styles]


class _XlsxCells:
    """The handlers of a sheet of a workbook: one cell after the other."""

    def __init__(self, grid: CellCollector, book: _Workbook) -> None:
        self._grid, self._book = grid, book
        self._row = self._column = -1
        self._given: Attributes = {}
        self._inside = ""
        self._value, self._has_formula = "", False
        self._runs = _RunCollector()

    def start(self, name: str, given: Attributes) -> None:
        """Begin a row, a cell, or what is in a cell."""
        if name == "row":
            self._row = int(given.get("r", self._row + 2)) - 1
            self._column = -1
            if _is_on(given.get("hidden")):
                self._grid.sheet.hidden_rows.append(range(self._row, self._row + 1))
        elif name == "c":
            self._given = given
            self._column += 1
            if found := _REFERENCE.fullmatch(given.get("r", "")):
                self._row, self._column = int(found[2]) - 1, number_column(found[1]) - 1
            self._value, self._has_formula = "", False
        elif name in ("v", "is"):
            self._inside = name
        elif name == "f":
            self._has_formula = True
        elif name == "col" and _is_on(given.get("hidden")):
            self._grid.sheet.hidden_columns.append(range(int(given.get("min", "1")) - 1, int(given.get("max", "1"))))
        elif name == "mergeCell" and (found := _RANGE.fullmatch(given.get("ref", ""))):
            self._grid.merge(int(found[2]) - 1, number_column(found[1]) - 1, int(found[4]) - 1)
        if self._inside == "is":
            self._runs.start(name, given)

    def text(self, text: str) -> None:
        """Add text to a value."""
        if self._inside == "v":
            self._value += text
        elif self._inside == "is":
            self._runs.text(text)

    def end(self, name: str) -> None:
        """End a value or a cell."""
        if self._inside == "is":
            self._runs.end(name)
        if name in ("v", "is"):
            self._inside = ""
        elif name == "c":
            self._grid.add(self._row, self._column, self._read_cell())

    def _read_cell(self) -> Cell:
        kind, value = self._given.get("t", "n"), self._value
        at = self._grid.sheet.place(self._row, self._column)
        inline = self._runs.take() if kind == "inlineStr" else ""
        if self._has_formula and not value and kind not in ("str", "inlineStr"):
            says = "this formula has no stored value; open the file in a spreadsheet program and save it"
            return refuse("GF002", at, says)
        match kind:
            case "s":
                return to_text(self._book.texts[int(value)], at) if value else ""
            case "inlineStr":
                return to_text(inline, at)
            case "str":
                return to_text(_unescape(value), at)
            case "b":
                return value == "1"
            case "e":
                return refuse_error(value, at)
            case "d":
                return to_text(value.removesuffix("T00:00:00"), at)
        return self._show_number(value) if value else ""

    def _show_number(self, value: str) -> Cell:
        """Return a number, or what its cell shows if that is something else."""
        style = int(self._given.get("s", "0"))
        code = self._book.formats[style] if style < len(self._book.formats) else _GENERAL
        if code == _GENERAL:
            return to_number(value)
        try:
            shown = show_number(float(value), code, self._book.has_1904_dates) if code else ""
            wrong = "" if code else "its format depends on the computer"
        except ValueError as error:
            wrong = str(error)
        if wrong:
            return refuse_format(self._grid.sheet.place(self._row, self._column), wrong)
        if is_date_format(code):
            self._grid.sheet.dates.append((self._row, self._column))
        return to_number(value) if shown is None else number_or_text(shown)


def _is_on(given: str | None) -> bool:
    return given in ("1", "true")


def _unescape(text: str) -> str:
    """Return a text with the characters that are written as `_x000D_`; line ends are LF."""
    if "_x" in text:
        text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _read_sheet(archive: SpreadsheetArchive, name: str, path: str, has_1904_dates: bool) -> SheetCells:
    grid = CellCollector(archive, name)
    cells = _XlsxCells(grid, _Workbook(_read_shared_texts(archive), _read_formats(archive), has_1904_dates))
    if not archive.parse(path, cells.start, cells.end, cells.text):
        raise ValueError(f"there is no sheet {name!r} in it")
    return grid.sheet
