"""Bind drawn pages into one PDF, held by reportlab.

Lengths are given in mm and written in points (72 to the inch). Equal input gives equal bytes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from generator.model.paper import BackLayout, Paper
from generator.model.picture import Font, Picture
from generator.write.coordinates import format_number
from generator.write.pdf.pages import (
    LEVEL,
    POINT,
    LooseStream,
    PageBoxes,
    PageStream,
    PdfDefinitions,
    PdfPageDrawer,
    blank_page,
    merge_definitions,
    read_operators,
)
from generator.write.spool import Spool
from generator.write.writer import PutFile, SheetPlan, SheetSide

if TYPE_CHECKING:
    from generator.write.pdf.resources import Repack

_SHORT = 4000  # bytes of a compressed stream up to which it is kept for sharing: about a sheet of backs


SHEETS = "print-and-play sheets; print at 100%"  # the subject of a PDF


class PdfFile:
    """A PDF that is written page by page; `find` returns the font of a family, weight and slant.

    `repack` gives images in RGB other colors. `level` is that of compressing what pages share.
    """

    def __init__(
        self,
        paper: Paper,
        title: str,
        flip: BackLayout,
        find: Callable[[str, int, bool], Font],
        subject: str = SHEETS,
        repack: "Repack | None" = None,
        level: int = LEVEL,
    ) -> None:
        from generator.fonts import reportlab_internals  # a slow import: another process may be drawing meanwhile
        from generator.write.pdf.resources import SharedResources

        self._reportlab = reportlab_internals
        size = paper.width * POINT, paper.height * POINT
        self._canvas = reportlab_internals.BareCanvas(
            BytesIO(), pagesize=size, pageCompression=1, invariant=1, lang="en", pdfVersion=(1, 7)
        )
        self._canvas.setTitle(title)
        self._canvas.setCreator("gutterfold")
        self._canvas.setAuthor("gutterfold")
        self._canvas.setSubject(subject)
        self._canvas.setViewerPreference("PrintScaling", "None")
        duplex = {
            "long-edge": "DuplexFlipLongEdge",
            "short-edge": "DuplexFlipShortEdge",
            "fold": "Simplex",
            "none": "Simplex",
        }[flip]
        self._canvas.setViewerPreference("Duplex", duplex)
        self._canvas.showOutline()
        self._document = self._reportlab.document_of(self._canvas)
        self._shared = SharedResources(self._document, find, repack=repack)
        self._shared.level = level
        self._media = " ".join(map(format_number, (0, 0, *size)))
        self._streams: dict[bytes, Any] = {}
        self.pages = 0

    def add_definitions(self, definitions: PdfDefinitions) -> None:
        """Add definitions that the next pages refer to; known names are kept."""
        self._shared.add_definitions(definitions)

    def add_bookmark(self, title: str, level: int = 0) -> None:
        """Add the next page to the outline."""
        key = f"p{self.pages}.{title}"
        self._canvas.bookmarkPage(key, fit="Fit")
        self._canvas.addOutlineEntry(title, key, level)

    def add_page(self, drawn: PageStream, size: PageBoxes | None = None) -> None:
        """Add a page, of the file's size unless another is given; equal pages, such as backs, share one stream."""
        if isinstance(drawn, str | LooseStream):
            drawn = self._shared.compress_operators(read_operators(drawn))
        stream = self._streams.get(drawn)
        if stream is None:
            stream = self._document.Reference(self._reportlab.PackedStream(content=drawn), f"C{self.pages}")
            if len(drawn) < _SHORT:
                self._streams[drawn] = stream
        boxes = f"/MediaBox [{self._media}] /TrimBox [{self._media}]" if size is None else size.format()
        self._document.addPage(self._reportlab.SheetPage(stream, self._shared.resources, boxes.encode()))
        self.pages += 1

    def reorder_pages(self, order: Sequence[int]) -> None:
        """Put the pages into another order, given as their numbers so far; bookmarks follow their pages."""
        self._reportlab.reorder_pages(self._document, order)

    def to_spool(self) -> Spool:
        """Return the file, which is written object by object: its images are not held."""
        from generator.fonts.pdf_output import write_document

        if not self.pages:
            self.add_page(blank_page())
        spool = Spool()
        write_document(self._document, self._canvas, spool)
        return spool

    def to_bytes(self) -> bytes:
        """Return the bytes of the file."""
        return b"".join(self.to_spool().read_blocks())


_INSTRUCTIONS, _CUTS = "", " "  # in place of a part's id


