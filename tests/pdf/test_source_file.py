"""Pages of a stranger's PDF as they are shown: turned, cropped and enlarged, and what stays behind."""

import pickle
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, Stream
from reportlab.pdfgen.canvas import Canvas

from generator.model.finding import DrawingError
from generator.pdf.cleaning import MOST_OPERATORS
from generator.pdf.raster import render_region
from generator.pdf.source_file import LONGEST_PAGE, PdfSource, open_source
from tests.pdf.documents import MM, change_pdf, color_at, extract_text, make_pdf, render
from tests.samples import for_each

RED, WHITE = (255, 0, 0), (255, 255, 255)


def draw_corner(canvas: Canvas) -> None:
    """Draw a red box of 20 x 10 mm whose lower left corner is 30 mm from the left and 40 mm from the bottom."""
    canvas.setFillColorRGB(1, 0, 0)
    canvas.rect(30, 40, 20, 10, stroke=0, fill=1)


def say(text: str) -> Callable[[Canvas], None]:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(20, 200, text)

    return draw


def read_page(data: bytes, number: int = 1) -> Any:
    return PdfSource(data, "deck.pdf").read_page(number)


def refuse(data: bytes) -> str:
    with pytest.raises(DrawingError) as refused:
        read_page(data)
    return refused.value.message


@for_each(
    [
        (0, (160, 250), (31, 201)),
        (90, (250, 160), (49, 31)),
        (180, (160, 250), (129, 49)),
        (270, (250, 160), (201, 129)),
    ]
)
def test_a_page_is_turned_and_cropped_as_it_is_shown(
    turn: int, size: tuple[float, float], spot: tuple[float, float]
) -> None:
    def change(pdf: Pdf) -> None:
        page = pdf.pages[0]
        page.Rotate = turn
        page.CropBox = Array([-5 * MM, 0, 160 * MM, 250 * MM])  # reaches out of the page, which it does not enlarge

    art = read_page(change_pdf(make_pdf(draw_corner), change))
    assert (round(art.width, 3), round(art.height, 3)) == size
    image = render(art.data)
    assert image.size == pytest.approx((2 * size[0], 2 * size[1]), abs=1)
    assert color_at(image, *spot) == RED
    outer = {(-3, 0), (3, 0), (0, -3), (0, 3)}
    near = [color_at(image, spot[0] + x, spot[1] + y) for x, y in outer]
    assert sorted(near) == [RED, RED, WHITE, WHITE], "the corner of the box"


def test_a_rotation_above_in_the_tree_and_a_user_unit_count() -> None:
    def change(pdf: Pdf) -> None:
        del pdf.pages[0].Rotate
        pdf.Root.Pages.Rotate = 90
        pdf.pages[0].UserUnit = 2

    art = read_page(change_pdf(make_pdf(draw_corner), change))
    assert (round(art.width, 2), round(art.height, 2)) == (594, 420)
    assert color_at(render(art.data), 90, 70) == RED
    assert color_at(render(art.data), 78, 70) == WHITE


def test_a_region_is_rendered_by_itself() -> None:
    art = read_page(make_pdf(draw_corner))
    image = render_region(art.data, (28, 245, 24, 14), 25.4)
    assert image.size == (24, 14)
    assert image.getpixel((3, 3)) == (255, 0, 0, 255)
    assert image.getchannel("A").getpixel((0, 0)) == 0, "paper is not part of it"


def test_the_same_page_is_the_same_bytes_and_text_stays_text(tmp_path: Path) -> None:
    data = make_pdf(say("first"), say("second"))
    assert read_page(data, 2) == read_page(data, 2)
    assert extract_text(read_page(data, 2).data, tmp_path).strip() == "second"
    assert open_source(data, "deck.pdf") is open_source(data, "deck.pdf")
    assert pickle.loads(pickle.dumps(read_page(data))) == read_page(data)


def add_note(pdf: Pdf, flags: int, color: tuple[float, float, float], at: float, **more: Any) -> None:
    draw = " ".join(map(str, color)) + " rg 0 0 20 20 re f"
    seen = pdf.make_indirect(
        Stream(pdf, draw.encode(), Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 20, 20]))
    )
    rect = Array([at, 100, at + 20, 120])
    note = Dictionary(Type=Name.Annot, Subtype=Name.Square, Rect=rect, F=flags, AP=Dictionary(N=seen), **more)
    page = pdf.pages[0]
    page.Annots = Array([*page.get("/Annots", ()), pdf.make_indirect(note)])


def test_visible_notes_are_drawn_and_hidden_ones_are_left_behind() -> None:
    def change(pdf: Pdf) -> None:
        add_note(pdf, 4, (1, 0, 0), 100, A=Dictionary(S=Name.JavaScript, JS="app.alert(1)"))
        add_note(pdf, 2, (0, 1, 0), 200)

    image = render(read_page(change_pdf(make_pdf(say("x")), change)).data)
    assert color_at(image, 110 / MM, 297 - 110 / MM) == RED
    assert color_at(image, 210 / MM, 297 - 110 / MM) == WHITE


