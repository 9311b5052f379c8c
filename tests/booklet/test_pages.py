"""The pages of a booklet: title page, running heads, margins, notes, thumbnails, back cover, and how pages are filled."""

from io import BytesIO
from itertools import pairwise
from typing import Any

import pdfplumber
import pikepdf
import pypdfium2
import pytest

from generator.booklet.page_layout import MM, measure_page
from generator.model.figure import Figure
from generator.model.finding import Place
from generator.model.paper import PAPERS
from tests.booklet.fonts import load_fonts
from tests.booklet.typeset import PAPERS_OF_RULES, print_rules, read_refusals, set_rules
from tests.messages import mention_all
from tests.samples import for_each, sample

NOBODY: dict[str, Any] = {"credits": (), "notice": ""}
LINE = "Word after word of it goes on to the end of a line. "


def make_box(width: float, height: float, alt: str = "A box") -> Figure:
    """Return a figure that is a filled gray box."""

    def draw(canvas: Any) -> None:
        canvas.setFillGray(0.5)
        canvas.rect(0, 0, width, height, stroke=0, fill=1)

    return Figure(width, height, alt, Place("game.yaml", 9, 3), draw)


def read_words(data: bytes) -> list[list[dict[str, Any]]]:
    """Return the words of each page, with their bounding boxes, from top to bottom."""
    with pdfplumber.open(BytesIO(data)) as pdf:
        return [page.extract_words(extra_attrs=["fontname", "size"]) for page in pdf.pages]


def text_of(data: bytes) -> list[str]:
    return [page.get_textpage().get_text_bounded().replace("\r\n", "\n") for page in pypdfium2.PdfDocument(data)]


def find_boxes(data: bytes, number: int) -> list[tuple[float, float, float, float]]:
    """Return left, top, width and height (mm) of the gray boxes on a page."""
    with pdfplumber.open(BytesIO(data)) as pdf:
        rects = [rect for rect in pdf.pages[number - 1].rects if rect["fill"] and rect["width"] > 3]
        return [tuple(round(rect[key] / MM, 1) for key in ("x0", "top", "width", "height")) for rect in rects]


def test_the_title_page_holds_what_it_should_and_nothing_else() -> None:
    data = print_rules(
        "# Wren\n\nText.", "a5", title="Wren", about="Three in a nest.", facts=("2 to 4 players", "ages 8 and up"), cover="front",
        figures={"front": make_box(60, 40)}, apart=("front",), folded=True,
    )  # fmt: skip
    title, text = text_of(data)
    assert title.split("\n") == ["Wren", "Three in a nest.", "2 to 4 players \u00b7 ages 8 and up"]
    assert text.split("\n")[:1] == ["Wren"]
    [(left, _, width, height)] = find_boxes(data, 1)
    assert left + width / 2 == pytest.approx(74, abs=0.1)
    assert (width, height) == (100.0, 66.7)
    assert "build" not in title
    assert text.split("\n")[-2] == "Version 1.0 \u00b7 build 0123abcd"


def test_a_mark_stays_with_the_last_word_of_a_title() -> None:
    title = "O\u00f9 est ma chaussette\u202f?"
    assert text_of(print_rules("Text.", "a5", title=title, language="fr", **NOBODY))[0].split("\n")[:2] == [
        "O\u00f9 est ma",
        "chaussette\u202f?",
    ]


@for_each([("The Widow's Attic", "en"), ('The "Wren"', "de"), ('Le "Nid" !', "fr"), ("L\u2019\u00c9toile", "fr")])
def test_a_heading_whose_quotes_are_set_is_still_the_title(title: str, language: str) -> None:
    data = print_rules(f"# {title}\n\nText.", title=title, language=language, **NOBODY)
    assert "Text." in text_of(data)[1].split("\n")[1]


def test_rules_of_a_title_alone_are_one_page_with_the_credits() -> None:
    made = set_rules("# Specimen")
    assert (made.pages, made.back_cover) == (1, False)
    [page] = text_of(made.pdf)
    assert page.split("\n") == [
        "Specimen",
        "Designed by Nobody in Particular",
        "An unofficial kit",
        "Version 1.0 \u00b7 build 0123abcd",
    ]


