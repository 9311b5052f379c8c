"""Test definitions in SVG sheets: each once, with unique names, independent of earlier sheets."""

import re
from collections import Counter

import pytest

from generator.fonts.font_book import bundled_font
from generator.model.picture import Font, Gradient, Paint, Path, Picture, Shape, Text
from generator.write.svg import words
from generator.write.svg.sheets import SvgSheets
from generator.write.svg.words import escape_name
from tests.write.drawing_helpers import PAPER, SIDE

BLACK = Paint()


def make_text(words: str, font: Font | None = None, paint: Paint = BLACK) -> Text:
    return Text(5, 10, words, font or bundled_font("Source Sans Pro", 400, False), 4, 40, paint)


def make_picture(*shapes: Shape) -> Picture:
    return Picture(0, 0, SIDE, SIDE, shapes)


def make_gradient_path(color: str) -> Path:
    gradient = Gradient("linear", (0, 0, 10, 0), (1, 0, 0, 1, 0, 0), ((0, color), (1, "#ffffff")))
    return Path((("M", 0, 0), ("L", 10, 0), ("L", 10, 10), ("Z",)), Paint(fill=gradient))


def draw_sheets(*pictures: Picture) -> list[str]:
    sheets = SvgSheets(PAPER, "Specimen", False)
    return [sheets.draw_picture(each, "specimen") for each in pictures]


def count_ids(sheet: str) -> Counter[str]:
    return Counter(re.findall(r' id="([^"]+)"', sheet))


def test_a_sheet_does_not_depend_on_earlier_sheets() -> None:
    bold = bundled_font("Source Sans Pro", 700, False)
    one = make_picture(make_text("a river, a ferry"), make_gradient_path("#ff0000"))
    other = make_picture(
        make_gradient_path("#00ff00"), make_text("ferry", bold), make_text("an island"), make_gradient_path("#ff0000")
    )
    assert draw_sheets(one, other, one) == [draw_sheets(one)[0], draw_sheets(other)[0], draw_sheets(one)[0]]


def test_words_and_letters_are_defined_once() -> None:
    (sheet,) = draw_sheets(make_picture(make_text("river a river"), make_text("a river")))
    found = count_ids(sheet)
    assert set(found.values()) == {1}
    assert sorted(name.partition("_")[2] for name in found if "_" in name) == ["a", "e", "i", "r", "river", "v"]
    used = Counter(re.findall(r'href="#\w+?_(\w+)"', sheet))
    assert used == {"r": 2, "i": 1, "v": 1, "e": 1, "river": 3, "a": 2}


def test_every_reference_is_defined() -> None:
    (sheet,) = draw_sheets(
        make_picture(make_text("Straße, 7 ÷ „Ωμέγα“ a-b a.b \u00a0 -2d-"), make_gradient_path("#ff0000"))
    )
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', sheet))
    assert {one or other for one, other in used} <= set(count_ids(sheet))


def test_no_two_words_have_one_name() -> None:
    words = ["a-b", "a.b", "a-2d-b", "a2db", "ab", "ä", "ae4", "-e4-", "aB", "Ab", "²", "2"]
    assert len({escape_name(word) for word in words}) == len(words)
    assert all(re.fullmatch(r"[A-Za-z0-9-]+", escape_name(word)) for word in words)


def test_fonts_with_one_prefix_keep_their_own_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "font_prefix", lambda _name: "same_")
    bold = bundled_font("Source Sans Pro", 700, False)
    (sheet,) = draw_sheets(make_picture(make_text("river"), make_text("river", bold)))
    assert set(count_ids(sheet).values()) == {1}
    assert {"same_river", "xsame_river"} <= set(count_ids(sheet))
