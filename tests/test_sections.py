"""Boards in sections: the finished PDF, assembled again, matches the board drawn whole."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeGuard

import pypdfium2
import pytest
from msgspec.structs import replace
from PIL import Image, ImageDraw

from generator.geometry.bounds import segment_bounds, union_boxes
from generator.geometry.matrix import IDENTITY, Matrix, multiply_matrices, transform_point
from generator.impose.marks import draw_captions
from generator.model.board import Section
from generator.model.finding import DataError
from generator.model.game import Part
from generator.model.picture import Group, Picture, Shape, Text
from generator.model.picture import Path as Line
from generator.model.sheet import Placement
from generator.pipeline.build import BuildResult, build_kit, prepare_kit
from generator.pipeline.options import Options
from generator.proof.kit import Kit
from generator.render.safe_zone import walk_texts
from tests.kits import read_manifest, run
from tests.looks import DPI, difference, pdf_pixels
from tests.messages import facts
from tests.samples import WHOLE, for_each, sample

PIXEL = DPI / 25.4
FINER = 2  # pixels of a page to one of a board: the edges of text soften alike wherever a piece lies
ALLOWED = 0.00001  # of the pixels of a board put together, diamonds aside
WALLS = {"great": "700x700"}  # papers on which boards are drawn whole
WALL = "500x500"
CROSS = "cross: {arms: [south, east, north, west], length: 8, width: 3, cell: 24, corners: true}"
ARMS = 'sections: {center: [center], south: ["south.*"], east: ["east.*"], north: ["north.*"], west: ["west.*"]}'
SHAPES = {
    "cross": f"{CROSS}\n    turn: outward\n    {ARMS}",
    "great": "grid: {columns: 30, rows: 30, cell: 20}\n    joint: tab",
    "tabs": f"{CROSS}\n    turn: outward\n    {ARMS}\n    joint: tab",
    "square": "grid: {columns: 11, rows: 11, cell: 20}\n    border: 20",
    "rings": "rings: {spaces: [30, 24, 18, 12], width: 20, center: 26}\n    border: 24\n    divisible: [center]",
}
SHEETS = {"cross": 2, "tabs": 3, "square": 2, "rings": 2, "great": 12}
BESIDE = {"cross": ["east", "west", "center"]}  # sections with captions beside them, which saves a sheet
GAME = """\
title: Crossroads
version: "1"
players: [2, 4]
parts:
  board:
    kind: board
    title: Board
    front: board.svg.j2
    copies: 1
    %s
claims:
  - {id: A, says: there is a board, rests_on: nothing, check: count('board') >= 1}
"""
TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
  <g fill="none" stroke="#0072b2" stroke-width="1.4"><circle cx="{{ w / 2 }}" cy="{{ h / 2 }}" r="{{ w / 3 }}"/></g>
  {% for c in cells %}
  <g class="{{ c.mark }}" transform="{{ c.at }}">
    <polygon points="{{ c.points }}" fill="none" stroke="#000" stroke-width="0.35"/>
  </g>
  <g transform="{{ c.at }}">
    <circle cx="2" cy="2" r="{{ 1 + loop.index0 % 5 }}" fill="#d55e00"/>
    <text y="-4" text-anchor="middle" font-size="2.5">{{ c.id }}</text>
  </g>
  {% endfor %}
  %s
</svg>
"""
EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}"/>'
Box = tuple[float, float, float, float]


def write_game(home: Path, shape: str, drawing: str = "") -> Path:
    """Write a game that is one board."""
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME % shape, encoding="utf-8")
    (home / "templates" / "board.svg.j2").write_text(TEMPLATE.replace("%s", drawing), encoding="utf-8")
    return home


def make_options(home: Path, paper: str = "a4") -> Options:
    return Options(out=home / "out", paper=paper, formats=frozenset({"pdf"}), backs="none")


class BuiltBoard(NamedTuple):
    """A board built in sections, its kit, and an image of the board drawn whole."""

    name: str
    built: BuildResult
    kit: Kit
    whole: Image.Image

    @property
    def part(self) -> Part:
        return self.kit.parts[0]

    @property
    def sections(self) -> tuple[Section, ...]:
        assert self.part.board is not None
        return self.part.board.sections

    @property
    def pdf(self) -> bytes:
        (path,) = self.built.folder.glob("*-sheets-*.pdf")
        return path.read_bytes()


