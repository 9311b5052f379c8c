"""Images that lie side by side on a page, by themselves or in a pattern, show no line between them."""

import base64
import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from generator.fonts.font_book import FontBook
from generator.geometry.types import Outline
from generator.model.finding import DrawingError, Place
from generator.render.drawer import TextDrawer
from generator.render.request import RenderRequest
from generator.render.svg.attributes import FIXED_NAMES
from generator.render.template_files import TemplateFiles
from generator.render.trimmed_faces import TrimmedFace
from tests.looks import pdf_pixels
from tests.write.drawing_helpers import SIDE, SPECIMENS, as_pdf

BLUE = (20, 60, 120)
STEP = 3.37  # mm: no whole number of pixels
NEAR = 2  # of 255
Judge = Callable[[str], str]


def embed_image(mode: str) -> str:
    """Return an image in one color as it is embedded."""
    out = BytesIO()
    Image.new(mode, (40, 40), (*BLUE, 255)[: len(mode)]).save(out, "PNG")
    return f"data:image/png;base64,{base64.b64encode(out.getvalue()).decode()}"


def lay_images(mode: str, gap: float = 0.0) -> str:
    """Return images side by side in both directions."""
    places = [4.1 + at * STEP for at in range(13)]
    size = f'width="{STEP - gap}" height="{STEP - gap}"'
    return "".join(f'<image href="{embed_image(mode)}" x="{x}" y="{y}" {size}/>' for x in places for y in places)


def fill_pattern(mode: str, transform: str = "") -> str:
    """Return a rectangle that a pattern of images fills."""
    tile = f'<image href="{embed_image(mode)}" width="{STEP}" height="{STEP}"/>'
    head = (
        f'<pattern id="p" width="{STEP}" height="{STEP}" patternUnits="userSpaceOnUse" patternTransform="{transform}">'
    )
    return f'{head}{tile}</pattern><rect x="4" y="4" width="43" height="43" fill="url(#p)"/>'


def print_svg(body: str) -> bytes:
    """Return the PDF of a drawing."""
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">{body}</svg>'
    drawer = TextDrawer(TemplateFiles(SPECIMENS, SPECIMENS), FontBook({}), FIXED_NAMES, _find_no_face, frozenset)
    request = RenderRequest("tiles.svg", {}, "tiles", Place("tiles.svg", 1, 1), Outline(SIDE, SIDE))
    return as_pdf(drawer.draw_text(text, request))


def _find_no_face(name: str) -> TrimmedFace:
    raise DrawingError(f"no face {name}")


def measure_lines(data: bytes, folder: Path, judge: Judge, dpi: int) -> dict[str, int]:
    """Return how far the color inside differs from that of the images, at most, as each program shows it."""
    path, out = folder / "tiles.pdf", folder / "tiles.png"
    path.write_bytes(data)
    found = {"PDFium": pdf_pixels(data, dpi=dpi)}
    for name, words, tail in (
        ("MuPDF", ["mutool", "draw", "-q", "-r", str(dpi), "-o"], [str(out), str(path)]),
        ("poppler", ["pdftoppm", "-png", "-singlefile", "-r", str(dpi)], [str(path), str(out.with_suffix(""))]),
    ):
        subprocess.run([judge(words[0]), *words[1:], *tail], check=True, capture_output=True)
        with Image.open(out) as opened:
            found[name] = opened.convert("RGB")
    return {name: _find_greatest_difference(image, dpi) for name, image in found.items()}


def _find_greatest_difference(image: Image.Image, dpi: int) -> int:
    left, right = (round(edge / 25.4 * dpi) for edge in (5.5, 45.5))
    inside = image.crop((left, left, right, right))
    loud = ImageChops.difference(inside, Image.new("RGB", inside.size, BLUE)).tobytes()
    return max(loud)


@pytest.mark.parametrize("dpi", [150, 300])
@pytest.mark.parametrize(
    "body",
    [lay_images("RGB"), lay_images("RGBA"), fill_pattern("RGB"), fill_pattern("RGBA"), fill_pattern("RGB", "rotate(30)")],
    ids=["side by side", "with alpha", "pattern", "pattern with alpha", "turned pattern"],
)  # fmt: skip
def test_no_line_is_seen_between_images(body: str, dpi: int, judge: Judge, tmp_path: Path) -> None:
    assert max(measure_lines(print_svg(body), tmp_path, judge, dpi).values()) <= NEAR


def test_a_gap_of_a_tenth_of_a_millimeter_is_noticed(judge: Judge, tmp_path: Path) -> None:
    assert min(measure_lines(print_svg(lay_images("RGB", gap=0.1)), tmp_path, judge, 300).values()) > 100
