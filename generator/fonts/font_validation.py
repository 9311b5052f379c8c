"""Validate a font that a game brings along, so that neither we nor reportlab meet a table that lies (OpenType 1.9).

Every offset, count and index that is followed later is checked once, in time in proportion to the size of the file.
"""

from collections.abc import Iterator
from itertools import pairwise
from struct import calcsize, unpack_from
from typing import NamedTuple

from generator.fonts.truetype import FontTables
from generator.model.finding import DrawingError

MOST_TABLES = 100  # no font has half as many
MOST_POINTS = 10_000  # of a glyph, components included: the most detailed letters have some 2,000
MOST_COMPONENTS = 200  # of a glyph, those of components included
DEEPEST_COMPONENT = 8  # components in components; the longest chain in real fonts is 3
# in bytes; without one of these, a file is not a font that can be embedded
_SHORTEST = {"head": 54, "hhea": 36, "maxp": 6, "hmtx": 4, "cmap": 4, "loca": 4, "glyf": 0, "name": 6, "post": 32}
_SHORTEST_OS2 = 78
_MAGIC = 0x5F0F3CF5
_EM = range(16, 16_385)  # OpenType, head
_WORDS, _OFFSETS, _SCALE, _MORE, _TWO_SCALES, _MATRIX = 1, 2, 8, 32, 64, 128
_NAME_DELIMITERS = frozenset("[](){}<>/%")
_LONGEST_NAME = 63  # PostScript name, OpenType name ID 6
_NO_SUBSETS, _NO_EMBEDDING, _BITMAPS_ONLY = 0x0100, 0x0002, 0x0200  # bits of fsType
# how many bytes the two coordinates of a point take, by its flag
_POINT_BYTES = bytes(
    (1 if flag & 2 else 0 if flag & 16 else 2) + (1 if flag & 4 else 0 if flag & 32 else 2) for flag in range(256)
)


def validate_font(data: bytes) -> None:
    """Raise DrawingError, which says what is wrong, unless all tables that are used are sound."""
    lengths = _check_directory(data)
    tables = FontTables(data)
    for tag, shortest in _SHORTEST.items():
        if tag not in lengths:
            raise DrawingError(f"is not a TrueType font: the table {tag} is missing")
        if lengths[tag] < shortest:
            raise DrawingError(f"is damaged: its table {tag} has {lengths[tag]} bytes of at least {shortest}")
    glyphs = _check_headers(tables, lengths)
    _check_license(tables, lengths, glyphs)
    _check_names(tables, lengths["name"])
    _GlyphCheck(tables, _check_locations(tables, lengths, glyphs)).check_all()
    _check_layout(data, lengths)


def _check_directory(data: bytes) -> dict[str, int]:
    """Return the length of each table; they lie inside the file, each apart from the others."""
    count = unpack_from(">H", data, 4)[0]
    if count > MOST_TABLES:
        raise DrawingError(f"is damaged: it has {count:,} tables; at most {MOST_TABLES} are read")
    spans, lengths, directory = [], dict[str, int](), 12 + 16 * count
    for index in range(count):
        raw, offset, length = unpack_from(">4s4xLL", data, 12 + 16 * index)
        tag = raw.decode("latin-1").rstrip()
        if not (raw.isascii() and tag.isprintable()) or tag in lengths:
            raise DrawingError(f"is damaged: its directory lists the table {tag!r}, or lists it twice")
        if offset < directory or offset + length > len(data):
            raise DrawingError(f"is damaged: its table {tag} lies outside the file")
        lengths[tag] = length
        spans.append((offset, offset + length, tag))
    spans = sorted(span for span in spans if span[0] < span[1])
    for (_, end, tag), (begin, _, other) in pairwise(spans):
        if begin < end:
            raise DrawingError(f"is damaged: its tables {tag} and {other} overlap")
    return lengths


def _check_headers(tables: FontTables, lengths: dict[str, int]) -> int:
    """Return how many glyphs there are; check head, hhea, hmtx, post and maxp."""
    data, at = tables.data, tables.offsets
    for tag, known in (("head", (1,)), ("hhea", (1,)), ("maxp", (1,)), ("post", (1, 2, 3, 4))):
        version = unpack_from(">H", data, at[tag])[0]
        if version not in known:
            raise DrawingError(f"is damaged: its table {tag} has the version {version}")
    magic, em = unpack_from(">L2xH", data, at["head"] + 12)
    place, form = unpack_from(">hh", data, at["head"] + 50)
    if magic != _MAGIC or place not in (0, 1) or form != 0:
        raise DrawingError("is damaged: its table head is not one")
    if em not in _EM:
        raise DrawingError(f"is damaged: its em is {em} units, not {_EM[0]} to {_EM[-1]}")
    glyphs, metrics = int(unpack_from(">H", data, at["maxp"] + 4)[0]), tables.metric_count
    if not glyphs or not 0 < metrics <= glyphs or unpack_from(">h", data, at["hhea"] + 32)[0]:
        raise DrawingError(f"is damaged: it has {glyphs:,} glyphs, and {metrics:,} widths in its table hmtx")
    if lengths["hmtx"] < 4 * metrics + 2 * (glyphs - metrics):
        raise DrawingError(f"is damaged: its table hmtx is too short for {glyphs:,} glyphs")
    return glyphs


