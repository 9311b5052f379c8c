"""A board that is the same on all sides but one gets a note (GF179), and so do colors unlike their group (GF178)."""

import shutil
from pathlib import Path

import pytest

from generator.check.data.board_siblings import check_board_siblings
from generator.check.data.color_groups import check_color_groups
from generator.check.data.value_lists import check_values
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.finding import Finding
from generator.model.game import Game
from tests.kits import GAMES, WORDS


def check(game: Game) -> list[Finding]:
    """Return what the checks of boards, colors and values find."""
    parts = expand_parts(game, KINDS)
    return [*check_board_siblings(game, parts), *check_color_groups(game), *check_values(game, parts)]


@pytest.mark.parametrize("folder", GAMES.values(), ids=list(GAMES))
def test_the_games_get_no_note(folder: Path) -> None:
    assert check(read_game(folder, KINDS, words=WORDS)) == []


CASTLES = 'castle: ["*.2.8", "*.1.5", "*.3.5"]'
BLOCKED = "blocked: [r0c0, r0c4, r4c0, r4c4]"
EAST = "east: [r1c4, r2c4, r3c4]"
BLUE = 'player.blue: {paint: "#0072B2", mark: disc'


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "words"),
    [
        ("pachisi", CASTLES, CASTLES.replace('"*.3.5"', "south.3.5, east.3.5, north.3.5"), "GF179", "'west.3.5' 'plain'"),
        ("pachisi", CASTLES, CASTLES.replace("]", ", west.1.7]"), "GF179", "'west.1.7' 'castle'"),
        ("pachisi", "player.west: [west.2.1..7]", "player.west: [west.2.1..6]", "GF179", "'west.2.7' player.west"),
        ("psychopaths", "star: [r0c0, r0c10, r10c0, r10c10]", "star: [r0c0, r0c10, r10c0]", "GF179", "'r10c10' 'star'"),
        ("psychopaths", "goal.red.1: {door: r0c3", "goal.red.1: {door: r0c4", "GF179", "'goal.red.1'"),
        ("pharaoh", BLOCKED, BLOCKED.replace(", r4c4", ""), "GF179", "'r4c4'"),
        ("pharaoh", EAST, EAST.replace(", r3c4", ""), "GF179", "'east' 'r3c4' 'south'"),
        ("hypnosia", 'player.red: ["start1.*"]', "player.red: [start1.1..3]", "GF179", "'start1.4'"),
        ("psycle", BLUE, BLUE.replace("disc", "triangle"), "GF178", "player.blue 'triangle' player.red"),
        ("psycle", "mark: triangle", "mark: disc", "GF178", "player.red has 'disc' player.blue"),  # as the rules say
        ("psycle", BLUE, BLUE.replace(", mark: disc", ""), "GF178", "player.blue no mark"),
        ("hypnosia", "seats5: [red, yellow, green, blue, black]", "seats5: [red, yellow, green, blue]", "GF177", "'seats5'"),
        ("hypnosia", "seats3: [red, green, black]", "seats3: [red, green, green]", "GF177", "'seats3'"),
        ("hypnosia", "points: [5, 4, 3, 2, 1]  # of", "points: [5, 4, 3, 3, 1]  # of", "GF177", "'points' 3 2"),
        ("psychopaths", "from: r4c3", "from: r4c33", "GF178", "'r4c33'"),
        ("psychopaths", "card: f-3", "card: f-9", "GF178", "'f-9'"),
    ],
)  # fmt: skip
def test_what_is_unlike_its_siblings_is_reported_at_its_line(
    tmp_path: Path, name: str, old: str, new: str, code: str, words: str
) -> None:
    shutil.copytree(GAMES[name], tmp_path / name)
    path = tmp_path / name / "game.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    (finding,) = check(read_game(tmp_path / name, KINDS, words=WORDS))
    expected = text[: text.index(old)].count("\n") + 1
    assert finding.code == code
    assert all(word in finding.message for word in words.split())
    assert finding.place.line == expected or finding.code == "GF177"


WAYS = """title: Race
version: '1'
players: [2, 2]
colors: {player.white: {paint: '#F4EBD0'}, player.black: {paint: '#2B2B2B'}}
parts:
  board:
    kind: board
    front: board.svg.j2
    copies: 1
    grid: {columns: 8, rows: 3, cell: 30, blocked: [r0c4, r0c5, r2c4, r2c5]}
    colors: {player.white: ["r0*"], player.black: ["r2*"]}
    routes:
      white: [r0c3..0, r1c0..7, r0c7, r0c6]
      black: [r2c3..0, r1c0..7, r2c7, r2c6]
"""


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("r2c7, r2c6", "r2c7, r2c6", None),
        ("r2c7, r2c6", "r0c7, r0c6", 14),
        ("r0c7, r0c6", "r2c7, r2c6", 13),
        ("r0c3..0", "r2c3..0", 13),
        ("r2c7, r2c6", "r2c7", None),  # of another length: the two players differ on purpose
        ("      black: [r2c3..0, r1c0..7, r2c7, r2c6]", "      black: [r1c0..7, r2c7..6]", None),
        ("      black:", "      dark:", None),  # no color
    ],
)
def test_the_way_of_one_player_mirrors_that_of_the_other(tmp_path: Path, old: str, new: str, line: int | None) -> None:
    (tmp_path / "race").mkdir()
    (tmp_path / "race" / "game.yaml").write_text(WAYS.replace(old, new))
    found = [each for each in check(read_game(tmp_path / "race", KINDS, words=WORDS)) if "route" in each.message]
    assert [(each.code, each.place.line) for each in found] == ([("GF179", line)] if line else [])


PITS = """title: Pits
version: '1'
players: [2, 2]
parts:
  board:
    kind: board
    front: board.svg.j2
    copies: 1
    size: [200, 100]
    tracks:
      pit:
        from: 1
        to: 10
        shape: points
        loop: true
        cell: 20
        points: [[20, 50], [40, 80], [80, 80], [120, 80], [160, 80], [180, 50], [160, 20], [120, 20], [80, 20], [40, 20]]
    areas:
      south: [pit.2..5]
      north: [NORTH]
"""


@pytest.mark.parametrize(
    ("north", "told"),
    [
        ("pit.7..10", ""),
        ("pit.6..10", "'pit.7' to 'pit.10'"),
        ("pit.8..10", ""),  # of three cells
        ("pit.6..9", "'pit.7' to 'pit.10'"),
        ("pit.8..9", ""),
        ("pit.6..10, pit.1", ""),
        ("pit.5..8", ""),  # by two
    ],
)
def test_an_area_that_is_shifted_by_one_is_told(tmp_path: Path, north: str, told: str) -> None:
    (tmp_path / "pits").mkdir()
    (tmp_path / "pits" / "game.yaml").write_text(PITS.replace("NORTH", north))
    found = [each for each in check(read_game(tmp_path / "pits", KINDS, words=WORDS)) if "area" in each.message]
    says = "parts.board: the area 'north' matches no area when the board is mirrored left to right, as all others do"
    assert [each.message for each in found] == ([f"{says}; from {told}, it would match itself"] if told else [])
