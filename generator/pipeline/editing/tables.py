"""Find the table of a part, show it as the loader reads it, and turn it into a CSV file if it is none."""

import csv
import io
import posixpath
import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from generator.load.computed_rows import combine_lists
from generator.load.files import display_path, read_inside
from generator.load.part_rows import find_table_node, is_name_of_copies
from generator.load.rows import read_csv, rows_in_place
from generator.load.tables import check_format, is_text_table, read_table, split_table_name
from generator.load.yaml_nodes import Node
from generator.model.data_types import Value
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Row
from generator.pipeline.editing.csv_table import CsvTable, find_codec, read_csv_table
from generator.pipeline.editing.game_files import FileEdit, digest_data, find_free_path, read_game_file
from generator.pipeline.editing.pictures import list_pictures
from generator.pipeline.editing.yaml_edits import read_tree, set_value

GAME_FILE = "game.yaml"
_NUMBER = re.compile(r"-?[0-9]+([.,][0-9]+)?")
_PAINT = re.compile(r"#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}")
_MOST_CHOICES = 200
_FEW = 24  # words of a column that are offered as its choices
_LONGEST = 40  # characters of such a word
_MOST_IMAGES = 2000
_MOST_ROWS = 20_000
_ODD = re.compile(r"[^a-z0-9]+")


class PartTable(NamedTuple):
    """A part with rows: its id and title, the node with its rows, and the file and table that these name.

    The file is empty if the rows stand in game.yaml.
    """

    part: str
    title: str
    rows: Node
    file: str
    table: str
    named: Node | None

    @property
    def path(self) -> str:
        """Return the file that the rows are written in, relative to the game's folder."""
        return posixpath.normpath(self.file) if self.file else GAME_FILE

    @property
    def is_editable(self) -> bool:
        """Return whether the rows can be changed where they are."""
        return is_text_table(self.file)


class ShownTable(NamedTuple):
    """A table as it is shown: its file, the digest of that, its columns and rows as texts, and their lines.

    `source` is what edits are made of; None for a table that is read and cannot be changed.
    """

    part: PartTable
    file: str
    digest: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    source: CsvTable | None = None


def read_game_tree(folder: Path) -> Node:
    """Return the tree of game.yaml; DataError if it cannot be read."""
    file = display_path(folder / GAME_FILE)
    text = read_inside(folder, GAME_FILE, Place(file))
    return read_tree(text, file)


def list_tables(root: Node) -> tuple[PartTable, ...]:
    """Return the parts of a game that have rows."""
    parts = root.get("parts")
    return tuple(
        _describe_part(key, part, rows)
        for key, part in (parts.items() if parts else {}).items()
        if (rows := part.get("rows")) is not None and rows.value
    )


def _describe_part(key: str, part: Node, rows: Node) -> PartTable:
    named, title = find_table_node(rows), part.get("title")
    file, table = split_table_name(str(named.value)) if named else ("", "")
    sheet = rows.get("sheet")
    return PartTable(
        key,
        str(title.value) if title else key,
        rows,
        file=file,
        table=str(sheet.value) if sheet else table,
        named=named,
    )


def find_table(folder: Path, part: str) -> PartTable:
    """Return the table of a part; GF008 if there is none, DataError if game.yaml cannot be read."""
    root = read_game_tree(folder)
    found = next((each for each in list_tables(root) if each.part == part), None)
    if found is None:
        raise refuse("GF008", root.place, f"the part {part!r} has no rows anymore")
    return found


def find_editable_table(folder: Path, part: str) -> PartTable:
    """Return the table of a part; GF401 if its rows cannot be changed where they are."""
    found = find_table(folder, part)
    if not found.is_editable:
        raise refuse("GF401", Place(found.path), "this table can only be shown; turn it into CSV first")
    return found


def read_table_bytes(folder: Path, part: PartTable) -> bytes:
    """Return the bytes of the file with the rows of a part; DataError if there is none."""
    data = read_game_file(folder, part.path)
    if data is None:
        at = part.named.place if part.named else part.rows.place
        raise refuse("GF001", at, f"there is no file {part.path!r}; add it")
    return data


