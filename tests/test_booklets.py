"""Imposed booklets, rendered, cut along the fold, put in reading order and compared with their pages."""

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from generator.fonts.font_book import FontBook, bundled_font
from generator.geometry.types import Segment
from generator.impose.booklet import impose_spreads, order_pages
from generator.model.language import Terms
from generator.model.paper import PAPERS, Paper, booklet_page
from generator.model.picture import Paint, Path, Picture, Text
from generator.model.sheet import BookletSheet
from generator.write.pdf.booklet_sheets import impose_booklet
from tests.booklet.structure import count_lines_on_pages, find_structure_faults, read_headings
from tests.booklet.typeset import read_bookmarks
from tests.kits import GAMES, LAYOUTS, Kit, Kits
from tests.looks import VISIBLE
from tests.saddle import read_through
from tests.write.drawing_helpers import as_pdf

DOTS = 10  # pixels to the mm: a page and half a sheet are whole pixels, and so is 0.1 mm of creep
FIGURE = re.compile(r"Figure\s+(\d+)( +[A-Z])?")  # a caption goes on with a capital letter
SHOWN = r"(?m)^!\[.*\]\(figure:[\w-]+\)$"
BAND = 4 * DOTS  # beside the fold, where marks and labels are printed
ALLOWED = 0.002  # of the pixels of a page: both draw the same, but letters can fall between other pixels
SANS = bundled_font("Source Sans Pro", 400, False)
A4 = PAPERS["a4"]


class Booklet(NamedTuple):
    """A booklet as two PDF files: its pages in reading order, and its imposed sheets."""

    pages: bytes
    sheets: bytes
    paper: Paper
    thickness: float
    at_right: bool = False


class Cut(NamedTuple):
    """Half of a printed side, cut along the fold; a right half has the fold at its left."""

    seen: Image.Image
    right: bool


def render_pages(pdf: bytes) -> Iterator[Image.Image]:
    """Render each page at DOTS pixels per mm."""
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            scale = (round(page.get_width() / 72 * 25.4 * DOTS) - 0.001) / page.get_width()  # sizes are rounded up
            yield page.render(scale=scale).to_pil().convert("RGB")


def cut_sheets(booklet: Booklet) -> Iterator[tuple[Cut, Cut]]:
    """Cut each printed side along the fold; yield its left and its right half."""
    for sheet in render_pages(booklet.sheets):
        assert sheet.size == (booklet.paper.height * DOTS, booklet.paper.width * DOTS), "a sheet in landscape format"
        fold = sheet.width // 2
        yield (
            Cut(sheet.crop((0, 0, fold, sheet.height)), right=False),
            Cut(sheet.crop((fold, 0, sheet.width, sheet.height)), right=True),
        )