def test_a_title_of_a_long_word_fits_the_page() -> None:
    for page in read_words(print_rules("a", "a5", title="Incomprehensibilities of Donaudampfschifffahrten")):
        assert min(word["x0"] for word in page) > 10 * MM
        assert max(word["x1"] for word in page) < 138 * MM
    title, _ = read_words(print_rules("a", "a5", title="Donaudampfschifffahrten"))
    assert title[0]["text"] == "Donaudampfschifffahrten"


SECTIONS = "\n\n".join(f"## Part {n}\n\n" + f"{LINE * 14}\n\n" * 4 for n in range(1, 6))


def test_running_heads_of_left_and_right_pages() -> None:
    data = print_rules(SECTIONS, "a5", folded=True, **NOBODY)
    m = measure_page(PAPERS["a5"], folded=True)
    pages = read_words(data)[1:]
    assert len(pages) > 4
    section = ""
    for number, page in enumerate(pages, 2):
        head = [word for word in page if word["top"] < m.height - m.top - 6]
        foot = [word for word in page if word["bottom"] > m.height - m.bottom + 6]
        assert [word["text"] for word in foot] == [str(number)]
        sections = [word["text"] for word in page if word["size"] > m.size * 1.3]
        if number % 2:
            assert next(word["text"] for word in head) == "Part"
            begins = min(word["top"] for word in page if word not in head) + 8
            starts = [word["text"] for word in page if word["size"] > m.size * 1.3 and word["top"] < begins]
            assert head[-1]["text"] == (starts[-1] if starts else section)
            edges = [head[-1]["x1"], foot[0]["x1"]]
            assert edges == pytest.approx([m.right + m.fold] * 2, abs=0.1)
        else:
            assert [word["text"] for word in head] == ["Specimen"]
            assert [head[0]["x0"], foot[0]["x0"]] == pytest.approx([m.left - m.fold] * 2, abs=0.8)
        section = sections[-1] if sections else section


def test_folded_pages_have_a_wider_inner_margin_and_loose_pages_equal_margins() -> None:
    left, right = (
        min(word["x0"] for word in page) for page in read_words(print_rules(SECTIONS, "a5", folded=True))[1:3]
    )
    assert right - left == pytest.approx(4 * MM, abs=0.3)
    loose = {
        round(min(word["x0"] for word in page)) for page in read_words(print_rules(SECTIONS, "a5", **NOBODY))[1:-1]
    }
    assert len(loose) == 1


@pytest.mark.parametrize("paper", sorted(PAPERS_OF_RULES))
def test_the_inner_margin_is_reported(paper: str) -> None:
    made = set_rules("a\n\n<!-- page -->\n\n## Head\n\nb", paper, folded=True)
    with pdfplumber.open(BytesIO(made.pdf)) as pdf:
        assert min(each["x0"] for each in pdf.pages[2].rects) == pytest.approx(made.inner * MM, abs=2)  # of the band


def test_running_heads_and_page_counts_of_loose_pages() -> None:
    pages = text_of(print_rules(SECTIONS, "a4", **NOBODY))
    assert [page.startswith("Specimen Part ") for page in pages[1:]] == [True] * (len(pages) - 1)
    assert [page.endswith(f"page {n} of {len(pages)}") for n, page in enumerate(pages[1:], 2)] == [True] * (
        len(pages) - 1
    )


def test_running_heads_and_page_numbers_are_artifacts() -> None:
    with pikepdf.open(BytesIO(print_rules("## A\n\ntext", "a5", folded=True))) as pdf:
        begun = [
            [str(each.operands[0]), *map(str, each.operands[1].values() if len(each.operands) > 1 else ())]
            for each in pikepdf.parse_content_stream(pdf.pages[1])
            if str(each.operator) in ("BMC", "BDC") and each.operands[0] == "/Artifact"
        ]
    rule = ["/Artifact"]
    assert begun == [["/Artifact", "/Header", "/Pagination"], rule, rule, ["/Artifact", "/Footer", "/Pagination"]]


