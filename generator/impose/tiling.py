"""A board that is larger than the paper goes in, the pieces to cut it into come out: few, whole-celled and even."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from generator.geometry.bounds import Box
from generator.geometry.tolerances import ROUNDING, SEAM_OVERLAP
from generator.impose.grid import HEAD, MARGIN, Batch, cell
from generator.language.plurals import many
from generator.model.board import TAB, Board
from generator.model.game import Part
from generator.model.paper import Paper
from generator.model.sheet import Look

CLEAR = 1.0  # mm that a seam keeps from a text where that costs nothing else
MOST = 100  # pieces that a board is cut into: nobody puts more together
_MOST = 300  # places for a seam that are weighed against one another
Span = tuple[float, float]
Cost = tuple[int, int, int, float]  # cells that are cut, texts, texts that are nearly cut, and how uneven it is


class Tiling(NamedTuple):
    """The pieces, left, top, right, bottom by id: a letter for the row and a number for the column."""

    pieces: dict[str, Box]
    cells_cut: int
    texts_cut: int


def spoilt(board: Board, tiling: Tiling) -> str:
    """Return what the seams cut, for people; nothing where all texts and all cells but divisible ones are spared."""
    xs, ys = _lines(tiling)
    whole = {name: cell for name, cell in board.cells.items() if name not in board.divisible}
    names = [name for name, cell in whole.items() if _torn(cell.box, xs, ys)] if tiling.cells_cut else []
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    cells = f"{many(len(names), 'cell')} ({shown})" if names else ""
    texts = many(tiling.texts_cut, "text") if tiling.texts_cut else ""
    if not cells and not texts:
        return ""
    what = " and ".join(word for word in (cells, texts) if word)
    return f"the seams between {len(tiling.pieces)} sections of the board have to cut {what}"


def fits(part: Part, look: Look, paper: Paper) -> bool:
    """Tell whether a board lies on the paper in one piece, either way round."""
    return cell(Batch(part, part.outline, part.designs[:1]), look, paper, 1) is not None


def tile(width: float, height: float, cells: Sequence[Box], texts: Sequence[Box], paper: Paper, joint: str) -> Tiling:
    """Return the fewest pieces that fit: those that cut the fewest cells, then the fewest texts, then the evenest; mm.

    Each seam runs across the whole board, and all pieces lie the same way round on their sheets. Of two ways that are
    as good it takes wide pieces that lie, one below another. `joint` is butt, or tab, which takes its room from each
    piece. Cells that may be cut are not among `cells`.
    """
    tab, ways = _tab(joint), _both_ways(width, height, paper, joint)
    fewest = min(columns * rows for columns, rows, *_ in ways)
    found: list[tuple[Cost, list[float], list[float]]] = []
    for columns, rows, across, down in ways:
        if columns * rows == fewest:
            cost_x, xs = _seams(width, columns, across, tab, _spans(cells, 0), _spans(texts, 0))
            cost_y, ys = _seams(height, rows, down, tab, _spans(cells, 1), _spans(texts, 1))
            a, b, c = (one + other for one, other in zip(cost_x[:3], cost_y[:3], strict=True))
            found.append(((a, b, c, cost_x[3] * cost_y[3]), xs, ys))
    _, xs, ys = min(found, key=lambda each: (*each[0][:3], round(each[0][3], 3)))
    pieces = dict(_pieces([0.0, *xs, width], [0.0, *ys, height]))
    cut, torn = (sum(_torn(box, xs, ys) for box in boxes) for boxes in (cells, texts))
    return Tiling(pieces, cut, torn)


def needed(width: float, height: float, paper: Paper, joint: str) -> int:
    """Return how many pieces a board takes at the least."""
    return min(columns * rows for columns, rows, *_ in _both_ways(width, height, paper, joint))


def _both_ways(width: float, height: float, paper: Paper, joint: str) -> list[tuple[int, int, float, float]]:
    """Return columns and rows of pieces and the room for each across and down, with the pieces lying and upright."""
    long, short, tab = paper.height - 2 * MARGIN - HEAD, paper.width - 2 * MARGIN, _tab(joint)
    rooms = (long, short), (short, long)
    return [(_count(width, across, tab), _count(height, down, tab), across, down) for across, down in rooms]


def _tab(joint: str) -> float:
    return TAB if joint == "tab" else 0.0


def _torn(box: Box, xs: Sequence[float], ys: Sequence[float]) -> bool:
    """Tell whether a seam runs through a box."""
    return any(
        bisect_right(seams, low + SEAM_OVERLAP) < bisect_left(seams, high - SEAM_OVERLAP)
        for seams, low, high in ((xs, box[0], box[2]), (ys, box[1], box[3]))
    )


def blank(tiling: Tiling, cells: Sequence[Box]) -> list[str]:
    """Return the ids of the pieces that hold no cell."""
    xs, ys = _lines(tiling)
    held: set[tuple[int, int]] = set()
    for left, top, right, bottom in cells:
        columns = range(bisect_right(xs, left + SEAM_OVERLAP), bisect_left(xs, right - SEAM_OVERLAP) + 1)
        held.update(
            product(range(bisect_right(ys, top + SEAM_OVERLAP), bisect_left(ys, bottom - SEAM_OVERLAP) + 1), columns)
        )
    spots = product(range(len(ys) + 1), range(len(xs) + 1))
    return [name for name, spot in zip(tiling.pieces, spots, strict=True) if spot not in held]


def _lines(tiling: Tiling) -> tuple[list[float], list[float]]:
    """Return where the seams of a whole tiling run, across and down."""
    lefts, tops = ({box[axis] for box in tiling.pieces.values()} for axis in (0, 1))
    return sorted(lefts)[1:], sorted(tops)[1:]


def without(tiling: Tiling, names: Iterable[str], drawn: Sequence[Box]) -> Tiling:
    """Return the tiling without those of the named pieces in which nothing is drawn.

    What is drawn is given by its boxes. A stroke along a seam reaches into the next piece, by less than 1 mm.
    """
    empty = {name for name in names if not any(_holds(tiling.pieces[name], box) for box in drawn)}
    return tiling._replace(pieces={name: piece for name, piece in tiling.pieces.items() if name not in empty})


def _holds(piece: Box, box: Box) -> bool:
    """Tell whether a box reaches well into a piece, or lies inside."""
    well = all(
        box[k] <= piece[k + 2] - CLEAR + ROUNDING and box[k + 2] >= piece[k] + CLEAR - ROUNDING for k in range(2)
    )
    return well or all(box[k] >= piece[k] - ROUNDING and box[k + 2] <= piece[k + 2] + ROUNDING for k in range(2))


def _count(length: float, room: float, tab: float) -> int:
    """Return how many pieces a length takes, all but the last with a tab."""
    return 1 if length <= room + ROUNDING else int(-(-(length - tab - ROUNDING) // (room - tab)))


def _spans(boxes: Iterable[Box], axis: int) -> list[Span]:
    return [(box[axis], box[axis + 2]) for box in boxes]


class _Crossings:
    """Counts the spans that a place lies inside of; at their ends, or next to them, it cuts nothing."""

    def __init__(self, spans: Sequence[Span], reach: float = 0.0) -> None:
        inner = [(low - reach + SEAM_OVERLAP, high + reach - SEAM_OVERLAP) for low, high in spans]
        self.starts = sorted(low for low, high in inner if low < high)
        self.ends = sorted(high for low, high in inner if low < high)

    def at(self, place: float) -> int:
        """Return how many spans begin before the place and end after it."""
        return bisect_left(self.starts, place) - bisect_right(self.ends, place)


def _seams(
    length: float, count: int, room: float, tab: float, cells: list[Span], texts: list[Span]
) -> tuple[Cost, list[float]]:
    """Return the best places for the seams between so many pieces, each of which fits its room, with its tab.

    The best way to each place is made of the best ways to the places before it (dynamic programming). A seam need only
    be tried where a cell or a text ends, as far as pieces can reach from such a place, and where pieces are even.
    """
    counted = [_Crossings(cells), _Crossings(texts), _Crossings(texts, CLEAR)]
    places = _places(length, count, room - tab, tab, [*cells, *texts], texts)
    best: dict[float, tuple[Cost, list[float]]] = {0.0: ((0, 0, 0, 0.0), [])}
    for number in range(1, count):
        low, high = length - room - (count - number - 1) * (room - tab), number * (room - tab)
        tried = _promising(places, counted, low, high, number * length / count)
        best = dict(_ways(best, tried, room - tab))
    cost, seams = dict(_ways(best, [(length, (0, 0, 0))], room))[length]
    return cost, seams[:-1]


def _ways(
    best: dict[float, tuple[Cost, list[float]]], tried: Iterable[tuple[float, tuple[int, int, int]]], limit: float
) -> Iterator[tuple[float, tuple[Cost, list[float]]]]:
    """Yield each place that one more piece can reach, with the best way there."""
    for place, cut in tried:
        ways = (
            (_sum(cost, cut, place - before), before)
            for before, (cost, _) in best.items()
            if ROUNDING < place - before <= limit + ROUNDING
        )
        if (way := min(ways, default=None)) is not None:
            yield place, (way[0], [*best[way[1]][1], place])


def _sum(cost: Cost, cut: tuple[int, int, int], piece: float) -> Cost:
    return cost[0] + cut[0], cost[1] + cut[1], cost[2] + cut[2], cost[3] + piece * piece


def _places(length: float, count: int, reach: float, tab: float, spans: list[Span], texts: list[Span]) -> list[float]:
    """Return where a seam might run, in order; `reach` is how long a piece with a tab can be."""
    ends = {0.0, length, length - tab, *(round(end, 3) for span in spans for end in span)}
    ends |= {low - CLEAR for low, _ in texts} | {high + CLEAR for _, high in texts}
    reached = {end + step * reach for end in ends for step in range(1 - count, count)}
    even = {number * length / count for number in range(1, count)}
    return sorted({round(place, 6) for place in reached | even if 0 < place < length})


def _promising(
    places: Sequence[float], counted: Sequence[_Crossings], low: float, high: float, even: float
) -> list[tuple[float, tuple[int, int, int]]]:
    """Return the places between two bounds with what they cut: those that cut least, and of these the evenest.

    The last is always one of them: pieces as long as they can be reach it, whatever places were left out before.
    """
    found = [
        (place, (counted[0].at(place), counted[1].at(place), counted[2].at(place)))
        for place in places[bisect_left(places, low - ROUNDING) : bisect_right(places, high + ROUNDING)]
    ]
    return [*sorted(found, key=lambda each: (each[1], abs(each[0] - even)))[:_MOST], found[-1]]


def _pieces(xs: Sequence[float], ys: Sequence[float]) -> Iterator[tuple[str, Box]]:
    for row, (top, bottom) in enumerate(pairwise(ys)):
        for column, (left, right) in enumerate(pairwise(xs), 1):
            yield f"{_letters(row)}{column}", (left, top, right, bottom)


def _letters(number: int) -> str:
    """Return a to z, then aa to az and so on."""
    more, last = divmod(number, 26)
    return (_letters(more - 1) if more else "") + chr(ord("a") + last)
