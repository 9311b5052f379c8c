"""Damaged fonts are told with what is wrong; whatever passes can be drawn and embedded."""

import random
from pathlib import Path
from struct import iter_unpack, pack, pack_into, unpack_from

import font_source_sans_pro
import pytest

from generator.fonts.font_book import open_fonts
from generator.fonts.font_validation import validate_font
from generator.fonts.outlines import FontOutlines
from generator.fonts.reportlab_internals import KnownFont
from generator.model.finding import DataError, DrawingError
from tests.samples import for_each

FONT = (Path(font_source_sans_pro.__file__).parent / "files" / "SourceSansPro-Regular.ttf").read_bytes()
TABLES = {
    tag.decode(): (offset, length) for tag, offset, length in iter_unpack(">4s4xLL", FONT[12 : 12 + 16 * FONT[5]])
}


def damage(tag: str, at: int, data: bytes) -> bytes:
    """Return the font with some bytes of a table replaced."""
    out = bytearray(FONT)
    pack_into(f"{len(data)}s", out, TABLES[tag][0] + at, data)
    return bytes(out)


def put_composite(*parts: int) -> bytes:
    """Return the font whose glyph 2 is composed of the given glyphs."""
    locations, glyf = TABLES["loca"][0], TABLES["glyf"][0]
    long = unpack_from(">h", FONT, TABLES["head"][0] + 50)[0]
    begin = unpack_from(">L", FONT, locations + 8)[0] if long else 2 * unpack_from(">H", FONT, locations + 4)[0]
    told = b"".join(pack(">HHbb", 2 | 32 * (n < len(parts) - 1), part, 0, 0) for n, part in enumerate(parts))
    out = bytearray(FONT)
    out[glyf + begin : glyf + begin + 10 + len(told)] = pack(">h8x", -1) + told
    return bytes(out)


DAMAGED = {
    "em of zero": (damage("head", 18, b"\0\0"), "its em is 0 units"),
    "no magic": (damage("head", 12, b"\0\0"), "its table head is not one"),
    "unknown loca": (damage("head", 50, b"\0\7"), "its table head is not one"),
    "no glyphs": (damage("maxp", 4, b"\0\0"), "0 glyphs"),
    "too many glyphs": (damage("maxp", 4, b"\xff\xff"), "hmtx is too short for 65,535 glyphs"),
    "no widths": (damage("hhea", 34, b"\0\0"), "0 widths"),
    "loca": (damage("loca", 0, b"\xff\xff\xff\xff"), "its table loca points outside the table glyf"),
    "itself": (put_composite(2), "components in a circle"),
    "no such glyph": (put_composite(60000), "the component 60000"),
    "names": (damage("name", 2, b"\xff\xff"), "its table name"),
    "kerning": (damage("GPOS", 8, b"\xff\xff"), "an offset in its table GPOS points outside the table"),
    "license": (damage("OS/2", 8, b"\1\0"), "fsType 0x0100"),
    "tables": (FONT[:4] + b"\xff\xff" + FONT[6:], "65,535 tables"),
    "outside": (FONT[:20] + b"\xff\xff\xff\xff" + FONT[24:], "lies outside the file"),
    "overlap": (FONT[:20] + FONT[36:40] + FONT[24:], "overlap"),
    "half": (FONT[: len(FONT) // 2], "lies outside the file"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_font_is_told(name: str) -> None:
    data, says = DAMAGED[name]
    with pytest.raises(DrawingError) as caught:
        validate_font(data)
    assert says in caught.value.message


def test_a_map_of_too_many_characters_is_told(tmp_path: Path) -> None:
    base = TABLES["cmap"][0]
    for index in range(unpack_from(">H", FONT, base + 2)[0]):
        offset = unpack_from(">L", FONT, base + 8 + 8 * index)[0]
        if unpack_from(">H", FONT, base + offset)[0] == 12:
            (tmp_path / "fonts").mkdir(exist_ok=True)
            (tmp_path / "fonts" / "a.ttf").write_bytes(damage("cmap", offset + 20, b"\x3b\x9a\xca\0"))
    with pytest.raises(DataError, match="the group 0 of its table cmap is out of order"):
        open_fonts(tmp_path / "fonts")


@for_each([".a.ttf", "._a.ttf", "#a.ttf#", "a.ttf~"])
def test_a_font_that_the_build_id_does_not_hash_is_left_out(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(FONT)
    assert open_fonts(tmp_path).own == {}
    (tmp_path / "a.ttf").write_bytes(FONT)
    assert len(open_fonts(tmp_path).own) == 1


def test_fonts_with_any_bytes_changed_are_told_or_can_be_used(tmp_path: Path) -> None:
    dice, told = random.Random(14), 0
    (tmp_path / "fonts").mkdir()
    for _ in range(60):
        data, (offset, length) = bytearray(FONT), dice.choice(list(TABLES.values()))
        for _ in range(dice.choice((1, 2, 8))):
            data[offset + dice.randrange(min(length, dice.choice((64, length))))] = dice.choice((0, 127, 128, 255))
        (tmp_path / "fonts" / "a.ttf").write_bytes(data)
        try:
            (font,) = open_fonts(tmp_path / "fonts").own.values()
        except DataError as error:
            told += error.findings[0].code == "GF204"
            continue
        chars = dice.sample(list(font.advances), 10)
        KnownFont("f", font).face.makeSubset([32, *map(ord, chars)])
        for char in chars:
            FontOutlines(font).glyph_path(font.glyphs[char])
            assert font.bounds[char]
    assert told > 5
