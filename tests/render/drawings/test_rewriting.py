"""Drawings are rewritten into the profile: sizes, style sheets, isolation, foreign elements; gradients into bands."""

import pytest

from generator.fonts.font_book import FontBook
from generator.model.finding import DrawingError
from generator.model.picture import Gradient
from generator.render.drawings.rewriting import DrawingRewriter
from generator.render.svg.elements import Element, SvgParser
from generator.write.pdf.gradient_bands import split_gradient
from tests.samples import for_each

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:u="urn:u"'


def rewrite(text: str) -> Element:
    return DrawingRewriter(FontBook({})).rewrite(SvgParser().read(text), (50.0, 30.0))


def test_a_missing_height_follows_from_the_view_box() -> None:
    root = rewrite(f'{SVG} width="50mm" viewBox="0 0 100 60"><u:card/><rect/></svg>')
    (group,) = root.content
    assert isinstance(group, Element)
    assert [float(each) for each in root.attributes["viewBox"].split()] == [0, 0, 50, 30]
    assert group.attributes["transform"] == "matrix(0.5 0 0 0.5 0 0)"
    assert [each.name for each in group.content if isinstance(each, Element)] == ["rect"]


@for_each([("", False), ('<rect style="mix-blend-mode:multiply"/>', True)])
def test_isolation_is_dropped_where_nothing_blends(inside: str, kept: bool) -> None:
    root = rewrite(f'{SVG} viewBox="0 0 50 30"><g style="isolation:isolate">{inside}<path/></g></svg>')
    (group,) = (each for each in root.content if isinstance(each, Element))
    assert group.attributes.get("style", "") == ("isolation:isolate;" if kept else "")


def test_too_many_rules_are_told() -> None:
    body = "<g/>" * 300
    with pytest.raises(DrawingError, match="10,000 rules for 301 elements"):
        rewrite(f'{SVG} viewBox="0 0 50 30"><style>{"a{fill:red}" * 10_000}</style>{body}</svg>')


def test_a_hard_edge_is_a_region_no_larger_than_its_area() -> None:
    stops = ((0.0, "#ff0000"), (0.5, "#ff0000"), (0.5, "#0000ff"), (1.0, "#0000ff"))
    gradient = Gradient("linear", (0.0, 0.0, 1.0, 0.0), (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), stops)
    first, second = split_gradient(gradient, (0.0, 0.0, 1.0, 0.0))
    assert first.region == ()
    assert second.region == (("M", 0.5, 0.5), ("L", 0.5, -0.5), ("L", 1.0, -0.5), ("L", 1.0, 0.5), ("Z",))
