"""Turn the table of a part into a CSV file that game.yaml then names: a spreadsheet, JSON, or rows in game.yaml."""

import csv
import io
import json
import posixpath
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from generator.load.rows import read_csv
from generator.load.yaml_nodes import Node, read_yaml, to_plain
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Row
from generator.pipeline.editing.csv_table import find_codec
from generator.pipeline.editing.game_files import FileEdit, digest_data, read_game_file
from generator.pipeline.editing.tables import GAME_FILE, PartTable, read_part_rows, read_table_bytes, write_value

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]*")  # a name that YAML reads as text without quotes
_ODD = re.compile(r"[^a-z0-9]+")
_MOST_NAMES = 100


class ConvertedTable(NamedTuple):
    """The files that a conversion writes, and the name of the new table."""

    edits: tuple[FileEdit, ...]
    path: str


def convert_table(folder: Path, part: PartTable) -> ConvertedTable:
    """Return what turns the table of a part into CSV; DataError if CSV cannot hold it as it is."""
    rows = read_part_rows(folder, part, read_table_bytes(folder, part))
    game = read_game_file(folder, GAME_FILE) or b""
    codec, mark = find_codec(game)
    path = _find_free_name(folder, part)
    table = _write_csv(rows, path)
    text = _name_table(game[len(mark) :].decode(codec), part, path)
    edits = FileEdit(path, table.encode(), None), FileEdit(GAME_FILE, mark + text.encode(codec), digest_data(game))
    return ConvertedTable(edits, path)


def _find_free_name(folder: Path, part: PartTable) -> str:
    stem = posixpath.splitext(part.path)[0] if part.file else part.part
    word = _ODD.sub("-", part.table.lower()).strip("-")
    stem = f"{stem}-{word}" if word else stem
    names = [f"{stem}.csv", *(f"{stem}-{number}.csv" for number in range(2, _MOST_NAMES))]
    free = next((name for name in names if read_game_file(folder, name) is None), None)
    if free is None:
        raise refuse("GF401", Place(str(folder / names[0])), "too many files have such a name; remove some")
    return free


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


def _name_table(text: str, part: PartTable, path: str) -> str:
    """Return the text of game.yaml with another table for a part; GF401 if more than its name would change."""
    import yaml

    place = part.rows.place
    root = yaml.compose(text, yaml.CSafeLoader)
    key, rows = _find_entry(_find_entry(_find_entry(root, "parts")[1], part.part)[1], "rows")
    name = path if _PLAIN.fullmatch(path) else json.dumps(path, ensure_ascii=False)
    if part.named is None:
        start, end, name = key.end_mark.index, _find_end(rows), f": {name}"
    else:
        named = _find_entry(rows, "file")[1] if part.rows.items() else rows
        start, end = named.start_mark.index, named.end_mark.index
    changed = text[:start] + name + text[end:]
    findings: list[Finding] = []
    expected = to_plain(_parse(text, place, findings))
    owner = expected["parts"][part.part]
    if part.named is not None and part.rows.items():
        owner["rows"]["file"] = path
    else:
        owner["rows"] = path
    if to_plain(_parse(changed, place, findings)) != expected or findings:
        raise refuse("GF401", place, f"write it yourself, in the part {part.part!r}: `rows: {path}`")
    return changed


def _parse(text: str, place: Place, findings: list[Finding]) -> Node:
    try:
        return read_yaml(text.replace("\r\n", "\n"), place.file, findings)
    except DataError as error:
        findings.extend(error.findings)
        return Node(place, {})


def _find_entry(mapping: Any, key: str) -> tuple[Any, Any]:
    """Return the node of a key, and that of its value."""
    return next((name, value) for name, value in mapping.value if name.value == key)


def _find_end(node: Any) -> int:
    """Return where the text of a node ends: a block ends with its last value."""
    if isinstance(node.value, str) or node.flow_style:
        end: int = node.end_mark.index
        return end
    children = [pair[1] for pair in node.value] if node.tag.endswith(":map") else node.value
    return max(map(_find_end, children))
