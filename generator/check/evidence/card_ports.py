"""Cells, a slot among them and a card that lies there go in; the cell that each port meets comes out.

The card lies in the middle of the slot. Turned clockwise by a quarter, each of its ports comes to lie where the port of
the same number on the next side was.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generator.geometry.outline import Outline
from generator.geometry.tolerances import BESIDE_SLOT
from generator.model.board import Cell
from generator.model.path import Line, Port


class Met(NamedTuple):
    """The cell that a port meets, and how far clockwise from the middle of the cell's side it does so, mm."""

    cell: str
    off: float


def along(port: Port) -> tuple[float, float]:
    """Return the unit vector along a port's side, clockwise."""
    return port.dy, -port.dx


def meets(cells: Iterable[Cell], slot: Cell, card: Outline, port: Port) -> Met | None:
    """Return what a port of a card meets that lies in a slot unturned: what is 1 mm outside, straight out from it.

    `cells` are all that might lie there; the first that does is met.
    """
    left, top, right, bottom = slot.box
    half = (right - left) / 2 if port.dx else (bottom - top) / 2
    ax, ay = along(port)
    over = (port.x - card.width / 2) * ax + (port.y - card.height / 2) * ay
    x = (left + right) / 2 + over * ax - half * port.dx
    y = (top + bottom) / 2 + over * ay - half * port.dy
    for cell in cells:
        seen = [(cell.x + px - x, cell.y + py - y) for px, py in cell.points]
        off = _off([(px * ax + py * ay, -px * port.dx - py * port.dy) for px, py in seen])
        if off is not None:
            return Met(cell.id, off)
    return None


def _off(points: Sequence[tuple[float, float]]) -> float | None:
    """Return how far the middle of the side that is met first lies before 0, None where 0, BESIDE_SLOT is outside.

    Points are along and out. The way out from 0 leaves the outline as often as it enters it.
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


def turned(number: int, quarters: int, count: int) -> int:
    """Return the number of the place where a port lies once its card is turned clockwise; `count` is of all ports."""
    return (number + quarters * count // 4) % count


def alike(lines: Sequence[Line], count: int) -> tuple[Line, ...]:
    """Return the lines of a card as they are in the first of its four turns: equal for cards that turn into another."""
    return min(tuple(sorted(_turned(line, quarters, count) for line in lines)) for quarters in range(4))


def _turned(line: Line, quarters: int, count: int) -> Line:
    one, other = sorted(turned(number, quarters, count) for number in line[:2])
    return Line(one, other, line.color)


def sides_apart(line: Line, count: int) -> int:
    """Return 0 for a line whose ends lie on one side of the card, 1 on neighboring sides, 2 on opposite ones."""
    far = abs(line.one * 4 // count - line.other * 4 // count)
    return min(far, 4 - far)


def cross(line: Line, other: Line) -> bool:
    """Return whether two lines must cross: going round the edge, one end of the second lies between those of the first.

    Lines that share an end need not.
    """
    return len({*line[:2], *other[:2]}) == 4 and (line.one < other.one < line.other) != (
        line.one < other.other < line.other
    )
