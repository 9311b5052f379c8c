"""Compare each specimen in our PDF and in our SVG with resvg's rendering of its source."""

import pytest

from tests.looks import ALLOWED, difference, pdf_pixels, svg_pixels
from tests.write.drawing_helpers import SIDE, as_pdf, as_svg, draw_specimen, list_specimens, render_reference

NAMES = [path.name for path in list_specimens()]


def test_there_are_specimens() -> None:
    assert len(NAMES) >= 40


@pytest.mark.parametrize("name", NAMES)
def test_a_specimen_looks_the_same_in_pdf_and_in_svg(name: str) -> None:
    (source,) = [path for path in list_specimens() if path.name == name]
    wanted, picture = render_reference(source.read_text("utf-8")), draw_specimen(name)
    pdf, svg = pdf_pixels(as_pdf(picture)), svg_pixels(as_svg(picture), SIDE)
    assert difference(wanted, pdf) <= ALLOWED, "the PDF differs from the specimen"
    assert difference(wanted, svg) <= ALLOWED, "the SVG differs from the specimen"
    assert difference(pdf, svg) <= ALLOWED, "the PDF differs from the SVG"


def test_no_specimen_is_blank() -> None:
    for name in NAMES:
        extrema = pdf_pixels(as_pdf(draw_specimen(name)), dpi=40).getextrema()
        assert extrema != ((255, 255),) * 3, name
