"""Test the PDF: shared objects, text, page boxes, viewer preferences and reproducible bytes."""

import os
import re
import subprocess
import sys
import zlib
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from generator.fonts.font_book import FontBook, bundled_font
from generator.geometry.types import Segment
from generator.model.paper import PAPERS, BackLayout
from generator.model.picture import Font, Group, Image, Paint, Picture, Text
from generator.model.picture import Path as Drawn
from generator.write.pdf.document import PdfFile
from generator.write.pdf.pages import PdfPageDrawer, blank_page, merge_definitions
from tests.write.drawing_helpers import (
    PAPER,
    as_pdf,
    bind_pages,
    draw_specimen,
    list_specimens,
    make_page,
    make_part,
    place_copy,
)

A4 = PAPERS["a4"]
POINT = 72 / 25.4
BLOB: tuple[Segment, ...] = (
    ("M", 0.0, 0.0),
    *(("C", k, 1.0, k + 1.0, 2.0, k + 2.0, 3.0) for k in map(float, range(12))),
)


def open_pdf(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(data))


def draw_lines(*lines: str, family: str = "Source Sans Pro", weight: int = 400) -> Picture:
    font = bundled_font(family, weight, False)
    return Picture(0, 0, 50.8, 50.8, tuple(make_text(line, font, 4.0 + 4 * k) for k, line in enumerate(lines)))


def make_text(line: str, font: Font, y: float) -> Text:
    return Text(2, y, line, font, 3, sum(font.advances[char] for char in line) * 3, Paint())


def read_text(data: bytes, number: int = 0) -> str:
    with pypdfium2.PdfDocument(data) as document:
        found: str = document[number].get_textpage().get_text_bounded()
        return found


def list_streams(pdf: pikepdf.Pdf, kind: str) -> list[Any]:
    return [obj for obj in pdf.objects if isinstance(obj, pikepdf.Stream) and obj.get("/Subtype") == kind]


# -- shared objects ------------------------------------------------------------------------------------------------


def make_face() -> Picture:
    return Picture(
        -3,
        -3,
        26,
        36,
        (Drawn(BLOB, Paint("#d55e00")), make_text("Ace", bundled_font("Source Sans Pro", 700, False), 9)),
    )


def test_a_face_placed_several_times_is_one_form() -> None:
    part, drawer, picture = make_part(), PdfPageDrawer(A4), make_face()
    pages = [make_page(*(place_copy(part, copy, 10.0 + 30 * copy, 20.0, 3) for copy in range(1, 6))) for _ in range(3)]
    data = bind_pages(drawer, [drawer.draw_page(each, [(picture, True)] * 5) for each in pages], A4)
    with open_pdf(data) as pdf:
        (form,) = list_streams(pdf, "/Form")
        assert [float(value) for value in form.BBox] == [-3, -3, 23, 33]
        name = next(key for key, value in pdf.pages[0].Resources.XObject.items() if value.objgen == form.objgen)
        for each in pdf.pages:
            assert each.Contents.read_bytes().count(f"{name} Do".encode()) == 5


def test_a_face_placed_once_is_not_a_form() -> None:
    part, drawer = make_part(), PdfPageDrawer(A4)
    data = bind_pages(drawer, [drawer.draw_page(make_page(place_copy(part, 1, 10, 20)), [(make_face(), False)])], A4)
    with open_pdf(data) as pdf:
        assert list_streams(pdf, "/Form") == []


def test_equal_pages_share_one_stream() -> None:
    part, drawer, picture = make_part(), PdfPageDrawer(A4), make_face()
    alike = [drawer.draw_page(make_page(place_copy(part, 1, 10, 20)), [(picture, True)]) for _ in range(3)]
    with open_pdf(bind_pages(drawer, alike, A4)) as pdf:
        assert len({each.Contents.objgen for each in pdf.pages}) == 1


def test_the_same_image_is_one_object() -> None:
    png = next(path for path in list_specimens() if path.name == "image-png.svg")
    picture = draw_specimen(png.name)
    keys = {shape.key for shape in picture.shapes if isinstance(shape, Image)}
    assert (len(keys), len(picture.shapes)) == (2, 3)
    with open_pdf(as_pdf(picture, picture)) as pdf:
        assert len(list_streams(pdf, "/Image")) == 2


def test_a_jpeg_is_embedded_unchanged() -> None:
    with open_pdf(as_pdf(draw_specimen("image-jpeg.svg"))) as pdf:
        assert {str(image.Filter) for image in list_streams(pdf, "/Image")} == {"/DCTDecode"}


