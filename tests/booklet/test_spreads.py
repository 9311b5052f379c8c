"""The pages of a folded booklet: a multiple of four, and figures on the spread of their text."""

from io import BytesIO
from itertools import pairwise

import pdfplumber
import pikepdf
import pytest
from msgspec.structs import replace

from generator.model.color import Accents
from generator.model.finding import DataError
from generator.model.game_entries import JacketData
from generator.model.language import Terms
from tests.booklet.test_filling import FOOT
from tests.booklet.test_pages import BACK, LINE, NOBODY, find_boxes, make_box, text_of
from tests.booklet.typeset import print_rules, set_rules
from tests.samples import for_each

CREDITS = "Designed by Nobody in Particular"


def list_pages(markdown: str, multiple: int = 4) -> list[str]:
    """Return the first line of each page's text below the running head; of a blank page, its number."""
    made = set_rules(markdown, "a5", folded=True, multiple=multiple)
    pages = text_of(made.pdf)
    assert len(pages) == made.pages
    return [next((line for line in page.split("\n") if line not in ("Specimen", "")), "") for page in pages]


def write_pages(number: int) -> str:
    return "\n\n<!-- page -->\n\n".join(f"text {n}" for n in range(1, number + 1))


def test_blank_pages_stand_before_the_back_cover() -> None:
    assert list_pages(f"{write_pages(2)}\n\n{BACK}") == ["", "text 1", "text 2", "At a glance"]
    assert list_pages(f"{write_pages(3)}\n\n{BACK}")[3:] == ["text 3", "", "", "", "At a glance"]
    assert list_pages(f"{write_pages(5)}\n\n{BACK}")[5:] == ["text 5", "", "At a glance"]


def test_without_a_back_cover_the_credits_are_on_it() -> None:
    assert list_pages(write_pages(2)) == ["", "text 1", "text 2", CREDITS]
    assert list_pages(write_pages(1)) == ["", "text 1", "", CREDITS]
    assert list_pages(write_pages(4))[4:] == ["text 4", "", "", CREDITS]


def test_full_sheets_need_no_more_pages() -> None:
    made = set_rules(write_pages(3), "a5", folded=True, multiple=4)
    assert (made.pages, made.back_cover) == (4, False)
    assert CREDITS in text_of(made.pdf)[3]
    assert list_pages("# Specimen") == [CREDITS]


def test_credits_that_take_a_page_are_the_back_cover() -> None:
    markdown = "\n\n".join(["line"] * 20)
    made = set_rules(markdown, "a5", folded=True, multiple=4, credits=("credit",) * 28, notice="")
    pages = text_of(made.pdf)
    assert [page.count("credit") for page in pages] == [0, 0, 0, 28]
    assert [page.count("line") for page in pages] == [0, 20, 0, 0]


def test_a_page_without_text_has_a_dot_alone() -> None:
    made = set_rules(f"{write_pages(1)}\n\n{BACK}", "a5", folded=True, multiple=4)
    assert text_of(made.pdf)[2].strip() == ""
    with pdfplumber.open(BytesIO(made.pdf)) as pdf:
        assert len(pdf.pages[2].curves) == 1


def test_type_is_a_little_smaller_where_that_spares_a_sheet_or_a_short_last_page() -> None:
    lines = "\n\n".join([LINE * 4] * 23)
    natural, loose, folded = (
        set_rules(f"{lines}{back}", "a5", folded=True, multiple=each)
        for back, each in (("", 1), (f"\n\n{BACK}", 1), (f"\n\n{BACK}", 4))
    )
    assert (natural.pages, loose.pages, folded.pages) == (4, 4, 4)  # with the back cover it would be five
    assert "" not in [page.strip() for page in text_of(folded.pdf)[1:]]


