"""A color that is unlike the others of its group gets a note (GF178); a sound group gets none."""

from pathlib import Path

import pytest

from generator.check.outliers.colors import find_odd_colors
from generator.components import KINDS
from generator.load.game import read_game

GAME = """\
title: Wren
version: "1"
players: [2, 4]
colors:
  player.red: {paint: "#cc0000", mark: disc, letter: R}
  player.blue: {paint: "#0000cc", mark: square, letter: B}
  player.green: {paint: "#00aa00", mark: star, letter: G}
  player.orange: {paint: "#ff8800", mark: ring, letter: O}
  ink: {paint: "#111111"}
parts:
  token: {kind: token, diameter: 20, for_each: player, copies: 1, front: a.svg.j2}
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        pytest.param("disc", "disc", [], id="sound"),
        pytest.param(
            ", mark: star",
            "",
            ["7:3 player.green: has no mark, unlike the 3 other colors of its group"],
            id="no mark",
        ),
        pytest.param(
            ", letter: R",
            "",
            ["5:3 player.red: has no letter, unlike the 3 other colors of its group"],
            id="no letter",
        ),
        pytest.param(
            "mark: ring",
            "mark: star",
            ["8:43 player.orange: the mark is 'star', as of player.green; the 2 others differ"],
            id="a mark that is given twice",
        ),
        pytest.param(
            '"#0000cc"',
            '"#00ee00"',
            [],
            id="a paint that no other role is named by",
        ),
        pytest.param(
            'player.blue: {paint: "#0000cc"',
            'player.brown: {paint: "#0000cc"',
            [],
            id="a name of its own",
        ),
        pytest.param(
            'paint: "#cc0000"',
            'paint: "#0000aa"',
            [],
            id="no other color is red",
        ),
    ],
)
def test_an_odd_color_is_told_at_its_role(tmp_path: Path, old: str, new: str, told: list[str]) -> None:
    home = tmp_path / "wren"
    home.mkdir()
    assert GAME.count(old) == 1
    (home / "game.yaml").write_text(GAME.replace(old, new), "utf-8")
    found = list(find_odd_colors(read_game(home, KINDS)))
    assert all(each.code == "GF178" and each.level == "note" for each in found)
    assert [f"{each.place.line}:{each.place.column} {each.message}" for each in found] == told


def test_two_colors_with_exchanged_paints_are_told(tmp_path: Path) -> None:
    home = tmp_path / "wren"
    home.mkdir()
    swapped = GAME.replace("#cc0000", "x").replace("#0000cc", "#cc0000").replace('"x"', '"#0000cc"')
    (home / "game.yaml").write_text(swapped, "utf-8")
    found = [each.message for each in find_odd_colors(read_game(home, KINDS))]
    assert found == [
        "player.red is painted #0000cc, which is blue, while player.blue is painted red",
        "player.blue is painted #cc0000, which is red, while player.red is painted blue",
    ]
