"""Kerning: values equal those of the font, lines keep their width, and copied text is unchanged."""

import random
import subprocess
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import groupby, pairwise, product
from pathlib import Path
from struct import pack_into
from typing import Any

import pdfplumber
import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.otTables import PairPos
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.textobject import PDFTextObject
from reportlab.platypus import Paragraph

from generator.booklet.blocks import StyledText, TableBlock, TableRow
from generator.booklet.compositor import register_fonts
from generator.booklet.page_layout import measure_page
from generator.booklet.tables import ColumnRuler, fit_columns
from generator.fonts.reportlab_internals import KernedCanvas, KernedFont, ShapedLine
from generator.fonts.shaping import open_shaper
from generator.fonts.truetype import read_font
from generator.model.paper import PAPERS
from generator.model.picture import Font, TextSetting
from tests.booklet.fonts import FILES, load_fonts
from tests.booklet.typeset import print_rules
from tests.samples import for_each

# ruff: noqa: RUF001  letters of other alphabets that look like Latin ones, and quotes, are what is tested
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,;:!?-–—’”“‘()/äöüßéÅČ"
_PLAIN_GLYPHS = (("calt", 0), ("ccmp", 0), ("clig", 0), ("liga", 0), ("locl", 0))
WORDS = "To Yves, AVATAR. Vow: “Wolf” f” Ty. P, L’Y " * 30


def font_of(face: TTFont) -> Font:
    """Return a font as the program reads it."""
    buffer = BytesIO()
    face.save(buffer)
    return read_font(buffer.getvalue(), "made")


class Kerning:
    """The kerning of pairs of a font, in thousandths of an em, as text is shaped with it."""

    def __init__(self, font: Font) -> None:
        self._shaper = open_shaper(font, TextSetting(_PLAIN_GLYPHS))
        self._font = font

    def __getitem__(self, pair: tuple[str, str]) -> float:
        alone = sum(self._font.advances[char] for char in pair)
        return round(1000 * (self._shaper.measure("".join(pair)) - alone), 3)


def kerning_of(face: TTFont) -> Kerning:
    """Return the kerning of a font."""
    return Kerning(font_of(face))


def gaps(text: str) -> list[float]:
    """Return the kerning between the letters of a text in the serif, in thousandths of an em."""
    font = load_fonts()["serif"]
    glyphs = open_shaper(font).shape(text).glyphs
    return [after.x - before.x - round(1000 * font.advances[before.text]) for before, after in pairwise(glyphs)]


def evaluate_gpos(face: TTFont, script: str, left: str, right: str) -> int:
    """Evaluate the kerning of two glyphs from the tables that fontTools parsed, independently of our reader."""
    gpos = face["GPOS"].table
    system = next(each.Script for each in gpos.ScriptList.ScriptRecord if each.ScriptTag == script).DefaultLangSys
    features = [gpos.FeatureList.FeatureRecord[index] for index in system.FeatureIndex]
    numbers = sorted({n for each in features if each.FeatureTag == "kern" for n in each.Feature.LookupListIndex})
    total = 0
    for lookup in (gpos.LookupList.Lookup[number] for number in numbers):
        for table in (getattr(outer, "ExtSubTable", outer) for outer in lookup.SubTable):
            value = evaluate_pair(table, left, right) if isinstance(table, PairPos) else None
            if value is not None:
                total += value
                break
    return total


def evaluate_pair(table: Any, left: str, right: str) -> int | None:
    if left not in table.Coverage.glyphs:
        return None
    if table.Format == 1:
        listed = table.PairSet[table.Coverage.glyphs.index(left)].PairValueRecord
        found = [each.Value1 for each in listed if each.SecondGlyph == right]
        return (getattr(found[0], "XAdvance", 0) or 0) if found else None
    record = table.Class1Record[table.ClassDef1.classDefs.get(left, 0)]
    value = record.Class2Record[table.ClassDef2.classDefs.get(right, 0)].Value1
    return getattr(value, "XAdvance", 0) or 0


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", FILES)
def test_kerning_values_equal_those_of_fonttools(name: str) -> None:
    face = TTFont(BytesIO(load_fonts()[name].data))
    cmap, ours = face.getBestCmap(), kerning_of(face)
    sample = random.Random(name).sample(sorted(product(LETTERS, LETTERS)), 3000)
    expected = {pair: evaluate_gpos(face, "latn", cmap[ord(pair[0])], cmap[ord(pair[1])]) for pair in sample}
    assert {pair: ours[pair] for pair in sample} == expected
    assert sum(map(bool, expected.values())) > 400


