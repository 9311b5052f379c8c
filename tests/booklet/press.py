"""Rules go in, a booklet, its bookmarks or its refusals come out: what the tests of the booklet share."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pikepdf
import pytest

from generator.booklet import typeset
from generator.model.finding import DataError
from generator.model.paper import PAPERS
from tests.booklet.faces import fonts


def print_rules(markdown: str, paper: str = "a4", **more: Any) -> bytes:
    given: dict[str, Any] = {
        "place_file": "rules.md",
        "title": "Specimen",
        "version": "1.0",
        "language": "en",
        "paper": PAPERS[paper],
        "fonts": fonts(),
        "credits": ["Designed by Nobody in Particular"],
        "notice": "An unofficial kit",
        "build": "0123abcd",
    }
    return typeset(markdown, **(given | more))


def refusals(markdown: str, **more: Any) -> list[str]:
    with pytest.raises(DataError) as caught:
        print_rules(markdown, **more)
    return [str(finding) for finding in caught.value.findings]


def bookmarks(data: bytes) -> list[tuple[int, str, int]]:
    """Return depth, title and page of every bookmark in order."""
    with pikepdf.open(BytesIO(data)) as pdf, pdf.open_outline() as outline:
        pages = {page.obj.objgen: number for number, page in enumerate(pdf.pages, start=1)}

        def walk(items: Any, depth: int) -> Iterator[tuple[int, str, int]]:
            for item in items:
                yield depth, item.title, pages[item.destination[0].objgen]
                yield from walk(item.children, depth + 1)

        return list(walk(outline.root, 0))
