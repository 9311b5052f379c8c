"""Placement of pieces on sheets, as text and in tenths of a millimeter."""

import pytest

from generator.model.finding import DataError
from generator.model.paper import PAPERS, Paper
from generator.model.sheet import CutStyle
from tests.impose.samples import Piece, crop_mark_boxes, impose_pages, list_corners, read_sheets
from tests.messages import facts_of
from tests.samples import for_each

SMALL = Paper("slip", 100.0, 80.0)


def test_a_standard_deck_on_a4_is_three_by_three() -> None:
    first, second, third = impose_pages([Piece("a", designs=(1,) * 20)])
    assert read_sheets([first, second, third]) == ["aaa aaa aaa", "aaa aaa aaa", "aa"]
    xs, ys = (10.5, 73.5, 136.5), (16.5, 104.5, 192.5)
    assert list_corners(first) == list_corners(second) == [(x, y) for y in ys for x in xs]
    assert list_corners(third) == [(10.5, 16.5), (73.5, 16.5)]
    assert {(p.width, p.height, p.rotation) for p in first.placements} == {(63.0, 88.0, 0)}


def test_a_standard_deck_on_letter_is_turned_to_hold_eight() -> None:
    first, second = impose_pages([Piece("a", designs=(1,) * 16)], "letter")
    assert read_sheets([first, second]) == ["aa aa aa aa", "aa aa aa aa"]
    assert (
        list_corners(first)
        == list_corners(second)
        == [(x, y) for y in (13.7, 76.7, 139.7, 202.7) for x in (19.95, 107.95)]
    )
    assert {(p.width, p.height, p.rotation) for p in first.placements} == {(88.0, 63.0, 90)}


def test_pieces_stand_upright_where_turning_saves_no_sheet() -> None:
    (few,) = impose_pages([Piece("a", designs=(6,))], "letter")
    assert list_corners(few) == [(x, y) for y in (51.7, 139.7) for x in (13.45, 76.45, 139.45)]
    assert {(p.width, p.height, p.rotation) for p in few.placements} == {(63.0, 88.0, 0)}
    # four cards more of the same size would need another sheet, so all are turned and share slots
    assert read_sheets(impose_pages([Piece("a", designs=(14,)), Piece("b", designs=(2,))], "letter")) == [
        "aa aa aa aa",
        "aa aa aa bb",
    ]


@for_each([("a5", "aa aa"), ("a4", "aaa aaa aaa"), ("legal", "aa aa aa aa aa"), ("a3", "aaa aaa aaa aaa aaa aaa")])
def test_a_full_sheet_of_each_paper(paper: str, expected: str) -> None:
    assert read_sheets(impose_pages([Piece("a", designs=(1,) * 90)], paper))[0] == expected


def test_bleeding_neighbors_share_a_cut_only_if_alike() -> None:
    (differ,) = impose_pages([Piece("a", 30, 30, (1, 1, 1), front=3)], flip="none")
    (alike,) = impose_pages([Piece("a", 30, 30, (3,), front=3)], flip="none")
    assert [round(x, 3) for x, _ in list_corners(differ)] == [54, 90, 126]
    assert [round(x, 3) for x, _ in list_corners(alike)] == [60, 90, 120]
    assert [p.clip for p in differ.placements] == [(3, 3, 3, 3)] * 3
    assert [p.clip for p in alike.placements] == [(3, 3, 0, 3), (0, 3, 0, 3), (0, 3, 3, 3)]


def test_differing_backs_separate_the_fronts() -> None:
    front, _ = impose_pages([Piece("a", 30, 30, (1, 1), back=3, backs_alike=False)])
    assert [round(x, 3) for x, _ in list_corners(front)] == [72, 108]


def test_parts_of_one_size_fill_each_others_sheets() -> None:
    assert read_sheets(
        impose_pages([Piece("a", designs=(1,) * 4), Piece("b", designs=(2,)), Piece("c", designs=(5,))])
    ) == [
        "aaa abb ccc",
        "cc",
    ]


def test_parts_whose_bleeds_would_collide_do_not_lie_side_by_side() -> None:
    bleeding = [Piece("a", 30, 30, (3,), front=3), Piece("b", 30, 30, (3,), front=3)]
    assert [list_corners(page) for page in impose_pages(bleeding)] == [
        [(60, 110.5), (90, 110.5), (120, 110.5), (60, 156.5), (90, 156.5), (120, 156.5)]
    ]
    paper_edges = [each._replace(front=0.0) for each in bleeding]
    assert read_sheets(impose_pages(paper_edges)) == ["aaabbb"]


