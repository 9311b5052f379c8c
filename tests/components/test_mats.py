"""Mats: slots sized for parts, tracks of all shapes, counters and tables."""

import re
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any

import msgspec
import pytest

from generator.components.boards.builder import build_board
from generator.components.boards.mats import MatData
from generator.model.board import Board, find_caption_area, has_room_for_label
from generator.model.finding import DataError
from generator.pipeline.build import load_game
from generator.pipeline.options import Options
from tests.components.boards import make_board, path_place
from tests.samples import for_each


def make_mat(**data: Any) -> Board:
    return build_board(msgspec.convert({"front": "a", "copies": 1, "size": [180, 120], **data}, MatData), path_place)


def faults(**data: Any) -> list[tuple[str, str]]:
    with pytest.raises(DataError) as error:
        make_mat(**data)
    return [(str(finding.place), finding.message) for finding in error.value.findings]


def middles(board: Board) -> list[tuple[float, float]]:
    return [(cell.x, cell.y) for cell in board.cells.values()]


def test_a_track_around_has_a_space_in_each_corner() -> None:
    board = make_mat(tracks={"score": {"to": 49, "shape": "around", "cell": 9, "inset": 1}})
    spots = middles(board)
    assert (len(spots), spots[0], len(board.joins), board.routes["score"][:2]) == (
        *(50, (5.5, 5.5), 49),
        ("score.0", "score.1"),
    )
    assert {(5.5, 5.5), (174.5, 5.5), (174.5, 114.5), (5.5, 114.5)} <= set(spots)
    assert min(dist(one, other) for one, other in pairwise(spots)) >= 9


@for_each(
    [
        ({"shape": "circle", "disc": True, "radius": 40}, 9),
        ({"shape": "spiral", "disc": True, "radius": 45}, 9),
        ({"shape": "spiral", "radius": 50, "counterclockwise": True}, 12.7),
    ]
)
def test_spaces_on_curves_do_not_overlap(line: dict[str, Any], least: float) -> None:
    spots = middles(make_mat(tracks={"s": {"from": 1, "to": 16, "cell": 9, "at": [90, 60], **line}}))
    assert min(dist(one, other) for n, one in enumerate(spots) for other in spots[:n]) >= least


def test_rows_that_snake() -> None:
    board = make_mat(
        tracks={"s": {"steps": list("abcdef"), "cell": 10, "at": [20, 20], "columns": 3, "snake": True, "loop": True}}
    )
    assert middles(board) == [(20, 20), (30, 20), (40, 20), (40, 30), (30, 30), (20, 30)]
    assert (board.cells["s.d"].label, board.cells["s.d"].kind, board.joins[-1][:2]) == ("d", "space", ("s.f", "s.a"))


def test_the_ids_of_spaces_are_made_of_their_names() -> None:
    board = make_mat(tracks={"s": {"steps": ["Very low", "Größe", "c"], "cell": 10, "at": [20, 20]}})
    assert {name: cell.label for name, cell in board.cells.items()} == {
        "s.Very-low": "Very low",
        "s.Grose": "Größe",
        "s.c": "c",
    }


def test_counters_and_tables() -> None:
    board = make_mat(
        counters={"gold": {"at": [20, 20], "diameter": 8, "label": "G"}},
        tables={"pay": {"at": [50, 50], "cell": [12, 6], "rows": [["road", 1], ["town", 2.5]]}},
    )
    assert {name: cell.label for name, cell in board.cells.items()} == {
        "gold": "G",
        "pay.r0c0": "road",
        "pay.r0c1": "1",
        "pay.r1c0": "town",
        "pay.r1c1": "2.5",
    }
    assert board.cells["pay.r1c1"].box == (62, 56, 74, 62)


def test_the_label_of_a_counter_may_stand_beside_it() -> None:
    disc = ((-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0))
    assert find_caption_area(disc) == (-30.0, -20.0, 30.0, 20.0)
    assert not has_room_for_label(disc, "counter")
    assert has_room_for_label(disc, "town")


def test_a_grid_can_have_a_track_around_it() -> None:
    board = make_board(
        grid={"columns": 4, "rows": 4, "cell": 20}, border=15, tracks={"s": {"to": 39, "shape": "around", "cell": 10}}
    )
    assert (board.width, len(board.cells), board.cells["s.0"].x) == (110, 56, 5)


TRACK = {"to": 5, "cell": 10, "at": [20, 20]}