@pytest.fixture(scope="module", params=sample(SHAPES, 2))
def built_board(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> BuiltBoard:
    """Give each board, built in sections on A4, and in one piece on a paper that is large enough."""
    name, home = request.param, tmp_path_factory.mktemp(request.param)
    one = write_game(home / name, SHAPES[name])
    all_in_one = write_game(home / "whole", SHAPES[name].split("\n    sections")[0])
    whole = build_kit(all_in_one, replace(make_options(home, WALLS.get(name, WALL)), read_back=False))
    assert (whole.sheets, whole.pieces) == (1, 1)
    built = build_kit(one, replace(make_options(home), read_back=WHOLE))
    manifest = read_manifest(whole.folder)
    (row,) = manifest["placements"]
    (path,) = whole.folder.glob("*-sheets-*.pdf")
    page = pdf_pixels(path.read_bytes(), row["pdf_page"] - 1, FINER * DPI)
    size = to_pixels((0.0, 0.0, row["w"], row["h"]))
    whole_board = sample_board(page, row["x"], row["y"], size)
    return BuiltBoard(name, built, prepare_kit(one, make_options(home)), whole_board)


def sample_board(page: Image.Image, x: float, y: float, box: Box, turned: bool = False) -> Image.Image:
    """Return a box of the board (whole pixels) from a page on which the board's origin lies at x, y (mm).

    A board that is turned clockwise runs down from there, and to the left.
    """
    left, top, right, bottom = box
    if turned:
        left, top, right, bottom = -bottom, left, -top, right
    west, north = FINER * (left + x * PIXEL), FINER * (top + y * PIXEL)
    around = west, north, west + FINER * (right - left), north + FINER * (bottom - top)
    found = page.resize((round(right - left), round(bottom - top)), Image.Resampling.BILINEAR, around)
    return found.rotate(90, expand=True) if turned else found


def to_pixels(box: Box) -> tuple[int, int, int, int]:
    """Return a box on the board in whole pixels."""
    return round(box[0] * PIXEL), round(box[1] * PIXEL), round(box[2] * PIXEL), round(box[3] * PIXEL)


def assemble_board(built_board: BuiltBoard, shift: float = 0.0) -> Image.Image:
    """Return the board put together from the areas of its sections in the PDF, by the boxes of the data."""
    manifest = read_manifest(built_board.built.folder)
    board = Image.new("RGB", built_board.whole.size, "#ffffff")
    known = {section.id: section for section in built_board.sections}
    numbers = {row["pdf_page"] for row in manifest["placements"]}
    pages = {number: pdf_pixels(built_board.pdf, number - 1, FINER * DPI) for number in numbers}
    for row in manifest["placements"]:
        section, turned = known[row["design"]], row["rotation"] == 90
        assert row["rotation"] in (0, 90)
        west, north = section.window[:2]
        x, y = (row["x"] + row["w"] + north, row["y"] - west) if turned else (row["x"] - west, row["y"] - north)
        board.paste(
            sample_board(pages[row["pdf_page"]], x + shift, y, to_pixels(section.box), turned), to_pixels(section.box)
        )
    return board


def diamond_centers(section: Section) -> list[tuple[float, float]]:
    """Return the middles of the diamonds on a section's seams, on the board."""
    out = []
    for x1, y1, x2, y2 in section.seams:
        long = x2 - x1 + y2 - y1
        for at in (8.0 / long, 1 - 8.0 / long):
            out.append((round(x1 + at * (x2 - x1), 3), round(y1 + at * (y2 - y1), 3)))
    return out


def mask_seams(picture: Image.Image, built_board: BuiltBoard) -> Image.Image:
    """Return the sections of a board without diamonds and edges, where pixels belong to two pieces."""
    bare = Image.new("RGB", picture.size, "#ffffff")
    pen = ImageDraw.Draw(bare)
    for section in built_board.sections:
        left, top, right, bottom = to_pixels(section.box)
        inside = left + 2, top + 2, right - 2, bottom - 2
        bare.paste(picture.crop(inside), inside)
    for section in built_board.sections:
        for x, y in diamond_centers(section):
            corners = [((x + reach) * PIXEL, (y + reach) * PIXEL) for reach in (-2, 2)]
            pen.rectangle((*corners[0], *corners[1]), fill="#ffffff")
    return bare


def test_assembled_sections_match_the_whole_board(built_board: BuiltBoard) -> None:
    assert built_board.built.sheets == SHEETS[built_board.name]
    whole = mask_seams(built_board.whole, built_board)
    assert difference(mask_seams(assemble_board(built_board), built_board), whole) <= ALLOWED
    assert difference(mask_seams(assemble_board(built_board, shift=1), built_board), whole) > 10 * ALLOWED


def walk_groups(shapes: tuple[Shape, ...], matrix: Matrix = IDENTITY) -> Iterator[tuple[Group, Matrix]]:
    """Yield the named groups with the matrix that leads from what they hold to the picture."""
    for shape in shapes:
        if isinstance(shape, Group):
            inner = multiply_matrices(matrix, shape.matrix)
            if shape.name:
                yield shape, inner
            yield from walk_groups(shape.shapes, inner)


def _line_ends(line: Line) -> list[tuple[float, float]]:
    return [(segment[-2], segment[-1]) for segment in line.segments if len(segment) == 3]


def draw_faces(built_board: BuiltBoard) -> dict[str, Picture]:
    return {
        design.id: built_board.kit.faces.draw_face(built_board.part, design, "front")
        for design in built_board.part.designs
    }


def test_each_cell_is_drawn_once_and_only_marks_are_added(built_board: BuiltBoard) -> None:
    drawn = {
        name: [group.name for group, _ in walk_groups(face.shapes)] for name, face in draw_faces(built_board).items()
    }
    cells = Counter(name for names in drawn.values() for name in names if name.startswith("cell."))
    assert built_board.part.board is not None
    board = built_board.part.board
    assert cells == Counter({f"cell.{name}": 1 + (name in board.divisible) for name in board.cells})
    for section in built_board.sections:
        added = [name for name in drawn[section.id] if not name.startswith("cell.")]
        assert added == (["glue", "cut"] if section.tabs else []) + ["align"]


def test_the_halves_of_each_diamond_meet(built_board: BuiltBoard) -> None:
    ends: Counter[tuple[float, float]] = Counter()
    for section in built_board.sections:
        face = draw_faces(built_board)[section.id]
        (found,) = [each for each in walk_groups(face.shapes) if each[0].name == "align"]
        halves = [line for line in found[0].shapes if isinstance(line, Line)]
        assert len(halves) == 2 * len(section.seams)
        for half in halves:
            points = [transform_point(found[1], x, y) for x, y in _line_ends(half)]
            on = [(round(x + section.window[0], 3), round(y + section.window[1], 3)) for x, y in points]
            left, top, right, bottom = section.box
            assert all(left - 0.001 <= x <= right + 0.001 and top - 0.001 <= y <= bottom + 0.001 for x, y in on)
            assert (round((on[0][0] + on[2][0]) / 2, 3), round((on[0][1] + on[2][1]) / 2, 3)) in diamond_centers(
                section
            )
            assert abs(on[0][0] - on[2][0]) + abs(on[0][1] - on[2][1]) == pytest.approx(3.6)
            ends.update((on[0], on[2]))
    assert ends
    assert set(ends.values()) == {2}


def line_box(line: Line) -> Box:
    found = segment_bounds(line.segments, IDENTITY)
    assert found is not None
    return found


def stands_beside(shape: Shape, placed: Placement) -> TypeGuard[Group]:
    """Tell whether a shape is the caption beside a piece, which reads upwards."""
    return isinstance(shape, Group) and shape.matrix == (0, -1, 1, 0, placed.x, placed.y + placed.height)


def test_a_caption_and_a_map_stand_at_each_section_and_on_no_piece(built_board: BuiltBoard) -> None:
    board, seen = built_board.part.outline, 0
    scale = 6 / board.height
    beside: list[str] = []
    for page in built_board.kit.press.pages():
        maps = 0
        for placed in page.placements:
            assert placed.design.section is not None
            clear = 2.5 + 6 + 1  # for a caption, above the piece or beside it
            shapes, above, others = page.furniture, placed, [each for each in page.placements if each is not placed]
            for group in (shape for shape in page.furniture if stands_beside(shape, placed)):
                shapes, above = group.shapes, placed._replace(x=0.0, y=0.0, width=placed.height)
                beside.append(placed.design.section.id)
            if above is placed:
                assert all(each.y + each.height <= placed.y - clear or each.y >= placed.y for each in others)
            else:
                assert all(each.x + each.width <= placed.x - clear or each.x >= placed.x for each in others)
            turned = " (its top is at the right)" if placed.rotation == 90 else ""
            said = [shape for shape in shapes if isinstance(shape, Text)]
            (words,) = [text for text in said if text.text == f"Board: {placed.design.section.title}{turned}"]
            x, y = above.x + 3, above.y - 2.5 - 6
            left, top, right, bottom = (edge * scale for edge in placed.design.section.box)
            filled = [line_box(line) for line in shapes if isinstance(line, Line) and line.paint.fill]
            wanted = pytest.approx((left + x, top + y, right + x, bottom + y))
            assert [box == wanted for box in filled].count(True) == 1
            assert x + 6 < words.x < words.x + words.width < above.x + above.width
            assert y < words.y - 1.8 < words.y < above.y - 1.5
            maps += len(filled) if above is not placed else 1
            seen += 1
        assert maps == len(page.placements)
        on_page = [shape for shape in page.furniture if isinstance(shape, Line) and shape.paint.fill]
        assert len(on_page) == sum(
            not any(stands_beside(shape, placed) for shape in page.furniture) for placed in page.placements
        )
    assert seen == len(built_board.sections)
    assert beside == BESIDE.get(built_board.name, [])


@for_each([6, 9, 15, 24, 30])
def test_the_map_of_a_narrow_section_stays_above_it(tmp_path: Path, cell: int) -> None:
    names = ", ".join(f"s{column}: [r0c{column}]" for column in range(12))
    shape = f"grid: {{columns: 12, rows: 1, cell: {cell}}}\n    sections: {{{names}}}"
    home = write_game(tmp_path / "one", shape)
    (home / "templates" / "board.svg.j2").write_text(EMPTY, "utf-8")
    kit = prepare_kit(home, make_options(tmp_path))
    sans = kit.fonts.find_font("Source Sans Pro", 400, False)
    pieces = [placed for page in kit.press.pages() for placed in page.placements]
    for placed in pieces:
        lines = [shape for shape in draw_captions([placed], (), sans) if isinstance(shape, Line)]
        assert len(lines) == (0 if cell < 30 else 2)
        assert placed.design.section is not None
        (said,) = [shape for shape in draw_captions([placed], (), sans) if isinstance(shape, Text)]
        assert said.text.rpartition(": ")[2] == placed.design.section.title
        assert placed.x < said.x < said.x + said.width < placed.x + placed.width
        for line in lines:
            left, _, right, _ = line_box(line)
            assert placed.x + 2.9 < left < right < placed.x + placed.width - 2.9
    assert len(pieces) == 12


LONG = "grid: {columns: 2, rows: 1, cell: %s}\n    sections: {far-beyond-the-river: [r0c0], b: [r0c1]}"


@for_each(
    [
        (90, "The great board of the north: far-beyond-the-river"),
        (70, "The great board of t ...: far-beyond-the-river"),
        (51, "far-beyond-the-river"),
        (30, "far-beyond-the-river"),
    ]
)
def test_a_caption_shortens_the_title_and_never_the_name(tmp_path: Path, cell: int, says: str) -> None:
    home = write_game(tmp_path / "one", LONG % cell)
    game = (home / "game.yaml").read_text("utf-8")
    (home / "game.yaml").write_text(game.replace("title: Board", "title: The great board of the north"), "utf-8")
    (home / "templates" / "board.svg.j2").write_text(EMPTY, "utf-8")
    (page, *_) = prepare_kit(home, make_options(tmp_path)).press.pages()
    assert says in [shape.text for shape in page.furniture if isinstance(shape, Text)]


def test_a_section_too_narrow_for_its_name_is_refused_at_the_section(tmp_path: Path) -> None:
    assert build_faults(tmp_path, LONG % 20, "") == ["game.yaml:11:38: GF202 'far-beyond-the-river' 23.2 20"]


def test_a_named_section_larger_than_the_paper_is_refused_at_the_section(tmp_path: Path) -> None:
    shape = "grid: {columns: 3, rows: 1, cell: 100}\n    joint: tab\n    sections: {wide: [r0c0..1], b: [r0c2]}"
    assert build_faults(tmp_path, shape, "", "a5") == ["game.yaml:12:22: GF304 'wide' 'board' 208 100 119 194.8 5 9"]


def test_two_sections_of_one_size_are_both_refused(tmp_path: Path) -> None:
    shape = "grid: {columns: 2, rows: 1, cell: 195}\n    sections: {a: [r0c0], b: [r0c1]}"
    assert [said.partition(" 'board'")[0] for said in build_faults(tmp_path, shape, "")] == [
        "game.yaml:11:19: GF304 'a'",
        "game.yaml:11:30: GF304 'b'",
    ]


def test_a_board_that_would_take_too_many_pieces_is_refused(tmp_path: Path) -> None:
    assert build_faults(tmp_path, "grid: {columns: 40, rows: 40, cell: 1000}", "") == [
        "game.yaml:5:3: GF304 'board' 40000 40000 31,382 4 100"
    ]


def test_board_that_fits_only_without_bleed_is_refused(tmp_path: Path) -> None:
    home = write_game(tmp_path / "one", "grid: {columns: 9, rows: 13, cell: 21}")
    bleeding = EMPTY.replace("0 0 {{ w }} {{ h }}", "-3 -3 {{ w + 6 }} {{ h + 6 }}")
    (home / "templates" / "board.svg.j2").write_text(bleeding, "utf-8")
    with pytest.raises(DataError) as error:
        prepare_kit(home, make_options(tmp_path))
    assert facts(str(error.value).rpartition("/")[2]) == ("game.yaml:5:3: GF304 'board' 189 273 4 3 185 278.4")


def test_a_board_that_would_fit_only_without_bleed_and_ruler_is_cut(tmp_path: Path) -> None:
    home = write_game(tmp_path / "one", "grid: {columns: 8, rows: 10, cell: 24}")
    bleeding = EMPTY.replace("0 0 {{ w }} {{ h }}", "-3 -3 {{ w + 6 }} {{ h + 6 }}")
    (home / "templates" / "board.svg.j2").write_text(bleeding, "utf-8")
    (part,) = prepare_kit(home, make_options(tmp_path)).parts
    assert [design.id for design in part.designs] == ["a1", "b1"]


PLAIN = "cross: {arms: [a, b, c, d], length: 8, width: 3, cell: 24}"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("drawing", "blank"),
    [
        ("", {"a1", "c1"}),
        ('<path d="M20 144 H100" fill="none" stroke="#000" stroke-width="0.4"/>', {"a1", "c1"}),
        ('<rect x="30" y="31" width="5" height="6"/>', {"c1"}),
        ('<text x="30" y="30" font-size="5">Lost</text>', {"c1"}),
        ('<rect x="6" y="6" width="444" height="444" fill="none" stroke="#888"/>', set()),
    ],
)
def test_blank_sections_are_left_out(tmp_path: Path, drawing: str, blank: set[str]) -> None:
    home = write_game(tmp_path / "one", PLAIN)
    cells = TEMPLATE.replace('<circle cx="{{ w / 2 }}" cy="{{ h / 2 }}" r="{{ w / 3 }}"/>', "").replace("%s", drawing)
    (home / "templates" / "board.svg.j2").write_text(cells, "utf-8")
    (part,) = prepare_kit(home, make_options(tmp_path)).parts
    assert part.board is not None
    found = {section.id for section in part.board.sections}
    assert found == {f"{row}{column}" for row in "abc" for column in (1, 2)} - blank
    assert build_kit(home, make_options(tmp_path)).pieces == len(found)


