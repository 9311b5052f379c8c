"""check_setup reports parts of which the setup takes too many (GF125), and handed() answers claims about it."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest

from generator.check.claims.context import ClaimContext, NeedsFiles
from generator.check.claims.evaluation import bind_functions
from generator.check.claims.sandbox import compile_expression
from generator.check.claims.setup import check_setup
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.language.expressions import ExpressionError
from generator.load.game import read_game
from generator.model.finding import Finding
from generator.model.game import Game, Part
from generator.model.printed import ReadPiece
from tests.check.kit import facts_with, refusal_facts
from tests.check.printed import PACHISI, shown
from tests.kits import GAMES, WORDS

GAME = """\
title: Wren
version: "1.0"
players: [2, 4]
colors:
  player.red: {paint: "#D55E00"}
  player.blue: {paint: "#0072b2"}
  player.gold: {paint: "#ffcc00", name: golden}
  player.white: {paint: "#fff"}
parts:
  gem: {kind: token, diameter: 14, front: a.svg.j2, copies: 50}
  pawn: {kind: token, diameter: 14, front: a.svg.j2, for_each: player, copies: 4}
  tile:
    kind: tile
    size: [30, 30]
    front: a.svg.j2
    rows:
      - {id: one, value: 1, copies: 3}
      - {id: two, value: 2, copies: 2}
  hand:
    kind: card
    size: standard
    front: a.svg.j2
    for_each: player
    rows:
      - {id: low, n: 1, copies: 2}
      - {id: high, n: 2, copies: 1}
"""
CLAIM = "claims:\n  - {id: W, says: it, rests_on: rules, check: 'players() == [2, 4]'}\n"
NAMES = r"\d+:\d+|\bid\b|\bvalue\b|sheets print|likewise|each|table|own color|of their own|player|red|blue|golden|white"  # who takes pieces, from where
Change = Callable[[list[ReadPiece]], Sequence[ReadPiece]]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a game, below the current directory."""
    (tmp_path / "wren").mkdir()
    monkeypatch.chdir(tmp_path)
    return Path("wren")


def build_game(home: Path, *lines: str, text: str = GAME) -> tuple[Game, tuple[Part, ...]]:
    """Read the game with these lines of setup."""
    setup = "".join(f"  - {{{line}}}\n" for line in lines)
    (home / "game.yaml").write_text(f"{text}setup:\n{setup}{CLAIM}", "utf-8")
    game = read_game(home, KINDS)
    return game, expand_parts(game, KINDS)


def find_data_faults(home: Path, *lines: str, text: str = GAME) -> list[str]:
    """Return the facts of the findings on the data alone; places without the name of the file."""
    game, parts = build_game(home, *lines, text=text)
    return list_facts(check_setup(game, parts, None, set()))


def find_print_faults(
    home: Path, *lines: str, change: Change, only: Sequence[str] = ("gem", "pawn", "tile", "hand")
) -> list[str]:
    """Return the facts of the findings on finished files."""
    game, parts = build_game(home, *lines)
    seen = change(shown(parts))
    return list_facts(check_setup(game, parts, seen, set(only)))


def list_facts(findings: Iterable[Finding]) -> list[str]:
    """Return the facts of findings, with who takes the pieces."""
    return [facts_with(str(each).replace("wren/game.yaml:", ""), NAMES) for each in findings]


def leave_out(*ids: str) -> Change:
    """Return a change that removes the pieces with these ids."""

    def change(seen: list[ReadPiece]) -> list[ReadPiece]:
        left = [face for face in seen if face.id not in ids]
        assert len(left) == len(seen) - len(ids)
        return left

    return change


ENOUGH = [
    "part: gem, each: 12",
    "part: gem, table: 50",
    "part: gem, each: 25, players: [2]",
    "part: pawn, each: 4, own: true",
    "part: pawn, each: 4",
    "part: hand, each: 1, own: true, where: {id: high}",
    "part: hand, table: 2, where: {player: golden, n: 1}",
    "part: tile, table: 3, where: {value: 1}",
]


