"""Open a PDF that somebody else made, and hand out its pages as they are shown."""

import zlib
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from logging import CRITICAL, getLogger
from typing import Any, NamedTuple

import pikepdf

from generator.geometry.matrix import Matrix
from generator.geometry.types import Box
from generator.model.finding import DrawingError
from generator.pdf.cleaning import POINT, PageCleaner, save_page
from generator.pdf.layers import Layers

getLogger("pikepdf").setLevel(CRITICAL)  # what it notices in a damaged file would reach the terminal
MOST_PDF_PAGES = 2_000
MOST_PDF_OBJECTS = 250_000  # as of a kit
MOST_PAGE_BYTES_IN_ALL = 256 * 1024 * 1024  # of the pages of all PDFs of a game that are drawn
LONGEST_PAGE = 2_500.0  # mm, either way: twice A0
_SHORTEST_PAGE = 5.0  # mm
_HEIGHTS_UP = 20  # of the tree of pages


class PdfPageArt(NamedTuple):
    """A page as it is shown, as a PDF of its own that only draws, its size in mm; `key` is the SHA-256 of its bytes."""

    data: bytes
    key: str
    width: float
    height: float


class PdfSource:
    """A PDF of somebody else; its pages are copied when they are asked for."""

    def __init__(self, data: bytes, name: str) -> None:
        self._name = name
        try:
            self._pdf = pikepdf.open(BytesIO(data))
            self._check()
            self._layers = Layers(self._pdf)
            self._flatten_notes()
            self.page_count = len(self._pdf.pages)
        except pikepdf.PasswordError:
            raise DrawingError(f"{name} is encrypted; save it without a password, or print it to a new PDF") from None
        except (pikepdf.PdfError, *_MALFORMED):
            raise DrawingError(
                f"{name} is not a valid PDF, or damaged; open and save it with another program"
            ) from None
        self._pages: dict[int, PdfPageArt] = {}

    def _check(self) -> None:
        """Refuse what has no fixed look, what may not be printed, and what is too large."""
        pdf, name = self._pdf, self._name
        if pdf.is_encrypted and not pdf.allow.print_highres:  # it opens without a password
            raise DrawingError(f"{name} is encrypted and may not be printed; ask its maker for one that may")
        if "/XFA" in pdf.Root.get("/AcroForm", {}):
            raise DrawingError(f"{name} is a form that only Adobe's programs show (XFA); print it to a new PDF")
        if len(pdf.objects) > MOST_PDF_OBJECTS or len(pdf.pages) > MOST_PDF_PAGES:
            most = f"{MOST_PDF_PAGES:,} pages and {MOST_PDF_OBJECTS:,} objects"
            raise DrawingError(f"{name} is too large: at most {most} are read; split it")
        if not len(pdf.pages):
            raise DrawingError(f"{name} has no pages")

    def _flatten_notes(self) -> None:
        """Draw the visible notes and fields of all pages as a part of them."""
        noted = [page for page in self._pdf.pages if "/Annots" in page.obj]
        if not noted:
            return
        for page in noted:
            seen = [each for each in page.obj.Annots if not self._layers.hides(each.get("/OC"))]
            page.obj.Annots = pikepdf.Array(seen)
        form = self._pdf.Root.get("/AcroForm")
        if form is not None and form.get("/NeedAppearances"):
            self._pdf.generate_appearance_streams()
        self._pdf.flatten_annotations("screen")

    def read_page(self, number: int) -> PdfPageArt:
        """Return a page; DrawingError for one that cannot be drawn."""
        if number not in self._pages:
            where = f"page {number} of {self._name}"
            try:
                self._pages[number] = self._copy_page(number, where)
            except (pikepdf.PdfError, *_MALFORMED):
                raise DrawingError(f"{where} is damaged; open and save it with another program") from None
            if sum(len(each.data) for each in self._pages.values()) > MOST_PAGE_BYTES_IN_ALL:
                most = f"{MOST_PAGE_BYTES_IN_ALL >> 20} MiB"
                raise DrawingError(f"{where} and the pages before it have more than {most} together; split the file")
        return self._pages[number]

    def _copy_page(self, number: int, where: str) -> PdfPageArt:
        box, matrix, width, height = self._lay_page(number)
        page = self._pdf.pages[number - 1]
        with pikepdf.new() as target:
            contents = page.obj.get("/Contents", pikepdf.Array())
            cleaner = PageCleaner(target, self._layers, where)
            form = cleaner.add_form(contents, page.resources, page.obj.get("/Group"), box, matrix)
            data = save_page(target, form, width, height)
        return PdfPageArt(data, sha256(data).hexdigest(), width, height)

    def _lay_page(self, number: int) -> tuple[Box, Matrix, float, float]:
        """Return what is shown of a page in its own units, the matrix from there to mm, and its size in mm."""
        if not 1 <= number <= self.page_count:
            pages = "one page" if self.page_count == 1 else f"{self.page_count} pages"
            raise DrawingError(f"{self._name} has {pages}, so no page {number}")
        page = self._pdf.pages[number - 1]
        try:
            box = _cut_box(_read_box(page.mediabox), _read_box(page.cropbox))
            unit = float(page.obj.get("/UserUnit", 1)) / POINT
            turn = int(_find_inherited(page.obj, "/Rotate") or 0) % 360
        except _MALFORMED:
            raise DrawingError(f"page {number} of {self._name} does not say its size") from None
        left, bottom, right, top = box
        matrix: Matrix = {
            90: (0.0, unit, unit, 0.0, -bottom * unit, -left * unit),
            180: (-unit, 0.0, 0.0, unit, right * unit, -bottom * unit),
            270: (0.0, -unit, -unit, 0.0, top * unit, right * unit),
        }.get(turn, (unit, 0.0, 0.0, -unit, -left * unit, top * unit))
        width, height = (right - left) * unit, (top - bottom) * unit
        if turn in (90, 270):
            width, height = height, width
        if not (min(width, height) >= _SHORTEST_PAGE and max(width, height) <= LONGEST_PAGE):
            size = f"{width:,.0f} x {height:,.0f} mm"
            raise DrawingError(
                f"page {number} of {self._name} has {size}; {_SHORTEST_PAGE:g} to {LONGEST_PAGE:,g} are read"
            )
        return box, matrix, width, height


_MALFORMED = (
    *(
        KeyError,
        ValueError,
        TypeError,
        AttributeError,
        IndexError,
        ArithmeticError,
        NotImplementedError,
        RecursionError,
    ),
    zlib.error,
)


@lru_cache(maxsize=8)
def open_source(data: bytes, name: str) -> PdfSource:
    """Return the PDF of some bytes, opened once."""
    return PdfSource(data, name)


def _read_box(told: Any) -> Box:
    x0, y0, x1, y1 = (float(each) for each in told)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _cut_box(one: Box, other: Box) -> Box:
    """Return what two boxes share; the first if they share nothing."""
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    right, top = min(one[2], other[2]), min(one[3], other[3])
    return (left, bottom, right, top) if left < right and bottom < top else one


def _find_inherited(page: Any, name: str) -> Any:
    """Return an entry of a page, or of a node above it in the tree of pages."""
    for _ in range(_HEIGHTS_UP):
        if name in page:
            return page[name]
        page = page.get("/Parent")
        if page is None:
            break
    return None