def test_the_legend_names_the_lines_that_are_used(built_board: BuiltBoard) -> None:
    for page in built_board.kit.press.pages():
        turned = [
            shape
            for shape in page.furniture
            if isinstance(shape, Group) and not any(stands_beside(shape, placed) for placed in page.placements)
        ]
        words = [text.text for group in turned for text, _ in walk_texts(group.shapes, IDENTITY)]
        tabs = any(each.design.section and each.design.section.tabs for each in page.placements)
        assert words == ["100 mm", *(["cut", "glue"] if tabs else [])]


def test_nothing_is_printed_outside_the_margins(built_board: BuiltBoard) -> None:
    with pypdfium2.PdfDocument(built_board.pdf) as document:
        count = len(document)
    for page in range(1, count):
        found = pdf_pixels(built_board.pdf, page)
        inner = Image.new("RGB", found.size, "#ffffff")
        edge = round(4.5 * PIXEL)
        box = edge, edge, found.width - edge, found.height - edge
        inner.paste(found.crop(box), box[:2])
        assert inner.tobytes() == found.tobytes()
        assert found.getextrema() != ((255, 255),) * 3


def test_glue_tabs_name_the_section_above_them(built_board: BuiltBoard) -> None:
    for section in built_board.sections:
        said = [
            text.text
            for group, matrix in walk_groups(draw_faces(built_board)[section.id].shapes)
            if group.name == "glue"
            for text, _ in walk_texts(group.shapes, matrix)
        ]
        assert len(said) == len(section.tabs)
        assert all(text.startswith("glue under ") for text in said)
    if built_board.name == "tabs":
        assert sorted(said for said in _tab_texts(built_board)) == [
            f"glue under {arm}" for arm in ("east", "north", "south", "west")
        ]


