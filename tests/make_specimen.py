"""Nothing goes in; the own face and the two pictures of the specimen come out. Run by hand, only to change them.

The face is ours: blocks of one unit on a grid of five by seven. It has what the specimen's templates write, no more.
"""

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from PIL import Image

HERE = Path(__file__).parent / "specimen"
UNIT = 100
LETTERS = {
    "A": ".###. #...# #...# ##### #...# #...# #...#",
    "D": "####. #...# #...# #...# #...# #...# ####.",
    "E": "##### #.... #.... ####. #.... #.... #####",
    "I": "###.. .#... .#... .#... .#... .#... ###..",
    "M": "#...# ##.## #.#.# #...# #...# #...# #...#",
    "N": "#...# ##..# #.#.# #..## #...# #...# #...#",
    "O": ".###. #...# #...# #...# #...# #...# .###.",
    "H": "#...# #...# #...# ##### #...# #...# #...#",
    "T": "##### ..#.. ..#.. ..#.. ..#.. ..#.. ..#..",
    "1": "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    "2": ".###. #...# ....# ..##. .#... #.... #####",
}


def face() -> None:
    """Write fonts/Specimen-Regular.ttf."""
    names = {char: f"block{ord(char):02X}" for char in LETTERS}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "space", *names.values()])
    builder.setupCharacterMap({32: "space", **{ord(char): name for char, name in names.items()}})
    glyphs = {".notdef": TTGlyphPen(None).glyph(), "space": TTGlyphPen(None).glyph()}
    glyphs |= {names[char]: blocks(text.split()) for char, text in LETTERS.items()}
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(
        {name: (400 if name == "space" else 600, 0) for name in builder.font.getGlyphOrder()}
    )
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Specimen", "styleName": "Regular", "psName": "Specimen-Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWeightClass=400, fsSelection=64)
    builder.setupPost()
    builder.setupHead(unitsPerEm=1000, created=1, modified=1)
    builder.font.recalcTimestamp = False
    builder.save(HERE / "fonts" / "Specimen-Regular.ttf")


def blocks(rows: list[str]) -> object:
    """Return the glyph: a square for each #."""
    pen = TTGlyphPen(None)
    for down, row in enumerate(rows):
        for across, mark in enumerate(row):
            if mark == "#":
                x, y = across * UNIT, (6 - down) * UNIT
                pen.moveTo((x, y))
                for corner in ((x, y + UNIT), (x + UNIT, y + UNIT), (x + UNIT, y)):
                    pen.lineTo(corner)
                pen.closePath()
    return pen.glyph()


def pictures() -> None:
    """Write images/lantern.png, with clear corners, and images/water.jpg."""
    lantern = Image.new("RGBA", (16, 24), (0, 0, 0, 0))
    for x in range(16):
        for y in range(24):
            inside = ((x - 7.5) / 6) ** 2 + ((y - 11.5) / 10) ** 2 <= 1
            if inside:
                lantern.putpixel((x, y), (230, 159 - 4 * abs(y - 12), 0, 255))
    lantern.save(HERE / "images" / "lantern.png", optimize=True)
    water = Image.new("RGB", (32, 16))
    for x in range(32):
        for y in range(16):
            water.putpixel((x, y), (90, 150 + 4 * y, 200 + x))
    water.save(HERE / "images" / "water.jpg", quality=90)


if __name__ == "__main__":
    face()
    pictures()
