"""Boards that are cut along the loop round their cells."""

from typing import Any

import pytest

from generator.geometry.loops import clip_loop, find_outer_loop, offset_loop, round_corners
from generator.geometry.polygon import signed_area
from generator.model.finding import DataError
from tests.components.boards import make_board
from tests.components.test_board_faults import read_refusal
from tests.samples import for_each

L_SHAPE: dict[str, Any] = {"grid": {"columns": 2, "rows": 2, "cell": 10, "blocked": ["r0c1"]}, "cut": "outline"}


def test_the_loop_round_an_l() -> None:
    board = make_board(**L_SHAPE)
    assert set(board.outline) == {(0, 0), (10, 0), (10, 10), (20, 10), (20, 20), (0, 20)}


def test_the_border_moves_it_out() -> None:
    board = make_board(**L_SHAPE, border=3)
    assert set(board.outline) == {(0, 0), (16, 0), (16, 10), (26, 10), (26, 26), (0, 26)}


def test_holes_are_filled() -> None:
    board = make_board(grid={"columns": 3, "rows": 3, "cell": 10, "blocked": ["r1c1"]}, cut="outline")
    assert signed_area(board.outline) == pytest.approx(900)


def test_corners_are_rounded() -> None:
    board = make_board(**L_SHAPE, border=3, round=2)
    lost = 5 * (4 - 3.14159265) - (4 - 3.14159265)  # five outer corners, one inner corner
    assert signed_area(board.outline) == pytest.approx(26 * 26 - 100 - lost, abs=0.2)


def test_a_border_round_points_stays_on_the_board() -> None:
    board = make_board(hex={"radius": 1, "cell": 20}, border=5, cut="outline")
    ys = [y for _, y in board.outline]
    assert min(ys) == pytest.approx(0, abs=0.02)
    assert max(ys) == pytest.approx(board.height, abs=0.02)


def test_a_large_cell_beside_small_ones_shares_their_sides() -> None:
    board = make_board(cross={"arms": ["s", "e", "n", "w"], "length": 2, "width": 3, "cell": 10}, cut="outline")
    assert len(board.outline) == 12
    assert signed_area(board.outline) == pytest.approx(9 * 100 + 4 * 600)


@for_each(
    [
        ({"cells": {"a": {"at": [9, 9], "size": [12, 12]}, "b": {"at": [30, 5]}}}, "cut", "the cell 'b' lies apart"),
        ({"grid": L_SHAPE["grid"], "cells": {"r0c0": {"blocked": True}, "r1c1": {"blocked": True}}}, "", ""),
        ({"hex": {"radius": 1, "cell": 20, "corners": 6}, "border": 1}, "cut", "make the border wider"),
    ]
)
def test_what_cannot_be_cut_is_told(data: dict[str, Any], place: str, says: str) -> None:
    if not says:
        assert len(make_board(**data, cut="outline").outline) == 4
        return
    with pytest.raises(DataError) as error:
        make_board(**data, cut="outline")
    (finding,) = error.value.findings
    assert (finding.code, str(finding.place), says in finding.message) == ("GF006", place, True)


def test_keys_that_need_the_outline() -> None:
    grid = L_SHAPE["grid"]
    assert read_refusal(grid=grid, round=2) == "`round` `cut: outline` `round`"
    assert read_refusal(grid=grid, cut="outline", joint="tab") == "`joint: tab` `cut: outline` `joint: butt`"


def test_a_notch_that_a_border_would_close_is_told() -> None:
    polygon = ((0, 0), (30, 0), (30, 30), (16, 30), (16, 10), (14, 10), (14, 30), (0, 30))
    assert offset_loop(polygon, 2, (-9, -9, 99, 99)) == ()
    assert len(offset_loop(polygon, 0.9, (-9, -9, 99, 99))) == 8


def test_a_box_cuts_a_notched_loop_into_pieces() -> None:
    comb = ((0.0, 0.0), (30.0, 0.0), (30.0, 20.0), (20.0, 20.0), (20.0, 5.0), (10.0, 5.0), (10.0, 20.0), (0.0, 20.0))
    pieces = clip_loop(comb, (0, 10, 30, 20))
    assert sorted(round(signed_area(each)) for each in pieces) == [100, 100]
    (whole,) = clip_loop(comb, (0, 0, 30, 10))
    assert round(signed_area(whole)) == 300 - 50


def test_polygons_that_share_parts_of_sides_have_one_loop() -> None:
    one, other = (
        ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)),
        ((10.0, 3.0), (20.0, 3.0), (20.0, 7.0), (10.0, 7.0)),
    )
    loop = find_outer_loop([one, other[::-1]])
    assert (len(loop), signed_area(loop)) == (8, 140)
    assert len(round_corners(loop, 0)) == 8