def test_a_long_section_title_is_truncated_after_a_word() -> None:
    heading = "Everything that one could ever have wanted to know of the ways and the habits of wrens in the winter"
    page = text_of(print_rules(f"## {heading}\n\ntext", "a4"))[1]
    assert page.split("\n")[0].endswith("\u2026")
    assert heading.startswith(page.split("\n")[0].removeprefix("Specimen ").removesuffix(" \u2026"))


def test_a_title_of_two_lines_is_one_line_in_the_head() -> None:
    title, text = text_of(print_rules("text", "a4", title="Wren\nNest", **NOBODY))
    assert title == "Wren\nNest"
    assert text.startswith("Wren Nest\n")


def test_a_section_title_of_one_long_word_is_truncated_inside_it() -> None:
    head = read_words(print_rules(f"## {'Rindfleisch' * 20}\n\ntext", "a4"))[1]
    cut = next(word for word in head if word["text"].startswith("Rind"))
    assert cut["top"] < 20 * MM
    assert ("Rindfleisch" * 20).startswith(cut["text"])
    assert cut["x0"] > next(word for word in head if word["text"] == "Specimen")["x1"]


@for_each(["a5", "a4"])
def test_title_and_section_do_not_overlap_in_the_running_head(paper: str) -> None:
    section = "Everything that one could ever have wanted to know of the ways and the habits of wrens"
    page = read_words(print_rules(f"## {section}\n\ntext", paper, title="A Title of No More Than Some Words"))[1]
    head = [word for word in page if word["top"] < 15 * MM]
    assert {"A", "Everything"} < {word["text"] for word in head}
    assert all(left["x1"] < right["x0"] for left, right in pairwise(sorted(head, key=lambda word: word["x0"])))


PAGES = "one\n\n<!-- page -->\n\ntwo\n\n<!-- page -->\n\n<!-- page -->\n\nthree"


@for_each(["a5", "a4"])
def test_page_breaks_apply_to_the_folded_booklet(paper: str) -> None:
    pages = text_of(print_rules(PAGES, paper, folded=True, **NOBODY))
    assert [[word for word in ("one", "two", "three") if word in page] for page in pages[1:]] == [
        ["one"],
        ["two"],
        ["three"],
    ]


@for_each(["a5", "a4"])
def test_page_breaks_do_not_apply_to_loose_pages(paper: str) -> None:
    plain = PAGES.replace("<!-- page -->", "")
    assert print_rules(PAGES, paper, **NOBODY) == print_rules(plain, paper, **NOBODY)
    assert len(text_of(print_rules(f"{PAGES}\n\n{BACK}", paper, **NOBODY))) == 3


BACK = "<!-- back cover -->\n\n## At a glance\n\nTurn, then turn again."


def test_the_back_cover_is_the_last_page_and_ends_with_the_credits() -> None:
    made = set_rules(f"text\n\n{BACK}", "a5", folded=True)
    assert (made.pages, made.back_cover) == (3, True)
    _, text, back = text_of(made.pdf)
    assert "Designed" not in text
    assert back.split("\n") == [
        "At a glance",
        "Turn, then turn again.",
        "Designed by Nobody in Particular",
        "An unofficial kit",
        "Version 1.0 \u00b7 build 0123abcd",
    ]
    m = measure_page(PAPERS["a5"], folded=True)
    assert max(word["bottom"] for word in read_words(made.pdf)[2]) == pytest.approx(m.height - m.bottom, abs=4)


def test_a_back_cover_longer_than_a_page_is_refused_at_its_line() -> None:
    message = "rules.md:3: GF301 back cover {n} lines credits notice"
    assert mention_all(read_refusals(f"text\n\n{BACK}\n\n" + f"{LINE}\n\n" * 60, "a5"), [message.format(n=58)])


@for_each([("a5", 28), ("a4", 33)])
def test_long_credits_stand_below_the_text_or_on_a_page_of_their_own(paper: str, lines: int) -> None:
    for count in (3, 12, 20, 30, 42):
        data = print_rules("\n\n".join(["line"] * count), paper, credits=("credit",) * lines, notice="")
        m = measure_page(PAPERS[paper])
        *_, last = read_words(data)
        credits_ = [word["top"] for word in last if word["text"] == "credit"]
        text = [word["bottom"] for word in last if word["text"] == "line"]
        assert len(credits_) == lines
        assert m.height - m.top - 1 < min(credits_) > max(text, default=0.0), count


