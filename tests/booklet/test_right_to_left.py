# ruff: noqa: RUF001  letters of Hebrew that look like others
"""Rules in Hebrew and Arabic: lines run from right to left, beside words and figures that run the other way."""

import re
from io import BytesIO
from pathlib import Path

import pdfplumber
import pikepdf
import pypdfium2
import pytest

from generator.booklet.blocks import Imprint
from generator.booklet.typesetting import read_rules
from generator.booklet.web_page import render_page
from generator.fonts.truetype import read_font
from generator.language.direction import begins_right_to_left, direct_text, is_right_to_left
from generator.model.language import Terms
from generator.model.picture import Font
from tests.booklet.fonts import FILES
from tests.booklet.typeset import print_rules, read_refusals, set_sheet
from tests.samples import for_each

DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
MARKS = re.compile("[\u200e\u200f\u202a-\u202e]")
LONG = "שחקן לוקח Blue Card אחד ומזיז 12 צעדים על הלוח (ימינה), " * 4


def load_dejavu() -> dict[str, Font]:
    """Return DejaVu Sans in place of each face, as a game without italics has it."""
    plain, bold = (
        read_font((DEJAVU / f"DejaVuSans{name}.ttf").read_bytes(), f"own-DejaVuSans{name}", "DejaVu Sans", weight)
        for name, weight in (("", 400), ("-Bold", 700))
    )
    return {name: bold if "bold" in name or "italic" in name else plain for name in FILES}


def set_hebrew(markdown: str, **more: str) -> bytes:
    return print_rules(markdown, "a5", fonts=load_dejavu(), **({"language": "he"} | more))


def read_page(data: bytes, number: int = 1) -> str:
    """Return the text of a page, counted from 0, as PDFium finds it."""
    with pypdfium2.PdfDocument(data) as document:
        return MARKS.sub("", document[number].get_textpage().get_text_range())


def list_words(data: bytes, number: int = 1) -> list[tuple[str, float, float]]:
    """Return the words of a page with their left and right ends, pt; letters stand from left to right."""
    with pdfplumber.open(BytesIO(data)) as document:
        return [(word["text"], word["x0"], word["x1"]) for word in document.pages[number].extract_words()]


def find_word(data: bytes, text: str) -> tuple[float, float]:
    """Return the left and right end of a word that stands once on a page."""
    ((_, left, right),) = (word for word in list_words(data) if word[0] == text)
    return left, right


def list_typed(data: bytes) -> list[str]:
    """Return the texts that elements of the structure stand for."""
    with pikepdf.open(BytesIO(data)) as pdf:
        return [
            str(each.ActualText)
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary) and "/ActualText" in each
        ]


@for_each(
    [
        ("he", True),
        ("ar-EG", True),
        ("fa", True),
        ("en", False),
        ("az-Arab", True),
        ("ar-Latn", False),
        ("pt-BR", False),
    ]
)
def test_a_language_runs_by_its_script(tag: str, found: bool) -> None:
    assert is_right_to_left(tag) is found


def test_a_text_runs_by_its_first_letter() -> None:
    assert begins_right_to_left("1. (שלום) world")
    assert not begins_right_to_left("1. world שלום")
    assert not begins_right_to_left("12!")
    assert direct_text("שלום", False) == "\u200fשלום"
    assert direct_text("hello", True) == "\u200fhello"
    assert direct_text("hello", False) == "hello"


def test_a_line_is_set_from_the_right_with_latin_and_figures_the_other_way() -> None:
    data = set_hebrew("אבג Blue Card דה 12 (ו)")
    words = sorted(list_words(data), key=lambda word: word[1])
    line = [text for text, _, _ in words if text in ("גבא", "Blue", "Card", "הד", "12", ")ו(")]
    assert line == [")ו(", "12", "הד", "Blue", "Card", "גבא"]


def test_lines_are_broken_in_the_order_of_reading_and_end_at_the_right() -> None:
    data = set_hebrew(LONG)
    with pdfplumber.open(BytesIO(data)) as document:
        lines = [line for line in document.pages[1].extract_text_lines() if re.search("קחוש|ןקחש|חולה", line["text"])]
    assert len(lines) > 2
    assert max(line["x1"] for line in lines) - min(line["x1"] for line in lines) < 0.6
    assert lines[0]["text"].split()[:-6:-1] == ["ןקחש", "חקול", "Card", "Blue", "דחא"]
    assert list_typed(data).count(LONG.strip()) == 1


def test_words_in_bold_keep_their_places() -> None:
    data = set_hebrew("אחד **שתיים** Three *ארבע* 5")
    places = [find_word(data, word)[0] for word in ("דחא", "םייתש", "Three", "עברא", "5")]
    assert places == sorted(places, reverse=True)