def find_faults(booklet: Booklet) -> list[str]:
    """Compare the folded booklet with its pages and describe the differences.

    Blank pages that the pages do not have are allowed only after the last page or directly before it.
    """
    pages = list(render_pages(booklet.pages))
    seen = read_through(list(cut_sheets(booklet)), booklet.at_right)
    many, last = len(seen), len(pages)
    if many != 4 * -(-last // 4):
        return [f"{many} pages for {last}"]
    blanks = [n for n, (cut, _) in enumerate(seen, 1) if is_blank(cut)]
    left_blank = [n for n, page in enumerate(pages, 1) if is_white(page)]
    if blanks not in ([*left_blank, *range(last + 1, many + 1)], [*left_blank, *range(last, many)]):
        return [f"blank are {blanks}"]
    added = {*blanks} - {*left_blank}
    printed = [(n, *each) for n, each in enumerate(seen, 1) if n not in added]
    return [
        f"page {n} {what}"
        for (n, cut, sheet), page in zip(printed, pages, strict=True)
        for what in find_differences(cut, page, round(sheet * booklet.thickness * DOTS))
    ]


def is_blank(cut: Cut) -> bool:
    """Return whether a page is blank outside its gutter."""
    inner = (BAND, 0, *cut.seen.size) if cut.right else (0, 0, cut.seen.width - BAND, cut.seen.height)
    return is_white(cut.seen.crop(inner))


HEAD = 0.46  # of a page: the most that the art at its head takes


def find_differences(cut: Cut, page: Image.Image, creep: int) -> Iterator[str]:
    """Compare a cut page with the original, which creep moved toward the fold by `creep` pixels; yield differences."""
    wide, high = page.size
    gutter = creep + BAND
    corners = [page.crop((x, y, x + 1, y + 1)) for x in (0, wide - 1) for y in (0, high - 1)]
    is_filled = not any(map(is_white, corners))  # with art or a tint, which goes on beyond the fold
    top = 0 if any(is_white(corners[at]) for at in (0, 2)) else round(high * HEAD)  # below the art at its head
    if not is_filled and not is_white(
        page.crop((0, top, gutter, high) if cut.right else (wide - gutter, top, wide, high))
    ):
        yield "loses what stands in the gutter"
    whole = page.crop((gutter, 0, wide, high) if cut.right else (0, 0, wide - gutter, high))
    edge = cut.seen.width
    start = BAND if cut.right else edge - BAND - whole.width
    shown = cut.seen.crop((start, 0, start + whole.width, high))
    loud = ImageChops.difference(whole, shown).convert("L")
    share = sum(loud.histogram()[VISIBLE + 1 :]) / (wide * high)
    if share > ALLOWED:
        yield f"differs in {share:.2%}"
    # the edge of a page may lie between two pixels, and then colors both
    rest = (min(start + whole.width + 1, edge), top, edge, high) if cut.right else (0, top, max(start - 1, 0), high)
    if not is_filled and not is_white(cut.seen.crop(rest)):
        yield "has something beside it"


def is_white(picture: Image.Image) -> bool:
    """Return whether an image has no ink."""
    return not all(picture.size) or picture.convert("L").getextrema() == (255, 255)


# -- the games -----------------------------------------------------------------------------------------------------


def get_booklet(kit: Kit) -> Booklet:
    """Return the booklet of a built game."""
    game = kit.folder.name
    return Booklet(kit.files[f"{game}-rules-a5.pdf"], kit.files[f"{game}-rules-booklet-a4.pdf"], A4, 0.1)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", [folder.name for folder in reversed(LAYOUTS)])  # that of Psycle is seen soonest
def test_folded_booklets_of_all_games(game: str, kit: Kits) -> None:
    assert find_faults(get_booklet(kit(game))) == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", [folder.name for folder in LAYOUTS])
def test_rules_of_all_games_are_tagged_in_whole_sheets_and_no_list_leaves_two_lines_on_a_page(
    game: str, kit: Kits
) -> None:
    files = kit(game).files
    for data in (files[f"{game}-rules-a5.pdf"], files[f"{game}-rules-a4.pdf"]):
        assert find_structure_faults(data) == []
        assert min((lines for pieces in count_lines_on_pages(data) for lines in pieces.values()), default=3) >= 3
        assert read_headings(data) == ["".join(title.split()) for _, title, _ in read_bookmarks(data)]
    with pikepdf.open(BytesIO(files[f"{game}-rules-a5.pdf"])) as pdf:
        assert len(pdf.pages) % 4 == 0


def find_figure_spreads(pdf: bytes) -> list[tuple[int, int, set[int]]]:
    """Return each figure, its spread, and the spreads of the text that refers to it."""
    captions, references = dict[int, int](), dict[int, set[int]]()
    with pypdfium2.PdfDocument(pdf) as document:
        for number, page in enumerate(document, 1):
            for found in FIGURE.finditer(page.get_textpage().get_text_range().replace("\r", "")):
                figure = int(found[1])
                if found[2]:
                    captions[figure] = number // 2
                else:
                    references.setdefault(figure, set()).add(number // 2)
    return [(figure, captions[figure], references.get(figure, set())) for figure in sorted(captions)]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", [folder.name for folder in LAYOUTS])
def test_every_figure_of_a_booklet_is_on_the_spread_of_a_text_that_refers_to_it(game: str, kit: Kits) -> None:
    figures = find_figure_spreads(kit(game).files[f"{game}-rules-a5.pdf"])
    rules = (GAMES[game] / "rules.md").read_text("utf-8")
    assert [figure for figure, _, _ in figures] == list(range(1, len(re.findall(SHOWN, rules)) + 1))
    assert [(figure, spread, texts) for figure, spread, texts in figures if spread not in texts] == []


# -- any number of pages -------------------------------------------------------------------------------------------

FRAME = 10  # mm from the edges


def page_of(number: int, page: Paper) -> Picture:
    """Return a framed page with its number, and a line that makes it asymmetric in both directions."""
    right, bottom = page.width - FRAME, page.height - FRAME
    frame: tuple[Segment, ...] = (
        ("M", FRAME, FRAME), ("L", right, FRAME), ("L", right, bottom), ("L", FRAME, bottom), ("Z",),
        ("M", FRAME, FRAME), ("L", right, FRAME + 40),
    )  # fmt: skip
    text = Text(FRAME + 5, page.height / 2, f"{number}", SANS, 40, 60, Paint())
    return Picture(0, 0, page.width, page.height, (Path(frame, Paint(None, stroke="#d55e00", width=0.5)), text))


def make_booklet(
    pages: bytes, paper: Paper, thickness: float, back_cover: bool = False, order: Sequence[BookletSheet] | None = None
) -> Booklet:
    """Impose pages as a booklet; `order` replaces the correct order of the sheets."""
    page = booklet_page(paper)
    assert page is not None
    with pikepdf.open(BytesIO(pages)) as pdf:
        sheets = order or order_pages(len(pdf.pages), back_cover)
    sides = list(impose_spreads(sheets, paper, page, thickness, Terms(), "build 1a2b3c4d", SANS))
    return Booklet(pages, impose_booklet(pages, sides, paper, "Rules", "en", FontBook({}).find_font), paper, thickness)


def make_pages(count: int, paper: Paper = A4) -> bytes:
    """Return numbered pages in reading order, as PDF."""
    page = booklet_page(paper)
    assert page is not None
    return as_pdf(*(page_of(number, page) for number in range(1, count + 1)), paper=page)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("thickness", [0, 0.1, 0.3])
@pytest.mark.parametrize("count", [1, 2, 3, 5, 63, 64])
def test_page_counts_and_paper_thicknesses(count: int, thickness: float) -> None:
    for back_cover in {False, count % 4 > 0}:
        assert find_faults(make_booklet(make_pages(count), A4, thickness, back_cover)) == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("paper", ["letter", "a3", "legal", "tabloid"])
def test_on_other_paper(paper: str) -> None:
    assert find_faults(make_booklet(make_pages(9, PAPERS[paper]), PAPERS[paper], 0.2)) == []


@pytest.mark.thorough
def test_creep_aligns_the_frames_of_all_pages() -> None:
    seen = read_through(list(cut_sheets(make_booklet(make_pages(64), A4, 0.3))))
    spines = [sheet * 0.3 * DOTS for _, sheet in seen]  # each sheet is pushed out by those outside it
    from_fold = [find_ink(cut) for cut, _ in seen]
    assert {round(spine + ink) for spine, ink in zip(spines, from_fold, strict=True)} == {int((FRAME - 0.25) * DOTS)}


def find_ink(cut: Cut) -> int:
    """Return the distance (pixels) from the fold to the first ink outside the gutter."""
    wide, high = cut.seen.size
    inner = cut.seen.crop((BAND, 0, wide, high) if cut.right else (0, 0, wide - BAND, high))
    left, _, right, _ = (
        ImageChops.invert(inner.convert("L")).point(lambda tone: 255 * (tone > VISIBLE)).getbbox() or (0,) * 4
    )
    return BAND + (left if cut.right else inner.width - right)


# -- what must be noticed ------------------------------------------------------------------------------------------

EIGHT = order_pages(8, back_cover=False)


def test_an_exchanged_pair_is_noticed() -> None:
    (outer, inner), second = EIGHT
    found = find_faults(make_booklet(make_pages(8), A4, 0.1, order=[BookletSheet(outer, inner[::-1]), second]))
    assert [each.partition(" differs")[0] for each in found if "differs" in each] == ["page 2", "page 7"]


@pytest.mark.thorough
def test_sheets_in_another_order_are_noticed() -> None:
    assert len(find_faults(make_booklet(make_pages(8), A4, 0, order=EIGHT[::-1]))) == 8


@pytest.mark.sampled(1)
@pytest.mark.parametrize("said", [0, 0.2, 0.3])
def test_wrong_creep_is_noticed_on_every_page_it_moves(said: float) -> None:
    found = find_faults(make_booklet(make_pages(8), A4, said)._replace(thickness=0.1))
    assert sorted({each.split()[1] for each in found}) == ["3", "4", "5", "6"]


@pytest.mark.thorough
def test_creep_of_the_outermost_sheet_is_noticed() -> None:
    turned = make_booklet(make_pages(8), A4, 0.1, order=EIGHT[::-1])
    with pikepdf.open(BytesIO(turned.sheets)) as pdf:
        first = list(pdf.pages)[:2]
        del pdf.pages[:2]
        pdf.pages.extend(first)
        out = BytesIO()
        pdf.save(out)
    found = find_faults(turned._replace(sheets=out.getvalue()))
    assert sorted({each.split()[1] for each in found}) == [*"12345678"]


def test_a_blank_page_in_another_place_is_noticed() -> None:
    order = (BookletSheet((4, 1), (None, 5)), BookletSheet((None, 2), (3, None)))
    assert find_faults(make_booklet(make_pages(5), A4, 0.1, order=order)) == ["blank are [2, 5, 6]"]


def test_ink_on_a_blank_page_or_beside_a_page_is_noticed() -> None:
    booklet = make_booklet(make_pages(3), A4, 0.1)
    for number, found in ((0, ["blank are []"]), (1, ["page 2 has something beside it"])):
        with pikepdf.open(BytesIO(booklet.sheets)) as pdf:
            pdf.pages[number].contents_add(b"0 300 1 9 re f")
            out = BytesIO()
            pdf.save(out)
        assert find_faults(booklet._replace(sheets=out.getvalue())) == found


def test_ink_lost_in_the_gutter_is_noticed() -> None:
    page = PAPERS["a5"]
    line = Path((("M", 1, 50), ("L", 1, 60)), Paint(None, stroke="#000000", width=0.5))
    pages = as_pdf(Picture(0, 0, page.width, page.height, (line, *page_of(1, page).shapes)), paper=page)
    assert find_faults(make_booklet(pages, A4, 0.1)) == ["page 1 loses what stands in the gutter"]


def test_a_missing_sheet_is_noticed() -> None:
    booklet = make_booklet(make_pages(8), A4, 0.1)
    with pikepdf.open(BytesIO(booklet.sheets)) as pdf:
        del pdf.pages[2:]
        out = BytesIO()
        pdf.save(out)
    assert find_faults(booklet._replace(sheets=out.getvalue())) == ["4 pages for 8"]