TITLE_PAGE = "title page"


@for_each(
    [
        ({"title": "Wonderful " * 20}, TITLE_PAGE),
        ({"about": "word " * 900}, TITLE_PAGE),
        ({"about": "word " * 220, "cover": "a"}, f"{TITLE_PAGE} figure 'a'"),
        ({"facts": ("one or two " * 12,)}, f"line {'one or two ' * 12!r} title page"),
        ({"credits": ("A line of credits",) * 80}, "credits notice page"),
    ]
)
def test_an_imprint_that_does_not_fit_is_refused(given: dict[str, Any], message: str) -> None:
    figures = {"a": make_box(20, 20)}
    found = read_refusals("text", "a5", figures=figures, apart=("a",), **given)
    assert mention_all(found, [f"rules.md: GF301 {message}"])


def test_credits_alone_are_no_page() -> None:
    m = measure_page(PAPERS["a5"], folded=True)
    for count in range(24, 34):
        markdown = "\n\n".join([LINE * 2] * 2 + ["line"] * count)
        made = set_rules(markdown, "a5", folded=True)
        last = read_words(made.pdf)[-1]
        assert sum(word["text"] == "line" for word in last) > 3
        assert sum(word["text"] == "Nobody" for word in last) == 1
        end = max(word["bottom"] for word in last if word["text"] == "line")
        assert end + m.leading < next(word["top"] for word in last if word["text"] == "Designed")
        printed = [word["text"] for page in read_words(made.pdf) for word in page].count("line")
        assert printed == count


@pytest.mark.parametrize("extra", range(1, 8))
def test_a_last_page_has_some_lines(extra: int) -> None:
    m = measure_page(PAPERS["a5"], folded=True)
    full = int(m.depth / (m.leading * 1.5))
    data = print_rules("\n\n".join(f"line{n}" for n in range(full * 2 + extra)), "a5", folded=True, **NOBODY)
    pages = [[word for word in page if word["text"].startswith("line")] for page in read_words(data)[1:]]
    assert sum(map(len, pages)) == full * 2 + extra
    assert len(pages) == (2 if extra < 5 else 3)  # less space between paragraphs, as long as that will do
    assert len(pages[-1]) >= 4


def test_text_after_a_figure_fills_the_gap_before_it() -> None:
    before, after = LINE * 34, f"after{LINE * 16}"
    for height in (60, 90):
        data = print_rules(
            f"{before}\n\n![Caption](figure:a)\n\n{after}", "a5", figures={"a": make_box(60, height)}, **NOBODY
        )
        pages = text_of(data)
        [page] = [number for number, page in enumerate(pages, 1) if "Caption" in page]
        assert page == 3
        assert "afterWord" in pages[1]
        assert find_boxes(data, page)[0][3] == height
        assert " ".join(pages).count("afterWord") == 1
        assert sum(page.count("Word") for page in pages) == 50


@for_each([("", True), ("## Next\n\n", False), ("- item\n\n", True), ("so it goes:\n\n- item\n\n", True)])
def test_the_gap_is_filled_from_the_same_section_only(between: str, moves: bool) -> None:
    markdown = f"{LINE * 34}\n\n![Caption](figure:a)\n\n{between}after\n\n## End\n\nend"
    pages = text_of(print_rules(markdown, "a5", figures={"a": make_box(60, 90)}, **NOBODY))
    assert ("\nafter\n" in pages[1]) == moves
    assert ("\nafter\n" in pages[2]) != moves


def test_a_list_is_not_torn_apart_by_a_figure() -> None:
    items = "\n".join(f"- item {LINE * 2}" for _ in range(8))
    markdown = f"{LINE * 34}\n\n![Caption](figure:a)\n\n{items}\n\n## End\n\nend"
    pages = text_of(print_rules(markdown, "a5", figures={"a": make_box(60, 90)}, **NOBODY))
    assert pages[1].count("item") == 0
    assert pages[2].index("Caption") < pages[2].index("item")