# -- text ----------------------------------------------------------------------------------------------------------

SAMPLE_LINES = ["Hippopotamus (24) \\ 100%", "Ελλάδα και ωμέγα", "Русский язык", "naïve Straße €5 — žluť", "a b"]


def test_text_can_be_extracted() -> None:
    assert read_text(as_pdf(draw_lines(*SAMPLE_LINES))).split("\r\n") == SAMPLE_LINES


def test_text_of_several_font_subsets_can_be_extracted() -> None:
    font = bundled_font("Source Sans Pro", 400, False)
    chars = [
        char for char in sorted(font.advances) if char.isalpha() and font.bounds[char] != (0, 0) and char.isprintable()
    ]
    plain = [char for char in chars if len(char.encode()) <= 2 and not 0x2B0 <= ord(char) < 0x370][:400]
    lines = ["".join(plain[k : k + 25]) for k in range(0, 400, 25)]
    assert len(set(plain)) == 400
    picture = Picture(0, 0, 210, 297, tuple(make_text(line, font, 9.0 + 9 * k) for k, line in enumerate(lines)))
    data = as_pdf(picture, paper=A4)
    assert read_text(data).split("\r\n") == lines
    with open_pdf(data) as pdf:
        assert (
            len([obj for obj in pdf.objects if isinstance(obj, pikepdf.Dictionary) and obj.get("/Type") == "/Font"])
            >= 2
        )


def test_all_fonts_are_embedded_and_none_is_helvetica() -> None:
    picture = draw_lines(*SAMPLE_LINES)
    serif = draw_lines("Serif", family="Source Serif Pro", weight=900)
    data = as_pdf(picture, serif)
    assert b"Helvetica" not in data
    with open_pdf(data) as pdf:
        fonts = [obj for obj in pdf.objects if isinstance(obj, pikepdf.Dictionary) and obj.get("/Type") == "/Font"]
        assert {str(font.BaseFont).split("+")[1] for font in fonts} == {"SourceSansPro-Regular", "SourceSerifPro-Black"}
        assert all("/FontFile2" in font.FontDescriptor and "/ToUnicode" in font for font in fonts)


def test_a_page_without_text_has_no_font() -> None:
    data = as_pdf(Picture(0, 0, 9, 9, (Drawn(BLOB, Paint()),)))
    assert b"Helvetica" not in data
    assert b"/BaseFont" not in data


def test_nothing_is_ascii85() -> None:
    for path in list_specimens():
        data = as_pdf(draw_specimen(path.name))
        assert b"ASCII85" not in data


def test_marks_name_each_piece() -> None:
    part, drawer = make_part(), PdfPageDrawer(A4)
    pages = [
        drawer.draw_page(make_page(place_copy(part, 1, 10, 20), place_copy(part, 2, 40, 20)), [(make_face(), True)] * 2)
    ]
    with open_pdf(bind_pages(drawer, pages, A4)) as pdf:
        assert re.findall(rb"/Piece <</ID \(([^)]*)\)>> BDC", pdf.pages[0].Contents.read_bytes()) == [
            b"card.1.c1.front",
            b"card.1.c2.front",
        ]


# -- page boxes, viewer preferences, bookmarks ---------------------------------------------------------------------


def read_box(values: Any) -> list[float]:
    return [round(float(value) / POINT, 3) for value in values]


def test_the_boxes_are_those_of_the_paper() -> None:
    part, drawer = make_part(), PdfPageDrawer(A4)
    pages = [
        drawer.draw_page(
            make_page(place_copy(part, 1, 10, 20, 3), place_copy(part, 2, 40, 60, 3)), [(make_face(), True)] * 2
        ),
        drawer.draw_picture(make_face()),
    ]
    with open_pdf(bind_pages(drawer, pages, A4)) as pdf:
        one, two = pdf.pages
        assert pdf.pdf_version == "1.7"
        for page in (one, two):
            assert read_box(page.MediaBox) == read_box(page.TrimBox) == [0, 0, 210, 297]


