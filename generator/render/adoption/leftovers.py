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
from generator.render.svg.elements import XLINK, XML

_INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
_SODIPODI = "{http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd}"
_LABELS = (f"{_INKSCAPE}label", "{http://www.serif.com/}id", "data-name")
# names of layers, and what keeps a layer locked
_KEPT = frozenset({*_LABELS, f"{_INKSCAPE}groupmode", f"{_SODIPODI}insensitive", "role", "lang", "type", "title"})
_CONDITIONS = frozenset({"systemLanguage", "requiredExtensions", "requiredFeatures"})
_KEPT_SPACES = (f"{{{XLINK}}}", f"{{{XML}}}")
_PROGRAMS = re.compile(r"creat(?:ed|or)\b|generat(?:ed|or)|export|made with", re.IGNORECASE)
_FILTER_LIGHT = "color-interpolation-filters"  # says in which light the colors of a filter are reckoned
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
        used = _list_prefixes(outer)
        for element in outer:
            _find_attributes(source.text, element, used, found)
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
    yield from _search(root, resolved or {}, used)


def _search(
    element: SourceElement, resolved: Mapping[int, dict[str, str]], used: frozenset[str] | None
) -> Iterator[tuple[SourceElement, str]]:
    for child in element.children:
        own = resolved.get(id(child.node), child.node.attributes)
        kind = "" if child.has_jinja else _explain_nothing(child, own, used)
        if kind:
            yield child, kind
        else:
            yield from _search(child, resolved, used)


def _explain_nothing(element: SourceElement, own: Mapping[str, str], used: frozenset[str] | None) -> str:
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
    return ""


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


def _find_attributes(text: str, element: SourceElement, used: frozenset[str], found: Leftovers) -> None:
    """Add the attributes of an element that draw nothing."""
    names = list(element.node.attributes)
    plain = [each for each in element.attributes if not each.name.startswith("xmlns")]
    for each, name in zip(plain, names, strict=False):
        if "{" not in each.value and _is_silent(name) and not name.startswith("aria-") and name != _FILTER_LIGHT:
            _drop_attribute(text, each, found)
    for each in element.attributes:
        prefix = each.name.partition(":")[2]
        if prefix and each.name.startswith("xmlns:") and prefix not in used:
            _drop_attribute(text, each, found)


def _drop_attribute(text: str, each: SourceAttribute, found: Leftovers) -> None:
    found.kinds["attributes that draw nothing"] += 1
    before = each.before
    while text[before - 1] in " \t\n":
        before -= 1
    found.spans.append((before, each.end + 1, ""))
