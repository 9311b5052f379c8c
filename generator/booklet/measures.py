"""A paper goes in; where the text stands on it, and how large it is set, come out, in points from the bottom left."""

from dataclasses import dataclass

from generator.model.paper import Paper

MM = 72 / 25.4
FINE, FORM, STRONG = 0.2 * MM, 0.35 * MM, 0.7 * MM  # the weights of lines that all sheets share
_NARROW = 190.0


@dataclass(frozen=True, slots=True)
class Measures:
    """The page and its column, pt; headings and the rules of examples hang out to the left of the column."""

    width: float
    height: float
    left: float
    top: float
    bottom: float
    measure: float
    hang: float
    size: float
    leading: float

    @property
    def outer(self) -> float:
        """Return where headings and page furniture begin."""
        return self.left - self.hang

    @property
    def right(self) -> float:
        """Return the right edge of the column."""
        return self.left + self.measure

    @property
    def depth(self) -> float:
        """Return how much text a page holds from top to bottom."""
        return self.top - self.bottom


def measures_of(paper: Paper) -> Measures:
    """Return 68 characters at most to the line: 10.5/14.5 pt on 110 mm, and on narrow paper 9.5/13 pt on 100 mm."""
    narrow = paper.width < _NARROW
    measure, hang, margin = (100.0, 0.0, 18.0) if narrow else (110.0, 24.0, 27.0)
    left = (paper.width - measure - hang) / 2 + hang
    size, leading = (9.5, 13.0) if narrow else (10.5, 14.5)
    return Measures(
        width=paper.width * MM,
        height=paper.height * MM,
        left=left * MM,
        top=(paper.height - margin) * MM,
        bottom=(margin - 2) * MM,
        measure=measure * MM,
        hang=hang * MM,
        size=size,
        leading=leading,
    )
