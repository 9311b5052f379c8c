"""Place labels beside a picture, with leader lines to their points that do not cross; lengths in mm."""

from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from math import hypot
from typing import Any, NamedTuple

from generator.geometry.polygon import cross_product, distance_to_edge
from generator.geometry.tolerances import FLOAT_NOISE, ROUNDING
from generator.geometry.types import Point
from generator.model.figure import LabelData
from generator.render.figures.draft import LEADING, TEXT_SIZE, FigureDraft, round_mm

LeaderLine = tuple[Point, Point]
TEXT_GAP = 1.4  # mm between two labels
LINE_GAP = 0.5  # mm between two leader lines
_MOST_PERMUTED = 6  # up to so many labels, all orders are tried


class CrossedError(Exception):
    """The leader lines of two labels, given by their numbers, cannot be kept apart."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(one, other)
        self.pair = one, other


def spread_middles(wanted: Sequence[float], heights: Sequence[float], top: float, bottom: float) -> list[float] | None:
    """Return the middles of labels in their order, each as near to its wanted middle as the others allow.

    Neighbors that would overlap form a block, placed at the mean of their wanted positions (isotonic regression by
    pool adjacent violators). None if the labels are higher than the room from `top` to `bottom`.
    """
    if not wanted:
        return []
    if sum(heights) + TEXT_GAP * (len(heights) - 1) > bottom - top + FLOAT_NOISE:
        return None
    offsets, down = [], 0.0
    for height in heights:
        offsets.append(down + height / 2)
        down += height + TEXT_GAP
    blocks: list[tuple[float, int]] = []
    for want, offset in zip(wanted, offsets, strict=True):
        blocks.append((want - offset, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (one, count), (other, more) = blocks[-2:]
            blocks[-2:] = [((one * count + other * more) / (count + more), count + more)]
    least, most = top, bottom - (down - TEXT_GAP)
    starts = [min(max(start, least), most) for start, count in blocks for _ in range(count)]
    return [start + offset for start, offset in zip(starts, offsets, strict=True)]


def place_label_rows(
    points: Sequence[Point], heights: Sequence[float], elbow: float, top: float, bottom: float
) -> list[float]:
    """Return the middle of each label of one side; its leader line goes straight from x = `elbow` to its point.

    Among the orders that keep the lines apart, that with the shortest lines is taken. CrossedError if there is none,
    ValueError if the labels are higher than the room.
    """
    first = sorted(range(len(points)), key=lambda number: (points[number][1], abs(points[number][0] - elbow)))

    def measure_cost(order: Sequence[int]) -> tuple[int, float]:
        """Return how many pairs of lines touch, and the total length of the lines."""
        lines = lines_of(order)
        touching = sum(segment_distance(one, other) < LINE_GAP for one, other in combinations(lines, 2))
        return touching, sum(hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in lines)

    def lines_of(order: Sequence[int]) -> list[LeaderLine]:
        middles = _middles_in_order(order, points, heights, top, bottom)
        return [((elbow, middle), point) for middle, point in zip(middles, points, strict=True)]

    best = _find_best_order(tuple(first), measure_cost)
    for (one, first_line), (other, second_line) in combinations(enumerate(lines_of(best)), 2):
        if segment_distance(first_line, second_line) < LINE_GAP:
            raise CrossedError(one, other)
    return _middles_in_order(best, points, heights, top, bottom)


def _find_best_order(order: tuple[int, ...], cost: Callable[[Sequence[int]], tuple[int, float]]) -> tuple[int, ...]:
    """Return the order of least cost: of all orders for few labels, by repeated best swaps for many.

    The given order is kept if none of its lines touch.
    """
    least = cost(order)
    if least[0] and len(order) <= _MOST_PERMUTED:
        return min(permutations(order), key=cost)
    swaps = list(combinations(range(len(order)), 2))
    while least[0]:
        tried = [_swap_two(order, *swap) for swap in swaps]
        better = min(tried, key=cost)
        if cost(better) >= least:
            break
        order, least = better, cost(better)
    return order


def _swap_two(order: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    changed = list(order)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)


def _middles_in_order(
    order: Sequence[int], points: Sequence[Point], heights: Sequence[float], top: float, bottom: float
) -> list[float]:
    """Return the middle of each label, for one order from top to bottom."""
    middles = spread_middles([points[each][1] for each in order], [heights[each] for each in order], top, bottom)
    if middles is None:
        raise ValueError
    found = dict(zip(order, middles, strict=True))
    return [found[each] for each in range(len(points))]


def segment_distance(one: LeaderLine, other: LeaderLine) -> float:
    """Return the distance between two line segments, 0 if they cross."""
    (a, b), (c, d) = one, other
    if cross_product(a, b, c) * cross_product(a, b, d) < 0 and cross_product(c, d, a) * cross_product(c, d, b) < 0:
        return 0.0
    return min(
        distance_to_edge(a, other), distance_to_edge(b, other), distance_to_edge(c, one), distance_to_edge(d, one)
    )


PICTURE_MARGIN = 0.2  # mm round the picture, room for half the width of its outline
_WORDS_DISTANCE = 4.0  # mm from the picture to its labels
_LEADER_START, _LEADER_BEND = 3.2, 1.4  # mm from the picture to where a leader line begins, and to where it bends
_RESERVED_WIDTH = 24.0  # mm of label width for which the picture is made smaller
_SMALLEST_PICTURE = 8.0  # mm: the picture must not be smaller
_BASELINE_OFFSET = 2.15  # mm from the top of a line of text to its baseline
_SIDES = ("left", "right")


class PinnedLabel(NamedTuple):
    """A label with its number in the data, its point in mm of the picture, its words and its side, and a step."""

    number: int
    x: float
    y: float
    says: str
    side: str
    step: int | None = None


class CalloutLayout(NamedTuple):
    """The top left of the picture in the figure and its scale, and the labels as values for a template."""

    x: float
    y: float
    scale: float
    labels: list[dict[str, Any]]


def pin_label(sketch: FigureDraft, label: LabelData, number: int, at: Point, width: float) -> PinnedLabel:
    """Return a label, any words in the language of the booklet; its side is the nearer one unless it is given."""
    says = sketch.find_words(label.says, "labels", number, "says") if label.says else ""
    return PinnedLabel(number, *at, says, label.side or ("left" if at[0] < width / 2 else "right"), label.step)


def lay_out_callouts(sketch: FigureDraft, width: float, height: float, labels: Sequence[PinnedLabel]) -> CalloutLayout:
    """Return where a picture of `width` x `height` mm stands with its labels, as large as there is room for.

    Labels without words are discs on their points.
    Report GF202 for labels that do not fit and for leader lines that cannot be kept apart.
    """
    wide, high = sketch.data.size
    sides = {side: [each for each in labels if each.says and each.side == side] for side in _SIDES}
    long = {side: sketch.widest_line([each.says for each in own]) for side, own in sides.items()}
    reach = {side: _WORDS_DISTANCE if own else 0.0 for side, own in sides.items()}
    room = wide - 2 * PICTURE_MARGIN - sum(reach.values())
    asked = sum(min(each, _RESERVED_WIDTH) for each in long.values())
    scale = min((high - 2 * PICTURE_MARGIN) / height, max((room - asked) / width, 0.0))
    if scale * max(width, height) < _SMALLEST_PICTURE:
        sketch.add_finding("GF202", f"the labels leave no room for the picture in {wide:g} x {high:g} mm", "size")
        return CalloutLayout(0.0, 0.0, 1.0, [])
    free = room - scale * width
    left = min(long["left"], max(free / 2, free - long["right"]))
    columns = {"left": left, "right": min(long["right"], free - left)}
    lines = {
        each.number: sketch.wrap_words(each.says, columns[each.side] + ROUNDING, "labels", each.number, "says")
        for each in labels
        if each.says
    }
    used = {
        side: sketch.widest_line(line for each in own for line in lines[each.number]) for side, own in sides.items()
    }
    total = sum(used.values()) + sum(reach.values()) + scale * width
    x = (wide - total) / 2 + used["left"] + reach["left"]
    y = (high - scale * height) / 2
    discs: list[dict[str, Any]] = [
        {
            "leader": "",
            "step": each.step,
            "disc_x": round_mm(x + each.x * scale),
            "disc_y": round_mm(y + each.y * scale),
            "lines": [],
        }
        for each in labels
        if not each.says
    ]
    made = CalloutLayout(x, y, scale, discs)
    for side in _SIDES:
        edge = x if side == "left" else x + scale * width
        made.labels.extend(_set_labels(sketch, made, sides[side], lines, edge, out=-1 if side == "left" else 1))
    return made


def _set_labels(
    sketch: FigureDraft,
    at: CalloutLayout,
    labels: Sequence[PinnedLabel],
    lines: dict[int, list[str]],
    edge: float,
    out: int,
) -> list[dict[str, Any]]:
    """Return the values of the labels of one side: leader line, and lines of text with their baselines."""
    points = [(at.x + each.x * at.scale, at.y + each.y * at.scale) for each in labels]
    heights = [TEXT_SIZE + LEADING * (len(lines[each.number]) - 1) for each in labels]
    try:
        middles = place_label_rows(points, heights, edge + out * _LEADER_BEND, 0.0, sketch.data.size[1])
    except CrossedError as error:
        one, other = (labels[each] for each in error.pair)
        message = f"the leader lines of {one.says!r} and {other.says!r} cross; give one of them the other `side`"
        sketch.add_finding("GF202", message, "labels", max(one.number, other.number))
        return []
    except ValueError:
        message = f"the labels on the {labels[0].side} are higher than the figure of {sketch.data.size[1]:g} mm"
        sketch.add_finding("GF202", message, "labels", labels[-1].number)
        return []
    found = []
    for each, (x, y), middle, height in zip(labels, points, middles, heights, strict=True):
        first = middle - height / 2 + _BASELINE_OFFSET
        texts = [{"text": line, "y": round_mm(first + LEADING * row)} for row, line in enumerate(lines[each.number])]
        begin, bend = round_mm(edge + out * _LEADER_START), round_mm(edge + out * _LEADER_BEND)
        leader = f"M{begin:g} {round_mm(middle):g} H{bend:g} L{round_mm(x):g} {round_mm(y):g}"
        words = {"x": round_mm(edge + out * _WORDS_DISTANCE), "anchor": "end" if out < 0 else "start", "lines": texts}
        found.append(
            {
                "leader": leader,
                "to_x": round_mm(x),
                "to_y": round_mm(y),
                "step": each.step,
                "disc_x": bend,
                "disc_y": round_mm(middle),
                **words,
            }
        )
    return found
