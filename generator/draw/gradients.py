"""A gradient element and the shape that it fills go in, a Gradient in the shape's coordinates comes out."""

from collections.abc import Mapping

from generator.draw.bounds import of_segments
from generator.draw.elements import XLINK, Element
from generator.draw.errors import PictureError
from generator.draw.numbers import share
from generator.draw.style import Style, declarations, resolve
from generator.draw.transform import parse
from generator.model.picture import IDENTITY, Gradient, Segment, multiply

_HREF = f"{{{XLINK}}}href"
_SHARED = {"gradientUnits", "gradientTransform", "spreadMethod", "href", _HREF}
_KNOWN = {
    "linearGradient": frozenset({"x1", "y1", "x2", "y2", *_SHARED}),
    "radialGradient": frozenset({"cx", "cy", "r", "fx", "fy", "fr", *_SHARED}),
}
_DEFAULT = {"x1": "0", "y1": "0", "x2": "1", "y2": "0", "cx": "0.5", "cy": "0.5", "r": "0.5"}


def gradient(element: Element, ids: Mapping[str, Element], segments: tuple[Segment, ...]) -> tuple[Gradient, float]:
    """Return the gradient and the one opacity of its stops; stops of different opacity are refused."""
    declared, stops = _inherit(element, ids, 0)
    if declared.get("spreadMethod", "pad") != "pad":
        raise PictureError("spreadMethod other than pad is not in the profile", element.at)
    if share(declared.get("fr", "0"), "fr") != 0:
        raise PictureError("fr other than 0 is not in the profile", element.at)
    matrix = parse(declared.get("gradientTransform", ""), "gradientTransform")
    units = declared.get("gradientUnits", "objectBoundingBox")
    if units == "objectBoundingBox":
        box = of_segments(segments, IDENTITY)
        if box is None or box[2] <= box[0] or box[3] <= box[1]:
            raise PictureError("a gradient by bounding box fills a shape without width or height", element.at)
        matrix = multiply((box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1]), matrix)
    elif units != "userSpaceOnUse":
        raise PictureError(f"gradientUnits={units!r} is not known", element.at)
    elif any("%" in declared.get(name, "") for name in _DEFAULT):
        raise PictureError("percentages in a gradient of user space are not in the profile", element.at)
    colors, opacity = _stops(element, stops)
    if element.name == "linearGradient":
        geometry = tuple(share(declared.get(n, _DEFAULT[n]), n) for n in ("x1", "y1", "x2", "y2"))
        return Gradient("linear", geometry, matrix, colors), opacity
    cx, cy, r = (share(declared.get(n, _DEFAULT[n]), n) for n in ("cx", "cy", "r"))
    if r < 0:
        raise PictureError("a gradient's r is less than zero", element.at)
    fx, fy = share(declared.get("fx", str(cx)), "fx"), share(declared.get("fy", str(cy)), "fy")
    return Gradient("radial", (cx, cy, r, fx, fy), matrix, colors), opacity


def _inherit(element: Element, ids: Mapping[str, Element], depth: int) -> tuple[dict[str, str], list[Element]]:
    """Return attributes and stops, those that are lacking taken from the gradient that href names."""
    if element.name not in _KNOWN:
        raise PictureError(f"<{element.name}> is no gradient and can not be a fill", element.at)
    if depth > 20:
        raise PictureError("gradients refer to one another without end", element.at)
    every = _KNOWN["linearGradient"] | _KNOWN["radialGradient"]
    own = resolve(declarations(element), Style(), every, element.name)[2]
    stops = [part for part in element.content if isinstance(part, Element) and part.name not in ("title", "desc")]
    href = own.pop("href", None) or own.pop(_HREF, None)
    if href is None:
        return own, stops
    if not href.startswith("#") or href[1:] not in ids:
        raise PictureError(f"a gradient refers to {href!r}, which is not in this file", element.at)
    theirs, their_stops = _inherit(ids[href[1:]], ids, depth + 1)
    return {**theirs, **own}, stops or their_stops


def _stops(element: Element, stops: list[Element]) -> tuple[tuple[tuple[float, str], ...], float]:
    if not stops:
        raise PictureError("a gradient has no stops", element.at)
    out: list[tuple[float, str]] = []
    opacities: set[float] = set()
    for stop in stops:
        if stop.name != "stop":
            raise PictureError(f"<{stop.name}> inside a gradient is not in the profile", stop.at)
        _, own, geometry = resolve(declarations(stop), Style(), frozenset({"offset"}), "stop")
        offset = min(1.0, max(0.0, share(geometry.get("offset", "0"), "offset")))
        out.append((max(offset, out[-1][0]) if out else offset, own.stop_color))
        opacities.add(own.stop_opacity)
    if len(opacities) > 1:
        raise PictureError("stops of different opacity in one gradient are not in the profile", element.at)
    return tuple(out), opacities.pop()
