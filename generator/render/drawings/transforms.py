"""Rewrite what depends on a transform: its origin in the element's own box, strokes that none scales, small units.

CSS Transforms 1, `transform-box: fill-box`; SVG 2, 13.6, `vector-effect: non-scaling-stroke`.
"""

from collections.abc import Mapping, Sequence
from math import ceil, isclose, log10, sqrt
from typing import NamedTuple

from generator.geometry.bounds import segment_bounds, transformed_box_bounds, union_boxes
from generator.geometry.matrix import IDENTITY, Matrix, invert_matrix, multiply_matrices
from generator.geometry.path import transform_segments
from generator.geometry.types import Box, Segment
from generator.model.finding import DrawingError
from generator.render.drawings.nodes import DrawingNode, Properties
from generator.render.drawings.units import Scope, format_length
from generator.render.svg.attribute_values import parse_number, parse_numbers, parse_transform, parse_view_box
from generator.render.svg.attributes import GEOMETRY_ATTRIBUTES, SHAPES
from generator.render.svg.elements import place_errors
from generator.render.svg.path_segments import parse_path_data, shape_segments

_SIDES = {"left": ("x", 0.0), "right": ("x", 1.0), "top": ("y", 0.0), "bottom": ("y", 1.0)}
_UNDRAWN = frozenset({"title", "desc", "defs"})


class BoxedTransform(NamedTuple):
    """An element whose transform is about a point of its own box, as `transform-origin` names it."""

    node: DrawingNode
    origin: str
    scope: Scope


def place_boxed_transforms(found: Sequence[BoxedTransform]) -> None:
    """Write transforms about points of boxes without them; `found` lists an element before those inside it."""
    for node, origin, scope in reversed(found):
        bare = DrawingNode(node.name, {**node.attributes, "transform": ""}, node.content, node.at)
        box = _measure(bare, IDENTITY)
        left, top, right, bottom = box or (0.0, 0.0, 0.0, 0.0)
        x, y = parse_origin(origin, scope._replace(width=right - left, height=bottom - top))
        node.attributes["transform"] = move_transform(node.attributes["transform"], left + x, top + y)


def move_transform(transform: str, x: float, y: float) -> str:
    """Return a transform that is about the point x, y."""
    there, back = f"{format_length(x)} {format_length(y)}", f"{format_length(-x)} {format_length(-y)}"
    return f"translate({there}) {transform} translate({back})"


def _measure(node: DrawingNode, around: Matrix) -> Box | None:
    """Return the box of what an element fills; `around` leads from the coordinates around it to those of the box."""
    matrix = multiply_matrices(around, parse_transform(node.attributes.get("transform", "")))
    if node.name in SHAPES:
        segments = shape_segments(node.name, node.attributes)
        return segment_bounds(segments, matrix) if segments else None
    if node.name == "image":
        x, y, wide, high = (parse_number(node.attributes.get(n, "0"), n) for n in ("x", "y", "width", "height"))
        return transformed_box_bounds(x, y, wide, high, matrix)
    if node.name in _UNDRAWN:
        return None
    if node.name not in ("g", "a"):
        says = f"transform-box of what holds a <{node.name}> is not in the profile"
        raise DrawingError(f"{says}; write the transform without it", node.at)
    boxes = [box for child in node.children() if (box := _measure(child, matrix)) is not None]
    return union_boxes(boxes) if boxes else None


def parse_origin(text: str, scope: Scope) -> tuple[float, float]:
    """Return the point that a transform is about; one value leaves the other in the middle."""
    words = text.replace(",", " ").split()
    found: dict[str, float] = {}
    for word in words[:2]:
        axis = "y" if "x" in found else "x"
        if word in _SIDES:
            axis, share = _SIDES[word]
            if axis == "x" and "x" in found:
                found["y"] = found.pop("x")
            found[axis] = share * (scope.width if axis == "x" else scope.height)
        elif word == "center":
            found[axis] = (scope.width if axis == "x" else scope.height) / 2
        else:
            found[axis] = _resolve_share(word, axis, scope, text)
    return found.get("x", scope.width / 2), found.get("y", scope.height / 2)


