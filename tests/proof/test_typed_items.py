"""Items of a loop that a template types for every pass, and variables that it never uses (GF149)."""

import pytest

from generator.proof.typed_items import find_single_loops, find_typed_items, find_unused_variables
from tests.messages import facts

LOOP = "{% for name in ['apple', 'pear'] %}\n{% set paint = colors['fruit.' ~ name] %}BODY\n{% endfor %}"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("{{ fruit(name, paint) }}", []),
        ("{{ fruit('apple', paint) }}", ["a.j2:2:52: GF149 note: 'apple' 'name' 'name'"]),
        ("<g fill='{{ colors['fruit.pear'] }}'/>", ["a.j2:2:62: GF149 note: 'fruit.pear' 'name' 'name'"]),
        ("{{ colors['fruit.pear'] if name == 'apple' else paint }}", []),  # for some passes
        ("{% if name == 'apple' %}{{ fruit('apple', paint) }}{% endif %}", []),
        ("{{ {'apple': 'red', 'pear': 'green'}[name] }}", []),  # a table
        ("{{ fruit('plum', paint) }}", []),  # none of them
        ("{{ colors['tree.pear'] }}", []),
    ],
)
def test_an_item_typed_for_every_pass(body: str, found: list[str]) -> None:
    assert [facts(str(each)) for each in find_typed_items({"a.j2": LOOP.replace("BODY", body)})] == found
    outside = f"{{{{ fruit('apple') }}}}{LOOP.replace('BODY', '')}"
    assert not list(find_typed_items({"a.j2": outside}))
    assert not list(find_typed_items({"a.j2": LOOP.replace("BODY", body).replace("['apple', 'pear']", "fruits")}))


def test_an_argument_that_its_macro_does_not_use() -> None:
    macro = "{% macro dot(x, paint) %}BODY{% endmacro %}{% set paint = 4 %}{{ dot(1, paint) }}"

    def find(body: str) -> list[str]:
        text = macro.replace("BODY", body)
        return [facts(str(each)) for each in find_unused_variables({"a.j2": text}, [text])]

    assert find("{{ x }}") == ["a.j2:1:17: GF149 note: 'dot' 'paint'"]
    assert find("{{ x }}{{ paint }}") == []
    assert find("{{ x }}{% include 'b.j2' %}") == []  # which has both


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{% set x = 4 %}{{ x }}", []),
        ("{% set x = 4 %}{{ y }}", ["a.j2:1:8: GF149 note: 'x'"]),
        ("{% for x, y in spots %}\n{{ y }}{% endfor %}", ["a.j2:1:8: GF149 note: 'x'"]),
        ("{% for _, y in spots %}{{ y }}{% endfor %}", []),
        ("{% for n in range(4) %}<circle/>{% endfor %}", []),  # four times
        ("{% macro dot(x, paint) %}{{ x }}{% endmacro %}{{ dot(1, 2) }}", ["a.j2:1:17: GF149 note: 'paint'"]),
        ("{% set x, y = 4, 5 %}{{ x }}{{ y }}", []),
    ],
)
def test_a_variable_that_nothing_uses(text: str, found: list[str]) -> None:
    assert [facts(str(each)) for each in find_unused_variables({"a.j2": text}, [text])] == found
    others = list(find_unused_variables({"a.j2": text}, [text, "{{ x }} {{ paint }}"]))
    assert bool(others) == ("macro" in text)  # no other template sees an argument


@pytest.mark.parametrize("items", ["[0]", "('oak',)", "[cell]", "range(1)", "[ -1.5 ]"])
def test_a_loop_with_one_item_is_noted(items: str) -> None:
    source = f"<g>\n {{% for turn in {items} %}}<path/>{{% endfor %}}</g>"
    says = "a.j2:2:2: GF149 note: this loop has only one item; add those that are missing, or draw it without a loop"
    assert [str(each) for each in find_single_loops({"a.j2": source})] == [says]


@pytest.mark.parametrize(
    "items", ["[0, 120]", "oaks", "range(2)", "range(1, 4)", "[row.name|upper]", "[[0, 1]]", "[0] * n"]
)
def test_a_loop_with_more_items_or_a_value_is_sound(items: str) -> None:
    assert not list(find_single_loops({"a.j2": f"{{% for turn in {items} %}}<path/>{{% endfor %}}"}))