@for_each([("cyrl", "ТОРАУЧГДЯж.,"), ("grek", "ΓΑΤΡΥΦαοργ")])
def test_other_alphabets_have_their_own_lookups(script: str, letters: str) -> None:
    face = TTFont(BytesIO(load_fonts()["serif"].data))
    cmap, ours = face.getBestCmap(), kerning_of(face)
    pairs = [pair for pair in product(letters, letters) if not set(pair) <= set(".,")]
    expected = {pair: evaluate_gpos(face, script, cmap[ord(pair[0])], cmap[ord(pair[1])]) for pair in pairs}
    assert {pair: ours[pair] for pair in pairs} == expected
    assert sum(map(bool, expected.values())) > 10


def make_font(features: str) -> TTFont:
    """Return the serif font with its GPOS table replaced by these features."""
    face = TTFont(BytesIO(load_fonts()["serif"].data))
    del face["GPOS"]
    if features:
        addOpenTypeFeaturesFromString(face, f"languagesystem DFLT dflt; languagesystem cyrl dflt; {features}")
    return face


def test_pairs_classes_extensions_and_several_lookups() -> None:
    ours = kerning_of(
        make_font("""
        feature kern {
            lookup one useExtension { pos A V -90; pos A W <1 2 -70 4>; } one;
            lookup two useExtension { pos [T Y] [a e o] -50; } two;
            lookup three { pos [A L] [V Y] -7; } three;
            script cyrl; lookup four { pos uni0422 uni0430 -40; } four;
        } kern;
        feature cpsp { pos [X] <0 0 99 0>; } cpsp;
        """)
    )
    found = {pair: ours[pair[0], pair[1]] for pair in ["AV", "AW", "LY", "To", "Ye", "Tx", "Xo", "Та"]}
    assert found == {"AV": -97, "AW": -70, "LY": -7, "To": -50, "Ye": -50, "Tx": 0, "Xo": 0, "Та": -40}


def test_an_em_of_2048_units_and_kerning_beside_spaces() -> None:
    face = make_font("feature kern { pos A V -1024; pos A space -500; pos space A -250; } kern;")
    face["head"].unitsPerEm = 2048
    font = font_of(face)
    ours = Kerning(font)
    assert [ours["A", "V"], ours["A", " "], ours[" ", "A"]] == [-500, round(-500 / 2.048, 3), round(-250 / 2.048, 3)]
    assert open_shaper(font).split("B AB B") == ["B AB B"]
    assert open_shaper(font).split("B BAB B") == ["B", "BAB", "B"]


def test_missing_and_damaged_tables_kern_nothing() -> None:
    assert kerning_of(make_font(""))["A", "V"] == 0
    font = load_fonts()["serif"]
    assert Kerning(font)["A", "V"] == -129
    at, size = TTFont(BytesIO(font.data)).reader.tables["GPOS"].offset, 2000
    for seed in range(100):
        broken, chance = bytearray(font.data), random.Random(seed)
        for _ in range(20):
            pack_into(">H", broken, at + chance.randrange(0, size, 2), chance.choice((0, 1, 7, 0xFFFF)))
        assert isinstance(Kerning(read_font(bytes(broken), "broken"))["A", "V"], float)


def test_a_font_without_gpos_is_not_kerned(tmp_path: Path) -> None:
    buffer = BytesIO()
    make_font("").save(buffer)
    old = KernedFont("no-gpos", read_font(buffer.getvalue(), "no-gpos"))
    assert old.stringWidth("AVATAR", 1) == pytest.approx(
        sum(float(old.face.getCharWidth(ord(c))) for c in "AVATAR") / 1000
    )


def test_a_text_is_as_wide_as_it_was_measured() -> None:
    name = register_fonts(load_fonts())["serif"]
    buffer = BytesIO()
    canvas = KernedCanvas(buffer, pagesize=(400, 100), initialFontName=name)
    canvas.setFont(name, 20)
    canvas.drawString(10, 60, "AVATAR To. АТ (f”) \\ß")
    canvas.drawRightString(390, 20, "AVATAR")
    canvas.save()
    with pdfplumber.open(buffer) as pdf:
        lines = [list(line) for _, line in groupby(pdf.pages[0].chars, key=lambda char: round(char["top"]))]
    font = KernedFont("measure", load_fonts()["serif"])
    assert "".join(char["text"] for char in lines[0]) == "AVATAR To. АТ (f”) \\ß"
    assert lines[0][-1]["x1"] - 10 == pytest.approx(font.stringWidth("AVATAR To. АТ (f”) \\ß", 20), abs=0.01)
    assert lines[1][-1]["x1"] == pytest.approx(390, abs=0.01)
    assert gaps("AVATAR") == [-129, -120, -61, -70, -10]


