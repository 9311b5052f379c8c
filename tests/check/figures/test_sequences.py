"""Steps follow one another, in words and in what they show (GF184)."""

from pathlib import Path

import pytest

from generator.check.figures.scene import ShownWay, count_leaning_steps
from generator.model.board import Board, Cell
from tests.check.figures.wren import board, find_faults, table

BEFORE = board(paths="[{cells: [r0c0..2]}]", pieces="[{part: pawn, design: red, at: r0c0}]")
AFTER = board(pieces="[{part: pawn, design: red, at: r0c2}]").replace("move:", "moved:")


def steps(*each: str, alt: str = "Steps.", arrows: str = "true") -> str:
    lines = "".join(f"      - {{{one}}}\n" for one in each)
    return f"  both:\n    alt: {alt}\n    kind: steps\n    arrows: {arrows}\n    size: [90, 60]\n    steps:\n{lines}"


def test_steps_in_order(tmp_path: Path) -> None:
    figures = BEFORE + AFTER + steps("figure: move, says: before", "figure: moved, says: after")
    assert find_faults(tmp_path, figures) == []


def test_another_outcome_than_the_arrow_shows(tmp_path: Path) -> None:
    figures = BEFORE + AFTER.replace("r0c2", "r0c3") + steps("figure: move", "figure: moved")
    assert find_faults(tmp_path, figures) == ["game.yaml:13:44: GF184 warning: 'move' 'pawn.red' 'r0c2' 'moved'"]


def test_steps_that_are_exchanged(tmp_path: Path) -> None:
    figures = BEFORE + AFTER + steps("figure: moved", "figure: move")
    assert find_faults(tmp_path, figures) == ["game.yaml:21:18: GF184 warning: 'moved' 'move'"]


def test_a_piece_from_nowhere(tmp_path: Path) -> None:
    one, other = (board(pieces=f"[{{part: pawn, design: {color}, at: r0c0}}]") for color in ("red", "blue"))
    figures = one + other.replace("move:", "moved:") + steps("figure: move", "figure: moved")
    assert find_faults(tmp_path, figures) == ["game.yaml:12:35: GF184 warning: 'moved' 'pawn.blue' 'move'"]


@pytest.mark.parametrize(
    ("says", "alt", "found"),
    [
        (("one", "two"), "Steps.", []),
        (("two", "one"), "Steps.", ["game.yaml:21:31: GF184 warning: 'one' 'two'"]),
        (("set out", "come home"), "It may set out or come home.", []),
        (("come home", "set out"), "It may set out or come home.", ["game.yaml:15:10: GF184 warning:"]),
        (("come home", "come"), "Steps.", ["game.yaml:21:31: GF184 warning: 'come'"]),
        (("blue goes", "red goes"), "Steps.", ["game.yaml:20:30: GF184 warning: 'blue goes' 'move'"]),
        (("same", "same"), "Steps.", ["game.yaml:21:31: GF184 warning: 'same'"]),
    ],
)
def test_words_of_steps(tmp_path: Path, says: tuple[str, str], alt: str, found: list[str]) -> None:
    each = [f"figure: {name}, says: {words}" for name, words in zip(("move", "moved"), says, strict=True)]
    assert find_faults(tmp_path, BEFORE + AFTER + steps(*each, alt=alt)) == found


def test_a_number_or_the_id_of_its_figure_shows_that_a_step_is_in_place(tmp_path: Path) -> None:
    one, other = (BEFORE.replace("A field", alt) for alt in ("Three pawns in a row", "A pawn in a straight line"))
    shown = one + other.replace("move:", "pinch:")
    by_number = steps("figure: move, says: a line of three", "figure: pinch, says: a pinch", arrows="false")
    assert not any("fits" in each for each in find_faults(tmp_path, shown + by_number))
    exchanged = by_number.replace("says: a line of three", "says: a line of four")
    assert "game.yaml:21:30: GF184 warning: 'a line of four'" in find_faults(tmp_path, shown + exchanged)
    by_id = exchanged.replace("figure: move", "figure: line")
    named = find_faults(tmp_path, shown.replace("move:", "line:") + by_id)
    assert not any("GF184" in each for each in named)


def test_players_are_counted_by_their_colors(tmp_path: Path) -> None:
    red, blue, green = (
        f"{{part: pawn, design: {name}, at: r0c{at}}}" for at, name in enumerate(("red", "blue", "green"))
    )
    one, two = (board(pieces=f"[{pieces}]") for pieces in (f"{red}, {blue}", f"{red}, {blue}, {green}"))
    figures = one + two.replace("move:", "moved:")
    right = steps("figure: move, says: two players", "figure: moved, says: three players", arrows="false")
    assert find_faults(tmp_path, figures + right) == []
    wrong = right.replace("three players", "four players")
    assert find_faults(tmp_path, figures + wrong) == ["game.yaml:20:18: GF184 warning: 'four players' 'moved' 3"]


