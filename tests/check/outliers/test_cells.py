"""A cell of a board that is unlike all others gets a note (GF179); a sound board gets none."""

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
# a cross of four arms: turned by a quarter, red lands on blue, blue on green, green on gold
GRID = """\
    grid: {columns: 5, rows: 5, cell: 10}
    kinds: {fort: [r0c0, r0c4, r4c4, r4c0], well: [r1c1, r1c3, r3c3, r3c1]}
    colors: {player.red: [r0c1, r0c2], player.blue: [r1c4, r2c4], player.green: [r4c3, r4c2], player.gold: [r3c0, r2c0]}
    areas: {north: [r0c1..3], east: [r1c4, r2c4, r3c4], south: [r4c1..3], west: [r1c0, r2c0, r3c0]}
    cuts: [[r0c0, r0c1], [r0c4, r1c4], [r4c4, r4c3], [r4c0, r3c0]]
"""
FIELD = """\
    grid: {columns: 5, rows: 4, cell: 10}
    kinds: {hill: [r1c1, r1c3, r2c1, r2c3], pond: [r0c2, r3c2]}
    colors: {player.red: [r0c0, r0c4], player.blue: [r3c4, r3c0]}
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
BOARDS = {"grid": GRID, "field": FIELD, "line": LINE}


def find_notes(tmp_path: Path, board: str) -> list[str]:
    """Return line, column and text of each note on a board."""
    home = tmp_path / "wren"
    home.mkdir()
    (home / "game.yaml").write_text(f"{HEAD}{board}", "utf-8")
    game = read_game(home, KINDS)
    found = list(find_odd_cells(game, expand_parts(game, KINDS)))
    assert all(each.code == "GF179" and each.level == "note" for each in found)
    assert all(each.about == ("label" if "the label is" in each.message else "") for each in found)
    return [f"{each.place.line}:{each.place.column} {each.message.removeprefix('parts.board: ')}" for each in found]


@pytest.mark.parametrize("board", BOARDS)
def test_a_sound_board_gets_no_note(tmp_path: Path, board: str) -> None:
    assert find_notes(tmp_path, BOARDS[board]) == []


@pytest.mark.parametrize(
    ("board", "old", "new", "told"),
    [
        pytest.param("grid", "r4c4, r4c0]", "r4c4, r3c2]", "15:38 'r3c2' has the kind 'fort', but 'r2c1', which lands on it when the board is turned by 1/4, asks for 'plain'; nearly all others agree", id="a kind one cell off"),
        pytest.param("grid", "r3c3, r3c1]", "r3c3]", "15:51 'r3c1' has the kind 'plain', but 'r1c1', which lands on it when the board is turned by 1/4, asks for 'well'; nearly all others agree", id="a kind that a cell lacks"),
        pytest.param("grid", "[r4c3, r4c2]", "[r4c3]", "16:81 'r4c2' has the color 'none', but 'r2c0', which lands on it when the board is turned by 1/4, asks for 'player.green'; nearly all others agree", id="a color that a cell lacks"),
        pytest.param("line", "Elm", "Ash", "19:7 'e': the label is 'Ash', as of 'a'; the 5 others differ", id="a label that is given twice"),
    ],
)  # fmt: skip
def test_what_is_odd_is_told_at_its_place(tmp_path: Path, board: str, old: str, new: str, told: str) -> None:
    assert BOARDS[board].count(old) == 1
    assert find_notes(tmp_path, BOARDS[board].replace(old, new)) == [told]
