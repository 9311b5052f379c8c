"""Reading CSV: whole numbers, lists and text, a place for every cell, and malformed files."""

import csv
import io
from cProfile import Profile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.load.rows import read_csv
from generator.model.finding import DataError, Finding, Place
from tests.messages import facts_of
from tests.samples import for_each


def read_values(text: str) -> list[list[object]]:
    """Return the values of all rows."""
    return [list(row.values.values()) for row in read_csv(text, "r.csv")]


@pytest.mark.parametrize(("cell", "value"), [
    ("0", 0), ("7", 7), ("-7", -7), ("123456789012345678", 123456789012345678),
    ("-0", "-0"), ("007", "007"), ("+7", "+7"), ("7.0", "7.0"), (" 7", " 7"), ("7 ", "7 "), ("1_000", "1_000"),
    ("٣", "٣"), ("", ""), ("-", "-"), ("true", "true"), ("x1", "x1"), ("1x1", "1x1"),
    ("1234567890123456789", "1234567890123456789"),
])  # fmt: skip
@pytest.mark.parametrize("beside", ["5", "text"])
def test_a_cell_is_a_whole_number_or_text(cell: str, value: object, beside: str) -> None:
    read = [row.values["a"] for row in read_csv(f"a,b\n{cell},x\n{beside},x\n", "r.csv")]
    assert (read[0], type(read[0])) == (value, type(value))
    assert read[1] == (5 if beside == "5" else "text")


@for_each([
    ("1.5", 1.5), ("-0.25", -0.25), ("0.5", 0.5), ("1.50", "1.50"), ("01.5", "01.5"), (".5", ".5"), ("1.", "1."),
    ("1.2.3", "1.2.3"), ("-1.5e3", "-1.5e3"),
])  # fmt: skip
def test_a_decimal_in_its_usual_form_is_a_number(cell: str, value: object) -> None:
    assert read_values(f"a,b\n{cell},x\n") == [[value, "x"]]


@for_each([
    ("a;b\nx, y;2\n", [["x, y", 2]]),
    ("a;b\n1,5;-0,25\n", [[1.5, -0.25]]),
    ("a;b\n1.5;1,50\n", [[1.5, "1,50"]]),
    ("a;b[]\n1,5;1 2,5 x\n", [[1.5, [1, 2.5, "x"]]]),
    ('a;b\n"1;2";"say ""so"""\n', [["1;2", 'say "so"']]),
    ("a\tb\nx\t1\n", [["x", 1]]),
    ("sep=;\na;b\n1;2\n", [[1, 2]]),
    ("a;b\n1;2\n;\n3;4\n;\n;\n", [[1, 2], [3, 4]]),
    ('a,b\n"",""\n1,#5\n', [["", ""], [1, "#5"]]),
    ("# a comment, with a comma\na,b\n1,2\n", [[1, 2]]),
    ('"# quoted, by a spreadsheet",\na,b\n1,2\n', [[1, 2]]),
])  # fmt: skip
def test_files_of_spreadsheets_are_read(text: str, values: list[list[object]]) -> None:
    assert read_values(text) == values


def test_places_count_semicolons_and_the_comments_before_the_header() -> None:
    rows = read_csv('# why\na;b;c\nx, y;"p;q";3\n', "r.csv")
    assert [str(rows[0].place(column)) for column in "abc"] == ["r.csv:3:1", "r.csv:3:6", "r.csv:3:12"]


def test_a_list_column_is_split_on_spaces() -> None:
    assert read_values("a[],b\n1 2  x 03,1\n,2\n") == [[[1, 2, "x", "03"], 1], [[], 2]]


def test_quoted_cells_hold_commas_quotes_and_lines() -> None:
    rows = read_csv('a,b\n"x, ""y""",1\n"p\nq","r\ns"\nlast,9\n', "r.csv")
    assert [row.values for row in rows] == [{"a": 'x, "y"', "b": 1}, {"a": "p\nq", "b": "r\ns"}, {"a": "last", "b": 9}]
    assert [row.line for row in rows] == [2, 3, 6]
    assert [str(row.place("b")) for row in rows] == ["r.csv:2:12", "r.csv:4:4", "r.csv:6:6"]
    assert rows[0].columns is rows[2].columns


def test_a_quote_in_a_cell_is_an_inch_and_cells_may_lack_at_the_end() -> None:
    notes: list[Finding] = []
    rows = read_csv('name,size,note\n6" ruler,5\'11" x,"a ""b"""\nstick\n', "r.csv", notes)
    assert [row.values for row in rows] == [
        {"name": '6" ruler', "size": "5'11\" x", "note": 'a "b"'},
        {"name": "stick", "size": "", "note": ""},
    ]
    assert facts_of(notes) == ["r.csv:3:1: GF013 note: 1"]


