"""A cell with the label of another one gets a note (GF179); a sound board gets none."""

from pathlib import Path

import pytest

from generator.check.outliers.cells import find_odd_cells
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game

HEAD = """\
title: Wren
version: "1"
players: [2, 4]
colors:
  player.red: {paint: "#a00"}
  player.blue: {paint: "#00a"}
  player.green: {paint: "#0a0"}
  player.gold: {paint: "#aa0"}
parts:
  board:
    kind: board
    front: a.svg.j2
    copies: 1
"""
LINE = """\
    cells:
      a: {at: [10, 10], label: Ash}
      b: {at: [30, 14], label: Birch}
      c: {at: [50, 10], label: Cedar}
      d: {at: [75, 12], label: Dale}
      e: {at: [90, 20], label: Elm}
      f: {at: [110, 10], label: Fir}
      g: {at: [130, 15], label: Gum}
    size: [140, 30]
    routes: {road: [a, b, c, d, e, f, g]}
    joins: [[a, b, rail], [b, c, rail], [c, d, rail], [d, e, rail], [e, f, rail], [f, g, rail],
      [a, c, jump, one-way], [b, d, jump, one-way], [d, f, jump, one-way], [e, g, jump, one-way]]
"""


def find_notes(tmp_path: Path, board: str) -> list[str]:
    """Return line, column and text of each note on a board."""
    home = tmp_path / "wren"
    home.mkdir()
    (home / "game.yaml").write_text(f"{HEAD}{board}", "utf-8")
    game = read_game(home, KINDS)
    found = list(find_odd_cells(game, expand_parts(game, KINDS)))
    assert all(each.code == "GF179" and each.level == "note" for each in found)
    return [f"{each.place.line}:{each.place.column} {each.message.removeprefix('parts.board: ')}" for each in found]


@pytest.mark.parametrize(
    ("label", "told"), [("Elm", []), ("Ash", ["19:7 'e': the label is 'Ash', as of 'a'; the 5 others differ"])]
)
def test_a_label_that_is_given_twice_is_told_at_its_cell(tmp_path: Path, label: str, told: list[str]) -> None:
    assert LINE.count("Elm") == 1
    assert find_notes(tmp_path, LINE.replace("Elm", label)) == told
