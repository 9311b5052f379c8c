"""Bounds of shapes are exact: curves by their extremes, text by its ink, groups by their matrices."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.fonts.font_book import bundled_font
from generator.fonts.shaping import text_run_corners
from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY, Matrix
from generator.geometry.path import ellipse_segments
from generator.model.picture import Group, Image, Paint, Path, Text
from generator.render.bounds import shape_bounds
from generator.render.svg.path_segments import parse_path_data

BOXES: dict[str, tuple[float, float, float, float]] = {
    "M1 2L5 9": (1, 2, 5, 9),
    "M0 0C0 4 4 4 4 0": (0, 0, 4, 3),
    "M0 0C0 4 4 -4 4 0": (0, -1.154701, 4, 1.154701),
    "M5 5z": (5, 5, 5, 5),
}


@pytest.mark.parametrize("data", BOXES)
def test_bounds_of_curves(data: str) -> None:
    box = segment_bounds(parse_path_data(data), IDENTITY)
    assert box is not None
    assert tuple(round(value, 6) for value in box) == BOXES[data]


numbers = st.floats(-9, 9)


@given(st.lists(numbers, min_size=8, max_size=8))
def test_a_curve_touches_its_box_and_never_leaves_it(v: list[float]) -> None:
    box = segment_bounds((("M", v[0], v[1]), ("C", v[2], v[3], v[4], v[5], v[6], v[7])), IDENTITY)
    assert box is not None
    for axis in (0, 1):
        a, b, c, d = v[axis::2]
        along = [
            (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t**3 * d
            for t in (k / 200 for k in range(201))
        ]
        assert box[axis] - 1e-6 <= min(along) <= box[axis] + 0.01
        assert box[axis + 2] - 0.01 <= max(along) <= box[axis + 2] + 1e-6


def test_a_turned_ellipse() -> None:
    turned: Matrix = (0, 1, -1, 0, 10, 0)
    box = segment_bounds(ellipse_segments(0, 0, 4, 2), turned)
    assert box is not None
    assert tuple(round(value, 9) for value in box) == (8, -4, 12, 4)


def test_shapes_in_groups() -> None:
    path = Path(parse_path_data("M0 0H2V1"), Paint())
    image = Image(5, 5, 1, 1, "image/png", b"", "")
    assert shape_bounds((Group((path, image), (2, 0, 0, 2, 1, 1)),), IDENTITY) == (1, 1, 13, 13)
    assert shape_bounds((), IDENTITY) is None


def test_a_text_is_as_high_as_its_ink() -> None:
    font = bundled_font("Source Sans Pro", 400, False)
    word = Text(1, 9, "Hg ", font, 10, 12.5, Paint())
    low, high = font.bounds["g"][0], font.bounds["H"][1]
    assert text_run_corners(word, IDENTITY) == (
        (1, 9 - 10 * low),
        (1, 9 - 10 * high),
        (13.5, 9 - 10 * high),
        (13.5, 9 - 10 * low),
    )
    assert shape_bounds((word,), IDENTITY) == (1, 9 - 10 * high, 13.5, 9 - 10 * low)