def _tab_texts(built_board: BuiltBoard) -> Iterator[str]:
    for face in draw_faces(built_board).values():
        for group, _ in walk_groups(face.shapes):
            if group.name == "glue":
                yield from (text.text for text, _ in walk_texts(group.shapes, IDENTITY))


def test_a_tab_names_the_section_of_its_own_board(tmp_path: Path) -> None:
    rows = "grid: {columns: 2, rows: 2, cell: 20}\n    joint: tab\n    sections: {top: [r0c*], %s: [r1c*]}"
    home = write_game(tmp_path / "one", rows % "low")
    game = (home / "game.yaml").read_text("utf-8")
    board = game.partition("parts:\n")[2].partition("claims:")[0]
    other = board.replace("  board:", "  other:").replace("low:", "base:")
    (home / "game.yaml").write_text(game.replace("claims:", f"{other}claims:"), "utf-8")
    kit = prepare_kit(home, make_options(tmp_path))
    first = {part.id: kit.faces.draw_face(part, part.designs[0], "front") for part in kit.parts}
    said = {
        name: [text.text for text, _ in walk_texts(face.shapes, IDENTITY) if "glue" in text.text]
        for name, face in first.items()
    }
    assert said == {"board": ["glue under low"], "other": ["glue under base"]}


@for_each([(50, "glue under low"), (30, "glue"), (20, "glue"), (12, "")])
def test_tab_text_shrinks_to_fit(tmp_path: Path, cell: int, says: str) -> None:
    shape = f"grid: {{columns: 1, rows: 2, cell: {cell}}}\n    joint: tab\n    sections: {{top: [r0c0], low: [r1c0]}}"
    home = write_game(tmp_path / "one", shape)
    (home / "templates" / "board.svg.j2").write_text(EMPTY, "utf-8")
    kit = prepare_kit(home, make_options(tmp_path))
    face = kit.faces.draw_face(kit.parts[0], kit.parts[0].designs[0], "front")
    glue = [group for group, _ in walk_groups(face.shapes) if group.name == "glue"]
    assert " ".join(text.text for group in glue for text, _ in walk_texts(group.shapes, IDENTITY)) == says


