"""Write pictures as the pages of a PDF, one each, so that they can be looked at as they would print."""

from collections.abc import Callable, Sequence

from generator.model.paper import Paper
from generator.model.picture import Font, Group, Picture
from generator.write.pdf.document import PdfFile
from generator.write.pdf.pages import PdfPageDrawer

_UNPACKED = 0  # the level of compressing: the file is read at once, and never kept


def write_picture_pages(pictures: Sequence[Picture], find: Callable[[str, int, bool], Font]) -> bytes:
    """Return a PDF in which each picture, with its bleed, fills the top left corner of a page.

    All pages are as large as the widest and the tallest picture. `find` returns the font of a family, weight and slant.
    """
    paper = Paper("pictures", max(each.width for each in pictures), max(each.height for each in pictures))
    file, drawer = PdfFile(paper, "pictures", "none", find, level=_UNPACKED), PdfPageDrawer(paper)
    pages = [drawer.draw_picture(_move_to_corner(each), level=_UNPACKED) for each in pictures]
    file.add_definitions(drawer.definitions)
    for page in pages:
        file.add_page(page)
    return file.to_bytes()


def _move_to_corner(picture: Picture) -> Picture:
    if not picture.x and not picture.y:
        return picture
    moved = Group(picture.shapes, (1.0, 0.0, 0.0, 1.0, -picture.x, -picture.y))
    return Picture(0.0, 0.0, picture.width, picture.height, (moved,))
