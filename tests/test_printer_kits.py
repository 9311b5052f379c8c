"""Kits for a printer that was measured: on the paper that it prints, backs lie behind fronts and lengths are true.

The printer is played on the rendered pages: what its profile says is done to them, as seen from the front.
"""

import json
from array import array
from collections.abc import Iterator
from math import cos, dist, radians, sin
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageOps

from generator.model.finding import DataError, Place
from generator.model.paper import PAPERS
from generator.model.printer import PrinterProfile
from generator.pipeline.build import BuildResult, build_booklet, build_kit
from generator.pipeline.games import check_kit
from generator.pipeline.options import Options
from tests.kits import read_manifest
from tests.looks import pdf_pixels
from tests.messages import facts
from tests.samples import WHOLE

GAME = """\
title: Wren
version: "1"
players: [2, 4]
rules: rules.md
parts:
  card: {kind: card, front: card.svg.j2, back: card.svg.j2, copies: COUNT, size: [63, 88], safe: 3}
claims:
  - {id: A, says: there are cards, rests_on: nothing, check: count('card') == COUNT}
"""
# four squares in the corners, which front and back share: seen through the paper they cover one another
MARKS = ((6.0, 6.0), (57.0, 6.0), (6.0, 82.0), (57.0, 82.0))
CARD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">'
    '<path d="M5 5 h2 v2 h-2 Z M56 5 h2 v2 h-2 Z M5 81 h2 v2 h-2 Z M56 81 h2 v2 h-2 Z" fill="#000000"/></svg>'
)
RULES = "# Wren\n\nDraw a card.\n"
OFFICE = PrinterProfile("office", (1.4, -0.9), 0.2, (99.5, 100.4), (4.5, 4.5, 8.0, 4.5))
DPI = 254  # ten pixels to the millimeter
NEAR = 4.0  # mm around a mark that nothing else stands in
Point = tuple[float, float]


def make_game(folder: Path, count: int = 8) -> Path:
    home = folder / "wren"
    (home / "templates").mkdir(parents=True, exist_ok=True)
    (home / "game.yaml").write_text(GAME.replace("COUNT", str(count)), "utf-8")
    (home / "rules.md").write_text(RULES, "utf-8")
    (home / "templates" / "card.svg.j2").write_text(CARD, "utf-8")
    return home


def build_game(folder: Path, count: int = 8, **chosen: Any) -> BuildResult:
    return build_kit(make_game(folder, count), Options(out=folder / "out", **{"sheets_only": True, **chosen}))


def print_page(picture: Image.Image, printer: PrinterProfile, is_back: bool) -> Image.Image:
    """Return a page as the printer prints it; a back is given and returned as it is seen through the paper."""
    across, down = printer.scale[0] / 100, printer.scale[1] / 100
    turn, (right, below) = (radians(printer.skew), printer.back_offset) if is_back else (0.0, (0.0, 0.0))
    x, y = picture.width / 2, picture.height / 2
    right, below = right * DPI / 25.4, below * DPI / 25.4
    # pillow asks where each pixel comes from: back by the offset, counterclockwise, and to the true scale
    a, b = cos(turn) / across, sin(turn) / across
    c, d = -sin(turn) / down, cos(turn) / down
    shift = x - a * (x + right) - b * (y + below), y - c * (x + right) - d * (y + below)
    data = a, b, shift[0], c, d, shift[1]
    return picture.transform(picture.size, Image.Transform.AFFINE, data, Image.Resampling.BICUBIC, fillcolor=255)


def find_mark(picture: Image.Image, at: Point) -> Point:
    """Return the middle of the ink near a point, mm."""
    left, top = (round((each - NEAR) * DPI / 25.4) for each in at)
    size = round(2 * NEAR * DPI / 25.4)
    ink = ImageOps.invert(picture.crop((left, top, left + size, top + size)))
    found = []
    for start, box in ((left, (size, 1)), (top, (1, size))):
        weights = array("f", ink.convert("F").resize(box, Image.Resampling.BOX).tobytes())
        assert sum(weights) > size / 2, "the mark is there"
        found.append((start + sum((n + 0.5) * each for n, each in enumerate(weights)) / sum(weights)) * 25.4 / DPI)
    return found[0], found[1]


