"""Read the sheets of OpenDocument files, `.ods`."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from generator.load.rows import MAX_COLUMNS, MAX_LINES, number_or_text, refuse_error
from generator.load.spreadsheet_archive import (
    MAX_CELL_TEXT,
    Attributes,
    Cell,
    CellCollector,
    CellRun,
    SheetSource,
    SpreadsheetArchive,
    mark_runs,
    to_number,
    to_text,
)
from generator.model.finding import Place, refuse

_PLAIN = CellRun("")


class _OdsCells:
    """The handlers of a document: the cells of all its tables."""

    def __init__(self, archive: SpreadsheetArchive) -> None:
        self._archive = archive
        self.grids: dict[str, CellCollector] = {}
        self._grid: CellCollector | None = None
        self._row = self._column = self._rows = 0
        self._given: Attributes | None = None
        self._lines: list[list[CellRun]] = []
        self._spans = [_PLAIN]
        self._aside = self._deep = 0
        self._style = ""
        self._hidden: set[str] = set()  # the styles of tables that are not shown
        self._styles: dict[str, CellRun] = {}  # of texts that are bold or italic
        self.hidden: set[str] = set()

    def start(self, name: str, given: Attributes) -> None:
        """Begin a table, a row, a cell, or what is in a cell."""
        self._aside += name == "annotation"
        if name == "table" and self._given is None:
            self._grid = self.grids.setdefault(
                given.get("name", ""), CellCollector(self._archive, given.get("name", ""))
            )
            self._row = self._column = 0
            self.hidden |= {given.get("name", "")} if given.get("style-name") in self._hidden else set()
        elif name == "style":
            self._style = given.get("name", "")
        elif name == "table-properties" and given.get("display") == "false":
            self._hidden.add(self._style)
        elif name == "text-properties":
            bold, italic = given.get("font-weight") == "bold", given.get("font-style") == "italic"
            self._styles[self._style] = CellRun("", bold, italic)
        elif name == "table-column" and self._grid:
            columns = int(given.get("number-columns-repeated", "1"))
            self._hide(given, self._grid.sheet.hidden_columns, self._column, columns)
            self._column += columns
        elif name == "table-row" and self._grid:
            self._rows, self._column = int(given.get("number-rows-repeated", "1")), 0
            self._hide(given, self._grid.sheet.hidden_rows, self._row, self._rows)
        elif name in ("table-cell", "covered-table-cell"):
            self._given, self._lines, self._spans = given, [], [_PLAIN]
        elif self._given is not None and not self._aside:
            self._start_text(name, given)

    def _hide(self, given: Attributes, hidden: list[range], first: int, number: int) -> None:
        if given.get("visibility", "visible") != "visible":
            hidden.append(range(first, first + number))

    def _start_text(self, name: str, given: Attributes) -> None:
        self._deep += name == "p"
        if name == "p":
            self._lines.append([])
        elif name == "span":
            own = self._styles.get(given.get("style-name", ""), _PLAIN)
            self._spans.append(own)
        elif name == "s":
            self._add_text(" " * min(int(given.get("c", "1")), MAX_CELL_TEXT))
        elif name in ("line-break", "tab"):
            self._add_text("\n" if name == "line-break" else "\t")

    def _add_text(self, text: str) -> None:
        if self._lines:
            self._lines[-1].append(self._spans[-1]._replace(text=text))

    def text(self, text: str) -> None:
        """Add text to a cell."""
        if self._deep and not self._aside:
            self._add_text(text)

    def end(self, name: str) -> None:
        """End a cell or a row."""
        self._aside -= name == "annotation"
        if name == "p" and not self._aside and self._deep:
            self._deep -= 1
        elif name == "span" and len(self._spans) > 1 and not self._aside:
            self._spans.pop()
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
        grid.merge(self._row, self._column, self._row + int(given.get("number-rows-spanned", "1")) - 1)
        self._column += columns

    def _read_cell(self, given: Attributes, at: Place) -> Cell:
        kind = given.get("value-type", "")
        shown = mark_runs(list(chain.from_iterable(_join_lines(self._lines))))
        if given.get("calc:value-type") == "error":
            return refuse_error(shown, at)
        match kind:
            case "boolean":
                return given.get("boolean-value") == "true"
            case "date" | "time" if self._grid:
                self._grid.sheet.dates.append((self._row, self._column))
                return to_text(shown or given.get(f"{kind}-value", ""), at)
            case "float" | "percentage" | "currency" if not shown:
                return to_number(given.get("value", "0"))
            case "float":
                number = number_or_text(shown.replace(",", "."))
                # with a decimal comma; a comma may also stand between thousands
                if isinstance(number, int | float) and abs(number - float(given.get("value", "0"))) < 1:
                    return number
                return shown
        if "formula" in given and not kind:
            says = "this formula has no stored value; open the file in a spreadsheet program and save it"
            return refuse("GF002", at, says)
        return to_text(shown or given.get("string-value", ""), at)


def _join_lines(lines: Sequence[Sequence[CellRun]]) -> Iterator[Sequence[CellRun]]:
    """Yield the runs of lines, and those that end them."""
    for number, line in enumerate(lines):
        yield [CellRun("\n")] * (number > 0)
        yield line


def read_ods(archive: SpreadsheetArchive) -> dict[str, SheetSource]:
    """Return the sheets of an OpenDocument file (ISO/IEC 26300), by their names."""
    found = _OdsCells(archive)
    if not archive.parse("content.xml", found.start, found.end, found.text):
        raise ValueError("there is no content in it")
    return {
        name: SheetSource(partial(getattr, grid, "sheet"), name in found.hidden) for name, grid in found.grids.items()
    }
