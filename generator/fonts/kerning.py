"""Read pair kerning from the GPOS table of a font.

Supported are PairPos subtables of formats 1 and 2, also behind extension lookups (OpenType 1.9, GPOS). Contextual
kerning is not. A pair is looked up when it is first asked for.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from struct import error as struct_error
from struct import unpack_from
from typing import NamedTuple

from generator.model.finding import DrawingError

_SCRIPTS = (("grek", 0x370, 0x3FF), ("cyrl", 0x400, 0x52F), ("grek", 0x1F00, 0x1FFF))
_BLANKS = frozenset(" \u00a0")
_PLACEMENT, _ADVANCE = 3, 4  # bits of a ValueFormat: X_PLACEMENT | Y_PLACEMENT, and X_ADVANCE


class PairPosSubtable(NamedTuple):
    """A PairPos subtable: its offset and that of its coverage table, its format, and its two ValueFormats."""

    offset: int
    coverage_offset: int
    format: int
    first_format: int
    second_format: int

    @property
    def value_size(self) -> int:
        """Return how many bytes the two values of a pair take: two for each bit of their formats."""
        return 2 * (self.first_format.bit_count() + self.second_format.bit_count())


class Kerning(dict[tuple[str, str], float]):
    """Kerning of pairs of characters in thousandths of an em; 0 next to a blank.

    `glyphs` are the font's glyphs by character code. Without a GPOS table, or with a damaged one, all kerning is 0.
    """

    def __init__(self, gpos: bytes, glyphs: Mapping[int, int], em: int) -> None:
        super().__init__()
        self._gpos, self._glyphs, self._em = gpos, glyphs, em

    def __missing__(self, pair: tuple[str, str]) -> float:
        value = self[pair] = self._font_units(pair) * 1000 / self._em
        return value

    def _font_units(self, pair: tuple[str, str]) -> int:
        left, right = (self._glyphs.get(ord(char)) for char in pair)
        if left is None or right is None or not _BLANKS.isdisjoint(pair):
            return 0
        try:
            lookups = self._kern_lookups.get(_script_of(pair)) or self._kern_lookups.get("DFLT", ())
            return sum(_find_adjustment(self._gpos, tables, left, right) for tables in lookups)
        except (struct_error, IndexError):
            return 0

    @cached_property
    def _kern_lookups(self) -> dict[str, tuple[tuple[PairPosSubtable, ...], ...]]:
        """Return the pair subtables of each kerning lookup, by script tag."""
        data = self._gpos
        if len(data) < 10:
            return {}
        scripts, features, lookups = unpack_from(">HHH", data, 4)
        read: dict[int, tuple[PairPosSubtable, ...]] = {}
        found = {}
        for script, numbers in _read_kern_scripts(data, scripts, features):
            for number in numbers - read.keys():
                at = lookups + unpack_from(">H", data, lookups + 2 + 2 * number)[0]
                read[number] = tuple(_read_pair_subtables(data, at))
            found[script] = tuple(read[number] for number in sorted(numbers))
        return found


_MOST_STEPS = 200_000  # entries of GPOS that are read in all: Source Sans has 3,000


def check_kerning(gpos: bytes) -> None:
    """Raise DrawingError unless all pair kerning of a GPOS table can be read, in bounded time."""
    try:
        scripts, features, lookups = unpack_from(">HHH", gpos, 4)
        numbers, steps = set[int](), 0
        for index in range(unpack_from(">H", gpos, features)[0]):
            found = _kern_lookup_numbers(gpos, features, index)
            numbers.update(found)
            steps += len(found)
        for _, each in _read_kern_scripts(gpos, scripts, features):
            steps += len(each)
        for number in numbers:
            at = lookups + unpack_from(">H", gpos, lookups + 2 + 2 * number)[0]
            for table in _read_pair_subtables(gpos, at):
                steps += 1 + _check_subtable(gpos, table)
                if steps > _MOST_STEPS:
                    raise DrawingError(f"is damaged: its table GPOS has more than {_MOST_STEPS:,} entries")
    except (struct_error, IndexError):
        raise DrawingError("is damaged: its table GPOS leads out of itself") from None


def _check_subtable(data: bytes, table: PairPosSubtable) -> int:
    """Read a pair subtable to its end and return how many entries that took."""
    steps = len(_read_glyph_ranges(data, table.coverage_offset, 0)[0])
    if table.format == 1:
        for offset in unpack_from(f">{unpack_from('>H', data, table.offset + 8)[0]}H", data, table.offset + 10):
            (count,) = unpack_from(">H", data, table.offset + offset)
            unpack_from(f"{count * (2 + table.value_size)}x", data, table.offset + offset + 2)
            steps += 1
        return steps
    one, other, rows, columns = unpack_from(">HHHH", data, table.offset + 8)
    unpack_from(f"{rows * columns * table.value_size}x", data, table.offset + 16)
    return steps + sum(len(_read_glyph_ranges(data, table.offset + at, 1)[0]) for at in (one, other))


def _script_of(pair: tuple[str, str]) -> str:
    """Return the script tag of the first character that is not Latin; characters of all scripts count as Latin."""
    spans = ((name, first, last) for char in pair for name, first, last in _SCRIPTS if first <= ord(char) <= last)
    return next((name for name, _, _ in spans), "latn")


def _read_kern_scripts(data: bytes, scripts: int, features: int) -> Iterator[tuple[str, set[int]]]:
    """Yield each script tag with the numbers of the lookups in the `kern` features of its default language."""
    for index in range(unpack_from(">H", data, scripts)[0]):
        tag, offset = unpack_from(">4sH", data, scripts + 2 + 6 * index)
        if default := unpack_from(">H", data, scripts + offset)[0]:
            at = scripts + offset + default
            numbers = unpack_from(f">{unpack_from('>H', data, at + 4)[0]}H", data, at + 6)
            yield (
                tag.decode("latin-1"),
                {each for number in numbers for each in _kern_lookup_numbers(data, features, number)},
            )


def _kern_lookup_numbers(data: bytes, features: int, number: int) -> tuple[int, ...]:
    tag, offset = unpack_from(">4sH", data, features + 2 + 6 * number)
    if tag != b"kern":
        return ()
    at = features + offset
    return unpack_from(f">{unpack_from('>H', data, at + 2)[0]}H", data, at + 4)


def _read_pair_subtables(data: bytes, at: int) -> Iterator[PairPosSubtable]:
    """Yield the pair subtables of a lookup (type 2), also those behind extension subtables (type 9)."""
    kind, _, count = unpack_from(">HHH", data, at)
    for offset in unpack_from(f">{count}H", data, at + 6):
        what, sub = kind, at + offset
        if kind == 9:
            what, further = unpack_from(">HL", data, sub + 2)
            sub += further
        if what == 2:
            format_, coverage, one, other = unpack_from(">HHHH", data, sub)
            yield PairPosSubtable(sub, sub + coverage, format_, one, other)


def _find_adjustment(data: bytes, tables: tuple[PairPosSubtable, ...], left: int, right: int) -> int:
    """Return the adjustment of a pair in font units: that of the first subtable that has the pair."""
    for table in tables:
        index = _find_index(data, table.coverage_offset, left)
        if index is None:
            continue
        value = (
            _find_glyph_pair(data, table, index, right)
            if table.format == 1
            else _find_class_pair(data, table, left, right)
        )
        if value is not None:
            return value
    return 0


def _find_glyph_pair(data: bytes, table: PairPosSubtable, index: int, right: int) -> int | None:
    """Return the adjustment of a pair of glyphs (format 1) from the pair set of its first glyph; None if not listed."""
    at = table.offset + unpack_from(">H", data, table.offset + 10 + 2 * index)[0]
    step = 2 + table.value_size
    (count,) = unpack_from(">H", data, at)
    found = bisect_left(range(count), right, key=lambda number: unpack_from(">H", data, at + 2 + step * number)[0])
    where = at + 2 + step * found
    if found == count or unpack_from(">H", data, where)[0] != right:
        return None
    return _read_advance(data, table, where + 2)


def _find_class_pair(data: bytes, table: PairPosSubtable, left: int, right: int) -> int | None:
    """Return the adjustment of a pair of classes (format 2); a glyph without a class is in class 0."""
    one, other, rows, columns = unpack_from(">HHHH", data, table.offset + 8)
    row, column = (
        _find_index(data, table.offset + one, left, 1) or 0,
        _find_index(data, table.offset + other, right, 1) or 0,
    )
    if row >= rows or column >= columns:
        return None
    return _read_advance(data, table, table.offset + 16 + table.value_size * (row * columns + column))


def _read_advance(data: bytes, table: PairPosSubtable, at: int) -> int:
    if not table.first_format & _ADVANCE:
        return 0
    return int(unpack_from(">h", data, at + 2 * (table.first_format & _PLACEMENT).bit_count())[0])


def _find_index(data: bytes, at: int, glyph: int, classes: int = 0) -> int | None:
    """Return the index of a glyph in a coverage table, or its class if `classes`; None if it is not listed."""
    starts, ends, values, steps = _read_glyph_ranges(data, at, classes)
    found = bisect_right(starts, glyph) - 1
    if found < 0 or glyph > ends[found]:
        return None
    return values[found] + (glyph - starts[found] if steps else 0)


@lru_cache(maxsize=512)
def _read_glyph_ranges(
    data: bytes, at: int, classes: int
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], bool]:
    """Return the first glyphs, last glyphs and values of the ranges of a coverage or class table.

    The last item tells whether the value grows by one with each glyph of a range.
    """
    format_, count = unpack_from(">HH", data, at)
    if format_ == 2:
        spans = unpack_from(f">{3 * count}H", data, at + 4)
        return spans[::3], spans[1::3], spans[2::3], not classes
    if classes:
        first, count = unpack_from(">HH", data, at + 2)
        glyphs = tuple(range(first, first + count))
        return glyphs, glyphs, unpack_from(f">{count}H", data, at + 6), False
    glyphs = unpack_from(f">{count}H", data, at + 4)
    return glyphs, glyphs, tuple(range(count)), False
