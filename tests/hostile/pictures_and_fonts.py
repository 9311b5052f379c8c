"""Attacks by damaged or oversized images and fonts, and by files that are something else than they are called."""

import base64
import struct
import zlib
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

from tests.hostile.attack import Attack, Content, Expectation, template
from tests.hostile.scene import make_png

BUILD = ("build", "hen")
_IMAGE = template('<image href="images/a.png" x="3" y="3" width="9" height="9"/>')
_OWN_FONT = template('<text x="9" y="18" font-family="{}">Egg</text>')


def _image(name: str, data: Content, expect: Expectation = "refused") -> Attack:
    return Attack(
        f"an image: {name}",
        {"templates/egg.svg.j2": _IMAGE, "images/a.png": data},
        [BUILD],
        expect,
        "egg.svg.j2" if expect == "refused" else "",
    )


def _chunk(kind: bytes, data: bytes, length: int | None = None, crc: int | None = None) -> bytes:
    head = struct.pack(">I", len(data) if length is None else length) + kind + data
    return head + struct.pack(">I", zlib.crc32(kind + data) if crc is None else crc)


def _png(
    width: int, height: int, body: bytes, *, depth: int = 8, color: int = 2, before: bytes = b"", interlace: int = 0
) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + before + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _pillow(kind: str, size: tuple[int, int] = (20, 20), mode: str = "RGB", **options: Any) -> bytes:
    from PIL import Image

    out = BytesIO()
    Image.new(mode, size).save(out, kind, **options)
    return out.getvalue()


def _exif(orientation: int) -> bytes:
    from PIL import Image

    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif.tobytes()


_SOUND = make_png(20, 20, (9, 9, 9))
_ZEROS = zlib.compress(bytes(61 * 20))


@cache
def _bomb() -> bytes:
    """Return 200 MB of zeros, compressed."""
    return zlib.compress(bytes(200_000_000), 1)


