"""Fonts are read as fontTools reads them; anything but a static TrueType font is refused."""

import os
from io import BytesIO
from pathlib import Path

import font_source_sans_pro
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from generator.fonts.font_book import FontBook, bundled_font, open_fonts
from generator.fonts.truetype import read_font
from generator.model.finding import DataError, DrawingError
from tests.messages import facts
from tests.samples import for_each

FILES = Path(font_source_sans_pro.__file__).parent / "files"
BOOK = FontBook({})
FACES = [
    (family, weight, italic)
    for family in ("Source Sans Pro", "Source Serif Pro")
    for weight in (200, 300, 400, 600, 700, 900)
    for italic in (False, True)
]


@pytest.mark.parametrize("face", FACES)
def test_every_face_of_the_packages_has_the_metrics_that_fonttools_reads(face: tuple[str, int, bool]) -> None:
    font = BOOK.find_font(*face)
    assert (font.family, font.weight, font.italic) == face
    with TTFont(BytesIO(font.data)) as file:
        em, glyphs, metrics = file["head"].unitsPerEm, file["glyf"], file["hmtx"]
        names = file.getBestCmap()
        advances = {chr(code): metrics[name][0] / em for code, name in names.items()}
        # HarfBuzz sets half a space where a font has no narrow one
        assert font.advances == {"\u202f": metrics["space"][0] / em / 2, **advances}
        for char in filter(font.advances.__contains__, "AÅgqЖΩ—. 9"):  # the italics have no Cyrillic
            glyph = glyphs[names[ord(char)]]
            expected = (glyph.yMin / em, glyph.yMax / em) if glyph.numberOfContours else (0, 0)
            assert font.bounds[char] == expected
        assert (font.ascent, font.descent) == (file["hhea"].ascent / em, file["hhea"].descent / em)
        assert font.cap_height == font.bounds["H"][1]


def test_a_font_is_read_once() -> None:
    assert bundled_font("Source Sans Pro", 400, False) is BOOK.find_font("Source Sans Pro", 400, False)


POSTSCRIPT = {
    "SourceSansPro-Semibold": ("Source Sans Pro", 600, False),
    "SourceSansPro-Regular": ("Source Sans Pro", 400, False),
    "SourceSansPro-It": ("Source Sans Pro", 400, True),
    "SourceSerifPro-BoldIt": ("Source Serif Pro", 700, True),
    "SourceSerifPro-BoldItalic": ("Source Serif Pro", 700, True),
    "SourceSans3-Bold": ("Source Sans Pro", 700, False),
    "'Helvetica-Neue', 'SourceSerif4-ExtraLightItalic'": ("Source Serif Pro", 200, True),
    "Futura-Heavy": ("Source Sans Pro", 900, False),
    "MyriadPro-Bold": ("Source Serif Pro", 700, False),
    "Arial-BoldItalicMT": ("Source Sans Pro", 700, True),
    "ArialMT": ("Source Sans Pro", 400, False),
    "SourceSerifPro": ("Source Serif Pro", 400, False),
}


@pytest.mark.parametrize("name", POSTSCRIPT)
def test_postscript_names_find_family_weight_and_slant(name: str) -> None:
    book = FontBook({}, {"Futura": "Source Sans Pro", "Myriad Pro": "Source Serif Pro", "Arial": "Source Sans Pro"})
    font = book.find_font(name, 400, False)
    assert (font.family, font.weight, font.italic) == POSTSCRIPT[name]


def test_a_postscript_name_without_a_style_keeps_the_weight_that_is_asked_for() -> None:
    font = BOOK.find_font("SourceSansPro", 700, True)
    assert (font.family, font.weight, font.italic) == ("Source Sans Pro", 700, True)


def test_the_postscript_name_of_a_font_of_ones_own_is_found() -> None:
    data = BOOK.find_font("Source Serif Pro", 700, True).data
    own = read_font(data, "x", "My Own", 300, False)  # the name in the file, whatever its family is called
    assert FontBook({("My Own", 300, False): own}).find_font("SourceSerifPro-BoldIt", 400, False) is own


@for_each([("Futura-Bold", "font-weight=700"), ("Futura-BoldOblique", "font-style")])
def test_a_postscript_name_of_no_font_says_what_to_write(name: str, told: str) -> None:
    with pytest.raises(DrawingError) as caught:
        BOOK.find_font(name, 400, False)
    assert caught.value.code == "GF204"
    assert told in caught.value.message


def test_a_name_with_a_hyphen_is_not_taken_for_a_font_of_a_family() -> None:
    with pytest.raises(DrawingError) as caught:
        BOOK.find_font("SourceSansPro-Wide", 400, False)
    assert "font-weight" not in caught.value.message


REFUSED = {
    ("Source Sans", 400): "'Source Sans' 'Source Sans Pro' `gutterfold fonts`",
    ("Arial", 400): "'Arial' 'Source Sans Pro' 'Source Serif Pro' `gutterfold fonts`",
    ("Arial, Helvetica", 500): "'Arial' 'Source Sans Pro' 'Source Serif Pro' `gutterfold fonts`",
}


