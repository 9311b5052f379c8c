"""check_supply reports figures that show more pieces than the box holds (GF136), at the first piece too many."""

from pathlib import Path

import pytest

from generator.check.data.supply import check_supply
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from tests.kits import GAMES, WORDS
from tests.messages import facts

GAME = """\
title: Wren
version: "1"
players: [2, 4]
parts:
  gem: {kind: token, diameter: 9, front: a.svg, copies: 3}
  tile: {kind: tile, size: [30, 30], front: a.svg, back: a.svg, rows: [{id: one, copies: 1}, {id: two, copies: 2}]}
  die: {kind: die, size: 16, faces: [1, 6, 2, 5, 3, 4], front: a.svg, copies: 1}
  field: {kind: board, front: a.svg, copies: 1, grid: {columns: 2, rows: 1, cell: 20}}
rules: rules.md
figures:
  laid:
    kind: table
    size: [90, 40]
    alt: Things.
    things:
"""
HERE = "wren/game.yaml"


def find_faults(tmp_path: Path, *things: str) -> list[str]:
    """Return the facts of what check_supply reports of a figure with these things."""
    home = tmp_path / "wren"
    home.mkdir()
    lines = "".join(f"      - {{at: [20, 20], {thing}}}\n" for thing in things)
    (home / "game.yaml").write_text(GAME + lines, encoding="utf-8")
    (home / "rules.md").write_text("# Wren\n", encoding="utf-8")
    game = read_game(Path("wren"), KINDS)
    return [facts(each) for each in check_supply(game, expand_parts(game, KINDS))]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "things",
    [
        ("part: gem, copies: 2", "part: gem"),
        ("part: tile, design: one", "part: tile, design: one, side: back", "part: tile, design: two, copies: 2"),
        ("part: tile, side: back, copies: 3",),
        ("part: tile, design: one, copies: 3",),
        ("part: die", "part: die, side: net"),
        ("part: field", "part: field"),
        ("part: tile, says: before", "part: tile, turn: 90, says: after"),
    ],
    ids=[
        "all of a part",
        "both sides of a piece",
        "backs in a stack",
        "a design on top",
        "panels of one die",
        "boards",
        "before and after a turn",
    ],
)
def test_figures_within_the_contents_of_the_box(tmp_path: Path, things: tuple[str, ...]) -> None:
    assert find_faults(tmp_path, *things) == []


@pytest.mark.parametrize(
    ("things", "expected"),
    [
        (("part: gem, copies: 2", "part: gem, copies: 2"), "17:9: GF136 'laid' 4 'gem' 3"),
        (("part: gem, copies: 4", "part: gem"), "16:9: GF136 'laid' 4 'gem' 3"),
        (("part: tile", "part: tile"), "17:9: GF136 'laid' 2 'tile.one' 1"),
        (("part: tile, side: back, copies: 4",), "16:9: GF136 'laid' 4 'tile' 3"),
        (("part: tile, says: one", "part: tile, says: two"), "17:9: GF136 'laid' 2 'tile.one' 1"),
        (("part: tile", "part: tile, turn: 90, says: after"), "17:9: GF136 'laid' 2 'tile.one' 1"),
        (("part: die", "part: die"), "17:9: GF136 'laid' 2 'die' 1"),
    ],
)
def test_one_piece_too_many_is_reported_at_its_place(tmp_path: Path, things: tuple[str, ...], expected: str) -> None:
    assert find_faults(tmp_path, *things) == [f"{HERE}:{expected}"]


def test_pieces_on_a_board_are_counted_too(tmp_path: Path) -> None:
    home = tmp_path / "wren"
    home.mkdir()
    pieces = ", ".join(["{part: gem, at: r0c0}"] * 4 + ["{part: gem, at: r0c1, ghost: true}"])  # which is no piece
    board = f"  laid: {{kind: board, part: field, size: [90, 40], alt: Gems., pieces: [{pieces}]}}\n"
    (home / "game.yaml").write_text(GAME[: GAME.index("  laid:")] + board, encoding="utf-8")
    (home / "rules.md").write_text("# Wren\n", encoding="utf-8")
    game = read_game(Path("wren"), KINDS)
    (finding,) = check_supply(game, expand_parts(game, KINDS))
    assert (finding.code, facts(finding.message)) == ("GF136", "'laid' 4 'gem' 3")


@pytest.mark.parametrize("name", GAMES)
def test_the_figures_of_the_games(name: str) -> None:
    game = read_game(GAMES[name], KINDS, words=WORDS)
    assert list(check_supply(game, expand_parts(game, KINDS))) == []
