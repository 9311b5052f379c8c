"""A figure goes in, a flowable comes out that shows it in the middle of the column, marked so that it can be found."""

import re
from collections.abc import Callable
from typing import Any

from reportlab.platypus import Flowable

from generator.booklet.page_layout import MM
from generator.model.figure import Figure

_BOM = b"\xfe\xff"


class Plate(Flowable):  # type: ignore[misc]
    """A figure `name`, `most` times its own size or, where that is wider than the column, as wide as that."""

    def __init__(self, name: str, figure: Figure, most: float = 1.0) -> None:
        super().__init__()
        self.name, self.figure, self.most = name, figure, most

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Return the width of the column and the height of the figure, pt."""
        self.scale = min(MM * self.most, width / self.figure.width)
        self.width, self.height = width, self.figure.height * self.scale
        return self.width, self.height

    def draw(self) -> None:
        """Draw the figure as marked content with its id, and its words for those who cannot see."""
        left = (self.width - self.figure.width * self.scale) / 2
        matrix = (self.scale, 0, 0, -self.scale, left, self.height)
        marked(self.canv, self.name, self.figure.alt, self.figure.draw, matrix)


def marked(
    canvas: Any,
    name: str,
    words: str,
    draw: Callable[[Any], None],
    matrix: tuple[float, float, float, float, float, float],
) -> None:
    """Draw something as marked content with a name and words (PDF 1.7, 14.9.3)."""
    alt = (_BOM + words.encode("utf-16-be")).hex()
    name = re.sub(r"[^\w.:-]", "_", name)
    canvas.saveState()
    canvas.transform(*matrix)
    canvas.addLiteral(f"/Figure <</ID ({name})>> BDC")
    canvas.addLiteral(f"/Span <</Alt <{alt}>>> BDC")
    draw(canvas)
    canvas.addLiteral("EMC")
    canvas.addLiteral("EMC")
    canvas.restoreState()
