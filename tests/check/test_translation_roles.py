"""The terms of a sentence stand in the same places in its translation (GF174)."""

import pytest

from generator.check.prose.translation_lists import AlignedText
from generator.check.prose.translation_roles import compare_roles
from generator.model.finding import Place
from generator.model.language import Language, Terms

HERE, THERE = Place("rules.de.md", 3, 1), Place("rules.md", 3, 1)
SAYS = {"sack": "Sack", "barrel": "Fass", "crown": "Krone"}
TWICE = "A barrel is better than a sack, a crown is better than a barrel."
ONCE = "A barrel is better than a sack."
CASES = [
    (TWICE, "Ein Sack ist besser als ein Fass, eine Krone besser als ein Sack.", True),
    (TWICE, "Ein Fass ist besser als ein Sack, eine Krone besser als ein Fass.", False),
    (TWICE, "Fässer sind besser als Säcke, Kronen besser als diese.", False),
    (ONCE, "Ein Sack ist besser als ein Fass.", True),
    (ONCE, "Besser als ein Sack ist ein Fass.", False),  # nothing before `als`
    (ONCE, "Ein Fass ist besser als ein Sack.", False),
    (ONCE, "Ein Fass schlägt jeden Sack.", False),
    ("A barrel beats a sack.", "Ein Sack schlägt ein Fass.", True),
    ("A barrel beats a sack.", "Ein Sack wird von einem Fass geschlagen.", False),
    ("If it is a barrel, lose a sack.", "Verliert einen Sack, wenn es ein Fass ist.", False),
]


def speak(tag: str, says: dict[str, str]) -> Language:
    """Return a language that translates words of drawings."""
    return Language(tag, "", "", "", (), (), "", "", (), "", Terms(), says=says)


@pytest.mark.parametrize(("first", "other", "is_told"), CASES)
def test_exchanged_terms_are_told(first: str, other: str, is_told: bool) -> None:
    english, german = speak("en", {}), speak("de", SAYS)
    found = [*compare_roles(english, german, [AlignedText(first, other, HERE, THERE)])]
    assert [(each.code, each.level, each.place.file) for each in found] == [
        ("GF174", "note", "rules.de.md"),
        ("GF174", "note", "rules.md"),
    ] * is_told
    if is_told and first is ONCE:
        message = f"'Sack' and 'Fass' have changed places, compared with {ONCE!r} at rules.md:3:1; exchange them"
        assert found[0].message == message
