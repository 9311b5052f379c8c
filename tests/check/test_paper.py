"""The checks of printed pieces: a sound kit passes; a piece too many, too few, misnamed or misplaced is reported."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from generator.model.finding import Finding
from generator.model.paper import PAPERS, BackLayout
from tests.check.kit import FRONTS, LONG, PARTS, SHORT, SOUND, Piece, but, facts_with, held, hold, manifest, see
from tests.samples import for_each

WORDS = (  # what tells the faults of paper apart: pieces, copies and files, and one word of each message
    r"\b[a-z]+(?:\.\w+)+\.(?:front|back)\b|\b(?:gem|hand) [\w.]+ \(?\w+\)?|(?<!\w)c\d\b|\bwren\.pdf\b|svg/wren-\d+\.svg|the (?:PDF|SVG)"
    r"|missing|not printed|not list|beyond|too many|doubled|not in the data|no back|multiple|mirrored|skewed|letter|overlap|twice|long|short|even|odd"
)


def find_faults(folder: Path, pieces: Sequence[Piece], backs: BackLayout = "long-edge") -> list[str]:
    """Return the facts of what the checker finds in a kit of these pieces, with a manifest to match."""
    return list_facts(held(folder, pieces, backs))


def list_facts(findings: Iterable[Finding | str]) -> list[str]:
    """Return the facts of findings, with the pieces and files that they name."""
    return [facts_with(each, WORDS) for each in findings]


def test_a_sound_kit(tmp_path: Path) -> None:
    assert find_faults(tmp_path, SOUND) == []


def test_a_sound_kit_on_the_short_edge(tmp_path: Path) -> None:
    assert find_faults(tmp_path, (*FRONTS, *SHORT), "short-edge") == []


def test_a_sound_kit_without_backs(tmp_path: Path) -> None:
    assert find_faults(tmp_path, tuple(replace(piece, page=2) for piece in FRONTS), "none") == []


@for_each([90, 270])
def test_a_sound_kit_that_lies_on_its_side(tmp_path: Path, turn: int) -> None:
    front = Piece("hand.red.1.c1.front", 3, 20, 30, 80, 60, turn)
    other = Piece("hand.red.2.c1.front", 3, 20, 90, 80, 60, turn)
    backs = tuple(
        replace(p, id=p.id.replace("front", "back"), page=4, x=210 - p.x - 80, turn=360 - turn) for p in (front, other)
    )
    gems = tuple(replace(piece, y=200) for piece in FRONTS[2:])
    assert find_faults(tmp_path, (front, other, *gems, *backs)) == []


def test_one_format_alone(tmp_path: Path) -> None:
    from_pdf, from_svg = see(tmp_path, SOUND)
    assert hold(PARTS, from_pdf, None, manifest(SOUND)) == []
    assert hold(PARTS, None, from_svg, manifest(SOUND)) == []
    assert hold(PARTS, from_pdf, from_svg, None) == []


# -- too few, too many, misnamed ----------------------------------------------------------------------------------


def test_one_too_few(tmp_path: Path) -> None:
    assert find_faults(tmp_path, but("gem.1.c2.front")) == [
        "wren/cards.csv:2:3: GF110 3 gem 1 (front) wren.pdf 2 c2 missing",
        "wren/cards.csv:2:3: GF110 3 gem 1 (front) the SVG 2 c2 missing",
    ]


def test_a_design_without_pieces(tmp_path: Path) -> None:
    pieces = tuple(piece for piece in SOUND if "red.2" not in piece.id)
    assert find_faults(tmp_path, pieces)[:2] == [
        "wren/cards.csv:3:3: GF110 1 hand red.2 (front) wren.pdf 0 c1 missing",
        "wren/cards.csv:3:3: GF110 1 hand red.2 (back) wren.pdf 0 c1 missing",
    ]


def test_a_missing_back(tmp_path: Path) -> None:
    assert (
        find_faults(tmp_path, but("hand.red.2.c1.back"))[0]
        == "wren/cards.csv:3:3: GF110 1 hand red.2 (back) wren.pdf 0 c1 missing"
    )


def test_one_too_many(tmp_path: Path) -> None:
    assert find_faults(tmp_path, (*SOUND, Piece("gem.1.c4.front", 3, 62, 120, 14, 14))) == [
        "wren/cards.csv:2:3: GF110 3 gem 1 (front) wren.pdf 4 c4 too many",
        "wren/cards.csv:2:3: GF110 3 gem 1 (front) the SVG 4 c4 too many",
    ]


def test_one_copy_twice(tmp_path: Path) -> None:
    found = find_faults(tmp_path, (*SOUND, Piece("gem.1.c3.front", 3, 62, 120, 14, 14)))
    assert found[0] == "wren/cards.csv:2:3: GF110 3 gem 1 (front) wren.pdf 4 c3 doubled"


def test_one_misnamed(tmp_path: Path) -> None:
    found = find_faults(tmp_path, but("hand.red.2.c1.front", id="hand.rde.2.c1.front"))
    assert found[:4:2] == [
        "wren/cards.csv:3:3: GF110 1 hand red.2 (front) wren.pdf 0 c1 missing",
        "wren.pdf: GF111 3 hand.rde.2.c1.front not in the data 'hand.red.2' wren/game.yaml:9:3",
    ]


def test_an_undeclared_part(tmp_path: Path) -> None:
    found = find_faults(tmp_path, (*SOUND, Piece("coin.1.c1.front", 3, 20, 200, 14, 14)))
    assert found[0] == "wren.pdf: GF111 3 coin.1.c1.front not in the data 'gem.1' 'hand.red.1' 'hand.red.2'"
    assert found[-2:] == [
        "manifest.json: GF115 the PDF coin.1.c1.front not printed",
        "manifest.json: GF115 the SVG coin.1.c1.front not printed",
    ]


def test_an_undeclared_back(tmp_path: Path) -> None:
    found = find_faults(tmp_path, (*SOUND, Piece("gem.1.c1.back", 4, 176, 120, 14, 14)))
    assert found[0] == "wren.pdf: GF111 4 gem.1.c1.back no back wren/game.yaml:20:3"


def test_backs_in_a_kit_without_backs(tmp_path: Path) -> None:
    assert find_faults(tmp_path, SOUND, "none")[0] == "wren.pdf: GF111 4 hand.red.1.c1.back no back wren/game.yaml:9:3"


# -- size, margins, neighbors -------------------------------------------------------------------------------------


@for_each(
    [
        ({"scale": 0.97}, "58.2 77.6 60 80"),
        ({"scale": 1.0002}, "60.01 80.02 60 80"),
        ({"turn": 45}, "multiple 90"),
    ]
)
def test_a_wrong_size(tmp_path: Path, change: dict[str, Any], expected: str) -> None:
    found = find_faults(tmp_path, but("hand.red.1.c1.front", **change))
    assert found[0] == f"wren/game.yaml:9:3: GF112 hand.red.1.c1.front wren.pdf 3 {expected}"
    assert f"wren/game.yaml:9:3: GF112 hand.red.1.c1.front svg/wren-03.svg {expected}" in found


def test_mirrored_or_skewed(tmp_path: Path) -> None:
    from_pdf, _ = see(tmp_path, SOUND)
    x, y = from_pdf[0].matrix[4:]
    for matrix, expected in (((-1.0, 0.0, 0.0, 1.0, x, y), "mirrored"), ((1.0, 0.0, 0.6, 0.8, x, y), "skewed")):
        found = hold(PARTS, [from_pdf[0]._replace(matrix=matrix), *from_pdf[1:]], None, None)
        assert list_facts(found) == [f"wren/game.yaml:9:3: GF112 hand.red.1.c1.front wren.pdf 3 {expected}"]


def test_cut_off(tmp_path: Path) -> None:
    found = find_faults(tmp_path, but("hand.red.1.c1.front", clip="0 0 59 80"))
    assert found[0] == "wren/game.yaml:9:3: GF112 hand.red.1.c1.front wren.pdf 3 59 80 0 0 60 80"


@for_each([(5, True), (4.9, False), (297 - 85, True), (297 - 84.9, False), (-1, False)])
def test_margins(tmp_path: Path, y: float, good: bool) -> None:
    front = but("hand.red.1.c1.front", y=y)
    pieces = tuple(replace(piece, y=y) if piece.id == "hand.red.1.c1.back" else piece for piece in front)
    gems = tuple(replace(piece, y=110) if piece.id.startswith("gem") else piece for piece in pieces)
    every = find_faults(tmp_path, gems)
    found = [each for each in every if "GF313 note" not in each]
    assert (found == []) == good
    assert (len(every) > len(found)) == (y not in (5, 4.9))  # 5 mm at the bottom are enough for some printers only
    if y == 4.9:
        assert found[0] == "wren/game.yaml:9:3: GF113 hand.red.1.c1.front wren.pdf 3 4.9 5"
    if y == -1:
        assert found[0] == "wren/game.yaml:9:3: GF113 hand.red.1.c1.front wren.pdf 3 1 beyond 5"


def test_a_wrong_paper_size(tmp_path: Path) -> None:
    from_pdf, _ = see(tmp_path, FRONTS)
    assert list_facts(hold(PARTS, from_pdf, None, None, PAPERS["letter"], "none")) == [
        "wren.pdf: GF113 wren.pdf 3 210 297 letter 215.9 279.4"
    ]


def test_neighbors_that_overlap(tmp_path: Path) -> None:
    found = find_faults(tmp_path, but("gem.1.c2.front", x=33.9))
    assert found == [
        "wren.pdf: GF114 wren.pdf 3 gem.1.c1.front gem.1.c2.front overlap",
        "svg/wren-03.svg: GF114 svg/wren-03.svg gem.1.c1.front gem.1.c2.front overlap",
    ]


def test_pieces_in_a_pile(tmp_path: Path) -> None:
    pieces = tuple(replace(piece, x=20, y=120) if piece.id.startswith("gem") else piece for piece in SOUND)
    assert find_faults(tmp_path, pieces)[0].endswith("gem.1.c1.front gem.1.c2.front overlap 2")


# -- one place in all files ---------------------------------------------------------------------------------------


def test_another_position_in_the_svg(tmp_path: Path) -> None:
    from_pdf, _ = see(tmp_path, SOUND)
    for change, expected in (
        ({"x": 48.05}, "0.05"),
        ({"turn": 90}, "0 90"),
    ):
        _, from_svg = see(tmp_path, but("gem.1.c3.front", **change))
        assert list_facts(hold(PARTS, from_pdf, from_svg, None)) == [
            f"wren/game.yaml:20:3: GF115 gem.1.c3.front wren.pdf 3 svg/wren-03.svg {expected}"
        ]
    _, from_svg = see(tmp_path, but("gem.1.c3.front", x=48.015))
    assert hold(PARTS, from_pdf, from_svg, None) == []


def test_on_another_sheet_of_the_svg(tmp_path: Path) -> None:
    from_pdf, _ = see(tmp_path, SOUND)
    _, from_svg = see(tmp_path, but("gem.1.c3.front", page=5))
    assert list_facts(hold(PARTS, from_pdf, from_svg, None)) == [
        "wren/game.yaml:20:3: GF115 gem.1.c3.front wren.pdf 3 svg/wren-05.svg svg/wren-03.svg"
    ]


@for_each(
    [
        ({"x": 48.5}, "0.5"),
        ({"w": 15}, "1"),
        ({"rotation": 90}, "90 0"),
        ({"pdf_page": 4}, "4 3"),
        ({"copy": 2}, "gem 1 2"),
        ({"id": "gem.1.c2.front"}, "twice"),
        ({"id": "gem.1.c9.front"}, "not printed"),
    ]
)
def test_a_wrong_entry_in_the_manifest(tmp_path: Path, change: dict[str, Any], expected: str) -> None:
    from_pdf, _ = see(tmp_path, SOUND)
    rows = [{**row, **change} if row["id"] == "gem.1.c3.front" else row for row in manifest(SOUND)]
    name = change.get("id", "gem.1.c3.front")
    found = list_facts(hold(PARTS, from_pdf, None, rows))
    assert found[0] == f"wren/game.yaml:20:3: GF115 the PDF {name} {expected}"
    assert (found[1:] != []) == ("id" in change)


def test_a_manifest_that_omits_pieces(tmp_path: Path) -> None:
    _, from_svg = see(tmp_path, SOUND)
    assert list_facts(hold(PARTS, None, from_svg, manifest(SOUND)[2:])) == [
        "wren/game.yaml:9:3: GF115 not list hand.red.1.c1.front 1 svg/wren-03.svg"
    ]


def test_a_manifest_with_a_wrong_file(tmp_path: Path) -> None:
    _, from_svg = see(tmp_path, SOUND)
    rows = [{**row, "svg": "svg/wren-09.svg"} for row in manifest(SOUND)]
    found = hold(PARTS, None, from_svg, rows)[0]
    assert found.code == "GF115"
    assert re.search(r"hand\.red\.1\.c1\.front is .* wren-09\.svg .* wren-03\.svg", found.message)


# -- backs --------------------------------------------------------------------------------------------------------

BACK = "wren/game.yaml:9:3: GF116 hand.red.1.c1.back wren.pdf"


@for_each(
    [
        ({"x": 20, "y": 120}, "4 110 long"),
        ({"x": 130.1}, "4 0.1 long"),
        ({"turn": 180}, "4 180 0"),
        ({"page": 6}, "6 3"),
    ]
)
def test_a_back_not_behind_its_front(tmp_path: Path, change: dict[str, Any], expected: str) -> None:
    assert find_faults(tmp_path, but("hand.red.1.c1.back", **change))[0] == f"{BACK} {expected}"


def test_backs_for_the_other_edge(tmp_path: Path) -> None:
    assert find_faults(tmp_path, (*FRONTS, *SHORT))[0] == f"{BACK} 4 177 long"
    assert find_faults(tmp_path, SOUND, "short-edge")[0] == f"{BACK} 4 177 short"


def test_two_backs_exchanged(tmp_path: Path) -> None:
    one, other = LONG
    pieces = (*FRONTS, replace(one, x=other.x), replace(other, x=one.x))
    assert [line.split(" ")[1] for line in find_faults(tmp_path, pieces)] == ["GF116", "GF116"]


def test_fronts_on_the_back_of_a_sheet(tmp_path: Path) -> None:
    pieces = tuple(replace(piece, page=piece.page + 1) for piece in SOUND)
    assert find_faults(tmp_path, pieces)[0] == "wren/game.yaml:9:3: GF116 hand.red.1.c1.front wren.pdf 4 odd"
