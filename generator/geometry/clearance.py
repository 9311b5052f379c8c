"""A line of text, as four corners, and the cut go in; what keeps it from lying there comes out, in words; mm."""

from collections.abc import Iterable, Iterator
from math import copysign, hypot
from typing import Protocol

from generator.geometry.matrix import Matrix, apply
from generator.geometry.outline import Outline
from generator.geometry.path import Points, Segment
from generator.geometry.regions import flattened
from generator.geometry.tolerances import DISPLAYED_ROUNDING
from generator.geometry.types import Edge, Quad

FOLD = 0.5  # mm between text and a fold: no fold is exact


class FoldLine(Protocol):
    """A fold from x1, y1 to x2, y2 between two panels, named by their ids."""

    @property
    def x1(self) -> float: ...  # noqa: D102
    @property
    def y1(self) -> float: ...  # noqa: D102
    @property
    def x2(self) -> float: ...  # noqa: D102
    @property
    def y2(self) -> float: ...  # noqa: D102
    @property
    def one(self) -> str: ...  # noqa: D102
    @property
    def other(self) -> str: ...  # noqa: D102


class TabArea(Protocol):
    """A glue tab: its id and its outline."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def points(self) -> Points: ...  # noqa: D102


def text_corners(ink: tuple[float, float], size: float, x: float, y: float, width: float, matrix: Matrix) -> Quad:
    """Return the corners of a run of text in order: as wide as its advance, as high as its ink (em, bottom and top)."""
    bottom, top = ink[0] * size, ink[1] * size
    left, right, below, above = x, x + width, y - bottom, y - top
    a, b, c, d = (apply(matrix, *each) for each in ((left, below), (left, above), (right, above), (right, below)))
    return a, b, c, d


def in_outline(corners: Quad, outline: Outline, safe: float, slack: float = DISPLAYED_ROUNDING) -> str:
    """Return how a text comes nearer to the trim than the safe zone allows, if it does."""
    return _held(min(room(outline, x, y) for x, y in corners), safe, slack)


def in_net(
    corners: Quad,
    folds: Iterable[FoldLine],
    tabs: Iterable[TabArea],
    loops: tuple[Points, ...],
    safe: float,
    slack: float = DISPLAYED_ROUNDING,
) -> str:
    """Return how a text lies not inside one panel of a net: clear of folds, tabs and the cut, which is `loops`."""
    for fold in folds:
        if (far := _from_fold(corners, fold)) < FOLD - slack:
            return _near_fold(fold, far)
    for tab in tabs:
        if any(_inside((tab.points,), x, y) > 0 for x, y in corners):
            return f"lies on the tab {tab.id!r}, where it would be glued over"
    nearest = min(_inside(loops, x, y) for x, y in corners)
    # a corner of the cut can lie nearer to the middle of a line of text than to its ends
    notch = min(-_inside((corners,), x, y) for loop in loops for x, y in loop)
    return _held(min(nearest, notch), safe, slack)


def room(outline: Outline, x: float, y: float) -> float:
    """Return how far inside the cut a point lies, mm; below zero it lies beyond. Polygons are convex."""
    if outline.shape == "rect":
        return min(x, y, outline.width - x, outline.height - y)
    cx, cy = outline.width / 2, outline.height / 2
    if not outline.points:
        return min(cx, cy) - hypot(x - cx, y - cy)
    edges = zip(outline.points, (*outline.points[1:], outline.points[0]), strict=True)
    return min(_beside(edge, x, y) * copysign(1.0, _beside(edge, cx, cy)) for edge in edges)


def loops_of(segments: tuple[Segment, ...]) -> Iterator[Points]:
    """Yield the closed lines of a cut as corners; a curve as chords between points of its own."""
    for line, _ in flattened(segments):
        yield tuple(line)


def _held(far: float, safe: float, slack: float) -> str:
    if far >= safe - slack:
        return ""
    where = f"{far:.2f} mm inside the cut" if far >= 0 else f"{-far:.2f} mm beyond the cut"
    return f"reaches to {where}; the safe zone is {safe:g} mm"


def _near_fold(fold: FoldLine, far: float) -> str:
    between = f"the fold between {fold.one!r} and {fold.other!r}"
    if far <= 0:
        return f"lies across {between}"
    return f"reaches to {far:.2f} mm from {between}; text keeps {FOLD:g} mm from folds"


def _from_fold(corners: Quad, fold: FoldLine) -> float:
    """Return how far four corners are from a fold; 0 or less where it crosses them or ends among them."""
    ends = (fold.x1, fold.y1), (fold.x2, fold.y2)
    around = zip(corners, (*corners[1:], corners[0]), strict=True)
    if any(_between(edge, ends) and _between(ends, edge) for edge in around):
        return 0.0
    # the fold there and back is a polygon without an inside
    return min(-_inside((loop,), x, y) for loop, points in ((corners, ends), (ends, corners)) for x, y in points)


def _between(line: Edge, ends: Edge) -> bool:
    """Tell whether a line runs between two points."""
    one, other = (_side(line, x, y) for x, y in ends)
    return (one < 0) != (other < 0)


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
