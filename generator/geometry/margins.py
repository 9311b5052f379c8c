"""Margins of a page that is moved: where the inside of a rectangle still covers the paper."""

from generator.geometry.matrix import Matrix, transform_point


def move_margins(
    matrix: Matrix, width: float, height: float, margins: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    """Return the margins (top, right, bottom, left) of the largest upright box inside a moved one, mm.

    The box that is moved lies within `margins` of a page; the matrix turns it by a small angle at most.
    """
    top, right, bottom, left = margins
    corners = [[transform_point(matrix, x, y) for x in (left, width - right)] for y in (top, height - bottom)]
    ((x1, y1), (x2, y2)), ((x3, y3), (x4, y4)) = corners
    return max(y1, y2), width - min(x2, x4), height - min(y3, y4), max(x1, x3)