def list_marks(row: dict[str, Any]) -> list[Point]:
    """Return where the manifest has the marks of a piece, in the order of their places on the paper."""
    size = (63.0, 88.0) if row["rotation"] % 180 == 0 else (88.0, 63.0)
    places = MARKS if row["rotation"] % 180 == 0 else [(y, x) for x, y in MARKS]
    assert (row["w"], row["h"]) == size
    return sorted((row["x"] + x, row["y"] + y) for x, y in places)


def turn_over(picture: Image.Image, backs: str) -> Image.Image:
    return {"long-edge": ImageOps.mirror, "short-edge": ImageOps.flip}.get(backs, lambda each: each)(picture)


def measure(built: BuildResult, printer: PrinterProfile, backs: str) -> Iterator[tuple[str, Point, Point]]:
    """Yield each mark: its piece, where the manifest has it, and where it is printed, both as seen from the front."""
    (path,) = built.folder.glob("*-sheets-*.pdf")
    data, manifest = path.read_bytes(), read_manifest(built.folder)
    paper, pages = PAPERS[manifest["paper"]["name"]], dict[int, Image.Image]()
    for row in manifest["placements"]:
        number, is_back = row["pdf_page"], row["side"] == "back" and backs != "fold"
        if number not in pages:
            size = round(paper.width * DPI / 25.4), round(paper.height * DPI / 25.4)
            seen = pdf_pixels(data, number - 1, DPI).convert("L").resize(size)  # pdfium stretches pages to whole pixels
            pages[number] = print_page(turn_over(seen, backs) if is_back else seen, printer, is_back)
        for x, y in list_marks(row):
            if is_back:
                x, y = (paper.width - x, y) if backs == "long-edge" else (x, paper.height - y)
            yield row["id"], (x, y), find_mark(pages[number], (x, y))


def group_marks(found: Iterator[tuple[str, Point, Point]]) -> dict[str, list[tuple[Point, Point]]]:
    grouped: dict[str, list[tuple[Point, Point]]] = {}
    for name, should, seen in found:
        grouped.setdefault(name, []).append((should, seen))
    return {name: sorted(marks) for name, marks in grouped.items()}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("paper", "backs", "order"),
    [
        ("a4", "long-edge", "interleaved"),
        ("letter", "short-edge", "interleaved"),
        ("a4-letter", "long-edge", "fronts-then-reversed-backs"),
        ("a4", "fold", "interleaved"),
    ],
)
def test_on_the_paper_backs_lie_behind_fronts_and_lengths_are_true(
    tmp_path: Path, paper: str, backs: Any, order: Any
) -> None:
    built = build_game(tmp_path, paper=paper, backs=backs, order=order, printer=OFFICE, read_back=WHOLE)
    marks = group_marks(measure(built, OFFICE, backs))
    assert len(marks) == 16
    for name, both in marks.items():
        for should, seen in both:
            assert dist(should, seen) < 0.05, name
    if backs != "fold":
        for name in [name for name in marks if name.endswith("front")]:
            for (_, front), (_, back) in zip(marks[name], marks[name.replace("front", "back")], strict=True):
                assert dist(front, back) < 0.05
    fronts = [mark for name, both in marks.items() if name.endswith("front") for mark in both]
    (should, seen), (far, seen_far) = min(fronts), max(fronts)
    assert dist(should, far) > 60
    assert abs(dist(seen, seen_far) - dist(should, far)) < 0.1 * dist(should, far) / 100


def test_without_the_profile_the_same_printer_misses(tmp_path: Path) -> None:
    marks = group_marks(measure(build_game(tmp_path, read_back=WHOLE), OFFICE, "long-edge"))
    misses = [dist(*mark) for name, both in marks.items() if name.endswith("back") for mark in both]
    assert max(misses) > 1.5


def test_the_manifest_has_the_printer_and_check_reads_the_kit_with_it(tmp_path: Path) -> None:
    built = build_game(tmp_path, printer=OFFICE)
    recorded = json.loads((built.folder / "manifest.json").read_text("utf-8"))["printer"]
    assert recorded == {
        "name": "office",
        "back_offset": [1.4, -0.9],
        "skew": 0.2,
        "scale": [99.5, 100.4],
        "margins": [4.5, 4.5, 8.0, 4.5],
    }
    checked = check_kit(tmp_path / "wren", Options(out=tmp_path / "out"))
    assert "as it would be built" not in checked.summary
    assert [each for each in checked.findings if each.level != "note"] == []
    assert build_game(tmp_path / "plain").checked.findings == built.checked.findings
    assert "printer" not in read_manifest(tmp_path / "plain" / "out" / "wren")


