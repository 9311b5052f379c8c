"""Sections of boards: they cover the board once, meet at seams, and their glue tabs do not collide."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.components import KINDS
from generator.components.boards.sections import boxes_overlap, make_sections, section_trim
from generator.components.designs import expand_parts
from generator.geometry.types import Outline, Points
from generator.load.game import read_game
from generator.model.board import Section
from tests.components.boards import ARMS, PACHISI, make_board

Box = tuple[float, float, float, float]


def test_the_arms_of_pachisi() -> None:
    board = make_board(**PACHISI)
    assert [(section.id, section.title, section.box) for section in board.sections] == [
        ("center", "center", (192, 192, 264, 264)),
        ("south", "south", (192, 264, 264, 456)),
        ("east", "east", (264, 192, 456, 264)),
        ("north", "north", (192, 0, 264, 192)),
        ("west", "west", (0, 192, 192, 264)),
    ]
    assert [section.seams for section in board.sections[1:]] == [
        ((192, 264, 264, 264),), ((264, 192, 264, 264),), ((192, 192, 264, 192),), ((192, 192, 192, 264),)
    ]  # fmt: skip
    assert set(board.sections[0].seams) == {seam for section in board.sections[1:] for seam in section.seams}
    assert {(section.tabs, section.window == section.box) for section in board.sections} == {((), True)}
    assert [section_trim(section) for section in board.sections[:2]] == [Outline(72, 72), Outline(72, 192)]


def test_the_center_of_pachisi_with_tabs() -> None:
    board = make_board(**PACHISI, joint="tab")
    center, *arms = board.sections
    assert center.window == (184, 184, 272, 272)
    assert center.tabs[0] == ((264, 264), (256, 272), (200, 272), (192, 264))
    assert [len(section.tabs) for section in board.sections] == [4, 0, 0, 0, 0]
    assert section_trim(center) == Outline(88, 88, "polygon", (
        (8, 8), (16, 0), (72, 0), (80, 8), (88, 16), (88, 72), (80, 80), (72, 88), (16, 88), (8, 80), (0, 72), (0, 16)
    ))  # fmt: skip
    assert [arm.id for arm in arms] == ARMS


def test_section_at_the_edge_includes_the_border() -> None:
    board = make_board(
        grid={"columns": 4, "rows": 2, "cell": 10}, border=3, sections={"left": ["*c0", "*c1"], "right": ["*c2", "*c3"]}
    )
    assert [section.box for section in board.sections] == [(0, 0, 23, 26), (23, 0, 46, 26)]
    one, other = board.sections
    assert one.seams == other.seams == ((23, 0, 23, 26),)


def test_a_short_seam_has_a_short_tab() -> None:
    one, _ = make_sections([("a", "A", (0, 0, 50, 12)), ("b", "B", (50, 0, 60, 50))], "tab")
    assert one.tabs == (((50, 0), (54, 4), (54, 8), (50, 12)),)
    one, _ = make_sections([("a", "A", (0, 0, 50, 90)), ("b", "B", (50, 0, 60, 90))], "tab")
    assert one.tabs == (((50, 0), (55, 5), (55, 85), (50, 90)),)
    assert section_trim(one) == Outline(55, 90, "polygon", ((0, 0), (50, 0), (55, 5), (55, 85), (50, 90), (0, 90)))


def test_boxes_that_meet_in_a_corner_have_no_seam() -> None:
    assert [section.seams for section in make_sections([("a", "A", (0, 0, 5, 5)), ("b", "B", (5, 5, 9, 9))])] == [
        (),
        (),
    ]


@st.composite
def cut_boards(draw: st.DrawFn) -> tuple[int, int, list[Box]]:
    """Return columns, rows and boxes of cells that cover the grid once: cut in two, and again in two."""
    columns, rows = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    boxes: list[Box] = [(0, 0, columns, rows)]
    for _ in range(draw(st.integers(0, 6))):
        left, top, right, bottom = boxes.pop(draw(st.integers(0, len(boxes) - 1)))
        if draw(st.booleans()) and right - left > 1:
            x = draw(st.integers(int(left) + 1, int(right) - 1))
            boxes += [(left, top, x, bottom), (x, top, right, bottom)]
        elif bottom - top > 1:
            y = draw(st.integers(int(top) + 1, int(bottom) - 1))
            boxes += [(left, top, right, y), (left, y, right, bottom)]
        else:
            boxes.append((left, top, right, bottom))
    return columns, rows, draw(st.permutations(boxes))


@given(cut_boards(), st.sampled_from([0, 2.5]), st.sampled_from([3.1, 10, 37]))
def test_sections_cover_the_board_once(cut: tuple[int, int, list[Box]], border: float, cell: float) -> None:
    columns, rows, boxes = cut
    named: dict[str, list[str]] = {
        f"s{n}": [f"r{row}c{left:g}..{right - 1:g}" for row in range(int(top), int(bottom))]
        for n, (left, top, right, bottom) in enumerate(boxes)
    }
    board = make_board(
        grid={"columns": columns, "rows": rows, "cell": cell}, border=border, sections=named, joint="tab"
    )
    assert [section.id for section in board.sections] == list(named)
    assert sum(signed_area(box_corners(section.box)) for section in board.sections) == pytest.approx(
        board.width * board.height
    )
    assert not any(boxes_overlap(one.box, other.box) for one, other in combinations(board.sections, 2))
    for cell_ in board.cells.values():
        inside = [
            each
            for each in board.sections
            if boxes_overlap(each.box, (cell_.x - 1, cell_.y - 1, cell_.x + 1, cell_.y + 1))
        ]
        assert len(inside) == 1
    check_tabs(board.sections)


def check_tabs(sections: Sequence[Section]) -> None:
    """Assert that tabs lie under a later section, clear of one another, and that each trim is its box with its tabs."""
    for number, section in enumerate(sections):
        for tab in section.tabs:
            assert any(box_contains(other.box, tab) for other in sections[number + 1 :])
        whole = signed_area(box_corners(section.box)) + sum(map(signed_area, section.tabs))
        points = section_trim(section).points or box_corners(section.box)
        assert signed_area(points) == pytest.approx(whole)
        assert {side for one, other in pairwise((*points, points[0])) for side in [one != other]} == {True}
    tabs = [tab for section in sections for tab in section.tabs]
    assert all(are_separated(one, other) for one, other in combinations(tabs, 2))
    seams = sum(len(section.seams) for section in sections)
    assert len(tabs) == seams // 2


def box_corners(box: Box) -> Points:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def signed_area(points: Points) -> float:
    """Return the area of a polygon that runs clockwise on the paper; below zero for the other way (shoelace)."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*points, points[0]))) / 2