@pytest.mark.parametrize(("turn", "corner"), [(0, (10, 20)), (90, (40, 20)), (180, (30, 50)), (270, (10, 40))])
def test_origin_of_a_turned_piece(turn: int, corner: tuple[float, float]) -> None:
    part, drawer = make_part(), PdfPageDrawer(A4)
    with open_pdf(
        bind_pages(
            drawer, [drawer.draw_page(make_page(place_copy(part, 1, 10, 20, turn=turn)), [(make_face(), True)])], A4
        )
    ) as pdf:
        moved = re.search(rb"q ([-0-9. ]+) cm\n", pdf.pages[0].Contents.read_bytes().split(b"BDC")[1])
        assert moved is not None
        *_, x, y = map(float, moved[1].split())
        assert (round(x / POINT, 3), round(297 - y / POINT, 3)) == corner


@pytest.mark.parametrize(
    ("flip", "wish"),
    [("long-edge", "/DuplexFlipLongEdge"), ("short-edge", "/DuplexFlipShortEdge"), ("none", "/Simplex")],
)
def test_viewer_preferences(flip: BackLayout, wish: str) -> None:
    drawer = PdfPageDrawer(PAPER)
    with open_pdf(bind_pages(drawer, [drawer.draw_picture(make_face())], flip=flip)) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.Root.ViewerPreferences.Duplex == wish
        assert str(pdf.docinfo["/Title"]) == "Specimen"
        assert pdf.Root.Lang == "en"


def test_bookmarks_lead_to_the_next_page() -> None:
    drawer = PdfPageDrawer(PAPER)
    pdf = PdfFile(PAPER, "Sheets", "none", FontBook({}).find_font)
    drawn_pages = [drawer.draw_picture(make_face()) for _ in range(3)]
    pdf.add_definitions(drawer.definitions)
    for title, each in zip(("How to print", "Hände & Füße", "(parts)"), drawn_pages, strict=True):
        pdf.add_bookmark(title)
        pdf.add_page(each)
        pdf.add_page(blank_page())
    with open_pdf(pdf.to_bytes()) as read_back, read_back.open_outline() as outline:
        numbers = {each.obj.objgen: number for number, each in enumerate(read_back.pages)}
        found = [(item.title, _find_target(read_back, item, numbers)) for item in outline.root]
    assert found == [("How to print", 0), ("Hände & Füße", 2), ("(parts)", 4)]


def _find_target(pdf: pikepdf.Pdf, item: Any, numbers: dict[Any, int]) -> int:
    found = item.destination
    if isinstance(found, (str, pikepdf.Name, pikepdf.String)):
        found = pdf.Root.Dests[f"/{str(found).removeprefix('/')}"]
    return numbers[found[0].objgen]


def test_a_file_without_pages_gets_a_blank_one() -> None:
    with open_pdf(as_pdf()) as pdf:
        assert len(pdf.pages) == 1


