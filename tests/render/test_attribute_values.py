"""Transform lists and viewBoxes become the matrices of SVG 1.1, chapter 7."""

import pytest

from generator.geometry.matrix import transform_point
from generator.model.finding import DrawingError
from generator.render.svg.attribute_values import (
    ViewBox,
    fit_view_box,
    parse_transform,
    parse_view_box,
    rotation_matrix,
)
from tests.render.drawing import check_refusal


def round_matrix(matrix: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 6) + 0.0 for value in matrix)


LISTS = {
    "": (1, 0, 0, 1, 0, 0),
    "matrix(1 2 3 4 5 6)": (1, 2, 3, 4, 5, 6),
    "translate(3)": (1, 0, 0, 1, 3, 0),
    "translate(3,4)": (1, 0, 0, 1, 3, 4),
    "translate(3-4)": (1, 0, 0, 1, 3, -4),
    "scale(2)": (2, 0, 0, 2, 0, 0),
    "scale(2 3)": (2, 0, 0, 3, 0, 0),
    "rotate(90)": (0, 1, -1, 0, 0, 0),
    "rotate(-90)": (0, -1, 1, 0, 0, 0),
    "rotate(90 10 0)": (0, 1, -1, 0, 10, -10),
    "rotate(30)": (0.866025, 0.5, -0.5, 0.866025, 0, 0),
    "skewX(45)": (1, 0, 1, 1, 0, 0),
    "skewY(45)": (1, 1, 0, 1, 0, 0),
    "translate(1 2) scale(2)": (2, 0, 0, 2, 1, 2),
    "scale(2),translate(1,2)": (2, 0, 0, 2, 2, 4),
    " scale( 2 )\n , rotate ( 90 )": (0, 2, -2, 0, 0, 0),
}


@pytest.mark.parametrize("text", LISTS)
def test_a_list_of_transforms(text: str) -> None:
    assert round_matrix(parse_transform(text)) == LISTS[text]


BAD = {
    "spin(3)": "'transform' 'spin(3)'",
    "scale 2": "'transform' 'scale 2'",
    "scale(2": "'transform' 'scale(2'",
    "scale(2) x": "'transform' 'scale(2) x'",
    "scale()": "'transform' 'scale()' 0",
    "scale(1 2 3)": "'transform' 'scale(1 2 3)' 3",
    "rotate(1 2)": "'transform' 'rotate(1 2)' 2",
    "matrix(1 2 3)": "'transform' 'matrix(1 2 3)' 3",
    "translate(5mm)": "'transform' '5mm'",
    "rotate(45deg)": "'transform' '45deg'",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_lists_to_the_letter(text: str) -> None:
    with pytest.raises(DrawingError) as caught:
        parse_transform(text)
    check_refusal(caught.value.message, BAD[text])


def test_quarter_turns_are_exact() -> None:
    assert [rotation_matrix(k)[:4] for k in (0, 90, 180, 270, 360)] == [
        (1, 0, -0.0, 1),
        (0, 1, -1, 0),
        (-1, 0, 0, -1),
        (0, -1, 1, 0),
        (1, 0, 0, 1),
    ]


SHARE = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


@pytest.mark.parametrize("x", SHARE)
@pytest.mark.parametrize("y", SHARE)
def test_the_nine_alignments(x: str, y: str) -> None:
    wide, sliced = fit_view_box(ViewBox(0, 0, 10, 10), 100, 200, 40, 20, f"x{x}Y{y}")
    assert (wide, sliced) == ((2, 0, 0, 2, 100 + 20 * SHARE[x], 200), False)
    tall, _ = fit_view_box(ViewBox(0, 0, 10, 10), 100, 200, 20, 40, f"x{x}Y{y} meet")
    assert tall == (2, 0, 0, 2, 100, 200 + 20 * SHARE[y])
    cut, sliced = fit_view_box(ViewBox(0, 0, 10, 10), 100, 200, 40, 20, f"x{x}Y{y} slice")
    assert (cut, sliced) == ((4, 0, 0, 4, 100, 200 - 20 * SHARE[y]), True)


def test_none_stretches_and_the_viewbox_may_have_any_origin() -> None:
    matrix, sliced = fit_view_box(ViewBox(-5, 5, 10, 20), 0, 0, 40, 20, "none")
    assert (matrix, sliced) == ((4, 0, 0, 1, 20, -5), False)
    assert transform_point(matrix, -5, 5) == (0, 0)
    assert transform_point(matrix, 5, 25) == (40, 20)


def test_an_unknown_alignment_is_refused() -> None:
    for text in ("xMidYmid", "defer xMidYMid", "xMidYMid cut", ""):
        with pytest.raises(DrawingError) as caught:
            fit_view_box(ViewBox(0, 0, 1, 1), 0, 0, 1, 1, text)
        assert caught.value.message == f"preserveAspectRatio={text!r} is not known"


def test_a_viewbox_is_four_numbers() -> None:
    assert parse_view_box("-3,-3 69 94") == (-3, -3, 69, 94)
    for text in ("0 0 10", "0 0 0 10", "0 0 10 -1"):
        with pytest.raises(DrawingError) as caught:
            parse_view_box(text)
        assert caught.value.message == f"viewBox={text!r} is not four numbers with a width and a height above zero"
