"""Texts in the letters that `text-transform` asks for."""

import pytest

from generator.model.finding import DrawingError
from generator.render.drawings.cascade import apply_style_sheets
from generator.render.drawings.cleaning import drop_stray_attributes
from generator.render.drawings.letter_case import apply_letter_case
from generator.render.drawings.nodes import DrawingNode, to_node
from generator.render.svg.elements import SvgParser
from tests.samples import for_each

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"'


def convert(body: str, root: str = "") -> str:
    """Return all text of a drawing, as it is read."""
    node = to_node(SvgParser().read(f"{HEAD} {root}>{body}</svg>"))
    list(drop_stray_attributes(node))
    apply_style_sheets(node)
    apply_letter_case(node)
    assert not any("text-transform" in each.attributes for each in node.walk())
    return _read(node)


def _read(node: DrawingNode) -> str:
    return "".join(part if isinstance(part, str) else _read(part) for part in node.content)


@for_each(
    [
        ("uppercase", "stra\u00dfe don't", "STRASSE DON'T"),
        ("lowercase", "LOUD \u00c9", "loud \u00e9"),
        ("capitalize", "don't well-known (hello) 2nd e.g. a_b", "Don't Well-Known (Hello) 2nd E.G. A_b"),
        ("none", "As Typed", "As Typed"),
    ]
)
def test_each_word_of_the_property(case: str, typed: str, read: str) -> None:
    assert convert(f'<text style="text-transform:{case}">{typed}</text>') == read


def test_it_is_inherited_until_a_part_says_otherwise() -> None:
    parts = 'a<tspan style="text-transform:none">b<tspan style="text-transform:inherit">c</tspan></tspan>'
    assert convert(f"<g><text>{parts}d</text></g>", 'style="text-transform:uppercase"') == "AbcD"


def test_a_word_goes_on_in_the_next_part() -> None:
    assert convert('<text style="text-transform:capitalize">ca<tspan>fe</tspan> au</text>') == "Cafe Au"
    assert convert('<g style="text-transform:capitalize"><text>ca</text><text>fe</text></g>') == "CaFe"


def test_it_is_no_attribute() -> None:
    assert convert('<text text-transform="uppercase">a</text>') == "a"


@for_each(
    [
        ('<text style="text-transform:full-width">a</text>', "full-width"),
        ('<g lang="tr"><text style="text-transform:uppercase">i</text></g>', "language 'tr'"),
        ('<text style="text-transform:uppercase" x="1 2">\u00df</text>', "two letters of one"),
        ('<text id="a">a</text><use href="#a" style="text-transform:uppercase"/>', "around a <use>"),
    ]
)
def test_what_programs_do_not_agree_on_is_refused(body: str, words: str) -> None:
    with pytest.raises(DrawingError, match=words):
        convert(body)


def test_a_use_of_a_shape_has_no_letters() -> None:
    body = '<path id="a"/><use href="#a"/><text>a</text>'
    assert convert(body, 'style="text-transform:uppercase"') == "A"
