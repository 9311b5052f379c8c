"""Figures in a booklet, as flowables and as marked content."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from reportlab.platypus import Flowable

from generator.booklet.blocks import StyledText, TableBlock
from generator.booklet.page_layout import MM
from generator.booklet.structure import StructureElement
from generator.model.figure import Figure

_BOM = b"\xfe\xff"
_BOX, _BOARD_BOX = (20.0, 15.0), (26.0, 20.0)  # mm: what thumbnails are fitted in; those of boards and figures
_BOARD_LENGTH = 120.0  # mm: anything longer counts as a board, not a piece
_SMALLEST_PIECE = 7.0  # mm, for the longer side of a thumbnail, unless the piece itself is smaller
_GAP = 1.6 * MM
_CELL_SHARE = 0.28  # of the column, for all thumbnails of a cell

ThumbnailScales = Mapping[str, float]


class NamedFigure(NamedTuple):
    """A figure with its id, and the element that it belongs to."""

    name: str
    figure: Figure
    element: StructureElement


class FigureFlowable(Flowable):  # type: ignore[misc]
    """Figures side by side, centered: at `most` times their size, or as wide as the column if that is less."""

    def __init__(self, shown: Sequence[NamedFigure], most: float = 1.0) -> None:
        super().__init__()
        self.shown, self.most, self.natural = shown, most, most

    def enlarge(self, factor: float) -> None:
        """Draw the figures this many times as large as usual, as far as the column allows, unless in true size."""
        self.most = self.natural * (1.0 if any(each.figure.true_size for each in self.shown) else factor)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Return the width of the column and the height of the highest figure, pt."""
        self.scale = fit_row([each.figure for each in self.shown], self.most, width)
        self.width, self.height = width, max(each.figure.height for each in self.shown) * self.scale
        return self.width, self.height

    def draw(self) -> None:
        """Draw each figure as marked content with its id and alternative text."""
        left = (self.width - row_width(len(self.shown), (each.figure.width * self.scale for each in self.shown))) / 2
        for name, figure, element in self.shown:
            draw_marked(
                self.canv, name, element, figure.draw, (self.scale, 0, 0, -self.scale, left, figure.height * self.scale)
            )
            left += figure.width * self.scale + _GAP


def fit_row(figures: Sequence[Figure], most: float, width: float) -> float:
    """Return the scale, pt to the mm, of figures side by side: `most` times their size, and no wider than `width`."""
    return min(MM * most, (width - _GAP * (len(figures) - 1)) / sum(figure.width for figure in figures))


def draw_marked(
    canvas: Any,
    name: str,
    element: StructureElement | None,
    draw: Callable[[Any], None],
    matrix: tuple[float, float, float, float, float, float],
) -> None:
    """Draw something as content of an element, with a name and the alternative text (PDF 1.7, 14.9.3).

    Without an element, what is drawn is part of an artifact.
    """
    canvas.saveState()
    canvas.transform(*matrix)
    if element is None:
        draw(canvas)
        canvas.restoreState()
        return
    encoded = (_BOM + element.alt.encode("utf-16-be")).hex()
    name = re.sub(r"[^\w.:-]", "_", name)
    canvas.addLiteral(canvas.tags.begin_content(element, canvas.getPageNumber(), f" /ID ({name})"))
    canvas.addLiteral(f"/Span <</Alt <{encoded}>>> BDC")
    with canvas.tags.describe(None):
        draw(canvas)
    canvas.addLiteral("EMC")
    canvas.addLiteral("EMC")
    canvas.restoreState()


def thumbnail_scales(
    table: TableBlock, thumbnails: Mapping[str, Figure], scale: float, within: float
) -> ThumbnailScales:
    """Return the scale factor of each thumbnail in a table.

    Boards fill a box. Pieces keep their order of size, but by the square root: a piece a quarter the size of the
    largest is drawn half as large, because a token at the scale of a card would be a dot. `scale` is that of the type,
    `within` the width of the column in pt.
    """
    images = {run.image: thumbnails[run.image] for run in _thumbnail_runs(table)}
    fitted = {name: _fitting_scale(figure) for name, figure in images.items()}
    pieces = {name: max(figure.width, figure.height) for name, figure in images.items() if not is_board(figure)}
    largest = max(pieces.values(), default=1.0)
    for name, side in pieces.items():
        least = min(1.0, _SMALLEST_PIECE / side)
        fitted[name] = min(1.0, fitted[name], max(sqrt(side / largest) * _BOX[1] / side, least))
    tight = {name: factor * scale for name, factor in fitted.items()}
    most = _CELL_SHARE * within / MM
    for cell in (cell for row in table.rows for cell in row.cells):
        width = sum(thumbnails[run.image].width * tight[run.image] for run in cell if run.image)
        if width > most:
            tight |= {run.image: tight[run.image] * most / width for run in cell if run.image}
    return tight


def _thumbnail_runs(table: TableBlock) -> Iterable[StyledText]:
    return (run for row in (table.head, *table.rows) for cell in row.cells for run in cell if run.image)


def is_board(figure: Figure) -> bool:
    """Report whether a picture is so large that it shows a board."""
    return max(figure.width, figure.height) > _BOARD_LENGTH


def _fitting_scale(figure: Figure) -> float:
    width, height = _BOARD_BOX if is_board(figure) else _BOX
    return min(1.0, width / figure.width, height / figure.height)


class ThumbnailRow(Flowable):  # type: ignore[misc]
    """A row of thumbnails, centered vertically."""

    def __init__(
        self,
        runs: Sequence[StyledText],
        thumbnails: Mapping[str, Figure],
        scales: ThumbnailScales,
        align: str,
        element: StructureElement,
    ) -> None:
        super().__init__()
        self.element = element
        self.runs, self.thumbnails = runs, thumbnails
        self.scale_to(scales)
        self.hAlign = align.upper()

    def scale_to(self, scales: ThumbnailScales) -> None:
        """Give each thumbnail its scale."""
        self.shown = [(run, self.thumbnails[run.image], scales.get(run.image, 1.0) * MM) for run in self.runs]

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Return the size of the row, pt."""
        self.width = row_width(len(self.shown), (figure.width * scale for _, figure, scale in self.shown))
        self.height = max(figure.height * scale for _, figure, scale in self.shown)
        return self.width, self.height

    def draw(self) -> None:
        """Draw each thumbnail as marked content with its reference and alternative text."""
        x, canvas = 0.0, self.canv
        for run, figure, scale in self.shown:
            y = (self.height + figure.height * scale) / 2
            link = StructureElement("Link", self.element) if run.link else None
            shown = StructureElement("Figure", link or self.element, run.text or figure.alt)
            draw_marked(canvas, run.image, shown, figure.draw, (scale, 0, 0, -scale, x, y))
            if link:
                link.words, canvas.tags.link = shown.alt, link
                _add_link(canvas, run.link, (x, y - figure.height * scale, x + figure.width * scale, y))
                canvas.tags.link = None
            x += figure.width * scale + _GAP


def _add_link(canvas: Any, link: str, box: tuple[float, float, float, float]) -> None:
    """Make a box link to a heading or figure by its key, or to a URL."""
    if link.startswith("#"):
        canvas.linkRect("", link[1:], box, relative=1)
    else:
        canvas.linkURL(link, box, relative=1)


def row_width(count: int, widths: Iterable[float]) -> float:
    """Return the total width of a row of thumbnails with the gaps between them, pt."""
    return sum(widths) + _GAP * (count - 1)
