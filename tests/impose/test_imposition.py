"""Properties of imposition: nothing lost or doubled, margins kept, backs registered with fronts."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.model.finding import DataError
from generator.model.paper import PAPERS, BackLayout, Paper
from generator.model.picture import Group
from generator.model.sheet import Page, Placement
from generator.write.coordinates import locate_face
from tests.impose.samples import (
    Box,
    Piece,
    boxes_overlap,
    crop_mark_boxes,
    impose_pages,
    printed_box,
    ruler_boxes,
    text_boxes,
    trim_box,
)
from tests.samples import examples

SIZES = st.one_of(st.sampled_from([20.0, 35.0, 63.0, 88.0]), st.floats(12, 200).map(lambda size: round(size, 1)))
BLEEDS = st.sampled_from([0.0, 0.0, 2.0, 3.0, 5.0])
PIECES = st.builds(
    Piece,
    id=st.just("?"),
    width=SIZES,
    height=SIZES,
    designs=st.lists(st.integers(1, 12), min_size=1, max_size=6).map(tuple),
    front=BLEEDS,
    back=st.none() | BLEEDS,
    backs_alike=st.booleans(),
    gap=st.none() | st.sampled_from([0.0, 1.5, 4.0]),
    round=st.booleans(),
    trims=st.just(()),
)
JOBS = st.lists(PIECES, min_size=1, max_size=7).map(
    lambda pieces: [each._replace(id="abcdefg"[k]) for k, each in enumerate(pieces)]
)
ON = st.sampled_from(sorted(PAPERS))
FLIPS = st.sampled_from(["long-edge", "short-edge", "none"])
Job = list[Piece]


def impose_job(job: Job, paper: str, flip: BackLayout) -> list[Page]:
    """Return the pages of a job; a piece that is larger than the paper is left out of it."""
    try:
        return impose_pages(job, paper, flip)
    except DataError as error:
        large = {finding.message.split("'")[1] for finding in error.findings if finding.code == "GF304"}
        job[:] = [each for each in job if each.id not in large]
        return impose_pages(job, paper, flip) if job else []


def pages_of_side(all_pages: list[Page], side: str) -> list[Page]:
    return [page for page in all_pages if page.side == side]


@settings(max_examples=examples(120), deadline=None)
@given(JOBS, ON, FLIPS)
def test_every_copy_is_placed_exactly_once(job: Job, paper: str, flip: BackLayout) -> None:
    found = impose_job(job, paper, flip)
    duplex = flip != "none" and any(each.back is not None for each in job)
    for side in ("front", "back"):
        seen = Counter(p.id for page in pages_of_side(found, side) for p in page.placements)
        wanted = {
            f"{each.id}.{design}.c{copy}.{side}"
            for each in job
            for design, copies in enumerate(each.designs, 1)
            for copy in range(1, copies + 1)
            if side == "front" or (duplex and each.back is not None)
        }
        assert seen == Counter(dict.fromkeys(wanted, 1))
    sides = ["front", "back"] if duplex else ["front"]
    count = len(pages_of_side(found, "front"))
    assert [(page.sheet, page.of, page.side) for page in found] == [
        (sheet, count, side) for sheet in range(1, count + 1) for side in sides
    ]


@settings(max_examples=examples(120), deadline=None)
@given(JOBS, ON, FLIPS)
def test_nothing_leaves_the_margins_and_nothing_overlaps(job: Job, paper: str, flip: BackLayout) -> None:
    size = PAPERS[paper]
    for page in impose_job(job, paper, flip):
        tight, narrow = is_tight(page), is_narrow(page)
        for p in page.placements:
            least = 5.0 if p.side == "back" else 6.3
            assert box_within_margin(trim_box(p), size, 6.3 if narrow else 10.0, 6.3 if tight else 10.0)
            assert box_within_margin(printed_box(p), size, least if narrow else 7.5, least if tight else 7.5)
        for one, other in combinations(page.placements, 2):
            assert not boxes_overlap(trim_box(one), trim_box(other))
            assert not boxes_overlap(printed_box(one), trim_box(other))
            assert not boxes_overlap(printed_box(other), trim_box(one))
            if boxes_overlap(printed_box(one), printed_box(other), 1e-4):
                assert may_meet(job, one, other)


def box_within_margin(box: Box, paper: Paper, side: float, end: float | None = None) -> bool:
    left, top, right, bottom = box
    across, down = side - 1e-6, (side if end is None else end) - 1e-6
    return left >= across and top >= down and right <= paper.width - across and bottom <= paper.height - down


def is_tight(page: Page) -> bool:
    """Tell whether the label of a page stands at its side, so that pieces have the room above and below."""
    return any(isinstance(shape, Group) for shape in page.label)


def is_narrow(page: Page) -> bool:
    """Tell whether a front has no ruler at its left, so that pieces have the room at the sides; no back has any."""
    return page.side == "back" or not any(box[2] <= 7.3 for box in ruler_boxes(page))


def may_meet(job: Job, one: Placement, other: Placement) -> bool:
    """Tell whether the bleeds of two pieces may meet: they look alike, or one is over the blank back of another part."""
    piece = next(each for each in job if each.id == one.part.id)
    if one.side == "back" and any(each.back is None for each in job):
        return True
    alike = len(piece.designs) == 1 if one.side == "front" else piece.backs_alike
    return one.part is other.part and alike


@settings(max_examples=examples(80), deadline=None)
@given(JOBS, ON)
def test_a_part_has_the_same_grid_on_every_page(job: Job, paper: str) -> None:
    many = [each._replace(designs=tuple(12 for _ in each.designs)) for each in job]
    found = pages_of_side(impose_job(many, paper, "none"), "front")
    for each in many:
        grids = [
            [(p.x, p.y) for p in page.placements if page.parts[:1] == (p.part,)]
            for page in found
            if page.parts and page.parts[0].id == each.id and {p.part.id for p in page.placements} == {each.id}
        ]
        assert all(grid == grids[0][: len(grid)] for grid in grids)


@pytest.mark.thorough
@settings(max_examples=examples(120), deadline=None)
@given(JOBS, ON, FLIPS)
def test_crop_marks_touch_no_piece_bleed_ruler_or_text(job: Job, paper: str, flip: BackLayout) -> None:
    size = PAPERS[paper]
    for page in impose_job(job, paper, flip):
        said = text_boxes((*page.label, *page.furniture))
        bars = ruler_boxes(page)
        drawn = [widen_box(mark, 0.1) for mark in crop_mark_boxes(page)]
        side, end = 4.9 if is_narrow(page) else 7.5, 4.9 if is_tight(page) else 7.5
        assert all(box_within_margin(mark, size, side, end) for mark in drawn)
        for box in [
            *map(printed_box, page.placements),
            *(box for _, box in said),
            *(widen_box(bar, 0.1) for bar in bars),
        ]:
            assert not any(boxes_overlap(mark, box) for mark in drawn)
        assert all(box_within_margin(box, size, 4.5) for _, box in said)
        for text, box in said:
            assert not any(boxes_overlap(box, widen_box(bar, 0.1)) for bar in bars), text
            assert not any(boxes_overlap(box, printed_box(p), 0.06) for p in page.placements), text
        for (text, one), (_, other) in combinations(said, 2):
            assert not boxes_overlap(one, other), text


def widen_box(line: Box, by: float) -> Box:
    return line[0] - by, line[1] - by, line[2] + by, line[3] + by


@settings(max_examples=examples(120), deadline=None)
@given(JOBS, ON)
def test_crop_marks_line_up_with_the_trims_on_both_sides_of_every_row_and_column(job: Job, paper: str) -> None:
    for page in impose_job(job, paper, "none"):
        # discs whose boxes share their cuts, with neither gap nor bleed on the side that is printed, are marked like cards
        shared = {each.id for each in job if not each.round or (each.gap == 0 and not each.front)}
        square = [trim_box(p) for p in page.placements if p.part.id in shared]
        cuts = {axis: {round(box[i], 3) for box in square for i in (axis, axis + 2)} for axis in (0, 1)}
        marks = crop_mark_boxes(page)
        for mark in marks:
            axis = 0 if mark[0] == mark[2] else 1
            assert round(mark[axis], 3) in cuts[axis]
        for box in square:
            for axis in (0, 1):
                for at in (box[axis], box[axis + 2]):
                    assert len(marks_beside(marks, axis, at, box[1 - axis], box[3 - axis])) >= 2


def marks_beside(found: list[Box], axis: int, at: float, start: float, end: float) -> list[Box]:
    """Return the marks on one cut that lie before and after a piece."""
    along = [mark for mark in found if mark[axis] == mark[axis + 2] and abs(mark[axis] - at) < 1e-3]
    before = [mark for mark in along if mark[3 - axis] <= start]
    after = [mark for mark in along if mark[1 - axis] >= end]
    return [*before[:1], *after[:1]]


def turn_over(page: Page, paper: Paper, flip: BackLayout) -> dict[str, tuple[float, ...]]:
    """Return where each back lies seen from the front: its top left corner and its axes."""
    seen: dict[str, tuple[float, ...]] = {}
    for p in page.placements:
        a, b, c, d, e, f = locate_face(p).matrix
        if flip == "long-edge":
            seen[p.id] = (paper.width - e, f, -a, b, -c, d)
        else:
            seen[p.id] = (e, paper.height - f, a, -b, c, -d)
    return seen


@settings(max_examples=examples(80), deadline=None)
@given(JOBS, ON, st.sampled_from(["long-edge", "short-edge"]))
def test_backs_register_behind_their_fronts(job: Job, paper: str, flip: BackLayout) -> None:
    found = impose_job(job, paper, flip)
    for front, back in zip(found[::2], found[1::2], strict=True) if pages_of_side(found, "back") else ():
        fronts = {p.id.removesuffix("front"): p for p in front.placements}
        behind = turn_over(back, PAPERS[paper], flip)
        assert {name.removesuffix("back") for name in behind} == {
            name for name, p in fronts.items() if p.part.back is not None
        }
        for name, (e, f, *axes) in behind.items():
            p = fronts[name.removesuffix("back")]
            a, b, c, d, left, top = locate_face(p).matrix
            width = p.part.outline.width
            # a card turned over like a page of a book: its back's top left is behind its front's top right
            assert (round(e, 6), round(f, 6)) == (round(left + a * width, 6), round(top + b * width, 6))
            assert tuple(axes) == (-a, -b, c, d)
