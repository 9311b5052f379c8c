"""Enlarge the units of drawings in which one unit is many millimeters on paper.

What is drawn is measured and written with four digits after the point, as lengths in mm need them.
"""

from math import ceil, log10

from generator.geometry.path import transform_segments
from generator.render.drawings.nodes import DrawingNode
from generator.render.drawings.units import format_length
from generator.render.svg.attribute_values import parse_numbers, parse_transform, parse_view_box
from generator.render.svg.path_segments import parse_path_data

_SMALL = 5.0  # units of the longer side of a page: a digit less than one of 50 mm needs
_WIDE = 100.0  # units that the longer side has then
_LENGTHS = frozenset(
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
    """Multiply all lengths of a drawing with a small viewBox, if all of it is in the units of the root."""
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
            if name in _LENGTHS and (own or node.name not in _SHARES) and "%" not in text:
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
