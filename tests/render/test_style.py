"""Presentation attributes, `style` and inheritance give the paint that SVG specifies."""

import pytest

from generator.model.picture import Group, Paint, Path, Text
from generator.render.svg.style import parse_color
from tests.render.drawing import check_refusal, draw_group, draw_path, draw_shapes, draw_texts, find_refusal, read_paint
from tests.samples import for_each


def test_the_default_paint_is_black_without_a_stroke() -> None:
    assert read_paint("") == Paint()
    assert read_paint("") == Paint("#000000", 1.0, False, None, 1.0, 1.0, (), 0.0, "butt", "miter", 4.0)


ATTRIBUTES = {
    'fill="none"': Paint(None),
    'fill="#D55E00"': Paint("#d55e00"),
    'fill="#d50"': Paint("#dd5500"),
    'fill="rgb(213, 94,0)"': Paint("#d55e00"),
    'fill="rgb( 0,0 ,255 )"': Paint("#0000ff"),
    'fill="red"': Paint("#ff0000"),
    'fill="ReD"': Paint("#ff0000"),
    'fill="rebeccapurple"': Paint("#663399"),
    'fill=" #fff "': Paint("#ffffff"),
    'fill="currentColor"': Paint("#000000"),
    'color="#123456" fill="currentColor"': Paint("#123456"),
    'fill="currentColor" color="#123456"': Paint("#123456"),
    'fill="none" stroke="currentColor" color="red"': Paint(None, stroke="#ff0000"),
    'fill-opacity=".25"': Paint(fill_opacity=0.25),
    'fill-opacity="25%"': Paint(fill_opacity=0.25),
    'fill-opacity="7"': Paint(fill_opacity=1.0),
    'fill-opacity="-7"': Paint(fill_opacity=0.0),
    'fill-rule="evenodd"': Paint(even_odd=True),
    'stroke="#000"': Paint(stroke="#000000"),
    'stroke="#000" stroke-width="0"': Paint(width=0.0),
    'stroke="#000" stroke-width=".35"': Paint(stroke="#000000", width=0.35),
    'stroke="#000" stroke-opacity=".5"': Paint(stroke="#000000", stroke_opacity=0.5),
    'stroke="#000" stroke-dasharray="4 2"': Paint(stroke="#000000", dash=(4, 2)),
    'stroke="#000" stroke-dasharray="4,2,1"': Paint(stroke="#000000", dash=(4, 2, 1, 4, 2, 1)),
    'stroke="#000" stroke-dasharray="none"': Paint(stroke="#000000"),
    'stroke="#000" stroke-dasharray="0 0"': Paint(stroke="#000000"),
    'stroke="#000" stroke-dashoffset="-3"': Paint(stroke="#000000", dash_offset=-3),
    'stroke="#000" stroke-linecap="round"': Paint(stroke="#000000", cap="round"),
    'stroke="#000" stroke-linejoin="bevel"': Paint(stroke="#000000", join="bevel"),
    'stroke="#000" stroke-miterlimit="9"': Paint(stroke="#000000", miter=9),
    'style="fill:#fff"': Paint("#ffffff"),
    'style=" fill : #fff ; stroke:red;; "': Paint("#ffffff", stroke="#ff0000"),
    'fill="red" style="fill:#fff"': Paint("#ffffff"),
    'style="-inkscape-font-specification:x;paint-order:normal;filter:none"': Paint(),
    'shape-rendering="crispEdges" aria-label="x" role="img"': Paint(),
}


@for_each(ATTRIBUTES)
def test_each_property(attributes: str) -> None:
    assert read_paint(attributes) == ATTRIBUTES[attributes]


INHERITED = {
    ('fill="red"', ""): Paint("#ff0000"),
    ('fill="red"', 'fill="#000"'): Paint(),
    ('fill="red"', 'fill="inherit"'): Paint("#ff0000"),
    ('style="fill:red"', 'fill="blue"'): Paint("#0000ff"),
    ('fill="red"', 'style="stroke:inherit"'): Paint("#ff0000"),
    ('color="red" fill="currentColor"', 'color="blue"'): Paint("#0000ff"),
    ('color="red"', 'fill="currentColor" color="inherit"'): Paint("#ff0000"),
    ('stroke="red" stroke-width="2" stroke-dasharray="1"', 'fill="none"'): Paint(
        None, stroke="#ff0000", width=2, dash=(1, 1)
    ),
}


@pytest.mark.parametrize(("around", "own"), INHERITED)
def test_inheritance(around: str, own: str) -> None:
    assert read_paint(own, around) == INHERITED[around, own]


COLORS = {
    "#12345678": ("#123456", 0x78 / 255),
    "#1238": ("#112233", 0x88 / 255),
    "rgba(1,2,3,.5)": ("#010203", 0x80 / 255),
    "rgb(10%,2%,3%)": ("#1a0508", 1.0),
    "hsl(120 100% 25%)": ("#008000", 1.0),
    "hsl(240deg, 100%, 50%)": ("#0000ff", 1.0),
    "transparent": ("#000000", 0.0),
    "oklch(100% 0 0)": ("#ffffff", 1.0),
}


@pytest.mark.parametrize("color", COLORS)
def test_colors_of_css(color: str) -> None:
    paint = read_paint(f'fill="{color}"')
    assert (paint.fill, paint.fill_opacity) == COLORS[color]
    stroke = read_paint(f'stroke="{color}"')
    assert (stroke.stroke, stroke.stroke_opacity) == COLORS[color]


