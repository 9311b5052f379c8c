"""Kinds of cells that look alike get one warning, not one for each pair of them (GF143)."""

from pathlib import Path

from generator.check.check_context import CheckContext
from generator.check.vary.lookalikes import check_looks
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.facts import CellLook, PaperProof
from generator.model.paper import PAPERS
from tests.samples import for_each

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


@for_each(
    [
        ((1, 1, 1, 1), frozenset(), ["warning"]),
        ((1, 1, 1, 2), frozenset(), ["warning"]),
        ((1, 1, 2, 2), frozenset(), ["warning", "warning"]),
        ((1, 1, 1, 1), frozenset({"hill"}), ["error", "error", "error"]),
        ((1, 2, 3, 4), frozenset(), []),
    ]
)
def test_kinds_that_look_alike_are_told_once(
    tmp_path: Path, looks: tuple[int, ...], used: frozenset[str], levels: list[str]
) -> None:
    (tmp_path / "wren").mkdir()
    (tmp_path / "wren/game.yaml").write_text(GAME, "utf-8")
    game = read_game(tmp_path / "wren", KINDS)
    cells = [CellLook(cell, kind, "", 0, look) for (cell, kind), look in zip(KINDS_OF.items(), looks, strict=True)]
    proof = PaperProof((), used, frozenset(), lambda _trial: None, {"board": cells})
    parts = expand_parts(game, KINDS)
    found = list(check_looks(CheckContext(game, parts, parts, PAPERS["a4"], proof=lambda: proof)))
    assert [each.level for each in found] == levels
    if levels == ["warning"]:
        assert found[0].message.endswith(
            "so do the cells of 'pond', 'wood'" if looks[3] == 1 else "so do the cells of 'wood'"
        )
