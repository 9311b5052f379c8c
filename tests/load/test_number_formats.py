"""Numbers as the cells of spreadsheets show them."""

import pytest

from generator.load.number_formats import is_date_format, show_number
from tests.samples import for_each


@for_each(
    [
        (0.5, "0%", "50%"),
        (0.125, "0.0%", "12.5%"),
        (7, "000", "007"),
        (3, "0.00", "3.00"),
        (2.5, "0", "3"),
        (-3.5, "0.0", "-3.5"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (1234.5, "#,##0.00 [$€-407]", "1,234.50 €"),
        (-3, '"$"#,##0.00_);("$"#,##0.00)', "($3.00)"),
        (0, '0;-0;"none"', "none"),
        (1500000, '0.0,,"M"', "1.5M"),
        (12345, "0.00E+00", "1.23E+04"),
        (2.25, "# ?/?", "2 1/4"),
        (0.75, "?/8", "6/8"),
        (3, '0" days"', "3 days"),
        (3, '"x"General', "x3"),
        (3, ";;;", ""),
        (45352, "d-mmm", "1-Mar"),
        (45352, "dddd, d mmmm yyyy", "Friday, 1 March 2024"),
        (45352.75, "m/d/yy h:mm AM/PM", "3/1/24 6:00 PM"),
        (45352.5, "dd.mm.yyyy hh:mm", "01.03.2024 12:00"),
        (59, "yyyy-mm-dd", "1900-02-28"),
        (61, "yyyy-mm-dd", "1900-03-01"),
        (1.5, "[h]:mm", "36:00"),
        (0.00012, "mm:ss.0", "00:10.4"),
        (3, "General", None),
        (3, "@", None),
    ]
)
def test_a_number_is_shown_by_its_format(value: float, code: str, shown: str | None) -> None:
    assert show_number(value, code) == shown


def test_days_are_counted_from_1904_where_the_file_says_so() -> None:
    assert show_number(43890, "yyyy-mm-dd", has_1904_dates=True) == "2024-03-01"


@for_each(
    [
        (3, "[>2]0", "depends on a condition"),
        (3, "00-00", "digits in several places"),
        (45352, "[$-407]mmm", "another language"),
        (-1, "d.m.", "no date"),
        (1e300, "0.00", "too many digits"),
        (3, "0" * 256, "too long"),
    ]
)
def test_a_format_that_cannot_be_followed_is_told(value: float, code: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        show_number(value, code)


@for_each([("d.m.", True), ("[h]", True), ('0" days"', False), ("[Red]0", False), ("\\d0", False)])
def test_a_date_is_known_by_its_format(code: str, is_date: bool) -> None:
    assert is_date_format(code) is is_date