@for_each([3, 3.5, 4])
def test_seam_too_short_for_a_hatch_is_still_drawn(tmp_path: Path, cell: float) -> None:
    shape = f"grid: {{columns: 2, rows: 1, cell: {cell}}}\n    joint: tab\n    sections: {{a: [r0c0], b: [r0c1]}}"
    home = write_game(tmp_path / "one", shape)
    without_text = TEMPLATE.replace("<text", "<title").replace("</text", "</title").replace("%s", "")
    (home / "templates" / "board.svg.j2").write_text(without_text, "utf-8")
    both = replace(make_options(tmp_path), formats=frozenset({"pdf", "svg"}))
    assert build_kit(home, both).pieces == 2


@for_each([("0", 1), ("seam", 2), ("260", 1)])
def test_a_named_line_on_an_edge_is_drawn_on_each_side_that_has_a_piece(tmp_path: Path, at: str, pieces: int) -> None:
    shape = "grid: {columns: 11, rows: 11, cell: 20}\n    border: 20"
    bare = prepare_kit(write_game(tmp_path / "bare", shape), make_options(tmp_path))
    assert bare.parts[0].board is not None
    ((x1, y1, x2, y2),) = bare.parts[0].board.sections[0].seams
    assert (y2 - y1, x1, x2) == (0, 0, 260)
    line = f'<g class="edge"><path d="M 30 {y1 if at == "seam" else at} H 80" stroke="#000" stroke-width="4"/></g>'
    kit = prepare_kit(write_game(tmp_path / "one", shape, line), make_options(tmp_path))
    drawn = [kit.faces.draw_face(kit.parts[0], design, "front") for design in kit.parts[0].designs]
    assert len(drawn) == 2
    assert [group.name for face in drawn for group, _ in walk_groups(face.shapes)].count("edge") == pieces


