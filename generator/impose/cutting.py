"""Plan the cuts of a sheet: straight cuts right across what is being cut, in an order that frees every piece; mm.

A sheet falls into strips where straight lines pass all its pieces, each strip into shorter ones across, and so on. The
pieces stay where they are while they are cut, so one cut takes all strips side by side that it passes. The margins of
strips come off after all other cuts, because they carry the marks of those.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from generator.geometry.types import Box, Outline
from generator.impose.finishes import find_finish
from generator.impose.grid import Field
from generator.impose.packing import PackedSheet
from generator.impose.placing import place_block
from generator.model.board import Section

CUT_SLACK = 1e-3  # mm: edges and cuts that are nearer are one


class CutPiece(NamedTuple):
    """The trim of a piece; one cut `by_hand` is only cut apart from the others, and then along its outline.

    `finish` is what is done to it before it is cut out, such as gluing on card. `seams` are the sides of the box, by
    index, where the next section of a board lies.
    """

    box: Box
    by_hand: bool
    outline: Outline = Outline(0.0, 0.0)
    is_turned: bool = False
    finish: str = ""
    seams: frozenset[int] = frozenset()

    def has_seam(self, cut: "Cut") -> bool:
        """Return whether a cut runs along a seam of the piece."""
        return any(side % 2 == cut.axis and abs(self.box[side] - cut.at) <= CUT_SLACK for side in self.seams)


class Cut(NamedTuple):
    """A straight cut: at x (axis 0) or y (axis 1), from `start` to `end` on the other axis.

    One that `trims` takes off a margin of the sheet or of a strip.
    """

    axis: int
    at: float
    start: float
    end: float
    trims: bool = False


class CutPlan(NamedTuple):
    """The cuts in their order, in steps of parallel cuts, and the pieces that they do not part.

    If it `parts_finishes`, the first step parts strips that are finished in different ways before they are cut.
    """

    steps: tuple[tuple[Cut, ...], ...]
    entangled: tuple[CutPiece, ...] = ()
    parts_finishes: bool = False

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """Return all cuts in their order."""
        return tuple(cut for step in self.steps for cut in step)


class _Strip(NamedTuple):
    """Pieces and the paper around them; `known` are lines that are cut anyway, by axis: the first and the last."""

    pieces: Sequence[CutPiece]
    paper: Box
    known: tuple[tuple[float, float], tuple[float, float]]


class _Partial(NamedTuple):
    """The plan of a strip: its own cuts, those within its parts, and at last those of its margin."""

    inner: tuple[Cut, ...]
    within: tuple[Cut, ...]
    margin: tuple[Cut, ...]
    entangled: tuple[CutPiece, ...] = ()

    @property
    def moves(self) -> tuple[int, int]:
        """Return the number of pieces that need scissors, and of cuts."""
        return len(self.entangled), len(self.list_cuts())

    def list_cuts(self) -> tuple[Cut, ...]:
        return self.inner + self.within + self.margin


def list_cut_pieces(sheet: PackedSheet) -> list[CutPiece]:
    """Return the fronts of a sheet; round pieces and nets are cut by hand, unless they share their cuts."""
    pieces = []
    for block in sheet.blocks:
        bleeds, finish = {piece.part.id: 0.0 for piece in block.pieces}, find_finish(block)
        for p in place_block(block, "front", bleeds):
            box = p.x, p.y, p.x + p.width, p.y + p.height
            outline = p.part.trim_of(p.design)
            turned = p.rotation == 90
            seams = frozenset((side + turned) % 4 for side in _list_seams(p.design.section))
            pieces.append(CutPiece(box, not block.cell.has_marks, outline, turned, finish, seams=seams))
    return pieces


def _list_seams(section: Section | None) -> Iterator[int]:
    """Yield the sides of a section's box that are seams to be cut; with glued tabs, other lines are cut."""
    if section is None or section.tabs:
        return
    for side, edge in enumerate(section.box):
        axis = side % 2
        along = [seam for seam in section.seams if abs(seam[axis] - edge) + abs(seam[axis + 2] - edge) <= CUT_SLACK]
        if along:
            yield side


