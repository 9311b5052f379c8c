"""How a kit is laid out on its sheets, as chosen on the command line: outlines, papers, gaps, grids and sections."""

import re
import shutil
from itertools import permutations
from math import cos, hypot, radians, sin
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from generator.model.paper import get_paper
from generator.model.sheet import find_labels
from generator.pipeline.options import read_label_sheets
from tests.kits import ROOT, read_manifest, run
from tests.samples import UNREAD

SCALE = 10  # pixels to the millimeter
GROUND = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 {{ w + 6 }} {{ h + 6 }}">
  <rect x="-3" y="-3" width="{{ w + 6 }}" height="{{ h + 6 }}" fill="#e94"/>
</svg>
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_game(parts: str, **templates: str) -> None:
    """Write the game `wren` with these parts and templates."""
    Path("wren/templates").mkdir(parents=True, exist_ok=True)
    Path("wren/game.yaml").write_text(f'title: Wren\nversion: "1"\nplayers: [2, 2]\nparts:\n{parts}', "utf-8")
    for name, text in templates.items():
        Path(f"wren/templates/{name}.svg.j2").write_text(text, "utf-8")


def build(*options: str, status: int = 0) -> str:
    """Build the game, and return what is said of faults."""
    code, _, errors = run(["build", "wren", "--quiet", *UNREAD, *options])
    assert code == status, errors
    return errors


def check() -> list[str]:
    """Check the kit, and return the codes of what is found: GF100 is the note that it makes no claims."""
    _, _, errors = run(["check", "wren"])
    return re.findall(r"^.+?: (GF\d{3})", errors, re.MULTILINE)


def look_at(page: int, paper: str = "a4") -> Image.Image:
    """Return a page of the sheets as a PDF reader shows it."""
    with pypdfium2.PdfDocument(f"output/wren/wren-sheets-{paper}.pdf") as file:
        shown: Image.Image = file[page].render(scale=SCALE * 25.4 / 72).to_pil()
    return shown.convert("RGB")


def gray_at(page: Image.Image, x: int, y: int) -> int:
    """Return the brightness of a pixel."""
    color = page.getpixel((x, y))
    assert isinstance(color, tuple)
    return int(sum(color[:3]) / 3)


