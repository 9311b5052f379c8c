"""Put numbers beside the pieces of a reprint, clear of marks and of other pieces; mm."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from generator.export.reprint_list import set_number
from generator.geometry.bounds import boxes_overlap, segment_bounds
from generator.geometry.matrix import IDENTITY, Matrix
from generator.geometry.types import Box, Segment
from generator.model.picture import Font, Path, Shape, Text, walk_leaves
from generator.model.sheet import Page, Placement

_CLOSE = 0.9  # from the art to its number
_CLEAR = 0.5  # from a number to what else there is
_CAPITAL = 0.7  # em: figures are no higher


def number_page(page: Page, numbers: Mapping[str, int], font: Font) -> Page:
    """Return a page with a small number beside each front: in the middle above it, if there is room."""
    marks = [*list_boxes((*page.furniture, *page.label))]
    shown = list[Text]()
    for placed in page.placements:
        if placed.side == "front":
            others = [_bound_art(each) for each in page.placements if each is not placed]
            trims = [_bound_trim(each) for each in page.placements if each is not placed]
            spots = [*_list_spots(placed, numbers[placed.id], font)]
            known = *marks, *list_boxes(shown)
            free = (spot for taken in (others, trims) for spot in spots if _is_clear(spot, [*known, *taken]))
            shown.append(next(free, spots[0]))
    return replace(page, furniture=(*page.furniture, *shown))


def _list_spots(placed: Placement, number: int, font: Font) -> Iterator[Text]:
    """Yield the number where it can stand, the best place first: above the piece, below it, beside it."""
    left, top, right, bottom = _bound_art(placed)
    text = set_number(0.0, 0.0, number, font)
    high, half = _CAPITAL * text.size, text.width / 2
    for y in (top - _CLOSE, bottom + _CLOSE + high):
        for share in (0.5, 0.3, 0.7):
            yield set_number(placed.x + share * placed.width, y, number, font)
    for x in (left - _CLOSE - half, right + _CLOSE + half):
        yield set_number(x, placed.y + (placed.height + high) / 2, number, font)


def _is_clear(text: Text, taken: Sequence[Box]) -> bool:
    (box,) = list_boxes((text,))
    left, top, right, bottom = box
    return not any(boxes_overlap((left - _CLEAR, top, right + _CLEAR, bottom), each) for each in taken)


def _bound_trim(placed: Placement) -> Box:
    return placed.x, placed.y, placed.x + placed.width, placed.y + placed.height


def _bound_art(placed: Placement) -> Box:
    left, top, right, bottom = placed.clip
    return placed.x - left, placed.y - top, placed.x + placed.width + right, placed.y + placed.height + bottom


def list_boxes(shapes: Sequence[Shape], matrix: Matrix = IDENTITY) -> Iterator[Box]:
    """Yield the boxes of texts, and of each stroke of paths."""
    for shape, there in walk_leaves(shapes, matrix):
        match shape:
            case Path():
                starts = [at for at, segment in enumerate(shape.segments) if segment[0] == "M"]
                strokes = (shape.segments[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True))
                yield from (box for stroke in strokes if (box := segment_bounds(stroke, there)))
            case Text():
                corners: list[Segment] = [("M", shape.x, shape.y - _CAPITAL * shape.size)]
                corners.append(("L", shape.x + shape.width, shape.y))
                yield from (box for box in [segment_bounds(corners, there)] if box)
