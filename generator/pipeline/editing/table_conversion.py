"""Turn the table of a part into a CSV file that game.yaml then names: a spreadsheet, JSON, or rows in game.yaml."""

import csv
import io
import posixpath
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from generator.load.rows import read_csv
from generator.model.finding import refuse
from generator.model.game import Row
from generator.pipeline.editing.csv_table import find_codec
from generator.pipeline.editing.game_files import FileEdit, digest_data, find_free_path, read_game_file
from generator.pipeline.editing.tables import GAME_FILE, PartTable, read_part_rows, read_table_bytes, write_value
from generator.pipeline.editing.yaml_edits import set_value

_ODD = re.compile(r"[^a-z0-9]+")


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
