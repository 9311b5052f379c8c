"""Measure how near a line of text, given by its four corners, comes to cuts, folds and tabs; mm."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import copysign, hypot
from typing import Protocol

from generator.geometry.bounds import point_bounds
from generator.geometry.matrix import Matrix, transform_point
from generator.geometry.polygon import cross_product, depth_in_polygons, distance_beside, loop_corners, loop_edges
from generator.geometry.regions import flatten_path
from generator.geometry.tolerances import DISPLAYED_ROUNDING, ROUNDING
from generator.geometry.types import Box, Edge, Outline, Points, Quad, Segment

FOLD_CLEARANCE = 0.5  # mm between text and a fold: no fold is exact


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
    """Return the corners of a run of text in order: its width is its advance, `ink` is its bottom and top in em."""
    bottom, top = ink[0] * size, ink[1] * size
    left, right, below, above = x, x + width, y - bottom, y - top
    a, b, c, d = (
        transform_point(matrix, *each) for each in ((left, below), (left, above), (right, above), (right, below))
    )
    return a, b, c, d


def explain_outline_breach(corners: Quad, outline: Outline, safe: float, slack: float = DISPLAYED_ROUNDING) -> str:
    """Explain how a text leaves the safe zone of a trim; an empty text if it does not."""
    return _explain_distance(min(distance_inside(outline, x, y) for x, y in corners), safe, slack)


def explain_net_breach(
    corners: Quad,
    folds: Iterable[FoldLine],
    tabs: Iterable[TabArea],
    loops: tuple[Points, ...],
    safe: float,
    slack: float = DISPLAYED_ROUNDING,
) -> str:
    """Explain how a text leaves its panel of a net: too near to a fold, on a tab, or too near to the cut, `loops`.

    Return an empty text if it does not.
    """
    box, keep = point_bounds(corners), safe - slack
    for fold in folds:
        if _box_distance(box, point_bounds(((fold.x1, fold.y1), (fold.x2, fold.y2)))) >= FOLD_CLEARANCE:
            continue  # as nearly all are
        if (far := _fold_distance(corners, fold)) < FOLD_CLEARANCE - slack:
            return _explain_fold(fold, far)
    for tab in tabs:
        if _box_distance(box, point_bounds(tab.points)) < 0 and any(
            depth_in_polygons((tab.points,), x, y) > 0 for x, y in corners
        ):
            return f"is on the tab {tab.id!r}, where it would be covered with glue"
    nearest = min(depth_in_polygons(loops, x, y) for x, y in corners)
    # a corner of the cut can lie nearer to the middle of a line of text than to its ends
    near = (point for loop in loops for point in loop if _box_distance(box, (*point, *point)) < keep)
    notch = min((-depth_in_polygons((corners,), x, y) for x, y in near), default=keep)
    return _explain_distance(min(nearest, notch), safe, slack)


def distance_inside(outline: Outline, x: float, y: float) -> float:
    """Return how far inside the cut a point lies, mm; negative outside."""
    if outline.shape == "rect":
        return min(x, y, outline.width - x, outline.height - y)
    cx, cy = outline.width / 2, outline.height / 2
    if not outline.points:
        return min(cx, cy) - hypot(x - cx, y - cy)
    if not is_convex(outline.points):  # a board cut along its cells
        return depth_in_polygons((outline.points,), x, y)
    edges = loop_edges(outline.points)
    return min(distance_beside((x, y), edge) * copysign(1.0, distance_beside((cx, cy), edge)) for edge in edges)


@lru_cache(maxsize=64)
def is_convex(points: Points) -> bool:
    """Return whether a polygon has no notches."""
    turns = [(b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) for a, b, c in loop_corners(points)]
    return min(turns) >= -ROUNDING or max(turns) <= ROUNDING


def flatten_loops(segments: tuple[Segment, ...]) -> Iterator[Points]:
    """Yield the closed lines of a cut as polygons, curves as chords."""
    for line, _ in flatten_path(segments):
        yield tuple(line)


def _explain_distance(far: float, safe: float, slack: float) -> str:
    if far >= safe - slack:
        return ""
    where = f"{far:.2f} mm inside the cut" if far >= 0 else f"{-far:.2f} mm beyond the cut"
    return f"reaches to {where}; the safe zone is {safe:g} mm"


def _explain_fold(fold: FoldLine, far: float) -> str:
    between = f"the fold between {fold.one!r} and {fold.other!r}"
    if far <= 0:
        return f"lies across {between}"
    return f"reaches to {far:.2f} mm from {between}; text keeps {FOLD_CLEARANCE:g} mm from folds"


def _box_distance(one: Box, other: Box) -> float:
    """Return the distance of two boxes along the axis on which they lie farther apart; 0 or less if they meet."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


def _fold_distance(corners: Quad, fold: FoldLine) -> float:
    """Return the distance of a quadrilateral from a fold; 0 or less where the fold crosses it or ends in it."""
    ends = (fold.x1, fold.y1), (fold.x2, fold.y2)
    if any(_separates(edge, ends) and _separates(ends, edge) for edge in loop_edges(corners)):
        return 0.0
    # the fold, there and back, is a polygon without an inside
    return min(
        -depth_in_polygons((loop,), x, y) for loop, points in ((corners, ends), (ends, corners)) for x, y in points
    )


def _separates(line: Edge, ends: Edge) -> bool:
    """Return whether two points lie on different sides of a line."""
    one, other = (cross_product(*line, end) for end in ends)
    return (one < 0) != (other < 0)
