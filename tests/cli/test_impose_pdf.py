"""Test `gutterfold impose` from PDFs to finished kits, which qpdf, poppler and PDFium judge."""

import re
import subprocess
from pathlib import Path

import pytest
from pikepdf import Array, Dictionary, Name, Pdf
from PIL import Image

from tests.kits import read_manifest, run
from tests.pdf.documents import MM, change_pdf, color_at, make_pdf, render
from tests.sources.decks import Box, cells, deck_of, draw_art, draw_back, flip, page_of

MORE = [f"more {number}" for number in range(1, 6)]
NINE = cells(10.5, 16.5, (63, 88), (3, 3))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def save(name: str, data: bytes) -> str:
    Path(name).write_bytes(data)
    return name


def mirror(places: list[Box]) -> list[Box]:
    return [(210 - x - wide, y, wide, high) for x, y, wide, high in places]


def impose(*arguments: str) -> str:
    code, stdout, stderr = run(["impose", *arguments])
    assert code == 0, stderr
    return stdout


def read_words(path: Path) -> str:
    """Return the words of a PDF as poppler reads them."""
    return subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True).stdout.decode()


def test_a_deck_with_backs_comes_out_on_other_paper_and_to_fold(home: Path) -> None:
    pages = page_of(NINE, draw_art), page_of(NINE, draw_back), page_of(NINE[:5], draw_art, "more")
    deck = save("deck.pdf", deck_of(*pages, page_of(mirror(NINE[:5]), draw_back)))
    told = impose(deck, "--paper", "letter", "--format", "pdf")
    assert told.startswith("deck.pdf: 14 cards of 63 x 88 mm (standard), 3 x 3 a page without gaps")
    assert "faces read back: 28 in the PDF" in told
    kit = home / "output" / "deck" / "deck-sheets-letter.pdf"
    assert subprocess.run(["qpdf", "--check", kit], capture_output=True).returncode == 0
    words = read_words(kit)
    assert sorted(re.findall(r"(?:card|more) \d", words)) == [*(f"card {n}" for n in range(1, 10)), *MORE]
    assert "drac" not in words, "no text is in the bleed"
    assert "28 in the PDF" in impose(deck, "--backs", "fold", "--format", "pdf", "--out", "folded")


def test_a_chosen_card_looks_as_on_its_page(home: Path) -> None:
    source = deck_of(page_of(NINE, draw_art))
    impose(save("deck.pdf", source), "--cards", "5", "--format", "pdf", "--make-bleed", "none", "--no-read-back")
    page = render((home / "output/deck/deck-sheets-a4.pdf").read_bytes(), number=1)
    wanted = color_at(render(source), 80, 110)
    box = [(x, y) for x in range(page.width) for y in range(0, page.height, 3) if page.getpixel((x, y)) == wanted]
    wide, high = (max(axis) - min(axis) for axis in zip(*box, strict=True))
    assert sorted((wide, high)) == pytest.approx([126, 176], abs=3)


def make_attack() -> bytes:
    """Return a deck that holds what no kit may hold, with names that look like it."""

    def change(pdf: Pdf) -> None:
        script = Dictionary(S=Name.JavaScript, JS="app.alert(1)")
        pdf.Root.OpenAction = script
        pdf.attachments["a.txt"] = b"attack"
        hidden = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="hidden"))
        pdf.Root.OCProperties = Dictionary(OCGs=Array([hidden]), D=Dictionary(OFF=Array([hidden])))
        page = pdf.pages[0]
        page.AA = Dictionary(O=script)
        page.CropBox = Array([0, 0, 210 * MM, 290 * MM])
        page.Resources.Properties = Dictionary(OC=hidden)
        font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
        font.Encoding = Dictionary(Type=Name.Encoding, Differences=Array([65, Name.A, Name.AA, Name.JS]))
        page.Resources.Font = Dictionary(A=pdf.make_indirect(font), F1=page.Resources.Font["/F1"])
        page.Annots = Array([Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 9, 9]), A=script)])
        page.contents_add(
            b"/Piece <</ID (card.9.c1.front)>> BDC q 1 0 0 1 0 0 cm 0 0 9 9 re W n Q EMC /Mark <</ID (crop)>> BDC 0 0 m "
            b"9 9 l S EMC /OC /OC BDC BT /A 9 Tf 90 700 Td (secret) Tj ET EMC BT /A 9 Tf 90 600 Td (ABC) Tj ET"
        )

    return change_pdf(make_pdf(page_of(NINE, draw_art)), change)


def test_a_kit_of_a_hostile_pdf_is_inert(home: Path) -> None:
    told = impose(save("deck.pdf", make_attack()), "--source-grid", "3x3", "--size", "63x88", "--at", "10.5,9.5")
    assert "faces read back: 9 in the PDF" in told
    kit = home / "output" / "deck" / "deck-sheets-a4.pdf"
    subprocess.run(["qpdf", "--qdf", "--object-streams=disable", kit, "plain.pdf"], check=True)
    plain = Path("plain.pdf").read_bytes()
    for name in (b"JavaScript", b"/AA ", b"OpenAction", b"EmbeddedFile", b"/OC", b"/Annots", b"secret", b"CropBox"):
        assert name not in plain, name
    assert plain.count(b"/Piece <</ID") == 9
    assert read_words(kit).count("ABC") == 1


