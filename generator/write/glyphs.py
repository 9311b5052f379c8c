"""A Font goes in, the outlines of its characters as SVG path data in font units (y upwards) come out."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from generator.model.picture import Font
from generator.write.glyf import Contour, Glyphs

XY = tuple[float, float]


class Outlines:
    """The outlines of one font, read when they are asked for; `em` is how many units make an em."""

    def __init__(self, font: Font) -> None:
        self._font = font
        self._glyphs = Glyphs(font)
        self.em = self._glyphs.em

    def path(self, char: str) -> str:
        """Return the path data of a character; empty where it has no ink."""
        return path_data(self._glyphs.contours(self._font.glyphs[char]))

    def advance(self, char: str) -> int:
        """Return the advance in font units."""
        return round(self._font.advances[char] * self.em)


@cache
def outlines(font: Font) -> Outlines:
    """Return the outlines of a font, which is opened once a process."""
    return Outlines(font)


def path_data(contours: Iterable[Contour]) -> str:
    """Return contours as path data that counts from point to point, which takes half the bytes."""
    out, last, here = "", "", (0.0, 0.0)
    for contour in contours:
        start = here
        for letter, points in _commands(contour):
            if letter == "m":
                start = points[-1]
            steps = [(x - here[0], y - here[1]) for x, y in points]
            letter, numbers = _shortest(letter, steps)
            out += _said("" if letter == last else letter, numbers, out)
            last, here = letter, points[-1] if points else start
    return out


def _shortest(letter: str, steps: Sequence[XY]) -> tuple[str, list[float]]:
    """Return a command; a line straight across or up has a letter of its own."""
    if letter == "l" and not steps[0][1]:
        return "h", [steps[0][0]]
    if letter == "l" and not steps[0][0]:
        return "v", [steps[0][1]]
    return letter, [number for step in steps for number in step]


def _said(letter: str, numbers: Iterable[float], before: str) -> str:
    """Return a letter, unsaid where it is the last one's, and its numbers, parted where they would run together."""
    text = letter
    for number in numbers:
        said = f"{number:g}"
        parted = said[0] == "-" or (text or before)[-1:].isalpha()
        text += said if parted else f" {said}"
    return text


def _commands(contour: Contour) -> Iterator[tuple[str, Sequence[XY]]]:
    """Yield each command of a contour; a curve through points that TrueType only implies goes on with `t`."""
    if not contour:
        return
    points = list(contour)
    first = next((k for k, point in enumerate(points) if point.on), None)
    if first is None:
        start = _between(points[-1][:2], points[0][:2])
    else:
        start = points[first][:2]
        points = [*points[first + 1 :], *points[:first]]
    yield "m", (start,)
    control: XY | None = None
    letter = "q"
    for x, y, on in points:
        if control is not None:
            to = (x, y) if on else _between(control, (x, y))
            yield letter, (control, to) if letter == "q" else (to,)
        elif on:
            yield "l", ((x, y),)
        letter = "q" if on or control is None else "t"
        control = None if on else (x, y)
    if control is not None:
        yield letter, (control, start) if letter == "q" else (start,)
    yield "z", ()


def _between(one: XY, other: XY) -> XY:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
