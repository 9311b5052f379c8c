"""Masks whose content has a filter that only tells renderers what kind of mask they are.

Cairo, and so Canva and PDF converters, write a color matrix that keeps the opacity of what it whitens; Illustrator one
that changes nothing.
"""

from generator.model.finding import DrawingError
from generator.render.drawings.nodes import URL, DrawingNode
from generator.render.svg.attribute_values import parse_number, parse_numbers

_SAME = [float(row == column) for row in range(4) for column in range(5)]
_REGION = ("x", "y", "width", "height")
_WHITE = [0.0, 0.0, 0.0, 0.0, 1.0] * 3 + [0.0, 0.0, 0.0, 1.0, 0.0]
_UNDRAWN = frozenset({"title", "desc", "defs"})


def simplify_alpha_masks(root: DrawingNode) -> None:
    """Turn masks whose content is whitened by a filter into masks by opacity, and drop filters that change nothing."""
    masks = [node for node in root.walk() if node.name == "mask"]
    if not masks:
        return
    filters = [node for node in root.walk() if node.name == "filter"]
    whitening = {node.attributes.get("id", "") for node in filters if _has_matrix(node, _WHITE)}
    idle = {node.attributes.get("id", ""): node for node in filters if _has_matrix(node, _SAME)}
    for mask in masks:
        drawn = [child for child in mask.children() if child.name not in _UNDRAWN]
        if drawn and all(_find_filter(child) in whitening for child in drawn):
            mask.attributes["mask-type"] = "alpha"
            for child in drawn:
                del child.attributes["filter"]
        for child in drawn:
            found = idle.get(_find_filter(child))
            if found and _read_region(found) == _read_region(mask) is not None:
                del child.attributes["filter"]


def _find_filter(node: DrawingNode) -> str:
    match = URL.fullmatch(node.attributes.get("filter", ""))
    return match[1] if match else "-"


def _read_region(node: DrawingNode) -> list[float] | None:
    """Return the region of a filter or a mask in user space; None if it is another, or in other units."""
    kind = "filterUnits" if node.name == "filter" else "maskUnits"
    try:
        found = [parse_number(node.attributes[name], name) for name in _REGION]
    except (KeyError, DrawingError):
        return None
    return found if node.attributes.get(kind) == "userSpaceOnUse" else None


def _has_matrix(node: DrawingNode, matrix: list[float]) -> bool:
    """Return whether a filter does nothing but to multiply colors by a matrix."""
    children = node.children()
    if len(children) != 1 or children[0].name != "feColorMatrix":
        return False
    attributes = children[0].attributes
    if attributes.get("type", "matrix") != "matrix" or attributes.get("in", "SourceGraphic") != "SourceGraphic":
        return False
    try:
        return parse_numbers(attributes.get("values", ""), "values") == matrix
    except DrawingError:
        return False
