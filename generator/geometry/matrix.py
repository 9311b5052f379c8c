"""Affine matrices."""

from generator.geometry.tolerances import DEGENERATE
from generator.geometry.types import Point

Matrix = tuple[float, float, float, float, float, float]


IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def multiply_matrices(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that applies `inner` first; (a, b, c, d, e, f) as in SVG 1.1, 7.4."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def transform_point(matrix: Matrix, x: float, y: float) -> Point:
    """Return the point x, y transformed by the matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def invert_matrix(matrix: Matrix) -> Matrix | None:
    """Return the inverse matrix, or None if the matrix is degenerate."""
    a, b, c, d, e, f = matrix
    whole = a * d - b * c
    if abs(whole) < DEGENERATE:
        return None
    return d / whole, -b / whole, -c / whole, a / whole, (c * f - d * e) / whole, (b * e - a * f) / whole
