"""What the calibration page has people measure of a printer, and what was measured."""

import re
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from generator.model.paper import Paper

MAX_OFFSET = 10.0  # mm; a back that is further off comes from a wrong setting, not from the printer
MAX_SKEW = 2.0  # degrees: 7 mm from one end of a page to the other
MIN_SCALE, MAX_SCALE = 90.0, 110.0  # percent: beyond them the page was fitted to the paper
MAX_MARGIN = 200.0  # mm; the margins of a page are held against the paper as well
ASSUMED_MARGIN = 5.0  # mm that any printer is expected to leave white

_Offset = Annotated[float, Meta(ge=-MAX_OFFSET, le=MAX_OFFSET)]
_Scale = Annotated[float, Meta(ge=MIN_SCALE, le=MAX_SCALE)]
_Margin = Annotated[float, Meta(ge=0, le=MAX_MARGIN)]
PrinterName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]


class PageMargins(NamedTuple):
    """Widths along the edges of a page, mm."""

    top: float
    right: float
    bottom: float
    left: float


NO_MARGINS = PageMargins(0.0, 0.0, 0.0, 0.0)
LEAST_MARGIN, MOST_MARGIN = 3.0, 100.0  # mm, of margins that are asked for: rulers and labels stand at them
_LENGTH = re.compile(r"\d{1,3}(\.\d{1,3})?")


def find_margins(text: str) -> PageMargins | None:
    """Return margins from one length for all edges or four for top, right, bottom and left; None if it is neither."""
    words = [each.strip() for each in text.split(",")]
    if len(words) not in (1, 4) or not all(map(_LENGTH.fullmatch, words)):
        return None
    margins = PageMargins(*map(float, words * (4 // len(words))))
    return margins if all(LEAST_MARGIN <= each <= MOST_MARGIN for each in margins) else None


class PrinterProfile(Struct, frozen=True):
    """A measured printer; lengths in mm.

    `back_offset` is how far a back comes out to the right of where it belongs and below it, and `skew` by how many
    degrees it is turned clockwise, both seen from the front through the paper. `scale` is what becomes of 100 mm across
    and down. `margins` are what the printer leaves white at the top, right, bottom and left of each page.
    """

    name: PrinterName
    back_offset: tuple[_Offset, _Offset] = (0.0, 0.0)
    skew: Annotated[float, Meta(ge=-MAX_SKEW, le=MAX_SKEW)] = 0.0
    scale: tuple[_Scale, _Scale] = (100.0, 100.0)
    margins: tuple[_Margin, _Margin, _Margin, _Margin] = (ASSUMED_MARGIN,) * 4


class ValueRange(NamedTuple):
    """What a value of a printer may be, and what to do about one that is out of range."""

    what: str
    least: float
    most: float
    unit: str
    advice: str

    def describe_fault(self, value: float) -> str:
        """Return what is wrong with a value; empty if it is in range."""
        if self.least <= value <= self.most:
            return ""
        bounds = f"from {self.least:g} to {self.most:g} {self.unit}"
        return f"{self.what} of {value:g} {self.unit} is out of range ({bounds}); {self.advice}"


OFFSET_RANGE = ValueRange(
    "a back offset", -MAX_OFFSET, MAX_OFFSET, "mm", "print the page again, and let the printer flip on the long edge"
)
SKEW_RANGE = ValueRange("a skew", -MAX_SKEW, MAX_SKEW, "degrees", "feed the paper straight, and measure again")
SCALE_RANGE = ValueRange("a scale", MIN_SCALE, MAX_SCALE, "%", "print the page again at 100%, not fitted to the paper")
MARGIN_RANGE = ValueRange("a margin", 0.0, MAX_MARGIN, "mm", "measure it from the edge of the paper")


def describe_margins_fault(margins: tuple[float, float, float, float], width: float, height: float) -> str:
    """Return what is wrong with the margins (top, right, bottom, left) of a paper; empty if they leave some of it."""
    top, right, bottom, left = margins
    for names, both, size, way in (
        ("left and right", left + right, width, "wide"),
        ("top and bottom", top + bottom, height, "high"),
    ):
        if both >= size:
            return f"the margins at {names} are {both:g} mm together, but the paper is only {size:g} mm {way}"
    return ""


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