@for_each([(1, 1.45), (8, 1.3), (12, 1.15), (14, 1.0)])
def test_the_type_of_the_back_cover_is_as_large_as_it_can_be(lines: int, factor: float) -> None:
    made = set_rules(f"{LINE}\n\n<!-- back cover -->\n\n" + f"{LINE * 2}\n\n" * lines, "a5", folded=True)
    with pdfplumber.open(BytesIO(made.pdf)) as pdf:
        text, back = ({char["size"] for char in pdf.pages[at].chars} for at in (1, 2))
    assert max(back) == pytest.approx(max(text) * factor, abs=0.01)


def test_a_short_paragraph_is_not_split() -> None:
    pages = text_of(print_rules("\n\n".join([f"begins {LINE * 4} ends"] * 30), "a5", folded=True, **NOBODY))
    assert len(pages) > 2
    assert all(page.count("begins") == page.count("ends") for page in pages)


@for_each([13, 14, 15, 16])
def test_a_figure_stands_on_the_spread_of_the_text_that_refers_to_it(before: int) -> None:
    start, rest = f"{LINE * 5}\n\n" * before, f"{LINE * 5}\n\n" * 12
    markdown = f"{start}Refers to [](figure:a). {LINE}\n\n![Caption](figure:a)\n\n{rest}{BACK}"
    pages = text_of(print_rules(markdown, "a5", folded=True, figures={"a": make_box(60, 60)}))
    assert len(pages) == 6
    [text] = [number for number, page in enumerate(pages, 1) if "Refers" in page]
    [figure] = [number for number, page in enumerate(pages, 1) if "Caption" in page]
    assert (text, figure) == ((3, 3) if before == 13 else (4, 4))  # on 3 and 4 unless page 3 ends before the text
    assert sum(page.count("Word") for page in pages) == 5 * before + 1 + 60


def test_the_place_of_a_sign_below_the_title_is_named_by_its_page() -> None:
    for lines, page in ((3, 2), (60, 3)):
        markdown = f"# Specimen\n\n{LINE * lines}\n\nA sign.[^a]\n\n## Rules\n\nAnother.[^b]\n\n[^a]: Why.\n[^b]: So."
        shown = " ".join(text_of(print_rules(markdown, "a5", folded=True)))
        assert f"Why. (page {page})" in shown.replace("\u00a0", " ")
        assert "So. (Rules)" in shown


def test_the_contents_have_the_page_of_each_section() -> None:
    markdown = "\n\n".join(["<!-- contents -->", *(f"<!-- page -->\n\n## Section {n}\n\ntext" for n in "ABC"), BACK])
    first = text_of(print_rules(markdown, "a5", folded=True, **NOBODY))[1].split("\n")
    assert [line for line in first if line.startswith(("Section", "At"))] == [
        "Section A 3",
        "Section B 4",
        "Section C 5",
        "At a glance 6",
    ]


TABLE = "| | How many | What | More |\n|---|---:|---|---|\n| ![](part:card) | 12 | Cards | to play |\n| ![](part:gem) ![](part:gem) | 3 bags | Gems | |"
THUMBS = {"part:card": make_box(40, 60), "part:gem": make_box(10, 12)}


def print_pieces(paint: str = "#0000CC", tint: str = "", table: str = TABLE) -> bytes:
    markdown = f"a\n\n<!-- tinted page -->\n\n{table}\n\n<!-- page -->\n\nb"
    return print_rules(markdown, "a5", folded=True, thumbs=THUMBS, accents=Accents(paint), tint=tint)


def test_pieces_on_a_tinted_page_are_panels_in_one_scale() -> None:
    with pdfplumber.open(BytesIO(print_pieces())) as pdf:
        page, after = pdf.pages[2:4]
        ground, *drawn = page.rects
        panels = [each for each in drawn if each["non_stroking_color"] == (1, 1, 1)]
        words = page.extract_text()
        assert (ground["width"], ground["height"]) == (float(page.width), float(page.height))
        assert len(panels) == 2
        assert panels[0]["top"] == panels[1]["top"]
        assert panels[0]["x1"] < panels[1]["x0"]
        assert not after.rects
    assert words.split("\n")[:2] == ["12 Cards 3 Gems", "to play (bags)"]
    _, _, card, _, gem, other = find_boxes(print_pieces(), 3)  # each behind the ground of its panel
    assert card[2] / 40 == pytest.approx(gem[2] / 10, abs=0.01) == pytest.approx(other[2] / 10, abs=0.01)
    assert card[3] > 25


