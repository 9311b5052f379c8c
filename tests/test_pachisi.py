"""The finished kit of Pachisi, counted and measured by independent readers."""

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from generator.model.board import Board
from tests.kits import GAMES, Kit, Kits, pieces
from tests.mutants.judge import check_data

MM = 25.4 / 72
ARMS = ("south", "east", "north", "west")
CELLS = {f"{arm}.{column}.{row}" for arm in ARMS for column in (1, 2, 3) for row in range(1, 9)} | {"center"}
CASTLES = {f"{arm}.{square}" for arm in ARMS for square in ("2.8", "1.5", "3.5")}


@pytest.fixture
def pachisi(kit: Kits) -> Kit:
    """Give the finished kit."""
    return kit("pachisi")


def board_of(kit: Kit) -> Board:
    """Return the board of the data."""
    board = next(part.board for part in kit.parts if part.id == "board")
    assert board is not None
    return board


@cache
def marked_content(path: Path, tag: str) -> list[tuple[str, str]]:
    """Return the name and the operators of each piece of marked content with the tag, page by page, forms spelled out."""
    return list(read_marked(path, tag))


def read_marked(path: Path, tag: str) -> Iterator[tuple[str, str]]:
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            name, depth, held = "", 0, ""
            for operator, operands in expand_operators(page, page.Resources.get("/XObject", {})):
                if operator == "BDC" and not name and str(operands[0]) == tag:
                    name, depth, held = str(operands[1]["/ID"]), 0, ""
                    continue
                depth += (operator in ("BDC", "BMC")) - (operator == "EMC")
                if name and depth < 0:
                    yield name, held
                    name = ""
                said = [*map(format_operand, operands), operator]
                held += " ".join(said) + "\n"


def format_operand(operand: Any) -> str:
    """Return an operand in short; of a dictionary, the id that it gives."""
    return str(operand.get("/ID", "")) if isinstance(operand, pikepdf.Dictionary) else str(operand)


def expand_operators(page: Any, forms: Any) -> Iterator[tuple[str, Any]]:
    """Yield each operator with its operands, those of forms where they are drawn."""
    for step in pikepdf.parse_content_stream(page):
        if str(step.operator) == "Do" and forms[str(step.operands[0])].Subtype == "/Form":
            form = forms[str(step.operands[0])]
            yield from expand_operators(form, form.get("/Resources", {}).get("/XObject", forms))
        else:
            yield str(step.operator), step.operands


@cache
def read_shapes(path: Path) -> list[dict[str, list[dict[str, Any]]]]:
    """Return the lines, rectangles and curves of each page of a PDF, which take seconds to read."""
    with pdfplumber.open(path) as pdf:
        return [{kind: page.objects.get(kind, []) for kind in ("line", "rect", "curve")} for page in pdf.pages]


def black_lines(path: Path, page: int) -> list[tuple[float, float, float, float]]:
    """Return the black straight lines of a page as x1, y1, x2, y2 from its top left; mm."""
    return [
        (line["x0"] * MM, line["top"] * MM, line["x1"] * MM, line["bottom"] * MM)
        for line in read_shapes(path)[page]["line"]
        if line["stroking_color"] in (0, (0,))
    ]


def square_centers(path: Path, page: int, side: float) -> list[tuple[float, float]]:
    """Return the middles of the squares of a size that are drawn on a page, mm from its top left."""
    return [
        ((rect["x0"] + rect["x1"]) / 2 * MM, (rect["top"] + rect["bottom"]) / 2 * MM)
        for rect in read_shapes(path)[page]["rect"]
        if abs(rect["width"] * MM - side) < 0.05 and abs(rect["height"] * MM - side) < 0.05
    ]


def diamond_centers(path: Path, page: int, width: float) -> list[tuple[float, float]]:
    """Return the middles of the diamonds of a width that are drawn on a page, mm from its top left."""
    return [
        ((curve["x0"] + curve["x1"]) / 2 * MM, (curve["top"] + curve["bottom"]) / 2 * MM)
        for curve in read_shapes(path)[page]["curve"]
        if abs(curve["width"] * MM - width) < 0.05 and abs(curve["height"] * MM - width) < 0.05
    ]


