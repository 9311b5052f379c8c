"""Values of options that click's own kinds let through are refused."""

import click
import pytest

from generator.cli.option_types import NumberRange, WebAddress


@pytest.mark.parametrize("value", ["nan", "NaN", "-nan", "inf", "-0.1", "10.1", "x"])
def test_a_number_lies_between_its_bounds(value: str) -> None:
    with pytest.raises(click.BadParameter):
        NumberRange(0, 10).convert(value, None, None)


@pytest.mark.parametrize(("value", "number"), [("0", 0.0), ("2.5", 2.5), ("10", 10.0)])
def test_a_number_is_read(value: str, number: float) -> None:
    assert NumberRange(0, 10).convert(value, None, None) == number


@pytest.mark.parametrize("value", ["https://example.org/hen", "http://a/b?c=d", "file:///tmp/hen"])
def test_an_address_is_taken_as_it_is(value: str) -> None:
    assert WebAddress().convert(value, None, None) == value


@pytest.mark.parametrize(
    "value",
    ["hen", "javascript:alert(1)", "https://a b", "https://a\n::error::x", "https://a/<x>", "https://" + "x" * 2001],
)
def test_what_is_no_address_is_refused(value: str) -> None:
    with pytest.raises(click.BadParameter, match="give an address without blanks"):
        WebAddress().convert(value, None, None)
