"""A Font goes in, the outlines of its characters as SVG path data in font units (y upwards) come out."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from typing import Any

from generator.model.picture import Font

Point = tuple[float, float]


class Outlines:
    """The outlines of one font, read when they are asked for."""

    def __init__(self, font: Font) -> None:
        from fontTools.ttLib import TTFont

        self._file = TTFont(BytesIO(font.data), lazy=True)
        self._names = self._file.getBestCmap()
        self._glyphs = self._file.getGlyphSet()
        self.em: int = self._file["head"].unitsPerEm

    def path(self, char: str) -> str:
        """Return the path data of a character; empty where it has no ink."""
        from fontTools.pens.recordingPen import DecomposingRecordingPen

        pen = DecomposingRecordingPen(self._glyphs)
        self._glyphs[self._names[ord(char)]].draw(pen)
        return path_data(pen.value)

    def advance(self, char: str) -> int:
        """Return the advance in font units."""
        return int(self._glyphs[self._names[ord(char)]].width)


@cache
def outlines(font: Font) -> Outlines:
    """Return the outlines of a font, which is opened once a process."""
    return Outlines(font)


def path_data(calls: Iterable[tuple[str, Any]]) -> str:
    """Return the calls of a fontTools pen as path data that counts from point to point, which is half as long."""
    out: list[str] = []
    (x, y), start, last = (0.0, 0.0), (0.0, 0.0), ""
    for letter, points in _commands(calls):
        if letter == "z":
            x, y = start
        # a letter that is the last one's need not be said again (SVG 1.1, 8.3.1)
        text = "" if letter == last and letter != "z" else letter
        for px, py in points:
            for number in (px - x, py - y):
                said = f"{number:g}"
                text += said if not text or text[-1] in "mlqtcz" or said[0] == "-" else f" {said}"
        if points:
            x, y = points[-1]
        start = (x, y) if letter == "m" else start
        out.append(text if not out or text[:1] in "mlqtcz-" else f" {text}")
        last = letter
    return "".join(out)


def _commands(calls: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Sequence[Point]]]:
    """Yield each command of a path; a curve through points that TrueType only implies goes on with `t`."""
    for name, points in calls:
        match name:
            case "moveTo":
                yield "m", points
            case "lineTo":
                yield "l", points
            case "curveTo":
                yield "c", points
            case "qCurveTo":
                yield from _quadratic(points)
            case _:
                yield "z", ()


def _quadratic(points: Sequence[Point | None]) -> Iterator[tuple[str, Sequence[Point]]]:
    """Yield the pieces of a quadratic curve; None at the end is a contour without points on the curve."""
    off = [point for point in points if point is not None]
    if points[-1] is None:
        off.append(_between(off[-1], off[0]))
        yield "m", off[-1:]
    *controls, end = off
    for index, control in enumerate(controls):
        to = _between(control, controls[index + 1]) if index + 1 < len(controls) else end
        yield ("t", (to,)) if index else ("q", (control, to))
    if not controls:
        yield "l", (end,)


def _between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