@for_each([(12, 8, 1), (5, 5, 1), (70, 21.4, 0)])
def test_a_tiny_piece_is_drawn_larger_and_its_panel_says_so(side: float, shown: float, said: int) -> None:
    rows = "".join(f"| ![](part:card) | {n} | Cards |\n" for n in range(2, 9)) + "| ![](part:gem) | 9 | Gems |\n"
    markdown = f"a\n\n<!-- tinted page -->\n\n| | How many | What |\n|---|---:|---|\n{rows}\n<!-- page -->\n\nb"
    thumbs = {"part:card": make_box(70, 90), "part:gem": make_box(side, side)}
    larger, plain = (
        print_rules(markdown, "a5", folded=True, thumbs=thumbs, terms=each, **NOBODY)
        for each in (Terms(), Terms(larger=""))
    )
    assert find_boxes(larger, 3)[-1][2] == pytest.approx(shown, abs=0.1)
    assert text_of(larger)[2].count("drawn larger") == said
    boxes = [each for each in find_boxes(plain, 3) if each[2] > 0]
    assert boxes[-1][2] / side == pytest.approx(boxes[1][2] / 70, abs=0.01)
    assert "larger" not in text_of(plain)[2]


def test_pieces_are_a_list_with_numbers_as_labels() -> None:
    with pikepdf.open(BytesIO(print_pieces())) as pdf:
        kinds = [
            str(each.S)
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary) and "/S" in each and "/P" in each
        ]
    assert [kinds.count(each) for each in ("/L", "/LI", "/Lbl", "/LBody", "/Figure", "/Table")] == [1, 2, 2, 2, 3, 0]


def test_a_page_is_tinted_in_a_paint_of_its_own_but_not_in_black() -> None:
    def find_ground(data: bytes) -> tuple[float, ...] | None:
        with pdfplumber.open(BytesIO(data)) as pdf:
            page = pdf.pages[2]
            grounds = [each["non_stroking_color"] for each in page.rects if each["width"] == float(page.width)]
        return grounds[0] if grounds else None

    assert find_ground(print_pieces("#000000")) is None, "a tint of black is a drab gray"
    red, green, blue = find_ground(print_pieces("#000000", "#FF0000")) or ()
    assert (red, green == blue, 0.8 < green < 1) == (1, True, True)


def test_a_table_without_numbers_stays_a_table_on_a_tinted_page() -> None:
    table = "| | What |\n|---|---|\n| ![](part:card) | Cards |\n| ![](part:gem) | Gems |"
    with pdfplumber.open(BytesIO(print_pieces(table=table))) as pdf:
        assert "What" in pdf.pages[2].extract_text()


INTRODUCTION = "# Specimen\n\nAll in one line.\n\n**Winning.** Be the last. End.\n\n**More.** Else.\n\n## Play\n\ntext"


def test_rules_with_an_introduction_open_with_a_head_a_lead_and_a_panel() -> None:
    with pdfplumber.open(BytesIO(print_rules(INTRODUCTION, "a5", folded=True))) as pdf:
        page = pdf.pages[1]
        lines = page.extract_text_lines(extra_attrs=["size"])
        ground, bar, panel, *_ = page.rects
        assert (ground["width"], ground["top"]) == (float(page.width), pytest.approx(0, abs=0.01))
    said = {line["text"]: line["chars"][0]["size"] for line in lines}
    assert [*said][:4] == ["Specimen", "All in one line.", "Winning. Be the last. End.", "More. Else."]
    assert said["All in one line."] > said["More. Else."] == said["Winning. Be the last. End."]
    (winning,) = [line for line in lines if line["text"].startswith("Winning")]
    assert bar["bottom"] < panel["top"] < winning["top"] < winning["bottom"] < panel["bottom"]


