"""Check the lines on cards with paths, and find the ports where they end; lengths in mm on the card."""

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
    """Return the ends of the segments, on the card, that are drawn by groups of this name."""
    home = back(face.matrix)
    return [apply(home, *point) for each in face.marks if each.name == mark for point in each.points]


def away(drawn: Sequence[Point], port: Port) -> float:
    """Return the distance of the nearest point from a port; infinite if there are no points."""
    return min((dist(point, (port.x, port.y)) for point in drawn), default=inf)


def printed(part: Part, design: Design, face: Seen) -> tuple[Line, ...]:
    """Return the lines of a face that end at two ports, with the colors that the data gives them."""
    found = []
    for line in design.lines:
        drawn = points(face, line.mark)
        there = [port.number for port in part.ports if away(drawn, port) <= VISIBLE]
        if len(there) == 2:
            found.append(Line(there[0], there[1], line.color))
    return tuple(found)


def strayed(part: Part, design: Design, face: Seen) -> Iterator[tuple[int, float]]:
    """Yield each port with the clockwise offset (mm along the side) of the end of its line, if it is drawn."""
    for line in design.lines:
        drawn = points(face, line.mark)
        for port in (part.ports[line.one], part.ports[line.other]) if drawn else ():
            x, y = min(drawn, key=lambda point: dist(point, (port.x, port.y)))
            ax, ay = along(port)
            off = (x - port.x) * ax + (y - port.y) * ay
            yield port.number, off if abs(off) > READBACK_POSITION else 0.0


Look = tuple[Line, Seen, bytes]


def lines(parts: Sequence[Part], seen: Sequence[Seen], paints: Mapping[str, str] | None = None) -> Iterator[Finding]:
    """Yield GF123 for each part with ports; `seen` is what one format shows, `paints` the colors by role."""
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
    """Yield lines that are drawn but do not come to their ports, or come to another."""
    if all(mark.name != line.mark for mark in face.marks):
        return
    name, drawn = line.mark.removeprefix("line."), points(face, line.mark)
    far = {number: away(drawn, part.ports[number]) for number in (line.one, line.other)}
    off = [number for number, distance in far.items() if distance > VISIBLE]
    if len(off) == 2:
        says = f"is drawn elsewhere: none of its segments ends at the port {line.one} or {line.other}"
        yield Fault("elsewhere", face, f"the line {name!r} {says}")
    elif off:
        says = f"does not reach the port {off[0]}: its nearest segment ends {far[off[0]]:.3g} mm from it"
        yield Fault("short", face, f"the line {name!r} {says}")
    for port in part.ports:
        if port.number not in far and away(drawn, port) < FOREIGN_PORT:
            yield Fault("strays", face, f"the line {name!r} comes to the port {port.number}, where it should not end")


def _unlike(line: Line, face: Seen, looks: dict[str, Look], paints: Mapping[str, str]) -> Iterator[Fault]:
    """Yield lines that look different from an equal one, or the same as one of another paint.

    `looks` are the first lines between the same ports, by role.
    """
    look = next((mark.look for mark in face.marks if mark.name == line.mark), None)
    if look is None:
        return
    name, paint = line.mark.removeprefix("line."), paints.get(line.color, line.color)
    _, there, first = looks.setdefault(line.color, (line, face, look))
    if look != first:
        says = f"looks different from the one on {there.id} in {where(there)}, though both are {line.color}"
        yield Fault("unlike", face, f"the line {name!r} {says}")
    for role, (other, there, each) in looks.items():
        if each == look and paints.get(role, role) != paint:
            says = f"looks the same as on {there.id} in {where(there)}, though one is {line.color}"
            yield Fault("alike", face, f"the line {name!r} {says} and the other {other.color}")
