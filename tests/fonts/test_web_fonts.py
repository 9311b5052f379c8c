"""Web fonts: what they hold, judged by fontTools, which reads WOFF 2 without our code."""

from io import BytesIO

from fontTools.ttLib import TTFont

from generator.fonts.web_fonts import make_web_font
from tests.booklet.fonts import load_fonts
from tests.samples import for_each


@for_each(["serif", "sans-bold"])
def test_a_web_font_holds_the_characters_of_the_page_with_their_outlines_and_kerning(face: str) -> None:
    font = load_fonts()[face]
    whole, made = TTFont(BytesIO(font.data)), TTFont(BytesIO(make_web_font(font, "AVTo fi")))
    assert made.flavor == "woff2"
    assert sorted(map(chr, made.getBestCmap())) == sorted({*"AVTo fi"})
    for char in "AVT":
        names = [each.getBestCmap()[ord(char)] for each in (whole, made)]
        assert whole["glyf"][names[0]].coordinates == made["glyf"][names[1]].coordinates
        assert whole["hmtx"][names[0]] == made["hmtx"][names[1]]
    assert {"GPOS", "GSUB"} <= set(made.keys())


def test_the_same_characters_make_the_same_bytes_and_a_small_font() -> None:
    font = load_fonts()["serif"]
    made = make_web_font(font, "abc")
    assert made == make_web_font(font, ["c", "b", "a"])
    assert len(made) % 4 == 0
    assert len(made) < 6000 < len(font.data)