def test_qpdf_finds_nothing_wrong(judge: Any, tmp_path: Path) -> None:
    path = tmp_path / "all.pdf"
    path.write_bytes(as_pdf(*(draw_specimen(each.name) for each in list_specimens())))
    done = subprocess.run([judge("qpdf"), "--check", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_pikepdf_finds_nothing_wrong() -> None:
    with open_pdf(as_pdf(*(draw_specimen(each.name) for each in list_specimens()))) as pdf:
        assert pdf.check_pdf_syntax() == []
        operators = {str(each.operator) for page_ in pdf.pages for each in pikepdf.parse_content_stream(page_)}
        assert operators <= set(
            "q Q cm w J j M d m l c h re W W* n f f* S B B* g G rg RG gs Do sh BT ET Tm Tf Tj TJ Ts Tr BDC EMC".split()
        )


# -- operators -----------------------------------------------------------------------------------------------------


def draw_operators(*shapes: Any) -> str:
    with open_pdf(as_pdf(Picture(0, 0, 50.8, 50.8, shapes))) as pdf:
        found: str = pdf.pages[0].Contents.read_bytes().decode("latin-1")
        return found


SQUARE = (("M", 0.0, 0.0), ("L", 4.0, 0.0), ("L", 4.0, 4.0), ("Z",))


def test_operators_of_shapes() -> None:
    paint = Paint("#d55e00", stroke="#000000", width=0.35, dash=(2.0, 1.0), dash_offset=-1.0, cap="round", join="bevel")
    assert draw_operators(Drawn(SQUARE, paint)) == (
        "q\n2.834646 0 0 -2.834646 0 144 cm\n0.8353 0.3686 0 rg\n0 G\n0.35 w 1 J 2 j 4 M [2 1] 2 d\n0 0 m 4 0 l 4 4 l h B\nQ"
    )


def test_opacity_does_not_affect_later_shapes() -> None:
    thin, full = Drawn(SQUARE, Paint(fill_opacity=0.5)), Drawn(SQUARE, Paint())
    found = draw_operators(thin, Group((full,), (2, 0, 0, 2, 0, 0)))
    assert found.split("\n")[2:] == [
        "/A500.1000 gs",
        "0 g",
        "0 0 m 4 0 l 4 4 l h f",
        "/A1000.1000 gs",
        "q",
        "2 0 0 2 0 0 cm",
        "0 g",
        "0 0 m 4 0 l 4 4 l h f",
        "Q",
        "Q",
    ]


def test_a_translucent_stroke_is_drawn_over_its_fill() -> None:
    found = draw_operators(Drawn(SQUARE, Paint(stroke="#000000", stroke_opacity=0.5)))
    assert found.endswith("h f\n0 0 m 4 0 l 4 4 l h S\nQ")


# -- reproducible bytes --------------------------------------------------------------------------------------------

PRINT_DIGESTS = """
import sys
import time

now = float(sys.argv[1])
time.time, time.localtime = lambda: now, lambda *_: time.gmtime(now)
from hashlib import sha256
from tests.write.drawing_helpers import as_pdf, as_svg, draw_specimen, list_specimens
names = [path.name for path in list_specimens()][::4]
pictures = [draw_specimen(name) for name in names]
print(sha256(as_pdf(*pictures)).hexdigest(), sha256("".join(map(as_svg, pictures)).encode()).hexdigest())
"""


@pytest.mark.thorough
def test_bytes_do_not_depend_on_hash_seed_clock_or_folder(tmp_path: Path) -> None:
    root = str(Path(__file__).parents[2])
    found = set()
    for seed, zone, folder in (("1", "UTC", root), ("7", "Asia/Tokyo", str(tmp_path))):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "TZ": zone,
            "PYTHONPATH": root,
            "XDG_CACHE_HOME": str(tmp_path / seed),
        }
        done = subprocess.run(
            [sys.executable, "-c", PRINT_DIGESTS, f"{seed}e8"],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout)
    assert len(found) == 1


def test_bytes_do_not_depend_on_earlier_files() -> None:
    one = as_pdf(draw_specimen("text.svg"))
    as_pdf(draw_specimen("group-opacity.svg"), draw_specimen("scripts.svg"))
    assert sha256(as_pdf(draw_specimen("text.svg"))).digest() == sha256(one).digest()


def test_streams_are_deflated() -> None:
    with open_pdf(as_pdf(draw_specimen("text.svg"))) as pdf:
        stream = pdf.pages[0].Contents
        assert stream.Filter == "/FlateDecode"
        assert zlib.decompress(stream.read_raw_bytes()) == stream.read_bytes()


def list_embedded(data: bytes) -> dict[str, tuple[set[str], set[bytes]]]:
    """Return the characters of each embedded font by its ToUnicode map, and the tables of its file."""
    found, document = {}, open_pdf(data)
    for font in document.objects:
        if isinstance(font, pikepdf.Dictionary) and "/ToUnicode" in font:
            codes = re.findall(rb"<[0-9A-F]{2}> <([0-9A-F]+)>\n", font.ToUnicode.read_bytes().partition(b"bfchar")[2])
            file = font.FontDescriptor.FontFile2.read_bytes()
            tables = {file[at : at + 4] for at in range(12, 12 + 16 * file[5], 16)}
            found[str(font.BaseFont)] = {bytes.fromhex(code.decode()).decode("utf-16-be") for code in codes}, tables
    return found


def test_only_characters_in_use_are_embedded_without_the_names_of_the_font() -> None:
    (((characters, tables),)) = list_embedded(as_pdf(draw_lines("Gold ore", "2 coins"), draw_lines("Żo"))).values()
    assert characters == set("Gold ore2cinsŻ")
    assert {b"glyf", b"cmap", b"hmtx"} < tables
    assert b"name" not in tables


def test_definitions_of_two_batches_join_the_characters_of_a_font() -> None:
    drawers = [PdfPageDrawer(PAPER), PdfPageDrawer(PAPER)]
    pages = [drawer.draw_picture(draw_lines(text)) for drawer, text in zip(drawers, ("abc", "cde"), strict=True)]
    file = PdfFile(PAPER, "Specimen", "none", FontBook({}).find_font)
    file.add_definitions(merge_definitions(*(drawer.definitions for drawer in drawers)))
    for page in pages:
        file.add_page(page)
    (((characters, _),)) = list_embedded(file.to_bytes()).values()
    assert characters == set("abcde ")
