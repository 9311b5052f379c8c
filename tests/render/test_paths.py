"""Path data and basic shapes become the segments that SVG 1.1 specifies."""

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.geometry.bounds import segment_bounds
from generator.geometry.matrix import IDENTITY
from generator.geometry.path import ellipse_segments, polyline_segments, rectangle_segments
from generator.geometry.types import Segment
from generator.model.finding import DrawingError
from generator.render.svg import path_segments
from generator.render.svg.path_segments import parse_path_data
from tests.render.drawing import check_refusal, draw_path, draw_shapes, find_refusal
from tests.samples import for_each


def round_segments(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    return tuple((s[0], *(round(value, 6) + 0.0 for value in s[1:])) for s in segments)


def segment_numbers(segment: Segment) -> list[float]:
    _, *found = segment
    return found


COMMANDS: dict[str, tuple[Segment, ...]] = {
    "M1 2": (("M", 1, 2),),
    "m1 2": (("M", 1, 2),),
    "M1 2 3 4 5 6": (("M", 1, 2), ("L", 3, 4), ("L", 5, 6)),
    "m1 2 3 4 5 6": (("M", 1, 2), ("L", 4, 6), ("L", 9, 12)),
    "M1 2L3 4": (("M", 1, 2), ("L", 3, 4)),
    "M1 2l3 4 1 1": (("M", 1, 2), ("L", 4, 6), ("L", 5, 7)),
    "M1 2H9": (("M", 1, 2), ("L", 9, 2)),
    "M1 2h9 1": (("M", 1, 2), ("L", 10, 2), ("L", 11, 2)),
    "M1 2V9": (("M", 1, 2), ("L", 1, 9)),
    "M1 2v9": (("M", 1, 2), ("L", 1, 11)),
    "M0 0C1 2 3 4 5 6": (("M", 0, 0), ("C", 1, 2, 3, 4, 5, 6)),
    "M1 1c1 2 3 4 5 6": (("M", 1, 1), ("C", 2, 3, 4, 5, 6, 7)),
    "M0 0C1 2 3 4 5 6S8 8 9 9": (("M", 0, 0), ("C", 1, 2, 3, 4, 5, 6), ("C", 7, 8, 8, 8, 9, 9)),
    "M0 0c1 2 3 4 5 6s3 2 4 3": (("M", 0, 0), ("C", 1, 2, 3, 4, 5, 6), ("C", 7, 8, 8, 8, 9, 9)),
    "M1 1S8 8 9 9": (("M", 1, 1), ("C", 1, 1, 8, 8, 9, 9)),
    "M0 0Q3 3 6 0": (("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0)),
    "M1 0q3 3 6 0": (("M", 1, 0), ("C", 3, 2, 5, 2, 7, 0)),
    "M0 0Q3 3 6 0T12 0": (("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0), ("C", 8, -2, 10, -2, 12, 0)),
    "M0 0q3 3 6 0t6 0": (("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0), ("C", 8, -2, 10, -2, 12, 0)),
    "M1 1T7 1": (("M", 1, 1), ("C", 1, 1, 3, 1, 7, 1)),
    "M0 0C1 2 3 4 5 6T8 6": (("M", 0, 0), ("C", 1, 2, 3, 4, 5, 6), ("C", 5, 6, 6, 6, 8, 6)),
    "M0 0Q3 3 6 0S8 8 9 9": (("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0), ("C", 6, 0, 8, 8, 9, 9)),
    "M0 0h4v4z": (("M", 0, 0), ("L", 4, 0), ("L", 4, 4), ("Z",)),
    "M1 1h4zl2 2": (("M", 1, 1), ("L", 5, 1), ("Z",), ("M", 1, 1), ("L", 3, 3)),
    "M1 1h4zm2 2h1": (("M", 1, 1), ("L", 5, 1), ("Z",), ("M", 3, 3), ("L", 4, 3)),
    "M1 1h4zZ": (("M", 1, 1), ("L", 5, 1), ("Z",), ("Z",)),
    "M1 1A0 5 0 0 1 4 4": (("M", 1, 1), ("L", 4, 4)),
    "M1 1A5 5 0 0 1 1 1": (("M", 1, 1),),
    "M.5-.5-1.5e1+2E-1": (("M", 0.5, -0.5), ("L", -15, 0.2)),
    "M1.5.5.5.5": (("M", 1.5, 0.5), ("L", 0.5, 0.5)),
    " \n M 1,2\tL3 ,\n4 ": (("M", 1, 2), ("L", 3, 4)),
    "": (),
}


@for_each(COMMANDS)
def test_every_path_command(data: str) -> None:
    assert round_segments(parse_path_data(data)) == COMMANDS[data]


K = 0.5522847498


@for_each(["M1 0A1 1 0 0 1 0 1", "M1 0a1,1 0 0,1-1,1", "M1 0a1 1 0 01-1 1", "M1 0a1 1 0 0 1-1 1"])
def test_a_quarter_arc_and_its_flags_run_together(data: str) -> None:
    assert round_segments(parse_path_data(data)) == (("M", 1, 0), ("C", 1, round(K, 6), round(K, 6), 1, 0, 1))


def test_repeated_arcs_and_compact_flags() -> None:
    assert round_segments(parse_path_data("M0 0a1 1 0 11 2 0 1 1 0 012-0")) == round_segments(
        parse_path_data("M0 0a1 1 0 1 1 2 0a1 1 0 0 1 2 0")
    )


@for_each([(0, 0, 14, 15.2), (0, 1, 12.8, 14), (1, 0, 14, 24.8), (1, 1, 3.2, 14)])
def test_the_four_arcs_bulge_where_they_should(large: int, sweep: int, top: float, bottom: float) -> None:
    box = segment_bounds(parse_path_data(f"M10 14A10 6 0 {large} {sweep} 22 14"), IDENTITY)
    assert box is not None
    assert (round(box[1], 2), round(box[3], 2)) == (top, bottom)


@given(st.floats(5, 9), st.floats(-180, 180), st.booleans(), st.booleans(), st.floats(1, 9), st.floats(-9, 9))
def test_an_arc_of_a_circle_keeps_its_distance_and_ends_where_it_says(
    r: float, turn: float, large: bool, sweep: bool, x: float, y: float
) -> None:
    start, *curves = parse_path_data(f"M0 0A{r} {r} {turn} {large:d} {sweep:d} {x} {y}")
    assert segment_numbers(curves[-1])[-2:] == [x, y]
    grown = max(r, hypot(x, y) / 2)
    last = segment_numbers(start)
    for curve in map(segment_numbers, curves):
        mid = [(a + 3 * b + 3 * c + d) / 8 for a, b, c, d in zip(last, curve[:2], curve[2:4], curve[4:], strict=True)]
        chord = hypot(curve[4] - last[0], curve[5] - last[1]) / 2
        sagitta = hypot(mid[0] - (last[0] + curve[4]) / 2, mid[1] - (last[1] + curve[5]) / 2)
        if sagitta > 1e-6:
            assert abs((chord**2 + sagitta**2) / (2 * sagitta) / grown - 1) < 0.002
        last = curve[4:]


def test_a_circle_of_cubics_leaves_the_circle_by_less_than_a_three_thousandth() -> None:
    _, (_, *c), *_ = ellipse_segments(0, 0, 1, 1)
    x1, y1, x2, y2, x3, y3 = c
    assert (x3, y3) == (0, 1)
    for step in range(101):
        t = step / 100
        b = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3]
        x, y = b[0] + b[1] * x1 + b[2] * x2 + b[3] * x3, b[1] * y1 + b[2] * y2 + b[3] * y3
        assert abs(hypot(x, y) - 1) < 0.0003


BAD = {
    "L1 2": "~ begins with L",
    "1 2": "'1 2'",
    "M1": "~ the command M is missing a number at ''",
    "M1 2L3": "~ the command L is missing a number at ''",
    "M1 2 X": "' X'",
    "M1 2L#3 4": "~ the command L is missing a number at '#3 4'",
    "M1 2z3": "'3'",
    "M0 0A1 1 0 2 0 3 3": "~ the command A is missing a number at ' 2 0 3 3'",
    "M0 0L1e999 0": "~ the command L is missing a number at '1e999 0'",
    "M0 0L1e9 0": "~ the command L is missing a number at '1e9 0'",
    "M,0 0": "'M,0 0'",
    "M0 0,L1 1": "',L1 1'",
    "M0,,0": "~ the command M is missing a number at ',,0'",
    "M0 0 L 1 1 ,": "' ,'",
    "M1mm 0": "~ the command M is missing a number at 'mm 0'",
    "nonsense": "'nonsense'",
}


@pytest.mark.parametrize("data", BAD)
def test_bad_path_data_to_the_letter(data: str) -> None:
    with pytest.raises(DrawingError) as caught:
        parse_path_data(data)
    check_refusal(caught.value.message, BAD[data])


def test_rectangles() -> None:
    assert rectangle_segments(1, 2, 3, 4) == (("M", 1, 2), ("L", 4, 2), ("L", 4, 6), ("L", 1, 6), ("Z",))
    assert round_segments(rectangle_segments(0, 0, 4, 4, 9, 9))[0] == ("M", 2, 0)
    k = round(1 - K, 6)
    assert round_segments(draw_path('<rect width="4" height="3" rx="1"/>').segments)[:3] == (
        ("M", 1, 0),
        ("L", 3, 0),
        ("C", round(3 + K, 6), 0, 4, k, 4, 1),
    )
    assert (
        draw_path('<rect width="4" height="3" ry="1"/>').segments
        == draw_path('<rect width="4" height="3" rx="1"/>').segments
    )
    assert draw_path('<rect width="4" height="3" rx="0" ry="1"/>').segments == rectangle_segments(0, 0, 4, 3)


def test_polylines_and_polygons() -> None:
    assert polyline_segments([1, 2, 3, 4], False) == (("M", 1, 2), ("L", 3, 4))
    assert polyline_segments([1, 2, 3, 4], True) == (("M", 1, 2), ("L", 3, 4), ("Z",))
    assert polyline_segments([], True) == ()
    check_refusal(find_refusal('<polygon points="1 2 3"/>'), "~ points has an odd")
    check_refusal(find_refusal('<polygon points="1 2 a"/>'), "'points' '1 2 a'")


@for_each(
    [
        '<rect width="0" height="3"/>',
        '<rect width="3"/>',
        '<circle r="0"/>',
        '<ellipse rx="0" ry="2"/>',
        '<path d=""/>',
        "<path/>",
        '<polygon points=""/>',
    ]
)
def test_a_shape_without_size_draws_nothing(nothing: str) -> None:
    assert draw_shapes(nothing) == ()


@for_each(
    [
        ('<rect width="-1" height="3"/>', "'width' '-1'"),
        ('<circle r="-1"/>', "'r' '-1'"),
        ('<rect width="3" height="3" rx="-1"/>', "'rx' '-1'"),
        ('<ellipse rx="3"/>', "~ <ellipse> has no ry"),
        ('<rect width="5mm" height="3"/>', "'width' '5mm'"),
        ('<circle r="5%"/>', "'r' '5%'"),
    ]
)
def test_bad_sizes_to_the_letter(body: str, message: str) -> None:
    check_refusal(find_refusal(body), message)


def test_a_length_may_say_px_which_is_the_user_unit() -> None:
    assert draw_path('<rect width="3px" height="4"/>').segments == rectangle_segments(0, 0, 3, 4)


@for_each(['<line x2="9" y2="9"/>', '<path d="M0 0L9 0L3 0Z"/>', '<polyline points="0,0 5,5"/>'])
def test_shapes_without_area_are_not_filled(body: str) -> None:
    assert draw_path(body).paint.fill is None
    assert draw_path('<path d="M0 0L9 0L3 0.01Z"/>').paint.fill == "#000000"


def read_path(d: str) -> tuple[Segment, ...] | None:
    try:
        return parse_path_data(d)
    except DrawingError:
        return None


@given(st.lists(st.sampled_from([*"MmZzLlHhVvCcSsQqTtAa0119.,- +e", "1 2 ", "3,4", " 0 1 "]), max_size=30).map("".join))
def test_the_quick_reader_takes_a_path_as_the_strict_one(d: str) -> None:
    quick = read_path(f"M0 0{d}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(path_segments, "_split_plain", lambda _d: [])
        assert read_path(f"M0 0{d}") == quick
