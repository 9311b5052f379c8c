"""Choose what a `switch` draws, and drop what a condition turns off (SVG 2, 5.8)."""

from collections.abc import Iterator

from generator.model.finding import DrawingError
from generator.render.drawings.nodes import DrawingNode
from generator.render.drawings.remarks import DrawingRemark

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
