"""A picture's size and the labels of its points go in; where it stands in its figure and all words come out, mm."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from generator.draw.figures.callouts import CrossedError, Point, levels
from generator.draw.figures.sketch import LEADING, SIZE, Sketch, mm
from generator.model.figure_data import LabelData

EDGE = 0.2  # mm of paper round the picture, for half of its outline
_REACH = 4.0  # mm from the picture to its words,
_BEGIN, _BEND = 3.2, 1.4  # of which the line begins there, and bends there
_WORTH = 24.0  # mm: for words as wide the picture gives way
_LEAST = 8.0  # mm: a picture that is smaller shows nothing
_RISE = 2.15  # mm from the top of a line of words to its baseline
_SIDES = ("left", "right")


class Pinned(NamedTuple):
    """A label whose point is known: its number in the data, and its point in the picture's own mm."""

    number: int
    x: float
    y: float
    says: str
    side: str


class Stand(NamedTuple):
    """Where the picture stands: its top left in the figure and its scale; and its labels for a template."""

    x: float
    y: float
    scale: float
    labels: list[dict[str, Any]]


def pinned(sketch: Sketch, label: LabelData, number: int, at: Point, width: float) -> Pinned:
    """Return a label with its words in the language of the booklet, on the nearer side unless one is given."""
    says = sketch.words(label.says, "labels", number, "says")
    return Pinned(number, *at, says, label.side or ("left" if at[0] < width / 2 else "right"))


def stand(sketch: Sketch, width: float, height: float, labels: Sequence[Pinned]) -> Stand:
    """Return where a picture of width x height stands with its labels, as large as there is room for.

    Findings are GF202 for words that do not fit, and for lines that can not be kept apart.
    """
    wide, high = sketch.data.size
    sides = {side: [each for each in labels if each.side == side] for side in _SIDES}
    long = {side: sketch.wide([each.says for each in own]) for side, own in sides.items()}
    reach = {side: _REACH if own else 0.0 for side, own in sides.items()}
    room = wide - 2 * EDGE - sum(reach.values())
    asked = sum(min(each, _WORTH) for each in long.values())
    scale = min((high - 2 * EDGE) / height, max((room - asked) / width, 0.0))
    if scale * max(width, height) < _LEAST:
        sketch.refuse("GF202", f"beside its words a picture of {wide:g} x {high:g} mm has no room left", "size")
        return Stand(0.0, 0.0, 1.0, [])
    free = room - scale * width
    left = min(long["left"], max(free / 2, free - long["right"]))
    columns = {"left": left, "right": min(long["right"], free - left)}
    lines = {
        each.number: sketch.lines(each.says, columns[each.side] + 1e-6, "labels", each.number, "says")
        for each in labels
    }
    used = {side: sketch.wide(line for each in own for line in lines[each.number]) for side, own in sides.items()}
    total = sum(used.values()) + sum(reach.values()) + scale * width
    x = (wide - total) / 2 + used["left"] + reach["left"]
    y = (high - scale * height) / 2
    made = Stand(x, y, scale, [])
    for side in _SIDES:
        edge = x if side == "left" else x + scale * width
        made.labels.extend(_set(sketch, made, sides[side], lines, edge, -1 if side == "left" else 1))
    return made


def _set(
    sketch: Sketch, at: Stand, labels: Sequence[Pinned], lines: dict[int, list[str]], edge: float, out: int
) -> list[dict[str, Any]]:
    """Return the labels of one side for a template: the line to the point, and the lines of words with baselines."""
    points = [(at.x + each.x * at.scale, at.y + each.y * at.scale) for each in labels]
    heights = [SIZE + LEADING * (len(lines[each.number]) - 1) for each in labels]
    try:
        middles = levels(points, heights, edge + out * _BEND, 0.0, sketch.data.size[1])
    except CrossedError as error:
        one, other = (labels[each] for each in error.pair)
        message = (
            f"the lines to {one.says!r} and {other.says!r} can not be kept apart; give one of them the other `side`"
        )
        sketch.refuse("GF202", message, "labels", max(one.number, other.number))
        return []
    except ValueError:
        message = f"the words on the {labels[0].side} are higher than the figure, {sketch.data.size[1]:g} mm"
        sketch.refuse("GF202", message, "labels", labels[-1].number)
        return []
    found = []
    for each, (x, y), middle, height in zip(labels, points, middles, heights, strict=True):
        first = middle - height / 2 + _RISE
        texts = [{"text": line, "y": mm(first + LEADING * row)} for row, line in enumerate(lines[each.number])]
        leader = f"M{mm(edge + out * _BEGIN):g} {mm(middle):g} H{mm(edge + out * _BEND):g} L{mm(x):g} {mm(y):g}"
        words = {"x": mm(edge + out * _REACH), "anchor": "end" if out < 0 else "start", "lines": texts}
        found.append({"leader": leader, "to_x": mm(x), "to_y": mm(y), **words})
    return found
