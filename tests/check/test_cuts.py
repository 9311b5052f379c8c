"""Crop marks lead round each piece, touch none and lead nowhere else: as invented files show them, and real ones."""

from collections.abc import Sequence

from msgspec.structs import replace

from generator.check.check_context import CheckContext
from generator.check.sheets.cut_lines import check_crop_marks
from generator.geometry.types import Outline
from generator.model.game import Part
from generator.model.net import Net
from generator.model.printed import ReadPiece
from tests.check.facts import keep_facts
from tests.check.kit import A4, GAME, part

CARD = part("card", Outline(60, 80), None, [("a", 1), ("b", 1)], 9)
DISC = part("disc", Outline(14, 14, "disc"), None, [("a", 1)], 20)
# two cards side by side, at 20, 30 and at 80, 30: their edges are at 20, 80, 140 and at 30, 110
ACROSS = (20.0, 80.0, 140.0)
DOWN = (30.0, 110.0)
Crop = tuple[float, float, float, float]
CROPS: tuple[Crop, ...] = (
    *((x, 23.0, x, 26.0) for x in ACROSS),
    *((x, 114.0, x, 117.0) for x in ACROSS),
    *((13.0, y, 16.0, y) for y in DOWN),
    *((144.0, y, 147.0, y) for y in DOWN),
)


MARKS_RIGHT: tuple[Crop, ...] = (  # of a card at 9.5, 30, and above and below it
    *((73.0, y, 76.0, y) for y in DOWN),
    *((x, 23.0, x, 26.0) for x in (9.5, 69.5)),
    *((x, 114.0, x, 117.0) for x in (9.5, 69.5)),
)


def piece(name: str, x: float, y: float, crops: Sequence[Crop], page: int = 1) -> ReadPiece:
    """Return a front at x, y on a page with these crop marks."""
    of, design = name.split(".")
    matrix = (1.0, 0.0, 0.0, 1.0, x, y)
    named = f"{name}.c1.front", of, design, 1, "front"
    return ReadPiece(*named, "wren.pdf", page, matrix, b"", None, (210.0, 297.0), crops=tuple(crops))  # type: ignore[arg-type]


def found(*seen: ReadPiece, parts: Sequence[Part] = (CARD, DISC)) -> list[str]:
    """Return what is found on sheets with these pieces."""
    case = CheckContext(GAME, parts, parts, A4, pdf=seen)
    words = "left|right|top|bottom|above|below|no edge|touches|back"
    return [keep_facts(each, words) for each in check_crop_marks(case, case.formats[0])]


def side(crops: Sequence[Crop], page: int = 1) -> tuple[ReadPiece, ReadPiece]:
    return piece("card.a", 20, 30, crops, page), piece("card.b", 80, 30, crops, page)


def test_marks_round_two_cards() -> None:
    assert found(*side(CROPS)) == []
    assert found(*side([(x1 + 0.03, y1, x2 + 0.03, y2) for x1, y1, x2, y2 in CROPS])) == []


TO = "wren/game.yaml:9:3: GF127 `wren.pdf` 1"


def test_short_marks_are_missed_where_the_ruler_gives_way() -> None:
    near = [piece("card.a", 9.5, 30, crops := [(5.0, 30.0, 5.8, 30.0), (5.0, 110.0, 5.8, 110.0), *MARKS_RIGHT])]
    assert found(*near) == []
    missing = piece("card.a", 9.5, 30, [crop for crop in crops if crop != (5.0, 110.0, 5.8, 110.0)])
    assert found(missing) == [f"{TO} `bottom` 9.5 30 `left`"]


def test_each_line_has_a_mark_on_either_end() -> None:
    assert found(*side(CROPS[1:])) == [f"{TO} `left` 20 30 `above`"]
    below = [crop for crop in CROPS if crop != (20.0, 114.0, 20.0, 117.0)]
    assert found(*side(below)) == [f"{TO} `left` 20 30 `below`"]
    assert found(*side(CROPS[:-1])) == [f"{TO} `bottom` 80 30 `right`"]
    without = [crop for crop in CROPS if crop[1] != 110]
    assert found(*side(without)) == [f"{TO} `bottom` 20 30 `left` 1"]