@pytest.mark.thorough
def test_an_example_does_not_begin_at_the_foot_of_a_page() -> None:
    m = measure_page(PAPERS["a5"])
    example = "\n".join(f"> example {LINE * 2}\n>" for _ in range(12))
    for lines in range(12, 26):
        data = print_rules("\n\n".join(["line"] * lines + [example]), "a5", **NOBODY)
        tops = [[word["top"] for word in page if word["text"] == "example"] for page in read_words(data)]
        assert sum(map(len, tops)) == 12
        assert all(not page or min(page) < m.height - m.bottom - m.depth * 0.12 for page in tops)


def test_a_figure_stays_with_the_paragraph_that_introduces_it() -> None:
    markdown = f"{LINE * 34}\n\nLook at this:\n\n![Caption](figure:a)\n\nafter"
    pages = text_of(print_rules(markdown, "a5", figures={"a": make_box(60, 90)}, **NOBODY))
    assert ["Look at this:" in page for page in pages] == [False, False, True]
    assert "\nafter" not in pages[1]


def test_a_sentence_that_continues_in_a_table_stays_with_it() -> None:
    table = "| a |\n|---|\n| 1 |\n| 2 |\n"
    for lines in range(22, 32):
        blocks = ["line"] * lines + ["So take", table, LINE * 40]
        pages = text_of(print_rules("\n\n".join(blocks), "a4", **NOBODY))
        [page] = [page for page in pages if "So take" in page]
        assert "Sotakea12" in "".join(page.split())


def test_a_heading_and_one_line_are_not_left_behind_by_a_list() -> None:
    items = "\n".join(f"- {LINE * 4}" for _ in range(3))
    found = set()
    for lines in range(12, 30):
        pages = text_of(
            print_rules("\n\n".join(["line"] * lines + ["## Ways", "There are some.", items]), "a4", **NOBODY)
        )
        [number] = [number for number, page in enumerate(pages) if "\nThere are some." in page]
        assert "Word" in pages[number]
        found.add(number)
    assert found == {1, 2}


def test_a_caption_of_two_lines_has_no_lone_word() -> None:
    caption = "A caption of so many words that they are just a little more than one line can hold, says"
    _, page = read_words(print_rules(f"![{caption} it](figure:a)", "a5", figures={"a": make_box(20, 20)}, **NOBODY))
    small = [word for word in page if word["size"] < 8.5 and 100 < word["top"] < 300]
    first, second = ([word for word in small if word["top"] == top] for top in sorted({word["top"] for word in small}))
    assert abs(first[-1]["x1"] - first[0]["x0"] - second[-1]["x1"] + second[0]["x0"]) < 60
    assert first[0]["x0"] + first[-1]["x1"] == pytest.approx(second[0]["x0"] + second[-1]["x1"], abs=0.5)


def test_a_note_has_a_heading_a_sans_font_and_two_rules() -> None:
    data = print_rules("> [!NOTE]\n> Settled **so**.\n\n> An example.", "a5", **NOBODY)
    _, page = read_words(data)
    faces = {word["text"]: word["fontname"].split("+")[1] for word in page}
    assert faces["Note"] == "SourceSansPro-Bold"
    assert (faces["Settled"], faces["so"]) == ("SourceSansPro-Regular", "SourceSansPro-Bold")
    assert faces["example."] == "SourceSerifPro-Regular"
    with pdfplumber.open(BytesIO(data)) as pdf:
        lines = [(round(line["width"] / MM), round(line["height"] / MM)) for line in pdf.pages[1].lines]
    assert [line for line in lines if line[0]] == [(100, 0), (100, 0), (100, 0)]  # and that of the colophon
    assert len([line for line in lines if line[1]]) == 1


