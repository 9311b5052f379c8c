"""Draw a picture again with less ink: fills become tints, and what stood out against them still does; lengths in mm.

Large fills, wide strokes and images are grounds; texts, thin lines and small shapes are marks. A ground gets the tint
of its paint, and a dark outline where it stood out. A mark keeps its paint if that still stands out, and gets a darker
one otherwise: white marks on a color become marks of the color on its tint. `mono` leaves black and a few grays: a
gray for each color of a group, and a hatch by its hue for a large fill in a color that no role has. The tree of shapes
stays as it is, so that places found in one are those of the other.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise
from math import dist
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from generator.geometry.bounds import segment_bounds, transformed_box_bounds
from generator.geometry.matrix import IDENTITY, Matrix, invert_matrix, multiply_matrices, transform_point
from generator.geometry.path import transform_segments
from generator.geometry.regions import FillRegion, StrokeRegion, control_bounds, flatten_path
from generator.geometry.types import Outline, Point
from generator.model.color import Color
from generator.model.lru_cache import LRUCache
from generator.model.picture import Gradient, Group, Image, Paint, Path, Picture, Shape, Text
from generator.render.bounds import text_run_corners
from generator.render.color_sampler import make_thumbnail
from generator.render.ink.grounds import Grounds, InkLayer, PointTest
from generator.render.ink.hatching import hatch_fill
from generator.render.ink.images import lighten_image
from generator.render.ink.tints import (
    BACK_TINT,
    TINT,
    WHITE,
    Rgb,
    contrast,
    cover,
    format_rgb,
    gray_of,
    hue_of,
    is_chromatic,
    lighten,
    parse_rgb,
    spread_grays,
    stand_out,
    to_gray,
)
from generator.render.trimmed_faces import trim_path

InkMode = Literal["low", "mono"]
_SMALL = 7.5  # the longer side of a shape that is a mark
_THIN = 1.1  # the width of a line, and twice the area of a shape over its perimeter
_FINE, _FINE_SHARE = 0.3, 0.3  # the width of a fine line, and what is left of the rest of a wider one
_RUNNING, _OTHER = 4.5, 3.0  # contrast of running text, and of all else (WCAG 2.2, 1.4.3 and 1.4.11)
_LARGE_TEXT = 6.35  # mm per em: 18 points
_OUTLINE, _CASING = 0.25, 0.3  # width of the lines that set tints off
_SEEN = 1.25  # contrast of an edge that is meant to be seen
_FRAME_INSET, _FRAME_WIDTH, _FRAME_SHARE = 4.0, 0.5, 0.6
_LEAST_FRAMED = 24.0  # the shorter side of a back that has room for a frame
_SAMPLES = 8
_INWARD = 0.2  # of the way from the edge to the middle
_MOST_KEPT = 20_000
_DARK = 110.0  # of 255: marks and lines darker than that are black in a print without colors
_SAME_HUE = 5.0  # degrees
_HATCH = "#6b6b6b"


class _Place(NamedTuple):
    """Where shapes are drawn: their matrix to the picture, the regions that clip them, and their opacity.

    What a checker follows, such as an arrow of a join, is `followed`: it stays one line round one fill.
    """

    matrix: Matrix
    clips: tuple[PointTest, ...]
    opacity: float
    followed: bool = False

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


class InkConverter:
    """Converts the pictures of one game; equal shapes in equal paints stay one shape."""

    def __init__(self, mode: InkMode, colors: Mapping[str, Color]) -> None:
        self.mode = mode
        self._grays = dict(_assign_grays(colors)) if mode == "mono" else {}
        self._hues = [hue_of(color.paint) for color in colors.values() if is_chromatic(color.paint)]
        self._made: LRUCache[Any, Any] = LRUCache(_MOST_KEPT)

    def convert(
        self, picture: Picture, outline: Outline, is_back: bool = False, kept: Set[Shape] = frozenset()
    ) -> Picture:
        """Return a picture with less ink; the shapes `kept` have had their turn already."""
        place = _Place(IDENTITY, (), 1.0)
        first = _Conversion(self, is_back, kept, {})
        first.convert_shapes(picture.shapes, place)
        work = _Conversion(self, is_back, kept, first.count_votes())
        shapes = work.convert_shapes(picture.shapes, place)
        if is_back and (frame := work.frame_back(outline)):
            shapes = (*shapes, frame)
        return replace(picture, shapes=shapes)

    def remember(self, shape: Shape, *change: object) -> Any:
        """Return what was made of a shape by a change, or None."""
        return self._made.get((shape, change))

    def keep(self, made: Any, shape: Shape, *change: object) -> Any:
        """Remember what was made of a shape by a change."""
        return self._made.put((shape, change), made)

    def tint(self, paint: str, is_back: bool) -> str:
        """Return the paint of a ground."""
        if self.mode == "low":
            return lighten(paint, BACK_TINT if is_back else TINT)
        gray = to_gray(paint, self._grays)
        return lighten(gray, BACK_TINT) if is_back else gray

    def tone(self, paint: str) -> str:
        """Return the paint of a mark, before its contrast is looked at."""
        if self.mode == "low":
            return paint
        dark = paint not in self._grays and gray_of(paint) < _DARK
        return "#000000" if dark else to_gray(paint, self._grays)

    def is_unnamed(self, paint: str) -> bool:
        """Tell whether a paint is a color of the templates' own, which no role and no shade of a role has."""
        if not is_chromatic(paint):
            return False
        turns = (abs(hue_of(paint) - hue) for hue in self._hues)
        return all(_SAME_HUE < turn < 360 - _SAME_HUE for turn in turns)