@pytest.mark.parametrize("line", ENOUGH)
def test_exactly_enough_pieces(home: Path, line: str) -> None:
    assert find_data_faults(home, line) == []
    number = line.split("each: ")[-1].split("table: ")[-1].split(",")[0]
    (more,) = find_data_faults(home, line.replace(f": {number}", f": {int(number) + 1}", 1))
    assert " GF125 " in more


CASES = [
    (
        "part: gem, each: 13",
        "28:23: GF125 4 player 52 'gem' 13 each 50 10:61",
    ),
    (
        "part: gem, each: 17",
        "28:23: GF125 3 player 51 'gem' 17 each 50 10:61 likewise 4",
    ),
    (
        "part: gem, each: 26",
        "28:23: GF125 2 player 52 'gem' 26 each 50 10:61 likewise 3 4",
    ),
    (
        "part: gem, table: 51, players: [2, 4]",
        "28:24: GF125 2 player 51 'gem' 51 table 50 10:61 likewise 4",
    ),
    (
        "part: pawn, each: 5, own: true, players: [3]",
        "28:24: GF125 3 player 5 'pawn' 5 red own color 4 11:80",
    ),
    (
        "part: hand, each: 2, own: true, where: {id: high}, players: [2]",
        "28:24: GF125 2 player 2 'hand' 2 id 'high' red own color 1 26:34",
    ),
    (
        "part: tile, table: 4, where: {value: 1}, players: [2]",
        "28:25: GF125 2 player 4 'tile' 4 value 1 table 3 17:37",
    ),
]


@pytest.mark.parametrize(("line", "expected"), CASES)
def test_too_few_pieces(home: Path, line: str, expected: str) -> None:
    assert find_data_faults(home, line) == [expected]


def test_lines_of_one_part_add_up(home: Path) -> None:
    assert find_data_faults(home, "part: gem, each: 10", "part: gem, table: 10") == []
    assert find_data_faults(home, "part: gem, each: 10", "part: gem, table: 11") == [
        "28:23: GF125 4 player 51 'gem' 10 each 11 table 50 10:61"
    ]
    assert find_data_faults(home, "part: gem, each: 10, players: [2, 3]", "part: gem, table: 20") == []


def test_only_competing_lines_are_named(home: Path) -> None:
    assert find_data_faults(home, "part: tile, table: 3", "part: tile, table: 2, where: {id: two}") == []
    found = find_data_faults(home, "part: tile, table: 1, where: {id: one}", "part: tile, table: 3, where: {id: two}")
    assert found == ["29:25: GF125 2 player 3 'tile' 3 id 'two' table 2 18:37 likewise 3 4"]
    found = find_data_faults(home, "part: tile, table: 4", "part: tile, table: 2, where: {id: two}")
    assert found == ["28:25: GF125 2 player 6 'tile' 4 table 2 id 'two' table 5 17:37 18:37 likewise 3 4"]


def test_unused_colors_are_left_for_the_table(home: Path) -> None:
    own = "part: pawn, each: 4, own: true"
    assert find_data_faults(home, own, "part: pawn, table: 4, players: [3]", "part: pawn, table: 8, players: [2]") == []
    assert find_data_faults(home, own, "part: pawn, table: 1, players: [4]") != []
    # red may be taken, whoever else is
    found = find_data_faults(home, own, "part: pawn, table: 1, where: {player: red}, players: [2]")
    assert found == ["29:25: GF125 2 player 5 'pawn' 1 player 'red' table 4 red own color 4 11:80"]


@pytest.mark.parametrize("color", ["red", "blue", "golden", "white"])
def test_any_color_may_be_taken(home: Path, color: str) -> None:
    line = f"part: pawn, table: 1, where: {{player: {color}}}, players: [2]"
    assert find_data_faults(home, "part: pawn, each: 3, own: true", line) == []
    (found,) = find_data_faults(home, "part: pawn, each: 4, own: true", line)
    assert f" 1 player '{color}' table 4 {color} own color 4 11:80" in found


