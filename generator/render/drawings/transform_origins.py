"""Transforms of CSS about a point of the element's own box (CSS Transforms 1, `transform-box: fill-box`)."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.geometry.bounds import segment_bounds, transformed_box_bounds, union_boxes
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices
from generator.geometry.types import Box
from generator.model.finding import DrawingError
from generator.render.drawings.nodes import DrawingNode
from generator.render.drawings.units import Scope, format_length
from generator.render.svg.attribute_values import parse_number, parse_transform
from generator.render.svg.attributes import SHAPES
from generator.render.svg.path_segments import shape_segments

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