_IMAGES = [
    _image("nothing", b""),
    _image("one byte", b"\x89"),
    _image("only the signature", _SOUND[:8]),
    _image("cut in the head", _SOUND[:20]),
    _image("cut in the pixels", _SOUND[:50]),
    _image("cut before the end", _SOUND[:-12]),
    _image("one bit wrong in the pixels", _SOUND[:45] + bytes([_SOUND[45] ^ 4]) + _SOUND[46:]),
    _image("one bit wrong in the head", _SOUND[:18] + bytes([_SOUND[18] ^ 4]) + _SOUND[19:]),
    _image("text after the end", _SOUND + b"<script>alert(1)</script>", "either"),
    _image("of 60,000 by 60,000 pixels", _png(60_000, 60_000, _ZEROS)),
    _image("of two billion by one pixel", _png(2_147_483_647, 1, _ZEROS)),
    _image("of no pixels", _png(0, 0, _ZEROS)),
    _image("of 39 million pixels that are not there", _png(6_200, 6_200, _ZEROS)),
    _image("of 40 million sound pixels", lambda: make_png(40_000_000, 1, (1, 2, 3)), "either"),
    _image("with a bomb in the pixels", lambda: _png(20, 20, _bomb()), "either"),
    _image("with a bomb in the text", lambda: _png(20, 20, _ZEROS, before=_chunk(b"zTXt", b"a\0\0" + _bomb())), "either"),
    _image("with a bomb in the profile", lambda: _png(20, 20, _ZEROS, before=_chunk(b"iCCP", b"a\0\0" + _bomb())), "either"),
    _image("with a bomb in the international text", lambda: _png(20, 20, _ZEROS, before=_chunk(b"iTXt", b"a\0\1\0\0\0" + _bomb())), "either"),
    _image("with a chunk of four gigabytes", _png(20, 20, _ZEROS, before=_chunk(b"tEXt", b"a\0b", length=0xFFFFFFF0))),
    _image("with a chunk of a length below zero", _png(20, 20, _ZEROS, before=_chunk(b"tEXt", b"a\0b", length=0x80000000))),
    _image("with a wrong checksum", _png(20, 20, _ZEROS, before=_chunk(b"tEXt", b"a\0b", crc=1)), "either"),
    _image("with a hundred thousand chunks", _png(20, 20, _ZEROS, before=_chunk(b"tEXt", b"a\0b") * 100_000), "either"),
    _image("with an unknown critical chunk", _png(20, 20, _ZEROS, before=_chunk(b"HENX", b"a")), "either"),
    _image("with a palette of no colors", _png(20, 20, zlib.compress(bytes(21 * 20)), color=3, before=_chunk(b"PLTE", b""))),
    _image("with a palette and no palette", _png(20, 20, zlib.compress(bytes(21 * 20)), color=3)),
    _image("with 16 bits a channel", _png(4, 4, zlib.compress(bytes(25 * 4)), depth=16), "either"),
    _image("with 16 bits of gray", _png(4, 4, zlib.compress(bytes(9 * 4)), depth=16, color=0), "either"),
    _image("with 16 bits of gray and alpha", _png(4, 4, zlib.compress(bytes(17 * 4)), depth=16, color=4), "either"),
    _image("with 16 bits of color and alpha", _png(4, 4, zlib.compress(bytes(33 * 4)), depth=16, color=6), "either"),
    _image("with 3 bits a channel", _png(20, 20, _ZEROS, depth=3)),
    _image("with a kind of color that does not exist", _png(20, 20, _ZEROS, color=5)),
    _image("interlaced in a way that does not exist", _png(20, 20, _ZEROS, interlace=9)),
    _image("of many moving frames", lambda: _pillow("PNG", save_all=True, append_images=[]), "either"),
    _image("a GIF", lambda: _pillow("GIF"), "either"),
    _image("a BMP", lambda: _pillow("BMP"), "either"),
    _image("a TIFF", lambda: _pillow("TIFF"), "either"),
    _image("a WebP", lambda: _pillow("WEBP"), "either"),
    _image("an ICO", lambda: _pillow("ICO")),
    _image("a PPM of a billion pixels", b"P6 100000 100000 255\n"),
    _image("an EPS that is a program", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(id) (w) file\n"),
    _image("an SVG", b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    _image("a PDF", b"%PDF-1.4\n1 0 obj<<>>endobj"),
    _image("a web page", b"<html><script>alert(1)</script></html>"),
    _image("a ZIP", b"PK\x03\x04" + bytes(200)),
    _image("a JPEG", lambda: _pillow("JPEG"), "either"),
    _image("a JPEG cut in the middle", lambda: _pillow("JPEG")[:300]),
    _image("a JPEG of 65,000 by 65,000 pixels", lambda: _pillow("JPEG").replace(b"\x00\x14\x00\x14", b"\xfe\x00\xfe\x00", 1)),
    _image("a JPEG turned by EXIF", lambda: _pillow("JPEG", exif=_exif(6)), "either"),
    _image("a JPEG of a head alone", lambda: _pillow("JPEG", size=(6000, 6000))[:600] + b"\xff\xd9"),
    _image("an AVIF", lambda: _pillow("AVIF"), "either"),
    _image("a TIFF of a billion pixels", b"II*\0\x08\0\0\0\x02\0\0\1\4\0\1\0\0\0\0\0\1\0\1\1\4\0\1\0\0\0\0\0\1\0\0\0\0\0"),
    _image("a JPEG with an EXIF of rubbish", lambda: _pillow("JPEG", exif=b"Exif\0\0MM\0*\xff\xff\xff\xff"), "either"),
    _image("a JPEG in CMYK", lambda: _pillow("JPEG", mode="CMYK"), "either"),
    _image("a JPEG with many scans", lambda: _pillow("JPEG", size=(2000, 2000), progressive=True), "either"),
    _image("a JPEG of arithmetic coding", lambda: _pillow("JPEG").replace(b"\xff\xc0", b"\xff\xc9", 1)),
    _image("a JPEG without tables", lambda: _pillow("JPEG").replace(b"\xff\xc4", b"\xff\xfe"), "either"),
    _image("an MPO of two pictures", lambda: _pillow("JPEG") + _pillow("JPEG"), "either"),
]  # fmt: skip

_URIS: list[tuple[str, str, Expectation]] = [
    ("a GIF", "data:image/gif;base64,R0lGODlhAQABAAAAACw=", "refused"),
    ("not base64", "data:image/png;base64,????", "refused"),
    ("cut base64", "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAA", "refused"),
    ("percent signs", "data:image/png,%89PNG", "refused"),
    ("no comma", "data:image/png;base64", "refused"),
    ("a second comma", "data:image/png;base64,a,b", "refused"),
    ("a text", "data:text/plain;base64,aGVu", "refused"),
    ("a kind in capitals", "DATA:IMAGE/PNG;BASE64,iVBORw0KGgo=", "refused"),
    ("a charset", "data:image/png;charset=utf-8;base64,iVBORw0KGgo=", "refused"),
    ("a bomb", "data:image/png;base64," + base64.b64encode(_png(20, 20, zlib.compress(bytes(30_000_000), 1))).decode(), "either"),
    ("60,000 by 60,000 pixels", "data:image/png;base64," + base64.b64encode(_png(60_000, 60_000, _ZEROS)).decode(), "refused"),
]  # fmt: skip

_EMBEDDED = [
    Attack(f"an embedded image: {name}", {"templates/egg.svg.j2": template(f'<image href="{href}" width="9" height="9"/>')}, [BUILD], expect)
    for name, href, expect in _URIS
]  # fmt: skip


@cache
def _font() -> bytes:
    """Return a sound font: one of the families of the program."""
    spec = find_spec("font_source_sans_pro")
    assert spec is not None
    assert spec.origin is not None
    return (Path(spec.origin).parent / "files" / "SourceSansPro-Regular.ttf").read_bytes()


def _tables(data: bytes) -> dict[bytes, tuple[int, int, int]]:
    """Return the record, the offset and the length of each table of a font."""
    count = struct.unpack_from(">H", data, 4)[0]
    records = ((*struct.unpack_from(">4sLLL", data, 12 + 16 * n), 12 + 16 * n) for n in range(count))
    return {tag: (record, offset, length) for tag, _, offset, length, record in records}


def _patch(table: bytes, at: int, new: bytes) -> Callable[[], bytes]:
    """Return a function that gives the font with some bytes of a table changed."""

    def make() -> bytes:
        data = _font()
        start = _tables(data)[table][1] + at
        return data[:start] + new + data[start + len(new) :]

    return make


def _record(table: bytes, offset: int | None = None, length: int | None = None) -> Callable[[], bytes]:
    """Return a function that gives the font with another offset or length of a table in its directory."""

    def make() -> bytes:
        data = bytearray(_font())
        record, old, size = _tables(bytes(data))[table]
        struct.pack_into(">LL", data, record + 8, old if offset is None else offset, size if length is None else length)
        return bytes(data)

    return make


def _at_the_end(table: bytes) -> Callable[[], bytes]:
    return lambda: _record(table, offset=len(_font()) - 1)()


def _without(table: bytes) -> Callable[[], bytes]:
    return lambda: _font().replace(table, b"xxxx", 1)


def _large_cmap() -> bytes:
    """Return the font with a character map of format 12 that has one group of four billion characters."""
    data = bytearray(_font())
    record, _, _ = _tables(bytes(data))[b"cmap"]
    head = struct.pack(">HHHHL", 0, 1, 3, 10, 12)
    sub = struct.pack(">HHLLL", 12, 0, 16 + 12, 0, 1) + struct.pack(">LLL", 0, 0xFFFFFFFF, 0)
    struct.pack_into(">LL", data, record + 8, len(data), len(head + sub))
    return bytes(data) + head + sub


def _many_groups(count: int) -> Callable[[], bytes]:
    """Return a function that gives the font with a character map of many groups of all characters."""

    def make() -> bytes:
        data = bytearray(_font())
        record, _, _ = _tables(bytes(data))[b"cmap"]
        sub = struct.pack(">HHLLL", 12, 0, 16 + 12 * count, 0, count) + struct.pack(">LLL", 0, 0x10FFFF, 0) * count
        table = struct.pack(">HHHHL", 0, 1, 3, 10, 12) + sub
        struct.pack_into(">LL", data, record + 8, len(data), len(table))
        return bytes(data) + table

    return make


def _ttf(
    name: str, make: Callable[[], bytes] | bytes, expect: Expectation = "refused", file: str = "fonts/own.ttf"
) -> Attack:
    files: dict[str, Content] = {file: make}
    files["templates/egg.svg.j2"] = _OWN_FONT.replace("{}", "Source Sans Pro")
    return Attack(f"a font: {name}", files, [BUILD], expect, file.rpartition("/")[2] if expect == "refused" else "")


_FONTS = [
    _ttf("nothing", b""),
    _ttf("four bytes", b"\0\1\0\0"),
    _ttf("a directory of 65,535 tables", b"\0\1\0\0\xff\xff" + bytes(6)),
    _ttf("cut in the directory", lambda: _font()[:60]),
    _ttf("cut in the middle", lambda: _font()[: len(_font()) // 2], "either"),
    _ttf("cut at the end", lambda: _font()[:-2000], "either"),
    _ttf("zeros after the directory", lambda: _font()[:300] + bytes(len(_font()) - 300)),
    _ttf("OpenType with CFF", b"OTTO" + bytes(500), file="fonts/own.otf"),
    _ttf("WOFF", b"wOFF" + bytes(500), file="fonts/own.woff"),
    _ttf("WOFF2", b"wOF2" + bytes(500), file="fonts/own.woff2"),
    _ttf("a collection", b"ttcf" + bytes(500), file="fonts/own.ttc"),
    _ttf("a text", b"not a font"),
    _ttf("a program", b"#!/bin/sh\nid\n"),
    _ttf("a picture", _SOUND),
    *(_ttf(f"without its table {table.decode()}", _without(table)) for table in (b"head", b"hhea", b"hmtx", b"cmap", b"loca", b"glyf", b"maxp", b"name")),
    *(_ttf(f"with its table {table.decode()} beyond the end", _record(table, offset=0xFFFFFFF0)) for table in (b"head", b"hhea", b"hmtx", b"cmap", b"loca", b"glyf", b"maxp", b"name")),
    *(_ttf(f"with its table {table.decode()} at the very end", _at_the_end(table)) for table in (b"head", b"hhea", b"hmtx", b"cmap", b"loca", b"glyf", b"maxp", b"name")),
    *(_ttf(f"with its table {table.decode()} of no length", _record(table, length=0), "either") for table in (b"head", b"hhea", b"hmtx", b"cmap", b"loca", b"glyf", b"maxp", b"name")),
    *(_ttf(f"with its table {table.decode()} of four gigabytes", _record(table, length=0xFFFFFFFF), "either") for table in (b"head", b"hhea", b"hmtx", b"cmap", b"loca", b"glyf", b"maxp", b"name")),
    _ttf("no units in an em", _patch(b"head", 18, b"\0\0")),
    _ttf("one unit in an em", _patch(b"head", 18, b"\0\1"), "either"),
    _ttf("a format of loca that does not exist", _patch(b"head", 50, b"\x7f\xff"), "either"),
    _ttf("the other format of loca", _patch(b"head", 50, b"\0\1"), "either"),
    _ttf("a wrong magic number", _patch(b"head", 12, b"\0\0\0\0"), "either"),
    _ttf("no glyphs", _patch(b"maxp", 4, b"\0\0")),
    _ttf("65,535 glyphs", _patch(b"maxp", 4, b"\xff\xff"), "either"),
    _ttf("no widths", _patch(b"hhea", 34, b"\0\0")),
    _ttf("65,535 widths", _patch(b"hhea", 34, b"\xff\xff"), "either"),
    _ttf("an ascent of -32768", _patch(b"hhea", 4, b"\x80\0"), "either"),
    _ttf("a descent of 32767", _patch(b"hhea", 6, b"\x7f\xff"), "either"),
    _ttf("widths of zero", _patch(b"hmtx", 0, bytes(6000)), "either"),
    _ttf("widths of 65,535", _patch(b"hmtx", 0, b"\xff" * 6000), "either"),
    _ttf("offsets of glyphs that run backwards", _patch(b"loca", 0, b"\xff" * 2000), "either"),
    _ttf("offsets of glyphs of zero", _patch(b"loca", 0, bytes(2000)), "either"),
    _ttf("glyphs of 32,767 contours", _patch(b"glyf", 0, b"\x7f\xff" * 30_000), "either"),
    _ttf("glyphs that are made of themselves", _patch(b"glyf", 0, b"\xff\xff" + bytes(8) + b"\0\x20\0\x28" * 14_000), "either"),
    _ttf("glyphs of zeros", _patch(b"glyf", 0, bytes(60_000)), "either"),
    _ttf("a map with 65,535 subtables", _patch(b"cmap", 2, b"\xff\xff")),
    _ttf("a map without subtables", _patch(b"cmap", 2, b"\0\0")),
    _ttf("a map of four billion characters", _large_cmap),
    _ttf("a map of 100 groups of all characters", _many_groups(100)),
    _ttf("a map of 100,000 groups of all characters", _many_groups(100_000)),
    _ttf("a map of rubbish", _patch(b"cmap", 4, b"\xa5" * 400)),
    _ttf("names of rubbish", _patch(b"name", 0, b"\xa5" * 400), "either"),
    _ttf("65,535 names", _patch(b"name", 2, b"\xff\xff"), "either"),
    _ttf("a name with a control sequence", lambda: _font().replace("Source Sans Pro".encode("utf-16-be"), "So\x1b]0;x\x07 Pro".encode("utf-16-be") + b"\0 \0 "), "either"),
    _ttf("a name with a bracket of PDF", lambda: _font().replace(b"SourceSansPro-Regular", b"S)>>/JS(x)/AA<<ular--").replace("SourceSansPro-Regular".encode("utf-16-be"), "S)>>/JS(x)/AA<<ular--".encode("utf-16-be")), "either"),
    _ttf("sound, under the name of one of the program's", _font, "either", "fonts/a.ttf"),
]  # fmt: skip

ATTACKS = [*_IMAGES, *_EMBEDDED, *_FONTS]
