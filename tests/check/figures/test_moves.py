"""Moves and positions that a board does not allow are reported at the cells that show them (GF183)."""

from pathlib import Path

import pytest

from tests.check.figures.wren import board, find_faults

RED = "[{part: pawn, design: red, at: r0c0}]"


def move(*cells: str, **more: str) -> str:
    return board(paths=f"[{{cells: [{', '.join(cells)}]}}]", pieces=more.get("pieces", RED))


@pytest.mark.parametrize(
    "figure",
    [
        move("r0c0..3"),
        move("r0c3..0"),
        move("r0c0", "r2c0", "r2c2"),
        board(pieces="[{part: pawn, design: red, at: r2c0}, {part: card, design: blue.1, at: rack}]"),
        board(paths="[{cells: [r0c0, r0c2]}, {cells: [r0c0, r2c0]}, {cells: [r0c0, r1c1]}]", pieces=RED),
        board(paths="[{cells: [r0c0..3]}, {cells: [r0c3, r1c3, r2c3]}]", pieces=RED),
        board(paths="[{cells: [r1c0..1], color: player.red, says: one step}]", pieces="[{part: egg, at: r2c2}]"),
        board(paths="[{cells: [r1c0..1]}]", pieces="[{part: egg, at: r2c2}]", alt="From r1c0 to r1c1."),
        board(
            paths="[{cells: [r0c0..2], color: player.red}, {cells: [r0c0, r1c0], color: player.blue}]",
            pieces="[{part: pawn, design: red, at: r0c0}, {part: pawn, design: blue, at: r0c0}]",
        ),
        board(paths="[{cells: [r2c0..1]}]", pieces="[{part: pawn, design: blue, at: r2c0}]"),
        board(
            pieces="[{part: pawn, design: blue, at: r2c0}, {part: pawn, design: blue, at: r1c1}, {part: pawn, design: red, at: r0c1}]"
        ),
    ],
    ids=[
        "along joins",
        "to a piece",
        "jumps alone",
        "in their places",
        "several jumps of one length",
        "one arrow after another",
        "an arrow of no piece that says what it is",
        "an arrow between two cells that are named",
        "two pieces begin on one cell",
        "a piece that leaves the cell of another color",
        "pieces in the middle of a game",
    ],
)
def test_moves_that_the_board_allows(tmp_path: Path, figure: str) -> None:
    assert find_faults(tmp_path, figure) == []


@pytest.mark.parametrize(
    ("figure", "found"),
    [
        (move("r0c0..1", "r1c2"), "game.yaml:6:21: GF183 warning: 'r0c1' 'r1c2'"),
        (move("r0c0", "r1c3"), "game.yaml:6:21: GF183 warning: 'r0c0' 'r1c3'"),
        (
            board(paths="[{cells: [r0c0, r0c2]}, {cells: [r0c0, r2c0]}, {cells: [r0c0, r2c3]}]", pieces=RED),
            "game.yaml:6:67: GF183 warning: 'r0c0' 'r2c3'",
        ),
        (
            board(paths="[{cells: [r0c0, r0c2]}, {cells: [r0c0, r1c0]}]", pieces=RED),
            "game.yaml:6:21: GF183 warning: 'r0c0' 'r0c2'",
        ),
        (move("r1c0..2"), "game.yaml:6:21: GF183 warning: 'r1c0' 'r1c2'"),
        (
            board(pieces="[{part: pawn, design: blue, at: r2c0}]"),
            "game.yaml:6:45: GF183 warning: 'pawn.blue' 'r2c0'",
        ),
        (board(pieces="[{part: egg, at: rack}]"), "game.yaml:6:30: GF183 warning: 'rack' 'card' 'egg'"),
        (board(pieces="[{part: card, design: red.2, at: r0c0}]"), "game.yaml:6:46: GF183 warning: 'card' 'r0c0'"),
        (
            board(paths="[{cells: [r0c0..3], color: player.blue}]", pieces=RED),
            "game.yaml:6:39: GF183 warning:",
        ),
    ],
    ids=[
        "a step off the joins",
        "one long step",
        "a jump of another length",
        "one of two arrows off the joins",
        "an arrow away from all pieces",
        "on another's cell",
        "a piece in a slot for cards",
        "a card in no slot",
        "an arrow of another color",
    ],
)
def test_moves_that_it_does_not(tmp_path: Path, figure: str, found: str) -> None:
    assert find_faults(tmp_path, figure) == [found]


def test_a_way_against_a_long_route(tmp_path: Path) -> None:
    way = "  move:\n    alt: The track.\n    kind: board\n    part: track\n    size: [90, 90]\n    paths: [{cells: [%s]}]\n"
    assert find_faults(tmp_path, way % "r0c1..4") == []
    assert find_faults(tmp_path, way % "r0c4..1") == ["game.yaml:6:21: GF183 warning: 'r0c4' 'r0c3'"]


def test_a_template_moves_the_piece_that_stands_there(tmp_path: Path) -> None:
    lines = (
        "  turn:\n    alt: A turn.\n    template: turn.svg\n    part: field\n    parts: [card]\n    size: [90, 60]\n"
        "    values:\n      pieces: [{color: player.red, size: small, at: r0c0}]\n"
        "      moves: [{size: %s, from: r0c0, to: %s}]\n"
    )
    assert find_faults(tmp_path, lines % ("small", "r0c1")) == []
    assert find_faults(tmp_path, lines % ("large", "r0c1")) == ["game.yaml:9:35: GF183 warning: 'r0c0' 'card.red.1'"]
    assert find_faults(tmp_path, lines % ("small", "r1c1")) == ["game.yaml:9:15: GF183 warning: 'r0c0' 'r1c1'"]


def test_two_pieces_on_the_one_cell_where_no_other_figure_has_two(tmp_path: Path) -> None:
    one = board(pieces="[{part: egg, at: r0c0}, {part: pawn, design: red, at: r0c1}]")
    both = board(pieces="[{part: egg, at: r0c0}, {part: pawn, design: red, at: r0c0}]")
    more = one.replace("move:", "more:") + one.replace("move:", "most:")
    assert find_faults(tmp_path, one + more) == []
    assert find_faults(tmp_path, both + more) == ["game.yaml:6:67: GF183 warning: 'egg' 'pawn.red' 'r0c0'"]
    assert find_faults(tmp_path, both + one.replace("move:", "more:")) == []
