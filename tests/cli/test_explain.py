"""`gutterfold explain`, and the page of the codes as the program reads it."""

import re

import pytest

from generator.cli.explain import read_codes
from tests.kits import ROOT, run

GF101 = """\
GF101: A number in the rules is not what the data gives, or not what the sheets
print.

For example:
  the rules say 2 hand cards (player red); data gives 3 (wren/game.yaml:14:70),
  sheets print 3

How to mend it:
  Find out which is right, and correct the other. The places in brackets say
  where the data has its number from.
"""


@pytest.mark.parametrize("code", ["GF101", "gf101", "Gf101", " GF101 "])
def test_a_code_is_explained(code: str) -> None:
    assert run(["explain", code]) == (0, GF101, "")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "GF009",
            "Write a claim (docs/game-data.md#numbers-in-the-rules) or a color\n  (docs/game-data.md#colors-in-the-rules), or leave the braces out; write a\n  number in digits or as a number word.",
        ),
        ("GF004", "Correct it; docs/game-data.md has every key. In `{...}` a comma ends a text:\n  put it in quotes."),
        ("GF306", "rules.md shows it by\n  ![caption](figure:route)\n"),
        ("GF100", "so nothing holds its data to its rules; add `claims`\n"),
        (
            "GF113",
            "  `hand.red.1.c1.front in psycle-sheets-a4.pdf, page 3: 2 mm from the paper's\n  edge`, then the least",
        ),
        ("GF006", "also a `--color` that is not ROLE=#RRGGBB."),
    ],
)
def test_links_and_quotes_are_plain_words(code: str, said: str) -> None:
    assert said in run(["explain", code])[1]


def test_every_row_of_the_page_is_read() -> None:
    rows = re.findall(r"^\| (GF\d{3}) \|.*$", (ROOT / "docs" / "codes.md").read_text("utf-8"), re.MULTILINE)
    known = read_codes()
    assert list(known) == rows
    for code, row in known.items():
        assert row.code == code
        assert row.means[0].isupper() or row.means[0] == "`"
        assert row.means.endswith(".")
        assert row.mend.endswith(".")
        assert "](" not in row.means + row.mend
        assert not row.brief.startswith(("Warning", "Note"))


@pytest.mark.parametrize("code", sorted(read_codes()))
def test_every_code_can_be_explained(code: str) -> None:
    status, stdout, stderr = run(["explain", code])
    assert (status, stderr) == (0, "")
    assert stdout.startswith(f"{code}: ")
    assert stdout.count("\n\nFor example:\n  ") == stdout.count("\n\nHow to mend it:\n  ") == 1
    assert max(map(len, stdout.splitlines())) <= 80


LISTED = """\
The data
  GF001  A game, a file or a palette is not there or cannot be read.
  GF002  A file is not what its name says.
  GF003  The same key, column, row id or claim id is given twice, or two colors
         of a group have one name or letter.
"""


def test_without_a_code_all_are_listed_below_their_headings() -> None:
    status, stdout, stderr = run(["explain"])
    lines = stdout.splitlines()
    assert (status, stderr, stdout[: len(LISTED)]) == (0, "", LISTED)
    assert [line[2:7] for line in lines if line.startswith("  GF")] == list(read_codes())
    assert max(map(len, lines)) <= 80
    assert lines[-2:] == ["", "`gutterfold explain GF101` says what a code means in full, and how to mend it."]
    headings = re.findall(r"^## (.*): GF", (ROOT / "docs" / "codes.md").read_text("utf-8"), re.MULTILINE)
    assert [line for line in lines[:-1] if line[:1] not in ("", " ")] == headings
    assert {
        "  GF004  A key that nobody knows.",
        "  GF102  A claim is false.",
        "  GF118  The cells of a board on the sheets are not those of the data.",
        "  GF201  SVG that is not well-formed, or something outside the profile.",
    } <= set(lines)


def test_a_code_stands_below_the_heading_that_has_its_number() -> None:
    page = (ROOT / "docs" / "codes.md").read_text("utf-8")
    tables = re.findall(r"^## [^\n]*?: (GF[^\n]*)$(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert len(tables) >= 8
    for numbers, table in tables:
        first, last, *others = re.findall(r"GF\d{3}", numbers)
        codes = re.findall(r"^\| (GF\d{3}) \|", table, re.MULTILINE)
        assert [code for code in codes if not first <= code <= last and code not in others] == []


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("GF1O1", "did you mean 'GF101'?"),
        ("GFI01", "did you mean 'GF101'?"),
        ("101", "did you mean 'GF101'?"),
        ("GF1011", "did you mean 'GF101'?"),
        ("GF300", "did you mean 'GF299'?"),
        ("GF999", "did you mean 'GF403'?"),
        ("foo", "`gutterfold explain` lists all"),
    ],
)
def test_an_unknown_code_is_status_2_with_the_nearest(code: str, hint: str) -> None:
    status, stdout, stderr = run(["explain", code])
    assert (status, stdout) == (2, "")
    assert stderr.splitlines()[-1] == f"Error: Invalid value for CODE: there is no code {code!r}; {hint}"