class PdfBatch(NamedTuple):
    """Pages with the ids of the parts on each, what they refer to, and pages for the end of the file.

    `labels` are the operators of the label on each page, which are different in every build.
    """

    definitions: PdfDefinitions
    pages: list[tuple[PageStream, tuple[str, ...]]]
    last: Sequence[tuple[PageStream, tuple[str, ...]]] = ()
    labels: Sequence[str] = ()


class PdfPieces(Struct, frozen=True):
    """The operators of the pieces of each page, and what they refer to."""

    definitions: PdfDefinitions
    pages: list[str]


class PdfWriter:
    """Draws pages of operators, and binds them into one file."""

    pieces_type = PdfPieces

    def __init__(self, plan: SheetPlan) -> None:
        self._plan = plan
        self._file: PdfFile | None = None
        self._untitled = {_INSTRUCTIONS: "How to print", _CUTS: "How to cut", **plan.part_titles}
        self._last: list[tuple[PageStream, tuple[str, ...]]] = []

    def open(self) -> None:
        """Start the document; this imports reportlab."""
        plan = self._plan
        self._file = PdfFile(plan.paper, f"{plan.title}: sheets", plan.backs, plan.find_font)

    def draw_instructions(self, pages: Sequence[Picture], behind: Picture, put: PutFile) -> PdfBatch:
        """Draw the first page; where sheets have backs, the page behind it follows. Other pages are bound at the end.

        The page behind has a mark on it, because some printer drivers skip blank pages and would shift every back.
        """
        plan = self._plan
        ink = PdfPageDrawer(plan.paper)
        front, back = plan.find_correction("front"), plan.find_correction("back")
        first, *rest = pages
        drawn: list[tuple[PageStream, tuple[str, ...]]] = [(ink.draw_picture(first, front), (_INSTRUCTIONS,))]
        if plan.sides == 2 and not plan.are_backs_last:
            drawn.append((ink.draw_picture(rest[0] if rest else behind, back), (_CUTS,) if rest else ()))
            rest = rest[1:]
        return PdfBatch(ink.definitions, drawn, [(ink.draw_picture(each, front), (_CUTS,)) for each in rest])

    def draw_pieces(self, sides: Sequence[SheetSide]) -> PdfPieces:
        """Draw the pieces of each side."""
        ink = PdfPageDrawer(self._plan.paper)
        pages = [ink.draw_pieces(side.page, side.faces) for side in sides]
        return PdfPieces(ink.definitions, pages)

    def draw_sides(self, sides: Sequence[SheetSide], pieces: PdfPieces, put: PutFile) -> PdfBatch:
        """Draw one page for each side around its pieces."""
        ink = PdfPageDrawer(self._plan.paper)
        pages, labels = list[tuple[PageStream, tuple[str, ...]]](), list[str]()
        for side, drawn in zip(sides, pieces.pages, strict=True):
            margin = ink.draw_margin(side.page)
            page = ink.join_page(margin, drawn, self._plan.find_correction(side.page.side))
            pages.append((page, tuple(part.id for part in side.page.parts)))
            labels.append(margin.label)
        return PdfBatch(merge_definitions(ink.definitions, pieces.definitions), pages, labels=labels)

    def locate(self, side: SheetSide) -> int:
        """Return the number of the page; those of the instructions come first."""
        return self._plan.find_page(side.number)

    def bind(self, drawn: PdfBatch) -> None:
        """Add pages, with a bookmark where a part appears for the first time."""
        assert self._file is not None
        self._file.add_definitions(drawn.definitions)
        self._last += drawn.last
        self._add_pages(drawn.pages)

    def _add_pages(self, pages: Iterable[tuple[PageStream, tuple[str, ...]]]) -> None:
        assert self._file is not None
        for page, names in pages:
            for name in names:
                if name in self._untitled:
                    self._file.add_bookmark(self._untitled.pop(name))
            self._file.add_page(page)

    def close(self) -> Iterator[tuple[str, Spool]]:
        """Yield the PDF."""
        assert self._file is not None
        if self._plan.are_backs_last:
            sides = range(1, 2 * self._plan.sheets + 1)
            before = self._plan.pages_before
            order = (before + side for side in sorted(sides, key=self._plan.find_page))
            self._file.reorder_pages([*range(1, before + 1), *order])
        self._add_pages(self._last)
        yield f"{self._plan.game}-sheets-{self._plan.paper.name}.pdf", self._file.to_spool()


def bind_pages(plan: SheetPlan, batches: Sequence[PdfBatch], pages: Iterable[PageStream]) -> bytes:
    """Return a PDF of some pages that refer to the definitions of drawn batches."""
    file = PdfFile(plan.paper, plan.title, "none", plan.find_font)
    for batch in batches:
        file.add_definitions(batch.definitions)
    for page in pages:
        file.add_page(page)
    return file.to_bytes()
