"""Presentation attributes and `style`: parse the properties in the profile, and refuse all others.

Attributes that drawing programs write and that change nothing in print are ignored.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from generator.geometry.tolerances import FILE_STEP
from generator.language.suggestions import did_you_mean
from generator.model.color import parse_hex
from generator.model.finding import DrawingError
from generator.model.picture import PLAIN, TextSetting
from generator.render.svg.attribute_values import parse_number, parse_numbers, parse_positive, parse_share
from generator.render.svg.elements import Element
from generator.render.svg.font_features import FEATURE_PROPERTIES, Features, parse_features

# Properties accepted only at their initial value, because editors write them.
NEUTRAL: dict[str, frozenset[str]] = {
    name: frozenset(values.split())
    for name, values in {
        "paint-order": "normal",
        "vector-effect": "none",
        "filter": "none",
        "marker": "none",
        "marker-start": "none",
        "marker-mid": "none",
        "marker-end": "none",
        "word-spacing": "normal 0 0px",
        "writing-mode": "lr-tb lr horizontal-tb",
        "text-orientation": "mixed",
        "text-decoration": "none",
        "text-decoration-line": "none",
        "text-decoration-style": "solid",
        "text-decoration-color": "#000000 currentcolor currentColor",
        "text-indent": "0 0px",
        "text-transform": "none",
        "baseline-shift": "baseline 0",
        "dominant-baseline": "auto alphabetic",
        "alignment-baseline": "auto baseline",
        "unicode-bidi": "normal embed isolate plaintext",
        "font-variation-settings": "normal",
        "font-stretch": "normal",
        "font-size-adjust": "none",
        "white-space": "normal",
        "shape-padding": "0",
        "shape-margin": "0",
        "inline-size": "0",
        "color-interpolation": "sRGB",
        "solid-color": "#000000",
        "solid-opacity": "1",
        "enable-background": "accumulate new",
    }.items()
}
# Rendering hints, which change nothing in print.
HINTS = frozenset(
    """shape-rendering text-rendering color-rendering image-rendering color-interpolation-filters line-height
    text-align""".split()
)
_NOTES = ("inkscape.org/namespaces/inkscape", "sodipodi-0.dtd")
_NAMES = frozenset(
    {"id", "color", "version", "baseProfile", "role", "lang", "{http://www.w3.org/XML/1998/namespace}lang"}
)


def is_ignored(key: str, text: str) -> bool:
    """Return whether an attribute has no effect: names, hints, data of editors, and properties at initial values."""
    if key.startswith("{"):
        return key in _NAMES or key.split("}")[0].endswith(_NOTES)
    if key in _NAMES or key in HINTS:
        return True
    if key.startswith(("-inkscape-", "aria-")):
        return True
    return key in NEUTRAL and text in NEUTRAL[key]


_RGB = re.compile(r"rgb\( *+([0-9]{1,3}) *+, *+([0-9]{1,3}) *+, *+([0-9]{1,3}) *+\)")
_URL = re.compile(r"""url\( *+(["']?)#([^"'()\s]++)\1 *+\)""")
CURRENT = "currentColor"
_MOST_DASHES = 100  # some printers stop at fewer; no drawing program writes as many
_SHORTEST_DASHES = 0.01  # mm; a line of a meter has 100,000 of them, and viewers draw each
_SMALLEST_FONT = FILE_STEP  # mm; smaller sizes would lose their digits in finished files
_WEIGHTS = {"normal": 400, "bold": 700}


class Style(NamedTuple):
    """The inherited properties; a paint is `#rrggbb`, `currentColor`, `url:id` or None, lengths are in user units."""

    fill: str | None = "#000000"
    fill_opacity: float = 1.0
    fill_rule: str = "nonzero"
    clip_rule: str = "nonzero"
    stroke: str | None = None
    stroke_opacity: float = 1.0
    stroke_width: float = 1.0
    dash: tuple[float, ...] = ()
    dash_offset: float = 0.0
    cap: str = "butt"
    join: str = "miter"
    miter: float = 4.0
    color: str = "#000000"
    family: str = "sans-serif"
    weight: int = 400
    italic: bool = False
    size: float = 4.0
    anchor: str = "start"
    visible: bool = True
    clipping: bool = False  # inside a clipPath: only outlines matter
    features: tuple[tuple[str, Features], ...] = ()  # by the property that asks for them
    spacing: float = 0.0
    rtl: bool = False

    def make_text_setting(self) -> TextSetting:
        """Return how text of this style is set; `font-feature-settings` wins over all other properties."""
        if not self.features and not self.spacing and not self.rtl:
            return PLAIN
        features: dict[str, int] = {}
        for _, found in sorted(self.features, key=lambda each: each[0] == "font-feature-settings"):
            features |= found
        return TextSetting(tuple(sorted(features.items())), round(self.spacing / self.size, 4), self.rtl)


# without color-dodge and saturation, which viewers of PDF draw differently
_BLEND_MODES = """normal multiply screen overlay darken lighten color-burn hard-light soft-light difference exclusion
    hue color luminosity"""


class OwnProperties(NamedTuple):
    """The properties of an element that are not inherited."""

    opacity: float = 1.0
    clip: str = ""
    hidden: bool = False
    overflow: str = ""
    stop_color: str = "#000000"
    stop_opacity: float = 1.0
    mask: str = ""
    blend: str = "normal"
    isolated: bool = False


def parse_paint(text: str, name: str) -> str | None:
    """Return `#rrggbb`, `currentColor`, `url:id`, or None for `none`; DrawingError for anything else."""
    text = text.strip()
    if text == "none":
        return None
    if text in (CURRENT, "currentcolor"):
        return CURRENT
    if match := _URL.match(text):
        rest = text[match.end() :].strip()
        return f"url:{match[2]} {parse_paint(rest, name) or ''}".rstrip() if rest else f"url:{match[2]}"
    return parse_color(text, name)


def parse_color(text: str, name: str) -> str:
    """Return `#rrggbb`, or `#rrggbbaa` for a color that is not opaque; DrawingError (GF203) for what is no color.

    All colors of CSS Color 4 within sRGB are taken.
    """
    if found := parse_hex(text):
        return found
    if (match := _RGB.fullmatch(text)) and all(int(each) < 256 for each in match.groups()):
        return "#" + "".join(f"{int(each):02x}" for each in match.groups())
    from PIL.ImageColor import colormap

    named = colormap.get(text.lower())
    if isinstance(named, tuple):  # Pillow replaces a name that it has looked up with a tuple
        return "#" + bytes(named[:3]).hex()
    if named is None:
        return _parse_css_color(text, name, colormap)
    return named.lower()


def _parse_css_color(text: str, name: str, known: Iterable[str]) -> str:
    """Return a color that has a transparency, or is written as a function of CSS."""
    from coloraide import Color  # a tenth of a second to import, and few templates need it

    try:
        color = Color(text.strip())
        if color.space() == "hsl":
            for name in ("s", "l"):  # they end at 0 and 100 %, as programs draw them
                color[name] = min(1.0, max(0.0, color[name]))
        color.convert("srgb", in_place=True)
    except ValueError:
        raise DrawingError(f"{name}={text!r} is not a color{did_you_mean(text.lower(), known)}", code="GF203") from None
    if not color.in_gamut(tolerance=0.001) and not text.strip().lower().startswith("rgb"):  # whose values end at 255
        raise DrawingError(f"{name}={text!r} is outside sRGB, and only sRGB colors can be printed", code="GF203")
    return str(color.to_string(hex=True, fit="clip"))


def split_color(color: str) -> tuple[str, float]:
    """Return a color as `#rrggbb`, and its opacity."""
    return color[:7], int(color[7:], 16) / 255 if len(color) > 7 else 1.0


CSS_PROPERTIES = frozenset({"mix-blend-mode", "isolation"}) | FEATURE_PROPERTIES - {"font-variant"}
"""The properties in the profile that SVG knows in `style` alone: programs ignore an attribute of that name."""


def read_declarations(element: Element) -> dict[str, str]:
    """Return the attributes of an element, overridden by its `style`, which must be `name: value; ...`."""
    attributes = element.attributes
    if not CSS_PROPERTIES.isdisjoint(attributes):
        name = min(CSS_PROPERTIES & attributes.keys())
        raise DrawingError(f"{name} is a CSS property, not an attribute; write it in style")
    if "style" not in attributes:
        return attributes
    merged = {key: value for key, value in attributes.items() if key != "style"}
    for piece in attributes["style"].split(";"):
        name, colon, value = piece.partition(":")
        if not piece.strip():
            continue
        if not colon or not value.strip():
            raise DrawingError(f"style contains {piece.strip()!r}, which is not `name: value`")
        if "!important" in value:
            raise DrawingError("style contains `!important`, which is not in the profile")
        if not _is_property(name.strip(), value.strip()):
            hint = did_you_mean(name.strip(), INHERITED_PROPERTIES | _NOT_INHERITED.keys())
            raise DrawingError(f"style contains {piece.strip()!r}, which is not in the profile{hint}")
        merged[name.strip()] = value.strip()
    return merged


def _is_property(name: str, value: str) -> bool:
    """Return whether `style` may contain it; not geometry such as x and d, which not every renderer reads there."""
    return (
        name in INHERITED_PROPERTIES
        or name in _NOT_INHERITED
        or (name not in ("id", "version") and is_ignored(name, value))
    )


def _parse_dash(text: str, _name: str) -> tuple[float, ...]:
    if text.strip() == "none":
        return ()
    values = tuple(parse_numbers(text, "stroke-dasharray"))
    if len(values) > _MOST_DASHES:
        raise DrawingError(f"stroke-dasharray has {len(values):,} lengths; at most {_MOST_DASHES} are allowed")
    if any(value < 0 for value in values):
        raise DrawingError(f"stroke-dasharray={text!r} contains a negative length")
    if not any(values):
        return ()
    if not any(values[1::2]) and len(values) % 2 == 0:
        raise DrawingError(f"stroke-dasharray={text!r} has no gaps; write none")
    if sum(values) < _SHORTEST_DASHES:
        raise DrawingError(f"stroke-dasharray={text!r} repeats within {_SHORTEST_DASHES:g} mm, too short to print")
    return values * 2 if len(values) % 2 else values


def _parse_choice(text: str, name: str, allowed: str) -> str:
    if text not in allowed.split():
        raise DrawingError(f"{name}={text!r} is not one of {', '.join(allowed.split())}")
    return text


def _parse_weight(text: str, _name: str) -> int:
    if text in _WEIGHTS:
        return _WEIGHTS[text]
    if not re.fullmatch(r"[1-9][0-9]{0,2}|1000", text):
        raise DrawingError(f"font-weight={text!r} is not normal, bold or a number from 1 to 1000")
    return int(text)


def _parse_font_size(text: str, _name: str) -> float:
    size = parse_positive(text, "font-size")
    if 0 < size < _SMALLEST_FONT:
        raise DrawingError(f"font-size={text!r} is too small to print; the smallest is {_SMALLEST_FONT:g} mm")
    return size


def _parse_opacity(text: str, name: str) -> float:
    return min(1.0, max(0.0, parse_share(text, name)))


def _parse_reference(text: str, name: str) -> str:
    """Return the id in url(#id); empty for `none`."""
    match = _URL.fullmatch(text)
    if match is None and text != "none":
        raise DrawingError(f"{name}={text!r} is not url(#id)")
    return match[2] if match else ""


def _parse_spacing(text: str, size: float) -> float:
    """Return the space that is added after each letter; an `em` is the size of the font."""
    if text.strip() == "normal":
        return 0.0
    if text.strip().endswith("em"):
        return parse_number(text.strip().removesuffix("em"), "letter-spacing") * size
    return parse_number(text, "letter-spacing")


_Parse = Callable[[str, str], object]  # of the text and the name of a property


def _choose(allowed: str) -> _Parse:
    return lambda text, name: _parse_choice(text, name, allowed)


def _is(wanted: str, allowed: str) -> _Parse:
    return lambda text, name: _parse_choice(text, name, allowed) == wanted


# properties by name: the field that holds them, and how they are read
_INHERITED: Mapping[str, tuple[str, _Parse]] = {
    "fill": ("fill", parse_paint),
    "stroke": ("stroke", parse_paint),
    "fill-opacity": ("fill_opacity", _parse_opacity),
    "stroke-opacity": ("stroke_opacity", _parse_opacity),
    "fill-rule": ("fill_rule", _choose("nonzero evenodd")),
    "clip-rule": ("clip_rule", _choose("nonzero evenodd")),
    "stroke-width": ("stroke_width", parse_positive),
    "stroke-dasharray": ("dash", _parse_dash),
    "stroke-dashoffset": ("dash_offset", parse_number),
    "stroke-linecap": ("cap", _choose("butt round square")),
    "stroke-linejoin": ("join", _choose("miter round bevel")),
    "stroke-miterlimit": ("miter", lambda text, name: max(1.0, parse_number(text, name))),
    "font-family": ("family", lambda text, _: text.strip() if "," in text else text.strip().strip("'\"")),
    "font-weight": ("weight", _parse_weight),
    "font-style": ("italic", _is("italic", "normal italic")),
    "font-size": ("size", _parse_font_size),
    "text-anchor": ("anchor", _choose("start middle end")),
    "visibility": ("visible", _is("visible", "visible hidden collapse")),
    "direction": ("rtl", _is("rtl", "ltr rtl")),
}
_NOT_INHERITED: Mapping[str, tuple[str, _Parse]] = {
    "opacity": ("opacity", _parse_opacity),
    "clip-path": ("clip", _parse_reference),
    "mask": ("mask", _parse_reference),
    "mix-blend-mode": ("blend", _choose(_BLEND_MODES)),
    "isolation": ("isolated", _is("isolate", "auto isolate")),
    "display": ("hidden", _is("none", "inline block none")),
    "overflow": ("overflow", _choose("visible hidden scroll auto")),
    "stop-color": ("stop_color", parse_color),
    "stop-opacity": ("stop_opacity", _parse_opacity),
}
INHERITED_PROPERTIES = FEATURE_PROPERTIES | _INHERITED.keys() | {"color", "letter-spacing"}


def _set_inherited(style: Style, name: str, text: str) -> Style | None:
    """Return the style with one property set, or None where it is not an inherited one."""
    if name in _INHERITED:
        field, parse = _INHERITED[name]
        return style._replace(**{field: parse(text, name)})  # type: ignore[arg-type]
    if name == "letter-spacing":
        return style._replace(spacing=_parse_spacing(text, style.size))
    if name in FEATURE_PROPERTIES:
        features = dict(style.features) | parse_features(name, text)
        return style._replace(features=tuple(sorted((key, found) for key, found in features.items() if found)))
    return None


def _set_own(own: OwnProperties, name: str, text: str) -> OwnProperties | None:
    """Return the properties with one set, or None if it is not one of them."""
    if name not in _NOT_INHERITED:
        return None
    field, parse = _NOT_INHERITED[name]
    return own._replace(**{field: parse(text, name)})  # type: ignore[arg-type]


_REFUSED = frozenset({"rotate", "textLength"})  # known, but not in the profile: no message offers them


def _list_offered(known: frozenset[str]) -> frozenset[str]:
    """Return the names of attributes that a message can offer."""
    return frozenset(each for each in known - _REFUSED if not each.startswith("{"))


def resolve_properties(
    declared: dict[str, str], style: Style, known: frozenset[str], name: str
) -> tuple[Style, OwnProperties, dict[str, str]]:
    """Split declarations into style, own properties and geometry (the `known`); DrawingError for anything else."""
    own, geometry = OwnProperties(), {}
    if declared.get("color", "inherit") != "inherit":
        style = style._replace(color=parse_color(declared["color"], "color"))
    if "letter-spacing" in declared:  # which may be given in the size of the font
        rest = {key: text for key, text in declared.items() if key != "letter-spacing"}
        declared = rest | {"letter-spacing": declared["letter-spacing"]}
    for key, text in declared.items():
        if key in known:
            geometry[key] = text
        elif text == "inherit" and key in INHERITED_PROPERTIES:
            continue
        elif (inherited := _set_inherited(style, key, text)) is not None:
            style = inherited
        elif (found := _set_own(own, key, text)) is not None:
            own = found
        elif not is_ignored(key, text):
            hint = "; a class is the name of a <g>" if key == "class" else did_you_mean(key, _list_offered(known))
            raise DrawingError(f"<{name}> has the attribute {key}={text!r}, which is not in the profile{hint}")
    return style, own, geometry