def build_faults(home: Path, shape: str, drawing: str, paper: str = "a4") -> list[str]:
    """Return the facts of the errors of a build, with the drawing that each names."""
    with pytest.raises(DataError) as error:
        build_kit(write_game(home / "one", shape, drawing), make_options(home, paper))
    lines = [str(finding).rpartition("/")[2] for finding in error.value.findings]
    return [" ".join([facts(line), *re.findall(r"\(drawing [^)]*\)", line)]) for line in lines]


def test_a_piece_with_two_clips_side_by_side_is_read_back(tmp_path: Path) -> None:
    home = write_game(tmp_path / "one", SHAPES["cross"])
    both = replace(make_options(tmp_path), formats=frozenset({"pdf", "svg"}))
    assert [each.code for each in build_kit(home, both).checked.findings if each.level == "error"] == []


def test_text_on_a_seam_of_named_sections_is_refused_at_the_section(tmp_path: Path) -> None:
    on_seam = '<text x="{{ w / 2 }}" y="{{ h / 2 + 37 }}" text-anchor="middle" font-size="5">Crossing</text>'
    assert build_faults(tmp_path, SHAPES["cross"], on_seam) == [
        "game.yaml:12:24: GF305 'center' 'south' 'Crossing' (drawing board.center front)"
    ]


