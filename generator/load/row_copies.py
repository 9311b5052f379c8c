"""Read how often each row is printed: other names of the column `copies`, and rows that are not printed."""

import re
from collections.abc import Iterator, Sequence

from generator.language.plurals import count_noun
from generator.load.yaml_nodes import Node
from generator.model.data_types import Value
from generator.model.finding import Finding, Place
from generator.model.game import Row

# in any case, with or without a blank, a dot, or a `#` before it
_OTHER_NAMES = frozenset(
    "copies count qty quantity amount number_of_copies copy_count card_count num_copies no_of_copies of_copies quant"
    " anzahl menge stück stückzahl kopien nombre quantité exemplaires copias cantidad copie quantità aantal"
    " antal liczba ilość quantidade".split()
)
_SIGNS = re.compile(r"[\W_]+")
_TIMES = re.compile("[xX\u00d7] ?([0-9]{1,5})|([0-9]{1,5}) ?[xX\u00d7]")  # 3x or x3, with the sign of products too
_MOST_NAMED = 5


def read_copies(part: Node, rows: tuple[Row, ...], path: str, notes: list[Finding]) -> tuple[Row, ...]:
    """Return the rows with their copies in the column `copies`, without those of 0 copies; notes say so (GF013).

    A column `count`, `Qty` or `Number of copies` holds the copies only if nothing else gives them.
    """
    rows = tuple(map(_read_count, _find_copies(part, rows, path, notes)))
    none = [row for row in rows if row.values.get("copies") == 0 and type(row.values["copies"]) is int]
    if not none or len(none) == len(rows):
        return rows
    names = ", ".join(str(row.values.get("id") or f"line {row.place().line}") for row in none[:_MOST_NAMED])
    more = f" and {len(none) - _MOST_NAMED} more" if len(none) > _MOST_NAMED else ""
    rows_are = f"{count_noun(len(none), 'row')} of 0 copies {'is' if len(none) == 1 else 'are'}"
    notes.append(Finding("GF013", none[0].place("copies"), f"{path}: {rows_are} left out: {names}{more}", "note"))
    left_out = {id(row) for row in none}
    return tuple(row for row in rows if id(row) not in left_out)


def _find_copies(part: Node, rows: tuple[Row, ...], path: str, notes: list[Finding]) -> tuple[Row, ...]:
    given = part.get("copies")
    has_column = any("copies" in row.values for row in rows)
    if given and isinstance(given.value, int) and has_column:
        says = f"{path}: the column 'copies' counts; the {given.value} here is for rows in which it is empty"
        notes.append(Finding("GF013", given.place, says, "note"))
        return tuple(_set_copies(row, given.value, given.place) if _lacks_copies(row) else row for row in rows)
    if (given and given.value is not None) or has_column:
        return rows
    others = [each for each in dict.fromkeys(_list_other_names(rows)) if _has_number(rows, each)]
    if len(others) != 1:
        return rows
    (name,) = others
    notes.append(Finding("GF013", rows[0].place(name), f"{path}: the column {name!r} is read as `copies`", "note"))
    return tuple(_set_copies(row, row.values[name], row.place(name)) if name in row.values else row for row in rows)


def _lacks_copies(row: Row) -> bool:
    return row.values.get("copies") in (None, "")


def is_name_of_copies(name: str) -> bool:
    """Return whether a column of this name may hold the copies."""
    return _SIGNS.sub("_", name.casefold()).strip("_") in _OTHER_NAMES


def _list_other_names(rows: Sequence[Row]) -> Iterator[str]:
    return (name for row in rows for name in row.values if is_name_of_copies(name))


def _has_number(rows: Sequence[Row], column: str) -> bool:
    """Return whether a column has a whole number: `Nombre` is a name in Spanish."""
    return any(type(_read_count(row, column).values.get(column)) is int for row in rows)


def _read_count(row: Row, column: str = "copies") -> Row:
    """Return a row in which copies such as `3x` are a number."""
    found = _TIMES.fullmatch(str(row.values.get(column, "")).strip())
    return row._replace(values={**row.values, column: int(found[1] or found[2])}) if found else row


def _set_copies(row: Row, copies: Value, at: Place) -> Row:
    """Return the row with its number of copies, which is written at a place."""
    places = {"": row.place(), **{column: row.place(column) for column in row.values}, "copies": at}
    return row._replace(values={**row.values, "copies": copies}, places=places)