def test_backs_that_bleed_keep_apart_even_when_another_part_lies_between() -> None:
    # a and c bleed at the back and differ; b has no back, and is too few to keep them from meeting in a column
    trio = [Piece("a", designs=(3,), back=3), Piece("b", designs=(1,)), Piece("c", designs=(5,), back=3)]
    assert read_sheets(impose_pages(trio)) == ["aa ab", "ccc cc"]
    assert read_sheets(impose_pages(trio, flip="none")) == ["aaa bcc ccc"]


def test_small_parts_share_a_sheet_in_the_order_of_the_data() -> None:
    small = [Piece("a", 35, 35, (1,) * 5), Piece("b", 30, 30, (6,)), Piece("c", 12, 12, (1,) * 4, round=True)]
    assert read_sheets(impose_pages(small)) == ["aaaaa bbbbbb cccc"]


def test_small_parts_move_below_a_deck_that_leaves_room() -> None:
    assert read_sheets(impose_pages([Piece("a", designs=(10,)), Piece("b", 30, 30, (7,))])) == [
        "aaa aaa aaa",
        "a bbbb bbb",
    ]


def test_rows_of_a_block_are_balanced() -> None:
    assert read_sheets(impose_pages([Piece("a", 30, 30, (7,))])) == ["aaaa aaa"]


def test_the_margins_hold_on_a_shelf_of_bleeding_parts() -> None:
    # 5 mm of bleed and 9.5 beyond it on either side, 20 between the trims: 51 of 100 mm are left for both
    def two(width: float) -> list[str]:
        return read_sheets(impose_pages([Piece("a", 20, 40, front=5), Piece("b", width, 40, front=5)], SMALL))

    assert (two(31), two(31.1)) == (["ab"], ["ba"])
    # only if that saves a sheet, blocks lie closer: 2 mm for short marks beyond each bleed, 14 between the trims
    assert (two(37), two(37.1)) == (["ba"], ["a", "b"])


def test_small_parts_go_tallest_first_where_that_saves_a_sheet() -> None:
    high = {"a": 90, "b": 170, "c": 160, "d": 80}

    def sheets(order: str) -> list[str]:
        return read_sheets(impose_pages([Piece(each, 150, high[each]) for each in order]))

    assert sheets("badc") == ["b a", "d c"]
    assert sheets("adbc") == ["b a", "c d"]


def test_parts_of_different_stock_share_no_sheet() -> None:
    board = Piece("b", 150, 200, stock="paper, glued")
    coin = Piece("c", 20, 20, stock="card")
    sheet = Piece("d", 150, 200, stock="card")
    assert read_sheets(impose_pages([board, coin, sheet])) == ["b", "c d"]
    assert read_sheets(impose_pages([board, coin._replace(stock="paper, glued"), sheet])) == ["b c", "d"]
    assert read_sheets(impose_pages([board, coin])) == ["b", "c"]


def test_parts_that_one_paper_serves_share_a_sheet_only_where_that_saves_one() -> None:
    board = Piece("b", 150, 200, stock="card, 200 to 250 gsm")
    coin = Piece("c", 20, 20, stock="card, 250 to 300 gsm")
    sheet = Piece("d", 150, 200, stock="card, 250 to 300 gsm")
    assert read_sheets(impose_pages([board, coin])) == ["b c"]
    assert read_sheets(impose_pages([board, coin, sheet])) == ["b", "c d"]
    # the paper must serve all pieces of a sheet, not only each two of them
    heavy = Piece("h", 20, 20, stock="card, 300 gsm")
    assert read_sheets(impose_pages([board, coin, heavy])) == ["b", "ch"]
    assert read_sheets(impose_pages([board, heavy, Piece("e", 20, 20)])) == ["b", "he"]


def test_a_piece_larger_than_the_paper_is_refused_at_its_place() -> None:
    with pytest.raises(DataError) as error:
        impose_pages([Piece("a", 198, 278), Piece("b", 10, 10), Piece("c", 300, 20)])
    assert facts_of(error.value.findings) == [
        "game.yaml:6:3: GF304 'a' 198 278 190 284.4 4",
        "game.yaml:6:3: GF304 'c' 300 20 190 284.4 4",
    ]


def test_sheets_follow_data_order_and_fillers_do_not_reorder_them() -> None:
    # the grid of a deck is laid out first, and no room is left beside it
    assert read_sheets(impose_pages([Piece("a", 180, 250), Piece("b", designs=(18,)), Piece("c", 180, 250)])) == [
        "a",
        "bbb bbb bbb",
        "bbb bbb bbb",
        "c",
    ]
    assert read_sheets(impose_pages([Piece("a", 30, 30), Piece("b", designs=(10,)), Piece("c", 180, 250)])) == [
        "bbb bbb bbb",
        "b a",
        "c",
    ]
    sizes = ((180, 250), (170, 260), (180, 250), (170, 260))
    (one, two, three, four) = impose_pages([Piece("a", designs=(1, 1, 1, 1), trims=sizes)])
    assert [page.placements[0].design.id for page in (one, two, three, four)] == ["1", "2", "3", "4"]


