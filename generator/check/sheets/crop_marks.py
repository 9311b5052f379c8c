"""Check that crop marks lead to each edge that is cut, and to nothing else."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import NamedTuple

from generator.check.analysis.placement import PieceTrim, name_page
from generator.check.check_context import CheckContext, FormatContent
from generator.check.sheets.backs import find_fold
from generator.geometry.tolerances import FILE_STEPS, VISIBLE
from generator.language.plurals import count_noun
from generator.model.finding import Finding
from generator.model.printed import ReadPiece
from generator.model.printer import NO_MARGINS

_STRIP = 8.0  # mm along the edges of the paper for rulers and labels, where no mark stands
_BARE_STRIP = 5.0  # where these give way to pieces: what printers leave white
_FURNISHED = 10.0  # mm from a trim to the edge of the paper where they do not
_MARK_ROOM = 1.3  # mm beyond the bleed that a mark needs: 0.8 for the mark, 0.5 between

_EDGE_NAMES = (("left", "right"), ("top", "bottom"))

SheetBox = tuple[float, float, float, float]


class _SheetSide(NamedTuple):
    """The trims (left, top, right, bottom) on one side of a sheet, those `marked` with crop marks first.

    `bleeds` are those of the marked trims, and `crops` the marks, which stand in the box `room`.
    """

    marked: tuple[SheetBox, ...]
    bleeds: tuple[float, ...]
    others: tuple[SheetBox, ...]
    crops: tuple[SheetBox, ...]
    room: SheetBox


class _TrimEdge(NamedTuple):
    """An edge of a trim: its line across the sheet, from where to where it lies on it, and the bleed of its piece."""

    at: float
    start: float
    end: float
    bleed: float
    name: str


def check_crop_marks(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report the first side of a sheet with each kind of fault, and how many more such sides there are (GF127).

    Each edge of a rectangle, and of a section of a board, must have crop marks in line with it, beyond the pieces at
    either end of its line; each crop mark must be in line with an edge, and touch no piece. Round pieces and nets are
    cut along drawn lines. Backs have no marks, and no mark stands beyond a fold.
    """
    known: dict[_SheetSide, tuple[tuple[str, str], ...]] = {}
    faults: dict[str, list[tuple[PieceTrim, str]]] = defaultdict(list)
    for trims in shown.sheet_sides.values():
        if all(trim.seen.side == "back" for trim in trims):
            if crops := trims[0].seen.crops:
                faults["back"].append(
                    (trims[0], f"there is a crop mark on a back at {_format_point(crops[0])}{_and_more(crops)}")
                )
            continue
        side = _describe_side(case, trims)
        if side not in known:
            known[side] = tuple(_check_side(side))
        for kind, text in known[side]:
            if kind == "missing" and case.marks == "none":
                continue
            faults[kind].append((trims[0], text))
    for (first, text), *rest in faults.values():
        more = f", and {count_noun(len(rest), 'more such sheet side')}" if rest else ""
        yield Finding("GF127", case.parts_by_id[first.seen.part].place, f"{name_page(first.seen)}: {text}{more}")


def _describe_side(case: CheckContext, trims: Sequence[PieceTrim]) -> _SheetSide:
    marked: dict[bool, list[SheetBox]] = {True: [], False: []}
    bleeds: list[float] = []
    for trim in trims:
        box = trim.x, trim.y, trim.x + trim.width, trim.y + trim.height
        left, top, right, bottom = (round(each * FILE_STEPS) / FILE_STEPS for each in box)
        led, clip = _needs_marks(case, trim), trim.seen.clip
        marked[led].append((left, top, right, bottom))
        if led:
            bleeds.append(-min(clip[0], clip[1], 0.0) if clip else 0.0)
    first = trims[0].seen
    room = _find_room(first, case, marked[True])
    return _SheetSide(tuple(marked[True]), tuple(bleeds), tuple(marked[False]), first.crops, room)


def _find_room(seen: ReadPiece, case: CheckContext, trims: Sequence[SheetBox]) -> SheetBox:
    """Return the box that crop marks may stand in: inside the strips along the edges, and before a fold."""
    paper, inset = case.paper, case.printer.inset if case.printer else NO_MARGINS
    fold = find_fold(seen, paper)
    sizes = ((0, inset.left, inset.right, seen.paper[0]), (1, inset.top, inset.bottom, seen.paper[1]))
    near = [
        min((min(box[axis] - first, size - last - box[axis + 2]) for box in trims), default=inf)
        for axis, first, last, size in sizes
    ]
    side, end = (_STRIP if each >= _FURNISHED - VISIBLE else _BARE_STRIP for each in near)
    right = paper.width / 2 if fold == "vertical" else seen.paper[0] - side - inset.right
    bottom = paper.height / 2 if fold == "horizontal" else seen.paper[1] - end - inset.bottom
    return side + inset.left, end + inset.top, right, bottom


