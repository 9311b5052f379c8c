"""A sound kit passes; with one piece too many, too few, misnamed or misplaced it is found out, and both places are named."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.model.paper import PAPERS
from tests.check.kit import FRONTS, LONG, PARTS, SHORT, SOUND, Piece, but, held, hold, lines, manifest, see


def test_a_sound_kit(tmp_path: Path) -> None:
    assert held(tmp_path, SOUND) == []


def test_a_sound_kit_on_the_short_edge(tmp_path: Path) -> None:
    assert held(tmp_path, (*FRONTS, *SHORT), "short-edge") == []


def test_a_sound_kit_without_backs(tmp_path: Path) -> None:
    assert held(tmp_path, tuple(replace(piece, page=2) for piece in FRONTS), "none") == []


@pytest.mark.parametrize("turn", [90, 270])
def test_a_sound_kit_that_lies_on_its_side(tmp_path: Path, turn: int) -> None:
    front = Piece("hand.red.1.c1.front", 3, 20, 30, 80, 60, turn)
    other = Piece("hand.red.2.c1.front", 3, 20, 90, 80, 60, turn)
    backs = tuple(
        replace(p, id=p.id.replace("front", "back"), page=4, x=210 - p.x - 80, turn=360 - turn) for p in (front, other)
    )
    gems = tuple(replace(piece, y=200) for piece in FRONTS[2:])
    assert held(tmp_path, (front, other, *gems, *backs)) == []


def test_one_format_alone(tmp_path: Path) -> None:
    from_pdf, from_svg = see(tmp_path, SOUND)
    assert hold(PARTS, from_pdf, None, manifest(SOUND)) == []
    assert hold(PARTS, None, from_svg, manifest(SOUND)) == []
    assert hold(PARTS, from_pdf, from_svg, None) == []


# -- too few, too many, misnamed ----------------------------------------------------------------------------------


def test_one_too_few(tmp_path: Path) -> None:
    assert held(tmp_path, but("gem.1.c2.front")) == [
        "wren/cards.csv:2:3: GF110 the data declares 3 copies of gem 1 (front), wren.pdf prints 2: c2 missing",
        "wren/cards.csv:2:3: GF110 the data declares 3 copies of gem 1 (front), the SVG prints 2: c2 missing",
    ]


def test_a_design_that_is_not_there_at_all(tmp_path: Path) -> None:
    pieces = tuple(piece for piece in SOUND if "red.2" not in piece.id)
    assert held(tmp_path, pieces)[:2] == [
        "wren/cards.csv:3:3: GF110 the data declares 1 copy of hand red.2 (front), wren.pdf prints 0: c1 missing",
        "wren/cards.csv:3:3: GF110 the data declares 1 copy of hand red.2 (back), wren.pdf prints 0: c1 missing",
    ]


def test_a_missing_back(tmp_path: Path) -> None:
    assert held(tmp_path, but("hand.red.2.c1.back"))[0] == (
        "wren/cards.csv:3:3: GF110 the data declares 1 copy of hand red.2 (back), wren.pdf prints 0: c1 missing"
    )


def test_one_too_many(tmp_path: Path) -> None:
    assert held(tmp_path, (*SOUND, Piece("gem.1.c4.front", 3, 62, 120, 14, 14))) == [
        "wren/cards.csv:2:3: GF110 the data declares 3 copies of gem 1 (front), wren.pdf prints 4: c4 too many",
        "wren/cards.csv:2:3: GF110 the data declares 3 copies of gem 1 (front), the SVG prints 4: c4 too many",
    ]


def test_one_twice(tmp_path: Path) -> None:
    found = held(tmp_path, (*SOUND, Piece("gem.1.c3.front", 3, 62, 120, 14, 14)))
    assert found[0] == (
        "wren/cards.csv:2:3: GF110 the data declares 3 copies of gem 1 (front), wren.pdf prints 4: c3 doubled"
    )


def test_one_misnamed(tmp_path: Path) -> None:
    found = held(tmp_path, but("hand.red.2.c1.front", id="hand.rde.2.c1.front"))
    assert found[:4:2] == [
        "wren/cards.csv:3:3: GF110 the data declares 1 copy of hand red.2 (front), wren.pdf prints 0: c1 missing",
        "wren.pdf: GF111 page 3 prints hand.rde.2.c1.front, which is not in the data; did you mean 'hand.red.2'?"
        "; the part is declared at wren/game.yaml:9:3",
    ]


def test_a_part_that_nobody_declared(tmp_path: Path) -> None:
    found = held(tmp_path, (*SOUND, Piece("coin.1.c1.front", 3, 20, 200, 14, 14)))
    assert found[0] == (
        "wren.pdf: GF111 page 3 prints coin.1.c1.front, which is not in the data"
        "; there is 'gem.1', 'hand.red.1', 'hand.red.2'"
    )
    assert found[-2:] == [
        "manifest.json: GF115 manifest.json and the PDF differ: coin.1.c1.front is listed and not printed",
        "manifest.json: GF115 manifest.json and the SVG differ: coin.1.c1.front is listed and not printed",
    ]


def test_a_back_that_nobody_declared(tmp_path: Path) -> None:
    found = held(tmp_path, (*SOUND, Piece("gem.1.c1.back", 4, 176, 120, 14, 14)))
    assert found[0] == (
        "wren.pdf: GF111 page 4 prints gem.1.c1.back, but the data declares no back for it"
        "; the part is declared at wren/game.yaml:20:3"
    )


def test_backs_that_nobody_asked_for(tmp_path: Path) -> None:
    assert "GF111 page 4 prints hand.red.1.c1.back, but" in held(tmp_path, SOUND, "none")[0]


# -- size, margins, neighbors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"scale": 0.97}, "it comes out 58.2 x 77.6 mm and not 60 x 80 mm"),
        ({"scale": 1.0002}, "it comes out 60.01 x 80.02 mm and not 60 x 80 mm"),
        ({"turn": 45}, "it is not turned by quarters"),
    ],
)
def test_not_its_true_size(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    found = held(tmp_path, but("hand.red.1.c1.front", **change))
    assert found[0] == f"wren/game.yaml:9:3: GF112 hand.red.1.c1.front in wren.pdf, page 3: {says}"
    assert f"wren/game.yaml:9:3: GF112 hand.red.1.c1.front in svg/wren-03.svg: {says}" in found


def test_mirrored_or_skewed(tmp_path: Path) -> None:
    from_pdf, _ = see(tmp_path, SOUND)
    x, y = from_pdf[0].matrix[4:]
    for matrix, says in (((-1.0, 0.0, 0.0, 1.0, x, y), "it is mirrored"), ((1.0, 0.0, 0.6, 0.8, x, y), "it is skewed")):
        found = hold(PARTS, [from_pdf[0]._replace(matrix=matrix), *from_pdf[1:]], None, None)
        assert lines(found) == [f"wren/game.yaml:9:3: GF112 hand.red.1.c1.front in wren.pdf, page 3: {says}"]


def test_cut_off(tmp_path: Path) -> None:
    found = held(tmp_path, but("hand.red.1.c1.front", clip="0 0 59 80"))
    assert found[0] == (
        "wren/game.yaml:9:3: GF112 hand.red.1.c1.front in wren.pdf, page 3: it is cut to 59 x 80 mm from 0, 0 of its 60 x 80 mm"
    )


@pytest.mark.parametrize(("y", "good"), [(5, True), (4.9, False), (297 - 85, True), (297 - 84.9, False), (-1, False)])
def test_margins(tmp_path: Path, y: float, good: bool) -> None:
    front = but("hand.red.1.c1.front", y=y)
    pieces = tuple(replace(piece, y=y) if piece.id == "hand.red.1.c1.back" else piece for piece in front)
    gems = tuple(replace(piece, y=110) if piece.id.startswith("gem") else piece for piece in pieces)
    found = held(tmp_path, gems)
    assert (found == []) == good
    if y == 4.9:
        assert found[0] == (
            "wren/game.yaml:9:3: GF113 hand.red.1.c1.front in wren.pdf, page 3: 4.9 mm from the paper's edge, "
            "where 5 mm is the least that printers keep"
        )
    if y == -1:
        assert "1 mm beyond the paper's edge" in found[0]


def test_another_paper(tmp_path: Path) -> None:
    from_pdf, _ = see(tmp_path, FRONTS)
    assert lines(hold(PARTS, from_pdf, None, None, PAPERS["letter"], "none")) == [
        "wren.pdf: GF113 wren.pdf, page 3 is 210 x 297 mm and not letter, 215.9 x 279.4 mm"
    ]


def test_neighbors_that_overlap(tmp_path: Path) -> None:
    found = held(tmp_path, but("gem.1.c2.front", x=33.9))
    assert found == [
        "wren.pdf: GF114 wren.pdf, page 3: gem.1.c1.front and gem.1.c2.front overlap",
        "svg/wren-03.svg: GF114 svg/wren-03.svg: gem.1.c1.front and gem.1.c2.front overlap",
    ]


def test_a_pile(tmp_path: Path) -> None:
    pieces = tuple(replace(piece, x=20, y=120) if piece.id.startswith("gem") else piece for piece in SOUND)
    assert held(tmp_path, pieces)[0].endswith("gem.1.c1.front and gem.1.c2.front overlap, and 2 more such pairs")


# -- one place in all files ---------------------------------------------------------------------------------------


def test_elsewhere_in_the_svg(tmp_path: Path) -> None:
    from_pdf, _ = see(tmp_path, SOUND)
    for change, says in (
        ({"x": 48.05}, "it lies 0.05 mm apart"),
        ({"turn": 90}, "it is turned by 0 and by 90 degrees"),
    ):
        _, from_svg = see(tmp_path, but("gem.1.c3.front", **change))
        assert lines(hold(PARTS, from_pdf, from_svg, None)) == [
            f"wren/game.yaml:20:3: GF115 gem.1.c3.front differs between wren.pdf, page 3 and svg/wren-03.svg: {says}"
        ]
    _, from_svg = see(tmp_path, but("gem.1.c3.front", x=48.015))
    assert hold(PARTS, from_pdf, from_svg, None) == []


def test_on_another_sheet_of_the_svg(tmp_path: Path) -> None:
    from_pdf, _ = see(tmp_path, SOUND)
    _, from_svg = see(tmp_path, but("gem.1.c3.front", page=5))
    assert lines(hold(PARTS, from_pdf, from_svg, None)) == [
        "wren/game.yaml:20:3: GF115 gem.1.c3.front differs between wren.pdf, page 3 and svg/wren-05.svg: "
        "its page is svg/wren-03.svg for other pieces"
    ]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"x": 48.5}, "is listed 0.5 mm from where it lies"),
        ({"w": 15}, "is listed 1 mm from where it lies"),
        ({"rotation": 90}, "is listed as turned by 90 and is turned by 0"),
        ({"pdf_page": 4}, "is listed on 4 and lies on 3"),
        ({"copy": 2}, "is listed as gem 1 2 front"),
        ({"x": None}, "has no x, y, w and h"),
        ({"id": "gem.1.c2.front"}, "is listed twice"),
        ({"id": "gem.1.c9.front"}, "is listed and not printed"),
    ],
)
def test_another_manifest(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    from_pdf, _ = see(tmp_path, SOUND)
    rows = [{**row, **change} if row["id"] == "gem.1.c3.front" else row for row in manifest(SOUND)]
    name = change.get("id", "gem.1.c3.front")
    found = lines(hold(PARTS, from_pdf, None, rows))
    assert found[0] == f"wren/game.yaml:20:3: GF115 manifest.json and the PDF differ: {name} {says}"
    assert (found[1:] != []) == ("id" in change)


def test_a_manifest_that_leaves_out(tmp_path: Path) -> None:
    _, from_svg = see(tmp_path, SOUND)
    assert lines(hold(PARTS, None, from_svg, manifest(SOUND)[2:])) == [
        "wren/game.yaml:9:3: GF115 manifest.json does not list hand.red.1.c1.front and 1 more pieces of svg/wren-03.svg"
    ]


def test_a_manifest_with_another_file(tmp_path: Path) -> None:
    _, from_svg = see(tmp_path, SOUND)
    rows = [{**row, "svg": "svg/wren-09.svg"} for row in manifest(SOUND)]
    assert "is listed on wren-09.svg and lies on wren-03.svg" in lines(hold(PARTS, None, from_svg, rows))[0]


# -- backs --------------------------------------------------------------------------------------------------------

BACK = "wren/game.yaml:9:3: GF116 hand.red.1.c1.back in wren.pdf, page"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"x": 20, "y": 120}, "4 is not right behind its front: it lies 110 mm off, turned over the long edge"),
        ({"x": 130.1}, "4 is not right behind its front: it lies 0.1 mm off, turned over the long edge"),
        ({"turn": 180}, "4 is not right behind its front: it is turned by 180 and not by 0 degrees"),
        ({"page": 6}, "6 is not right behind its front: its front is on page 3"),
    ],
)
def test_a_back_that_is_not_behind(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    assert held(tmp_path, but("hand.red.1.c1.back", **change))[0] == f"{BACK} {says}"


def test_backs_of_the_other_edge(tmp_path: Path) -> None:
    assert "it lies 177 mm off, turned over the long edge" in held(tmp_path, (*FRONTS, *SHORT))[0]
    assert "it lies 177 mm off, turned over the short edge" in held(tmp_path, SOUND, "short-edge")[0]


def test_the_backs_of_two_cards_changed_about(tmp_path: Path) -> None:
    one, other = LONG
    pieces = (*FRONTS, replace(one, x=other.x), replace(other, x=one.x))
    assert [line.split(" ")[1] for line in held(tmp_path, pieces)] == ["GF116", "GF116"]


def test_fronts_on_the_back_of_a_sheet(tmp_path: Path) -> None:
    pieces = tuple(replace(piece, page=piece.page + 1) for piece in SOUND)
    assert held(tmp_path, pieces)[0] == (
        "wren/game.yaml:9:3: GF116 hand.red.1.c1.front is a front on wren.pdf, page 4, the back of a sheet; "
        "fronts are on odd pages"
    )