def test_lines_of_notes_keep_their_distance() -> None:
    note = "> [!NOTE]\n> So."
    with pdfplumber.open(BytesIO(print_rules(f"{note}\n\n{note}\n\n## Head\n\ntext", "a5", **NOBODY))) as pdf:
        *tops, _ = sorted(each["top"] for each in pdf.pages[1].lines)  # the last one is that of the colophon
    assert len(tops) == 2  # each note has the line above it alone, where another line or a band follows
    line = measure_page(PAPERS["a5"]).leading
    height = line * (0.85 + 0.92)  # of a note: its heading and its text
    pad, space = line * 0.42, line * 0.6  # from text to line, and between notes
    between = [below - above for above, below in pairwise(tops)]
    assert between == pytest.approx([height + 2 * pad + space], abs=0.01)


def test_notes_and_terms_are_in_the_language() -> None:
    from generator.model.language import Terms

    terms = Terms(note="Hinweis", page="Seite {number} von {pages}", version="Fassung {version}", build="Satz {build}")
    _, page = text_of(print_rules("> [!NOTE]\n> So.", terms=terms, language="de"))
    assert "Fassung 1.0 \u00b7 Satz 0123abcd" in page
    assert "Hinweis\nSo." in page
    assert page.endswith("Seite 2 von 2")


THUMBS = {
    "part:card": make_box(63, 88, "A card"),
    "part:gem": make_box(14, 14, "A gem"),
    "part:board": make_box(180, 180, "A board"),
}
CONTENTS = (
    "|  | Piece | Number |\n|---|---|--:|\n| ![](part:card) ![](part:card) | Cards | 24 |\n"
    "| ![](part:gem) | Gems | 5 |\n| ![](part:board) | Board | 1 |\n"
)


def test_thumbnails_are_side_by_side_and_vertically_centered() -> None:
    data = print_rules(CONTENTS, "a5", thumbs=THUMBS, **NOBODY)
    one, two, gem, board = find_boxes(data, 2)
    assert (one[2:], board[2:]) == ((10.7, 15.0), (20.0, 20.0))
    assert two[:2] == pytest.approx((one[0] + 10.7 + 1.6, one[1]), abs=0.15)
    assert (
        gem[2] == gem[3] == pytest.approx(7, abs=0.01)
    )  # half as large beside the card as a sixth would be, but not a dot
    for picture, word in zip((one, gem, board), ("Cards", "Gems", "Board"), strict=True):
        [at] = [each for each in read_words(data)[1] if each["text"] == word]
        assert picture[1] + picture[3] / 2 == pytest.approx((at["top"] + at["bottom"]) / 2 / MM, abs=1)


def test_many_thumbnails_leave_room_for_text_and_align_with_headings() -> None:
    table = f"| | |\n|---|---|\n| {'![](part:card) ' * 6} | words |\n"
    for paper, left, width in (("a5", 24, 28), ("a4", 38, 37.5)):
        shown = find_boxes(print_rules(table, paper, thumbs=THUMBS, **NOBODY), 2)
        assert len(shown) == 6
        assert shown[0][0] == pytest.approx(left, abs=0.1)
        assert sum(each[2] for each in shown) == pytest.approx(width, abs=0.5)


def test_figures_are_enlarged_with_the_type() -> None:
    [(_, _, width, height)] = find_boxes(print_rules("![x](figure:a)", "a3", figures={"a": make_box(70, 35)}), 2)
    assert (width, height) == pytest.approx((99, 49.5))


def test_thumbnails_are_tagged_with_id_and_alternative_text() -> None:
    with pikepdf.open(BytesIO(print_rules(CONTENTS, thumbs=THUMBS))) as pdf:
        begun: list[Any] = [
            each.operands[1] for each in pikepdf.parse_content_stream(pdf.pages[1]) if str(each.operator) == "BDC"
        ]
    assert [str(entry.ID) for entry in begun if "/ID" in entry] == ["part:card", "part:card", "part:gem", "part:board"]
    assert [str(entry.Alt) for entry in begun if "/Alt" in entry] == ["A card", "A card", "A gem", "A board"]


def test_no_single_table_row_before_or_after_a_page_break() -> None:
    for count in sample(range(18, 80), 20):
        rows = "".join(f"| row{n} |\n" for n in range(count))
        pages = text_of(print_rules(f"{LINE * 3}\n\n| a |\n|---|\n{rows}", "a5", **NOBODY))
        held = [page.count("row") for page in pages[1:]]
        assert sum(held) == count
        assert min(held) >= 2


