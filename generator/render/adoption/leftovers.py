"""Find what draws nothing in a drawing: what editors leave behind, hidden layers, definitions that nothing uses."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.model.finding import DrawingError
from generator.render.adoption.source import Source, SourceAttribute, SourceElement
from generator.render.drawings.cascade import apply_style_sheets
from generator.render.drawings.cleaning import DEFINITIONS, list_references
from generator.render.drawings.nodes import DrawingNode
from generator.render.drawings.properties import SILENT_ATTRIBUTES, SILENT_PREFIXES, SILENT_PROPERTIES
from generator.render.svg.attributes import SHAPES
from generator.render.svg.elements import TEXT_ELEMENTS, XLINK, XML

_INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
_SODIPODI = "{http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd}"
_LABELS = (f"{_INKSCAPE}label", "{http://www.serif.com/}id", "data-name")
# names of layers, and what keeps a layer locked
_KEPT = frozenset({*_LABELS, f"{_INKSCAPE}groupmode", f"{_SODIPODI}insensitive", "role", "lang", "type", "title"})
_CONDITIONS = frozenset({"systemLanguage", "requiredExtensions", "requiredFeatures"})
_KEPT_SPACES = (f"{{{XLINK}}}", f"{{{XML}}}")
_WITH_BLANKS = TEXT_ELEMENTS | {"flowRoot"}
_APART = frozenset({"defs", "symbol", "text", *DEFINITIONS})  # what is in them is not drawn where it stands
_CUTTING = frozenset({"clip-path", "mask", "filter"})
_INHERITED = ("fill", "stroke", "stroke-width", "visibility", "marker-start", "marker-mid", "marker-end")
_TEXT_ONLY = re.compile(
    r"font(-.*)?|text-.*|letter-spacing|word-spacing|writing-mode|direction|dominant-baseline|baseline-shift|white-space"
    r"|shape-padding|shape-inside|inline-size|solid-(color|opacity)|line-height"
)
_INITIAL = {
    "isolation": "auto",
    "mix-blend-mode": "normal",
    "filter": "none",
    "mask": "none",
    "clip-path": "none",
    "opacity": "1",
    "vector-effect": "none",
    "stop-opacity": "1",
}
_PROGRAMS = re.compile(r"creat(?:ed|or)\b|generat(?:ed|or)|export|made with", re.IGNORECASE)
_DECLARATION = re.compile(r"(?<![\w-])([\w-]++)\s*+:([^;]*+)")
_COMPUTED = re.compile(r"#\s*(?:\{\{|\{%)")


class Leftovers(NamedTuple):
    """What can be left out of a text: its spans, each with the text that stays there, and how many of which kind."""

    spans: list[tuple[int, int, str]]
    kinds: Counter[str]


def find_leftovers(source: Source) -> Leftovers:
    """Return what draws nothing; elements and attributes that Jinja2 has a part in are kept."""
    found = Leftovers([], Counter())
    for kind, start, end in source.extras:
        if kind != "comment" or _is_of_program(source, start, end):
            _drop(found, source.text, start, end, _EXTRAS[kind])
    if source.root is not None:
        gone = dict(_find_elements(source, source.root))
        outer = list(_walk_kept(source.root, gone))
        for element, kind in gone.items():
            _drop(found, source.text, element.start, element.end, kind)
        has_sheets = any(each.node.name == "style" for each in source.elements)
        used = _list_prefixes(outer)
        for element in outer:
            _find_attributes(source.text, element, has_sheets, used, found)
    return found


_EXTRAS = {"comment": "comments of programs", "pi": "the XML declaration", "doctype": "the DOCTYPE"}


def _is_of_program(source: Source, start: int, end: int) -> bool:
    """Return whether a comment before the root says which program made the drawing."""
    first = source.elements[0].start if source.elements else 0
    return start < first and bool(_PROGRAMS.search(source.text, start, end))


def _drop(found: Leftovers, text: str, start: int, end: int, kind: str) -> None:
    """Drop a span, and the line that it stands on alone."""
    found.kinds[kind] += 1
    line = text.rfind("\n", 0, start) + 1
    behind = text.find("\n", end)
    behind = len(text) if behind < 0 else behind + 1
    if not text[line:start].strip() and not text[end:behind].strip():
        start, end = line, behind
    found.spans.append((start, end, ""))


def _walk_kept(element: SourceElement, gone: Mapping[SourceElement, str]) -> Iterator[SourceElement]:
    if element not in gone:
        yield element
        for child in element.children:
            yield from _walk_kept(child, gone)


def _find_elements(source: Source, root: SourceElement) -> Iterator[tuple[SourceElement, str]]:
    """Yield the outermost elements that draw nothing, and what they are."""
    resolved = _resolve_styles(root)
    known = resolved is not None and not _COMPUTED.search(source.text)
    used = _find_used(root, resolved or {}) if known else None
    yield from _search(root, resolved or {}, used, {}, False)


def _search(
    element: SourceElement,
    resolved: Mapping[int, dict[str, str]],
    used: frozenset[str] | None,
    around: dict[str, str],
    apart: bool,
) -> Iterator[tuple[SourceElement, str]]:
    for child in element.children:
        own = resolved.get(id(child.node), child.node.attributes)
        mine = {**around, **{name: own[name] for name in _INHERITED if own.get(name, "inherit") != "inherit"}}
        mine["cut"] = around.get("cut", "") or "".join(
            own[name] for name in sorted(_CUTTING & own.keys()) if own[name] != "none"
        )
        kind = "" if child.has_jinja else _explain_nothing(child, own, mine, used, apart)
        if kind:
            yield child, kind
        else:
            yield from _search(child, resolved, used, mine, apart or child.node.name in _APART)


def _explain_nothing(
    element: SourceElement, own: Mapping[str, str], mine: Mapping[str, str], used: frozenset[str] | None, apart: bool
) -> str:
    """Return what an element is that draws nothing; empty for one that draws, or may."""
    name = element.node.name
    if name.startswith("{") and not name.startswith("{}"):
        return "elements of editors"
    if name == "metadata":
        return "elements of metadata"
    if name == "foreignObject" and "requiredExtensions" in own:
        return "elements of editors"
    if used is None:
        return ""
    ids = {each.node.attributes["id"] for each in element.walk() if "id" in each.node.attributes}
    if name in DEFINITIONS and name not in ("style", "symbol"):
        return "" if own.get("id", "") in used else "definitions that nothing uses"
    if ids & used:
        return ""
    if own.get("display") == "none":
        return f"the hidden layer {_find_label(element)!r}" if _find_label(element) else "hidden elements"
    if name == "defs" and not element.children:
        return "empty <defs>"
    if name == "g" and not element.children and not (own.keys() & {"id", "class"}) and not _find_label(element):
        return "empty groups"
    if name in SHAPES and not apart and not element.children and _is_unpainted(own, mine):
        return "shapes without paint"
    return ""


def _is_unpainted(own: Mapping[str, str], mine: Mapping[str, str]) -> bool:
    """Return whether a shape draws nothing, and is not counted in the box of a clip, a mask or a filter."""
    if mine["cut"] or any(mine.get(f"marker-{end}", "none") != "none" for end in ("start", "mid", "end")):
        return False
    if own.get("marker", "none") != "none":
        return False
    stroked = mine.get("stroke", "none") not in ("none", "transparent") and mine.get("stroke-width", "1") not in (
        "0",
        "0px",
    )
    return mine.get("fill", "black") in ("none", "transparent") and not stroked


def is_layer(element: SourceElement) -> bool:
    """Return whether a group is a layer of an editor, or has a name that one gave it."""
    own = element.node.attributes
    return element.node.name == "g" and (f"{_INKSCAPE}groupmode" in own or any(own.get(name) for name in _LABELS))


def _find_label(element: SourceElement) -> str:
    """Return the name that an editor shows for a layer; else its id."""
    own = element.node.attributes
    return next((own[name] for name in _LABELS if own.get(name)), own.get("id", "") if element.node.name == "g" else "")


def _resolve_styles(root: SourceElement) -> dict[int, dict[str, str]] | None:
    """Return the attributes of each node with its styles; None if a style cannot be read."""
    pairs: list[tuple[DrawingNode, DrawingNode]] = []
    copied = _copy(root.node, pairs)
    try:
        apply_style_sheets(copied)
    except DrawingError:
        return None
    return {id(node): copy.attributes for node, copy in pairs}


def _copy(node: DrawingNode, pairs: list[tuple[DrawingNode, DrawingNode]]) -> DrawingNode:
    made = DrawingNode(node.name, dict(node.attributes), [])
    pairs.append((node, made))
    made.content = [part if isinstance(part, str) else _copy(part, pairs) for part in node.content]
    return made


def _find_used(root: SourceElement, resolved: Mapping[int, dict[str, str]]) -> frozenset[str]:
    """Return the ids that anything refers to, by an attribute, a style, or a style sheet."""
    used: set[str] = set()
    for element in root.walk():
        node = element.node
        seen = DrawingNode(node.name, {**node.attributes, **resolved.get(id(node), {})}, [])
        used.update(list_references(seen))
        if node.name == "style" or "style" in node.attributes:
            text = "".join(part for part in node.content if isinstance(part, str)) + node.attributes.get("style", "")
            used.update(_NAMED.findall(text))
        used.update(value[1:] for value in node.attributes.values() if value.startswith("#"))
    return frozenset(used)


_NAMED = re.compile(r"#([\w.-]+)")


def _list_prefixes(elements: list[SourceElement]) -> frozenset[str]:
    """Return the prefixes of elements, and of attributes that are kept."""
    used = {element.raw.rpartition(":")[0] for element in elements}
    for element in elements:
        names = [name for name in element.node.attributes if not _is_silent(name)]
        for each in element.attributes:
            prefix, colon, local = each.name.rpartition(":")
            if colon and prefix != "xmlns" and any(name.endswith(f"}}{local}") for name in names):
                used.add(prefix)
    return frozenset(used)


def _is_silent(name: str) -> bool:
    """Return whether an attribute, by its whole name, draws nothing and names nothing."""
    if name in _KEPT or name in _CONDITIONS or name.startswith(_KEPT_SPACES):
        return False
    if name.startswith("{"):
        return True
    return name in SILENT_ATTRIBUTES or name in SILENT_PROPERTIES or name.startswith(SILENT_PREFIXES)


def _find_attributes(
    text: str, element: SourceElement, has_sheets: bool, used: frozenset[str], found: Leftovers
) -> None:
    """Add the attributes and the properties of an element that draw nothing."""
    names = list(element.node.attributes)
    plain = [each for each in element.attributes if not each.name.startswith("xmlns")]
    for each, name in zip(plain, names, strict=False):
        if "{" in each.value:
            continue
        if name == "style":
            _find_properties(each, element, has_sheets, text, found)
        elif _colors_filter(name, element):
            continue
        elif (_is_silent(name) and not name.startswith("aria-")) or _is_needless_space(name, element):
            _drop_attribute(text, each, found)
    for each in element.attributes:
        prefix = each.name.partition(":")[2]
        if prefix and each.name.startswith("xmlns:") and prefix not in used:
            _drop_attribute(text, each, found)


def _colors_filter(name: str, element: SourceElement) -> bool:
    """Return whether a property says in which light the colors of a filter are reckoned, which changes its look."""
    if name != "color-interpolation-filters":
        return False
    return any(each.node.name == "filter" or each.node.name.startswith("fe") for each in element.walk())


def _is_needless_space(name: str, element: SourceElement) -> bool:
    return name == f"{{{XML}}}space" and not any(each.node.name in _WITH_BLANKS for each in element.walk())


def _drop_attribute(text: str, each: SourceAttribute, found: Leftovers) -> None:
    found.kinds["attributes that draw nothing"] += 1
    before = each.before
    while text[before - 1] in " \t\n":
        before -= 1
    found.spans.append((before, each.end + 1, ""))


def _find_properties(
    each: SourceAttribute, element: SourceElement, has_sheets: bool, text: str, found: Leftovers
) -> None:
    """Add a style without the properties that draw nothing, if there are some."""
    if "&" in each.value or "/*" in each.value:
        return
    kept, dropped = [], 0
    for name, value in ((name, value.strip()) for name, value in _DECLARATION.findall(each.value)):
        if _is_needless(name.lower(), value, element, has_sheets):
            dropped += 1
        else:
            kept.append(f"{name}:{value}")
    if not dropped:
        return
    found.kinds["properties that draw nothing"] += dropped
    if kept:
        found.spans.append((each.start, each.end, ";".join(kept)))
    else:
        found.kinds["attributes that draw nothing"] -= 1
        _drop_attribute(text, each, found)


def _is_needless(name: str, value: str, element: SourceElement, has_sheets: bool) -> bool:
    if _colors_filter(name, element):
        return False
    if name in SILENT_PROPERTIES or name.startswith(SILENT_PREFIXES):
        return True
    if element.node.name in SHAPES and _TEXT_ONLY.fullmatch(name):
        return True
    return not has_sheets and _INITIAL.get(name) == value
