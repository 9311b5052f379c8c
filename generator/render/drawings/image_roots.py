"""Give the root of an SVG that is used as an image the size that it has in its own units."""

from generator.model.finding import DrawingError
from generator.render.drawings.units import format_length, parse_absolute
from generator.render.svg.attribute_values import parse_view_box
from generator.render.svg.elements import Element

_PLACE = frozenset({"x", "y", "width", "height", "transform"})


def size_image_root(root: Element, raw: Element) -> Element:
    """Return a rewritten root with a width and a height; DrawingError if the `raw` one does not say them.

    What it does not say follows from its viewBox (SVG 2, 12.3).
    """
    width, height = (parse_absolute(raw.attributes.get(name, "")) for name in ("width", "height"))
    box = parse_view_box(raw.attributes["viewBox"]) if raw.attributes.get("viewBox") else None
    if box is None and not (width and height):
        raise DrawingError("it has no viewBox, and no width and height")
    wide, high = (size * 96 / 25.4 if size else None for size in (width, height))
    if box is not None:
        wide, high = wide or (high or box.height) * box.width / box.height, high
        high = high or wide * box.height / box.width
    kept = {name: value for name, value in root.attributes.items() if name not in _PLACE}
    sized = {"width": format_length(wide or 0.0), "height": format_length(high or 0.0)}
    return Element("svg", {**kept, **sized}, root.content, root.at)
