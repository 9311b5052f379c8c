"""A sheet depends on itself alone: its bytes are the same whatever was written before, and its names are its own."""

import re
from collections import Counter

import pytest

from generator.fonts.font_book import bundled_font
from generator.model.picture import Font, Gradient, Paint, Path, Picture, Shape, Text
from generator.write.svg import words
from generator.write.svg.sheets import SvgSheets
from generator.write.svg.words import escape_name
from tests.write.press import PAPER, SIDE

BLACK = Paint()


def text(words: str, font: Font | None = None, paint: Paint = BLACK) -> Text:
    return Text(5, 10, words, font or bundled_font("Source Sans Pro", 400, False), 4, 40, paint)


def page(*shapes: Shape) -> Picture:
    return Picture(0, 0, SIDE, SIDE, shapes)


def shaded(color: str) -> Path:
    gradient = Gradient("linear", (0, 0, 10, 0), (1, 0, 0, 1, 0, 0), ((0, color), (1, "#ffffff")))
    return Path((("M", 0, 0), ("L", 10, 0), ("L", 10, 10), ("Z",)), Paint(fill=gradient))


def written(*pictures: Picture) -> list[str]:
    sheets = SvgSheets(PAPER, "Specimen", False)
    return [sheets.draw_picture(each, "specimen") for each in pictures]


def names(sheet: str) -> Counter[str]:
    return Counter(re.findall(r' id="([^"]+)"', sheet))


def test_what_was_written_before_does_not_show() -> None:
    bold = bundled_font("Source Sans Pro", 700, False)
    one = page(text("a river, a ferry"), shaded("#ff0000"))
    other = page(shaded("#00ff00"), text("ferry", bold), text("an island"), shaded("#ff0000"))
    assert written(one, other, one) == [written(one)[0], written(other)[0], written(one)[0]]


def test_a_word_is_defined_once_and_a_letter_too() -> None:
    (sheet,) = written(page(text("river a river"), text("a river")))
    found = names(sheet)
    assert set(found.values()) == {1}
    assert sorted(name.partition("_")[2] for name in found if "_" in name) == ["a", "e", "i", "r", "river", "v"]
    used = Counter(re.findall(r'href="#\w+?_(\w+)"', sheet))
    assert used == {"r": 2, "i": 1, "v": 1, "e": 1, "river": 3, "a": 2}


def test_all_that_is_used_is_defined() -> None:
    (sheet,) = written(page(text("Straße, 7 ÷ „Ωμέγα“ a-b a.b \u00a0 -2d-"), shaded("#ff0000")))
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', sheet))
    assert {one or other for one, other in used} <= set(names(sheet))


def test_no_two_words_have_one_name() -> None:
    words = ["a-b", "a.b", "a-2d-b", "a2db", "ab", "ä", "ae4", "-e4-", "aB", "Ab", "²", "2"]
    assert len({escape_name(word) for word in words}) == len(words)
    assert all(re.fullmatch(r"[A-Za-z0-9-]+", escape_name(word)) for word in words)


def test_two_fonts_of_one_mark_keep_their_own_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "font_prefix", lambda _name: "same_")
    bold = bundled_font("Source Sans Pro", 700, False)
    (sheet,) = written(page(text("river"), text("river", bold)))
    assert set(names(sheet).values()) == {1}
    assert {"same_river", "xsame_river"} <= set(names(sheet))
