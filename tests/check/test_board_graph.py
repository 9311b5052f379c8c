"""Boards whose ways lead where they must pass, whatever the claims; a cell, area, color or route that they miss is told."""

import sys
from pathlib import Path

import pytest

from generator.check.check_context import CheckContext
from generator.check.data.board_graph import check_board_graph, place_of_cell
from generator.check.table import CHECKS, run_checks
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.cell_ranges import parse_cells
from generator.model.paper import PAPERS
from tests.check.facts import keep_facts
from tests.samples import for_each

ROOT = Path(__file__).parents[2]
GAMES = [*sorted((ROOT / "layouts").glob("*/game.yaml")), ROOT / "tests" / "specimen" / "game.yaml"]
HEAD = """\
title: Wren
version: "1"
players: [1, 2]
colors:
  player.red: {paint: "#a00"}
  player.blue: {paint: "#00a"}
  player.green: {paint: "#0a0"}
  gold: {paint: "#aa0"}
parts:
  board:
    kind: board
    front: a.svg.j2
    copies: 1
"""
# a row of five, and what may be said of it
ROW = "    grid: {columns: 5, rows: 1, cell: 10}\n"
# two columns of four: red goes down the left one and blue down the right one, and each may step over in the second row
TWO = """\
    grid: {columns: 2, rows: 4, cell: 10}
    kinds: {start: [r0c0, r0c1], goal: [r3c0, r3c1]}
    colors: {player.red: [r0c0, r3c0], player.blue: [r0c1, r3c1]}
    cuts: [[r0c0, r0c1], [r2c0, r2c1], [r3c0, r3c1]]
"""
DOWN = "    joins: [[r0c0, r1c0, side, one-way], [r0c1, r1c1, side, one-way]]\n"
# a track of one way, that ends in a goal
TRACK = """\
    grid: {columns: 5, rows: 1, cell: 10}
    kinds: {goal: [r0c4]}
    joins: [[r0c0, r0c1, side, one-way], [r0c1, r0c2, side, one-way], [r0c2, r0c3, side, one-way], [r0c3, r0c4, side, one-way]]
"""
SLOT = """\
    grid: {columns: 5, rows: 3, cell: 10}
    kinds: {start: [r1c0], goal: [r1c4], plain: ["r0*", "r2*"]}
    slots: {berth: {cells: [r0c1..3, r1c1..3, r2c1..3]}}
"""
QUEUE = """\
    rings:
      spaces: [6, 4]
      width: 10
      center: 12
      direction: clockwise
      sectors: 2
      bridges: [{ring: 1, from: 2, to: 1}, {ring: 2, from: 0}]
      starts: {length: 2, entry: 0, radius: 36, diameter: 6, step: 12}
    colors: {player.red: ["start1.*"], player.blue: ["start2.*"]}
"""


def told(folder: Path, board: str) -> list[str]:
    """Return what is said of a board, without the file."""
    home = folder / "wren"
    home.mkdir()
    (home / "game.yaml").write_text(HEAD + board, encoding="utf-8")
    game = read_game(home, KINDS)
    lines = [str(finding) for finding in check_board_graph(game, expand_parts(game, KINDS))]
    assert all(line.startswith(f"{home}/game.yaml:") and ": GF133 " in line for line in lines)
    return [
        keep_facts(
            line.removeprefix(f"{home}/game.yaml:").replace(" parts.board:", ""),
            "starts?|goals?|center|nothing|dead end|pieces",
        )
        for line in lines
    ]


def test_routes_of_colors_that_are_in_no_group_may_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "HEAD", HEAD.replace("player.", ""))
    assert told(tmp_path, f"{ROW}    routes: {{red: [r0c0..3], blue: [r0c1..3]}}\n") == []


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.parent.name)
def test_no_board_of_ours_has_such_a_fault(game: Path) -> None:
    read = read_game(game.parent, KINDS, words=ROOT / "templates" / "words")
    parts = expand_parts(read, KINDS)
    assert game.parent.name == "psycle" or any(part.board for part in parts)
    assert list(check_board_graph(read, parts)) == []


@pytest.mark.parametrize(
    "board", [ROW, TWO, TWO + DOWN, TRACK, SLOT, f"{SLOT}    cells: {{berth: {{kind: plain}}}}\n", QUEUE]
)
def test_boards_that_are_sound(tmp_path: Path, board: str) -> None:
    assert told(tmp_path, board) == []


