"""Read glyph outlines from the `glyf` table of a font (OpenType 1.9, glyf and hmtx) and write them as path data."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from struct import calcsize, unpack_from
from typing import NamedTuple

from generator.fonts.truetype import FontTables
from generator.model.picture import Font

_WORDS, _OFFSETS, _SCALE, _MORE, _TWO_SCALES, _MATRIX, _METRICS, _SCALED_OFFSET = 1, 2, 8, 32, 64, 128, 512, 2048
_DEEPEST = 8


class OutlinePoint(NamedTuple):
    """A point of a contour in font units, y upwards; `on` tells whether it is on the curve or a control point."""

    x: float
    y: float
    on: bool


Contour = Sequence[OutlinePoint]


class GlyphReader:
    """Reads the contours of the glyphs of one font."""

    def __init__(self, data: bytes) -> None:
        self._tables = FontTables(data)
        self._data = data

    def read_contours(self, glyph: int) -> list[Contour]:
        """Return the contours of a glyph, shifted so that they begin at its left side bearing, as renderers do."""
        at = self._tables.find_glyph(glyph)
        if at is None:
            return []
        far = self._shift_to_bearing(glyph, at)
        found = self._read_glyph(glyph, 0)
        return [[OutlinePoint(x + far, y, on) for x, y, on in contour] for contour in found] if far else found

    def _shift_to_bearing(self, glyph: int, at: int) -> int:
        """Return the shift to the left side bearing: its own, or that of the component whose metrics it uses."""
        if unpack_from(">h", self._data, at)[0] < 0:
            for flags, part, *_ in self._read_components(at + 10):
                place = self._tables.find_glyph(part) if flags & _METRICS else None
                if place is not None:
                    return self._shift_to_bearing(part, place)
        return self._left_side_bearing(glyph) - int(unpack_from(">h", self._data, at + 2)[0])

    def _left_side_bearing(self, glyph: int) -> int:
        at, count = self._tables.offsets["hmtx"], self._tables.metric_count
        at += 4 * glyph + 2 if glyph < count else 4 * count + 2 * (glyph - count)
        return int(unpack_from(">h", self._data, at)[0])

    def _read_glyph(self, glyph: int, depth: int) -> list[Contour]:
        at = self._tables.find_glyph(glyph)
        if at is None or depth > _DEEPEST:
            return []
        count = unpack_from(">h", self._data, at)[0]
        return self._read_simple(at + 10, count) if count >= 0 else self._read_composite(at + 10, depth)

    def _read_simple(self, at: int, count: int) -> list[Contour]:
        if not count:
            return []
        data = self._data
        ends = unpack_from(f">{count}H", data, at)
        at += 2 * count
        at += 2 + unpack_from(">H", data, at)[0]  # skip the hinting instructions
        many, flags = (ends[-1] + 1 if ends else 0), bytearray()
        while len(flags) < many:
            flag = data[at]
            again = data[at + 1] if flag & 8 else 0
            flags += bytes([flag]) * (1 + again)
            at += 2 if flag & 8 else 1
        xs, at = self._read_ordinates(flags, at, 2, 16)
        ys, at = self._read_ordinates(flags, at, 4, 32)
        points = [OutlinePoint(x, y, bool(flag & 1)) for x, y, flag in zip(xs, ys, flags, strict=False)]
        return [points[begin + 1 : end + 1] for begin, end in zip((-1, *ends), ends, strict=False)]

    def _read_ordinates(self, flags: Sequence[int], at: int, short: int, same: int) -> tuple[list[int], int]:
        """Return the x or y of each point and the offset after them; `same` is the flag for a sign or a repeat."""
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

    def _read_composite(self, at: int, depth: int) -> list[Contour]:
        out: list[Contour] = []
        for flags, glyph, one, two, (a, b, c, d) in self._read_components(at):
            part = self._read_glyph(glyph, depth + 1)
            moved = [[OutlinePoint(a * x + c * y, b * x + d * y, on) for x, y, on in contour] for contour in part]
            dx, dy = float(one), float(two)
            if not flags & _OFFSETS:  # match a point of the component with a point placed before
                (x, y, _), (px, py, _) = _all_points(out)[one], _all_points(moved)[two]
                dx, dy = x - px, y - py
            elif flags & _SCALED_OFFSET:
                dx, dy = dx * (a * a + b * b) ** 0.5, dy * (c * c + d * d) ** 0.5
            out += [[OutlinePoint(x + dx, y + dy, on) for x, y, on in contour] for contour in moved]
        return out

    def _read_components(self, at: int) -> Iterator[tuple[int, int, int, int, tuple[float, ...]]]:
        """Yield flags, glyph, both arguments and the 2 x 2 matrix of each component of a composite glyph."""
        flags = _MORE
        while flags & _MORE:
            flags, glyph = unpack_from(">HH", self._data, at)
            kind = ("hh" if flags & _WORDS else "bb") if flags & _OFFSETS else ("HH" if flags & _WORDS else "BB")
            one, two = unpack_from(f">{kind}", self._data, at + 4)
            at += 4 + calcsize(f">{kind}")
            scales = 4 if flags & _MATRIX else 2 if flags & _TWO_SCALES else 1 if flags & _SCALE else 0
            factors = [value / 16384 for value in unpack_from(f">{scales}h", self._data, at)] or [1.0]
            at += 2 * scales
            yield flags, glyph, one, two, tuple(factors) if scales == 4 else (factors[0], 0.0, 0.0, factors[-1])


def _all_points(contours: Sequence[Contour]) -> list[OutlinePoint]:
    return [point for contour in contours for point in contour]


XY = tuple[float, float]


class FontOutlines:
    """The outlines of one font, read on demand; `em` is the number of font units in an em."""

    def __init__(self, font: Font) -> None:
        self._glyphs = GlyphReader(font.data)
        self.em = font.em

    def glyph_path(self, glyph: int) -> str:
        """Return the path data of a glyph; empty if it has no ink."""
        return path_data(self._glyphs.read_contours(glyph))


@cache
def open_outlines(font: Font) -> FontOutlines:
    """Return the outlines of a font; each font is opened once in a process."""
    return FontOutlines(font)


def path_data(contours: Iterable[Contour]) -> str:
    """Return contours as SVG path data with relative commands, which need half the bytes of absolute ones."""
    out, last, here = "", "", (0.0, 0.0)
    for contour in contours:
        start = here
        for letter, points in _contour_commands(contour):
            if letter == "m":
                start = points[-1]
            steps = [(x - here[0], y - here[1]) for x, y in points]
            letter, numbers = _shorten_line(letter, steps)
            out += _format_command("" if letter == last else letter, numbers, out)
            last, here = letter, points[-1] if points else start
    return out


def _shorten_line(letter: str, steps: Sequence[XY]) -> tuple[str, list[float]]:
    """Return a command with its numbers; a horizontal line becomes `h`, a vertical one `v`."""
    if letter == "l" and not steps[0][1]:
        return "h", [steps[0][0]]
    if letter == "l" and not steps[0][0]:
        return "v", [steps[0][1]]
    return letter, [number for step in steps for number in step]


def _format_command(letter: str, numbers: Iterable[float], before: str) -> str:
    """Return a command as text, with spaces only where two numbers would run together after `before`."""
    text = letter
    for number in numbers:
        digits = f"{number:g}"
        separate = digits[0] == "-" or (text or before)[-1:].isalpha()
        text += digits if separate else f" {digits}"
    return text


def _contour_commands(contour: Contour) -> Iterator[tuple[str, Sequence[XY]]]:
    """Yield the commands of a contour; a curve through implied on-curve points continues with `t`."""
    if not contour:
        return
    points = list(contour)
    first = next((k for k, point in enumerate(points) if point.on), None)
    if first is None:
        start = _middle_of(points[-1][:2], points[0][:2])
    else:
        start = points[first][:2]
        points = [*points[first + 1 :], *points[:first]]
    yield "m", (start,)
    control: XY | None = None
    letter = "q"
    for x, y, on in points:
        if control is not None:
            to = (x, y) if on else _middle_of(control, (x, y))
            yield letter, (control, to) if letter == "q" else (to,)
        elif on:
            yield "l", ((x, y),)
        letter = "q" if on or control is None else "t"
        control = None if on else (x, y)
    if control is not None:
        yield letter, (control, start) if letter == "q" else (start,)
    yield "z", ()


def _middle_of(one: XY, other: XY) -> XY:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
