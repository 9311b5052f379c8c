"""Read a static TrueType font: its table directory, names, character map and metrics."""

import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from struct import unpack_from

from generator.model.finding import DrawingError
from generator.model.picture import Font

MOST_CHARACTERS = 131_072  # twice as many as a font can have glyphs
_OTHER_KINDS = {
    b"OTTO": "an OpenType font with CFF outlines",
    b"ttcf": "a collection of fonts",
    b"wOFF": "a web font",
    b"wOF2": "a web font",
}
_NARROW_SPACE = "\u202f"
_REQUIRED_TABLES = ("head", "hhea", "hmtx", "cmap", "loca", "glyf", "maxp")


class FontTables:
    """The bytes of a font file, where each of its tables begins, and what `head` says about all of them."""

    def __init__(self, data: bytes) -> None:
        count = unpack_from(">H", data, 4)[0]
        records = (unpack_from(">4s4xL", data, 12 + 16 * index) for index in range(count))
        self.data = data
        self.offsets: dict[str, int] = {tag.decode("latin-1"): offset for tag, offset in records}

    @property
    def units_per_em(self) -> int:
        """Return how many font units make one em."""
        return int(unpack_from(">H", self.data, self.offsets["head"] + 18)[0])

    @property
    def metric_count(self) -> int:
        """Return how many glyphs have an advance of their own in `hmtx`; the rest share the last one."""
        return int(unpack_from(">H", self.data, self.offsets["hhea"] + 34)[0])

    def find_glyph(self, glyph: int) -> int | None:
        """Return the offset of a glyph's outline in the file, by way of `loca`; None for a glyph without an outline."""
        loca = self.offsets["loca"]
        if unpack_from(">h", self.data, self.offsets["head"] + 50)[0] == 1:
            begin, end = unpack_from(">LL", self.data, loca + 4 * glyph)
        else:
            begin, end = (2 * half for half in unpack_from(">HH", self.data, loca + 2 * glyph))
        return None if begin == end else self.offsets["glyf"] + int(begin)


class InkBounds(dict[str, tuple[float, float]]):
    """Bottom and top of the ink (em) of each character, read from `glyf` on first use."""

    def __init__(self, tables: FontTables, glyphs: Mapping[str, int]) -> None:
        super().__init__()
        self._tables = tables
        self._glyphs = glyphs

    def __missing__(self, char: str) -> tuple[float, float]:
        bounds = self[char] = _read_ink_bounds(self._tables, self._glyphs[char])
        return bounds


def read_font(data: bytes, name: str, family: str = "", weight: int = 0, italic: bool = False) -> Font:
    """Return the font; without a family, its names are read too. DrawingError for anything but a static TTF."""
    tables = _open_tables(data)
    glyphs, advances, em = _read_character_map(tables), _read_advances(tables), tables.units_per_em
    if not family:
        family, weight, italic = _read_style_names(tables)
    ascent, descent = (value / em for value in unpack_from(">hh", data, tables.offsets["hhea"] + 4))
    bounds = InkBounds(tables, glyphs)
    widths = {char: advances[glyph] / em for char, glyph in glyphs.items()}
    if _NARROW_SPACE not in glyphs and " " in glyphs:  # HarfBuzz sets half a space for it
        glyphs[_NARROW_SPACE], widths[_NARROW_SPACE] = glyphs[" "], widths[" "] / 2
    return Font(
        name=name,
        family=family,
        weight=weight,
        italic=italic,
        data=data,
        advances=widths,
        bounds=bounds,
        cap_height=bounds["H"][1] if "H" in glyphs else ascent,
        ascent=ascent,
        descent=descent,
        glyphs=glyphs,
        em=em,
    )


def postscript_name(data: bytes) -> str:
    """Return the name that a PDF gives to a font: its PostScript name, or else its full name or its family."""
    tables = FontTables(data)
    names = {**_read_names(tables, (1,), "mac-roman"), **_read_names(tables)}
    return (names.get(6) or names.get(4) or names.get(1, "")).replace(" ", "-")


def check_font_kind(data: bytes) -> None:
    """Raise DrawingError for a file of another kind than TrueType."""
    kind = _OTHER_KINDS.get(data[:4])
    if kind is not None or data[:4] not in (b"\0\1\0\0", b"true"):
        raise DrawingError(f"is {kind or 'not a font'}, not a TrueType font with outlines in `glyf`")


def _open_tables(data: bytes) -> FontTables:
    check_font_kind(data)
    tables = FontTables(data)
    if missing := [tag for tag in _REQUIRED_TABLES if tag not in tables.offsets]:
        raise DrawingError(f"is not a TrueType font: the table {missing[0]} is missing")
    if "fvar" in tables.offsets:
        raise DrawingError("is a variable font; use a static instance of it")
    if colored := [tag for tag in ("COLR", "sbix", "CBDT", "SVG ") if tag in tables.offsets]:
        says = f"is a color font ({colored[0].strip()}), which would be printed in one color"
        raise DrawingError(f"{says}; use one without colors, or draw its signs as icons")
    return tables


