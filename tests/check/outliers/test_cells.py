"""A cell of a board that is unlike all others gets a note (GF179); a sound board gets none."""

from pathlib import Path

import pytest

from generator.check.outliers.cells import find_odd_cells, find_odd_looks
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.geometry.matrix import IDENTITY
from generator.load.game import read_game
from generator.model.printed import Mark, ReadPiece
from tests.check.kit import find_in_format

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


FEN = """\
    grid: {columns: 5, rows: 2, cell: 10}
    kinds: {moor: [r0c0..4], pool: [r1c0..4]}
"""


def look_at(tmp_path: Path, kinds: str = FEN, **looks: str) -> list[str]:
    """Return what is odd about a board whose cells look like their kind, or as `looks` says."""
    home = tmp_path / "wren"
    home.mkdir(exist_ok=True)
    (home / "game.yaml").write_text(HEAD + kinds, "utf-8")
    (part,) = expand_parts(read_game(home, KINDS), KINDS)
    assert part.board is not None
    marks = [
        Mark(f"cell.{name}", IDENTITY, looks.get(name, f"{cell.kind} {cell.color}").encode())
        for name, cell in part.board.cells.items()
    ]
    halves = [
        ReadPiece(f"board.{half}.c1.front", "board", part.designs[0].id, 1, "front", "wren.pdf", 1, IDENTITY, b"", None,
                  (210, 297), tuple(marks[at::2]))
        for at, half in enumerate(("left", "right"))
    ]  # fmt: skip
    found = find_in_format(find_odd_looks, [part], halves)
    assert {(each.code, each.level) for each in found} <= {("GF179", "note")}
    return [each.message.partition(": ")[2].partition(" (templates")[0] for each in found]


def test_a_cell_that_looks_like_those_of_another_kind_is_told(tmp_path: Path) -> None:
    assert look_at(tmp_path) == []
    told = look_at(tmp_path, r1c3="moor ")
    assert told == ["the cell 'r1c3' has the kind 'pool', but looks like those of 'moor'; the 4 others do not"]


def test_a_cell_that_looks_like_those_of_another_color_is_told(tmp_path: Path) -> None:
    colors = FEN.replace("kinds: {moor: [r0c0..4], pool: [r1c0..4]}", "colors: {player.red: [r0c0..4]}")
    told = look_at(tmp_path, colors, r0c1="plain ")
    assert told == ["the cell 'r0c1' has the color 'player.red', but looks like those of 'none'; the 4 others do not"]


@pytest.mark.parametrize(
    "looks",
    [{"r1c3": "island"}, {"r1c3": "moor ", "r1c4": "moor "}, {f"r1c{n}": "moor " for n in range(5)}, {"r1c3": "moor ", "r1c0": "reed"}],
    ids=["a look of its own", "two of five", "kinds look the same", "kinds of several looks"],
)  # fmt: skip
def test_looks_that_may_be_meant_are_not_told(looks: dict[str, str], tmp_path: Path) -> None:
    assert look_at(tmp_path, **looks) == []


def test_too_few_cells_say_nothing(tmp_path: Path) -> None:
    few = FEN.replace("columns: 5", "columns: 4").replace("c0..4", "c0..3")
    assert look_at(tmp_path, few, r1c3="moor ") == []
