"""Goals are on the side of the board on which the rules have them (GF165)."""

import pytest

from tests.check.test_rules_words import Kit, check_words, read_kit

GAME = """\
title: Fen
version: "1"
players: [2, 2]
colors: {player.red: {paint: "#cc0000"}, player.blue: {paint: "#0000cc"}}
parts:
  map:
    kind: board
    title: Map
    front: a.svg.j2
    copies: 1
    grid: {columns: 3, rows: 5, cell: 20}
    kinds: {start: [r0c0, r4c0], goal: [r0c2, r4c2]}
    colors: {player.red: [r0c0, RED], player.blue: [r4c0, BLUE]}
rules: rules.md
"""


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Kit]:
    """Return two games: in one the goals of each color are across the board, in the other on its own side."""
    across, own = (GAME.replace("RED", red).replace("BLUE", blue) for red, blue in (("r4c2", "r0c2"), ("r0c2", "r4c2")))
    return {"across": read_kit(tmp_path_factory, "fen", across), "own": read_kit(tmp_path_factory, "moor", own)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Your goals are on the far side of the board, across from your starts.", "own"),
        ("Your goals are on your own side of the board, next to your starts.", "across"),
        ("Your goals are across from your starts, and not on your own side.", ""),
        ("Sit on your own side of the board.", ""),
        ("Your goals are red.", ""),
    ],
)
def test_goals_are_on_the_side_that_the_rules_say(kits: dict[str, Kit], text: str, told: str) -> None:
    found = [name for name, kit in kits.items() for each in check_words(kit, text) if each.code == "GF165"]
    assert found == ([told] if told else [])
