"""A card of paths as it is printed goes in; where its lines end comes out: mm on the card, and the ports there."""

from collections.abc import Iterator, Sequence
from math import dist, inf

from generator.check.faces.standing import NEAR
from generator.check.laying import along
from generator.check.survey import back
from generator.model.game import Design, Part
from generator.model.path import Line, Port
from generator.model.picture import apply
from generator.model.printed import Seen

_STILL = 0.02  # mm; what is moved by less lies where the data has it

Point = tuple[float, float]


def points(face: Seen, mark: str) -> list[Point]:
    """Return the ends of the segments that groups of this name draw, on the card."""
    home = back(face.matrix)
    return [apply(home, *point) for each in face.marks if each.name == mark for point in each.points]


def away(drawn: Sequence[Point], port: Port) -> float:
    """Return how far the nearest of the points is from a port; infinite where there are none."""
    return min((dist(point, (port.x, port.y)) for point in drawn), default=inf)


def printed(part: Part, design: Design, face: Seen) -> tuple[Line, ...]:
    """Return the lines of a face that end at two ports, with the colors that the data gives to their names."""
    found = []
    for line in design.lines:
        drawn = points(face, line.mark)
        there = [port.number for port in part.ports if away(drawn, port) <= NEAR]
        if len(there) == 2:
            found.append(Line(there[0], there[1], line.color))
    return tuple(found)


def strayed(part: Part, design: Design, face: Seen) -> Iterator[tuple[int, float]]:
    """Yield for each port by how many mm the line ends clockwise from it along the side, as far as it is drawn."""
    for line in design.lines:
        drawn = points(face, line.mark)
        for port in (part.ports[line.one], part.ports[line.other]) if drawn else ():
            x, y = min(drawn, key=lambda point: dist(point, (port.x, port.y)))
            ax, ay = along(port)
            off = (x - port.x) * ax + (y - port.y) * ay
            yield port.number, off if abs(off) > _STILL else 0.0