def test_designs_of_one_size_share_a_grid() -> None:
    (page,) = impose_pages([Piece("a", designs=(1, 1, 1, 2), trims=((40, 50), (30, 20), (40, 50), (30, 20)))])
    seen = {p.id: (p.x, p.y, p.width, p.height) for p in page.placements}
    assert seen == {
        "a.1.c1.front": (15, 123.5, 40, 50),
        "a.3.c1.front": (55, 123.5, 40, 50),
        "a.2.c1.front": (105, 138.5, 30, 20),
        "a.4.c1.front": (135, 138.5, 30, 20),
        "a.4.c2.front": (165, 138.5, 30, 20),
    }


def test_a_design_larger_than_the_paper_is_named_at_its_place() -> None:
    with pytest.raises(DataError) as error:
        impose_pages([Piece("a", designs=(1, 1), trims=((40, 50), (300, 20)))])
    assert facts_of(error.value.findings) == [
        "game.yaml:7:5: GF304 'a.2' 300 20 190 284.4 4",
    ]


@pytest.mark.parametrize("paper", PAPERS)
def test_piece_as_large_as_the_margins_allow_fits(paper: str) -> None:
    wide, high = PAPERS[paper].width, PAPERS[paper].height
    for less, fewer in ((20, 20), (12.6, 20), (20, 12.6)):  # the ruler gives way at the sides, or all at the ends
        assert read_sheets(impose_pages([Piece("a", wide - less, high - fewer)], paper)) == ["a"]
        assert read_sheets(impose_pages([Piece("a", high - fewer, wide - less)], paper)) == ["a"]
    for less, fewer in ((12.5, 20), (20, 12.5), (19.9, 19.9)):
        with pytest.raises(DataError, match="GF304"):
            impose_pages([Piece("a", wide - less, high - fewer)], paper)


@for_each([("a4", 9.75, 15.15), ("letter", 12.7, 6.35)])
def test_nine_poker_cards_fit_with_marks(paper: str, left: float, top: float) -> None:
    (page,) = impose_pages([Piece("a", 63.5, 88.9, designs=(9,))], paper)
    corners = {(round(p.x - left, 3), round(p.y - top, 3)) for p in page.placements}
    assert corners == {(63.5 * column, round(88.9 * row, 3)) for column in range(3) for row in range(3)}
    marks = crop_mark_boxes(page)
    for at in range(4):  # each of the four cuts across and down has a mark at both of its ends
        x, y = left + 63.5 * at, top + 88.9 * at
        assert sum(abs(mark[0] - x) < 0.01 and abs(mark[2] - x) < 0.01 for mark in marks) == 2
        assert sum(abs(mark[1] - y) < 0.01 and abs(mark[3] - y) < 0.01 for mark in marks) == 2
    assert all(min(mark[:2]) >= 5 - 1e-9 for mark in marks)


def test_pieces_that_touch_share_cuts_and_bleed_at_the_edges_of_their_block() -> None:
    (page,) = impose_pages([Piece("a", 63, 88, designs=(1,) * 9, front=3)], "a4", cutting=CutStyle(touch=True))
    clips = {(round((p.x - 10.5) / 63), round((p.y - 16.5) / 88)): p.clip for p in page.placements}
    assert clips[0, 0] == (3, 3, 0, 0)
    assert clips[1, 1] == (0, 0, 0, 0)
    assert clips[2, 2] == (0, 0, 3, 3)
    assert clips[1, 0] == (0, 3, 0, 0)


def test_pieces_that_touch_stand_upright_where_that_takes_no_more_sheets() -> None:
    pages = impose_pages([Piece("a", 63.5, 88.9, designs=(1,) * 20, front=3)], "a4", "none", CutStyle(touch=True))
    assert [len(page.placements) for page in pages] == [9, 9, 2]
    assert {p.rotation for page in pages for p in page.placements} == {0}


def test_the_bleed_of_pieces_that_touch_ends_where_marks_need_the_room() -> None:
    (page,) = impose_pages([Piece("a", 63.5, 88.9, designs=(1,) * 9, front=3)], "letter", cutting=CutStyle(touch=True))
    assert {p.clip for p in page.placements} == {(0, 0, 0, 0)}  # 6.35 mm above and below are needed by the marks