@pytest.mark.parametrize(("shape", "reach"), [("diameter: 20", 10), ("diameter: 20, sides: 6", 8.66)])
def test_lines_show_where_to_cut_round_pieces(here: Path, shape: str, reach: float) -> None:
    write_game(f"  chit: {{kind: token, {shape}, front: ground.svg.j2, copies: 1}}\n", ground=GROUND)
    build()
    assert "GF322" in check()
    build("--marks", "lines", "--no-how-to")
    assert check() == ["GF100"]
    page = look_at(0)
    row = {x: gray_at(page, x, page.height // 2) for x in range(page.width // 2, page.width // 2 + 12 * SCALE)}
    assert min(row, key=row.__getitem__) / SCALE - 105 == pytest.approx(reach, abs=0.1)  # from the middle


@pytest.mark.parametrize(
    ("paper", "name", "size", "sheets"),
    [("329x483", "329x483", (329, 483), 1), ("19x13in", "13x19in", (330.2, 482.6), 1), ("4x6in", "4x6in", (101.6, 152.4), 8)],
)  # fmt: skip
def test_paper_of_any_size(here: Path, paper: str, name: str, size: tuple[float, float], sheets: int) -> None:
    write_game("  card: {kind: card, size: [60, 80], front: ground.svg.j2, copies: 16}\n", ground=GROUND)
    build("--paper", paper)
    manifest = read_manifest(Path("output/wren"))
    assert manifest["paper"] == {"name": name, "width": size[0], "height": size[1]}
    assert manifest["options"]["paper"] == name
    assert max(row["sheet"] for row in manifest["placements"]) == sheets
    with pypdfium2.PdfDocument(f"output/wren/wren-sheets-{name}.pdf") as file:
        assert [round(side * 25.4 / 72, 1) for side in file[0].get_size()] == list(size)
        assert len(file) == sheets + (paper != "4x6in")  # which has no room for the page on how to print
    assert check() == ["GF100"]


@pytest.mark.parametrize("paper", ["50x50", "3000x200", "0x0", "10x10m"])
def test_what_is_no_paper_is_refused(here: Path, paper: str) -> None:
    write_game("  card: {kind: card, size: [60, 80], front: ground.svg.j2, copies: 16}\n", ground=GROUND)
    assert f"--paper: GF012 '{paper}' is no size of paper from 80x80 to 1600x1600 mm" in build(
        "--paper", paper, status=2
    )


def test_rules_that_paper_does_not_hold_are_set_on_other_paper(here: Path) -> None:
    game = (ROOT / "layouts" / "hypnosia").as_posix()
    code, _, errors = run(["booklet", game, "--paper", "legal"])
    assert code == 0
    assert "rules.md: GF324 warning: the booklet is set on letter paper, as legal paper does not fit" in errors
    names = {path.name for path in Path("output/hypnosia").glob("*.pdf")}
    made = {"half-letter", "booklet-letter", "legal"}
    assert names == {f"hypnosia-rules-{each}.pdf" for each in made}
    with pypdfium2.PdfDocument("output/hypnosia/hypnosia-rules-booklet-letter.pdf") as file:
        assert [round(side) for side in file[0].get_size()] == [792, 612]


@pytest.mark.parametrize(("paper", "other"), [("4x6in", "letter"), ("100x150", "a4"), ("1000x1400", "a4")])
def test_rules_are_set_on_no_photographs_and_posters(here: Path, paper: str, other: str) -> None:
    shutil.copytree(ROOT / "starters" / "cards", "wren")
    code, _, errors = run(["booklet", "wren", "--paper", paper])
    assert code == 0, errors
    assert errors.count("GF324 warning") == 2
    half = {"a4": "a5", "letter": "half-letter"}[other]
    names = {path.name for path in Path("output/wren").glob("*.pdf")}
    assert names == {f"wren-rules-{other}.pdf", f"wren-rules-booklet-{other}.pdf", f"wren-rules-{half}.pdf"}


def draw_map(red_at_left: float = 0.5) -> None:
    """Write a picture of 1000 x 700 pixels, red on the left and blue on the right."""
    Path("wren/images").mkdir(parents=True, exist_ok=True)
    picture = Image.new("RGB", (1000, 700), (0, 0, 200))
    picture.paste((200, 0, 0), (0, 0, round(1000 * red_at_left), 700))
    picture.save("wren/images/map one.png")


@pytest.mark.parametrize("kind", ["board", "mat"])
def test_a_picture_is_a_board_in_sections(here: Path, kind: str) -> None:
    write_game(f"  map: {{kind: {kind}, size: [500, 350], image: images/map one.png, copies: 1}}\n")
    draw_map()
    build("--no-how-to", "--backs", "none")
    rows = read_manifest(Path("output/wren"))["placements"]
    assert [row["design"] for row in rows] == ["a1", "a2", "b1", "b2"]
    assert sum(row["w"] * row["h"] for row in rows) == pytest.approx(500 * 350)
    with pikepdf.open("output/wren/wren-sheets-a4.pdf") as file:
        assert sum(each.get("/Subtype") == "/Image" for each in file.objects if isinstance(each, pikepdf.Stream)) == 1
    colors = [color_at(look_at(row["sheet"] - 1), row["x"] + 20, row["y"] + 20) for row in rows]
    assert colors == [(200, 0, 0), (0, 0, 200)] * 2
    edge = rows[0]["x"] + rows[0]["w"] / 2, rows[0]["y"] + rows[0]["h"] / 2
    assert color_at(look_at(0), *edge) == (200, 0, 0)
    assert set(check()) == {"GF100", "GF323"}  # the picture is coarse


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("joint", "colors"), [("butt", 2.0), ("overlap", 8.0), ("tab", 0.0)])
def test_sections_overlap(here: Path, joint: str, colors: float) -> None:
    write_game(f"  map: {{kind: mat, size: [300, 150], image: images/map one.png, joint: {joint}, copies: 1}}\n")
    draw_map()
    build("--no-how-to", "--backs", "none")
    assert set(check()) == {"GF100", "GF323"}  # the picture is coarse
    row = read_manifest(Path("output/wren"))["placements"][0]
    assert (row["design"], row["rotation"]) == ("a1", 0)
    page, seam = look_at(0), row["x"] + 150
    beyond = [step / 10 for step in range(120) if color_at(page, seam + step / 10, row["y"] + 75) == (0, 0, 200)]
    assert (max(beyond) + 0.1 if beyond else 0.0) == pytest.approx(colors, abs=0.3)  # of the neighbor's color


def test_a_board_needs_cells_or_a_picture(here: Path) -> None:
    write_game("  map: {kind: mat, size: [300, 150], copies: 1}\n")
    assert "GF006 parts.map: a mat needs" in build(status=1)
    write_game("  map: {kind: board, size: [300, 150], copies: 1}\n")
    assert "GF006 parts.map: a board needs" in build(status=1)
    write_game("  map: {kind: board, size: [300, 150], image: images/none.png, copies: 1}\n")
    assert "images/none.png" in build(status=1)
    write_game("  map: {kind: card, size: poker, image: images/none.png, copies: 1}\n")
    assert "GF004" in build(status=1)


def color_at(page: Image.Image, x: float, y: float) -> object:
    """Return the color of a page at a place, mm."""
    return page.getpixel((round(x * SCALE), round(y * SCALE)))


WHITE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}"><path d="M9 9h2"/></svg>'
TWO_SIZES = """\
  card: {kind: card, size: [40, 60], front: white.svg.j2, copies: 5}
  tile: {kind: tile, size: [35, 35], front: white.svg.j2, copies: 4}
"""


