"""Resolve gradients to the coordinates of the shape that they fill (SVG 1.1, chapter 13)."""

from collections.abc import Mapping
from math import hypot

from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.tolerances import DEGENERATE
from generator.geometry.types import Segment
from generator.model.finding import DrawingError
from generator.model.picture import Gradient
from generator.render.svg.attribute_values import check_reach, parse_share, parse_transform
from generator.render.svg.elements import XLINK, Element
from generator.render.svg.groups import check_no_content
from generator.render.svg.style import OwnProperties, Style, read_declarations, resolve_properties

_HREF = f"{{{XLINK}}}href"
_SHARED = {"gradientUnits", "gradientTransform", "spreadMethod", "href", _HREF}
_KNOWN = {
    "linearGradient": frozenset({"x1", "y1", "x2", "y2", *_SHARED}),
    "radialGradient": frozenset({"cx", "cy", "r", "fx", "fy", "fr", *_SHARED}),
}
_DEFAULT = {"x1": "0", "y1": "0", "x2": "1", "y2": "0", "cx": "0.5", "cy": "0.5", "r": "0.5"}
_SHORTEST = 1e-4  # of a gradient's length or radius: the last digit that finished files say
_MOST_STOPS = 256  # as many steps as a color has
_NEEDED = {"linearGradient": ("x2",), "radialGradient": ("cx", "cy", "r")}  # others are 0, or a part of the viewport


def resolve_gradient(
    element: Element, ids: Mapping[str, Element], segments: tuple[Segment, ...]
) -> tuple[Gradient, float]:
    """Return the gradient and the opacity of its stops; DrawingError if the stops differ in opacity."""
    declared, stops = _inherit_attributes(element, ids, 0)
    if declared.get("spreadMethod", "pad") != "pad":
        raise DrawingError("spreadMethod other than pad is not in the profile", element.at)
    if parse_share(declared.get("fr", "0"), "fr") != 0:
        raise DrawingError("fr other than 0 is not in the profile", element.at)
    matrix = _gradient_matrix(element, declared, segments)
    colors, opacity = _read_stops(element, stops)
    if element.name == "linearGradient":
        return Gradient("linear", _linear_geometry(element, declared), matrix, colors), opacity
    return Gradient("radial", _radial_geometry(element, declared), matrix, colors), opacity


def _gradient_matrix(element: Element, declared: dict[str, str], segments: tuple[Segment, ...]) -> Matrix:
    """Return the matrix from the coordinates of the gradient to those of the shape."""
    matrix = parse_transform(declared.get("gradientTransform", ""), "gradientTransform")
    if abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < DEGENERATE:
        raise DrawingError("a gradientTransform cannot be inverted", element.at)
    units = declared.get("gradientUnits", "objectBoundingBox")
    if units == "objectBoundingBox":
        box = segment_bounds(segments, IDENTITY)
        if box is None or box[2] <= box[0] or box[3] <= box[1]:
            raise DrawingError("a gradient in objectBoundingBox units fills a shape without area", element.at)
        matrix = multiply_matrices((box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1]), matrix)
        check_reach(matrix, "a gradientTransform")
        return matrix
    if units != "userSpaceOnUse":
        raise DrawingError(f"gradientUnits={units!r} is not known", element.at)
    if any("%" in declared.get(name, "") for name in (*_DEFAULT, "fx", "fy")):
        raise DrawingError("percentages in a gradient in userSpaceOnUse units are not in the profile", element.at)
    if missing := [name for name in _NEEDED[element.name] if name not in declared]:
        raise DrawingError(f"a gradient in userSpaceOnUse units has no {missing[0]}", element.at)
    return matrix


def _linear_geometry(element: Element, declared: dict[str, str]) -> tuple[float, ...]:
    line = tuple(parse_share(declared.get(name, _DEFAULT[name]), name) for name in ("x1", "y1", "x2", "y2"))
    if hypot(line[2] - line[0], line[3] - line[1]) < _SHORTEST:
        raise DrawingError("a linear gradient begins and ends at the same point", element.at)
    return line


def _radial_geometry(element: Element, declared: dict[str, str]) -> tuple[float, ...]:
    cx, cy, r = (parse_share(declared.get(name, _DEFAULT[name]), name) for name in ("cx", "cy", "r"))
    if r < _SHORTEST:
        raise DrawingError("the r of a radial gradient is not above zero", element.at)
    fx, fy = parse_share(declared.get("fx", str(cx)), "fx"), parse_share(declared.get("fy", str(cy)), "fy")
    if hypot(fx - cx, fy - cy) >= r:
        raise DrawingError("the focus of a radial gradient is not inside its circle", element.at)
    return cx, cy, r, fx, fy


def _inherit_attributes(
    element: Element, ids: Mapping[str, Element], depth: int
) -> tuple[dict[str, str], list[Element]]:
    """Return attributes and stops; missing ones are taken from the gradient that href names."""
    if element.name not in _KNOWN:
        raise DrawingError(f"<{element.name}> is not a gradient and cannot be a fill", element.at)
    if depth > 20:
        raise DrawingError("gradients refer to one another in a loop", element.at)
    every = _KNOWN["linearGradient"] | _KNOWN["radialGradient"]
    own = resolve_properties(read_declarations(element), Style(), every, element.name)[2]
    stops = [part for part in element.content if isinstance(part, Element) and part.name not in ("title", "desc")]
    href = own.pop("href", None) or own.pop(_HREF, None)
    if href is None:
        return own, stops
    if not href.startswith("#") or href[1:] not in ids:
        raise DrawingError(f"a gradient refers to {href!r}, which is not in this file", element.at)
    theirs, their_stops = _inherit_attributes(ids[href[1:]], ids, depth + 1)
    return {**theirs, **own}, stops or their_stops


def check_gradient(element: Element) -> None:
    """Raise DrawingError for what is not in the profile, also in a gradient that is never used."""
    resolve_properties(read_declarations(element), Style(), _KNOWN[element.name], element.name)
    for stop in element.content:
        if isinstance(stop, Element) and stop.name not in ("title", "desc"):
            _read_stop(stop)


def _read_stop(stop: Element) -> tuple[OwnProperties, dict[str, str]]:
    if stop.name != "stop":
        raise DrawingError(f"<{stop.name}> inside a gradient is not in the profile", stop.at)
    check_no_content(stop)
    try:
        return resolve_properties(read_declarations(stop), Style(), frozenset({"offset"}), "stop")[1:]
    except DrawingError as error:
        error.at = error.at or stop.at
        raise


def _read_stops(element: Element, stops: list[Element]) -> tuple[tuple[tuple[float, str], ...], float]:
    if not stops:
        raise DrawingError("a gradient has no stops", element.at)
    if len(stops) > _MOST_STOPS:
        raise DrawingError(f"a gradient has {len(stops):,} stops; at most {_MOST_STOPS} are allowed", element.at)
    out: list[tuple[float, str]] = []
    opacities: set[float] = set()
    for stop in stops:
        own, geometry = _read_stop(stop)
        offset = min(1.0, max(0.0, parse_share(geometry.get("offset", "0"), "offset")))
        out.append((max(offset, out[-1][0]) if out else offset, own.stop_color))
        opacities.add(own.stop_opacity)
    if len(opacities) > 1:
        raise DrawingError("stops of different opacity in one gradient are not in the profile", element.at)
    return tuple(out), opacities.pop()