def test_more_players_than_colors(home: Path) -> None:
    three = GAME.replace('  player.white: {paint: "#fff"}\n', "")
    assert find_data_faults(home, "part: pawn, each: 1, own: true, players: [3]", text=three) == []
    assert find_data_faults(home, "part: pawn, each: 1, own: true", text=three) == [
        "27:24: GF125 4 player each 1 'pawn' of their own 3"
    ]


def test_huge_numbers_of_players_are_fast(home: Path) -> None:
    many = GAME.replace("[2, 4]", "[2, 1000]")
    (found,) = find_data_faults(home, "part: gem, each: 1, players: [1000]", text=many)
    assert found.startswith("28:23: GF125 1000 player 1000 'gem' ")
    for copies, first in ((50, 51), (100, 101), (101, 1000)):
        (found,) = find_data_faults(home, "part: gem, each: 1", text=many.replace("copies: 50", f"copies: {copies}"))
        assert found.startswith(f"28:23: GF125 {first} player {first} 'gem' ")


def test_pieces_that_are_not_printed(home: Path) -> None:
    line = "part: gem, each: 12"
    assert find_print_faults(home, line, change=leave_out("gem.1.c1.front", "gem.1.c9.front")) == []
    gone = leave_out("gem.1.c1.front", "gem.1.c9.front", "gem.1.c50.front")
    assert find_print_faults(home, line, change=gone) == [
        "28:23: GF125 4 player 48 'gem' 12 each sheets print 47 10:61"
    ]
    assert find_print_faults(home, line, change=gone, only=["pawn"]) == []
    found = find_print_faults(home, "part: pawn, each: 4, own: true", change=leave_out("pawn.gold.c2.front"))
    assert found == ["28:24: GF125 2 player 4 'pawn' 4 golden own color sheets print 3 11:80 likewise 3 4"]


def test_faults_of_the_data_are_not_repeated_for_the_sheets(home: Path) -> None:
    found = find_print_faults(home, "part: gem, each: 13", "part: tile, table: 5", change=leave_out("gem.1.c1.front"))
    assert found == ["28:23: GF125 4 player 52 'gem' 13 each 50 10:61"]


def test_whole_boards_are_handed_out(home: Path) -> None:
    arms = "".join(f"  player.{arm}: {{paint: '#a00'}}\n" for arm in ("south", "east"))
    head = "title: Wren\nversion: '1'\nplayers: [2, 4]\ncolors:\n" + arms + "parts:\n" + PACHISI
    assert find_data_faults(home, "part: board, table: 1", text=head) == []
    assert " 2 'board' 2 table 1 " in find_data_faults(home, "part: board, table: 2", text=head)[0]
    game, parts = build_game(home, "part: board, table: 1", text=head)
    seen = [face for face in shown(parts) if face.design != "east"]
    (found,) = list_facts(check_setup(game, parts, seen, {"board"}))
    assert " 1 'board' 1 table sheets print 0 " in found


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_games_can_be_set_up(name: str) -> None:
    game = read_game(GAMES[name], KINDS, words=WORDS)
    parts = expand_parts(game, KINDS)
    assert game.data.setup
    assert list(check_setup(game, parts, shown(parts), {part.id for part in parts})) == []


# -- what claims ask -------------------------------------------------------------------------------------------------


def make_contexts(home: Path, *lines: str, change: Change = list) -> tuple[ClaimContext, ClaimContext]:
    """Return the contexts of claims about data and sheets, with these lines of setup."""
    game, parts = build_game(home, *lines)
    seen, ids = change(shown(parts)), frozenset(part.id for part in parts)
    return ClaimContext("data", game, parts, seen, ids), ClaimContext("sheets", game, parts, seen, ids)