def test_hebrew_in_english_rules_is_set_in_its_place() -> None:
    data = print_rules("see אחד שתיים **here** now", "a5", fonts=load_dejavu())
    places = [find_word(data, word)[0] for word in ("see", "םייתש", "דחא", "here", "now")]
    assert places == sorted(places)


def test_a_hebrew_paragraph_of_english_rules_ends_at_the_right() -> None:
    data = print_rules("One.\n\nאחד.", "a5", fonts=load_dejavu())
    left, _ = find_word(data, "One.")
    _, right = find_word(data, ".דחא")
    assert right - left == pytest.approx(100 * 72 / 25.4, abs=0.5)


def test_arabic_joins_and_is_found_as_typed() -> None:
    data = set_hebrew("يأخذ كل لاعب ١٢ بطاقة", language="ar")
    assert "يأخذ كل لاعب" in read_page(data)
    assert "يأخذ كل لاعب ١٢ بطاقة" in list_typed(data)


def test_lists_examples_and_headings_are_mirrored() -> None:
    data = set_hebrew("## פתיחה\n\nטקסט\n\n1. אחד\n\n> דוגמה")
    right = find_word(data, "טסקט")[1]
    inset = 2.5 * 72 / 25.4  # of a heading in its band
    assert [right for text, _, right in list_words(data) if text == "החיתפ"][-1] == pytest.approx(
        right - inset, abs=0.5
    )
    assert find_word(data, "דחא")[1] == pytest.approx(right - 1.5 * 9.5, abs=0.5)
    number = find_word(data, ".1")
    assert find_word(data, "דחא")[1] < number[0] < number[1] < right
    assert find_word(data, "המגוד")[1] == pytest.approx(right - 0.9 * 9.5, abs=0.5)


def test_the_first_column_of_a_table_is_the_right_one() -> None:
    data = set_hebrew("| קלף | מספר |\n|---|---:|\n| שמש | 3 |\n\nטקסט")
    right = find_word(data, "טסקט")[1]
    assert find_word(data, "ףלק")[1] == pytest.approx(right, abs=0.5)
    assert find_word(data, "רפסמ")[1] < find_word(data, "ףלק")[0]
    assert find_word(data, "3")[1] < find_word(data, "שמש")[0]


def test_the_columns_of_a_sheet_go_to_the_left() -> None:
    text = "\n\n".join(["ראשון", *([LONG] * 12), "אחרון"])
    data = set_sheet(text, fonts=load_dejavu(), language="he")
    ends = {word: right for word, _, right in list_words(data, 0)}
    assert ends["ןושאר"] > ends["ןורחא"] + 200


def test_letters_that_the_font_lacks_and_isolates_are_refused() -> None:
    assert (
        "rules.md:1: GF205 the character 'א' (U+05D0) has no glyph in SourceSerifPro-Regular; name a font of the game that has it for `serif` and `sans-serif` in `fonts`"
        in read_refusals("אב")
    )
    found = read_refusals("a\u2067b", fonts=load_dejavu())
    assert found == [
        "rules.md:1: GF205 the character '\\u2067' (U+2067) has no glyph in own-DejaVuSans; write U+200E or U+200F in its place"
    ]
    assert "אב" in read_page(set_hebrew("\u200fאב\u200e"))


def test_a_font_with_many_letters_is_read_back() -> None:
    """A subset has codes above 127 once a text has more than 32 letters beyond ASCII."""
    text = "Съешь же ещё этих мягких французских булок, да выпей чаю. ЭЮЯЖЩШЧЦ"
    assert text in read_page(print_rules(text, "a5")).replace("\r\n", " ")


def test_web_pages_say_which_way_they_run() -> None:
    page = make_page("# א\n\n## ב\n\nEnglish\n\n- ג", "he")
    assert '<html lang="he" dir="rtl">' in page
    page = make_page("# Title\n\nEnglish\n\nעברית\n\n- ג\n- d\n\n| א |\n|---|\n| a |", "en")
    assert '<html lang="en">' in page
    assert '<p dir="rtl">עברית</p>' in page
    assert "<p>English</p>" in page
    assert '<li dir="rtl">ג</li>' in page
    assert "<li>d</li>" in page
    assert '<th scope="col" dir="rtl">א</th>' in page
    assert "<td>a</td>" in page


def make_page(markdown: str, language: str, style: str = "") -> str:
    imprint = Imprint(title="T", version="1", build="b", language=language)
    blocks = read_rules(
        markdown, place_file="rules.md", fonts=load_dejavu(), figures={}, part=lambda name, place: name, terms=Terms(),
        language=language,
    )  # fmt: skip
    return render_page(blocks, imprint, {}, style).decode()
