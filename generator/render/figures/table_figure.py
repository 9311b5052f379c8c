"""Figure of things on a table: values for templates/figures/table.svg.j2."""

from collections.abc import Iterable
from itertools import combinations
from typing import Any, NamedTuple

from generator.geometry.bounds import boxes_overlap
from generator.geometry.types import Box
from generator.model.figure import ThingData
from generator.render.figures.draft import LEADING, TEXT_SIZE, FigureDraft, piece_box, piece_values, round_mm

_STACK_OFFSET = 0.6  # mm from a piece of a stack to the next
_MOST_DRAWN = 5  # pieces of a stack that are drawn at most
_CAPTION_GAP = 1.2  # mm from a thing to its caption
_BASELINE_OFFSET = 2.15


class _PlacedThing(NamedTuple):
    """The boxes of a thing and of its caption, and the values for the template."""

    box: Box
    words: Box | None
    drawn: dict[str, Any]


def compose_table(sketch: FigureDraft) -> dict[str, Any]:
    """Return the values for the template: the things with their stacks and captions."""
    laid = [_place_thing(sketch, thing, number) for number, thing in enumerate(sketch.data.things or ())]
    for number, each in enumerate(laid):
        if each is not None:
            _check_inside(sketch, each, number)
    _check_words_clear(sketch, laid)
    return {"things": [each.drawn for each in laid if each]}


def _place_thing(sketch: FigureDraft, thing: ThingData, number: int) -> _PlacedThing | None:
    piece = sketch.find_piece(thing.part, thing.design, thing.side, "things", number)
    if piece is None:
        return None
    width = thing.width or piece.face.box[2]
    drawn = piece_values(piece, width, *thing.at, thing.turn)
    under = min(thing.copies, _MOST_DRAWN) - 1
    left, top, right, bottom = piece_box(drawn)
    box = left, top - under * _STACK_OFFSET, right + under * _STACK_OFFSET, bottom
    lines: list[str] = []
    if thing.says is not None:
        says = sketch.find_words(thing.says, "things", number, "says")
        lines = sketch.wrap_words(says, max(box[2] - box[0], 24.0), "things", number, "says")
    wide, (x, y) = sketch.widest_line(lines), thing.at
    top = box[3] + _CAPTION_GAP
    words = (x - wide / 2, top, x + wide / 2, top + TEXT_SIZE + LEADING * (len(lines) - 1)) if lines else None
    texts = [{"text": line, "y": round_mm(top + _BASELINE_OFFSET + LEADING * row)} for row, line in enumerate(lines)]
    stack = [
        {"x": round_mm(x + _STACK_OFFSET * each), "y": round_mm(y - _STACK_OFFSET * each)}
        for each in range(under, 0, -1)
    ]
    return _PlacedThing(box, words, {**drawn, "stack": stack, "lines": texts})


def _check_inside(sketch: FigureDraft, laid: _PlacedThing, number: int) -> None:
    """Report a thing or a caption that reaches beyond the figure."""
    for box, key, what in ((laid.box, "at", "it reaches"), (laid.words, "says", "its caption reaches")):
        if box is not None:
            sketch.check_inside(box, what, "things", number, key)


def _check_words_clear(sketch: FigureDraft, laid: Iterable[_PlacedThing | None]) -> None:
    """Report captions that lie on another thing or on its caption."""
    known = [(number, each) for number, each in enumerate(laid) if each is not None]
    for (one, first), (other, second) in combinations(known, 2):
        for number, own, others in ((one, first, second), (other, second, first)):
            if own.words and (
                boxes_overlap(own.words, others.box) or (others.words and boxes_overlap(own.words, others.words))
            ):
                sketch.add_finding(
                    "GF202", "its caption lies on another thing, or on its caption", "things", number, "says"
                )
                break
