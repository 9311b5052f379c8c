"""Turn texts that run from top to bottom: their letters lie on their side (CSS Writing Modes 4)."""

from collections.abc import Mapping
from unicodedata import category

from generator.model.finding import DrawingError
from generator.render.drawings.nodes import DrawingNode
from generator.render.drawings.scopes import Properties

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
