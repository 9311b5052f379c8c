"""Correct the measured error of a printer: the matrix of a page, and the margins that it must keep; mm.

Each page is drawn with the inverse of what was measured; `readback/printer_error.py` works the error out forward, so
all checks hold places on the paper and not in the file.
"""

from math import cos, radians, sin
from typing import NamedTuple

from msgspec.structs import replace

from generator.geometry.bounds import move_margins
from generator.geometry.matrix import IDENTITY, Matrix, invert_matrix, multiply_matrices
from generator.impose.grid import INKABLE, INKED
from generator.model.finding import Place, refuse
from generator.model.paper import BackLayout, Paper, Side
from generator.model.picture import Group, Shape
from generator.model.printer import LEAST_MARGIN, NO_MARGINS, PageMargins, PrinterProfile

_LEAST_FIELD = 50.0  # mm between the margins; less holds no sheet with its rulers


def correct_page(printer: PrinterProfile | None, paper: Paper, backs: BackLayout, side: Side) -> Matrix:
    """Return the matrix, in mm with y downwards, that makes a page come out true.

    Scale and turn are undone about the middle of the page. Only a page that is printed on the back of another is moved
    and turned: flipped on the long edge, right and left change places as seen from the front; on the short edge, up and
    down do. Seen from behind, a clockwise turn runs the other way.
    """
    if printer is None:
        return IDENTITY
    x, y = paper.width / 2, paper.height / 2
    across, down = (100 / each for each in printer.scale)
    to_middle: Matrix = (1.0, 0.0, 0.0, 1.0, -x, -y)
    scaled: Matrix = (across, 0.0, 0.0, down, x, y)
    if side == "front" or backs not in ("long-edge", "short-edge"):
        return multiply_matrices(scaled, to_middle)
    right, below = printer.back_offset
    move = (right, -below) if backs == "long-edge" else (-right, below)
    turn = radians(printer.skew)
    turned: Matrix = (cos(turn), sin(turn), -sin(turn), cos(turn), 0.0, 0.0)
    moved: Matrix = (1.0, 0.0, 0.0, 1.0, *move)
    return multiply_matrices(scaled, multiply_matrices(turned, multiply_matrices(to_middle, moved)))


class PrintArea(NamedTuple):
    """Which part of the paper the imposition may take for the whole of it.

    `inset` is what all sheets lose at their edges; `label` is the same for the label of a back. The art of backs ends
    at `reach` from the edges of the paper, as seen from behind.
    """

    inset: PageMargins = NO_MARGINS
    label: PageMargins = NO_MARGINS
    reach: PageMargins = PageMargins(INKABLE, INKABLE, INKABLE, INKABLE)

    def shrink(self, paper: Paper) -> Paper:
        """Return the paper that the sheets are imposed on."""
        return _shrink(paper, self.inset)

    def shift(self, shapes: tuple[Shape, ...]) -> Group:
        """Return shapes that were drawn on that paper, on the whole paper."""
        return Group(shapes, (1.0, 0.0, 0.0, 1.0, self.inset.left, self.inset.top))

    def shrink_for_label(self, paper: Paper) -> Paper:
        """Return the paper that the label of a back stands on."""
        return _shrink(paper, self.label)


def measure_print_area(
    printer: PrinterProfile | None, paper: Paper, backs: BackLayout, margins: PageMargins | None = None
) -> PrintArea:
    """Return the area for a printer, or for `margins` that were asked for; GF312 if they leave too little of the paper.

    Sheets keep the usual distances from the edges, which allow for 5 mm, and what a printer needs beyond that, or less
    if less was asked for. Fronts
    and backs share one plan, so the margins on either side of the axis on which the paper is turned are alike.
    """
    if printer is None and margins is None:
        return PrintArea()
    backs = paper.find_flip(backs)
    least = 0.0 if margins is None else LEAST_MARGIN - INKABLE
    printer = printer or PrinterProfile("any")
    printer = printer if margins is None else replace(printer, margins=margins)
    front = _find_margins(printer, paper, backs, "front")
    inset = _subtract(front, INKABLE, least)
    back = NO_MARGINS
    if backs in ("long-edge", "short-edge"):
        back = _find_margins(printer, paper, backs, "back")
        inset = _larger(inset, _subtract(_turn_over(back, backs), INKED))
    inset = _even_out(inset, backs)
    reach = _larger(back, PrintArea().reach if margins is None else NO_MARGINS)
    area = PrintArea(inset, _larger(inset, _subtract(back, INKABLE, least)), reach)
    inner = area.shrink_for_label(paper)
    if min(inner.width, inner.height) < _LEAST_FIELD:
        top, right, bottom, left = (f"{each:g}" for each in printer.margins)
        white = f"the printer {printer.name!r} leaves {top}, {right}, {bottom} and {left} mm white"
        says = f"{white} (top, right, bottom, left): too little of {paper.name} paper is left; measure it again"
        if margins is not None:
            raise refuse("GF312", Place("--margins"), f"the margins leave too little of {paper.name} paper")
        raise refuse("GF312", Place("--printer"), f"{says} with 'gutterfold calibrate', or choose a larger paper")
    return area


def _find_margins(printer: PrinterProfile, paper: Paper, backs: BackLayout, side: Side) -> PageMargins:
    """Return what a corrected page must leave white, measured where it comes out."""
    undone = invert_matrix(correct_page(printer, paper, backs, side))
    assert undone is not None, "a scale is never 0"
    return PageMargins(*move_margins(undone, paper.width, paper.height, printer.margins))


def _turn_over(margins: PageMargins, backs: BackLayout) -> PageMargins:
    """Return the margins of a back as seen from the front."""
    top, right, bottom, left = margins
    return PageMargins(top, left, bottom, right) if backs == "long-edge" else PageMargins(bottom, right, top, left)


def _even_out(margins: PageMargins, backs: BackLayout) -> PageMargins:
    """Return margins that are alike on both sides of each axis on which fronts and backs are mirrored."""
    top, right, bottom, left = margins
    if backs in ("long-edge", "fold"):
        left = right = max(left, right)
    if backs in ("short-edge", "fold"):
        top = bottom = max(top, bottom)
    return PageMargins(top, right, bottom, left)


def _subtract(margins: PageMargins, allowed: float, least: float = 0.0) -> PageMargins:
    return PageMargins(*(max(least, each - allowed) for each in margins))


def _larger(one: PageMargins, other: PageMargins) -> PageMargins:
    return PageMargins(*map(max, zip(one, other, strict=True)))


def _shrink(paper: Paper, inset: PageMargins) -> Paper:
    width, height = paper.width - inset.left - inset.right, paper.height - inset.top - inset.bottom
    return Paper(paper.name, width, height)