@pytest.mark.parametrize(("family", "weight"), REFUSED)
def test_unknown_names_are_refused(family: str, weight: int) -> None:
    with pytest.raises(DrawingError) as caught:
        BOOK.find_font(family, weight, False)
    assert (caught.value.code, facts(caught.value.message)) == ("GF204", REFUSED[family, weight])
    assert family.split(",")[0] in caught.value.message


def make_color_font() -> bytes:
    """Return a font whose A has a color."""
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "A"])
    builder.setupCharacterMap({65: "A"})
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "A": TTGlyphPen(None).glyph()})
    builder.setupHorizontalMetrics({".notdef": (500, 0), "A": (600, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Moves", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.setupCOLR({"A": [("A", 0)]})
    builder.setupCPAL([[(1.0, 0.0, 0.0, 1.0)]])
    out = BytesIO()
    builder.save(out)
    return out.getvalue()


@pytest.fixture
def fonts(tmp_path: Path) -> Path:
    folder = tmp_path / "game" / "fonts"
    folder.mkdir(parents=True)
    return folder


BAD = {
    "Emoji.ttf": (make_color_font(), "color font (COLR)"),
    "Otf.otf": ((FILES / "SourceSansPro-Regular.otf").read_bytes()[:9000], ""),
    "Web.woff2": (b"wOF2....", "damaged"),
    "Web.woff": (b"wOFF" + bytes(60), "cannot be converted"),
    "Many.ttc": (b"ttcf\0\1\0\0\xff\xff\xff\xff", "fonts"),
    "Empty.ttf": (b"", "`glyf`"),
    "Short.ttf": ((FILES / "SourceSansPro-Regular.ttf").read_bytes()[:400], "damaged"),
    "Few.ttf": (b"\0\1\0\0\0\0\0\0\0\0\0\0", "table head"),
}


@pytest.mark.parametrize("name", BAD)
def test_fonts_that_are_refused(fonts: Path, name: str) -> None:
    (fonts / name).write_bytes(BAD[name][0])
    with pytest.raises(DataError) as caught:
        open_fonts(fonts)
    (line,) = map(str, caught.value.findings)
    assert line.startswith(f"{os.path.relpath(fonts / name)}: GF204 ")
    assert BAD[name][1] in line


def test_fonts_of_a_game_have_the_names_in_their_files(fonts: Path) -> None:
    (fonts / "mine.ttf").write_bytes((FILES / "SourceSansPro-SemiboldIt.ttf").read_bytes())
    (fonts / "LICENSE.txt").write_text("free")
    font = open_fonts(fonts).find_font("Source Sans Pro", 600, True)
    assert (font.name, font.weight, font.italic) == ("own-mine", 600, True)
    assert (
        open_fonts(fonts).find_font("Source Sans Pro", 400, False).data
        is bundled_font("Source Sans Pro", 400, False).data
    )


def test_a_font_is_found_by_the_name_that_a_pdf_has_for_it(fonts: Path) -> None:
    (fonts / "mine.ttf").write_bytes((FILES / "SourceSansPro-SemiboldIt.ttf").read_bytes())
    book = open_fonts(fonts)
    assert book.find_by_pdf_name("SourceSansPro-SemiboldIt") is book.find_font("Source Sans Pro", 600, True)
    assert book.find_by_pdf_name("SourceSansPro-Regular") is book.find_font("Source Sans Pro", 400, False)
    assert book.find_by_pdf_name("SourceSerifPro-BlackIt") is book.find_font("Source Serif Pro", 900, True)
    assert book.find_by_pdf_name("Helvetica") is book.find_by_pdf_name("own-mine") is None


def test_a_font_outside_the_game_is_not_reached(tmp_path: Path, fonts: Path) -> None:
    outside = tmp_path / "out.ttf"
    outside.write_bytes((FILES / "SourceSansPro-Regular.ttf").read_bytes())
    (fonts / "link.ttf").symlink_to(outside)
    with pytest.raises(DataError, match="leads out of game"):
        open_fonts(fonts)


def test_a_folder_of_fonts_that_is_a_link_out_of_the_game_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "fonts").symlink_to(FILES)
    with pytest.raises(DataError, match="leads out of game"):
        open_fonts(tmp_path / "game" / "fonts")


def test_a_missing_folder_of_fonts_is_empty(tmp_path: Path) -> None:
    assert open_fonts(tmp_path / "none").own == {}


def test_a_font_without_a_unicode_map_is_refused() -> None:
    data = bytearray((FILES / "SourceSansPro-Regular.ttf").read_bytes())
    file = TTFont(BytesIO(bytes(data)))
    file["cmap"].tables = [table for table in file["cmap"].tables if table.platformID == 1] or []
    out = BytesIO()
    file.save(out)
    with pytest.raises(DrawingError, match="has no Unicode character map"):
        read_font(out.getvalue(), "x")
