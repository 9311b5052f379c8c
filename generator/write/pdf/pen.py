"""Draw shapes as PDF operators (PDF 1.7, chapter 8)."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from math import inf
from typing import NamedTuple, Protocol

from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY, invert_matrix
from generator.geometry.types import Box, Segment
from generator.model.color import to_rgb
from generator.model.lru_cache import LRUCache
from generator.model.picture import Clip, Gradient, Group, Image, Paint, Path, Shape, SharedLayout, Text
from generator.write.coordinates import format_matrix, format_number
from generator.write.pdf.gradient_bands import split_gradient

_CAPS = {"butt": "0 J", "round": "1 J", "square": "2 J"}
_JOINS = {"miter": "0 j", "round": "1 j", "bevel": "2 j"}
_OPERATORS = {"M": "m", "L": "l", "C": "c"}


def stroke_operators(paint: Paint) -> str:
    """Return the operators for the width, caps, joins and dashes of a stroke (PDF 1.7, 8.4.3)."""
    dash = " ".join(map(format_number, _lengthen_dots(paint.dash)))
    width, miter = format_number(paint.width), format_number(paint.miter)
    phase = paint.dash_offset % sum(paint.dash) if paint.dash else 0.0  # PDF allows no negative phase (8.4.3.6)
    return f"{width} w {_CAPS[paint.cap]} {_JOINS[paint.join]} {miter} M [{dash}] {format_number(phase)} d"


def _lengthen_dots(dash: tuple[float, ...]) -> Iterator[float]:
    """Yield the dashes; a dot of length 0 gets a thousandth of its gap, because pdfium would give it 0.1."""
    for on, off in zip(dash[::2], dash[1::2], strict=True):
        dot = off / 1000 if on == 0 else 0.0
        yield from (on + dot, off - dot)


def path_operators(segments: tuple[Segment, ...]) -> str:
    """Return the operators that construct a path (8.5.2)."""
    return " ".join(
        "h" if s[0] == "Z" else f"{' '.join(map(format_number, s[1:]))} {_OPERATORS[s[0]]}" for s in segments
    )


def wrap_group(group: Group, content: str) -> str:
    """Return a group's content inside its transformation."""
    move = "" if group.matrix == IDENTITY else f"{format_matrix(group.matrix)} cm\n"
    return f"q\n{move}{content}\nQ"


def clip_operators(clip: Clip) -> str:
    """Return the operators that clip what follows to a region (8.5.4)."""
    return f"{path_operators(clip.segments)} {'W*' if clip.even_odd else 'W'} n"


def paint_operators(operators: str, paint: Paint, fills: bool) -> str:
    """Return a path filled and stroked; in two steps if the fill must show through the stroke, as in SVG."""
    strokes = paint.stroke is not None
    if fills and strokes and paint.stroke_opacity < 1:
        return f"{operators} {_painting_operator(True, False, paint.even_odd)}\n{operators} S"
    return f"{operators} {_painting_operator(fills, strokes, paint.even_odd)}"


def _painting_operator(fills: bool, strokes: bool, even_odd: bool) -> str:
    star = "*" if even_odd else ""
    if fills and strokes:
        return f"B{star}"
    return f"f{star}" if fills else "S" if strokes else "n"


def _draw_region(image: Image, region: Box, name: str) -> str:
    """Return the operators that draw a page, a form XObject in mm, clipped to a region of it."""
    x, y, width, height = region
    across, down = image.width / width, image.height / height
    move = across, 0.0, 0.0, down, image.x - x * across, image.y - y * down
    clip = " ".join(map(format_number, (image.x, image.y, image.width, image.height)))
    return f"q {clip} re W n {format_matrix(move)} cm /{name} Do Q"


_WORTH = 160  # bytes of operators above which something repeated becomes a form
_MARK = "/Mark"  # what begins both the mark of a named group and the point before a form that holds one


class PdfResources(Protocol):
    """Names of the resources that a pen refers to."""

    def show(self, text: Text, size: str) -> str:
        """Return the operators that show a text."""

    def alpha(self, fill: float, stroke: float) -> str:
        """Return the name of a graphics state with these opacities."""

    def mask(self, operators: str, alpha: bool) -> str:
        """Return the name of a graphics state with a soft mask: the brightness, or the alpha, of what is drawn."""

    def blend(self, mode: str) -> str:
        """Return the name of a graphics state with a blend mode."""

    def shading(self, gradient: Gradient) -> str:
        """Return the name of a shading."""

    def image(self, image: Image) -> str:
        """Return the name of an image XObject."""

    def form(self, operators: str, group: bool) -> str:
        """Return the name of a form XObject, a transparency group if asked for."""


class TextFrame(NamedTuple):
    """The operators before and after the x of a text, its size, and the operators after those that show it."""

    before: str
    after_x: str
    size: str
    end: str


