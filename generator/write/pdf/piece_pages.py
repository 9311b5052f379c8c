"""Write faces one by one as pages of a PDF, each as large as itself, with a TrimBox and a BleedBox."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from generator.geometry.matrix import Matrix
from generator.geometry.path import rectangle_segments
from generator.geometry.tolerances import ROUNDING
from generator.geometry.types import Box, Segment
from generator.model.paper import Paper
from generator.model.picture import Clip, Font, Group, Paint, Path, Picture, Shape, Text
from generator.write.pdf.document import PdfFile
from generator.write.pdf.pages import PageBoxes, PageStream, PdfPageDrawer

_NO_BOOKMARKS: Mapping[int, str] = MappingProxyType({})


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


def blank_page_like(page: PiecePage) -> PiecePage:
    """Return an empty page with the boxes of another."""
    return page._replace(picture=replace(page.picture, shapes=()), clip=())


def is_bleed_short(page: PiecePage) -> bool:
    """Return whether art ends before the page does."""
    x, y, _, _ = page.box
    return page.picture.x > x + ROUNDING or page.picture.y > y + ROUNDING


def fill_bleed(page: PiecePage) -> PiecePage:
    """Return a page whose art fills it: where its bleed is short, an enlarged copy of the face lies under it.

    Texts are not copied: they end well before the cut, and programs that read the page would find them twice.
    """
    if not is_bleed_short(page):
        return page
    picture, (x, y, width, height) = page.picture, page.box
    across, down = width / picture.width, height / picture.height
    under: Matrix = (across, 0.0, 0.0, down, x - picture.x * across, y - picture.y * down)
    art = rectangle_segments(picture.x, picture.y, picture.width, picture.height)
    ring = Clip((*rectangle_segments(*page.box), *art), even_odd=True)
    copied = Group((Group((Group(tuple(_leave_out_texts(picture.shapes)), clip=Clip(art)),), under),), clip=ring)
    shapes = copied, Group(picture.shapes, clip=Clip(art))
    return page._replace(picture=Picture(*page.box, shapes), clip=rectangle_segments(*page.box))


def _leave_out_texts(shapes: Iterable[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield replace(shape, shapes=tuple(_leave_out_texts(shape.shapes)))
        elif not isinstance(shape, Text):
            yield shape


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


def write_piece_pages(
    pages: Sequence[PiecePage],
    title: str,
    find: Callable[[str, int, bool], Font],
    bookmarks: Mapping[int, str] = _NO_BOOKMARKS,
) -> bytes:
    """Return a PDF with these pages; `find` returns the font of a family, weight and slant.

    Equal pages are drawn once. `bookmarks` are titles by the index of a page.
    """
    file = PdfFile(Paper("piece", *pages[0].size), title, "none", find, "pieces of a game, one side on each page")
    drawn = dict[PiecePage, PageStream]()
    for page in pages:
        if page not in drawn:
            drawer = PdfPageDrawer(Paper("piece", *page.size))
            drawn[page] = drawer.draw_picture(move_to_page(page))
            file.add_definitions(drawer.definitions)
    for index, page in enumerate(pages):
        if index in bookmarks:
            file.add_bookmark(bookmarks[index])
        file.add_page(drawn[page], PageBoxes(*page.size, _shift(page.trim, page.box), _shift(page.bleed, page.box)))
    return file.to_bytes()


def _shift(box: Box, page: Box) -> Box:
    """Return a box in the coordinates of the page."""
    return box[0] - page[0], box[1] - page[1], box[2], box[3]