def show_table(folder: Path, part: PartTable, data: bytes) -> ShownTable:
    """Return the table of a part, of which the file holds some bytes; DataError if its rows cannot be told apart."""
    file, digest = display_path(folder / part.path), digest_data(data) or ""
    if part.is_editable:
        return show_csv(part, read_csv_table(data, file), digest)
    rows = read_part_rows(folder, part, data)
    names = tuple(dict.fromkeys(name for row in rows for name in row.values))
    lists = {name for row in rows for name, value in row.values.items() if isinstance(value, list)}
    texts = tuple(tuple(write_value(row.values.get(name)) for name in names) for row in rows)
    columns = tuple(f"{name}[]" if name in lists else name for name in names)
    places = [row.place() for row in rows]
    return ShownTable(
        part, places[0].file, digest, columns=columns, rows=texts, lines=tuple(place.line for place in places)
    )


def show_csv(part: PartTable, source: CsvTable, digest: str) -> ShownTable:
    """Return a CSV file as it is shown."""
    width = source.width
    columns = tuple(source.name_column(at) for at in range(width))
    rows = tuple(row.cells + ("",) * (width - len(row.cells)) for row in source.rows)
    return ShownTable(
        part, source.file, digest, columns=columns, rows=rows, lines=tuple(source.list_lines()), source=source
    )


def read_part_rows(folder: Path, part: PartTable, data: bytes) -> Sequence[Row]:
    """Return the rows of a part as the loader reads them, before defaults and computed columns; DataError."""
    path = f"parts.{part.part}.rows"
    if part.named:
        check_format(part.file, part.named.place)
        file = display_path(folder / part.file)
        return read_table(data, file, part.table, names=(part.part, part.title), place=part.named.place, notes=[])
    if part.rows.items():
        return combine_lists(part.rows, path)
    findings: list[Finding] = []
    found = rows_in_place(part.rows, path, findings)
    if findings:
        raise DataError(findings)
    return found


def write_value(value: Value) -> str:
    """Return a value as it is written in a cell: a list as its words."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case list():
            return " ".join(map(write_value, value))
    return str(value)


def find_row(lines: Sequence[int], line: int) -> int | None:
    """Return the row that is written on a line; None if that stands above all rows."""
    at = bisect_right(lines, line) - 1
    return at if at >= 0 else None


def locate_column(table: ShownTable, row: int | None, place: Place) -> int | None:
    """Return the column of a place in a row of a table, or in its header (None); None if it names no column."""
    if table.source is None or not place.column:
        return None
    record = table.source.header if row is None else table.source.rows[row]
    line = table.lines[row] if row is not None else place.line
    at = Row(
        {},
        table.file,
        line,
        record.text.replace("\r\n", "\n"),
        tuple(map(str, range(len(record.cells)))),
        places=None,
        delimiter=table.source.dialect.delimiter,
    )
    places = [at.place(name)[1:] for name in at.columns]
    return next((number for number in reversed(range(len(places))) if places[number] <= place[1:]), None)


class KnownValues(NamedTuple):
    """What the data of a game know besides the table: paints of color roles, icons and pictures."""

    paints: Mapping[str, str]
    icons: tuple[str, ...] = ()
    images: tuple[str, ...] = ()


class ColumnType(NamedTuple):
    """What a column holds: text, number, copies, list, color, choice or picture, and its choices."""

    kind: str
    choices: tuple[str, ...] = ()


def find_known_values(folder: Path, root: Node, paints: Mapping[str, str]) -> KnownValues:
    """Return what is known for cells: the icons that game.yaml names, and the files in images/."""
    icons, images = root.get("icons"), tuple(sorted(islice(list_pictures(folder), _MOST_IMAGES)))
    return KnownValues(paints, tuple(icons.items() if icons else ()), images)


def describe_column(name: str, cells: Sequence[str], known: KnownValues) -> ColumnType:
    """Return what a column holds, by its name and its values."""
    words = dict.fromkeys(cell.strip() for cell in islice(cells, _MOST_ROWS))
    words.pop("", None)
    if name == "copies" or (is_name_of_copies(name) and all(map(_NUMBER.fullmatch, words))):
        return ColumnType("copies")
    if name.endswith("[]"):
        return ColumnType("list")
    if words and all(map(_NUMBER.fullmatch, words)):
        return ColumnType("number")
    for kind, choices in _list_sources(known):
        if words and words.keys() <= set(choices):
            return ColumnType(kind, tuple(islice(choices, _MOST_CHOICES)))
    if words and all(word in known.paints or _PAINT.fullmatch(word) for word in words):
        return ColumnType("color", tuple(islice(dict.fromkeys((*known.paints, *words)), _MOST_CHOICES)))
    filled = sum(bool(cell.strip()) for cell in cells)
    if 0 < len(words) <= _FEW and 2 * len(words) <= filled and max(map(len, words)) <= _LONGEST:
        return ColumnType("choice", tuple(sorted(words, key=str.casefold)))
    return ColumnType("text")


def _list_sources(known: KnownValues) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the lists that all values of a column may be from, and what that column is then called."""
    bare = tuple(name.rpartition(".")[0] for name in known.images)
    whole = tuple(f"images/{name}" for name in known.images)
    icons = known.icons, tuple(f"{{{icon}}}" for icon in known.icons)
    shown = (("picture", each) for each in (known.images, whole, bare))
    return (("color", tuple(known.paints)), *(("choice", each) for each in icons), *shown)


