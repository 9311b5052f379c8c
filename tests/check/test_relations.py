"""tournament() and mirrored(): each pair of rows that breaks a relation, and the places in the message."""

from pathlib import Path
from typing import Any

import pytest

from generator.check.claims.context import ClaimContext
from generator.check.claims.evaluation import bind_functions
from generator.check.claims.judge import judge_claims
from generator.check.claims.sandbox import compile_expression
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.language.expressions import ExpressionError
from generator.load.game import read_game
from generator.model.game import Game
from tests.check.kit import refusal_facts
from tests.check.printed import Asked
from tests.kits import GAMES

HEAD = """\
title: Wren
version: "1.0"
players: [2, 2]
parts:
  hand:
    kind: card
    size: standard
    front: a.svg.j2
    copies: 1
    rows:
"""
ROWS = [
    "{n: rock, beats: [shears], loses: [paper], word: a}",
    "{n: paper, beats: [rock], loses: [shears], word: b}",
    "{n: shears, beats: [paper], loses: [rock], word: c}",
]
BEATS, AGREE = "tournament('hand', 'n', 'beats')", "mirrored('hand', 'n', 'beats', 'loses')"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a game, below the current directory."""
    (tmp_path / "wren").mkdir()
    monkeypatch.chdir(tmp_path)
    return Path("wren")


def build_game(home: Path, rows: list[str], check: str = BEATS, level: str = "error") -> Game:
    """Read a game with these rows and one claim."""
    body = "".join(f"      - {row}\n" for row in rows)
    claim = (
        f"claims:\n  - id: W\n    says: it is so\n    rests_on: rules\n    check: {check} == []\n    level: {level}\n"
    )
    (home / "game.yaml").write_text(HEAD + body + claim, "utf-8")
    return read_game(home, KINDS)


def evaluate(home: Path, rows: list[str], text: str = BEATS) -> Any:
    """Return what an expression gives for a game with these rows."""
    made = build_game(home, rows)
    world = ClaimContext("data", made, expand_parts(made, KINDS), None, frozenset())
    return compile_expression(text)(bind_functions(world))


def replace_in_row(number: int, old: str, new: str) -> list[str]:
    """Return the rows with a text replaced in one of them."""
    assert old in ROWS[number]
    return [row.replace(old, new) if n == number else row for n, row in enumerate(ROWS)]


def test_a_relation_that_holds(home: Path) -> None:
    assert evaluate(home, ROWS) == []
    assert evaluate(home, ROWS, AGREE) == []
    assert evaluate(home, ROWS, "tournament('hand', 'n', 'loses')") == []


@pytest.mark.parametrize(
    ("number", "old", "new", "beats", "agree"),
    [
        (0, "[shears]", "[]", [["rock", "shears"]], [["rock", "shears"]]),
        (0, "beats: [shears]", "beats: [shears, paper]", [["rock", "paper"]], [["rock", "paper"]]),
        (0, "beats: [shears]", "beats: [shears, rock]", [["rock", "rock"]], [["rock", "rock"]]),
        (0, "beats: [shears]", "beats: [shears, shears]", [["rock", "shears"]], [["rock", "shears"]]),
        (0, "beats: [shears]", "beats: [shears, well]", [["rock", "well"]], [["rock", "well"]]),
        (0, "beats: [shears]", "beats: [well]", [["rock", "shears"], ["rock", "well"]], [["rock", "shears"], ["rock", "well"]]),
        (2, "loses: [rock]", "loses: []", [], [["rock", "shears"]]),
        (2, "loses: [rock]", "loses: [rock, paper]", [], [["paper", "shears"]]),
        (2, "loses: [rock]", "loses: [rock, well]", [], [["shears", "well"]]),
        (1, "n: paper", "n: well", [["well", "shears"], ["shears", "paper"]], [["well", "rock"], ["shears", "well"], ["shears", "paper"], ["rock", "paper"]]),
    ],
)  # fmt: skip
def test_pairs_that_break_a_relation(home: Path, number: int, old: str, new: str, beats: Any, agree: Any) -> None:
    rows = replace_in_row(number, old, new)
    assert evaluate(home, rows) == beats
    assert evaluate(home, rows, AGREE) == agree


def test_values_doubled_in_both_lists_are_one_pair(home: Path) -> None:
    rows = replace_in_row(0, "beats: [shears]", "beats: [shears, shears]")
    rows[2] = rows[2].replace("loses: [rock]", "loses: [rock, rock]")
    assert evaluate(home, rows, AGREE) == [["rock", "shears"]]


def test_true_is_not_1(home: Path) -> None:
    rows = ["{n: 1, beats: [true], loses: []}", "{n: true, beats: [], loses: [1]}"]
    assert (evaluate(home, rows), evaluate(home, rows, AGREE)) == ([], [])
    rows[0] = "{n: 1, beats: [1], loses: []}"
    assert evaluate(home, rows) == [[1, True], [1, 1]]


def test_rows_that_are_equal_count_once(home: Path) -> None:
    assert evaluate(home, [*ROWS, ROWS[0]]) == []


@pytest.mark.parametrize(
    ("rows", "text", "expected"),
    [
        (ROWS, "tournament('hnad', 'n', 'beats')", "no part 'hnad' 'hand'"),
        (ROWS, "tournament('hand', 'n', 'baets')", "'hand' no column 'baets' 'beats'"),
        (
            ROWS,
            "mirrored('hand', 'm', 'beats', 'loses')",
            "'hand' no column 'm' 'beats' 'loses' 'n' 'word'",
        ),
        (ROWS, "tournament('hand', 'n', 'word')", "'word' 'a' list wren/game.yaml:11:58"),
        (
            ROWS,
            "tournament('hand', 'beats', 'loses')",
            "'beats' 'hand' 'shears' single wren/game.yaml:11:26",
        ),
        (
            [ROWS[0], ROWS[1].replace("paper", "rock")],
            BEATS,
            "'hand' 'rock' and differ wren/game.yaml:11:13 12 13",
        ),
        ([ROWS[0], "{n: paper, loses: []}"], BEATS, "'hand' no 'beats' wren/game.yaml:12:9"),
        (
            [f"{{n: {n}, beats: []}}" for n in range(1001)],
            BEATS,
            "'hand' 1001 1000",
        ),
    ],
)
def test_refused_calls(home: Path, rows: list[str], text: str, expected: str) -> None:
    with pytest.raises(ExpressionError) as error:
        evaluate(home, rows, text)
    assert refusal_facts(error.value) == expected


@pytest.mark.parametrize("level", ["error", "trap"])
def test_the_message_shows_the_pair_and_its_places(home: Path, level: str) -> None:
    word = "" if level == "error" else f"{level}: "
    rows = replace_in_row(0, "beats: [shears]", "beats: [shears, paper]")
    made = build_game(home, rows, level=level)
    (finding,) = judge_claims(made, expand_parts(made, KINDS)).findings
    assert str(finding).startswith(f"wren/game.yaml:18:12: GF102 {word}W it is so: {BEATS} == [] ")
    assert str(finding).endswith(f" {BEATS} = [['rock', 'paper']] (wren/game.yaml:11:26, 12:27)")
    assert finding.is_blocking
    made = build_game(home, replace_in_row(0, "beats: [shears]", "beats: [shears, well]"), level=level)
    (finding,) = judge_claims(made, expand_parts(made, KINDS)).findings
    assert str(finding).endswith("= [['rock', 'well']] (wren/game.yaml:11:26)")
    made = build_game(home, replace_in_row(2, "loses: [rock]", "loses: []"), AGREE, level)
    (finding,) = judge_claims(made, expand_parts(made, KINDS)).findings
    assert str(finding).endswith("= [['rock', 'shears']] (wren/game.yaml:11:26, 11:43, 13:28, 13:44)")


def test_psycle(home: Path) -> None:
    asked = Asked.of_game(GAMES["psycle"])
    assert asked.both("tournament('hand', 'number', 'beats')") == []
    assert asked.both("tournament('hand', 'number', 'loses')") == []
    assert asked.both("mirrored('hand', 'number', 'beats', 'loses')") == []
    assert asked.both("mirrored('hand', 'number', 'beats', 'beats')")[:2] == [[0, 1], [0, 2]]
