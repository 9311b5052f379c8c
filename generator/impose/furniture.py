"""Draw what surrounds the pieces on a sheet, which gives way where they need its room; mm."""

from collections.abc import Callable, Sequence
from math import atan2, cos, hypot, sin

from msgspec.structs import replace

from generator.fonts.shaping import open_shaper
from generator.impose import marks
from generator.impose.crop_marks import Slug, draw_crop_marks
from generator.impose.grid import Field
from generator.impose.packing import Block, PackedSheet
from generator.model.net import LineKind
from generator.model.paper import Paper
from generator.model.picture import Font, Group, Paint, Shape, Text
from generator.model.sheet import AS_DRAWN, CutStyle, Placement

_OVERLAY_LENGTH, _OVERLAY_HEIGHT = 0.7, 0.3  # of a text across a piece, of its diagonal and of its shorter side
_OVERLAY_GRAY = 0.18  # so that what lies under it can be read


class Furniture:
    """Draws rulers, marks, captions, legends and labels; `head` and `build` stand in the label of each sheet.

    `say` translates words into the language of the sheets.

    On a tight sheet there is nothing above and below the pieces but crop marks: the label stands at the right. On a
    narrow one there is nothing beside them, and the ruler stands at the bottom alone.
    """

    def __init__(
        self,
        paper: Paper,
        font: Font,
        head: str,
        build: str,
        cutting: CutStyle = AS_DRAWN,
        say: Callable[[str], str] = str,
    ) -> None:
        self._cutting, self._say = cutting, say
        self._paper, self._font = paper, font
        self._head, self._build = font.replace_missing(head), build
        self._rulers = {
            (tight, narrow): marks.draw_rulers(paper, font, tight=tight, narrow=narrow, say=say)
            for tight in (False, True)
            for narrow in (False, True)
        }
        self._crops: dict[tuple[object, ...], tuple[Shape, ...]] = {}

    def draw_sheet(self, sheet: PackedSheet, fronts: Sequence[Placement]) -> tuple[Shape, ...]:
        """Return all but the label of a sheet with these fronts."""
        field = Field(self._paper, sheet.fold)
        folds = marks.draw_fold_marks(field) if sheet.fold != "none" else ()
        kinds = _list_kinds(fronts)
        is_marked = self._cutting.is_marked("front")
        crops = self._draw_crop_marks(sheet.blocks, self._find_slug(sheet, kinds)) if is_marked else ()
        shapes = *self._rulers[sheet.is_tight, sheet.is_narrow], *crops, *folds
        if any(each.design.section for each in fronts):
            lying = [piece for block in sheet.blocks if block.cell.beside for piece in block.pieces]
            beside = {f"{piece.part.id}.{piece.design.id}.c{piece.copy}.front" for piece in lying}
            shapes = *shapes, *marks.draw_captions(fronts, beside, self._font, self._say)
        if kinds:
            shapes = *shapes, *marks.draw_legend(kinds, self._paper, self._font, self._say)
        return shapes

    def draw_guides(self, sheet: PackedSheet, fronts: Sequence[Placement]) -> tuple[Shape, ...]:
        """Return what is drawn over the fronts to cut along: lines and rounded corners, if they were asked for."""
        lines = self._cutting.marks == "lines" and self._cutting.is_marked("front")
        radius = self._cutting.corners
        if not lines and not radius:
            return ()
        from generator.impose.guides import draw_guides  # few builds ask for any

        return draw_guides(sheet.blocks, fronts, self._find_slug(sheet, _list_kinds(fronts)), lines, radius)

    def draw_back_marks(self, sheet: PackedSheet, fronts: Sequence[Placement]) -> tuple[tuple[Shape, ...], ...]:
        """Return the crop marks and the cut lines of the pieces with backs, as seen through the paper from the front.

        `fronts` are the placements of the sheet.
        """
        backed = [block for block in sheet.blocks if any(piece.part.back for piece in block.pieces)]
        # marks keep clear of the bleed of backs too
        blocks = [block._replace(cell=replace(block.cell, front=block.cell.bleed)) for block in backed]
        if not blocks or not self._cutting.is_marked("back"):
            return (), ()
        slug = self._find_slug(sheet, _list_kinds(fronts))._replace(mirrored=True)
        crops = self._draw_crop_marks(blocks, slug)
        if self._cutting.marks != "lines":
            return crops, ()
        from generator.impose.guides import draw_guides

        slots = [each for each in fronts if each.part.back]
        return crops, draw_guides(blocks, slots, slug, lines=True, radius=0.0)

    def draw_overlays(self, text: str, fronts: Sequence[Placement]) -> tuple[Shape, ...]:
        """Return a text in light gray across each front, along its diagonal; nothing if there is no text."""
        return tuple(_draw_overlay(self._font.replace_missing(text), self._font, placed) for placed in fronts if text)

    def _find_slug(self, sheet: PackedSheet, kinds: Sequence[LineKind]) -> Slug:
        legend = marks.measure_legend(kinds, self._font, self._say) if kinds else 0.0
        return Slug(Field(self._paper, sheet.fold), sheet.is_tight, legend, sheet.is_narrow)

    def draw_label(
        self, titles: Sequence[str], tail: str, tight: Sequence[Placement] | None = None
    ) -> tuple[Shape, ...]:
        """Return the label: the game, titles of parts, the sheet and the build; `tight` is what a tight sheet holds."""
        shown = [self._font.replace_missing(title) for title in titles]
        line = self._head, shown, f"{tail}  {self._say('build')} {self._build}"
        if tight is None:
            return marks.draw_sheet_label(self._paper, self._font, *line, self._say)
        legend = marks.measure_legend(_list_kinds(tight), self._font, self._say)
        return marks.draw_side_label(self._paper, self._font, *line, legend, self._say)

    def _draw_crop_marks(self, blocks: Sequence[Block], slug: Slug) -> tuple[Shape, ...]:
        placed = ((block.cell, block.columns, len(block.pieces), block.x, block.y) for block in blocks)
        key = slug, *placed
        if key not in self._crops:
            self._crops[key] = draw_crop_marks(blocks, slug)
        return self._crops[key]


def _list_kinds(placements: Sequence[Placement]) -> list[LineKind]:
    """Return the kinds of lines that a legend explains; most sheets have none."""
    if not any(each.design.section or each.design.net for each in placements):
        return []
    return marks.list_line_kinds(placements)


def _draw_overlay(text: str, font: Font, placed: Placement) -> Group:
    """Return a text that reads upwards along the diagonal of a piece, as large as fits in the middle of it."""
    width, height = placed.width, placed.height
    em = open_shaper(font).measure(text)
    size = min(_OVERLAY_LENGTH * hypot(width, height) / em, _OVERLAY_HEIGHT * min(width, height))
    line = Text(
        -em * size / 2,
        size / 3,
        text,
        font=font,
        size=size,
        width=em * size,
        paint=Paint(fill="#000000", fill_opacity=_OVERLAY_GRAY),
    )
    turn = atan2(height, width)
    middle = placed.x + width / 2, placed.y + height / 2
    return Group((line,), (cos(turn), -sin(turn), sin(turn), cos(turn), *middle))
