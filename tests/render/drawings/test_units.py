"""Lengths with units become user units."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.model.finding import DrawingError
from generator.render.drawings.units import Scope, format_length, parse_absolute
from tests.samples import for_each

SCOPE = Scope(10.0, 16.0, 200.0, 100.0, True)


@for_each(
    [
        ("3", "x", 3),
        ("-3.5e1px", "x", -35),
        ("1in", "x", 96),
        ("2.54cm", "y", 96),
        ("25.4mm", "y", 96),
        ("101.6Q", "y", 96),
        ("72pt", "x", 96),
        ("6pc", "x", 96),
        ("2em", "x", 20),
        ("2ex", "x", 10),
        ("50%", "x", 100),
        ("50%", "y", 50),
        ("100%", "-", (25_000) ** 0.5),
        (" 4 ", "x", 4),
        ("4 5", "x", None),
        ("auto", "x", None),
        ("4vw", "x", None),
        ("", "x", None),
    ]
)
def test_a_length_is_resolved(text: str, axis: str, value: float | None) -> None:
    assert SCOPE.resolve(text, axis) == (None if value is None else pytest.approx(value))


def test_a_unit_without_a_size_and_a_share_of_nothing_are_refused() -> None:
    with pytest.raises(DrawingError, match="no width and height"):
        SCOPE._replace(physical=False).resolve("3mm", "x")
    assert SCOPE._replace(physical=False).resolve("3px", "x") == 3
    with pytest.raises(DrawingError, match="only a <use> knows"):
        SCOPE._replace(width=0.0).resolve("3%", "x")


@for_each([("medium", 16), ("150%", 15), ("2em", 20), ("12", 12), ("bold", None)])
def test_a_font_size_is_relative_to_that_around_it(text: str, size: float | None) -> None:
    assert SCOPE.resolve_font_size(text) == size


def test_words_for_font_sizes_are_refused() -> None:
    with pytest.raises(DrawingError, match="write a number"):
        SCOPE.resolve_font_size("Larger")


@for_each([("96px", 25.4), ("63mm", 63), ("1", 25.4 / 96), ("50%", None), ("auto", None)])
def test_an_absolute_length_is_in_millimeters(text: str, size: float | None) -> None:
    assert parse_absolute(text) == (None if size is None else pytest.approx(size))


@given(st.floats(-1e6, 1e6), st.sampled_from(["", "px", "mm", "pt", "em"]))
def test_what_is_written_is_read_again(value: float, unit: str) -> None:
    scale = SCOPE.resolve(f"1{unit}", "x")
    assert scale is not None
    assert SCOPE.resolve(f"{format_length(value)}{unit}", "x") == pytest.approx(value * scale, rel=1e-8, abs=1e-12)


@given(st.text(max_size=40))
def test_no_text_is_read_as_anything_but_a_length(text: str) -> None:
    try:
        found = SCOPE.resolve(text, "x")
    except DrawingError:
        return
    assert found is None or isinstance(found, float)