def test_a_table_of_tall_rows_begins_with_two() -> None:
    rows = f"| row | {LINE * 6} |\n" * 6
    for lines in range(2, 26):
        pages = text_of(print_rules("\n\n".join(["line"] * lines + [f"| a | b |\n|---|---|\n{rows}"]), "a5", **NOBODY))
        held = [page.count("row") for page in pages]
        assert sum(held) == 6
        assert min(filter(None, held)) >= 2


def test_a_linked_thumbnail_is_a_link() -> None:
    cells = "[![](part:gem)](#head) | [![](part:card)](https://example.org/a)"
    data = print_rules(f"## Head\n\n| a | b |\n|---|---|\n| {cells} |", "a5", thumbs=THUMBS, **NOBODY)
    with pikepdf.open(BytesIO(data)) as pdf:
        page = pdf.pages[1]
        inward, outward = sorted(page.Annots, key=lambda each: float(each.Rect[0]))
        assert inward.Dest[0].objgen == page.obj.objgen
        assert str(outward.A.URI) == "https://example.org/a"
        rects = [[float(side) for side in each.Rect] for each in (inward, outward)]
    shown = find_boxes(data, 2)[1:]  # the first is the band of the heading
    height = measure_page(PAPERS["a5"]).height
    for rect, seen in zip(rects, shown, strict=True):
        left, top, width, high = (side * MM for side in seen)
        assert rect == pytest.approx([left, height - top - high, left + width, height - top], abs=0.6)


def test_text_beside_a_thumbnail_stays_on_one_line() -> None:
    table = "| a |\n|---|\n| ![](part:gem) **one** *two* three |"
    data = print_rules(table, "a5", thumbs=THUMBS, **NOBODY)
    assert "one two three" in text_of(data)[1].split("\n")


def test_links_to_figures_lead_to_their_first_place() -> None:
    shown = "<!-- page -->\n\n![Caption](figure:a)\n\n"
    data = print_rules(f"[](figure:a)\n\n{shown}{shown}", figures={"a": make_box(20, 20)}, folded=True)
    with pikepdf.open(BytesIO(data)) as pdf:
        [note] = list(pdf.pages[1].Annots)
        target = note.Dest
        assert target[0].objgen == pdf.pages[2].obj.objgen


@pytest.mark.sampled(1)
@pytest.mark.parametrize("paper", sorted(PAPERS_OF_RULES))
@pytest.mark.parametrize("folded", [False, True])
def test_lines_on_every_paper_hold_60_to_70_characters(paper: str, folded: bool) -> None:
    made = set_rules(f"## Head\n\n{LINE * 60}\n\n{CONTENTS}\n{BACK}", paper, thumbs=THUMBS, folded=folded)
    assert made.back_cover
    m = measure_page(PAPERS_OF_RULES[paper], folded)
    for number, page in enumerate(read_words(made.pdf)[1:], 2):
        inner = min(word["x0"] for word in page) if number % 2 else m.width - max(word["x1"] for word in page)
        assert inner > made.inner * MM - 0.5
    for page in read_words(made.pdf):
        assert min(word["x0"] for word in page) > 10 * MM
        assert max(word["x1"] for word in page) < m.width - 10 * MM
    lines: dict[float, str] = {}
    for word in read_words(made.pdf)[1]:
        lines[round(word["bottom"])] = f"{lines.get(round(word['bottom']), '')} {word['text']}".strip()
    full = sorted(len(line) for line in lines.values() if line.count(" ") > 6)
    assert 60 <= full[len(full) // 2] <= 70


def test_missing_glyphs_in_the_imprint_are_refused() -> None:
    assert mention_all(
        read_refusals("a", about="\u2605", facts=("\u2605",), fonts=load_fonts()),
        [
            "rules.md: GF205 '\u2605' (U+2605) about SourceSerifPro-It",
            "rules.md: GF205 '\u2605' (U+2605) players SourceSansPro-Bold",
            "rules.md: GF205 '\u2605' (U+2605) players SourceSansPro-Regular",
        ],
    )