class _State:
    """The known part of the graphics state; None is unknown."""

    __slots__ = ("alpha", "fill", "line", "paint", "stroke")

    def __init__(self) -> None:
        self.fill: str | None = None
        self.stroke: str | None = None
        self.line: str | None = None
        self.alpha: tuple[float, float] | None = (1.0, 1.0)
        self.paint: Paint | None = None  # all of which is set


class PdfPen:
    """Draws shapes as operators, and caches those of each shape.

    An `even` pen writes equal shapes as equal operators, whatever it drew before: the contents of named groups are
    compared when they are read back.
    """

    def __init__(self, resources: PdfResources, even: bool = False) -> None:
        self._resources = resources
        self._even = None if even else PdfPen(resources, True)
        self._worth = inf if even else _WORTH  # of a path, which may or may not be repeated
        self._contents: LRUCache[tuple[object, ...], str] = LRUCache(4096)
        self._repeated: dict[str, str] = {}
        self._known: LRUCache[Shape, str] = LRUCache(4096)
        self._forms: dict[Shape, str] = {}
        self._colors: dict[tuple[str, str], str] = {}
        self._lines: dict[Paint, str] = {}
        self._sizes: dict[float, str] = {}

    def draw(self, shapes: Iterable[Shape]) -> str:
        """Return the operators of the shapes in their order, in millimeters with y downwards."""
        out = list[str]()
        self._draw(shapes, _State(), out)
        return "\n".join(out)

    def draw_layout(self, layout: SharedLayout) -> tuple[list[str], list[TextFrame]]:
        """Return the operators before, between and after the texts that differ, and what frames each of them.

        They are what `draw` returns of a face of the layout when it was drawn before.
        """
        state, written, frames = _State(), list[str](), list[TextFrame]()
        for shapes, slot in zip_longest(layout.split(), layout.slots):
            out = list[str]()
            self._draw(shapes, state, out)
            if slot is not None and isinstance(text := layout.shapes[slot], Text):
                self._set(text.paint, state, out)
                frames.append(self._frame_text(text))
            written.append("\n".join(out))
        return written, frames

    @property
    def forgets(self) -> bool:
        """Return whether so much was drawn that what is drawn again may have been forgotten."""
        return bool(self._known.old or self._contents.old)

    def _draw(self, shapes: Iterable[Shape], state: _State, out: list[str]) -> None:
        for shape in shapes:
            if type(shape) is Text:
                self._text(shape, state, out)
            elif type(shape) is Path:
                self._path(shape, state, out)
            elif isinstance(shape, Image):
                self._opaque(state, out)
                self._image(shape, out)
            elif isinstance(shape, Group):
                self._opaque(state, out)
                self._group(shape, out)

    def _text(self, text: Text, state: _State, out: list[str]) -> None:
        paint = text.paint
        if paint.fill is None and paint.stroke is None:
            return
        self._set(paint, state, out)
        before, after, size, end = self._frame_text(text)
        out.append(f"{before}{format_number(text.x)}{after}{self._resources.show(text, size)}{end}")

    def _frame_text(self, text: Text) -> TextFrame:
        paint, size = text.paint, self._sizes.get(text.size)
        size = size or self._sizes.setdefault(text.size, format_number(text.size))
        mode = "" if paint.stroke is None else "2 Tr " if paint.fill is not None else "1 Tr "
        return TextFrame(f"BT {mode}1 0 0 -1 ", f" {format_number(text.y)} Tm ", size, " 0 Tr ET" if mode else " ET")

    def _path(self, path: Path, state: _State, out: list[str]) -> None:
        paint = path.paint
        if paint.fill is None and paint.stroke is None:
            return
        operators = self._known.get(path)
        if isinstance(paint.fill, Gradient):
            self._opaque(state, out)
        if operators is None:
            operators = self._known.put(path, path_operators(path.segments))
        elif len(operators) > self._worth and state.alpha == (1.0, 1.0) and not isinstance(paint.fill, Gradient):
            out.append(self._again(path))
            return
        if isinstance(paint.fill, Gradient):
            self._shade(path, operators, state, out)
            if paint.stroke is None:
                return
        self._set(paint, state, out)
        fills = paint.fill is not None and not isinstance(paint.fill, Gradient)
        out.append(paint_operators(operators, paint, fills))

    def _again(self, path: Path) -> str:
        if path not in self._forms:
            state, out = _State(), list[str]()
            paint = path.paint
            self._set(paint, state, out)
            out.append(paint_operators(path_operators(path.segments), paint, paint.fill is not None))
            self._forms[path] = self._resources.form("\n".join(out), False)
        return f"/{self._forms[path]} Do"

    def _shade(self, path: Path, operators: str, state: _State, out: list[str]) -> None:
        gradient = path.paint.fill
        assert isinstance(gradient, Gradient)
        out.append("q")
        if path.paint.fill_opacity < 1:
            out.append(f"/{self._resources.alpha(path.paint.fill_opacity, 1.0)} gs")
        out.append(f"{operators} {'W*' if path.paint.even_odd else 'W'} n")
        if gradient.matrix != IDENTITY:
            out.append(f"{format_matrix(gradient.matrix)} cm")
        back = invert_matrix(gradient.matrix)
        area = segment_bounds(path.segments, back) if back is not None else None
        for band in split_gradient(gradient, area or (0.0, 0.0, 0.0, 0.0)):
            shown = f"/{self._resources.shading(band.gradient)} sh"
            out.append(f"q {path_operators(band.region)} W n {shown} Q" if band.region else shown)
        out.append("Q")

    def _image(self, image: Image, out: list[str]) -> None:
        name = self._resources.image(image)
        if image.region is not None:
            out.append(_draw_region(image, image.region, name))
            return
        box = (image.width, 0.0, 0.0, -image.height, image.x, image.y + image.height)
        out.append(f"q {format_matrix(box)} cm /{name} Do Q")

    def _group(self, group: Group, out: list[str]) -> None:
        if group.name:
            out.append(self._marked(group))
            return
        operators = self._known.get(group)
        if operators is None:
            operators = self._known.put(group, wrap_group(group, self._inside(group)))
            if self._even is not None:
                out.append(operators)
                return
        if len(operators) <= _WORTH or (group not in self._forms and _MARK in operators):
            out.append(operators)
        else:
            if group not in self._forms:
                self._forms[group] = self._resources.form(operators, False)
            out.append(f"/{self._forms[group]} Do")

    def _inside(self, group: Group) -> str:
        """Return what is drawn in the group's own coordinates."""
        inner = self.draw(group.shapes)
        states = self._list_states(group)
        if states or group.isolated:
            point = f"{_MARK}ed MP\n" if _MARK in inner else ""
            name = self._resources.form(inner, True)
            inner = f"{point}{states} /{name} Do".replace("\n ", "\n").lstrip(" ")
        return inner if group.clip is None else f"{clip_operators(group.clip)}\n{inner}"

    def _list_states(self, group: Group) -> str:
        """Return the operators for the opacity, the mask and the blend mode at which a whole group is painted."""
        out = []
        if group.opacity < 1:
            out.append(f"/{self._resources.alpha(group.opacity, group.opacity)} gs")
        if group.mask is not None:
            out.append(f"/{self._resources.mask(self.draw(group.mask.shapes), group.mask.alpha)} gs")
        if group.blend != "normal":
            out.append(f"/{self._resources.blend(group.blend)} gs")
        return " ".join(out)

    def _marked(self, group: Group) -> str:
        """Return a named group; the blank before EMC tells its end from that of a piece, which is Q, EMC."""
        content = (self._even or self)._content(group)
        return wrap_group(group, f"{_MARK} <</ID ({group.name})>> BDC\n{content}\n EMC")

    def _content(self, group: Group) -> str:
        """Return what is in a named group: a form where it was drawn before, unless it holds another name."""
        key = group.shapes, group.clip, group.opacity, group.mask, group.blend, group.isolated
        content = self._contents.get(key)
        if content is None:
            return self._contents.put(key, self._inside(group))
        if len(content) <= _WORTH or _MARK in content:
            return content
        if content not in self._repeated:
            self._repeated[content] = self._resources.form(content, False)
        return f"/{self._repeated[content]} Do"

    def _opaque(self, state: _State, out: list[str]) -> None:
        """Take back the opacity of the shape before: groups, images and shadings have their own, if any."""
        if state.alpha != (1.0, 1.0):
            state.alpha, state.paint = (1.0, 1.0), None
            out.append(f"/{self._resources.alpha(1.0, 1.0)} gs")

    def _set(self, paint: Paint, state: _State, out: list[str]) -> None:
        """Write what the paint needs and the state does not have."""
        if paint is state.paint:
            return
        state.paint = paint
        alpha = paint.fill_opacity, paint.stroke_opacity
        if alpha != state.alpha:
            state.alpha = alpha
            out.append(f"/{self._resources.alpha(*alpha)} gs")
        if isinstance(paint.fill, str) and paint.fill != state.fill:
            state.fill = paint.fill
            out.append(self._color(paint.fill, "rg"))
        if paint.stroke is not None:
            if paint.stroke != state.stroke:
                state.stroke = paint.stroke
                out.append(self._color(paint.stroke, "RG"))
            style = self._lines.get(paint) or self._lines.setdefault(paint, stroke_operators(paint))
            if style != state.line:
                state.line = style
                out.append(style)

    def _color(self, paint: str, operator: str) -> str:
        key = paint, operator
        if key not in self._colors:
            red, green, blue = (f"{channel / 255:.4g}" for channel in to_rgb(paint))
            grey = "g" if operator == "rg" else "G"
            self._colors[key] = f"{red} {grey}" if red == green == blue else f"{red} {green} {blue} {operator}"
        return self._colors[key]
