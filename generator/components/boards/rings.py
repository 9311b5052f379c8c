"""Rings, their directions, bridges, starts and places go in; the cells of concentric rings and their joins come out."""

from collections.abc import Iterable, Iterator
from math import ceil, cos, pi, radians, sin, sqrt
from typing import Any

from msgspec.structs import replace

from generator.components.boards.lattice import Lattice
from generator.components.boards.ring_data import Places, Rings, Starts, inner, rows, share
from generator.geometry.path import Points
from generator.geometry.tolerances import CURVE_CHORD
from generator.model.board import Cell, Join

CENTER = "center"


def rings(data: Rings) -> Lattice:
    """Return the center, its places, the rings from the outermost and the queues, with all ways that lead on.

    Joins are of the kinds `side` along a ring, `bridge`, `queue` and `enter`.
    """
    middle = _reach(data)
    cells = [Cell(CENTER, middle, middle, _circle(data.center), kind=CENTER), *_places(data, middle)]
    cells += [cell for ring in range(1, len(data.spaces) + 1) for cell in _ring(data, ring, middle)]
    cells += _queues(data, data.starts, middle) if data.starts else ()
    entering = _entering(data, data.starts) if data.starts else ()
    return Lattice(
        2 * middle, 2 * middle, {each.id: each for each in cells}, (*_round(data), *_inward(data), *entering)
    )


def values(data: Rings) -> dict[str, Any]:
    """Give the template `cell`, the width of a ring, `center`, its radius, and `rings`.

    A ring is {number, spaces, inner, outer, arc}; mm and degrees.
    """
    found = [
        {"number": number, "spaces": count, "inner": edge, "outer": edge + data.width, "arc": 360 / count}
        for number, count in enumerate(data.spaces, 1)
        for edge in (inner(data, number),)
    ]
    return {"cell": data.width, "rings": found, "center": data.center}


def _reach(data: Rings) -> float:
    """Return the radius of all that is drawn."""
    return data.starts.radius + data.starts.diameter / 2 if data.starts else inner(data, 1) + data.width


def _way(data: Rings) -> int:
    """Return 1 where angles on paper, clockwise, grow with the numbers of spaces, and -1 where they shrink."""
    return 1 if data.direction == "clockwise" else -1


def _ring(data: Rings, ring: int, middle: float) -> Iterator[Cell]:
    count, edge = data.spaces[ring - 1], inner(data, ring)
    outline = _sector(edge, edge + data.width, 360 / count)
    bridges = {bridge.start for bridge in data.bridges if bridge.ring == ring}
    for number in range(count):
        turn = _way(data) * (number + 0.5) * 360 / count
        kind = "bridge" if number % share(data, ring) in bridges else "plain"
        yield _cell(f"ring{ring}.{number}", middle, edge + data.width / 2, turn, outline, kind)


def _queues(data: Rings, starts: Starts, middle: float) -> Iterator[Cell]:
    outline = _circle(starts.diameter / 2)
    for sector in range(data.sectors):
        entry = (sector * share(data, 1) + starts.entry + 0.5) * 360 / data.spaces[0]
        for number in range(starts.length):
            turn = _way(data) * (entry - number * starts.step)
            name, label = f"start{sector + 1}.{number + 1}", str(number + 1)
            yield replace(_cell(name, middle, starts.radius, turn, outline, "start"), label=label)


def _cell(name: str, middle: float, radius: float, turn: float, outline: Points, kind: str) -> Cell:
    """Return a cell at an angle clockwise from 3 o'clock; its outline is drawn for one at 6 o'clock, and turned."""
    x, y = middle + radius * cos(radians(turn)), middle + radius * sin(radians(turn))
    facing = round((turn - 90) % 360, 9) % 360
    c, s = cos(radians(facing)), sin(radians(facing))
    points = tuple((round(c * px - s * py, 9), round(s * px + c * py, 9)) for px, py in outline)
    return Cell(name, round(x, 9), round(y, 9), points, kind=kind, turn=facing)


