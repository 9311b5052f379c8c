"""A gradient element and the shape that it fills go in, a Gradient in the shape's coordinates comes out."""

from collections.abc import Mapping
from math import hypot

from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY, Matrix, multiply
from generator.geometry.path import Segment
from generator.geometry.tolerances import DEGENERATE
from generator.model.finding import DrawingError
from generator.model.picture import Gradient
from generator.render.svg.elements import XLINK, Element
from generator.render.svg.groups import only_words
from generator.render.svg.numbers import share
from generator.render.svg.style import Own, Style, declarations, resolve
from generator.render.svg.transform import parse

_HREF = f"{{{XLINK}}}href"
_SHARED = {"gradientUnits", "gradientTransform", "spreadMethod", "href", _HREF}
_KNOWN = {
    "linearGradient": frozenset({"x1", "y1", "x2", "y2", *_SHARED}),
    "radialGradient": frozenset({"cx", "cy", "r", "fx", "fy", "fr", *_SHARED}),
}
_DEFAULT = {"x1": "0", "y1": "0", "x2": "1", "y2": "0", "cx": "0.5", "cy": "0.5", "r": "0.5"}
_NEEDED = {"linearGradient": ("x2",), "radialGradient": ("cx", "cy", "r")}  # others are 0, or a part of the viewport


def gradient(element: Element, ids: Mapping[str, Element], segments: tuple[Segment, ...]) -> tuple[Gradient, float]:
    """Return the gradient and the one opacity of its stops; stops of different opacity are refused."""
    declared, stops = _inherit(element, ids, 0)
    if declared.get("spreadMethod", "pad") != "pad":
        raise DrawingError("spreadMethod other than pad is not in the profile", element.at)
    if share(declared.get("fr", "0"), "fr") != 0:
        raise DrawingError("fr other than 0 is not in the profile", element.at)
    matrix = _matrix(element, declared, segments)
    colors, opacity = _stops(element, stops)
    if element.name == "linearGradient":
        return Gradient("linear", _line(element, declared), matrix, colors), opacity
    return Gradient("radial", _circle(element, declared), matrix, colors), opacity


def _matrix(element: Element, declared: dict[str, str], segments: tuple[Segment, ...]) -> Matrix:
    """Return what leads from the gradient to the shape's coordinates."""
    matrix = parse(declared.get("gradientTransform", ""), "gradientTransform")
    if abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < DEGENERATE:
        raise DrawingError("a gradientTransform leaves nothing of its gradient", element.at)
    units = declared.get("gradientUnits", "objectBoundingBox")
    if units == "objectBoundingBox":
        box = segment_bounds(segments, IDENTITY)
        if box is None or box[2] <= box[0] or box[3] <= box[1]:
            raise DrawingError("a gradient by bounding box fills a shape without width or height", element.at)
        return multiply((box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1]), matrix)
    if units != "userSpaceOnUse":
        raise DrawingError(f"gradientUnits={units!r} is not known", element.at)
    if any("%" in declared.get(name, "") for name in (*_DEFAULT, "fx", "fy")):
        raise DrawingError("percentages in a gradient of user space are not in the profile", element.at)
    if missing := [name for name in _NEEDED[element.name] if name not in declared]:
        raise DrawingError(f"a gradient of user space has no {missing[0]}", element.at)
    return matrix


def _line(element: Element, declared: dict[str, str]) -> tuple[float, ...]:
    line = tuple(share(declared.get(name, _DEFAULT[name]), name) for name in ("x1", "y1", "x2", "y2"))
    if line[:2] == line[2:]:
        raise DrawingError("a gradient begins where it ends", element.at)
    return line


def _circle(element: Element, declared: dict[str, str]) -> tuple[float, ...]:
    cx, cy, r = (share(declared.get(name, _DEFAULT[name]), name) for name in ("cx", "cy", "r"))
    if r <= 0:
        raise DrawingError("a gradient's r is not above zero", element.at)
    fx, fy = share(declared.get("fx", str(cx)), "fx"), share(declared.get("fy", str(cy)), "fy")
    if hypot(fx - cx, fy - cy) >= r:
        raise DrawingError("a gradient's focus does not lie inside its circle", element.at)
    return cx, cy, r, fx, fy


def _inherit(element: Element, ids: Mapping[str, Element], depth: int) -> tuple[dict[str, str], list[Element]]:
    """Return attributes and stops, those that are lacking taken from the gradient that href names."""
    if element.name not in _KNOWN:
        raise DrawingError(f"<{element.name}> is no gradient and can not be a fill", element.at)
    if depth > 20:
        raise DrawingError("gradients refer to one another without end", element.at)
    every = _KNOWN["linearGradient"] | _KNOWN["radialGradient"]
    own = resolve(declarations(element), Style(), every, element.name)[2]
    stops = [part for part in element.content if isinstance(part, Element) and part.name not in ("title", "desc")]
    href = own.pop("href", None) or own.pop(_HREF, None)
    if href is None:
        return own, stops
    if not href.startswith("#") or href[1:] not in ids:
        raise DrawingError(f"a gradient refers to {href!r}, which is not in this file", element.at)
    theirs, their_stops = _inherit(ids[href[1:]], ids, depth + 1)
    return {**theirs, **own}, stops or their_stops


def sound(element: Element) -> None:
    """Refuse what the profile does not know, in a gradient that may never be used."""
    resolve(declarations(element), Style(), _KNOWN[element.name], element.name)
    for stop in element.content:
        if isinstance(stop, Element) and stop.name not in ("title", "desc"):
            _stop(stop)


def _stop(stop: Element) -> tuple[Own, dict[str, str]]:
    if stop.name != "stop":
        raise DrawingError(f"<{stop.name}> inside a gradient is not in the profile", stop.at)
    only_words(stop)
    try:
        return resolve(declarations(stop), Style(), frozenset({"offset"}), "stop")[1:]
    except DrawingError as error:
        error.at = error.at or stop.at
        raise


def _stops(element: Element, stops: list[Element]) -> tuple[tuple[tuple[float, str], ...], float]:
    if not stops:
        raise DrawingError("a gradient has no stops", element.at)
    out: list[tuple[float, str]] = []
    opacities: set[float] = set()
    for stop in stops:
        own, geometry = _stop(stop)
        offset = min(1.0, max(0.0, share(geometry.get("offset", "0"), "offset")))
        out.append((max(offset, out[-1][0]) if out else offset, own.stop_color))
        opacities.add(own.stop_opacity)
    if len(opacities) > 1:
        raise DrawingError("stops of different opacity in one gradient are not in the profile", element.at)
    return tuple(out), opacities.pop()
