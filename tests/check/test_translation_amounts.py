"""Signs, units and pictures of numbers are the same in a text and its translation (GF170)."""

import pytest

from generator.check.prose.translation_amounts import compare_amounts
from generator.check.prose.translation_lists import AlignedText
from generator.model.finding import Place

HERE, THERE = Place("a.fr.yaml", 3, 1), Place("game.yaml", 9, 5)


@pytest.mark.parametrize(
    ("first", "other", "said"),
    [
        ("After the last round: \u22121 per gem.", "Après la dernière : \u22121 par gemme.", []),
        ("After the last round: \u22121 per gem.", "Après la dernière : +1 par gemme.", ["'+1'", "'\u22121'"]),
        ("-2 for a rat", "\u22122 für eine Ratte", []),  # two ways to write it
        ("+1 or \u22121", "\u22121 oder +1", []),  # the order is judged elsewhere
        ("\u22121 per gem", "1 weniger für jeden Stein", []),
        ("sections 3-4", "Abschnitte 3\u20134", []),
        ("1 to 2 mm thick", "1 bis 2 cm dick", ["'2 cm'", "'2 mm'"]),
        ("160 to 250 g", "160 bis 250 g", []),
        ("10 mm wide", "1 cm breit", []),
        ("2 mm or 2 cm", "2 cm oder 2 mm", []),
        ("Swap 2 {milk} for 1 {hay}.", "\u00c9changez 1 {milk} contre 2 {hay}.", ["'2 {hay}'", "'2 {milk}'"]),
        ("Swap 2 {milk} for 1 {hay}.", "F\u00fcr 1 {hay} gib 2 {milk} ab.", []),
        ("Take 1 {milk} or 1 {hay}.", "Nimm 1 {hay} oder 1 {milk}.", []),
        ("1.2 {milk}", "1.2 {hay}", []),
    ],
)
def test_signs_and_units(first: str, other: str, said: list[str]) -> None:
    found = list(compare_amounts([AlignedText(first, other, HERE, THERE)]))
    assert [(each.code, each.level, each.place) for each in found] == [("GF170", "warning", HERE)] * bool(said)
    assert all(f"this says {said[0]}, but the original {said[1]}: " in each.message for each in found)