def add_layers(pdf: Pdf) -> None:
    """Draw text, a box and a form on a layer that is hidden, and text on one that is seen."""
    seen, hidden = (pdf.make_indirect(Dictionary(Type=Name.OCG, Name=name)) for name in ("seen", "hidden"))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([seen, hidden]), D=Dictionary(OFF=Array([hidden])))
    page = pdf.pages[0]
    both = pdf.make_indirect(Dictionary(Type=Name.OCMD, OCGs=Array([seen, hidden]), P=Name.AllOn))
    page.Resources.Properties = Dictionary(A=seen, B=hidden, C=both)
    form = Stream(
        pdf, b"0 0 1 rg 300 300 50 50 re f", Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 999, 999])
    )
    form.OC = hidden
    page.Resources.XObject = Dictionary(X=form)
    page.contents_add(
        b"/X Do BT /F1 12 Tf 50 50 Td /OC /A BDC (told) Tj EMC /OC /B BDC (secret) Tj EMC ET "
        b"/OC /C BDC q 1 0 0 rg 100 100 50 50 re f Q EMC /OC /B BDC /Span BMC 1 0 0 rg 200 200 50 50 re f EMC EMC "
        b"200 300 50 50 re f"
    )


def test_hidden_layers_are_left_behind(tmp_path: Path) -> None:
    art = read_page(change_pdf(make_pdf(say("x")), add_layers))
    text = extract_text(art.data, tmp_path)
    assert "told" in text
    assert "secret" not in text
    image = render(art.data)
    for x, y in ((110, 110), (210, 210), (310, 310)):
        assert color_at(image, x / MM, 297 - y / MM) == WHITE
    assert color_at(image, 210 / MM, 297 - 310 / MM) == RED, "the color that a hidden part sets stays set"
    assert b"/OC" not in art.data


def test_a_layer_that_is_off_at_first_may_be_turned_on(tmp_path: Path) -> None:
    def change(pdf: Pdf) -> None:
        add_layers(pdf)
        _, hidden = pdf.Root.OCProperties.OCGs
        pdf.Root.OCProperties.D = Dictionary(BaseState=Name.OFF, ON=Array([hidden]))

    text = extract_text(read_page(change_pdf(make_pdf(say("x")), change)).data, tmp_path)
    assert "secret" in text
    assert "told" not in text


def add_actions(pdf: Pdf) -> None:
    script = Dictionary(S=Name.JavaScript, JS="app.alert('attack')")
    pdf.Root.OpenAction = script
    pdf.Root.Names = Dictionary(JavaScript=Dictionary(Names=Array(["a", script])))
    page = pdf.pages[0]
    page.AA = Dictionary(O=script)
    page.Metadata = Stream(pdf, b"secret metadata")
    page.Resources.ExtGState = Dictionary(JS=Dictionary(ca=1.0, PieceInfo=Dictionary(A=script)))
    page.Resources.XObject = Dictionary(
        PS=Stream(pdf, b"showpage", Type=Name.XObject, Subtype=Name.PS), Unused=Stream(pdf, b"attack")
    )
    page.contents_add(b"/JS gs /PS Do")
    pdf.attachments["a.txt"] = b"attack"


def test_what_does_more_than_draw_is_left_behind() -> None:
    art = read_page(change_pdf(make_pdf(say("x")), add_actions))
    with pikepdf.open(BytesIO(art.data)) as pdf:
        held = b" ".join(each.unparse(resolved=True) for each in pdf.objects if not isinstance(each, Stream))
        held += b" ".join(
            each.stream_dict.unparse() + each.read_bytes() for each in pdf.objects if isinstance(each, Stream)
        )
    assert b"Helvetica" in held
    for name in (b"JavaScript", b"JS", b"attack", b"secret", b"/AA", b"OpenAction", b"/PS", b"showpage", b"PieceInfo"):
        assert name not in held


def test_a_page_with_resources_that_hold_the_forms_that_use_them_is_read(tmp_path: Path) -> None:
    def change(pdf: Pdf) -> None:
        page = pdf.pages[0]
        shared = pdf.make_indirect(page.Resources)
        page.Resources = shared
        form = Stream(pdf, b"BT /F1 9 Tf 50 50 Td (inner) Tj ET", Type=Name.XObject, Subtype=Name.Form)
        form.BBox, form.Resources = Array([0, 0, 500, 500]), shared
        shared.XObject = Dictionary(X=form)
        page.contents_add(b"/X Do")

    assert "inner" in extract_text(read_page(change_pdf(make_pdf(say("x")), change)).data, tmp_path)


def add_forms(pdf: Pdf, deep: int, times: int, loops: bool = False) -> None:
    """Add forms each of which draws the next one some times."""
    inner = Stream(pdf, b"0 0 9 9 re f", Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 9, 9]))
    first = inner = pdf.make_indirect(inner)
    for _ in range(deep):
        outer = Stream(pdf, b"/X Do " * times, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 9, 9]))
        outer.Resources = Dictionary(XObject=Dictionary(X=inner))
        inner = pdf.make_indirect(outer)
    if loops:
        first.Resources = Dictionary(XObject=Dictionary(X=inner))
        first.write(b"/X Do")
    pdf.pages[0].Resources.XObject = Dictionary(X=inner)
    pdf.pages[0].contents_add(b"/X Do")


