"""Judge every finished kit with programs that are not ours: files, counts, boxes, fonts, text and pixels."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from generator.model.game import Part
from tests.kits import GAMES, LAYOUTS, STARTERS, Kit, Kits, pieces
from tests.looks import ALLOWED, difference, pdf_pixels, svg_pixels
from tests.samples import sample

Judge = Callable[[str], str]
PSYCLE = {"hand": 24, "aid": 4, "target": 5, "bonus": 5, "victory": 6, "tracker": 4, "gem": 50, "track": 1}


@pytest.fixture(params=GAMES)
def each(request: pytest.FixtureRequest, kit: Kits) -> Kit:
    """Give the kit of each game."""
    return kit(request.param)


def run_judge(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_there_are_games_to_judge() -> None:
    assert "psycle" in {folder.name for folder in LAYOUTS}
    assert "specimen" in GAMES


def test_the_files_of_psycle(kit: Kits) -> None:
    assert list(kit("psycle").files) == [
        "manifest.json",
        "psycle-certificate.txt",
        "psycle-rules-a4.pdf",
        "psycle-rules-a5.pdf",
        "psycle-rules-booklet-a4.pdf",
        "psycle-rules.html",
        "psycle-sheets-a4.pdf",
        "svg/psycle-00-how-to-print.svg",
        "svg/psycle-01-hand.svg",
        "svg/psycle-02-hand-back.svg",
        "svg/psycle-03-hand.svg",
        "svg/psycle-04-hand-back.svg",
        "svg/psycle-05-hand-aid.svg",
        "svg/psycle-06-hand-aid-back.svg",
        "svg/psycle-07-target-bonus-victory-etc.svg",
        "svg/psycle-08-target-bonus-back.svg",
        "svg/psycle-09-track.svg",
    ]


def test_the_manifest_lists_every_file_with_its_digest(each: Kit) -> None:
    listed = {file["path"]: (file["sha256"], file["bytes"]) for file in each.manifest["files"]}
    standing = {name: data for name, data in each.files.items() if name != "manifest.json"}
    assert listed == {name: (hashlib.sha256(data).hexdigest(), len(data)) for name, data in standing.items()}
    assert len(listed) == len(each.manifest["files"]) > 3


def test_the_pdf_holds_every_piece_of_psycle(kit: Kits) -> None:
    pages = pieces(kit("psycle").sheets)
    found = Counter((name.split(".")[0], name.rsplit(".", 1)[1]) for page in pages for name in page)
    backs = {("hand", "back"): 24, ("aid", "back"): 4, ("target", "back"): 5, ("bonus", "back"): 5}
    assert found == {**{(part, "front"): count for part, count in PSYCLE.items()}, **backs}
    assert [len(page) for page in pages] == [0, 0, 9, 9, 9, 9, 10, 10, 70, 10, 1, 0]


def list_designs(part: Part) -> list[tuple[str, int]]:
    """Return the designs with their copies; both halves of a board that is cut to fit on A4."""
    if part.board and not part.board.sections and part.outline.height > 190 and part.outline.width > 190:
        return [("a1", 1), ("b1", 1)]
    return [(design.id, design.copies) for design in part.designs]


def test_data_pdf_svg_and_manifest_hold_the_same_pieces_once(each: Kit) -> None:
    declared = [
        f"{part.id}.{design}.c{copy}.{side}"
        for part in each.parts
        if part.is_printed
        for design, copies in list_designs(part)
        for copy in range(1, copies + 1)
        for side in (("front", "back") if part.back else ("front",))
    ]
    pages = pieces(each.sheets)
    drawn = [name for text in each.svgs.values() for name in re.findall(r'<g id="([^"]+\.(?:front|back))"', text)]
    assert sorted(declared) == sorted(name for page in pages for name in page) == sorted(drawn)
    assert {row["id"]: row["pdf_page"] for row in each.manifest["placements"]} == {
        name: number for number, page in enumerate(pages, 1) for name in page
    }
    for row in each.manifest["placements"]:
        assert f'<g id="{row["id"]}"' in each.svgs[row["svg"]]
        assert row["id"] == f"{row['part']}.{row['design']}.c{row['copy']}.{row['side']}"


def test_qpdf_finds_no_error(each: Kit, judge: Judge) -> None:
    for path in each.pdfs:
        assert "No syntax or stream encoding errors found" in run_judge(judge("qpdf"), "--check", str(path))


def test_every_font_is_embedded(each: Kit, judge: Judge) -> None:
    for path in each.pdfs:
        rows = run_judge(judge("pdffonts"), str(path)).splitlines()[2:]
        assert rows
        for row in rows:
            assert row.split()[-5:-2] == ["yes", "yes", "yes"], row


def _pages_of(path: Path) -> list[float]:
    """Return the media box of the pages of a PDF of an A4 kit, in points."""
    lying, small = [0, 0, 841.89, 595.28], [0, 0, 419.53, 595.28]
    return lying if "-booklet-" in path.name else small if path.name.endswith("-a5.pdf") else [0, 0, 595.28, 841.89]


def test_every_page_and_its_trim_have_the_size_of_the_paper(each: Kit, judge: Judge) -> None:
    for path in each.pdfs:
        output = run_judge(judge("pdfinfo"), "-box", "-f", "1", "-l", "999", str(path))
        boxes = re.findall(r"Page +\d+ (?:Media|Trim)Box: +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+)", output)
        with pikepdf.open(path) as pdf:
            assert len(boxes) == 2 * len(pdf.pages)
            assert all("/TrimBox" in page for page in pdf.pages)
        assert {tuple(map(float, corners)) for corners in boxes} == {tuple(_pages_of(path))}
        assert path.read_bytes()[:8] == b"%PDF-1.7"


@pytest.mark.sampled(1)
def test_no_page_is_blank(each: Kit) -> None:
    for path in each.pdfs:
        with pypdfium2.PdfDocument(path) as pdf:
            darkest = [page.render(scale=0.5).to_pil().convert("L").getextrema()[0] for page in pdf]
        assert max(darkest) < 200


def test_the_pdf_sets_viewer_preferences_and_bookmarks(each: Kit) -> None:
    with pikepdf.open(each.sheets) as pdf:
        preferences = {key: str(value) for key, value in pdf.Root.ViewerPreferences.items()}
        duplex = "/DuplexFlipLongEdge" if has_backs(each) else "/Simplex"
        assert preferences == {"/PrintScaling": "/None", "/Duplex": duplex}
        assert str(pdf.docinfo["/Title"]) == f"{each.manifest['title']}: sheets"
        with pdf.open_outline() as outline:
            titles = [str(item.title) for item in outline.root]
    cuts = ["How to cut"] if list_cut_pages(each) else []
    assert titles[: 1 + len(cuts)] == ["How to print", *cuts]
    assert sorted(titles[1 + len(cuts) :]) == sorted(part.title for part in each.parts if part.is_printed)


def has_backs(each: Kit) -> bool:
    return any(part.back for part in each.parts)


def test_a_sheet_has_a_page_for_each_side_and_no_back_without_a_front(each: Kit) -> None:
    sides = 2 if has_backs(each) else 1
    found: dict[tuple[int, str], set[str]] = {}
    for row in each.manifest["placements"]:
        assert row["pdf_page"] == 1 + sides * row["sheet"] + (row["side"] == "back")
        found.setdefault((row["sheet"], row["side"]), set()).add(row["id"].rsplit(".", 1)[0])
    for (sheet, side), names in found.items():
        assert side == "front" or names <= found[sheet, "front"]
    with pikepdf.open(each.sheets) as pdf:
        assert len(pdf.pages) == sides * (1 + max(row["sheet"] for row in each.manifest["placements"]))


def test_the_words_of_the_cards_can_be_extracted(kit: Kits, judge: Judge) -> None:
    pages = run_judge(judge("pdftotext"), "-layout", str(kit("psycle").sheets), "-").split("\f")
    assert "Psycle" in pages[0]
    assert Counter(re.findall(r"loses to", "".join(pages[2:8:2]))) == {
        "loses to": 4
    }  # on the player aids; the cards show it
    for page, numbers in ((2, (0, 1, 2, 3, 4, 5, 0, 1, 2)), (4, (3, 4, 5, 0, 1, 2, 3, 4, 5))):
        assert Counter(re.findall(r"\d", pages[page])) >= Counter(str(number) for number in numbers for _ in range(3))
    assert set(re.findall(r"\d+", pages[10])) >= {str(number) for number in range(33)}
    assert "sheet 1 of 5, front" in pages[2]
    assert "sheet 5 of 5, back (stays blank)" in pages[11]


def test_the_words_of_the_specimen_can_be_extracted(kit: Kits, judge: Judge) -> None:
    text = run_judge(judge("pdftotext"), str(kit("specimen").sheets), "-")
    for words in ('Aye, aye & "ho"', "<soup>", "Ship's boy", "row & sing", "ADMIT 1", "Ωж & é", "The river rises"):
        assert words in text, words


@pytest.mark.sampled(1)
def test_mupdf_draws_every_page_without_a_warning(each: Kit, judge: Judge) -> None:
    for path in each.pdfs:
        done = subprocess.run(
            [judge("mutool"), "draw", "-q", "-r", "20", "-F", "pgm", "-o", os.devnull, str(path)],
            capture_output=True,
            text=True,
            check=True,
        )
        # says how mutool was built, nothing about the file
        assert done.stderr.replace("warning: ICC support is not available\n", "") == ""


def list_cut_pages(each: Kit) -> list[str]:
    """Return the pages of cuts that have no room on the page on how to print."""
    return sorted(name for name in each.svgs if "-00-how-to-cut" in name)


def match_sheets(each: Kit) -> list[tuple[str, int]]:
    """Return each SVG sheet with its page of the PDF, counted from 0."""
    pages = {row["svg"]: row["pdf_page"] - 1 for row in each.manifest["placements"]}
    (first,) = [name for name in each.svgs if name.endswith("-00-how-to-print.svg")]
    pages[first] = 0
    if cuts := list_cut_pages(each):
        (only,) = cuts
        assert has_backs(each)
        pages[only] = 1  # behind the first
    return [(name, pages[name]) for name in each.svgs]


@pytest.mark.sampled(2)
def test_every_svg_sheet_looks_like_its_page_of_the_pdf(each: Kit) -> None:
    data = each.sheets.read_bytes()
    found = match_sheets(each)
    printed = {row["pdf_page"] - 1 for row in each.manifest["placements"]}
    assert sorted(page for _, page in found) == sorted({0, *printed, *([1] if list_cut_pages(each) else [])})
    assert len(printed) > 1
    for name, page in sample(found, 2):
        assert difference(*crop_to_common(pdf_pixels(data, page), svg_pixels(each.svgs[name], 210.0))) <= ALLOWED, name


def crop_to_common(one: Image.Image, other: Image.Image) -> tuple[Image.Image, Image.Image]:
    """Crop both images to their common size: renderers round 1240.2 pixels up or down."""
    assert max(abs(one.width - other.width), abs(one.height - other.height)) <= 1
    size = (0, 0, min(one.width, other.width), min(one.height, other.height))
    return one.crop(size), other.crop(size)


@pytest.mark.sampled(1)
def test_two_renderers_agree_on_every_svg_sheet(each: Kit, judge: Judge, tmp_path: Path) -> None:
    for name, _ in sample(match_sheets(each), 2):
        png = tmp_path / "sheet.png"
        run_judge(judge("rsvg-convert"), "-w", "620", str(each.folder / name), "-b", "white", "-o", str(png))
        with Image.open(png) as image:
            assert (
                difference(*crop_to_common(image.convert("RGB"), svg_pixels(each.svgs[name], 210.0, 75))) <= ALLOWED
            ), name


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", ["party", *GAMES])
def test_the_same_input_gives_the_same_bytes(game: str, kit: Kits, tmp_path: Path) -> None:
    elsewhere = tmp_path / "a far place" / game
    shutil.copytree({**STARTERS, **GAMES}[game], elsewhere)
    for path in elsewhere.rglob("*"):
        os.utime(path, (1, 1))
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "4711",
        "TZ": "Pacific/Auckland",
        "LC_ALL": "C",
        "HOME": str(tmp_path),
    }
    environment.pop("XDG_CACHE_HOME", None)
    command = [sys.executable, "-m", "generator", "build", game, "--out", "there", "--quiet"]
    paths = {**environment, "PYTHONPATH": str(Path(__file__).parent.parent)}
    subprocess.run(command, cwd=elsewhere.parent, env=paths, check=True, capture_output=True)
    there = {path.name: path.read_bytes() for path in (elsewhere.parent / "there" / game).rglob("*") if path.is_file()}
    assert there == {name.rpartition("/")[2]: data for name, data in kit(game).files.items()}
