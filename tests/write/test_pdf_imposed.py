"""Test the imposed PDF: pages as forms, metadata, and the verdict of qpdf and pdffonts."""

import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from generator.fonts.font_book import FontBook, bundled_font
from generator.impose.booklet import impose_spreads, order_pages
from generator.model.language import Terms
from generator.model.paper import PAPERS, Paper, booklet_page
from generator.model.picture import Image, Paint, Picture, Text
from generator.model.sheet import BookletSide
from generator.write.pdf.booklet_sheets import impose_booklet
from tests.write.drawing_helpers import as_pdf, draw_specimen

A4, A5 = PAPERS["a4"], PAPERS["a5"]
FOLDED = [paper for paper in PAPERS.values() if booklet_page(paper)]
SANS = bundled_font("Source Sans Pro", 400, False)
SERIF = bundled_font("Source Serif Pro", 700, False)


def make_booklet(pages: int, page: Paper = A5) -> bytes:
    """Return a booklet in reading order; every page shows its number, and the same picture."""
    picture = next(shape for shape in draw_specimen("image-jpeg.svg").shapes if isinstance(shape, Image))
    texts = [Text(40, 50, f"page {n}", SERIF, 9, 50, Paint()) for n in range(1, pages + 1)]
    return as_pdf(*(Picture(0, 0, page.width, page.height, (text, picture)) for text in texts), paper=page)


def order_sides(pages: int, paper: Paper = A4, thickness: float = 0.1) -> list[BookletSide]:
    page = booklet_page(paper)
    assert page is not None
    return list(impose_spreads(order_pages(pages, back_cover=True), paper, page, thickness, Terms(), "build b", SANS))


def make_imposed_pdf(pages: int, paper: Paper = A4, language: str = "en", title: str = "Psycle: rules") -> bytes:
    page = booklet_page(paper)
    assert page is not None
    return impose_booklet(
        make_booklet(pages, page), order_sides(pages, paper), paper, title, language, FontBook({}).find_font
    )


def read_pages(data: bytes) -> list[list[str]]:
    """Return the lines of text on each page."""
    with pypdfium2.PdfDocument(data) as document:
        return [page.get_textpage().get_text_bounded().split("\r\n") for page in document]


def list_dictionaries(pdf: pikepdf.Pdf) -> list[pikepdf.Dictionary]:
    return [obj for obj in pdf.objects if isinstance(obj, pikepdf.Dictionary)]


def list_images(data: bytes) -> list[bytes]:
    """Return the raw bytes of the images in a PDF."""
    with pikepdf.open(BytesIO(data)) as pdf:
        streams = [obj for obj in pdf.objects if isinstance(obj, pikepdf.Stream)]
        return [obj.read_raw_bytes() for obj in streams if obj.get("/Subtype") == "/Image"]


def test_each_side_holds_its_pages_and_its_label() -> None:
    assert read_pages(make_imposed_pdf(5)) == [
        ["page 5 page 1"],
        ["page 2", "sheet 1 of 2, inner side, flip on the short edge, build b"],
        ["page 3", "sheet 2 of 2, outer side, flip on the short edge, build b"],
        ["page 4"],
    ]


@pytest.mark.parametrize("paper", FOLDED, ids=lambda paper: paper.name)
def test_sheets_are_landscape(paper: Paper) -> None:
    with pikepdf.open(BytesIO(make_imposed_pdf(3, paper))) as pdf:
        boxes = {tuple(round(float(value) / 72 * 25.4, 2) for value in page.mediabox) for page in pdf.pages}
        assert boxes == {(0, 0, paper.height, paper.width)}
        assert [page.get("/Rotate") for page in pdf.pages] == [None, None]


def test_fonts_and_images_are_there_once_and_pages_are_forms() -> None:
    with pikepdf.open(BytesIO(make_imposed_pdf(8))) as pdf:
        streams = [obj for obj in pdf.objects if isinstance(obj, pikepdf.Stream)]
        kinds = [str(obj.get("/Subtype")) for obj in streams]
        files = [each for each in list_dictionaries(pdf) if "/FontFile2" in each]
        assert (kinds.count("/Image"), len(files), kinds.count("/Form")) == (1, 2, 8 + 4)
        assert [sorted(page.Resources.XObject.keys()) for page in pdf.pages] == [
            ["/Beside", "/P1", "/P8"],
            ["/Beside", "/P2", "/P7"],
            ["/Beside", "/P3", "/P6"],
            ["/Beside", "/P4", "/P5"],
        ]


def test_images_are_embedded_unchanged() -> None:
    assert list_images(make_imposed_pdf(3)) == list_images(make_booklet(3))
    assert len(list_images(make_booklet(3))) == 1


