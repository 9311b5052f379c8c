"""Draw the first row of a table, or of a part, in all layouts that can show it: one page, or a face for each."""

import json
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import to_builtins

from generator.components import KINDS, KINDS_OF_ROWS
from generator.components.designs import expand_parts
from generator.fonts.font_book import FontBook, open_fonts
from generator.load.column_guesses import guess_columns
from generator.load.game import read_game
from generator.load.layout_columns import Columns, find_grouping
from generator.load.layouts import list_guesses, list_layouts, propose_layouts, read_columns, read_layout
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Part, Row
from generator.model.layout import LAYOUT_FOLDER
from generator.model.paper import PAPERS
from generator.model.picture import Picture
from generator.pipeline.calibration import put_file
from generator.pipeline.game_from_table import SourceTable, find_pictures, open_table
from generator.pipeline.resources import find_game_folders
from generator.program.identity import find_resources
from generator.render.faces import FaceRenderer
from generator.render.template_files import TemplateFiles
from generator.write.pdf.document import PdfFile
from generator.write.pdf.pages import PdfPageDrawer

if TYPE_CHECKING:
    from generator.pipeline.preview import ShownFace

_MOST_COLUMNS = 4  # of samples on a page
_MARGIN, _GAP, _LABEL = 12.0, 7.0, 7.0  # mm


class LayoutSamples(NamedTuple):
    """A row in all layouts that can show it: their names, the page of all, and what is wrong with those left out."""

    names: Sequence[str]
    page: Picture
    fonts: FontBook
    faults: Sequence[Finding]


def write_samples(source: str, target: Path) -> LayoutSamples:
    """Write a page with the first row of a table, or of a game, in all layouts that suit it; DataError."""
    with draw_samples(source) as made:
        put_file(target, write_gallery(made.page, made.fonts))
    return made


def write_gallery(picture: Picture, fonts: FontBook) -> bytes:
    """Return a page as a PDF."""
    ink, file = PdfPageDrawer(PAPERS["a4"]), PdfFile(PAPERS["a4"], "Layouts", "none", fonts.find_font)
    page = ink.draw_picture(picture)
    file.add_definitions(ink.definitions)
    file.add_page(page)
    return file.to_bytes()


@contextmanager
def draw_samples(source: str) -> Iterator[LayoutSamples]:
    """Draw the first row of a table, or of a game, in all layouts that can show it, in a game of their own."""
    table, shared = open_source(source)
    columns, names = _fit_layouts(table)
    if not names:
        raise refuse("GF005", Place(source), "no layout knows what these columns are for; call one of them 'name'")
    with TemporaryDirectory() as folder:
        yield _draw(Path(folder, "sample"), table, columns, names, shared)


def open_source(source: str) -> tuple[SourceTable, Mapping[str, Any]]:
    """Return the rows of a table, or of the first part with rows of a game, and what else of that game they need."""
    if not Path(source).is_dir():
        return open_table(source), {}
    folder = find_game_folders([source])[0]
    game = read_game(folder, KINDS, words=find_resources("templates") / "words", parts_only=True)
    rows = next((rows for rows in game.rows.values() if rows), ())
    if not rows:
        raise refuse("GF005", Place(str(folder)), "no part of this game has rows")
    colors = {role: {"paint": each.paint, "mark": each.mark, "name": each.name} for role, each in game.colors.items()}
    shared = {"colors": colors, "icons": to_builtins(game.data.icons), "fonts": game.data.fonts}
    return SourceTable(folder / "game.yaml", "game.yaml", rows), {key: value for key, value in shared.items() if value}


def _fit_layouts(table: SourceTable) -> tuple[Columns, list[str]]:
    """Return the columns of a table, and the layouts that suit them, the best first."""
    columns = guess_columns(read_columns(table.rows), table.rows_from)
    return columns, list(dict.fromkeys(name for kind in KINDS_OF_ROWS for name in propose_layouts(columns, kind)))


def _write_game(folder: Path, parts: Mapping[str, Any], shared: Mapping[str, Any]) -> None:
    """Write a game.yaml with a part for each layout."""
    data = {"title": "Layouts", "version": "1", "players": [1, 6], "parts": parts, **shared}
    (folder / "game.yaml").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")


def _draw(
    folder: Path, table: SourceTable, columns: Columns, names: Sequence[str], shared: Mapping[str, Any]
) -> LayoutSamples:
    row, by = table.rows[0], find_grouping(columns)
    folder.mkdir()
    _copy_pictures(folder, table, row)
    faults: list[Finding] = []
    while True:
        _write_game(folder, {name: _compose_part(name, row, by, columns) for name in names}, shared)
        game = read_game(folder, KINDS, words=find_resources("templates") / "words", parts_only=True)
        parts_made = expand_parts(game, KINDS)
        fonts = open_fonts(table.file.parent / "fonts", game.data.fonts, game.place)
        faces = FaceRenderer(game, TemplateFiles(folder, find_resources("templates")), fonts, None, parts_made)
        wrong = faces.collect_findings(parts_made)
        if not wrong:
            take = f"gutterfold new mydeck --from {table.rows_from} --layout NAME"
            if table.file.name == "game.yaml":
                take = "write layout: NAME in the part in game.yaml"
            return LayoutSamples(names, draw_gallery(faces, parts_made, take=take), fonts, faults)
        failed = {part.id for part in parts_made if faces.collect_findings([part])}
        faults += wrong
        names = [name for name in names if name not in failed]
        if not names:
            raise DataError(faults)


