"""Show the tables of a game's parts, and change them as the page asks; a table is named by the id of its part."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import ValidationError, convert

from generator.model.finding import DataError, Place, refuse
from generator.model.lru_cache import LRUCache
from generator.pipeline.editing import tables
from generator.pipeline.editing.csv_table import HEADER, CsvTable, SetCells, TableEdit, edit_table
from generator.pipeline.editing.game_files import FileEdit, digest_data
from generator.pipeline.editing.history import EditHistory
from generator.pipeline.editing.table_merge import CellConflict, map_rows, merge_edit
from generator.studio.session import Session

_MOST_VERSIONS = 8  # of tables that are kept, so that a page that has not heard of a change can still edit
_MOST_KEPT = 16 * 1024 * 1024  # bytes of these versions; in memory they take some times as much
_MOST_TRIES = 5  # of a change to a file that others write at the same moment
_MOST_MARKS = 500
_TABLE_TITLES = {
    "set": "cells",
    "insert-rows": "new rows",
    "delete-rows": "removed rows",
    "move-rows": "moved rows",
    "insert-column": "a new column",
    "delete-columns": "removed columns",
    "move-column": "a moved column",
}


class _Anchor(NamedTuple):
    """A table as it was when something was found out about it: pieces, faults or findings."""

    found: object
    table: tables.ShownTable


class TableDesk:
    """The tables of one game."""

    def __init__(self, session: Session, history: EditHistory) -> None:
        self._session, self._history = session, history
        self._versions: LRUCache[tuple[str, str], CsvTable] = LRUCache(_MOST_VERSIONS)  # by path and digest
        self._anchors: dict[tuple[str, str], _Anchor] = {}

    def show(self, part_id: str, known: str) -> dict[str, Any]:
        """Return a table with what is known of its rows, without its cells if the page has them; DataError."""
        table = self._open(tables.find_table(self._session.folder, part_id))
        shown: dict[str, Any] = {
            "part": part_id,
            "file": table.file,
            "digest": table.digest,
            "pieces": self._list_pieces(table),
            "marks": self._list_marks(table),
        }
        if known != table.digest:
            shown |= self._describe(table)
        return shown

    def _open(self, part: tables.PartTable) -> tables.ShownTable:
        """Return the table of a part as its file has it now; a version that is known is not parsed again."""
        data = tables.read_table_bytes(self._session.folder, part)
        digest = digest_data(data) or ""
        if part.is_editable and (source := self._versions.get((part.path, digest))):
            return tables.show_csv(part, source, digest)
        table = tables.show_table(self._session.folder, part, data)
        if table.source:
            self._keep(part, digest, table.source, len(data))
        return table

    def _keep(self, part: tables.PartTable, digest: str, source: CsvTable, size: int) -> None:
        """Keep a version of a table; the larger it is, the fewer."""
        self._versions.limit = max(1, min(_MOST_VERSIONS, _MOST_KEPT // (size + 1)))
        self._versions.put((part.path, digest), source)

    def _describe(self, table: tables.ShownTable) -> dict[str, Any]:
        """Return the cells and columns of a table."""
        root = tables.read_game_tree(self._session.folder)
        game = self._session.game
        paints = {role.role: role.paint for role in game.roles} if game else {}
        known = tables.find_known_values(self._session.folder, root, paints)
        columns = []
        for at, name in enumerate(table.columns):
            found = tables.describe_column(name, [row[at] for row in table.rows], known)
            columns.append({"name": name, "kind": found.kind, "choices": found.choices})
        return {
            "editable": table.source is not None,
            "columns": columns,
            "rows": table.rows,
            "lines": table.lines,
            "unread": sorted(table.source.unread) if table.source else [],
            "paints": paints,
        }

    def _list_pieces(self, table: tables.ShownTable) -> Mapping[int, list[dict[str, Any]]]:
        """Return the pieces of each row: of the last good game, whose rows may have been elsewhere."""
        game = self._session.game
        if game is None:
            return {}
        rows = self._map_lines("pieces", game, table)
        found: dict[int, list[dict[str, Any]]] = {}
        for piece in game.pieces:
            row = rows(piece.line) if piece.file == table.file and piece.part == table.part.part else None
            if row is not None:
                faces = [(side, self._session.stamp(piece.key, side)) for side in piece.sides]
                found.setdefault(row, []).append(
                    {"key": piece.key, "size": [piece.width, piece.height], "faces": faces}
                )
        return found

    def _list_marks(self, table: tables.ShownTable) -> list[dict[str, Any]]:
        """Return what is wrong with cells and rows, or noted of them."""
        marks: list[dict[str, Any]] = []
        for kind, findings in (("fault", self._session.faults), ("finding", self._session.findings)):
            rows = self._map_lines(kind, findings, table)
            old = self._anchors[kind, table.part.part].table
            for finding in findings:
                if finding.place.file != table.file or len(marks) >= _MOST_MARKS:
                    continue
                at = tables.find_row(old.lines, finding.place.line)
                row = HEADER if at is None else rows(finding.place.line)
                column = tables.locate_column(old, at, finding.place)
                says = "\n".join(finding.lines) or finding.message
                mark = {"row": row, "column": column, "level": finding.level, "code": finding.code, "says": says}
                if row is not None and mark not in marks:  # a fault is often found by the check too
                    marks.append(mark)
        return marks

    def _map_lines(self, kind: str, found: object, table: tables.ShownTable) -> Any:
        """Return what finds the row of a line in a table, where that line is of the version that was looked at."""
        key = kind, table.part.part
        anchor = self._anchors.get(key)
        if anchor is None or anchor.found is not found or anchor.table.file != table.file:
            anchor = self._anchors[key] = _Anchor(found, table)
        if anchor.table.digest == table.digest or not (anchor.table.source and table.source):
            return lambda line: tables.find_row(table.lines, line)
        where, lines = map_rows(anchor.table.source, table.source), anchor.table.lines
        return lambda line: None if (at := tables.find_row(lines, line)) is None else where[at]

    def edit(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Change a table and return its new digest; or the cells that were changed outside too, with nothing written.

        DataError if the file, the row or the column is no longer there.
        """
        folder = self._session.folder
        part = tables.find_editable_table(folder, str(given.get("part", "")))
        edit = _read_edit(given.get("edit"))
        base = str(given.get("digest", ""))
        for left in reversed(range(_MOST_TRIES)):
            table = self._open(part)
            assert table.source is not None
            fitted = edit
            if table.digest != base:
                before = self._versions.get((part.path, base))
                merged = merge_edit(before, edit, table.source) if before else None
                if merged is None or merged.edit is None or merged.conflicts:
                    return _ask(merged.conflicts if merged else ())
                fitted = merged.edit
            made = edit_table(table.source, fitted)
            try:
                self._history.apply(_name_step(part, fitted), [FileEdit(part.path, made.data, table.digest)])
            except DataError:
                if not left or digest_data(tables.read_table_bytes(folder, part)) == table.digest:
                    raise
                continue
            digest = digest_data(made.data) or ""
            self._keep(part, digest, made.table, len(made.data))
            return {"digest": digest, "merged": table.digest != base, "note": made.note}
        raise AssertionError

    def convert(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Turn a table into CSV that game.yaml names, as one step, and return the name of the file; DataError."""
        part = tables.find_table(self._session.folder, str(given.get("part", "")))
        made = tables.convert_table(self._session.folder, part)
        self._history.apply(f"{part.path} as {made.path}", made.edits)
        return {"file": made.path}


def _read_edit(given: object) -> TableEdit:
    try:
        edit: TableEdit = convert(given, TableEdit)
    except (ValidationError, RecursionError) as error:
        raise refuse("GF002", Place("the page"), f"this change cannot be read: {error}") from None
    return edit


def _ask(conflicts: Sequence[CellConflict]) -> dict[str, Any]:
    """Return what the page asks its user, who was not the only one to change the table."""
    why = "the table was changed outside meanwhile; it is shown as it is now, and nothing of yours was written"
    return {"ok": False, "why": why, "conflicts": [each._asdict() for each in conflicts[:_MOST_MARKS]]}


def _name_step(part: tables.PartTable, edit: TableEdit) -> str:
    """Return what the page calls a step."""
    kind = edit.__struct_config__.tag
    what = _TABLE_TITLES[str(kind)]
    if isinstance(edit, SetCells):
        count = len(edit.cells)
        what = "the name of a column" if edit.cells[0][0] == HEADER else "a cell" if count == 1 else f"{count:,} cells"
    return f"{what} of {part.path}"