def _check_license(tables: FontTables, lengths: dict[str, int], glyphs: int) -> None:
    """Check OS/2: a PDF holds a subset of a font, which some do not allow."""
    if "OS/2" not in lengths:
        return
    version, weight, allowed = unpack_from(">H2xH2xH", tables.data, tables.offsets["OS/2"])
    if not 1 <= weight <= 1000 or lengths["OS/2"] < (96 if version > 1 else _SHORTEST_OS2):
        raise DrawingError(f"is damaged: its table OS/2 says a weight of {weight}, or is too short")
    if (allowed == _NO_EMBEDDING or allowed & (_NO_SUBSETS | _BITMAPS_ONLY)) and glyphs > 255:
        raise DrawingError(f"does not allow a PDF to embed a subset of it (fsType {allowed:#06x}); use another font")


def _check_names(tables: FontTables, length: int) -> None:
    """Check the table name: its entries lie inside it, and there is a PostScript name that a PDF can say."""
    data, base = tables.data, tables.offsets["name"]
    form, count, strings = unpack_from(">HHH", data, base)
    if form != 0 or 6 + 12 * count > length:
        raise DrawingError("is damaged: its table name has an unknown format, or is too short")
    names: dict[int, str] = {}
    for index in range(count):
        platform, encoding, tongue, name, size, offset = unpack_from(">6H", data, base + 6 + 12 * index)
        if strings + offset + size > length:
            raise DrawingError(f"is damaged: the entry {index} of its table name lies outside the table")
        raw = data[base + strings + offset : base + strings + offset + size]
        if (platform, encoding, tongue) == (3, 1, 0x409) and size % 2 == 0:
            names.setdefault(name, raw.decode("utf-16-be", "replace"))
        elif (platform, encoding, tongue) == (1, 0, 0):
            names.setdefault(name, raw.decode("mac-roman"))
        elif (platform, encoding, tongue) == (3, 1, 0x409) and name in (1, 2, 3, 4, 6):
            raise DrawingError(f"is damaged: its name {name} is half a character short")
    shown = (names.get(6) or names.get(4) or names.get(1) or "").replace(" ", "-")
    if not shown or len(shown) > _LONGEST_NAME or not all("!" <= c <= "~" for c in shown):
        raise DrawingError(
            f"has the PostScript name {shown[:80]!r}; a PDF needs up to {_LONGEST_NAME} ASCII characters"
        )
    if not _NAME_DELIMITERS.isdisjoint(shown):
        raise DrawingError(f"has the PostScript name {shown!r}; none of [](){{}}<>/% can be in one")


def _check_locations(tables: FontTables, lengths: dict[str, int], glyphs: int) -> list[int]:
    """Return where each glyph begins in glyf, and where the last one ends; check loca."""
    data, at = tables.data, tables.offsets["loca"]
    long = unpack_from(">h", data, tables.offsets["head"] + 50)[0]
    if lengths["loca"] < (glyphs + 1) * (4 if long else 2):
        raise DrawingError(f"is damaged: its table loca is too short for {glyphs:,} glyphs")
    found = unpack_from(f">{glyphs + 1}{'L' if long else 'H'}", data, at)
    places = list(found) if long else [2 * half for half in found]
    if any(one > other for one, other in pairwise(places)) or places[-1] > lengths["glyf"]:
        raise DrawingError("is damaged: its table loca points outside the table glyf")
    return places


class _Extent(NamedTuple):
    """How many points and components a glyph has with all of its components, and how deep these are nested."""

    points: int
    parts: int = 0
    depth: int = 0


