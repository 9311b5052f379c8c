"""Show a game while it is being changed: keep what a drawing needs, and draw one face at a time as SVG."""

import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from generator.fonts.font_book import open_fonts
from generator.language.color_vision import NORMAL
from generator.model.color import Color
from generator.model.finding import Finding
from generator.model.game import Design, Part
from generator.model.paper import Side
from generator.model.picture import Group, Picture
from generator.pipeline.build import load_game
from generator.pipeline.options import Options
from generator.pipeline.resources import find_resources
from generator.render.faces import FaceRenderer
from generator.render.template_files import TemplateFiles
from generator.write.svg.sheets import SvgFigures

_ROOT_SIZE = re.compile(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"')
_SHORT = 200  # characters of a value that are shown beside its piece


class PreviewPiece(NamedTuple):
    """A design as the gallery lists it; `key` is its name in files, and lengths are in mm.

    `roles` are its colors, `values` the texts of its row, and `file` and `line` say where that row is written.
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
    roles: str
    values: tuple[tuple[str, str], ...]
    file: str
    line: int

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


class ShownGame(NamedTuple):
    """What the studio shows of a game before anything is drawn."""

    title: str
    version: str
    parts: tuple[tuple[str, str, int], ...]
    pieces: tuple[PreviewPiece, ...]
    roles: tuple[ShownRole, ...]
    palettes: tuple[str, ...]
    notes: tuple[Finding, ...]


class ShownFace(NamedTuple):
    """A face as an SVG document with its bleed, which reaches `bleed` mm beyond the trim, and its digest.

    `width` and `height` are those of the trim.
    """

    svg: str
    width: float
    height: float
    bleed: float
    digest: str

    def crop(self) -> str:
        """Return the document without the bleed."""
        box = f"{self.bleed:g} {self.bleed:g} {self.width:g} {self.height:g}"
        size = f'width="{self.width:g}mm" height="{self.height:g}mm" viewBox="{box}"'
        return _ROOT_SIZE.sub(size, self.svg, count=1)


class GamePreview:
    """A game that is loaded again when its files change, and the faces that were drawn of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._designs: dict[str, tuple[Part, Design]] = {}
        self._faces: FaceRenderer | None = None
        self._figures = SvgFigures()
        self._drawn: dict[tuple[str, Side, str], ShownFace] = {}

    def load(self, palette: str | None = None, colors: Sequence[str] = ()) -> ShownGame:
        """Read the game again; DataError lists all faults, and what was loaded before stays as it was."""
        game, parts = load_game(self._folder, Options(palette=palette, colors=tuple(colors)))
        fonts = open_fonts(self._folder / "fonts", game.data.fonts)
        files = TemplateFiles(self._folder, find_resources("templates"))
        self._faces = FaceRenderer(game, files, fonts, parts=parts)
        self._figures, self._drawn = SvgFigures(), {}
        self._designs = {f"{part.id}.{design.id}": (part, design) for part in parts for design in part.designs}
        return ShownGame(
            game.data.title,
            game.data.version,
            tuple((part.id, part.title, part.count) for part in parts),
            tuple(_describe_piece(key, part, design) for key, (part, design) in self._designs.items()),
            tuple(_describe_role(role, color) for role, color in game.colors.items()),
            _list_palettes(self._folder),
            game.notes,
        )

    def draw_face(self, key: str, side: Side, sight: str = NORMAL) -> ShownFace | None:
        """Return a face as a kind of sight has it, None if there is no such piece; DataError if it cannot be drawn."""
        if (key, side, sight) in self._drawn:
            return self._drawn[key, side, sight]
        part, design = self._designs.get(key, (None, None))
        if part is None or design is None or self._faces is None or (side == "back" and part.back is None):
            return None
        found = self._drawn[key, side, sight] = self._draw(self._faces.draw_face(part, design, side), sight)
        return found

    def _draw(self, picture: Picture, sight: str) -> ShownFace:
        shapes, bleed = picture.shapes, -picture.x
        if sight != NORMAL:
            from generator.pipeline.color_report import recolor_shapes  # slow

            shapes = recolor_shapes(shapes, sight)
        moved = Group(shapes, (1.0, 0.0, 0.0, 1.0, bleed, -picture.y))
        svg = self._figures.draw_figure(Picture(0.0, 0.0, picture.width, picture.height, (moved,)))
        trim = picture.width - 2 * bleed, picture.height - 2 * bleed
        return ShownFace(svg, *trim, bleed, blake2b(svg.encode(), digest_size=8).hexdigest())


def _describe_piece(key: str, part: Part, design: Design) -> PreviewPiece:
    trim = part.trim_of(design)
    sides: tuple[Side, ...] = ("front",) if part.back is None else ("front", "back")
    roles = " ".join(value.role for value in design.values.values() if isinstance(value, Color))
    return PreviewPiece(
        key,
        part.id,
        part.title,
        design.id,
        design.copies,
        sides,
        trim.width,
        trim.height,
        part.safe,
        roles,
        tuple(_list_values(design.values)),
        design.place.file,
        design.place.line,
    )


def _list_values(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the texts of a row, without what templates alone can use."""
    row = values.get("row")
    shown = row.items() if isinstance(row, Mapping) else ()
    return [(name, str(value)[:_SHORT]) for name, value in shown if value is not None]


def _describe_role(role: str, color: Color) -> ShownRole:
    return ShownRole(role, role.rpartition(".")[0], color.called, color.paint)


def _list_palettes(folder: Path) -> tuple[str, ...]:
    """Return the names of the palettes that a game can be painted in, its own first."""
    homes = folder / "palettes", find_resources("templates") / "palettes"
    return tuple(dict.fromkeys(path.stem for home in homes for path in sorted(home.glob("*.yaml"))))
