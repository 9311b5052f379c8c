"""Compare the marks on pieces of two similar colors, as drawn at print size."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace
from PIL import Image as Pillow
from PIL import ImageChops, ImageDraw, ImageFilter

from generator.check.data.color_pairs import ColorPair, MarkedPair, compare_colors, explain_alike_colors
from generator.geometry.matrix import IDENTITY, Matrix
from generator.language.color_vision import MEASURES, MOST_MEASURES, Colorimeter
from generator.model.color import Color, relative_luminance
from generator.model.finding import DataError, DrawingError, Finding
from generator.model.game import Design, Part
from generator.model.picture import Gradient, Group, Image, Paint, Picture, Shape, walk_leaves
from generator.proof.kit import Kit
from generator.proof.page_views import render_smooth
from generator.render.picture_changes import shape_key
from generator.safety.memory import open_memory

_INK = 128  # of 255: darker pixels are ink
_GAP = 0.6  # mm: ink that is nearer belongs to one mark
_LEAST = 1.5  # mm: a smaller mark is not seen on the table
_SAME_OUTLINE = (
    0.85  # of the area of both outlines, brought to one size: a disc and a hexagon share 0.87, a square 0.79
)
_OTHER_INSIDE = 0.35  # of the area of both marks: a stripe pattern differs from a solid disc in half of it
_SIZE = 64  # pixels of an outline brought to one size
Box = tuple[int, int, int, int]


def are_marks_distinct(one: Pillow.Image, other: Pillow.Image, scale: float) -> bool:
    """Return whether the marks in two images differ.

    Both are black on white and of one size; `scale` is in pixels to a millimeter.
    """
    first, second = (each.convert("L").point([255] * _INK + [0] * (256 - _INK)) for each in (one, other))
    joined = ImageChops.lighter(first, second)
    return any(
        _differ(first.crop(box), second.crop(box))
        for box in _find_marks(joined, scale)
        if _longer_side(joined.crop(box)) >= _LEAST * scale
    )


def _longer_side(mark: Pillow.Image) -> int:
    left, top, right, bottom = mark.getbbox() or (0, 0, 0, 0)
    return max(right - left, bottom - top)


def _find_marks(ink: Pillow.Image, scale: float) -> Iterator[Box]:
    """Yield the boxes of patches of ink that are apart."""
    reach = 2 * max(1, round(_GAP * scale / 2)) + 1
    left = ink.filter(ImageFilter.MaxFilter(reach))
    while (box := left.getbbox()) is not None:
        seed = _find_ink(left, box)
        before = left.copy()
        ImageDraw.floodfill(left, seed, 0)
        found = ImageChops.difference(before, left).getbbox()
        if found is not None:
            yield found


def _find_ink(image: Pillow.Image, box: Box) -> tuple[int, int]:
    """Return a pixel of ink in the top row of a box."""
    row = image.crop((box[0], box[1], box[2], box[1] + 1)).getbbox()
    return (box[0] + row[0], box[1]) if row else (box[0], box[1])


def _differ(one: Pillow.Image, other: Pillow.Image) -> bool:
    if one.getbbox() is None or other.getbbox() is None:
        return True
    outlines = [_normalize(_fill_holes(each)) for each in (one, other)]
    shared, joined = _area(ImageChops.darker(*outlines)), _area(ImageChops.lighter(*outlines))
    if shared < _SAME_OUTLINE * joined:
        return True
    return _area(ImageChops.difference(one, other)) >= _OTHER_INSIDE * _area(ImageChops.lighter(one, other))


def _fill_holes(mark: Pillow.Image) -> Pillow.Image:
    """Return a mark with what it encloses."""
    framed = Pillow.new("L", (mark.width + 2, mark.height + 2))
    framed.paste(mark, (1, 1))
    around = framed.copy()
    ImageDraw.floodfill(around, (0, 0), 255)
    return ImageChops.lighter(framed, ImageChops.invert(around))


def _normalize(mark: Pillow.Image) -> Pillow.Image:
    """Return the mark cropped to its ink and scaled to a standard size."""
    cut = mark.crop(mark.getbbox())
    longer = max(cut.size)
    size = max(1, round(cut.width * _SIZE / longer)), max(1, round(cut.height * _SIZE / longer))
    made = Pillow.new("L", (_SIZE, _SIZE))
    made.paste(cut.resize(size), ((_SIZE - size[0]) // 2, (_SIZE - size[1]) // 2))
    return made.point([0] * _INK + [255] * (256 - _INK))


def _area(mark: Pillow.Image) -> int:
    return mark.histogram()[255]


_DPI = 150.0
_PLAIN = "#404040"  # all colors are drawn in it, so that only marks tell them apart
_LIGHT = 0.5  # luminance of paints that count as white
_Leaf = tuple[Shape, Matrix]
_Likeness = Literal["distinct", "alike", "none"]
_DrawFront = Callable[[Part, Design, str], Picture]


def judge_color_pairs(kit: Kit) -> list[MarkedPair]:
    """Return all pairs of colors of each group; marks are compared only if a kind of sight needs them."""
    meter = Colorimeter(open_memory(*MEASURES, most=MOST_MEASURES))
    pairs = compare_colors(kit.game.colors, meter, print_paint=kit.faces.print_paint)
    drawn: dict[tuple[str, str], Picture] = {}

    def draw(part: Part, design: Design, group: str) -> Picture:
        key = part.id, design.id
        if key not in drawn:
            drawn[key] = _draw_plain(kit, part, design, group)
        return drawn[key]

    found = [_judge_pair(kit, pair, draw) for pair in pairs]
    meter.save()
    return found


def find_alike_colors(kit: Kit) -> Iterator[Finding]:
    """Report two near colors whose marks look alike; a note if no piece comes in them."""
    return explain_alike_colors(kit.game, judge_color_pairs(kit))


def _judge_pair(kit: Kit, pair: ColorPair, draw: _DrawFront) -> MarkedPair:
    parts = [part for part in kit.all_parts if part.is_printed and kit.game.parts[part.id].for_each == pair.group]
    if not pair.near_sights or not parts:
        return MarkedPair(pair, "", bool(parts))
    judged = ((part.id, _compare_marks(kit, part, pair, draw)) for part in parts)
    alike_on, marks = next((each for each in judged if each[1] != "distinct"), ("", "distinct"))
    return MarkedPair(pair, alike_on, True, marks == "none")


def _compare_marks(kit: Kit, part: Part, pair: ColorPair, draw: _DrawFront) -> _Likeness:
    """Return whether the marks of two colors differ on the pieces of a part; `distinct` if they cannot be drawn."""
    designs = [_find_design(part, pair.group, color) for color in (pair.one, pair.other)]
    if None in designs:
        return "distinct"
    try:
        one, other = (draw(part, design, pair.group) for design in designs if design)
    except (DataError, DrawingError):
        return "distinct"
    first, second = list(walk_leaves(one.shapes, IDENTITY)), list(walk_leaves(other.shapes, IDENTITY))
    news = [_find_new(first, second), _find_new(second, first)]
    if not all(news):
        return "distinct" if any(news) else "none"
    pictures = [Picture(one.x, one.y, one.width, one.height, _paint_black(each)) for each in news]
    drawn, compared = render_smooth(kit.fonts, pictures, _DPI)
    return "distinct" if are_marks_distinct(drawn, compared, _DPI / 25.4) else "alike"


def _find_design(part: Part, group: str, color: Color) -> Design | None:
    def has_color(design: Design) -> bool:
        own = design.values.get(group)
        return isinstance(own, Color) and own.role == color.role

    return next(filter(has_color, part.designs), None)


def _draw_plain(kit: Kit, part: Part, design: Design, group: str) -> Picture:
    """Return the front of a design with all colors of a group in one paint."""

    def repaint(color: Color) -> Color:
        return replace(color, paint=_PLAIN) if color.role.rpartition(".")[0] == group else color

    colors = {role: repaint(color) for role, color in kit.game.colors.items()}
    own = {key: repaint(value) for key, value in design.values.items() if isinstance(value, Color)}
    faces = kit.faces.in_full_ink()  # less ink keeps marks apart, but judges a paint by those beside it
    request = faces.request_face(part, design, "front", {"colors": colors, **own})
    return faces.draw_text(faces.render_text(request), request)


def _find_new(leaves: Sequence[_Leaf], others: Sequence[_Leaf]) -> list[_Leaf]:
    """Return the leaves that are not among the others."""
    known = {(matrix, shape_key(shape)) for shape, matrix in others}
    return [(shape, matrix) for shape, matrix in leaves if (matrix, shape_key(shape)) not in known]


def _paint_black(leaves: Sequence[_Leaf]) -> tuple[Shape, ...]:
    """Return marks in black; light shapes are white, unless there is nothing else."""
    inks = {ink for shape, _ in leaves if not isinstance(shape, Image | Group) for ink in _list_inks(shape.paint)}
    is_all_light = all(relative_luminance(ink) > _LIGHT for ink in inks)
    paints = {ink: "#ffffff" if relative_luminance(ink) > _LIGHT and not is_all_light else "#000000" for ink in inks}
    return tuple(Group((_repaint(shape, paints),), matrix) for shape, matrix in leaves)


def _list_inks(paint: Paint) -> Iterator[str]:
    return (ink for ink in (paint.fill, paint.stroke) if isinstance(ink, str))


def _repaint(shape: Shape, paints: Mapping[str, str]) -> Shape:
    if isinstance(shape, Image | Group):
        return shape
    paint = shape.paint
    fill = "#000000" if isinstance(paint.fill, Gradient) else paints.get(paint.fill or "")
    made = replace(paint, fill=fill, stroke=paints.get(paint.stroke or ""), fill_opacity=1.0, stroke_opacity=1.0)
    return replace(shape, paint=made)
