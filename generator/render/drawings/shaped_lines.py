"""Align the lines that Inkscape has placed in a shape as Inkscape shows them; other programs do not know the shape."""

import re

from generator.render.drawings.nodes import DrawingNode
from generator.render.drawings.scopes import has_placed_lines
from generator.render.svg.attribute_values import parse_number

_URL = re.compile(r"""\s*url\(\s*["']?#([^"'()\s]+)["']?\s*\)\s*""")
_ANCHORS = {"center": ("middle", 0.5), "end": ("end", 1.0)}


def align_shaped_lines(root: DrawingNode) -> None:
    """Give the lines of texts with `shape-inside` the anchor that their alignment in the shape asks for.

    Inkscape writes where each line begins on the left, whatever its alignment, and leaves a `text-anchor` on parts of
    it. In a plain rectangle, a centered line is anchored in the middle, so that another text is centered as well.
    """
    texts = [node for node in root.walk() if node.name == "text" and "shape-inside" in node.attributes]
    if not texts:
        return
    ids = {node.attributes["id"]: node for node in root.walk() if "id" in node.attributes}
    for text in texts:
        match = _URL.fullmatch(text.attributes["shape-inside"])
        if match is None or not has_placed_lines(text):
            continue
        for each in text.walk():
            each.attributes.pop("text-anchor", None)
        anchor, share = _ANCHORS.get(text.attributes.get("text-align", ""), ("start", 0.0))
        shape = ids.get(match[1])
        if not share or shape is None or not is_plain(shape):
            text.attributes["text-anchor"] = "start"
            continue
        text.attributes["text-anchor"] = anchor
        x, width = (parse_number(shape.attributes.get(name, "0"), name) for name in ("x", "width"))
        for line in (line for line in text.children() if "y" in line.attributes):
            line.attributes["x"] = f"{x + share * width:.6g}"
            _strip_end(line)


def _strip_end(line: DrawingNode) -> None:
    """Drop the blanks at the end of a line, which has been broken there."""
    match line.content[-1:]:
        case [str(text)]:
            line.content[-1] = text.rstrip(" \t\r\n")
        case [DrawingNode() as part]:
            _strip_end(part)


def is_plain(shape: DrawingNode) -> bool:
    """Return whether a shape is a rectangle that is neither turned nor rounded."""
    rounds = any(parse_number(shape.attributes.get(name, "0"), name) for name in ("rx", "ry"))
    return shape.name == "rect" and "transform" not in shape.attributes and not rounds
