"""Plans of cuts: followed in their order they free every piece, and cross none."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given, settings

from generator.geometry.types import Box
from generator.impose.cutting import Cut, CutPiece, CutPlan, list_cut_pieces, plan_cuts
from generator.impose.grid import Field
from generator.impose.imposition import Imposition
from generator.model.finding import DataError
from generator.model.paper import PAPERS, BackLayout
from tests.impose.samples import Piece, make_imposition
from tests.impose.test_imposition import FLIPS, JOBS, ON, Job
from tests.samples import examples, for_each

SLACK = 0.01


class Scrap(NamedTuple):
    """A part of the paper, with the pieces on it."""

    box: Box
    pieces: tuple[CutPiece, ...]


def cut_scraps(scraps: Sequence[Scrap], cut: Cut) -> list[Scrap]:
    """Cut all scraps that a line meets; it goes right across each of them and through no piece."""
    out = []
    axis = cut.axis
    for scrap in scraps:
        low, high = scrap.box[axis] + SLACK, scrap.box[axis + 2] - SLACK
        start, end = scrap.box[1 - axis], scrap.box[3 - axis]
        if not low < cut.at < high or cut.start > end - SLACK or cut.end < start + SLACK:
            out.append(scrap)
            continue
        assert cut.start <= start + SLACK, "the cut begins inside of what it cuts"
        assert cut.end >= end - SLACK, "the cut ends inside of what it cuts"
        for piece in scrap.pieces:
            assert not piece.box[axis] + SLACK < cut.at < piece.box[axis + 2] - SLACK, "the cut crosses a piece"
        left, top, right, bottom = scrap.box
        halves = ((left, top, cut.at, bottom), (cut.at, top, right, bottom))
        if axis == 1:
            halves = ((left, top, right, cut.at), (left, cut.at, right, bottom))
        middle = cut.at
        first = tuple(piece for piece in scrap.pieces if piece.box[axis + 2] <= middle + SLACK)
        second = tuple(piece for piece in scrap.pieces if piece.box[axis] >= middle - SLACK)
        assert len(first) + len(second) == len(scrap.pieces)
        out += [Scrap(halves[0], first), Scrap(halves[1], second)]
    return out


def follow_plan(plan: CutPlan, pieces: Sequence[CutPiece], field: Field) -> None:
    """Follow the plan; assert that each cut cuts something, and that all pieces come free."""
    wide, high = field.paper.width, field.paper.height
    right = wide / 2 if field.fold == "vertical" else wide
    bottom = high / 2 if field.fold == "horizontal" else high
    scraps = [Scrap((0, 0, right, bottom), tuple(pieces))]
    for cut in plan.cuts:
        before = len(scraps)
        scraps = cut_scraps(scraps, cut)
        assert len(scraps) > before, "the cut cuts nothing"
    assert [cut.trims for cut in plan.cuts] == sorted(cut.trims for cut in plan.cuts), "a margin comes off too soon"
    assert all(len({(cut.axis, cut.trims) for cut in step}) == 1 for step in plan.steps)
    assert sum(len(scrap.pieces) for scrap in scraps) == len(pieces)
    for scrap in scraps:
        assert len(scrap.pieces) <= 1, "pieces hang together"
        for piece in scrap.pieces:
            assert piece.by_hand or scrap.box == pytest.approx(piece.box, abs=SLACK)


def impose_job(job: Job, paper: str, flip: BackLayout) -> Imposition | None:
    """Return the sheets of a job; a piece that is larger than the paper is left out of it."""
    try:
        return make_imposition(job, paper, flip)
    except DataError as error:
        large = {finding.message.split("'")[1] for finding in error.findings if finding.code == "GF304"}
        fitting = [each for each in job if each.id not in large]
        return make_imposition(fitting, paper, flip) if fitting else None


@settings(max_examples=examples(60), deadline=None)
@given(JOBS, ON, FLIPS)
def test_the_cuts_in_their_order_free_every_piece_and_cross_none(job: Job, paper: str, flip: BackLayout) -> None:
    made = impose_job(job, paper, flip)
    for sheet in made.sheets if made else ():
        pieces, field = list_cut_pieces(sheet), Field(PAPERS[paper], sheet.fold)
        plan = plan_cuts(pieces, field)
        assert not plan.entangled
        follow_plan(plan, pieces, field)


@settings(max_examples=examples(25), deadline=None)
@given(JOBS, ON)
def test_the_cuts_of_a_folded_sheet_begin_at_the_fold(job: Job, paper: str) -> None:
    made = impose_job(job, paper, "fold")
    for sheet in made.sheets if made else ():
        pieces, field = list_cut_pieces(sheet), Field(PAPERS[paper], sheet.fold)
        follow_plan(plan_cuts(pieces, field), pieces, field)


def describe_plan(pieces: list[Piece], paper: str = "a4") -> list[list[str]]:
    """Return for each sheet its steps: x or y, and where."""
    made = make_imposition(pieces, paper)
    plans = [plan_cuts(list_cut_pieces(sheet), Field(PAPERS[paper], sheet.fold)) for sheet in made.sheets]
    return [[" ".join(["xy"[step[0].axis], *(f"{cut.at:g}" for cut in step)]) for step in plan.steps] for plan in plans]


@for_each(
    [
        # rows first, then all columns in one go; the margins with the marks come off last
        ([Piece("a", designs=(9,))], ["y 104.5 192.5", "x 73.5 136.5", "x 10.5 199.5", "y 16.5 280.5"]),
        ([Piece("a", 100, 50, (1,))], ["x 55 155", "y 123.5 173.5"]),
        # a gap has two cuts, and one that meets a gap goes on beyond it
        (
            [Piece("a", 80, 80, (1,) * 4, front=2)],
            ["y 146.5 150.5", "x 103 107", "x 23 187", "y 66.5 230.5"],
        ),
        # discs are cut apart in the middle of the gap, and need no margin
        ([Piece("a", 20, 20, (4,), round=True)], ["x 83 105 127"]),
        # a straight edge needs its cut anyway, so there is none between it and a disc
        (
            [Piece("a", 150, 20, (1,)), Piece("b", 20, 20, (1,), round=True)],
            ["x 165", "y 138.5 158.5", "x 15"],
        ),
    ]
)
def test_the_plan_of_a_sheet(pieces: list[Piece], steps: list[str]) -> None:
    assert describe_plan(pieces) == [steps]


def test_a_last_row_that_is_not_full_is_cut_with_the_others() -> None:
    ((*steps,),) = describe_plan([Piece("a", designs=(7,))])
    assert steps == ["y 104.5 192.5", "x 73.5 136.5", "x 10.5 199.5", "y 16.5 280.5"]


def test_pieces_like_a_windmill_are_cut_apart_with_scissors() -> None:
    boxes = [(0, 0, 20, 10), (20, 0, 30, 20), (10, 20, 30, 30), (0, 10, 10, 30)]
    pieces = [CutPiece((50 + a, 50 + b, 50 + c, 50 + d), False) for a, b, c, d in boxes]
    plan = plan_cuts(pieces, Field(PAPERS["a4"]))
    assert (plan.cuts, len(plan.entangled)) == ((), 4)


def test_what_is_finished_in_another_way_is_cut_off_first() -> None:
    glued, folded = "plain paper, glued on card", "plain paper, folded"
    board, shells = Piece("a", 180, 190, (1,), stock=glued), Piece("b", 50, 40, (3,), stock=folded)
    press = make_imposition([board, shells], flip="none")
    (sheet,) = press.sheets
    pieces, field = list_cut_pieces(sheet), Field(PAPERS["a4"])
    plan = plan_cuts(pieces, field)
    follow_plan(plan, pieces, field)
    ((first,), *_) = plan.steps
    assert plan.parts_finishes
    assert (first.axis, first.start, first.end) == (1, 0, 210)
    ends = [(piece.box[1] < first.at, piece.box[3] < first.at) for piece in pieces]
    assert ends == [(each, each) for each in (piece.finish == pieces[0].finish for piece in pieces)]


def test_papers_are_shared_only_if_that_saves_a_sheet() -> None:
    glued, folded = "plain paper, glued on card", "plain paper, folded"

    def count(*pieces: Piece) -> list[set[str]]:
        sheets = make_imposition(pieces, flip="none").sheets
        return [{piece.part.id for block in sheet.blocks for piece in block.pieces} for sheet in sheets]

    assert count(Piece("a", 180, 190, (1,), stock=glued), Piece("b", 50, 40, (3,), stock="card")) == [{"a"}, {"b"}]
    # the board leaves no strip from edge to edge for the shells
    assert count(Piece("a", 180, 260, (1,), stock=glued), Piece("b", 50, 40, (3,), stock=folded)) == [{"a"}, {"b"}]
    # two sheets are needed anyway: each has one finish
    two = Piece("a", 180, 190, (1, 1), stock=glued), Piece("b", 180, 190, (1,), stock=folded)
    assert count(*two, Piece("c", 40, 40, (1,), stock=folded))[-1] == {"b", "c"}
