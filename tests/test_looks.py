"""The comparison of renderings finds a shift, a missing shape and a wrong color, and allows for antialiasing."""

from PIL import Image, ImageDraw

from tests.looks import ALLOWED, difference, svg_pixels
from tests.samples import for_each

MM = 50.8


def render_svg(body: str) -> Image.Image:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{MM}mm" height="{MM}mm" viewBox="0 0 {MM} {MM}">'
    return svg_pixels(f"{head}{body}</svg>", MM)


CARD = '<g transform="translate({} 0)"><rect x="5" y="5" width="40" height="40" fill="none" stroke="{}" stroke-width=".7"/><circle cx="25" cy="25" r="8" fill="#0072B2"/></g>{}'
DOT = '<circle cx="12" cy="12" r="2.2"/>'


def test_the_same_picture_does_not_differ() -> None:
    assert difference(render_svg(CARD.format(0, "#000", DOT)), render_svg(CARD.format(0, "#000", DOT))) == 0


def test_a_shift_below_a_pixel_does_not_count() -> None:
    assert difference(render_svg(CARD.format(0, "#000", DOT)), render_svg(CARD.format(0.08, "#000", DOT))) == 0


@for_each(
    [
        CARD.format(0.5, "#000", DOT),
        CARD.format(0, "#000", ""),
        CARD.format(0, "#D55E00", DOT),
        CARD.format(0, "#000", DOT.replace("/>", ' opacity=".5"/>')),
    ]
)
def test_visible_differences_are_caught(other: str) -> None:
    one, two = render_svg(CARD.format(0, "#000", DOT)), render_svg(other)
    assert difference(one, two) > ALLOWED
    assert difference(one, two) == difference(two, one)


def test_a_line_in_only_one_picture_counts_both_ways() -> None:
    plain = Image.new("RGB", (100, 100), "white")
    lined = plain.copy()
    ImageDraw.Draw(lined).line([(0, 50), (99, 50)], fill="black")
    assert difference(plain, lined) == difference(lined, plain) == 0.01


def test_pictures_of_different_size_differ_altogether() -> None:
    assert difference(Image.new("RGB", (9, 9)), Image.new("RGB", (9, 8))) == 1
