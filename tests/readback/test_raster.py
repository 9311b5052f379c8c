"""Pictures as pages, pages as pixels, and what differs between them."""

import pathlib

import pytest
from PIL import Image

from generator.fonts.font_book import open_fonts
from generator.model.picture import Paint, Path, Picture
from generator.readback.raster import align_to_pixels, find_changes, render_pages
from generator.write.pdf.picture_pages import write_picture_pages
from tests.samples import for_each

RED, BLUE = (255, 0, 0), (0, 0, 255)


def draw_square(x: float, y: float, side: float, fill: str) -> Path:
    corners = (("M", x, y), ("L", x + side, y), ("L", x + side, y + side), ("L", x, y + side), ("Z",))
    return Path(corners, Paint(fill=fill))


def test_a_picture_with_bleed_is_rendered_from_its_corner(tmp_path: pathlib.Path) -> None:
    small = Picture(-3.0, -3.0, 16.0, 16.0, (draw_square(-3, -3, 16, "#ff0000"), draw_square(0, 0, 10, "#0000ff")))
    large = Picture(0.0, 0.0, 40.0, 50.0, ())
    with render_pages(write_picture_pages([small, large], open_fonts(tmp_path).find_font), 25.4) as pages:
        image = pages.image(0, (0.0, 0.0, 16.0, 16.0))
        assert (image.size, image.mode) == ((16, 16), "RGB")
        assert [image.getpixel(at) for at in ((0, 0), (1, 1), (4, 4), (11, 11), (14, 14))] == [
            RED,
            RED,
            BLUE,
            BLUE,
            RED,
        ]
        assert pages.image(1, (0.0, 0.0, 40.0, 50.0)).getcolors() == [(2000, (255, 255, 255))]
        assert pages.image(0, (2.2, 2.2, 3.6, 3.6)).size == (2, 2)


def test_a_part_of_a_page_that_is_rendered_once_is_its_image(tmp_path: pathlib.Path) -> None:
    art = Picture(0.0, 0.0, 16.0, 16.0, (draw_square(2, 3, 8, "#ff0000"), draw_square(4.3, 5.7, 6.1, "#0000ff")))
    with render_pages(write_picture_pages([art], open_fonts(tmp_path).find_font), 75.0) as pages:
        for box in ((0.0, 0.0, 16.0, 16.0), (1.1, 2.3, 9.7, 8.9), (4.0, 5.5, 16.0, 12.25)):
            one, other = pages.image(0, box), pages.part_of(0, box)
            assert (one.size, one.tobytes()) == (other.size, other.tobytes())


@for_each([((1.0, 2.0, 3.0, 4.0), (1.0, 2.0, 3.0, 4.0)), ((1.2, -0.3, 3.1, 4.9), (1.0, -1.0, 4.0, 5.0))])
def test_a_box_is_enlarged_to_whole_pixels(box: tuple[float, ...], aligned: tuple[float, ...]) -> None:
    assert align_to_pixels(box, 25.4) == pytest.approx(aligned)  # type: ignore[arg-type]


def test_a_change_in_any_channel_is_found() -> None:
    one, other = Image.new("RGB", (8, 8), "white"), Image.new("RGB", (8, 8), "white")
    assert find_changes(one, other).getbbox() is None
    other.putpixel((2, 3), (255, 255, 255 - 24))
    other.putpixel((5, 6), (255 - 23, 255 - 23, 255))
    assert find_changes(one, other).getbbox() == (2, 3, 3, 4)
