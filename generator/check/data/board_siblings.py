"""Find the one place where a board breaks its own symmetry (GF179, notes)."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import dist, hypot
from typing import NamedTuple

from generator.check.analysis.board_symmetry import cells_at, index_cells, turn_point
from generator.check.data.board_graph import place_of_cell
from generator.geometry.tolerances import VISIBLE
from generator.geometry.types import Point
from generator.language.plurals import count_noun
from generator.model.board import Board, Cell
from generator.model.cell_ranges import parse_cells
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part

_TURNS = (6, 5, 4, 3, 2)  # parts of the circle
_MOST_CELLS = 3000
_MOST_LOST = 2  # cells that may have no image, because one is blocked
_MOST_MIXED = 2  # orbits of cells of several kinds: a kind that was given to the cell beside it
_FEWEST_ORBITS = 3  # of cells that a turn moves, for it to mean anything
_FEWEST_MIRRORED = 3  # pairs of cells of a kind that are mirrored, for the odd one to mean anything
_FEWEST_IN_ROW = 4  # cells of an area
_MOVED_ENDS = ((-1, -1), (1, 1), (0, -1), (1, 0), (0, 1), (-1, 0))  # of an area: shifted, one too long, one too short
_FEWEST_SIBLINGS = 3  # areas or routes that turn into one another


class _Motion(NamedTuple):
    """A symmetry of a board: its name in messages, its order, and the image of each cell."""

    name: str
    order: int
    image: Mapping[str, str]
    lost: tuple[str, ...]


class _Fault(NamedTuple):
    place: Place
    text: str


def check_board_siblings(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report, as a note, the cell, area or route of a board that differs from its images."""
    for part in parts:
        if part.board is None or not _FEWEST_ORBITS < len(part.board.cells) <= _MOST_CELLS:
            continue
        told = set[Place]()
        for motion in _find_motions(part.board):
            for fault in _find_faults(game, part, part.board, motion):
                if fault.place not in told:
                    yield Finding("GF179", fault.place, f"parts.{part.id}: {fault.text}", "note")
                told.add(fault.place)
            if told:
                break


def _find_faults(game: Game, part: Part, board: Board, motion: _Motion) -> Iterator[_Fault]:
    yield from _find_lost_cell(game, part, board, motion)
    yield from _find_odd_cell(game, part, board, motion)
    if motion.order > 2:
        yield from _find_odd_colors(game, part, board, motion)
        yield from _find_odd_area(game, part, board, motion)
        yield from _find_odd_route(game, part, board, motion)
        yield from _find_odd_join(game, part, board, motion)
    else:
        yield from _find_shifted_area(game, part, board, motion)
        yield from _find_odd_way(game, part, board, motion)


# --- how a board can lie on itself


def _find_motions(board: Board) -> Iterator[_Motion]:
    """Yield the rotations that nearly map the board onto itself, or the reflections if there are none."""
    turns = [
        motion for count in _TURNS if (motion := _lay(board, f"rotated by a 1/{count} turn", count, _turn(360 / count)))
    ]
    yield from turns
    if not any(motion.order > 2 for motion in turns):
        for name, move in (("mirrored left to right", _flip(-1, 1)), ("mirrored top to bottom", _flip(1, -1))):
            if motion := _lay(board, name, 2, move):
                yield motion


def _turn(degrees: float) -> Callable[[float, float], Point]:
    return lambda x, y: turn_point(x, y, degrees)


def _flip(across: int, down: int) -> Callable[[float, float], Point]:
    return lambda x, y: (across * x, down * y)


def _lay(board: Board, name: str, order: int, move: Callable[[float, float], Point]) -> _Motion | None:
    """Return the image of each cell; None if more than a few cells land on none of the same shape."""
    joined = {name for join in board.joins for name in (join.one, join.other)}
    cells = [cell for cell in board.cells.values() if cell.id in joined]
    mesh, x, y = index_cells(cells), board.width / 2, board.height / 2
    sizes = {cell.id: _measure(cell) for cell in cells}
    image, lost = dict[str, str](), list[str]()
    for cell in cells:
        dx, dy = move(cell.x - x, cell.y - y)
        there = cells_at(mesh, x + dx, y + dy)
        other = next((each for each in there if dist(sizes[each.id], sizes[cell.id]) < VISIBLE), None)
        if other:
            image[cell.id] = other.id
        else:
            lost.append(cell.id)
        if len(lost) > _MOST_LOST:
            return None
    moved = sum(one != other for one, other in image.items())
    return _Motion(name, order, image, tuple(lost)) if moved >= order * _FEWEST_ORBITS else None


