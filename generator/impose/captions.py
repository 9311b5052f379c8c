"""Draw the caption above each section of a board: its label and a map of where it goes; mm."""

from collections.abc import Iterable, Iterator

from generator.geometry.types import Segment
from generator.impose.marks import FINE, GREY, replace_missing_glyphs, set_small_print, small_print_width
from generator.model.board import Section
from generator.model.game import Part
from generator.model.picture import Font, Path, Shape
from generator.model.sheet import Placement

_HIGH = 6.0  # height of the map
_BROAD = 18.0  # greatest width of the map, where the piece is wide enough
_LIFT = 1.5  # from the map to the trim
_INDENT = 3.0  # from the side of the trim to the map, clear of the crop mark at the corner
_FROM_MAP = 2.0  # from the map to the label
_CLEAR = 0.2  # from a name without a map to the side of the trim, clear of the neighbors' names


def draw_captions(placements: Iterable[Placement], font: Font) -> Iterator[Shape]:
    """Yield the captions of those placements that are sections."""
    for each in placements:
        if each.design.section is not None and each.part.board is not None:
            yield from _draw_caption(each, each.design.section, each.part.board.sections, font)


def fit_caption(part: Part, section: Section, width: float, turned: bool, font: Font) -> tuple[str, bool] | None:
    """Return the caption of a piece of this width and whether it has a map; None if not even the name fits.

    To fit, the title of the part is shortened first, then the note on rotation goes, then the map; the name of the
    section always stays.
    """
    name, title = replace_missing_glyphs(section.title, font), replace_missing_glyphs(part.title, font)
    beside = width - 2 * _INDENT - _FROM_MAP
    if part.board is not None and beside > 0:
        beside -= _lay_out_map(part.board.sections, min(_BROAD, width - 2 * _INDENT))[1]
    lies = " (turned: its top is at the right)" if turned else ""
    titles = [f"{title}: ", *(f"{title[:end].rstrip()} ...: " for end in range(len(title) - 1, 2, -1)), ""]
    says = [*(f"{shown}{name}{lies}" for shown in titles), *([f"{name} (turned)"] if turned else []), name]
    found = next((each for each in says if small_print_width(each, font) <= beside), None)
    if found is not None:
        return found, True
    return (name, False) if small_print_width(name, font) <= width - 2 * _CLEAR else None


def _draw_caption(placed: Placement, section: Section, every: tuple[Section, ...], font: Font) -> Iterator[Shape]:
    # the map shows the assembled board, even if this piece is turned on the sheet
    told = fit_caption(placed.part, section, placed.width, placed.rotation == 90, font)
    assert told is not None, "sections too narrow for their names are refused before"
    says, mapped = told
    x, bottom = placed.x + _INDENT, placed.y - _LIFT
    if not mapped:
        yield set_small_print(
            placed.x + (placed.width - small_print_width(says, font)) / 2, bottom - _HIGH / 2 + 0.9, says, font
        )
        return
    boxes, broad, high = _lay_out_map(every, min(_BROAD, placed.width - 2 * _INDENT))
    here = next(box for each, box in zip(every, boxes, strict=True) if each.id == section.id)
    y = bottom - high
    yield Path(_box_segments(here, x, y), GREY)
    yield Path(tuple(segment for box in boxes for segment in _box_segments(box, x, y)), FINE)
    yield set_small_print(x + broad + _FROM_MAP, bottom - _HIGH / 2 + 0.9, says, font)


def _lay_out_map(every: Iterable[Section], most: float) -> tuple[list[tuple[float, float, float, float]], float, float]:
    """Return the boxes of the sections in a map at most `most` mm wide, and its width and height."""
    boxes = [each.box for each in every]
    west, north = min(box[0] for box in boxes), min(box[1] for box in boxes)
    east, south = max(box[2] for box in boxes), max(box[3] for box in boxes)
    scale = min(_HIGH / (south - north), most / (east - west))
    small_boxes = [
        ((left - west) * scale, (top - north) * scale, (right - west) * scale, (bottom - north) * scale)
        for left, top, right, bottom in boxes
    ]
    return small_boxes, (east - west) * scale, (south - north) * scale


def _box_segments(box: tuple[float, float, float, float], x: float, y: float) -> tuple[Segment, ...]:
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    first, *rest = ((x + across, y + down) for across, down in corners)
    return ("M", *first), *(("L", *corner) for corner in rest), ("Z",)
