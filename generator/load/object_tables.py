"""Read the rows of a part from a JSON or YAML file: lists of objects, objects by their names, or columns."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

from generator.language.suggestions import did_you_mean
from generator.load.rows import number_or_text
from generator.load.yaml_nodes import Node, read_yaml
from generator.model.data_types import Scalar, Value
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Row

_MOST_DEPTH = 3  # of lists of rows within objects, as in {"data": {"cards": [...]}}
# characters beyond 65,535, which JSON writes in two parts, after an even number of backslashes
_PAIR = re.compile(r"(?<!\\)((?:\\\\)*+)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")


def read_objects(
    text: str, file: str, table: str, names: tuple[str, ...], place: Place, notes: list[Finding]
) -> tuple[Row, ...]:
    """Return the rows of the named table of a file, or of the one that has one of the `names`, or of the only one.

    Objects in a row become columns such as `stats.speed`; what a row lacks is empty. GF002, GF003, and GF008 for a
    table that is not there, at the `place` that names the file.
    """
    findings: list[Finding] = []
    root = read_yaml(_PAIR.sub(_join_pair, text) if "\\u" in text else text, file, findings)
    if findings:
        raise DataError(findings)
    tables = dict(_find_tables(root, ""))
    if not tables:
        says = 'there are no rows in it: write a list of objects, such as [{"name": "Orc", "copies": 2}]'
        raise refuse("GF002", root.place, says)
    chosen = tables[_choose_table(tables, table, names, file=file, place=place, notes=notes)]
    if _is_keyed(chosen):
        notes.append(Finding("GF013", chosen.place, "the keys of these objects are read as the column `id`", "note"))
    rows = list(_list_rows(chosen))
    columns = dict.fromkeys(column for row in rows for column in row.values)
    empty = dict.fromkeys(columns, "")
    return tuple(row._replace(values={**empty, **row.values}) for row in rows)


def _join_pair(found: re.Match[str]) -> str:
    high, low = int(found[2], 16), int(found[3], 16)
    return f"{found[1]}\\U{0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF):08x}"


def _find_tables(node: Node, path: str, depth: int = 0) -> Iterator[tuple[str, Node]]:
    """Yield what can be read as rows with its keys, joined by dots."""
    if _is_list_of_objects(node) or _is_keyed(node) or _is_columns(node):
        yield path, node
    elif depth < _MOST_DEPTH:
        for key, child in node.items().items():
            yield from _find_tables(child, f"{path}.{key}" if path else key, depth + 1)


def _is_list_of_objects(node: Node) -> bool:
    return bool(node.list()) and all(isinstance(each.value, dict) for each in node.list())


def _is_keyed(node: Node) -> bool:
    """Return whether a node is an object of objects that hold values, as `{"orc": {...}, "elf": {...}}`.

    More than half of them have a key in common.
    """
    rows = node.items().values()
    keys = Counter(chain.from_iterable(row.items() for row in rows))
    is_alike = 2 * max(keys.values(), default=0) > len(rows)
    return is_alike and all(row.items() and any(_is_cell(each) for each in row.items().values()) for row in rows)


def _is_columns(node: Node) -> bool:
    """Return whether a node is an object of lists of values, all of one length: columns by their names."""
    columns = [each.list() for each in node.items().values()]
    return bool(columns) and all(
        column and len(column) == len(columns[0]) and all(map(_is_cell, column)) for column in columns
    )


def _is_cell(node: Node) -> bool:
    return not isinstance(node.value, list | dict)


def _choose_table(
    tables: Mapping[str, Node], table: str, names: tuple[str, ...], file: str, place: Place, notes: list[Finding]
) -> str:
    """Return the table that is named, that is called like the part, or the first; a note says so then."""
    folded = {name.casefold() for name in names}
    alike = [each for each in tables if each.rpartition(".")[2].casefold() in folded]
    if table in tables:
        return table
    for found in () if table else (alike, list(tables)):
        if len(found) == 1:
            return found[0]
    if table:
        raise refuse("GF008", place, f"{file} has no rows {table!r}{did_you_mean(table, tables).rstrip('?')}")
    first, *_, last = tables
    says = f"{first!r} is the first of {len(tables)} lists of rows; to read another, name it as in {file}:{last}"
    notes.append(Finding("GF013", tables[first].place, says, "note"))
    return first


def _list_rows(node: Node) -> Iterator[Row]:
    if _is_list_of_objects(node):
        for item in node.list():
            yield _make_row(item.place, dict(_flatten(item, "")))
    elif _is_keyed(node):
        for key, item in node.items().items():
            at = node.keys[key]
            yield _make_row(at, {"id": Node(at, key), **dict(_flatten(item, ""))})
    else:
        columns = {key: column.list() for key, column in node.items().items()}
        for number in range(len(next(iter(columns.values())))):
            cells = {key: column[number] for key, column in columns.items()}
            yield _make_row(next(iter(cells.values())).place, cells)


def _make_row(place: Place, cells: Mapping[str, Node]) -> Row:
    values: dict[str, Value] = {column: _to_value(cell) for column, cell in cells.items()}
    places = {column: cell.place for column, cell in cells.items()}
    return Row(values, place.file, place.line, places={"": place, **places})


def _to_value(cell: Node) -> Value:
    return [_to_scalar(each) for each in cell.list()] if isinstance(cell.value, list) else _to_scalar(cell)


def _to_scalar(cell: Node) -> Scalar:
    """Return a value as it would be read from a cell: text of digits is a number, and null is empty."""
    match cell.value:
        case str(text):
            return number_or_text(text)
        case float(number):
            return int(number) if number.is_integer() and abs(number) < 1e15 else number
        case bool() | int() as value:
            return value
    return ""


def _flatten(node: Node, path: str) -> Iterator[tuple[str, Node]]:
    """Yield the values and lists of values in a row by their columns; `faces.1.name` is of the first item of a list."""
    inner = node.items() or {
        str(number): each for number, each in enumerate(node.list(), 1) if not all(map(_is_cell, node.list()))
    }
    for key, child in inner.items():
        column = f"{path}.{key}" if path else " ".join(key.split())
        if child.items() or not all(map(_is_cell, child.list())):
            yield from _flatten(child, column)
        elif column:
            yield column, child
