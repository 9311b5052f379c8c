"""Elements that can be changed while a drawing is rewritten."""

import re
from collections.abc import Iterator

from generator.render.svg.elements import XLINK, Element

Properties = dict[str, str]
_HREF = f"{{{XLINK}}}href"
URL = re.compile(r"""url\(\s*["']?#([^"'()\s]+)["']?\s*\)""")
"""A reference to an element of the file, whose id is the group."""


class DrawingNode:
    """An element of a drawing with its attributes, its content in order, and its place in the template."""

    __slots__ = ("at", "attributes", "content", "name")

    def __init__(self, name: str, attributes: dict[str, str], content: "list[DrawingNode | str]", at: str = "") -> None:
        self.name = name
        self.attributes = attributes
        self.content = content
        self.at = at

    def children(self) -> "list[DrawingNode]":
        """Return the elements directly inside."""
        return [part for part in self.content if isinstance(part, DrawingNode)]

    def walk(self) -> "Iterator[DrawingNode]":
        """Yield the element and all below it, in the order of the file."""
        yield self
        for part in self.content:
            if isinstance(part, DrawingNode):
                yield from part.walk()

    def index_ids(self) -> "dict[str, DrawingNode]":
        """Return the element and all below it that have an id, by their ids."""
        return {node.attributes["id"]: node for node in self.walk() if "id" in node.attributes}

    def reference(self) -> str:
        """Return the id that href names in this file; empty if it names none."""
        named = self.attributes.get("href") or self.attributes.get(_HREF, "")
        return named[1:] if named.startswith("#") else ""


def to_node(element: Element) -> DrawingNode:
    """Return a copy of an element that can be changed."""
    content = [part if isinstance(part, str) else to_node(part) for part in element.content]
    return DrawingNode(element.name, dict(element.attributes), content, element.at)


class ElementMaker:
    """Turns nodes into elements; equal nodes, also those of other drawings, become the same object."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Element] = {}

    def make(self, node: DrawingNode) -> Element:
        """Return the element of a node."""
        content = tuple(part if isinstance(part, str) else self.make(part) for part in node.content)
        key = (node.name, node.at, *node.attributes.items(), "", *content)
        found = self._known.get(key)
        if found is None:
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            found = self._known[key] = Element(node.name, node.attributes, content, node.at)
        return found


_MOST_KNOWN = 20_000
