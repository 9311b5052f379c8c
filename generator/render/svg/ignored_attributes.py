"""Name the attributes that drawing programs write and that change nothing in print."""

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


def is_ignored(key: str, text: str) -> bool:
    """Return whether an attribute has no effect: names, hints, data of editors, and properties at initial values."""
    if key.startswith("{"):
        return key in _NAMES or key.split("}")[0].endswith(_NOTES)
    if key in _NAMES or key in HINTS:
        return True
    if key.startswith(("-inkscape-", "aria-")):
        return True
    return key in NEUTRAL and text in NEUTRAL[key]
