"""Pages that end early: figures grow together, then white is shared, and no text goes to another page."""

from io import BytesIO
from itertools import pairwise
from typing import Any

import pdfplumber
import pytest
from msgspec.structs import replace

from generator.booklet.page_layout import MM
from tests.booklet.test_pages import LINE, NOBODY, find_boxes, make_box, text_of
from tests.booklet.typeset import print_rules, set_rules
from tests.samples import for_each

FOOT = 40.6  # pt from the lower edge of an A5 page to the lowest letters of its text
BODY = f"{LINE * 4}\n\n"
ON = f"\n\n<!-- page -->\n\n{BODY}"  # a page after the one that is looked at: the last one has the credits
LEADING = 13.0  # of the text of an A5 page, pt


def set_pages(markdown: str, paper: str = "a5", **figures: Any) -> bytes:
    return print_rules(markdown, paper, figures=figures, folded=paper == "a5", **NOBODY)


def read_lines(data: bytes, number: int) -> list[dict[str, Any]]:
    """Return the lines of text on a page, without its running head and its number."""
    with pdfplumber.open(BytesIO(data)) as pdf:
        page = pdf.pages[number - 1]
        lines = page.extract_text_lines()
        return [each for each in lines if each["top"] > 12 * MM and each["bottom"] < float(page.height) - 12 * MM]


def measure_foot(data: bytes, number: int) -> float:
    with pdfplumber.open(BytesIO(data)) as pdf:
        return float(pdf.pages[number - 1].height) - max(float(each["bottom"]) for each in read_lines(data, number))


def measure_steps(data: bytes, number: int) -> list[float]:
    return [round(below["top"] - above["top"], 1) for above, below in pairwise(read_lines(data, number))]


@for_each([(52, 1.35), (58, 1.21), (70, 1.07), (76, 1.0)])
def test_the_figures_of_a_page_grow_together_until_it_is_full(high: float, factor: float) -> None:
    text = f"{BODY * 3}![One](figure:a)\n\n![Two](figure:b)\n\n{BODY}{ON}"
    data = set_pages(text, a=make_box(60, high), b=make_box(50, 20))
    assert [each[2:] for each in find_boxes(data, 2)] == [
        pytest.approx((60 * factor, high * factor), abs=0.06),
        pytest.approx((50 * factor, 20 * factor), abs=0.06),
    ]
    assert measure_foot(data, 2) == pytest.approx(FOOT, abs=0.1)


def test_no_figure_is_wider_than_the_column() -> None:
    data = set_pages(f"{BODY * 4}![One](figure:a)\n\n{BODY * 3}{ON}", a=make_box(80, 40))
    assert [each[2:] for each in find_boxes(data, 2)] == [(100, 50)]


def test_a_figure_in_true_size_keeps_it() -> None:
    box = replace(make_box(60, 30), true_size=True)
    data = set_pages(f"{BODY * 4}![One](figure:a)\n\n![Two](figure:b)\n\n{BODY}{ON}", a=box, b=make_box(50, 20))
    assert [each[2:] for each in find_boxes(data, 2)] == [(60, 30), (67.5, 27)]
    assert [each[2:] for each in find_boxes(set_pages("![One](figure:a)", "a3", a=box), 2)] == [(60, 30)]


def test_white_is_shared_above_headings_and_around_figures_and_less_between_paragraphs() -> None:
    start, box = f"{BODY * 3}\n\n![One](figure:a)\n\n{BODY * 2}## Play\n\n", make_box(100, 4)
    looser, tighter = (set_pages(f"{start}{BODY * number}{ON}", a=box) for number in (2, 3))
    assert [measure_foot(each, 2) for each in (looser, tighter)] == [pytest.approx(FOOT, abs=0.1)] * 2
    pairs = zip(measure_steps(looser, 2), measure_steps(tighter, 2), strict=False)
    more = [round(new - old, 1) for new, old in pairs][4:]  # below the lead
    assert [{*more}, more.index(7.4) < more.index(12.3)] == [{0, 3.1, 7.4, 12.3}, True]  # 0.5 : 1.2 : 2


def test_a_page_that_is_nearly_empty_is_set_as_usual() -> None:
    data = set_pages(f"{BODY * 4}## Play\n\n{BODY}{ON}")
    assert {each for each in measure_steps(data, 2)[4:] if each < 20} == {LEADING, LEADING * 1.5}


def test_items_of_a_list_and_rows_of_a_table_stand_apart_too() -> None:
    items, rows = "- item\n" * 15, "| a | b |\n|---|---|\n" + "| c | d |\n" * 12
    data = set_pages(f"{items}\n{rows}{ON}")
    steps = measure_steps(data, 2)
    assert len({*steps[:14]}) == len({*steps[17:]}) == 1
    assert steps[0] > LEADING * 1.2
    assert measure_foot(data, 2) == pytest.approx(FOOT, abs=7)  # the line below the last row is at the foot


def test_filled_pages_are_as_many_as_before_and_equal_each_time() -> None:
    text = "\n\n".join(f"## Section {n}\n\n{BODY * n}![One](figure:a)" for n in range(1, 9))
    made = [set_rules(text, "a5", figures={"a": make_box(90, 40)}, folded=True, **NOBODY) for _ in range(2)]
    assert made[0] == made[1]
    order = [line for page in text_of(made[0].pdf) for line in page.split("\n") if line.startswith("Figure")]
    assert order == [f"Figure {n} One" for n in range(1, 9)]
