"""Turn the pieces of a corrected file into what a measured printer makes of them; mm."""

from collections.abc import Iterable, Iterator
from math import cos, radians, sin

from generator.geometry.matrix import Matrix, multiply_matrices, transform_point
from generator.model.paper import BackLayout, Paper, Side
from generator.model.printed import ReadPiece
from generator.model.printer import PrinterProfile
from generator.readback.drawings import Segments, transform_marks


def find_printer_error(printer: PrinterProfile, paper: Paper, backs: BackLayout, side: Side) -> Matrix:
    """Return the matrix from where a file has something to where the printer puts it.

    The profile tells of backs as they are seen from the front. On a page that is flipped on its long edge, right is
    left; on one that is flipped on its short edge, up is down; turns run the other way on both.
    """
    across, down = printer.scale[0] / 100, printer.scale[1] / 100
    x, y = paper.width / 2, paper.height / 2
    turn, off_x, off_y = 0.0, 0.0, 0.0
    if side == "back" and backs in ("long-edge", "short-edge"):
        turn = -radians(printer.skew)
        off_x, off_y = printer.back_offset
        off_x, off_y = (-off_x, off_y) if backs == "long-edge" else (off_x, -off_y)
    a, b, c, d = cos(turn) * across, sin(turn) * across, -sin(turn) * down, cos(turn) * down
    return a, b, c, d, x + off_x - a * x - c * y, y + off_y - b * x - d * y


def show_as_printed(
    pieces: Iterable[ReadPiece], printer: PrinterProfile, paper: Paper, backs: BackLayout
) -> Iterator[ReadPiece]:
    """Yield the pieces where the printer puts them, with their marks and those of their pages."""
    errors: dict[Side, Matrix] = {
        "front": find_printer_error(printer, paper, backs, "front"),
        "back": find_printer_error(printer, paper, backs, "back"),
    }
    known: dict[tuple[Segments, Side], Segments] = {}

    def move(lines: Segments, side: Side) -> Segments:
        if (lines, side) not in known:
            ends = (((x1, y1), (x2, y2)) for x1, y1, x2, y2 in lines)
            known[lines, side] = tuple(
                (*transform_point(errors[side], *one), *transform_point(errors[side], *other)) for one, other in ends
            )
        return known[lines, side]

    for piece in pieces:
        error = errors[piece.side]
        yield piece._replace(
            matrix=multiply_matrices(error, piece.matrix),
            marks=transform_marks(piece.marks, error),
            crops=move(piece.crops, piece.side),
            folds=move(piece.folds, piece.side),
            corners=move(piece.corners, piece.side),
        )