class _GlyphCheck:
    """Checks the outlines of all glyphs; `places` are their offsets in glyf."""

    def __init__(self, tables: FontTables, places: list[int]) -> None:
        self._data, self._glyf, self._places = tables.data, tables.offsets["glyf"], places
        self._known: dict[int, _Extent] = {}

    def check_all(self) -> None:
        """Raise DrawingError for the first glyph that is not sound."""
        for glyph in range(len(self._places) - 1):
            if glyph not in self._known:
                self._measure(glyph, ())

    def _measure(self, glyph: int, outer: tuple[int, ...]) -> _Extent:
        if glyph in outer or len(outer) > DEEPEST_COMPONENT:
            raise DrawingError(f"is damaged: its glyph {outer[0]} has components in a circle, or too deep")
        if glyph not in self._known:
            begin, end = self._glyf + self._places[glyph], self._glyf + self._places[glyph + 1]
            if 0 < end - begin < 10:
                raise DrawingError(f"is damaged: its glyph {glyph} is cut off")
            count = unpack_from(">h", self._data, begin)[0] if begin < end else 0
            if count > 0:
                found = _Extent(self._count_points(glyph, begin + 10, end, count))
            else:
                found = self._measure_composite(glyph, begin + 10, end, (*outer, glyph)) if count else _Extent(0)
            if found.points > MOST_POINTS or found.parts > MOST_COMPONENTS:
                raise DrawingError(
                    f"is damaged: its glyph {glyph} has {found.points:,} points and {found.parts:,} components;"
                    f" at most {MOST_POINTS:,} and {MOST_COMPONENTS} are drawn"
                )
            self._known[glyph] = found
        found = self._known[glyph]
        if len(outer) + found.depth > DEEPEST_COMPONENT:
            raise DrawingError(f"is damaged: its glyph {outer[0]} has components nested too deeply")
        return found

    def _count_points(self, glyph: int, at: int, end: int, contours: int) -> int:
        data, cut = self._data, DrawingError(f"is damaged: its glyph {glyph} is cut off")
        if at + 2 * contours + 2 > end:
            raise cut
        ends = unpack_from(f">{contours}H", data, at)
        if any(one >= other for one, other in pairwise(ends)):
            raise DrawingError(f"is damaged: the contours of its glyph {glyph} do not follow one another")
        at += 2 * contours + 2 + unpack_from(">H", data, at + 2 * contours)[0]
        left, size = ends[-1] + 1, 0
        while left > 0:
            if at + 1 >= end:
                raise cut
            flag, again = data[at], 1
            if flag & 8:
                again += data[at + 1]
                at += 1
            at, left, size = at + 1, left - again, size + again * _POINT_BYTES[flag]
        if left < 0 or at + size > end:
            raise cut
        return int(ends[-1]) + 1

    def _measure_composite(self, glyph: int, at: int, end: int, outer: tuple[int, ...]) -> _Extent:
        points = parts = depth = 0
        for flags, part, one, two in self._read_components(glyph, at, end):
            if part >= len(self._places) - 1:
                raise DrawingError(f"is damaged: its glyph {glyph} uses the component {part}, which does not exist")
            inner = self._measure(part, outer)
            if not flags & _OFFSETS and not (one < points and two < inner.points):
                raise DrawingError(f"is damaged: its glyph {glyph} joins components at points that they do not have")
            points, parts, depth = points + inner.points, parts + 1 + inner.parts, max(depth, 1 + inner.depth)
        return _Extent(points, parts, depth)

    def _read_components(self, glyph: int, at: int, end: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield the flags, the glyph and both arguments of each component."""
        flags = _MORE
        while flags & _MORE:
            if at + 6 > end:
                raise DrawingError(f"is damaged: its glyph {glyph} is cut off")
            flags, part = unpack_from(">HH", self._data, at)
            kind = ("hh" if flags & _WORDS else "bb") if flags & _OFFSETS else ("HH" if flags & _WORDS else "BB")
            scales = 4 if flags & _MATRIX else 2 if flags & _TWO_SCALES else 1 if flags & _SCALE else 0
            if (flags & _SCALE > 0) + (flags & _TWO_SCALES > 0) + (flags & _MATRIX > 0) > 1:
                raise DrawingError(f"is damaged: a component of its glyph {glyph} has more than one kind of scale")
            if at + 4 + calcsize(f">{kind}") + 2 * scales > end:
                raise DrawingError(f"is damaged: its glyph {glyph} is cut off")
            one, two = unpack_from(f">{kind}", self._data, at + 4)
            yield flags, part, one, two
            at += 4 + calcsize(f">{kind}") + 2 * scales


def _check_layout(data: bytes, lengths: dict[str, int]) -> None:
    """Check that HarfBuzz, which bounds what it reads, takes the tables that choose and place glyphs."""
    import uharfbuzz as hb

    face = hb.Face(data)
    for tag, takes in (("GSUB", face.has_layout_substitution), ("GPOS", face.has_layout_positioning)):
        if lengths.get(tag) and not takes:
            raise DrawingError(f"is damaged: an offset in its table {tag} points outside the table")
