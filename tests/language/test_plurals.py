"""Singular and plural names of pieces from the titles of parts."""

from generator.language.plurals import noun_forms, piece_names
from tests.samples import for_each


@for_each([
    ("Hand cards", "hand card", "hand cards"), ("Player aid", "player aid", "player aids"), ("Crew", "crew", "crews"),
    ("Die", "die", "dice"), ("Dice", "die", "dice"), ("Boxes", "box", "boxes"), ("Houses", "house", "houses"),
    ("Cowries", "cowrie", "cowries"), ("Berries", "berry", "berries"), ("Potatoes", "potato", "potatoes"),
    ("The psycho", "psycho", "psychos"), ("Shoes", "shoe", "shoes"), ("Leaves", "leaf", "leaves"),
    ("Ferrymen", "ferryman", "ferrymen"), ("VP tokens", "VP token", "VP tokens"), ("A Nile board", "Nile board", "Nile boards"),
    ("Glass", "glass", "glasses"), ("Sheep", "sheep", "sheep"), ("Days", "day", "days"),
])  # fmt: skip
def test_piece_names_are_derived_from_titles(title: str, one: str, several: str) -> None:
    assert piece_names(title) == (one, several)


def test_the_letter_s_is_no_plural() -> None:
    assert noun_forms("s") == {"s": False, "ses": True}
