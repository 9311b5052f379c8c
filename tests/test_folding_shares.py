"""Faces larger than the paper, read from finished sheets in shares, fold to the same box as a net in one piece."""

from collections.abc import Iterable, Mapping
from math import dist
from pathlib import Path

import pdfplumber
import pytest

from generator.components.nets.box import BoxData, unfold_box
from generator.components.nets.division import divide_net, find_largest_panel
from generator.geometry.matrix import transform_point
from generator.geometry.polygon import polygon_area
from generator.model.finding import Place
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.pipeline.sheets.net_pictures import list_piece_maps
from tests import origami
from tests.kits import run
from tests.origami import Leaf, Marks, Solid, dot, subtract
from tests.samples import UNREAD, for_each
from tests.test_folding import FORMATS, Nets, right_angle
from tests.test_folding_boxes import write_game
from tests.test_folding_pieces import fits_a4, frame, make_tray

# Each face is covered with lines on a grid of 20 mm; the length of a line tells which one it is.
GRID = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {{ w + 4 }} {{ h + 4 }}" font-family="Source Sans Pro">
  {% for f in faces %}
  <g class="{{ f.mark }}" transform="{{ f.at }}">
    {% for k in range(400) %}
    {% set x = 20 * (k % 20 - 10) + 3 %}{% set y = 20 * (k // 20 - 10) + 3 %}
    {% if x|abs < f.width / 2 - 8 and y|abs < f.height / 2 - 1 %}
    <line x1="{{ x }}" y1="{{ y }}" x2="{{ x + 1 + k / 100 }}" y2="{{ y }}" stroke="#000000" stroke-width="0.2"/>
    {% endif %}
    {% endfor %}
  </g>
  {% endfor %}
</svg>
"""
BOX = "kind: box, style: tray, inner: [199.7, 284.7, 29.85]"
Grid = dict[int, tuple[Solid, Solid]]  # by the number of a line, its ends


def write_box(folder: Path) -> Path:
    """Write a game of one large box, and return its folder."""
    home = write_game(folder, BOX)
    (home / "templates" / "n.svg.j2").write_text(GRID, "utf-8")
    text = (
        (home / "game.yaml")
        .read_text("utf-8")
        .replace("  hand: {kind: card, size: [63, 88], front: n.svg.j2, copies: 4}\n", "")
    )
    claim = "  - {id: a, says: s, rests_on: r, check: \"count('net') == 1 and solid('net').faces == 5\"}\n"
    (home / "game.yaml").write_text(f"{text}claims:\n{claim}", "utf-8")
    return home


def build_on(folder: Path, paper: str, form: str) -> Nets:
    """Return the marks of the pieces of a box, read from its sheets on a paper."""
    home = write_box(folder)
    arguments = ["--paper", paper, "--sheets-only", "--format", form, "--quiet", "--out", str(folder / "out")]
    status, _, errors = run(["build", str(home), *arguments, *UNREAD])
    assert status == 0, errors
    out = folder / "out" / "boxes"
    if form == "pdf":
        return origami.read_pdf(next(out.glob("*.pdf")))
    found: dict[str, Marks] = {}
    for path in sorted((out / "svg").glob("*.svg")):
        found |= origami.read_svg(path.read_text("utf-8"))
    return found


def fold_pieces(nets: Nets) -> list[tuple[dict[str, Leaf], Marks]]:
    """Return the leaves of each piece, folded, and its marks."""
    made = []
    for _, marks in sorted(nets.items()):
        root = next(mark for mark in marks if mark.startswith("face.")).removeprefix("face.")
        made.append((origami.fold_net(marks, root, right_angle), marks))
    return made


def read_grid(leaf: Leaf, marks: Marks) -> Grid:
    """Return the lines of a face that begin within a leaf, as they lie in space."""
    found = {}
    for line in marks[f"face.{leaf.name}"]:
        (x1, y1), (x2, y2) = line
        if origami.contains_point((x1, y1), leaf.points):
            found[round(100 * (dist(*line) - 1))] = leaf.move((x1, y1, 0.0)), leaf.move((x2, y2, 0.0))
    return found


def list_grids(leaves: Mapping[str, Leaf], marks: Marks) -> dict[str, Grid]:
    return {name: read_grid(leaf, marks) for name, leaf in leaves.items() if not name.startswith("tab")}


def measure_misfit(
    there: Iterable[tuple[Solid, Solid]], here: Iterable[tuple[Solid, Solid]], normals: tuple[Solid, Solid]
) -> float:
    """Return how far lines lie from others after the motion that lays the first line on the first."""
    old, new = [*here], [*there]
    (start, end), (first, last) = old[0], new[0]
    mine, yours = frame(subtract(end, start), normals[0]), frame(subtract(last, first), normals[1])
    far = 0.0
    for line, wanted in zip(old, new, strict=True):
        for point, place in zip(line, wanted, strict=True):
            along = [dot(subtract(point, start), axis) for axis in mine]
            x, y, z = (first[k] + sum(way * axis[k] for way, axis in zip(along, yours, strict=True)) for k in range(3))
            far = max(far, dist((x, y, z), place))
    return far


@pytest.mark.parametrize("form", FORMATS)
def test_shares_of_faces_fold_to_the_box_that_a_larger_paper_has_in_one_piece(tmp_path: Path, form: str) -> None:
    ((whole, whole_marks),) = fold_pieces(build_on(tmp_path / "a3", "a3", form))
    wanted = list_grids(whole, whole_marks)
    assert {name: len(grid) for name, grid in wanted.items()} == {
        "base": 14 * 9, "north": 9, "south": 9, "east": 13, "west": 13,
    }  # fmt: skip
    pieces = fold_pieces(build_on(tmp_path / "a4", "a4", form))
    assert len(pieces) == 2
    seen: dict[str, list[int]] = {name: [] for name in wanted}
    area = dict.fromkeys(wanted, 0.0)
    for leaves, marks in pieces:
        grids = list_grids(leaves, marks)
        for name, grid in grids.items():
            seen[name] += grid
            area[name] += origami.signed_area(leaves[name].points)
        here = [line for grid in grids.values() for line in grid.values()]
        there = [wanted[name][number] for name, grid in grids.items() for number in grid]
        first = next(iter(grids))
        assert measure_misfit(there, here, (leaves[first].normal, whole[first].normal)) < origami.MEET
    assert {name: sorted(numbers) for name, numbers in seen.items()} == {
        name: sorted(grid) for name, grid in wanted.items()
    }
    beyond = {name: round(area[name] - origami.signed_area(whole[name].points)) for name in wanted}
    assert beyond["north"] == beyond["south"] == 0, "they are in one piece each"
    assert 12 * (200 - 30) < beyond["base"] < 12 * 200, "the tab between the shares of the base lies flat"
    assert 12 * (30 - 30) < beyond["east"] == beyond["west"] < 12 * 30


def test_a_cut_across_a_face_passes_between_its_texts() -> None:
    net = make_tray(199.7, 279.7, 39.85)
    (base,) = (panel for panel in net.panels if panel.id == "base")
    x, y = transform_point(base.matrix, 0, 0)

    def cut_of(texts: list[tuple[float, float, float, float]]) -> list[float]:
        made = divide_net(net, fits_a4, texts)
        edges = [panel.points for share in made for panel in share.net.panels if panel.id == "base"]
        return sorted({round(py, 3) for points in edges for _, py in points})

    assert cut_of([]) == [-140, 0, 140]
    assert cut_of([(x - 50, y - 10.5, x + 50, y + 6.5)]) == [-140, 7, 140]


def test_tabs_between_shares_lie_flat_and_have_numbers() -> None:
    made = divide_net(make_tray(200, 280, 40), fits_a4)
    folds = {fold.other for share in made for fold in share.net.folds}
    flat = sorted((tab.onto, tab.number) for share in made for tab in share.net.tabs if tab.id not in folds)
    assert flat == [("base", 1), ("east", 2), ("west", 3)]
    labels = sorted(label.number for share in made for label in share.net.labels)
    assert labels == [1, 2, 3, 4, 5, 6]
    assert all(fits_a4(share.net.width, share.net.height) for share in made)


def test_a_face_that_a_cut_leaves_in_loose_parts_is_not_cut(tmp_path: Path) -> None:
    legs = "[300, 380], [240, 380], [240, 50], [180, 50], [180, 380], [120, 380], [120, 50], [60, 50], [60, 380]"
    table = f"faces: {{a: {{points: [[0, 0], [300, 0], {legs}, [0, 380]]}}, b: {{size: [300, 20]}}}}"
    home = write_game(tmp_path, f"kind: net, {table}, folds: [{{between: [a.1, b.top], angle: 90}}]")
    (home / "templates" / "n.svg.j2").write_text(GRID.replace("faces", "(faces or ())"), "utf-8")
    (home / "game.yaml").write_text(
        (home / "game.yaml")
        .read_text("utf-8")
        .replace("  hand: {kind: card, size: [63, 88], front: n.svg.j2, copies: 4}\n", ""),
        "utf-8",
    )
    status, _, errors = run(["build", str(home), "--sheets-only", "--out", str(tmp_path / "out")])
    assert status == 1
    assert "game.yaml:5:3: GF304" in errors
    assert "its face 'a' is too large, and a straight cut would leave loose parts of it" in errors


@for_each([((200, 280, 40), 5), ((295, 295, 60), 8), ((400, 300, 30), 6)])
def test_large_trays_are_divided(size: tuple[float, float, float], count: int) -> None:
    net = make_tray(*size)
    assert find_largest_panel(net, fits_a4) == "base"
    made = divide_net(net, fits_a4)
    assert len(made) == count
    assert {panel.id for share in made for panel in share.net.panels} == {panel.id for panel in net.panels}


def test_the_map_shows_each_piece_where_it_lies_and_the_tabs_that_join_them(tmp_path: Path) -> None:
    home = write_box(tmp_path)
    kit = prepare_kit(home, Options(sheets_only=True))
    (found,) = list_piece_maps(kit.press, str)
    assert (found.title, round(found.width), round(found.height)) == ("net", 260, 345)
    assert [piece.sheet for piece in found.pieces] == [1, 2]
    nets = [design.net for part in kit.parts for design in part.designs if design.net]
    assert [number for number, _, _ in found.numbers] == sorted(label.number for net in nets for label in net.labels)
    for piece, net in zip(found.pieces, nets, strict=True):
        loops = [read_points(loop) for loop in piece.panels.split(" Z")[:-1]]
        areas = [abs(origami.signed_area(loop)) for loop in loops]
        assert areas == pytest.approx([abs(origami.signed_area(panel.points)) for panel in net.panels], abs=2)
        assert abs(origami.signed_area(read_points(piece.outline[:-2]))) == pytest.approx(sum(areas), abs=2)
        assert any(origami.contains_point((piece.x, piece.y), loop) for loop in loops)
    ((x, y),) = ((x, y) for number, x, y in found.numbers if number == 1)
    assert dist((x, y), (130, 345 / 2)) < 2.3, "the middle of the base"


def read_points(data: str) -> list[tuple[float, float]]:
    pairs = [pair.split() for pair in data.strip().removeprefix("M").split(" L")]
    return [(float(x), float(y)) for x, y in pairs]


def test_the_map_is_printed_on_the_page_on_how_to_print(tmp_path: Path) -> None:
    home = write_box(tmp_path)
    status, _, errors = run(["build", str(home), "--sheets-only", "--quiet", "--out", str(tmp_path / "out")])
    assert status == 0, errors
    with pdfplumber.open(next((tmp_path / "out" / "boxes").glob("*.pdf"))) as document:
        text = document.pages[0].extract_text()
    assert "on sheet 1" in text
    assert "on sheet 2" in text
    assert "a tab without a fold line stays flat" in " ".join(text.split())


def test_a_thumb_notch_stays_in_the_shares_of_its_face() -> None:
    data = BoxData(front="n.svg.j2", inner=[250, 300, 40], notch=20)
    net = unfold_box(data, {}, lambda *path: Place("game.yaml"))
    made = divide_net(net, fits_a4)
    for name in ("front", "back"):
        whole = next(panel.points for panel in net.panels if panel.id == name)
        shares = [panel.points for share in made for panel in share.net.panels if panel.id == name]
        assert len(shares) > 1
        assert sum(map(polygon_area, shares)) == pytest.approx(polygon_area(whole), abs=0.1)
    corners = sum(len(panel.points) for share in made for panel in share.net.panels if panel.id == "front")
    assert corners > 20, "the notch is a curve"
