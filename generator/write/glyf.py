"""A Font goes in, the contours of its glyphs come out, read from its `glyf` table (OpenType 1.9, glyf, loca, hmtx)."""

from collections.abc import Iterator, Sequence
from struct import calcsize, unpack_from
from typing import NamedTuple

from generator.model.picture import Font

_WORDS, _OFFSETS, _SCALE, _MORE, _TWO_SCALES, _MATRIX, _METRICS, _SCALED_OFFSET = 1, 2, 8, 32, 64, 128, 512, 2048
_DEEPEST = 8


class Point(NamedTuple):
    """A point of a contour in font units, y upwards, on the curve or the control point of one."""

    x: float
    y: float
    on: bool


Contour = Sequence[Point]


class Glyphs:
    """The glyphs of one font; `em` is how many of its units make an em."""

    def __init__(self, font: Font) -> None:
        data = self._data = font.data
        count = unpack_from(">H", data, 4)[0]
        self._at = {bytes(tag): at for tag, at in (unpack_from(">4s4xL", data, 12 + 16 * k) for k in range(count))}
        self.em: int = unpack_from(">H", data, self._at[b"head"] + 18)[0]
        self._long = unpack_from(">h", data, self._at[b"head"] + 50)[0] == 1
        self._metrics: int = unpack_from(">H", data, self._at[b"hhea"] + 34)[0]

    def contours(self, glyph: int) -> list[Contour]:
        """Return the contours of a glyph where they come to lie: its left side bearing decides, as for renderers."""
        at = self._place(glyph)
        if at is None:
            return []
        far = self._shift(glyph, at)
        found = self._contours(glyph, 0)
        return [[Point(x + far, y, on) for x, y, on in contour] for contour in found] if far else found

    def _shift(self, glyph: int, at: int) -> int:
        """Return how far to the right a glyph's bearing moves it: its own, or that of the part that lends its own."""
        if unpack_from(">h", self._data, at)[0] < 0:
            for flags, part, *_ in self._components(at + 10):
                place = self._place(part) if flags & _METRICS else None
                if place is not None:
                    return self._shift(part, place)
        return self._bearing(glyph) - int(unpack_from(">h", self._data, at + 2)[0])

    def _place(self, glyph: int) -> int | None:
        """Return where a glyph stands in the file; None where it has no outline."""
        form, each = (">LL", 4) if self._long else (">HH", 2)
        begin, end = unpack_from(form, self._data, self._at[b"loca"] + each * glyph)
        return None if begin == end else self._at[b"glyf"] + (begin if self._long else 2 * begin)

    def _bearing(self, glyph: int) -> int:
        at, many = self._at[b"hmtx"], self._metrics
        at += 4 * glyph + 2 if glyph < many else 4 * many + 2 * (glyph - many)
        return int(unpack_from(">h", self._data, at)[0])

    def _contours(self, glyph: int, depth: int) -> list[Contour]:
        at = self._place(glyph)
        if at is None or depth > _DEEPEST:
            return []
        count = unpack_from(">h", self._data, at)[0]
        return self._simple(at + 10, count) if count >= 0 else self._composite(at + 10, depth)

    def _simple(self, at: int, count: int) -> list[Contour]:
        data = self._data
        ends = unpack_from(f">{count}H", data, at)
        at += 2 * count
        at += 2 + unpack_from(">H", data, at)[0]  # instructions are for small screens
        many, flags = (ends[-1] + 1 if ends else 0), bytearray()
        while len(flags) < many:
            flag = data[at]
            again = data[at + 1] if flag & 8 else 0
            flags += bytes([flag]) * (1 + again)
            at += 2 if flag & 8 else 1
        xs, at = self._ordinates(flags, at, 2, 16)
        ys, at = self._ordinates(flags, at, 4, 32)
        points = [Point(x, y, bool(flag & 1)) for x, y, flag in zip(xs, ys, flags, strict=False)]
        return [points[begin + 1 : end + 1] for begin, end in zip((-1, *ends), ends, strict=False)]

    def _ordinates(self, flags: Sequence[int], at: int, short: int, same: int) -> tuple[list[int], int]:
        """Return the x or the y of each point, and where the next table begins; `same` is the sign of a short one."""
        value, out = 0, []
        for flag in flags:
            if flag & short:
                value += self._data[at] if flag & same else -self._data[at]
                at += 1
            elif not flag & same:
                value += unpack_from(">h", self._data, at)[0]
                at += 2
            out.append(value)
        return out, at

    def _composite(self, at: int, depth: int) -> list[Contour]:
        out: list[Contour] = []
        for flags, glyph, one, two, (a, b, c, d) in self._components(at):
            part = self._contours(glyph, depth + 1)
            moved = [[Point(a * x + c * y, b * x + d * y, on) for x, y, on in contour] for contour in part]
            dx, dy = float(one), float(two)
            if not flags & _OFFSETS:  # a point of the part lies on a point of what is there
                (x, y, _), (px, py, _) = _flat(out)[one], _flat(moved)[two]
                dx, dy = x - px, y - py
            elif flags & _SCALED_OFFSET:
                dx, dy = dx * (a * a + b * b) ** 0.5, dy * (c * c + d * d) ** 0.5
            out += [[Point(x + dx, y + dy, on) for x, y, on in contour] for contour in moved]
        return out

    def _components(self, at: int) -> Iterator[tuple[int, int, int, int, tuple[float, ...]]]:
        """Yield flags, glyph, both arguments and the matrix of each part of a composite glyph."""
        flags = _MORE
        while flags & _MORE:
            flags, glyph = unpack_from(">HH", self._data, at)
            kind = ("hh" if flags & _WORDS else "bb") if flags & _OFFSETS else ("HH" if flags & _WORDS else "BB")
            one, two = unpack_from(f">{kind}", self._data, at + 4)
            at += 4 + calcsize(f">{kind}")
            scales = 4 if flags & _MATRIX else 2 if flags & _TWO_SCALES else 1 if flags & _SCALE else 0
            said = [value / 16384 for value in unpack_from(f">{scales}h", self._data, at)] or [1.0]
            at += 2 * scales
            yield flags, glyph, one, two, tuple(said) if scales == 4 else (said[0], 0.0, 0.0, said[-1])


def _flat(contours: Sequence[Contour]) -> list[Point]:
    return [point for contour in contours for point in contour]
