"""Table directory of a TrueType font file (OpenType 1.9, "Organization of an OpenType font"), and where glyphs lie."""

from struct import unpack_from


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
