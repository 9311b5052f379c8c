"""The gallery of the specimen: what drawing programs save is drawn alike by PDF and SVG, and as other programs draw it."""

import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
import resvg_py
from PIL import Image

from generator.fonts.font_book import FontBook
from generator.model.paper import Paper
from generator.model.picture import Picture
from generator.write.pdf.picture_pages import write_picture_pages
from generator.write.svg.sheets import SvgSheets
from tests.browser import Browser
from tests.kits import SPECIMEN
from tests.looks import ALLOWED, DPI, difference, font_files, pdf_pixels
from tests.write.drawing_helpers import make_face_renderer

SOURCE = SPECIMEN / "templates" / "gallery.svg.j2"
SIDE = 96.0  # mm: six fields of 16
PIXELS = round(SIDE / 25.4 * DPI)
EDGES = [round(PIXELS / 6 * number) for number in range(7)]
FIELDS = {
    f"{row + 1}.{column + 1}": (EDGES[column], EDGES[row], EDGES[column + 1], EDGES[row + 1])
    for row in range(6)
    for column in range(6)
}
MOST = 2 * ALLOWED  # of the pixels of a field, of which there are 36
UNKNOWN_TO_RESVG = {"2.1", "2.2", "5.1", "5.3", "5.4", "5.5"}  # or drawn with hairlines; Chromium judges them
OF_THE_FONT = {"6.5"}  # small capitals and figures, which resvg does not choose
SOFTENED = {("poppler", "4.4")}  # the edges of enlarged pixels
Judge = Callable[[str], str]


def render_svg(text: str) -> Image.Image:
    """Return an SVG beside the specimen's images as resvg shows it."""
    png = resvg_py.svg_to_bytes(
        svg_string=text, background="#ffffff", skip_system_fonts=True, font_files=list(font_files()), width=PIXELS,
        dpi=96, resources_dir=str(SPECIMEN),
    )  # fmt: skip
    return Image.open(BytesIO(png)).convert("RGB")


def run_renderer(command: list[str], out: Path) -> Image.Image:
    """Return the image that a program writes to a file."""
    subprocess.run(command, check=True, capture_output=True)
    with Image.open(out) as opened:
        return opened.convert("RGB")


def render_prints(data: bytes, svg: str, folder: Path, judge: Judge) -> dict[str, Image.Image]:
    """Return our PDF as three programs show it, and our SVG as two."""
    pdf, drawn, out = folder / "gallery.pdf", folder / "gallery.svg", folder / "out.png"
    pdf.write_bytes(data)
    drawn.write_text(svg, "utf-8")
    size, dpi = str(PIXELS), str(DPI)
    commands = {
        "MuPDF": ["mutool", "draw", "-q", "-r", dpi, "-o", str(out), str(pdf)],
        "poppler": ["pdftoppm", "-r", dpi, "-png", "-singlefile", str(pdf), str(out.with_suffix(""))],
        "librsvg": ["rsvg-convert", "-w", size, "-b", "white", "-o", str(out), str(drawn)],
    }
    ran = {name: run_renderer([judge(words[0]), *words[1:]], out) for name, words in commands.items()}
    return {"PDFium": pdf_pixels(data), "resvg": render_svg(svg), **ran}


def render_in_chromium(text: str, browser: Browser, folder: Path) -> Image.Image:
    """Return an SVG as Chromium shows it in a page."""
    page = folder / "page.html"
    sized = text.replace("<svg ", f'<svg width="{PIXELS}" height="{PIXELS}" style="display:block" ', 1)
    page.write_text(f'<!DOCTYPE html><body style="margin:0">{sized}', "utf-8")
    browser.open(page, PIXELS, PIXELS)
    return Image.open(BytesIO(browser.picture())).convert("RGB")


def find_differing_fields(one: Image.Image, other: Image.Image) -> set[str]:
    """Return the fields that differ, as row.column from 1."""
    return {name for name, box in FIELDS.items() if difference(one.crop(box), other.crop(box)) > MOST}


@pytest.fixture(scope="module")
def picture() -> Picture:
    return make_face_renderer(SPECIMEN, SPECIMEN).draw_page(SOURCE.name, {}, SIDE, SIDE)


@pytest.mark.thorough
def test_each_field_of_the_gallery_looks_alike_everywhere(
    picture: Picture, judge: Judge, browser: Browser, tmp_path: Path
) -> None:
    svg = SvgSheets(Paper("gallery", SIDE, SIDE), "Gallery", False).draw_picture(picture, "x")
    data = write_picture_pages([picture], FontBook({}).find_font)
    source, prints = SOURCE.read_text("utf-8"), render_prints(data, svg, tmp_path, judge)
    wanted, shown = render_svg(source), render_in_chromium(source, browser, tmp_path)
    assert find_differing_fields(wanted, Image.new("RGB", wanted.size, "white")) == set(FIELDS), "no field is blank"
    for name, found in prints.items():
        softened = {field for program, field in SOFTENED if program == name}
        assert find_differing_fields(prints["PDFium"], found) == softened, f"{name} and PDFium"
        unjudged = UNKNOWN_TO_RESVG | OF_THE_FONT | softened
        assert find_differing_fields(wanted, found) - unjudged == set(), f"{name} and resvg"
        assert find_differing_fields(shown, found) & UNKNOWN_TO_RESVG == set(), f"{name} and Chromium"
