"""Find out which cell of a board each port of a card meets, and compare the lines of cards.

A card lies in the middle of its slot. When it is turned clockwise by a quarter, each port comes to lie where the port
of the same number on the next side was.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generator.geometry.tolerances import BESIDE_SLOT
from generator.geometry.types import Outline
from generator.model.board import Cell
from generator.model.game import PathLine, Port


class PortContact(NamedTuple):
    """The cell that a port meets, and how far clockwise (mm) the port is from the middle of that cell's side."""

    cell: str
    off: float


def side_direction(port: Port) -> tuple[float, float]:
    """Return the unit vector along a port's side, clockwise."""
    return port.dy, -port.dx


def find_contact(cells: Iterable[Cell], slot: Cell, card: Outline, port: Port) -> PortContact | None:
    """Return the cell that a port meets when its card lies unturned in a slot: the one 1 mm straight out from it.

    `cells` are all that may lie there; the first one that does is returned.
    """
    left, top, right, bottom = slot.box
    half = (right - left) / 2 if port.dx else (bottom - top) / 2
    ax, ay = side_direction(port)
    over = (port.x - card.width / 2) * ax + (port.y - card.height / 2) * ay
    x = (left + right) / 2 + over * ax - half * port.dx
    y = (top + bottom) / 2 + over * ay - half * port.dy
    for cell in cells:
        seen = [(cell.x + px - x, cell.y + py - y) for px, py in cell.points]
        off = _contact_offset([(px * ax + py * ay, -px * port.dx - py * port.dy) for px, py in seen])
        if off is not None:
            return PortContact(cell.id, off)
    return None


def _contact_offset(points: Sequence[tuple[float, float]]) -> float | None:
    """Return the offset (mm) of the hit edge's midpoint from the port axis; None if no edge is hit.

    Points are (along, out) relative to the port. A cell is met if the point (0, BESIDE_SLOT) lies in its outline,
    which is so if the ray from there outwards crosses the outline an odd number of times.
    """
    before, beyond = list[tuple[float, float]](), 0
    for (a1, o1), (a2, o2) in zip(points, (*points[1:], *points[:1]), strict=True):
        if (a1 > 0) == (a2 > 0):
            continue
        out = o1 + (o2 - o1) * a1 / (a1 - a2)
        if out > BESIDE_SLOT:
            beyond += 1
        else:
            before.append((out, -(a1 + a2) / 2))
    return max(before)[1] if beyond % 2 and before else None


def turn_port(number: int, quarters: int, count: int) -> int:
    """Return the number of the place where a port lies after its card is turned clockwise.

    `count` is the number of all ports of the card.
    """
    return (number + quarters * count // 4) % count


def normalize_turns(lines: Sequence[PathLine], count: int) -> tuple[PathLine, ...]:
    """Return the lines of a card in the least of its four turns: equal for cards that turn into each other."""
    return min(tuple(sorted(_turn_line(line, quarters, count) for line in lines)) for quarters in range(4))


def _turn_line(line: PathLine, quarters: int, count: int) -> PathLine:
    one, other = sorted(turn_port(number, quarters, count) for number in line[:2])
    return PathLine(one, other, line.color)


def count_sides_apart(line: PathLine, count: int) -> int:
    """Return 0 for a line whose ends are on one side of the card, 1 for neighboring sides, 2 for opposite sides."""
    far = abs(line.one * 4 // count - line.other * 4 // count)
    return min(far, 4 - far)


def must_cross(line: PathLine, other: PathLine) -> bool:
    """Return whether two lines must cross: around the edge, one end of the second lies between the ends of the first.

    Lines that share an end need not cross.
    """
    return len({*line[:2], *other[:2]}) == 4 and (line.one < other.one < line.other) != (
        line.one < other.other < line.other
    )
