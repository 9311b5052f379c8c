"""A part that is printed needs a template, and hints lead on where a color or a kind is wrong."""

from collections.abc import Callable

import pytest

FRONT = "    front: wren/coin.svg.j2\n"


@pytest.mark.parametrize(
    ("old", "new", "facts"),
    [
        (FRONT, "", ["game.yaml:15:3: GF005 'front'"]),
        (FRONT, "    print: false\n", []),
        (FRONT, "    print: true\n", ["game.yaml:15:3: GF005 'front'"]),
        (FRONT, "    frnt: wren/coin.svg.j2\n", ["game.yaml:18:5: GF004 'frnt' 'front'"]),
        (FRONT, '    front: ""\n', ["game.yaml:18:12: GF006 ''"]),
    ],
)
def test_a_printed_part_needs_a_front(
    old: str, new: str, facts: list[str], find_faults: Callable[..., list[str]]
) -> None:
    assert find_faults(old, new) == facts


def test_rules_without_a_file_are_told_once(find_faults: Callable[..., list[str]]) -> None:
    figures = "figures: {one: {kind: face, part: coin, size: [30, 30], alt: A coin.}}\nrules: {form: sheet}"
    assert find_faults("rules: rules.md", figures) == ["game.yaml:21:1: GF005 'file'"]
