"""Draw one face in each ready-made layout: a row of the game where it suits, and sample texts elsewhere."""

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from generator.components import KINDS_OF_ROWS
from generator.load.column_guesses import guess_columns
from generator.load.layout_columns import find_grouping
from generator.load.layouts import list_layouts, propose_layouts, read_columns, read_layout
from generator.model.finding import DataError
from generator.pipeline.editing.game_edits import compose_part
from generator.pipeline.game_from_table import SourceTable
from generator.pipeline.layout_samples import compose_sample_part, copy_pictures, open_source
from generator.pipeline.preview import GamePreview, ShownFace


class LayoutFace(NamedTuple):
    """A layout with its name, what it is for and what it looks like; `is_own`: with a row of the game."""

    name: str
    about: str
    kind: str
    has_rows: bool
    is_own: bool
    face: ShownFace


def draw_layout_faces(game: Path) -> tuple[LayoutFace, ...]:
    """Return all layouts, those first that suit the first row of the game; one that cannot be drawn is left out."""
    try:
        own = _compose_own(game)
    except DataError:  # no rows yet, or the game cannot be read
        own = _OwnParts({}, {}, None)
    try:
        faces = _draw_layouts(own)
    except DataError:  # the row lacks what the table has
        own = own._replace(parts={})
        faces = _draw_layouts(own)
    drawn = {each.name for each in faces}
    if own.parts.keys() - drawn:  # the row does not fit
        faces = _draw_layouts(own._replace(parts={key: each for key, each in own.parts.items() if key in drawn}))
    return faces


class _OwnParts(NamedTuple):
    """A part for each layout that suits the first row of a game, what these parts share, and their table."""

    parts: Mapping[str, Any]
    shared: Mapping[str, Any]
    table: SourceTable | None


def _draw_layouts(own: _OwnParts) -> tuple[LayoutFace, ...]:
    names = [*own.parts, *(name for name in list_layouts() if name not in own.parts)]
    parts = {name: own.parts.get(name) or compose_part(name, "Sample") for name in names}
    with TemporaryDirectory() as home:
        folder = Path(home, "layouts")
        folder.mkdir()
        if own.table is not None:
            copy_pictures(folder, own.table, own.table.rows[0])
        data = {"title": "Layouts", "version": "1", "players": [1, 4], "parts": parts, **own.shared}
        (folder / "game.yaml").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        return _draw_parts(folder, parts, own.parts.keys())


def _compose_own(game: Path) -> _OwnParts:
    table, shared = open_source(str(game))
    columns = guess_columns(read_columns(table.rows), table.rows_from)
    by = find_grouping(columns)
    names = dict.fromkeys(name for kind in KINDS_OF_ROWS for name in propose_layouts(columns, kind))
    parts = {name: {**compose_sample_part(name, table.rows[0], by, columns), "title": "Sample"} for name in names}
    return _OwnParts(parts, {key: value for key, value in shared.items() if key != "fonts"}, table)


def _draw_parts(folder: Path, parts: Mapping[str, Any], own: Collection[str]) -> tuple[LayoutFace, ...]:
    preview = GamePreview(folder)
    pieces = preview.load().game.pieces
    shown = []
    for name, part in parts.items():
        piece = next((each for each in pieces if each.part == name), None)
        try:
            face = preview.draw_face(piece.key, "front") if piece else None
        except DataError:
            continue
        if face is not None:
            about = read_layout(name).about
            shown.append(LayoutFace(name, about, part["kind"], "rows" in part, name in own, face))
    return tuple(shown)
