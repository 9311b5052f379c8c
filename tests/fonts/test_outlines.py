"""The outlines that we read are those that fontTools reads, in every character of the fonts that we print with.

But for two: a glyph made of another that lends its bearing is moved by it, as PDF viewers do and fontTools does not.
"""

import re
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen, TTGlyphPointPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph

from generator.fonts.font_book import bundled_font
from generator.fonts.outlines import PathPen, open_outlines
from generator.fonts.truetype import read_font
from generator.model.picture import Font

_WORD = re.compile(r"[a-z]|-?[\d.]+(?:e-?\d+)?")
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "q": 4, "t": 2}


def absolute_path(data: str) -> list[tuple[str, tuple[float, ...]]]:
    """Return our path data as lines and full quadratic curves from point to point."""
    words = _WORD.findall(data)
    out: list[tuple[str, tuple[float, ...]]] = []
    x = y = 0.0
    start, control, letter = (0.0, 0.0), (0.0, 0.0), ""
    while words:
        letter = words.pop(0) if words[0].isalpha() else letter
        if letter == "z":
            out.append(("z", ()))
            x, y = start
            continue
        n = [float(words.pop(0)) for _ in range(_TAKES[letter])]
        if letter == "q":
            control = x + n[0], y + n[1]
        elif letter == "t":
            control = 2 * x - control[0], 2 * y - control[1]
        x, y = x + (0 if letter == "v" else n[-1 if letter == "h" else -2]), y + (0 if letter == "h" else n[-1])
        if letter == "m":
            start = x, y
        out.append((letter, (*control, x, y)) if letter in "qt" else ("m" if letter == "m" else "l", (x, y)))
    return [("q" if letter == "t" else letter, numbers) for letter, numbers in out]


def fonttools_path(font: TTFont, char: str) -> list[tuple[str, tuple[float, ...]]]:
    """Return what fontTools gives for a character, in the same form."""
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[font.getBestCmap()[ord(char)]].draw(pen)
    out: list[tuple[str, tuple[float, ...]]] = []
    for name, points in pen.value:
        if name == "closePath":
            out.append(("z", ()))
        elif name == "qCurveTo":
            *controls, end = points
            if end is None:
                end = midpoint(controls[-1], controls[0])
                out.append(("m", end))
            ends = [*map(midpoint, controls, controls[1:]), end]
            out += [("q", (*control, *to)) for control, to in zip(controls, ends, strict=True)]
        else:
            out.append((name[0], points[0]))
    return out


def midpoint(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


@pytest.mark.sampled(2)
@pytest.mark.parametrize("family", ["Source Sans Pro", "Source Serif Pro"])
@pytest.mark.parametrize(("weight", "italic"), [(400, False), (700, True)])
def test_every_character_is_as_fonttools_reads_it(family: str, weight: int, italic: bool) -> None:
    ours = bundled_font(family, weight, italic)
    theirs = TTFont(BytesIO(ours.data))
    names = theirs.getBestCmap()
    drawn = [char for char in ours.advances if ord(char) in names]
    assert set(ours.advances) - set(drawn) <= {"\u202f"}  # a narrow space stands for itself in every font
    found = [
        char
        for char in drawn
        if absolute_path(open_outlines(ours).glyph_path(ours.glyphs[char])) != fonttools_path(theirs, char)
    ]
    assert len(ours.advances) > 400
    assert found == (["5", "₅"] if ours.name == "SourceSerifPro-BoldIt" else [])
    widths = theirs["hmtx"]
    assert all(round(ours.advances[char] * ours.em) == widths[names[ord(char)]][0] for char in drawn)


def make_glyph(points: list[tuple[float, float]], kind: str | None) -> Glyph:
    """Return a glyph of one contour, all its points of one kind: None is off the curve."""
    pen = TTGlyphPointPen(None)
    pen.beginPath()
    for point in points:
        pen.addPoint(point, kind)
    pen.endPath()
    return pen.glyph()


@pytest.fixture
def odd(tmp_path: Path) -> Font:
    """A font with a circle that has no point on its curve, a glyph moved by its bearing, and one made of parts."""
    round_ = make_glyph([(0, 0), (400, 0), (400, 400), (0, 400)], None)
    crossed = make_glyph([(100, 0), (300, 0), (300, 300), (100, 0), (100, 300)], "line")
    pen = TTGlyphPen({"O": round_, "N": crossed})
    pen.addComponent("O", (0.5, 0, 0, 0.5, 40, -30))
    pen.addComponent("N", (0, 1, -1, 0, 300, 0))
    parts = pen.glyph()
    build = FontBuilder(1000)
    build.setupGlyphOrder([".notdef", "O", "N", "P", "H"])
    build.setupCharacterMap({79: "O", 78: "N", 80: "P", 72: "H"})
    empty = TTGlyphPen(None).glyph()
    build.setupGlyf({".notdef": empty, "O": round_, "N": crossed, "P": parts, "H": crossed})
    build.setupHorizontalMetrics({".notdef": (500, 0), "O": (500, 0), "N": (500, 130), "P": (500, 0), "H": (400, 100)})
    build.setupHorizontalHeader(ascent=800, descent=-200)
    build.setupNameTable({"familyName": "Odd", "styleName": "Regular"})
    build.setupOS2()
    build.setupPost()
    build.save(tmp_path / "odd.ttf")
    return read_font((tmp_path / "odd.ttf").read_bytes(), "odd")


@pytest.mark.parametrize("char", "ONPH")
def test_odd_glyphs(odd: Font, char: str) -> None:
    assert absolute_path(open_outlines(odd).glyph_path(odd.glyphs[char])) == fonttools_path(
        TTFont(BytesIO(odd.data)), char
    )


def test_a_borrowed_bearing_moves_a_glyph_as_in_pdf() -> None:
    ours = bundled_font("Source Serif Pro", 700, True)
    theirs = fonttools_path(TTFont(BytesIO(ours.data)), "5")
    moved = [(letter, tuple(n + 4 * (k % 2 == 0) for k, n in enumerate(numbers))) for letter, numbers in theirs]
    assert absolute_path(open_outlines(ours).glyph_path(ours.glyphs["5"])) == moved


def test_path_data_takes_few_bytes() -> None:
    pen = PathPen()
    pen.moveTo((10, 0))
    pen.qCurveTo((20, 0), (20, 5))
    pen.qCurveTo((20, 10), (0, 10))
    pen.closePath()
    assert pen.data == "m10 0q10 0 10 5t-20 5z"
    pen.moveTo((0, 0))
    for to in ((0, 10), (10, 10), (20, -10.5), (10, 0)):
        pen.lineTo(to)
    pen.closePath()
    assert pen.data == "m10 0q10 0 10 5t-20 5zm-10 0v10h10l10-20.5-10 10.5z"