def test_rules_without_sections_or_that_begin_with_one_have_no_head() -> None:
    for markdown in ("# Specimen\n\nAll in one line.", "# Specimen\n\n## Play\n\ntext"):
        with pdfplumber.open(BytesIO(print_rules(markdown, "a5", folded=True))) as pdf:
            assert all(each["width"] < float(pdf.pages[1].width) for each in pdf.pages[1].rects)
            assert pdf.pages[1].extract_text_lines()[0]["text"] != "All in one line."


def test_the_art_of_the_title_page_covers_the_head_with_the_part_that_is_told() -> None:
    figures = {"storm": make_box(100, 150), "frame": make_box(100, 150)}
    jacket = replace(JACKET, band=(25.0, 50.0, 50.0, 10.0))
    data = print_rules(INTRODUCTION, "a5", folded=True, figures=figures, apart=figures, jacket=jacket)
    ((left, _, width, height), *_) = find_boxes(data, 2)
    scale = width / 100
    assert height / 150 == pytest.approx(scale, abs=0.01)
    assert left + 50 * scale == pytest.approx(148 / 2, abs=0.1)  # the middle of the part is that of the page
    assert scale >= 148 / 50 - 0.01


JACKET = JacketData(front="storm", back="frame", title=(10.0, 10.0, 80.0, 40.0), facts=(10.0, 120.0, 80.0, 25.0))


def test_a_jacket_fills_the_first_page_and_the_last() -> None:
    figures = {"storm": make_box(100, 150), "frame": make_box(100, 150)}
    more = {"facts": ("2 to 4 players", "ages 8 and up"), "signs": ("players", "8+"), "designers": "Ann Example"}
    data = print_rules(
        f"text\n\n{BACK}", "a5", folded=True, figures=figures, apart=figures, jacket=JACKET, about="On a sea.", **more
    )
    first, _, last = text_of(data)
    assert first.split("\n") == ["Specimen", "On a sea.", "2 to 4 players ages 8 and up", "8+", "Ann Example"]
    assert last.startswith("At a glance")
    (front,) = find_boxes(data, 1)[:1]
    assert (front[2], front[3]) == pytest.approx((148, 222), abs=1)  # as wide as the page, and cut off above and below


def test_words_that_do_not_fit_on_a_jacket_are_told() -> None:
    small = replace(JACKET, title=(10.0, 10.0, 5.0, 5.0))
    figures = {"storm": make_box(100, 150), "frame": make_box(100, 150)}
    with pytest.raises(DataError, match="GF301 the title"):
        print_rules(f"text\n\n{BACK}", "a5", folded=True, figures=figures, apart=figures, jacket=small)


def write_notes(number: int, text: str) -> str:
    signs = " ".join(f"line[^n{n}]" for n in range(number))
    return f"## Play\n\n{signs}\n\n## Rulings\n\n" + "\n\n".join(f"[^n{n}]: {text}" for n in range(number))


def find_numbers(markdown: str, most: int) -> list[list[tuple[str, int]]]:
    """Return the numbers of notes on each page of text, with the column that they stand in, from the top of each."""
    made = set_rules(markdown, "a5", folded=True)
    found = []
    with pdfplumber.open(BytesIO(made.pdf)) as pdf:
        for page in pdf.pages:
            names = {f"{n}." for n in range(1, most + 1)}
            words = [word for word in page.extract_words() if word["text"] in names]
            marks = [(word["text"], int(word["x0"] > page.width / 2 - 12), word["top"]) for word in words]
            found.append([(name, column) for name, column, _ in sorted(marks, key=lambda each: each[1:])])
    return [page for page in found if page]


def test_short_notes_stand_in_two_columns_in_order_where_a_page_has_no_room_for_one() -> None:
    text = "The rules are silent, so we chose what most of the people play, and so say the others."
    names = [f"{n}." for n in range(1, 15)]
    assert find_numbers(write_notes(14, text), 14) == [
        [*((name, 0) for name in names[:7]), *((name, 1) for name in names[7:])]
    ]
    for number, many in ((5, 1), (3, 1), (5, 3)):
        assert find_numbers(write_notes(number, text * many), 5) == [[(name, 0) for name in names[:number]]]


