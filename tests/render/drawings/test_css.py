"""Variables, media, backgrounds, fonts and colors of style sheets, as drawing programs write them."""

import pytest

from generator.model.finding import DrawingError
from generator.render.drawings.cascade import apply_style_sheets, holds_in_print, replace_variables
from generator.render.drawings.cleaning import draw_background, take_background
from generator.render.drawings.nodes import DrawingNode, to_node
from generator.render.svg.elements import SvgParser
from tests.samples import for_each


def read(inside: str, root: str = 'viewBox="0 0 9 6"') -> DrawingNode:
    return to_node(SvgParser().read(f'<svg xmlns="http://www.w3.org/2000/svg" {root}>{inside}</svg>'))


def resolve(inside: str) -> list[dict[str, str]]:
    """Return the attributes of the elements of a drawing once its styles and variables are written out."""
    root = read(inside)
    apply_style_sheets(root)
    replace_variables(root)
    return [node.attributes for node in root.walk() if node is not root]


def test_a_variable_is_inherited_and_an_inner_one_wins() -> None:
    found = resolve('<g style="--ink:#a00"><path fill="var(--ink)"/><path style="--ink:#00a;fill:var( --ink )"/></g>')
    assert found == [{}, {"fill": "#a00"}, {"fill": "#00a"}]


def test_a_variable_holds_others_and_has_a_fallback() -> None:
    sheet = "<style>:root{--a:var(--b, 3);--B:9}path{stroke-dasharray:var(--a) var(--B);fill:var(--c,var(--d,#0a0))}</style>"
    assert resolve(f"{sheet}<path/>") == [{"stroke-dasharray": "3 9", "fill": "#0a0"}]


@for_each(
    [
        ("fill:var(--x)", "refers to --x, which has no value here"),
        ("--x:var(--y);--y:var(--x);fill:var(--x)", "refers to itself"),
        ("--a:" + "1234567890" * 20 + ";--b:var(--a)var(--a)var(--a);--c:var(--b)var(--b);fill:var(--c)", "1,000"),
    ]
)
def test_variables_without_a_value_are_refused(style: str, says: str) -> None:
    with pytest.raises(DrawingError) as caught:
        resolve(f'<path style="{style}"/>')
    assert says in caught.value.message
    assert "fill=" in caught.value.message


@for_each(
    [
        ("all", True),
        ("print", True),
        ("only screen", True),
        ("", True),
        ("speech", False),
        ("speech, print", True),
        ("(prefers-color-scheme: dark)", False),
        ("screen and (prefers-color-scheme:light)", True),
        ("tv and (min-width: 3px)", False),
    ]
)
def test_media_that_hold_in_print(media: str, holds: bool) -> None:
    assert holds_in_print(media) is holds


@for_each(["not print", "(min-width:1px)", "print, screen and (color)"])
def test_media_that_depend_on_a_screen_are_refused(media: str) -> None:
    with pytest.raises(DrawingError, match="depends on a screen"):
        holds_in_print(media)


def test_a_background_is_a_rectangle_behind_all_else() -> None:
    root = read("<path/>", 'viewBox="-3 -3 9 6" background-color="rgb(255,0,0)" background="none"')
    color = take_background(root)
    draw_background(root, color)
    assert [node.name for node in root.children()] == ["rect", "path"]
    assert root.children()[0].attributes == {
        "x": "-3.0",
        "y": "-3.0",
        "width": "9.0",
        "height": "6.0",
        "fill": "#ff0000",
        "stroke": "none",
    }
    assert root.attributes.keys() == {"viewBox"}


def test_no_background_and_one_that_is_no_color() -> None:
    root = read("", 'viewBox="0 0 1 1" background="transparent"')
    draw_background(root, take_background(root))
    assert root.children() == []
    with pytest.raises(DrawingError, match="not a color; draw it as a <rect>"):
        take_background(read("", 'background="url(a.png)"'))


def test_a_color_that_cannot_be_printed_leaves_the_one_before_it() -> None:
    style = "fill:#d94;fill:color(display-p3 0 1 0);stroke:#00f;stroke:color(srgb 1 0 0)"
    assert resolve(f'<path style="{style}"/>') == [{"fill": "#d94", "stroke": "color(srgb 1 0 0)"}]
    assert resolve('<path style="fill:color(display-p3 0 1 0)"/>') == [{"fill": "color(display-p3 0 1 0)"}]


def test_a_font_of_the_file_itself_is_put_aside_and_any_other_is_refused() -> None:
    face = '@font-face{font-family:"A";src:url("#F0") format(svg)}'
    assert resolve(f"<style>{face}</style><path/>") == [{}]
    for source in ("url(a.woff)", 'url("#F0"), url(a.woff)'):
        with pytest.raises(DrawingError, match="@font-face"):
            resolve(f'<style>@font-face{{font-family:"A";src:{source}}}</style>')
