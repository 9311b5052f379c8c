"""Words and icons that a figure's template types are held against their siblings (GF182)."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from generator.check.figures.template_words import FigureTemplate, PlacedText, check_template_words
from generator.model.finding import Place
from tests.messages import facts

CALLS = "{{ note(1, 'its cost') }}{{ note(2, 'its mark') }}{{ note(3, 'its name') }}"


def find_odd(source: str, texts: Sequence[PlacedText] = (), alt: str = "") -> list[str]:
    """Return the facts of what is found in a template of one line."""
    scene: Any = SimpleNamespace(name="map", data=SimpleNamespace(alt=alt))
    template = FigureTemplate(source, lambda at: Place("a.svg", 1, at + 1))
    return [facts(each) for each in check_template_words(scene, template, texts)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("{% set all = ['two players', 'three', 'four', 'five'] %}", []),
        ("{% set all = ['two players', 'three', 'five', 'four'] %}", ["a.svg:1:14: GF182 warning: 'two players' 'three' 'five' 'four'"]),
        ("{% set all = ['five', 'four', 'three', 'two'] %}", []),
        ("{% set all = [values.seats2, values.seats4, values.seats3, values.seats5] %}", ["a.svg:1:14: GF182 warning: '[values.seats2, values.seats4, values.seats3, values.seats5]'"]),
        ("{% set order = [4, 0, 2, 1, 3] %}", []),
        (CALLS + "{{ note(4, 'its rank') }}", []),
        (CALLS + "{{ note(4, 'its mark') }}", ["a.svg:1:37: GF182 warning: 'its mark'", "a.svg:1:87: GF182 warning: 'its mark'"]),
        ('<g class="icon.gem"><use href="a.svg#gem"/></g><g class="icon.crown"><use href="a.svg#crown"/></g>', []),
        ('<g class="icon.gem"><use href="a.svg#crown"/></g><g class="icon.crown"><use href="a.svg#crown"/></g>', ["a.svg:1:38: GF182 warning: 'gem' 'crown'"]),
    ],
)  # fmt: skip
def test_lists_calls_and_icons(source: str, found: list[str]) -> None:
    assert find_odd(source) == found


def test_opposite_words_stand_on_their_sides() -> None:
    east, west = PlacedText("east arm", 50, 10, 3), PlacedText("west arm", 10, 10, 3)
    assert find_odd("east arm, west arm", [east, west]) == []
    swapped = [east._replace(x=10), west._replace(x=50)]
    assert find_odd("east arm, west arm", swapped) == [
        "a.svg:1:11: GF182 warning: 'west arm' 'east arm'",
        "a.svg:1:1: GF182 warning: 'west arm' 'east arm'",
    ]


def test_words_in_a_row_stand_in_the_order_of_the_text() -> None:
    alt = "A pawn three times: cut to a square, with the corners cut off, and round."
    row = [
        PlacedText(text, 10.0 * number, 30.0, 3.0)
        for number, text in enumerate(("edges", "a square", "corners", "round"))
    ]
    source = ", ".join(each.text for each in row)
    assert find_odd(source, row, alt) == []
    turned = [row[0], row[1], row[2]._replace(x=30.0), row[3]._replace(x=20.0)]
    assert find_odd(source, turned, alt) == ["a.svg:1:18: GF182 warning: 'corners' 'round'"]