def test_viewer_preferences_and_metadata() -> None:
    with pikepdf.open(BytesIO(make_imposed_pdf(3, language="de", title="Größe & Co"))) as pdf:
        preferences = {key: str(value) for key, value in pdf.Root.ViewerPreferences.items()}
        assert preferences == {"/PrintScaling": "/None", "/Duplex": "/DuplexFlipShortEdge", "/DisplayDocTitle": "True"}
        assert (str(pdf.Root.Lang), str(pdf.docinfo["/Title"]), pdf.pdf_version) == ("de", "Größe & Co", "1.7")


def with_links(data: bytes) -> bytes:
    """Return a PDF with a bookmark, a label and a link, as a typeset booklet has them."""
    with pikepdf.open(BytesIO(data)) as pdf:
        with pdf.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem("Here", 0))
        pdf.Root.PageLabels = pikepdf.Dictionary(Nums=[0, pikepdf.Dictionary(S=pikepdf.Name.D)])
        link = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[0, 0, 9, 9], Border=[0, 0, 0]
        )
        pdf.pages[0].Annots = pikepdf.Array([pdf.make_indirect(link)])
        out = BytesIO()
        pdf.save(out)
        return out.getvalue()


def test_bookmarks_and_links_of_the_pages_are_dropped() -> None:
    data = impose_booklet(with_links(make_booklet(3)), order_sides(3), A4, "", "en", FontBook({}).find_font)
    with pikepdf.open(BytesIO(data)) as pdf:
        assert set(pdf.Root.keys()) == {"/Type", "/Pages", "/Lang", "/ViewerPreferences"}
        kinds = [str(each.get("/Type")) for each in list_dictionaries(pdf)]
        assert (kinds.count("/Page"), kinds.count("/Annot")) == (2, 0)


def test_bytes_depend_on_the_pages_alone() -> None:
    assert make_imposed_pdf(5) == make_imposed_pdf(5)
    assert make_imposed_pdf(5) != make_imposed_pdf(6)
    with pikepdf.open(BytesIO(make_imposed_pdf(5))) as pdf, pikepdf.open(BytesIO(make_imposed_pdf(6))) as other:
        assert bytes(pdf.trailer.ID[0]) == bytes(pdf.trailer.ID[1])
        assert bytes(pdf.trailer.ID[0]) != bytes(other.trailer.ID[0]), (
            "it is made of what is in the file, not of the time"
        )
        assert {"/CreationDate", "/ModDate"}.isdisjoint(pdf.docinfo.keys())


def test_missing_and_unplaced_pages_are_errors() -> None:
    for pages in (4, 6):
        with pytest.raises(ValueError, match=f"{pages} pages, and these on the sheets: "):
            impose_booklet(make_booklet(pages), order_sides(5), A4, "", "en", FontBook({}).find_font)


def test_a_page_of_another_size_is_an_error() -> None:
    with pytest.raises(ValueError, match="page 2 is not 148 x 210 mm"):
        impose_booklet(make_booklet(2, PAPERS["a4"]), order_sides(2), A4, "", "en", FontBook({}).find_font)


def test_qpdf_finds_no_error_and_every_font_is_embedded(tmp_path: Path, judge: Callable[[str], str]) -> None:
    path = tmp_path / "booklet.pdf"
    path.write_bytes(make_imposed_pdf(7))
    done = subprocess.run([judge("qpdf"), "--check", path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    listed = subprocess.run([judge("pdffonts"), path], capture_output=True, text=True, check=True).stdout.splitlines()[
        2:
    ]
    assert sorted(line.split()[0].partition("+")[2] for line in listed) == [
        "SourceSansPro-Regular",
        "SourceSerifPro-Bold",
    ]
    assert {line.split()[-5] for line in listed} == {"yes"}


def test_pages_move_towards_the_fold_and_end_there() -> None:
    with pikepdf.open(BytesIO(make_imposed_pdf(7))) as pdf:
        steps = pikepdf.parse_content_stream(pdf.pages[3], "re cm")
        found = [(str(step.operator), [float(x) / 72 * 25.4 for x in step.operands]) for step in steps]
    rooms = [values for name, values in found if name == "re"]
    assert rooms == [pytest.approx([0, 0, 148.5, 210]), pytest.approx([148.5, 0, 148.5, 210])]
    assert [values[4:] for name, values in found if name == "cm"] == [
        pytest.approx([148.5 - 148 + 0.1, 0], abs=0.001),
        pytest.approx([148.5 - 0.1, 0], abs=0.001),
    ]
