"""Choose what a `switch` draws, and drop what a condition turns off (SVG 2, 5.8)."""

from generator.model.finding import DrawingError
from generator.render.drawings.nodes import DrawingNode

_LANGUAGE = "en"


def choose_branches(node: DrawingNode) -> None:
    """Replace each switch by a group of the one branch that is drawn; remove elements whose conditions fail."""
    kept: list[DrawingNode | str] = []
    for part in node.content:
        if not isinstance(part, DrawingNode):
            kept.append(part)
        elif _holds(part):
            choose_branches(part)
            kept.append(part)
    node.content = kept
    if node.name == "switch":
        node.name = "g"
        node.content = [*[part for part in node.children() if part.name not in ("title", "desc")][:1]]


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