def plan_cuts(pieces: Sequence[CutPiece], field: Field) -> CutPlan:
    """Return the plan with the fewest cuts; a sheet to fold is cut through both layers, from the fold on."""
    wide, high = field.paper.width, field.paper.height
    right = wide / 2 if field.fold == "vertical" else wide
    bottom = high / 2 if field.fold == "horizontal" else high
    strip = _Strip(pieces, (0.0, 0.0, right, bottom), ((0.0, right), (0.0, bottom)))
    if len({piece.finish for piece in pieces}) > 1:
        return _plan_finishes(strip)
    plan = _plan_strip(strip)
    if len(pieces) == 1:
        # a board is glued before its outer edges are cut
        cuts = [cut._replace(trims=not pieces[0].has_seam(cut)) for cut in plan.list_cuts()]
        return CutPlan(_list_steps(cuts), plan.entangled)
    return CutPlan(_list_steps(plan.list_cuts()), plan.entangled)


def _plan_finishes(strip: _Strip) -> CutPlan:
    """Return the plan that first cuts a sheet into strips of one finish each, in the middle between their pieces."""
    ways = ((axis, _split_finishes(strip.pieces, axis)) for axis in (1, 0))
    axis, groups = next((axis, groups) for axis, groups in ways if groups)
    lines = [(_high_end(one, axis) + _low_end(other, axis)) / 2 for one, other in pairwise(groups)]
    low, high = strip.paper[1 - axis], strip.paper[3 - axis]
    first, cuts, entangled = tuple(Cut(axis, line, low, high) for line in lines), list[Cut](), list[CutPiece]()
    edges = [strip.paper[axis], *lines, strip.paper[axis + 2]]
    for group, (start, end) in zip(groups, pairwise(edges), strict=True):
        plan = _plan_strip(_narrow_strip(strip, axis, group, start, end, cut=edges))
        cuts += plan.list_cuts()
        entangled += plan.entangled
    return CutPlan((first, *_list_steps(cuts)), tuple(entangled), True)


def _split_finishes(pieces: Iterable[CutPiece], axis: int) -> list[list[CutPiece]]:
    """Return the pieces of each finish in the order of the axis, none if no straight lines part them."""
    found: dict[str, list[CutPiece]] = {}
    for piece in sorted(pieces, key=lambda each: each.box[axis]):
        found.setdefault(piece.finish, []).append(piece)
    groups = list(found.values())
    apart = all(_high_end(one, axis) <= _low_end(other, axis) + CUT_SLACK for one, other in pairwise(groups))
    return groups if apart else []


def _plan_strip(strip: _Strip) -> _Partial:
    """Return the better of the plans that begin with level cuts and with upright ones."""
    if len(strip.pieces) == 1 and strip.pieces[0].by_hand:
        return _Partial((), (), ())
    ways = [(axis, _split_pieces(strip.pieces, axis)) for axis in (1, 0)]
    if len(strip.pieces) > 1:
        ways = [(axis, groups) for axis, groups in ways if len(groups) > 1]
    else:
        ways = [(axis, groups) for axis, groups in ways if _find_margin(strip, axis, groups)][:1]
        if not ways:
            return _Partial((), (), ())
    plans = [_plan_way(strip, axis, groups) for axis, groups in ways]
    return min(plans, key=lambda plan: plan.moves, default=_Partial((), (), (), tuple(strip.pieces)))


def _split_pieces(pieces: Iterable[CutPiece], axis: int) -> list[list[CutPiece]]:
    """Return groups of pieces between which a straight line passes, in the order of the axis."""
    groups: list[list[CutPiece]] = []
    end = 0.0
    for piece in sorted(pieces, key=lambda each: (each.box[axis], each.box[axis + 2])):
        if not groups or piece.box[axis] >= end - CUT_SLACK:
            groups.append([])
        groups[-1].append(piece)
        end = max(end, piece.box[axis + 2])
    return groups


def _plan_way(strip: _Strip, axis: int, groups: Sequence[Sequence[CutPiece]]) -> _Partial:
    low, high = strip.paper[1 - axis], strip.paper[3 - axis]
    between = [_cut_between(one, other, axis) for one, other in pairwise(groups)]
    margin = _find_margin(strip, axis, groups)
    first = [strip.paper[axis], *(lines[-1] for lines in between)]
    last = [*(lines[0] for lines in between), strip.paper[axis + 2]]
    ends = [*margin, *strip.known[axis], *(line for lines in between for line in lines)]
    parts = [
        _plan_strip(_narrow_strip(strip, axis, group, start, end, cut=ends))
        for group, start, end in zip(groups, first, last, strict=True)
    ]
    lines = sorted({line for each in between for line in each})
    return _Partial(
        tuple(Cut(axis, line, low, high) for line in lines),
        tuple(_merge_parts(parts)),
        tuple(Cut(axis, line, low, high, trims=True) for line in margin),
        tuple(piece for part in parts for piece in part.entangled),
    )


