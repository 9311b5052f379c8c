"""Drop the attributes that every program ignores, and tell those that a designer may have meant."""

from collections.abc import Iterator

from generator.language.suggestions import nearest_name
from generator.render.drawings.nodes import DrawingNode
from generator.render.drawings.properties import (
    INHERITED,
    LENGTH_AXES,
    OWN_VALUES,
    SILENT_ATTRIBUTES,
    SILENT_PREFIXES,
    SILENT_PROPERTIES,
)
from generator.render.drawings.remarks import DrawingRemark
from generator.render.svg.attributes import GEOMETRY_ATTRIBUTES
from generator.render.svg.ignored_attributes import HINTS, NEUTRAL
from generator.render.svg.style import CSS_PROPERTIES, INHERITED_PROPERTIES

# properties that count in CSS alone
_NO_ATTRIBUTES = CSS_PROPERTIES | {
    "background",
    "background-color",
    "color-scheme",
    "font",
    "marker",
    "transform-box",
    "text-transform",
}
_OFFICE = "{http://xml.openoffice.org/svg/export}"
_LONGEST_VALUE = 40  # characters of a value that a message shows
_OF_ROOT = frozenset(
    GEOMETRY_ATTRIBUTES["svg"]
    | INHERITED
    | INHERITED_PROPERTIES
    | OWN_VALUES.keys()
    | NEUTRAL.keys()
    | HINTS
    | SILENT_ATTRIBUTES
    | SILENT_PROPERTIES
    | {"id", "class", "style", "transform", "transform-origin", "color", "clip", "mask-type", "font-stretch"}
)


def drop_stray_attributes(root: DrawingNode) -> Iterator[DrawingRemark]:
    """Remove attributes that programs ignore, and yield a warning (GF214) for each that says something.

    They are properties that only `style` may hold, names on the root that SVG does not know, such as the diagram that
    draw.io writes there, the places that Penpot writes on a group, the points of a path that is the side of a box in
    Inkscape, and the classes of LibreOffice, which do not name groups for us.
    """
    office = any(name.startswith(_OFFICE) for node in root.walk() for name in node.attributes)
    for node in root.walk():
        for name in sorted(_NO_ATTRIBUTES & node.attributes.keys()):
            if (value := node.attributes.pop(name)) not in ("normal", "auto"):
                says = "is ignored, as it is a CSS property and not an attribute; write it in style"
                yield DrawingRemark(node.at, "GF214", "warning", f"{name}={value!r} {says}")
        if node.name == "g":
            _drop_places(node)
        elif node.name == "path" and "d" in node.attributes:
            node.attributes.pop("points", None)
        if office:
            node.attributes.pop("class", None)
    for name in sorted(root.attributes.keys() - _OF_ROOT):
        if not name.startswith(("{", *SILENT_PREFIXES)) and not nearest_name(name, _OF_ROOT):
            value = root.attributes.pop(name)
            shown = repr(value if len(value) <= _LONGEST_VALUE else f"{value[:_LONGEST_VALUE]}...")
            says = "is ignored, as an svg has no such attribute; delete it"
            yield DrawingRemark(root.at, "GF214", "warning", f"{name}={shown} {says}")


def _drop_places(group: DrawingNode) -> None:
    """Remove places and sizes of zero, which a group does not have; others may be meant to move it."""
    for name in LENGTH_AXES.keys() & group.attributes.keys() - INHERITED_PROPERTIES:
        if group.attributes[name].strip() in ("0", "0px"):
            del group.attributes[name]