def _copy_pictures(folder: Path, table: SourceTable, row: Row) -> None:
    """Copy the pictures that a row names, and those of the icons of its game."""
    found, _ = find_pictures(table._replace(rows=(row,)), list(row.values))
    (folder / "images").mkdir()
    for path in found.values():
        shutil.copyfile(path, folder / "images" / path.name)


def _compose_part(name: str, row: Row, by: str, columns: Columns) -> Mapping[str, Any]:
    """Return the data of a part that shows a row in a layout, in the color of a column, if there is one."""
    values = {key: value for key, value in row.values.items() if key not in ("id", "copies")}
    guessed = {slot: list(found) or False for slot, found in list_guesses(name, columns).items()}
    layout = {"use": name, "frame": {"by": by}, **guessed}
    return {**read_layout(name).example, "rows": [values], "copies": 1, "layout": layout}


def draw_gallery(faces: FaceRenderer, parts: Sequence[Part], side: str = "", take: str = "") -> Picture:
    """Return a page with the first pieces of some parts, or their `.back`, and their names, in rows of a shelf.

    Below them stands the command that makes a game in one of these layouts, which `take` has.
    """
    paper, count = PAPERS["a4"], len(parts)
    columns = next(each for each in (2, 3, 4) if each == _MOST_COLUMNS or count <= each * each)
    rows = [parts[at : at + columns] for at in range(0, count, columns)]
    wide = (paper.width - 2 * _MARGIN + _GAP) / columns - _GAP
    high = min((paper.height - 2 * _MARGIN - _LABEL) / len(rows) - _GAP - _LABEL, wide * 1.6)
    boxes, floor = list[Mapping[str, Any]](), _MARGIN
    for row in rows:
        trims = [part.trim_of(part.designs[0]) for part in row]
        scales = [min(wide / trim.width, high / trim.height) for trim in trims]
        floor += max(trim.height * scale for trim, scale in zip(trims, scales, strict=True))
        left = (paper.width - len(row) * (wide + _GAP) + _GAP) / 2
        for at, (part, trim, scale) in enumerate(zip(row, trims, scales, strict=True)):
            is_net = part.designs[0].net is not None
            size = {"width": trim.width * scale, "height": trim.height * scale, "is_round": trim.shape == "disc"}
            x, y = left + at * (wide + _GAP) + (wide - size["width"]) / 2, floor - size["height"]
            face = f"{part.id}{'.net' if is_net else side}"
            boxes.append({"name": part.id, "is_net": is_net, "face": face, "x": x, "y": y, **size})
        floor += _LABEL + _GAP
    values = {"samples": boxes, "take": take, "floor": floor}
    return faces.draw_page(f"{LAYOUT_FOLDER}/sample.svg.j2", values, paper.width, paper.height)


def describe_layouts(source: str | None) -> Iterator[tuple[str, str, str]]:
    """Yield the layouts with their kinds and slots; for a table or a game, those that suit it, the best first."""
    if source is None:
        names: Sequence[str] = list_layouts()
    else:
        names = _fit_layouts(open_source(source)[0])[1]
    for name in names:
        offered = read_layout(name)
        slots = (f"{slot}{'' if data.needed else '?'}" for slot, data in offered.slots.items())
        yield name, "/".join(offered.kinds), " ".join(slots)


class LayoutFace(NamedTuple):
    """A layout with its name, what it is for and what it looks like; `is_own`: with a row of the game."""

    name: str
    about: str
    kind: str
    has_rows: bool
    is_own: bool
    face: "ShownFace"


class _OwnParts(NamedTuple):
    """A part for each layout that suits the first row of a game, what these parts share, and their table."""

    parts: Mapping[str, Any]
    shared: Mapping[str, Any]
    table: SourceTable | None


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


def _compose_own(game: Path) -> _OwnParts:
    table, shared = open_source(str(game))
    columns, names = _fit_layouts(table)
    by = find_grouping(columns)
    parts = {name: {**_compose_part(name, table.rows[0], by, columns), "title": "Sample"} for name in names}
    return _OwnParts(parts, {key: value for key, value in shared.items() if key != "fonts"}, table)


def _draw_layouts(own: _OwnParts) -> tuple[LayoutFace, ...]:
    from generator.pipeline.editing.game_edits import compose_part

    names = [*own.parts, *(name for name in list_layouts() if name not in own.parts)]
    parts = {name: own.parts.get(name) or compose_part(name, "Sample") for name in names}
    with TemporaryDirectory() as home:
        folder = Path(home, "layouts")
        folder.mkdir()
        if own.table is not None:
            _copy_pictures(folder, own.table, own.table.rows[0])
        _write_game(folder, parts, own.shared)
        return tuple(_draw_parts(folder, parts, own.parts.keys()))


def _draw_parts(folder: Path, parts: Mapping[str, Any], own: Collection[str]) -> Iterator[LayoutFace]:
    from generator.pipeline.preview import GamePreview

    preview = GamePreview(folder)
    pieces = {each.part: each for each in reversed(preview.load().game.pieces)}
    for name, part in parts.items():
        with suppress(DataError):
            face = preview.draw_face(pieces[name].key, "front") if name in pieces else None
            if face is not None:
                yield LayoutFace(
                    name, read_layout(name).about, part["kind"], has_rows="rows" in part, is_own=name in own, face=face
                )
