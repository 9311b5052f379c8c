"""Find the row of a table that names its columns, and read the names as they stand."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from generator.language.plurals import count_noun
from generator.load.layout_columns import is_usual_name
from generator.model.finding import DataError, Finding, Place

HEADING = re.compile(r"([-=*~_])\1.*\1\1\s*\Z")  # among rows: `--- Items ---`
_MOST_NAMED = 5
_LEAST_COLUMNS = 3  # of a table with notes below it


def find_header(rows: Sequence[Collection[object]]) -> int:
    """Return which row names the columns; rows above it are titles.

    `rows` have the cells that are not blank. It is the first row with more than half as many as the fullest one, or one
    above it in which two are usual names of columns: some tables have notes beside them.
    """
    most = max(map(len, rows), default=0)
    first = next((number for number, cells in enumerate(rows) if 2 * len(cells) > most), 0)
    return next(
        (number for number in range(first) if sum(is_usual_name(str(cell)) for cell in rows[number]) > 1), first
    )


def explain_lacking_header(cell: str) -> str:
    """Return what to do about a table whose first row is a card: it has a cell that is no name of a column."""
    shown = cell if len(cell) <= 40 else f"{cell[:39]}…"
    return f"no row names the columns: {shown!r} is no name; write a row above the cards, such as name, text, cost"


def note_title(above: int, header: Place) -> Finding:
    """Return the note that rows above the header are not read (GF013)."""
    says = f"the names of the columns are taken from here: {count_noun(above, 'row')} above, with fewer cells, "
    return Finding("GF013", header, f"{says}{'is' if above == 1 else 'are'} read as a title", "note")


def count_notes(rows: Sequence[Collection[object]], lines: Sequence[int]) -> int:
    """Return how many rows at the end of a table are notes below it: a single cell of several words, after a blank row.

    `rows` have the cells that are not blank, without the header, and `lines` are their numbers. Where another row has a
    single cell too, or all have two, none is a note: such rows belong to the table.
    """
    first = next((number for number in reversed(range(len(rows))) if not _is_note(rows[number])), -1) + 1
    is_apart = 0 < first < len(rows) and lines[first] - lines[first - 1] > 1
    counts = [len(row) for row in rows[:first]]
    return len(rows) - first if is_apart and 1 not in counts and max(counts) >= _LEAST_COLUMNS else 0


def _is_note(row: Collection[object]) -> bool:
    return len(row) == 1 and all(isinstance(cell, str) and len(cell.split()) > 1 for cell in row)


def note_notes(lines: Sequence[int], first: Place) -> Finding:
    """Return the note that rows below a table are not read (GF013)."""
    what = f"{count_noun(len(lines), 'note')} below the table {'is' if len(lines) == 1 else 'are'}"
    return note_left_out(what, (f"line {line}" for line in lines), first)


def name_columns(cells: Mapping[int, str], place: Callable[[int], Place], notes: list[Finding]) -> dict[int, str]:
    """Return the names of the columns that have one, `[]` included, with single blanks; GF003.

    A note says which names differ by case alone (GF013).
    """
    names = {number: " ".join(cell.split()) for number, cell in cells.items() if cell.strip()}
    findings = []
    seen: dict[str, Place] = {}
    folded: dict[str, str] = {}
    for number, name in names.items():
        column = get_column(name)
        at = place(number)
        if column in seen:
            findings.append(Finding("GF003", at, f"column {column!r} is given twice; the first is at {seen[column]}"))
        elif (other := folded.get(column.casefold(), column)) != column:
            says = f"the columns {other!r} and {column!r} differ by the case of their letters alone"
            notes.append(Finding("GF013", at, says, "note"))
        seen.setdefault(column, at)
        folded.setdefault(column.casefold(), column)
    if findings:
        raise DataError(findings)
    return names


def get_column(name: str) -> str:
    """Return the name of a column without the brackets of a list."""
    return name.removesuffix("[]").rstrip()


def note_left_out(what: str, where: Iterable[str], first: Place) -> Finding:
    """Return the note that something of a table is not read, and where it is (GF013)."""
    places = list(where)
    more = f" and {len(places) - _MOST_NAMED} more" if len(places) > _MOST_NAMED else ""
    return Finding("GF013", first, f"{what} left out: {', '.join(places[:_MOST_NAMED])}{more}", "note")