def test_text_in_no_section_is_refused(tmp_path: Path) -> None:
    assert build_faults(tmp_path, SHAPES["cross"], '<text x="30" y="30" font-size="5">Lost</text>') == [
        "game.yaml:12:24: GF305 'Lost' (drawing board.center front)"
    ]


def test_a_drawing_in_no_section_is_refused(tmp_path: Path) -> None:
    assert build_faults(tmp_path, SHAPES["cross"], '<g><rect x="30" y="31" width="5" height="6"/></g>') == [
        "board.svg.j2:12:6: GF305 30 31 35 37 (drawing board.center front)"
    ]


def test_text_keeps_clear_of_the_edges_of_its_section(tmp_path: Path) -> None:
    (said,) = build_faults(tmp_path, SHAPES["cross"], '<text x="193" y="300" font-size="5">Near</text>')
    assert said.startswith("board.svg.j2:12:3: GF209 'Near' 1.")


def test_a_board_in_sections_bleeds_beyond_its_seams_and_as_far_as_it_is_drawn_beyond_its_edges(tmp_path: Path) -> None:
    home = write_game(tmp_path / "one", SHAPES["square"])
    template = home / "templates" / "board.svg.j2"
    template.write_text(
        TEMPLATE.replace("0 0 {{ w }} {{ h }}", "-3 -3 {{ w + 6 }} {{ h + 6 }}").replace(
            "%s", '<rect x="-3" y="-3" width="{{ w + 6 }}" height="{{ h + 6 }}" fill="#246"/>'
        )
    )
    kit = prepare_kit(home, make_options(tmp_path))
    (part,) = kit.parts
    assert part.board is not None
    boxes = [section.box for section in part.board.sections]
    west, north = min(box[0] for box in boxes), min(box[1] for box in boxes)
    east, south = max(box[2] for box in boxes), max(box[3] for box in boxes)
    for design in part.designs:
        assert design.section is not None
        picture = kit.faces.draw_face(part, design, "front")
        left, top, right, bottom = design.section.box
        reach = (
            *(3 if left == west else 2, 3 if top == north else 2),
            *(3 if right == east else 2, 3 if bottom == south else 2),
        )
        groups = [each for each in picture.shapes if isinstance(each, Group) and each.clip is not None]
        clips = [segment_bounds(each.clip.segments, each.matrix) for each in groups if each.clip is not None]
        drawn = union_boxes([clip for clip in clips if clip is not None])
        wanted = -reach[0], -reach[1], right - left + reach[2], bottom - top + reach[3]
        assert (picture.x, picture.y) == (-3, -3)
        assert drawn == pytest.approx(wanted)