def test_handed(home: Path) -> None:
    lines = (
        "part: gem, each: 10, players: [2, 4]",
        "part: gem, table: 3",
        "part: hand, each: 1, own: true",
        "part: tile, table: 1, players: [4]",
    )
    for world in make_contexts(home, *lines):
        asked = [compile_expression(f"handed('gem', {n})")(bind_functions(world)) for n in (2, 3, 4)]
        assert asked == [23, 3, 43]
        assert [compile_expression(f"handed('{part}', 3)")(bind_functions(world)) for part in ("hand", "tile")] == [
            3,
            0,
        ]
    data, _ = make_contexts(home, *lines)
    compile_expression("handed('gem', 2)")(bind_functions(data))
    (call,) = data.calls
    assert (call.text, call.prints, list(map(str, call.places()))) == (
        "handed('gem', 2)",
        True,
        ["wren/game.yaml:28:5", "wren/game.yaml:29:5"],
    )


def test_handed_on_the_sheets_is_limited_by_what_is_printed(home: Path) -> None:
    gone = leave_out(*(f"gem.1.c{copy}.front" for copy in range(1, 21)), "hand.gold.low.c1.front")
    lines = "part: gem, each: 10", "part: hand, each: 2, own: true, where: {id: low}"
    data, sheets = make_contexts(home, *lines, change=gone)
    for text, declared, there in (("'gem', 3", 30, 30), ("'gem', 4", 40, 30), ("'hand', 2", 4, 3)):
        answers = [compile_expression(f"handed({text})")(bind_functions(world)) for world in (data, sheets)]
        assert answers == [declared, there]


def test_handed_selects_lines(home: Path) -> None:
    lines = (
        "part: hand, each: 1, own: true",
        "part: hand, table: 3, where: {id: low}",
        "part: hand, table: 1, where: {id: low, player: red}, players: [2]",
        "part: hand, each: 1, own: true, where: {n: 1}, players: [3]",
    )
    asked = [
        "own=true",
        "own=false",
        "id='low'",
        "id='low', player='red'",
        "n=1",
        "n=2",
        "own=true, n=1",
        "own=false, n=1",
    ]
    for world in make_contexts(home, *lines):
        answers = [
            [compile_expression(f"handed('hand', {n}, {text})")(bind_functions(world)) for text in asked]
            for n in (2, 3)
        ]
        assert answers == [[2, 4, 4, 1, 0, 0, 0, 0], [6, 3, 3, 0, 3, 0, 3, 0]]
    data, sheets = make_contexts(home, *lines, change=leave_out("hand.red.low.c1.front", "hand.red.low.c2.front"))
    text = "handed('hand', 2, id='low', player='red')"
    assert [compile_expression(text)(bind_functions(world)) for world in (data, sheets)] == [1, 0]
    assert sheets.calls[-1].text == text


def test_handed_waits_for_a_part_that_is_not_printed(home: Path) -> None:
    game, parts = build_game(home, "part: gem, each: 10")
    with pytest.raises(NeedsFiles):
        compile_expression("handed('gem', 2)")(
            bind_functions(ClaimContext("sheets", game, parts, [], frozenset({"pawn"})))
        )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("handed('gme', 2)", "no part 'gme' 'gem'"),
        ("handed('pawn', 2)", "hands out no 'pawn' 'gem' 'tile'"),
        ("handed('gem', 5)", "handed() 2 4 5"),
        ("handed('gem', true)", "handed() 2 4 not true"),
        ("handed('gem', '2')", "handed() 2 4 '2'"),
        ("handed('gem', 2, own=1)", "handed() as own 1"),
        ("handed('tile', 2, valeu=3)", "'tile' no column 'valeu' 'value'"),
        ("handed('tile', 2, value=none)", "handed() as value not none"),
    ],
)
def test_refused_calls(home: Path, text: str, expected: str) -> None:
    data, _ = make_contexts(home, "part: gem, each: 10", "part: tile, table: 1")
    with pytest.raises(ExpressionError) as error:
        compile_expression(text)(bind_functions(data))
    assert refusal_facts(error.value) == expected
