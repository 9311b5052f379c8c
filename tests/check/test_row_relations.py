"""What the rules say one row does to another, and which piece a step called like it uses (GF160, GF165)."""

import pytest

from tests.check.test_rules_words import Kit, check_words, read_kit

GAME = """\
title: Fen
version: "1"
players: [2, 4]
icons: {key: a.svg#key, guard: a.svg#guard}
parts:
  moth:
    kind: card
    title: Moths
    size: standard
    front: a.svg.j2
    rows:
      - {id: luna, name: Luna, copies: 3}
      - {id: tiger, name: Tiger, copies: 3}
      - {id: ghost, name: Ghost, stops: Luna, copies: 3}
      - {id: ermine, name: Ermine, stops: Tiger, copies: 3}
  spawn: {kind: die, title: Spawn die, size: 16, faces: [1, 2, 3, 1, 2, 3], front: a.svg.j2, copies: 1}
  hop: {kind: die, title: Hop die, size: 16, faces: [1, 2, 3, 1, 2, 3], front: a.svg.j2, copies: 1}
rules: rules.md
"""


@pytest.fixture(scope="module")
def fen(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """Return the game and its parts."""
    return read_kit(tmp_path_factory, "fen", GAME)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ghost stops Luna, and Ermine stops Tiger.", []),
        ("The Ghost stops the Luna.", []),
        ("Ghost stops Tiger, and Ermine stops Tiger.", ["GF165"]),
        ("Ghost never stops Tiger.", []),
        ("Ghost stops Hawk.", []),  # no card is called so
        ("Luna stops Tiger.", []),  # the data do not say whom Luna stops
        ("1. **Spawn.** Put as many frogs as the spawn die shows.\n2. **Hop.** Move as many as the hop die shows.", []),
        ("1. **Spawn.** Put as many frogs as the hop die shows.\n2. **Hop.** Move as many as the hop die shows.", ["GF160"]),
        ("1. **Spawn.** Roll the hop die and the spawn die.\n2. **Hop.** Move.", []),
        ("- {key} opens a door: look at a card for each key.\n- {guard} wakes the guard.", []),
        ("- {guard} opens a door: look at a card for each key.\n- {key} wakes the guard.", ["GF168"]),
        ("- {guard} opens a door: look at a card for each key and guard.\n- {key} wakes the guard.", []),
        ("1. **Roll.** Put as many frogs as the hop die shows.", []),
    ],
)  # fmt: skip
def test_relations_and_steps(fen: Kit, text: str, told: list[str]) -> None:
    found = [each for each in check_words(fen, text) if each.code in ("GF165", "GF168") or "the step" in each.message]
    assert [each.code for each in found] == told
    assert all(each.level == "warning" for each in found)
    for each in found:
        line = 14 if each.code == "GF165" else 1
        assert each.place.line == line
