"""Page geometry and type sizes of a booklet on a given paper; all lengths in pt, from the bottom left."""

from msgspec import Struct

from generator.model.paper import Paper

MM = 72 / 25.4
FINE, FORM, STRONG = 0.2 * MM, 0.35 * MM, 0.7 * MM  # line weights, pt, shared by all sheets
_SMALL, _NARROW, _A4, _WIDE = 160.0, 190.0, 210.0, 250.0  # mm; wider paper gets the layout of A4, enlarged
_OUTER, _DRAWN = 22.0, (148.0, 210.0)  # mm: the outer margin of the page that the art of pages is drawn for; its size
_FOLD = 2.0  # mm, by which columns are shifted away from the fold


class PageMeasures(Struct, frozen=True):
    """The page, its column of text, and the size of its type, pt.

    Headings and the rules of examples hang out to the left of the column by `hang`. `fold` is how far the column of a
    folded booklet is shifted off center, away from the fold. `scale` enlarges figures. `gutter` is the space between
    two columns, 0 if there is one. With `rtl`, what hangs out does so to the right, and the first column is the right
    one.
    """

    width: float
    height: float
    left: float
    top: float
    bottom: float
    measure: float
    hang: float
    size: float
    leading: float
    fold: float = 0.0
    scale: float = 1.0
    gutter: float = 0.0
    rtl: bool = False

    @property
    def column(self) -> float:
        """Return the width of a column of text: the measure, or less than half of it where there are two columns."""
        return (self.measure - self.gutter) / 2 if self.gutter else self.measure

    @property
    def outer(self) -> float:
        """Return the left edge of headings, running heads and folios."""
        return self.left if self.rtl else self.left - self.hang

    @property
    def right(self) -> float:
        """Return the right edge of headings, running heads and folios."""
        return self.left + self.measure + (self.hang if self.rtl else 0.0)

    @property
    def inner(self) -> float:
        """Return the width of the blank margin beside the fold, pt."""
        return self.outer + self.fold

    @property
    def depth(self) -> float:
        """Return the height of the text area."""
        return self.top - self.bottom

    def shift(self, number: int) -> float:
        """Return the horizontal shift of a page's column, pt, away from the fold."""
        return -self.fold if self.is_left(number) else self.fold

    def is_left(self, number: int) -> bool:
        """Return whether a page lies left of the fold: even ones do, or odd ones in a booklet bound at the right."""
        return (number % 2 == 0) is not self.rtl


def measure_page(
    paper: Paper, folded: bool = False, columns: int = 1, rtl: bool = False, has_art: bool = False
) -> PageMeasures:
    """Return the measures for a paper, with at most 68 characters to the line; `rtl` for text from right to left.

    Two `columns` are for loose pages of A4, letter and larger paper; narrower paper has one. If the game `has_art`
    behind its pages, these leave room for it at the side where the lines end.

    10.5/14.5 pt on 110 mm, and 9.5/13 pt on 100 mm on narrow paper. Paper in between has the larger type, but no room
    for headings to hang out.
    """
    scale = paper.width / _A4 if paper.width > _WIDE else 1.0
    if paper.width < _SMALL:
        measure, hang, margin, size, leading = 100.0, 0.0, 16.0, 9.5, 13.0
    elif paper.width < _NARROW:
        measure, hang, margin, size, leading = 110.0, 0.0, 22.0, 10.5, 14.5
    else:
        measure, hang, margin, size, leading = 110.0 * scale, 24.0 * scale, 27.0 * scale, 10.5 * scale, 14.5 * scale
    gutter, outer = 0.0, margin
    if columns == 2 and paper.width >= _NARROW:
        margin, size, leading, hang, gutter = 20.0 * scale, 10.0 * scale, 13.6 * scale, 0.0, 9.0 * scale
        outer = _OUTER * max(paper.width / _DRAWN[0], paper.height / _DRAWN[1]) if has_art else margin
        measure = paper.width - margin - outer
    left = (paper.width - measure - hang + (outer - margin) * (1 if rtl else -1)) / 2 + (0.0 if rtl else hang)
    return PageMeasures(
        width=paper.width * MM,
        height=paper.height * MM,
        left=left * MM,
        top=(paper.height - margin) * MM,
        bottom=(margin - 2) * MM,
        measure=measure * MM,
        hang=hang * MM,
        size=size,
        leading=leading,
        fold=_FOLD * MM if folded else 0.0,
        scale=scale,
        gutter=gutter * MM,
        rtl=rtl,
    )
