"""Conditions that an example or another rule turns the other way round (GF168)."""

import pytest

from tests.check.test_listed_values import fen as fen
from tests.check.test_rules_words import Kit, check_words


def tell(kit: Kit, text: str, words: str) -> list[str]:
    """Return the messages about rules that have some words."""
    return [each.message for each in check_words(kit, f"# Fen\n\n{text}\n") if words in each.message]


EXAMPLE = "> Ben's owl stands there. It is smaller, so it is captured."


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("You may enter if that owl is as large as yours, or larger. You capture it.", True),
        ("You may enter if that owl is as large as yours, or smaller. You capture it.", False),
        ("You may enter if your owl is as large as that one, or larger. You capture it.", False),  # the other one's
        ("You may enter if that owl is as large as yours, or larger. You don't capture it.", False),
        ("You may enter if that owl is as large as yours, or larger. You greet it.", False),
    ],
)
def test_a_reason_is_that_of_the_rule(fen: Kit, text: str, is_told: bool) -> None:
    message = "the rules say 'larger' here, but rules.md:5:40 gives 'smaller' as the reason for the same; correct one"
    assert tell(fen, f"{text}\n\n{EXAMPLE}", "as the reason") == [f"{message} of them"] * is_told


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The player who rolled highest chooses a bed, then the next highest.", []),
        (
            "The player who rolled highest chooses a bed, then the next lowest.",
            ["the sentence begins with 'highest', but goes on with 'next lowest'; correct one of them"],
        ),
        ("The highest roll wins. The lowest one loses.", []),
    ],
)
def test_the_next_is_at_the_same_end(fen: Kit, text: str, found: list[str]) -> None:
    assert tell(fen, text, "goes on with") == found


@pytest.mark.parametrize(("end", "is_told"), [("lowest", False), ("highest", True)])
def test_who_goes_first_chooses_last(fen: Kit, end: str, is_told: bool) -> None:
    text = f"From the {end} roll on, each of you chooses a bed.\n\nThe highest roll goes first.\n\nWhoever goes first chooses last."
    message = (
        "the rules say 'highest' here and 'highest' at rules.md:5:5, but 'goes first chooses last' at rules.md:7:9;"
        " correct one of them"
    )
    assert tell(fen, text, "chooses last") == [message] * is_told