def measure_gaps(axis: int) -> set[float]:
    """Return the distances between neighbors of the first sheet along an axis, mm."""
    rows = [row for row in read_manifest(Path("output/wren"))["placements"] if row["sheet"] == 1]
    ends = [((row["x"], row["x"] + row["w"]), (row["y"], row["y"] + row["h"])) for row in rows]
    found = set()
    for one, other in permutations(ends, 2):
        beside = min(one[1 - axis][1], other[1 - axis][1]) - max(one[1 - axis][0], other[1 - axis][0])
        if beside > 0 and other[axis][0] >= one[axis][1] - 0.001:
            found.add(round(other[axis][0] - one[axis][1], 3))
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("gap", "across", "down"), [("0", 0, 0), ("5", 5, 5), ("4,7", 4, 7), ("0,3.5", 0, 3.5), ("16", 16, 16)]
)
def test_a_gap_lies_between_all_pieces(here: Path, gap: str, across: float, down: float) -> None:
    write_game(TWO_SIZES, white=WHITE)
    build("--gap", gap)
    parts = {row["part"] for row in read_manifest(Path("output/wren"))["placements"] if row["sheet"] == 1}
    assert parts == {"card", "tile"}
    assert (min(measure_gaps(0)), min(measure_gaps(1))) == (across, down)
    assert check() == ["GF100"]


@pytest.mark.parametrize("gap", ["1,2,3", "51", "3,-1", "x", ",", "nan,1"])
def test_what_is_no_gap_is_refused(here: Path, gap: str) -> None:
    write_game(TWO_SIZES, white=WHITE)
    assert "--gap: GF012" in build("--gap", gap, status=2)


NINE = "  card: {kind: card, size: [66, 92], front: white.svg.j2, copies: 9}\n"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("options", "margins", "sheets"),
    [([], "", 2), (["--borderless"], "3,3,3,3", 1), (["--margins", "3"], "3,3,3,3", 1), (["--margins", "20"], "20,20,20,20", 3)],
)  # fmt: skip
def test_margins_decide_what_fits(here: Path, options: list[str], margins: str, sheets: int) -> None:
    write_game(NINE, white=WHITE)
    build("--no-how-to", *options)
    manifest = read_manifest(Path("output/wren"))
    assert manifest["options"]["margins"] == margins
    assert max(row["sheet"] for row in manifest["placements"]) == sheets
    page = look_at(0).convert("L").point(lambda value: 255 * (value < 200))
    left, top, right, bottom = page.getbbox() or (0, 0, 0, 0)
    white = [each / SCALE for each in (left, top, page.width - right, page.height - bottom)]
    asked = float(margins.partition(",")[0] or 5)
    assert asked - 0.2 <= min(white) <= asked + 0.6
    assert set(check()) - {"GF313"} == {"GF100"}


def test_margins_differ_by_edge(here: Path) -> None:
    write_game(NINE, white=WHITE)
    build("--no-how-to", "--margins", "10,5,40,5")
    rows = read_manifest(Path("output/wren"))["placements"]
    assert max(row["y"] + row["h"] for row in rows) < 297 - 40
    assert check() == ["GF100"]


@pytest.mark.parametrize("text", ["2", "101", "5,5", "5,5,5,5,5", "x", "-5", "nan", "5,,5,5"])
def test_what_are_no_margins_is_refused(here: Path, text: str) -> None:
    write_game(NINE, white=WHITE)
    assert f"--margins: GF012 '{text}' is not one length or four" in build("--margins", text, status=2)
    assert "give one of the two" in build("--margins", "5", "--borderless", status=2)


