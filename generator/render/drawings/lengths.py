"""Apply the rules of SVG for lengths below zero and radii that are not given, and say what is not drawn."""

import re
from collections.abc import Iterator

from generator.render.drawings.nodes import DrawingNode
from generator.render.drawings.remarks import DrawingRemark

_BELOW_ZERO = re.compile(r"\s*-(?!0*+(?:\.0*+)?(?![\d.]))[\d.]")
_BELOW_ZERO_IN_LIST = re.compile(r"(?:^|[\s,])-(?!0*+(?:\.0*+)?(?![\d.]))[\d.]")
_SIZES = {"rect": ("width", "height"), "image": ("width", "height"), "circle": ("r",)}  # without one, nothing is drawn


def apply_length_rules(root: DrawingNode) -> Iterator[DrawingRemark]:
    """Rewrite elements whose lengths programs ignore, and yield a warning (GF213) for each.

    SVG 2: a shape with a size below zero is not drawn (10.2, 10.3), a radius below zero is as if it were not given
    (10.2, 10.4), dashes with a length below zero are no dashes (13.5.6).
    """
    for node in root.walk():
        for name in _SIZES.get(node.name, ()):
            if _BELOW_ZERO.match(node.attributes.get(name, "")):
                says = f"{_quote(node, name)} is less than zero, so the <{node.name}> is not drawn"
                yield DrawingRemark(node.at, "GF213", "warning", f"{says}; write a length above zero")
                node.attributes[name] = "0"
        yield from _drop_radii(node)
        dashes = node.attributes.get("stroke-dasharray", "")
        if _BELOW_ZERO_IN_LIST.search(dashes):
            says = f"stroke-dasharray={dashes!r} has a length below zero, so the line has no dashes"
            yield DrawingRemark(node.at, "GF213", "warning", f"{says}; write lengths above zero")
            node.attributes["stroke-dasharray"] = "none"


def _drop_radii(node: DrawingNode) -> Iterator[DrawingRemark]:
    """Drop the radii of a rectangle or an ellipse that are below zero; an ellipse with one radius is a circle."""
    if node.name not in ("rect", "ellipse"):
        return
    for name in ("rx", "ry"):
        if _BELOW_ZERO.match(node.attributes.get(name, "")):
            says = f"{_quote(node, name)} is less than zero, so it is ignored"
            yield DrawingRemark(node.at, "GF213", "warning", f"{says}; write a radius above zero, or leave it out")
            del node.attributes[name]
    if node.name == "ellipse":
        given = node.attributes.get("rx", node.attributes.get("ry", "0"))
        if "%" not in given:  # of the width in one, of the height in the other
            node.attributes.setdefault("rx", given)
            node.attributes.setdefault("ry", given)


def _quote(node: DrawingNode, name: str) -> str:
    return f"{name}={node.attributes[name]!r}"
