"""The pages of a folded booklet: a multiple of four, and figures on the spread of their text."""

import pytest

from tests.booklet.test_pages import BACK, LINE, make_box, text_of
from tests.booklet.typeset import print_rules, set_rules

CREDITS = "Designed by Nobody in Particular"


def list_pages(markdown: str, multiple: int = 4) -> list[str]:
    """Return the first line of each page's text below the running head; of a blank page, its number."""
    made = set_rules(markdown, "a5", folded=True, multiple=multiple)
    pages = text_of(made.pdf)
    assert len(pages) == made.pages
    return [next((line for line in page.split("\n") if line not in ("Specimen", "")), "") for page in pages]


def write_pages(number: int) -> str:
    return "\n\n<!-- page -->\n\n".join(f"text {n}" for n in range(1, number + 1))


def test_blank_pages_stand_before_the_back_cover() -> None:
    assert list_pages(f"{write_pages(2)}\n\n{BACK}") == ["", "text 1", "text 2", "At a glance"]
    assert list_pages(f"{write_pages(3)}\n\n{BACK}")[3:] == ["text 3", "5", "6", "7", "At a glance"]
    assert list_pages(f"{write_pages(5)}\n\n{BACK}")[5:] == ["text 5", "7", "At a glance"]


def test_without_a_back_cover_the_credits_are_on_it() -> None:
    assert list_pages(write_pages(2)) == ["", "text 1", "text 2", CREDITS]
    assert list_pages(write_pages(1)) == ["", "text 1", "3", CREDITS]
    assert list_pages(write_pages(4))[4:] == ["text 4", "6", "7", CREDITS]


def test_full_sheets_need_no_more_pages() -> None:
    made = set_rules(write_pages(3), "a5", folded=True, multiple=4)
    assert (made.pages, made.back_cover) == (4, False)
    assert CREDITS in text_of(made.pdf)[3]
    assert list_pages("# Specimen") == [CREDITS]


def test_credits_that_take_a_page_are_the_back_cover() -> None:
    markdown = "\n\n".join(["line"] * 20)
    made = set_rules(markdown, "a5", folded=True, multiple=4, credits=("credit",) * 28, notice="")
    pages = text_of(made.pdf)
    assert [page.count("credit") for page in pages] == [0, 0, 0, 28]
    assert [page.count("line") for page in pages] == [0, 20, 0, 0]


def test_a_blank_page_has_a_number_and_no_running_head() -> None:
    made = set_rules(f"{write_pages(1)}\n\n{BACK}", "a5", folded=True, multiple=4)
    assert text_of(made.pdf)[2].strip() == "3"


@pytest.mark.parametrize("before", [13, 14, 15, 16])
def test_a_figure_stands_on_the_spread_of_the_text_that_refers_to_it(before: int) -> None:
    start, rest = f"{LINE * 5}\n\n" * before, f"{LINE * 5}\n\n" * 12
    markdown = f"{start}Refers to [](figure:a). {LINE}\n\n![Caption](figure:a)\n\n{rest}{BACK}"
    pages = text_of(print_rules(markdown, "a5", folded=True, figures={"a": make_box(60, 60)}))
    assert len(pages) == 6
    [text] = [number for number, page in enumerate(pages, 1) if "Refers" in page]
    [figure] = [number for number, page in enumerate(pages, 1) if "Caption" in page]
    assert (text, figure) == ((3, 3) if before == 13 else (4, 4))  # on 3 and 4 unless page 3 ends before the text
    assert sum(page.count("Word") for page in pages) == 5 * before + 1 + 60


def test_the_place_of_a_sign_below_the_title_is_named_by_its_page() -> None:
    for lines, page in ((3, 2), (60, 3)):
        markdown = f"# Specimen\n\n{LINE * lines}\n\nA sign.[^a]\n\n## Rules\n\nAnother.[^b]\n\n[^a]: Why.\n[^b]: So."
        shown = " ".join(text_of(print_rules(markdown, "a5", folded=True)))
        assert f"Why. (page {page})" in shown.replace("\u00a0", " ")
        assert "So. (Rules)" in shown
