"""The time that a game takes is the same in the data and the rules (GF168)."""

import pytest

from tests.check.test_rules_words import Kit, check_words, read_kit

GAME = """\
title: Fen
version: "1"
players: [2, 2]
minutes: [120, 180]
parts:
  gold: {kind: token, title: Gold, diameter: 15, front: a.svg.j2, copies: 20}
rules: rules.md
"""


@pytest.fixture(scope="module")
def fen(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """Return the game and its parts."""
    return read_kit(tmp_path_factory, "fen", GAME)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A game takes two to three hours.", False),
        ("A game takes 90 to 180 minutes.", True),
        ("A game takes two to four hours.", True),
        ("The soup boils for 5 to 10 minutes.", False),  # some other time
        ("A round takes two to three minutes.", False),
    ],
)
def test_the_time_of_a_game_is_that_of_the_data(fen: Kit, text: str, told: bool) -> None:
    found = [each for each in check_words(fen, text) if "minutes here" in each.message]
    assert [(each.code, each.level, each.place.line, each.place.column) for each in found] == [
        ("GF168", "warning", 4, 10)
    ] * told
