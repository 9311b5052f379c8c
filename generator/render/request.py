"""What is asked of the renderer: one template with its values, and the limits that its drawing is held to."""

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from generator.geometry.tolerances import DISPLAYED_ROUNDING
from generator.geometry.types import Outline, Points
from generator.model.finding import DrawingError, Place
from generator.model.net import Net
from generator.render.svg.attribute_values import parse_view_box
from generator.render.svg.elements import Element

OUR_PAGE = "page"  # what errors call a page that a template of ours draws


class RenderRequest(NamedTuple):
    """A template to render, its values, and the limits of its drawing; lengths in mm.

    `label` is what errors call the drawing, and `place` is where the data name its template. `outline` is the trim, and
    text keeps `safe_zone` mm from it; a folded piece is held to its `net` as well, and a board in sections to the
    corners of its `sections`. `shows_faces` says whether the drawing may show faces of the kit. `value_places` finds
    the place in the data of a value that the template looks up. `is_back`: it is the back of a piece, which can do with
    less ink.
    """

    template: str
    values: Mapping[str, Any]
    label: str
    place: Place
    outline: Outline
    safe_zone: float = 0.0
    net: Net | None = None
    sections: tuple[Points, ...] = ()
    shows_faces: bool = False
    value_places: Mapping[object, Place] = {}
    is_back: bool = False

    @property
    def limits(self) -> tuple[Hashable, ...]:
        """Return all that a drawing of the same text is checked against: equal requests give equal pictures."""
        return self.outline, self.safe_zone, self.net, self.sections, self.shows_faces, self.is_back


def check_view_box(
    root: Element, geometry: Mapping[str, str], request: RenderRequest
) -> tuple[float, float, float, float]:
    """Return x, y, width and height of the viewBox, which is the trim, or the trim with one bleed all around.

    Raise DrawingError for any other viewBox, and for a width or height that contradicts it.
    """
    outline = request.outline
    if "viewBox" not in geometry:
        raise DrawingError("the svg has no viewBox", root.at)
    box = parse_view_box(geometry["viewBox"])
    for key, size in (("width", box.width), ("height", box.height)):
        if key in geometry and geometry[key] not in ("100%",) and not _is_length(geometry[key], size):
            raise DrawingError(f"the svg's {key} is {geometry[key]!r}, but its viewBox says {size:g} mm", root.at)
    bleed = -box.x
    expected = bleed, bleed, outline.width + 2 * bleed, outline.height + 2 * bleed
    actual = -box.x, -box.y, box.width, box.height
    if bleed < 0 or max(abs(a - b) for a, b in zip(expected, actual, strict=True)) > DISPLAYED_ROUNDING:
        trim = f"0 0 {outline.width:g} {outline.height:g}"
        message = f"viewBox={geometry['viewBox']!r} is neither the trim {trim!r} nor the trim with one bleed all around"
        if "width" not in geometry:
            message += f"; if its units are not mm, add width='{outline.width:g}mm' height='{outline.height:g}mm'"
        raise DrawingError(message, root.at, "GF208")
    return box.x, box.y, box.width, box.height


def _is_length(text: str, size: float) -> bool:
    try:
        return abs(float(text.removesuffix("mm").removesuffix("px")) - size) < DISPLAYED_ROUNDING
    except ValueError:
        return False