def test_a_piece_that_no_arrow_moves_stays(tmp_path: Path) -> None:
    both = "{part: pawn, design: blue, at: %s}, {part: pawn, design: red, at: %s}"
    figures = board(paths="[{cells: [r0c0..2]}]", pieces=f"[{both % ('r1c1', 'r0c0')}]")
    after = board(pieces=f"[{both}]").replace("move:", "moved:")
    shown = steps("figure: move", "figure: moved")
    assert find_faults(tmp_path, figures + after % ("r1c1", "r0c2") + shown) == []
    assert find_faults(tmp_path, figures + after % ("r1c2", "r0c2") + shown) == [
        "game.yaml:13:45: GF184 warning: 'pawn.blue' 'r1c2' 'move'"
    ]


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        (("over: yes", "back: no", "aside: never"), []),
        (("over: yes", "back: yes", "aside: never"), ["game.yaml:26:30: GF184 warning: 'back: yes'"]),
        (("over: no", "back: no", "aside: never"), ["game.yaml:25:30: GF184 warning: 'over: no'"]),
        (("over: no", "back: yes", "aside: no"), []),  # the broken arrow may mean something else
        (("over the fence", "back", "aside: no"), []),
    ],
)
def test_answers_go_with_whole_and_broken_arrows(
    tmp_path: Path, answers: tuple[str, str, str], found: list[str]
) -> None:
    ways = zip(("over", "back", "aside"), ("", ", dashed: true", ", dashed: true"), strict=True)
    figures = "".join(
        board(paths=f"[{{cells: [r0c0..2]{dashed}}}]").replace("move:", f"{name}:") for name, dashed in ways
    )
    names = zip(("over", "back", "aside"), answers, strict=True)
    shown = steps(*(f'figure: {name}, says: "{says}"' for name, says in names), arrows="false")
    assert [each for each in find_faults(tmp_path, figures + shown) if "GF184" in each] == found


@pytest.mark.parametrize(
    ("caption", "found"),
    [
        ("Turned by a quarter turn.", []),
        ("Turned by a quarter of a turn.", []),
        ("Turned by half a turn.", ["rules.md:3:13: GF182 warning: 'half a turn'"]),
    ],
)
def test_a_part_of_a_turn(tmp_path: Path, caption: str, found: list[str]) -> None:
    one, other = (board(pieces=f"[{{part: card, design: red.1, at: rack, turn: {turn}}}]") for turn in (90, 180))
    figures = one + other.replace("move:", "moved:") + steps("figure: move", "figure: moved")
    told = find_faults(tmp_path, figures, rules=f"![{caption}](figure:both)\n")
    assert [each for each in told if "GF182" in each] == found


def test_a_face_down_stack_lies_beside_a_hand(tmp_path: Path) -> None:
    hand = [f"part: card, design: red.{n}, at: [{20 * n}, 40]" for n in (1, 2, 3)]
    assert find_faults(tmp_path, table("part: card, design: red.1, side: back, copies: 9, at: [80, 10]", *hand)) == []
    assert find_faults(tmp_path, table("part: card, design: red.1, side: back, at: [80, 10]", *hand)) != []


def test_tiles_of_a_kind_are_counted_apart(tmp_path: Path) -> None:
    things = [f"part: card, design: red.{n}, at: [{20 * k}, 40]" for k, n in enumerate((1, 1, 2), 1)]
    assert find_faults(tmp_path, table(*things, alt="Two cards of small beside another.")) == []
    assert find_faults(tmp_path, table(*things, alt="Three cards of small.")) != []


def test_slanted_steps_lead_up() -> None:
    slope = Board(
        100,
        100,
        {name: Cell(name, x, y, ()) for name, x, y in [("a", 20, 80), ("b", 28, 62), ("c", 26, 46), ("d", 34, 92)]},
        (),
        {},
        {},
    )
    way = ShownWay(("a", "b", "c"), "", False, "", ())
    assert count_leaning_steps(slope, way, (0, -1)) == 2
    assert count_leaning_steps(slope, way, (0, 1)) == 0
    grid = Board(
        100,
        100,
        {name: Cell(name, x, y, ()) for name, x, y in [("a", 20, 80), ("b", 30, 70), ("c", 30, 60)]},
        (),
        {},
        {},
    )
    assert count_leaning_steps(grid, way, (0, -1)) == 0  # on a grid, a diagonal step is not one up


def test_two_steps_that_have_each_other_s_answers(tmp_path: Path) -> None:
    ways = zip(
        ("over", "back", "aside"),
        ("", ", dashed: true", ", dashed: true"),
        ("Pawns stand together.", "A pawn stands alone.", "A tree."),
        strict=True,
    )
    figures = "".join(
        board(paths=f"[{{cells: [r0c0..2]{dashed}}}]").replace("move:", f"{name}:").replace("A field", alt)
        for name, dashed, alt in ways
    )
    right = steps(
        'figure: over, says: "stand together: yes"',
        'figure: back, says: "stand alone: no"',
        'figure: aside, says: "up a tree: no"',
        arrows="false",
    )
    assert [each for each in find_faults(tmp_path, figures + right) if "GF184" in each] == []
    wrong = right.replace("over, says", "x, says").replace("back, says", "over, says").replace("x, says", "back, says")
    told = [each for each in find_faults(tmp_path, figures + wrong) if "GF184" in each]
    assert [each.split(": ")[0] for each in told] == ["game.yaml:25:30", "game.yaml:26:30"]
