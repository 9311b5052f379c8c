"""Where that saves a sheet, blocks lie closer, with short crop marks between them; and strips are planned by finish."""

from functools import cache
from itertools import product

import pytest

from generator.impose.crop_marks import SHORT, list_close_rooms
from generator.impose.finishes import divide_finishes
from generator.impose.imposition import Imposition
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from tests.impose.samples import boxes_overlap, crop_mark_boxes, printed_box, trim_box
from tests.kits import ROOT
from tests.samples import for_each


@cache
def impose(game: str, paper: str) -> Imposition:
    return prepare_kit(ROOT / "layouts" / game, Options(paper=paper, sheets_only=True)).press


@for_each([("pachisi", "a3", 1)])
def test_closer_blocks_save_a_sheet_and_no_mark_touches_another(game: str, paper: str, sheets: int) -> None:
    press = impose(game, paper)
    assert len(press.sheets) == sheets
    short = 0
    for page in press.pages():
        if page.side == "back":
            continue
        marks = crop_mark_boxes(page)
        for mark in marks:
            assert not any(boxes_overlap(mark, trim_box(each), -1e-3) for each in page.placements)
            across = mark[0] == mark[2]
            leads = [each for each in page.placements if _is_in_line(mark, trim_box(each), across)]
            others = [each for each in page.placements if each not in leads]
            assert not any(boxes_overlap(mark, printed_box(each), -1e-3) for each in others)
        short += sum(mark[2] - mark[0] + mark[3] - mark[1] == pytest.approx(SHORT) for mark in marks)
        lying, upright = ([each for each in marks if (each[0] == each[2]) == way] for way in (False, True))
        assert not any(boxes_overlap(*pair, -1e-3) for pair in product(lying, upright))
    assert short


def _is_in_line(mark: tuple[float, ...], box: tuple[float, ...], across: bool) -> bool:
    at, ends = (mark[0], (box[0], box[2])) if across else (mark[1], (box[1], box[3]))
    return any(abs(at - end) < 1e-3 for end in ends)


def test_no_block_lies_close_where_that_saves_no_sheet() -> None:
    for game in ("psycle", "pharaoh"):
        assert [list_close_rooms(sheet.blocks) for sheet in impose(game, "a4").sheets if len(sheet.blocks) > 1]
        assert not any(list_close_rooms(sheet.blocks) for sheet in impose(game, "a4").sheets)
    assert all(list_close_rooms(sheet.blocks) for sheet in impose("pachisi", "a3").sheets)


@for_each(["a3", "tabloid"])
def test_a_strip_of_another_finish_saves_a_sheet(paper: str) -> None:
    press = impose("pachisi", paper)
    (sheet,) = press.sheets
    strips = divide_finishes(sheet.blocks)
    assert strips is not None
    assert {*strips.finishes} == {"glued to chipboard", "folded over cardstock"}


def test_the_marks_of_a_board_in_sections_keep_off_a_net_beside_it() -> None:
    folder = ROOT / "tests/mistakes/correct/hares"
    press = prepare_kit(folder, Options(paper="a5", sheets_only=True)).press
    page = next(page for page in press.pages() if any(each.design.net for each in page.placements))
    net = next(each for each in page.placements if each.design.net)
    assert not any(boxes_overlap(mark, printed_box(net), -1e-3) for mark in crop_mark_boxes(page))
    assert SHORT in [pytest.approx(mark[2] - mark[0]) for mark in crop_mark_boxes(page)]
