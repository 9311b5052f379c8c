"""Paper sizes by their common names or as measured, mm, portrait; and how backs come to lie behind their fronts."""

import operator
import re
from typing import Literal, NamedTuple

Side = Literal["front", "back"]
BackLayout = Literal["long-edge", "short-edge", "fold", "none"]
"""The edge on which a duplex printer flips the paper; backs beside their fronts, across a fold; or no backs."""
PageOrder = Literal["interleaved", "fronts-then-backs", "fronts-then-reversed-backs"]
"""Each back after its front, or all backs after all fronts: from the first sheet on, or from the last."""
InkSaving = Literal["full", "low", "mono"]
MarkStyle = Literal["corners", "lines", "none"]
"""Crop marks in the margin, cut lines through the sheet as well, or nothing to cut by."""
MarkedSides = Literal["front", "back", "both"]


Orientation = Literal["auto", "portrait", "landscape"]


class Paper(NamedTuple):
    """A paper size; width and height in mm, portrait unless it was turned."""

    name: str
    width: float
    height: float

    @property
    def is_landscape(self) -> bool:
        """Return whether it is wider than high."""
        return self.width > self.height

    @property
    def turned(self) -> "Paper":
        """Return the same paper with width and height exchanged."""
        return self._replace(width=self.height, height=self.width)

    def find_flip(self, backs: BackLayout) -> BackLayout:
        """Return the layout of backs as if the paper were portrait: the long edges of landscape are above and below."""
        exchanged: dict[BackLayout, BackLayout] = {"long-edge": "short-edge", "short-edge": "long-edge"}
        return exchanged.get(backs, backs) if self.is_landscape else backs


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a4", 210.0, 297.0),
        Paper("a3", 297.0, 420.0),
        Paper("a5", 148.0, 210.0),
        Paper("letter", 215.9, 279.4),
        Paper("legal", 215.9, 355.6),
        Paper("a4-letter", 210.0, 279.4),  # fits on both
        Paper("tabloid", 279.4, 431.8),
    )
}
_MORE = {
    paper.name: paper
    for paper in (
        Paper("a2", 420.0, 594.0),
        Paper("a6", 105.0, 148.0),
        Paper("b4", 250.0, 353.0),
        Paper("b5", 176.0, 250.0),
        Paper("sra3", 320.0, 450.0),
        Paper("super-b", 330.2, 482.6),
    )
}
ALL_PAPERS = {**PAPERS, **_MORE}
_SIZE = re.compile(r"(\d{1,4}(?:\.\d{1,3})?) ?[x\u00d7] ?(\d{1,4}(?:\.\d{1,3})?) ?(mm|cm|in|)")
_UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4}
LEAST_PAPER, MOST_PAPER = 80.0, 1600.0  # mm: a small photograph, and the widest roll of a plotter
_SAME_PAPER = 0.05  # mm: a size that differs by less from one with a name is that one
_LEAST_PAGE = 127.0, 178.0  # mm: of a booklet; on smaller ones nobody reads ten-point letters in lines
_MOST_PAGE = 340.0, 500.0  # mm: of rules on loose pages; larger paper is for boards
_HALVES = {
    "a4": PAPERS["a5"],
    "a3": PAPERS["a4"],
    "tabloid": PAPERS["letter"],
    "letter": Paper("half-letter", 139.7, 215.9),
    "legal": Paper("half-legal", 177.8, 215.9),
    "a4-letter": Paper("half-a4-letter", 139.7, 210.0),
}


def measure_length(number: float, unit: str) -> float:
    """Return a length in mm; `unit` is mm, cm, in, or empty for mm."""
    return round(number * _UNITS[unit], 3)


def parse_size(text: str) -> tuple[float, float] | None:
    """Return width and height (mm) of a size such as 63x88 (mm) or 2.5x3.5in; None if the text is none."""
    found = _SIZE.fullmatch(text.strip().lower())
    return (measure_length(float(found[1]), found[3]), measure_length(float(found[2]), found[3])) if found else None


def find_paper(name: str) -> Paper | None:
    """Return a paper by its name or its size, such as 329x483 (mm) or 13x19in; None if it is neither, or out of bounds.

    The name of a size is written without blanks and upright, and that of a common paper is the common one.
    """
    name = name.strip().lower()
    if paper := ALL_PAPERS.get(name):
        return paper
    if (found := _SIZE.fullmatch(name)) is None:
        return None
    short, long = sorted(map(float, found.group(1, 2)))
    unit = found[3].removeprefix("mm")
    width, height = (measure_length(each, unit) for each in (short, long))
    if not LEAST_PAPER <= width <= height <= MOST_PAPER:
        return None
    for paper in PAPERS.values():
        if abs(paper.width - width) < _SAME_PAPER and abs(paper.height - height) < _SAME_PAPER:
            return paper
    return Paper(f"{short:g}x{long:g}{unit}", width, height)


def get_paper(name: str) -> Paper:
    """Return a paper by a name or size that is known to be one."""
    paper = find_paper(name)
    assert paper is not None, name
    return paper


def booklet_page(paper: Paper) -> Paper | None:
    """Return the page size of a booklet on sheets of this paper; None if it would be too small to read."""
    if paper.name in PAPERS:
        return _HALVES.get(paper.name)
    half = Paper(f"half-{paper.name}", round(paper.height / 2, 3), paper.width)
    return half if half.width >= _LEAST_PAGE[0] and half.height >= _LEAST_PAGE[1] else None


def list_rule_papers(paper: Paper) -> list[Paper]:
    """Return the papers on which rules may be set, the best first: this one if people read such pages; A4 and letter.

    A4 and letter give way to nothing. Letter comes before A4 if the paper is measured in inches.
    """
    if paper.name in ("a4", "letter"):
        return [paper]
    quarters = paper.width / 25.4 * 4
    common = [PAPERS["a4"], PAPERS["letter"]]
    common = common[::-1] if abs(quarters - round(quarters)) < _SAME_PAPER else common
    is_page = all(map(operator.le, _LEAST_PAGE, paper[1:])) and all(map(operator.le, paper[1:], _MOST_PAGE))
    return [paper, *common] if is_page else common
