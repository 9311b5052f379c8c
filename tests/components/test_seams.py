"""Sections whose boxes would overlap are cut along their cells: each cell lies in one piece, and nothing is lost."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.geometry.polygon import depth_in_polygons, signed_area
from generator.geometry.shares import divide_page
from generator.geometry.types import Points
from generator.model.board import Board
from generator.model.finding import DataError
from tests.components.boards import make_board
from tests.messages import facts_of
from tests.samples import examples

HEXES: dict[str, Any] = {"hex": {"columns": 4, "rows": 3, "cell": 20}, "names": "spreadsheet", "border": 5}
HALVES = {"west": ["A*", "B*"], "east": ["C*", "D*"]}
ISLES = {
    "Gaul": {"polygon": [[20, 20], [60, 20], [70, 60], [20, 60]]},
    "Alps": {"polygon": [[60, 20], [130, 20], [130, 90], [20, 90], [20, 60], [70, 60]]},
}


def covers_once(board: Board) -> bool:
    """Return whether the sections cover the board, and each cell of hexes or regions lies whole in one of them."""
    whole = board.outline or ((0, 0), (board.width, 0), (board.width, board.height), (0, board.height))
    area = sum(signed_area(each.corners) for each in board.sections)
    depths = [
        sorted(
            min(depth_in_polygons((each.corners,), *point) for point in cell.board_points) for each in board.sections
        )
        for cell in board.cells.values()
        if not cell.border
    ]
    return area == pytest.approx(signed_area(whole), abs=0.01) and all(each[-1] > -0.001 for each in depths)


def test_sections_of_hexes_are_cut_along_their_sides() -> None:
    board = make_board(**HEXES, sections=HALVES)
    west, east = board.sections
    assert [(round(x, 2), round(y, 2)) for x, y in west.loop] == [
        (0, 67.73), (0, 0), (45, 0), (45, 22.32), (55, 28.09), (55, 39.64), (45, 45.41), (45, 67.73)
    ]  # fmt: skip
    assert (west.window, west.seams, west.tabs) == (west.box, (), ())
    assert (round(east.box[0], 6), east.box[2]) == (45, 100)
    assert covers_once(board)


@pytest.mark.parametrize("top", ["pointy", "flat"])
@pytest.mark.parametrize("cut", ["box", "outline"])
@settings(max_examples=examples(32), deadline=None)
@given(st.data())
def test_no_cell_is_cut_and_nothing_is_lost(top: str, cut: str, data: st.DataObject) -> None:
    shape: dict[str, Any] = {
        "columns": data.draw(st.integers(2, 5)),
        "rows": data.draw(st.integers(2, 5)),
        "cell": 20,
        "top": top,
    }
    columns = "ABCDE"[: shape["columns"]]
    seam = data.draw(st.integers(1, len(columns) - 1))
    last = f"{columns[seam - 1]}{shape['rows']}"
    moved = data.draw(st.sampled_from([f"{columns[seam - 1]}1", last, ""]))
    rows = range(1, shape["rows"] + 1)
    west = [f"{column}{row}" for column in columns[:seam] for row in rows if f"{column}{row}" != moved]
    named = [f"{column}{row}" for column in columns for row in rows]
    sections = {"west": west, "east": [name for name in named if name not in west]}
    board = make_board(hex=shape, names="spreadsheet", border=4, cut=cut, sections=sections)
    assert covers_once(board)


def test_seams_of_regions_leave_the_coast_where_it_ends() -> None:
    board = make_board(size=[150, 110], cells=ISLES, sections={"w": ["Gaul"], "e": ["Alps"]})
    assert covers_once(board)
    assert {(20, 60), (70, 60), (60, 20)} <= {(round(x, 3), round(y, 3)) for x, y in board.sections[0].loop}


def test_towns_are_cut_halfway_between_them() -> None:
    towns = {"a": {"at": [20, 20]}, "b": {"at": [20, 60]}, "c": {"at": [60, 70]}, "d": {"at": [10, 95]}}
    board = make_board(size=[80, 100], cells=towns, sections={"north": ["a", "c"], "south": ["b", "d"]})
    north, south = board.sections
    assert depth_in_polygons((north.loop,), 20, 39.9) > 0 > depth_in_polygons((north.loop,), 20, 40.1)
    assert depth_in_polygons((south.loop,), 20, 40.1) > 0
    assert covers_once(board)


def test_edges_and_corners_need_no_section() -> None:
    board = make_board(**{**HEXES, "hex": {**HEXES["hex"], "edges": 3, "corners": 6}}, sections=HALVES)
    assert covers_once(board)


def test_sections_in_two_pieces_round_another_or_with_glue_are_told() -> None:
    faults: dict[str, dict[str, Any]] = {
        "sections.w: GF006 'w' 'D3'": {"sections": {"w": ["A*", "D3"], "e": ["B*", "C*", "D1..2"]}},
        "sections.w: GF006 'w'": {"sections": {"w": ["A*", "C*", "D*", "B1", "B3"], "e": ["B2"]}},
        "joint: GF006 `joint: tab`": {"sections": HALVES, "joint": "tab"},
    }
    for said, wrong in faults.items():
        with pytest.raises(DataError) as error:
            make_board(**HEXES, **wrong)
        assert facts_of(error.value.findings) == [said]


def test_a_piece_that_a_group_cannot_reach_goes_to_its_neighbor() -> None:
    """The blank at the top is nearer to the middle of the small block, but the angle lies between them."""
    angle: Points = ((0, 10), (100, 10), (100, 15), (10, 15), (10, 200), (0, 200))
    block: Points = ((45, 25), (55, 25), (55, 35), (45, 35))
    one, other = divide_page([[block], [angle]], ((0, 0), (100, 0), (100, 200), (0, 200)))
    assert (one.apart, other.apart) == ((), ())
    assert {(0, 0), (100, 0)} <= {*other.loop}
    assert signed_area(one.loop) + signed_area(other.loop) == pytest.approx(20_000, abs=0.1)


def test_boxes_of_towns_that_leave_gaps_are_no_sections() -> None:
    towns = {"a": {"at": [20, 20]}, "b": {"at": [20, 60]}, "c": {"at": [60, 30]}, "d": {"at": [60, 70]}}
    board = make_board(size=[80, 100], cells=towns, sections={"west": ["a", "b"], "east": ["c", "d"]})
    assert covers_once(board)
    assert all(section.loop for section in board.sections)


def test_a_board_of_very_many_cells_is_not_cut_along_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.components.boards.sections.MOST_CORNERS", 71)
    with pytest.raises(DataError) as error:
        make_board(**HEXES, sections=HALVES)
    assert facts_of(error.value.findings) == ["sections: GF006 72 71 `sections`"]


def test_a_map_of_many_discs_is_cut_between_them() -> None:
    """Each of 140 discs has 48 corners, which are more together than a board that is cut along its cells may have."""
    line: dict[str, Any] = {"from": 1, "to": 70, "cell": 4, "disc": True, "columns": 70, "by": [6, 0]}
    board = make_board(
        size=[440, 180],
        tracks={"a": {**line, "at": [10, 60]}, "b": {**line, "at": [10, 120]}},
        sections={"west": ["a.1..35", "b.1..35"], "east": ["a.36..70", "b.36..70"]},
    )
    assert covers_once(board)
    assert max(x for x, _ in board.sections[0].loop) == pytest.approx(10 + 34.5 * 6, abs=0.01)  # halfway between two