def _resolve_share(word: str, axis: str, scope: Scope, text: str) -> float:
    if word.endswith("%") and not scope.width:  # of a box without a width
        return 0.0
    value = scope.resolve(word, axis)
    if value is None:
        raise DrawingError(f"transform-origin={text!r} cannot be read")
    return value


_EFFECT = "vector-effect"
_LENGTHS = ("stroke-width", "stroke-dasharray", "stroke-dashoffset")
_DRAWN_ELSEWHERE = frozenset({"defs", "symbol", "marker", "pattern", "mask", "svg"})
_OF_OWN_SPACE = frozenset({"clip-path", "mask", "filter"})  # whose units are those inside the transform of a shape
_OF_SHAPES = frozenset[str]().union(*(GEOMETRY_ATTRIBUTES[name] for name in SHAPES))
_SAME = 1e-6


class StrokeHolder:
    """Rewrites the strokes of a drawing; `page` leads from its units to pixels of it, if it says how large it is."""

    def __init__(self, root: DrawingNode, inherited: Mapping[int, Properties], page: Matrix | None) -> None:
        self._root, self._inherited, self._page = root, inherited, page
        self._used = {node.reference() for node in root.walk() if node.name == "use"}

    def hold(self) -> None:
        """Rewrite all of them; DrawingError for those that are drawn in several places, or whose pixels are unknown."""
        self._hold_below(self._root, self._page or IDENTITY, False)

    def _hold_below(self, node: DrawingNode, around: Matrix, elsewhere: bool) -> None:
        for child in node.children():
            away = elsewhere or child.name in _DRAWN_ELSEWHERE or child.attributes.get("id") in self._used
            with place_errors(child.at):
                matrix = multiply_matrices(around, parse_transform(child.attributes.get("transform", "")))
                self._hold_stroke(child, around, matrix, away)
            self._hold_below(child, matrix, away)

    def _hold_stroke(self, node: DrawingNode, around: Matrix, matrix: Matrix, elsewhere: bool) -> None:
        effect = node.attributes.pop(_EFFECT, "none").strip()
        known = self._inherited.get(id(node), {})
        if effect in ("none", "inherit", "initial", "unset") or known.get("stroke", "none") == "none":
            return
        if effect != "non-scaling-stroke":
            raise DrawingError(f"{_EFFECT}={effect!r} is not none or non-scaling-stroke")
        if node.name == "text" or node.name == "tspan":
            raise DrawingError(f"{_EFFECT} of a text is not in the profile; drop it, or convert the text to paths")
        if node.name not in SHAPES:
            return
        self._check_place(node, elsewhere, known)
        segments = shape_segments(node.name, node.attributes)
        if _is_similar(matrix):
            _divide_lengths(node, known, sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])))
        elif segments:
            _draw_on_page(node, known, transform_segments(segments, matrix), invert_matrix(around))

    def _check_place(self, node: DrawingNode, elsewhere: bool, known: Properties) -> None:
        says = f"{_EFFECT}='non-scaling-stroke'"
        if self._page is None:
            raise DrawingError(
                f"{says} is in pixels, and the svg does not say how large they are; write its width and height"
            )
        if elsewhere:
            raise DrawingError(f"{says} in a definition, a use or an inner svg is not in the profile; drop it")
        if "pathLength" in node.attributes:
            raise DrawingError(f"{says} beside pathLength is drawn in different ways; drop one of them")
        if any(known.get(name, "none") != "none" for name in ("marker-start", "marker-mid", "marker-end")):
            raise DrawingError(f"{says} of a line with markers is drawn in different ways; drop it")


def _is_similar(matrix: Matrix) -> bool:
    """Return whether a matrix scales all directions alike, and not to nothing."""
    a, b, c, d, _, _ = matrix
    one, other = a * a + b * b, c * c + d * d
    return one > 0 and isclose(one, other, rel_tol=_SAME) and abs(a * c + b * d) < _SAME * one


def _divide_lengths(node: DrawingNode, known: Properties, scale: float) -> None:
    for name in _LENGTHS:
        text = known.get(name, "1" if name == "stroke-width" else "none")
        if text != "none":
            node.attributes[name] = " ".join(format_length(each / scale) for each in parse_numbers(text, name))


