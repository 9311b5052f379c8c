"""Shapes go in, SVG elements come out, made by svgwrite and remembered, with the ids of the definitions they need."""

from base64 import b64encode
from collections.abc import Iterable
from typing import Any, NamedTuple

from svgwrite import container, gradients, image, masking, path

from generator.model.picture import IDENTITY, Clip, Gradient, Group, Image, Matrix, Paint, Path, Segment, Shape, Text
from generator.model.recent import Recent
from generator.write.digits import digits, matrix
from generator.write.svg_words import Words


class Drawn(NamedTuple):
    """Markup, and the ids of the definitions that it refers to."""

    markup: str
    needs: frozenset[str]


_NOTHING = frozenset[str]()


class SvgPen:
    """Draws shapes as markup; definitions have the same id on each sheet that needs them."""

    def __init__(self, live: bool) -> None:
        self.definitions: dict[str, Drawn] = {}
        self._known: Recent[Shape, Drawn] = Recent(4096)
        self._named: dict[Any, str] = {}
        self._paints: dict[tuple[Paint, float], str] = {}
        self._words = Words(lambda name, markup: self._define(name, Drawn(markup, _NOTHING)), live)

    def draw(self, shapes: Iterable[Shape]) -> Drawn:
        """Return the shapes in their order."""
        out: list[str] = []
        needs: set[str] = set()
        for shape in shapes:
            drawn = self._known.get(shape)
            if drawn is None:
                drawn = self._known.put(shape, self._shape(shape))
            out.append(drawn.markup)
            needs |= drawn.needs
        return Drawn("".join(out), frozenset(needs))

    def clip(self, clip: Clip) -> str:
        """Return the id of a clip path."""
        if clip not in self._named:
            element = masking.ClipPath(id=self._name(clip, "c"))
            element.add(path.Path(d=_data(clip.segments), clip_rule="evenodd" if clip.even_odd else "nonzero"))
            self._define(self._named[clip], Drawn(_text(element), _NOTHING))
        return self._named[clip]

    def _name(self, key: Any, letter: str) -> str:
        return self._named.setdefault(key, f"{letter}{len(self._named)}")

    def _define(self, name: str, drawn: Drawn) -> None:
        self.definitions[name] = drawn

    def _shape(self, shape: Shape) -> Drawn:
        match shape:
            case Text():
                drawn = self._words.write(shape, lambda scale: self._attributes(shape.paint, scale))
                return Drawn(*drawn)
            case Path():
                return self._path(shape)
            case Image():
                return _image(shape)
            case Group():
                return self._group(shape)

    def _path(self, shape: Path) -> Drawn:
        fill = shape.paint.fill
        name = self._gradient(fill) if isinstance(fill, Gradient) else ""
        style = _style(shape.paint, 1.0)
        if name:
            style["fill"] = f"url(#{name})"
        return Drawn(_text(path.Path(d=_data(shape.segments), **style)), frozenset({name} if name else ()))

    def _group(self, group: Group) -> Drawn:
        inner = self.draw(group.shapes)
        element, needs = container.Group(), inner.needs
        if group.matrix != IDENTITY:
            element["transform"] = f"matrix({matrix(group.matrix)})"
        if group.opacity < 1:
            element["opacity"] = digits(group.opacity)
        if group.clip is not None:
            name = self.clip(group.clip)
            element["clip-path"] = f"url(#{name})"
            needs |= {name}
        return Drawn(_around(element, inner.markup), needs)

    def _gradient(self, gradient: Gradient) -> str:
        if gradient not in self._named:
            name = self._name(gradient, "p")
            element = _gradient(gradient, name)
            if gradient.matrix != IDENTITY:
                element["gradientTransform"] = f"matrix({matrix(gradient.matrix)})"
            for offset, color in gradient.stops:
                element.add_stop_color(digits(offset), color)
            self._define(name, Drawn(_text(element), _NOTHING))
        return self._named[gradient]

    def _attributes(self, paint: Paint, scale: float) -> str:
        key = paint, scale if paint.stroke is not None else 1.0
        if key not in self._paints:
            style = _style(paint, scale)
            self._paints[key] = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style.items())
        return self._paints[key]


def _text(element: Any) -> str:
    return str(element.tostring())


def _around(element: Any, markup: str) -> str:
    """Return the element with markup inside."""
    opened = _text(element)
    return f"{opened.removesuffix('/>').rstrip()}>{markup}</{element.elementname}>"


def _gradient(gradient: Gradient, name: str) -> Any:
    g = [digits(value) for value in gradient.geometry]
    units = {"id": name, "gradientUnits": "userSpaceOnUse"}
    if gradient.kind == "linear":
        return gradients.LinearGradient((g[0], g[1]), (g[2], g[3]), **units)
    return gradients.RadialGradient((g[0], g[1]), g[2], (g[3], g[4]), **units)


def _image(shape: Image) -> Drawn:
    data = f"data:{shape.mime};base64,{b64encode(shape.data).decode('ascii')}"
    at, size = (digits(shape.x), digits(shape.y)), (digits(shape.width), digits(shape.height))
    return Drawn(_text(image.Image(data, at, size, preserveAspectRatio="none")), _NOTHING)


def _style(paint: Paint, scale: float) -> dict[str, Any]:
    """Return the attributes of a paint, those that SVG takes for granted left out."""
    style: dict[str, Any] = {"fill": paint.fill if isinstance(paint.fill, str) else "none"}
    if paint.fill_opacity < 1 and paint.fill is not None:
        style["fill_opacity"] = digits(paint.fill_opacity)
    if paint.even_odd:
        style["fill_rule"] = "evenodd"
    if paint.stroke is None:
        return style
    style |= {"stroke": paint.stroke, "stroke_width": f"{paint.width / scale:.6g}"}
    if paint.stroke_opacity < 1:
        style["stroke_opacity"] = digits(paint.stroke_opacity)
    if paint.dash:
        style["stroke_dasharray"] = ",".join(f"{length / scale:.6g}" for length in paint.dash)
        style["stroke_dashoffset"] = f"{paint.dash_offset / scale:.6g}"
    plain = {"stroke_linecap": (paint.cap, "butt"), "stroke_linejoin": (paint.join, "miter")}
    style |= {name: value for name, (value, default) in plain.items() if value != default}
    if paint.miter != 4:
        style["stroke_miterlimit"] = digits(paint.miter)
    return style


def _data(segments: tuple[Segment, ...]) -> str:
    return "".join("Z" if s[0] == "Z" else f"{s[0]}{' '.join(map(digits, s[1:]))}" for s in segments)


def move(to: Matrix) -> str:
    """Return a transform attribute's value."""
    return f"matrix({matrix(to)})"
