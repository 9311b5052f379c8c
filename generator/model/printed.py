"""What is read back from finished files: pieces with their names, positions and appearance."""

import re
from typing import NamedTuple

from generator.geometry.matrix import Matrix
from generator.model.paper import Side

PIECE_ID = re.compile(r"(?P<part>[a-z][a-z0-9-]*)\.(?P<design>[^\s]+)\.c(?P<copy>[1-9][0-9]*)\.(?P<side>front|back)")


class TextRun(NamedTuple):
    """A run of text in a face; `matrix` leads from its own coordinates, where it starts at 0, 0, to the face.

    `font` is the name of the font, empty if the file does not say; `size` is in mm per em, before the matrix. `width`
    is in em, 0 if the file does not say.
    """

    text: str
    font: str
    size: float
    matrix: Matrix
    width: float = 0.0


class Mark(NamedTuple):
    """A named group in a face, such as cell.south.2.8; `matrix` leads from its own coordinates to the paper.

    `look` is equal for marks of one format that draw the same in their own coordinates. `points` (mm, on the paper) are
    the ends of the segments of lines such as route.row and line.0-2, and empty for other marks. `text` is the text of
    its runs in drawing order, joined by spaces. `lines` are the segments of cut, mountain and valley as x1, y1, x2, y2,
    a curve as its chord. Marks stand in the order in which they begin; the next `inside` marks are nested in this one.
    """

    name: str
    matrix: Matrix
    look: bytes
    points: tuple[tuple[float, float], ...] = ()
    text: str = ""
    lines: tuple[tuple[float, float, float, float], ...] = ()
    inside: int = 0


class ReadPiece(NamedTuple):
    """One face in a finished file; lengths in mm, y downwards from the top left of the paper.

    `matrix` leads from the face to the paper; `look` is equal for equal faces of one format. `clip` is the x, y, width
    and height to which the face is clipped, in its own coordinates, and `paper` the size of the page. Pages count from
    1. `runs` is all text of the face, in the face's own coordinates; `crops` are the crop marks of its page on the
    paper, as x1, y1, x2, y2, and `folds` the marks of the line that the page is folded along. `corners` are the arcs
    on its page along which corners are to be rounded, each by its ends.
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
    runs: tuple[TextRun, ...] = ()
    crops: tuple[tuple[float, float, float, float], ...] = ()
    folds: tuple[tuple[float, float, float, float], ...] = ()
    corners: tuple[tuple[float, float, float, float], ...] = ()
