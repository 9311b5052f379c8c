"""Slots replace cells of a board; pockets lie outside its edge, each beside its door."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.components import KINDS
from generator.components.boards.board import board_values
from generator.components.boards.pockets import POCKET_SIDES, Pocket
from generator.components.designs import expand_parts
from generator.geometry.polygon import polygon_area, shared_area
from generator.geometry.types import Points
from generator.load.game import read_game
from generator.model.board import Cell, Join
from generator.model.finding import DataError
from tests.components.boards import make_board
from tests.messages import facts_of
from tests.samples import for_each

GRID: dict[str, Any] = {"grid": {"columns": 4, "rows": 4, "cell": 10}, "border": 8}
SLOT = {"nw": {"cells": ["r0c0..1", "r1c0..1"]}}
DOOR = {"door": "r2c3", "side": "right", "size": 6}
RINGS: dict[str, Any] = {"rings": {"spaces": [12], "width": 20, "center": 20, "sectors": 4}, "border": 30}


def collect_faults(**data: Any) -> list[str]:
    with pytest.raises(DataError) as error:
        make_board(**{**GRID, **data})
    return facts_of(error.value.findings)


def test_slot_covers_its_cells_and_has_no_joins() -> None:
    board = make_board(
        **GRID, slots={"nw": {"cells": ["r0c0..1", "r1c0..1"], "part": "card"}, "dot": {"cells": ["r3c3"]}}
    )
    assert board.cells["nw"] == Cell("nw", 18, 18, ((-10, -10), (10, -10), (10, 10), (-10, 10)), "slot")
    assert board.cells["dot"].box == (38, 38, 48, 48)
    assert board.slots == {"nw": "card", "dot": ""}
    assert len(board.cells) == 16 - 5 + 2
    assert {name for join in board.joins for name in join[:2]} == {*board.cells} - {"nw", "dot"}
    # 24 joins of the whole grid, 8 of the four cells at the corner and 2 of that at the other
    assert len(board.joins) == 24 - 8 - 2


def test_slots_and_pockets_only_examine_nearby_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    box = Cell.box

    def looks(side: int) -> int:
        asked: list[str] = []

        def seen(cell: Cell) -> Any:
            asked.append(cell.id)
            return box.__get__(cell)

        monkeypatch.setattr(Cell, "box", property(seen))
        spots = [(row, column) for row in range(0, side, 3) for column in range(0, side, 3)]
        slots = {f"s{r}.{c}": {"cells": [f"r{r}c{c}..{c + 1}", f"r{r + 1}c{c}..{c + 1}"]} for r, c in spots}
        pockets = {f"p{c}": {"door": f"r{side - 1}c{c}", "side": "bottom", "size": 6} for c in range(side)}
        grid = {"columns": side, "rows": side, "cell": 10}
        board = make_board(grid=grid, border=8, slots=slots, pockets=pockets)
        assert len(board.slots) == len(spots)
        return len(asked)

    assert looks(24) < 5 * looks(12)  # four times as many cells, of which each slot once looked at all


def test_slot_can_be_amended_like_a_cell() -> None:
    board = make_board(
        **GRID, slots=SLOT, kinds={"room": ["nw"]}, cells={"nw": {"label": "x"}}, areas={"a": ["n*", "r2*"]}
    )
    assert (board.cells["nw"].kind, board.cells["nw"].label) == ("room", "x")
    assert set(board.areas["a"]) == {"nw", "r2c0", "r2c1", "r2c2", "r2c3"}
    assert make_board(**GRID, slots=SLOT, cells={"nw": {"blocked": True}}).slots == {}


def test_slot_lies_in_one_section() -> None:
    board = make_board(**GRID, slots=SLOT, sections={"west": ["nw", "*c0", "*c1"], "east": ["*c2", "*c3"]})
    assert [section.box for section in board.sections] == [(0, 0, 28, 56), (28, 0, 56, 56)]
    said = collect_faults(slots=SLOT, sections={"west": ["r0c0", "*c1", "*c2"], "east": ["nw", "r2c0", "r3c0", "*c3"]})
    assert said[0] == "sections.west.0: GF008 'r0c0' 'nw'"


@for_each([
        (
            {"slots": {"l": {"cells": ["r0c0..1", "r1c0"]}}},
            "slots.l.cells: GF006 'l' 'r1c1'",
        ),
        (
            {"slots": {"far": {"cells": ["r0c0", "r0c3"]}}},
            "slots.far.cells: GF006 'far' 'r0c1' 1",
        ),
        (
            {"grid": {**GRID["grid"], "blocked": ["r1c1"]}, "slots": {"l": {"cells": ["r0c0..1", "r1c0"]}}},
            "slots.l.cells: GF006 'l'",
        ),
        (
            {**RINGS, "grid": None, "slots": {"a": {"cells": ["ring1.0"]}}},
            "slots.a.cells: GF006 'a' 'center' 1",
        ),
        (
            {**RINGS, "grid": None, "slots": {"a": {"cells": ["ring1.*", "center"]}}},
            "slots.a.cells: GF006 'a'",
        ),
        (
            {"slots": {**SLOT, "on": {"cells": ["r1c1..2"]}}},
            "slots.on.cells.0: GF008 'r1c1..2' 'r1c1' 'nw'",
        ),
        (
            {"slots": {**SLOT, "on": {"cells": ["nw", "r0c2", "r1c2"]}}},
            "slots.on.cells: GF006 'nw'",
        ),
        ({"slots": {"r3c3": {"cells": ["r0c0"]}}}, "slots.r3c3: GF006 'r3c3'"),
        ({"slots": {**SLOT, "r1c0": {"cells": ["r3c3"]}}}, "slots.r1c0: GF006 'r1c0'"),
        ({"slots": SLOT, "joins": [["r3c3", "nw"]]}, "joins.0: GF006 'nw'"),
        ({"slots": SLOT, "areas": {"a": ["r1c0"]}}, "areas.a.0: GF008 'r1c0' 'nw'"),
        ({"pockets": {"p": {**DOOR, "door": "r2c4"}}}, "pockets.p.door: GF008 'r2c4' 'r2c3'"),
        (
            {"slots": SLOT, "pockets": {"p": {**DOOR, "door": "nw", "side": "top"}}},
            "pockets.p.door: GF006 'nw'",
        ),
        ({"pockets": {"r2c3": DOOR}}, "pockets.r2c3: GF006 'r2c3'"),
        ({"slots": SLOT, "pockets": {"nw": DOOR}}, "pockets.nw: GF006 'nw'"),
        (
            {"pockets": {"p": {**DOOR, "away": 3.5}}},
            "pockets.p: GF006 'p' 1.5 9.5",
        ),
        (
            {"border": 0, "pockets": {"p": {**DOOR, "side": "top", "door": "r0c0"}}},
            "pockets.p: GF006 'p' 6 6",
        ),
        (
            {"pockets": {"p": {**DOOR, "side": "left"}}},
            "pockets.p: GF006 'p' 'r2c2'",
        ),
        (
            {"pockets": {"p": DOOR, "q": {**DOOR, "size": 8, "shape": "triangle"}}},
            "pockets.q: GF006 'q' 'p'",
        ),
        (
            {"pockets": {"p": DOOR}, "cells": {"r2c3": {"blocked": True}}},
            "pockets.p.door: GF008 'r2c3'",
        ),
        ({"divisible": ["r0c0", "r9*"]}, "divisible.1: GF008 'r9*' 16 'r0c0' 'r3c3'"),
    ])  # fmt: skip
def test_slot_or_pocket_fault(data: dict[str, Any], said: str) -> None:
    assert collect_faults(**data) == [said]


@for_each([{"side": "north"}, {"size": 0}, {"away": -1}, {"way": "one"}, {"shape": "disc"}])
def test_invalid_pocket_keys(wrong: dict[str, Any]) -> None:
    msgspec.convert(DOOR, Pocket)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**DOOR, **wrong}, Pocket)


AROUND = {
    side: {"door": door, "side": side, "size": 6, "away": 1, "shape": "triangle"}
    for side, door in {"top": "r0c1", "right": "r1c3", "bottom": "r3c2", "left": "r2c0"}.items()
}


def test_pockets_face_their_doors() -> None:
    board = make_board(**GRID, pockets=AROUND)
    boxes = {side: tuple(round(edge, 9) for edge in board.cells[side].box) for side in AROUND}
    assert boxes == {
        "top": (20, 1, 26, 7), "right": (49, 20, 55, 26), "bottom": (30, 49, 36, 55), "left": (1, 30, 7, 36)
    }  # fmt: skip
    tips = {"top": (23, 7), "right": (49, 23), "bottom": (33, 49), "left": (7, 33)}
    for side, tip in tips.items():
        assert board.cells[side].board_points[0] == tip
    assert {cell.kind for name, cell in board.cells.items() if name in AROUND} == {"pocket"}
    assert {board.cells[side].turn for side in AROUND} == {0}


def test_outward_pockets_share_one_drawing() -> None:
    board = make_board(**GRID, turn="outward", pockets=AROUND)
    assert {side: board.cells[side].turn for side in AROUND} == {"top": 180, "right": 270, "bottom": 0, "left": 90}
    of_pockets = [cell for cell in board_values(board)["cells"] if cell["kind"] == "pocket"]
    assert {(cell["points"], cell["width"], cell["height"]) for cell in of_pockets} == {
        ("-3.0000,3.0000 0.0000,-3.0000 3.0000,3.0000", 6, 6)
    }
    upright = make_board(**GRID, pockets=AROUND)
    assert all(board.cells[side].points == upright.cells[side].points for side in AROUND)


@for_each(["upright", "outward"])
def test_no_negative_zero_in_points(turn: str) -> None:
    words = [cell["points"] for cell in board_values(make_board(**GRID, turn=turn, pockets=AROUND))["cells"]]
    assert [" 0.0000" in text or ",0.0000" in text for text in words[-4:]] == [True] * 4
    assert "-0.0000" not in " ".join(words)


@for_each(
    [
        ("both", Join("p", "r2c3", "pocket")),
        ("out", Join("p", "r2c3", "pocket", one_way=True)),
        ("in", Join("r2c3", "p", "pocket", one_way=True)),
    ]
)
def test_pocket_way_sets_the_join_direction(way: str, join: Join) -> None:
    board = make_board(**GRID, pockets={"p": {**DOOR, "way": way}})
    assert [each for each in board.joins if "p" in each[:2]] == [join]


def test_pocket_can_be_a_door_and_fill_a_gap() -> None:
    board = make_board(**GRID, pockets={"p": {**DOOR, "size": 4}, "q": {**DOOR, "door": "p", "size": 4}})
    assert (board.cells["q"].x, board.cells["q"].y) == (54, 33)
    assert collect_faults(pockets={"q": {**DOOR, "door": "p"}, "p": DOOR})[0].startswith("pockets.q.door: GF008")
    gap = make_board(**GRID, cells={"r2c2": {"blocked": True}}, pockets={"p": {**DOOR, "side": "left"}})
    assert gap.cells["p"].box == (32, 30, 38, 36)


def test_pocket_overlap_is_judged_by_outlines_not_boxes() -> None:
    # between the bulge of ring1.0 and the edge of its box
    beside = {"door": "ring1.1", "side": "right", "size": 4}
    board = make_board(**RINGS, pockets={"p": {**beside, "away": 0.5}})
    assert [name for name, cell in board.cells.items() if _boxes_meet(cell, board.cells["p"])] == ["ring1.0", "p"]
    assert collect_faults(**RINGS, grid=None, pockets={"p": beside}) == ["pockets.p: GF006 'p' 'ring1.0'"]


def _boxes_meet(one: Cell, other: Cell) -> bool:
    a, b = one.box, other.box
    return all(min(a[k + 2], b[k + 2]) - max(a[k], b[k]) > 1e-6 for k in range(2))


def test_a_section_with_pockets_in_the_border_reaches_the_paper() -> None:
    board = make_board(**GRID, pockets=AROUND, sections={
        "above": ["r0*", "r1*", "top", "right"], "below": ["r2*", "r3*", "bottom", "left"]
    })  # fmt: skip
    assert [section.box for section in board.sections] == [(0, 0, 56, 28), (0, 28, 56, 56)]


def test_a_section_of_a_pocket_alone_is_cut_along_its_door_and_halfway_to_other_cells() -> None:
    board = make_board(**GRID, pockets=AROUND, sections={"all": ["r*c*", "top", "left", "right"], "edge": ["bottom"]})
    edge = board.sections[1]
    assert (edge.box[1], edge.box[3]) == (board.cells["bottom"].board_points[0][1] - 1, board.height)
    assert board.sections[0].box == (0, 0, 56, 56)


def test_a_divisible_cell_is_whole_in_a_named_section() -> None:
    board = make_board(**RINGS, divisible=["center"], sections={"all": ["*"]})
    assert board.divisible == {"center"}
    assert [section.box for section in board.sections] == [(0, 0, 140, 140)]


@given(st.integers(0, 3), st.integers(0, 3), st.integers(1, 4), st.integers(1, 4), st.sets(st.integers(0, 15)))
def test_slot_cells_must_fill_a_box(left: int, top: int, wide: int, high: int, less: set[int]) -> None:
    own = [(row, column) for row in range(top, min(4, top + high)) for column in range(left, min(4, left + wide))]
    named = [each for number, each in enumerate(own) if number not in less] or own[:1]
    rows, columns = zip(*named, strict=True)
    whole = len(named) == (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)
    slots = {"s": {"cells": [f"r{row}c{column}" for row, column in named]}}
    if not whole:
        assert re.match(r"slots\.s\.cells: GF006 's' 'r\dc\d'", collect_faults(slots=slots)[0])
    elif len(named) < 16:
        board = make_board(**GRID, slots=slots)
        assert sum(polygon_area(cell.board_points) for cell in board.cells.values()) == pytest.approx(1600)
        assert len(board.cells) == 16 - len(named) + 1


@given(
    st.sampled_from(sorted(POCKET_SIDES)), st.sampled_from(["square", "triangle"]), st.floats(0.5, 12), st.floats(0, 4)
)
def test_pocket_fits_or_the_needed_border_is_reported(side: str, shape: str, size: float, away: float) -> None:
    """Check distance and size of the pocket, or that the border named in the message is enough."""
    door = {"top": "r0c1", "right": "r1c3", "bottom": "r3c1", "left": "r1c0"}[side]
    pocket = {"door": door, "side": side, "size": size, "shape": shape, "away": away}
    if size + away > 8 + 1e-6:
        (said,) = collect_faults(pockets={"p": pocket})
        needed = float(said.split()[-1])
        assert needed == pytest.approx(size + away, rel=1e-3)
    else:
        board = make_board(**GRID, pockets={"p": pocket})
        p, d = board.cells["p"].box, board.cells[door].box
        gaps = {"top": d[1] - p[3], "right": p[0] - d[2], "bottom": p[1] - d[3], "left": d[0] - p[2]}
        assert gaps[side] == pytest.approx(away, abs=1e-6)
        assert (p[2] - p[0], p[3] - p[1]) == pytest.approx((size, size))


BOX = st.tuples(st.integers(0, 20), st.integers(0, 20), st.integers(1, 12), st.integers(1, 12))


@given(BOX, BOX)
def test_shared_area_of_boxes(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> None:
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    assert shared_area(_box_corners(*one), _box_corners(*other)) == pytest.approx(max(across, 0) * max(down, 0))
    assert shared_area(_box_corners(*one)[::-1], _box_corners(*other)) == pytest.approx(max(across, 0) * max(down, 0))


def _box_corners(x: float, y: float, w: float, h: float) -> Points:
    return (x, y), (x + w, y), (x + w, y + h), (x, y + h)


def test_shared_area_with_a_notched_outline() -> None:
    notched = (0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (6.0, 10.0), (6.0, 4.0), (4.0, 4.0), (4.0, 10.0), (0.0, 10.0)
    assert polygon_area(notched) == 88
    assert shared_area(notched, ((0.0, 10.0), (10.0, 10.0), (10.0, 20.0))) == 0
    assert shared_area(notched, ((0.0, 4.0), (6.0, 10.0), (0.0, 10.0))) == 16  # the notch takes 2 of the triangle's 18
    assert shared_area(notched, ((4.5, 5.0), (5.5, 5.0), (5.5, 9.0), (4.5, 9.0))) == 0


def test_pocket_outlines_run_clockwise() -> None:
    board = make_board(**GRID, pockets=AROUND)
    for side in AROUND:
        points = board.cells[side].points
        assert sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*points, points[0]))) > 0


GAME = """\
title: Wren
version: "1"
players: [1, 2]
parts:
  board:
    kind: board
    front: a.svg.j2
    copies: 1
    grid: {columns: 4, rows: 4, cell: 10}
    border: 8
    slots:
      nw: {cells: [r0c0..1, r1c0..1], part: card}
    pockets:
      start.a_1: {door: r2c3, side: right, size: 6}
  card:
    kind: card
    front: a.svg.j2
    size: [19, 19]
    copies: 1
