"""Style sheets become attributes: what is stronger wins, and what is hostile ends soon."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.model.finding import DrawingError
from generator.render.drawings.cascade import apply_style_sheets
from generator.render.drawings.nodes import DrawingNode, to_node
from generator.render.svg.elements import SvgParser
from tests.samples import for_each


def read(inside: str) -> DrawingNode:
    return to_node(SvgParser().read(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'))


def style(sheet: str, element: str = '<path class="a b" id="p"/>') -> dict[str, str]:
    """Return the attributes of the last element after a style sheet is applied to it."""
    root = read(f"<style>{sheet}</style>{element}")
    apply_style_sheets(root)
    return [*root.walk()][-1].attributes


@for_each(
    [
        ("path{fill:red}", "<path/>", "red"),
        (".a{fill:red}path{fill:blue}", '<path class="a"/>', "red"),
        ("#p{fill:red}.a.b{fill:blue}", '<path class="a b" id="p"/>', "red"),
        (".a{fill:red}.b{fill:blue}", '<path class="a b"/>', "blue"),
        (".b{fill:blue}", '<path class="b" style="fill:red"/>', "red"),
        (".b{fill:blue!important}", '<path class="b" style="fill:red"/>', "blue"),
        (".b{fill:blue}", '<path class="b" fill="red"/>', "blue"),
        ("g>path{fill:red}", "<g><path/></g>", "red"),
        ("g path{fill:red}", "<g><a><path/></a></g>", "red"),
        ("*{fill:red}", "<path/>", "red"),
        ("path:not(.a){fill:red}", "<path/>", "red"),
        ("@media print{path{fill:red}}", "<path/>", "red"),
        ("@media screen , tv{path{fill:red}}", "<path/>", "red"),
        ("@media tv{path{fill:red}}", '<path fill="blue"/>', "blue"),
        ("path::before{fill:red}", '<path fill="blue"/>', "blue"),
        ("/* path{fill:red} */", '<path fill="blue"/>', "blue"),
    ]
)
def test_the_strongest_declaration_wins(sheet: str, element: str, fill: str) -> None:
    sheet = sheet.replace(">", "&gt;")
    assert style(sheet, element)["fill"] == fill


def test_shorthands_are_spelled_out() -> None:
    found = style("path{font:italic bold 12px/1.5 'A B',serif;marker:url(#m)}")
    assert {name: found[name] for name in ("font-style", "font-weight", "font-size", "font-family", "marker-mid")} == {
        "font-style": "italic",
        "font-weight": "bold",
        "font-size": "12px",
        "font-family": '"A B",serif',
        "marker-mid": "url(#m)",
    }


def test_the_classes_of_sheets_are_told_and_the_sheets_are_gone() -> None:
    root = read('<defs><style>.a,.b:not(.c){fill:red}</style></defs><path class="a d"/>')
    assert apply_style_sheets(root) == {"a", "b", "c"}
    assert "style" not in [node.name for node in root.walk()]


@for_each(
    [
        ("path{x:3px}", "sets x"),
        ("@import 'a.css';", "@import"),
        ("@font-face{src:url(a)}", "@font-face"),
        ("p[{fill:red}", "not CSS"),
        ("p:foo(){fill:red}", "selector"),
        ("path{fill}", "not CSS"),
        ("path{font:12px}", "font="),
        ("}", "not CSS"),
    ]
)
def test_what_is_no_css_of_print_is_refused(sheet: str, says: str) -> None:
    with pytest.raises(DrawingError) as caught:
        style(sheet)
    assert says in caught.value.message


@for_each(
    [
        "@media print{" * 2_000 + "path{fill:red}" + "}" * 2_000,
        ":not(" * 2_000 + "a" + ")" * 2_000 + "{fill:red}",
        "a " * 20_000 + "{fill:red}",
        "path{fill:" + "(" * 5_000 + "}",
        ",".join(["a"] * 20_000) + "{fill:red}",
    ]
)
def test_hostile_sheets_end_with_a_message_or_a_drawing(sheet: str) -> None:
    with suppress(DrawingError):
        style(sheet)


@given(st.text(st.sampled_from("ab.#{}:;()[]@!*,'\" \n\\/-0"), max_size=60))
def test_any_text_is_a_sheet_or_refused(sheet: str) -> None:
    root = DrawingNode("svg", {}, [DrawingNode("style", {}, [sheet]), DrawingNode("a", {"class": "b"}, [])])
    try:
        apply_style_sheets(root)
    except DrawingError:
        return
    assert "style" not in [node.name for node in root.walk()]
