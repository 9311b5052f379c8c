"""Find what a `use` gives to elements that are rewritten where they are defined, before any `use` is drawn."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.model.finding import DrawingError
from generator.render.drawings.nodes import DrawingNode
from generator.render.drawings.properties import INITIAL_VALUES
from generator.render.drawings.scopes import Properties

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
    ids = {node.attributes["id"]: node for node in root.walk() if "id" in node.attributes}
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
