"""The finished kit of Pharaoh, measured in the PDF by an independent reader."""

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from itertools import pairwise, product
from math import dist
from pathlib import Path

import pytest

from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from tests.kits import GAMES, Kit, Kits, run
from tests.looks import pdf_pixels
from tests.messages import is_failed_claim_told
from tests.mutants.judge import check_data
from tests.origami import Line, Marks, Point, read_pdf

COLORS = ("red", "yellow", "green", "blue", "black")
CORNERS = {(0, 0), (0, 4), (4, 0), (4, 4)}
PITCH = 37.0
# base and edge, mm, from the sizes that are sold: edge = sqrt(height² + base² / 2)
SIZES = {"small": (1, 14.29, 27.34), "medium": (2, 19.84, 37.64), "large": (3, 25.40, 47.94)}
SUN = 9  # a disc and eight rays
DATA = (GAMES["pharaoh"] / "game.yaml").read_text("utf-8").splitlines()


@pytest.fixture(scope="module")
def pharaoh(kit: Kits) -> Kit:
    return kit("pharaoh")


@pytest.fixture(scope="module")
def printed_marks(pharaoh: Kit) -> dict[str, Marks]:
    return read_pdf(pharaoh.sheets)


@pytest.fixture(scope="module")
def board(printed_marks: dict[str, Marks]) -> Marks:
    return printed_marks["board.1.c1.front"]


