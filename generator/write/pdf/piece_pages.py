"""Write faces one by one as pages of a PDF, each as large as itself, with a TrimBox and a BleedBox."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from generator.geometry.types import Box, Segment
from generator.model.paper import Paper
from generator.model.picture import Clip, Font, Group, Paint, Path, Picture
from generator.write.pdf.document import PdfFile
from generator.write.pdf.pages import PageBoxes, PdfPageDrawer


class PiecePage(NamedTuple):
    """A page that shows a face: the box of the page, and its trim and bleed; x, y, width, height on the face in mm."""

    picture: Picture
    box: Box
    trim: Box
    bleed: Box
    clip: tuple[Segment, ...] = ()

    @property
    def size(self) -> tuple[float, float]:
        """Return width and height of the page."""
        return self.box[2], self.box[3]


def lay_on_paper(page: PiecePage) -> PiecePage:
    """Return a page that is white inside the outline of its piece, for an image that is clear outside."""
    paper = Path(page.clip, Paint(fill="#ffffff"))
    return page._replace(picture=replace(page.picture, shapes=(paper, *page.picture.shapes)))


def move_to_page(page: PiecePage) -> Picture:
    """Return the face as a picture whose top left is that of the page."""
    shapes = page.picture.shapes
    if page.clip:
        shapes = (Group(shapes, clip=Clip(page.clip, even_odd=True)),)
    moved = Group(shapes, (1.0, 0.0, 0.0, 1.0, -page.box[0], -page.box[1]))
    return Picture(0.0, 0.0, page.box[2], page.box[3], (moved,))


def write_piece_pages(pages: Sequence[PiecePage], title: str, find: Callable[[str, int, bool], Font]) -> bytes:
    """Return a PDF with these pages; `find` returns the font of a family, weight and slant."""
    file = PdfFile(Paper("piece", *pages[0].size), title, "none", find, "pieces of a game, one side on each page")
    drawn = []
    for page in pages:
        drawer = PdfPageDrawer(Paper("piece", *page.size))
        drawn.append((drawer.draw_picture(move_to_page(page)), page))
        file.add_definitions(drawer.definitions)
    for stream, page in drawn:
        file.add_page(stream, PageBoxes(*page.size, _shift(page.trim, page.box), _shift(page.bleed, page.box)))
    return file.to_bytes()


def _shift(box: Box, page: Box) -> Box:
    """Return a box in the coordinates of the page."""
    return box[0] - page[0], box[1] - page[1], box[2], box[3]