def test_pages_that_are_corrected_for_another_printer_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reader works out the printer's error on its own: a wrong correction does not pass."""
    from generator.impose import printer_correction
    from generator.pipeline.sheets import printing as sheet_printing

    def correct_for_another(_printer: object, *about: Any) -> Any:
        return printer_correction.correct_page(PrinterProfile("office", (1.43, -0.9), 0.2, (99.5, 100.4)), *about)

    monkeypatch.setattr(sheet_printing, "correct_page", correct_for_another)
    with pytest.raises(DataError) as error:
        build_game(tmp_path, printer=OFFICE)
    assert {each.code for each in error.value.findings} == {"GF115", "GF116"}
    assert "0.03" in str(error.value)


def test_a_changed_profile_is_another_build(tmp_path: Path) -> None:
    one = build_game(tmp_path / "one", printer=OFFICE)
    other = build_game(tmp_path / "other", printer=PrinterProfile("office", (1.4, -0.9), 0.2, (99.5, 100.4)))
    builds = {read_manifest(each.folder)["build"] for each in (one, other)}
    assert len(builds) == 2


def test_a_forged_profile_in_a_manifest_is_not_believed(tmp_path: Path) -> None:
    built = build_game(tmp_path, printer=OFFICE)
    path = built.folder / "manifest.json"
    path.write_text(path.read_text("utf-8").replace("99.5", "1e-9"), "utf-8")
    assert "as it would be built" in check_kit(tmp_path / "wren", Options(out=tmp_path / "out")).summary


def test_a_kit_without_backs_and_one_without_pdf(tmp_path: Path) -> None:
    built = build_game(tmp_path, printer=OFFICE, backs="none", formats=frozenset({"svg"}), live_text=True)
    assert built.checked.formats == ("SVG",)
    svg = next(built.folder.glob("svg/*card*.svg")).read_text("utf-8")
    assert '<g transform="matrix(1.005025 0 0 0.996016 ' in svg
    assert "printer\u00a0office" in svg or "printer office" in svg


def test_the_booklet_stands_upright_and_is_corrected(tmp_path: Path) -> None:
    import pikepdf

    home = make_game(tmp_path)
    build_booklet(home, Options(out=tmp_path / "out", printer=OFFICE))
    folder = tmp_path / "out" / "wren"
    with pikepdf.open(folder / "wren-rules-booklet-a4.pdf") as pdf:
        sizes = {tuple(round(float(each) * 25.4 / 72) for each in page.MediaBox[2:]) for page in pdf.pages}
        outer, inner = (page.Contents.read_bytes().split(b" cm")[0] for page in pdf.pages[:2])
        assert pdf.pages[0].TrimBox == pdf.pages[0].MediaBox
    assert sizes == {(210, 297)}
    assert [round(float(each), 4) for each in outer.split()[1:5]] == [0.0, 0.996, -1.005, 0.0]
    turned = [round(float(each), 4) for each in inner.split()[1:5]]
    assert turned == [0.0035, 0.996, -1.005, 0.0035]
    assert read_manifest(folder)["rules"]["printer"]["name"] == "office"
    build_booklet(home, Options(out=tmp_path / "out"))
    assert "printer" not in read_manifest(folder)["rules"]


def test_a_piece_in_the_usual_margins_is_told_once(tmp_path: Path) -> None:
    home = make_game(tmp_path, 6)
    text = (home / "game.yaml").read_text("utf-8").replace("[63, 88]", "[180, 274]")
    (home / "game.yaml").write_text(text, "utf-8")
    (home / "templates" / "card.svg.j2").write_text(CARD, "utf-8")
    found = [each for each in check_kit(home, Options(out=tmp_path / "out")).findings if each.code == "GF313"]
    (told,) = found
    assert facts(told._replace(place=Place(""))) == ": GF313 note: 1 1 4 3 11.5 12.7 11 'gutterfold calibrate'"
    assert "bottom edge" in told.message