def _assign_grays(colors: Mapping[str, Color]) -> Iterator[tuple[str, str]]:
    groups: dict[str, list[str]] = {}
    for role, color in colors.items():
        if "." in role:
            groups.setdefault(role.rpartition(".")[0], []).append(color.paint)
    for paints in groups.values():
        yield from spread_grays(paints).items()


class _Conversion:
    """The conversion of one picture; `outlines` are those of grounds, by their paints.

    What lies round a shape may differ by chance, and shapes in one paint must keep looking the same. So they are asked
    first whether they need an outline, and then all do what most of them need.
    """

    def __init__(
        self, converter: InkConverter, is_back: bool, kept: Set[Shape], outlines: Mapping[Paint, str | None]
    ) -> None:
        self._converter, self._is_back, self._kept, self._outlines = converter, is_back, kept, outlines
        self._mono = converter.mode == "mono"
        self._grounds = Grounds()
        self._votes: dict[Paint, Counter[str | None]] = defaultdict(Counter)

    def count_votes(self) -> dict[Paint, str | None]:
        """Return the outline that most shapes of each paint need."""
        return {paint: votes.most_common(1)[0][0] for paint, votes in self._votes.items()}

    def convert_shapes(self, shapes: Sequence[Shape], place: _Place) -> tuple[Shape, ...]:
        """Return the shapes, one for each, drawn over what came before."""
        return tuple(self._convert_shape(shape, place) for shape in shapes)

    def _convert_shape(self, shape: Shape, place: _Place) -> Shape:
        match shape:
            case Group():
                return self._convert_group(shape, place)
            case Path():
                return self._convert_path(shape, place)
            case Text():
                return self._convert_text(shape, place)
            case Image():
                return self._convert_image(shape, place)

    def _convert_group(self, group: Group, place: _Place) -> Shape:
        if group in self._kept:
            return group
        inner = multiply_matrices(place.matrix, group.matrix)
        clips = place.clips
        if group.clip is not None:
            clips = *clips, FillRegion(group.clip.segments, inner, group.clip.even_odd).contains
        followed = place.followed or group.name.startswith("join.")
        shapes = self.convert_shapes(group.shapes, _Place(inner, clips, place.opacity * group.opacity, followed))
        if shapes == group.shapes:
            return group
        return self._converter.remember(group, shapes) or self._converter.keep(  # type: ignore[no-any-return]
            replace(group, shapes=shapes), group, shapes
        )

    def _convert_path(self, path: Path, place: _Place) -> Shape:
        points = [point for line, _ in flatten_path(path.segments) for point in line]
        if not points:
            return path
        spots = [transform_point(place.matrix, *point) for point in _pick(points, path.paint.fill is not None)]
        grounds = _find_most_common([self._grounds.under(*spot) for spot in spots])
        fill = self._choose_fill(path, place, grounds) if path.paint.fill is not None else None
        made = self._convert_stroke(path, place, grounds, fill)
        self._add_layers(path, made, place)
        return made

    def _choose_fill(self, path: Path, place: _Place, grounds: "Sequence[tuple[Rgb, Rgb]]") -> "str | Gradient":
        paint = path.paint
        fill = paint.fill
        assert fill is not None
        opacity = paint.fill_opacity * place.opacity
        if isinstance(fill, Gradient):
            stops = tuple((at, self._converter.tint(each, self._is_back)) for at, each in fill.stops)
            return self._converter.remember(path, stops) or self._converter.keep(  # type: ignore[no-any-return]
                replace(fill, stops=stops), path, stops
            )
        if not _is_mark(path, place.scale):
            return self._converter.tint(fill, self._is_back)
        return self._choose_mark(fill, opacity, grounds, _OTHER)

    def _choose_mark(self, paint: str, opacity: float, grounds: "Sequence[tuple[Rgb, Rgb]]", least: float) -> str:
        """Return the paint of a mark: its contrast stays as it was, or reaches the least."""
        if self._is_back:
            return self._converter.tint(paint, True) if least < _RUNNING else self._converter.tone(paint)
        toned, plain = self._converter.tone(paint), parse_rgb(paint)
        before = _median([contrast(cover(plain, opacity, old), old) for old, _ in grounds])
        needed = least if least == _RUNNING else min(least, max(before, 1.0))
        return self._stand_out(toned, opacity, grounds, needed)

    def _stand_out(self, paint: str, opacity: float, grounds: "Sequence[tuple[Rgb, Rgb]]", least: float) -> str:
        darkest = format_rgb(max((old for old, _ in grounds), key=lambda rgb: contrast(rgb, WHITE)))
        return stand_out(paint, opacity, [new for _, new in grounds], self._converter.tone(darkest), least)

    def _convert_stroke(
        self, path: Path, place: _Place, grounds: "Sequence[tuple[Rgb, Rgb]]", fill: "str | Gradient | None"
    ) -> Shape:
        """Return the path in its new fill and stroke."""
        paint = path.paint
        width = paint.width * place.scale
        stroke, outline = paint.stroke, None
        if stroke is not None and width >= _THIN:
            tinted = self._converter.tint(stroke, self._is_back)
            outline = None if self._is_back or paint.dash else self._choose_outline(paint, stroke, tinted, grounds)
            if outline is not None and not (paint.fill is not None):
                return self._case_stroke(path, tinted, outline, place.scale)
            stroke = tinted if not paint.dash else self._choose_mark(stroke, place.opacity, grounds, _OTHER)
        elif stroke is not None:
            stroke = self._choose_line(stroke, paint, place, grounds, fill)
        made = replace(paint, fill=fill, stroke=stroke, width=self._thin(paint, place.scale))
        if (
            isinstance(fill, str)
            and isinstance(paint.fill, str)
            and not self._is_back
            and not _is_mark(path, place.scale)
        ):
            if stroke is None and paint.fill_opacity * place.opacity > 0.9:
                line = self._choose_outline(paint, paint.fill, fill, grounds)
                if line is not None:
                    made = replace(made, stroke=line, width=_OUTLINE / (place.scale or 1.0), join="round")
            if (
                self._mono
                and not place.followed
                and self._converter.is_unnamed(paint.fill)
                and paint.fill_opacity * place.opacity > 0.5
            ):
                return self._hatch(path, made, place.scale)
        return self._repaint(path, made)

    def _thin(self, paint: Paint, scale: float) -> float:
        """Return the width of a stroke: of a line that is wider than a fine one, a part is left away."""
        width = paint.width * scale
        if self._mono or paint.stroke is None or not _FINE < width < _THIN:
            return paint.width
        return (_FINE + (width - _FINE) * _FINE_SHARE) / scale

    def _choose_line(
        self,
        stroke: str,
        paint: Paint,
        place: _Place,
        grounds: "Sequence[tuple[Rgb, Rgb]]",
        fill: "str | Gradient | None",
    ) -> str:
        """Return the paint of a thin line, which stands out against its ground or against its own fill."""
        opacity = paint.stroke_opacity * place.opacity
        sides = list(grounds)
        if isinstance(paint.fill, str) and isinstance(fill, str):
            share = paint.fill_opacity * place.opacity
            inner = [(cover(parse_rgb(paint.fill), share, o), cover(parse_rgb(fill), share, n)) for o, n in grounds]
            line = parse_rgb(stroke)
            if _median([contrast(line, old) for old, _ in inner]) > _median([contrast(line, old) for old, _ in sides]):
                sides = inner
        return self._choose_mark(stroke, opacity, sides, _OTHER)

    def _choose_outline(self, paint: Paint, ink: str, tinted: str, grounds: "Sequence[tuple[Rgb, Rgb]]") -> str | None:
        """Return the paint of an outline for a ground that stood out and whose tint does not; None if it needs none."""
        wanted = self._find_outline(ink, tinted, grounds)
        self._votes[paint][wanted] += 1
        return self._outlines.get(paint, wanted)

    def _find_outline(self, ink: str, tinted: str, grounds: "Sequence[tuple[Rgb, Rgb]]") -> str | None:
        old = _median([contrast(parse_rgb(ink), old) for old, _ in grounds])
        new = _median([contrast(parse_rgb(tinted), new) for _, new in grounds])
        if old < _SEEN or new >= min(old, _OTHER):
            return None
        inside = [(old, parse_rgb(tinted)) for old, _ in grounds]
        return self._stand_out(self._converter.tone(ink), 1.0, [*grounds, *inside], _OTHER)

    def _case_stroke(self, path: Path, tinted: str, outline: str, scale: float) -> Shape:
        """Return a wide stroke as a tint between two dark lines."""
        known = self._converter.remember(path, tinted, outline)
        if known is not None:
            return known  # type: ignore[no-any-return]
        inner = max(path.paint.width - 2 * _CASING / (scale or 1.0), path.paint.width / 3)
        outer = Path(path.segments, replace(path.paint, stroke=outline))
        made = Group((outer, Path(path.segments, replace(path.paint, stroke=tinted, width=inner))))
        return self._converter.keep(made, path, tinted, outline)  # type: ignore[no-any-return]

    def _hatch(self, path: Path, paint: Paint, scale: float) -> Shape:
        """Return a fill with the hatch of its hue over it, on a gray that is lighter than the hue's own."""
        assert isinstance(path.paint.fill, str)
        known = self._converter.remember(path, paint, "hatch")
        if known is not None:
            return known  # type: ignore[no-any-return]
        hatch = hatch_fill(path.segments, path.paint.even_odd, path.paint.fill, scale, _HATCH)
        ground = replace(paint, fill=lighten(str(paint.fill), 0.5), stroke=None)
        rim = replace(paint, fill=None)
        made = Group(tuple(filter(None, (Path(path.segments, ground), hatch, Path(path.segments, rim)))))
        return self._converter.keep(made, path, paint, "hatch")  # type: ignore[no-any-return]

    def _repaint(self, shape: "Path | Text", paint: Paint) -> "Path | Text":
        if paint == shape.paint:
            return shape
        return self._converter.remember(shape, paint) or self._converter.keep(  # type: ignore[no-any-return]
            replace(shape, paint=paint), shape, paint
        )

    def _convert_text(self, text: Text, place: _Place) -> Shape:
        if not text.text.strip():
            return text
        paint = text.paint
        corners = text_run_corners(text, place.matrix)
        (xa, ya), (xb, yb) = _middle(corners[0], corners[3]), _middle(corners[1], corners[2])
        spots = [(xa + (xb - xa) * share, ya + (yb - ya) * share) for share in (0.1, 0.5, 0.9)]
        grounds = [self._grounds.under(*spot) for spot in spots]
        large = text.size * place.scale >= _LARGE_TEXT
        fill = paint.fill
        if isinstance(fill, str):
            opacity = paint.fill_opacity * place.opacity
            fill = self._stand_out(self._converter.tone(fill), opacity, grounds, _OTHER if large else _RUNNING)
            if large and paint.stroke is not None:
                fill = self._choose_mark(str(paint.fill), opacity, grounds, _OTHER)
        stroke = paint.stroke
        if stroke is not None:
            stroke = self._choose_mark(stroke, paint.stroke_opacity * place.opacity, grounds, _OTHER)
        return self._repaint(text, replace(paint, fill=fill, stroke=stroke))

    def _convert_image(self, image: Image, place: _Place) -> Shape:
        share = (BACK_TINT if self._is_back else TINT) if not self._mono else 0.5 if not self._is_back else BACK_TINT
        made = self._converter.remember(image, share) or self._converter.keep(
            lighten_image(image, share, self._mono), image, share
        )
        box = transformed_box_bounds(image.x, image.y, image.width, image.height, place.matrix)
        old, new = (_average(each.data) for each in (image, made))
        self._grounds.add(InkLayer(box, place.clip(lambda x, y: True), old, new, place.opacity))
        return made  # type: ignore[no-any-return]

    def _add_layers(self, path: Path, made: Shape, place: _Place) -> None:
        """Lay a path on the grounds, as it was and as it is now."""
        paint, now = path.paint, _paint_of(made)
        if paint.fill is not None:
            holds = FillRegion(path.segments, place.matrix, paint.even_odd).contains
            old, new = (_flat(each) for each in (paint.fill, now.fill or paint.fill))
            box = control_bounds(path.segments, place.matrix)
            self._grounds.add(InkLayer(box, place.clip(holds), old, new, paint.fill_opacity * place.opacity))
        back = invert_matrix(place.matrix)
        if paint.stroke is not None and back is not None and paint.width * place.scale >= _THIN:
            holds = StrokeRegion(path.segments, back, paint.width, paint.cap == "butt").contains
            drawn = sum(paint.dash[::2]) / sum(paint.dash) if sum(paint.dash) else 1.0
            box = control_bounds(path.segments, place.matrix, paint.width * place.scale)
            old, new = parse_rgb(paint.stroke), parse_rgb(now.stroke or paint.stroke)
            share = paint.stroke_opacity * place.opacity * drawn
            self._grounds.add(InkLayer(box, place.clip(holds), old, new, share))

    def frame_back(self, outline: Outline) -> Shape | None:
        """Return a light frame for a back that had color all over; None for a white or a small one."""
        width, height = outline.width, outline.height
        spots = [(width * (x + 0.5) / 9, height * (y + 0.5) / 9) for x in range(9) for y in range(9)]
        inked = [old for old, _ in (self._grounds.under(*spot) for spot in spots) if contrast(old, WHITE) > _SEEN]
        if min(width, height) < _LEAST_FRAMED or len(inked) < len(spots) / 10:
            return None
        darkest = format_rgb(max(inked, key=lambda rgb: contrast(rgb, WHITE)))
        scale = 1 - 2 * _FRAME_INSET / width, 1 - 2 * _FRAME_INSET / height
        inset = scale[0], 0.0, 0.0, scale[1], _FRAME_INSET, _FRAME_INSET
        stroke = lighten(self._converter.tone(darkest), _FRAME_SHARE)
        paint = Paint(fill=None, stroke=stroke, width=_FRAME_WIDTH, join="round")
        return Path(transform_segments(trim_path(outline), inset), paint)


