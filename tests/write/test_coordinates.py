"""Test numbers in PDF and SVG: short, exact to a ten-thousandth, without exponent."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.write.coordinates import format_matrix, format_number

PLAIN = re.compile(r"-?\d+(\.\d+)?")

EXACT = {
    0: "0",
    1: "1",
    -1: "-1",
    0.5: "0.5",
    1 / 3: "0.3333",
    2 / 3: "0.6667",
    0.1 + 0.2: "0.3",
    100.0: "100",
    1e-5: "0",
    -1e-5: "0",
    1e-4: "0.0001",
    12345.6789: "12345.6789",
    1234567.8: "1234567.8",
    99_999_999.5: "99999999.5",
}


@pytest.mark.parametrize("value", EXACT)
def test_exact_digits(value: float) -> None:
    assert format_number(value) == EXACT[value]


@given(st.floats(-1e8, 1e8))
def test_numbers_are_plain_decimals_within_tolerance(value: float) -> None:
    assert PLAIN.fullmatch(format_number(value))
    assert abs(float(format_number(value)) - value) <= 0.000051


@given(st.lists(st.floats(-1e6, 1e6), min_size=6, max_size=6))
def test_a_matrix_is_six_plain_decimals(values: list[float]) -> None:
    written = format_matrix(tuple(values)).split(" ")
    assert len(written) == 6
    assert all(PLAIN.fullmatch(each) for each in written)
    assert all(abs(float(each) - value) <= 0.00000051 for each, value in zip(written, values, strict=True))


def test_small_angles_are_written_without_exponent() -> None:
    assert format_matrix((1.0, 1.7e-5, -1.7e-5, 1.0, 0.0, -1e-9)) == "1 0.000017 -0.000017 1 0 0"