REFUSED = {
    'fill="redd"': "'fill' 'redd' 'red'",
    'fill="#12345"': "'fill' '#12345'",
    'fill="lab(50% 120 0)"': "'fill' 'lab(50% 120 0)'",
    'fill="url(#nothing)"': "~ a paint refers to #nothing",
    'fill="url(other.svg#a)"': "'fill' 'url(other.svg#a)'",
    'stroke="url(#nothing)"': "~ a paint refers to #nothing",
    'color="currentColor"': "'color' 'currentColor'",
    'fill-opacity="half"': "'fill-opacity' 'half'",
    'fill-rule="odd"': "'fill-rule' 'odd'",
    'stroke-width="-1"': "'stroke-width' '-1'",
    'stroke-width="1mm"': "'stroke-width' '1mm'",
    'stroke-dasharray="1 -1"': "'stroke-dasharray' '1 -1'",
    'stroke-dasharray="5%"': "'stroke-dasharray' '5%'",
    'stroke-linecap="flat"': "'stroke-linecap' 'flat'",
    'stroke-linejoin="arcs"': "'stroke-linejoin' 'arcs'",
    'visibility="no"': "'visibility' 'no'",
    'display="flex"': "'display' 'flex'",
    'style="fill"': "'fill' `name: value`",
    'style="fill:"': "'fill:' `name: value`",
    'style="fill:red !important"': "`!important`",
    'style="fil:red"': "'fil:red' 'fill'",
    'style="x:5"': "'x:5'",
    'style="transform:scale(2)"': "'transform:scale(2)'",
    'style="filter:url(#f)"': "'filter:url(#f)'",
    'fil="red"': "<rect> 'fil' 'red'",
    'opacity="inherit"': "'opacity' 'inherit'",
    'unknown="inherit"': "<rect> 'unknown' 'inherit'",
    'clip-path="inherit"': "'clip-path' 'inherit'",
    'clip-path="red"': "'clip-path' 'red'",
    'clip-path="url(#nothing)"': "~ clip-path refers to #nothing",
}


@for_each(REFUSED)
def test_refusals_to_the_letter(attributes: str) -> None:
    check_refusal(
        find_refusal(f'<rect width="1" height="1" {attributes}/>').partition("; there ")[0], REFUSED[attributes]
    )


SQUARE = '<rect width="4" height="4" fill="#ff0000"/>'


def test_an_opacity_over_one_filled_shape_is_its_fill_opacity() -> None:
    assert draw_path(f'<g opacity=".5">{SQUARE}</g>').paint == Paint("#ff0000", 0.5, stroke_opacity=0.5)
    assert draw_path('<rect width="4" height="4" opacity=".5" fill-opacity=".5"/>').paint.fill_opacity == 0.25


def test_an_opacity_over_more_is_that_of_the_group() -> None:
    found = draw_group(f'<g opacity=".5">{SQUARE}{SQUARE}</g>')
    assert (found.opacity, len(found.shapes)) == (0.5, 2)
    both = draw_group('<rect width="4" height="4" stroke="#000" opacity=".5"/>')
    assert both.opacity == 0.5


def test_invisible_shapes_are_not_drawn() -> None:
    assert (
        draw_shapes(f'<g opacity="0">{SQUARE}</g><g display="none">{SQUARE}</g><g visibility="hidden">{SQUARE}</g>')
        == ()
    )
    found = draw_shapes(f'<g visibility="hidden">{SQUARE}<rect width="1" height="1" visibility="visible"/></g>')
    assert [type(each) for each in found] == [Path]


def test_a_singular_matrix_draws_nothing() -> None:
    assert draw_shapes(f'<g transform="scale(0 1)">{SQUARE}</g>') == ()


def test_equal_elements_give_the_same_shape() -> None:
    one, two = draw_shapes(f"<g>{SQUARE}</g><g>{SQUARE}</g>")
    assert one is two


def test_the_kinds_of_fill() -> None:
    stop = '<stop offset="0"/>'
    found = draw_path(
        f'<linearGradient id="a">{stop}</linearGradient><rect width="4" height="4" fill="url( \'#a\' )" stroke="#000"/>'
    )
    assert (found.paint.fill, found.paint.stroke) == ("#000000", "#000000")
    below, seen = draw_shapes(
        f'<linearGradient id="a">{stop}</linearGradient><text font-size="5" fill="url(#a)">x</text>'
    )
    assert isinstance(below, Text)
    assert below.paint.fill == "#000000"
    assert isinstance(seen, Group)
    assert seen.mask is not None
    assert [shape.paint for shape in seen.mask.shapes if isinstance(shape, Text)] == [Paint("#ffffff")]


def test_text_is_not_filled_by_the_even_odd_rule() -> None:
    assert not draw_texts('<text fill-rule="evenodd">x</text>')[0].paint.even_odd


def test_groups_nest() -> None:
    outer = draw_group(f'<g transform="translate(1 2)"><g transform="scale(2)">{SQUARE}</g></g>')
    (inner,) = outer.shapes
    assert isinstance(inner, Group)
    assert (outer.matrix, inner.matrix) == ((1, 0, 0, 1, 1, 2), (2, 0, 0, 2, 0, 0))


def test_a_color_name_that_pillow_has_cached() -> None:
    from PIL import ImageColor

    from generator.render.svg.style import parse_color

    ImageColor.getrgb("rebeccapurple")
    assert parse_color("RebeccaPurple", "fill") == "#663399"


def test_saturation_and_lightness_end_at_0_and_100_percent() -> None:
    told = ("hsl(480, 200%, 40%)", "hsl(20, -30%, 40%)", "hsla(20, 50%, 140%, .5)", "hsl(120 100% 25%)")
    assert [parse_color(each, "fill") for each in told] == ["#00cc00", "#666666", "#ffffff80", "#008000"]
