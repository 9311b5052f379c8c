"""Resolve gradients to the coordinates of the shape that they fill (SVG 1.1, chapter 13)."""

from collections.abc import Mapping
from math import ceil, floor, hypot
from typing import Literal, NamedTuple

from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY, Matrix, invert_matrix, multiply_matrices, transform_point
from generator.geometry.tolerances import DEGENERATE, FLOAT_NOISE
from generator.geometry.types import Segment
from generator.model.finding import DrawingError
from generator.model.picture import Gradient
from generator.render.svg.attribute_values import check_reach, parse_share, parse_transform
from generator.render.svg.elements import XLINK, Element, place_errors
from generator.render.svg.groups import check_no_content
from generator.render.svg.style import OwnProperties, Style, read_declarations, resolve_properties, split_color

_HREF = f"{{{XLINK}}}href"
_SHARED = {"gradientUnits", "gradientTransform", "spreadMethod", "href", _HREF}
_KNOWN = {
    "linearGradient": frozenset({"x1", "y1", "x2", "y2", *_SHARED}),
    "radialGradient": frozenset({"cx", "cy", "r", "fx", "fy", "fr", *_SHARED}),
}
_DEFAULT = {"x1": "0", "y1": "0", "x2": "1", "y2": "0", "cx": "0.5", "cy": "0.5", "r": "0.5", "fr": "0"}
_SHORTEST = 1e-4  # of a gradient's length or radius: the last digit that finished files say
_MOST_STOPS = 256  # as many steps as a color has
_NEEDED = {"linearGradient": ("x2",), "radialGradient": ("cx", "cy", "r")}  # others are 0, or a part of the viewport


Stop = tuple[float, str, float]  # offset, `#rrggbb` and opacity


class ResolvedGradient(NamedTuple):
    """A gradient for a shape: one color and its opacity if it has but one, or a gradient of colors.

    `fading` is a gradient in greys whose brightness is the opacity, if the stops differ in it; else `opacity` is that
    of all stops.
    """

    paint: Gradient | str | None
    opacity: float = 1.0
    fading: Gradient | None = None


def resolve_gradient(element: Element, ids: Mapping[str, Element], segments: tuple[Segment, ...]) -> ResolvedGradient:
    """Return the gradient that fills, or strokes, a shape (SVG 2, 14.2); None for its paint if it draws nothing."""
    declared, listed = _inherit_attributes(element, ids, 0)
    stops = _read_stops(element, listed)
    if not stops:
        return ResolvedGradient(None)
    if len(stops) == 1:
        return ResolvedGradient(*stops[0][1:])
    units = declared.get("gradientUnits", "objectBoundingBox")
    if units == "objectBoundingBox" and not _has_area(segments):
        return ResolvedGradient(None)
    matrix = _gradient_matrix(element, declared, segments)
    kind: Literal["linear", "radial"] = "linear" if element.name == "linearGradient" else "radial"
    if kind == "linear":
        geometry = _linear_geometry(declared)
    else:
        geometry, stops = _radial_geometry(element, declared, stops)
    if geometry is None:
        return ResolvedGradient(*stops[-1][1:])
    spread = declared.get("spreadMethod", "pad")
    if spread not in ("pad", "reflect", "repeat"):
        raise DrawingError(f"spreadMethod={spread!r} is not pad, reflect or repeat", element.at)
    if spread != "pad":
        geometry, stops = repeat_stops(
            kind, geometry, stops, spread == "reflect", matrix, segments=segments, element=element
        )
    colors = Gradient(kind, geometry, matrix, tuple((offset, color) for offset, color, _ in stops))
    opacities = {opacity for _, _, opacity in stops}
    if len(opacities) == 1:
        return ResolvedGradient(colors, opacities.pop())
    greys = tuple((offset, "#" + f"{round(255 * opacity):02x}" * 3) for offset, _, opacity in stops)
    return ResolvedGradient(colors, 1.0, Gradient(kind, geometry, matrix, greys))


def _has_area(segments: tuple[Segment, ...]) -> bool:
    box = segment_bounds(segments, IDENTITY)
    return box is not None and box[2] > box[0] and box[3] > box[1]


_MOST_REPEATS = 500