@for_each(
    [
        (
            "grid: {columns: 2, rows: 2, cell: 130}",
            '<text x="30" y="131" font-size="9">{{ "wide " * 11 }}</text>'
            '<text transform="translate(130 30) rotate(90)" font-size="9">{{ "wide " * 11 }}</text>',
            f"2 1 '{'wide ' * 10}wide'",
            ["1 text"],
        ),
        ("grid: {columns: 1, rows: 1, cell: 300}", "", "4 1 0 0", ["1 cell (r0c0)"]),
        (
            "grid: {columns: 2, rows: 2, cell: 130}\n    sections: {}",
            '<text x="30" y="131" font-size="9">{{ "wide " * 11 }}</text>',
            f"2 1 '{'wide ' * 10}wide'",
            ["1 text"],
        ),
    ]
)
def test_unavoidable_cuts_are_a_warning(
    tmp_path: Path, shape: str, drawing: str, numbers: str, named: list[str]
) -> None:
    found = build_kit(write_game(tmp_path / "one", shape, drawing), make_options(tmp_path)).checked.findings
    assert [facts(f"{each.code} {each.level}: {each.message}") for each in found] == [f"GF305 warning: 4 {numbers}"]
    assert all(f" {each}" in found[0].message for each in named)


def test_kit_is_built_despite_the_warning(tmp_path: Path) -> None:
    home = write_game(tmp_path / "one", "grid: {columns: 1, rows: 1, cell: 300}")
    code, _, stderr = run(["build", str(home), "--out", str(tmp_path / "out")])
    assert re.search(r"game\.yaml:5:3: GF305 warning: .* 4 sections .* 1 cell \(r0c0\)", stderr)
    assert code == 0
    assert (tmp_path / "out" / "one" / "manifest.json").is_file()


@for_each(["", "{{ nothing }}"])
def test_boards_left_out_of_the_build_are_not_reported(tmp_path: Path, drawing: str) -> None:
    home = write_game(tmp_path / "one", "grid: {columns: 1, rows: 1, cell: 300}", drawing)
    chip = "  chip: {kind: token, diameter: 20, front: chip.svg.j2, copies: 1}\nclaims:"
    game = (home / "game.yaml").read_text("utf-8").replace("claims:", chip)
    (home / "game.yaml").write_text(game, "utf-8")
    disc = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="5"/></svg>'
    (home / "templates" / "chip.svg.j2").write_text(disc, "utf-8")
    built = build_kit(home, replace(make_options(tmp_path), only=("chip",)))
    said = [finding for finding in built.checked.findings if finding.level != "note"]
    assert (built.pieces, said) == (1, [])


def test_a_caption_beside_its_section_reads_upwards(tmp_path: Path) -> None:
    """260 mm are more than letter paper has below a caption, and less than it has without one."""
    home = write_game(tmp_path / "one", "grid: {columns: 26, rows: 26, cell: 10}")
    (home / "templates" / "board.svg.j2").write_text(EMPTY, "utf-8")
    kit = prepare_kit(home, Options(out=tmp_path / "out", paper="letter"))
    pages = list(kit.press.pages())
    assert [(p.design.id, round(p.x, 2), round(p.y, 2), p.height) for page in pages for p in page.placements] == [
        ("a1", 47.45, 9.7, 260),
        ("b1", 47.45, 9.7, 260),
    ]
    for page in pages:
        (placed,) = page.placements
        captions = [
            shape
            for shape in page.furniture
            if isinstance(shape, Group) and shape.matrix == (0, -1, 1, 0, placed.x, placed.y + placed.height)
        ]
        (said,) = [shape for shape in captions[0].shapes if isinstance(shape, Text)]
        half = {"a1": "upper", "b1": "lower"}[placed.design.id]
        assert said.text == f"Board: {half} half (its top is at the right)"
        assert -9 < said.y < -1.5  # in the room beside the section
        assert said.x + said.width < placed.height


@for_each(
    [
        ("columns: 6, rows: 4, cell: 50", ["left half", "right half"]),
        ("columns: 5, rows: 4, cell: 60", ["left part", "right part"]),
        ("columns: 4, rows: 6, cell: 50", ["upper half", "lower half"]),
        ("columns: 20, rows: 2, cell: 15", ["a1", "a2"]),
        ("columns: 6, rows: 9, cell: 50", ["a1", "a2", "b1", "b2"]),
    ]
)
def test_two_sections_are_named_after_their_sides(tmp_path: Path, shape: str, titles: list[str]) -> None:
    home = write_game(tmp_path / "one", f"grid: {{{shape}}}")
    (home / "templates" / "board.svg.j2").write_text(EMPTY, "utf-8")
    kit = prepare_kit(home, Options(out=tmp_path / "out", paper="a4"))
    (board,) = [part.board for part in kit.parts if part.board]
    assert [section.title for section in board.sections] == titles
