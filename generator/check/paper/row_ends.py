"""Find rows of identical shapes that run off their piece at one end (GF154)."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise

from generator.check.analysis.drawing import Address, DrawnShape
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.types import Box
from generator.model.picture import Path

_FEWEST = 3  # shapes of a row
_LEAST_BLEED = 0.9  # mm
_SAME = 0.1  # mm
_MOST_SHAPES = 1500  # of a face


def find_row_off_piece(face: Face) -> Iterator[PageFault]:
    """Report, once, the shape of a row that is off a piece without bleed, if there is room at the other end (GF154)."""
    outline = face.part.trim_of(face.designs[0])
    if -face.drawing.picture.x >= _LEAST_BLEED or face.designs[0].net is not None:
        return
    for row in _list_rows(face):
        for n, size in ((0, outline.width), (1, outline.height)):
            starts = [box[n] for box in map(_bare_box, row)]
            step = starts[1] - starts[0]
            steady = all(abs(b - a - step) < _SAME for a, b in pairwise(starts))
            if not steady or step <= _SAME:
                continue
            wide = _bare_box(row[0])[n + 2] - starts[0]
            lost = [each for each, start in zip(row, starts, strict=True) if start + wide / 2 > size]
            if lost and len(lost) * 2 < len(row) and starts[0] >= step:
                says = f"{len(row)} identical shapes are in a row, and {len(lost)} at its end is outside the piece"
                text = f"{says}, though there is room at its beginning; begin it earlier"
                yield PageFault("GF154", "row", text, _find_item(row), "warning", where="use")
                return


def _list_rows(face: Face) -> Iterator[list[DrawnShape]]:
    """Yield the shapes of one outline that a loop draws, in the order of drawing."""
    shapes = face.drawing.shapes
    rows: dict[Hashable, list[DrawnShape]] = defaultdict(list)
    for each in shapes if len(shapes) <= _MOST_SHAPES else ():
        if isinstance(each.shape, Path) and each.whole is not None:
            box = _bare_box(each)
            size = round(box[2] - box[0], 1), round(box[3] - box[1], 1)
            rows[len(each.address), len(each.shape.segments), size, each.shape.paint.stroke is None].append(each)
    for row in rows.values():
        if len(row) >= _FEWEST and _are_siblings(row):
            yield row


def _are_siblings(row: Sequence[DrawnShape]) -> bool:
    """Return whether a loop draws some shapes: their addresses differ in one step."""
    steps = zip(*(each.address for each in row), strict=True)
    return sum(len(set(some)) > 1 for some in steps) == 1


def _find_item(row: Sequence[DrawnShape]) -> Address:
    """Return the address of what the loop draws first: the shape, or the outermost group of its own."""
    one, other = row[0].address, row[1].address
    step = next(n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
    return one[: step + 1]


def _bare_box(each: DrawnShape) -> Box:
    """Return the box of a shape without its stroke."""
    assert isinstance(each.shape, Path)
    assert each.whole is not None
    left, top, right, bottom = each.whole
    reach = each.shape.paint.width / 2 if each.shape.paint.stroke is not None else 0.0
    return left + reach, top + reach, right - reach, bottom - reach