@for_each([
    ("\na\n", ["r.csv:2:1: GF002"], "no rows"),
    ("a,b\n", ["r.csv:1:1: GF002"], "no rows; add a row below it"),
    ("", ["r.csv:1:1: GF002"], "the file is empty; begin with a line of column names, such as id,name,copies"),
    ("a,b\n1,2\n3\n4,5,6\n", ["r.csv:4:1: GF002 3 2"], "comma"),
    ("a,b,a\n1,2,3\n", ["r.csv:1:5: GF003 'a' r.csv:1:1"], "twice"),
    ("a,a[]\n1,2\n", ["r.csv:1:3: GF003 'a' r.csv:1:1"], "twice"),
    ("a;b,c\n1;2,3\n", ["r.csv:1:1: GF006 'a;b'"], "same character"),
    ("a;b\n;\n", ["r.csv:1:1: GF002"], "no rows"),
    ("a;b\n1;#REF!\n#N/A;2\n", ["r.csv:2:3: GF002", "r.csv:3:1: GF002"], "correct it in the spreadsheet"),
    ("# one\n", ["r.csv:2:1: GF002"], "no header"),
    ('# one\na;b\n1;  "x"\n', ["r.csv:3:5: GF002"], "blanks before a quote"),
    ("a;b\n1;2;3\n", ["r.csv:2:1: GF002 3 2"], "semicolon"),
    ("Orc\t1\nElf\t2\tb\n", ["r.csv:1:1: GF002 '1'"], "no row names the columns"),
    ('a,b\n1,"2\n3,4\n', ["r.csv:2:3: GF002"], "not closed"),
    ('a,b\n"1,2\n', ["r.csv:2:1: GF002"], "not closed"),
    ('a,b\n1,"x"y\n', ["r.csv:2:6: GF002"], "after a closing quote"),
    ('a,b\n"p\nq", "\n', ["r.csv:3:5: GF002"], "blanks before a quote"),
    ("a\nx\n" + "y" * 200_000 + "\n", ["r.csv:3:1: GF002 131072"], "too long"),
])  # fmt: skip
def test_malformed_csv_is_refused(text: str, expected: list[str], word: str) -> None:
    with pytest.raises(DataError) as error:
        read_csv(text, "r.csv")
    assert facts_of(error.value.findings) == expected
    assert word in str(error.value)


CELLS = st.text(st.sampled_from('ab,"\n é0-'), max_size=6)
TABLES = st.integers(1, 4).flatmap(lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1))


def quote_cell(cell: str, always: bool) -> str:
    return '"' + cell.replace('"', '""') + '"' if always or set(cell) & set(',"\n') else cell


@given(TABLES, st.booleans())
def test_cell_places_match_a_naive_writer(table: list[list[str]], always: bool) -> None:
    always = always or not all(
        "".join(cells).strip() for cells in table
    )  # a row of blank cells is left out unless quoted
    text = ",".join(f"c{n}" for n in range(len(table[0]))) + "\n"
    places = []
    for cells in table:
        for number, cell in enumerate(cells):
            text += "," if number else ""
            places.append(Place("r.csv", text.count("\n") + 1, len(text) - text.rfind("\n")))
            text += quote_cell(cell, always)
        text += "\n"
    rows = read_csv(text, "r.csv")
    assert [row.place(f"c{n}") for row in rows for n in range(len(table[0]))] == places
    assert [[str(value) for value in row.values.values()] for row in rows] == table


@given(TABLES)
def test_csv_round_trip(table: list[list[str]]) -> None:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow([f"c{n}" for n in range(len(table[0]))])
    writer.writerows(table)
    assert [[str(value) for value in row] for row in read_values(out.getvalue())] == table


def test_reading_ten_thousand_rows_takes_few_calls() -> None:
    """Count calls instead of seconds: a row takes four, so a function or regex per cell (over 60,000 calls) would fail."""
    line = "{0},Title of {0},{0},some words that fill a card and go on for a while,star,1\n"
    text = "id,title,number,text,icon,copies\n" + "".join(map(line.format, range(10_000)))
    profile = Profile()
    profile.enable()
    rows = read_csv(text, "r.csv")
    profile.disable()
    assert len(rows) == 10_000
    assert sum(entry.callcount for entry in profile.getstats()) < 50_000
