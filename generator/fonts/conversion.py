"""Make static TrueType fonts of other kinds: what a PDF embeds has outlines in `glyf`, and is one font of a file.

HarfBuzz, which bounds what it reads, takes the files apart; what is made is kept in the user's cache folder.
"""

import zlib
from collections.abc import Callable, Iterable
from hashlib import sha256
from io import BytesIO
from struct import unpack_from
from typing import Any, NamedTuple

from generator.model.finding import DrawingError

_FORM = "3"  # of what is made; another one when this module makes it in another way
MOST_UNPACKED = 64 * 1024 * 1024  # bytes of a web font: twice as many as of a file that is not packed
MOST_FACES = 40  # of a collection; the largest have a dozen
_ERROR = 0.001  # em that a quadratic curve may lie beside the cubic one
_COLORS = ("COLR", "CPAL", "SVG ", "sbix", "CBDT", "CBLC", "EBDT", "EBLC")
_OUTLINES = (10, 11)  # the numbers of glyf and loca in WOFF 2
_DROPPED = ("CFF ", "CFF2", "VORG", "DSIG", *_COLORS)


class Axis(NamedTuple):
    """How far a variable font goes on an axis, and where it is by default."""

    least: float
    usual: float
    most: float


def count_faces(data: bytes) -> int:
    """Return how many fonts a file holds; DrawingError for too many."""
    count = int(unpack_from(">L", data, 8)[0]) if data[:4] == b"ttcf" else 1
    if not 0 < count <= MOST_FACES:
        raise DrawingError(f"is damaged: it holds {count:,} fonts; at most {MOST_FACES} are read")
    return count


def read_axes(data: bytes, number: int) -> dict[str, Axis]:
    """Return the axes of a variable font by their tags; none of a static one."""
    import uharfbuzz as hb

    infos = hb.Face(data, number).axis_infos
    return {each.tag: Axis(each.min_value, each.default_value, each.max_value) for each in infos}


def count_glyphs(data: bytes, number: int) -> int:
    """Return how many glyphs a font has."""
    import uharfbuzz as hb

    return int(hb.Face(data, number).glyph_count)


def unpack_font(data: bytes) -> bytes:
    """Return what a web font packs, and any other file as it is; DrawingError for one that unpacks to too much."""
    if data[:4] not in (b"wOFF", b"wOF2"):
        return data
    return _keep(_unpack_1 if data[:4] == b"wOFF" else _unpack_2, data)


def convert_font(data: bytes, number: int = 0, place: dict[str, float] | None = None, name: str = "") -> bytes:
    """Return a font of a file as a static TrueType font; DrawingError for one that cannot be read.

    `number` counts the fonts of a collection, `place` is where an instance of a variable font lies on its axes, and
    `name` becomes its PostScript name.
    """
    return _keep(_convert, data, number, sorted((place or {}).items()), name)


def convert_block(data: bytes, number: int, characters: Iterable[str], name: str) -> bytes:
    """Return some characters of a font as a static TrueType font with a PostScript name."""
    return _keep(_convert_block, data, number, sorted(map(ord, characters)), name)


def _keep(convert: Callable[..., bytes], data: bytes, *given: Any) -> bytes:
    """Return what a function makes of a font, from the cache if it was made before."""
    from generator.safety.code_cache import open_sheet_cache

    cache = open_sheet_cache()
    key = _FORM, "font", convert.__name__, sha256(data).hexdigest(), repr(given)
    found = cache.read(*key) if cache else None
    if isinstance(found, bytes):
        return found
    try:
        made = convert(data, *given)
    except DrawingError:
        raise
    except Exception as error:  # what the parsers of fontTools meet in a damaged file
        raise DrawingError(f"is damaged: it cannot be converted ({error or type(error).__name__})") from None
    if cache:
        cache.write(made, *key)
    return made


def _convert(data: bytes, number: int, place: list[tuple[str, float]], name: str) -> bytes:
    import uharfbuzz as hb

    face, wanted = hb.Face(data, number), hb.SubsetInput()
    wanted.keep_everything()
    for tag, value in place:
        wanted.pin_axis_location(face, tag, value)
    return _write_static(bytes(hb.subset(face, wanted).blob.data), name)