"""


@pytest.fixture
def read_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Give a function that replaces one text in the game's data and returns the facts of its faults."""
    (tmp_path / "wren").mkdir()
    monkeypatch.chdir(tmp_path / "wren")

    def read(old: str, new: str) -> list[str]:
        assert GAME.count(old) == 1
        Path("game.yaml").write_text(GAME.replace(old, new), "utf-8")
        try:
            expand_parts(read_game(Path.cwd(), KINDS), KINDS)
        except DataError as error:
            return facts_of(error.findings)
        return []

    return read


FORM = "is no such name: a cell's id is a small letter, then letters, digits, _, - and single dots"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("nw:", "NW:", "12:7: GF006 'NW' 'nw'"),
        ("nw:", "n w:", "12:7: GF006 'n w' 'n-w'"),
        ("start.a_1:", "start.1..2:", "14:7: GF006 'start.1..2' 'start-1-2'"),
        ("start.a_1:", "'*':", "14:7: GF006 '*'"),
        ("start.a_1:", "r3c3:", "14:7: GF006 'r3c3'"),
        ("part: card", "part: crad", "12:45: GF008 'crad' 'card'"),
        ("part: card", "part: board", "12:45: GF006 'board'"),
        ("door: r2c3", "door: nw", "14:25: GF006 'nw'"),
        ("size: 6", "size: 9", "14:7: GF006 'start.a_1' 1 9"),
        ("r1c0..1]", "r1c0]", "12:19: GF006 'nw' 'r1c1'"),
        ("[r0c0..1, r1c0..1]", "[]", '12:19: GF006'),
        ("border: 8", "border: 8\n    divisible: []", '11:16: GF006'),
    ],
)  # fmt: skip
def test_fault_is_reported_at_its_place(read_faults: Callable[..., list[str]], old: str, new: str, fault: str) -> None:
    assert read_faults(old, new) == [f"game.yaml:{fault}"]


def test_any_part_but_a_board_fits_a_slot(read_faults: Callable[..., list[str]]) -> None:
    assert read_faults(", part: card", "") == []
    assert (
        read_faults(
            "kind: card\n    front: a.svg.j2\n    size: [19, 19]", "kind: token\n    front: a.svg.j2\n    diameter: 9"
        )
        == []
    )
