"""Rules that go against a one-way join of the board, which a figure may go against too (GF161)."""

import pytest

from tests.check.test_rules_words import check_words, read_kit

GAME = """title: Moor
version: "1"
players: [2, 4]
parts:
  map:
    kind: board
    size: [100, 60]
    spot: 10
    front: a.svg.j2
    copies: 1
    cells:
      Tarn: {at: [20, 30], label: Tarn}
      Skell: {at: [50, 30], label: Skell}
      Wend: {at: [80, 30], label: Wend}
    joins:
      - [Tarn, Skell, track]
      - [Wend, Skell, incline, one-way]
rules: rules.md
figures:
  way: {kind: board, part: map, alt: a way, size: [50, 30], paths: [{cells: [CELLS]}]}
"""
BOARD = "on the board 'incline' leads from 'Wend' to 'Skell'"


@pytest.mark.parametrize(
    ("cells", "rules", "told"),
    [
        ("Tarn, Skell, Wend", "An incline leads from Skell to Wend.", "17:9 the rules go from 'Skell' to 'Wend', as a figure does, but"),
        ("Tarn, Skell", "An incline leads from Skell to Wend.", "1:18 the rules go from 'Skell' to 'Wend', but"),
        ("Tarn, Skell", "An incline leads from Wend to Skell.", ""),
    ],
    ids=["a figure too", "the rules alone", "sound"],
)  # fmt: skip
def test_rules_against_a_join(tmp_path_factory: pytest.TempPathFactory, cells: str, rules: str, told: str) -> None:
    kit = read_kit(tmp_path_factory, "moor", GAME.replace("CELLS", cells))
    found = [each for each in check_words(kit, rules) if each.code == "GF161"]
    shown = [f"{each.place.line}:{each.place.column} {each.message.partition(' (')[0]}" for each in found]
    assert shown == ([f"{told} {BOARD}"] if told else [])
