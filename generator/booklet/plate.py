"""A figure goes in, a flowable comes out that shows it in the middle of the column, marked so that it can be found."""

from typing import Any

from reportlab.platypus import Flowable

from generator.booklet.measures import MM
from generator.model.figure import Figure

_BOM = b"\xfe\xff"


class Plate(Flowable):  # type: ignore[misc]
    """A figure `name`, in its own size or, where that is wider than the column, as wide as the column."""

    def __init__(self, name: str, figure: Figure) -> None:
        super().__init__()
        self.name, self.figure = name, figure

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Return the width of the column and the height of the figure, pt."""
        self.scale = min(MM, width / self.figure.width)
        self.width, self.height = width, self.figure.height * self.scale
        return self.width, self.height

    def draw(self) -> None:
        """Draw the figure as marked content with its id, and its words for those who cannot see (PDF 1.7, 14.9.3)."""
        canvas: Any = self.canv
        words = (_BOM + self.figure.alt.encode("utf-16-be")).hex()
        canvas.saveState()
        left = (self.width - self.figure.width * self.scale) / 2
        canvas.transform(self.scale, 0, 0, -self.scale, left, self.height)
        canvas.addLiteral(f"/Figure <</ID ({self.name})>> BDC")
        canvas.addLiteral(f"/Span <</Alt <{words}>>> BDC")
        self.figure.draw(canvas)
        canvas.addLiteral("EMC")
        canvas.addLiteral("EMC")
        canvas.restoreState()
