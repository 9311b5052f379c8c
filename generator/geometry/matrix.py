"""Affine matrices."""

from generator.geometry.tolerances import DEGENERATE

Matrix = tuple[float, float, float, float, float, float]


IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that applies `inner` first; (a, b, c, d, e, f) as in SVG 1.1, 7.4."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return the point where the matrix sends x, y."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def invert(matrix: Matrix) -> Matrix | None:
    """Return the matrix that leads back, or None where everything lands on one line."""
    a, b, c, d, e, f = matrix
    whole = a * d - b * c
    if abs(whole) < DEGENERATE:
        return None
    return d / whole, -b / whole, -c / whole, a / whole, (c * f - d * e) / whole, (b * e - a * f) / whole
