"""Loose pages in two columns: balanced text, what stands across both, waiting figures, and signs of footnotes."""

from io import BytesIO
from itertools import pairwise
from typing import Any

import pdfplumber
import pytest

from generator.booklet.blocks import BookContent, Imprint
from generator.booklet.page_layout import MM, measure_page
from generator.booklet.typesetting import read_rules, typeset_rules
from generator.model.figure import Figure
from generator.model.paper import PAPERS
from tests.booklet.fonts import load_fonts
from tests.booklet.test_pages import make_box

WORDS = "Turn the card, pay for it, and lay it on the table so that all can see what it is. "
M = measure_page(PAPERS["a4"], columns=2)


def read_pages(markdown: str, **figures: Figure) -> list[Any]:
    """Return the pages of rules set in two columns, without the title page, as words, lines and boxes."""
    fonts, imprint = load_fonts(), Imprint(title="Wren", version="1", build="0")
    blocks = read_rules(
        markdown,
        place_file="rules.md",
        fonts=fonts,
        figures={name: figure.place for name, figure in figures.items()},
        part=lambda reference, place: "",
        terms=imprint.terms,
        language="en",
    )
    made = typeset_rules(BookContent(blocks, imprint, fonts, "rules.md", figures), PAPERS["a4"], columns=2)
    with pdfplumber.open(BytesIO(made.pdf)) as pdf:
        return [(page.extract_words(), page.rects, page.curves) for page in pdf.pages[1:]]


def find_columns(words: list[dict[str, Any]]) -> tuple[list[float], list[float]]:
    """Return the tops of the lines in the left and the right column, between running head and colophon."""
    text = [word for word in words if word["text"] in ("Turn", "table", "card,")]
    middle = M.left + M.measure / 2
    left, right = (sorted({round(word["top"]) for word in text if (word["x0"] < middle) == is_left}) for is_left in (True, False))  # fmt: skip
    return [*map(float, left)], [*map(float, right)]


def test_a_text_ends_at_the_same_height_in_both_columns() -> None:
    [(words, _, _)] = read_pages("\n\n".join([WORDS * 5] * 4))
    left, right = find_columns(words)
    assert left
    assert right
    assert abs(left[0] - right[0]) < 2
    assert abs(left[-1] - right[-1]) < 3 * M.leading
    assert max(word["x1"] for word in words) <= M.right + 1


def test_a_long_text_fills_both_columns_of_a_page_before_the_next() -> None:
    first, second = read_pages("\n\n".join([WORDS * 5] * 24))[:2]
    for column in find_columns(first[0]):
        assert column[-1] - column[0] > 0.85 * M.depth
    assert find_columns(second[0])[0]


def test_a_wide_figure_stands_across_both_columns_and_a_small_one_in_one() -> None:
    markdown = f"{WORDS * 8}\n\n![Wide](figure:wide)\n\n{WORDS * 8}\n\n![Small](figure:small)\n"
    [(words, rects, _)] = read_pages(markdown, wide=make_box(150, 40), small=make_box(50, 20))
    wide, small = sorted((each for each in rects if each["width"] > 100), key=lambda each: -each["width"])
    assert round(wide["width"] / MM) == 150
    assert abs((wide["x0"] + wide["x1"]) / 2 - (M.left + M.right) / 2) < 1
    assert round(small["width"] / MM) == 50
    assert small["x1"] < M.left + M.column or small["x0"] > M.right - M.column
    left, right = find_columns(words)
    for column in (left, right):
        assert any(top < wide["top"] for top in column)
        assert any(top > wide["bottom"] for top in column)


def test_a_wide_figure_that_does_not_fit_waits_for_the_next_page_and_the_text_goes_on() -> None:
    markdown = "\n\n".join([WORDS * 5] * 12) + f"\n\n![Tall](figure:tall)\n\n{WORDS * 30}"
    first, second, *_ = read_pages(markdown, tall=make_box(150, 180))
    assert not [each for each in first[1] if each["width"] > 200]
    [tall] = [each for each in second[1] if each["width"] > 200]
    assert tall["top"] < M.height - M.top + 5
    assert all(top > tall["bottom"] for column in find_columns(second[0]) for top in column)


def test_a_wide_figure_does_not_pass_one_that_waits() -> None:
    text = "\n\n".join([WORDS * 5] * 8)
    markdown = f"{text}\n\n![Tall](figure:tall)\n\n{WORDS}\n\n![Low](figure:low)\n\n{WORDS * 30}"
    first, second, *_ = read_pages(markdown, tall=make_box(150, 180), low=make_box(150, 20))
    assert not [each for each in first[1] if each["width"] > 200]
    tall, low = sorted((each for each in second[1] if each["width"] > 200), key=lambda each: float(each["top"]))
    assert tall["height"] > low["height"]


def test_a_small_figure_that_is_higher_than_the_rest_of_the_page_comes_on_the_next_one() -> None:
    markdown = f"![Wide](figure:wide)\n\n{WORDS * 3}\n\n![High](figure:high)\n\nThe end."
    pages = read_pages(markdown, wide=make_box(150, 130), high=make_box(50, 160))
    assert [[round(each["width"] / MM) for each in rects if each["width"] > 100] for _, rects, _ in pages] == [
        [150],
        [round(50 * 1.35)],  # where there is room
    ]


