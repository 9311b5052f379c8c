"""What a region of a page holds: its own texts and pictures, and nothing of its neighbors."""

from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream
from PIL import ImageChops
from reportlab.pdfgen.canvas import Canvas

from generator.geometry.types import Box
from generator.model.picture import Clip, Group, Image
from generator.pdf.cleaning import save_page
from generator.pdf.cutting import PageCutter
from generator.pdf.source_file import PdfSource
from generator.pdf.text_extents import GlyphWidths
from generator.render.svg.groups import narrow_regions
from tests.pdf.documents import MM, change_pdf, extract_text, make_pdf, render

LEFT, RIGHT = (20.0, 20.0, 60.0, 80.0), (80.0, 20.0, 60.0, 80.0)


def cut(data: bytes, region: Box) -> bytes:
    """Return a PDF of what is left of the first page for a region."""
    art = PdfSource(data, "deck.pdf").read_page(1)
    with pikepdf.open(BytesIO(art.data)) as pdf:
        form = PageCutter(pdf).cut_region(region)
        del pdf.pages[0]
        return save_page(pdf, form, art.width, art.height)


def check_same_look(data: bytes, region: Box) -> None:
    """Assert that a region looks as on the whole page."""
    x, y, wide, high = (2 * each for each in region)
    box = (int(x) + 1, int(y) + 1, int(x + wide) - 1, int(y + high) - 1)
    whole, part = (render(each).crop(box) for each in (data, cut(data, region)))
    assert all(channel.getextrema()[1] <= 2 for channel in ImageChops.difference(whole, part).split())  # type: ignore[operator]


def draw_two(canvas: Canvas) -> None:
    """Draw two cards side by side, whose texts are set in all ways."""
    for x, name in ((20, "left"), (80, "right")):
        canvas.setFillGray(0.9)
        canvas.setLineWidth(0.5)
        canvas.rect(x, 197, 60, 80, stroke=1, fill=1)
        canvas.setFillGray(0)
        canvas.setFont("Helvetica", 5)
        canvas.drawString(x + 5, 260, f"{name} in one line")
        text = canvas.beginText(x + 5, 240)
        text.textLines([f"{name} in more", "lines, one", "below the other"])
        canvas.drawText(text)
        canvas.saveState()
        canvas.translate(x + 55, 205)
        canvas.rotate(90)
        canvas.drawString(0, 0, f"{name} upwards")
        canvas.restoreState()


def test_each_card_holds_its_own_texts(tmp_path: Path) -> None:
    data = make_pdf(draw_two)
    for region, name, other in ((LEFT, "left", "right"), (RIGHT, "right", "left")):
        check_same_look(data, region)
        text = extract_text(cut(data, region), tmp_path)
        assert text.count(name) == 3
        assert "below the other" in text
        assert other not in text
    assert extract_text(cut(data, (150, 20, 50, 80)), tmp_path).strip() == ""


def test_what_reaches_into_a_region_is_kept(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(60, 240, "a title across both")
        canvas.setLineWidth(3)
        canvas.line(79, 200, 79, 270)
        canvas.setFillGray(0.5)
        canvas.circle(80, 220, 15, stroke=0, fill=1)

    data = make_pdf(draw_two, draw)
    both = change_pdf(data, lambda pdf: merge_pages(pdf))
    for region in (LEFT, RIGHT):
        check_same_look(both, region)
        assert "title across" in extract_text(cut(both, region), tmp_path)


def merge_pages(pdf: pikepdf.Pdf) -> None:
    first, second = pdf.pages
    first.contents_add(second.Contents.read_bytes())
    del pdf.pages[1]


def test_a_form_that_holds_a_whole_page_is_looked_into(tmp_path: Path) -> None:
    def wrap(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        entries = {"/Type": Name.XObject, "/Subtype": Name.Form, "/BBox": page.MediaBox, "/Resources": page.Resources}
        inner = Stream(pdf, page.Contents.read_bytes(), Dictionary(entries))
        page.Resources = Dictionary(XObject=Dictionary(W=inner))
        page.Contents = Stream(pdf, b"q 1 0 0 1 0 0 cm /W Do Q")

    data = change_pdf(make_pdf(draw_two), wrap)
    check_same_look(data, LEFT)
    text = extract_text(cut(data, LEFT), tmp_path)
    assert "left in one line" in text
    assert "right" not in text


def test_a_clip_and_the_colors_set_before_stay() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFillColorRGB(1, 0, 0)
        canvas.rect(150, 200, 9, 9, fill=1)  # outside; its color holds for what follows
        path = canvas.beginPath()
        path.rect(20, 197, 30, 80)
        canvas.clipPath(path, stroke=0, fill=0)
        canvas.rect(20, 197, 60, 80, stroke=0, fill=1)

    check_same_look(make_pdf(draw), LEFT)


def test_widths_of_all_kinds_of_fonts_are_known() -> None:
    wide = Dictionary(DW=500, W=Array([3, Array([250, 750]), 7, 9, 100]))
    font = Dictionary(Subtype=Name.Type0, DescendantFonts=Array([wide]))
    assert GlyphWidths(font).measure(bytes((0, 3, 0, 4, 0, 8, 0, 99))) == (1.6, 4)
    simple = Dictionary(Subtype=Name.TrueType, FirstChar=65, Widths=Array([600, 400]))
    assert GlyphWidths(simple).measure(b"AB") == (1.0, 2)
    standard = Dictionary(Subtype=Name.Type1, BaseFont=Name.Helvetica)
    assert GlyphWidths(standard).measure(b"i") == (0.222, 1)
    drawn = Dictionary(Subtype=Name.Type3, FirstChar=97, Widths=Array([50]), FontMatrix=Array([0.01, 0, 0, 0.01, 0, 0]))
    assert GlyphWidths(drawn).measure(b"a") == (0.5, 1)


def test_a_clip_in_a_template_narrows_the_region() -> None:
    art = Image(10, 10, 40, 60, "application/pdf", data=b"", key="k", region=(100.0, 100.0, 80.0, 120.0))
    clip = Clip((("M", 0, 0), ("L", 15, 0), ("L", 15, 90), ("L", 0, 90), ("Z",)))
    (kept,) = narrow_regions((art,), clip)
    assert isinstance(kept, Image)
    assert (kept.x, kept.y, kept.width, kept.height) == (10, 10, 5, 60)
    assert kept.region == (100, 100, 10, 120)
    assert kept.key != art.key
    mirrored = Group((art,), (-1.0, 0.0, 0.0, 1.0, 60.0, 0.0))  # from 10 to 50 again, the right edge first
    (group,) = narrow_regions((mirrored,), clip)
    assert isinstance(group, Group)
    (kept,) = group.shapes
    assert isinstance(kept, Image)
    assert kept.region == pytest.approx((170, 100, 10, 120))
    far = Clip((("M", 0, 0), ("L", 5, 0), ("L", 5, 5), ("Z",)))
    assert narrow_regions((art,), far) == ()
    shapes = (Group(()),)
    assert narrow_regions(shapes, clip) is shapes
    assert MM > 2
