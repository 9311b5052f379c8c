"""Totals and lists of numbers that the rules state are compared with the numbers before them and with the data."""

import pytest

from tests.check.test_listed_values import GAME
from tests.check.test_listed_values import fen as fen
from tests.check.test_rules_words import Kit, check_words, read_kit


def tell(kit: Kit, text: str, code: str) -> list[str]:
    """Return the messages with a code about rules of one paragraph."""
    return [each.message for each in check_words(kit, f"# Fen\n\n{text}\n") if each.code == code]


@pytest.mark.parametrize(
    ("text", "said", "made"),
    [
        ("He scores 3 for its length and 1 for the spring, which is 5 in all.", "which is 5 in all", 4),
        ("Ann has 4 shells and 3 leaves. That makes 8.", "That makes 8", 7),
        ("She earns two for the house and four for the barn, for a total of 7.", "total of 7", 6),
        ("Al has 19, 2 and 0, so 22.", "so 22", 21),
        ("Ann gets 5 for the fish and 2 for the net, 8 altogether.", "8 altogether", 7),
        ("With a 6-5 and a 2-0 left, that is 12.", "that is 12", 13),  # 6 x 2, but not of neighbors
    ],
)
def test_a_total_that_is_nearly_the_sum_is_reported(fen: Kit, text: str, said: str, made: int) -> None:
    message = f"the numbers before {said!r} add up to {made}; correct one of them"
    assert tell(fen, text, "GF163") == [message]


@pytest.mark.parametrize(
    "text",
    [
        "He scores 3 for its length and 1 for the spring, which is 4 in all.",
        "She has 3 shells of 2 points, which is 6 in all.",  # a product
        "Ann has 3 boats at 4 points and 2 nets at 1: that is 14.",  # two products
        "With a 6-5 and a 2-0 left, that is 13.",
        "Ann has 4 shells, 3 leaves and 1 nut. That makes 7 in all.",  # a sum of some
        "If you have 4 shells and 3 leaves, that is 8 in all.",
        "Ann has 4 shells and 3 leaves.\n\nThat makes 8.",  # another paragraph
    ],
)
def test_a_total_that_the_numbers_may_make_is_not(fen: Kit, text: str) -> None:
    assert tell(fen, text, "GF163") == []


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """Return the game with a list of numbers among the values of a part."""
    values = "    values: {show: [3, 6, 9, 12]}\n    tracks: {week"
    return read_kit(tmp_path_factory, "listed", GAME.replace("    tracks: {week", values))


LIST = "'show' of 'bed' lists 3, 6, 9, 12; correct one of them"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The hours 3, 6, 8 and 12 are dark.", [f"the rules list '3, 6, 8 and 12', but {LIST}"]),
        ("The hours 3, 6, 9 and 12 are dark.", []),
        ("The hours 3, 7, 8 and 12 are dark.", []),  # two differ
        ("The hours 3, 6 and 9 are dark.", []),
        ("The hours 3, 6, 8 and 12 are dark. The hours 3, 6, 9 and 12 are light.", []),
        ("The hours 3, 6, 8 and 12 are dark. The hours 3, 6, 8 and 12 are cold.", []),
    ],
)
def test_a_list_that_differs_from_the_data_in_one_number(listed: Kit, text: str, found: list[str]) -> None:
    assert [each for each in tell(listed, text, "GF160") if "the rules list" in each] == found
