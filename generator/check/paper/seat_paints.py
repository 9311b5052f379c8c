"""Check that what has a player's color or signs on a board is next to that player's cells, or under them (GF148)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence

from generator.check.analysis.drawing import Address, DrawnShape, plain_paint
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.geometry.types import Point
from generator.model.board import Board
from generator.model.color import Color, to_rgb
from generator.model.picture import Path, Text

_FEWEST_COLORS = 3  # of two, each lies by the other's cells as well as by its own
_FEWEST_CELLS = 2  # of a color, on a ground of their own
_MOST_SHAPES = 4000
_PALE = 230  # of 255: a channel too light to judge tints by
_SAME_SHARE, _LEAST_SHARE = 0.03, 0.1

_Signs = frozenset[Hashable]


def find_rotated_paints(pages: KitPages) -> Iterator[LocatedFault]:
    """Report paints of most players of a board that are nearest to the cells of other players (GF148).

    Only what is drawn outside of the cells' own groups counts, such as a rose in the middle.
    """
    for face in pages.faces:
        board = face.part.board
        if board is None or face.side == "back" or len(face.drawing.shapes) > _MOST_SHAPES:
            continue
        for roles in _group_seats(board, pages.game.colors, _FEWEST_COLORS).values():
            yield from ((face, fault) for fault in _compare_seats(face, roles, pages.game.colors))


def find_rotated_signs(pages: KitPages) -> Iterator[LocatedFault]:
    """Report groups drawn for the players of a board, by each one's signs, next to the cells of others (GF148).

    Signs are what only the cells of some players show, such as stripes; size and number do not count.
    """
    for face in pages.faces:
        board = face.part.board
        if board is None or face.side == "back" or len(face.drawing.shapes) > _MOST_SHAPES:
            continue
        for seats in _group_seats(board, pages.game.colors, _FEWEST_COLORS).values():
            by_signs = {signs: role for role, signs in _list_seat_signs(face, board, seats).items()}
            if len(by_signs) == len(seats):
                yield from ((face, fault) for fault in _compare_signs(face, by_signs, seats))


def _list_seat_signs(face: Face, board: Board, seats: Collection[str]) -> Mapping[str, _Signs]:
    """Return the signs that set the cells of each color apart; without those that all have."""
    found: dict[str, set[Hashable]] = {role: set() for role in seats}
    for group in face.drawing.groups:
        cell = board.cells.get(group.name.removeprefix("cell."))
        if cell is not None and cell.color in found:
            found[cell.color].update(map(_read_sign, face.drawing.shapes[group.first : group.end]))
    shared = set[Hashable].intersection(*found.values())
    return {role: frozenset(signs - shared) for role, signs in found.items()}


def _compare_signs(
    face: Face, by_signs: Mapping[_Signs, str], seats: Mapping[str, Sequence[Point]]
) -> Iterator[PageFault]:
    known, count = frozenset[Hashable]().union(*by_signs), len(seats)
    for siblings in _list_sibling_groups(face):
        read = [known.intersection(map(_read_sign, face.drawing.list_below(each))) for each in siblings]
        for first in range(len(siblings) - count + 1):
            signs = read[first : first + count]
            if {*signs} == {*by_signs}:
                groups = dict(zip((by_signs[each] for each in signs), siblings[first:], strict=False))
                yield from _compare_groups(face, groups, known, seats)


def _compare_groups(
    face: Face, groups: Mapping[str, Address], signs: _Signs, seats: Mapping[str, Sequence[Point]]
) -> Iterator[PageFault]:
    shapes = {role: _list_with(face, group, signs) for role, group in groups.items()}
    found = _find_exchanged(shapes, seats, fewest=2)
    if found is not None:
        role, other, _ = found
        says = f"this has the signs of {role!r} but is next to the cells of {other!r}; turn it to its own"
        yield PageFault("GF148", "signs", says, groups[role], "warning")


def _list_with(face: Face, group: Address, signs: _Signs) -> list[DrawnShape]:
    return [each for each in face.drawing.list_below(group) if each.box is not None and _read_sign(each) in signs]


def _read_sign(each: DrawnShape) -> Hashable:
    """Return the form and the paints of a shape, without its size and its place."""
    shape = each.shape
    if not isinstance(shape, Path):
        return shape.text if isinstance(shape, Text) else shape.key
    return tuple(segment[0] for segment in shape.segments), shape.paint.fill, shape.paint.stroke


def _list_sibling_groups(face: Face) -> Iterator[Sequence[Address]]:
    """Yield the groups that are drawn one after another in a group, or in the face."""
    children: dict[Address, dict[Address, None]] = defaultdict(dict)
    for each in face.drawing.shapes:
        for depth in range(1, len(each.address)):
            children[each.address[: depth - 1]][each.address[:depth]] = None
    return ([*below] for below in children.values())


def find_exchanged_grounds(pages: KitPages) -> Iterator[LocatedFault]:
    """Report a ground in the paint of one player that lies under all cells of another, and of nobody else (GF148).

    It is sound if another ground there has the player's own paint.
    """
    for face in pages.faces:
        board = face.part.board
        if board is None or face.side == "back" or len(face.drawing.shapes) > _MOST_SHAPES:
            continue
        for seats in _group_seats(board, pages.game.colors, 2).values():
            yield from ((face, fault) for fault in _compare_grounds(face, seats, pages.game.colors))


def _compare_grounds(
    face: Face, seats: Mapping[str, Sequence[Point]], colors: Mapping[str, Color]
) -> Iterator[PageFault]:
    grounds: dict[str, dict[str, DrawnShape]] = defaultdict(dict)
    for each in _list_free_shapes(face):
        owner = _find_owner(each, seats)
        ink = each.shape.paint.fill if owner and isinstance(each.shape, Path) else None
        role = _find_role(ink, seats, colors) if isinstance(ink, str) else ""
        if role:
            grounds[owner].setdefault(role, each)
    for owner, shapes in grounds.items():
        if owner not in shapes:
            role, ground = next(iter(shapes.items()))
            says = f"this has the paint of {role!r} but lies under the cells of {owner!r}; use the paint of {owner!r}"
            yield PageFault("GF148", "ground", says, ground.address, "warning", "use")
            return


def _find_owner(each: DrawnShape, seats: Mapping[str, Sequence[Point]]) -> str:
    """Return the color all of whose cells have their middles in the box of a shape, if no others have; else empty."""
    left, top, right, bottom = each.box or (0.0, 0.0, 0.0, 0.0)
    inside = {role: sum(left < x < right and top < y < bottom for x, y in middles) for role, middles in seats.items()}
    found = [role for role, count in inside.items() if count]
    return found[0] if len(found) == 1 and _FEWEST_CELLS <= inside[found[0]] == len(seats[found[0]]) else ""


def _group_seats(board: Board, colors: Mapping[str, Color], fewest: int) -> Mapping[str, Mapping[str, list[Point]]]:
    """Return the middles of the cells of each color, by the groups of colors of which so many have cells."""
    groups: dict[str, dict[str, list[Point]]] = defaultdict(lambda: defaultdict(list))
    for cell in board.cells.values():
        if cell.color in colors and "." in cell.color:
            groups[cell.color.rpartition(".")[0]][cell.color].append((cell.x, cell.y))
    return {group: roles for group, roles in groups.items() if len(roles) >= fewest}


def _compare_seats(
    face: Face, seats: Mapping[str, Sequence[Point]], colors: Mapping[str, Color]
) -> Iterator[PageFault]:
    families: dict[Hashable, dict[str, list[DrawnShape]]] = defaultdict(lambda: defaultdict(list))
    for each in _list_free_shapes(face):
        paint = plain_paint(each.shape.paint) if isinstance(each.shape, Path) else None
        if isinstance(each.shape, Path) and paint and (role := _find_role(paint, seats, colors)):
            families[each.shape.segments][role].append(each)
            families[None][role].append(each)
    for shapes in families.values():
        found = _find_exchanged(shapes, seats, len(seats) // 2 + 1)  # those of most
        if found is not None:
            role, other, count = found
            more = "so do the paints of all players" if count == len(seats) else f"so do those of {count} players"
            says = f"this has the paint of {role!r} but is next to the cells of {other!r}; {more}"
            address = _find_own_address(shapes[role][0], shapes[other][0])
            yield PageFault("GF148", "rotated", says, address, "warning", "use")
            return


def _find_own_address(one: DrawnShape, other: DrawnShape) -> Address:
    """Return the address of the outermost group that has a shape and not another, or of the shape."""
    steps = enumerate(zip(one.address, other.address, strict=False), 1)
    return one.address[: next((depth for depth, (a, b) in steps if a != b), None)]


def _find_exchanged(
    shapes: Mapping[str, Sequence[DrawnShape]], seats: Mapping[str, Sequence[Point]], fewest: int
) -> tuple[str, str, int] | None:
    """Return the first role whose shapes lie by the cells of another, that one, and how many do; None if few do.

    There must be shapes of all players, each player's by the cells of one.
    """
    if shapes.keys() != seats.keys():
        return None
    nearest = {role: Counter(_find_nearest(each, seats) for each in some) for role, some in shapes.items()}
    if any(len(counts) > 1 for counts in nearest.values()):
        return None
    by_role = {role: next(iter(counts)) for role, counts in nearest.items()}
    moved = [role for role, other in by_role.items() if role != other]
    if {*by_role.values()} != {*by_role} or len(moved) < fewest:
        return None
    return moved[0], by_role[moved[0]], len(moved)


def _find_role(paint: str, seats: Mapping[str, Sequence[Point]], colors: Mapping[str, Color]) -> str:
    """Return the only role that has a paint, or of whose paint it is a tint; empty if there is none."""
    found = [role for role in seats if colors[role].paint == paint]
    found = found or [role for role in seats if _is_tint(to_rgb(paint), to_rgb(colors[role].paint))]
    return found[0] if len(found) == 1 else ""


def _is_tint(paint: tuple[int, int, int], base: tuple[int, int, int]) -> bool:
    """Return whether a paint is another with white in it."""
    shares = [(255 - one) / (255 - other) for one, other in zip(paint, base, strict=True) if other < _PALE]
    return bool(shares) and max(shares) - min(shares) < _SAME_SHARE and _LEAST_SHARE < min(shares) < 1


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
