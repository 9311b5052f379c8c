"""Text of finished faces inside its safe zone passes; what comes nearer to a cut, a fold or a seam is found out."""

from math import cos, radians, sin

import pytest
from msgspec.structs import replace

from generator.check.sheets.safe_zones import check_text_zones
from generator.fonts.font_book import FontBook, bundled_font
from generator.geometry.matrix import IDENTITY
from generator.geometry.types import Outline
from generator.model.board import Board, Section
from generator.model.finding import Place
from generator.model.game import Design, Game, Part
from generator.model.net import Fold, Net, Tab
from generator.model.paper import Side
from generator.model.printed import ReadPiece, TextRun
from tests.check.facts import keep_facts
from tests.check.kit import GAME, find_in_format, lines
from tests.samples import for_each

PLACE = Place("wren/game.yaml", 9, 3)
SANS = "SourceSansPro-Regular"
FONT = bundled_font("Source Sans Pro", 400, False)
SIZE = 10.0
WIDE, HIGH = 2 * SIZE * FONT.advances["H"], SIZE * FONT.bounds["H"][1]  # of HH, whose feet stand on the line
# two panels of 20 x 40 beside one another, and a tab of 5 mm right of them
FOLDS = (Fold(20, 0, 20, 40, "mountain", 90, "a", "b"), Fold(40, 0, 40, 40, "mountain", 90, "b", "b-a"))
TAB = Tab("b-a", ((40, 0), (45, 5), (45, 35), (40, 40)), "a")
CUT = (("M", 0, 0), ("L", 40, 0), ("L", 45, 5), ("L", 45, 35), ("L", 40, 40), ("L", 0, 40), ("Z",))
NET = Net(45, 40, (), FOLDS, (TAB,), CUT)
CARD, DISC = Outline(60, 80), Outline(60, 60, "disc")
DIAMOND = Outline(60, 60, "polygon", ((30, 0), (60, 30), (30, 60), (0, 30)))


def found(
    *runs: TextRun,
    design: Design,
    outline: Outline = CARD,
    board: Board | None = None,
    side: Side = "front",
    game: Game = GAME,
) -> list[str]:
    part = Part("hand", "", "card", outline, 3.0, None, "f", "b", {}, (design,), "", PLACE, board)
    name = f"hand.1.c1.{side}"
    face = ReadPiece(name, "hand", design.id, 1, side, "a.pdf", 3, IDENTITY, b"", None, (210, 297), (), runs)
    faces = [face, face._replace(id="hand.1.c2.front")]
    said = lines(find_in_format(check_text_zones, [part], faces, game, fonts=FontBook({}).find_by_pdf_name))
    head = f"wren/game.yaml:9:3: GF128 {name} in a.pdf, page 3: the text "
    words = r"inside|beyond|across|tab|from|templates/\w|no glyph|font|SourceSans[^ ]+"
    return [keep_facts(line.removeprefix(head), words) for line in said]


PLAIN = Design("1", {}, 1, PLACE)
FOLDED = Design("1", {}, 1, PLACE, net=NET)


