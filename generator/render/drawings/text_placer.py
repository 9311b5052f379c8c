"""Replace the texts of a drawing whose letters the painter could not place."""

from collections.abc import Mapping

from generator.fonts.font_book import FontBook
from generator.model.finding import DrawingError
from generator.render.drawings.flowed_texts import FlowedText
from generator.render.drawings.letter_setter import BASELINES, LetterSetter, Lines
from generator.render.drawings.letters import SPACE
from generator.render.drawings.nodes import DrawingNode
from generator.render.drawings.scopes import Properties
from generator.render.drawings.text_lines import parse_lines
from generator.render.drawings.units import Scope

_PLAIN_BASELINES = frozenset({"auto", "alphabetic", "baseline", "0", "inherit"})


class TextPlacer:
    """Replaces texts of a drawing whose letters the painter could not place.

    `inherited` are the inherited properties of each node by its id, and `scope` is what relative lengths refer to.
    """

    def __init__(self, root: DrawingNode, inherited: Mapping[int, Properties], fonts: FontBook, scope: Scope) -> None:
        self._ids = {node.attributes["id"]: node for node in root.walk() if "id" in node.attributes}
        self._inherited, self._fonts, self._scope = inherited, fonts, scope

    def place(self, node: DrawingNode, lines: Lines = ()) -> None:
        """Replace the texts below a node; `lines` are those that its text is drawn with, and what asks for them."""
        for index, part in enumerate(node.content):
            if not isinstance(part, DrawingNode) or part.name == "filter":
                continue
            own = (*lines, *((part, line) for line in _take_lines(part))) if part.name != "text" else lines
            if part.name == "flowRoot" or "shape-inside" in part.attributes:
                find_style = LetterSetter(part, self._ids, self._inherited, self._fonts, self._scope).find_style
                node.content[index] = part = FlowedText(part, self._ids, self._inherited, find_style).set()
            if part.name == "text":
                drop_undisplayed(part)
                if _needs_placing(part, lines, self._inherited):
                    node.content[index] = LetterSetter(part, self._ids, self._inherited, self._fonts, self._scope).set(
                        lines
                    )
            else:
                for name in (*BASELINES, "word-spacing"):
                    part.attributes.pop(name, None)
                self.place(part, tuple(dict.fromkeys(own)))


def _take_lines(node: DrawingNode) -> tuple[str, ...]:
    """Return the lines that an element asks for its text, and drop them from its attributes."""
    found: tuple[str, ...] = ()
    try:
        for name in ("text-decoration", "text-decoration-line"):
            found += parse_lines(node.attributes.pop(name, "none"))
    except DrawingError as error:
        error.at = error.at or node.at
        raise
    return found


def drop_undisplayed(text: DrawingNode) -> None:
    """Remove the parts of a text that are not displayed."""
    text.content = [part for part in text.content if isinstance(part, str) or part.attributes.get("display") != "none"]
    for child in text.children():
        drop_undisplayed(child)


def _needs_placing(text: DrawingNode, lines: Lines, inherited: Mapping[int, Properties]) -> bool:
    """Return whether the painter could not set a text; attributes that change nothing are dropped from it."""
    text.attributes.pop("baseline-shift", None)  # only what is inside a text is raised
    needs = [bool(lines), *(_is_placed(node, text, inherited.get(id(node), {})) for node in text.walk())]
    for node in () if any(needs) else text.walk():
        for name in BASELINES:
            node.attributes.pop(name, None)
    return any(needs)


def _is_placed(node: DrawingNode, text: DrawingNode, inherited: Properties) -> bool:
    """Return whether an element of a text says anything that the painter does not know."""
    attributes = node.attributes
    if attributes.get("baseline-shift", "0").strip() in _PLAIN_BASELINES:
        attributes.pop("baseline-shift", None)
    if attributes.get("rotate", "1").strip() in ("0", ""):
        del attributes["rotate"]
    if node is not text and attributes.get(SPACE) == text.attributes.get(SPACE, "default"):
        del attributes[SPACE]
    if "textLength" not in attributes:
        attributes.pop("lengthAdjust", None)
    if inherited.get("word-spacing", "normal") in _NO_SPACING:
        attributes.pop("word-spacing", None)
    spaced = inherited.get("word-spacing", "normal") not in _NO_SPACING or (SPACE in attributes and node is not text)
    lined = any(parse_lines(attributes.get(name, "none")) for name in ("text-decoration", "text-decoration-line"))
    lists = any(len(attributes.get(name, "").replace(",", " ").split()) > 1 for name in ("x", "y", "dx", "dy"))
    hangs = inherited.get("dominant-baseline", "auto") not in _PLAIN_BASELINES
    hangs = hangs or attributes.get("alignment-baseline", "auto").strip() not in _PLAIN_BASELINES - {"inherit"}
    known = {"rotate", "textLength", "baseline-shift"}.isdisjoint(attributes) and node.name != "textPath"
    return spaced or lined or lists or hangs or not known


_NO_SPACING = frozenset({"normal", "0"})