@for_each([
        # alone
        (
            f"{ROW}    cuts: [[r0c3, r0c4]]\n",
            ["15:19: GF133 warning: 'r0c4' `nothing` 'plain'"],
        ),
        (
            f"{ROW}    cuts: [[r0c0, r0c1], [r0c3, r0c4]]\n    cells: {{r0c0: {{label: x}}}}\n",
            [
                "16:13: GF133 warning: 'r0c0' `nothing` 'plain' 1"
            ],
        ),
        (f"{ROW}    cuts: [[r0c3, r0c4]]\n    kinds: {{well: [r0c4]}}\n", []),  # of a kind of its own
        (f"{ROW}    cuts: [[r0c0, r0c1], [r0c1, r0c2], [r0c2, r0c3], [r0c3, r0c4]]\n", []),  # squares that nothing joins
        # in pieces
        (f"{ROW}    cuts: [[r0c1, r0c2]]\n    areas: {{a: [r0c0..1], b: [r0c2..4]}}\n", []),
        (
            f"{ROW}    cuts: [[r0c1, r0c2]]\n    areas: {{a: [r0c0..1], b: [r0c1..3]}}\n",
            ["16:30: GF133 warning: 'b' `pieces` 'r0c1' 'r0c2'"],
        ),
        (f"{ROW}    cuts: [[r0c0, r0c1]]\n    kinds: {{well: [r0c0]}}\n    areas: {{a: [\"r*\"]}}\n", []),
        # a goal that some color cannot reach
        (
            TWO.replace("cuts: [", "cuts: [[r1c0, r2c0], [r1c1, r2c1], "),
            [
                "15:21: GF133 `start` 'r0c0' `goal` `player.red`",
                "15:27: GF133 `start` 'r0c1' `goal` `player.blue`",
            ],
        ),
        (
            TWO.replace("cuts: [", "cuts: [[r1c0, r1c1], ").replace("r3c0], player", "r3c1], player").replace("c1, r3c1]}", "c1, r3c0]}"),
            [
                "15:21: GF133 `start` 'r0c0' `goal` `player.red`",
                "15:27: GF133 `start` 'r0c1' `goal` `player.blue`",
            ],
        ),
        # one goal too many, one too few
        (
            TWO.replace("goal: [", "goal: [r2c1, ").replace("player.red: [", "player.red: [r2c1, ").replace("cuts: [", "cuts: [[r1c0, r1c1], "),
            ["15:41: GF133 `goal` 'r2c1' `start` `player.red`"],
        ),
        (TWO.replace("r3c0, r3c1]}", "r3c1]}"), ["16:26: GF133 warning: `player.red` `goal`"]),
        (TWO.replace("start: [r0c0, r0c1]", "start: [r0c0]"), ["16:53: GF133 warning: `player.blue` `start`"]),
        # a goal of another sort of color, or of none, is for all, but not where others of the group have their own
        (TWO.replace("r3c0], player", "r1c0], gold: [r3c0], player").replace("r0c1, r3c1]}", "r0c1]}"), []),
        (TWO.replace("r3c0], player", "r1c0], player").replace("r0c1, r3c1]}", "r0c1]}"), []),
        (TWO.replace("r3c0], player", "r1c0], gold: [r3c0], player"), ["16:26: GF133 warning: `player.red` `goal`"]),
        (TWO.replace("r3c0], player", "r1c0], player"), ["16:26: GF133 warning: `player.red` `goal`"]),
        (TWO.replace("red: [r0c0, ", "red: ["), ["16:26: GF133 warning: `player.red` `start`"]),
        # goals that only lead away
        (
            TWO.replace("player.red: [r0c0, r3c0], player.blue: [r0c1, r3c1]", "gold: [r0c0]") + "    joins: [[r3c0, r2c0, side, one-way]]\n",
            ["15:41: GF133 `nothing` `goal` 'r3c0'", "15:41: GF133 `goal` 'r3c0' `start`"],
        ),
        # a trap: out of place, the wrong way round
        (
            TRACK.replace("r0c3, r0c4, side", "r0c4, r0c3, side"),
            ["15:20: GF133 `nothing` `goal` 'r0c4'"],
        ),
        (
            TRACK.replace("[r0c1, r0c2, side", "[r0c2, r0c1, side"),
            ["16:20: GF133 trap: 'r0c1' `dead end` `goal` 'plain' 1"],
        ),
        (TRACK.replace("[r0c1, r0c2, side", "[r0c2, r0c1, side").replace("kinds: {", "kinds: {pit: [r0c0..1], "), []),
        (TRACK.replace("    kinds: {goal: [r0c4]}\n", ""), []),  # what the goal is nobody says
        (TRACK.replace("    kinds: {goal: [r0c4]}\n", "    routes: {way: [r0c0..4]}\n"), []),
        (
            TRACK.replace("    kinds: {goal: [r0c4]}\n", "    routes: {way: [r0c0..2]}\n"),
            ["16:107: GF133 trap: 'r0c4' `dead end` `goal` 'plain' 1"],
        ),
        (TRACK.replace("    kinds: {goal: [r0c4]}\n", "    routes: {way: [r0c0..2]}\n    kinds: {road: [r0c0..1]}\n"), []),
        # a pocket is a goal where it only lets in
        (f"{ROW}    border: 20\n    routes: {{way: [r0c0..4]}}\n    pockets: {{in: {{door: r0c0, side: top, size: 7, way: in}}, out: {{door: r0c4, side: top, size: 7, way: out}}}}\n", []),
        # rings: no bridge leads on to the center, or a queue leads nowhere
        (
            QUEUE.replace(", {ring: 2, from: 0}", ""),
            [
                "22:27: GF133 `start` 'start1.1' `center` `player.red` 1",
                "22:54: GF133 `start` 'start2.1' `center` `player.blue` 1",
            ],
        ),
        (
            f"{QUEUE}    cuts: [[start2.1, ring1.3]]\n",
            [
                "23:13: GF133 `start` 'start2.1' `center` `player.blue` 1",
            ],
        ),
        # a card may lead over a slot, but not to where nothing is beside it
        (
            f"{SLOT}    cuts: [[r0c4, r1c4], [r1c4, r2c4]]\n".replace("0c1..3, r1c1..3, r2c1..3", "0c1..2, r1c1..2, r2c1..2").replace(
                "cuts: [", "cuts: [[r1c3, r1c4], "
            ),
            [
                "15:21: GF133 `start` 'r1c0' `goal`",
            ],
        ),
    ])  # fmt: skip
