"""Check that what a board draws in the colors of its players lies by the cells of these players (GF148)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from generator.check.paper.drawing import DrawnShape, plain_paint
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.geometry.types import Point
from generator.model.board import Board
from generator.model.color import Color
from generator.model.picture import Path

_FEWEST_COLORS = 3  # of two, each lies by the other's cells as well as by its own
_MOST_SHAPES = 4000


def find_rotated_paints(pages: KitPages) -> Iterator[LocatedFault]:
    """Yield GF148 if the paints of all players of a board lie nearest to the cells of others, each by another one's.

    Only what is drawn outside of the cells' own groups counts, such as a rose in the middle.
    """
    for face in pages.faces:
        board = face.part.board
        if board is None or face.side == "back" or len(face.drawing.shapes) > _MOST_SHAPES:
            continue
        for roles in _group_seats(board, pages.game.colors).values():
            yield from ((face, fault) for fault in _compare_seats(face, roles, pages.game.colors))


def _group_seats(board: Board, colors: Mapping[str, Color]) -> Mapping[str, Mapping[str, list[Point]]]:
    """Return the middles of the cells of each color, by the groups of colors of which enough have cells."""
    groups: dict[str, dict[str, list[Point]]] = defaultdict(lambda: defaultdict(list))
    for cell in board.cells.values():
        if cell.color in colors and "." in cell.color:
            groups[cell.color.rpartition(".")[0]][cell.color].append((cell.x, cell.y))
    return {group: roles for group, roles in groups.items() if len(roles) >= _FEWEST_COLORS}


def _compare_seats(
    face: Face, seats: Mapping[str, Sequence[Point]], colors: Mapping[str, Color]
) -> Iterator[PageFault]:
    by_paint = {colors[role].paint: role for role in seats}
    shapes: dict[str, list[DrawnShape]] = defaultdict(list)
    for each in _list_free_shapes(face):
        paint = plain_paint(each.shape.paint) if isinstance(each.shape, Path) else None
        if paint in by_paint:
            shapes[by_paint[paint]].append(each)
    if len(by_paint) < len(seats) or shapes.keys() != seats.keys():
        return
    nearest = {role: Counter(_find_nearest(each, seats) for each in some) for role, some in shapes.items()}
    usual = {role: counts.most_common(1)[0] for role, counts in nearest.items()}
    if any(count < len(shapes[role]) for role, (_, count) in usual.items()):
        return
    by_role = {role: other for role, (other, _) in usual.items()}
    if {*by_role.values()} == {*by_role} and all(role != other for role, other in by_role.items()):
        role, other = next(iter(by_role.items()))
        says = f"this has the paint of {role!r} but lies by the cells of {other!r}; so do the paints of all players"
        yield PageFault("GF148", "rotated", says, shapes[role][0].address, "warning", "use")


def _list_free_shapes(face: Face) -> Iterator[DrawnShape]:
    own = {
        number
        for group in face.drawing.groups
        if group.name.startswith("cell.")
        for number in range(group.first, group.end)
    }
    return (each for number, each in enumerate(face.drawing.shapes) if number not in own and each.box is not None)


def _find_nearest(each: DrawnShape, seats: Mapping[str, Sequence[Point]]) -> str:
    left, top, right, bottom = each.box or (0.0, 0.0, 0.0, 0.0)
    x, y = (left + right) / 2, (top + bottom) / 2
    return min(seats, key=lambda role: min((a - x) ** 2 + (b - y) ** 2 for a, b in seats[role]))
