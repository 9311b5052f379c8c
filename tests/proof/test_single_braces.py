"""A value in one pair of braces is told, and braces that are Jinja's, or an icon's, are not."""

import pytest

from generator.proof.single_braces import find_single_braces


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("<text>{ row.name }</text>", [(7, "'{ row.name }'", "'{{ row.name }}'")]),
        ("<text>{row.name}} {values.low}</text>", [(7, "'{row.name}}'", ""), (19, "'{values.low}'", "")]),
        ("<text>{{ row.name }} {gem} {% set a = {'b': row.c} %}{# { row.d #}</text>", []),
        ("{% set a = {row.name: 1} %}<text>{}</text>", []),
    ],
)
def test_one_pair_of_braces(line: str, told: list[tuple[int, str, str]]) -> None:
    found = list(find_single_braces("card", {"card.svg.j2": ["", line]}))
    assert [(each.code, each.place.line, each.place.column) for each in found] == [("GF149", 2, at) for at, *_ in told]
    for finding, (_, printed, remedy) in zip(found, told, strict=True):
        assert f"card: {printed} is printed literally" in finding.message
        assert remedy in finding.message
