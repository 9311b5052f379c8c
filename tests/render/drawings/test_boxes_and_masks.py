"""Transforms about the own box, lengths of paths, masks of Cairo, and what is refused because programs differ."""

import pytest

from generator.fonts.font_book import FontBook
from generator.model.finding import DrawingError
from generator.render.drawings.rewriting import DrawingRewriter
from generator.render.svg.attribute_values import parse_transform
from generator.render.svg.elements import Element, SvgParser
from tests.samples import for_each

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 30"'


def rewrite(inside: str, root: str = "") -> list[Element]:
    """Return the elements in the root of a drawing in the profile."""
    text = f"{SVG} {root}>{inside}</svg>"
    found = DrawingRewriter(FontBook({})).rewrite(SvgParser().read(text), (50.0, 30.0))
    return [each for each in found.content if isinstance(each, Element)]


def refuse(inside: str) -> str:
    with pytest.raises(DrawingError) as caught:
        rewrite(inside)
    return caught.value.message


@for_each(
    [
        ("transform-box:fill-box;transform-origin:50% 50%", (14, 22)),
        ("transform-box:fill-box;transform-origin:right top", (18, 20)),
        ("transform-box:fill-box", (10, 20)),
        ("transform-origin:3px 4px", (3, 4)),
    ]
)
def test_a_turn_leaves_the_origin_where_it_is(style: str, point: tuple[float, float]) -> None:
    (rect,) = rewrite(f'<rect x="10" y="20" width="8" height="4" transform="rotate(90)" style="{style}"/>')
    a, b, c, d, e, f = parse_transform(rect.attributes["transform"])
    x, y = point
    assert (a * x + c * y + e, b * x + d * y + f) == pytest.approx(point)


def test_the_box_of_a_group_is_that_of_what_is_in_it_as_it_is_turned() -> None:
    inner = '<rect width="4" height="2" transform="rotate(90)"/><circle cx="6" cy="3" r="1"/>'
    (group,) = rewrite(f'<g transform="scale(2)" style="transform-box:fill-box;transform-origin:100% 100%">{inner}</g>')
    assert parse_transform(group.attributes["transform"]) == pytest.approx((2, 0, 0, 2, -7, -4))


def test_the_box_of_a_text_is_refused() -> None:
    text = '<g transform="scale(2)" style="transform-box:fill-box"><text>a</text></g>'
    assert "transform-box of what holds a <text>" in refuse(text)


def test_dashes_are_scaled_by_the_length_of_their_path() -> None:
    (line,) = rewrite('<g stroke-dasharray="1 2" stroke-dashoffset="3"><path d="M0 0H20" pathLength="10"/></g>')[
        0
    ].content
    assert isinstance(line, Element)
    assert line.attributes == {"d": "M0 0H20", "stroke-dasharray": "2 4", "stroke-dashoffset": "6"}
    (plain,) = rewrite('<path d="M0 0H20" pathLength="0"/>')
    assert plain.attributes == {"d": "M0 0H20"}


@for_each([
        ('<path d="M0 0H9" pathLength="0" stroke-dasharray="1"/>', "not above zero"),
        ('<path id="p" d="M0 0H9" pathLength="9"/><text><textPath href="#p">a</textPath></text>', "with a pathLength"),
        ('<mask id="m"><rect filter="url(#f)"/></mask><filter id="f"><feFlood/></filter><g mask="url(#m)"/>', "a filter in a mask"),
        ('<g style="filter:blur(1)"><path/></g>', "write it in px"),
        ('<path filter="url(#no)"/>', "refers to #no, which is not a filter"),
        ('<g style="color-interpolation:linearRGB"><linearGradient id="a"/></g>', "linearRGB"),
        ('<path style="-webkit-clip-path:circle(3px)"/>', "write it as clip-path"),
        ('<text letter-spacing="3%">a</text>', "another length in each program"),
        ('<g text-decoration="underline" fill="red"><text fill="blue">a</text></g>', "underline of a <g>"),
    ])  # fmt: skip
def test_what_programs_draw_in_different_ways_is_refused(inside: str, says: str) -> None:
    assert says in refuse(inside)


def test_prefixed_properties_that_change_nothing_are_dropped() -> None:
    style = "-webkit-mask:none;-webkit-transform:scale(2);transform:scale(2);-webkit-font-smoothing:auto"
    (path,) = rewrite(f'<path style="{style}"/>')
    assert path.attributes == {"transform": "scale(2)"}


def test_arcs_at_corners_and_defer_are_dropped() -> None:
    (path,) = rewrite('<path stroke-linejoin="arcs" style="opacity:1"/>')
    assert path.attributes["stroke-linejoin"] == "miter"
    (image,) = rewrite('<image preserveAspectRatio="defer xMinYMid meet" style="opacity:1"/>')
    assert image.attributes["preserveAspectRatio"] == "xMinYMid meet"


WHITEN = '<filter id="f"><feColorMatrix values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 0"/></filter>'
OTHER = '<filter id="f"><feColorMatrix values="1 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 0"/></filter>'


def test_a_mask_whitened_by_a_filter_is_one_by_opacity() -> None:
    body = '<mask id="m"><g filter="url(#f)"><rect fill-opacity=".4"/></g></mask><path mask="url(#m)"/>'
    mask, path = rewrite(WHITEN + body)
    (group,) = mask.content
    assert isinstance(group, Element)
    assert (mask.attributes["mask-type"], group.attributes, path.attributes["mask"]) == ("alpha", {}, "url(#m)")
    assert "a filter in a mask" in refuse(OTHER + body)


def test_a_ratio_of_the_root_moves_what_is_in_it() -> None:
    text = f'{SVG.replace("0 0 50 30", "0 0 25 30")} width="50mm" height="30mm" preserveAspectRatio="xMaxYMid meet"><path/></svg>'
    root = DrawingRewriter(FontBook({})).rewrite(SvgParser().read(text), (50.0, 30.0))
    (group,) = root.content
    assert isinstance(group, Element)
    assert group.attributes["transform"] == "matrix(1 0 0 1 25 0)"
    assert [float(each) for each in root.attributes["viewBox"].split()] == [0, 0, 50, 30]


def test_a_filter_turns_with_its_element() -> None:
    body = '<filter id="f"><feFlood flood-color="red"/></filter><rect width="9" height="9" transform="rotate(5)" filter="url(#f)"/>'
    (image,) = rewrite(body)
    assert (image.name, image.attributes["transform"]) == ("image", "rotate(5)")
