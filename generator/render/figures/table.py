"""Figure of things on a table: values for templates/figures/table.svg.j2."""

from collections.abc import Iterable
from itertools import combinations
from typing import Any, NamedTuple

from generator.geometry.bounds import Box, boxes_overlap
from generator.model.figure_data import ThingData
from generator.render.figures.sketch import LEADING, SIZE, Sketch, box_of, mm, shown

_STEP = 0.6  # mm from a piece of a stack to the next
_SEEN = 5  # pieces of a stack that are drawn at most
_BELOW = 1.2  # mm from a thing to its caption
_RISE = 2.15


class _Laid(NamedTuple):
    """The boxes of a thing and of its caption, and the values for the template."""

    box: Box
    words: Box | None
    drawn: dict[str, Any]


def compose(sketch: Sketch) -> dict[str, Any]:
    """Return the values for the template: the things with their stacks and captions."""
    laid = [_laid(sketch, thing, number) for number, thing in enumerate(sketch.data.things or ())]
    for number, each in enumerate(laid):
        if each is not None:
            _inside(sketch, each, number)
    _clear(sketch, laid)
    return {"things": [each.drawn for each in laid if each]}


def _laid(sketch: Sketch, thing: ThingData, number: int) -> _Laid | None:
    piece = sketch.find_piece(thing.part, thing.design, thing.side, "things", number)
    if piece is None:
        return None
    width = thing.width or piece.face.box[2]
    drawn = shown(piece, width, *thing.at, thing.turn)
    under = min(thing.copies, _SEEN) - 1
    left, top, right, bottom = box_of(drawn)
    box = left, top - under * _STEP, right + under * _STEP, bottom
    lines: list[str] = []
    if thing.says is not None:
        says = sketch.find_words(thing.says, "things", number, "says")
        lines = sketch.wrap_words(says, max(box[2] - box[0], 24.0), "things", number, "says")
    wide, (x, y) = sketch.widest_line(lines), thing.at
    top = box[3] + _BELOW
    words = (x - wide / 2, top, x + wide / 2, top + SIZE + LEADING * (len(lines) - 1)) if lines else None
    texts = [{"text": line, "y": mm(top + _RISE + LEADING * row)} for row, line in enumerate(lines)]
    stack = [{"x": mm(x + _STEP * each), "y": mm(y - _STEP * each)} for each in range(under, 0, -1)]
    return _Laid(box, words, {**drawn, "stack": stack, "lines": texts})


def _inside(sketch: Sketch, laid: _Laid, number: int) -> None:
    """Report a thing or a caption that reaches beyond the figure."""
    for box, key, what in ((laid.box, "at", "it reaches"), (laid.words, "says", "its caption reaches")):
        if box is not None:
            sketch.check_inside(box, what, "things", number, key)


def _clear(sketch: Sketch, laid: Iterable[_Laid | None]) -> None:
    """Report captions that lie on another thing or on its caption."""
    known = [(number, each) for number, each in enumerate(laid) if each is not None]
    for (one, first), (other, second) in combinations(known, 2):
        for number, own, others in ((one, first, second), (other, second, first)):
            if own.words and (
                boxes_overlap(own.words, others.box) or (others.words and boxes_overlap(own.words, others.words))
            ):
                sketch.add_finding("GF202", "its caption lies on another thing, or on its caption", "things", number, "says")
                break