def _circle(radius: float) -> Points:
    """Return a circle as corners, among them the farthest right, down, left and up."""
    count = 4 * max(6, ceil(_steps(radius, 360) / 4))
    turns = (2 * pi * number / count for number in range(count))
    return _exact((radius * cos(turn), radius * sin(turn)) for turn in turns)


def _sector(inside: float, outside: float, arc: float) -> Points:
    """Return a piece of a ring at 6 o'clock round the middle of its width, clockwise from the inner right."""
    middle, half, steps = (inside + outside) / 2, radians(arc) / 2, _steps(outside, arc)
    turns = [half * (1 - 2 * number / steps) for number in range(steps + 1)]
    above = [(inside * sin(turn), inside * cos(turn) - middle) for turn in reversed(turns)]
    below = [(outside * sin(turn), outside * cos(turn) - middle) for turn in turns]
    return _exact((*above, *below))


def _exact(points: Iterable[tuple[float, float]]) -> Points:
    """Return the corners in steps of 0.0000002 mm: none is half of 0.000001, to which outlines are compared and drawn.

    So an outline that was turned with its cell, and back again, is what it was.
    """
    return tuple((round(x * 5e6) / 5e6, round(y * 5e6) / 5e6) for x, y in points)


def _steps(radius: float, degrees: float) -> int:
    """Return into how many chords an arc is cut so that each is true (sagitta = r (1 - cos(a/2)))."""
    return max(2, ceil(radians(degrees) / (2 * sqrt(2 * CURVE_CHORD / radius))))


def _places(data: Rings, middle: float) -> Iterator[Cell]:
    if data.places is None:
        return
    outline = _circle(data.places.diameter / 2)
    for number, (label, (x, y)) in enumerate(zip(data.places.labels, _spots(data.center, data.places), strict=True), 1):
        yield Cell(f"place.{number}", middle + x, middle + y, outline, kind="place", label=label)


def _spots(center: float, places: Places) -> Iterator[tuple[float, float]]:
    """Yield the middles of the places round that of the center, row by row; a single one lies in the middle."""
    many = rows(places)
    if len(many) == 1:
        yield 0.0, 0.0
        return
    for sign, count in zip((-1, 1), many, strict=True):
        away = _away(center, places.diameter / 2, (count - 1) / 2)
        across = places.diameter / 2 + away
        yield from (((number - (count - 1) / 2) * across, sign * away) for number in range(count))


def _away(center: float, radius: float, k: float) -> float:
    """Return how far a row is from the middle if its places are as far from that as from one another and the edge.

    With k = half of the steps in a row, u solves (k (r + u))^2 + u^2 = (R - u)^2.
    """
    root = sqrt(center**2 + k**2 * center * (center + 2 * radius))
    return (center**2 - (k * radius) ** 2) / (center + k**2 * radius + root)


def _round(data: Rings) -> Iterator[Join]:
    for ring, count in enumerate(data.spaces, 1):
        for number in range(count):
            one, other = f"ring{ring}.{number}", f"ring{ring}.{(number + 1) % count}"
            yield Join(one, other, one_way=data.direction != "both")


def _inward(data: Rings) -> Iterator[Join]:
    for sector in range(data.sectors):
        for bridge in data.bridges:
            start = f"ring{bridge.ring}.{sector * share(data, bridge.ring) + bridge.start}"
            end = CENTER
            if bridge.end is not None:
                end = f"ring{bridge.ring + 1}.{sector * share(data, bridge.ring + 1) + bridge.end}"
            yield Join(start, end, "bridge", one_way=True)


def _entering(data: Rings, starts: Starts) -> Iterator[Join]:
    for sector in range(data.sectors):
        entry = f"ring1.{sector * share(data, 1) + starts.entry}"
        yield Join(f"start{sector + 1}.1", entry, "enter", one_way=True)
        for number in range(1, starts.length):
            yield Join(f"start{sector + 1}.{number + 1}", f"start{sector + 1}.{number}", "queue", one_way=True)
