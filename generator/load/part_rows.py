"""Read the rows of a part, and how often each is printed: from a table, from `game.yaml`, or from combined lists."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.language.plurals import count_noun
from generator.language.suggestions import did_you_mean
from generator.load.braces import substitute_rows
from generator.load.files import display_path, read_bytes_inside
from generator.load.rows import rows_in_place
from generator.load.tables import FORMATS, check_format, read_table, split_table_name
from generator.load.vocabulary import Vocabulary
from generator.load.yaml_nodes import Node
from generator.model.data_types import Value
from generator.model.finding import DataError, Finding, Place
from generator.model.game import Row

# in any case, with or without a blank, a dot, or a `#` before it
_OTHER_NAMES = frozenset(
    "copies count qty quantity amount number_of_copies copy_count card_count num_copies no_of_copies of_copies quant"
    " anzahl menge stück stückzahl kopien nombre quantité exemplaires copias cantidad copie quantità aantal"
    " antal liczba ilość quantidade in_deck number_in_deck per_deck how_many".split()
)
_SIGNS = re.compile(r"[\W_]+")
_TIMES = re.compile(
    r"[xX\u00d7] ?([0-9]{1,5})|([0-9]{1,5})(?: ?[xX\u00d7]|[.,]0+)"
)  # 3x or x3, with the sign of products too
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


_KEYS = ("file", "sheet", "where")


class RowReader(NamedTuple):
    """What rows are read with: the folder of their game, the words in braces, the faults, and what is merely noted."""

    folder: Path
    words: Vocabulary
    findings: list[Finding]
    notes: list[Finding]

    def read(self, part: Node, key: str) -> tuple[Row, ...] | None:
        """Return the rows of a part with defaults and computed columns; None if they cannot be read."""
        path = f"parts.{key}"
        try:
            found = self._read_given(part, key)
            if found and (part.get("defaults") or part.get("computed")):
                from generator.load.computed_rows import complete_rows

                found = complete_rows(part, found, path)
        except DataError as error:
            self.findings.extend(error.findings)
            return None
        return read_copies(part, found, path, self.notes) if found else found

    def _read_given(self, part: Node, key: str) -> tuple[Row, ...] | None:
        """Return the rows of a part as they are given; None for a value of the wrong type. DataError."""
        rows, path = part.get("rows"), f"parts.{key}.rows"
        if rows is None or rows.value is None:
            return ()
        if isinstance(rows.value, list) and all(isinstance(item.value, dict) for item in rows.value):
            if not rows.value:
                message = f"{path} is empty; leave it out for a single design"
                self.findings.append(Finding("GF006", rows.place, message))
            return rows_in_place(rows, path, self.findings)
        if named := find_table_node(rows):
            return self._read_table(part, key, rows, named)
        if isinstance(rows.value, dict):
            from generator.load.computed_rows import combine_lists

            rows_in_place(rows._replace(value=[rows]), path, self.findings)
            return combine_lists(rows, path)
        return None

    def _read_table(self, part: Node, key: str, rows: Node, named: Node) -> tuple[Row, ...]:
        """Return the rows of a file, all or those that `where` picks."""
        file, table = split_table_name(str(named.value))
        faults = list(_check_table_keys(rows, f"parts.{key}.rows"))
        if faults:
            raise DataError(faults)
        sheet, where, title = rows.get("sheet"), rows.get("where"), part.get("title")
        names = (key, str(title.value) if title else "")
        check_format(file, named.place)
        data = read_bytes_inside(self.folder, file, named.place)
        table = str(sheet.value) if sheet else table
        notes: list[Finding] = []
        found = read_table(data, display_path(self.folder / file), table, names=names, place=named.place, notes=notes)
        self.notes.extend(note for note in notes if note not in self.notes)  # of a table that feeds several parts
        if where:
            from generator.load.computed_rows import pick_rows

            found = pick_rows(found, where, f"parts.{key}.rows.where")
        return substitute_rows(found, self.words)


def find_table_node(rows: Node | None) -> Node | None:
    """Return the value that names the file of a table, if rows come from one: `cards.csv`, or `{file: cards.csv}`."""
    if rows is None:
        return None
    node = rows.get("file") if isinstance(rows.value, dict) else rows
    return node if node and isinstance(node.value, str) else None


def list_tables(parts: Mapping[str, Node]) -> Iterator[str]:
    """Yield the files with the rows of parts, relative to the game's folder."""
    for part in parts.values():
        if named := find_table_node(part.get("rows")):
            yield split_table_name(str(named.value))[0]


def _check_table_keys(rows: Node, path: str) -> Iterator[Finding]:
    for key, node in rows.items().items():
        if key not in _KEYS:
            yield Finding("GF004", rows.keys[key], f"unknown key {key!r} in {path}{did_you_mean(key, _KEYS)}")
        elif not isinstance(node.value, str) or not node.value:
            yield Finding("GF006", node.place, f"{path}.{key} must be text that is not empty; {FORMATS}")
