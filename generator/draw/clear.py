"""Shapes and the cut go in; text that comes too near to the knife, or to a fold, or lies on a tab is refused; mm."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import copysign, hypot
from typing import NoReturn

from generator.draw.bounds import Box, corners_of_text, of_text, overlap
from generator.draw.errors import PictureError
from generator.model.board import Points
from generator.model.game import Outline
from generator.model.net import Fold, Net
from generator.model.picture import IDENTITY, Group, Matrix, Segment, Shape, Text, multiply

FOLD = 0.5  # mm between text and a fold: no fold is exact
_NEAR = 0.005
_STEPS = 8  # chords for each curve of a cut line: a quarter circle of 20 mm is missed by 0.1 mm
Places = Mapping[Shape, str]
Edge = tuple[tuple[float, float], tuple[float, float]]


def clear(shapes: tuple[Shape, ...], outline: Outline, safe: float, places: Places) -> None:
    """Refuse text that comes nearer to the trim than the safe zone allows (GF209)."""
    right_edge, bottom_edge = outline.width - safe, outline.height - safe
    for text, matrix in texts(shapes, IDENTITY):
        if (
            matrix is IDENTITY
            and outline.shape == "rect"
            and text.x >= safe
            and text.x + text.width <= right_edge
            and text.y - text.size * text.font.ascent >= safe
            and text.y - text.size * text.font.descent <= bottom_edge
        ):
            continue  # the face's own ascent and descent are inside: no need to look at each letter
        _hold(text, min(_room(outline, x, y) for x, y in corners_of_text(text, matrix)), safe, places)


def clear_in_boxes(shapes: tuple[Shape, ...], boxes: Sequence[Box], safe: float, places: Places) -> None:
    """Refuse text that comes nearer to the edge of the one box that it touches than the safe zone allows (GF209)."""
    for text, matrix in texts(shapes, IDENTITY):
        corners, own = corners_of_text(text, matrix), of_text(text, matrix)
        touched = [box for box in boxes if overlap(own, box)]
        if len(touched) == 1:
            left, top, right, bottom = touched[0]
            outline = Outline(right - left, bottom - top)
            _hold(text, min(_room(outline, x - left, y - top) for x, y in corners), safe, places)


def clear_in_net(shapes: tuple[Shape, ...], net: Net, safe: float, places: Places) -> None:
    """Refuse text that lies not inside one panel: clear of folds, of tabs and, by the safe zone, of the cut (GF209)."""
    loops = tuple(_loops(net.cut))
    for text, matrix in texts(shapes, IDENTITY):
        a, b, c, d = corners_of_text(text, matrix)
        quad = a, b, d, c
        for fold in net.folds:
            if (room := _from_fold(quad, fold)) < FOLD - _NEAR:
                _refuse(text, _near_fold(fold, room), places)
        for tab in net.tabs:
            if any(_inside((tab.points,), x, y) > 0 for x, y in quad):
                _refuse(text, f"lies on the tab {tab.id!r}, where it would be glued over", places)
        nearest = min(_inside(loops, x, y) for x, y in quad)
        # a corner of the cut can lie nearer to the middle of a line of text than to its ends
        notch = min(-_inside((quad,), x, y) for loop in loops for x, y in loop)
        _hold(text, min(nearest, notch), safe, places)


def _hold(text: Text, room: float, safe: float, places: Places) -> None:
    if room < safe - _NEAR:
        where = f"{room:.2f} mm inside the cut" if room >= 0 else f"{-room:.2f} mm beyond the cut"
        _refuse(text, f"reaches to {where}; the safe zone is {safe:g} mm", places)


def _refuse(text: Text, says: str, places: Places) -> NoReturn:
    raise PictureError(f"the text {text.text[:40]!r} {says}", places.get(text, ""), "GF209")


def _near_fold(fold: Fold, room: float) -> str:
    between = f"the fold between {fold.one!r} and {fold.other!r}"
    if room <= 0:
        return f"lies across {between}"
    return f"reaches to {room:.2f} mm from {between}; text keeps {FOLD:g} mm from folds"


def _from_fold(quad: Points, fold: Fold) -> float:
    """Return how far four corners are from a fold; 0 or less where it crosses them or ends among them."""
    ends = (fold.x1, fold.y1), (fold.x2, fold.y2)
    around = zip(quad, (*quad[1:], quad[0]), strict=True)
    if any(_between(edge, ends) and _between(ends, edge) for edge in around):
        return 0.0
    # the fold there and back is a polygon without an inside
    return min(-_inside((loop,), x, y) for loop, points in ((quad, ends), (ends, quad)) for x, y in points)


def _between(line: Edge, ends: Edge) -> bool:
    """Tell whether a line runs between two points."""
    one, other = (_side(line, x, y) for x, y in ends)
    return (one < 0) != (other < 0)


def _room(outline: Outline, x: float, y: float) -> float:
    """Return how far inside the cut a point lies, mm; below zero it lies beyond. Polygons are convex."""
    if outline.shape == "rect":
        return min(x, y, outline.width - x, outline.height - y)
    cx, cy = outline.width / 2, outline.height / 2
    if not outline.points:
        return min(cx, cy) - hypot(x - cx, y - cy)
    edges = zip(outline.points, (*outline.points[1:], outline.points[0]), strict=True)
    return min(_beside(edge, x, y) * copysign(1.0, _beside(edge, cx, cy)) for edge in edges)


def _beside(edge: Edge, x: float, y: float) -> float:
    """Return the distance of a point from a line, with a sign that tells the sides apart."""
    (x1, y1), (x2, y2) = edge
    return _side(edge, x, y) / hypot(x2 - x1, y2 - y1)


def _side(edge: Edge, x: float, y: float) -> float:
    """Return a number whose sign tells the sides of a line apart; 0 on it."""
    (x1, y1), (x2, y2) = edge
    return (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)


def _inside(loops: tuple[Points, ...], x: float, y: float) -> float:
    """Return the distance of a point from the nearest edge of any polygons, below zero outside them (even-odd)."""
    far, odd = float("inf"), False
    for loop in loops:
        for (x1, y1), (x2, y2) in zip(loop, (*loop[1:], loop[0]), strict=True):
            dx, dy = x2 - x1, y2 - y1
            long = dx * dx + dy * dy
            part = min(1.0, max(0.0, ((x - x1) * dx + (y - y1) * dy) / long)) if long else 0.0
            far = min(far, hypot(x - x1 - part * dx, y - y1 - part * dy))
            odd ^= (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * dx
    return far if odd else -far


def _loops(segments: tuple[Segment, ...]) -> Iterator[Points]:
    """Yield the closed lines of a cut as corners; a curve as chords between points of its own."""
    loop: list[tuple[float, float]] = []
    for segment in segments:
        match segment:
            case ("M", x, y):
                if loop:
                    yield tuple(loop)
                loop = [(x, y)]
            case ("L", x, y):
                loop.append((x, y))
            case ("C", *handles):
                at = _cubic(loop[-1], handles)
                loop += [at(step / _STEPS) for step in range(1, _STEPS + 1)]
    if loop:
        yield tuple(loop)


def _cubic(start: tuple[float, float], handles: list[float]) -> Callable[[float], tuple[float, float]]:
    """Return where a cubic is at a time from 0 to 1 (Bernstein's polynomials)."""
    xs, ys = (start[0], *handles[::2]), (start[1], *handles[1::2])

    def at(t: float) -> tuple[float, float]:
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x, y = (sum(w * v for w, v in zip(weights, values, strict=True)) for values in (xs, ys))
        return x, y

    return at


def texts(shapes: tuple[Shape, ...], matrix: Matrix) -> Iterator[tuple[Text, Matrix]]:
    """Yield each text with the matrix that leads from it to the picture."""
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape, matrix
        elif isinstance(shape, Group):
            yield from texts(shape.shapes, multiply(matrix, shape.matrix))
