"""Read the properties that choose among a font's letters and figures (CSS Fonts 4, 6 and 7) as OpenType features."""

import re
from collections.abc import Mapping

from generator.model.finding import DrawingError

Features = tuple[tuple[str, int], ...]
_PAIR = re.compile(r"""(["'])([ -~]{4})\1(?:\s+(on|off|[0-9]{1,4}))?""")
# what each value of a property turns on, or off
_VALUES: Mapping[str, Mapping[str, Mapping[str, int]]] = {
    "font-variant-caps": {
        "normal": {},
        "small-caps": {"smcp": 1},
        "all-small-caps": {"smcp": 1, "c2sc": 1},
        "petite-caps": {"pcap": 1},
        "all-petite-caps": {"pcap": 1, "c2pc": 1},
        "unicase": {"unic": 1},
        "titling-caps": {"titl": 1},
    },
    "font-variant-numeric": {
        "normal": {},
        "lining-nums": {"lnum": 1},
        "oldstyle-nums": {"onum": 1},
        "proportional-nums": {"pnum": 1},
        "tabular-nums": {"tnum": 1},
        "diagonal-fractions": {"frac": 1},
        "stacked-fractions": {"afrc": 1},
        "ordinal": {"ordn": 1},
        "slashed-zero": {"zero": 1},
    },
    "font-variant-ligatures": {
        "normal": {},
        "none": {"liga": 0, "clig": 0, "dlig": 0, "hlig": 0, "calt": 0},
        "common-ligatures": {"liga": 1, "clig": 1},
        "no-common-ligatures": {"liga": 0, "clig": 0},
        "discretionary-ligatures": {"dlig": 1},
        "no-discretionary-ligatures": {"dlig": 0},
        "historical-ligatures": {"hlig": 1},
        "no-historical-ligatures": {"hlig": 0},
        "contextual": {"calt": 1},
        "no-contextual": {"calt": 0},
    },
    "font-variant-position": {"normal": {}, "sub": {"subs": 1}, "super": {"sups": 1}},
    "font-variant-alternates": {"normal": {}, "historical-forms": {"hist": 1}},
    "font-variant-east-asian": {
        "normal": {},
        **{f"jis{year}": {f"jp{year}": 1} for year in ("78", "83", "90", "04")},
        "simplified": {"smpl": 1},
        "traditional": {"trad": 1},
        "full-width": {"fwid": 1},
        "proportional-width": {"pwid": 1},
        "ruby": {"ruby": 1},
    },
    "font-kerning": {"auto": {}, "normal": {"kern": 1}, "none": {"kern": 0}},
}
FEATURE_PROPERTIES = frozenset((*_VALUES, "font-variant", "font-feature-settings"))
# features that browsers imitate in a font without them, so that leaving them out would look different
DRAWN_OTHERWISE = {
    "smcp": "small capitals",
    "c2sc": "small capitals for capitals",
    "pcap": "petite capitals",
    "c2pc": "petite capitals for capitals",
    "subs": "inferior letters and figures",
    "sups": "superior letters and figures",
}


def parse_features(name: str, text: str) -> dict[str, Features]:
    """Return the features that a property asks for, by the longhand property that they belong to.

    DrawingError for a value that is none of the property's.
    """
    if name == "font-feature-settings":
        return {name: _parse_settings(text)}
    if name == "font-variant":
        return _parse_variant(text)
    known, found = _VALUES[name], dict[str, int]()
    for word in text.split():
        if word not in known:
            raise DrawingError(f"{name}={text!r} is not one or more of {', '.join(known)}")
        found |= known[word]
    return {name: tuple(sorted(found.items()))}


def _parse_variant(text: str) -> dict[str, Features]:
    longhands = [name for name in _VALUES if name.startswith("font-variant-")]
    found: dict[str, dict[str, int]] = {name: {} for name in longhands}
    for word in text.split():
        name = next((each for each in longhands if word in _VALUES[each]), "")
        if not name:
            raise DrawingError(
                f"font-variant={text!r}: {word!r} is not known; write small-caps, oldstyle-nums or the like"
            )
        if word == "none":
            name = "font-variant-ligatures"
        found[name] |= _VALUES[name][word]
    return {name: tuple(sorted(values.items())) for name, values in found.items()}


def _parse_settings(text: str) -> Features:
    if text.strip() == "normal":
        return ()
    found: dict[str, int] = {}
    for piece in text.split(","):
        match = _PAIR.fullmatch(piece.strip())
        if match is None:
            raise DrawingError(f"font-feature-settings={text!r} is not a list such as 'smcp', 'tnum' 1, 'liga' 0")
        value = match[3] or "on"
        found[match[2]] = {"on": 1, "off": 0}.get(value) if value in ("on", "off") else int(value)  # type: ignore[assignment]
    return tuple(sorted(found.items()))