@pytest.mark.thorough
def test_a_kept_folder_builds_the_same_cards(home: Path) -> None:
    deck = save("my deck #2.pdf", deck_of(page_of(NINE[:3], draw_art)))
    impose(deck, "--keep", "game", "--format", "pdf")
    row = (home / "game" / "cards.csv").read_text().splitlines()[1]
    assert "images/my deck #2.pdf#page=1&at=10.5,16.5&size=63,88" in row
    code, _, stderr = run(["build", "game", "--format", "pdf", "--out", "again"])
    assert code == 0, stderr
    code, _, stderr = run(["check", "game"])
    assert code == 0, stderr


def test_svg_sheets_hold_pixels_and_the_command_says_so(home: Path) -> None:
    deck = save("deck.pdf", deck_of(page_of(NINE[:1], draw_art), page_of(NINE[:2], draw_art)))
    assert "the SVG sheets hold pages of PDFs as images of 300 dpi" in impose(deck, "--format", "svg")
    sheet = next((home / "output" / "deck" / "svg").glob("*01*.svg")).read_text()
    assert sheet.count("A page of a PDF, as pixels of 300 dpi") >= 2


@pytest.mark.thorough
def test_pages_and_places_can_be_typed_as_they_are_said(home: Path) -> None:
    deck = save(
        "deck.pdf", deck_of(page_of(NINE, draw_art), page_of(NINE, draw_art, "x"), page_of(NINE, draw_art, "y"))
    )
    told = impose(deck, "--pages", "fronts=1,3", "backs=2,2", "--cards", "-1", "--keep", "game", "--format", "pdf")
    assert "34 in the PDF" in told
    rows = (home / "game" / "cards.csv").read_text().splitlines()[1:]
    assert "page=1&at=73.5,16.5" in rows[0]
    assert "page=2&at=73.5,16.5" in rows[0]
    cut = impose(deck, "--source-grid", "1x1", "--size", "63x88", "--at", "-0.5,0", "--pages", "1", "--out", "cut")
    assert "1 card of 63 x 88 mm" in cut


def test_a_preview_is_all_that_is_made(home: Path) -> None:
    told = impose(save("deck.pdf", deck_of(page_of(NINE, draw_art))), "--preview", "found.png")
    assert "found.png shows what was found" in told
    assert not (home / "output").exists()
    with Image.open(home / "found.png") as image:
        assert image.format == "PNG"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--cards", "12"), "--cards: GF380 there is no card 12: there are 9"),
        (("--source-grid", "9x9", "--size", "63x88"), "do not fit on page 1"),
        (("--pages", "7"), "this PDF has one page, so no page 7"),
        (("--at", "1mm"), "are not two lengths in mm"),
        (("--backs-are", "nowhere"), "--backs-are"),
    ],
)
def test_what_does_not_fit_the_pdf_is_told_in_one_line(home: Path, options: tuple[str, ...], says: str) -> None:
    deck = save("deck.pdf", deck_of(page_of(NINE, draw_art)))
    code, _, stderr = run(["impose", deck, *options])
    assert code != 0
    assert says in stderr
    assert "Traceback" not in stderr
    assert not (home / "output").exists()


def test_a_template_that_names_a_page_that_is_not_there_is_told(home: Path) -> None:
    impose(save("deck.pdf", deck_of(page_of(NINE[:3], draw_art))), "--keep", "game", "--format", "pdf")
    table = home / "game" / "cards.csv"
    table.write_text(table.read_text().replace("page=1", "page=2", 1))
    code, _, stderr = run(["build", "game"])
    assert code != 0
    assert "'images/deck.pdf' has one page, so no page 2" in stderr
    assert flip(NINE[0])[2:] == (63, 88)


@pytest.mark.thorough
def test_one_picture_is_the_back_of_all_cards(home: Path) -> None:
    Image.new("RGB", (630, 880), (10, 90, 10)).save("moss.png")
    deck = save("deck.pdf", deck_of(page_of(NINE, draw_art)))
    told = impose(deck, "--back", "moss.png", "--copies", "2", "--keep", "game", "--format", "pdf")
    assert "36 in the PDF" in told
    rows = (home / "game" / "cards.csv").read_text().splitlines()[1:]
    assert len(rows) == 9
    assert all("images/moss.png,2" in row for row in rows)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("size", "more"), [("63x88", ()), ("25x60", ("--paper", "letter")), ("41x63", ("--orientation", "landscape"))]
)
def test_our_own_folded_sheets_come_back_whole(home: Path, size: str, more: tuple[str, ...]) -> None:
    for number in range(1, 8):
        for side, color in (("", "#c33"), ("_back", "#33c" if number % 2 else "#3a3")):
            Path("deck").mkdir(exist_ok=True)
            Image.new("RGB", (300, 420), color).save(f"deck/{number}{side}.png")
    impose("deck", "--backs", "fold", "--size", size, *more)
    (sheets,) = (home / "output/deck").glob("*.pdf")
    told = impose(str(sheets), "--out", "again")
    assert (
        "found by crop marks on one side of a fold; backs beside them along a fold; 3 mm of bleed around each" in told
    )
    rows = read_manifest(home / "again" / sheets.stem)["placements"]
    assert [sum(row["side"] == side for row in rows) for side in ("front", "back")] == [7, 7]
