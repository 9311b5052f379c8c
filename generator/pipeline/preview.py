"""Show a game while it is being changed: keep what a drawing needs, and draw one face at a time as SVG."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import unquote

from generator.export.cutting import trace_cut
from generator.fonts.font_book import open_fonts
from generator.geometry.bounds import transformed_box_bounds
from generator.geometry.types import Box
from generator.language.color_vision import NORMAL
from generator.model.color import Color
from generator.model.finding import DataError, DrawingError, Finding, Place
from generator.model.game import Design, Game, Part
from generator.model.layout import CROP_COLUMNS
from generator.model.paper import Side
from generator.model.picture import Group, Picture, Shape
from generator.pipeline.build import find_sheet_language, load_game
from generator.pipeline.options import Options
from generator.pipeline.resources import list_palettes
from generator.pipeline.setting_fields import SettingField, list_setting_fields
from generator.program.identity import find_resources
from generator.proof.placed_images import measure_dpi, walk_images
from generator.render.faces import FaceRenderer
from generator.render.template_files import TemplateFiles
from generator.write.svg.sheets import SvgFigures

_FOLDER = "images/"
_ROOT_SIZE = re.compile(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"')
_NAMED_PICTURE = re.compile(r"images/([^\"'#?<>]{1,300})[\"'#?]")
_SHORT = 200  # characters of a value that are shown beside its piece
_FIRST_SECONDS = 0.02  # of drawing before a page hears that a game was loaded again
_USED_FOLDERS = "templates", "images", "fonts"
_AS_IT_IS = Options()  # a game in its own colors and language

FaceKey = tuple[str, Side]


class PlacedPicture(NamedTuple):
    """A picture on a face: its file below `images/`, its resolution (dpi), where it lies, and the box that shows it.

    `whole` and `box` are in mm from the corner of the face's trim; a picture that is not cropped has no box.
    """

    name: str
    dpi: float
    whole: Box
    box: Box | None = None


def list_placed_pictures(shapes: Sequence[Shape]) -> list[PlacedPicture]:
    """Return the pictures of a face that are made of pixels; of one that is drawn twice, the finer."""
    found: dict[str, PlacedPicture] = {}
    for image, matrix, box in walk_images(shapes):
        name = unquote(image.name.strip("'\""))
        if name.startswith(_FOLDER) and (dpi := measure_dpi(image, matrix)):
            whole = transformed_box_bounds(image.x, image.y, image.width, image.height, matrix)
            each = PlacedPicture(name.removeprefix(_FOLDER), dpi, whole, box)
            found[each.name] = max(found.get(each.name, each), each, key=lambda one: one.dpi)
    return list(found.values())


class PreviewPiece(NamedTuple):
    """A design as the gallery lists it; `key` is its name in files, and lengths are in mm.

    `shape` is that of its trim; a net or a polygon has a line `cut` that it is cut along, as the data of an SVG path.
    `roles` are its colors, `values` the texts of its row, and `file` and `line` say where that row is written. Columns
    of the row say how its picture is cropped if it `has_crop`, or may do so.
    """

    key: str
    part: str
    title: str
    name: str
    copies: int
    sides: tuple[Side, ...]
    width: float
    height: float
    safe: float
    shape: str
    cut: str
    roles: str
    values: tuple[tuple[str, str], ...]
    file: str
    line: int
    has_crop: bool = False

    @property
    def texts(self) -> str:
        """Return the texts of its row, to search in."""
        return " ".join(text for _, text in self.values)


class ShownRole(NamedTuple):
    """A color role: its name, its group, what it is called, and its paint."""

    role: str
    group: str
    called: str
    paint: str


class TableBoard(NamedTuple):
    """A board as it lies on the table, however it is cut for the paper, and its sides; lengths are in mm."""

    part: str
    title: str
    sides: tuple[Side, ...]
    width: float
    height: float


class ShownGame(NamedTuple):
    """What the studio shows of a game before anything is drawn.

    `fields` are the sizes and counts that can be set otherwise, and `setting` is an example of what `--set` takes.
    """

    title: str
    version: str
    parts: tuple[tuple[str, str, int], ...]
    pieces: tuple[PreviewPiece, ...]
    roles: tuple[ShownRole, ...]
    palettes: tuple[str, ...]
    languages: tuple[str, ...]
    notes: tuple[Finding, ...]
    boards: tuple[TableBoard, ...]
    setting: str = ""
    fields: tuple[SettingField, ...] = ()


class ShownFace(NamedTuple):
    """A face as an SVG document with its bleed, which reaches `bleed` mm beyond the trim, and its digest.

    `width` and `height` are those of the trim, and `pictures` are those of its pixels.
    """

    svg: str
    width: float
    height: float
    bleed: float
    digest: str
    pictures: tuple[PlacedPicture, ...] = ()

    def crop(self) -> str:
        """Return the document without the bleed."""
        box = f"{self.bleed:g} {self.bleed:g} {self.width:g} {self.height:g}"
        size = f'width="{self.width:g}mm" height="{self.height:g}mm" viewBox="{box}"'
        return _ROOT_SIZE.sub(size, self.svg, count=1)


class UsedPicture(NamedTuple):
    """A picture of the game's `images/` that faces show: the pieces, and its lowest resolution; 0 for a drawing."""

    name: str
    pieces: tuple[str, ...]
    dpi: float


