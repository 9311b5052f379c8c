"""What the calibration page has people measure, in the words of the page and of the questions about it."""

from typing import NamedTuple

from generator.model.paper import Paper

MAGNIFIED = 10.0  # by how much the scales enlarge an offset
LADDER = 15.0  # mm from the edge of the paper to the last step of a ladder


class CalibrationMeasures(NamedTuple):
    """Lengths on the page, mm: the two lines, the distance of scales A and B, and how far the scales reach."""

    across: float
    down: float
    apart: float
    reach: float


LEAST_PAPER = 148.0, 210.0  # mm, of the page: a5
_LEAST_LARGE = 200.0, 270.0  # mm; on smaller paper all is smaller


def is_small(paper: Paper) -> bool:
    """Return whether a paper has only room for short lines and small letters."""
    return paper.width < _LEAST_LARGE[0] or paper.height < _LEAST_LARGE[1]


def measure_calibration(paper: Paper) -> CalibrationMeasures:
    """Return the lengths on the page of a paper; small paper has shorter ones."""
    if is_small(paper):
        return CalibrationMeasures(100.0, 120.0, 110.0, 2.5)
    return CalibrationMeasures(150.0, 200.0, 150.0, 3.5)


class Question(NamedTuple):
    """A number to read from the page: its name in the page's form, and what is asked for it."""

    name: str
    asks: str


SCALE_QUESTIONS = (
    Question("A", "Scale A, at the top: where does the line cross it"),
    Question("B", "Scale B, at the foot: where does the line cross it"),
    Question("C", "Scale C, in the middle: where does the line cross it"),
)
LINE_QUESTIONS = (
    Question("across", "The line across, printed as {across:g} mm: how long is it"),
    Question("down", "The line down, printed as {down:g} mm: how long is it"),
)
MARGIN_QUESTIONS = (
    Question("top", "The ladder at the top: the smallest number whose step is printed whole"),
    Question("right", "The ladder at the right: the same"),
    Question("bottom", "The ladder at the bottom: the same"),
    Question("left", "The ladder at the left: the same"),
)
