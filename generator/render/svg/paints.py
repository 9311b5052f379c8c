"""Fill and stroke shapes and texts: plain paints, gradients and patterns (SVG 2, chapters 13 and 14).

A gradient or a pattern is seen through the letters of a text. What is found and copied in the finished files is one
text in one color: it is the fill or the stroke that has a plain color, or else it lies below what is seen, so that
nothing may be seen through a paint over it.
"""

from collections.abc import Callable, Iterator, Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from generator.geometry.bounds import box_contains, segment_bounds
from generator.geometry.matrix import IDENTITY, Matrix
from generator.geometry.path import rectangle_segments
from generator.geometry.tolerances import DEGENERATE, FLOAT_NOISE
from generator.geometry.types import Box, Segment
from generator.model.finding import DrawingError
from generator.model.picture import Clip, Gradient, Group, Mask, Paint, Path, Shape, walk_leaves
from generator.render.bounds import shape_bounds
from generator.render.svg.attribute_values import fit_view_box, parse_share, parse_transform, parse_view_box
from generator.render.svg.attributes import GEOMETRY_ATTRIBUTES, href
from generator.render.svg.elements import Document, Element
from generator.render.svg.style import CURRENT, Style, read_declarations, resolve_properties, split_color
from generator.render.svg.tiles import Tiles

if TYPE_CHECKING:
    from generator.render.svg.gradients import ResolvedGradient
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from generator.model.picture import Text
from generator.render.bounds import em_bounds
from generator.render.svg.groups import wrap_group

_THINNEST_STROKE = 1e-4  # mm; the last digit of a width in a finished file, and a PDF draws a width of 0 as a hairline
WHITE = Paint("#ffffff")
DrawContent = Callable[[Element, Style], tuple[Shape, ...]]


def is_flat(segments: tuple[Segment, ...]) -> bool:
    """Return whether all points are on one line, so that there is nothing to fill; pdfium would draw a hairline."""
    numbers: list[float] = [value for _, *flat in segments for value in flat]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    x, y = points[0]
    dx, dy = max(((px - x, py - y) for px, py in points), key=lambda reach: abs(reach[0]) + abs(reach[1]))
    return all(abs((px - x) * dy - (py - y) * dx) <= FLOAT_NOISE * (dx * dx + dy * dy) for px, py in points)


def make_paint(style: Style, fill: str | Gradient | None, opacity: float) -> Paint:
    """Return the paint of a style, with its fill resolved."""
    if style.clipping:
        return replace(WHITE, even_odd=style.clip_rule == "evenodd")
    known: Any = style
    stroke = style.color if style.stroke == CURRENT else style.stroke
    fill = style.color if fill == CURRENT else fill
    stroke_opacity = style.stroke_opacity
    if isinstance(fill, str) and len(fill) > 7:
        fill, clear = split_color(fill)
        opacity *= clear
    if stroke and len(stroke) > 7:
        stroke, clear = split_color(stroke)
        stroke_opacity *= clear
    return Paint(
        fill,
        opacity,
        style.fill_rule == "evenodd",
        stroke if style.stroke_width >= _THINNEST_STROKE else None,
        stroke_opacity,
        width=style.stroke_width,
        dash=style.dash,
        dash_offset=style.dash_offset,
        cap=known.cap,
        join=known.join,
        miter=style.miter,
    )


def is_reference(paint: str | None) -> bool:
    """Return whether a paint is a gradient or a pattern."""
    return paint is not None and paint.startswith("url:")