def test_margins_that_leave_nothing_are_refused(here: Path) -> None:
    write_game(NINE, white=WHITE)
    assert "--margins: GF312 the margins leave too little of a4 paper" in build("--margins", "90", status=1)


BACKED = """\
  card: {kind: card, size: [60, 80], front: ground.svg.j2, back: ground.svg.j2, copies: 5}
  tile: {kind: tile, size: [35, 35], front: white.svg.j2, copies: 2}
"""


def find_marks(page: Image.Image, row: dict[str, float]) -> bool:
    """Return whether there is ink in line with the left edge of a piece, between its bleed and the edge of the paper."""
    x = round(row["x"] * SCALE)
    top = round((row["y"] - 3.2) * SCALE)
    return any(gray_at(page, x + near, y) < 128 for near in (-1, 0, 1) for y in range(top - 60, top))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
@pytest.mark.parametrize("style", ["corners", "lines"])
@pytest.mark.parametrize(
    ("side", "marked"), [("front", (True, False)), ("back", (False, True)), ("both", (True, True))]
)
def test_marks_stand_on_the_sides_that_are_asked_for(
    here: Path, side: str, marked: tuple[bool, bool], style: str, flip: str
) -> None:
    write_game(BACKED, ground=GROUND, white=WHITE)
    build("--no-how-to", "--marks-on", side, "--marks", style, "--backs", flip)
    rows = read_manifest(Path("output/wren"))["placements"]
    cards = [
        min((row for row in rows if row["part"] == "card" and row["side"] == each), key=lambda row: row["y"])
        for each in ("front", "back")
    ]
    assert tuple(find_marks(look_at(number), card) for number, card in enumerate(cards)) == marked
    assert check() == ["GF100"]


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "fold", "none"])
def test_landscape_sheets_are_flipped_on_the_edges_of_the_paper(here: Path, backs: str) -> None:
    write_game(BACKED, ground=GROUND, white=WHITE)
    build("--orientation", "landscape", "--backs", backs, "--margins", "8,5,5,5")
    with pikepdf.open("output/wren/wren-sheets-a4.pdf") as file:
        assert {tuple(round(float(each) / 72 * 25.4) for each in page.MediaBox) for page in file.pages} == {
            (0, 0, 297, 210)
        }
    rows = {row["id"]: row for row in read_manifest(Path("output/wren"))["placements"]}
    front, back = rows["card.1.c1.front"], rows.get("card.1.c1.back")
    mirrored = {"x": 297 - front["x"] - front["w"], "y": 210 - front["y"] - front["h"]}
    turned = [key for key in mirrored if back and abs(back[key] - mirrored[key]) < 0.01 and front[key] != back[key]]
    assert turned == {"long-edge": ["y"], "short-edge": ["x"], "fold": ["x"], "none": []}[backs]
    assert check() == ["GF100"]


@pytest.mark.parametrize("options", [["--labels", "l7160"], ["--printer", "office"]])
def test_what_is_measured_on_portrait_paper_is_not_turned(here: Path, options: list[str]) -> None:
    write_game(BACKED, ground=GROUND, white=WHITE)
    said = build("--orientation", "landscape", *options, status=1 + ("--labels" in options))
    assert re.search("portrait.*leave out --orientation landscape|leave out --orientation landscape.*portrait", said)


@pytest.mark.parametrize("backs", ["fold", "none"])
def test_marks_on_backs_need_backs(here: Path, backs: str) -> None:
    write_game(BACKED, ground=GROUND, white=WHITE)
    assert "--marks-on is for paper printed on both sides" in build("--marks-on", "both", "--backs", backs, status=2)


def list_places(part: str) -> list[tuple[float, float]]:
    """Return where the fronts of a part lie, mm."""
    rows = read_manifest(Path("output/wren"))["placements"]
    return [(row["x"], row["y"]) for row in rows if row["part"] == part and row["side"] == "front"]


@pytest.mark.parametrize(("copies", "sheets"), [(1, 1), (8, 1), (9, 2)])
def test_a_grid_has_its_slots_at_the_same_places(here: Path, copies: int, sheets: int) -> None:
    write_game(f"  card: {{kind: card, size: [40, 60], front: white.svg.j2, copies: {copies}}}\n", white=WHITE)
    build("--grid", "2x4")
    slots = [(x, y) for y in (28.5, 88.5, 148.5, 208.5) for x in (65, 105)]
    assert list_places("card") == [slots[number % 8] for number in range(copies)]
    assert max(row["sheet"] for row in read_manifest(Path("output/wren"))["placements"]) == sheets
    assert check() == ["GF100"]