def _find_most_common(grounds: "Sequence[tuple[Rgb, Rgb]]") -> "list[tuple[Rgb, Rgb]]":
    """Return the ground on which most of a shape stands; of two alike, the darker."""
    counts = Counter(tuple(round(channel, 2) for channel in old) for old, _ in grounds)
    best = max(counts, key=lambda old: (counts[old], -sum(old)))
    return [next(each for each in grounds if tuple(round(channel, 2) for channel in each[0]) == best)]


def _pick(points: Sequence[Point], is_filled: bool) -> list[Point]:
    """Return some points of a path; of a filled one, points a little farther in, where its neighbors do not reach."""
    if not is_filled:  # a line may end where others begin
        points = [_middle(*pair) for pair in pairwise(points)] or points
    step = max(1, len(points) // _SAMPLES)
    found = points[::step][:_SAMPLES]
    if not is_filled:
        return list(found)
    x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
    return [(px + (x - px) * _INWARD, py + (y - py) * _INWARD) for px, py in found]


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _median(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


def _is_mark(path: Path, scale: float) -> bool:
    """Tell whether a fill is small or thin."""
    box = segment_bounds(path.segments, IDENTITY)
    assert box is not None
    if max(box[2] - box[0], box[3] - box[1]) * scale <= _SMALL:
        return True
    areas, around = [0.0], 0.0
    for line, _ in flatten_path(path.segments):
        closed = [*line, line[0]]
        areas.append(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise(closed)) / 2)
        around += sum(dist(one, other) for one, other in pairwise(closed))
    area = abs(sum(areas)) if not path.paint.even_odd else 2 * max(map(abs, areas)) - sum(map(abs, areas))
    return 2 * abs(area) / (around or 1.0) * scale < _THIN


def _paint_of(shape: Shape) -> Paint:
    """Return the paint that a converted path shows."""
    if isinstance(shape, Group):
        first, last = shape.shapes[0], shape.shapes[-1]
        assert isinstance(first, Path)
        assert isinstance(last, Path)
        return first.paint if first.paint.fill is not None else last.paint
    assert isinstance(shape, Path)
    return shape.paint


def _flat(fill: "str | Gradient") -> Rgb:
    if isinstance(fill, Gradient):
        channels = [parse_rgb(paint) for _, paint in fill.stops]
        return tuple(sum(each) / len(channels) for each in zip(*channels, strict=True))
    return parse_rgb(fill)


def _average(data: bytes) -> Rgb:
    """Return the mean paint of an image on white paper."""
    small = make_thumbnail(data)
    found = [small.color_at((x + 0.5) / 6, (y + 0.5) / 6) for x in range(6) for y in range(6)]
    return tuple(sum(each[channel] / 255 + 1 - each[3] for each in found) / len(found) for channel in range(3))  # type: ignore[return-value]
