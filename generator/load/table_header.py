"""Find the row of a table that names its columns, and read the names as they stand."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from generator.language.plurals import count_noun
from generator.model.finding import DataError, Finding, Place

_MOST_NAMED = 5


def find_header(filled: Sequence[int]) -> int:
    """Return the first row with more than half as many cells as the fullest one; rows above it are titles.

    `filled` has the number of cells of each row that are not blank.
    """
    most = max(filled, default=0)
    return next((number for number, count in enumerate(filled) if 2 * count > most), 0)


def note_title(above: int, header: Place) -> Finding:
    """Return the note that rows above the header are not read (GF013)."""
    says = f"the names of the columns are taken from here: {count_noun(above, 'row')} above, with fewer cells, "
    return Finding("GF013", header, f"{says}{'is' if above == 1 else 'are'} read as a title", "note")


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
