"""Pictures of pieces go in, flowables come out that show them side by side in a cell of a table."""

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any

from reportlab.platypus import Flowable

from generator.booklet.blocks import Run, Table
from generator.booklet.measures import MM
from generator.booklet.plate import marked
from generator.model.figure import Figure

_BOX, _BOARD_BOX = (20.0, 15.0), (26.0, 20.0)  # mm: what a picture is fitted in, and one of a board or a figure
_BOARD = 120.0  # mm: what is longer is no piece for the hand
_LEAST = 7.0  # mm, for the longer side of a piece, unless it is smaller than that
_GAP = 1.6 * MM
_MOST = 0.28  # of the column, for all pictures of a cell

Scales = Mapping[str, float]


def scales_of(table: Table, thumbs: Mapping[str, Figure], scale: float, within: float) -> Scales:
    """Return how large each picture of a table is drawn, as a factor.

    Boards fill a box. Pieces keep their order: beside the largest, one of a quarter of its size is drawn half as large,
    because in one scale with a card a token would be a dot. `scale` is that of the type, in a column `within` pt wide.
    """
    images = {run.image: thumbs[run.image] for run in _images(table)}
    fitted = {name: _fit(figure) for name, figure in images.items()}
    pieces = {name: max(figure.width, figure.height) for name, figure in images.items() if not _is_board(figure)}
    largest = max(pieces.values(), default=1.0)
    for name, side in pieces.items():
        least = min(1.0, _LEAST / side)
        fitted[name] = min(1.0, fitted[name], max(sqrt(side / largest) * _BOX[1] / side, least))
    tight = {name: factor * scale for name, factor in fitted.items()}
    most = _MOST * within / MM
    for cell in (cell for row in table.rows for cell in row.cells):
        width = sum(thumbs[run.image].width * tight[run.image] for run in cell if run.image)
        if width > most:
            tight |= {run.image: tight[run.image] * most / width for run in cell if run.image}
    return tight


def _images(table: Table) -> Iterable[Run]:
    return (run for row in (table.head, *table.rows) for cell in row.cells for run in cell if run.image)


def _is_board(figure: Figure) -> bool:
    return max(figure.width, figure.height) > _BOARD


def _fit(figure: Figure) -> float:
    width, height = _BOARD_BOX if _is_board(figure) else _BOX
    return min(1.0, width / figure.width, height / figure.height)


class Thumbs(Flowable):  # type: ignore[misc]
    """Small pictures side by side, in the middle of their common height."""

    def __init__(self, runs: Sequence[Run], thumbs: Mapping[str, Figure], scales: Scales, align: str) -> None:
        super().__init__()
        self.shown = [(run, thumbs[run.image], scales[run.image] * MM) for run in runs]
        self.hAlign = align.upper()

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Return the size of all, pt."""
        self.width = wide(len(self.shown), (figure.width * scale for _, figure, scale in self.shown))
        self.height = max(figure.height * scale for _, figure, scale in self.shown)
        return self.width, self.height

    def draw(self) -> None:
        """Draw each picture as marked content with its reference and its words."""
        x, canvas = 0.0, self.canv
        for run, figure, scale in self.shown:
            y = (self.height + figure.height * scale) / 2
            marked(canvas, run.image, run.text or figure.alt, figure.draw, (scale, 0, 0, -scale, x, y))
            if run.link:
                _link(canvas, run.link, (x, y - figure.height * scale, x + figure.width * scale, y))
            x += figure.width * scale + _GAP


def _link(canvas: Any, link: str, box: tuple[float, float, float, float]) -> None:
    """Make a box lead where the link does: to a heading or a figure by its key, or to a URL."""
    if link.startswith("#"):
        canvas.linkRect("", link[1:], box, relative=1)
    else:
        canvas.linkURL(link, box, relative=1)


def wide(count: int, widths: Iterable[float]) -> float:
    """Return how wide pictures are side by side, pt."""
    return sum(widths) + _GAP * (count - 1)
