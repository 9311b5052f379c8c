"""Numbers that a template prints in place of others (GF144), hidden layers (GF150) and squeezed symbols (GF146)."""

import pytest

from generator.model.data_types import Value
from generator.proof.repeated_values import find_repeated_values
from generator.proof.template_attributes import find_hidden_values, find_squeezed_symbols
from tests.messages import facts

REPEATED = [
    ("row", "{% for k in range(row.sun) %}{% endfor %}\n<text>{{ row.sun }}</text>", ["t:2:7: GF144 note: 'row.sun' 'row.points'"]),
    ("row", "{% for k in range(row.sun) %}{% endfor %}\n<text>{{ row.points }}</text>", []),
    ("row", '{{ row.sun }}\n<g class="row.sun">{{ row.sun }}</g>', ["t:1:1: GF144 note: 'row.sun' 'row.points'"]),
    ("row", '<g class="row.sun">{{ row.sun }}</g>\n<g class="row.sun">{{ row.sun }}</g>', []),
    ("row", "{{ row.sun }}\n{{ row.sun }}", []),  # two corners
    ("row", "{% for k in range(row.sun) %}\n{% for k in range(row.sun) %}", ["t:2:13: GF144 note: 'row.sun' 'row.points'"]),
    ("row", "{% for k in range(row.sun) %}\n{% for k in range(row.points) %}", []),
    ("row", "{{ row.sun }}{{ row[name] }}{% if row.sun %}", []),
    ("values", "met {{ values.sun }}\nmissed {{ values.sun }}", ["t:2:8: GF144 note: 'values.sun' 'values.points'"]),
    ("values", "met {{ values.sun }}\nmissed {{ values.points }}", []),
]  # fmt: skip


@pytest.mark.parametrize(("head", "text", "told"), REPEATED)
def test_a_number_printed_in_place_of_another_is_told(head: str, text: str, told: list[str]) -> None:
    numbers: dict[str, Value] = {"sun": 1, "points": 2, "name": "pea"}
    rows, values = ([numbers], dict[str, Value]()) if head == "row" else ([], numbers)

    def find(*hidden: str) -> list[str]:
        return [facts(each) for each in find_repeated_values("it", rows, values, {"t": text}, hidden)]

    assert find() == told
    assert find("points") == []


@pytest.mark.parametrize(
    ("tag", "told"),
    [
        ("<g class='row.sun' display='none'>", ["t:1:1: GF150 warning: 'row.sun' 'display'"]),
        ("<g style='fill:red;display:none'>", ["t:1:1: GF150 warning: 'row.sun' 'display'"]),
        ('<g visibility="hidden"><g></g>', ["t:1:1: GF150 warning: 'row.sun' 'visibility'"]),
        ("<g display='inline'>", []),
        ("<g {% if not row.sun %}display='none'{% endif %}>", []),
        ("<g display='none'/><g>", []),
        ("<g display='none'><g></g></g><g>", []),
    ],
)
def test_a_hidden_layer_with_values_is_told(tag: str, told: list[str]) -> None:
    found = find_hidden_values("it", {"t": f"{tag}<text>{{{{ row.sun }}}}</text></g>"})
    assert [facts(each) for each in found] == told


@pytest.mark.parametrize(
    ("size", "told"), [("4", ["t:1:1: GF146 warning: 40 4 4"]), ("20", []), ("40", []), ("{{ row.n }}", [])]
)
def test_a_symbol_is_not_squeezed_into_a_strip(size: str, told: list[str]) -> None:
    symbols = '<symbol id="sun" viewBox="0 0 30 20"/><symbol id="road" viewBox="0 0 50 5"/>'
    use = f'<use href="signs.svg#NAME" x="1" y="2" width="40" height="{size}"/>'

    def find(name: str) -> list[str]:
        found = find_squeezed_symbols("it", {"t": use.replace("NAME", name)}, lambda _: symbols)
        return [facts(each) for each in found]

    assert find("sun") == told
    assert find("road") == find("{{ row.id }}") == []
