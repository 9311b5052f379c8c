"""Conditions that an example or another rule turns the other way round (GF168)."""

import pytest

from tests.check.test_listed_values import fen as fen
from tests.check.test_rules_words import Kit, check_words


def tell(kit: Kit, text: str, words: str) -> list[str]:
    """Return the messages about rules that have some words."""
    found = check_words(kit, f"# Fen\n\n{text}\n")
    folder = f"{kit[0].folder}/"
    return [each.message.replace(folder, "") for each in found if words in each.message]


EXAMPLE = "> Ben's owl stands there. It is smaller, so it is captured."


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("You may enter if that owl is as large as yours, or larger. You capture it.", True),
        ("You may enter if that owl is as large as yours, or smaller. You capture it.", False),
        ("You may enter if your owl is as large as that one, or larger. You capture it.", False),  # the other one's
        ("You may enter if that owl is as large as yours, or larger. You never capture it.", False),
        ("You may enter if that owl is as large as yours, or larger. You greet it.", False),
    ],
)
def test_a_reason_is_that_of_the_rule(fen: Kit, text: str, is_told: bool) -> None:
    message = (
        "the rules say 'larger' here, but rules.md:5:33 gives 'smaller' as the reason for the same outcome; correct one"
    )
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


MORE = "If the sum is more than the owl's guard, you catch it."
LEAST = "If the sum is at least the owl's guard, you catch it."
AGAIN = "> Ann meets an owl with a guard of 8. She rolls 4 and 4,"


@pytest.mark.parametrize(
    ("rule", "example", "found"),
    [
        (
            MORE,
            f"{AGAIN} and reaches 8.",
            ["'more than' here, but at rules.md:5:62 a number equal to the guard is enough"],
        ),
        (LEAST, f"{AGAIN} and reaches 8.", []),
        (MORE, f"{AGAIN} but never reaches 8.", []),
        (MORE, f"{AGAIN} and reaches 9.", []),
        (
            LEAST,
            f"{AGAIN} but an 8 isn't enough.",
            ["'at least' here, but at rules.md:5:73 a number equal to the guard is not enough"],
        ),
        (LEAST, f"{AGAIN} but a 7 isn't enough.", []),
        (MORE, f"{AGAIN} but an 8 isn't enough.", []),
    ],
)
def test_an_equal_number_is_judged_as_the_rule_says(fen: Kit, rule: str, example: str, found: list[str]) -> None:
    message = "the rules say {}; correct one of them"
    assert tell(fen, f"{rule}\n\n{example}", "equal to") == [message.format(each) for each in found]
