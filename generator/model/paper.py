"""Paper sizes by their common names, mm, portrait; and how backs come to lie behind their fronts."""

from typing import Literal, NamedTuple

Side = Literal["front", "back"]
BackLayout = Literal["long-edge", "short-edge", "fold", "none"]
"""The edge on which a duplex printer flips the paper; backs beside their fronts, across a fold; or no backs."""
PageOrder = Literal["interleaved", "fronts-then-backs", "fronts-then-reversed-backs"]
InkSaving = Literal["full", "low", "mono"]
"""Each back after its front, or all backs after all fronts: from the first sheet on, or from the last."""
MarkStyle = Literal["corners", "lines", "none"]
"""Crop marks in the margin, cut lines through the sheet as well, or nothing to cut by."""


class Paper(NamedTuple):
    """A paper size; width and height in mm, portrait."""

    name: str
    width: float
    height: float


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
_HALVES = {
    "a4": PAPERS["a5"],
    "a3": PAPERS["a4"],
    "tabloid": PAPERS["letter"],
    "letter": Paper("half-letter", 139.7, 215.9),
    "legal": Paper("half-legal", 177.8, 215.9),
    "a4-letter": Paper("half-a4-letter", 139.7, 210.0),
}


def booklet_page(paper: Paper) -> Paper | None:
    """Return the page size of a booklet on sheets of this paper; None if it would be too small to read."""
    return _HALVES.get(paper.name)
