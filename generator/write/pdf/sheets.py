"""Write the sheets of a kit as one PDF with bookmarks."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from generator.model.picture import Picture
from generator.write.pdf.pages import PdfDefinitions, PdfPage, PdfPageDrawer, blank_page
from generator.write.writer import PutFile, SheetPlan, SheetSide

if TYPE_CHECKING:
    from generator.write.pdf.document import PdfFile

_INSTRUCTIONS = ""  # in place of a part's id


class PdfBatch(NamedTuple):
    """Pages with the ids of the parts on each, and the definitions that they refer to."""

    definitions: PdfDefinitions
    pages: list[tuple[PdfPage, tuple[str, ...]]]


class PdfWriter:
    """Draws pages of operators, and binds them into one file."""

    def __init__(self, plan: SheetPlan) -> None:
        self._plan = plan
        self._file: PdfFile | None = None
        self._untitled = {_INSTRUCTIONS: "How to print", **plan.part_titles}

    def open(self) -> None:
        """Start the document; this imports reportlab."""
        from generator.write.pdf.document import PdfFile

        plan = self._plan
        self._file = PdfFile(plan.paper, f"{plan.title}: sheets", plan.backs, plan.find_font)

    def draw_instructions(self, picture: Picture, put: PutFile) -> PdfBatch:
        """Draw the first page; where sheets have backs, a blank page follows."""
        ink = PdfPageDrawer(self._plan.paper)
        pages: list[tuple[PdfPage, tuple[str, ...]]] = [(ink.draw_picture(picture), (_INSTRUCTIONS,))]
        if self._plan.sides == 2:
            pages.append((blank_page(), ()))
        return PdfBatch(ink.definitions, pages)

    def draw_sides(self, sides: Sequence[SheetSide], put: PutFile) -> PdfBatch:
        """Draw one page for each side."""
        ink = PdfPageDrawer(self._plan.paper)
        pages = [(ink.draw_page(side.page, side.faces), tuple(part.id for part in side.page.parts)) for side in sides]
        return PdfBatch(ink.definitions, pages)

    def locate(self, side: SheetSide) -> int:
        """Return the number of the page; those of the instructions come first."""
        return self._plan.sides + side.number

    def bind(self, drawn: PdfBatch) -> None:
        """Add pages, with a bookmark where a part appears for the first time."""
        assert self._file is not None
        self._file.add_definitions(drawn.definitions)
        for inked, names in drawn.pages:
            for name in names:
                if name in self._untitled:
                    self._file.add_bookmark(self._untitled.pop(name))
            self._file.add_page(inked)

    def close(self) -> Iterator[tuple[str, bytes]]:
        """Yield the PDF."""
        assert self._file is not None
        yield f"{self._plan.game}-sheets-{self._plan.paper.name}.pdf", self._file.to_bytes()