def _narrow_strip(
    strip: _Strip, axis: int, group: Sequence[CutPiece], start: float, end: float, cut: Sequence[float]
) -> _Strip:
    """Return the part of a strip that holds a group; `cut` are the lines across it that are cut, sooner or later."""
    low, high = _low_end(group, axis) + CUT_SLACK, _high_end(group, axis) - CUT_SLACK
    before = max((line for line in cut if line <= low), default=start)
    after = min((line for line in cut if line >= high), default=end)
    if axis == 0:
        paper = start, strip.paper[1], end, strip.paper[3]
        return _Strip(group, paper, ((before, after), strip.known[1]))
    return _Strip(group, (strip.paper[0], start, strip.paper[2], end), (strip.known[0], (before, after)))


def _low_end(group: Iterable[CutPiece], axis: int) -> float:
    return min(piece.box[axis] for piece in group)


def _high_end(group: Iterable[CutPiece], axis: int) -> float:
    return max(piece.box[axis + 2] for piece in group)


def _cut_between(one: Sequence[CutPiece], other: Sequence[CutPiece], axis: int) -> tuple[float, ...]:
    """Return one line between two groups, or two if both have straight edges that lie apart."""
    end, start = _high_end(one, axis), _low_end(other, axis)
    at_end = any(not each.by_hand and each.box[axis + 2] >= end - CUT_SLACK for each in one)
    at_start = any(not each.by_hand and each.box[axis] <= start + CUT_SLACK for each in other)
    if at_end and at_start:
        return (end,) if start - end <= CUT_SLACK else (end, start)
    if at_end or at_start:
        return (end,) if at_end else (start,)
    return ((end + start) / 2,)


def _find_margin(strip: _Strip, axis: int, groups: Sequence[Sequence[CutPiece]]) -> tuple[float, ...]:
    """Return the outer edges of a strip along an axis that are cut by nothing else; pieces cut by hand need none."""
    first, last = _low_end(groups[0], axis), _high_end(groups[-1], axis)
    lines = []
    for edge, known, side in ((first, strip.known[axis][0], axis), (last, strip.known[axis][1], axis + 2)):
        straight = any(not each.by_hand and abs(each.box[side] - edge) <= CUT_SLACK for each in strip.pieces)
        if straight and abs(edge - known) > CUT_SLACK:
            lines.append(edge)
    return tuple(lines)


def _merge_parts(parts: Sequence[_Partial]) -> list[Cut]:
    """Return the cuts within parts that lie side by side; equal cuts of neighbors are one."""
    found: dict[tuple[int, float], list[tuple[int, Cut]]] = {}
    for number, part in enumerate(parts):
        for cut in part.inner + part.margin:
            found.setdefault((cut.axis, round(cut.at, 3)), []).append((number, cut))
    merged = [
        run[0][1]._replace(end=run[-1][1].end, trims=all(cut.trims for _, cut in run))
        for same in found.values()
        for run in _find_neighbors(same)
    ]
    inner, margin = ([cut for cut in merged if cut.trims is trims] for trims in (False, True))
    return [*inner, *(cut for part in parts for cut in part.within), *margin]


def _find_neighbors(cuts: Sequence[tuple[int, Cut]]) -> list[list[tuple[int, Cut]]]:
    """Return runs of cuts through parts that lie side by side."""
    runs = [[cuts[0]]]
    for one, other in pairwise(cuts):
        if other[0] > one[0] + 1:
            runs.append([])
        runs[-1].append(other)
    return runs


def _list_steps(cuts: Iterable[Cut]) -> tuple[tuple[Cut, ...], ...]:
    """Return the cuts in steps of parallel ones that need nothing of one another; those that trim come last."""
    runs = groupby(sorted(cuts, key=lambda cut: cut.trims), key=lambda cut: (cut.trims, cut.axis))
    return tuple(tuple(sorted(run, key=lambda cut: (cut.start, cut.at))) for _, run in runs)
