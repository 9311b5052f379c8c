"""Test the layout of a report as plain text."""

from generator.write.text_report import Report, ReportRow, ReportTable, column_widths, format_report, wrap_text
from tests.samples import for_each


@for_each(
    [
        ("", []),
        ("one", ["one"]),
        ("one two three", ["one two", "three"]),
        ("one  two\nthree", ["one two", "three"]),
        ("a bcdefghijkl m", ["a", "bcdefghi", "jkl m"]),
        ("abcdefgh ij", ["abcdefgh", "ij"]),
        ("a\x1b[m b", ["a\\x1b[m", "b"]),
        ("a\u2028b\x85c\x1fd", ["a b c d"]),
        ("::e \u202ex", ["\\x3a:e", "\\u202ex"]),
    ]
)
def test_text_wraps_between_words_and_inside_long_words(text: str, lines: list[str]) -> None:
    assert wrap_text(text, 8) == lines


def test_a_column_without_a_share_fits_its_text() -> None:
    rows = (ReportRow(("abcdef", "x", "y" * 40)), ReportRow(("a title over all of it",), (3,)))
    table = ReportTable("t", "", ("id", "two", "three"), (0, 3, 0), rows)
    assert column_widths(table, 100) == [6, 70, 20]
    assert column_widths(table._replace(shares=(0, 3, 1)), 100) == [6, 67, 22]


REPORT = Report(
    "What was verified: Wren",
    "Version 1",
    ("All is well.", "Two claims hold."),
    (
        ReportTable(
            "Claims",
            "Each stands here.",
            ("claim", "asked", "data", "sheets"),
            (0, 2, 1, 1),
            (
                ReportRow(("W1", "there are eight cards"), (1, 3)),
                ReportRow(("", "count('hand')", "8", "8"), continues=True),
                ReportRow(("W2.more", "two " * 30), (1, 3)),
            ),
        ),
        ReportTable("Findings", "", ("code", "what"), (0, 1), (ReportRow(("GF1", "a")), ReportRow(("GF2", "b")))),
        ReportTable("Waived", "None.", ("code",), (1,), ()),
    ),
    "build 1",
)
TEXT = f"""\
What was verified: Wren
=======================
Version 1

All is well.

Two claims hold.


Claims
------
Each stands here.

claim    asked                                        data                   sheets

W1       there are eight cards
         count('hand')                                8                      8

W2.more  {("two " * 22).strip()}
         {("two " * 8).strip()}


Findings
--------

code  what
GF1   a
GF2   b


Waived
------
None.

build 1
"""


def test_format_report() -> None:
    assert format_report(REPORT) == TEXT