def _convert_block(data: bytes, number: int, codes: list[int], name: str) -> bytes:
    import uharfbuzz as hb

    face, wanted = hb.Face(data, number), hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.UNICODE).update(codes)
    wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).update(int.from_bytes(tag.encode()) for tag in _COLORS)
    wanted.pin_all_axes_to_default(face)
    for axis in face.axis_infos:
        if axis.tag == "wght":  # the default of some fonts is their thinnest
            wanted.pin_axis_location(face, axis.tag, min(max(axis.min_value, 400.0), axis.max_value))
    return _write_static(bytes(hb.subset(face, wanted).blob.data), name)


def _write_static(data: bytes, name: str) -> bytes:
    """Return a font with quadratic outlines, and under another PostScript name if there is one."""
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(data), lazy=True, recalcTimestamp=False)
    if "glyf" not in font:
        if "CFF " not in font and "CFF2" not in font:
            raise DrawingError("has no outlines: its signs are pictures in color, which only screens show")
        _draw_quadratic(font, data)
    if name:
        font["name"].names = [each for each in font["name"].names if each.nameID in (1, 2, 16, 17)]
        font["name"].setName(name, 6, 3, 1, 0x409)
    for tag in {*_DROPPED} & {*font.keys()}:
        del font[tag]
    out = BytesIO()
    font.save(out, reorderTables=False)
    return out.getvalue()


def _draw_quadratic(font: Any, data: bytes) -> None:
    """Replace the outlines of a font by quadratic ones."""
    import uharfbuzz as hb
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    shapes, most = hb.Font(hb.Face(data)), font["head"].unitsPerEm * _ERROR
    order, drawn = [f"g{number}" for number in range(font["maxp"].numGlyphs)], {}
    font.setGlyphOrder(order)
    for number, name in enumerate(order):
        pen = TTGlyphPen(None)
        shapes.draw_glyph_with_pen(number, Cu2QuPen(pen, most, reverse_direction=True))
        drawn[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, drawn
    font["glyf"].compile(font)
    font["hmtx"].metrics = {
        name: (advance, getattr(drawn[name], "xMin", 0)) for name, (advance, _) in font["hmtx"].metrics.items()
    }
    maxp = font["maxp"]
    maxp.tableVersion, maxp.maxZones = 0x00010000, 1
    unused = "TwilightPoints Storage FunctionDefs InstructionDefs StackElements SizeOfInstructions ComponentElements"
    for key in (*unused.split(), "ComponentDepth"):
        setattr(maxp, f"max{key}", 0)
    font["head"].glyphDataFormat = 0
    font["post"].formatType = 3.0
    font.sfntVersion = "\0\1\0\0"


def _unpack_1(data: bytes) -> bytes:
    """Return what a WOFF packs (W3C, WOFF File Format 1.0)."""
    total = 0
    for index in range(unpack_from(">H", data, 12)[0]):
        offset, packed, size = unpack_from(">LLL", data, 44 + 20 * index + 4)
        total += size
        if total > MOST_UNPACKED or len(_inflate(data[offset : offset + packed], size)) > size:
            raise DrawingError(f"unpacks to more than it says, or than {MOST_UNPACKED >> 20} MiB")
    return _repack(data)


def _inflate(data: bytes, size: int) -> bytes:
    return data if len(data) == size else zlib.decompressobj().decompress(data, size + 1)


def _unpack_2(data: bytes) -> bytes:
    """Return what a WOFF 2 packs (W3C, WOFF File Format 2.0)."""
    import brotli

    at, (tables, packed) = 48, unpack_from(">H6xL", data, 12)
    if data[4:8] == b"ttcf":
        raise DrawingError("is a packed collection of fonts; unpack it")
    for _ in range(tables):  # the packed tables follow the directory
        flags = data[at]
        at = _skip_number(data, at + (5 if flags & 63 == 63 else 1))
        if flags >> 6 != (3 if flags & 63 in _OUTLINES else 0):  # a table that is packed in a form of its own
            at = _skip_number(data, at)
    stream, got = brotli.Decompressor(), 0
    piece = stream.process(data[at : at + packed], output_buffer_limit=1 << 20)
    while piece:
        got += len(piece)
        if got > MOST_UNPACKED:
            raise DrawingError(f"unpacks to more than {MOST_UNPACKED >> 20} MiB")
        piece = b"" if stream.is_finished() else stream.process(b"", output_buffer_limit=1 << 20)
    return _repack(data)


def _skip_number(data: bytes, at: int) -> int:
    """Return where a UIntBase128 ends."""
    while data[at] & 0x80:
        at += 1
    return at + 1


def _repack(data: bytes) -> bytes:
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(data), recalcTimestamp=False)
    font.flavor = None
    out = BytesIO()
    font.save(out)
    return out.getvalue()