def _read_advances(tables: FontTables) -> list[int]:
    """Return the advance of each glyph in font units."""
    glyphs = unpack_from(">H", tables.data, tables.offsets["maxp"] + 4)[0]
    count = tables.metric_count
    widths: list[int] = list(unpack_from(f">{2 * count}H", tables.data, tables.offsets["hmtx"])[::2])
    return [*widths, *widths[-1:] * int(glyphs - count)]


def _read_character_map(tables: FontTables) -> dict[str, int]:
    """Return the glyph of each character, from the best Unicode subtable of format 12 or 4."""
    data, base = tables.data, tables.offsets["cmap"]
    subtables: dict[int, int] = {}
    for index in range(unpack_from(">H", data, base + 2)[0]):
        platform, encoding, offset = unpack_from(">HHL", data, base + 4 + 8 * index)
        if platform == 0 or (platform == 3 and encoding in (1, 10)):
            subtables.setdefault(unpack_from(">H", data, base + offset)[0], base + offset)
    if 12 in subtables:
        found = dict(islice(_read_format_12(data, subtables[12]), MOST_CHARACTERS + 1))
    elif 4 in subtables:
        found = dict(_read_format_4(data, subtables[4]))
    else:
        raise DrawingError("has no Unicode character map")
    if len(found) > MOST_CHARACTERS:
        raise DrawingError(f"is damaged: its table cmap lists more than {MOST_CHARACTERS:,} characters")
    glyphs = int(unpack_from(">H", data, tables.offsets["maxp"] + 4)[0])
    if (highest := max(found.values(), default=0)) >= glyphs:
        raise DrawingError(f"is damaged: its table cmap names the glyph {highest:,}, but there are {glyphs:,}")
    return found


def _read_format_12(data: bytes, at: int) -> Iterator[tuple[str, int]]:
    before = -1
    for group in range(unpack_from(">L", data, at + 12)[0]):
        first, last, glyph = unpack_from(">LLL", data, at + 16 + 12 * group)
        if not before < first <= last <= sys.maxunicode:
            raise DrawingError(f"is damaged: the group {group} of its table cmap is out of order")
        before = last
        yield from ((chr(code), glyph + code - first) for code in range(first, last + 1))


def _read_format_4(data: bytes, at: int) -> Iterator[tuple[str, int]]:
    n = unpack_from(">H", data, at + 6)[0] // 2
    ends = unpack_from(f">{n}H", data, at + 14)
    starts = unpack_from(f">{n}H", data, at + 16 + 2 * n)
    deltas = unpack_from(f">{n}H", data, at + 16 + 4 * n)
    ranges = unpack_from(f">{n}H", data, at + 16 + 6 * n)
    if any(one >= other for one, other in zip(ends, starts[1:], strict=False)):
        raise DrawingError("is damaged: the segments of its table cmap are out of order")
    for k in range(n):
        for code in range(starts[k], min(ends[k], 0xFFFE) + 1):
            glyph = code
            if ranges[k]:
                where = at + 16 + 6 * n + 2 * k + ranges[k] + 2 * (code - starts[k])
                glyph = unpack_from(">H", data, where)[0]
            if glyph or not ranges[k]:
                glyph = (glyph + deltas[k]) & 0xFFFF
            if glyph:
                yield chr(code), glyph


def _read_ink_bounds(tables: FontTables, glyph: int) -> tuple[float, float]:
    at = tables.find_glyph(glyph)
    if at is None:
        return 0.0, 0.0
    low, high = unpack_from(">h2xh", tables.data, at + 4)
    return low / tables.units_per_em, high / tables.units_per_em


def _read_names(tables: FontTables, platforms: tuple[int, ...] = (0, 3), encoding: str = "utf-16-be") -> dict[int, str]:
    """Return the entries of the table `name`, by name ID."""
    base = tables.offsets["name"]
    count, strings = unpack_from(">HH", tables.data, base + 2)
    names: dict[int, str] = {}
    for index in range(count):
        platform, _, _, name, length, offset = unpack_from(">6H", tables.data, base + 6 + 12 * index)
        raw = tables.data[base + strings + offset : base + strings + offset + length]
        if platform in platforms:
            names.setdefault(name, raw.decode(encoding, "replace"))
    return names


def _read_style_names(tables: FontTables) -> tuple[str, int, bool]:
    """Return family (name ID 16, or else 1), weight and whether the font is italic."""
    names = _read_names(tables)
    weight, flags = 400, 0
    if "OS/2" in tables.offsets:
        weight = unpack_from(">H", tables.data, tables.offsets["OS/2"] + 4)[0]
        flags = unpack_from(">H", tables.data, tables.offsets["OS/2"] + 62)[0]
    return names.get(16) or names.get(1, ""), weight, bool(flags & 1)
