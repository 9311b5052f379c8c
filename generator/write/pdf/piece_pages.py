"""Write faces one by one as pages of a PDF, each as large as itself, with a TrimBox and a BleedBox."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from generator.geometry.matrix import Matrix
from generator.geometry.path import rectangle_segments, transform_segments
from generator.geometry.tolerances import ROUNDING
from generator.geometry.types import Box, Segment
from generator.model.paper import Paper
from generator.model.picture import Clip, Font, Group, Paint, Path, Picture, Shape, Text
from generator.write.pdf.document import PdfFile
from generator.write.pdf.pages import PageBoxes, PageStream, PdfPageDrawer
from generator.write.spool import Spool

if TYPE_CHECKING:
    from generator.write.pdf.resources import Repack

_STRIP = 0.2  # mm along the edge of the art, which are drawn out
_RING = 0.5  # mm along the outline of art that is no rectangle
_RIM = 0.15  # mm within that outline, in which art may end
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


def fill_bleed(page: PiecePage, outline: tuple[Segment, ...] = ()) -> PiecePage:
    """Return a page whose art fills it: where its bleed is short, its outermost strip is drawn out.

    That is the strip along the outline, if one is given, as of a disc. Texts are not drawn out: they end well before
    the cut, and programs that read the page would find them twice.

    The bleed that `impose` makes is another piece of code, in templates/macros/art.svg.j2: it is part of the game, so
    that sheets, studio and exports show the same, and it reflects the file of a picture, which stays packed as it is.
    """
    if not is_bleed_short(page):
        return page
    picture = page.picture
    copied = Group(tuple(_leave_out_texts(picture.shapes)))
    under = _enlarge_art(page, copied, outline) if outline else _stretch_edges(page, copied)
    art = Clip(rectangle_segments(picture.x, picture.y, picture.width, picture.height))
    shapes = *under, Group(picture.shapes, clip=art)
    return page._replace(picture=Picture(*page.box, shapes), clip=rectangle_segments(*page.box))


def _enlarge_art(page: PiecePage, art: Group, outline: tuple[Segment, ...]) -> Iterator[Group]:
    """Yield copies of the art within its outline, each smaller than the one before by a thin ring."""
    wide, high = page.trim[2:]
    bleed = -page.box[0]
    steps, radius = ceil(bleed / _RING), min(wide, high) / 2

    def scale_about_middle(scale: float) -> Matrix:
        return scale, 0.0, 0.0, scale, wide / 2 * (1 - scale), high / 2 * (1 - scale)

    inner = Clip(transform_segments(outline, scale_about_middle(1 - _RIM / radius)))
    for step in range(steps, 0, -1):
        scale = (radius + bleed * step / steps) / (radius - _RIM)
        yield Group((art,), scale_about_middle(scale), clip=inner)


def _stretch_edges(page: PiecePage, art: Group) -> Iterator[Group]:
    """Yield the outermost strips of the art, drawn out to the edges and the corners of the page."""
    picture, (x, y, width, height) = page.picture, page.box
    for column in _stretch_span(x, width, picture.x, picture.width):
        for row in _stretch_span(y, height, picture.y, picture.height):
            if column.scale != 1.0 or row.scale != 1.0:
                region = Clip(rectangle_segments(column.start, row.start, column.length, row.length))
                matrix = column.scale, 0.0, 0.0, row.scale, column.shift, row.shift
                yield Group((Group((art,), matrix),), clip=region)


class _Stretch(NamedTuple):
    """A part of a page along one axis, and the scale and shift by which the art fills it."""

    start: float
    length: float
    scale: float = 1.0
    shift: float = 0.0


def _stretch_span(start: float, length: float, art: float, extent: float) -> list[_Stretch]:
    """Return the parts of a page along one axis: the art as it is, and its outermost strips drawn out to the ends."""
    before, after = art - start, start + length - art - extent
    parts = [_Stretch(art, extent)]
    if before > ROUNDING:
        parts.append(_Stretch(start, before, before / _STRIP, start - art * before / _STRIP))
    if after > ROUNDING:
        end, scale = art + extent, after / _STRIP
        parts.append(_Stretch(end, after, scale, end - (end - _STRIP) * scale))
    return parts


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
    repack: "Repack | None" = None,
) -> Spool:
    """Return a PDF with these pages; `find` returns the font of a family, weight and slant.

    Equal pages are drawn once. `bookmarks` are titles by the index of a page; `repack` gives images other colors.
    """
    subject = "pieces of a game, one side on each page"
    file = PdfFile(Paper("piece", *pages[0].size), title, "none", find, subject=subject, repack=repack)
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
    return file.to_spool()


def _shift(box: Box, page: Box) -> Box:
    """Return a box in the coordinates of the page."""
    return box[0] - page[0], box[1] - page[1], box[2], box[3]