def _needs_marks(case: CheckContext, trim: PieceTrim) -> bool:
    """Return whether crop marks lead to the edges of a face; they lead to a piece at its front."""
    if trim.seen.side == "back":
        return False
    design = case.designs.get((trim.seen.part, trim.seen.design))
    if design is None or design.net is not None:
        return False
    return design.section is not None or case.parts_by_id[trim.seen.part].trim_of(design).shape == "rect"


def _check_side(side: _SheetSide) -> Iterator[tuple[str, str]]:
    """Yield what is wrong on a side, one fault of each kind, with the kind."""
    every = side.marked + side.others
    if missing := [text for axis in (0, 1) for text in _find_unmarked_edges(side, axis)]:
        yield "missing", f"no crop mark leads to {missing[0]}{_and_more(missing)}"
    if touching := [crop for crop in side.crops if any(_is_touching(crop, box) for box in every)]:
        yield "touching", f"a crop mark touches a piece at {_format_point(touching[0])}{_and_more(touching)}"
    if stray := [crop for crop in side.crops if not any(_leads_to(crop, box) for box in every)]:
        yield "stray", f"a crop mark leads to no edge at {_format_point(stray[0])}{_and_more(stray)}"


def _find_unmarked_edges(side: _SheetSide, axis: int) -> Iterator[str]:
    """Yield the edges to which no mark leads, on vertical lines (axis 0) or horizontal lines (axis 1)."""
    marks = [
        (crop[axis], *sorted((crop[1 - axis], crop[3 - axis])))
        for crop in side.crops
        if abs(crop[axis] - crop[axis + 2]) <= VISIBLE
    ]
    names = ("from above", "from below") if axis == 0 else ("from the left", "from the right")
    for line in _group_by_line(sorted(_list_edges(side, axis))):
        there = [mark for mark in marks if abs(mark[0] - line[0].at) <= VISIBLE]
        first, last = min(line, key=lambda edge: edge.start), max(line, key=lambda edge: edge.end)
        before, after = first.start - side.room[1 - axis], side.room[3 - axis] - last.end
        if before >= first.bleed + _MARK_ROOM and not any(end < first.start for _, _, end in there):
            yield f"{first.name} {names[0]}"
        if after >= last.bleed + _MARK_ROOM and not any(start > last.end for _, start, _ in there):
            yield f"{last.name} {names[1]}"


def _list_edges(side: _SheetSide, axis: int) -> Iterator[_TrimEdge]:
    for box, bleed in zip(side.marked, side.bleeds, strict=True):
        for at, name in ((axis, _EDGE_NAMES[axis][0]), (axis + 2, _EDGE_NAMES[axis][1])):
            told = f"the {name} edge of the piece at {box[0]:.4g}, {box[1]:.4g}"
            yield _TrimEdge(box[at], box[1 - axis], box[3 - axis], bleed, told)


def _group_by_line(edges: Iterable[_TrimEdge]) -> Iterator[list[_TrimEdge]]:
    """Yield the edges that lie on one line, given edges in order."""
    line: list[_TrimEdge] = []
    for edge in edges:
        if line and edge.at - line[0].at > VISIBLE:
            yield line
            line = []
        line.append(edge)
    if line:
        yield line


def _leads_to(crop: SheetBox, box: SheetBox) -> bool:
    x1, y1, x2, y2 = crop
    if abs(x1 - x2) <= VISIBLE:
        return abs(x1 - box[0]) <= VISIBLE or abs(x1 - box[2]) <= VISIBLE
    return abs(y1 - y2) <= VISIBLE and (abs(y1 - box[1]) <= VISIBLE or abs(y1 - box[3]) <= VISIBLE)


def _is_touching(crop: SheetBox, box: SheetBox) -> bool:
    (left, right), (top, bottom) = sorted((crop[0], crop[2])), sorted((crop[1], crop[3]))
    return left < box[2] + VISIBLE and right > box[0] - VISIBLE and top < box[3] + VISIBLE and bottom > box[1] - VISIBLE


def _format_point(crop: SheetBox) -> str:
    return f"{crop[0]:.4g}, {crop[1]:.4g} mm"


def _and_more(some: Sequence[object]) -> str:
    return f", and {len(some) - 1} more" if len(some) > 1 else ""
