"""Report how far apart the colors of each group are, and draw all their pieces as each kind of sight has them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace
from PIL.ImageFilter import Color3DLUT

from generator.check.data.color_pairs import MarkedPair, check_color_pairs, explain_alike_colors, group_colors
from generator.geometry.path import rectangle_segments
from generator.language.color_vision import SIGHTS, show_paint
from generator.model.color import Color
from generator.model.finding import DrawingError, Finding, Place, refuse
from generator.model.game import Game, Part
from generator.model.picture import Font, Gradient, Group, Image, Paint, Picture, Shape, Text
from generator.model.picture import Path as DrawnPath
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.proof.color_marks import judge_color_pairs
from generator.proof.kit import Kit
from generator.render.color_sampler import open_rgba

_DPI = 120.0
_CELL, _GAP, _MARGIN = 24.0, 4.0, 8.0  # mm
_LABELS, _TEXT, _TITLE = 30.0, 3.2, 4.6  # mm: width of the names of sights, sizes of words
_INK = "#1a1a1a"


class ColorReport(NamedTuple):
    """A game, the pairs of its colors, and what is wrong with them."""

    game: Game
    pairs: tuple[MarkedPair, ...]
    findings: tuple[Finding, ...]
    kit: Kit


def report_colors(folder: Path, options: Options) -> ColorReport:
    """Compare the colors of a game; DataError for all that keeps it from being built."""
    kit = prepare_kit(folder, options)
    pairs = tuple(judge_color_pairs(kit))
    wrong = *kit.game.notes, *check_color_pairs(kit.game), *explain_alike_colors(kit.game, pairs)
    return ColorReport(kit.game, pairs, tuple(each for each in wrong if each.code in ("GF139", "GF319")), kit)


def draw_report(kit: Kit, form: str) -> bytes:
    """Return the picture of all pieces of the groups, as `svg` or `png`."""
    picture = _compose_picture(kit)
    if form == "svg":
        from generator.write.svg.sheets import SvgFigures

        return SvgFigures().draw_figure(picture).encode()
    from generator.readback.raster import render_pages
    from generator.write.pdf.picture_pages import write_picture_pages

    with render_pages(write_picture_pages([picture], kit.fonts.find_font), _DPI) as pages:
        made = BytesIO()
        pages.image(0, (0.0, 0.0, picture.width, picture.height)).save(made, "PNG", optimize=True)
        return made.getvalue()


def _compose_picture(kit: Kit) -> Picture:
    groups = group_colors(kit.game.colors)
    if not groups:
        raise refuse(
            "GF005", Place(kit.game.file), "the game has no group of colors, such as player.red and player.blue"
        )
    font, title = (kit.fonts.find_font("sans-serif", weight, False) for weight in (400, 700))
    shapes: list[Shape] = []
    top = _MARGIN
    for group, colors in groups.items():
        parts: list[Part | None] = [part for part in kit.all_parts if kit.game.parts[part.id].for_each == group]
        for part in parts or [None]:
            shapes.append(_set_words(f"{part.title}, {group}" if part else group, _MARGIN, top + _TITLE, title, _TITLE))
            top += _TITLE + _GAP
            samples = [_draw_sample(kit, part, group, color) for color in colors]
            for sight, name in SIGHTS.items():
                shapes.append(_set_words(name, _MARGIN, top + _CELL / 2 + _TEXT / 3, font, _TEXT))
                for column, sample in enumerate(samples):
                    at = _MARGIN + _LABELS + column * (_CELL + _GAP), top
                    shapes.append(Group(recolor_shapes(sample, sight), (1.0, 0.0, 0.0, 1.0, *at)))
                top += _CELL + _GAP
            top += _GAP
    most = max(map(len, groups.values()))
    width = 2 * _MARGIN + _LABELS + most * (_CELL + _GAP)
    ground = DrawnPath(rectangle_segments(0.0, 0.0, width, top), Paint(fill="#ffffff"))
    return Picture(0.0, 0.0, width, top, (ground, *shapes))


def _set_words(words: str, x: float, y: float, font: Font, size: float) -> Text:
    shown = "".join(char for char in words if char in font.advances)
    return Text(
        x, y, shown, font, size, width=sum(font.advances[char] for char in shown) * size, paint=Paint(fill=_INK)
    )


def _draw_sample(kit: Kit, part: Part | None, group: str, color: Color) -> tuple[Shape, ...]:
    """Return a piece of a color, as large as a cell; a plain square if no piece comes in it."""
    design = _find_design(part, group, color) if part else ""
    try:
        face = kit.faces.trimmed_face(f"{part.id}.{design}") if part and design else None
    except DrawingError:
        face = None
    if face is None:
        printed = Paint(fill=kit.faces.print_paint(color.paint))
        return (DrawnPath(rectangle_segments(0.0, 0.0, _CELL, _CELL), printed),)
    x, y, width, height = face.box
    scale = _CELL / max(width, height)
    matrix = scale, 0.0, 0.0, scale, (_CELL - width * scale) / 2 - x * scale, (_CELL - height * scale) / 2 - y * scale
    edge = Paint(fill=None, stroke="#808080", width=0.2 / scale)
    return (Group((face.group, DrawnPath(face.edge, edge)), matrix),)


def _find_design(part: Part, group: str, color: Color) -> str:
    for design in part.designs:
        own = design.values.get(group)
        if isinstance(own, Color) and own.role == color.role:
            return design.id
    return ""


def recolor_shapes(shapes: Sequence[Shape], sight: str) -> tuple[Shape, ...]:
    """Return shapes in the paints that a kind of sight sees."""
    return tuple(_recolor_shape(shape, sight) for shape in shapes)


def _recolor_shape(shape: Shape, sight: str) -> Shape:
    if isinstance(shape, Group):
        return replace(shape, shapes=recolor_shapes(shape.shapes, sight), name="")
    if isinstance(shape, Image):
        return _recolor_image(shape, sight)
    paint = shape.paint
    stroke = None if paint.stroke is None else _see(paint.stroke, sight)
    return replace(shape, paint=replace(paint, fill=_recolor_fill(paint.fill, sight), stroke=stroke))


def _recolor_fill(fill: "str | Gradient | None", sight: str) -> "str | Gradient | None":
    if isinstance(fill, Gradient):
        return replace(fill, stops=tuple((at, _see(paint, sight)) for at, paint in fill.stops))
    return None if fill is None else _see(fill, sight)


@cache
def _see(paint: str, sight: str) -> str:
    return show_paint(paint, sight)


_TABLE = 9  # colors along each axis of the table by which images are recolored


def _recolor_image(image: Image, sight: str) -> Image:
    """Return an image as a kind of sight sees it, between the colors of a small table."""
    whole = open_rgba(image)
    seen = whole.convert("RGB").filter(_make_table(sight))
    seen.putalpha(whole.getchannel("A"))
    made = BytesIO()
    seen.save(made, "PNG")
    data = made.getvalue()
    return replace(image, mime="image/png", data=data, key=sha256(data).hexdigest(), region=None)


@cache
def _make_table(sight: str) -> Color3DLUT:
    def see(red: float, green: float, blue: float) -> tuple[float, ...]:
        paint = "#" + "".join(f"{round(255 * channel):02x}" for channel in (red, green, blue))
        shown = show_paint(paint, sight)
        return tuple(int(shown[at : at + 2], 16) / 255 for at in (1, 3, 5))

    return Color3DLUT.generate(_TABLE, see)


def list_differences(pair: MarkedPair) -> Mapping[str, float]:
    """Return the differences of a pair by kinds of sight, to a tenth."""
    return {sight: round(difference, 1) for sight, difference in pair.pair.differences.items()}


def iter_rows(report: ColorReport) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table: its head, then the pair, its differences by kinds of sight, and the verdict."""
    yield "group", "pair", "printed in", *SIGHTS.values(), "told apart by"
    for each in report.pairs:
        one, other = each.pair.one, each.pair.other
        names = f"{one.role.rpartition('.')[2]}, {other.role.rpartition('.')[2]}"
        shown = (f"{difference:.1f}" for difference in list_differences(each).values())
        yield each.pair.group, names, " ".join(each.pair.printed), *shown, each.verdict
