"""Fronts and backs on one side of the paper: nothing crosses the fold, and each back folds onto its front."""

import pytest
from hypothesis import given, settings

from generator.model.paper import PAPERS
from generator.model.picture import Group
from generator.model.sheet import Page, Placement
from generator.write.coordinates import locate_face
from tests.impose.samples import (
    Piece,
    boxes_overlap,
    crop_mark_boxes,
    impose_pages,
    line_boxes,
    make_imposition,
    printed_box,
    trim_box,
)
from tests.impose.test_imposition import JOBS, ON, Job, impose_job
from tests.samples import examples

CARD = Piece("a", 63, 88, (1,) * 24, 2.0, 2.0, True)


def fold_marks(page: Page) -> list[tuple[float, float, float, float]]:
    """Return the marks of the fold of a page."""
    groups = [each for each in page.furniture if isinstance(each, Group) and each.name == "fold"]
    return line_boxes([shape for group in groups for shape in group.shapes])


def fold_axis(page: Page, paper: str) -> int | None:
    """Return 0 for a vertical fold, 1 for a horizontal one, None for a page without a fold."""
    marks = fold_marks(page)
    if not marks:
        return None
    axis = 0 if marks[0][0] == marks[0][2] else 1
    assert {mark[axis] for mark in marks} == {mark[axis + 2] for mark in marks} == {length_of(paper, axis) / 2}
    return axis


def length_of(paper: str, axis: int) -> float:
    return (PAPERS[paper].width, PAPERS[paper].height)[axis]


def by_side(page: Page, side: str) -> dict[str, Placement]:
    return {p.id.removesuffix(side): p for p in page.placements if p.side == side}


@settings(max_examples=examples(50), deadline=None)
@given(JOBS, ON)
def test_each_back_folds_onto_its_front_and_no_art_crosses_the_fold(job: Job, paper: str) -> None:
    found = impose_job(job, paper, "fold")
    for number, page in enumerate(found):
        axis = fold_axis(page, paper)
        fronts, backs = by_side(page, "front"), by_side(page, "back")
        if axis is None:
            assert not (fronts and backs)
            if backs:  # too large to be folded: on a sheet of their own, behind the one before
                axis, fronts = 0, by_side(found[number - 1], "front")
                assert not fold_marks(found[number - 1])
            else:
                continue
        else:
            middle = length_of(paper, axis) / 2
            assert all(printed_box(p)[2 + axis] <= middle + 1e-6 for p in fronts.values())
            assert all(printed_box(p)[axis] >= middle - 1e-6 for p in backs.values())
        assert set(backs) == {name for name, p in fronts.items() if p.part.back is not None}
        for name, back in backs.items():
            front, length = fronts[name], length_of(paper, axis)
            a, b, c, d, e, f = locate_face(back).matrix
            folded = (length - e, f, -a, b, -c, d) if axis == 0 else (e, length - f, a, -b, c, -d)
            a, b, c, d, left, top = locate_face(front).matrix
            wide = front.part.trim_of(front.design).width
            assert folded == pytest.approx((left + a * wide, top + b * wide, -a, -b, c, d), abs=1e-6)


@settings(max_examples=examples(30), deadline=None)
@given(JOBS, ON)
def test_marks_of_cuts_and_folds_touch_no_art(job: Job, paper: str) -> None:
    for page in impose_job(job, paper, "fold"):
        marks = [*crop_mark_boxes(page), *fold_marks(page)]
        axis = fold_axis(page, paper)
        for p in page.placements:
            assert not any(boxes_overlap(mark, trim_box(p), -1e-3) for mark in marks)
            assert not any(boxes_overlap(mark, printed_box(p), -1e-3) for mark in fold_marks(page))
        if axis is not None:
            assert all(mark[axis + 2] <= length_of(paper, axis) / 2 + 1e-6 for mark in crop_mark_boxes(page))


@settings(max_examples=examples(30), deadline=None)
@given(JOBS, ON)
def test_every_face_is_on_one_page(job: Job, paper: str) -> None:
    seen = [p.id for page in impose_job(job, paper, "fold") for p in page.placements]
    wanted = [
        f"{each.id}.{design}.c{copy}.{side}"
        for each in job
        for design, copies in enumerate(each.designs, 1)
        for copy in range(1, copies + 1)
        for side in ("front", "back")
        if side == "front" or each.back is not None
    ]
    assert sorted(seen) == sorted(wanted)


@pytest.mark.parametrize(
    ("pieces", "sheets", "axes"),
    [
        pytest.param([CARD], 6, [0] * 6, id="four on their sides, left of a vertical fold"),
        pytest.param([CARD._replace(designs=(24,), front=0.0, back=0.0)], 6, [0] * 6, id="four without bleed"),
        pytest.param(
            [Piece("a", 60, 100, (3,), 0.0, 0.0), Piece("b", 40, 20, (3,))], 2, [1, None], id="three above a fold"
        ),
        pytest.param([Piece("a", 180, 190, (1,), 0.0, 0.0)], 1, [None, None], id="too large to be folded"),
        pytest.param(
            [Piece("a", 180, 120, (1,), 0.0, 0.0), Piece("b", 90, 250, (1,), 0.0, 0.0)],
            2,
            [1, 0],
            id="each its own fold",
        ),
    ],
)
def test_the_fold_that_takes_the_fewest_sheets(pieces: list[Piece], sheets: int, axes: list[int | None]) -> None:
    pages = impose_pages(pieces, "a4", "fold")
    assert [fold_axis(page, "a4") for page in pages] == axes
    assert {page.of for page in pages} == {sheets}


def test_the_gutter_is_as_wide_as_both_bleeds_and_the_marks_beside_them() -> None:
    page = impose_pages([CARD], "a4", "fold")[0]
    right = max(p.x + p.width for p in page.placements if p.side == "front")
    left = min(p.x for p in page.placements if p.side == "back")
    assert (105 - right, left - 105) == pytest.approx((4.0, 4.0))
    assert [fold_marks(page)[0], fold_marks(page)[-1]] == [(105, 8, 105, 12), (105, 278.2, 105, 282.2)]


def test_sides_are_counted_through_all_sheets() -> None:
    made = make_imposition([Piece("a", 180, 190, (2,), 0.0, 0.0), Piece("b")], flip="fold")
    assert [made.first_side(number) for number in (1, 2, 3)] == [1, 3, 5]
    assert [len(made.impose_sheet(number)) for number in (1, 2, 3)] == [2, 2, 1]
    assert [each.batch.part.id for each in made.unfolded] == ["a"]