def render_gray(path: Path, page: int, dpi: float) -> Image.Image:
    """Return a page in grey."""
    with pypdfium2.PdfDocument(path) as pdf:
        image: Image.Image = pdf[page].render(scale=dpi / 72).to_pil().convert("L")
        return image


def test_two_sheets_two_arms_with_the_center_and_the_aids_and_two_with_the_pieces_and_a_strip_of_shells(
    pachisi: Kit,
) -> None:
    pages = [Counter(name.rsplit(".c", 1)[0] for name in page) for page in pieces(pachisi.sheets)]
    assert pages == [
        {},
        {"board.east": 1, "board.west": 1, "board.center": 1, "aid.1": 4},
        {"board.south": 1, "board.north": 1, **{f"piece.{arm}": 4 for arm in ARMS}, "cowrie.1": 6},
    ]


def test_each_of_the_96_squares_and_the_center_is_printed_once(pachisi: Kit) -> None:
    found = [name for name, _ in marked_content(pachisi.sheets, "/Mark") if name.startswith("cell.")]
    assert sorted(found) == sorted(f"cell.{cell}" for cell in CELLS)
    assert len(CELLS) == 96 + 1
    assert set(board_of(pachisi).cells) == CELLS


def test_twelve_squares_are_crossed_and_look_alike_and_like_no_other(pachisi: Kit) -> None:
    drawn = {name.removeprefix("cell."): art for name, art in marked_content(pachisi.sheets, "/Mark")}
    crossed = drawn["south.2.8"]
    assert {cell for cell, art in drawn.items() if art == crossed} == CASTLES
    assert [len(square_centers(pachisi.sheets, page, 16.6)) for page in (1, 2)] == [6, 6]


def test_seven_squares_of_each_arm_carry_the_pattern_of_its_player_and_of_56_others_32_have_beasts_and_mangoes(
    pachisi: Kit,
) -> None:
    drawn = {name.removeprefix("cell."): art for name, art in marked_content(pachisi.sheets, "/Mark") if "cell" in name}
    looks = Counter(drawn.values())
    sewn = [4] * 4 * 2  # elephants, peacocks, fish and mangoes, which look left and right
    assert sorted(looks.values()) == [1, *sewn, 7, 7, 7, 7, 12, 24]
    for arm in ARMS:
        lane = drawn[f"{arm}.2.1"]
        assert {cell for cell, art in drawn.items() if art == lane} == {f"{arm}.2.{row}" for row in range(1, 8)}


@pytest.mark.parametrize(
    ("page", "between", "down"),
    [
        (1, 13, [192, 10, 72]),  # captions beside the arms; the center below them
        (2, 4, [192]),  # 2 mm of bleed for each arm
    ],
)
def test_squares_lie_24_mm_apart_and_an_arm_is_72_by_192(
    page: int, between: int, down: list[int], pachisi: Kit
) -> None:
    middles = diamond_centers(pachisi.sheets, page, 17.6) + square_centers(pachisi.sheets, page, 16.6)
    assert len(middles) == 2 * (7 + 3)
    columns, rows = (sorted({round(at, 1) for at in ats}) for ats in zip(*middles, strict=True))
    assert (len(columns), len(rows)) == (6, 8)
    assert all(abs(two - one - 24) <= 0.1 for ats in (columns[:3], columns[3:], rows) for one, two in pairwise(ats))
    ticks = [line for line in black_lines(pachisi.sheets, page) if abs(line[2] - line[0]) + abs(line[3] - line[1]) < 4]
    cuts_down = sorted(
        {round(x, 1) for x, y1, x2, y2 in ticks if x == x2 and y1 < min(rows) - 12 and y2 < min(rows) - 12}
    )
    cuts_across = sorted({round(y, 1) for x1, y, x2, y2 in ticks if y == y2 and x2 < min(columns) - 12})
    assert [round(two - one, 1) for one, two in pairwise(cuts_down)] == [72, between, 72]
    assert [round(two - one, 1) for one, two in pairwise(cuts_across)] == down
    assert abs(columns[0] - cuts_down[0] - 12) <= 0.1
    assert abs(columns[3] - cuts_down[2] - 12) <= 0.1
    assert abs(rows[0] - cuts_across[0] - 12) <= 0.1


