"""A setup is read as it stands; each way of being wrong is one exact sentence at one exact place."""

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.model.game import Game, SetupData

Faults = Callable[..., list[str]]
ID = "where: {number: 1}"


def setup(*lines: str) -> str:
    return "setup:\n" + "".join(f"  - {{{line}}}\n" for line in lines) + "claims:\n"


def test_a_setup_is_read_with_its_places(wren: Path, read: Callable[[], Game]) -> None:
    text = (wren / "game.yaml").read_text("utf-8")
    lines = "part: coin, table: 9, players: [1, 4]", "part: hand, each: 1, own: true, where: {number: 1, text: one}"
    (wren / "game.yaml").write_text(text.replace("claims:\n", setup(*lines)), "utf-8")
    game = read()
    assert game.data.setup == [
        SetupData(part="coin", table=9, players=[1, 4]),
        SetupData(part="hand", each=1, own=True, where={"number": 1, "text": "one"}),
    ]
    assert str(game.place("setup", 1, "each")) == "game.yaml:23:24"


SOUND = [
    "part: hand, each: 3, where: {player: blue}",
    "part: hand, table: 1, where: {beats: 3, number: 2}",
    "part: coin, each: 1, own: false, players: [2]",
]
CASES = [
    ("part: cion, each: 1", "12: GF008 setup[0].part: the game has no part 'cion'; did you mean 'coin'?"),
    ("part: coin", "5: GF005 setup[0] needs 'each', pieces for each player, or 'table'"),
    ("part: coin, each: null", "5: GF005 setup[0] needs 'each', pieces for each player, or 'table'"),
    ("part: coin, each: 1, table: 2", "34: GF006 setup[0] has 'each' and 'table'; make a line of either"),
    (
        "part: coin, each: 0",
        "24: GF006 setup[0].each must be a whole number of at least 1 and at most 10,000, not 0",
    ),
    ("part: hand, table: 1, own: true", "33: GF006 setup[0].own goes with 'each': the table has no color of its own"),
    (
        "part: coin, each: 1, own: true",
        "32: GF006 setup[0].own: 'coin' has no `for_each`, so it has no colors to take one of",
    ),
    (
        "part: hand, each: 1, own: true, where: {player: red}",
        "54: GF006 setup[0].where.player: with `own` each player takes their own color, so none is picked",
    ),
    (
        "part: coin, each: 1, players: []",
        "36: GF006 setup[0].players is empty; leave it out where the line holds for any number",
    ),
    ("part: coin, each: 1, players: [4, 5]", "40: GF006 setup[0].players: the game has 1 to 4 players, not 5"),
    ("part: coin, each: 1, players: [2, 3, 2]", "43: GF006 setup[0].players names 2 twice"),
    (
        "part: hand, each: 1, where: {nmber: 1}",
        "35: GF008 setup[0].where.nmber: 'hand' has no such column; did you mean 'number'?",
    ),
    (
        "part: coin, each: 1, where: {player: red}",
        "35: GF008 setup[0].where.player: 'coin' has no such column",
    ),
    (
        "part: hand, each: 1, where: {text: won}",
        "41: GF008 setup[0].where.text: no row of 'hand' has 'won'; did you mean 'two'?",
    ),
    (
        "part: hand, each: 1, where: {number: true}",
        "43: GF008 setup[0].where.number: no row of 'hand' has true; there is '1', '2', '3'",
    ),
    (
        "part: hand, each: 1, where: {player: rde}",
        "43: GF008 setup[0].where.player: the group 'player' has no color 'rde'; did you mean 'red'?",
    ),
]


@pytest.mark.parametrize("line", [SOUND[0], SOUND[2]])
def test_sound_lines(faults: Faults, line: str) -> None:
    assert faults("claims:\n", setup(line)) == []


@pytest.mark.parametrize(("line", "said"), CASES)
def test_each_fault_is_said_at_its_place(faults: Faults, line: str, said: str) -> None:
    assert faults("claims:\n", setup(line)) == [f"game.yaml:22:{said}"]


def test_a_line_is_named_by_its_number(faults: Faults) -> None:
    said = faults("claims:\n", setup(SOUND[2], "part: coin, each: 1, players: [9]", "prat: coin, each: 1"))
    assert said == [
        "game.yaml:23:37: GF006 setup[1].players: the game has 1 to 4 players, not 9",
        "game.yaml:24:6: GF004 unknown key 'prat' in setup[2]; did you mean 'part'?",
    ]


def test_a_list_is_no_value_to_pick_by(faults: Faults) -> None:
    (said,) = faults("claims:\n", setup(SOUND[1].replace("3", "[3]")))
    assert said.startswith("game.yaml:22:43: GF006 setup[0].where.beats must be ")
