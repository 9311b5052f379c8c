"""Find the turns that map a board onto itself, and which color each color is mapped to."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, gcd, hypot, radians, sin

from generator.geometry.polygon import is_same_outline
from generator.geometry.tolerances import VISIBLE
from generator.geometry.types import Points
from generator.model.board import Board, Cell

CellIndex = Mapping[tuple[int, int], Sequence[Cell]]


def index_cells(cells: Iterable[Cell]) -> CellIndex:
    """Return cells by the square of a fine grid that their middle lies in."""
    found: dict[tuple[int, int], list[Cell]] = {}
    for cell in cells:
        found.setdefault((round(cell.x / VISIBLE), round(cell.y / VISIBLE)), []).append(cell)
    return found


def cells_at(mesh: CellIndex, x: float, y: float) -> Iterator[Cell]:
    """Yield the cells whose middles are within VISIBLE of a point of the board."""
    across, down = round(x / VISIBLE), round(y / VISIBLE)
    for key in ((across + dx, down + dy) for dx in (0, -1, 1) for dy in (0, -1, 1)):
        yield from (cell for cell in mesh.get(key, ()) if hypot(cell.x - x, cell.y - y) <= VISIBLE)


def turn_point(x: float, y: float, degrees: float) -> tuple[float, float]:
    """Return a point turned counterclockwise, as seen, about 0, 0; y points down."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return c * x + s * y, c * y - s * x


def map_colors(board: Board, degrees: float, roles: Collection[str]) -> dict[str, str] | None:
    """Return the color role that each is mapped to by a counterclockwise turn; None if the board differs.

    The board is mapped onto itself if each joined cell lands on one of its kind and outline, joins land on joins of
    their kind and direction, `roles` land on each other, and all other colors on themselves. Roles without a joined
    cell are left out.
    """
    if (there := _map_cells(board, degrees)) is None:
        return None
    colors = {(board.cells[one].color, board.cells[other].color) for one, other in there.items()}
    moved = dict(colors)  # as cells lie one on another, so do colors, if each lies on one alone
    if len(moved) < len(colors) or any(one != other for one, other in colors if one not in roles):
        return None
    joins = {*_directed_joins(board)}
    if any((there[one], there[other], kind) not in joins for one, other, kind in joins):
        return None
    return {role: moved[role] for role in roles if role in moved}


def find_orbits(board: Board, roles: Collection[str], seats: Sequence[str]) -> list[list[str]]:
    """Return the orbits of seats (color roles) under turns of the board, in the order of the seats.

    The turns that map the board onto itself are a cyclic group: all are multiples of the smallest. Only those count
    that leave the same seats taken. Each seat must have a joined cell.
    """
    same = {seat: seat for seat in seats}
    least = next((found for degrees in candidate_turns(board) if (found := map_colors(board, degrees, roles))), same)
    carried, now = {seat: [seat] for seat in seats}, {seat: least[seat] for seat in seats}
    while now != same:
        if {*now.values()} == {*seats}:
            for seat in seats:
                carried[seat].append(now[seat])
        now = {seat: least[other] for seat, other in now.items()}
    sets = {frozenset(carried[seat]): None for seat in seats}
    return [[seat for seat in seats if seat in each] for each in sets]


def candidate_turns(board: Board) -> Iterator[float]:
    """Yield the turns that could map the board onto itself, in degrees, the smallest first, without the full turn.

    A turn by 360 / n moves cells in cycles of n, except for one in the middle; so n divides their number for each
    kind.
    """
    middle = board.width / 2, board.height / 2
    moving = Counter(
        cell.kind for cell in _joined_cells(board) if hypot(cell.x - middle[0], cell.y - middle[1]) > VISIBLE
    )
    most = gcd(*moving.values())
    yield from (360 / n for n in range(most, 1, -1) if most % n == 0)


def _joined_cells(board: Board) -> list[Cell]:
    """Return the cells that have a join: no slots, nor places that no piece steps to."""
    names = {name for join in board.joins for name in (join.one, join.other)}
    return [cell for cell in board.cells.values() if cell.id in names]


def _directed_joins(board: Board) -> Iterator[tuple[str, str, str]]:
    for join in board.joins:
        yield join.one, join.other, join.kind
        if not join.one_way:
            yield join.other, join.one, join.kind


@lru_cache(maxsize=64)
def _map_cells(board: Board, degrees: float) -> dict[str, str] | None:
    """Return which cell each is mapped to, of its kind and outline and each a different one; None if there is none."""
    cells = _joined_cells(board)
    mesh, x, y = index_cells(cells), board.width / 2, board.height / 2
    pairs: list[tuple[Cell, Cell]] = []
    for cell in cells:
        dx, dy = turn_point(cell.x - x, cell.y - y, degrees)
        other = next((each for each in cells_at(mesh, x + dx, y + dy) if each.kind == cell.kind), None)
        if other is None:
            return None
        pairs.append((cell, other))
    alike: dict[tuple[Points, Points], bool] = {}
    for cell, other in pairs:
        key = cell.points, other.points
        if key not in alike:
            alike[key] = is_same_outline(
                tuple(turn_point(*point, degrees) for point in cell.points), other.points, VISIBLE
            )
        if not alike[key]:
            return None
    found = {cell.id: other.id for cell, other in pairs}
    return found if len({*found.values()}) == len(found) else None
