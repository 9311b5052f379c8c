"""Other values for facts: of the same column first, then made ones of the same type, and never the value itself."""

from pathlib import Path

import pytest

from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.components.facts.spots import list_spot_sources, separate_spots
from generator.components.facts.variants import other_items, other_values, rough_items
from generator.geometry.bounds import boxes_overlap, point_bounds
from generator.load.game import read_game
from generator.model.data_types import Value
from tests.check.vary.wren import prove, write_game
from tests.samples import for_each


@for_each(
    [
        (3, [3, 5, 5, 7, 9], [5, 7, 4, 2]),
        (0, [], [1, 2]),
        (1.5, [2], [2.5, 0.75]),
        (True, [1], [False]),
        ("fire", ["fire", "ice"], ["ice", "erif", "gjsf"]),
        ("a", [], ["b"]),
        ("Zz9", [], ["9zZ", "Yy8"]),
        ("player.red", ["x"], ["x", "player.blue"]),
        (None, [], []),
        ("", [], []),
    ]
)
def test_other_values_are_of_the_same_type(value: Value, known: list[Value], expected: list[Value]) -> None:
    found = list(other_values(value, known, [["player.red", "player.blue"], ["ink"]]))
    assert found == expected
    assert value not in found


def test_one_item_of_a_list_is_changed() -> None:
    assert list(other_items([1, 2], 0, [1, 2, 4])) == [[4, 2], [2, 2], [0, 2]]
    edges = ["b", "m", "m"]  # in a list with equal items, any place can have any of them
    assert list(other_items(edges, 1, ["b", "m", "e"])) == [["b", "e", "m"], ["b", "b", "m"], ["b", "n", "m"]]
    assert list(rough_items([1, 2, 3], 2)) == [[3, 2, 1], [1, 2]]
    assert list(rough_items([1], 0)) == [[]]


def test_spots_that_are_changed_at_once_lie_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kit, _ = prove(write_game(tmp_path, "board"))
    kinds, colors, labels, joins = list_spot_sources(kit.game, kit.parts[0])
    assert [len(each.spots) for each in (kinds, colors, labels, joins)] == [12, 3, 1, 18]
    groups = separate_spots(kinds.spots)
    assert sorted(spot.key for group in groups for spot in group) == sorted(spot.key for spot in kinds.spots)
    assert len(groups) < 6
    for group in groups:
        boxes = [point_bounds(spot.fact.areas[0]) for spot in group]
        assert not any(boxes_overlap(one, other) for n, one in enumerate(boxes) for other in boxes[:n])


@for_each([("", 0), ("    cells: {well: {at: [50, 10], kind: well}}\n", 2)])
def test_the_slots_of_a_mat_need_not_be_told_from_its_spaces(tmp_path: Path, more: str, kinds: int) -> None:
    home = tmp_path / "wren"
    home.mkdir()
    data = """\
title: Wren
version: "1"
players: [1, 2]
parts:
  mat:
    kind: mat
    size: [60, 60]
    slots: {deck: {at: [20, 30], size: [20, 30]}}
    tracks: {week: {from: 1, to: 2, cell: 8, at: [45, 30], by: [0, 10]}}
    front: mat.svg.j2
    copies: 1
"""
    (home / "game.yaml").write_text(data + more, encoding="utf-8")
    game = read_game(home, KINDS)
    (part,) = expand_parts(game, KINDS)
    assert len(next(list_spot_sources(game, part)).spots) == kinds
