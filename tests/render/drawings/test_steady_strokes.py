"""Strokes that no transform scales."""

import pytest

from generator.fonts.font_book import FontBook
from generator.model.finding import DrawingError
from generator.render.drawings.rewriting import DrawingRewriter
from generator.render.svg.elements import Element, SvgParser
from tests.samples import for_each

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="400px" height="200px" viewBox="0 0 100 50"'
EFFECT = 'vector-effect="non-scaling-stroke"'


def rewrite(body: str, head: str = HEAD) -> Element:
    root = DrawingRewriter(FontBook({})).rewrite(SvgParser().read(f"{head}>{body}</svg>"))
    (found,) = (part for part in root.content if isinstance(part, Element))
    return found


def test_a_stroke_is_divided_by_what_lies_around_it() -> None:
    body = f'<rect width="1" height="1" stroke="red" stroke-width="6" stroke-dasharray="8 4" {EFFECT} transform="scale(-2)"/>'
    found = rewrite(body).attributes
    assert found["stroke-width"] == "0.75"  # 4 pixels to the unit, and 2
    assert found["stroke-dasharray"] == "1 0.5"
    assert "vector-effect" not in found


def test_a_stretched_shape_becomes_the_path_that_it_is_on_the_page() -> None:
    group = rewrite(f'<g transform="scale(2 .5)"><path d="M1 2H3" stroke="red" stroke-width="6" {EFFECT}/></g>')
    (path,) = (part for part in group.content if isinstance(part, Element))
    assert path.attributes["d"] == "M8 4 L24 4"
    assert path.attributes["transform"] == "matrix(0.125 -0 -0 0.5 0 0)"
    assert path.attributes["stroke-width"] == "6"


def test_it_changes_nothing_without_a_stroke() -> None:
    found = rewrite(f'<path d="M1 2H3" {EFFECT} transform="scale(2 1)"/>').attributes
    assert found["d"] == "M1 2H3"
    assert "vector-effect" not in found


@for_each(
    [
        (f'<defs><path id="a" d="M0 0H1" stroke="red" {EFFECT}/></defs>', "in a definition"),
        (f'<path d="M0 0H1" stroke="red" {EFFECT} pathLength="3" stroke-dasharray="1"/>', "pathLength"),
        (f'<text stroke="red" {EFFECT}>a</text>', "of a text"),
        ('<path d="M0 0H1" stroke="red" vector-effect="fixed-position"/>', "fixed-position"),
        (f'<path d="M0 0H1" stroke="red" {EFFECT} clip-path="url(#c)" transform="scale(1 2)"/>', "a clip or a mask"),
    ]
)
def test_what_is_drawn_in_different_ways_is_refused(body: str, words: str) -> None:
    with pytest.raises(DrawingError, match=words):
        rewrite(body)


def test_a_drawing_without_a_size_has_no_pixels() -> None:
    with pytest.raises(DrawingError, match="write its width and height"):
        rewrite(
            f'<path d="M0 0H1" stroke="red" {EFFECT}/>', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"'
        )
