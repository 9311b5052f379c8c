"""What is drawn is what the SVG says: each specimen looks in our PDF and in our SVG as resvg draws its own source."""

import pytest

from tests.looks import ALLOWED, difference, pdf_pixels, svg_pixels
from tests.write.press import SIDE, as_pdf, as_svg, drawn, reference, specimens

NAMES = [path.name for path in specimens()]


def test_there_are_specimens() -> None:
    assert len(NAMES) >= 40


@pytest.mark.parametrize("name", NAMES)
def test_a_specimen_looks_the_same_in_pdf_and_in_svg(name: str) -> None:
    (source,) = [path for path in specimens() if path.name == name]
    wanted, picture = reference(source.read_text("utf-8")), drawn(name)
    pdf, svg = pdf_pixels(as_pdf(picture)), svg_pixels(as_svg(picture), SIDE)
    assert difference(wanted, pdf) <= ALLOWED, "the PDF differs from the specimen"
    assert difference(wanted, svg) <= ALLOWED, "the SVG differs from the specimen"
    assert difference(pdf, svg) <= ALLOWED, "the PDF differs from the SVG"


def test_no_specimen_is_blank() -> None:
    for name in NAMES:
        extrema = pdf_pixels(as_pdf(drawn(name)), dpi=40).getextrema()
        assert extrema != ((255, 255),) * 3, name