def test_letters_of_two_subsets_are_kerned_too() -> None:
    """ReportLab splits fonts into subsets of 256 glyphs; here V and the period are in different ones."""
    font = register_fonts(load_fonts())["serif"]
    rare = [chr(code) for code in range(0xC0, 0x250) if chr(code) in load_fonts()["serif"].advances]
    text = "AV\u1e84.AV\u1e84."
    buffer = BytesIO()
    canvas = KernedCanvas(buffer, pagesize=(400, 100), initialFontName=font)
    canvas.setFont(font, 20)
    canvas.drawString(-9000, 10, "".join(rare))
    canvas.drawString(10, 60, text)
    canvas.save()
    with pdfplumber.open(buffer) as pdf:
        shown = [char for char in pdf.pages[0].chars if char["x0"] >= 10]
    assert len({char["fontname"] for char in shown}) == 2
    assert "".join(char["text"] for char in shown) == text
    measured = KernedFont("two", load_fonts()["serif"])
    assert min(gaps(text)) < -50
    starts = [10 + measured.stringWidth(text[:end], 20) for end in range(1, len(text))]
    starts = [x + gaps(text)[n] / 50 for n, x in enumerate(starts)]
    assert [char["x0"] for char in shown[1:]] == pytest.approx(starts, abs=0.02)


def print_unkerned(monkeypatch: pytest.MonkeyPatch, markdown: str) -> bytes:
    """Return the booklet with the same line breaks, but without kerning."""

    def format_unkerned(line: Any, text: str) -> str:
        line.note_text(text)
        return str(PDFTextObject._formatText(line, text))

    with monkeypatch.context() as patch:
        patch.setattr(ShapedLine, "_formatText", format_unkerned)
        return print_rules(markdown)


def read_words(data: bytes) -> list[str]:
    with pdfplumber.open(BytesIO(data)) as pdf:
        return [word["text"] for page in pdf.pages for word in page.extract_words()]


def test_kerning_does_not_change_copied_text(
    specimen: str, saved: Callable[[bytes], Path], judge: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    markdown = f"{specimen}\n\n{WORDS}\n\n> {WORDS}\n"
    ours, plain = print_rules(markdown), print_unkerned(monkeypatch, markdown)
    assert ours != plain
    assert read_words(ours) == read_words(plain)
    assert len(read_words(ours)) > 600

    def copy_words(data: bytes) -> list[str]:
        command = [judge("pdftotext"), str(saved(data)), "-"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()

    assert copy_words(ours) == copy_words(plain)
    assert len(copy_words(ours)) > 600


def read_lines(data: bytes) -> Iterator[list[dict[str, Any]]]:
    with pdfplumber.open(BytesIO(data)) as pdf:
        for page in pdf.pages:
            inside = page.crop((0, 60, page.width, page.height - 60)).chars
            yield from (list(line) for _, line in groupby(inside, key=lambda char: round(char["top"])))


@for_each(["a4", "a5"])
def test_no_line_is_wider_than_the_measure(paper: str) -> None:
    m = measure_page(PAPERS[paper])
    shown = list(read_lines(print_rules("\n\n".join([WORDS, WORDS[3:], WORDS[17:]]), paper)))
    assert len(shown) > 40
    assert max(line[-1]["x1"] for line in shown) <= m.right + 0.05
    assert max(line[-1]["x1"] for line in shown) > m.right - 12


def test_a_column_is_as_wide_as_its_kerned_words() -> None:
    names = register_fonts(load_fonts())
    row = TableRow(((StyledText("f”", "serif", 1),),), 1)
    (width,) = fit_columns(
        TableBlock(row, (row,), ("left",)), ColumnRuler(names, (10, 10), lambda run: 0.0, 13.0), 500
    ) or [0.0]
    font = KernedFont("column", load_fonts()["serif"])
    assert gaps("f”") == [91.0]
    assert font.stringWidth("f”", 10) + 13.0 <= width < font.stringWidth("f”", 10) + 13.1


def test_a_column_is_as_wide_as_its_thumbnails_side_by_side() -> None:
    ruler = ColumnRuler(register_fonts(load_fonts()), (10, 10), lambda run: 40.0, 13.0)
    picture, blank = StyledText("", "serif", 1, image="part:hand"), StyledText(" ", "serif", 1)
    rows = (TableRow(((picture, blank, picture, picture, blank, picture), (StyledText("word " * 50, "serif", 1),)), 1),)
    pictures, words = fit_columns(TableBlock(rows[0], rows, ("left", "left")), ruler, 250) or [0.0, 0.0]
    assert 160 + 13 <= pictures < 160 + 13.1
    assert pictures + words <= 250 + 1e-6


def test_paragraphs_are_broken_by_kerned_widths() -> None:
    style = ParagraphStyle("test", fontName=register_fonts(load_fonts())["serif"], fontSize=10, leading=12)
    text = "AVATAR " * 7
    width = KernedFont("wide", load_fonts()["serif"]).stringWidth(text.strip(), 10) + 0.01
    paragraph = Paragraph(text, style)
    assert paragraph.wrap(width, 100)[1] == 12
    assert paragraph.wrap(width - 4, 100)[1] == 24
