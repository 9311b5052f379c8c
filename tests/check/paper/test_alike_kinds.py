"""Kinds of cells that look alike get one warning, not one for each pair of them (GF143)."""

from pathlib import Path

import pytest

from generator.check.paper.alike import check_looks
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.facts import CellLook, PaperProof

GAME = """\
title: Wren
version: "1"
players: [2, 4]
parts:
  board:
    kind: board
    title: Board
    front: a.svg
    copies: 1
    grid: {columns: 2, rows: 2, cell: 20}
    kinds: {hill: [r0c0], pond: [r0c1], wood: [r1c0]}
"""
KINDS_OF = {"r0c0": "hill", "r0c1": "pond", "r1c0": "wood", "r1c1": "plain"}


@pytest.mark.parametrize(
    ("looks", "used", "levels"),
    [
        ((1, 1, 1, 1), frozenset(), ["warning"]),
        ((1, 1, 1, 2), frozenset(), ["warning"]),
        ((1, 1, 2, 2), frozenset(), ["warning", "warning"]),
        ((1, 1, 1, 1), frozenset({"hill"}), ["error", "error", "error", "warning"]),
        ((1, 2, 3, 4), frozenset(), []),
    ],
)
def test_kinds_that_look_alike_are_told_once(
    tmp_path: Path, looks: tuple[int, ...], used: frozenset[str], levels: list[str]
) -> None:
    (tmp_path / "wren").mkdir()
    (tmp_path / "wren/game.yaml").write_text(GAME, "utf-8")
    game = read_game(tmp_path / "wren", KINDS)
    cells = [
        CellLook(cell, kind, "", 0, look, look) for (cell, kind), look in zip(KINDS_OF.items(), looks, strict=True)
    ]
    proof = PaperProof((), used, frozenset(), lambda _trial: None, {"board": cells})
    found = list(check_looks(game, {part.id: part for part in expand_parts(game, KINDS)}, proof))
    assert [each.level for each in found] == levels
    if levels == ["warning"]:
        assert found[0].message.endswith(
            "so do the cells of 'pond', 'wood'" if looks[3] == 1 else "so do the cells of 'wood'"
        )


MAT = """\
title: Wren
version: "1"
players: [2, 4]
rules: rules.md
parts:
  board:
    kind: mat
    title: Mat
    size: [90, 90]
    front: a.svg
    copies: 1
    tracks:
      price: {from: 2, to: 7, cell: 9, at: [9, 9], by: [10, 0], kind: price}
      year: {from: 1, to: 4, cell: 9, at: [9, 30], by: [10, 0], kind: year}
"""


@pytest.mark.parametrize(
    ("odd", "rules", "found"),
    [
        ("", "", []),  # a look for each track is not needed
        ("price.4", "Put a cube on the 3.", ["price.4"]),
        ("price.4", "Put a cube on the 4.", []),
        ("price.4", "Put 4 cubes on the 40.", ["price.4"]),
        ("price.2", "", []),
        ("price.7", "", []),
        ("year.2", "", []),  # of four spaces
    ],
)
def test_a_space_that_the_rules_name_may_look_different(tmp_path: Path, odd: str, rules: str, found: list[str]) -> None:
    (tmp_path / "wren").mkdir()
    (tmp_path / "wren/game.yaml").write_text(MAT, "utf-8")
    (tmp_path / "wren/rules.md").write_text(f"# Wren\n\n{rules}\n", "utf-8")
    game = read_game(tmp_path / "wren", KINDS)
    parts = {part.id: part for part in expand_parts(game, KINDS)}
    board = parts["board"].board
    assert board is not None
    looks = [CellLook(cell.id, cell.kind, "", 0, *[int(cell.id == odd)] * 2) for cell in board.cells.values()]
    proof = PaperProof((), frozenset({"price"}), frozenset(), lambda _trial: None, {"board": looks})
    told = list(check_looks(game, parts, proof))
    assert [word for each in told for word in each.message.split("'") if word == odd] == found
    assert {each.level for each in told} <= {"warning"}
