"""Divide a board that is larger than the paper into few, even pieces whose seams spare cells and texts."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from generator.geometry.bounds import box_corners, boxes_overlap, point_bounds
from generator.geometry.polygon import shared_area
from generator.geometry.tolerances import ROUNDING, SEAM_OVERLAP, SLIVER_AREA
from generator.geometry.types import Box, Points
from generator.impose.grid import (
    CAPTION_HEIGHT,
    TIGHT_MARGIN,
    TRIM_MARGIN,
    DesignBatch,
    Field,
    GiveWay,
    choose_slot,
    largest_trim,
)
from generator.language.plurals import count_noun
from generator.model.board import MAX_GLUE_TAB, Board, Cell
from generator.model.game import Part
from generator.model.paper import Paper
from generator.model.sheet import ArtTraits

THINNEST = 40.0  # mm; a narrower section is a sliver that is hard to glue straight
TEXT_CLEARANCE = 1.0  # mm between a seam and a text, unless that cuts cells or texts
MOST = 100  # pieces of a board: nobody assembles more
_NAMED = 8  # cells or texts in a message
_MOST = 300  # candidate places of a seam that are compared
Span = tuple[float, float]
Cost = tuple[int, int, int, int, float]  # cells cut, texts cut, texts nearly cut, slivers, unevenness


class Tiling(NamedTuple):
    """The boxes of the pieces by id, which is a letter for the row and a number for the column."""

    pieces: dict[str, Box]
    cells_cut: int
    texts_cut: int


def describe_cuts(board: Board, tiling: Tiling, texts: Sequence[tuple[str, Box]]) -> str:
    """Describe what the seams cut, and the texts that they nearly cut; an empty text if there is nothing of the sort.

    Divisible cells, edges and corners do not count. Cells are called by their labels, if these
    are words that tell them apart.
    """
    xs, ys = _seam_lines(tiling)
    counts = Counter(cell.label for cell in board.cells.values())
    whole = (cell for cell in list_whole_cells(board) if _is_cut(cell.box, xs, ys))
    cells = [cell.label if counts[cell.label] == 1 and re.search(r"[^\W\d]", cell.label) else cell.id for cell in whole]
    torn = [text for text, box in texts if _is_cut(box, xs, ys)]
    near = [text for text, box in texts if _is_cut(_widen(box), xs, ys)]
    return _describe(len(tiling.pieces), cells, torn, near)


def describe_torn_texts(sections: Sequence[Points], texts: Sequence[tuple[str, Box]]) -> str:
    """Describe the texts that the seams between sections of any form cut, or nearly cut; empty if there are none."""
    return _describe(len(sections), (), list_torn_texts(sections, texts), list_torn_texts(sections, texts, _widen))


def list_torn_texts(
    sections: Sequence[Points], texts: Sequence[tuple[str, Box]], widen: Callable[[Box], Box] | None = None
) -> list[str]:
    """Return the texts whose boxes reach into more than one section, given by its corners."""
    bounds = [point_bounds(section) for section in sections]

    def count_touched(box: Box) -> int:
        corners = box_corners(widen(box) if widen else box)
        return sum(
            boxes_overlap(around, point_bounds(corners)) and shared_area(section, corners) > SLIVER_AREA
            for section, around in zip(sections, bounds, strict=True)
        )

    return [text for text, box in texts if count_touched(box) > 1]


def _describe(pieces: int, cells: Sequence[str], torn: Sequence[str], near: Sequence[str]) -> str:
    near = [text for text in near if text not in torn]
    torn, near = [*map(repr, torn)], [*map(repr, near)]
    cuts = " and ".join(filter(None, (_name_some("cell", cells), _name_some("text", torn))))
    says = [f"cut {cuts}"] * bool(cuts)
    says += [f"come within {TEXT_CLEARANCE:g} mm of {_name_some('text', near)}"] * bool(near)
    return f"the seams between the {pieces} sections of the board {' and '.join(says)}" if says else ""


def list_whole_cells(board: Board) -> list[Cell]:
    """Return the cells that no seam should cut; edges and corners lie on the seams themselves."""
    return [cell for cell in board.inner_cells if cell.id not in board.divisible]


def _name_some(noun: str, names: Sequence[str]) -> str:
    names = list(dict.fromkeys(names))
    few = names if len(names) <= _NAMED else names[: _NAMED - 2]
    more = f" and {len(names) - len(few)} more" if len(names) > len(few) else ""
    return f"{count_noun(len(names), noun)} ({', '.join(few)}{more})" if names else ""


def _widen(box: Box) -> Box:
    """Return a box with the clearance of a text around it."""
    left, top, right, bottom = box
    return left - TEXT_CLEARANCE, top - TEXT_CLEARANCE, right + TEXT_CLEARANCE, bottom + TEXT_CLEARANCE


def fits_one_sheet(part: Part, look: ArtTraits, paper: Paper, give_way: GiveWay = "any") -> bool:
    """Return whether a board fits on the paper in one piece, upright or turned, if rulers and labels may give way."""
    return choose_slot(DesignBatch(part, part.outline, part.designs[:1]), look, Field(paper), 1, give_way) is not None


def fits_in_sections(part: Part, look: ArtTraits, paper: Paper) -> bool:
    """Return whether each section of a board fits on the paper, upright or turned."""
    batches = (DesignBatch(part, part.trim_of(design), (design,)) for design in part.designs)
    return all(choose_slot(batch, look, Field(paper), 1) for batch in batches)


def measure_room(part: Part, look: ArtTraits, paper: Paper) -> tuple[float, float]:
    """Return the width and height (mm) of the largest board with such art that the paper holds in one piece."""
    return largest_trim(DesignBatch(part, part.outline, part.designs[:1]), look, paper)


def tile_board(
    width: float, height: float, cells: Sequence[Box], texts: Sequence[Box], paper: Paper, joint: str
) -> Tiling:
    """Return the tiling with the fewest pieces, then cells cut, texts cut or nearly, slivers, and the most even one.

    Each seam runs across the whole board, and all pieces lie the same way round on their sheets; of equally good
    tilings the one with wide pieces wins. `joint` is butt, tab or overlap; a tab takes room from each piece. `cells`
    must not contain cells that may be cut.
    """
    tab, ways = _tab_width(joint), _both_ways(width, height, paper, joint)
    fewest = min(columns * rows for columns, rows, *_ in ways)
    found: list[tuple[Cost, list[float], list[float]]] = []
    for columns, rows, across, down in ways:
        if columns * rows == fewest:
            cost_x, xs = _place_seams(width, columns, across, tab, _box_spans(cells, 0), texts=_box_spans(texts, 0))
            cost_y, ys = _place_seams(height, rows, down, tab, _box_spans(cells, 1), texts=_box_spans(texts, 1))
            a, b, c, d = (one + other for one, other in zip(cost_x[:4], cost_y[:4], strict=True))
            found.append(((a, b, c, d, cost_x[4] * cost_y[4]), xs, ys))
    _, xs, ys = min(found, key=lambda each: (*each[0][:4], round(each[0][4], 3)))
    pieces = dict(_name_pieces([0.0, *xs, width], [0.0, *ys, height]))
    cut, torn = (sum(_is_cut(box, xs, ys) for box in boxes) for boxes in (cells, texts))
    return Tiling(pieces, cut, torn)


def count_needed_pieces(width: float, height: float, paper: Paper, joint: str) -> int:
    """Return the least number of pieces of a board."""
    return min(columns * rows for columns, rows, *_ in _both_ways(width, height, paper, joint))


def _both_ways(width: float, height: float, paper: Paper, joint: str) -> list[tuple[int, int, float, float]]:
    """Return columns, rows, and the room for a piece across and down, for landscape and for portrait sheets.

    The caption stands above the piece on the sheet, or, where rulers and labels give way, beside it.
    """
    tab = _tab_width(joint)
    return [
        (_count_pieces(width, across, tab), _count_pieces(height, down, tab), across, down)
        for across, down in _list_rooms(paper)
    ]


def _list_rooms(paper: Paper) -> tuple[tuple[float, float], ...]:
    long, short = paper.height - 2 * TRIM_MARGIN - CAPTION_HEIGHT, paper.width - 2 * TRIM_MARGIN
    longer, shorter = paper.height - 2 * TIGHT_MARGIN, short - CAPTION_HEIGHT
    return (long, short), (short, long), (longer, shorter), (shorter, longer)


def fits_room(width: float, height: float, paper: Paper) -> bool:
    """Return whether there is room on the paper for a piece of that size without tabs, upright or turned."""
    return any(width <= across + ROUNDING and height <= down + ROUNDING for across, down in _list_rooms(paper))


def _tab_width(joint: str) -> float:
    return MAX_GLUE_TAB if joint != "butt" else 0.0


def _is_cut(box: Box, xs: Sequence[float], ys: Sequence[float]) -> bool:
    """Return whether a seam cuts a box."""
    return any(
        bisect_right(seams, low + SEAM_OVERLAP) < bisect_left(seams, high - SEAM_OVERLAP)
        for seams, low, high in ((xs, box[0], box[2]), (ys, box[1], box[3]))
    )


def find_blank_pieces(tiling: Tiling, cells: Sequence[Box]) -> list[str]:
    """Return the ids of the pieces without cells."""
    xs, ys = _seam_lines(tiling)
    held: set[tuple[int, int]] = set()
    for left, top, right, bottom in cells:
        columns = range(bisect_right(xs, left + SEAM_OVERLAP), bisect_left(xs, right - SEAM_OVERLAP) + 1)
        held.update(
            product(range(bisect_right(ys, top + SEAM_OVERLAP), bisect_left(ys, bottom - SEAM_OVERLAP) + 1), columns)
        )
    spots = product(range(len(ys) + 1), range(len(xs) + 1))
    return [name for name, spot in zip(tiling.pieces, spots, strict=True) if spot not in held]


def _seam_lines(tiling: Tiling) -> tuple[list[float], list[float]]:
    """Return the x of the vertical seams and the y of the horizontal ones of a whole tiling."""
    lefts, tops = ({box[axis] for box in tiling.pieces.values()} for axis in (0, 1))
    return sorted(lefts)[1:], sorted(tops)[1:]


def drop_blank_pieces(tiling: Tiling, names: Iterable[str], drawn: Sequence[Box]) -> Tiling:
    """Return the tiling without those of the named pieces that hold none of the drawn boxes.

    A box that reaches less than 1 mm into a piece does not count: strokes along a seam reach over it.
    """
    empty = {name for name in names if not any(_reaches_into(tiling.pieces[name], box) for box in drawn)}
    return tiling._replace(pieces={name: piece for name, piece in tiling.pieces.items() if name not in empty})


def _reaches_into(piece: Box, box: Box) -> bool:
    """Return whether a box reaches well into a piece or lies inside it."""
    well = all(
        box[k] <= piece[k + 2] - TEXT_CLEARANCE + ROUNDING and box[k + 2] >= piece[k] + TEXT_CLEARANCE - ROUNDING
        for k in range(2)
    )
    return well or all(box[k] >= piece[k] - ROUNDING and box[k + 2] <= piece[k + 2] + ROUNDING for k in range(2))


def _count_pieces(length: float, room: float, tab: float) -> int:
    """Return the number of pieces for a length, all but the last with a tab."""
    return 1 if length <= room + ROUNDING else int(-(-(length - tab - ROUNDING) // (room - tab)))


def _box_spans(boxes: Iterable[Box], axis: int) -> list[Span]:
    return [(box[axis], box[axis + 2]) for box in boxes]


class _Crossings:
    """Count the spans that a seam at a place cuts; at or near the end of a span it does not cut it."""

    def __init__(self, spans: Sequence[Span], reach: float = 0.0) -> None:
        inner = [(low - reach + SEAM_OVERLAP, high + reach - SEAM_OVERLAP) for low, high in spans]
        self.starts = sorted(low for low, high in inner if low < high)
        self.ends = sorted(high for low, high in inner if low < high)

    def at(self, place: float) -> int:
        """Return the number of spans that begin before the place and end after it."""
        return bisect_left(self.starts, place) - bisect_right(self.ends, place)


def _place_seams(
    length: float, count: int, room: float, tab: float, cells: list[Span], texts: list[Span]
) -> tuple[Cost, list[float]]:
    """Return the cost and places of the best seams between `count` pieces that fit their room with their tabs.

    Dynamic programming: the best way to a place extends the best way to some place before it. Candidates for a seam are
    the ends of cells and texts, whole pieces away from these, and where the pieces are even.
    """
    counted = [_Crossings(cells), _Crossings(texts), _Crossings(texts, TEXT_CLEARANCE)]
    places = _candidate_places(length, count, room - tab, tab, [*cells, *texts], texts=texts)
    best: dict[float, tuple[Cost, list[float]]] = {0.0: ((0, 0, 0, 0, 0.0), [])}
    for number in range(1, count):
        low, high = length - room - (count - number - 1) * (room - tab), number * (room - tab)
        tried = _choose_candidates(places, counted, low, high, number * length / count)
        best = dict(_extend_ways(best, tried, room - tab))
    cost, seams = dict(_extend_ways(best, [(length, (0, 0, 0))], room))[length]
    return cost, seams[:-1]


def _extend_ways(
    best: dict[float, tuple[Cost, list[float]]], tried: Iterable[tuple[float, tuple[int, int, int]]], limit: float
) -> Iterator[tuple[float, tuple[Cost, list[float]]]]:
    """Yield each place that one more piece can reach, with the best way to it."""
    for place, cut in tried:
        ways = (
            (_add_cost(cost, cut, place - before), before)
            for before, (cost, _) in best.items()
            if ROUNDING < place - before <= limit + ROUNDING
        )
        if (way := min(ways, default=None)) is not None:
            yield place, (way[0], [*best[way[1]][1], place])


def _add_cost(cost: Cost, cut: tuple[int, int, int], piece: float) -> Cost:
    thin = piece < THINNEST - ROUNDING
    return cost[0] + cut[0], cost[1] + cut[1], cost[2] + cut[2], cost[3] + thin, cost[4] + piece * piece


def _candidate_places(
    length: float, count: int, reach: float, tab: float, spans: list[Span], texts: list[Span]
) -> list[float]:
    """Return the candidate places of seams in order; `reach` is the greatest length of a piece with a tab."""
    ends = {0.0, length, length - tab, *(round(end, 3) for span in spans for end in span)}
    ends |= {low - TEXT_CLEARANCE for low, _ in texts} | {high + TEXT_CLEARANCE for _, high in texts}
    reached = {end + step * reach for end in ends for step in range(1 - count, count)}
    even = {number * length / count for number in range(1, count)}
    return sorted({round(place, 6) for place in reached | even if 0 < place < length})


def _choose_candidates(
    places: Sequence[float], counted: Sequence[_Crossings], low: float, high: float, even: float
) -> list[tuple[float, tuple[int, int, int]]]:
    """Return the candidates between two bounds with what they cut: those that cut least, then those nearest to `even`.

    The last one is always included: pieces of full length reach it, whichever places were left out before.
    """
    found = [
        (place, (counted[0].at(place), counted[1].at(place), counted[2].at(place)))
        for place in places[bisect_left(places, low - ROUNDING) : bisect_right(places, high + ROUNDING)]
    ]
    return [*sorted(found, key=lambda each: (each[1], abs(each[0] - even)))[:_MOST], found[-1]]


def _name_pieces(xs: Sequence[float], ys: Sequence[float]) -> Iterator[tuple[str, Box]]:
    for row, (top, bottom) in enumerate(pairwise(ys)):
        for column, (left, right) in enumerate(pairwise(xs), 1):
            yield f"{_row_letters(row)}{column}", (left, top, right, bottom)


def _row_letters(number: int) -> str:
    """Return a to z, then aa to az and so on."""
    more, last = divmod(number, 26)
    return (_row_letters(more - 1) if more else "") + chr(ord("a") + last)
