"""Replace the texts of a drawing that the painter could not set: letters in places of their own, and vertical lines.

Letters of a text that runs from top to bottom lie on their side (CSS Writing Modes 4).
"""

from collections.abc import Mapping
from unicodedata import category

from generator.model.finding import DrawingError
from generator.render.drawings.flowed_texts import FlowedText
from generator.render.drawings.letter_setter import BASELINES, LetterSetter, Lines
from generator.render.drawings.letters import SPACE, TextContext, parse_lines
from generator.render.drawings.nodes import DrawingNode, Properties
from generator.render.svg.elements import place_errors

_VERTICAL = frozenset({"tb", "tb-rl", "vertical-rl", "vertical-lr"})
_HORIZONTAL = frozenset({"lr", "lr-tb", "rl", "rl-tb", "horizontal-tb"})
_MODE, _ORIENTATION = "writing-mode", "glyph-orientation-vertical"
_LYING = frozenset({"auto", "90", "90deg"})
_PLACES = ("dx", "dy", "rotate", "textLength", "text-decoration", "baseline-shift", "alignment-baseline")
_REMEDY = "write it from left to right with transform='rotate(90)'"


def spread_writing_modes(node: DrawingNode, around: str = "", orientation: str = "auto") -> None:
    """Write on each vertical text that it is one, and drop `writing-mode` elsewhere; `around` is what it inherits."""
    mode = node.attributes.pop(_MODE, around).strip()
    orientation = node.attributes.get(_ORIENTATION, orientation).strip()
    if node.name == "text" and mode in _VERTICAL:
        lies = {each.attributes.get(_ORIENTATION, orientation).strip() for each in node.walk()} <= _LYING
        if not lies:
            raise DrawingError(f"a vertical text has upright letters ({_ORIENTATION}); convert it to paths", node.at)
        node.attributes[_MODE] = "tb"
    elif mode and mode not in _HORIZONTAL | _VERTICAL:
        raise DrawingError(f"{_MODE}={mode!r} is not in the profile; {_REMEDY}", node.at)
    for child in node.children():
        if node.name in ("text", "tspan"):
            child.attributes.pop(_MODE, None)  # a text has one direction
        else:
            spread_writing_modes(child, mode, orientation)


def turn_vertical_texts(root: DrawingNode, inherited: Mapping[int, Properties]) -> None:
    """Turn each vertical text about its place, and hang it on its middle."""
    for node in root.walk():
        if node.name == "text" and node.attributes.pop(_MODE, ""):
            _check_text(node, inherited)
            x, y = (node.attributes.get(name, "0") for name in ("x", "y"))
            node.attributes["transform"] = f"{node.attributes.get('transform', '')} rotate(90 {x} {y})".strip()
            for each in node.walk():
                known = inherited.get(id(each))
                if isinstance(known, dict):
                    known["dominant-baseline"] = "central"


def _check_text(text: DrawingNode, inherited: Mapping[int, Properties]) -> None:
    """Raise DrawingError for a vertical text that is not one line of letters that lie."""
    for each in text.walk():
        moved = each is not text and {"x", "y"} & each.attributes.keys()
        known = inherited.get(id(each), {})
        named = [name for name in _PLACES if each.attributes.get(name, "none") != "none"]
        lists = any(len(each.attributes.get(name, "").split()) > 1 for name in ("x", "y"))
        painted = any("url(" in known.get(name, "") for name in ("fill", "stroke"))
        hung = known.get("dominant-baseline", "auto") not in ("auto", "central")
        if moved or named or lists or painted or hung or each.name == "textPath":
            says = "a vertical text whose parts have places, lines or gradients of their own"
            raise DrawingError(f"{says} is not in the profile; {_REMEDY}", each.at or text.at)
        for char in "".join(part for part in each.content if isinstance(part, str)):
            if not char.isascii() and (ord(char) >= 0x590 or category(char)[0] not in "LM"):
                says = f"{char!r} (U+{ord(char):04X}) stands upright in a vertical text"
                raise DrawingError(f"{says}, which is not in the profile; {_REMEDY}", each.at or text.at)


_PLAIN_BASELINES = frozenset({"auto", "alphabetic", "baseline", "0", "inherit"})


class TextPlacer:
    """Replaces texts of a drawing whose letters the painter could not place."""

    def __init__(self, context: TextContext) -> None:
        self._context = context

    def place(self, node: DrawingNode, lines: Lines = ()) -> None:
        """Replace the texts below a node; `lines` are those that its text is drawn with, and what asks for them."""
        for index, part in enumerate(node.content):
            if not isinstance(part, DrawingNode) or part.name == "filter":
                continue
            own = (*lines, *((part, line) for line in _take_lines(part))) if part.name != "text" else lines
            if part.name == "flowRoot" or "shape-inside" in part.attributes:
                find_style = LetterSetter(part, self._context).find_style
                node.content[index] = part = FlowedText(part, self._context, find_style).set()
            if part.name == "text":
                drop_undisplayed(part)
                if _needs_placing(part, lines, self._context.inherited):
                    node.content[index] = LetterSetter(part, self._context).set(lines)
            else:
                for name in (*BASELINES, "word-spacing"):
                    part.attributes.pop(name, None)
                self.place(part, tuple(dict.fromkeys(own)))


def _take_lines(node: DrawingNode) -> tuple[str, ...]:
    """Return the lines that an element asks for its text, and drop them from its attributes."""
    found: tuple[str, ...] = ()
    with place_errors(node.at):
        for name in ("text-decoration", "text-decoration-line"):
            found += parse_lines(node.attributes.pop(name, "none"))
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
