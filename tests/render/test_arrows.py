"""Arrows over a board: rounded corners, heads, and paths offset beside each other."""

import pytest

from generator.geometry.path import line_length, point_along
from generator.render.figures.arrows import (
    HEAD_LENGTH,
    count_crossings,
    draw_arrow,
    find_shared_steps,
    offset_line,
    round_corners,
    shorten_line,
)

LINE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]


def test_a_rounded_corner_uses_at_most_half_of_a_line() -> None:
    assert round_corners(LINE, 3) == "M0.000 0.000 L7.000 0.000 Q10.000 0.000 10.000 3.000 L10.000 10.000"
    assert round_corners(LINE, 99) == "M0.000 0.000 L5.000 0.000 Q10.000 0.000 10.000 5.000 L10.000 10.000"


def test_a_line_is_cut_at_its_ends() -> None:
    assert shorten_line(LINE, 2, 4) == [(2, 0), (10, 0), (10, 6)]
    assert shorten_line(LINE, 12, 0) == [(10, 2), (10, 10)]
    assert line_length(shorten_line(LINE, 15, 15)) == pytest.approx(20 / 3)  # a third is left
    assert point_along(LINE, 99) == (10, 10)


def test_the_tip_stops_short_and_the_shaft_ends_within_the_head() -> None:
    made = draw_arrow(LINE, 0, 1, 2)
    assert made.line == ((1, 0), (10, 0), (10, 8))
    assert made.heads == (f"10.000,8.000 8.950,{8 - HEAD_LENGTH:.3f} 11.050,{8 - HEAD_LENGTH:.3f}",)
    assert made.shaft.endswith(f"L10.000 {8 - 0.75 * HEAD_LENGTH:.3f}")


def test_a_long_arrow_has_several_heads() -> None:
    assert len(draw_arrow([(0, 0), (47, 0)], 0, 0, 0).heads) == 1
    assert [head.split(",")[0] for head in draw_arrow([(0, 0), (90, 0)], 0, 0, 0).heads] == [
        "30.000",
        "60.000",
        "90.000",
    ]


def test_shared_steps() -> None:
    assert find_shared_steps([["a", "b", "c", "b"]]) == {frozenset("bc")}
    assert find_shared_steps([["a", "b", "c"], ["c", "b"]]) == {frozenset("bc")}
    assert find_shared_steps([["a", "b", "c"], ["d", "e"]]) == set()


def test_a_returning_path_keeps_to_its_right() -> None:
    walk, points = ["a", "b", "c", "b", "a"], [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (10.0, 0.0), (0.0, 0.0)]
    assert offset_line(walk, points, find_shared_steps([walk]), 1) == [
        (0, 1),
        (10, 1),
        (20, 1),
        (20, -1),
        (10, -1),
        (0, -1),
    ]
    walk, points = ["a", "b", "c"], [*LINE]
    every = {frozenset("ab"), frozenset("bc")}
    assert offset_line(walk, points, every, 1) == [(0, 1), (9, 1), (9, 10)]
    assert offset_line(walk, points, {frozenset("ab")}, 1) == [(0, 1), (10, 1), (10, 10)]


def test_lines_that_cross_or_lie_on_one_another_are_counted() -> None:
    assert count_crossings([LINE]) == 0
    assert count_crossings([[(0, 0), (10, 0), (10, 5), (5, 5), (5, -5)]]) == 1
    assert count_crossings([[(0, 0), (10, 0)], [(4, 0), (6, 0)]]) == 1
    assert count_crossings([[(0, 0), (10, 0)], [(0, 1), (10, 1)]]) == 0
