"""Find attributes of templates that hide what shows data (GF150), or that squeeze a symbol into a strip (GF146)."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from generator.model.finding import Finding, Place

_TAG = re.compile(r"""<(?P<name>[a-zA-Z][\w:.-]*+)(?P<rest>(?:[^<>{}"']|"[^"]*+"|'[^']*+')*+)>""")
_ELEMENT = re.compile(r"<(?P<close>/?)(?P<name>[a-zA-Z][\w:.-]*+)[^<>]*+>")
_HIDDEN = re.compile(r"""\b(?P<how>display|visibility)\s{0,4}(?:=\s{0,4}["']|:)\s{0,4}(?:none|hidden)\b""")
_SHOWN = re.compile(r"""\{\{-?\s*+(?P<value>(?:row|values)\.\w++)|\bclass=["'](?P<group>(?:row|values)\.\w++)""")
_NUMBER = re.compile(r"""(?<![\w-])(?P<name>width|height)\s{0,4}=\s{0,4}["'](?P<number>\d+(?:\.\d+)?)["']""")
_HREF = re.compile(r"""\bhref\s{0,4}=\s{0,4}["'](?P<file>[^"'#{}]*+)#(?P<id>[^"']++)["']""")
_SYMBOL = re.compile(r"<symbol\b(?P<rest>[^<>]*+)>")
_ID = re.compile(r"""\bid=["']([^"']++)["']""")
_BOX = re.compile(r"""\bviewBox=["'][-\d.]++[ ,]++[-\d.]++[ ,]++(?P<wide>[\d.]++)[ ,]++(?P<high>[\d.]++)["']""")
_STRIP, _MOST_SYMBOL = 3.0, 2.0  # times as long as wide: a strip, and the most for a symbol that does not fill one


def find_hidden_values(part: str, sources: Mapping[str, str]) -> Iterator[Finding]:
    """Report each tag that is hidden with all that it holds, if this shows a value of the data (GF150)."""
    for file, text in sources.items():
        for tag in _TAG.finditer(text):
            hidden = _HIDDEN.search(tag["rest"])
            shown = _SHOWN.search(text, tag.start(), _find_end(text, tag)) if hidden else None
            if hidden and shown:
                name, how = shown["value"] or shown["group"], hidden["how"]
                says = f"{name!r} is not drawn, because {how!r} hides this tag; show it, or remove it"
                yield Finding("GF150", _place(file, text, tag.start()), f"{part}: {says}", "warning")


def _find_end(text: str, tag: re.Match[str]) -> int:
    """Return where the element that a tag opens ends."""
    depth = 1
    if tag["rest"].endswith("/"):
        return tag.end()
    for each in _ELEMENT.finditer(text, tag.end()):
        if each["name"] == tag["name"]:
            depth += -1 if each["close"] else 0 if each[0].endswith("/>") else 1
        if depth == 0:
            return each.start()
    return tag.end()


def find_squeezed_symbols(part: str, sources: Mapping[str, str], read: Callable[[str], str]) -> Iterator[Finding]:
    """Report each `use` whose width and height make a strip, if the symbols that it draws are none (GF146).

    `read` returns the text of a file of symbols.
    """
    for file, text in sources.items():
        for tag in _TAG.finditer(text):
            size = {each["name"]: float(each["number"]) for each in _NUMBER.finditer(tag["rest"])}
            href = _HREF.search(tag["rest"])
            if tag["name"] != "use" or href is None or len(size) < len(("width", "height")):
                continue
            wide, high = size["width"], size["height"]
            ratios = _list_ratios(read(href["file"]) if href["file"] else text, href["id"])
            if ratios and max(wide, high) >= _STRIP * min(wide, high) and max(ratios) < _MOST_SYMBOL:
                says = f"a symbol is squeezed into {wide:g} x {high:g}, so it is only {min(wide, high):g} mm large"
                at = _place(file, text, tag.start())
                yield Finding("GF146", at, f"{part}: {says}; correct its width or its height", "warning")


def _list_ratios(text: str, name: str) -> Sequence[float]:
    """Return how much longer than wide the symbol of a name is, or each one if a variable makes the name."""
    ratios = []
    for symbol in _SYMBOL.finditer(text):
        box, own = _BOX.search(symbol["rest"]), _ID.search(symbol["rest"])
        if box and own and (own[1] == name or "{{" in name):
            sides = float(box["wide"]), float(box["high"])
            ratios.append(max(sides) / (min(sides) or 1.0))
    return ratios


def _place(file: str, text: str, at: int) -> Place:
    return Place(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