def test_a_grid_is_turned_if_it_fits_no_other_way_and_leaves_boards_alone(here: Path) -> None:
    board = "  map: {kind: board, size: [80, 80], front: white.svg.j2, copies: 1}\n"
    write_game(f"  card: {{kind: card, size: [60, 85], front: white.svg.j2, copies: 3}}\n{board}", white=WHITE)
    build("--grid", "2x4", "--gap", "0")
    rows = [row for row in read_manifest(Path("output/wren"))["placements"] if row["part"] == "card"]
    assert {(row["w"], row["h"], row["rotation"]) for row in rows} == {(85.0, 60.0, 90)}
    assert len(list_places("map")) == 1
    said = build("--grid", "4x4", status=1)
    assert "GF304 4 columns and 4 rows of the part 'card' (60 x 85 mm) do not fit on a4 paper" in said


@pytest.mark.parametrize("grid", ["0x4", "2", "2x", "100x1", "2x4x3", "axb", "-1x2"])
def test_what_is_no_grid_is_refused(here: Path, grid: str) -> None:
    write_game(NINE, white=WHITE)
    assert f"--grid: GF012 '{grid}' is not columns x rows" in build("--grid", grid, status=2)


LABEL = "3x7,60x40,65x42,7x3"
STICKERS = "  sticker: {{kind: tile, size: {size}, front: ground.svg.j2, copies: {copies}}}\n"


@pytest.mark.parametrize(("copies", "start"), [(1, 1), (5, 4), (30, 1), (3, 20)])
def test_labels_have_their_places_whatever_is_printed(here: Path, copies: int, start: int) -> None:
    write_game(STICKERS.format(size="[50, 30]", copies=copies), ground=GROUND)
    build("--labels", LABEL, "--start-at", str(start))
    slots = [(7 + 65 * column + 5, 3 + 42 * row + 5) for row in range(7) for column in range(3)]
    assert list_places("sticker") == [slots[(start - 1 + number) % 21] for number in range(copies)]
    manifest = read_manifest(Path("output/wren"))
    assert {row["sheet"] for row in manifest["placements"]} == {1, 2} if start - 1 + copies > 21 else {1}
    assert (manifest["options"]["labels"], manifest["options"]["start_at"]) == (LABEL, start)
    x, y = slots[start - 1]
    page = look_at(0)
    page.paste((255, 255, 255), (round((x - 3.1) * SCALE), round((y - 3.1) * SCALE), page.width, page.height))
    if start <= 3:
        assert page.convert("L").getextrema() == (255, 255)  # nothing but the pieces and their bleeds is printed
    assert check() == ["GF100"]


def test_art_ends_between_two_labels(here: Path) -> None:
    write_game(STICKERS.format(size="[40, 60]", copies=2), ground=GROUND)
    build("--labels", LABEL)
    rows = read_manifest(Path("output/wren"))["placements"]
    assert [(row["x"], row["y"], row["rotation"]) for row in rows] == [(7, 3, 90), (72, 3, 90)]
    row = [color_at(look_at(0), x, 20) == (255, 255, 255) for x in (5.5, 6.5, 67.5, 68.5, 70.5, 71.5)]
    assert row == [True, False, False, True, True, False]  # 1 mm: half of what is between labels below one another


@pytest.mark.parametrize(("name", "paper", "count"), [("L7160", "a4", 21), ("5160", "letter", 30)])
def test_labels_by_name(here: Path, name: str, paper: str, count: int) -> None:
    write_game(STICKERS.format(size="[50, 20]", copies=count), ground=GROUND)
    build("--labels", name)
    manifest = read_manifest(Path("output/wren"))
    assert (manifest["paper"]["name"], {row["sheet"] for row in manifest["placements"]}) == (paper, {1})
    assert check() == ["GF100"]


