"""Add pictures that the page sends to the game's `images/`, name them in its tables, and crop them there."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.layout import CROP_COLUMNS
from generator.pipeline.editing import pictures, tables
from generator.pipeline.editing.game_files import MOST_BYTES, FileEdit
from generator.pipeline.editing.history import EditHistory
from generator.pipeline.preview import UsedPicture
from generator.safety.files import UnsafeFileError, read_regular_file
from generator.studio.session import Session

_KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".svg": "image/svg+xml"}
_COARSE = 150  # dpi below which a check warns (GF323)


class ShelfPicture(NamedTuple):
    """A picture as the shelf shows it: what it is, what is wrong with it, the pieces that show it, and how finely."""

    name: str
    picture: pictures.GamePicture | None
    wrong: str
    pieces: tuple[str, ...]
    dpi: float

    @property
    def is_coarse(self) -> bool:
        """Return whether it is printed so coarsely that a check warns."""
        return 0 < self.dpi < _COARSE


class PictureDesk:
    """The pictures of one game."""

    def __init__(self, session: Session, history: EditHistory) -> None:
        self._session, self._history = session, history
        self._drop, self._count, self._title = "", 0, ""  # the last files that were dropped at once, and their step

    def add(self, given: Mapping[str, str], data: bytes) -> dict[str, Any]:
        """Add a picture; if a piece or a cell is given, name it there; DataError if it is refused.

        Those with the same `drop`, one after the other, are one step.
        """
        folder = self._session.folder
        added = pictures.plan_picture(folder, given.get("name", ""), data)
        edits = [added.edit] if added.edit else []
        told: dict[str, Any] = {"name": added.name, "is_new": bool(edits)}
        if "piece" in given or "part" in given:
            table, row = self._find_row(given)
            assert table.source is not None
            column = self._find_column(table, given.get("column", ""))
            made = pictures.set_named_cells(table.source, row, {column: added.name})
            edits.append(FileEdit(table.part.path, made.data, table.digest))
            told |= {"part": table.part.part, "row": row, "column": column}
        drop = given.get("drop", "")
        joined = bool(drop) and (drop, self._title) == (self._drop, self._history.undo_title)
        count = self._count + 1 if joined else 1
        title = f"{count} pictures" if joined else f"the picture {added.name}"
        if self._history.apply(title, edits, joined):
            self._drop, self._count, self._title = drop, count, title
        return told

    def crop(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Write how the picture of a piece is cropped into its row; DataError if it is refused."""
        table, row = self._find_row(given)
        assert table.source is not None
        texts = {}
        for name, (least, most) in CROP_COLUMNS.items():
            value = given.get(name)
            if value is None:
                texts[name] = ""
            elif isinstance(value, int | float) and least <= value <= most:
                texts[name] = f"{value:.4g}"
            else:
                raise refuse("GF006", Place(table.file), f"{name} is a number from {least:g} to {most:g}")
        names = pictures.list_columns(table.source)
        texts = {name: text for name, text in texts.items() if text or name in names}
        if texts:
            made = pictures.set_named_cells(table.source, row, texts)
            self._history.apply(
                f"the crop of {given.get('piece')}", [FileEdit(table.part.path, made.data, table.digest)]
            )
        return {}

    def _find_row(self, given: Mapping[str, Any]) -> tuple[tables.ShownTable, int]:
        """Return the table and the row of a piece or of a cell; GF401 if it cannot be changed, or is gone."""
        key, game = str(given.get("piece", "")), self._session.game
        piece = next((each for each in game.pieces if each.key == key), None) if game and key else None
        folder = self._session.folder
        part = tables.find_editable_table(folder, piece.part if piece else str(given.get("part", "")))
        table = tables.show_table(folder, part, tables.read_table_bytes(folder, part))
        asked = str(given.get("row", ""))
        row = table.lines.index(piece.line) if piece and piece.line in table.lines else -1
        if piece is None and asked.isdecimal() and len(asked) < 8:
            row = int(asked)
        if not 0 <= row < len(table.rows) or (piece and piece.file != table.file):
            raise refuse("GF401", Place(table.file), "this row is no longer where it was; look again, and try again")
        return table, row

    def _find_column(self, table: tables.ShownTable, asked: str) -> str:
        assert table.source is not None
        names = pictures.list_columns(table.source)
        if asked.isdecimal() and len(asked) < 8 and int(asked) < len(names) and names[int(asked)]:
            return names[int(asked)]
        parts = tables.read_game_tree(self._session.folder).items()["parts"].items()
        return pictures.find_art_column(parts[table.part.part], names)

    def read(self, name: str) -> tuple[bytes, str] | None:
        """Return the bytes of a picture and its kind; None if there is none of that name that is printed."""
        path = pictures.list_pictures(self._session.folder).get(name)
        picture = _measure(path, path.stat().st_mtime_ns)[0] if path else None
        if path is None or picture is None:
            return None
        return read_regular_file(path, MOST_BYTES), _KINDS[picture.suffix]


def list_shelf(session: Session) -> list[ShelfPicture]:
    """Return the pictures of the game, those that no piece shows last."""
    shown = {each.name: each for each in session.pictures}
    shelf = []
    for name, path in pictures.list_pictures(session.folder).items():
        picture, wrong = _measure(path, path.stat().st_mtime_ns)
        use = shown.get(name, UsedPicture(name, (), 0.0))
        shelf.append(ShelfPicture(name, picture, wrong, use.pieces, use.dpi))
    return sorted(shelf, key=lambda each: not each.pieces)


def list_missing(session: Session) -> list[Finding]:
    """Return the faults of pictures that are named and not there."""
    return [each for each in session.faults if each.code == "GF206" and pictures.FOLDER in each.message]


@lru_cache(maxsize=2048)
def _measure(path: Path, _stamp: int) -> tuple[pictures.GamePicture | None, str]:
    """Return what a picture is, or what is wrong with it."""
    try:
        return pictures.measure_picture_data(read_regular_file(path, MOST_BYTES), path.name), ""
    except DataError as error:
        return None, error.findings[0].message
    except (OSError, UnsafeFileError) as error:
        return None, str(error)
