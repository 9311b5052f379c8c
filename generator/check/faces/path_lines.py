"""Check the lines on cards with paths, and find the ports where they end; lengths in mm on the card."""

from collections.abc import Iterator, Mapping, Sequence
from math import dist, inf

from generator.check.analysis.board_survey import invert_or_keep
from generator.check.analysis.card_ports import side_direction
from generator.check.analysis.placement import FaceFault, check_mark_names, name_page
from generator.check.check_context import CheckContext, FormatContent
from generator.geometry.matrix import transform_point
from generator.geometry.tolerances import FOREIGN_PORT, READBACK_POSITION, VISIBLE
from generator.geometry.types import Point
from generator.model.game import Design, Part, PathLine, Port
from generator.model.printed import ReadPiece


def segment_ends(face: ReadPiece, mark: str) -> list[Point]:
    """Return the ends of the segments, on the card, that are drawn by groups of this name."""
    home = invert_or_keep(face.matrix)
    return [transform_point(home, *point) for each in face.marks if each.name == mark for point in each.points]


def distance_from_port(drawn: Sequence[Point], port: Port) -> float:
    """Return the distance of the nearest point from a port; infinite if there are no points."""
    there = port.x, port.y
    return min([dist(point, there) for point in drawn], default=inf)


def read_lines(part: Part, design: Design, face: ReadPiece) -> tuple[PathLine, ...]:
    """Return the lines of a face that end at two ports, with the colors that the data gives them."""
    found = []
    for line in design.lines:
        drawn = segment_ends(face, line.mark)
        there = [port.number for port in part.ports if distance_from_port(drawn, port) <= VISIBLE]
        if len(there) == 2:
            found.append(PathLine(there[0], there[1], line.color))
    return tuple(found)


def measure_end_offsets(part: Part, design: Design, face: ReadPiece) -> Iterator[tuple[int, float]]:
    """Yield each port with the clockwise offset (mm along the side) of the end of its line, if it is drawn."""
    for line in design.lines:
        drawn = segment_ends(face, line.mark)
        for port in (part.ports[line.one], part.ports[line.other]) if drawn else ():
            x, y = min(drawn, key=lambda point: dist(point, (port.x, port.y)))
            ax, ay = side_direction(port)
            off = (x - port.x) * ax + (y - port.y) * ay
            yield port.number, off if abs(off) > READBACK_POSITION else 0.0


LineLook = tuple[PathLine, ReadPiece, bytes]


def check_path_lines(case: CheckContext, part: Part, shown: FormatContent) -> Iterator[FaceFault]:
    """Yield lines of path cards that differ from the data (GF123)."""
    designs = {design.id: design for design in part.designs}
    looks: dict[tuple[int, int], dict[str, LineLook]] = {}
    for face in shown.find_faces(part) if part.ports else ():
        own = {line.mark.removeprefix("line."): line for line in designs[face.design].lines}
        yield from check_mark_names(face, "line", own, own, own)
        for line in own.values():
            yield from _check_ends(part, line, face)
            yield from _check_looks(line, face, looks.setdefault((line.one, line.other), {}), case.paints)


def _check_ends(part: Part, line: PathLine, face: ReadPiece) -> Iterator[FaceFault]:
    """Yield lines that are drawn but do not come to their ports, or come to another."""
    if all(mark.name != line.mark for mark in face.marks):
        return
    name, drawn = line.mark.removeprefix("line."), segment_ends(face, line.mark)
    far = {number: distance_from_port(drawn, part.ports[number]) for number in (line.one, line.other)}
    off = [number for number, distance in far.items() if distance > VISIBLE]
    if len(off) == 2:
        says = f"is drawn elsewhere: none of its segments ends at the port {line.one} or {line.other}"
        yield FaceFault("elsewhere", face, f"the line {name!r} {says}")
    elif off:
        says = f"does not reach the port {off[0]}: its nearest segment ends {far[off[0]]:.3g} mm from it"
        yield FaceFault("short", face, f"the line {name!r} {says}")
    for port in part.ports:
        if port.number not in far and distance_from_port(drawn, port) < FOREIGN_PORT:
            yield FaceFault(
                "strays", face, f"the line {name!r} reaches the port {port.number}, where it should not end"
            )


def _check_looks(
    line: PathLine, face: ReadPiece, looks: dict[str, LineLook], paints: Mapping[str, str]
) -> Iterator[FaceFault]:
    """Yield lines that look different from an equal one, or the same as one of another paint.

    `looks` are the first lines between the same ports, by role.
    """
    look = next((mark.look for mark in face.marks if mark.name == line.mark), None)
    if look is None:
        return
    name, paint = line.mark.removeprefix("line."), paints.get(line.color, line.color)
    _, there, first = looks.setdefault(line.color, (line, face, look))
    if look != first:
        says = f"looks different from the one on {there.id} in {name_page(there)}, though both are {line.color}"
        yield FaceFault("unlike", face, f"the line {name!r} {says}")
    for role, (other, there, each) in looks.items():
        if each == look and paints.get(role, role) != paint:
            says = f"looks the same as the one on {there.id} in {name_page(there)}, though this one is {line.color}"
            yield FaceFault("alike", face, f"the line {name!r} {says} and the other {other.color}")
