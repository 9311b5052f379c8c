"""The attributes of each element that give its geometry, its reference or its name; properties are in `style`."""

import re

from generator.model.finding import DrawingError
from generator.render.svg import text_runs
from generator.render.svg.elements import XLINK
from generator.render.svg.group_name_hints import GroupNames, suggest_group_name
from generator.render.svg.numbers import parse_number, parse_positive

HREF = f"{{{XLINK}}}href"
_BOX = {"x", "y", "width", "height"}
GEOMETRY_ATTRIBUTES = {
    name: frozenset(known)
    for name, known in {
        "svg": {*_BOX, "viewBox", "preserveAspectRatio"},
        "defs": {"transform"},
        "symbol": {"viewBox", "preserveAspectRatio"},
        "g": {"transform", "class"},
        "use": {*_BOX, "transform", "href", HREF},
        "rect": {*_BOX, "rx", "ry", "transform"},
        "circle": {"cx", "cy", "r", "transform"},
        "ellipse": {"cx", "cy", "rx", "ry", "transform"},
        "line": {"x1", "y1", "x2", "y2", "transform"},
        "polyline": {"points", "transform"},
        "polygon": {"points", "transform"},
        "path": {"d", "transform"},
        "text": {*text_runs.TEXT_ATTRIBUTES, "transform"},
        "image": {*_BOX, "preserveAspectRatio", "transform", "href", HREF},
        "clipPath": {"clipPathUnits", "transform"},
    }.items()
}
_GROUP_NAME = re.compile(r"[a-z][A-Za-z0-9_.-]*")
_RESERVED_NAMES = frozenset(
    {"cut", "mountain", "valley", "glue", "align", "crop"}
)  # lines that the program draws itself
SHAPES = frozenset({"rect", "circle", "ellipse", "line", "polyline", "polygon", "path"})


def href(geometry: dict[str, str]) -> str:
    """Return what an element refers to; the plain href of SVG 2 takes precedence over that of XLink."""
    return geometry.get("href") or geometry.get(HREF, "")


def read_group_name(geometry: dict[str, str], names: GroupNames) -> str:
    """Return the name that `class` gives to a group, empty for none.

    DrawingError for more than one word, for a reserved name, and for a likely misspelling of a name that is checked.
    """
    name = geometry.get("class")
    if name is None:
        return ""
    if len(name.split()) > 1:
        raise DrawingError(f"class={name!r} is {len(name.split())} words, but a group has one name")
    if not _GROUP_NAME.fullmatch(name):
        says = "a small letter, then letters, digits, '.', '_' and '-'"
        raise DrawingError(f"class={name!r} is not a name of a group: write {says}")
    if name in _RESERVED_NAMES:
        raise DrawingError(f"class={name!r} is reserved for lines that gutterfold draws itself")
    if meant := suggest_group_name(name, names):
        raise DrawingError(f"class={name!r} is not a name that is checked; did you mean {meant!r}?")
    return name


def required_box(geometry: dict[str, str], name: str) -> tuple[float, float, float, float]:
    """Return x, y, width and height of an element whose size is required."""
    if missing := [size for size in ("width", "height") if size not in geometry]:
        raise DrawingError(f"<{name}> has no {missing[0]}")
    x, y = parse_number(geometry.get("x", "0"), "x"), parse_number(geometry.get("y", "0"), "y")
    return x, y, parse_positive(geometry["width"], "width"), parse_positive(geometry["height"], "height")


def size_attributes(geometry: dict[str, str]) -> dict[str, str]:
    """Return the width and height that a use passes on to the svg that it draws (SVG 1.1, 5.6)."""
    return {name: geometry[name] for name in ("width", "height") if name in geometry}
