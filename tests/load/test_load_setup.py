"""The setup of a game is read with its places, and its faults are reported at theirs."""

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.model.game import Game
from generator.model.game_entries import SetupData

Faults = Callable[..., list[str]]
ID = "where: {number: 1}"


def format_setup(*lines: str) -> str:
    """Return the YAML of a setup, followed by the key `claims`, which it replaces."""
    return "setup:\n" + "".join(f"  - {{{line}}}\n" for line in lines) + "claims:\n"


def test_a_setup_is_read_with_its_places(wren: Path, read_wren: Callable[[], Game]) -> None:
    text = (wren / "game.yaml").read_text("utf-8")
    lines = "part: coin, table: 9, players: [1, 4]", "part: hand, each: 1, own: true, where: {number: 1, text: one}"
    (wren / "game.yaml").write_text(text.replace("claims:\n", format_setup(*lines)), "utf-8")
    game = read_wren()
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
    ("part: cion, each: 1", "12: GF008 0 'cion' 'coin'"),
    ("part: coin", "5: GF005 0 'each' 'table'"),
    ("part: coin, each: null", "5: GF005 0 'each' 'table'"),
    ("part: coin, each: 1, table: 2", "34: GF006 0 'each' 'table'"),
    (
        "part: coin, each: 0",
        "24: GF006 0 1 10,000 0",
    ),
    ("part: hand, table: 1, own: true", "33: GF006 0 'each'"),
    (
        "part: coin, each: 1, own: true",
        "32: GF006 0 'coin' `for_each`",
    ),
    (
        "part: hand, each: 1, own: true, where: {player: red}",
        "54: GF006 0 `own`",
    ),
    (
        "part: coin, each: 1, players: []",
        "36: GF006 0",
    ),
    ("part: coin, each: 1, players: [4, 5]", "40: GF006 0 1 4 5"),
    ("part: coin, each: 1, players: [2, 3, 2]", "43: GF006 0 2"),
    (
        "part: hand, each: 1, where: {nmber: 1}",
        "35: GF008 0 'hand' 'number'",
    ),
    (
        "part: coin, each: 1, where: {player: red}",
        "35: GF008 0 'coin'",
    ),
    (
        "part: hand, each: 1, where: {text: won}",
        "41: GF008 0 'hand' 'won' 'one' 'three, or 3' 'two'",
    ),
    (
        "part: hand, each: 1, where: {number: true}",
        "43: GF008 0 'hand' '1' '2' '3'",
    ),
    (
        "part: hand, each: 1, where: {player: rde}",
        "43: GF008 0 'player' 'rde' 'red'",
    ),
]


@pytest.mark.parametrize("line", [SOUND[0], SOUND[2]])
def test_valid_lines_are_read(find_faults: Faults, line: str) -> None:
    assert find_faults("claims:\n", format_setup(line)) == []


@pytest.mark.parametrize(("line", "expected"), CASES)
def test_each_fault_is_reported_at_its_place(find_faults: Faults, line: str, expected: str) -> None:
    assert find_faults("claims:\n", format_setup(line)) == [f"game.yaml:22:{expected}"]


def test_faults_name_the_number_of_the_line(find_faults: Faults) -> None:
    found = find_faults("claims:\n", format_setup(SOUND[2], "part: coin, each: 1, players: [9]", "prat: coin, each: 1"))
    assert found == [
        "game.yaml:23:37: GF006 1 1 4 9",
        "game.yaml:24:6: GF004 'prat' 2 'part'",
    ]


def test_a_list_in_where_is_refused(find_faults: Faults) -> None:
    (found,) = find_faults("claims:\n", format_setup(SOUND[1].replace("3", "[3]")))
    assert found.startswith("game.yaml:22:43: GF006 0")
