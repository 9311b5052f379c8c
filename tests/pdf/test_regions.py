"""Regions of pages: how a template writes them, and how they become images of a picture."""

from base64 import b64decode
from io import BytesIO
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, Stream
from PIL import Image as Pillow
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from generator.model.finding import DrawingError
from generator.model.paper import PAPERS
from generator.model.picture import Group, Image, Picture
from generator.pdf.regions import PageRegion, parse_region
from generator.render.svg.images import place_region
from generator.sources.choices import name_region
from generator.write.pdf.document import PdfFile
from generator.write.pdf.pages import PdfPageDrawer
from generator.write.svg.pen import SvgPen
from generator.write.svg.words import Needs
from tests.pdf.documents import MM, change_pdf, color_at, make_pdf, render
from tests.samples import for_each

RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


@for_each(
    [
        ("images/deck.pdf", PageRegion("images/deck.pdf")),
        ("a#b %.PDF#page=12", PageRegion("a#b %.PDF", 12)),
        ("d.pdf#page=3&at=12,20.5&size=63,88", PageRegion("d.pdf", 3, (12, 20.5), (63, 88))),
        ("d.pdf#page=1&at=-3,0&size=69,94&turn=270", PageRegion("d.pdf", 1, (-3, 0), (69, 94), 270)),
        ("fox.png", None),
        ("data:application/pdf", None),
    ]
)
def test_a_region_is_read_as_it_is_written(href: str, found: PageRegion | None) -> None:
    assert parse_region(href) == found


def test_what_the_readers_of_pdfs_write_can_be_read() -> None:
    href = name_region("my deck #2.pdf", 4, (12.345, 0), (63.5, 88.9), 90)
    assert parse_region(href) == PageRegion("images/my deck #2.pdf", 4, (12.345, 0), (63.5, 88.9), 90)


@for_each(["page=0", "at=1", "size=0,5", "turn=45", "zoom=2", "page=1&page=2", "at=1e3,4"])
def test_what_is_no_region_is_refused(told: str) -> None:
    with pytest.raises(DrawingError):
        parse_region(f"d.pdf#{told}")


def draw_pair(canvas: Canvas) -> None:
    """Draw a red box at the left and a blue one at the right, 20 x 30 mm each, with their tops at y = 27 mm."""
    for x, color in ((10, (1, 0, 0)), (30, (0, 0, 1))):
        canvas.setFillColorRGB(*color)
        canvas.rect(x, 240, 20, 30, stroke=0, fill=1)


DECK = make_pdf(draw_pair)
PAIR = PageRegion("d.pdf", 1, (10, 27), (40, 30))


def print_picture(*shapes: Any) -> bytes:
    """Return a PDF of a picture, as sheets are written."""
    drawer = PdfPageDrawer(PAPERS["a4"])
    drawn = drawer.draw_picture(Picture(0, 0, 210, 297, tuple(shapes)))
    file = PdfFile(PAPERS["a4"], "test", "none", lambda *_: pytest.fail("no font"))
    file.add_definitions(drawer.definitions)
    file.add_page(drawn)
    return file.to_bytes()


def test_a_region_fills_its_box_and_is_clipped_to_it() -> None:
    placed = place_region(DECK, PAIR._replace(at=(20, 27), size=(20, 30)), (100, 50, 40, 60), "xMidYMid")
    assert isinstance(placed, Image)
    assert (placed.x, placed.y, placed.width, placed.height) == (100, 50, 40, 60)
    assert placed.region == (20, 27, 20, 30)
    image = render(print_picture(placed))
    assert [color_at(image, x, 80) for x in (99, 101, 119, 121, 139, 141)] == [WHITE, RED, RED, BLUE, BLUE, WHITE]
    assert [color_at(image, 110, y) for y in (49, 51, 109, 111)] == [WHITE, RED, RED, WHITE]