def test_the_center_is_as_wide_as_an_arm_and_pieces_and_shells_have_their_size(pachisi: Kit) -> None:
    sizes = {(row["part"], row["design"]): (row["w"], row["h"]) for row in pachisi.manifest["placements"]}
    assert sizes["board", "center"] == (72, 72)
    assert {sizes["piece", arm] for arm in ARMS} == {(20, 20)}
    assert sizes["cowrie", "1"] == (26, 2 * 18)  # a strip beside the arms
    assert sizes["aid", "1"] == (45, 36)
    (center,) = [row for row in pachisi.manifest["placements"] if row["design"] == "center"]
    ticks = [line for line in black_lines(pachisi.sheets, 1) if abs(line[2] - line[0]) + abs(line[3] - line[1]) < 3.1]
    # the marks of the arms above it end before, those of the aids beside it begin after
    ticks = [line for line in ticks if line[1] > center["y"] - 6 and line[0] < center["x"] + 72 + 5]
    cuts = (
        sorted({round(x, 1) for x, _, x2, _ in ticks if x == x2}),
        sorted({round(y, 1) for _, y, _, y2 in ticks if y == y2}),
    )
    assert cuts == tuple([round(center[at], 1), round(center[at] + 72, 1)] for at in ("x", "y"))


def test_each_piece_has_a_fine_circle_to_cut_along_and_keeps_its_art_within(pachisi: Kit) -> None:
    found = [
        (number, [curve for curve in shapes["curve"] if abs(curve["width"] * MM - 19.8) < 0.05])
        for number, shapes in enumerate(read_shapes(pachisi.sheets))
    ]
    ((page, circles),) = [(number, curves) for number, curves in found if curves]
    assert len(circles) == 16
    assert all(abs(circle["height"] * MM - 19.8) < 0.05 for circle in circles)
    assert {round(circle["linewidth"] * MM, 2) for circle in circles} == {0.2}
    dpi = 254
    seen_page = render_gray(pachisi.sheets, page, dpi)
    for row in pachisi.manifest["placements"]:
        if row["part"] == "piece":
            middle = [(row[at] + 10) * dpi / 25.4 for at in ("x", "y")]
            for turn in range(0, 360, 5):
                way = cos(radians(turn)), sin(radians(turn))
                at = [
                    [int(start + r * dpi / 25.4 * go) for start, go in zip(middle, way, strict=True)]
                    for r in (8.9, 9.3)
                ]
                assert all(seen_page.getpixel((x, y)) == 255 for x, y in at)


def test_everything_on_the_pieces_is_pure_black_or_white(pachisi: Kit) -> None:
    inks: set[str] = set()
    colors = ("g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN", "sh")
    for name, art in marked_content(pachisi.sheets, "/Piece"):
        # halves of grey diamonds on the seams, to lay the board by
        art = re.sub(r"(?s)/Mark align BDC.*?EMC", "", art)
        found = {line for line in art.splitlines() if line.split(" ")[-1] in colors}
        assert found & {"0 g", "0 G"}, name
        inks |= found
    assert inks == {"0 g", "1 g", "0 G", "1 G"}


@pytest.mark.parametrize("part", [1, 0.25])
def test_the_four_pieces_can_be_told_apart_in_black_and_white_alone(part: float, pachisi: Kit) -> None:
    dpi = 254 * part
    found: dict[str, Image.Image] = {}
    rows = [row for row in pachisi.manifest["placements"] if row["part"] == "piece"]
    (number,) = {row["pdf_page"] for row in rows}
    page = render_gray(pachisi.sheets, number - 1, dpi)
    for row in rows:
        if row["design"] not in found:
            left, top, side = (round(row[key] * dpi / 25.4) for key in ("x", "y", "w"))
            image = page.crop((left, top, left + side, top + side)).point(lambda value: 255 * (value >= 128), "1")
            found[row["design"]] = image
    assert set(found) == set(ARMS)
    for one, other in combinations(found.values(), 2):
        differing = ImageChops.logical_xor(one, other).histogram()[-1]
        assert differing > 0.06 * one.width * one.height


