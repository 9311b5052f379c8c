"""Draw a picture again with less ink: fills become tints, and what stood out against them still does; lengths in mm.

Large fills, wide strokes and images are grounds; texts, thin lines and small shapes are marks. A ground gets the tint
of its paint, and a dark outline where its edge was seen. A mark keeps its paint if that still stands out against all
that lies round it, and gets a darker one otherwise: white marks on a color become marks of the color on its tint.
`mono` leaves black and a few grays: a gray for each color of a group, and a hatch by its hue for a large fill in a
color that no role has. The tree of shapes stays as it is, so that places found in one are those of the other.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from msgspec.structs import replace

from generator.fonts.shaping import text_run_corners
from generator.geometry.bounds import transformed_box_bounds
from generator.geometry.matrix import IDENTITY, Matrix, invert_matrix, multiply_matrices
from generator.geometry.path import outline_segments, transform_segments
from generator.geometry.regions import FillRegion, StrokeRegion, control_bounds
from generator.geometry.types import Outline, Point, Segment
from generator.model.color import Color
from generator.model.net import LINE_STYLES
from generator.model.picture import Gradient, Group, Image, Paint, Path, Picture, Shape, Text
from generator.render.color_sampler import make_thumbnail
from generator.render.ink.grounds import (
    THIN,
    Grounds,
    InkLayer,
    PointTest,
    SeenPieces,
    draw_seen_pieces,
    find_common,
    find_most_common,
    find_seen_pieces,
    inner_spots,
    is_mark,
    is_thin,
    merge_seen_pieces,
    side_spots,
    straighten_curves,
)
from generator.render.ink.paints import (
    BACK_TINT,
    OTHER,
    RUNNING,
    TINT,
    WHITE,
    Ground,
    InkMode,
    InkPaints,
    Rgb,
    contrast,
    cover,
    format_rgb,
    keep_contrast,
    lighten,
    parse_rgb,
)
from generator.render.ink.tinted_shapes import case_stroke, hatch_path, lighten_image, outline_path, set_outline
from generator.render.request import RenderRequest

_FRAME_INSET, _FRAME_WIDTH, _FRAME_SHARE = 4.0, 0.5, 0.6
_INKED = 1.25  # contrast with paper of a spot that had ink
_LEAST_FRAMED = 24.0  # the shorter side of a back that has room for a frame
_FINE, _FINE_SHARE = 0.3, 0.2  # the width of a fine line, and what is left of the rest of a wider one
_LARGE_TEXT = 6.35  # mm per em: 18 points
_CASED = 3.0  # contrast of a line with the fill inside it, by which both are seen on any ground
_EDGE = 1.2  # contrast of the edge of a ground that is meant to be seen
_SOLID, _SEEN_THROUGH = 0.9, 0.5  # opacity of a fill that gets an outline, and of one that is hatched


_Look = tuple[Paint, str]  # the paint of a shape, and the kinds of its segments
_Twin = tuple[Paint, tuple[Segment, ...]]  # what shapes have in common that must stay alike


class InkPlace(NamedTuple):
    """Where shapes are drawn: their matrix to the picture, the regions that clip them, and their opacity.

    What a checker follows, such as an arrow of a join, is `followed`: it stays one line round one fill. What it
    compares, such as the cells of a board, is `compared`: equal shapes stay equal, whatever lies beside them.
    """

    matrix: Matrix
    clips: tuple[PointTest, ...]
    opacity: float
    followed: bool = False
    compared: bool = False

    @property
    def scale(self) -> float:
        """Return how long a unit of the shapes is on the picture."""
        a, b, c, d, *_ = self.matrix
        return float(abs(a * d - b * c) ** 0.5)

    def clip(self, holds: PointTest) -> PointTest:
        """Return a region without what is clipped."""
        if not self.clips:
            return holds
        return lambda x, y: holds(x, y) and all(each(x, y) for each in self.clips)


class Conversion:
    """The conversion of one picture; `first` is an earlier one of the same, which knows what is drawn later."""

    def __init__(self, paints: InkPaints, is_back: bool, kept: Set[Shape], first: "Conversion | None" = None) -> None:
        self.grounds = Grounds()
        self._paints, self._is_back, self._kept, self._first = paints, is_back, kept, first
        self._finished = Grounds()  # thin lines included, since these replace the edges that they lie on
        self.votes: dict[_Look, Counter[str | None]] = defaultdict(Counter)
        self._outlined: dict[_Twin, list[Matrix]] = defaultdict(list)
        # the outline that most shapes that look alike need
        self._outlines = {look: votes.most_common(1)[0][0] for look, votes in first.votes.items()} if first else {}
        self._seen = first._merge_edges() if first else {}

    def _merge_edges(self) -> dict[_Twin, SeenPieces]:
        """Return the pieces of outlines that are seen on any of the shapes that must stay alike."""
        merged = {}
        for twin, matrices in self._outlined.items():
            found = [find_seen_pieces(twin[1], matrix, self.look_at_finished) for matrix in matrices]
            merged[twin] = merge_seen_pieces([each for each in found if len(each) == len(found[0])])
        return merged

    def convert_shapes(self, shapes: Sequence[Shape], place: InkPlace) -> tuple[Shape, ...]:
        """Return the shapes, one for each, drawn over what came before."""
        return tuple(self._convert_shape(shape, place) for shape in shapes)

    def _convert_shape(self, shape: Shape, place: InkPlace) -> Shape:
        match shape:
            case Group():
                return self._convert_group(shape, place)
            case Path():
                return self._convert_path(shape, place)
            case Text():
                return self._convert_text(shape, place)
            case Image():
                return self._convert_image(shape, place)

    def _convert_group(self, group: Group, place: InkPlace) -> Shape:
        if group in self._kept:
            return group
        inner = multiply_matrices(place.matrix, group.matrix)
        clips = place.clips
        if group.clip is not None:
            clips = *clips, FillRegion(group.clip.segments, inner, group.clip.even_odd).contains
        followed = place.followed or group.name.startswith("join.")
        compared = place.compared or group.name.startswith("cell.")
        opacity = place.opacity * group.opacity
        shapes = self.convert_shapes(group.shapes, InkPlace(inner, clips, opacity, followed, compared))
        if shapes == group.shapes:
            return group
        return self._paints.make_once(lambda: replace(group, shapes=shapes), group, shapes)

    def _convert_path(self, path: Path, place: InkPlace) -> Shape:
        paint = path.paint
        marked = paint.fill is not None and is_mark(path, place.scale)
        if paint.fill is None or (marked and is_thin(path, place.scale)):
            width = paint.width * place.scale if paint.stroke is not None else 0.0
            grounds = find_common(self._look_at(side_spots(path.segments, place.matrix, width)))
        else:
            grounds = find_most_common(self._look_at(inner_spots(path.segments, place.matrix)))
        if not grounds:
            return path
        fill = None if paint.fill is None else self._choose_fill(path, place, grounds, marked)
        made = self._convert_paints(path, place, grounds, fill, marked)
        self._add_layers(path, made, place)
        return made

    def _look_at(self, spots: Sequence[Point]) -> list[Ground]:
        return [self.grounds.under(*spot) for spot in spots]

    def _choose_fill(self, path: Path, place: InkPlace, grounds: Sequence[Ground], marked: bool) -> "str | Gradient":
        fill = path.paint.fill
        assert fill is not None
        if isinstance(fill, Gradient):
            stops = tuple((at, self._paints.tint(each, self._is_back)) for at, each in fill.stops)
            return self._paints.make_once(lambda: replace(fill, stops=stops), path, stops)
        if not marked:
            return self._paints.tint(fill, self._is_back)
        if not self._is_back and _is_drawn_by_line(path.paint, grounds):
            return self._paints.tone(fill)
        return self._choose_mark(fill, path.paint.fill_opacity * place.opacity, grounds)

    def _choose_mark(self, paint: str, opacity: float, grounds: Sequence[Ground]) -> str:
        if self._is_back:
            return self._paints.tint(paint, True)
        return self._paints.choose_mark(paint, opacity, grounds)

    def _convert_paints(
        self,
        path: Path,
        place: InkPlace,
        grounds: Sequence[Ground],
        fill: "str | Gradient | None",
        marked: bool,
    ) -> Shape:
        """Return the path in its new fill and stroke."""
        paint = path.paint
        if paint.stroke is not None and paint.width * place.scale >= THIN and not paint.dash:
            return self._convert_band(path, place, grounds, fill)
        stroke = None
        if paint.stroke is not None:
            stroke = self._choose_line(paint.stroke, paint, place, grounds, fill)
        made = replace(paint, fill=fill, stroke=stroke, width=self._thin(paint, place.scale))
        if fill is None or marked or self._is_back:
            return self._repaint(path, made)
        return self._convert_ground(path, made, place, grounds)

    def _convert_band(
        self, path: Path, place: InkPlace, grounds: Sequence[Ground], fill: "str | Gradient | None"
    ) -> Shape:
        """Return a path with a wide stroke, which becomes a tint between two lines."""
        paint = path.paint
        assert paint.stroke is not None
        tinted = self._paints.tint(paint.stroke, self._is_back)
        made = replace(paint, fill=fill, stroke=tinted)
        line = None if self._is_back else self._choose_outline(path, paint.stroke, tinted, grounds)
        if line is None or (place.followed and fill is not None):
            return self._repaint(path, made)
        return self._paints.make_once(lambda: case_stroke(path, made, line, place.scale), path, made, line)

    def _convert_ground(self, path: Path, made: Paint, place: InkPlace, grounds: Sequence[Ground]) -> Shape:
        """Return a large fill: a tint, outlined where its edge was seen, or a hatch."""
        paint = path.paint
        assert paint.fill is not None
        assert made.fill is not None
        opacity = paint.fill_opacity * place.opacity
        line: str | None = None
        if paint.stroke is None and opacity > _SOLID:
            line = self._choose_outline(path, format_rgb(_flat(paint.fill)), format_rgb(_flat(made.fill)), grounds)
        outlined = made if line is None else set_outline(made, line, place.scale)
        if self._is_hatched(paint, opacity) and not place.followed:
            return self._paints.make_once(lambda: hatch_path(path, outlined, place.scale), path, outlined, "hatch")
        if line is None or place.followed:
            return self._repaint(path, outlined)
        seen = self._find_seen(path, place)
        return self._paints.make_once(lambda: outline_path(path, outlined, seen), path, outlined, seen)

    def _find_seen(self, path: Path, place: InkPlace) -> tuple[Segment, ...] | None:
        """Return the parts of an outline that are seen in the finished picture; None if all are, or if not known."""
        twin = path.paint, path.segments
        if self._first is None:
            if place.compared:
                self._outlined[twin].append(place.matrix)
            return None
        seen = self._seen.get(twin) if place.compared else None
        own = seen or find_seen_pieces(path.segments, place.matrix, self._first.look_at_finished)
        return draw_seen_pieces(path.segments, place.matrix, own)

    def look_at_finished(self, x: float, y: float) -> Rgb:
        """Return the paint that a point of the finished picture had."""
        return self._finished.under(x, y).old

    def _is_hatched(self, paint: Paint, opacity: float) -> bool:
        named = not isinstance(paint.fill, str) or not self._paints.is_unnamed(paint.fill)
        return self._paints.mono and not named and opacity > _SEEN_THROUGH

    def _thin(self, paint: Paint, scale: float) -> float:
        """Return the width of a stroke: of a line that is wider than a fine one, a part is left away.

        Dots, which are dashes no longer than the line is wide, stay as large as they are.
        """
        width = paint.width * scale
        dotted = bool(paint.dash) and max(paint.dash[::2]) <= paint.width
        if self._paints.mono or paint.stroke is None or dotted or not _FINE < width < THIN:
            return paint.width
        return (_FINE + (width - _FINE) * _FINE_SHARE) / scale

    def _choose_line(
        self,
        stroke: str,
        paint: Paint,
        place: InkPlace,
        grounds: Sequence[Ground],
        fill: "str | Gradient | None",
    ) -> str:
        """Return the paint of a thin line, which stands out against its grounds or against its own fill."""
        opacity = paint.stroke_opacity * place.opacity
        sides = list(grounds)
        if paint.fill is not None and fill is not None:
            share = paint.fill_opacity * place.opacity
            was, now = _flat(paint.fill), _flat(fill)
            inner = [Ground(cover(was, share, old), cover(now, share, new)) for old, new in grounds]
            line = parse_rgb(stroke)
            if _median([contrast(line, old) for old, _ in inner]) > _median([contrast(line, old) for old, _ in sides]):
                sides = inner
        return self._choose_mark(stroke, opacity, sides)

    def _choose_outline(self, path: Path, ink: str, tinted: str, grounds: Sequence[Ground]) -> str | None:
        """Return the paint of an outline for a ground that stood out and whose tint does not; None if it needs none."""
        wanted = self._find_outline(ink, tinted, grounds)
        look = path.paint, "".join(kind for kind, *_ in path.segments)
        self.votes[look][wanted] += 1
        return self._outlines.get(look, wanted)

    def _find_outline(self, ink: str, tinted: str, grounds: Sequence[Ground]) -> str | None:
        lost = [each for each in grounds if _is_lost(parse_rgb(ink), parse_rgb(tinted), each)]
        if not lost:
            return None
        inside = [Ground(each.old, parse_rgb(tinted)) for each in lost]
        return self._paints.choose_text(ink, 1.0, [*lost, *inside], OTHER)

    def _repaint(self, shape: "Path | Text", paint: Paint) -> "Path | Text":
        if paint == shape.paint:
            return shape
        return self._paints.make_once(lambda: replace(shape, paint=paint), shape, paint)

    def _convert_text(self, text: Text, place: InkPlace) -> Shape:
        if not text.text.strip():
            return text
        paint = text.paint
        corners = text_run_corners(text, place.matrix)
        (xa, ya), (xb, yb) = _middle(corners[0], corners[3]), _middle(corners[1], corners[2])
        spots = [(xa + (xb - xa) * share, ya + (yb - ya) * share) for share in (0.1, 0.5, 0.9)]
        grounds = self._look_at(spots)
        large = text.size * place.scale >= _LARGE_TEXT
        fill = paint.fill
        if isinstance(fill, str):
            opacity = paint.fill_opacity * place.opacity
            if large and not self._is_back and _is_drawn_by_line(paint, grounds):
                fill = self._paints.tone(fill)
            elif large and paint.stroke is not None:
                fill = self._choose_mark(fill, opacity, grounds)
            else:
                fill = self._paints.choose_text(fill, opacity, grounds, OTHER if large else RUNNING)
        stroke = paint.stroke
        if stroke is not None:
            stroke = self._choose_mark(stroke, paint.stroke_opacity * place.opacity, grounds)
        return self._repaint(text, replace(paint, fill=fill, stroke=stroke))

    def _convert_image(self, image: Image, place: InkPlace) -> Shape:
        mono = self._paints.mono
        share = BACK_TINT if self._is_back else 0.5 if mono else TINT
        made = self._paints.make_once(lambda: lighten_image(image, share, mono), image, share)
        box = transformed_box_bounds(image.x, image.y, image.width, image.height, place.matrix)
        old, new = (_average(each) for each in (image, made))
        layer = InkLayer(box, place.clip(lambda x, y: True), old, new, place.opacity)
        self.grounds.add(layer)
        self._finished.add(layer)
        return made

    def _add_layers(self, path: Path, made: Shape, place: InkPlace) -> None:
        """Lay a path on the grounds, as it was and as it is now."""
        paint, now = path.paint, _paint_of(made)
        segments = straighten_curves(path.segments, place.scale)
        if paint.fill is not None:
            holds = FillRegion(segments, place.matrix, paint.even_odd).contains
            old, new = (_flat(each) for each in (paint.fill, now.fill or paint.fill))
            box = control_bounds(segments, place.matrix)
            layer = InkLayer(box, place.clip(holds), old, new, paint.fill_opacity * place.opacity)
            self.grounds.add(layer)
            self._finished.add(layer)
        back = invert_matrix(place.matrix)
        if paint.stroke is None or back is None:
            return
        holds = StrokeRegion(segments, back, paint.width, paint.cap == "butt").contains
        drawn = sum(paint.dash[::2]) / sum(paint.dash) if sum(paint.dash) else 1.0
        box = control_bounds(segments, place.matrix, paint.width * place.scale)
        old, new = parse_rgb(paint.stroke), parse_rgb(now.stroke or paint.stroke)
        layer = InkLayer(box, place.clip(holds), old, new, paint.stroke_opacity * place.opacity * drawn)
        if paint.width * place.scale >= THIN:
            self.grounds.add(layer)
        self._finished.add(layer)


def _is_drawn_by_line(paint: Paint, grounds: Sequence[Ground]) -> bool:
    """Return whether a shape is seen by its stroke rather than by its fill, such as a white square with a dark edge.

    A line that stands out against the fill is seen on any ground, and so is a ring in any color around white, as it is
    printed darker where it must be.
    """
    if paint.stroke is None or not isinstance(paint.fill, str):
        return False
    line, fill = parse_rgb(paint.stroke), parse_rgb(paint.fill)
    if contrast(line, fill) >= (_EDGE if contrast(fill, WHITE) < _EDGE else _CASED):
        return True
    return all(contrast(line, old) > contrast(fill, old) for old, _ in grounds)


def _is_lost(ink: Rgb, tinted: Rgb, ground: Ground) -> bool:
    """Return whether the edge of a shape against a ground was seen, and is not seen as well any more."""
    was, is_now = contrast(ink, ground.old), contrast(tinted, ground.new)
    return was >= _EDGE and is_now < keep_contrast(was)


def _paint_of(made: Shape) -> Paint:
    """Return the paint that a converted path shows: of its fill, and of the widest stroke that lies on top."""
    if isinstance(made, Path):
        return made.paint
    assert isinstance(made, Group)
    paints = [each.paint for each in made.shapes if isinstance(each, Path)]
    fill = next((each.fill for each in paints if each.fill is not None), None)
    return replace(paints[-1], fill=fill)


def _flat(fill: "str | Gradient") -> Rgb:
    if isinstance(fill, Gradient):
        channels = [parse_rgb(paint) for _, paint in fill.stops]
        return tuple(sum(each) / len(channels) for each in zip(*channels, strict=True))
    return parse_rgb(fill)


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _median(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


def _average(image: Image) -> Rgb:
    """Return the mean paint of an image on white paper."""
    small = make_thumbnail(image)
    found = [small.color_at((x + 0.5) / 6, (y + 0.5) / 6) for x in range(6) for y in range(6)]
    return tuple(sum(each[channel] / 255 + 1 - each[3] for each in found) / len(found) for channel in range(3))  # type: ignore[return-value]


class InkConverter:
    """Converts the pictures of one game."""

    def __init__(self, mode: InkMode, colors: Mapping[str, Color]) -> None:
        self.mode = mode
        self._paints = InkPaints(mode, colors)

    def print_fill(self, paint: str) -> str:
        """Return the paint of a large fill on a front."""
        return self._paints.tint(paint, is_back=False)

    def convert(
        self, picture: Picture, outline: Outline, is_back: bool = False, kept: Set[Shape] = frozenset()
    ) -> Picture:
        """Return a picture with less ink; the shapes `kept` have had their turn already.

        What lies round a shape may differ by chance, and shapes that look alike must keep doing so. So all are asked
        first whether they need an outline, and then all of the same paint and build do what most of them need.
        """
        place = InkPlace(IDENTITY, (), 1.0)
        first = Conversion(self._paints, is_back, kept)
        first.convert_shapes(picture.shapes, place)
        work = Conversion(self._paints, is_back, kept, first)
        shapes = work.convert_shapes(picture.shapes, place)
        if is_back and (frame := self._frame_back(outline, work.grounds)):
            shapes = (*shapes, frame)
        return replace(picture, shapes=shapes)

    def convert_drawing(self, picture: Picture, request: RenderRequest, kept: Set[Shape]) -> Picture:
        """Return what was drawn for a request with less ink.

        Die lines are drawn again, in the ink that stands out on what lies there now.
        """
        if request.net is None:
            return self.convert(picture, request.outline, request.is_back, kept)
        from generator.render.die_lines import draw_die_lines

        art = tuple(shape for shape in picture.shapes if not (isinstance(shape, Group) and shape.name in LINE_STYLES))
        made = self.convert(replace(picture, shapes=art), request.outline, request.is_back, kept)
        return replace(made, shapes=(*made.shapes, *draw_die_lines(request.net, made.shapes)))

    def _frame_back(self, outline: Outline, grounds: Grounds) -> Shape | None:
        """Return a light frame for a back that had color all over; None for a white or a small one."""
        width, height = outline.width, outline.height
        spots = [(width * (x + 0.5) / 9, height * (y + 0.5) / 9) for x in range(9) for y in range(9)]
        inked = [old for old, _ in (grounds.under(*spot) for spot in spots) if contrast(old, WHITE) > _INKED]
        if min(width, height) < _LEAST_FRAMED or len(inked) < len(spots) / 10:
            return None
        darkest = format_rgb(max(inked, key=lambda rgb: contrast(rgb, WHITE)))
        scale = 1 - 2 * _FRAME_INSET / width, 1 - 2 * _FRAME_INSET / height
        inset = scale[0], 0.0, 0.0, scale[1], _FRAME_INSET, _FRAME_INSET
        stroke = lighten(self._paints.tone(darkest), _FRAME_SHARE)
        paint = Paint(fill=None, stroke=stroke, width=_FRAME_WIDTH, join="round")
        return Path(transform_segments(outline_segments(outline), inset), paint)
