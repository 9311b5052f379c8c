"""Make static TrueType fonts of other kinds: what reportlab embeds has outlines in `glyf`, and is one font of a file.

What is converted is kept in the user's cache folder.
"""

from collections.abc import Iterable
from hashlib import sha256
from io import BytesIO
from typing import Any

from generator import __version__
from generator.model.finding import DrawingError

_ERROR = 0.001  # em that a quadratic curve may lie beside the cubic one
_DROPPED = ("CFF ", "CFF2", "VORG", "DSIG", "STAT", "HVAR", "MVAR", "avar", "fvar", "gvar", "cvar")


def convert_font(data: bytes, number: int = 0, place: dict[str, float] | None = None, name: str = "") -> bytes:
    """Return a font of a file as a static TrueType font; DrawingError for one that cannot be read.

    `number` counts the fonts of a collection, `place` is where an instance of a variable font lies on its axes, and
    `name` becomes its PostScript name.
    """
    return _keep(_convert, data, number, sorted((place or {}).items()), name)


def convert_block(data: bytes, number: int, characters: Iterable[str], name: str) -> bytes:
    """Return some characters of a font as a static TrueType font with a PostScript name."""
    return _keep(_convert_block, data, number, sorted(map(ord, characters)), name)


def _keep(convert: Any, data: bytes, *given: Any) -> bytes:
    from generator.safety.code_cache import open_sheet_cache

    cache = open_sheet_cache()
    key = __version__, "font", convert.__name__, sha256(data).hexdigest(), repr(given)
    found = cache.read(*key) if cache else None
    if isinstance(found, bytes):
        return found
    try:
        made: bytes = convert(data, *given)
    except DrawingError:
        raise
    except Exception as error:  # fontTools raises whatever its parsers meet in a damaged file
        raise DrawingError(f"cannot be converted: {error or type(error).__name__}") from None
    if cache:
        cache.write(made, *key)
    return made


def _convert(data: bytes, number: int, place: list[tuple[str, float]], name: str) -> bytes:
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    font = TTFont(BytesIO(data), fontNumber=number, lazy=True)
    if place:
        font = instancer.instantiateVariableFont(font, dict(place), inplace=True)
    return _write_static(font, name)


def _convert_block(data: bytes, number: int, codes: list[int], name: str) -> bytes:
    import uharfbuzz as hb
    from fontTools.ttLib import TTFont

    wanted = hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.UNICODE).update(codes)
    small = hb.subset(hb.Face(data, number), wanted)
    return _write_static(TTFont(BytesIO(bytes(small.blob.data))), name)


def _write_static(font: Any, name: str) -> bytes:
    """Return the file of a font with quadratic outlines, and without what only variable fonts have."""
    from fontTools.ttLib import newTable

    if "glyf" not in font:
        _draw_quadratic(font)
    font.flavor = None
    if name:
        for each in font["name"].names:
            if each.nameID == 6:
                each.string = name
        if not font["name"].getDebugName(6):
            font["name"].setName(name, 6, 3, 1, 0x409)
    for tag in _DROPPED:
        if tag in font:
            del font[tag]
    post = font["post"] if "post" in font else newTable("post")
    if "post" not in font:
        font["post"] = post
        post.italicAngle = post.underlinePosition = post.underlineThickness = post.isFixedPitch = 0
        post.minMemType42 = post.maxMemType42 = post.minMemType1 = post.maxMemType1 = 0
    post.formatType = 3.0
    out = BytesIO()
    font.save(out, reorderTables=False)
    return out.getvalue()


def _draw_quadratic(font: Any) -> None:
    """Replace the outlines of a font by quadratic ones."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    glyphs, order, drawn = font.getGlyphSet(), font.getGlyphOrder(), {}
    most = font["head"].unitsPerEm * _ERROR
    for name in order:
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, most, reverse_direction=True))
        drawn[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, drawn
    font["glyf"].compile(font)
    for name in order:
        glyph = drawn[name]
        font["hmtx"][name] = font["hmtx"][name][0], getattr(glyph, "xMin", 0)
    maxp = font["maxp"]
    maxp.tableVersion = 0x00010000
    maxp.maxZones, maxp.numGlyphs = 1, len(order)
    for key in ("TwilightPoints", "Storage", "FunctionDefs", "InstructionDefs", "StackElements", "SizeOfInstructions"):
        setattr(maxp, f"max{key}", 0)
    maxp.maxComponentElements = maxp.maxComponentDepth = 0
    font["head"].glyphDataFormat = 0
    font.sfntVersion = "\0\1\0\0"
