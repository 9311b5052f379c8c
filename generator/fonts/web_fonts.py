"""Make web fonts (WOFF 2) that hold the characters of a page."""

from collections.abc import Collection, Iterable
from struct import pack, unpack_from

from generator.model.picture import Font

_KNOWN = (
    "cmap head hhea hmtx maxp name OS/2 post cvt fpgm glyf loca prep CFF VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX"
    " vhea vmtx BASE GDEF GPOS GSUB"
).split()  # in the order of their numbers (WOFF 2.0, 4.1)
_ANY_TAG = 63
_UNCHANGED = 3 << 6  # outlines that are not transformed
_QUALITY = 6  # of 11; more takes ten times as long and saves nothing of so small fonts


def make_web_font(font: Font, characters: Collection[str]) -> bytes:
    """Return the font as WOFF 2 with the glyphs of some characters, and with their kerning and ligatures."""
    import uharfbuzz

    wanted = uharfbuzz.SubsetInput()
    wanted.sets(uharfbuzz.SubsetInputSets.UNICODE).update(ord(char) for char in characters)
    face = uharfbuzz.subset(uharfbuzz.Face(font.data), wanted)
    return pack_woff2(bytes(face.blob.data))


def group_by_font(font: Font, characters: Iterable[str]) -> dict[Font, list[str]]:
    """Return the characters that a font draws, then those that each font of signs draws for it."""
    found: dict[Font, list[str]] = {font: []}
    for char in characters:
        drawn = font if char in font.advances else font.signs.find(char) if font.signs else None
        if drawn is not None:
            found.setdefault(drawn, []).append(char)
    return found


def pack_woff2(data: bytes) -> bytes:
    """Return a TrueType font as WOFF 2 (W3C, WOFF File Format 2.0), without changing its tables."""
    import brotli

    tables = _read_tables(data)
    directory = b"".join(_describe_table(tag, len(table)) for tag, table in tables.items())
    packed: bytes = brotli.compress(b"".join(tables.values()), mode=brotli.MODE_FONT, quality=_QUALITY)
    length = 48 + len(directory) + len(packed)
    padding = b"\0" * (-length % 4)
    size = 12 + sum(16 + len(table) + -len(table) % 4 for table in tables.values())
    numbers = (length + len(padding), len(tables), 0, size, len(packed), 1, 0, 0, 0, 0, 0, 0)
    return b"wOF2" + data[:4] + pack(">IHHIIHHIIIII", *numbers) + directory + packed + padding


def _read_tables(data: bytes) -> dict[str, bytes]:
    """Return the tables by their tags, with the places of the outlines behind the outlines."""
    (count,) = unpack_from(">H", data, 4)
    records = [unpack_from(">4sIII", data, 12 + 16 * number) for number in range(count)]
    tables = {tag.decode("ascii"): data[start : start + size] for tag, _, start, size in records}
    tables["loca"] = tables.pop("loca")
    outlines = [tag for tag in ("glyf", "loca") if tag in tables]
    return {tag: tables[tag] for tag in [*sorted(set(tables) - {*outlines}), *outlines]}


def _describe_table(tag: str, size: int) -> bytes:
    number = _KNOWN.index(tag.strip()) if tag.strip() in _KNOWN else _ANY_TAG
    flags = number | (_UNCHANGED if tag in ("glyf", "loca") else 0)
    return bytes([flags]) + (tag.encode("ascii") if number == _ANY_TAG else b"") + _pack_number(size)


def _pack_number(value: int) -> bytes:
    """Return a number as UIntBase128 (WOFF 2.0, 4.1)."""
    digits = [value & 0x7F]
    while value := value >> 7:
        digits.append(0x80 | (value & 0x7F))
    return bytes(reversed(digits))
