"""References to the pages on which the signs of footnotes stand."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from generator.booklet.blocks import TextRuns
from generator.model.language import Terms

SIGN = "footnote"  # the name of what draws the sign of a footnote beside its line
FIGURE_PLACE = "#figure:"
SIGN_PLACE = "sign:"  # the beginning of the link target of a sign
_GUESS = 2  # the page of a sign below the title, nearly always
_SPACE = "\u00a0"
_NUMBER, _COUNT = "{number}", "{pages}"


def refer_to_pages(runs: TextRuns, terms: Terms) -> TextRuns:
    """Return the runs with references to the signs of footnotes by page; the number is a guess at first."""
    return tuple(
        run._replace(text=_name_page(terms, _GUESS), link=f"#{SIGN_PLACE}{run.sign}") if run.sign else run
        for run in runs
    )


def _name_page(terms: Terms, number: int) -> str:
    """Return such as `page 7`: the words for a page and the number of pages, up to the former."""
    words = terms.page[: terms.page.index(_NUMBER)] if _NUMBER in terms.page else ""
    words = "" if _COUNT in words else words
    return f"{words.rstrip()}{_SPACE}{number}" if words.strip() else f"{_SPACE}{number}"


def correct_page_numbers(pages: Sequence[tuple[int, Any]]) -> None:
    """Put the numbers of pages in the place of guesses, on pages that are given by their numbers."""
    lines = [(number, line) for number, page in pages for line in _list_lines(page)]
    found = {key: number for number, line in reversed(lines) for key in _list_signs(line)}
    for _, line in lines:
        for fragment in line:
            for _, target in _list_links(fragment):
                number = found.get(target.removeprefix(f"#{SIGN_PLACE}"), _GUESS)
                if number != _GUESS and target.startswith(f"#{SIGN_PLACE}"):
                    fragment.text = fragment.text.replace(f"{_SPACE}{_GUESS}", f"{_SPACE}{number}")


def find_references(flowable: Any) -> set[str]:
    """Return the figures that the text in a flowable refers to."""
    links = (target for line in _list_lines(flowable) for fragment in line for _, target in _list_links(fragment))
    return {target.removeprefix(FIGURE_PLACE) for target in links if target.startswith(FIGURE_PLACE)}


def _list_links(fragment: Any) -> Iterable[tuple[int, str]]:
    """Return the links of a fragment, with their numbers in its paragraph."""
    return getattr(fragment, "link", None) or ()


def _list_lines(flowable: Any) -> Iterator[Sequence[Any]]:
    """Yield the fragments of each line of the text in a flowable, at any depth."""
    for child in getattr(flowable, "children", ()):
        yield from _list_lines(child)
    for line in getattr(getattr(flowable, "blPara", None), "lines", ()):
        if hasattr(line, "words"):
            yield line.words


def _list_signs(line: Iterable[Any]) -> Iterator[str]:
    """Yield the key of each footnote whose sign stands in a line."""
    for fragment in line:
        mark = getattr(fragment, "cbDefn", None)
        if mark is not None and getattr(mark, "name", "") == SIGN:
            yield str(mark.label)
