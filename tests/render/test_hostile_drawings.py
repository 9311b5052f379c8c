"""Drawings that would never end, or not fit into memory, are drawn in bounds or told with their element."""

import pytest

from generator.model.finding import DrawingError
from generator.render.svg.elements import SvgParser
from tests.render.drawing import HEAD, draw_path, draw_shapes, find_refusal
from tests.samples import for_each

REFUSED = {
    '<polyline points="1,2 3,4 1,2 3,4 1,2 3,4 1,2 3,4 x"/>': "is not a list of numbers",
    f'<polyline points="{"1 " * 100_000}x"/>': "is not a list of numbers",
    '<rect x="1e9" width="1" height="1"/>': "goes beyond 1,000,000 mm",
    '<g transform="skewX(90)"><rect width="1" height="1"/></g>': "goes beyond 1,000,000 mm",
    f'<g transform="{"scale(1)" * 200}"><rect width="1" height="1"/></g>': "more than 100 transforms",
    "<g transform='scale(999)'>" * 9 + "<rect width='1' height='1'/>" + "</g>" * 9: "enlarge it",
    '<svg viewBox="0 0 1e-300 1e-300" width="9" height="9"><rect width="1" height="1"/></svg>': "goes beyond",
    '<path d="M0 0H9" stroke="red" stroke-dasharray="1e-9"/>': "repeats within 0.01 mm",
    f'<path d="M0 0H9" stroke="red" stroke-dasharray="{"1 " * 101}"/>': "at most 100",
    '<text font-size="1e-9">a</text>': "too small to print",
    f'<text font-size="9999">{"a" * 1000}</text>': "mm long",
    f'<path d="M0 0{"h1" * 100_001}"/>': "more than 100,000 segments",
    f'<path d="m0 0{"h999999" * 9}"/>': "goes beyond",
    '<rect fill="color(srgb 9999999999999999999999 0 0)" width="9" height="9"/>': "outside sRGB",
    f'<rect fill="url(#{" " * 200_000}" width="9" height="9"/>': "is not a color",
    f'<g class="{"a" * 201}"><rect width="9" height="9"/></g>': "201 letters",
    "<rect width='1' height='1'/>" * 50_001: "more than 50,000 shapes",
    "<path d='M0 0" + "h1" * 90_000 + "'/>" + "<circle r='1'/>" * 40_000: "50,000 shapes",
}


@pytest.mark.parametrize("body", REFUSED, ids=list(map(str, range(len(REFUSED)))))
def test_what_cannot_be_printed_is_told(body: str) -> None:
    assert REFUSED[body] in find_refusal(body)


DRAWN = [
    "<path d='M1 1A1e-200 1e-200 0 0 1 20 20'/>",
    "<path d='M1 1A1e-9 999 45 1 1 20 20'/>",
    "<path d='M0 0A10 10 45 1 1 0 1e-200'/>",
    "<g transform='scale(1e-300)'><rect width='1' height='1'/></g>",
    "<svg viewBox='0 0 9 9' width='1e-300' height='9'><rect width='1' height='1'/></svg>",
    "<path d='M0 0H9' stroke='red' stroke-width='1e-9'/>",
]


@pytest.mark.parametrize("body", DRAWN)
def test_what_is_degenerate_is_drawn(body: str) -> None:
    draw_shapes(body)


def test_an_arc_that_is_too_small_is_a_half_circle_between_its_ends() -> None:
    _, (_, *numbers), *_ = draw_path("<path d='M1 1A1e-200 1e-200 0 0 1 21 1'/>").segments
    assert numbers[-2:] == pytest.approx([11, -9])


@for_each(["<" * 300_000, "<?" * 300_000 + "'>", "<!--" * 300_000 + "'>", "<a b='" * 300_000])
def test_tags_that_never_close_are_told_at_once(text: str) -> None:
    with pytest.raises(DrawingError):
        SvgParser().read(HEAD + text)


def test_the_sizes_of_a_text_are_bounded() -> None:
    with pytest.raises(DrawingError, match="16,000,000 are allowed"):
        SvgParser().read(HEAD + " " * 16_000_000)
    with pytest.raises(DrawingError, match="100,000 are allowed"):
        SvgParser().read(HEAD + "<g/>" * 100_000 + "</svg>")
    with pytest.raises(DrawingError, match="says the encoding 'UTF-16'"):
        SvgParser().read("<?xml version='1.0' encoding='UTF-16'?>" + HEAD + "</svg>")
