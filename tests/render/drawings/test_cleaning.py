"""What draws nothing goes, conditions are decided, and what is still referred to stays."""

import pytest

from generator.model.finding import DrawingError
from generator.render.drawings.cleaning import (
    DrawingRemark,
    check_root,
    choose_branches,
    drop_foreign_elements,
    drop_hidden_elements,
    drop_unused_definitions,
    list_references,
)
from generator.render.drawings.nodes import DrawingNode, to_node
from generator.render.svg.elements import SvgParser
from tests.samples import for_each


def read(inside: str, root: str = "") -> DrawingNode:
    return to_node(SvgParser().read(f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:e="urn:e" {root}>{inside}</svg>'))


def names(node: DrawingNode) -> str:
    """Return the names and ids of the elements below a node: `g#a(path)`."""
    parts = []
    for child in node.children():
        inner = names(child)
        parts.append(
            child.name + (f"#{child.attributes['id']}" if "id" in child.attributes else "") + f"({inner})" * bool(inner)
        )
    return " ".join(parts)


def test_foreign_elements_go_and_those_without_a_namespace_stay() -> None:
    root = read('<e:a><path/></e:a><metadata/><g><e:b/><path/></g><x xmlns=""/>')
    drop_foreign_elements(root)
    assert names(root) == "g(path) {}x"


@for_each(
    [
        ('<g display="none"><path/></g><path/>', "g path"),
        ('<g display="none"><path id="a"/><path/></g><use href="#a"/>', "g(defs(path#a)) use"),
        ('<clipPath id="c" display="none"/><path/>', "clipPath#c path"),
    ]
)
def test_hidden_elements_go_unless_they_are_referred_to(inside: str, left: str) -> None:
    root = read(inside)
    drop_hidden_elements(root)
    assert names(root) == left


@for_each([
        ('<mask id="m"/><path/>', "path"),
        ('<mask id="m"/><path mask="url(#m)"/>', "mask#m path"),
        ('<mask id="m"><path mask="url(#n)"/></mask><mask id="n"/><path/>', "path"),
        ('<mask id="m"><path mask="url(#n)"/></mask><mask id="n"/><path mask="url(\'#m\')"/>', "mask#m(path) mask#n path"),
        ('<defs><pattern id="p"/></defs><symbol id="s"><path fill="url(#p)"/></symbol><use href="#s"/>', "defs(pattern#p) symbol#s(path) use"),
        ('<mask id="m" mask="url(#m)"/>', ""),
    ])  # fmt: skip
def test_definitions_that_nothing_drawn_uses_go(inside: str, left: str) -> None:
    root = read(inside)
    drop_unused_definitions(root)
    assert names(root) == left


def test_references_of_all_kinds_are_listed() -> None:
    node = DrawingNode("use", {"href": "#a", "fill": "url( '#b' ) red", "style": "mask:url(#c);clip-path:url(#d)"}, [])
    assert list_references(node) == ["a", "b", "c", "d"]


@for_each(
    [
        ('<switch><path systemLanguage="de"/><g systemLanguage="en-US"/><path/></switch>', "g(g)"),
        ('<switch><foreignObject requiredExtensions="x"/><g id="a"/></switch>', "g(g#a)"),
        ('<path systemLanguage="fr, en"/><path systemLanguage=""/><path requiredExtensions=""/>', "path"),
        ('<switch><path systemLanguage="fr"/></switch>', "g"),
        ("<switch><title/><path/></switch>", "g(path)"),
    ]
)
def test_conditions_are_decided_for_english(inside: str, left: str) -> None:
    root = read(inside)
    assert list(choose_branches(root)) == []
    assert names(root) == left


def test_a_plain_text_stands_in_for_html() -> None:
    root = read("<switch><foreignObject/><foreignObject/><text/><image/></switch>")
    says = "the <text> that stands in for the HTML of this <switch> is drawn, and may be cut off"
    assert list(choose_branches(root)) == [DrawingRemark("", "GF216", "warning", says)]
    assert names(root) == "g(text)"
    alone = read("<switch><foreignObject/></switch>")
    assert list(choose_branches(alone)) == []
    assert names(alone) == "g(foreignObject)"  # which is refused


def test_a_root_under_a_condition_is_refused() -> None:
    check_root(read("", 'systemLanguage="en"'))
    with pytest.raises(DrawingError, match="drop that condition"):
        check_root(read("", 'systemLanguage="fr"'))
