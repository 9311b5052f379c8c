"""Split gradients at their hard edges, so that each edge is a clip: viewers sample a gradient at 256 places."""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from msgspec.structs import replace

from generator.geometry.path import ellipse_segments
from generator.geometry.types import Box, Segment
from generator.model.picture import Gradient

_SAME_OFFSET = 1e-6
Stop = tuple[float, str]


class GradientBand(NamedTuple):
    """A gradient without hard edges, and the region that it fills; empty for all that is not yet filled."""

    gradient: Gradient
    region: tuple[Segment, ...]


def split_gradient(gradient: Gradient, area: Box) -> Sequence[GradientBand]:
    """Return the bands of a gradient in the order in which they are painted, each over those before.

    The `area` is the box that they have to fill, in the coordinates of the gradient. Regions reach no farther than that
    needs: pdfium moves points that lie 50,000 pixels away, and so turns a slanting edge.
    """
    runs = list(_split_stops(gradient.stops))
    if len(runs) == 1:
        return [GradientBand(replace(gradient, stops=tuple(runs[0])), ())]
    if gradient.kind == "linear":
        return list(_linear_bands(gradient, runs, area))
    return list(_radial_bands(gradient, runs))


def _split_stops(stops: Sequence[Stop]) -> Iterator[list[Stop]]:
    """Yield runs of stops that begin and end at hard edges."""
    run: list[Stop] = []
    for stop in stops:
        if run and stop[0] - run[-1][0] < _SAME_OFFSET and stop[1] != run[-1][1]:
            if len(run) == 1 or run[-1][0] - run[0][0] >= _SAME_OFFSET or run[0][0] < _SAME_OFFSET:
                yield run
            run = []
        run.append(stop)
    yield run


def _linear_bands(gradient: Gradient, runs: Sequence[list[Stop]], area: Box) -> Iterator[GradientBand]:
    x1, y1, x2, y2 = gradient.geometry
    dx, dy = x2 - x1, y2 - y1
    for number, run in enumerate(runs):
        low, high = run[0][0], max(run[-1][0], run[0][0] + _SAME_OFFSET)
        ends = x1 + low * dx, y1 + low * dy, x1 + high * dx, y1 + high * dy
        stops = tuple(((offset - low) / (high - low), color) for offset, color in run)
        band = replace(gradient, geometry=ends, stops=stops)
        if len(run) == 1:
            band = replace(gradient, stops=((0.0, run[0][1]), (1.0, run[0][1])))
        yield GradientBand(band, _half_plane(ends[0], ends[1], dx, dy, area) if number else ())


def _half_plane(x: float, y: float, dx: float, dy: float, area: Box) -> tuple[Segment, ...]:
    """Return a square that covers what is ahead of a point in a direction, and whose edge runs through the point."""
    reach = max(hypot(px - x, py - y) for px in (area[0], area[2]) for py in (area[1], area[3]))
    ax, ay = (way * reach / hypot(dx, dy) for way in (dx, dy))
    points = [(x - ay, y + ax), (x + ay, y - ax), (x + ay + ax, y - ax + ay), (x - ay + ax, y + ax + ay)]
    return ("M", *points[0]), *(("L", *point) for point in points[1:]), ("Z",)


def _radial_bands(gradient: Gradient, runs: Sequence[list[Stop]]) -> Iterator[GradientBand]:
    cx, cy, r, fx, fy = gradient.geometry
    for number, run in reversed(list(enumerate(runs))):
        high = 1.0 if number == len(runs) - 1 else run[-1][0]
        if high < _SAME_OFFSET:
            continue
        x, y, radius = fx + high * (cx - fx), fy + high * (cy - fy), r * high
        stops = tuple((offset / high, color) for offset, color in run)
        band = replace(gradient, geometry=(x, y, radius, fx, fy), stops=stops)
        yield GradientBand(band, () if number == len(runs) - 1 else ellipse_segments(x, y, radius, radius))