@for_each([
        ({"tracks": {"s": {"to": 48, "shape": "around", "cell": 9}}}, "tracks.s", "an even number"),
        ({"tracks": {"s": {"to": 99, "shape": "around", "cell": 9}}}, "tracks.s", "room for "),
        ({"tracks": {"s": {**TRACK, "shape": "circle", "radius": 5}}}, "tracks.s", "need a `radius` of at least"),
        ({"tracks": {"s": {**TRACK, "shape": "spiral", "radius": 20, "disc": True, "to": 90}}}, "tracks.s", "ends at its"),
        ({"tracks": {"s": {"to": 2, "shape": "points", "cell": 5, "points": [[9, 9], [20, 9]]}}}, "tracks.s", "3 spaces"),
        ({"tracks": {"s": TRACK}, "counters": {"c": {"at": [22, 22], "diameter": 5}}}, "counters.c", "lies on 's.0'"),
        ({"tracks": {"s": {**TRACK, "at": [3, 20]}}}, "tracks.s", "reaches 2 mm beyond the board of 180 x 120 mm"),
        ({"tracks": {"s": TRACK}, "slots": {"d": {"at": [30, 30], "size": [30, 30]}}}, "slots.d", "overlaps the cell"),
        ({"slots": {"d": {"at": [3, 30], "size": [30, 30]}}}, "slots.d", "the slot 'd' reaches 12 mm beyond the board of"),
        ({"slots": {"d": {"at": [30, 30], "part": "die"}}}, "slots.d", "which is not a flat piece; give `size`"),
    ])  # fmt: skip
def test_what_does_not_fit_is_told_at_its_place(data: dict[str, Any], place: str, says: str) -> None:
    ((where, message),) = faults(**data)
    assert (where, says in message) == (place, True)


@for_each(
    [
        {"front": ""},
        {"tracks": {"s": {"cell": 9, "at": [9, 9]}}},
        {"tracks": {"s": {"to": 5, "steps": ["a", "b"], "cell": 9, "at": [9, 9]}}},
        {"tracks": {"s": {"to": 5, "cell": 9}}},
        {"tracks": {"s": {**TRACK, "radius": 9}}},
        {"counters": {"c": {"at": [9, 9]}}},
        {"tables": {"t": {"at": [9, 9], "cell": [5, 5], "rows": [[1, 2], [3]]}}},
        {"slots": {"d": {"at": [9, 9]}}},
        {"slots": {"d": {"part": "hand"}}},
    ]
)
def test_keys_that_do_not_go_together_are_refused(data: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        make_mat(**data)


GAME = """\
title: Hall
version: "1"
players: [2, 2]
parts:
  hand: {kind: card, size: euro, front: card.svg.j2, copies: 1}
  hall:
    kind: mat
    size: [180, 120]
    slots:
      deck: {at: [50, 60], part: hand, room: 2, sideways: true}
      pile: {at: [140, 60], size: [50, 80], part: hand}
    front: mat.svg.j2
    copies: 1
"""


def test_slots_have_the_size_of_their_part_and_one_too_small_is_told(tmp_path: Path) -> None:
    from generator.check.data.slots import check_slots

    home = tmp_path / "hall"
    home.mkdir()
    (home / "game.yaml").write_text(GAME)
    game, parts = load_game(home, Options())
    board = parts[1].board
    assert board is not None
    assert (board.cells["deck"].box, board.slots) == ((2, 28.5, 98, 91.5), {"deck": "hand", "pile": "hand"})
    assert [(each.code, each.place.line) for each in check_slots(game, parts)] == [("GF124", 11)]


def test_a_generator_has_a_place_on_a_mat() -> None:
    board = make_mat(grid={"columns": 3, "rows": 2, "cell": 10}, origin=[100, 20])
    assert (board.width, board.height, board.cells["r0c0"].box) == (180, 120, (100, 20, 110, 30))
    assert board.cells["r1c2"].box == (120, 30, 130, 40)
    hexes = make_mat(hex={"radius": 1, "cell": 20}, origin=[5, 0])
    assert min(cell.box[0] for cell in hexes.cells.values()) == pytest.approx(5)


def test_a_place_beyond_the_mat_is_told() -> None:
    says = "the cells (30 x 20 mm) reach 10 mm beyond the board of 180 x 120 mm; move them, make them smaller, or change `size`"
    assert faults(grid={"columns": 3, "rows": 2, "cell": 10}, origin=[160, 20]) == [("origin", says)]


@for_each(
    [
        ({"grid": {"columns": 3, "rows": 2, "cell": 10}}, "add `origin: [x, y]`"),
        ({"origin": [1, 1], "counters": {"c": {"at": [9, 9], "diameter": 3}}}, "`origin` is the place of a generator"),
        ({"grid": {"columns": 3, "rows": 2, "cell": 10}, "origin": [1, 1], "border": 5}, "leave `border` out"),
    ]
)
def test_a_place_needs_a_generator_and_a_size(data: dict[str, Any], says: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=re.escape(says)):
        make_mat(**data)