def test_a_mark_between_pieces_is_beyond_neither() -> None:
    three = [*side(()), piece("card.a", 20, 150, ())]
    crops = [*CROPS, (20.0, 233.0, 20.0, 236.0), (80.0, 233.0, 80.0, 236.0)]
    crops += [(x, y, x + 3, y) for x in (13.0, 84.0) for y in (150.0, 230.0)]
    assert found(*(each._replace(crops=tuple(crops)) for each in three)) == []
    crops.remove((20.0, 233.0, 20.0, 236.0))
    assert found(*(each._replace(crops=tuple(crops)) for each in three)) == [f"{TO} `left` 20 150 `below`"]


def test_no_mark_where_the_paper_leaves_no_room() -> None:
    crops = [crop for crop in CROPS if crop[1] != 23.0]
    at_top = [each._replace(matrix=(*each.matrix[:5], 6.2)) for each in side(())]
    crops = [(x1, y1 - 23.8, x2, y2 - 23.8) for x1, y1, x2, y2 in crops]
    assert found(*(each._replace(crops=tuple(crops)) for each in at_top)) == []
    lower = [each._replace(matrix=(*each.matrix[:5], 6.4)) for each in side(())]
    crops = [(x1, y1 + 0.2, x2, y2 + 0.2) for x1, y1, x2, y2 in crops]
    lower = [each._replace(crops=tuple(crops)) for each in lower]
    assert found(*lower) == [f"{TO} `left` 20 6.4 `above` 2"]
    assert found(*(each._replace(clip=(-3.0, -3.0, 66.0, 86.0)) for each in lower)) == []  # its bleed takes the room


def test_a_displaced_mark_leads_nowhere() -> None:
    moved = [(x1 + 0.1 * (x1 == 140), y1, x2 + 0.1 * (x2 == 140), y2) for x1, y1, x2, y2 in CROPS]
    assert found(*side(moved)) == [
        "wren/game.yaml:9:3: GF127 `wren.pdf` 1 `right` 80 30 `above` 1",
        "wren/game.yaml:9:3: GF127 `wren.pdf` 1 `no edge` 140.1 23 1",
    ]


def test_a_slanting_mark_leads_nowhere() -> None:
    assert found(*side([*CROPS, (20.0, 120.0, 23.0, 123.0)])) == [
        "wren/game.yaml:9:3: GF127 `wren.pdf` 1 `no edge` 20 120"
    ]


def test_a_mark_on_a_piece_would_be_seen_on_it() -> None:
    assert found(*side([*CROPS, (80.0, 26.0, 80.0, 31.0)])) == [
        "wren/game.yaml:9:3: GF127 `wren.pdf` 1 `touches` 80 26"
    ]


def test_sides_with_the_same_fault_are_counted() -> None:
    pages = [each for page in (1, 3, 5) for each in side(CROPS[:6], page)]
    assert found(*pages) == ["wren/game.yaml:9:3: GF127 `wren.pdf` 1 `top` 20 30 `left` 3 2"]


def test_discs_and_nets_are_cut_along_what_is_drawn() -> None:
    assert found(piece("disc.a", 20, 30, ())) == []
    folded = replace(CARD, designs=(CARD.designs[0]._replace(net=Net(60, 80, (), (), (), ())),))
    assert found(piece("card.a", 20, 30, ()), parts=(folded,)) == []
    assert found(piece("disc.a", 20, 30, [(20.0, 5.0, 20.0, 8.0), (34.0, 5.0, 34.0, 8.0)])) == []
    assert found(piece("disc.a", 20, 30, [(21.0, 5.0, 21.0, 8.0)])) == [
        "wren/game.yaml:20:3: GF127 `wren.pdf` 1 `no edge` 21 5"
    ]


def test_backs_have_no_marks() -> None:
    back = piece("card.a", 20, 30, ())._replace(id="card.a.c1.back", side="back")
    assert found(back) == []
    assert found(back._replace(crops=CROPS), back._replace(page=3, crops=CROPS[:1])) == [f"{TO} `back` 20 23 9 1"]
