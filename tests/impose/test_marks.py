"""Crop marks, rulers and labels outside the trims."""

from itertools import combinations, product

import pytest

from generator.geometry.matrix import IDENTITY
from generator.impose import marks as furniture
from generator.model.paper import PAPERS
from generator.model.picture import Group
from tests.impose.samples import (
    Box,
    Piece,
    boxes_overlap,
    crop_mark_boxes,
    impose_pages,
    label_font,
    make_imposition,
    ruler_boxes,
    text_boxes,
)
from tests.samples import for_each

EVERY = sorted(PAPERS)
TITLES = [
    ["Cards"],
    ["A part with a title that goes on and on " * 4],
    [f"Part {n}" for n in range(40)],
    [],
    ["W" * 300],
]
HEADS = [
    "Wren 1.0",
    "The long and winding story of a wren that lost its nest in a storm of some renown 12.3.4",
    "W" * 200,
]


def round_boxes(found: list[Box]) -> list[Box]:
    return sorted((round(a, 3), round(b, 3), round(c, 3), round(d, 3)) for a, b, c, d in found)


def test_the_marks_of_a_standard_deck_on_a4() -> None:
    (page,) = impose_pages([Piece("a", designs=(1,) * 9)])
    down = [(x, y, x, y + 3) for x in (10.5, 73.5, 136.5, 199.5) for y in (13.0, 281.0)]
    across = [(x, y, x + 2, y) for y in (16.5, 104.5, 192.5, 280.5) for x in (8.0, 200.0)]
    assert round_boxes(crop_mark_boxes(page)) == sorted([*down, *across])


def test_the_marks_of_a_page_are_one_group_of_that_name() -> None:
    (page,) = impose_pages([Piece("a", designs=(1,) * 4)])
    groups = [shape for shape in page.furniture if isinstance(shape, Group) and shape.name]
    assert [(group.name, group.matrix, len(group.shapes)) for group in groups] == [("crop", IDENTITY, 1)]


def test_the_marks_of_a_last_row_that_is_not_full_end_where_the_pieces_end() -> None:
    (page,) = impose_pages([Piece("a", 40, 40, (1,) * 5, front=3)], flip="none")
    xs, ys = (39, 79, 85, 125, 131, 171), (105.5, 145.5, 151.5, 191.5)
    down = [(x, y, x, y + 3) for x in xs for y in (99, 195 if x < 130 else 149)]
    across = [(x, y, x + 3, y) for y in ys for x in (32.5, 174.5 if y < 150 else 128.5)]
    assert round_boxes(crop_mark_boxes(page)) == sorted(
        (round(a, 3), round(b, 3), round(c, 3), round(d, 3)) for a, b, c, d in [*down, *across]
    )


def test_a_bleed_of_the_back_takes_nothing_from_the_marks_of_the_front() -> None:
    bare, backed = (impose_pages([Piece("a", designs=(1,) * 9, back=back)])[0] for back in (None, 3.0))
    assert crop_mark_boxes(bare) == crop_mark_boxes(backed)


@for_each([0.0, 3.0, 5.0])
def test_marks_are_a_millimeter_at_least(bleed: float) -> None:
    for width in (37.0, 60.9, 63.5, 71.7, 92.0):
        for page in impose_pages([Piece("a", width, width, (1,) * 30, front=bleed)], flip="none"):
            assert min(right - left + bottom - top for left, top, right, bottom in crop_mark_boxes(page)) >= 1 - 1e-6


def test_round_pieces_have_no_marks_and_backs_have_none() -> None:
    front, back = impose_pages([Piece("a", 20, 20, (4,), round=True, back=0), Piece("b", 30, 30)])
    (b,) = (p for p in front.placements if p.part.id == "b")
    assert len(crop_mark_boxes(front)) == 8
    assert all(boxes_overlap(mark, (b.x - 4, b.y - 4, b.x + 34, b.y + 34), -1e-6) for mark in crop_mark_boxes(front))
    assert back.furniture == ()


@pytest.mark.parametrize("paper", EVERY)
def test_the_rulers_are_100_mm_on_both_axes_and_inside_the_paper(paper: str) -> None:
    (page,) = impose_pages([Piece("a")], paper)
    size = PAPERS[paper]
    found = round_boxes(ruler_boxes(page))
    long = [bar for bar in found if max(bar[2] - bar[0], bar[3] - bar[1]) > 50]
    x, y = round((size.width - 100) / 2, 3), round((size.height - 100) / 2, 3)
    base = round(size.height - 7.2, 3)
    assert long == sorted([(x, base, round(x + 100, 3), base), (7.2, y, 7.2, round(y + 100, 3))])
    below = sorted(bar[0] for bar in found if bar not in long and bar[1] == base)
    beside = sorted(bar[1] for bar in found if bar not in long and bar[2] == 7.2)
    assert below == [round(x + k, 3) for k in range(101)]
    assert beside == [round(y + k, 3) for k in range(101)]
    assert all(bar[0] >= 5 and bar[2] <= size.width - 5 and bar[1] >= 5 and bar[3] <= size.height - 5 for bar in found)