def _measure(cell: Cell) -> Point:
    """Return how far the nearest and the farthest corner of a cell are from its middle, which no motion changes."""
    far = [hypot(x, y) for x, y in cell.points]
    return min(far), max(far)


def _list_orbits(motion: _Motion) -> list[list[str]]:
    """Return the orbits of cells under a motion, where they are complete."""
    found, seen = list[list[str]](), set[str]()
    for start in motion.image:
        orbit, at = [start], motion.image.get(start)
        while at is not None and at != start and len(orbit) < motion.order:
            orbit.append(at)
            at = motion.image.get(at)
        if start not in seen and at == start and len(orbit) == motion.order:
            found.append(orbit)
        seen.update(orbit)
    return found


# --- cells


def _find_lost_cell(game: Game, part: Part, board: Board, motion: _Motion) -> Iterator[_Fault]:
    """Report the missing cell, if all others have an image."""
    images = set(motion.image.values())
    unreached = [name for name in (*motion.image, *motion.lost) if name not in images]
    blocked = getattr(getattr(game.parts[part.id], board.generator, None), "blocked", ()) or ()
    if motion.order == 2 and len(blocked) < _FEWEST_MIRRORED:
        return
    moved = set(motion.lost) & set(unreached)
    if len(motion.lost) == len(unreached) == 2 and len(moved) == 1:
        cell = moved.pop()
        text = f"{cell!r} does not land on a cell when the board is {motion.name}; all other cells do"
        yield _Fault(place_of_cell(game, part, cell), text)
    if len(motion.lost) != 1 or len(unreached) != 1:
        return
    there = motion.lost[0]
    text = f"there is no cell for {there!r} to land on when the board is {motion.name}; all other cells land on one"
    yield _Fault(_place_blocked(game, part, board, motion), text)


def _place_blocked(game: Game, part: Part, board: Board, motion: _Motion) -> Place:
    """Return the line that blocks a cell: the only one without an image among the blocked ones, or the last."""
    data = game.parts[part.id]
    blocked = list(getattr(getattr(data, board.generator, None), "blocked", ()) or ())
    own = [name for name, cell in getattr(data, "cells", {}).items() if getattr(cell, "blocked", False)]
    if own:
        return game.place("parts", part.id, "cells", own[-1])
    number = len(blocked) - 1
    return game.place("parts", part.id, board.generator, "blocked", max(0, number))


def _find_odd_cell(game: Game, part: Part, board: Board, motion: _Motion) -> Iterator[_Fault]:
    """Report the only cell whose kind differs from that of its images."""
    orbits = _list_orbits(motion)
    mixed = [orbit for orbit in orbits if len({board.cells[name].kind for name in orbit}) > 1]
    usual = Counter(cell.kind for cell in board.cells.values()).most_common(1)[0][0]
    marked = [orbit for orbit in orbits if orbit not in mixed and board.cells[orbit[0]].kind != usual]
    if not 0 < len(mixed) <= _MOST_MIXED or not marked:
        return
    counts = Counter(board.cells[name].kind for name in mixed[0])
    right, times = counts.most_common(1)[0]
    odd = [name for name in mixed[0] if board.cells[name].kind != right]
    if motion.order == 2:
        odd = [name for name in mixed[0] if board.cells[name].kind != usual]
        right = usual
        if len(marked) < _FEWEST_MIRRORED:
            return
    if len(odd) == 1 and times >= motion.order - 1:
        others = ", ".join(repr(name) for name in mixed[0] if name not in odd)
        kind = board.cells[odd[0]].kind
        text = f"{odd[0]!r} is {kind!r}, but {others}, where it lands when the board is {motion.name}, is {right!r}"
        rest = f"{count_noun(len(orbits) - len(mixed), 'other cell')} and their images agree"
        listed = getattr(game.parts[part.id], "kinds", {})
        named = right if kind == usual or kind not in listed else kind
        yield _Fault(_place_amendment(game, part, odd[0], "kinds", named), f"{text}; {rest}")


def _place_amendment(game: Game, part: Part, cell: str, key: str, name: str) -> Place:
    """Return where a cell gets its kind or color: its own entry, else the item that names it, else the list."""
    data = game.parts[part.id]
    if cell in getattr(data, "cells", {}):
        return game.place("parts", part.id, "cells", cell)
    items = getattr(data, key, {}).get(name)
    if items is None:
        return place_of_cell(game, part, cell)
    number = next((n for n, item in enumerate(items) if item == cell or parse_cells(item).covers(cell)), None)
    return game.place("parts", part.id, key, name, *([] if number is None else [number]))


