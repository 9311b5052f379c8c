"""Read the sheets of OpenDocument files, `.ods`."""

from functools import partial

from generator.load.rows import MAX_COLUMNS, MAX_LINES, refuse_error
from generator.load.spreadsheet_archive import (
    MAX_CELL_TEXT,
    Attributes,
    Cell,
    CellCollector,
    SheetSource,
    SpreadsheetArchive,
    refuse_date,
    to_number,
    to_text,
)
from generator.model.finding import Place, refuse


class _OdsCells:
    """The handlers of a document: the cells of all its tables."""

    def __init__(self, archive: SpreadsheetArchive) -> None:
        self._archive = archive
        self.grids: dict[str, CellCollector] = {}
        self._grid: CellCollector | None = None
        self._row = self._column = self._rows = 0
        self._given: Attributes | None = None
        self._lines: list[str] = []
        self._aside = self._deep = 0
        self._style = ""
        self._hidden: set[str] = set()  # the styles of tables that are not shown
        self.hidden: set[str] = set()

    def start(self, name: str, given: Attributes) -> None:
        """Begin a table, a row, a cell, or what is in a cell."""
        self._aside += name == "annotation"
        if name == "table" and self._given is None:
            self._grid = self.grids.setdefault(
                given.get("name", ""), CellCollector(self._archive, given.get("name", ""))
            )
            self._row = 0
            self.hidden |= {given.get("name", "")} if given.get("style-name") in self._hidden else set()
        elif name == "style":
            self._style = given.get("name", "")
        elif name == "table-properties" and given.get("display") == "false":
            self._hidden.add(self._style)
        elif name == "table-row":
            self._rows, self._column = int(given.get("number-rows-repeated", "1")), 0
        elif name in ("table-cell", "covered-table-cell"):
            self._given, self._lines = given, []
        elif self._given is not None and not self._aside:
            self._start_text(name, given)

    def _start_text(self, name: str, given: Attributes) -> None:
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

    def _add_cell(self, grid: CellCollector, given: Attributes) -> None:
        """Add a cell as often as it is repeated; empty ones only move on."""
        columns = int(given.get("number-columns-repeated", "1"))
        value = self._read_cell(given, grid.sheet.place(self._row, self._column))
        if value != "":
            for row in range(self._row, self._row + min(self._rows, MAX_LINES + 1)):
                for column in range(self._column, self._column + min(columns, MAX_COLUMNS + 1)):
                    grid.add(row, column, value)
        spans = (int(given.get(f"number-{what}-spanned", "1")) for what in ("rows", "columns"))
        grid.merge(self._row, self._column, *spans)
        self._column += columns

    def _read_cell(self, given: Attributes, at: Place) -> Cell:
        kind = given.get("value-type", "")
        if given.get("calc:value-type") == "error":
            return refuse_error(" ".join(self._lines), at)
        match kind:
            case "float" | "percentage" | "currency":
                return to_number(given.get("value", "0"))
            case "boolean":
                return given.get("boolean-value") == "true"
            case "date" | "time":
                return refuse_date(at)
        if "formula" in given and not kind:
            says = "this formula has no stored value; open the file in a spreadsheet program and save it"
            return refuse("GF002", at, says)
        return to_text(given.get("string-value", "\n".join(self._lines)), at)


def read_ods(archive: SpreadsheetArchive) -> dict[str, SheetSource]:
    """Return the sheets of an OpenDocument file (ISO/IEC 26300), by their names."""
    found = _OdsCells(archive)
    if not archive.parse("content.xml", found.start, found.end, found.text):
        raise ValueError("there is no content in it")
    return {
        name: SheetSource(partial(getattr, grid, "sheet"), name in found.hidden) for name, grid in found.grids.items()
    }
