"""Clean a drawing before its properties are resolved, and remark on what is drawn otherwise than it may seem.

What draws nothing is dropped: data of editors, hidden layers, definitions that nothing uses, attributes that every
program ignores, branches of a `switch` (SVG 2, 5.8). Lengths below zero count as SVG says, and the background that a
root asks for in CSS, as browsers and Sketch draw it, becomes a rectangle.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.language.suggestions import nearest_name
from generator.model.finding import DrawingError, Level
from generator.render.drawings.nodes import URL, DrawingNode
from generator.render.drawings.properties import (
    INHERITED,
    LENGTH_AXES,
    OWN_VALUES,
    SILENT_ATTRIBUTES,
    SILENT_PREFIXES,
    SILENT_PROPERTIES,
)
from generator.render.svg.attribute_values import parse_view_box
from generator.render.svg.attributes import GEOMETRY_ATTRIBUTES
from generator.render.svg.style import CSS_PROPERTIES, HINTS, INHERITED_PROPERTIES, NEUTRAL, parse_color

# definitions that the painter does not know; they are dropped once nothing refers to them
_REWRITTEN = frozenset({"marker", "filter", "cursor", "view", "style", "font", "color-profile"})
DEFINITIONS = frozenset({"linearGradient", "radialGradient", "pattern", "mask", "clipPath"}) | _REWRITTEN


class DrawingRemark(NamedTuple):
    """A remark, with its code and level; `at` is the place of the element, empty if it is not known."""

    at: str
    code: str
    level: Level
    message: str


def drop_foreign_elements(node: DrawingNode) -> None:
    """Remove elements of other namespaces, and metadata."""
    node.content = [
        part
        for part in node.content
        if not isinstance(part, DrawingNode) or not (_is_foreign(part.name) or part.name == "metadata")
    ]
    for child in node.children():
        drop_foreign_elements(child)


def _is_foreign(name: str) -> bool:
    """Return whether an element is of another namespace; one of none at all is a mistake, which is told."""
    return name.startswith("{") and not name.startswith("{}")


def drop_hidden_elements(root: DrawingNode) -> None:
    """Remove what is not displayed, but keep what others refer to as definitions."""
    used = {name for node in root.walk() for name in list_references(node)}
    _drop_hidden(root, frozenset(used))


def _drop_hidden(node: DrawingNode, used: frozenset[str]) -> None:
    for child in node.children():
        if child.attributes.get("display") == "none" and child.name not in DEFINITIONS:
            inner = [
                part for part in child.children() if any(each.attributes.get("id") in used for each in part.walk())
            ]
            named = {"id": child.attributes["id"]} if "id" in child.attributes else {}
            child.name, child.attributes = "g", {"display": "none", **named}
            child.content = [DrawingNode("defs", {}, [*inner], child.at)] if inner else []
            for part in inner:
                _drop_hidden(part, used)
        else:
            _drop_hidden(child, used)


def drop_unused_definitions(root: DrawingNode) -> None:
    """Remove definitions that nothing drawn refers to."""
    used = _find_used(root)
    _drop_definitions(root, used)


def _find_used(root: DrawingNode) -> frozenset[str]:
    """Return the ids that are referred to from what is drawn, directly or through definitions that are used."""
    by_id = root.index_ids()
    used: set[str] = set()
    waiting = [root]
    while waiting:
        for name in _list_drawn_references(waiting.pop()):
            if name not in used:
                used.add(name)
                if name in by_id:
                    waiting.append(by_id[name])
    return frozenset(used)


def _list_drawn_references(node: DrawingNode) -> list[str]:
    """Return the ids that an element and what it draws refer to."""
    found = list_references(node)
    for child in node.children():
        if child.name not in DEFINITIONS and child.name not in ("defs", "symbol"):
            found += _list_drawn_references(child)
    return found


def list_references(node: DrawingNode) -> list[str]:
    """Return the ids that the attributes of an element refer to."""
    found = [node.reference()] if node.reference() else []
    for text in node.attributes.values():
        if "url(" in text:
            found += URL.findall(text)
    return found


def _drop_definitions(node: DrawingNode, used: frozenset[str]) -> None:
    node.content = [part for part in node.content if not isinstance(part, DrawingNode) or not _is_unused(part, used)]
    for child in node.children():
        _drop_definitions(child, used)


def _is_unused(node: DrawingNode, used: frozenset[str]) -> bool:
    return node.name in DEFINITIONS and node.attributes.get("id", "") not in used


_LANGUAGE = "en"


def choose_branches(node: DrawingNode) -> Iterator[DrawingRemark]:
    """Replace each switch by a group of the one branch that is drawn; remove elements whose conditions fail.

    HTML is never drawn: yield a warning (GF216) for each switch in which another branch takes its place.
    """
    kept: list[DrawingNode | str] = []
    for part in node.content:
        if not isinstance(part, DrawingNode):
            kept.append(part)
        elif _holds(part):
            yield from choose_branches(part)
            kept.append(part)
    node.content = kept
    if node.name == "switch":
        node.name = "g"
        branches = [part for part in node.children() if part.name not in ("title", "desc")]
        drawn = [part for part in branches if part.name != "foreignObject"] or branches
        if drawn[:1] != branches[:1]:
            says = f"the <{drawn[0].name}> that stands in for the HTML of this <switch> is drawn, and may be cut off"
            yield DrawingRemark(branches[0].at, "GF216", "warning", says)
        node.content = [*drawn[:1]]


def check_root(root: DrawingNode) -> None:
    """Raise DrawingError for a drawing that is shown under a condition."""
    if not _holds(root):
        raise DrawingError("the svg is drawn only in some language or by some program; drop that condition", root.at)


def _holds(node: DrawingNode) -> bool:
    attributes = node.attributes
    if node.name in ("foreignObject", "{}foreignObject"):
        return "requiredExtensions" not in attributes
    if attributes.get("requiredExtensions", "none").strip() != "none" and "requiredExtensions" in attributes:
        return False
    languages = attributes.get("systemLanguage")
    if languages is None:
        return True
    return any(each.strip().split("-")[0] == _LANGUAGE for each in languages.split(","))


# properties that count in CSS alone
_NO_ATTRIBUTES = CSS_PROPERTIES | frozenset(
    "background background-color color-scheme font marker transform-box text-transform".split()
)
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


def leave_out_effects(root: DrawingNode) -> Iterator[DrawingRemark]:
    """Remove effects that cannot be printed as letters: shadows of texts, each with a warning (GF214).

    Values that are no effect at all, such as `filter="0"`, are ignored, as all programs do.
    """
    ids = root.index_ids()
    for node in root.walk():
        for name in ("filter", "mask", "clip-path"):
            if "(" not in node.attributes.get(name, "(") and node.attributes[name] != "inherit":
                del node.attributes[name]
        effect = node.attributes.pop("text-shadow", "none")
        if "filter" in node.attributes and _is_shadow(node.attributes["filter"], ids) and _is_all_text(node):
            effect = node.attributes.pop("filter")
        if effect not in ("none", "initial", "inherit", "unset"):
            says = f"the shadow or blur {effect!r} of this text is left out; convert the text to paths to keep it"
            yield DrawingRemark(node.at, "GF214", "warning", says)


def _is_all_text(node: DrawingNode) -> bool:
    """Return whether an element draws text, and nothing else."""
    drawn = [each.name for each in node.walk() if each.name not in ("g", "a", "title", "desc")]
    return bool(drawn) and not {*drawn} - {"text", "tspan", "textPath"}


def _is_shadow(text: str, ids: Mapping[str, DrawingNode]) -> bool:
    """Return whether a filter only blurs what it is given, or draws it unchanged on top of what it makes of it."""
    if found := URL.fullmatch(text):
        steps = ids[found[1]].children() if found[1] in ids else []
        if all(step.name == "feGaussianBlur" for step in steps):
            return bool(steps)
        last = steps[-1].children()[-1:] if steps[-1].name == "feMerge" else steps[-1:]
        return any(step.name == "feDropShadow" for step in steps[-1:]) or any(
            step.attributes.get("in") == "SourceGraphic" and step.attributes.get("operator", "over") == "over"
            for step in last
            if step.name in ("feMergeNode", "feComposite") or _is_plain_blend(step)
        )
    return bool(_SHADOWS.fullmatch(text))


def _is_plain_blend(step: DrawingNode) -> bool:
    return step.name == "feBlend" and step.attributes.get("mode", "normal") == "normal"


_SHADOWS = re.compile(r"(?:(?:drop-shadow|blur)\((?:[^()]|\([^()]*+\))*+\)\s*+)++")