def _find_odd_colors(game: Game, part: Part, board: Board, motion: _Motion) -> Iterator[_Fault]:
    """Report the only cell whose color does not rotate along with all others."""
    moved: dict[str, Counter[str]] = defaultdict(Counter)
    for one, other in motion.image.items():
        if one != other:
            moved[board.cells[one].color][board.cells[other].color] += 1
    goes = {color: targets.most_common(1)[0][0] for color, targets in moved.items()}
    odd = [
        (one, other)
        for one, other in motion.image.items()
        if one != other and board.cells[other].color != goes[board.cells[one].color]
    ]
    shared = set(odd[0]).intersection(*odd) if odd else set()
    if len(odd) == 1:
        counts = Counter(cell.color for cell in board.cells.values() if cell.id in motion.image)
        shared = {min(odd[0], key=lambda name: counts[board.cells[name].color])}
    if len(shared) == 1 and len(odd) <= 2 and any(len(targets) > 1 for targets in moved.values()):
        cell = shared.pop()
        color = board.cells[cell].color
        source = next((one for one, other in odd if other == cell), "")
        right = goes[board.cells[source].color] if source else ""
        text = (
            f"{cell!r} is {color or 'without a color'}, but would be {right or 'without one'} if it matched {source!r}"
        )
        place = _place_amendment(game, part, cell, "colors", color or right)
        yield _Fault(place, f"{text} as all others match theirs when the board is {motion.name}")


# --- areas and routes


def _find_odd_area(game: Game, part: Part, board: Board, motion: _Motion) -> Iterator[_Fault]:
    """Report the area that has one cell too few or too many compared with its images."""
    areas = {name: set(cells) for name, cells in board.areas.items()}
    images = {name: {motion.image.get(cell, "") for cell in cells} for name, cells in areas.items()}
    sound = [(name, other) for name in areas for other in areas if images[name] == areas[other]]
    matched = {name for pair in sound if pair[0] != pair[1] for name in pair}
    odd = [name for name in areas if name not in {one for one, _ in sound} or name not in {two for _, two in sound}]
    if len(matched) < _FEWEST_SIBLINGS - 1:
        return
    for name in odd:
        like = next((other for other in areas if other != name and _is_near(images[other], areas[name])), "")
        if not like or images[name] == areas[name]:
            continue
        if extra := areas[name] - images[like]:
            what = f"{min(extra)!r} is in the area {name!r}, but the cell that lands on it is not in {like!r}"
        else:
            what = f"the area {name!r} lacks {min(images[like] - areas[name])!r}, where a cell of {like!r} lands"
        if images[like] != areas[name] and like in matched:
            yield _Fault(
                game.place("parts", part.id, "areas", name),
                f"{what}; all other areas match when the board is {motion.name}",
            )
            return


def _find_shifted_area(game: Game, part: Part, board: Board, motion: _Motion) -> Iterator[_Fault]:
    """Report the one row of cells that would be its own image if an end or both moved by one."""
    order = list(motion.image)
    areas = {name: set(cells) for name, cells in board.areas.items() if len(cells) >= _FEWEST_IN_ROW}
    images = {name: {motion.image.get(cell, "") for cell in cells} for name, cells in areas.items()}
    odd = [name for name, image in images.items() if image not in areas.values()]
    if len(odd) != 1 or len(areas) < 2 or not areas[odd[0]] <= motion.image.keys():
        return
    at = [n for n, cell in enumerate(order) if cell in areas[odd[0]]]
    if at[-1] - at[0] != len(at) - 1:
        return
    for first, last in _MOVED_ENDS:
        row = {order[n % len(order)] for n in range(at[0] + first, at[-1] + last + 1)}
        if {motion.image.get(cell, "") for cell in row} == row:
            ends = f"from {order[(at[0] + first) % len(order)]!r} to {order[(at[-1] + last) % len(order)]!r}"
            text = f"the area {odd[0]!r} matches no area when the board is {motion.name}, as all others do"
            place = game.place("parts", part.id, "areas", odd[0])
            yield _Fault(place, f"{text}; {ends}, it would match itself")
            return