def box_center(lines: list[Line]) -> Point:
    """Return the center of the bounding box (mm on the paper)."""
    xs, ys = zip(*(point for line in lines for point in line), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def space_center(board: Marks, row: int, column: int) -> Point:
    """Return where a space should lie, counted from the middle of the board."""
    x, y = box_center(board["cell.r2c2"])
    return round(x + PITCH * (column - 2), 1), round(y + PITCH * (row - 2), 1)


def segment_lengths(lines: list[Line]) -> list[float]:
    return [round(dist(one, other), 2) for line in lines for one, other in pairwise(line)]


def claim_place(name: str) -> str:
    """Return the place of a claim's check."""
    start = DATA.index(f"  - id: {name}")
    line = next(number for number in range(start, len(DATA)) if DATA[number].startswith("    check: "))
    return f"game.yaml:{line + 1}:12: "


def test_there_are_21_spaces_of_37_mm_and_none_in_the_corners(board: Marks) -> None:
    cells = {
        name: tuple(round(at, 1) for at in box_center(lines)) for name, lines in board.items() if name[:5] == "cell."
    }
    places = [at for at in product(range(5), range(5)) if at not in CORNERS]
    assert cells == {f"cell.r{row}c{column}": space_center(board, row, column) for row, column in places}
    assert len(cells) == 21


def test_three_spaces_of_each_edge_have_stairs_towards_it(board: Marks) -> None:
    edges = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
    found: dict[str, list[str]] = {edge: [] for edge in edges}
    for name, lines in board.items():
        stairs = [
            line for line in lines if name[:5] == "cell." and len(line) == 5 and 6 < max(segment_lengths([line])) < 18
        ]
        if len(stairs) == 3:
            (x, y), (left, top) = box_center(stairs), box_center(lines)
            way = (round((x - left) / 12), round((y - top) / 12))
            found[next(edge for edge, step in edges.items() if step == way)].append(name)
    assert found == {
        "north": ["cell.r0c1", "cell.r0c2", "cell.r0c3"],
        "east": ["cell.r1c4", "cell.r2c4", "cell.r3c4"],
        "south": ["cell.r4c1", "cell.r4c2", "cell.r4c3"],
        "west": ["cell.r1c0", "cell.r2c0", "cell.r3c0"],
    }


def test_four_lines_run_through_the_middles_of_three_spaces(board: Marks) -> None:
    lines = {
        "route.row": [(2, 1), (2, 2), (2, 3)],
        "route.column": [(1, 2), (2, 2), (3, 2)],
        "route.diagonal-1": [(1, 1), (2, 2), (3, 3)],
        "route.diagonal-2": [(1, 3), (2, 2), (3, 1)],
    }
    drawn = {name: board[name] for name in board if name.startswith("route.")}
    assert {
        name: [[(round(x, 1), round(y, 1)) for x, y in line] for line in found] for name, found in drawn.items()
    } == {name: [[space_center(board, *at) for at in line]] for name, line in lines.items()}


def test_the_board_is_mostly_paper(pharaoh: Kit, board: Marks) -> None:
    grey = pdf_pixels(pharaoh.sheets.read_bytes(), 1, 75).convert("L")
    x, y = box_center(board["cell.r2c2"])
    scale = 75 / 25.4
    edges = (x - 92.5, y - 92.5, x + 92.5, y + 92.5)
    tones = grey.crop(tuple(round(at * scale) for at in edges)).histogram()  # type: ignore[arg-type]
    ink = sum((255 - tone) * count for tone, count in enumerate(tones)) / 255 / sum(tones)
    assert 0.05 < ink < 0.12


def test_fifteen_pyramids_have_the_sizes_that_are_sold(printed_marks: dict[str, Marks]) -> None:
    names = {f"pyramid.{color}.{size}.c1.front" for color, size in product(COLORS, SIZES)}
    assert {name for name in printed_marks if name.startswith("pyramid.")} == names
    assert len(names) == 15
    for name in names:
        _, base, edge = SIZES[name.split(".")[2]]
        # three folds between sides and one to the base; a tab keeps 0.4 mm from either end of its edge
        tabs = {round(base - 0.8, 2): 3, round(edge - 0.8, 2): 1}
        assert Counter(segment_lengths(printed_marks[name]["mountain"])) == {edge: 3, base: 1, **tabs}, name
        cut = Counter(segment_lengths(printed_marks[name]["cut"]))
        assert (cut[base], cut[edge]) == (3, 1), name


def test_every_side_of_a_pyramid_shows_its_pips(printed_marks: dict[str, Marks]) -> None:
    for color, (size, (pips, *_)) in product(COLORS, SIZES.items()):
        marks = printed_marks[f"pyramid.{color}.{size}.c1.front"]
        # beside the suns: the side itself, its capstone and the line below it, the gate, and the mark of the color
        assert [len(marks[f"face.{side}"]) for side in "1234"] == [pips * SUN + 5] * 4


def test_the_die_has_six_faces_and_opposite_ones_add_up_to_seven(printed_marks: dict[str, Marks]) -> None:
    die = printed_marks["die.1.c1.front"]
    suns = {name[5:]: (len(lines) - 1) / SUN for name, lines in die.items() if name[:5] == "face."}
    assert suns == {"a": 1, "b": 6, "c": 2, "d": 5, "e": 3, "f": 4}
    x, y = box_center(die["face.a"][:1])
    steps = {name: tuple(round((at - o) / 18, 2) for at, o in zip(box_center(die[f"face.{name}"][:1]), (x, y), strict=True))
             for name in suns}  # fmt: skip
    # the net lies a quarter turned clockwise, so that it shares a sheet: what was below is at the left
    assert steps == {"a": (0, 0), "b": (-2, 0), "c": (1, 0), "d": (-1, 0), "e": (0, -1), "f": (0, 1)}


@pytest.mark.thorough
def test_a_scale_makes_larger_pyramids(kit: Kits) -> None:
    larger = read_pdf(kit("pharaoh", "--set", "pyramid.scale=1.25").sheets)
    bases = {"small": 17.86, "medium": 24.80, "large": 31.75}
    edges = {"small": 34.17, "medium": 47.05, "large": 59.93}
    for color, size in product(COLORS, SIZES):
        marks = larger[f"pyramid.{color}.{size}.c1.front"]
        cut, folds = Counter(segment_lengths(marks["cut"])), Counter(segment_lengths(marks["mountain"]))
        assert (cut[bases[size]], folds[bases[size]], folds[edges[size]]) == (3, 1, 3), (color, size)
    assert [round(base, 1) for base in bases.values()] == [17.9, 24.8, 31.8]


@pytest.mark.thorough
@pytest.mark.parametrize("scale", ["1.3", "1.4"])  # a base of 33.02 mm is the first too large for 37 less 4
def test_a_pyramid_that_no_longer_fits_a_space_is_refused(scale: str, tmp_path: Path) -> None:
    options = ["--quiet", "--sheets-only", "--out", str(tmp_path), "--set", f"pyramid.scale={scale}"]
    code, _, stderr = run(["build", str(GAMES["pharaoh"]), *options])
    assert code == 1
    (line,) = stderr.splitlines()
    assert claim_place("R19") + "GF102 R19 the large pyramid stands in a space with 2 mm to spare on each side" in line
    assert list(tmp_path.rglob("*.pdf")) == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pyramids_of_a_size_lie_in_one_row_in_the_order_of_their_colors(paper: str) -> None:
    press = prepare_kit(GAMES["pharaoh"], Options(paper=paper, sheets_only=True)).press
    blocks = [[piece.design.id for piece in block.pieces] for sheet in press.sheets for block in sheet.blocks]
    assert len(press.sheets) == 2
    assert sorted(block for block in blocks if len(block) > 1) == sorted(
        [f"{color}.{size}" for color in COLORS] for size in SIZES
    )
    assert len(blocks) == 6  # these, the board, the die and the aid


def test_a_base_that_fingers_cannot_fold_is_warned_of(tmp_path: Path) -> None:
    code, _, stderr = run(
        ["build", str(GAMES["pharaoh"]), "--sheets-only", "--out", str(tmp_path), "--set", "pyramid.scale=0.8"]
    )
    assert code == 0
    assert "K3 the smallest base is at least 12 mm wide" in stderr  # 14.29 * 0.8 is 11.43


def gray_lightness(paint: str) -> float:
    """Return the lightness L* of a grey, 0 to 100."""
    grey = int(paint[1:3], 16) / 255
    linear = ((grey + 0.055) / 1.055) ** 2.4 if grey > 0.04 else grey / 12.92
    return 116 * linear ** (1 / 3) - 16 if linear > 0.009 else 903.3 * linear


def test_in_gray_five_colors_are_20_steps_of_lightness_apart() -> None:
    palette = (GAMES["pharaoh"].parent.parent / "templates" / "palettes" / "grey.yaml").read_text("utf-8")
    tones = sorted(gray_lightness(re.findall(rf'player.{color}: "(#\w+)"', palette)[0]) for color in COLORS)
    assert all(other - one >= 19.5 for one, other in pairwise(tones)), tones


CHANGED_DATA = {
    "swapped die faces": ("faces: [1, 6, 2, 5, 3, 4]", "faces: [1, 2, 6, 5, 3, 4]", "R5", "GF102"),
    "a line bent by one space": ("row: [r2c1..3]", "row: [r2c1, r2c2, r1c3]", "R8", "GF102"),
    "a space too few to enter by": ("north: [r0c1..3]", "north: [r0c1..2]", "R2", "GF102"),
    "a third player's line too many": ("lines3: [row, column]", "lines3: [row]", "R7", "GF102"),
    "a base as of another pyramid": ("base: 19.84", "base: 18.94", "R13", "GF102"),
    "pips given twice": ("id: medium, pips: 2", "id: medium, pips: 3", "R13", "GF102"),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("old", "new", "name", "code"), CHANGED_DATA.values(), ids=list(CHANGED_DATA))
def test_each_changed_fact_breaks_its_claim(old: str, new: str, name: str, code: str, tmp_path: Path) -> None:
    bent = shutil.copytree(GAMES["pharaoh"], tmp_path / "pharaoh")
    text = (bent / "game.yaml").read_text("utf-8")
    assert text.count(old) == 1
    (bent / "game.yaml").write_text(text.replace(old, new), "utf-8")
    said = list(map(str, check_data(bent)))
    assert is_failed_claim_told(said, f"{claim_place(name)}{name}", code), said


def test_each_color_has_a_mark_of_its_own_on_every_side(printed_marks: dict[str, Marks]) -> None:
    shapes = {
        color: {tuple(round(each, 1) for each in segment_lengths(marks[f"face.{side}"][-1:])) for side in "1234"}
        for color in COLORS
        for marks in [printed_marks[f"pyramid.{color}.large.c1.front"]]
    }
    assert [len(shape) for shape in shapes.values()] == [1] * 5
    assert len({shape for each in shapes.values() for shape in each}) == 5


@pytest.mark.thorough
def test_the_rules_show_how_to_fold_the_lines_and_a_turn(pharaoh: Kit, judge: Callable[[str], str]) -> None:
    (path,) = pharaoh.folder.glob("*-rules-a5.pdf")
    said = subprocess.run([judge("pdftotext"), str(path), "-"], capture_output=True, text=True, check=True).stdout
    assert re.findall(r"^Figure \d+ +[^,.:\n]+", said, re.MULTILINE) == [
        "Figure 1 Red has won",
        "Figure 2 Pips are costs on a pyramid and points",
        "Figure 3 The board",
        "Figure 4 A table set for four",
        "Figure 5 Two players sit opposite each other",
        "Figure 6 What a step costs",
        "Figure 7 Squeezing through is allowed",
        "Figure 8 The medium pyramid captures its equal",
        "Figure 9 The lines for two",
        "Figure 10 The first round",
        "Figure 11 Ann spends 5 points",
        "Figure 12 Ann spends 6 points",
        "Figure 13 What each pyramid pays to reach its place from the lower edge",
        "Figure 14 Score and fold the dashes and dots",
        "Figure 15 Glue the hatched tabs",
        "Figure 16 The die",
    ]
    assert [f"{number} players" in said.splitlines() for number in (2, 3, 4)] == [True] * 3
