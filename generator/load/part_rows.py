"""Read the rows of a part: from a table, from `game.yaml`, or from lists that are combined."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from generator.language.suggestions import did_you_mean
from generator.load.braces import substitute_rows
from generator.load.files import display_path, read_bytes_inside
from generator.load.row_copies import read_copies
from generator.load.rows import rows_in_place
from generator.load.tables import FORMATS, check_format, read_table, split_table_name
from generator.load.vocabulary import Vocabulary
from generator.load.yaml_nodes import Node
from generator.model.finding import DataError, Finding
from generator.model.game import Row

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
        found = read_table(data, display_path(self.folder / file), table, names, named.place, notes)
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