def test_forms_that_multiply_or_draw_themselves_are_refused() -> None:
    data = make_pdf(say("x"))
    assert refuse(change_pdf(data, lambda pdf: add_forms(pdf, 10, 9))) == (
        f"page 1 of deck.pdf draws more than {MOST_OPERATORS:,} operators"
    )
    assert "holds itself" in refuse(change_pdf(data, lambda pdf: add_forms(pdf, 2, 1, loops=True)))
    assert "too many within one another" in refuse(change_pdf(data, lambda pdf: add_forms(pdf, 99, 1)))
    assert read_page(change_pdf(data, lambda pdf: add_forms(pdf, 20, 1))).width > 0


def test_operators_that_unpack_to_too_much_are_refused() -> None:
    def change(pdf: Pdf) -> None:
        pdf.pages[0].Contents = pdf.make_stream(b" " * 65 * 1024 * 1024)

    data = change_pdf(make_pdf(say("x")), change)
    assert len(data) < 500_000
    assert "operators of more than 64 MiB" in refuse(data)


def test_a_huge_image_is_refused() -> None:
    def change(pdf: Pdf) -> None:
        image = Stream(pdf, b"", Type=Name.XObject, Subtype=Name.Image, Width=90_000, Height=90_000, BitsPerComponent=8)
        image.ColorSpace = Name.DeviceGray
        pdf.pages[0].Resources.XObject = Dictionary(X=image)
        pdf.pages[0].contents_add(b"/X Do")

    assert "an image of more than 80,000,000 pixels" in refuse(change_pdf(make_pdf(say("x")), change))


def test_what_may_not_be_changed_but_printed_is_read_without_a_password() -> None:
    allow = pikepdf.Permissions(extract=False, modify_other=False, modify_assembly=False)
    locked = pikepdf.Encryption(owner="o", user="", allow=allow)
    data = make_pdf(say("x"))
    assert read_page(change_pdf(data, lambda _: None, encryption=locked), 1).data == read_page(data, 1).data


def test_encrypted_broken_and_odd_files_are_refused_in_one_line() -> None:
    data = make_pdf(say("x"))
    locked = change_pdf(data, lambda _: None, encryption=pikepdf.Encryption(owner="o", user="u"))
    assert refuse(locked).startswith("deck.pdf is encrypted; save it without a password")
    allow = pikepdf.Permissions(print_highres=False)
    barred = change_pdf(data, lambda _: None, encryption=pikepdf.Encryption(owner="o", user="", allow=allow))
    assert refuse(barred) == "deck.pdf is encrypted and may not be printed; ask its maker for one that may"
    assert refuse(b"%PDF-1.4 nothing") == (
        "deck.pdf is not a valid PDF, or damaged; open and save it with another program"
    )
    form = Dictionary(XFA="<xdp/>", Fields=Array())
    assert "(XFA)" in refuse(change_pdf(data, lambda pdf: setattr(pdf.Root, "AcroForm", form)))
    huge = refuse(make_pdf(say("x"), size=(3000, 100)))
    assert huge == f"page 1 of deck.pdf has 3,000 x 100 mm; 5 to {LONGEST_PAGE:,g} are read"
    with pytest.raises(DrawingError, match="has one page, so no page 2"):
        read_page(data, 2)


def test_names_that_look_like_actions_are_renamed(tmp_path: Path) -> None:
    def change(pdf: Pdf) -> None:
        page = pdf.pages[0]
        page.Resources.Font = Dictionary(A=page.Resources.Font["/F1"])
        page.contents_add(b"BT /A 9 Tf 50 50 Td (still) Tj ET")

    art = read_page(change_pdf(make_pdf(lambda canvas: None), lambda pdf: None))
    assert art.width > 0
    art = read_page(change_pdf(make_pdf(say("x")), change))
    assert "still" in extract_text(art.data, tmp_path)
    with pikepdf.open(BytesIO(art.data)) as pdf:
        assert set(pdf.pages[0].Resources.XObject.P.Resources.Font.keys()) == {"/GfF0"}


def test_a_font_of_drawings_keeps_its_glyphs() -> None:
    def change(pdf: Pdf) -> None:
        glyph = Stream(pdf, b"1000 0 0 0 750 750 d1 0 0 750 750 re f")
        font = Dictionary(Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 750, 750]))
        font.FontMatrix, font.FirstChar, font.LastChar = Array([0.001, 0, 0, 0.001, 0, 0]), 97, 97
        font.CharProcs, font.Widths = Dictionary(A=glyph), Array([1000])
        font.Encoding = Dictionary(Type=Name.Encoding, Differences=Array([97, Name.A]))
        page = pdf.pages[0]
        page.Resources.Font = Dictionary(T=pdf.make_indirect(font))
        page.contents_add(b"1 0 0 rg BT /T 100 Tf 100 100 Td (a) Tj ET")

    image = render(read_page(change_pdf(make_pdf(draw_corner), change)).data)
    assert color_at(image, 130 / MM, 297 - 130 / MM) == RED
