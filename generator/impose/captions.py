"""Slots of a board's sections go in, what stands above each comes out: its label and a map of where it goes; mm."""

from collections.abc import Iterable, Iterator

from generator.geometry.path import Segment
from generator.impose.marks import FINE, GREY, drawable, small, wide
from generator.model.board import Section
from generator.model.game import Part
from generator.model.picture import Font, Path, Shape
from generator.model.sheet import Placement

_HIGH = 6.0  # of the map
_BROAD = 18.0  # of the map of a board that is far wider than high, where the piece has room for so much
_LIFT = 1.5  # between the map and the trim
_INDENT = 3.0  # of the map, clear of the crop mark at the corner
_FROM_MAP = 2.0  # to the label
_CLEAR = 0.2  # between a name that stands alone and those of the neighbors


def captions(placements: Iterable[Placement], font: Font) -> Iterator[Shape]:
    """Yield the captions of those placements that are sections."""
    for each in placements:
        if each.design.section is not None and each.part.board is not None:
            yield from _caption(each, each.design.section, each.part.board.sections, font)


def words(part: Part, section: Section, width: float, turned: bool, font: Font) -> tuple[str, bool] | None:
    """Return what is said above a piece so wide, and whether a map stands beside it; None if not even the name fits.

    The title of the part gives way first, then how the piece lies, then the map; the name of the section never does.
    """
    name, title = drawable(section.title, font), drawable(part.title, font)
    beside = width - 2 * _INDENT - _FROM_MAP
    if part.board is not None and beside > 0:
        beside -= _map(part.board.sections, min(_BROAD, width - 2 * _INDENT))[1]
    lies = " (turned: its top is at the right)" if turned else ""
    titles = [f"{title}: ", *(f"{title[:end].rstrip()} ...: " for end in range(len(title) - 1, 2, -1)), ""]
    says = [*(f"{shown}{name}{lies}" for shown in titles), *([f"{name} (turned)"] if turned else []), name]
    found = next((each for each in says if wide(each, font) <= beside), None)
    if found is not None:
        return found, True
    return (name, False) if wide(name, font) <= width - 2 * _CLEAR else None


def _caption(placed: Placement, section: Section, every: tuple[Section, ...], font: Font) -> Iterator[Shape]:
    # the map shows the board as it will lie, also where this piece lies turned
    told = words(placed.part, section, placed.width, placed.rotation == 90, font)
    assert told is not None, "the press has refused it"
    says, mapped = told
    x, bottom = placed.x + _INDENT, placed.y - _LIFT
    if not mapped:
        yield small(placed.x + (placed.width - wide(says, font)) / 2, bottom - _HIGH / 2 + 0.9, says, font)
        return
    boxes, broad, high = _map(every, min(_BROAD, placed.width - 2 * _INDENT))
    here = next(box for each, box in zip(every, boxes, strict=True) if each.id == section.id)
    y = bottom - high
    yield Path(_rectangle(here, x, y), GREY)
    yield Path(tuple(segment for box in boxes for segment in _rectangle(box, x, y)), FINE)
    yield small(x + broad + _FROM_MAP, bottom - _HIGH / 2 + 0.9, says, font)


def _map(every: Iterable[Section], most: float) -> tuple[list[tuple[float, float, float, float]], float, float]:
    """Return the sections' boxes in a map that is no wider than `most`, its width and its height."""
    boxes = [each.box for each in every]
    west, north = min(box[0] for box in boxes), min(box[1] for box in boxes)
    east, south = max(box[2] for box in boxes), max(box[3] for box in boxes)
    scale = min(_HIGH / (south - north), most / (east - west))
    small_boxes = [
        ((left - west) * scale, (top - north) * scale, (right - west) * scale, (bottom - north) * scale)
        for left, top, right, bottom in boxes
    ]
    return small_boxes, (east - west) * scale, (south - north) * scale


def _rectangle(box: tuple[float, float, float, float], x: float, y: float) -> tuple[Segment, ...]:
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    first, *rest = ((x + across, y + down) for across, down in corners)
    return ("M", *first), *(("L", *corner) for corner in rest), ("Z",)
