"""What a finished file shows: each piece that was read back from it, with its name, its place and its look."""

import re
from typing import NamedTuple

from generator.geometry.matrix import Matrix
from generator.model.paper import Side

PIECE = re.compile(r"(?P<part>[a-z][a-z0-9-]*)\.(?P<design>[^\s]+)\.c(?P<copy>[1-9][0-9]*)\.(?P<side>front|back)")


class Run(NamedTuple):
    """A run of text found in a face; `matrix` goes from its own coordinates, where it starts at 0,0, to the face.

    `font` is the name of the font, empty where the file does not tell it; `size` is in mm per em, before the matrix.
    """

    text: str
    font: str
    size: float
    matrix: Matrix


class Mark(NamedTuple):
    """A named group found inside a face, such as cell.south.2.8; `matrix` goes from its own coordinates to the paper.

    `look` is equal for marks of one format that draw the same in their own coordinates. `points` are the ends of the
    segments that it draws, on the paper, for lines such as route.row and line.0-2; empty for all others. mm. `text` is
    what its runs say, in the order in which they are drawn, with a blank between them. `lines` are the segments
    themselves, x, y at one end and x, y at the other, a curve as its chord, for cut, mountain and valley alone. Marks
    stand in the order in which they begin; `inside` is how many of those that follow lie in this one.
    """

    name: str
    matrix: Matrix
    look: bytes
    points: tuple[tuple[float, float], ...] = ()
    text: str = ""
    lines: tuple[tuple[float, float, float, float], ...] = ()
    inside: int = 0


class Seen(NamedTuple):
    """One face found in a finished file; lengths in mm, y downwards from the top left of the paper.

    `matrix` goes from the face to the paper; `look` is equal for equal faces of one format. `clip` is the x, y, width
    and height that the face is cut to, in its own coordinates, and `paper` the size of the page. Pages count from 1.
    `runs` is all text of the face, in the face's own coordinates; `crops` are the crop marks of its page, x, y at one
    end and x, y at the other, on the paper.
    """

    id: str
    part: str
    design: str
    copy: int
    side: Side
    file: str
    page: int
    matrix: Matrix
    look: bytes
    clip: tuple[float, float, float, float] | None
    paper: tuple[float, float]
    marks: tuple[Mark, ...] = ()
    runs: tuple[Run, ...] = ()
    crops: tuple[tuple[float, float, float, float], ...] = ()
