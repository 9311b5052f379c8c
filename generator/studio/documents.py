"""Show the pages of finished PDFs as images."""

import asyncio
import json
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from generator.safety.files import read_regular_file

_RULES = "Rules, page by page"
SMALL, LARGE = 60, 150  # dpi of pages beside one another, and of one page alone
_MOST_BYTES = 64 * 1024 * 1024  # of a manifest
_LOCK = Lock()  # PDFium may be used by one thread at a time


class ShownDocument(NamedTuple):
    """A PDF of a kit: its name, its title, and the width and height of each page in whole points."""

    name: str
    title: str
    sizes: tuple[tuple[int, int], ...]

    @property
    def pages(self) -> int:
        """Return how many pages it has."""
        return len(self.sizes)

    @property
    def has_spreads(self) -> bool:
        """Return whether two pages lie side by side when it is read: those of rules, not those of sheets."""
        return self.title.startswith(_RULES) and self.pages > 2


def list_documents(files: Mapping[str, Path]) -> list[ShownDocument]:
    """Return the PDFs of a kit that can be opened."""
    shown = []
    for name, path in files.items():
        if path.suffix == ".pdf":
            stamp = path.stat().st_mtime_ns
            shown.append(ShownDocument(name, _name_document(name), _measure_pages(path, stamp)))
    return shown


def find_first_sheet(manifest: Path) -> int:
    """Return the page of a kit's sheets on which its first piece lies, from 1; how to print is told before it."""
    placements = json.loads(read_regular_file(manifest, _MOST_BYTES))["placements"]
    return min((row["pdf_page"] for row in placements), default=1)


def _name_document(name: str) -> str:
    """Return what a file of a kit is called on the page."""
    if "sheets" in name:
        return "Sheets"
    said = name.removesuffix(".pdf").rpartition("-rules-")[2]
    on = said.removeprefix("booklet-").replace("-", " ").capitalize()
    return f"Rules, to fold and staple, {on}" if said.startswith("booklet-") else f"{_RULES}, {on}"


@lru_cache(maxsize=64)
def _measure_pages(path: Path, stamp: int) -> tuple[tuple[int, int], ...]:
    """Return the sizes of the pages of a file that was written at a time."""
    import pypdfium2

    with _LOCK, pypdfium2.PdfDocument(path) as document:
        sizes = [document.get_page_size(number) for number in range(len(document))]
    return tuple((round(width), round(height)) for width, height in sizes)


async def render_page(path: Path, number: int, dpi: int) -> bytes | None:
    """Return a page as PNG, counted from 1; None if there is none."""
    return await asyncio.to_thread(_render_page, path, path.stat().st_mtime_ns, number, dpi)


@lru_cache(maxsize=128)
def _render_page(path: Path, stamp: int, number: int, dpi: int) -> bytes | None:
    import pypdfium2

    with _LOCK, pypdfium2.PdfDocument(path) as document:
        if not 1 <= number <= len(document):
            return None
        made = BytesIO()
        document[number - 1].render(scale=dpi / 72).to_pil().save(made, "PNG")
        return made.getvalue()
