"""Put pictures into a game's `images/`, and name and crop them in its tables."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from generator.load.layout_columns import fold_name, read_usual_names
from generator.load.yaml_nodes import Node
from generator.model.finding import DrawingError, Place, refuse
from generator.model.layout import CROP_COLUMNS
from generator.pipeline.editing.csv_table import CsvTable, EditedTable, InsertColumn, SetCells, edit_table
from generator.pipeline.editing.game_files import FileEdit, read_game_file
from generator.safety.files import UnsafeFileError, list_tree
from generator.safety.folders import is_plain_name
from generator.safety.image_files import prepare_image

FOLDER = "images"
_MOST_LISTED = 1 << 40  # bytes of all pictures together
_LONGEST = 80  # characters of a name
_UNSAFE = re.compile(r"[^\w.-]+")
ART = "art"


class GamePicture(NamedTuple):
    """A picture of a game: its name below `images/`, its kind as the end of a name, its size, and its bytes."""

    name: str
    suffix: str
    width: float
    height: float
    bytes: int


class AddedPicture(NamedTuple):
    """The name of a picture that is added, and the file to write; None if one of the same content is there."""

    name: str
    edit: FileEdit | None


def measure_picture_data(data: bytes, name: str) -> GamePicture:
    """Return what a PNG, JPEG, WebP or SVG is, judged by its content as a build does; GF206 for anything else.

    A drawing is as large as its width and height say, or its viewBox.
    """
    suffix = _find_suffix(data)
    try:
        if suffix != ".svg":
            if not suffix:
                raise DrawingError("it is no PNG, JPEG, WebP or SVG")
            sides: tuple[float, float] = prepare_image(data, repr(name)).shown_size
        else:
            from generator.pipeline.imposing import measure_drawing

            sides = measure_drawing(data)
    except (DrawingError, UnicodeDecodeError, KeyError, ValueError) as error:
        why = error.message if isinstance(error, DrawingError) else "it is no drawing that can be read"
        raise refuse("GF206", Place(name), f"this picture cannot be taken: {why}") from None
    return GamePicture(name, suffix, *sides, len(data))


def _find_suffix(data: bytes) -> str:
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return ".png"
    if data.startswith(b"\xff\xd8\xff"):
        return ".jpg"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return ".webp"
    return ".svg" if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<" else ""


def list_pictures(folder: Path) -> dict[str, Path]:
    """Return the files of a game's `images/` by their names below it, in order; none if there is no such folder."""
    try:
        return {file.name: file.path for file in list_tree(folder / FOLDER, folder, _MOST_LISTED)}
    except (OSError, UnsafeFileError):
        return {}


def plan_picture(folder: Path, name: str, data: bytes) -> AddedPicture:
    """Return under which name a picture is added: never that of another file; GF206 if it is none that is printed."""
    suffix = measure_picture_data(data, name).suffix
    taken = list_pictures(folder)
    for known, path in taken.items():
        if path.stat().st_size == len(data) and read_game_file(folder, f"{FOLDER}/{known}") == data:
            return AddedPicture(known, None)
    stem = make_safe_stem(name)
    folded = {normalize("NFC", each).casefold() for each in taken}
    chosen, number = f"{stem}{suffix}", 2
    while normalize("NFC", chosen).casefold() in folded:
        chosen, number = f"{stem}-{number}{suffix}", number + 1
    return AddedPicture(chosen, FileEdit(f"{FOLDER}/{chosen}", data, None))


def make_safe_stem(name: str) -> str:
    """Return the name of a file without its folders and its ending, as every system takes it."""
    stem = name.replace("\\", "/").rpartition("/")[2]
    stem = stem.rpartition(".")[0] or stem
    safe = _UNSAFE.sub("-", normalize("NFC", stem)).strip("-._~")[:_LONGEST].rstrip("-._")
    return safe if safe and is_plain_name(safe) else f"picture-{safe}".rstrip("-")


def find_art_column(part: Node, columns: Sequence[str]) -> str:
    """Return the column of a table that names the picture of a card; `art`, to be added, if there is none."""
    layout = part.get("layout")
    named = layout.get(ART) if layout is not None and isinstance(layout.value, dict) else None
    if named is not None and isinstance(named.value, str) and named.value in columns:
        return named.value
    folded = {fold_name(name): name for name in reversed(columns)}
    usual = (fold_name(each) for each in read_usual_names()["slots"][ART].split(","))
    return next((folded[each] for each in usual if each in folded), ART)


def set_named_cells(table: CsvTable, row: int, texts: Mapping[str, str]) -> EditedTable:
    """Return a table with texts in cells of a row, by the names of their columns; missing columns are added.

    Columns that crop come behind the one with the picture's name, and others at the end; GF002 if there is no such row.
    """
    made = EditedTable(b"", table)
    for name in texts:
        names = list_columns(made.table)
        if name not in names:
            before = [at for at, each in enumerate(names) if each in CROP_COLUMNS or fold_name(each) == ART]
            end = len(made.table.header.cells)
            at = min(before[-1] + 1, end) if name in CROP_COLUMNS and before else end
            made = edit_table(made.table, InsertColumn(at, name))
    names = list_columns(made.table)
    return edit_table(made.table, SetCells([(row, names.index(name), text) for name, text in texts.items()]))


def list_columns(table: CsvTable) -> list[str]:
    """Return the names of the columns of a table."""
    return [table.name_column(at) for at in range(table.width)]
