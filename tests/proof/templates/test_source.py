"""A template is read as the values that it writes, with what is typed, what is computed and what is around them."""

from jinja2 import nodes

from generator.proof.templates.source import TemplateSource, WrittenValue
from tests.samples import for_each


def read(text: str) -> TemplateSource:
    return TemplateSource("it.svg.j2", "it.svg.j2", text)


def show(value: WrittenValue) -> tuple[str, str, str]:
    """Return a value as text, what is computed in it as `?`, and what a block in its middle chooses as `|`."""
    parts = (each if isinstance(each, str) else "|" if each is None else "?" for each in value.segments)
    return value.tag, value.attribute, "".join(parts).strip()


@for_each(
    [
        ("<a x='1' xlink:href=\"#{{ b }}\"/>", [("a", "x", "1"), ("a", "href", "#?")]),
        ("<text>Hi {{ n }}!</text>", [("text", "text", "Hi ?!")]),
        ("<text>{{ 'a' ~ n ~ 'b' }}</text>", [("text", "text", "a?b")]),
        ("<g fill='{{ colors['a.b'] }}'/>", [("g", "fill", "colors[a.b]")]),
        ("<g fill='{{ colors[c.color] }}'/>", [("g", "fill", "colors[?]")]),
        ("<!-- <g x='1'/> --><g y='2'/>", [("g", "y", "2")]),
        ("<g d='{% if a %}M{% else %}L{% endif %} 0'/>", [("g", "d", "L| 0")]),
        ("<text>{% if a %}x{% else %}y{% endif %}</text>", [("text", "text", "x"), ("text", "text", "y")]),
        ("{% macro m() %}<a x='1'/>{% endmacro %}<b y='2'/>", [("a", "x", "1"), ("b", "y", "2")]),
        ("<a>{{ m.dot(3, 'x') }}</a>", [("dot()", "0", "?"), ("dot()", "1", "x"), ("a", "text", "?")]),
        ("<a>{{ dot('x') if a else dot('y') }}</a>", [("a", "text", "?")]),  # it is chosen
        ("<a x='{{ b }", []),  # it cannot be read
    ]
)
def test_the_values_of_a_template(text: str, values: list[tuple[str, str, str]]) -> None:
    assert [show(each) for each in read(text).values if each.attribute] == values


def test_what_is_around_a_value() -> None:
    source = read(
        "{% macro dot() %}<a/>{% endmacro %}{% for c in cells %}{% if c.color %}<g class='icon.x'><use href='#a'/></g>"
        "{% elif c.kind %}<use href='#b'/>{% else %}<use href='#c'/>{% endif %}{% endfor %}<use href='#d'/>"
    )
    values = {each.typed: each for each in source.values if each.attribute == "href"}
    assert {name: len(each.scope.loops) for name, each in values.items()} == {"#a": 1, "#b": 1, "#c": 1, "#d": 0}
    met = {name: [test.is_met for test in each.scope.tests] for name, each in values.items()}
    assert met == {"#a": [True], "#b": [False, True], "#c": [False, False], "#d": []}
    assert {name: each.groups for name, each in values.items() if each.groups} == {"#a": ("icon.x",)}


def test_places_are_those_of_the_source() -> None:
    source = read(
        "{# <use href='#a'/> #}{{ 'use' -}}\n\n  <use\n   href='#a' fill=\"{{ row.a }}\"/>\n{%- set a = 'b' %}"
    )
    assert [(each.attribute, str(source.place(each.at))) for each in source.values if each.attribute] == [
        ("text", "it.svg.j2:1:27"),
        ("href", "it.svg.j2:4:10"),
        ("fill", "it.svg.j2:4:20"),
    ]
    (setting,) = source.tree.find_all(nodes.Assign)
    assert str(source.place(source.find_word(setting, "b"))) == "it.svg.j2:5:14"


def test_the_names_that_a_template_links_to() -> None:
    text = "{% include 'a' %}{% from 'b' import c %}<use href='d.svg#e'/><use href='#f'/>{% include ['g', 'h'] %}"
    assert read(text).links == frozenset({"a", "b", "d.svg", "g", "h"})
    assert read("{% include 'a-' ~ b %}").links is None