class SweptFace(NamedTuple):
    """A face that was looked at: the digest of how it looks, and what it looks like if that is new."""

    key: FaceKey
    digest: str
    face: ShownFace | None


class SweptFaces(NamedTuple):
    """Faces that were looked at, what is wrong with others, and how many are left."""

    faces: tuple[SweptFace, ...] = ()
    faults: tuple[Finding, ...] = ()
    left: int = 0


class LoadedGame(NamedTuple):
    """A game as it was loaded, the faces that were looked at first, and the pieces whose rows changed since before."""

    game: ShownGame
    swept: SweptFaces
    changed: tuple[str, ...] = ()


class GamePreview:
    """A game that is loaded again when its files change, and the faces that were drawn of it.

    A face is drawn again only if its template makes another text than before, or if a file that is no table changed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._designs: dict[str, tuple[Part, Design]] = {}
        self._faces: FaceRenderer | None = None
        self._figures = SvgFigures()
        self._drawn: dict[tuple[str, Side, str], ShownFace] = {}
        self._named: dict[FaceKey, frozenset[str]] = {}  # the pictures that a face's template names
        self._known: dict[bytes, ShownFace] = {}  # by digest of all that a face is made of
        self._before: dict[bytes, ShownFace] = {}  # those of the game that was loaded before
        self._shown: dict[FaceKey, str] = {}
        self._files = b""
        self._waiting: Iterator[FaceKey] = iter(())
        self._left = 0
        self._number = 0

    def load(self, options: Options = _AS_IT_IS, visible: Sequence[str] = (), number: int = 0) -> LoadedGame:
        """Read the game again in the chosen colors and language; after a DataError, what was loaded before stays.

        Pieces whose rows changed are looked at first, and then those that are `visible`. By its `number`, a request
        for more faces tells of which reading it is.
        """
        game, parts = load_game(self.folder, options)
        fonts = open_fonts(self.folder / "fonts", game.data.fonts, game.place)
        files = TemplateFiles(self.folder, find_resources("templates"))
        language = find_sheet_language(game, options)
        self._faces = FaceRenderer(game, files, fonts, language, parts)
        self._drawn, self._named = {}, {}
        unfinished = self._before if self._left else {}
        self._before, self._known = {**unfinished, **self._known}, {}
        self._files = _digest_files(self.folder, (game.data.fonts, language and language.says))
        before, self._designs = (
            self._designs,
            {_name_piece(part, design): (part, design) for part in parts for design in part.designs},
        )
        self._number = number
        changed = [
            key for key, (_, design) in self._designs.items() if key in before and _row(before[key][1]) != _row(design)
        ]
        first = self._queue_faces(changed, visible)
        swept = self.sweep(_FIRST_SECONDS, first, number) if before else SweptFaces(left=self._left)
        return LoadedGame(self._describe_game(game, parts), swept, tuple(changed))

    def try_text(self, text: str, before: str) -> tuple[Finding, ...]:
        """Return what a game refuses of a text of game.yaml, unless it refuses the same of the one `before`."""
        found = self._find_faults(text)
        known = {(each.code, each.message) for each in self._find_faults(before)} if found else ()
        return tuple(each for each in found if (each.code, each.message) not in known)

    def _find_faults(self, text: str) -> tuple[Finding, ...]:
        try:
            load_game(self.folder, _AS_IT_IS, text.replace("\r\n", "\n").removeprefix("\ufeff"))
        except DataError as error:
            return error.findings
        return ()

    def _describe_game(self, game: Game, parts: Sequence[Part]) -> ShownGame:
        rows = {id(row.values): row.place() for each in game.rows.values() for row in each}
        return ShownGame(
            game.data.title,
            game.data.version,
            tuple((part.id, part.title, part.count) for part in parts),
            tuple(
                _describe_piece(key, part, design, rows.get(id(_row(design)), design.place))
                for key, (part, design) in self._designs.items()
            ),
            tuple(
                ShownRole(role, role.rpartition(".")[0], each.called, each.paint) for role, each in game.colors.items()
            ),
            palettes=list_palettes(self.folder),
            languages=tuple(language.tag for language in game.languages),
            notes=game.notes,
            boards=tuple(
                TableBoard(each.id, each.title, _list_sides(each), each.board.width, each.board.height)
                for each in parts
                if each.board
            ),
            setting=_suggest_setting(game),
            fields=list_setting_fields(game),
        )

    def _queue_faces(self, changed: Sequence[str], visible: Sequence[str]) -> int:
        """Put all faces in the order in which they are looked at; return how many a page must hear of at once."""
        seen = set(visible)
        keys = dict.fromkeys(chain((key for key in changed if key in seen), changed, visible, self._designs))
        faces = [(key, side) for key in keys if key in self._designs for side in _list_sides(self._designs[key][0])]
        self._waiting, self._left = iter(faces), len(faces)
        urgent = set(changed or visible)
        return sum(key in urgent for key, _ in faces)

    def sweep(self, seconds: float, most: int | None = None, number: int = 0) -> SweptFaces:
        """Look at the next faces that nobody asked for yet, for some time, or until so many were looked at.

        A request that belongs to an earlier reading of the game takes none: nobody would hear of them.
        """
        if number != self._number:
            return SweptFaces()
        found: list[SweptFace] = []
        faults: list[Finding] = []
        end = perf_counter() + seconds
        for key in islice(self._waiting, most):
            self._left -= 1
            try:
                face = self.draw_face(*key)
            except DataError as error:
                faults += error.findings
            else:
                assert face is not None
                is_new = self._shown.get(key) != face.digest
                self._shown[key] = face.digest
                found.append(SweptFace(key, face.digest, face if is_new and self._before else None))
            if perf_counter() > end:
                break
        return SweptFaces(tuple(found), tuple(faults), self._left)

    def draw_face(self, key: str, side: Side, sight: str = NORMAL) -> ShownFace | None:
        """Return a face as a kind of sight has it, None if there is no such piece; DataError if it cannot be drawn."""
        if (key, side, sight) in self._drawn:
            return self._drawn[key, side, sight]
        part, design = self._designs.get(key, (None, None))
        if part is None or design is None or self._faces is None or (side == "back" and part.back is None):
            return None
        made_of = self._digest_request(self._faces, part, design, side, sight)
        found = self._before.get(made_of) if made_of else None
        if found is None:
            found = self._draw(self._faces.draw_face(part, design, side), sight)
        if made_of:
            self._known[made_of] = found
        self._drawn[key, side, sight] = found
        return found

    def draw_board(self, part_id: str, side: Side) -> ShownFace | None:
        """Return a board as it is put together from its sections, None if there is no such board; DataError."""
        found = next(((part, design) for part, design in self._designs.values() if part.id == part_id), None)
        if found is None or self._faces is None or found[0].board is None or side not in _list_sides(found[0]):
            return None
        return self._draw(self._faces.draw_whole(*found, side), NORMAL)

    def _digest_request(self, faces: FaceRenderer, part: Part, design: Design, side: Side, sight: str) -> bytes:
        """Return a digest of all that a face is made of; empty if it cannot be told, as for a section of a board."""
        if design.section is not None:
            return b""
        request = faces.request_face(part, design, side)
        try:
            text = faces.render_text(request)
        except DrawingError:
            return b""
        self._named[_name_piece(part, design), side] = frozenset(map(unquote, _NAMED_PICTURE.findall(text)))
        made_of = blake2b(self._files, digest_size=16)
        for each in (text, sight, repr((part.trim_of(design), part.safe, request.net))):
            made_of.update(each.encode("utf-8", "surrogatepass") + b"\0")
        return made_of.digest()

    def _draw(self, picture: Picture, sight: str) -> ShownFace:
        shapes, bleed = picture.shapes, 0.0 - picture.x  # not -0.0
        if sight != NORMAL:
            from generator.pipeline.color_report import recolor_shapes  # slow

            shapes = recolor_shapes(shapes, sight)
        moved = Group(shapes, (1.0, 0.0, 0.0, 1.0, bleed, -picture.y))
        svg = self._figures.draw_figure(Picture(0.0, 0.0, picture.width, picture.height, (moved,)))
        trim = picture.width - 2 * bleed, picture.height - 2 * bleed
        placed = tuple(list_placed_pictures(picture.shapes))
        return ShownFace(svg, *trim, bleed, blake2b(svg.encode(), digest_size=8).hexdigest(), placed)

    def list_pictures(self) -> tuple[UsedPicture, ...]:
        """Return the pictures that the faces show which were drawn by now."""
        pieces: dict[str, dict[str, None]] = {}
        finest: dict[str, float] = {}
        for (key, side, sight), face in self._drawn.items():
            for name in (*self._named.get((key, side), ()), *(each.name for each in face.pictures)):
                pieces.setdefault(name, {})[key] = None
            for each in face.pictures if sight == NORMAL else ():
                finest[each.name] = min(each.dpi, finest.get(each.name, each.dpi))
        return tuple(UsedPicture(name, tuple(keys), finest.get(name, 0.0)) for name, keys in pieces.items())


def _name_piece(part: Part, design: Design) -> str:
    """Return the name of a piece in files."""
    return f"{part.id}.{design.id}"


def _suggest_setting(game: Game) -> str:
    """Return a value of a part that can be set otherwise: the number of copies, unless a column has that, or gaps."""
    parts = game.parts.items()
    counted = (f"{name}.copies={part.copies + 1}" for name, part in parts if part.copies)
    return next(counted, next((f"{name}.gap=2" for name, _ in parts), ""))


def _describe_piece(key: str, part: Part, design: Design, place: Place) -> PreviewPiece:
    trim = part.trim_of(design)
    roles = " ".join(value.role for value in design.values.values() if isinstance(value, Color))
    return PreviewPiece(
        key,
        part.id,
        part.title,
        design.id,
        design.copies,
        sides=_list_sides(part),
        width=trim.width,
        height=trim.height,
        safe=part.safe,
        shape=trim.shape if design.net is None else "net",
        cut=_trace_cut(part, design),
        roles=roles,
        values=tuple(_list_values(design.values)),
        file=place.file,
        line=place.line,
        has_crop=_has_crop(design),
    )


def _has_crop(design: Design) -> bool:
    """Return whether a layout shows a picture on a piece, or its row says how one is cropped."""
    return bool(design.values.get("slots", {}).get("art")) or bool(CROP_COLUMNS.keys() & (_row(design) or {}).keys())


def _trace_cut(part: Part, design: Design) -> str:
    """Return the cut line of a net or a polygon as the data of an SVG path; empty for other shapes."""
    if design.net is None and part.trim_of(design).shape != "polygon":
        return ""
    segments = trace_cut(part, design, corners=0.0)
    return " ".join(kind + " ".join(f"{each:.3f}" for each in flat) for kind, *flat in segments)


def _list_sides(part: Part) -> tuple[Side, ...]:
    return ("front",) if part.back is None else ("front", "back")


def _row(design: Design) -> Any:
    return design.values.get("row")


def _digest_files(game: Path, more: object) -> bytes:
    """Return a digest of what faces use unsaid: times and sizes of templates, images and fonts, and something more."""
    found = blake2b(repr(more).encode("utf-8", "surrogatepass"), digest_size=16)
    for root in (*(game / name for name in _USED_FOLDERS), find_resources("templates")):
        for folder, _, names in os.walk(root):
            for path in (Path(folder, name) for name in sorted(names)):
                with suppress(OSError):
                    status = path.stat()
                    found.update(os.fsencode(f"{path}\0{status.st_mtime_ns}\0{status.st_size}\0"))
    return found.digest()


def _list_values(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the texts of a row, without what templates alone can use."""
    row = values.get("row")
    shown = row.items() if isinstance(row, Mapping) else ()
    return [(name, str(value)[:_SHORT]) for name, value in shown if value is not None]
