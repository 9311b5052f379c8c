"""What a face is held to, and the root of its svg, go in; the box that it is drawn in comes out, or a refusal; mm."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.geometry.bounds import Box
from generator.geometry.outline import Outline
from generator.geometry.tolerances import DISPLAYED_ROUNDING
from generator.model.finding import DrawingError
from generator.model.game import Part
from generator.model.net import Net
from generator.model.place import Place
from generator.render.svg.elements import Element
from generator.render.svg.transform import view


class Face(NamedTuple):
    """What a face is held to: its trim, its safe zone, and what else it is cut to.

    `boxes` are those of a board's sections, at whose edges text must stop as well. Seams have no bleed.
    """

    outline: Outline
    safe: float
    net: Net | None = None
    boxes: tuple[Box, ...] = ()
    bleeds: bool = True


def frame(root: Element, geometry: Mapping[str, str], face: Face) -> tuple[float, float, float, float]:
    """Return the box of the viewBox: the trim, or the trim and one bleed all round; anything else is refused."""
    outline = face.outline
    if "viewBox" not in geometry:
        raise DrawingError("the svg has no viewBox", root.at)
    box = view(geometry["viewBox"])
    for key, size in (("width", box.width), ("height", box.height)):
        if key in geometry and geometry[key] not in ("100%",) and not _says(geometry[key], size):
            raise DrawingError(f"the svg's {key} is {geometry[key]!r}, and its viewBox says {size:g} mm", root.at)
    bleed = -box.x
    whole = bleed, bleed, outline.width + 2 * bleed, outline.height + 2 * bleed
    if (
        bleed < 0
        or max(abs(a - b) for a, b in zip(whole, (-box.x, -box.y, box.width, box.height), strict=True))
        > DISPLAYED_ROUNDING
    ):
        trim = f"0 0 {outline.width:g} {outline.height:g}"
        message = f"viewBox={geometry['viewBox']!r} is neither the trim {trim!r} nor the trim with one bleed all round"
        raise DrawingError(message, root.at, "GF208")
    if bleed > DISPLAYED_ROUNDING and not face.bleeds:
        message = "a board that is cut into sections can not bleed; its viewBox is '0 0 {{ w }} {{ h }}'"
        raise DrawingError(message, root.at, "GF208")
    return box.x, box.y, box.width, box.height


def _says(text: str, size: float) -> bool:
    try:
        return abs(float(text.removesuffix("mm").removesuffix("px")) - size) < DISPLAYED_ROUNDING
    except ValueError:
        return False


UNSAID: Mapping[object, Place] = {}


class Order(NamedTuple):
    """What is to be drawn: a template and its values, and what errors say of it: the piece, its part and its place.

    `said` is where the data say what the template looks up, by the name.
    """

    template: str
    values: Mapping[str, Any]
    piece: str
    part: Part
    place: Place
    said: Mapping[object, Place] = UNSAID