class PaintServers:
    """Paints shapes with the gradients and patterns of a document.

    `draw` draws the content of a pattern, and `style_of` returns what it inherits where it is defined.
    """

    def __init__(self, document: Document, draw: DrawContent, style_of: Callable[[Element], Style]) -> None:
        self._document, self._draw, self._style_of = document, draw, style_of

    def paint_shape(self, segments: tuple[Segment, ...], style: Style) -> tuple[Shape, ...]:
        """Return the shapes that fill and stroke a path of which the fill or the stroke is a reference."""
        bare = style._replace(fill=None) if is_reference(style.fill) else style
        if is_reference(style.stroke):
            bare = bare._replace(stroke=None)
        out: list[Shape] = []
        if is_reference(style.fill):
            filled = self._resolve(str(style.fill)[4:], segments)
            if not isinstance(filled, Tiles) and filled.paint is not None and filled.fading is None:
                out.append(Path(segments, make_paint(bare, filled.paint, style.fill_opacity * filled.opacity)))
                bare = bare._replace(stroke=None)
            else:
                edge = Path(segments, Paint(even_odd=style.fill_rule == "evenodd"))
                out += self._fill_area(filled, edge, style.fill_opacity)
        if bare.fill is not None or bare.stroke is not None:
            out.append(Path(segments, make_paint(bare, bare.fill, bare.fill_opacity)))
        if is_reference(style.stroke) and style.stroke_width >= _THINNEST_STROKE:
            solid = self.make_line(style)
            painted = self._resolve(str(style.stroke)[4:], segments)
            out += self._fill_mask(
                painted, (Path(segments, solid),), _stroke_area(segments, style), style.stroke_opacity
            )
        return tuple(out)

    def make_line(self, style: Style) -> Paint:
        """Return the stroke of a style in white, as a mask needs it."""
        return make_paint(style._replace(fill=None, stroke="#ffffff", stroke_opacity=1.0), None, 1.0)

    def paint_through(
        self, shapes: tuple[Shape, ...], box: Box, name: str, style: Style, solid: bool, opacity: float
    ) -> tuple[Shape, ...]:
        """Return the paint of that name as it is seen through white texts with that box.

        DrawingError if it must be `solid`, since the text in one color lies behind it, but is not.
        """
        edge = rectangle_segments(box[0], box[1], box[2] - box[0], box[3] - box[1])
        paint = self._resolve(name, edge)
        if solid and not (
            paint.is_solid() if isinstance(paint, Tiles) else paint.fading is None and paint.opacity >= 1
        ):
            says = "a text has a pattern with gaps, or a gradient that fades"
            raise DrawingError(f"{says}, which is not in the profile; convert the text to paths")
        reach = style.size + style.stroke_width
        area = rectangle_segments(
            box[0] - reach, box[1] - reach, box[2] - box[0] + 2 * reach, box[3] - box[1] + 2 * reach
        )
        return tuple(self._fill_mask(paint, shapes, area, opacity))

    def mean_color(self, name: str) -> str | None:
        """Return a color that stands for a paint: that of a gradient's middle stop, or black; None for no paint."""
        found = self._resolve(name, rectangle_segments(0, 0, 1, 1))
        if not isinstance(found, Tiles) and found.paint is None:
            return None
        paint = None if isinstance(found, Tiles) else found.paint
        if isinstance(paint, Gradient):
            return paint.stops[len(paint.stops) // 2][1]
        return paint or "#000000"

    def _resolve(self, name: str, segments: tuple[Segment, ...]) -> "ResolvedGradient | Tiles":
        name, _, fallback = name.partition(" ")
        element = self._document.ids.get(name)
        if element is None:
            raise DrawingError(f"a paint refers to #{name}, which is not in this file")
        if element.name == "pattern":
            return self._resolve_pattern(element, segments)
        from generator.render.svg import gradients  # few games have any

        found = gradients.resolve_gradient(element, self._document.ids, segments)
        return found._replace(paint=fallback) if found.paint is None and fallback else found

    def _fill_area(self, paint: "ResolvedGradient | Tiles", edge: Path, opacity: float) -> Iterator[Shape]:
        """Yield a path filled with a pattern, or with a gradient that fades."""
        if isinstance(paint, Tiles):
            box = segment_bounds(edge.segments, IDENTITY)
            if box is not None and (tiles := paint.cover(box)):
                yield Group(tiles, clip=Clip(edge.segments, edge.paint.even_odd), opacity=opacity)
        elif paint.paint is not None:
            filled = replace(edge, paint=replace(edge.paint, fill=paint.paint))
            yield Group((filled,), opacity=opacity * paint.opacity, mask=_fade(paint.fading, edge.segments))

    def _fill_mask(
        self,
        paint: "ResolvedGradient | Tiles",
        seen: tuple[Shape, ...],
        area: tuple[Segment, ...],
        opacity: float,
    ) -> Iterator[Shape]:
        """Yield an area as it is seen through shapes in white."""
        inner = tuple(self._fill_area(paint, Path(area, Paint()), opacity))
        if inner:
            yield Group(inner, mask=Mask(seen))

    def _resolve_pattern(self, element: Element, segments: tuple[Segment, ...]) -> "Tiles":
        """Return the tiles of a pattern (SVG 2, 14.3)."""
        declared, source = _inherit_pattern(element, self._document.ids, 0)
        box = segment_bounds(segments, IDENTITY)
        matrix = parse_transform(declared.get("patternTransform", ""), "patternTransform")
        if abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < DEGENERATE:
            raise DrawingError("a patternTransform cannot be inverted", element.at)
        if box is None:
            return Tiles((), IDENTITY, (0.0, 0.0, 0.0, 0.0))
        x, y, width, height = (parse_share(declared.get(name, "0"), name) for name in ("x", "y", "width", "height"))
        wide, high = box[2] - box[0], box[3] - box[1]
        if declared.get("patternUnits", "objectBoundingBox") == "objectBoundingBox":
            x, y, width, height = box[0] + x * wide, box[1] + y * high, width * wide, height * high
        if width <= 0 or height <= 0:
            return Tiles((), matrix, (0.0, 0.0, 0.0, 0.0))
        inner: Matrix = (1.0, 0.0, 0.0, 1.0, x, y)
        if "viewBox" in declared:
            ratio = declared.get("preserveAspectRatio", "xMidYMid")
            inner = fit_view_box(parse_view_box(declared["viewBox"]), x, y, width, height, ratio=ratio)[0]
        elif declared.get("patternContentUnits") == "objectBoundingBox":
            inner = (wide, 0.0, 0.0, high, x, y)
        around = self._style_of(source)
        style = resolve_properties(read_declarations(source), around, GEOMETRY_ATTRIBUTES["pattern"], "pattern")
        shapes: tuple[Shape, ...] = self._draw(source, style[0])
        if not shapes:
            return Tiles((), matrix, (0.0, 0.0, 0.0, 0.0))
        tile: Shape = Group(shapes, inner)
        reach = shape_bounds((tile,), IDENTITY)
        inside = reach is not None and box_contains((x, y, x + width, y + height), reach)
        has_strokes = any(isinstance(each, Path) and each.paint.stroke for each, _ in walk_leaves(shapes))
        clipped = style[1].overflow != "visible" and not (inside and not has_strokes)
        return Tiles((tile,), matrix, (x, y, x + width, y + height), clipped)


def _inherit_pattern(element: Element, ids: Mapping[str, Element], depth: int) -> tuple[dict[str, str], Element]:
    """Return the attributes of a pattern and the element that holds its content; href gives what is missing."""
    if element.name != "pattern":
        raise DrawingError(f"a pattern refers to a <{element.name}>", element.at)
    if depth > 20:
        raise DrawingError("patterns refer to one another in a loop", element.at)
    own = resolve_properties(read_declarations(element), Style(), GEOMETRY_ATTRIBUTES["pattern"], "pattern")[2]
    named = href(own)
    own = {name: value for name, value in own.items() if not name.endswith("href")}
    has_content = any(isinstance(part, Element) for part in element.content)
    if not named:
        return own, element
    if named[1:] not in ids:
        raise DrawingError(f"a pattern refers to {named!r}, which is not in this file", element.at)
    theirs, source = _inherit_pattern(ids[named[1:]], ids, depth + 1)
    return {**theirs, **own}, element if has_content else source


def _fade(fading: Gradient | None, segments: tuple[Segment, ...]) -> Mask | None:
    """Return the mask of a gradient whose stops differ in opacity."""
    if fading is None:
        return None
    box = segment_bounds(segments, IDENTITY) or (0.0, 0.0, 0.0, 0.0)
    edge = rectangle_segments(box[0], box[1], box[2] - box[0], box[3] - box[1])
    return Mask((Path(edge, Paint(fading)),))


def _stroke_area(segments: tuple[Segment, ...], style: Style) -> tuple[Segment, ...]:
    """Return a rectangle that a stroke does not leave."""
    box = segment_bounds(segments, IDENTITY) or (0.0, 0.0, 0.0, 0.0)
    reach = style.stroke_width / 2 * max(sqrt(2), style.miter if style.join == "miter" else 1.0)
    wide, high = box[2] - box[0] + 2 * reach, box[3] - box[1] + 2 * reach
    return rectangle_segments(box[0] - reach, box[1] - reach, wide, high)


PaintRun = Callable[[Text, Style], Text]


class _PaintedRuns(NamedTuple):
    """Lines of a text in one paint; the `box` of the whole text is that of their gradients and patterns."""

    runs: tuple[Text, ...]
    style: Style
    box: Box
    paint: PaintRun

    def paint_in(self, plain: Style) -> tuple[Text, ...]:
        """Return the lines in the plain colors of a style."""
        return tuple(self.paint(run, plain) for run in self.runs)


def draw_painted_text(
    pieces: Sequence[tuple[Text, Style]], servers: PaintServers, paint: PaintRun
) -> tuple[Shape, ...]:
    """Return the shapes of a text; `pieces` are its lines and their styles, and `paint` returns one in plain colors."""
    box = shape_bounds([run for run, _ in pieces], IDENTITY, em_bounds)
    shapes: list[Shape] = []
    for _, group in groupby(pieces, key=lambda piece: piece[1][:_OF_PAINT]) if box else ():
        alike = list(group)
        style = alike[0][1]._replace(size=max(style.size for _, style in alike))
        shapes += _draw_runs(_PaintedRuns(tuple(run for run, _ in alike), style, box or _NO_BOX, paint), servers)
    return tuple(shapes)


_NO_BOX = (0.0, 0.0, 0.0, 0.0)
_OF_PAINT = Style._fields.index("family")  # of the fields of a style, those before are how it is painted


def _draw_runs(text: _PaintedRuns, servers: PaintServers) -> Iterator[Shape]:
    style = text.style
    if not is_reference(style.fill) and not is_reference(style.stroke):
        yield from text.paint_in(style)
    elif is_reference(style.fill) and style.stroke is not None and not is_reference(style.stroke):
        runs = text.paint_in(style._replace(fill=None))
        yield from _show_fill(text, servers, False, style.fill_opacity)
        yield from runs
    elif not is_reference(style.fill) and style.fill is not None:
        yield from text.paint_in(style._replace(stroke=None))
        yield from _show_stroke(text, servers, False, style.stroke_opacity)
    else:
        yield from _draw_over_color(text, servers)


def _draw_over_color(text: _PaintedRuns, servers: PaintServers) -> Iterator[Shape]:
    """Yield lines of which no part has a plain color: they lie in one color below what is seen."""
    style = text.style
    below = is_reference(style.fill)
    color = servers.mean_color(str(style.fill if below else style.stroke)[4:])
    if color is None:
        return
    plain = style._replace(fill=color if below else None, stroke=None if below else color)
    runs = text.paint_in(plain._replace(fill_opacity=1.0, stroke_opacity=1.0))
    show = _show_fill if below else _show_stroke
    opacity = style.fill_opacity if below else style.stroke_opacity
    yield from wrap_group(Group((*runs, *show(text, servers, True, 1.0)), opacity=opacity))
    if below and style.stroke:
        yield from _show_stroke(text, servers, False, style.stroke_opacity)


def _show_fill(text: _PaintedRuns, servers: PaintServers, solid: bool, opacity: float) -> tuple[Shape, ...]:
    white = tuple(replace(run, paint=Paint("#ffffff")) for run in text.runs)
    return servers.paint_through(white, text.box, str(text.style.fill)[4:], text.style, solid, opacity=opacity)


def _show_stroke(text: _PaintedRuns, servers: PaintServers, solid: bool, opacity: float) -> tuple[Shape, ...]:
    line = servers.make_line(text.style)
    white = tuple(replace(run, paint=line) for run in text.runs)
    return servers.paint_through(white, text.box, str(text.style.stroke)[4:], text.style, solid, opacity=opacity)
