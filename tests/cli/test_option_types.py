"""Values of options that click's own kinds let through are refused."""

import click
import pytest

from generator.cli.parameters import MachineName, NumberRange, WebAddress, WholeNumber
from tests.samples import for_each


@for_each(["nan", "NaN", "-nan", "inf", "-0.1", "10.1", "x"])
def test_a_number_lies_between_its_bounds(value: str) -> None:
    with pytest.raises(click.BadParameter):
        NumberRange(0, 10).convert(value, None, None)


@for_each([("0", 0.0), ("2.5", 2.5), ("10", 10.0)])
def test_a_number_is_read(value: str, number: float) -> None:
    assert NumberRange(0, 10).convert(value, None, None) == number


@for_each(
    [
        ("x", "'x' is not a whole number, such as 2"),
        ("2.5", "'2.5' is not a whole number, such as 2"),
        ("1", "1 is too small; give at least 2"),
        ("11", "11 is too large; give at most 10"),
        ("9" * 400, "a number of 400 digits is too large; give at most 10"),
    ]
)
def test_a_whole_number_lies_between_its_bounds(value: str, says: str) -> None:
    with pytest.raises(click.BadParameter) as refused:
        WholeNumber(2, 10).convert(value, None, None)
    assert refused.value.message == says
    assert WholeNumber(2, 10).convert("7", None, None) == 7


@for_each(["https://example.org/hen", "http://a/b?c=d", "file:///tmp/hen"])
def test_an_address_is_taken_as_it_is(value: str) -> None:
    assert WebAddress().convert(value, None, None) == value


@for_each(
    ["hen", "javascript:alert(1)", "https://a b", "https://a\n::error::x", "https://a/<x>", "https://" + "x" * 2001]
)
def test_what_is_no_address_is_refused(value: str) -> None:
    what = "without spaces" if value.startswith("http") else "that begins with https://"
    with pytest.raises(click.BadParameter) as refused:
        WebAddress().convert(value, None, None)
    assert refused.value.message == f"give an address {what}, such as https://example.org/hen"


def test_what_is_no_number_is_answered_with_one_that_is_allowed() -> None:
    for kind, such in ((NumberRange(0, 10), "0.5"), (NumberRange(30, 1200, such=300), "300")):
        with pytest.raises(click.BadParameter) as refused:
            kind.convert("abc", None, None)
        assert refused.value.message == f"'abc' is not a number; give one such as {such}"
        kind.convert(such, None, None)


@for_each([("cameo", "silhouette"), ("Cameo 4", "silhouette"), ("Explore", "cricut"), ("ScanNCut SDX", "scanncut")])
def test_a_model_is_answered_with_its_maker(value: str, maker: str) -> None:
    kind = MachineName(["silhouette", "cricut", "scanncut"])
    with pytest.raises(click.BadParameter) as refused:
        kind.convert(value, None, None)
    assert refused.value.message == f"for a machine such as {value!r}, choose {maker}"
    assert kind.convert(maker, None, None) == maker
