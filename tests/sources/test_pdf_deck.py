"""Cards of finished PDFs: the grid by each kind of evidence, backs in each place, a choice of cards, other sizes."""

from pathlib import Path

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from generator.model.card_sizes import CARD_SIZES
from generator.model.finding import DataError
from generator.sources.choices import (
    PdfOptions,
    SourceCard,
    SourceFile,
    choose_cards,
    parse_grid,
    parse_lengths,
    parse_pages,
)
from generator.sources.grid_preview import draw_preview
from generator.sources.pdf_deck import find_cards
from tests.pdf.documents import LETTER
from tests.samples import for_each
from tests.sources.decks import (
    cells,
    deck_of,
    draw_art,
    draw_back,
    draw_crop_marks,
    draw_frame,
    find,
    flip,
    page_of,
    page_of_pixels,
    refuse,
    spots,
)

STANDARD = (63.0, 88.0)
NINE = cells(10.5, 16.5, STANDARD, (3, 3))
GAPS = cells(20, 30, (52, 80), (3, 2), (6, 10))


def test_touching_cards_are_found_by_their_boxes(tmp_path: Path) -> None:
    deck = find(tmp_path, deck_of(page_of(NINE, draw_art), page_of(NINE[:4], draw_art)))
    assert spots(deck) == [f"{page}@{x:g},{y:g}" for page, places in ((1, NINE), (2, NINE[:4])) for x, y, *_ in places]
    assert {card.size for card in deck.cards} == {STANDARD}
    assert deck.notes == (
        "deck.pdf: 13 cards of 63 x 88 mm (standard), 3 x 3 a page without gaps, found by boxes of one size; "
        "without backs",
    )


def test_a_last_page_of_one_card_is_a_page_of_cards(tmp_path: Path) -> None:
    deck = find(tmp_path, deck_of(page_of(NINE, draw_art), page_of(NINE[:1], draw_art)))
    assert spots(deck)[-1] == "2@10.5,16.5"
    assert len(deck.cards) == 10