@for_each(product(EVERY, HEADS, TITLES))
def test_labels_stay_on_the_paper_and_apart(paper: str, head: str, parts: list[str]) -> None:
    size = PAPERS[paper]
    tail = "sheet 123 of 456, back (stays blank)  build 0123456789ab"
    said = text_boxes(
        (
            *furniture.draw_sheet_label(size, label_font(), head, parts, tail),
            *furniture.draw_rulers(size, label_font()),
        )
    )
    assert [text for text, _ in said][1:] == [tail, "print at 100%", "100 mm", "100 mm"]
    for text, (left, top, right, bottom) in said:
        assert left >= 4.5, text
        assert top >= 4.5, text
        assert right <= size.width - 4.5, text
        assert bottom <= size.height - 4.5, text
    for (text, one), (_, other) in combinations(said, 2):
        assert not boxes_overlap(one, other), text
    for text, box in said:
        assert not any(boxes_overlap(box, bar) for bar in widen_rulers(paper)), text


def widen_rulers(paper: str) -> list[Box]:
    (page,) = impose_pages([Piece("a")], paper)
    return [(a - 0.1, b - 0.1, c + 0.1, d + 0.1) for a, b, c, d in ruler_boxes(page)]


@for_each(
    [
        ("a4", ["Cards", "Tiles"], "Wren 1.0  Cards, Tiles"),
        ("a4", [], "Wren 1.0"),
        (
            "a5",
            [
                "Cards of the first age",
                "Cards of the second and better age",
                "Tiles of the third age and of all others",
            ],
            "Wren 1.0  Cards of the first age and 2 more",
        ),
        ("a5", ["Cards " * 20], "Wren 1.0  1 part"),
        ("a5", ["Cards " * 20, "Tiles"], "Wren 1.0  2 parts"),
    ]
)
def test_parts_that_do_not_fit_are_counted(paper: str, parts: list[str], expected: str) -> None:
    said = furniture.draw_sheet_label(
        PAPERS[paper], label_font(), "Wren 1.0", parts, "sheet 1 of 9, front  build 0123abcd"
    )
    assert text_boxes(said)[0][0] == expected


def test_label_names_game_parts_sheet_side_and_build() -> None:
    trio = [Piece("a", designs=(4,), back=0), Piece("b", 150, 240)]
    assert [[text for text, _ in text_boxes(page.label)] for page in make_imposition(trio).pages()] == [
        ["Wren 1.0  Part a", "sheet 1 of 2, front  build 0123abcd"],
        ["Wren 1.0  Part a", "sheet 1 of 2, back  build 0123abcd"],
        ["Wren 1.0  Part b", "sheet 2 of 2, front  build 0123abcd"],
        ["Wren 1.0", "sheet 2 of 2, back (stays blank)  build 0123abcd"],
    ]
    assert [[text for text, _ in text_boxes(page.label)] for page in make_imposition(trio, flip="none").pages()] == [
        ["Wren 1.0  Part a", "sheet 1 of 2  build 0123abcd"],
        ["Wren 1.0  Part b", "sheet 2 of 2  build 0123abcd"],
    ]


def test_characters_missing_from_the_font_are_replaced() -> None:
    (page,) = make_imposition([Piece("a")], head="鳥 Wren 1.0").pages()
    assert text_boxes(page.label)[0][0] == "? Wren 1.0  Part a"


@pytest.mark.parametrize("count", [32, 34, 49, 50, 52])
@pytest.mark.parametrize("width", [12.12435565, 13.33333333, 12.00005])
def test_mark_after_a_last_row_clears_it_despite_rounding(width: float, count: int) -> None:
    (page,) = impose_pages([Piece("a", width, 14.0, (1,) * count, gap=0.0)], paper="a3", flip="none")
    trims = [(each.x, each.y, each.x + each.width, each.y + each.height) for each in page.placements]
    assert len(trims) == count
    assert [(mark, trim) for mark in crop_mark_boxes(page) for trim in trims if mark_touches(mark, trim)] == []


def mark_touches(mark: Box, trim: Box) -> bool:
    """Tell whether a mark comes to a piece by more than a rounding."""
    (left, top, right, bottom), near = trim, 0.01
    return mark[0] < right + near and mark[2] > left - near and mark[1] < bottom + near and mark[3] > top - near