def repeat_stops(
    kind: str,
    geometry: tuple[float, ...],
    stops: list[Stop],
    reflects: bool,
    matrix: Matrix,
    segments: tuple[Segment, ...],
    element: Element,
) -> tuple[tuple[float, ...], list[Stop]]:
    """Return a longer gradient whose stops repeat as far as the shape reaches."""
    low, high = _find_reach(kind, geometry, matrix, segments)
    first, last = floor(low + FLOAT_NOISE), max(ceil(high - FLOAT_NOISE), floor(low + FLOAT_NOISE) + 1)
    if last - first > _MOST_REPEATS:
        raise DrawingError(
            f"a gradient repeats {last - first:,} times; at most {_MOST_REPEATS} are allowed", element.at
        )
    full = [(0.0, *stops[0][1:]), *stops, (1.0, *stops[-1][1:])]
    out: list[Stop] = []
    for turn in range(first, last):
        back = reflects and turn % 2
        turned = [(1 - offset, color, opacity) for offset, color, opacity in reversed(full)] if back else full
        out += [((turn + offset - first) / (last - first), color, opacity) for offset, color, opacity in turned]
    if kind == "linear":
        x1, y1, x2, y2 = geometry
        ends = [(x1 + t * (x2 - x1), y1 + t * (y2 - y1)) for t in (first, last)]
        return (*ends[0], *ends[1]), out
    cx, cy, r, fx, fy = geometry
    return (fx + last * (cx - fx), fy + last * (cy - fy), r * last, fx, fy), out


def _find_reach(
    kind: str, geometry: tuple[float, ...], matrix: Matrix, segments: tuple[Segment, ...]
) -> tuple[float, float]:
    """Return the least and the largest offset of a gradient, beyond 0 and 1 too, on the box around a shape."""
    box = segment_bounds(segments, IDENTITY) or (0.0, 0.0, 0.0, 0.0)
    back = invert_matrix(matrix) or IDENTITY
    corners = [transform_point(back, x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    if kind == "linear":
        x1, y1, x2, y2 = geometry
        square = (x2 - x1) ** 2 + (y2 - y1) ** 2
        shares = [((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / square for x, y in corners]
        return min(shares), max(shares)
    cx, cy, r, fx, fy = geometry
    closest = r - hypot(cx - fx, cy - fy)  # a circle of the family of offset t reaches t times as far from the focus
    return 0.0, max(hypot(x - fx, y - fy) for x, y in corners) / max(closest, r / 100)


def _gradient_matrix(element: Element, declared: dict[str, str], segments: tuple[Segment, ...]) -> Matrix:
    """Return the matrix from the coordinates of the gradient to those of the shape."""
    matrix = parse_transform(declared.get("gradientTransform", ""), "gradientTransform")
    if abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < DEGENERATE:
        raise DrawingError("a gradientTransform cannot be inverted", element.at)
    units = declared.get("gradientUnits", "objectBoundingBox")
    if units == "objectBoundingBox":
        box = segment_bounds(segments, IDENTITY)
        assert box is not None
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


def _linear_geometry(declared: dict[str, str]) -> tuple[float, ...] | None:
    line = tuple(parse_share(declared.get(name, _DEFAULT[name]), name) for name in ("x1", "y1", "x2", "y2"))
    return line if hypot(line[2] - line[0], line[3] - line[1]) >= _SHORTEST else None


def _radial_geometry(
    element: Element, declared: dict[str, str], stops: list[Stop]
) -> tuple[tuple[float, ...] | None, list[Stop]]:
    """Return the circle and the focus, and the stops, moved outwards if the gradient begins at a circle."""
    cx, cy, r, fr = (parse_share(declared.get(name, _DEFAULT[name]), name) for name in ("cx", "cy", "r", "fr"))
    if r < 0 or fr < 0:
        raise DrawingError("the r or fr of a radial gradient is below zero", element.at)
    fx, fy = parse_share(declared.get("fx", str(cx)), "fx"), parse_share(declared.get("fy", str(cy)), "fy")
    if r < _SHORTEST:
        return None, stops
    if hypot(fx - cx, fy - cy) + fr >= r:
        raise DrawingError("the focus of a radial gradient is not inside its circle", element.at)
    if fr > 0:  # all circles between the two belong to one cone, whose tip is the focus that a PDF is given
        start = -fr / (r - fr)
        fx, fy = fx + start * (cx - fx), fy + start * (cy - fy)
        stops = [((offset - start) / (1 - start), color, opacity) for offset, color, opacity in stops]
        if declared.get("spreadMethod", "pad") != "pad":
            raise DrawingError("a radial gradient with fr cannot repeat", element.at)
    return (cx, cy, r, fx, fy), stops


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
    with place_errors(stop.at):
        return resolve_properties(read_declarations(stop), Style(), frozenset({"offset"}), "stop")[1:]


def _read_stops(element: Element, stops: list[Element]) -> list[Stop]:
    if len(stops) > _MOST_STOPS:
        raise DrawingError(f"a gradient has {len(stops):,} stops; at most {_MOST_STOPS} are allowed", element.at)
    out: list[Stop] = []
    for stop in stops:
        own, geometry = _read_stop(stop)
        offset = min(1.0, max(0.0, parse_share(geometry.get("offset", "0"), "offset")))
        color, opacity = split_color(own.stop_color)
        out.append((max(offset, out[-1][0]) if out else offset, color, opacity * own.stop_opacity))
    return out
