"""The edge of the profile: an attribute goes in, whether it draws nothing comes out."""

# Properties that are taken at the value that changes nothing, because editors write them; any other value is refused.
NEUTRAL: dict[str, frozenset[str]] = {
    name: frozenset(values.split())
    for name, values in {
        "paint-order": "normal",
        "vector-effect": "none",
        "mix-blend-mode": "normal",
        "isolation": "auto",
        "filter": "none",
        "mask": "none",
        "marker": "none",
        "marker-start": "none",
        "marker-mid": "none",
        "marker-end": "none",
        "letter-spacing": "normal 0 0px",
        "word-spacing": "normal 0 0px",
        "writing-mode": "lr-tb lr horizontal-tb",
        "text-orientation": "mixed",
        "direction": "ltr",
        "text-decoration": "none",
        "text-decoration-line": "none",
        "text-decoration-style": "solid",
        "text-decoration-color": "#000000 currentcolor currentColor",
        "text-indent": "0 0px",
        "text-transform": "none",
        "baseline-shift": "baseline 0",
        "dominant-baseline": "auto alphabetic",
        "alignment-baseline": "auto baseline",
        "font-variant": "normal",
        "font-variant-ligatures": "normal",
        "font-variant-position": "normal",
        "font-variant-caps": "normal",
        "font-variant-numeric": "normal",
        "font-variant-alternates": "normal",
        "font-variant-east-asian": "normal",
        "font-feature-settings": "normal",
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
# Hints on how to draw, which change nothing on paper.
HINTS = frozenset(
    {
        "shape-rendering",
        "text-rendering",
        "color-rendering",
        "image-rendering",
        "color-interpolation-filters",
        "line-height",
        "text-align",
    }
)
_NOTES = ("inkscape.org/namespaces/inkscape", "sodipodi-0.dtd")
_NAMES = frozenset(
    {"id", "color", "version", "baseProfile", "role", "lang", "{http://www.w3.org/XML/1998/namespace}lang"}
)


def ignored(key: str, text: str) -> bool:
    """Tell whether an attribute draws nothing: names, hints, editors' own notes, and defaults spelled out."""
    if key.startswith("{"):
        return key in _NAMES or key.split("}")[0].endswith(_NOTES)
    if key in _NAMES or key in HINTS:
        return True
    if key.startswith(("-inkscape-", "aria-")):
        return True
    return key in NEUTRAL and text in NEUTRAL[key]
