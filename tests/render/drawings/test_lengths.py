"""Lengths below zero do what SVG says, and each is reported."""

from generator.fonts.font_book import FontBook
from generator.render.drawings.rewriting import DrawingRewriter
from generator.render.svg.elements import Element, SvgParser
from tests.samples import for_each


def rewrite(inside: str) -> tuple[dict[str, str], list[str]]:
    """Return the attributes of the one element in a drawing, rewritten, and the messages about it."""
    rewriter = DrawingRewriter(FontBook({}))
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 30">{inside}</svg>'
    (element,) = (each for each in rewriter.rewrite(SvgParser().read(text)).content if isinstance(each, Element))
    assert {(each.code, each.level) for each in rewriter.remarks} <= {("GF213", "warning")}
    return element.attributes, [each.message for each in rewriter.remarks]


@for_each(
    [
        ('<circle r="-4"/>', "r", "-4"),
        ('<rect width=" -.5px" height="9"/>', "width", " -.5px"),
        ('<rect width="9" height="-1e3"/>', "height", "-1e3"),
        ('<image width="-9" height="9" href="data:,"/>', "width", "-9"),
    ]
)
def test_a_shape_with_a_size_below_zero_is_not_drawn(shape: str, name: str, value: str) -> None:
    attributes, messages = rewrite(shape)
    assert attributes[name] == "0"
    (message,) = messages
    tag = shape[1:].split()[0]
    assert message == f"{name}={value!r} is less than zero, so the <{tag}> is not drawn; write a length above zero"


@for_each(
    [
        ('<rect width="9" height="9" rx="-2" ry="3"/>', {"ry": "3"}),
        ('<rect width="9" height="9" rx="2" ry="-.3"/>', {"rx": "2"}),
        ('<ellipse rx="-2" ry="3"/>', {"rx": "3", "ry": "3"}),
        ('<ellipse rx="2" ry="-3"/>', {"rx": "2", "ry": "2"}),
    ]
)
def test_a_radius_below_zero_is_as_if_it_were_not_given(shape: str, left: dict[str, str]) -> None:
    attributes, messages = rewrite(shape)
    assert {name: value for name, value in attributes.items() if name in ("rx", "ry")} == left
    assert [message.endswith("is ignored; write a radius above zero, or leave it out") for message in messages] == [
        True
    ]


def test_an_ellipse_with_one_radius_is_a_circle() -> None:
    assert rewrite('<ellipse rx="2"/>') == ({"rx": "2", "ry": "2"}, [])
    assert rewrite("<ellipse/>") == ({"rx": "0", "ry": "0"}, [])
    assert rewrite('<ellipse rx="20%"/>')[0].keys() == {"rx"}  # of the width, but the other would be of the height


def test_dashes_below_zero_are_no_dashes() -> None:
    attributes, messages = rewrite('<path d="M0 0H9" stroke="red" stroke-dasharray="3, -1"/>')
    assert attributes.get("stroke-dasharray", "none") == "none"
    assert messages == [
        "stroke-dasharray='3, -1' has a length below zero, so the line has no dashes; write lengths above zero"
    ]


@for_each(["-0", "-0.0", "-.0", "0", "4"])
def test_zero_is_not_below_zero(value: str) -> None:
    assert rewrite(f'<circle r="{value}"/>')[1] == []