def test_crop_marks_win_over_the_bleed(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for number, place in enumerate(GAPS):
            x, y, wide, high = flip(place)
            draw_art(canvas, (x - 3, y - 3, wide + 6, high + 6), f"card {number}")
            draw_crop_marks(canvas, (x, y, wide, high), away=3)

    deck = find(tmp_path, deck_of(draw), bleed=0.0)
    assert spots(deck) == [f"1@{x:g},{y:g}" for x, y, *_ in GAPS]
    assert {card.size for card in deck.cards} == {(52, 80)}
    assert "6 and 10 mm apart, found by its crop marks" in deck.notes[0]
    wider = find(tmp_path, deck_of(draw))
    assert (wider.bleed, "; 3 mm of bleed around each" in wider.notes[0]) == (3.0, True)
    assert wider.cards[0] == SourceCard("images/deck.pdf#page=1&at=17,27&size=58,86", name="deck 1", size=(52, 80))


@for_each([(0, 0.0), (0.8, 0.0), (1.6, 1.5), (2, 2.0), (2.5, 2.5), (3.175, 3.0)])
def test_a_bleed_is_measured_also_around_cards_that_are_given(tmp_path: Path, held: float, found: float) -> None:
    places = cells(20.3, 30.1, (60, 80), (2, 2), gap=(7, 9))
    more = [(x - held, y - held, wide + 2 * held, high + 2 * held) for x, y, wide, high in places]
    given = {"grid": (2, 2), "size": (60, 80), "at": (20.3, 30.1), "pitch": (67, 89)}
    deck = find(tmp_path, deck_of(page_of(more, draw_art)), **given)
    assert deck.bleed == found
    assert ("mm of bleed around each" in deck.notes[0]) == bool(found)


def test_crop_marks_around_a_block_show_all_cuts(tmp_path: Path) -> None:
    block = cells(25, 40, (50, 70), (3, 2))

    def draw(canvas: Canvas) -> None:
        x, y, wide, high = flip((25, 40, 150, 140))
        canvas.setFillColorRGB(0.9, 0.8, 0.6)
        canvas.rect(x, y, wide, high, stroke=0, fill=1)
        canvas.setLineWidth(0.1)
        for place in range(4):
            canvas.line(x + 50 * place, y - 5, x + 50 * place, y - 1)
        for place in range(3):
            canvas.line(x + wide + 1, y + 70 * place, x + wide + 6, y + 70 * place)

    assert spots(find(tmp_path, deck_of(draw))) == [f"1@{x:g},{y:g}" for x, y, *_ in block]


def test_lines_along_the_cuts_are_found_and_left_out(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setLineWidth(0.2)
        for number in range(4):
            canvas.line(10.5 + 63 * number, 0, 10.5 + 63 * number, 297)
            canvas.line(0, 16.5 + 88 * number, 210, 16.5 + 88 * number)
        for place in NINE:
            x, y, *_ = flip(place)
            canvas.circle(x + 30, y + 40, 20)

    deck = find(tmp_path, deck_of(draw))
    assert "found by its lines" in deck.notes[0]
    assert "lines of 0.2 mm along the cuts are left out" in deck.notes[0]
    assert deck.cards[0].front == "images/deck.pdf#page=1&at=10.7,16.7&size=62.6,87.6"
    assert {card.size for card in deck.cards} == {STANDARD}


def test_white_gutters_of_a_picture_are_found(tmp_path: Path) -> None:
    deck = find(tmp_path, deck_of(page_of_pixels(GAPS)))
    assert "found by the white between them" in deck.notes[0]
    found = [tuple(map(float, spot[2:].split(","))) for spot in spots(deck)]
    assert len(found) == 6
    for (x, y), (left, top, *_) in zip(found, GAPS, strict=True):
        assert (x, y) == pytest.approx((left, top), abs=0.5)


def test_a_block_of_a_standard_size_is_found_in_a_picture(tmp_path: Path) -> None:
    deck = find(tmp_path, deck_of(page_of_pixels(NINE)))
    assert "found by a standard size" in deck.notes[0]
    assert len(deck.cards) == 9
    assert {card.size for card in deck.cards} == {STANDARD}


def test_a_small_page_is_one_card(tmp_path: Path) -> None:
    one = page_of([(0, 0, 63.5, 88.9)], draw_art, size=(63.5, 88.9))
    deck = find(tmp_path, deck_of(one, one, size=(63.5, 88.9)))
    assert spots(deck) == ["1@0,0", "2@0,0"]
    assert {card.size for card in deck.cards} == {(63.5, 88.9)}


def test_pages_without_cards_are_told(tmp_path: Path) -> None:
    def draw_rules(canvas: Canvas) -> None:
        for line in range(20):
            canvas.drawString(20, 250 - 8 * line, "Each player draws five cards and shows one of them.")

    deck = find(tmp_path, deck_of(draw_rules, page_of(NINE, draw_art)))
    assert {spot[0] for spot in spots(deck)} == {"2"}
    assert deck.notes[0].endswith("no cards on page 1")
    assert "no grid of cards was found in this PDF; say where they are: --source-grid" in refuse(
        tmp_path, deck_of(draw_rules)
    )


def mirror(places: list[tuple[float, float, float, float]]) -> list[tuple[float, float, float, float]]:
    return [(210 - x - wide, y, wide, high) for x, y, wide, high in places]


def test_backs_on_every_second_page_are_mirrored_as_the_last_page_tells(tmp_path: Path) -> None:
    pages = page_of(NINE, draw_frame), page_of(NINE, draw_back), page_of(NINE[:5], draw_frame)
    deck = find(tmp_path, deck_of(*pages, page_of(mirror(NINE[:5]), draw_back)))
    assert "backs on pages 2 and 4, mirrored left to right, as page 4 tells" in deck.notes[0]
    assert len(deck.cards) == 14
    assert spots(deck, "back")[:3] == ["2@136.7,16.7", "2@73.7,16.7", "2@10.7,16.7"]
    assert spots(deck, "back")[-1] == "4@73.7,104.7"


def test_backs_of_pages_flipped_on_their_upper_edge(tmp_path: Path) -> None:
    pages = page_of(NINE, draw_frame), page_of(NINE, draw_back), page_of(NINE[:5], draw_frame)
    below = [NINE[at] for at in (6, 7, 8, 3, 4)]
    deck = find(tmp_path, deck_of(*pages, page_of(below, draw_back)))
    assert "backs on pages 2 and 4, mirrored top to bottom, as page 4 tells" in deck.notes[0]
    told = find(tmp_path, deck_of(*pages[:2]), mirrored="top")
    assert "backs on page 2, mirrored top to bottom" in told.notes[0]
    assert spots(told, "back")[0] == "2@10.7,192.7"
    assert spots(deck, "back")[:2] == ["2@10.7,192.7", "2@73.7,192.7"]
    assert len(deck.cards) == 14


def test_white_cards_without_lines_are_found_by_their_size_or_their_grid(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        for x, y, _, high in map(flip, NINE):
            canvas.setFont("Helvetica", 4)
            canvas.drawString(x + 20, y + high - 30, "Draw two cards.")
            canvas.drawString(x + 14, y + 30, "Then discard one.")

    data = deck_of(draw)
    assert "no grid of cards was found" in refuse(tmp_path, data)
    places = [f"1@{x:g},{y:g}" for x, y, *_ in NINE]
    deck = find(tmp_path, data, size=STANDARD)
    assert (spots(deck) == places, "found by white between its cards" in deck.notes[0]) == (True, True)
    assert {card.size for card in find(tmp_path, data, grid=(3, 3)).cards} == {CARD_SIZES["poker"]}
    assert "no grid of cards was found" in refuse(tmp_path, data, size=(40.0, 55.0))


def test_backs_in_the_places_of_their_fronts(tmp_path: Path) -> None:
    pages = page_of(NINE, draw_art), page_of(NINE, draw_back), page_of(NINE[:5], draw_art)
    deck = find(tmp_path, deck_of(*pages, page_of(NINE[:5], draw_back)))
    assert "in the places of their fronts, as page 4 tells" in deck.notes[0]
    assert spots(deck, "back") == [spot.replace("1@", "2@").replace("3@", "4@") for spot in spots(deck)]


def test_backs_in_the_second_half_or_on_the_last_page(tmp_path: Path) -> None:
    fronts, backs = page_of(NINE, draw_frame), page_of(NINE, draw_back)
    halves = find(tmp_path, deck_of(fronts, page_of(NINE, draw_frame, "x"), backs, backs))
    assert "backs on pages 3 and 4" in halves.notes[0]
    assert len(halves.cards) == 18
    last = find(tmp_path, deck_of(fronts, page_of(NINE, draw_frame, "x"), backs))
    assert "backs on page 3, one for all" in last.notes[0]
    assert set(spots(last, "back")) == {"3@10.7,16.7"}


def test_cards_of_one_style_are_not_taken_for_backs(tmp_path: Path) -> None:
    pages = [page_of(NINE, draw_frame, name) for name in ("a", "b", "c")]
    assert (
        find(tmp_path, deck_of(*pages)).notes[0].endswith("without backs; lines of 0.2 mm along the cuts are left out")
    )
    told = find(tmp_path, deck_of(*pages), backs_are="last")
    assert len(told.cards) == 18


def test_backs_beside_their_fronts_along_a_fold(tmp_path: Path) -> None:
    places = cells(42, 16.5, STANDARD, (2, 3))

    def draw(canvas: Canvas) -> None:
        for number, place in enumerate(places):
            (draw_back if number % 2 else draw_art)(canvas, flip(place), f"card {number}")

    deck = find(tmp_path, deck_of(draw))
    assert "backs beside them along a fold" in deck.notes[0]
    assert spots(deck) == ["1@42,16.5", "1@42,104.5", "1@42,192.5"]
    assert spots(deck, "back") == ["1@105,16.5", "1@105,104.5", "1@105,192.5"]


def test_backs_across_a_level_fold_are_turned(tmp_path: Path) -> None:
    places = cells(10.5, 60, STANDARD, (3, 2))

    def draw(canvas: Canvas) -> None:
        for number, place in enumerate(places):
            (draw_back if number > 2 else draw_art)(canvas, flip(place), f"card {number}")

    deck = find(tmp_path, deck_of(draw))
    assert [card.back for card in deck.cards] == [
        f"images/deck.pdf#page=1&at={x:g},148&size=63,88&turn=180" for x in (10.5, 73.5, 136.5)
    ]


def test_what_a_person_says_holds(tmp_path: Path) -> None:
    data = deck_of(*[page_of(NINE, draw_frame, name) for name in ("a", "b", "c", "d")])
    told = find(tmp_path, data, fronts=(1, 3), backs=(4, 2), mirrored="no")
    assert [spots(told)[at] + " " + spots(told, "back")[at] for at in (0, 9)] == [
        "1@10.7,16.7 4@10.7,16.7",
        "3@10.7,16.7 2@10.7,16.7",
    ]
    given = find(tmp_path, data, grid=(2, 2), size=(50.0, 60.0), at=(12.0, 20.0), pitch=(55.0, 70.0), pages=(2,))
    assert spots(given) == ["2@12,20", "2@67,20", "2@12,90", "2@67,90"]
    middle = find(tmp_path, data, grid=(1, 1), size=(100.0, 100.0), pages=(1,))
    assert spots(middle) == ["1@55,98.5"]
    assert "do not fit on page 1: 210 x 297 mm" in refuse(tmp_path, data, grid=(9, 9), size=STANDARD)
    assert "3 pages of fronts and 2 of backs do not pair" in refuse(tmp_path, data, fronts=(1, 2, 3), backs=(3, 4))
    scaled = find(tmp_path, data, scale_to=(44.0, 63.0))
    assert {card.size for card in scaled.cards} == {(44.0, 63.0)}


def test_cards_are_chosen_by_their_numbers() -> None:
    cards = [SourceCard(str(number)) for number in range(1, 13)]

    def choose(told: str) -> list[int]:
        return [int(card.front) for card in choose_cards(cards, told)]

    assert choose("") == list(range(1, 13))
    assert choose("1-3,9") == [1, 2, 3, 9]
    assert choose("10-") == [10, 11, 12]
    assert choose("-2") == [1, *range(3, 13)]
    assert choose("1-6, -2-4") == [1, 5, 6]
    for wrong in ("0", "5-3", "13", "x", "1-6,-1-6"):
        with pytest.raises(DataError) as refused:
            choose(wrong)
        assert refused.value.findings[0].place.file == "--cards"


def test_several_pdfs_make_one_deck(tmp_path: Path) -> None:
    one, other = tmp_path / "one.pdf", tmp_path / "sub other.pdf"
    one.write_bytes(deck_of(page_of(NINE, draw_art)))
    other.write_bytes(deck_of(page_of(cells(20, 20, STANDARD, (2, 2)), draw_art), size=LETTER))
    files = [SourceFile("one.pdf", one), SourceFile("sub/other.pdf", other)]
    deck = find_cards(files, PdfOptions(cards="9-10"))
    assert [card.name for card in deck.cards] == ["one 9", "other 1"]
    assert [page.file for page in deck.pages] == ["one.pdf", "sub/other.pdf"]
    assert len(deck.notes) == 2


def test_what_was_found_can_be_looked_at(tmp_path: Path) -> None:
    deck = find(tmp_path, deck_of(page_of(NINE[:5], draw_frame), page_of(mirror(NINE[:5]), draw_back)))
    (tmp_path / "found.png").write_bytes(draw_preview(deck.pages))
    with Image.open(tmp_path / "found.png") as image:
        assert image.size == (2 * 436 + 16, 594 + 32)
        scale = 420 / 210
        spots = [(16 + 10.5 * scale, 16 + 60 * scale), (16 + 436 + (210 - 10.5) * scale, 16 + 60 * scale)]
        colors = [image.getpixel((round(x), round(y))) for x, y in spots]
    assert colors == [(214, 30, 30), (20, 90, 200)]


def test_options_are_read_as_they_are_typed() -> None:
    assert parse_grid("3x2") == (3, 2)
    assert parse_lengths("12.5, -3") == (12.5, -3.0)
    assert parse_pages(["fronts=1,3 backs=2,4"]) == {"fronts": (1, 3), "backs": (2, 4)}
    assert parse_pages(["1-3", "7"]) == {"pages": (1, 2, 3, 7)}
    for read, text in ((parse_grid, "3"), (parse_lengths, "3mm"), (parse_grid, "0x3")):
        with pytest.raises(ValueError, match="write"):
            read(text)
    for text in ("fronts=0", "4-2", "sides=1"):
        with pytest.raises(ValueError, match="are no pages"):
            parse_pages([text])


def test_a_file_that_cannot_be_read_is_told_with_its_path(tmp_path: Path) -> None:
    assert refuse(tmp_path, b"no pdf") == (
        "this PDF is not a valid PDF, or damaged; open and save it with another program"
    )
    with pytest.raises(DataError) as refused:
        find_cards([SourceFile("x.pdf", tmp_path)], PdfOptions())
    assert refused.value.findings[0].message == "this is a folder"


def test_crosses_at_the_corners_are_crop_marks(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setLineWidth(0.1)
        for column in range(4):
            for row in range(4):
                x, y = 10.5 + 63 * column, 297 - 16.5 - 88 * row
                canvas.line(x - 3, y, x + 3, y)
                canvas.line(x, y - 3, x, y + 3)
        for number, place in enumerate(NINE):
            x, y, *_ = flip(place)
            canvas.circle(x + 20 + number, y + 40, 10)

    deck = find(tmp_path, deck_of(draw))
    assert spots(deck) == [f"1@{x:g},{y:g}" for x, y, *_ in NINE]
    assert "found by its crop marks" in deck.notes[0]


def test_art_in_a_white_frame_is_not_the_card(tmp_path: Path) -> None:
    inner = [(x + 4, y + 4, wide - 8, high - 8) for x, y, wide, high in NINE]
    deck = find(tmp_path, deck_of(page_of(inner, draw_art)))
    assert spots(deck) == [f"1@{x:g},{y:g}" for x, y, *_ in NINE]
    assert {card.size for card in deck.cards} == {STANDARD}


def test_a_wider_gap_in_the_middle_is_a_fold(tmp_path: Path) -> None:
    upper = cells(15, 10, (60, 60), (3, 2))
    lower = cells(15, 10 + 120 + 14, (60, 60), (3, 2))

    def draw(canvas: Canvas) -> None:
        for number, place in enumerate(upper):
            draw_art(canvas, flip(place), f"card {number}")
        for place in lower:
            draw_back(canvas, flip(place), "")

    deck = find(tmp_path, deck_of(draw))
    assert "3 x 4 a page without gaps and 14 mm more in the middle" in deck.notes[0]
    assert spots(deck) == [f"1@{x:g},{y:g}" for x, y, *_ in upper]
    assert spots(deck, "back")[:3] == ["1@15,204", "1@75,204", "1@135,204"], "the last row is folded onto the first"
    assert all(card.back and card.back.endswith("&turn=180") for card in deck.cards)


def test_a_bleed_around_a_card_of_a_standard_size_is_found(tmp_path: Path) -> None:
    pages = [page_of([(0, 0, 69, 94)], draw_art, f"card {n}", size=(69, 94)) for n in range(4)]
    deck = find(tmp_path, deck_of(*pages, size=(69, 94)))
    assert (spots(deck), deck.bleed) == (["1@0,0", "2@0,0", "3@0,0", "4@0,0"], 3.0)
    assert spots(find(tmp_path, deck_of(*pages, size=(69, 94)), bleed=0.0))[0] == "1@3,3"
    assert {card.size for card in deck.cards} == {STANDARD}
    assert spots(deck, "back") == ["-"] * 4, "the last of four cards is no back"


def test_art_beside_the_cards_is_told(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        page_of(NINE[:6], draw_art)(canvas)
        draw_art(canvas, flip((10.5, 200, 150, 60)), "board")

    assert "more is drawn beside them, so look at it with --preview" in find(tmp_path, deck_of(draw)).notes[0]


def test_a_page_of_many_squares_may_be_a_board(tmp_path: Path) -> None:
    board = find(tmp_path, deck_of(page_of(cells(15, 15, (30, 30), (6, 8)), draw_art))).notes[0]
    assert board.endswith("; if they are the spaces of a board, say --source-grid 1x1 --size 210x297")


def test_cards_that_were_printed_smaller_are_told(tmp_path: Path) -> None:
    shrunk = find(tmp_path, deck_of(page_of(cells(15, 20, (63.5 * 0.94, 88.9 * 0.94), (3, 3)), draw_art))).notes[0]
    assert "the shape of poker at 94%, which --scale-to poker prints in full, 3 x 3 a page" in shrunk


def test_a_pdf_named_as_a_back_holds_the_backs(tmp_path: Path) -> None:
    pages = {
        "fox-front.pdf": (page_of(NINE, draw_art), page_of(NINE[:2], draw_art)),
        "fox-back.pdf": (page_of(NINE, draw_art, "x"), page_of(mirror(NINE[:2]), draw_art, "y")),
        "owl.pdf": (page_of(NINE, draw_frame),),
    }
    files = [SourceFile(name, tmp_path / name) for name in pages]
    for file in files:
        file.path.write_bytes(deck_of(*pages[file.name]))
    deck = find_cards(files, PdfOptions())
    assert len(deck.cards) == 20
    assert deck.cards[0].back == "images/fox-back.pdf#page=1&at=136.5,16.5&size=63,88"
    assert deck.cards[10].front == "images/fox-front.pdf#page=2&at=73.5,16.5&size=63,88"
    assert deck.cards[10].back == "images/fox-back.pdf#page=2&at=73.5,16.5&size=63,88"
    assert deck.cards[11].back is None
    assert "backs in fox-back.pdf on pages 1 and 2, mirrored left to right, as page 2 tells" in deck.notes[0]
    assert [page.file for page in deck.pages] == ["fox-front.pdf"] * 2 + ["fox-back.pdf"] * 2 + ["owl.pdf"]
    assert [len(page.backs) for page in deck.pages] == [0, 0, 9, 2, 0]