def box_contains(box: Box, points: Points) -> bool:
    left, top, right, bottom = box
    return all(left - 1e-6 <= x <= right + 1e-6 and top - 1e-6 <= y <= bottom + 1e-6 for x, y in points)


def are_separated(one: Points, other: Points) -> bool:
    """Tell whether an edge of one of two convex polygons parts them (separating axis theorem)."""
    for points, beside in ((one, other), (other, one)):
        for (x1, y1), (x2, y2) in pairwise((*points, points[0])):
            if all((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) <= 1e-6 for x, y in beside):
                return True
    return False


def test_the_geometry_helpers_detect_errors() -> None:
    square, beside = box_corners((0, 0, 2, 2)), box_corners((1, 1, 3, 3))
    assert (signed_area(square), signed_area(square[::-1])) == (4, -4)
    assert (are_separated(square, beside), are_separated(square, box_corners((2, 0, 4, 2)))) == (False, True)
    assert (box_contains((0, 0, 2, 2), square), box_contains((0, 0, 2, 2), beside)) == (True, False)


GAME = """\
title: Wren
version: "1"
players: [1, 2]
colors: {player.red: {paint: "#D55E00"}, player.blue: {paint: "#0072B2"}}
parts:
  one: {kind: board, front: a.svg.j2, copies: 2, GRID}
  cut: {kind: board, front: a.svg.j2, copies: 2, GRID, sections: {a: ["*c0"], b: ["*c1"]}, joint: tab}
  each: {kind: board, front: a.svg.j2, copies: 1, for_each: player, GRID, sections: {a: ["*c0"], b: ["*c1"]}}
  rows:
    kind: board
    front: a.svg.j2
    copies: 1
    GRID
    sections: {a: ["*c0"], b: ["*c1"]}
    rows: [{season: wet}, {season: dry}]
"""


def test_a_board_is_one_piece_for_each_section(tmp_path: Path) -> None:
    (tmp_path / "wren").mkdir()
    text = GAME.replace("GRID", "grid: {columns: 2, rows: 2, cell: 30}")
    (tmp_path / "wren" / "game.yaml").write_text(text, "utf-8")
    parts = {part.id: part for part in expand_parts(read_game(tmp_path / "wren", KINDS), KINDS)}
    ids: dict[str, Any] = {name: [(each.id, each.copies) for each in part.designs] for name, part in parts.items()}
    assert ids == {
        "one": [("1", 2)],
        "cut": [("a", 2), ("b", 2)],
        "each": [("red.a", 1), ("red.b", 1), ("blue.a", 1), ("blue.b", 1)],
        "rows": [("1.a", 1), ("1.b", 1), ("2.a", 1), ("2.b", 1)],
    }
    assert [part.count for part in parts.values()] == [2, 4, 4, 4]
    assert {part.outline for part in parts.values()} == {Outline(60, 60)}
    assert [parts["cut"].trim_of(design).width for design in parts["cut"].designs] == [38, 30]
    assert parts["one"].designs[0].section is None
    assert parts["cut"].board is not None
    assert [design.section for design in parts["cut"].designs] == list(parts["cut"].board.sections)
    assert len(parts["one"].values["cells"]) == 4
    assert parts["one"].values["cell"] == 30