def _is_near(one: set[str], other: set[str]) -> bool:
    """Return whether two sets differ, by one or two cells of many."""
    return 0 < len(one ^ other) <= max(2, len(one) // 2) and len(one & other) >= 2


def _find_odd_route(game: Game, part: Part, board: Board, motion: _Motion) -> Iterator[_Fault]:
    """Report the route with a step that differs from its images."""
    routes = {name: tuple(cells) for name, cells in board.routes.items()}
    images = {name: tuple(motion.image.get(cell, "") for cell in cells) for name, cells in routes.items()}
    sound = [(name, other) for name in routes for other in routes if images[name] == routes[other] and name != other]
    matched = {name for pair in sound for name in pair}
    if not sound or len(routes) < _FEWEST_SIBLINGS:
        return
    for name, cells in routes.items():
        if name in matched:
            continue
        like = next((other for other in matched if _differ_little(images[other], cells)), "")
        if like:
            step = next((n for n, (a, b) in enumerate(zip(images[like], cells, strict=False)) if a != b), len(cells))
            here, there = cells[min(step, len(cells) - 1)], images[like][min(step, len(images[like]) - 1)]
            text = f"the route {name!r} passes {here!r} at step {step}, but {like!r}, {motion.name}, passes {there!r}"
            yield _Fault(_place_step(game, part, name, here), f"{text}; all other routes match")


def _find_odd_way(game: Game, part: Part, board: Board, motion: _Motion) -> Iterator[_Fault]:
    """Report the route of one of two players that mirrors that of the other except for its first or last steps.

    The route at fault is the one that passes cells of the other player where they differ, or else the second one.
    """
    for roles in _list_ways(game, board):
        ways = {role: board.routes[role.rpartition(".")[2]] for role in roles}
        images = {role: tuple(motion.image.get(cell, "") for cell in way) for role, way in ways.items()}
        for role, other in (roles, roles[::-1]):
            way, image = ways[role], images[other]
            steps = [n for n, (a, b) in enumerate(zip(way, image, strict=False)) if a != b]
            if len(way) != len(image) or not steps or not _differ_little(image, way) or images[role] == way:
                continue
            owners = {board.cells[way[n]].color for n in steps}
            if other in owners or (role == roles[1] and not owners & {*roles}):
                here, there = way[steps[0]], image[steps[0]]
                name, like = role.rpartition(".")[2], other.rpartition(".")[2]
                text = f"the route {name!r} passes {here!r} at step {steps[0]}, but {like!r}, {motion.name}, passes"
                yield _Fault(_place_step(game, part, name, here), f"{text} {there!r}; their other steps match")
                return


def _list_ways(game: Game, board: Board) -> Iterator[tuple[str, str]]:
    """Yield the two colors of each group that have a route of their own, if exactly two have one."""
    groups: dict[str, list[str]] = defaultdict(list)
    for role in game.colors:
        group, _, name = role.rpartition(".")
        if group and name in board.routes:
            groups[group].append(role)
    yield from ((roles[0], roles[1]) for roles in groups.values() if len(roles) == 2)


def _differ_little(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two routes share most of their cells in the same order from the start, or to the end."""
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    pairs = zip(reversed(one), reversed(other), strict=False)
    end = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    return start + end >= 0.7 * max(len(one), len(other))


def _place_step(game: Game, part: Part, route: str, cell: str) -> Place:
    """Return the place of the item of a route that names a cell."""
    items = getattr(game.parts[part.id], "routes", {}).get(route, ())
    number = next((n for n, item in enumerate(items) if item == cell or parse_cells(item).covers(cell)), None)
    path = ("parts", part.id, "routes", route)
    return game.place(*path) if number is None else game.place(*path, number)


# --- joins


def _find_odd_join(game: Game, part: Part, board: Board, motion: _Motion) -> Iterator[_Fault]:
    """Report the only join that is missing or extra among those that a motion maps onto each other."""
    joins = {(*_order(join.one, join.other, join.one_way), join.kind, join.one_way) for join in board.joins}
    odd = []
    for one, other, kind, one_way in sorted(joins):
        ends = motion.image.get(one), motion.image.get(other)
        if None not in ends and (*_order(str(ends[0]), str(ends[1]), one_way), kind, one_way) not in joins:
            odd.append((one, other, *ends))
    if len(odd) != 1:
        return
    one, other, image, other_image = map(str, odd[0])
    named = list(_list_join_paths(game, part, {one, other, image, other_image}))
    place = game.place("parts", part.id, *named[-1]) if named else game.place("parts", part.id, board.generator)
    text = f"{one!r} and {other!r} are joined, but {image!r} and {other_image!r}, where they land when the board is"
    yield _Fault(place, f"{text} {motion.name}, are not joined in the same way; all other joins match")


def _order(one: str, other: str, one_way: bool) -> tuple[str, str]:
    return (one, other) if one_way or one < other else (other, one)


def _list_join_paths(game: Game, part: Part, cells: set[str]) -> Iterator[tuple[str, int]]:
    for key in ("cuts", "joins"):
        for number, pair in enumerate(getattr(game.parts[part.id], key, ()) or ()):
            if set(pair[:2]) <= cells:
                yield key, number
