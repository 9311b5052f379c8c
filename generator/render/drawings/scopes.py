"""Resolve properties and lengths from the root down: `inherit`, units, percentages, transforms of CSS.

What a `use` gives to elements that are rewritten where they are defined is refused, before any `use` is drawn.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.model.finding import DrawingError
from generator.render.drawings.nodes import DrawingNode, Properties
from generator.render.drawings.properties import (
    BOX_ELEMENTS,
    INHERITED,
    INITIAL_VALUES,
    LENGTH_AXES,
    OWN_VALUES,
    PREFIXED_PROPERTIES,
    SILENT_ATTRIBUTES,
    SILENT_PREFIXES,
    SILENT_PROPERTIES,
)
from generator.render.drawings.transforms import BoxedTransform, move_transform, parse_origin
from generator.render.drawings.units import Scope, format_length
from generator.render.svg.attribute_values import parse_numbers

_URL = re.compile(r"""url\(\s*(["']?)#([^"'()\s]+)\1\s*\)\s*(.*)""", re.DOTALL)
_ANGLE = re.compile(r"(?<![\d.])(-?+[\d.]++(?:e-?+\d++)?+)(deg|rad|grad|turn)")
_TURNS = {"deg": 1.0, "rad": 57.29577951308232, "grad": 0.9, "turn": 360.0}
_CSS_NUMBER = re.compile(r"(?<![\d.])(-?+[\d.]++(?:e-?+\d++)?+)px")
_RELATIVE_WEIGHTS = {"bolder": ((350, 400), (550, 700), (900, 900)), "lighter": ((550, 100), (750, 400), (1000, 700))}


class PropertyResolver:
    """Walks down a drawing and writes resolved values; keeps the inherited ones of each node by its id."""

    def __init__(self, faults: list[DrawingError] | None, ids: frozenset[str]) -> None:
        self._faults, self._ids = faults, ids
        self.inherited: dict[int, Properties] = {}
        self.boxed: list[BoxedTransform] = []  # transforms about a point of the element's own box

    def resolve(self, node: DrawingNode, scope: Scope, around: Properties, own: Properties) -> None:
        """Resolve a node and all below it; `around` is what it inherits, `own` the rest of what its parent has."""
        if node.name == "filter":  # its numbers are those of the library that draws it
            if _FILTER_LIGHT in around:
                node.attributes.setdefault(_FILTER_LIGHT, around[_FILTER_LIGHT])
            return
        try:
            mine, scope = self._resolve_own(node, scope, around, own)
        except DrawingError as error:
            error.at = error.at or node.at
            if self._faults is None:
                raise
            self._faults.append(error)
            node.name, node.content, mine = "defs", [], dict(around)
            node.attributes.clear()
        self.inherited[id(node)] = mine
        inner = _enter_viewport(node, scope)
        shown = {name: value for name, value in node.attributes.items() if name in OWN_VALUES}
        for child in node.children():
            self.resolve(child, inner, mine, shown)

    def _resolve_own(
        self, node: DrawingNode, scope: Scope, around: Properties, own: Properties
    ) -> tuple[Properties, Scope]:
        attributes = node.attributes
        if attributes.get("font-style") == "oblique":
            attributes["font-style"] = "italic"
        _check_dropped(node, around)
        light = {name: attributes[name] for name in (_FILTER_LIGHT,) if name in attributes}
        for name in [name for name in attributes if _is_silent(name)]:
            del attributes[name]
        for name, value in list(attributes.items()):
            word = value.strip()
            if word in ("inherit", "initial", "unset", "revert") and (name in INHERITED or name in OWN_VALUES):
                _replace_keyword(attributes, name, word, own)
            elif "url(" in word and name in ("fill", "stroke"):
                attributes[name] = _choose_paint(word, self._ids)
            elif word != value:
                attributes[name] = word
        _simplify_values(attributes)
        _resolve_blanks(node, around)
        if "font-size" in attributes:
            size = scope.resolve_font_size(attributes["font-size"])
            if size is not None:
                attributes["font-size"] = format_length(size)
                scope = scope._replace(font_size=size)
        if attributes.get("font-weight") in _RELATIVE_WEIGHTS:
            attributes["font-weight"] = _step_weight(attributes["font-weight"], around.get("font-weight", "400"))
        _resolve_lengths(node, scope)
        if boxed := _resolve_transform(node, scope):
            self.boxed.append(boxed)
        _resolve_current_color(attributes, around)
        mine = {
            **around,
            **{name: value for name, value in attributes.items() if name in INHERITED or name == _SPACE},
            **light,
        }
        attributes.pop("color-interpolation", None)
        if node.name not in ("text", "tspan"):
            attributes.pop(_SPACE, None)
        return mine, scope


_FILTER_LIGHT = "color-interpolation-filters"  # inherited, but by filters alone
_LINEAR = "color-interpolation"
_OF_LIGHT = frozenset({"linearGradient", "radialGradient", "mask"})


def _check_dropped(node: DrawingNode, around: Properties) -> None:
    """Raise DrawingError for values of properties that are dropped, but that change what some programs draw."""
    attributes = node.attributes
    if node.name in _OF_LIGHT and attributes.get(_LINEAR, around.get(_LINEAR, "")).strip().lower() == "linearrgb":
        raise DrawingError(f"{_LINEAR}='linearRGB' is drawn only by some programs; drop it")
    if "shape-inside" in attributes and not has_placed_lines(node):
        for name in _PADDINGS:
            if attributes.get(name, "0").strip() not in ("0", "0px", "none"):
                says = f"text that flows with {name}={attributes[name]!r} is not in the profile"
                raise DrawingError(f"{says}; unflow it, or convert it to paths")
    for name, value in attributes.items():
        plain = name.removeprefix("-webkit-")
        if plain in PREFIXED_PROPERTIES and name != plain and plain not in attributes and value.strip() not in _UNSET:
            raise DrawingError(
                f"{name}={value!r} is drawn only by browsers; write it as {plain}, or draw what it shows"
            )


_PADDINGS = ("shape-padding", "shape-margin", "shape-inside-padding")
_UNSET = frozenset({"none", "initial", "unset", "0", "0px"})


def _simplify_values(attributes: Properties) -> None:
    """Drop `defer` of images; DrawingError for inks behind a color."""
    for name in ("fill", "stroke", "stop-color", "flood-color", "color"):
        color, found, _ = attributes.get(name, "").partition(" icc-color(")
        if found:
            raise DrawingError(f"{name}={attributes[name]!r} is black in most programs; write {color.strip()} alone")
    if attributes.get("stroke-linejoin", "").strip() == "arcs":
        attributes["stroke-linejoin"] = "miter"  # as programs draw it, which do not know it
    if attributes.get("preserveAspectRatio", "").startswith("defer "):
        attributes["preserveAspectRatio"] = attributes["preserveAspectRatio"].removeprefix("defer ").strip()


_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_KEPT_BLANKS = frozenset({"pre", "pre-wrap", "break-spaces", "pre-line"})


def _resolve_blanks(node: DrawingNode, around: Properties) -> None:
    """Write on a text whether its blanks are kept; drop the shape that it flows in if its lines have places."""
    attributes = node.attributes
    if "white-space" in attributes:
        attributes[_SPACE] = "preserve" if attributes.pop("white-space") in _KEPT_BLANKS else "default"
    if node.name == "text":
        if around.get(_SPACE) == "preserve":
            attributes.setdefault(_SPACE, "preserve")
        placed = has_placed_lines(node)
        for name in ("shape-inside", "inline-size"):
            if placed or attributes.get(name, "0") in ("0", "auto", "none"):
                attributes.pop(name, None)
        if "inline-size" in attributes:
            raise DrawingError("a text has an inline-size, but no line of it has a place; unflow it where it was drawn")


def has_placed_lines(text: DrawingNode) -> bool:
    """Return whether the lines of a text that flows in a shape have places of their own."""
    return any("y" in child.attributes for child in text.children())


def _resolve_current_color(attributes: Properties, around: Properties) -> None:
    """Write the color of stops and floods that take `currentColor`; the painter knows it of fills and strokes."""
    for name in ("stop-color", "flood-color"):
        if attributes.get(name, "").lower() == "currentcolor":
            attributes[name] = attributes.get("color", around.get("color", INITIAL_VALUES["color"]))


def _is_silent(name: str) -> bool:
    if name.startswith("{"):
        return not name.startswith(("{http://www.w3.org/1999/xlink}href", _SPACE))
    return name in SILENT_ATTRIBUTES or name in SILENT_PROPERTIES or name.startswith(SILENT_PREFIXES)


def _replace_keyword(attributes: Properties, name: str, word: str, own: Properties) -> None:
    """Resolve `inherit`, `initial` and `unset`; the painter inherits what is not set."""
    if name in INHERITED and word != "initial":
        del attributes[name]
    elif name in INHERITED:
        attributes[name] = INITIAL_VALUES.get(name, "medium" if name == "font-size" else "serif")
    else:
        attributes[name] = own.get(name, OWN_VALUES[name]) if word == "inherit" else OWN_VALUES[name]


def _choose_paint(text: str, ids: frozenset[str]) -> str:
    """Return the url of a paint, or its fallback if the url leads nowhere."""
    match = _URL.fullmatch(text)
    if match is None:
        return text
    return text if match[2] in ids or not match[3] else match[3].strip()


def _step_weight(word: str, around: str) -> str:
    known = {"normal": 400, "bold": 700}
    weight = known.get(around) or (int(around) if around.isdigit() else 400)
    return str(next(new for below, new in _RELATIVE_WEIGHTS[word] if weight < below or below >= 900))


def _resolve_lengths(node: DrawingNode, scope: Scope) -> None:
    """Write lengths as numbers of user units; those of a box, such as a gradient's, keep their percentages."""
    attributes = node.attributes
    for name, axis in LENGTH_AXES.items():
        text = attributes.get(name)
        if text is None or _is_box_share(node, name):
            continue
        if name in ("rx", "ry", "width", "height") and text == "auto":
            del attributes[name]
        elif name.endswith("-spacing") and text.endswith("%"):
            raise DrawingError(f"{name}={text!r} is another length in each program; write it in em")
        elif name in ("x", "y", "dx", "dy") and node.name in ("text", "tspan", "tref"):
            attributes[name] = _resolve_list(text, axis, scope)
        elif (value := scope.resolve(text, axis)) is not None:
            attributes[name] = format_length(value)
    _write_defaults(node, scope)
    if (dashes := attributes.get("stroke-dasharray")) and dashes != "none":
        attributes["stroke-dasharray"] = _resolve_list(dashes, "-", scope)
    for name in ("opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "flood-opacity"):
        if attributes.get(name, "").endswith("%"):
            attributes[name] = format_length(float(attributes[name][:-1]) / 100)


# the values of what is missing, where they are shares of the viewport instead of a box
_USER_SPACE_DEFAULTS = {
    "linearGradient": {"x2": "100%"},
    "radialGradient": {"cx": "50%", "cy": "50%", "r": "50%"},
    "mask": {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"},
}


def _write_defaults(node: DrawingNode, scope: Scope) -> None:
    """Write what is missing of a mask or a gradient in user space, unless another gradient may give it."""
    units = node.attributes.get("maskUnits" if node.name == "mask" else "gradientUnits")
    if units == "userSpaceOnUse" and not node.reference():
        for name, share in _USER_SPACE_DEFAULTS.get(node.name, {}).items():
            if name not in node.attributes:
                value = scope.resolve(share, LENGTH_AXES[name])
                node.attributes[name] = format_length(value or 0.0)


def _is_box_share(node: DrawingNode, name: str) -> bool:
    """Return whether a value of a gradient, a pattern or a mask is a share of a box."""
    if node.name not in BOX_ELEMENTS or name == "stroke-width":
        return False
    default = "userSpaceOnUse" if node.name == "clipPath" else "objectBoundingBox"
    units = next(
        (
            node.attributes[key]
            for key in node.attributes
            if key.endswith("Units") and "ontent" not in key and key != "primitiveUnits"
        ),
        default,
    )
    return units == "objectBoundingBox"


def _resolve_list(text: str, axis: str, scope: Scope) -> str:
    values = [scope.resolve(each, axis) for each in re.split(r"[\s,]+", text.strip()) if each]
    return text if None in values else " ".join(format_length(value) for value in values if value is not None)


def _enter_viewport(node: DrawingNode, scope: Scope) -> Scope:
    """Return the scope inside an element that has a viewport of its own."""
    if node.name not in ("svg", "symbol", "marker", "pattern"):
        return scope
    box = node.attributes.get("viewBox", "")
    try:
        values = parse_numbers(box, "viewBox")
    except DrawingError:
        values = []
    if len(values) == 4:
        return scope._replace(width=values[2], height=values[3])
    if node.name != "svg":
        return scope._replace(width=0.0, height=0.0) if node.name == "symbol" else scope
    sizes = (scope.resolve(node.attributes.get(name, "100%"), axis) for name, axis in (("width", "x"), ("height", "y")))
    width, height = sizes
    return scope._replace(width=width or scope.width, height=height or scope.height)


def _resolve_transform(node: DrawingNode, scope: Scope) -> BoxedTransform | None:
    """Write a transform of CSS as one of SVG, about its origin; return it if that lies in the element's own box."""
    attributes = node.attributes
    for name in ("transform", "gradientTransform", "patternTransform"):
        text = attributes.get(name)
        if text == "none":
            del attributes[name]
        elif text:
            plain = _ANGLE.sub(lambda match: format_length(float(match[1]) * _TURNS[match[2]]), text)
            plain = _CSS_NUMBER.sub(r"\1", plain)
            plain = re.sub(r"\b(translate|scale)([XY])\(([^()]*)\)", _spread_axis, plain)
            attributes[name] = plain
    origin, box = attributes.pop("transform-origin", ""), attributes.pop("transform-box", "view-box")
    names = {
        "linearGradient": "gradientTransform",
        "radialGradient": "gradientTransform",
        "pattern": "patternTransform",
    }
    key = names.get(node.name, "transform")
    if node.name == "clipPath" and origin:
        raise DrawingError("transform-origin of a clipPath is not in the profile; write the transform without it")
    if key not in attributes or (not origin and box == "view-box"):
        return None
    if box in ("fill-box", "content-box") and key == "transform":
        return BoxedTransform(node, origin or "0 0", scope)
    if box not in ("view-box", "border-box"):
        raise DrawingError(f"transform-box={box!r} is not in the profile; write the transform without an origin")
    if origin:
        attributes[key] = move_transform(attributes[key], *parse_origin(origin, scope))
    return None


def _spread_axis(match: re.Match[str]) -> str:
    other = "0" if match[1] == "translate" else "1"
    return f"{match[1]}({match[3]} {other})" if match[2] == "X" else f"{match[1]}({other} {match[3]})"


_MARKERS = ("marker-start", "marker-mid", "marker-end")
_MARKED = frozenset({"path", "line", "polyline", "polygon"})
_SHAPES = _MARKED | {"rect", "circle", "ellipse", "text"}
_OF_MARKERS, _CONTEXT = ("stroke-width", "visibility"), ("fill", "stroke")
_OF_TEXTS = ("font-size", "font-family", "font-weight", "font-style", "letter-spacing", "text-anchor", "direction")
_OF_BASELINES = ("word-spacing", "dominant-baseline")
_GIVEN = (*_MARKERS, *_OF_MARKERS, *_CONTEXT, *_OF_TEXTS, *_OF_BASELINES, "paint-order")
_STEPS = ("bolder", "lighter")
_EM = re.compile(r"[\d.](?:em|ex)(?![a-z])")
_PLACED = frozenset({"rotate", "textLength", "baseline-shift", "alignment-baseline", "dominant-baseline"})


def list_relative(root: DrawingNode) -> dict[int, str]:
    """Return the property that lengths or the weight of each element refer to, by the id of the node.

    It is asked for before they are resolved.
    """
    found = {id(node): "font-weight" for node in root.walk() if node.attributes.get("font-weight") in _STEPS}
    for node in root.walk():
        if node.attributes.get("font-size", "").strip().endswith("%") or any(map(_EM.search, node.attributes.values())):
            found[id(node)] = "font-size"
    return found


def check_used_elements(root: DrawingNode, inherited: Mapping[int, Properties], relative: Mapping[int, str]) -> None:
    """Raise DrawingError for a `use` that gives an element what must be known where that is defined."""
    uses = [node for node in root.walk() if node.name == "use" and node.reference()]
    if not uses:
        return
    parents = {id(child): node for node in root.walk() for child in node.children()}
    ids = root.index_ids()
    context = any(value.startswith("context-") for node in root.walk() for value in node.attributes.values())
    needs = _Needs(inherited, relative, _OF_MARKERS + _CONTEXT if context else _OF_MARKERS)
    for use in uses:
        target = ids.get(use.reference())
        if target is None or id(target) not in parents:
            continue
        given, defined = (inherited.get(id(node), {}) for node in (use, parents[id(target)]))
        changed = frozenset(
            name
            for name in _GIVEN
            if given.get(name, INITIAL_VALUES.get(name)) != defined.get(name, INITIAL_VALUES.get(name))
        )
        if changed and (found := needs.find(target, changed)):
            name, node = found
            says = f"{name} of a <use> is not carried over to a <{node.name}>"
            raise DrawingError(f"{says}; write it on the <{node.name}>", use.at)


class _Needs(NamedTuple):
    """Finds elements that are rewritten by properties which they inherit."""

    inherited: Mapping[int, Properties]
    relative: Mapping[int, str]
    of_markers: tuple[str, ...]

    def find(self, node: DrawingNode, changed: frozenset[str]) -> tuple[str, DrawingNode] | None:
        """Return a property that a `use` changes, and the element that needs it; None if there is none."""
        if (name := self.relative.get(id(node), "")) in changed:
            return name, node
        left = changed - node.attributes.keys()
        if not left:
            return None
        if name := next((each for each in self._list_needed(node) if each in left), ""):
            return name, node
        return next(filter(None, (self.find(child, left) for child in node.children())), None)

    def _list_needed(self, node: DrawingNode) -> Iterator[str]:
        known = self.inherited.get(id(node), {})
        if node.name in _SHAPES:
            yield "paint-order"
        if node.name in _MARKED:
            yield from _MARKERS
            if any(known.get(name, "none") != "none" for name in _MARKERS):
                yield from self.of_markers
        if node.name == "text":
            yield from _OF_BASELINES
            if any(_is_placed(each) for each in node.walk()):
                yield from _OF_TEXTS


def _is_placed(node: DrawingNode) -> bool:
    """Return whether letters of an element may be set one by one."""
    attributes = node.attributes
    lists = any(len(attributes.get(name, "").split()) > 1 for name in ("x", "y", "dx", "dy"))
    lined = any(attributes.get(name, "none") != "none" for name in ("text-decoration", "text-decoration-line"))
    return lists or lined or node.name == "textPath" or not _PLACED.isdisjoint(attributes)
