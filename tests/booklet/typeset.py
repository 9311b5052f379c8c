"""Typeset rules; return the booklet, its bookmarks or its findings."""

from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from types import MappingProxyType
from typing import Any

import pikepdf
import pytest

from generator.booklet.blocks import BookContent, Imprint
from generator.booklet.typesetting import TypesetBooklet, read_rules, typeset_rules, typeset_sheet
from generator.model.figure import Figure
from generator.model.finding import DataError, Place, refuse
from generator.model.paper import PAPERS, Paper, booklet_page
from tests.booklet.fonts import load_fonts

Figures = Mapping[str, Figure]
NO_FIGURES: Figures = MappingProxyType({})
PAPERS_OF_RULES: dict[str, Paper] = {
    paper.name: paper for each in PAPERS.values() for paper in (each, booklet_page(each)) if paper
}


def lookup_titles(parts: Mapping[str, str]) -> Callable[[str, Place], str]:
    """Return a lookup of part titles by reference that refuses unknown ones."""

    def part(reference: str, place: Place) -> str:
        if reference not in parts:
            raise refuse("GF008", place, f"there is no {reference!r}")
        return parts[reference]

    return part


def set_rules(
    markdown: str,
    paper: str = "a4",
    figures: Figures = NO_FIGURES,
    thumbs: Figures = NO_FIGURES,
    folded: bool = False,
    multiple: int = 1,
    **more: Any,
) -> TypesetBooklet:
    """Read and typeset rules; `more` holds `fonts`, `apart`, `marked`, and fields of the imprint."""
    book = _read_book(markdown, figures, thumbs, more)
    return typeset_rules(book, PAPERS_OF_RULES[paper], folded=folded, multiple=multiple)


def set_sheet(
    markdown: str, paper: str = "a4", figures: Figures = NO_FIGURES, thumbs: Figures = NO_FIGURES, **more: Any
) -> bytes:
    """Read rules and typeset them as one sheet; `more` as of `set_rules`."""
    return typeset_sheet(_read_book(markdown, figures, thumbs, more), PAPERS_OF_RULES[paper])


def _read_book(markdown: str, figures: Figures, thumbs: Figures, more: dict[str, Any]) -> BookContent:
    """Return what rules are typeset from."""
    faces = more.pop("fonts", load_fonts())
    asked = {name: more.pop(name) for name in ("apart", "marked") if name in more}
    given: dict[str, Any] = {
        "title": "Specimen",
        "version": "1.0",
        "credits": ("Designed by Nobody in Particular",),
        "notice": "An unofficial kit",
        "build": "0123abcd",
    }
    imprint = Imprint(**(given | more))
    blocks = read_rules(
        markdown,
        place_file="rules.md",
        fonts=faces,
        figures={name: figure.place for name, figure in figures.items()},
        part=lookup_titles({name: figure.alt for name, figure in thumbs.items()}),
        terms=imprint.terms,
        language=imprint.language,
        **asked,
    )
    return BookContent(blocks, imprint, faces, "rules.md", figures, thumbs)


def print_rules(markdown: str, paper: str = "a4", **more: Any) -> bytes:
    return set_rules(markdown, paper, **more).pdf


def read_refusals(markdown: str, paper: str = "a4", **more: Any) -> list[str]:
    with pytest.raises(DataError) as caught:
        print_rules(markdown, paper, **more)
    return [str(finding) for finding in caught.value.findings]


def read_bookmarks(data: bytes) -> list[tuple[int, str, int]]:
    """Return depth, title and page of every bookmark in order."""
    with pikepdf.open(BytesIO(data)) as pdf, pdf.open_outline() as outline:
        pages = {page.obj.objgen: number for number, page in enumerate(pdf.pages, start=1)}

        def walk(items: Any, depth: int) -> Iterator[tuple[int, str, int]]:
            for item in items:
                yield depth, item.title, pages[item.destination[0].objgen]
                yield from walk(item.children, depth + 1)

        return list(walk(outline.root, 0))