def test_all_labels_that_have_names_fit_their_paper() -> None:
    for text, paper in read_label_sheets().values():
        labels, (_, wide, high) = find_labels(text), get_paper(paper)
        assert labels is not None
        x, y = labels.find_middle(labels.slots - 1)
        beyond = wide - x - labels.size[0] / 2, high - y - labels.size[1] / 2
        assert beyond == pytest.approx(labels.first, abs=0.05), text  # as far from the right as from the left


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--labels", "l7161"], "--labels: GF012 there are no labels 'l7161'; did you mean"),
        (["--labels", "3x7,60x40,50x42,7x2"], "--labels: GF012 there are no labels"),
        (["--labels", LABEL, "--start-at", "22"], "--start-at: GF012 a sheet has 21 labels"),
        (["--labels", LABEL, "--start-at", "0"], "--start-at: GF012 0 is too small"),
        (["--start-at", "2"], "--start-at counts labels"),
        (["--labels", LABEL, "--backs", "fold"], "labels are not folded"),
    ],
)
def test_what_are_no_labels_is_refused(here: Path, options: list[str], said: str) -> None:
    write_game(STICKERS.format(size="[50, 30]", copies=2), ground=GROUND)
    assert said in build(*options, status=2)


def test_what_is_larger_than_a_label_is_refused(here: Path) -> None:
    write_game(STICKERS.format(size="[50, 41]", copies=2), ground=GROUND)
    said = build("--labels", LABEL, status=1)
    assert "GF304 the part 'sticker' (50 x 41 mm) does not fit on a label of 60 x 40 mm" in said


DIVIDERS = """\
  index:
    kind: divider
    size: [70, 80]
    places: 3
    front: divider.svg.j2
    back: divider.svg.j2
    rows: [{id: day, place: 1}, {id: dusk, place: 2}]
    copies: 1
"""
DIVIDER = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {{ w + 4 }} {{ h + 4 }}">
  {% for f in faces %}
  <g class="{{ f.mark }}" transform="{{ f.at }}"><rect x="{{ facts.tab_x - 3 }}" y="{{ facts.tab_y - 2 }}" width="6" height="6" fill="#080"/></g>
  {% endfor %}
</svg>
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "fold"])
def test_dividers_are_printed_on_both_sides(here: Path, backs: str) -> None:
    write_game(DIVIDERS, divider=DIVIDER)
    build("--no-how-to", "--backs", backs, "--gap", "3")
    rows = read_manifest(Path("output/wren"))["placements"]
    assert [(row["design"], row["side"]) for row in rows] == [
        ("day", "front"),
        ("dusk", "front"),
        ("day", "back"),
        ("dusk", "back"),
    ]
    for row in rows:
        page = look_at(1 if row["side"] == "back" and backs != "fold" else 0)
        inside = {"day": 70 / 6, "dusk": 35.0}[row["design"]], 5.0
        if row["side"] == "back":
            inside = 70 - inside[0], inside[1]
        x, y = {
            0: inside,
            90: (90 - inside[1], inside[0]),
            180: (70 - inside[0], 90 - inside[1]),
            270: (inside[1], 70 - inside[0]),
        }[row["rotation"]]
        assert color_at(page, row["x"] + x, row["y"] + y) == (0, 136, 0), row
    assert set(check()) <= {"GF100", "GF140"}


def test_what_is_folded_has_no_back(here: Path) -> None:
    write_game(
        "  man: {kind: standee, size: [16, 35], front: white.svg.j2, back: white.svg.j2, copies: 1}\n", white=WHITE
    )
    assert "GF006 a folded part cannot have a `back`" in build(status=1)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("copies", [1, 2, 7, 22])
def test_hexagons_that_touch_have_their_edges_in_lines(here: Path, copies: int) -> None:
    write_game(
        f"  hex: {{kind: token, diameter: 40, sides: 6, front: ground.svg.j2, back: ground.svg.j2, copies: {copies}}}\n",
        ground=GROUND,
    )
    build("--no-how-to", "--touch", "--marks", "lines")
    rows = [row for row in read_manifest(Path("output/wren"))["placements"] if row["side"] == "front"]
    wide, first = rows[0]["w"], rows[0]
    assert (len(rows), {row["sheet"] for row in rows}, {row["rotation"] for row in rows}) == (copies, {1}, {0})
    for turn in (0, 60, 120):  # across each pair of edges, all lie whole widths apart: a straight cut follows them
        across = cos(radians(turn)), sin(radians(turn))
        for row in rows:
            away = (row["x"] - first["x"]) * across[0] + (row["y"] - first["y"]) * across[1]
            assert away / wide == pytest.approx(round(away / wide), abs=1e-4)
    spots = {(row["x"], row["y"]) for row in rows}
    assert len(spots) == copies
    gaps = [hypot(one[0] - other[0], one[1] - other[1]) for one, other in permutations(spots, 2)]
    assert not gaps or min(gaps) == pytest.approx(40, abs=1e-3)  # corner to corner
    assert check() == ["GF100"]