def test_boards_that_are_not(tmp_path: Path, board: str, lines: list[str]) -> None:
    assert told(tmp_path, board) == lines


def test_it_is_among_the_checks(tmp_path: Path) -> None:
    told(tmp_path, f"{ROW}    cuts: [[r0c3, r0c4]]\n")
    game = read_game(tmp_path / "wren", KINDS)
    assert [
        finding.code for finding in run_checks(CheckContext(game, expand_parts(game, KINDS), (), PAPERS["a4"]), CHECKS)
    ] == ["GF133"]


@for_each(
    [
        ("", "14:5"),  # the generator, where nothing names the cell
        ("kinds: {mill: [r0c1, r0c4], plain: [r0c0]}", "15:26"),
        ("kinds: {mill: [r0c1]}\n    colors: {gold: [r0c0..1, r0c3..4]}", "16:30"),
        ('kinds: {mill: [r0c1, "*c4"]}', "15:26"),
        ('kinds: {mill: ["*c4"]}\n    cells: {r0c3: {label: x}, r0c4: {label: y}}', "16:31"),
        ("cuts: [[r0c0, r0c1], [r0c3, r0c4]]\n    kinds: {mill: [r0c0..1]}", "15:33"),
        ("kinds: {mill: [r0c0..3]}\n    cells: {r0c3: {label: x}}", "14:5"),
    ]
)
def test_a_cell_is_told_where_the_data_name_it(tmp_path: Path, amended: str, place: str) -> None:
    home = tmp_path / "wren"
    home.mkdir()
    (home / "game.yaml").write_text(f"{HEAD}{ROW}    {amended}\n" if amended else HEAD + ROW, encoding="utf-8")
    game = read_game(home, KINDS)
    (part,) = expand_parts(game, KINDS)
    assert str(place_of_cell(game, part, "r0c4")) == f"{home}/game.yaml:{place}"


@for_each(["r1c1", "r10c1", "r1c2", "r1c3", "r1c4", "r1", "r1cx"])
def test_what_a_run_covers(name: str) -> None:
    assert parse_cells("r1c3..2").covers(name) == (name in ("r1c2", "r1c3"))
    assert parse_cells("r*c1").covers(name) == (name in ("r1c1", "r10c1"))
    assert not parse_cells("r1c").covers(name)
    assert not parse_cells("*" * 80 + "y").covers(
        name
    )  # tried once, and not in all ways that the stars could be filled
