"""Sheets of labels: how many there are, how large, and where; mm from the top left of the paper."""

import re
from typing import NamedTuple

_LENGTH = r"\d{1,4}(?:\.\d{1,5})?"
_PAIR = rf"({_LENGTH})x({_LENGTH})"
_LABELS = re.compile(rf"([1-9]\d?)x([1-9]\d?),{_PAIR},{_PAIR},{_PAIR}")
_LARGEST = 1600.0


class LabelSheet(NamedTuple):
    """Labels in columns and rows: their size, the pitch from one to the next, and the top left of the first."""

    columns: int
    rows: int
    size: tuple[float, float]
    pitch: tuple[float, float]
    first: tuple[float, float]

    @property
    def slots(self) -> int:
        """Return the number of labels on a sheet."""
        return self.columns * self.rows

    @property
    def gap(self) -> float:
        """Return the least distance between neighbors."""
        return min(max(0.0, pitch - size) for pitch, size in zip(self.pitch, self.size, strict=True))

    def find_middle(self, number: int) -> tuple[float, float]:
        """Return the middle of a label, which are counted from 0 in reading order."""
        row, column = divmod(number, self.columns)
        x, y = self.first[0] + column * self.pitch[0], self.first[1] + row * self.pitch[1]
        return x + self.size[0] / 2, y + self.size[1] / 2


def find_labels(text: str) -> LabelSheet | None:
    """Return the labels from a text such as 3x7,63.5x38.1,66x38.1,7.2x15.1; None if they are none, or overlap.

    It names columns and rows, then size, pitch and place of the first one.
    """
    if (found := _LABELS.fullmatch(text)) is None:
        return None
    wide, high, across, down, left, top = map(float, found.groups()[2:])
    made = LabelSheet(int(found[1]), int(found[2]), (wide, high), (across, down), (left, top))
    is_sound = 1 <= wide <= across + 0.001 and 1 <= high <= down + 0.001 and max(across, down) <= _LARGEST
    return made if is_sound else None
