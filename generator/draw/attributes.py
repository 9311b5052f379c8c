"""An element's name goes in, the attributes that place and shape it come out; what it looks like is in style."""

from generator.draw import words
from generator.draw.elements import XLINK

HREF = f"{{{XLINK}}}href"
_BOX = {"x", "y", "width", "height"}
KNOWN = {
    name: frozenset(known)
    for name, known in {
        "svg": {*_BOX, "viewBox", "preserveAspectRatio"},
        "defs": {"transform"},
        "symbol": {"viewBox", "preserveAspectRatio"},
        "g": {"transform"},
        "use": {*_BOX, "transform", "href", HREF},
        "rect": {*_BOX, "rx", "ry", "transform"},
        "circle": {"cx", "cy", "r", "transform"},
        "ellipse": {"cx", "cy", "rx", "ry", "transform"},
        "line": {"x1", "y1", "x2", "y2", "transform"},
        "polyline": {"points", "transform"},
        "polygon": {"points", "transform"},
        "path": {"d", "transform"},
        "text": {*words.KNOWN, "transform"},
        "image": {*_BOX, "preserveAspectRatio", "transform", "href", HREF},
        "clipPath": {"clipPathUnits", "transform"},
    }.items()
}
SHAPES = frozenset({"rect", "circle", "ellipse", "line", "polyline", "polygon", "path"})


def href(geometry: dict[str, str]) -> str:
    """Return what an element refers to; SVG 2's plain href comes before that of XLink."""
    return geometry.get("href") or geometry.get(HREF, "")