def _draw_on_page(node: DrawingNode, known: Properties, segments: tuple[Segment, ...], back: Matrix | None) -> None:
    """Turn a shape into the path that it is on the page, in pixels; `back` leads from there to where it stands."""
    if back is None:
        node.name, node.content = "g", []
        node.attributes = {name: value for name, value in node.attributes.items() if name == "id"}
        return
    if "url(" in known.get("fill", "") + known.get("stroke", "") or _OF_OWN_SPACE & node.attributes.keys():
        says = (
            f"{_EFFECT}='non-scaling-stroke' of a shape that is stretched, with a gradient, a pattern, a clip or a mask"
        )
        raise DrawingError(f"{says}, is not in the profile; drop it")
    kept = {name: value for name, value in node.attributes.items() if name not in _OF_SHAPES}
    matrix = " ".join(map(format_length, back))
    steps = " ".join(f"{step[0]}{' '.join(map(format_length, step[1:]))}" for step in segments)
    node.name, node.attributes = "path", {**kept, "transform": f"matrix({matrix})", "d": steps}


_SMALL = 5.0  # units of the longer side of a page: a digit less than one of 50 mm needs
_WIDE = 100.0  # units that the longer side has then
_SCALED = frozenset(
    "x y dx dy cx cy r rx ry width height x1 y1 x2 y2 fx fy fr points stroke-width stroke-dasharray"
    " stroke-dashoffset font-size letter-spacing word-spacing viewBox".split()
)
_TRANSFORMS = frozenset({"transform", "gradientTransform", "patternTransform"})
_UNITS = ("clipPathUnits", "maskContentUnits", "patternContentUnits")
# elements whose own numbers are shares of what they paint, unless they say otherwise
_SHARES = {"linearGradient": "gradientUnits", "radialGradient": "gradientUnits", "pattern": "patternUnits"} | {
    "mask": "maskUnits"
}


def enlarge_units(root: DrawingNode) -> None:
    """Multiply all lengths of a drawing with a small viewBox, if all of it is in the units of the root.

    What is drawn is measured and written with four digits after the point, as lengths in mm need them.
    """
    if "viewBox" not in root.attributes or not all(_is_in_page_units(node) for node in root.walk() if node is not root):
        return
    box = parse_view_box(root.attributes["viewBox"])
    side = max(box.width, box.height)
    if not 0 < side < _SMALL:
        return
    factor = 10.0 ** ceil(log10(_WIDE / side))
    root.attributes.setdefault("stroke-width", "1")
    for node in root.walk():
        own = node is root or node.attributes.get(_SHARES.get(node.name, ""), "") == "userSpaceOnUse"
        for name, text in node.attributes.items():
            if node is root and name in ("x", "y", "width", "height"):
                continue
            if name in _SCALED and (own or node.name not in _SHARES) and "%" not in text:
                node.attributes[name] = _enlarge_numbers(text, name, factor)
            elif name in _TRANSFORMS and (own or name != "gradientTransform"):
                a, b, c, d, e, f = parse_transform(text)
                shown = " ".join(map(format_length, (a, b, c, d, e * factor, f * factor)))
                node.attributes[name] = f"matrix({shown})"
            elif name == "d":
                node.attributes[name] = _enlarge_path(text, factor)


def _is_in_page_units(node: DrawingNode) -> bool:
    """Return whether what is in an element has the units of the page, so that inherited lengths mean the same."""
    return "viewBox" not in node.attributes and not any(
        node.attributes.get(name) == "objectBoundingBox" for name in _UNITS
    )


def _enlarge_numbers(text: str, name: str, factor: float) -> str:
    if text in ("none", "auto", "normal"):
        return text
    return " ".join(format_length(value * factor) for value in parse_numbers(text, name))


def _enlarge_path(text: str, factor: float) -> str:
    segments = transform_segments(parse_path_data(text), (factor, 0.0, 0.0, factor, 0.0, 0.0))
    return "".join(f"{kind}{' '.join(map(format_length, numbers))}" for kind, *numbers in segments)
