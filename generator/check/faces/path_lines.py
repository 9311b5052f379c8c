"""A card of paths as it is printed goes in; where its lines end comes out: mm on the card, and the ports there."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import dist, inf

from generator.check.evidence.card_ports import along
from generator.check.evidence.marks import Fault, present, said
from generator.check.evidence.survey import back
from generator.check.evidence.trims import where
from generator.geometry.matrix import apply
from generator.geometry.tolerances import FOREIGN_PORT, READBACK_POSITION, VISIBLE
from generator.geometry.types import Point
from generator.model.finding import Finding
from generator.model.game import Design, Part
from generator.model.path import Line, Port
from generator.model.printed import Seen


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
        there = [port.number for port in part.ports if away(drawn, port) <= VISIBLE]
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
            yield port.number, off if abs(off) > READBACK_POSITION else 0.0


Look = tuple[Line, Seen, bytes]


def lines(parts: Sequence[Part], seen: Sequence[Seen], paints: Mapping[str, str] | None = None) -> Iterator[Finding]:
    """Yield GF123 for each part with ports; `seen` is what one format shows, `paints` are the colors by their roles."""
    for part in parts:
        if part.ports:
            designs = {design.id: design for design in part.designs}
            faces = [face for face in seen if face.part == part.id and face.side == "front" and face.design in designs]
            yield from said("GF123", part, _faults(part, designs, faces, paints or {}))


def _faults(
    part: Part, designs: Mapping[str, Design], faces: Iterable[Seen], paints: Mapping[str, str]
) -> Iterator[Fault]:
    looks: dict[tuple[int, int], dict[str, Look]] = {}
    for face in faces:
        own = {line.mark.removeprefix("line."): line for line in designs[face.design].lines}
        yield from present(face, "line", own, own, own)
        for line in own.values():
            yield from _ends(part, line, face)
            yield from _unlike(line, face, looks.setdefault((line.one, line.other), {}), paints)


def _ends(part: Part, line: Line, face: Seen) -> Iterator[Fault]:
    """Yield where a line that is there does not come to its ports, or comes to another."""
    if all(mark.name != line.mark for mark in face.marks):
        return
    name, drawn = line.mark.removeprefix("line."), points(face, line.mark)
    far = {number: away(drawn, part.ports[number]) for number in (line.one, line.other)}
    off = [number for number, distance in far.items() if distance > VISIBLE]
    if len(off) == 2:
        says = f"is drawn elsewhere: no segment of it ends at the port {line.one}, nor at {line.other}"
        yield Fault("elsewhere", face, f"the line {name!r} {says}")
    elif off:
        says = f"does not come to the port {off[0]}: the nearest end of a segment is {far[off[0]]:.3g} mm from it"
        yield Fault("short", face, f"the line {name!r} {says}")
    for port in part.ports:
        if port.number not in far and away(drawn, port) < FOREIGN_PORT:
            yield Fault("strays", face, f"the line {name!r} comes to the port {port.number}, which is no end of it")


def _unlike(line: Line, face: Seen, looks: dict[str, Look], paints: Mapping[str, str]) -> Iterator[Fault]:
    """Yield where a line looks other than one that is the same, or as one of another paint; `looks` are by role."""
    look = next((mark.look for mark in face.marks if mark.name == line.mark), None)
    if look is None:
        return
    name, paint = line.mark.removeprefix("line."), paints.get(line.color, line.color)
    _, there, first = looks.setdefault(line.color, (line, face, look))
    if look != first:
        says = f"looks other than on {there.id} in {where(there)}, though both are {line.color}"
        yield Fault("unlike", face, f"the line {name!r} {says}")
    for role, (other, there, each) in looks.items():
        if each == look and paints.get(role, role) != paint:
            says = f"looks the same as on {there.id} in {where(there)}, though one is {line.color}"
            yield Fault("alike", face, f"the line {name!r} {says} and the other {other.color}")