class ConvertedTable(NamedTuple):
    """The files that a conversion writes, and the name of the new table."""

    edits: tuple[FileEdit, ...]
    path: str


def convert_table(folder: Path, part: PartTable) -> ConvertedTable:
    """Return what turns the table of a part into CSV; DataError if CSV cannot hold it as it is."""
    rows = read_part_rows(folder, part, read_table_bytes(folder, part))
    game = read_game_file(folder, GAME_FILE) or b""
    codec, mark = find_codec(game)
    path = _find_free_path(folder, part)
    table = _write_csv(rows, path)
    steps = ("parts", part.part, "rows", *(["file"] if part.named is not None and part.rows.items() else []))
    text = set_value(game[len(mark) :].decode(codec), part.rows.place.file, steps, path)
    edits = FileEdit(path, table.encode(), None), FileEdit(GAME_FILE, mark + text.encode(codec), digest_data(game))
    return ConvertedTable(edits, path)


def _find_free_path(folder: Path, part: PartTable) -> str:
    stem = posixpath.splitext(part.path)[0] if part.file else part.part
    word = _ODD.sub("-", part.table.lower()).strip("-")
    return find_free_path(folder, f"{stem}-{word}.csv" if word else f"{stem}.csv")


def _write_csv(rows: Sequence[Row], path: str) -> str:
    """Return rows as CSV; GF002 at the first value that would be read otherwise."""
    names = list(dict.fromkeys(name for row in rows for name in row.values))
    lists = {name for row in rows for name, value in row.values.items() if isinstance(value, list)}
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(f"{name}[]" if name in lists else name for name in names)
    writer.writerows([write_value(row.values.get(name)) for name in names] for row in rows)
    text = made.getvalue()
    read = read_csv(text, path)
    if len(read) != len(rows):
        blank = next((row for row in rows if not any(map(write_value, row.values.values()))), rows[0])
        raise refuse("GF002", blank.place(), "a row of this table is blank, which CSV cannot hold; remove it first")
    for row, other in zip(rows, read, strict=True):
        for name in names:
            value = row.values.get(name)
            empty = value in (None, "") and not isinstance(value, bool)
            held = other.values.get(name)
            if (held in ("", [])) if empty else (held == value and type(held) is type(value)):
                continue
            says = (
                f"CSV cannot hold {value!r} in the column {name!r}: it would be read as {held!r}; change it there first"
            )
            raise refuse("GF002", row.place(name), says)
    return text
