"""Typesetting rules: related blocks stay together, and no text is lost."""

import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from itertools import groupby
from typing import Any

import pdfplumber
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.booklet.typeset import print_rules
from tests.samples import WHOLE, examples, for_each


def lines_of(data: bytes) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Yield page number and words of each body line after the title page."""
    with pdfplumber.open(BytesIO(data)) as pdf:
        for page in pdf.pages[1:]:
            inside = page.crop((0, 60, page.width, page.height - 60))
            words = inside.extract_words(extra_attrs=["fontname"], keep_blank_chars=False)
            words.sort(key=lambda word: (round(word["bottom"]), word["x0"]))
            for _, line in groupby(words, key=lambda word: round(word["bottom"])):
                yield page.page_number, list(line)


def tag_words(number: int, words: int) -> str:
    """Return a paragraph whose words all carry its tag."""
    return " ".join([f"p{number}x"] * words)


def lines_per_page(data: bytes) -> dict[str, Counter[int]]:
    """Return for each tag the number of lines on each page."""
    found: dict[str, Counter[int]] = {}
    for page, line in lines_of(data):
        for tag in {match for word in line for match in re.findall(r"p\d+x", word["text"])}:
            found.setdefault(tag, Counter())[page] += 1
    return found


def last_lines(data: bytes) -> list[list[dict[str, Any]]]:
    return list(dict(lines_of(data)).values())


LENGTHS = [3, 70, 41, 9, 120, 25, 33, 66, 14, 88, 52] * (11 if WHOLE else 6)


def test_no_widows_no_orphans() -> None:
    data = print_rules("\n\n".join(tag_words(number, words) for number, words in enumerate(LENGTHS)))
    found = lines_per_page(data)
    assert len(found) == len(LENGTHS)
    split = [pages for pages in found.values() if len(pages) > 1]
    assert split
    assert [pages for pages in split if min(pages.values()) < 2] == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_no_heading_is_the_last_line_of_a_page(paper: str) -> None:
    blocks = (f"{'#' * (2 + n % 3)} Heading {n}\n\n{tag_words(n, words)}" for n, words in enumerate(LENGTHS))
    ends = last_lines(print_rules("\n\n".join(blocks), paper))
    assert len(ends) > 8
    assert [line for line in ends if "Heading" in line[0]["text"] or "Bold" in line[0]["fontname"]] == []


def test_a_heading_stays_with_a_table_and_with_a_list() -> None:
    table = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 7
    blocks = (f"## Heading {n}\n\n{table if n % 2 else '1. one' * (n % 5 + 1)}\n" for n in range(60))
    ends = last_lines(print_rules("\n".join(blocks)))
    assert len(ends) > 8
    assert [line for line in ends if "Heading" in line[0]["text"]] == []


@pytest.mark.thorough
def test_a_paragraph_that_ends_in_a_colon_stays_with_the_next_block() -> None:
    blocks = (f"{tag_words(n, words % 30)}\n\nannounced:\n\n- {tag_words(n, 9)}" for n, words in enumerate(LENGTHS * 2))
    ends = last_lines(print_rules("\n\n".join(blocks)))
    assert len(ends) > 12
    assert [line for line in ends if "announced" in line[0]["text"]] == []


def test_table_rows_are_not_split_and_the_head_is_repeated() -> None:
    rows = "".join(f"| p{n}x | {tag_words(n, 8 + n % 40)} |\n" for n in range(90))
    data = print_rules(f"| Column | Other |\n|---|---|\n{rows}")
    found = lines_per_page(data)
    assert len(found) == 90
    assert [pages for pages in found.values() if len(pages) > 1] == []
    heads = [page for page, line in lines_of(data) if line[0]["text"] == "Column"]
    assert len(heads) > 3
    assert heads == sorted(set(heads))


@pytest.mark.thorough
def test_a_short_example_is_kept_whole() -> None:
    blocks = (f"{tag_words(n, words)}\n\n> {tag_words(900 + n, 75)}" for n, words in enumerate(LENGTHS))
    found = lines_per_page(print_rules("\n\n".join(blocks)))
    examples = [pages for tag, pages in found.items() if 900 <= int(tag[1:-1]) < 900 + len(LENGTHS)]
    assert len(examples) == len(LENGTHS)
    assert [pages for pages in examples if len(pages) > 1] == []


@for_each(["## p{n}x", "p{n}x:\n", "> p{n}x:\n>", "1. p{n}x:\n"])
def test_blocks_too_long_to_keep_together_are_broken(lines: str) -> None:
    found = lines_per_page(print_rules("\n".join(lines.format(n=n) for n in range(150))))
    assert len(found) == 150
    assert [page for pages in found.values() for page in pages] == sorted(
        page for pages in found.values() for page in pages
    )
    assert max(page for pages in found.values() for page in pages) >= 4


def test_a_last_line_has_more_than_one_word() -> None:
    words = "In later rounds lay the new pair of tiles beside the old ones so that all of them stay in".split()
    prose = [" ".join((words * 9)[start : start + 40 + start % 7]) + " **view.**" for start in range(60)]
    found = list(lines_of(print_rules("\n\n".join(prose), credits=[], notice="")))
    assert len(found) > 180
    assert [line for _, line in found if line[0]["text"] == "view."] == []


def test_the_measure_holds_60_to_70_characters() -> None:
    prose = "Each player takes the six cards of one color and ten gems, and puts the tracker on space 0. " * 40
    lines = [" ".join(word["text"] for word in line) for _, line in lines_of(print_rules(prose))]
    full = [len(line) for line in lines[2:-2]]
    assert len(full) > 40
    assert 60 <= sorted(full)[len(full) // 2] <= 70
    assert max(full) <= 73


blocks = st.one_of(
    st.integers(1, 150).map(lambda n: tag_words(0, n)),
    st.integers(1, 60).map(lambda n: f"> {tag_words(1, n)}\n>\n> - {tag_words(1, n)}"),
    st.integers(1, 30).map(lambda n: "\n".join([f"1. {tag_words(2, n)}"] * (n % 7 + 1))),
    st.integers(1, 40).map(lambda n: "| a | b |\n|---|--:|\n" + f"| {tag_words(3, n)} | {tag_words(3, 2)} |\n" * n),
    st.integers(1, 4).map(lambda n: f"{'#' * n} {tag_words(4, n)}"),
    st.just("---"),
)


@settings(max_examples=examples(25), deadline=None)
@given(st.lists(blocks, max_size=25))
def test_nothing_is_lost_and_nothing_printed_twice(parts: list[str]) -> None:
    markdown = "\n\n".join(parts)
    printed: Counter[str] = Counter()
    for _, line in lines_of(print_rules(markdown)):
        printed.update(re.findall(r"p\d+x", " ".join(word["text"] for word in line)))
    assert printed == Counter(re.findall(r"p\d+x", markdown))
