"""Labels beside a picture: how they share the height, in which order, and when their lines cross."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from generator.render.figures.callouts import (
    LINE_GAP,
    TEXT_GAP,
    CrossedError,
    place_label_rows,
    segment_distance,
    spread_middles,
)
from tests.samples import for_each


@for_each(
    [
        ([], [], []),
        ([10], [3], [10]),
        ([10, 30], [3, 3], [10, 30]),
        ([10, 11], [3, 3], [10.5 - (3 + TEXT_GAP) / 2, 10.5 + (3 + TEXT_GAP) / 2]),  # both give way alike
        ([20, 20, 20], [3, 3, 3], [20 - 3 - TEXT_GAP, 20, 20 + 3 + TEXT_GAP]),
        ([0, 39], [3, 5], [1.5, 37.5]),  # none leaves the room
        ([0, 1, 38], [3, 3, 3], [1.5, 4.5 + TEXT_GAP, 38]),
        ([5, 20], [3, 9], [5, 20]),
    ]
)
def test_labels_stay_near_their_targets(wanted: list[float], heights: list[float], middles: list[float]) -> None:
    assert spread_middles(wanted, heights, 0, 40) == pytest.approx(middles)


def test_too_many_labels_for_the_height() -> None:
    assert spread_middles([1, 2, 3], [3, 3, 3], 0, 9 + 2 * TEXT_GAP) is not None
    assert spread_middles([1, 2, 3], [3, 3, 3], 0, 8.9 + 2 * TEXT_GAP) is None
    with pytest.raises(ValueError):  # noqa: PT011  it says nothing: who asks has the words
        place_label_rows([(1, 1), (1, 2)], [3, 3], 5, 0, 5)


@given(some.lists(some.tuples(some.floats(-10, 60), some.floats(2, 12)), max_size=8))
def test_no_two_texts_touch_and_none_leaves_the_room(texts: list[tuple[float, float]]) -> None:
    wanted, heights = sorted(want for want, _ in texts), [high for _, high in texts]
    middles = spread_middles(wanted, heights, 0, 50)
    if middles is None:
        assert sum(heights) + TEXT_GAP * (len(heights) - 1) > 50
        return
    spans = [(middle - high / 2, middle + high / 2) for middle, high in zip(middles, heights, strict=True)]
    assert all(top >= 0 - 1e-6 and bottom <= 50 + 1e-6 for top, bottom in spans)
    assert all(other[0] - one[1] >= TEXT_GAP - 1e-6 for one, other in pairwise(spans))


def test_labels_are_in_the_order_of_their_points() -> None:
    assert place_label_rows([(20, 30), (10, 10)], [3, 3], 0, 0, 40) == [30, 10]


def test_another_order_where_lines_would_cross() -> None:
    # pushed down by the edge of the figure, the line to the near point would cross that to the far one above it
    assert place_label_rows([(30, 1), (4, 2)], [9, 9], 0, 0, 40) == pytest.approx([9 + TEXT_GAP + 4.5, 4.5])
    assert place_label_rows([(30, 11), (4, 12)], [9, 9], 0, 0, 40) == pytest.approx([6.3, 16.7])


def test_two_points_in_one_row_cross() -> None:
    with pytest.raises(CrossedError) as caught:
        place_label_rows([(10, 20), (10.1, 20)], [3, 3], 0, 0, 40)
    assert caught.value.pair == (0, 1)


@for_each([3, 6, 9])
def test_lines_never_cross(count: int) -> None:
    points = [(5.0 + 7 * (number * 5 % count), 6.0 + 3.1 * (number * 2 % count)) for number in range(count)]
    made = place_label_rows(points, [3.0] * count, 0, 0, 60)
    lines = [((0.0, level), point) for level, point in zip(made, points, strict=True)]
    assert min(segment_distance(one, other) for one, other in combinations(lines, 2)) >= LINE_GAP


@for_each(
    [
        (((0, 0), (10, 0)), ((5, -1), (5, 1)), 0),
        (((0, 0), (10, 0)), ((5, 2), (5, 4)), 2),
        (((0, 0), (10, 0)), ((13, 4), (20, 4)), 5),
        (((0, 0), (10, 0)), ((2, 0), (3, 0)), 0),
    ]
)
def test_segment_distance(one: object, other: object, far: float) -> None:
    assert segment_distance(one, other) == pytest.approx(far)  # type: ignore[arg-type]