@for_each([(5, 0.88 * 1.16), (14, 0.88)])
def test_notes_in_one_column_have_lines_further_apart_and_references_in_gray(number: int, leading: float) -> None:
    notes = write_notes(number, "We chose what most people play, as we wrote. " * 2)
    with pdfplumber.open(BytesIO(set_rules(notes, "a5", folded=True, **NOBODY).pdf)) as pdf:
        page = pdf.pages[-1]
        tops = sorted({round(char["top"], 2) for char in page.chars if 8 < char["size"] < 9})
        gray = [char["text"] for char in page.chars if char["non_stroking_color"] == (0.4, 0.4, 0.4)]
    assert min(below - above for above, below in pairwise(tops)) == pytest.approx(13 * leading, abs=0.02)
    assert "".join(gray).count("(Play)") == number


def test_columns_of_notes_go_on_over_the_page() -> None:
    pages = find_numbers(write_notes(40, "The rules are silent, so we chose what most people play."), 40)
    assert [name for page in pages for name, _ in page] == [f"{n}." for n in range(1, 41)]
    assert len(pages) == 2
    for page in pages:
        columns = [column for _, column in page]
        assert abs(columns.count(0) - columns.count(1)) <= 1


@pytest.mark.parametrize("before", range(24, 34, 2))
def test_no_short_item_of_a_list_is_alone_on_its_page(before: int) -> None:
    item = "1. " + "Turn left and go on as far as the road leads you, but not over a bridge. " * 2 + "STOP\n"
    pages = text_of(set_rules("line\n\n" * before + item * 5, "a5", folded=True).pdf)
    assert sum(page.count("STOP") for page in pages) == 5
    assert 1 not in [page.count("STOP") for page in pages]


def test_type_is_no_larger_where_short_pages_are_the_cost() -> None:
    most = next(n for n in range(20, 90) if set_rules(LINE * (n + 1), "a5", folded=True, **NOBODY).pages > 2)
    full = "\n\n<!-- page -->\n\n".join([LINE * most] * 5)
    # in larger type, each of these pages would need another one, and no page would be blank
    assert set_rules(f"{full}\n\n{BACK}", "a5", folded=True, multiple=4, **NOBODY).pages == 8


@for_each([(3, 64), (18, 54.3), (20, 42), (21, 33.7), (22, 26.8)])
def test_art_above_a_section_is_as_deep_as_it_can_be_without_another_page(lines: int, deep: float) -> None:
    art = {"art:opener.2": make_box(148, 64)}
    rules = "## Setup\n\nline\n\n<!-- art page -->\n\n## Play\n\n" + "line\n\n" * lines
    made = set_rules(rules, "a5", thumbs=art, folded=True, **NOBODY)
    assert made.pages == 3
    ((_, top, _, high),) = [each for each in find_boxes(made.pdf, 3) if each[2:] == (148, 64)]
    assert top + high == pytest.approx(deep, abs=0.1)


@for_each([(90, 34), (120, 30), (120, 33)])
def test_a_page_with_a_figure_that_was_made_smaller_for_the_art_ends_at_its_foot(high: float, lines: int) -> None:
    rules = "## Setup\n\nline\n\n<!-- art page -->\n\n## Play\n\n![map](figure:map)\n\n" + "line\n\n" * lines
    figures, art = {"map": make_box(80, high)}, {"art:opener.2": make_box(148, 64)}
    made = set_rules(rules, "a5", figures=figures, thumbs=art, folded=True, **NOBODY)
    with pdfplumber.open(BytesIO(made.pdf)) as pdf:
        page = pdf.pages[2]
        lowest = max(word["bottom"] for word in page.extract_words() if word["text"] == "line")
        assert float(page.height) - lowest == pytest.approx(FOOT, abs=0.1)