def test_the_sheets_take_no_more_ink_than_39_hundredths_of_a_sheet(pachisi: Kit) -> None:
    found = []
    for page in (1, 2):
        counts = render_gray(pachisi.sheets, page, 100).histogram()
        found.append(sum((255 - value) * count for value, count in enumerate(counts)) / 255 / sum(counts))
    # two arms take more than a tenth of a sheet; the center, the aids, the 16 pieces and the shells the rest
    assert all(0.02 < ink < 0.2 for ink in found), found
    assert sum(found) < 0.39


def test_the_road_has_84_steps_and_is_the_same_for_all(pachisi: Kit) -> None:
    routes = board_of(pachisi).routes
    assert list(routes) == list(ARMS)
    assert [len(route) - 1 for route in routes.values()] == [84, 84, 84, 84]
    turned = dict(zip(ARMS, ARMS[1:] + ARMS[:1], strict=True))
    for one, other in zip(ARMS, ARMS[1:] + ARMS[:1], strict=True):
        as_seen = [turned.get(cell.split(".")[0], "center") + cell[len(cell.split(".")[0]) :] for cell in routes[one]]
        assert tuple(as_seen) == routes[other]
    assert [number for number, cell in enumerate(routes["south"]) if cell in CASTLES] == (
        [8, 12, 21, 25, 29, 38, 42, 46, 55, 59, 63, 72, 76]
    )


def test_the_rules_show_the_road_and_the_five_pieces_of_the_board(pachisi: Kit) -> None:
    rules = pachisi.folder / "pachisi-rules-a4.pdf"
    figures = sorted(name for name, _ in marked_content(rules, "/Figure") if not name.startswith(("part:", "icon.")))
    assert figures == [
        "against",
        "aid",
        "assembled",
        "cut",
        "doubles",
        "figure:cloth",
        "first",
        "five",
        "jacket",
        "out",
        "parting",
        "route",
        "safe",
        "setup",
        "shell",
        "signs",
        "take",
        "teams",
        "throws",
        "turn",
        "way-home",
        "ways",
    ]
    with pypdfium2.PdfDocument(rules) as pdf:
        words = [page.get_textpage().get_text_bounded() for page in pdf]
    (shown,) = [text for text in words if "The path of the player at the south arm" in text]
    numbers = {"1", "8", "9", "12", "16", "17", "25", "72", "76", "83", "84"}
    assert {"start", "home"} | numbers <= set(shown.split())


def test_the_road_in_the_rules_runs_through_every_square_in_order(pachisi: Kit) -> None:
    board = board_of(pachisi)
    rules = pachisi.folder / "pachisi-rules-a4.pdf"
    (drawn,) = [drawn for name, drawn in marked_content(rules, "/Mark") if name == "route.south"]
    found = [tuple(map(float, pair)) for pair in re.findall(r"^([\d.]+) ([\d.]+) [ml]$", drawn, re.MULTILINE)]
    margin = 4.8
    scale = (110 - 2 * margin) / board.width
    walk = [board.cells[cell] for cell in board.routes["south"]]
    assert len(found) == len(walk) == 85
    for (x, y), cell in zip(found, walk, strict=True):
        half = max(abs(across) for across, _ in cell.points)
        assert abs((x - margin) / scale - cell.x) < half
        assert abs((y - margin) / scale - cell.y) < half


def copy_game(folder: Path, old: str, new: str) -> Path:
    """Return a copy of the game with a passage of its data changed."""
    game = folder / "pachisi"
    shutil.copytree(GAMES["pachisi"], game)
    text = (game / "game.yaml").read_text("utf-8")
    assert text.count(old) == 1
    (game / "game.yaml").write_text(text.replace(old, new), "utf-8")
    return game


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("barred: [83]", "barred: []", "C13"),
        ('castle: ["*.2.8", "*.1.5", "*.3.5"]', 'castle: ["*.2.8", "*.1.5", east.3.5]', "C12"),
        ("scores: [25, 10, 2,", "scores: [25, 10, 1,", "C5"),
        ("entry: [25, 10, 6]", "entry: [25, 10]", "C14"),
        ("    copies: 6\n", "    copies: 5\n", "C6"),
    ],
)
def test_data_that_contradict_the_rules_are_reported(old: str, new: str, name: str, tmp_path: Path) -> None:
    found = check_data(copy_game(tmp_path, old, new))
    assert name in [finding.message.partition(" ")[0] for finding in found if finding.code == "GF102"]
