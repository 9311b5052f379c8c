"""Segments and shapes go in, the boxes that hold them come out."""

from collections.abc import Iterable, Sequence
from math import sqrt

from generator.model.clearance import Quad, quad
from generator.model.picture import Group, Image, Matrix, Path, Segment, Shape, Text, apply

Box = tuple[float, float, float, float]


def of_segments(segments: Iterable[Segment], matrix: Matrix) -> Box | None:
    """Return left, top, right, bottom of the geometry without its stroke; curves exactly, by their extremes."""
    xs: list[float] = []
    ys: list[float] = []
    last = (0.0, 0.0)
    for segment in segments:
        flat = segment[1:]
        points = [apply(matrix, x, y) for x, y in zip(flat[::2], flat[1::2], strict=True)]
        if segment[0] == "C":
            xs += _extremes(last[0], *(x for x, _ in points))
            ys += _extremes(last[1], *(y for _, y in points))
        if points:
            last = points[-1]
            xs.append(last[0])
            ys.append(last[1])
    return (min(xs), min(ys), max(xs), max(ys)) if xs else None


def _extremes(a: float, b: float, c: float, d: float) -> list[float]:
    """Return the values of a cubic where its derivative is zero, between its ends."""
    u, v, w = -a + 3 * b - 3 * c + d, 2 * (a - 2 * b + c), b - a
    if abs(u) < 1e-12:
        roots = [-w / v] if abs(v) > 1e-12 else []
    else:
        square = v * v - 4 * u * w
        roots = [(-v + sign * sqrt(square)) / (2 * u) for sign in (1, -1)] if square >= 0 else []
    return [
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t**3 * d for t in roots if 0 < t < 1
    ]


def of_shapes(shapes: Iterable[Shape], matrix: Matrix) -> Box | None:
    """Return the box of the shapes' geometry: fills, images and lines of text, without strokes or clips."""
    from generator.model.picture import multiply

    boxes: list[Box | None] = []
    for shape in shapes:
        match shape:
            case Path():
                boxes.append(of_segments(shape.segments, matrix))
            case Group():
                boxes.append(of_shapes(shape.shapes, multiply(matrix, shape.matrix)))
            case Image():
                boxes.append(_of_box(shape.x, shape.y, shape.width, shape.height, matrix))
            case Text():
                boxes.append(of_text(shape, matrix))
    found = [box for box in boxes if box is not None]
    if not found:
        return None
    return min(b[0] for b in found), min(b[1] for b in found), max(b[2] for b in found), max(b[3] for b in found)


def _of_box(x: float, y: float, width: float, height: float, matrix: Matrix) -> Box:
    return of_points([apply(matrix, px, py) for px in (x, x + width) for py in (y, y + height)])


def of_points(points: Sequence[tuple[float, float]]) -> Box:
    """Return the box that holds all points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def of_boxes(boxes: Sequence[Box]) -> Box:
    """Return the box that holds all boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def of_text(text: Text, matrix: Matrix) -> Box:
    """Return the box of a run: its advance wide, as high as the ink of its characters."""
    return of_points(corners_of_text(text, matrix))


def corners_of_text(text: Text, matrix: Matrix) -> Quad:
    """Return the corners of a run's own box, which may be turned."""
    return quad(text.text, text.font, text.size, text.x, text.y, text.width, matrix)


def overlap(one: Box, other: Box, least: float = 0.01) -> bool:
    """Tell whether two boxes share more than `least` mm both ways.

    A box with no width or height is a line, whose stroke reaches to both sides: it lies in all that it touches.
    """
    return all(
        min(high, top) - max(low, bottom) > least or (high - low <= least and bottom - least <= low <= top + least)
        for low, high, bottom, top in (
            (one[0], one[2], other[0], other[2]),
            (one[1], one[3], other[1], other[3]),
        )
    )
