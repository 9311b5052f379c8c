"""The background that a root asks for in CSS, as browsers and Sketch draw it: a rectangle behind the drawing."""

from generator.model.finding import DrawingError
from generator.render.drawings.nodes import DrawingNode
from generator.render.svg.attribute_values import parse_view_box
from generator.render.svg.style import parse_color

_NONE = frozenset({"none", "transparent", "initial", "unset", "inherit", ""})


def take_background(root: DrawingNode) -> str:
    """Return the color of the background of a root and drop it from its attributes; empty if it has none."""
    found = [root.attributes.pop(name, "").strip() for name in ("background", "background-color")]
    color = next((each for each in reversed(found) if each not in _NONE), "")
    if not color:
        return ""
    try:
        return parse_color(color, "background")
    except DrawingError:
        raise DrawingError(f"background={color!r} is not a color; draw it as a <rect>", root.at) from None


def draw_background(root: DrawingNode, color: str) -> None:
    """Draw a color behind all else, as large as the viewBox."""
    box = root.attributes.get("viewBox")
    if not color or not box:
        return
    x, y, width, height = map(str, parse_view_box(box))
    attributes = {"x": x, "y": y, "width": width, "height": height, "fill": color, "stroke": "none"}
    root.content.insert(0, DrawingNode("rect", attributes, [], root.at))
