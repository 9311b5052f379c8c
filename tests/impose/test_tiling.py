"""Tiling of boards larger than the paper: few pieces, which fit, and cells spared by the seams."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from generator.geometry.types import Box
from generator.impose.tiling import Tiling, find_blank_pieces, tile_board
from generator.model.paper import PAPERS, Paper
from tests.impose.samples import boxes_overlap
from tests.samples import examples

A4 = PAPERS["a4"]
SLIP = Paper("slip", 30.0, 49.0)  # leaves 10 x 20 mm for a piece and its head


def make_cells(columns: int, rows: int, size: float, border: float = 0.0) -> list[Box]:
    """Return square cells inside a border."""
    steps = [(border + column * size, border + row * size) for row in range(rows) for column in range(columns)]
    return [(x, y, x + size, y + size) for x, y in steps]


def list_seams(found: Tiling) -> tuple[list[float], list[float]]:
    """Return where the board is cut across and down."""
    lefts, tops = ({box[axis] for box in found.pieces.values()} for axis in (0, 1))
    return sorted(lefts - {0.0}), sorted(tops - {0.0})


def test_odd_grid_is_cut_between_rows_five_and_six() -> None:
    found = tile_board(260, 260, make_cells(11, 11, 20, 20), [], A4, "butt")
    assert found == Tiling({"a1": (0, 0, 260, 120), "b1": (0, 120, 260, 260)}, 0, 0)


def test_pieces_are_as_even_as_cells_allow() -> None:
    assert list_seams(tile_board(500, 100, make_cells(25, 5, 20), [], A4, "butt")) == ([240], [])
    assert list_seams(tile_board(600, 250, [], [], A4, "butt")) == ([150, 300, 450], [])


def test_a_board_is_turned_where_that_saves_a_piece_or_a_cell() -> None:
    assert list_seams(tile_board(268, 380, [], [], A4, "butt")) == ([], [190])
    halves = [(0, 0, 260, 130), (0, 130, 260, 260)]
    assert tile_board(260, 260, halves, [], A4, "butt") == Tiling({"a1": halves[0], "b1": halves[1]}, 0, 0)


def test_glue_tabs_take_room_from_each_piece_but_the_last() -> None:
    assert list_seams(tile_board(380, 260, [], [], A4, "butt")) == ([190], [])
    assert list_seams(tile_board(372, 260, [], [], A4, "tab")) == ([182], [])
    assert list_seams(tile_board(373, 260, [], [], A4, "tab")) == ([124.333333, 248.666667], [])


def test_a_seam_passes_beside_a_text_and_not_close_to_it() -> None:
    down = 5, 1, 9, 259  # no seam can run across the whole board without cutting it
    assert list_seams(tile_board(260, 260, [], [down, (120, 10, 140, 14)], A4, "butt")) == ([119], [])
    found = tile_board(260, 260, [], [down, (60, 10, 129.5, 14), (129.5, 20, 200, 24)], A4, "butt")
    assert (list_seams(found), found.texts_cut) == (([129.5], []), 0)


def test_unavoidable_cuts_are_counted_and_cells_outrank_texts() -> None:
    assert tile_board(260, 200, [(0, 0, 260, 200)], [], A4, "butt").cells_cut == 1
    found = tile_board(260, 200, [(0, 0, 130, 200), (130, 0, 260, 200)], [(60, 0, 200, 5)], A4, "butt")
    assert (list_seams(found)[0], found.cells_cut, found.texts_cut) == ([130], 0, 1)


def test_outlines_that_overlap_by_their_rounding_are_not_cut_between_them() -> None:
    # as a ring's outlines do: each reaches a little over the line that it has in common with its neighbor
    cells = [(0.0, 0.0, 99.99996, 130.00004), (100.00002, 0.0, 200.0, 130.00003), (0.0, 129.99996, 200.0, 259.99999)]
    found = tile_board(200, 260, cells, [], A4, "butt")
    assert found == Tiling({"a1": (0, 0, 200, 130), "b1": (0, 130, 200, 260)}, 0, 0)
    assert find_blank_pieces(found, [cells[0]]) == ["b1"]
    assert tile_board(200, 260, [(0.0, 0.0, 200.0, 130.006), (0.0, 130, 200.0, 260)], [], A4, "butt").cells_cut == 1


def test_seams_are_found_among_many_distant_candidates() -> None:
    # 400 texts too small to be cut at either end: no piece of 190 mm reaches from the ones to the others
    left, right = ([(start + k / 50, 0.0, start + k / 50 + 0.001, 5.0) for k in range(400)] for start in (121, 370))
    found = tile_board(500, 250, [(132, 0, 195, 10), (305, 0, 368, 10)], left + right, A4, "butt")
    assert (len(found.pieces), found.cells_cut, found.texts_cut) == (3, 1, 0)
    assert max(box[2] - box[0] for box in found.pieces.values()) <= 190


def test_rows_have_letters_and_columns_numbers() -> None:
    found = tile_board(600, 600, [], [], A4, "butt")
    assert list(found.pieces) == [f"{row}{column}" for row in "abcd" for column in (1, 2, 3)]
    assert list(tile_board(10, 28 * 20, [], [], SLIP, "butt").pieces)[25:] == ["z1", "aa1", "ab1"]


SIDE = st.integers(11, 60)
CELLS = st.lists(st.tuples(st.integers(0, 58), st.integers(0, 58), st.integers(1, 9), st.integers(1, 9)), max_size=25)


def boxes_on_board(cells: Sequence[tuple[int, int, int, int]], width: int, height: int) -> list[Box]:
    """Return those of the cells that lie on the board."""
    return [(x, y, x + w, y + h) for x, y, w, h in cells if x + w <= width and y + h <= height]


@settings(max_examples=examples(150), deadline=None)
@given(SIDE, SIDE, CELLS, CELLS)
def test_the_pieces_tile_the_board_and_fit_the_paper(
    width: int, height: int, cells: list[tuple[int, int, int, int]], texts: list[tuple[int, int, int, int]]
) -> None:
    found = tile_board(
        width, height, boxes_on_board(cells, width, height), boxes_on_board(texts, width, height), SLIP, "butt"
    ).pieces
    assert sum((right - left) * (bottom - top) for left, top, right, bottom in found.values()) == pytest.approx(
        width * height
    )
    assert not any(boxes_overlap(one, other) for one, other in combinations(found.values(), 2))
    sizes = [(right - left, bottom - top) for left, top, right, bottom in found.values()]
    assert all(min(size) > 0 for size in sizes)
    upright, lying = ((10 + 1e-6, 20 + 1e-6), (20 + 1e-6, 10 + 1e-6))
    assert any(all(w <= across and h <= down for w, h in sizes) for across, down in (upright, lying))
    assert len(found) == min(-(-width // 10) * -(-height // 20), -(-width // 20) * -(-height // 10))


@settings(max_examples=examples(150), deadline=None)
@given(SIDE, SIDE, CELLS)
def test_no_cell_is_cut_if_the_fewest_pieces_can_spare_all(
    width: int, height: int, cells: list[tuple[int, int, int, int]]
) -> None:
    on = boxes_on_board(cells, width, height)
    fewest = min(-(-width // 10) * -(-height // 20), -(-width // 20) * -(-height // 10))
    free = any(
        -(-width // across) * -(-height // down) == fewest
        and can_spare(width, across, [(left, right) for left, _, right, _ in on])
        and can_spare(height, down, [(top, bottom) for _, top, _, bottom in on])
        for across, down in ((10, 20), (20, 10))
    )
    assume(free)
    found = tile_board(width, height, on, [], SLIP, "butt")
    assert found.cells_cut == 0
    for box in on:
        assert sum(boxes_overlap(box, piece) for piece in found.pieces.values()) == 1


def can_spare(length: int, limit: int, spans: Sequence[tuple[float, float]]) -> bool:
    """Tell by trying all whole millimeters whether the fewest pieces of a length can spare all spans."""
    return any(
        all(after - before <= limit for before, after in pairwise((0, *seams, length)))
        and not any(low < seam < high for seam in seams for low, high in spans)
        for seams in _choose_seams(length, -(-length // limit) - 1, limit)
    )


def _choose_seams(length: int, count: int, limit: int, start: int = 0) -> Iterator[tuple[int, ...]]:
    if count == 0:
        yield ()
        return
    for seam in range(max(start + 1, length - count * limit), min(length - 1, start + limit) + 1):
        for rest in _choose_seams(length, count - 1, limit, seam):
            yield seam, *rest
