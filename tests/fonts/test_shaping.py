"""Shaped text: letters are kerned and joined, marks stand on their letters, and what was typed is read back."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pdfplumber
import pypdfium2
import pytest
from bidi.algorithm import get_display
from PIL import Image

from generator.fonts.font_book import bundled_font
from generator.fonts.shaping import MissingGlyphError, Shaper, open_shaper
from generator.fonts.truetype import read_font
from generator.language.direction import find_directed_runs
from generator.model.picture import PLAIN, Font, Paint, Picture, Text, TextSetting
from generator.write.pdf.picture_pages import write_picture_pages
from generator.write.svg.sheets import SvgSheets
from tests.browser import Browser
from tests.looks import difference, font_files, pdf_pixels, svg_pixels
from tests.samples import for_each
from tests.write.drawing_helpers import PAPER

DEBIAN = Path("/usr/share/fonts/truetype")
SANS, SERIF = bundled_font("Source Sans Pro", 400, False), bundled_font("Source Serif Pro", 400, False)
RTL = TextSetting(rtl=True)


def debian_font(name: str, judge: Callable[[str], str]) -> Font:
    """Return a font of a Debian package, which is there wherever the judges are."""
    path = DEBIAN / name
    if not path.exists():
        judge(f"the font {path}")
    return read_font(path.read_bytes(), path.stem, path.stem, 400)


def spell(font: Font, text: str, setting: TextSetting = PLAIN) -> list[str]:
    return [glyph.text for glyph in open_shaper(font, setting).shape(text).glyphs]


def test_letters_are_kerned_and_ligatures_are_one_glyph() -> None:
    assert open_shaper(SANS).shape("AV").advance == round(1000 * (SANS.advances["A"] + SANS.advances["V"])) - 14
    assert spell(SERIF, "office") == ["o", "ffi", "c", "e"]
    assert spell(SERIF, "office", TextSetting(spacing=0.1)) == [*"office"]
    assert spell(SERIF, "office", TextSetting((("liga", 0),))) == [*"office"]


def test_joined_letters_are_not_spaced(judge: Callable[[str], str]) -> None:
    font = debian_font(DEJAVU, judge)
    spaced, plain = open_shaper(font, TextSetting(spacing=0.5)), open_shaper(font)
    assert spaced.measure("\u062d\u0628\u062d") == plain.measure("\u062d\u0628\u062d")
    assert spaced.measure("a \u062d\u0628") == pytest.approx(plain.measure("a \u062d\u0628") + 1)
    assert spaced.measure("\u05d0\u05d1") == pytest.approx(plain.measure("\u05d0\u05d1") + 1)


def test_blanks_between_joined_letters_are_spaced_but_signs_are_not(judge: Callable[[str], str]) -> None:
    font = debian_font(DEJAVU, judge)
    spaced, plain = open_shaper(font, TextSetting(spacing=0.5)), open_shaper(font)
    for text, blanks in (("\u062d \u0628\u062d", 1), ("\u062d \u0628 \u062d.", 2), ("\u062d.", 0)):
        assert spaced.measure(text) == pytest.approx(plain.measure(text) + 0.5 * blanks), text


def test_a_sign_has_the_script_of_the_letters_before_it(judge: Callable[[str], str]) -> None:
    find = open_shaper(debian_font(DEJAVU, judge))._hb.find_script
    text = "a \u062d. 1"
    assert [find(text, *span) for span in ((0, 2), (2, 3), (3, 4), (4, 6))] == ["Latn", "Arab", "Arab", "Arab"]
    assert find("\u2026\u062d", 0, 1) == "Latn"  # nothing before it
    assert find("a.", 1, 2) == "Latn"


def test_marks_stand_on_their_letters() -> None:
    assert open_shaper(SANS).measure("cafe\u0301") == open_shaper(SANS).measure("caf\u00e9")
    assert spell(SANS, "cafe\u0301") == ["c", "a", "f", "e\u0301"]
    letter, low, high = open_shaper(SANS).shape("x\u0323\u0301").glyphs
    assert (letter.text, low.text, high.text) == ("x", "\u0323", "\u0301")
    assert (letter.x, low.x, high.x) == (0, 223, 223)  # both in the middle of the letter
    assert open_shaper(SANS).measure("x\u0323\u0301") == open_shaper(SANS).measure("x")


def test_letters_are_spaced_but_marks_are_not() -> None:
    setting = TextSetting((("kern", 0),), 0.1)
    plain = open_shaper(SANS, TextSetting((("kern", 0),))).measure("q\u0301 on")
    assert open_shaper(SANS, setting).measure("q\u0301 on") == pytest.approx(plain + 4 * 0.1)


def test_features_choose_glyphs() -> None:
    plain, small = open_shaper(SERIF).shape("ab"), open_shaper(SERIF, TextSetting((("smcp", 1),))).shape("ab")
    assert [one.number == other.number for one, other in zip(plain.glyphs, small.glyphs, strict=True)] == [False, False]
    assert spell(SERIF, "ab", TextSetting((("smcp", 1),))) == ["a", "b"]


def test_figures_are_as_harfbuzz_sets_them() -> None:
    shaper = Shaper(SANS)
    assert shaper.stands_alone("1234567890")
    assert shaper.shape("1234567890") == open_shaper(SANS, TextSetting((("kern", 1),))).shape("1234567890")
    assert not shaper.stands_alone("12a")
    assert not Shaper(SANS, TextSetting((("onum", 1),))).stands_alone("12")


def test_a_character_without_a_glyph_is_named() -> None:
    for text in ("a★", "★", "a e\u20e3", "שלום"):
        with pytest.raises(MissingGlyphError) as caught:
            open_shaper(SANS).measure(text)
        assert caught.value.args[0] in text
        assert caught.value.args[0] not in SANS.glyphs
    assert open_shaper(SANS).measure("a\u200db") == open_shaper(SANS).measure("ab")


DIRECTED = {
    ("abc", False): [(0, 3, False)],
    ("אבג", False): [(0, 3, True)],
    ("ab אב cd", False): [(0, 3, False), (3, 5, True), (5, 8, False)],
    ("ab אב cd", True): [(6, 8, False), (2, 6, True), (0, 2, False)],
    ("אב 12 גד", False): [(5, 8, True), (3, 5, False), (0, 3, True)],
}


@pytest.mark.parametrize(("text", "rtl"), DIRECTED)
def test_runs_of_one_direction_from_left_to_right(text: str, rtl: bool) -> None:
    assert find_directed_runs(text, rtl) == DIRECTED[text, rtl]


DEJAVU, LOHIT = "dejavu/DejaVuSans.ttf", "lohit-devanagari/Lohit-Devanagari.ttf"
LINES = {
    "arabic": (DEJAVU, "سلام عليكم", RTL),
    "hebrew": (DEJAVU, "שלום עולם", RTL),
    "devanagari": (LOHIT, "हिन्दी में किताब", PLAIN),
    "mixed": (DEJAVU, "Roll 12 שלום and 34", PLAIN),
    "ligatures": (DEJAVU, "office fluffy", PLAIN),
    "marks": (DEJAVU, "cafe\u0301 X\u0302\u0323 Q\u0301", PLAIN),
}


def make_line(name: str, judge: Callable[[str], str]) -> tuple[Font, str, Picture]:
    file, text, setting = LINES[name]
    font = debian_font(file, judge)
    width = open_shaper(font, setting).measure(text) * 5
    return font, text, Picture(0, 0, 50.8, 12, (Text(2, 8, text, font, 5, width, Paint(), setting),))


def test_arabic_letters_join() -> None:
    font = read_font((DEBIAN / DEJAVU).read_bytes(), "dejavu", "DejaVu Sans", 400)
    shaped = open_shaper(font, RTL).shape("سلام").glyphs
    assert [glyph.text for glyph in shaped] == ["م", "لا", "س"]
    assert all(glyph.number != font.glyphs.get(glyph.text) for glyph in (shaped[1], shaped[2]))
    assert [glyph.at for glyph in shaped] == [3, 1, 0]


@pytest.mark.parametrize("name", LINES)
def test_a_line_is_copied_and_searched_as_it_was_typed(name: str, judge: Callable[[str], str], tmp_path: Path) -> None:
    font, text, picture = make_line(name, judge)
    path = tmp_path / "line.pdf"
    path.write_bytes(write_picture_pages([picture], lambda *_: font))
    command = [judge("pdftotext"), "-raw", str(path), "-"]
    copied = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    controls = dict.fromkeys(map(ord, "\u202a\u202b\u202c\f"))
    found = copied.translate(controls).strip()
    if name in ("arabic", "hebrew"):  # whose words `-raw` lists from left to right
        assert sorted(found.split()) == sorted(text.split())
    else:
        assert found == text
    with pdfplumber.open(path) as pdf:
        shown = pdf.pages[0].extract_text().strip()
    assert (get_display(shown, base_dir="R" if LINES[name][2].rtl else "L") if name != "devanagari" else shown) == text


@pytest.mark.parametrize("name", LINES)
def test_pdfium_finds_each_word_and_mupdf_lists_each_letter(
    name: str, judge: Callable[[str], str], tmp_path: Path
) -> None:
    font, text, picture = make_line(name, judge)
    path = tmp_path / "line.pdf"
    path.write_bytes(write_picture_pages([picture], lambda *_: font))
    with pypdfium2.PdfDocument(path) as document:
        page = document[0].get_textpage()
        assert page.get_text_range().strip() == text
        assert [word for word in text.split() if page.search(word).get_next() is None] == []
        assert page.search("nowhere").get_next() is None
    command = [judge("mutool"), "draw", "-q", "-F", "txt", str(path)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    # it lists letters from left to right, whichever way they run
    assert listed == (get_display(text) if name in ("arabic", "hebrew", "mixed") else text)


def test_live_text_is_as_wide_in_chromium_as_it_was_set(browser: Browser, tmp_path: Path) -> None:
    text = "AVATAR To. office"
    width = open_shaper(SANS).measure(text) * 5
    assert width < 0.97 * sum(SANS.advances[char] for char in text) * 5, "it is kerned"
    picture = Picture(0, 0, 50.8, 12, (Text(2, 8, text, SANS, 5, width, Paint()),))
    svg = SvgSheets(PAPER, "Line", True).draw_picture(picture, "line")
    face = next(path for path in font_files() if path.endswith("SourceSansPro-Regular.ttf"))
    style = f'<style>@font-face {{ font-family: "Source Sans Pro"; src: url("{Path(face).as_uri()}") }}</style>'
    (tmp_path / "page.html").write_text(f"<!DOCTYPE html>{style}<body>{svg[svg.index('<svg') :]}", "utf-8")
    browser.open(tmp_path / "page.html", 400, 200)
    length = "document.fonts.ready.then(() => document.querySelector('text').getComputedTextLength())"
    assert browser.run("document.querySelector('text').textContent") == text
    assert browser.run(length) == pytest.approx(width, rel=0.002)


@pytest.mark.parametrize("name", LINES)
def test_a_line_looks_the_same_in_pdf_and_in_svg(name: str, judge: Callable[[str], str], tmp_path: Path) -> None:
    font, _, picture = make_line(name, judge)
    data = write_picture_pages([picture], lambda *_: font)
    pdf, drawn = pdf_pixels(data), svg_pixels(SvgSheets(PAPER, "Line", False).draw_picture(picture, "line"), 50.8)
    drawn = drawn.crop((0, 0, *pdf.size))
    assert difference(pdf, drawn) <= 0.005
    assert min(pdf.convert("L").tobytes()) < 64
    path = tmp_path / "line.pdf"
    path.write_bytes(data)
    for command in (["mutool", "draw", "-q", "-r", "150", "-o"], ["pdftoppm", "-r", "150", "-png", "-singlefile"]):
        out = tmp_path / f"{command[0]}.png"
        tail = [str(out), str(path)] if command[0] == "mutool" else [str(path), str(out.with_suffix(""))]
        subprocess.run([judge(command[0]), *command[1:], *tail], check=True, capture_output=True)
        with Image.open(out) as opened:
            assert difference(pdf, opened.convert("RGB").crop((0, 0, *pdf.size))) <= 0.005


@for_each(["a\u200fb", "\u200fab", "ab\u200f", "a\u200eb", "\u200f"])
def test_a_mark_of_direction_is_not_drawn_and_stays_in_the_text(text: str) -> None:
    shaped = open_shaper(SANS).shape(text)
    bare = text.replace("\u200f", "").replace("\u200e", "")
    assert shaped.advance == open_shaper(SANS).shape(bare).advance
    assert sorted("".join(glyph.text for glyph in shaped.glyphs)) == (sorted(text) if bare else [])
