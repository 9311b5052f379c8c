"""Paths and pieces that a board does not allow, and tiles that do not meet, are told in the figure (GF183, GF199)."""

from pathlib import Path

from generator.check.data.figure_moves import check_figure_moves
from tests.check.words.kit import GAME, make_case, read_orchard
from tests.messages import facts
from tests.samples import for_each

BOARDS = """\
  field:
    kind: board
    front: a.svg
    copies: 1
    grid: {columns: 4, rows: 3, cell: 20}
    slots: {rack: {cells: [r1c3], part: tree}}
    colors: {player.red: [r0c0..1], player.blue: [r2c0..1]}
  round:
    kind: board
    front: a.svg
    copies: 1
    grid: {columns: 3, rows: 1, cell: 20}
    routes: {way: [r0c0..2]}
  road:
    kind: tile
    front: a.svg
    size: [40, 40]
    rows:
      - {id: bend, n: mud, e: mud, s: sea, w: sea, copies: 1}
      - {id: pier, n: sea, e: sea, s: sea, w: mud, copies: 1}
rules: rules.md
figures:
"""
FIGURE = "  move: {kind: board, part: %s, size: [40, 40], alt: A move, %s}\n"
START = GAME.replace("rules: rules.md\n", BOARDS)
LINE = START.count("\n") + 1


def find_faults(home: Path, shown: str, part: str = "field") -> list[str]:
    found = check_figure_moves(make_case(read_orchard(home, "# Orchard\n", START + FIGURE % (part, shown))))
    return [facts(each).removeprefix(f"{home}/orchard/game.yaml:{LINE}:") for each in found]


def stand(*placed: str) -> str:
    pieces = (f"{{part: basket, design: {each.split()[0]}, at: {each.split()[1]}}}" for each in placed)
    return f"pieces: [{', '.join(pieces)}]"


def path(*cells: str) -> str:
    return f"paths: [{{cells: [{', '.join(cells)}]}}]"


@for_each(
    [
        (path("r0c0..2", "r2c3"), "81: GF183 warning: 'r0c2' 'r2c3'"),
        (path("r0c0", "r0c2", "r0c3"), "81: GF183 warning: 'r0c0' 'r0c2'"),
        ("pieces: [{part: cherry, at: rack}]", "93: GF183 warning: 'rack' 'tree' 'cherry'"),
        (
            "pieces: [{part: tree, design: pear, at: rack}, {part: tree, design: apple, at: rack}]",
            "144: GF183 warning: 'tree' 'rack'",
        ),
        (stand("red r0c0", "red r0c1", "red r2c0"), "152: GF183 warning: 'player.red' 'player.blue'"),
        (
            f"{stand('red r1c1')}, highlight: [{{cells: [r0c1, r2c1, r1c0, r2c2]}}]",
            "134: GF183 warning: 'r2c2' 'r1c1'",
        ),
    ]
)
def test_what_a_board_does_not_allow(tmp_path: Path, shown: str, found: str) -> None:
    assert find_faults(tmp_path, shown) == [found]


@for_each(
    [
        (path("r0c0..3"), "field"),
        (path("r0c3..0", "r1c0"), "field"),
        (path("r0c0", "r2c3"), "field"),  # a jump
        (path("r0c0", "r2c2", "r0c3"), "field"),  # jumps
        (path("r0c0..2"), "round"),
        ("paths: [{route: way}]", "round"),
        ("pieces: [{part: cherry, at: r0c0}, {part: cherry, at: r0c0}]", "field"),
        ("pieces: [{part: tree, design: pear, at: rack}, {part: cherry, at: rack}]", "field"),  # on the card
        (stand("red r0c0", "red r2c0"), "field"),
        (stand("red r0c0", "red r0c1", "red r2c0", "red r2c1"), "field"),  # that of another is no slip
        (stand("red r0c0", "red r0c1", "red r1c0", "blue r2c0"), "field"),
        (f"{stand('red r1c1')}, highlight: [{{cells: [r0c1, r2c1, r1c0, r1c2]}}]", "field"),
        (f"{stand('red r1c1')}, highlight: [{{cells: [r0c1, r2c1, r2c2]}}]", "field"),  # few
        (f"{stand('red r1c1', 'red r2c1')}, highlight: [{{cells: [r0c1, r2c1, r1c0, r2c2]}}]", "field"),
    ]
)
def test_what_it_allows(tmp_path: Path, shown: str, part: str) -> None:
    assert find_faults(tmp_path, shown, part) == []


@for_each(
    [
        ("bend, at: [20, 20]", "pier, at: [60, 20]", []),
        ("bend, at: [20, 20]", "pier, at: [20, 60]", []),
        ("bend, at: [20, 20]", "pier, at: [20, 60], turn: 90", ["sea", "mud"]),  # its west is at its north now
        ("bend, at: [20, 20]", "pier, at: [60, 20], turn: 180", ["mud", "sea"]),
        ("bend, at: [20, 20]", "pier, at: [60, 20], turn: 45", []),
        ("bend, at: [20, 20]", "pier, at: [60, 40]", []),
        ("bend, at: [20, 20]", "pier, at: [66, 20], turn: 180", []),  # apart
        ("pier, at: [60, 20], width: 20", "bend, at: [40, 20], width: 20", []),
        ("pier, at: [60, 20], width: 20", "bend, at: [60, 0], width: 20", []),
        ("bend, at: [60, 20], width: 20", "pier, at: [60, 0], width: 20", ["mud", "sea"]),
    ]
)
def test_tiles_meet_with_equal_edges(tmp_path: Path, one: str, other: str, edges: list[str]) -> None:
    things = f"things: [{{part: road, design: {one}}}, {{part: road, design: {other}}}]"
    figure = f"  move: {{kind: table, size: [90, 90], alt: Tiles, {things}}}\n"
    found = check_figure_moves(make_case(read_orchard(tmp_path, "# Orchard\n", START + figure)))
    told = [facts(each).removeprefix(f"{tmp_path}/orchard/game.yaml:{LINE}:").partition(": ")[2] for each in found]
    assert told == ([f"GF199 warning: '{edges[0]}' '{edges[1]}'" for _ in range(2)] if edges else [])