@for_each([(90, (RED, RED, BLUE, BLUE)), (180, (BLUE, RED, BLUE, RED)), (270, (BLUE, BLUE, RED, RED))])
def test_a_region_is_turned_clockwise(turn: int, colors: tuple[Any, ...]) -> None:
    size = (30, 40) if turn % 180 else (40, 30)
    placed = place_region(DECK, PAIR._replace(turn=turn), (100, 100, *size), "xMidYMid")
    image = render(print_picture(placed))
    wide, high = size
    corners = [(101, 101), (99 + wide, 101), (101, 99 + high), (99 + wide, 99 + high)]
    assert tuple(color_at(image, *each) for each in corners) == colors


def test_a_box_without_a_size_takes_that_of_the_region_and_slice_crops() -> None:
    placed = place_region(DECK, PAIR, (0, 0, None, None), "xMidYMid")
    assert isinstance(placed, Image)
    assert (placed.width, placed.height) == (40, 30)
    sliced = place_region(DECK, PAIR, (0, 0, 30, 30), "xMidYMid slice")
    assert isinstance(sliced, Group)
    assert sliced.clip is not None
    with pytest.raises(DrawingError, match="shows nothing there: its page 1 has 210 x 297 mm"):
        place_region(DECK, PAIR._replace(at=(300, 0)), (0, 0, 9, 9), "none")


def draw_photos(canvas: Canvas) -> None:
    canvas.drawImage(ImageReader(BytesIO(JPEG)), 10, 240, 20, 30)


def make_jpeg() -> bytes:
    out = BytesIO()
    Pillow.effect_noise((60, 90), 50).convert("RGB").save(out, "JPEG")
    return out.getvalue()


JPEG = make_jpeg()


def list_streams(data: bytes, kind: str) -> list[bytes]:
    with pikepdf.open(BytesIO(data)) as pdf:
        streams = [each for each in pdf.objects if isinstance(each, Stream)]
        return [each.read_raw_bytes() for each in streams if each.get("/Subtype") == kind]


def test_a_page_is_embedded_once_and_what_pages_share_is_there_once() -> None:
    deck = make_pdf(draw_photos, draw_photos, draw_pair)
    places = [(page, x) for page in (1, 2) for x in range(9)]
    shapes = [
        place_region(deck, PageRegion("d.pdf", page, (10, 27), (20, 30)), (20.0 * x, 40.0 * page, 20, 30), "none")
        for page, x in places
    ]
    made = print_picture(*shapes)
    assert list_streams(made, "/Image") == list_streams(deck, "/Image"), "the bytes as they are packed, once"
    assert len(list_streams(made, "/Form")) == 1, "both pages draw the same"
    assert print_picture(*shapes) == made


def test_an_svg_holds_pixels_of_300_dpi_and_says_so() -> None:
    placed = place_region(DECK, PAIR, (0, 0, 40, 30), "none")
    needs = Needs()
    markup = SvgPen(live=False).draw([placed] if placed else [], needs)
    assert markup.startswith("<g><title>A page of a PDF, as pixels of 300 dpi</title><use ")
    (definition,) = needs.values()
    _, _, rest = definition.markup.partition("base64,")
    with Pillow.open(BytesIO(b64decode(rest.partition('"')[0]))) as opened:
        assert opened.size == (472, 354)
        assert opened.getpixel((10, 10)) == (255, 0, 0, 255)


def test_objects_of_all_kinds_are_copied() -> None:
    def change(pdf: Pdf) -> None:
        page = pdf.pages[0]
        lut = pikepdf.String(bytes(range(6)))
        page.Resources.ColorSpace = Dictionary({"/Odd name (": Array([Name.Indexed, Name.DeviceRGB, 1, lut])})
        page.Resources.ExtGState = Dictionary(G=Dictionary(ca=0.5, SMask=Name("/None"), TK=True))
        page.contents_add(b"/Odd#20name#20#28 cs 1 sc /G gs 30 60 99 99 re f")

    data = change_pdf(make_pdf(draw_pair), change)
    placed = place_region(data, PageRegion("d.pdf"), (0, 0, 210, 297), "none")
    image = render(print_picture(placed))
    assert color_at(image, 60 / MM, 297 - 90 / MM) == (129, 129, 130)
