"""Fit a text of many lines to a box: at its own size, or smaller by steps, and then with its lines closer together."""

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import Generic, NamedTuple, TypeVar

from generator.geometry.tolerances import ROUNDING
from generator.language.plurals import count_noun
from generator.model.finding import DrawingError

Line = TypeVar("Line")
_STEP = 0.1  # mm from one size to the next smaller one
_USUAL_LEADING = 1.25  # sizes from line to line
_TIGHTEST = 0.88  # of the distance between lines that the template asks for; less, and lines touch


class TextBox(NamedTuple):
    """A box for a text, mm: the size that the text should have, the least that it may have, and its line distance."""

    width: float
    height: float
    size: float
    least: float | None = None
    leading: float | None = None

    def list_sizes(self) -> Iterator[float]:
        """Yield the sizes from the one that is asked for to the least, a tenth of a millimeter apart."""
        if self.least is None or self.least >= self.size:
            yield self.size
            return
        if self.least <= 0:
            raise DrawingError(f"least is {self.least:g} mm; it must be more than 0", "", "GF207")
        steps = ceil((self.size - self.least) / _STEP - ROUNDING)
        yield from (round(self.size - _STEP * step, 4) for step in range(steps))
        yield self.least

    def find_leading(self, size: float) -> float:
        """Return the distance from line to line at a size."""
        return size * _USUAL_LEADING if self.leading is None else self.leading * (size / self.size)


class FittedText(NamedTuple, Generic[Line]):
    """The lines of a text, and the size and the distance between lines (mm) at which they fit."""

    lines: Sequence[Line]
    size: float
    leading: float


def fit_text(
    text: str,
    box: TextBox,
    wrap: Callable[[float], Sequence[Line]],
    count_words: Callable[[Sequence[Line]], int],
    find_gap: Callable[[Line], float] = lambda line: 0.0,
) -> FittedText[Line]:
    """Return a text at the largest size at which it fits; DrawingError (GF202) says by how much it is too long.

    `wrap` returns the lines at a size, and `find_gap` what is free above a line, in distances between lines.
    """
    refused: DrawingError | None = None
    size, lines = box.size, list[Line]()
    for size in box.list_sizes():
        try:
            lines, refused = [*wrap(size)], None
        except DrawingError as error:  # a word is wider than a line
            if error.code != "GF202":
                raise
            refused = error
            continue
        leading = box.find_leading(size)
        if _count_steps(lines, find_gap) <= _find_room(box.height, size, leading):
            return FittedText(lines, size, leading)
    if refused is not None:
        raise refused
    steps, leading = _count_steps(lines, find_gap), box.find_leading(size)
    if box.least is None:
        room = int(_find_room(box.height, size, leading)) + 1 if box.height >= size else 0
        says = f"the text needs {len(lines)} lines, but its box of {box.width:g} x {box.height:g} mm holds {room}"
        raise DrawingError(f"{says}: {shorten_text(text)!r}", "", "GF202", text, text)
    most = _find_room(box.height, size, leading * _TIGHTEST)
    if steps <= most:
        return FittedText(lines, size, (box.height - size) / steps)
    kept = next((at for at in range(len(lines)) if _count_steps(lines[: at + 1], find_gap) > most), len(lines))
    excess = count_noun(max(count_words(lines[kept:]), 1), "word")
    where = f"its box of {box.width:g} x {box.height:g} mm, even at {size:g} mm with its lines closer together"
    says = f"the text is {excess} too long for {where}: {shorten_text(text)!r}"
    raise DrawingError(says, "", "GF202", text, text)


def _find_room(height: float, size: float, leading: float) -> float:
    """Return how many distances between lines a box holds below its first line; below 0 if it holds no line."""
    return (height - size) / leading + ROUNDING


def _count_steps(lines: Sequence[Line], find_gap: Callable[[Line], float]) -> float:
    """Return how many distances between lines there are from the first line to the last."""
    return len(lines) - 1 + sum(map(find_gap, lines[1:]))


def shorten_text(text: str) -> str:
    """Return the beginning of a text, as messages show it."""
    return text if len(text) <= 40 else f"{text[:39]}…"


class FittedLines(list[str]):
    """The lines of a text for a template, with the size and the distance between lines (mm) at which they fit."""

    def __init__(self, lines: Sequence[str], size: float, leading: float) -> None:
        super().__init__(lines)
        self.size, self.leading = size, leading


class ShrunkTexts(dict[str, tuple[float, float]]):
    """The texts that were set smaller than their template asks: by the text, the size asked for and the size set."""

    def note(self, text: str, box: TextBox, fitted: FittedText[Line]) -> None:
        """Remember a text if it was set smaller, or with its lines closer together."""
        if fitted.size < box.size or fitted.leading < box.find_leading(fitted.size):
            self[text] = box.size, fitted.size
