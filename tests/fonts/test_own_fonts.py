"""Fonts of other kinds in a game's folder become static TrueType fonts, and signs come from others."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from generator.fonts.conversion import convert_font, unpack_font
from generator.fonts.font_book import bundled_font, open_fonts
from generator.fonts.shaping import open_shaper
from generator.fonts.signs import SignFont, Signs
from generator.model.finding import DataError
from tests.samples import for_each

SANS = bundled_font("Source Sans Pro", 400, False)


def pack(data: bytes, flavor: str) -> bytes:
    font, out = TTFont(BytesIO(data)), BytesIO()
    font.flavor = flavor
    font.save(out)
    return out.getvalue()


def collect(*files: bytes) -> bytes:
    collection, out = TTCollection(), BytesIO()
    collection.fonts = [TTFont(BytesIO(each)) for each in files]
    collection.save(out)
    return out.getvalue()


def read_otf() -> bytes:
    import font_source_sans_pro

    return (Path(font_source_sans_pro.__file__).parent / "files/SourceSansPro-Regular.otf").read_bytes()


def make_variable_font() -> bytes:
    """Return a font whose A is 600 units wide at the weight 100 and 1000 at 900; half the width takes 200 away."""

    def draw(width: int) -> TTGlyphPen:
        pen = TTGlyphPen(None)
        pen.moveTo((0, 0))
        for point in ((0, 700), (width, 700), (width, 0)):
            pen.lineTo(point)
        pen.closePath()
        return pen

    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "space", "A"])
    builder.setupCharacterMap({32: "space", 65: "A"})
    builder.setupGlyf({".notdef": draw(200).glyph(), "space": TTGlyphPen(None).glyph(), "A": draw(200).glyph()})
    builder.setupHorizontalMetrics({".notdef": (500, 0), "space": (300, 0), "A": (600, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Moves", "styleName": "Regular", "psName": "Moves-Regular"})
    builder.setupOS2(usWeightClass=400)
    builder.setupPost()
    builder.setupFvar([("wght", 100, 100, 900, "Weight"), ("wdth", 50, 100, 100, "Width")], [])
    wider = [(0, 0), (0, 0), (800, 0), (800, 0), (0, 0), (400, 0), (0, 0), (0, 0)]
    narrow = [(0, 0), (0, 0), (-100, 0), (-100, 0), (0, 0), (-200, 0), (0, 0), (0, 0)]
    changes = TupleVariation({"wght": (0.0, 1.0, 1.0)}, wider), TupleVariation({"wdth": (-1.0, -1.0, 0.0)}, narrow)
    builder.setupGvar({"A": [*changes]})
    out = BytesIO()
    builder.save(out)
    return out.getvalue()


@for_each(
    [
        ("a.otf", read_otf),
        ("a.woff", lambda: pack(SANS.data, "woff")),
        ("a.woff2", lambda: pack(SANS.data, "woff2")),
        ("b.woff2", lambda: pack(read_otf(), "woff2")),
        ("a.ttc", lambda: collect(SANS.data, bundled_font("Source Sans Pro", 700, False).data)),
    ]
)
def test_fonts_of_other_kinds_are_converted(name: str, make: Callable[[], bytes], tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / name).write_bytes(make())
    book = open_fonts(tmp_path / "fonts")
    font = book.find_font("Source Sans Pro", 400, False)
    assert font.name.startswith("own-")
    assert (font.data[:4], open_shaper(font).measure("AVATAR ffi")) == (
        b"\0\1\0\0",
        open_shaper(SANS).measure("AVATAR ffi"),
    )
    assert font.bounds["g"] == pytest.approx(SANS.bounds["g"], abs=0.002)
    assert len(book.own) == (2 if name.endswith(".ttc") else 1)


def test_a_variable_font_has_instances_of_the_weights_that_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts/moves.ttf").write_bytes(make_variable_font())
    book = open_fonts(tmp_path / "fonts")
    found = {weight: book.find_font("Moves", weight, False) for weight in (100, 500, 900, 1000)}
    assert {weight: font.advances["A"] for weight, font in found.items()} == {100: 0.6, 500: 0.8, 900: 1.0, 1000: 1.0}
    assert [b"fvar" in font.data for font in found.values()] == [False] * 4
    assert book.take_notes() == ["Moves has no weight 1000; the nearest, 900, is used"]


def test_a_variable_font_has_a_family_for_each_width_on_its_axis(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts/moves.ttf").write_bytes(make_variable_font())
    book = open_fonts(tmp_path / "fonts")
    widths = {family: book.find_font(family, 900, False).advances["A"] for family in book.list_families()[:5]}
    assert widths == {
        "Moves": 1.0,
        "Moves UltraCondensed": 0.8,
        "Moves ExtraCondensed": 0.85,
        "Moves Condensed": 0.9,
        "Moves SemiCondensed": 0.95,
    }


@pytest.mark.parametrize("sign", "♠♥♦♣⚀⚅→↔★☆✓✔✗✘♪♭☀☂☾½⅔ⅣⅫ①❿≤∈⊂⚔☠♞☑⚡")
def test_signs_come_along(sign: str) -> None:
    font = open_fonts(Path("nowhere")).find_font("serif", 700, False)
    shaped = open_shaper(font).shape(f"A{sign}")
    assert "".join(each.text for each in shaped.glyphs) == f"A{sign}"
    low, high = open_shaper(font).find_ink(sign)
    assert high - low > 0.05


def test_the_game_says_which_fonts_signs_are_taken_from_first(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts/moves.ttf").write_bytes(SANS.data)
    with pytest.raises(DataError) as caught:
        open_fonts(tmp_path / "fonts", {"fallback": "Source Sans Pro, Nowhere Signs"})
    assert (caught.value.findings[0].code, "'Nowhere Signs'" in caught.value.findings[0].message) == ("GF204", True)
    book = open_fonts(tmp_path / "fonts", {"fallback": "Source Sans Pro"})
    assert book.signs is not None
    assert [each.name for each in book.signs.sources[:2]] == ["Source Sans Pro", "Source Sans Pro"]
    assert book.signs.identify_others("A♠ é") == []


@pytest.mark.parametrize("names", ["Source Serif Pro, Noto Music", ["Source Serif Pro", "Noto Music"]])
def test_families_for_signs_are_faces_of_the_collections_of_the_system(
    names: str | list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    serif = bundled_font("Source Serif Pro", 400, False)
    (tmp_path / "both.ttc").write_bytes(collect(SANS.data, serif.data))
    (tmp_path / "damaged.ttc").write_bytes(b"ttcf and no more")
    (tmp_path / "notomusic.ttf").write_bytes(SANS.data)
    files = {
        "damaged": tmp_path / "damaged.ttc",
        "both": tmp_path / "both.ttc",
        "notomusic": tmp_path / "notomusic.ttf",
    }
    monkeypatch.setattr("generator.fonts.system_fonts._list_files", lambda: files)
    signs = open_fonts(tmp_path / "fonts", {"fallback": names}).signs
    assert signs is not None
    assert [(each.name, each.read()[1]) for each in signs.sources[:2]] == [("Source Serif Pro", 1), ("Noto Music", 0)]


def test_signs_are_taken_from_the_regular_weight_of_a_variable_font() -> None:
    found = Signs([SignFont("Moves", lambda: (make_variable_font(), 0))]).find("A")
    assert found is not None
    assert found.advances["A"] == pytest.approx(0.75)  # 0.6 at the weight 100, which is the default, and 1 at 900


@pytest.mark.parametrize("char", "\u200b\u200d\ufe0f\u00ad\u2060\U000e0067")
def test_what_is_not_drawn_needs_no_glyph(char: str) -> None:
    assert SANS.draws(char)
    assert SANS.replace_missing(f"a{char}\u2066\u2605") == f"a{char}??"


def test_one_family_stands_for_another(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="`serif` in `fonts` is one family; `fallback` alone takes a list"):
        open_fonts(tmp_path / "fonts", {"serif": ["A", "B"], "sans-serif": "C"})


def test_what_is_converted_does_not_depend_on_the_day(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made, packed = [], pack(SANS.data, "woff")
    for day in ("1", "2000000000"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", day)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / day))
        made += [convert_font(read_otf()), unpack_font(packed)]
    assert made[:2] == made[2:]
