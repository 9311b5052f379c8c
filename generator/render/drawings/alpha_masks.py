"""Masks of Cairo, and so of Canva and of PDF converters: a color matrix that keeps the opacity of what it whitens."""

import re

from generator.model.finding import DrawingError
from generator.render.drawings.nodes import DrawingNode
from generator.render.svg.attribute_values import parse_numbers

_WHITE = [0.0, 0.0, 0.0, 0.0, 1.0] * 3 + [0.0, 0.0, 0.0, 1.0, 0.0]
_URL = re.compile(r"""url\(\s*["']?#([^"'()\s]+)["']?\s*\)""")
_UNDRAWN = frozenset({"title", "desc", "defs"})


def simplify_alpha_masks(root: DrawingNode) -> None:
    """Turn masks whose content is whitened by a filter into masks by opacity, without the filter."""
    masks = [node for node in root.walk() if node.name == "mask"]
    if not masks:
        return
    whitening = {node.attributes.get("id", "") for node in root.walk() if node.name == "filter" and _whitens(node)}
    for mask in masks:
        drawn = [child for child in mask.children() if child.name not in _UNDRAWN]
        if drawn and all(_find_filter(child) in whitening for child in drawn):
            mask.attributes["mask-type"] = "alpha"
            for child in drawn:
                del child.attributes["filter"]


def _find_filter(node: DrawingNode) -> str:
    match = _URL.fullmatch(node.attributes.get("filter", ""))
    return match[1] if match else "-"


def _whitens(node: DrawingNode) -> bool:
    """Tell whether a filter makes all colors white and leaves the opacity."""
    children = node.children()
    if len(children) != 1 or children[0].name != "feColorMatrix":
        return False
    attributes = children[0].attributes
    if attributes.get("type", "matrix") != "matrix" or attributes.get("in", "SourceGraphic") != "SourceGraphic":
        return False
    try:
        return parse_numbers(attributes.get("values", ""), "values") == _WHITE
    except DrawingError:
        return False