def at(x: float, y: float, text: str = "HH", turn: float = 0.0, scale: float = 1.0, font: str = SANS) -> TextRun:
    c, s = scale * cos(radians(turn)), scale * sin(radians(turn))
    return TextRun(text, font, SIZE / scale, (c, s, -s, c, x, y))


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_a_card_all_round(turn: int, scale: float) -> None:
    """The text is held on each side in turn, by its start, its end, its head and its feet."""
    middle = 30.0, 40.0
    c, s = round(cos(radians(turn))), round(sin(radians(turn)))
    reach = (57.0, 77.0, 57.0, 77.0)[turn // 90] - (30, 40)[turn // 90 % 2]  # from the middle to the safe zone's edge
    for slack, sound in ((0.04, True), (0.06, False)):
        along = reach - WIDE + slack
        run = at(middle[0] + c * along, middle[1] + s * along, turn=turn, scale=scale)
        said = found(run, design=PLAIN)
        assert said == ([] if sound else ["'HH' 2.94 `inside` 3 1 `templates/f`"])  # fmt: skip
        assert (
            found(at(middle[0] - c * (reach + slack), middle[1] - s * (reach + slack), turn=turn), design=PLAIN) == []
        ) == sound


def test_the_ink_of_the_letters_is_what_counts_above_and_below() -> None:
    assert found(at(20, 3 + HIGH - 0.04), at(20, 77.04), design=PLAIN) == []
    assert len(found(at(20, 3 + HIGH - 0.06), design=PLAIN)) == 1
    assert len(found(at(20, 77.06), design=PLAIN)) == 1
    low = -SIZE * FONT.bounds["g"][0]
    assert found(at(20, 77.04 - low, "g"), design=PLAIN) == []
    assert found(at(20, 77.06, "g"), design=PLAIN)[0].startswith(f"'g' {2.94 - low:.2f} `inside`")


def test_text_beyond_the_cut_blanks_and_backs() -> None:
    assert found(at(-1, 40), design=PLAIN)[0].startswith("'HH' 1.00 `beyond` 3")
    assert found(at(-1, 40, "  "), at(0, 0, ""), design=PLAIN) == []
    assert found(at(-1, 40), design=PLAIN, side="back")[0].endswith("`templates/b`")


def test_discs_and_polygons() -> None:
    assert found(at(30 - WIDE / 2, 30), design=PLAIN, outline=DISC) == []
    corner = (27.0**2 - (WIDE / 2) ** 2) ** 0.5  # where the ends of the feet touch the safe zone
    assert found(at(30 - WIDE / 2, 30 + corner), design=PLAIN, outline=DISC) == []
    assert "2.9" in found(at(30 - WIDE / 2, 30.1 + corner), design=PLAIN, outline=DISC)[0]
    down = 30 - 3 * 2**0.5 - WIDE / 2
    assert found(at(30 - WIDE / 2, 30 + down), design=PLAIN, outline=DIAMOND) == []
    assert found(at(30 - WIDE / 2, 30.1 + down), design=PLAIN, outline=DIAMOND)[0].startswith("'HH' 2.93 `inside`")


def test_nets() -> None:
    trim = Outline(45, 40)
    assert found(at(3, 20), at(22, 20), design=FOLDED, outline=trim) == []
    assert "`across` 'a' 'b'" in found(at(14, 20), design=FOLDED, outline=trim)[0]
    near = at(19.6 - WIDE, 20)
    assert "0.40 `from` 'a' 'b' 0.5" in found(near, design=FOLDED, outline=trim)[0]
    assert found(near._replace(matrix=(*near.matrix[:4], 19.54 - WIDE, 20)), design=FOLDED, outline=trim) == []
    assert "`tab` 'b-a'" in found(at(41, 20, "l"), design=FOLDED, outline=trim)[0]
    assert found(at(2, 20), design=FOLDED, outline=trim)[0].startswith("'HH' 2.00 `inside` 3 ")


@for_each(
    [
        (13, "", ""),
        (12, "2.00", "2.00"),  # at the edge of the board, of which the piece shows what is right of -10
        (108 - WIDE, "", "2.00"),  # at a seam, which only the data make final
        (100, "", ""),  # across it
        (112, "", ""),  # on the tab, and there at the edge of the board
    ]
)
def test_a_section_of_a_board(x: float, plain: str, named: str) -> None:
    section = Section("left", "left", (0, 0, 100, 80), (-10, 0, 120, 80))
    board = Board(200, 80, {}, (), {}, {}, "tab", (section,))
    design = Design("1", {}, 1, PLACE, Outline(130, 80), section)
    for game, room in ((GAME, plain), (replace(GAME, places={("parts", "hand", "sections", "left"): PLACE}), named)):
        said = found(
            at(x, HIGH + 2 if x == 112 else 40), design=design, outline=Outline(200, 80), board=board, game=game
        )
        assert [line.partition(" 3 ")[0] for line in said] == ([f"'HH' {room} `inside`"] if room else [])


def test_fonts_and_letters_that_the_game_has_not() -> None:
    assert found(at(20, 40, font="Helvetica"), design=PLAIN)[0].startswith("'HH' 'Helvetica' `font`")
    assert found(at(20, 40, "\u2605"), design=PLAIN)[0].startswith(f"'\u2605' '\u2605' `{SANS}` `no glyph`")