def test_a_page_that_ends_early_above_a_wide_table_has_larger_figures_and_more_white() -> None:
    table = "| a | b | c | d |\n|---|---|---|---|\n" + "| 1 | 2 | 3 | 4 |\n" * 14
    for before, factor, foot in ((6, 1.0, 51.9), (8, 1.14, 65.5)):
        start = "\n\n".join(["![One](figure:one)", *[WORDS * 5] * before, "![Two](figure:two)", WORDS * 9])
        (words, rects, _), *_ = read_pages(f"{start}\n\n{table}", one=make_box(110, 50), two=make_box(100, 40))
        assert max(each["width"] for each in rects) == pytest.approx(110 * factor * MM, abs=0.01)
        lowest = max(word["bottom"] for word in words if word["text"] == "Turn")
        assert float(PAPERS["a4"].height * MM - lowest) == pytest.approx(foot, abs=0.1)


def test_a_heading_stays_with_the_wide_table_below_it() -> None:
    table = "| a | b | c | d |\n|---|---|---|---|\n" + "| 1 | 2 | 3 | 4 |\n" * 30
    pages = read_pages("\n\n".join([WORDS * 5] * 19) + f"\n\n## Head\n\n{table}")
    holding = [number for number, (words, _, _) in enumerate(pages) if any(word["text"] == "1" for word in words)]
    heads = [
        number
        for number, (words, _, _) in enumerate(pages)
        if any(word["text"] == "Head" and word["bottom"] - word["top"] > 12 for word in words)
    ]
    assert heads == holding[:1]


def test_rows_of_a_long_table_are_all_printed_in_order() -> None:
    rows = [f"| r{n} | some rather long words that never fit in one column | c | d |" for n in range(120)]
    pages = read_pages("| a | b | c | d |\n|---|---|---|---|\n" + "\n".join(rows))
    shown = [
        word["text"]
        for words, _, _ in pages
        for word in words
        if word["text"][:1] == "r" and word["text"][1:].isdigit()
    ]
    assert shown == [f"r{n}" for n in range(120)]
    assert len(pages) > 1


def test_narrow_paper_has_one_column_and_folded_pages_too() -> None:
    assert measure_page(PAPERS["a5"], columns=2) == measure_page(PAPERS["a5"])
    widths = [measure_page(PAPERS[name], columns=2).column for name in ("a4", "letter", "a3")]
    assert all(one != other for one, other in pairwise(widths))
    assert M.column * 2 + M.gutter == M.measure


def test_a_table_that_fits_in_a_column_stays_in_it() -> None:
    numbers = "| Lots | 1 | 2 | 3 | 4 | 5 |\n|---|---|---|---|---|---|\n| Points | 1 | 3 | 6 | 10 | 15 |"
    [(words, _, _), *_] = read_pages(f"{WORDS * 3}\n\nA set scores by its lots:\n\n{numbers}\n\n{WORDS * 3}")
    (lead,) = [word for word in words if word["text"] == "lots:"]
    (points,) = [word for word in words if word["text"] == "Points"]
    assert points["top"] > lead["top"]
    assert (points["x0"] < M.left + M.column) == (lead["x0"] < M.left + M.column)  # not at the top of the next column


def test_words_with_a_colon_stay_with_a_wide_table() -> None:
    wide = "| Sign | " + " | ".join(["some rather long words about it"] * 4) + " |\n|---|---|---|---|---|"
    rows = "\n".join(f"| s{n} | " + " | ".join(["these words are long"] * 4) + " |" for n in range(3))
    [(words, _, _), *_] = read_pages(f"{WORDS * 4}\n\nThe signs are these:\n\n{wide}\n{rows}\n\n{WORDS}")
    (lead,) = [word for word in words if word["text"] == "these:"]
    head = min(word["top"] for word in words if word["text"] in ("Sign", "some"))
    assert lead["top"] < head
    assert [word["text"] for word in words if lead["top"] + 2 < word["top"] < head - 2] == []


def test_text_goes_on_in_the_same_columns_where_a_figure_waits() -> None:
    before = "\n\n".join(["Before " * 60] * 5)
    after = "\n\n".join(["After " * 60] * 3)
    first, second = read_pages(f"{before}\n\n![A map.](figure:map)\n\n{after}", map=make_box(150, 160))[:2]
    middle = M.left + M.measure / 2
    columns = [[word["text"] for word in first[0] if (word["x0"] < middle) == is_left] for is_left in (True, False)]
    assert "Before" in columns[1]
    assert "After" not in columns[0]  # it would be read before the second column
    assert "After" in columns[1]
    assert any(word["text"] == "map." for word in second[0])


def test_a_cell_of_two_words_is_not_broken_where_there_is_room() -> None:
    table = "\n".join(
        ["| Felder | Kosten | Punkte |", "| --- | :-: | --- |", *(f"| {n} | {n} Würfel | {n} |" for n in (8, 9))]
    )
    [(words, _, _)] = read_pages(table)
    tops = {word["text"]: round(word["top"], 1) for word in words}
    lines = [round(word["top"], 1) for word in words if word["text"] == "Würfel"]
    assert lines == [tops["8"], tops["9"]]
