"""Expansion of parts into designs: ids, copies and selection by id."""

from pathlib import Path

import pytest

from generator.components import KINDS
from generator.components.designs import expand_parts, select_parts
from generator.load.game import read_game
from generator.model.finding import DataError
from generator.model.game import Part

GAME = """\
title: Wren
version: "1"
players: [1, 2]
colors:
  player.red: {paint: "#D55E00", name: dark red}
  player.blue: {paint: "#0072B2", name: röt}
parts:
  one: {kind: tile, size: [20, 20], front: a.svg.j2, copies: 3}
  each: {kind: tile, size: [20, 20], front: a.svg.j2, for_each: player, copies: 1}
  rows: {kind: tile, size: [20, 20], front: a.svg.j2, rows: [{n: 1}, {n: 2}], copies: 2}
  both: {kind: tile, size: [20, 20], front: a.svg.j2, for_each: player, rows: [{id: x, copies: 4}]}
"""


@pytest.fixture
def parts(tmp_path: Path) -> tuple[Part, ...]:
    folder = tmp_path / "wren"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, "utf-8")
    return expand_parts(read_game(folder, KINDS), KINDS)


def test_ids_and_copies(parts: tuple[Part, ...]) -> None:
    assert {part.id: [(design.id, design.copies) for design in part.designs] for part in parts} == {
        "one": [("1", 3)],
        "each": [("red", 1), ("blue", 1)],
        "rows": [("1", 2), ("2", 2)],
        "both": [("red.x", 4), ("blue.x", 4)],
    }
    assert [part.count for part in parts] == [3, 2, 4, 8]


def test_color_keeps_its_display_name(parts: tuple[Part, ...]) -> None:
    (both,) = (part for part in parts if part.id == "both")
    assert [design.values["player"].name for design in both.designs] == ["dark red", "röt"]


def test_select_parts_keeps_data_order_and_suggests_ids(parts: tuple[Part, ...]) -> None:
    assert [part.id for part in select_parts(parts, ["rows", "one"])] == ["one", "rows"]
    assert select_parts(parts, []) == parts
    with pytest.raises(DataError, match=r"^--only: GF008 .*'row'.*'rows'"):
        select_parts(parts, ["row", "one"])
