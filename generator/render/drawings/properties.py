"""The properties that drawing programs write: which are inherited, their initial values, and which draw nothing."""

INITIAL_VALUES = {
    "fill": "#000000",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "clip-rule": "nonzero",
    "stroke": "none",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "color": "#000000",
    "font-weight": "400",
    "font-style": "normal",
    "text-anchor": "start",
    "visibility": "visible",
    "marker-start": "none",
    "marker-mid": "none",
    "marker-end": "none",
    "paint-order": "normal",
    "letter-spacing": "normal",
    "word-spacing": "normal",
    "dominant-baseline": "auto",
    "line-height": "normal",
    "text-align": "start",
}
"""The inherited properties that are resolved, by name, with their initial values."""

OWN_VALUES = {
    "opacity": "1",
    "clip-path": "none",
    "mask": "none",
    "filter": "none",
    "display": "inline",
    "overflow": "visible",
    "stop-color": "#000000",
    "stop-opacity": "1",
    "flood-color": "#000000",
    "flood-opacity": "1",
    "mix-blend-mode": "normal",
    "isolation": "auto",
    "text-decoration": "none",
}
"""The properties that are not inherited, with their initial values."""

INHERITED = frozenset({*INITIAL_VALUES, "font-family", "font-size", "color-interpolation"})

# properties of style sheets that change nothing in print, or only what is on a screen
SILENT_PROPERTIES = frozenset(
    """cursor pointer-events user-select will-change shape-rendering text-rendering color-rendering
    color-interpolation-filters touch-action transition animation caret-color -moz-osx-font-smoothing orphans widows
    solid-color solid-opacity image-orientation tab-size hyphens color-scheme
    text-align-last text-decoration-skip text-decoration-skip-ink font-optical-sizing font-smooth speak
    outline outline-offset shape-margin shape-padding shape-inside-padding backface-visibility perspective contain
    enable-background glyph-orientation-vertical glyph-orientation-horizontal block-progression
    buffered-rendering color-profile kerning vector-effect-none font-variant-east_asian""".split()
)
PREFIXED_PROPERTIES = frozenset(
    """mask mask-image clip-path filter transform text-stroke text-stroke-width text-stroke-color text-fill-color
    writing-mode""".split()
)
"""What browsers draw even if `-webkit-` stands before it."""
SILENT_PREFIXES = ("-inkscape-", "-webkit-", "-moz-", "-ms-", "-o-", "aria-", "data-", "--", "xmlns")

# lengths by attribute and the axis that their percentages refer to
LENGTH_AXES = {
    **dict.fromkeys(("x", "x1", "x2", "cx", "fx", "dx", "width", "rx", "refX", "markerWidth"), "x"),
    **dict.fromkeys(("y", "y1", "y2", "cy", "fy", "dy", "height", "ry", "refY", "markerHeight"), "y"),
    **dict.fromkeys(("r", "fr", "stroke-width", "stroke-dashoffset", "letter-spacing", "word-spacing"), "-"),
}
# attributes that do not change what is drawn
SILENT_ATTRIBUTES = frozenset(
    """version baseProfile contentScriptType contentStyleType zoomAndPan externalResourcesRequired requiredFeatures
    systemLanguage requiredExtensions focusable tabindex role lang target rel download type title""".split()
)
"""The elements whose own attributes x, y, r and so on may be fractions of a box instead of lengths."""
BOX_ELEMENTS = frozenset({"linearGradient", "radialGradient", "pattern", "mask", "filter", "clipPath"})
