"""Drop what draws nothing: metadata of editors, hidden layers, definitions that nothing uses."""

import re

from generator.render.drawings.nodes import DrawingNode

_URL = re.compile(r"""url\(\s*["']?#([^"'()\s]+)["']?\s*\)""")
# definitions that the painter does not know; they are dropped once nothing refers to them
_REWRITTEN = frozenset({"marker", "filter", "cursor", "view", "style", "font", "color-profile"})
DEFINITIONS = frozenset({"linearGradient", "radialGradient", "pattern", "mask", "clipPath"}) | _REWRITTEN


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
    by_id = {node.attributes["id"]: node for node in root.walk() if "id" in node.attributes}
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
            found += _URL.findall(text)
    return found


def _drop_definitions(node: DrawingNode, used: frozenset[str]) -> None:
    node.content = [part for part in node.content if not isinstance(part, DrawingNode) or not _is_unused(part, used)]
    for child in node.children():
        _drop_definitions(child, used)


def _is_unused(node: DrawingNode, used: frozenset[str]) -> bool:
    return node.name in DEFINITIONS and node.attributes.get("id", "") not in used
