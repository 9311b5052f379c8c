"""Find labels that two cells of a board have, one-way joins that lead back, and starts on the way (GF179, notes)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist

from generator.check.analysis.join_places import locate_join
from generator.check.data.board_graph import place_of_cell
from generator.geometry.types import Point
from generator.model.board import Board
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part

_FEWEST_LABELS = 5  # different labels of a kind, for the one that appears twice to mean anything
_SHORTEST_NAME = 4  # letters of a label that is a name, which no other cell of any kind has
_FEWEST_CELLS = 2  # of an area: two colors may share one cell
_FEWEST_STEPS = 4  # of a track between points that are all in place
_FAR = 1.7  # times the longest step of all others
_FEWEST_JOINS = 3  # one-way joins of a kind along a route


def check_odd_cells(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report, as notes, a label that two cells of a kind share, and a join that runs against all others of its kind."""
    for part in parts:
        if part.board is not None:
            yield from _find_label_given_twice(game, part, part.board)
            yield from _find_join_back(game, part, part.board)
            yield from _find_ends_on_the_way(game, part, part.board)
            yield from _find_copied_area(game, part, part.board)
            yield from _find_point_astray(game, part)


def _find_label_given_twice(game: Game, part: Part, board: Board) -> Iterator[Finding]:
    labels: dict[str, dict[str, str]] = defaultdict(dict)
    for cell in board.cells.values():
        if cell.label:
            labels[cell.kind][cell.id] = cell.label
    names = {cell.id: cell.label for cell in board.cells.values() if len(cell.label) >= _SHORTEST_NAME}
    for kind, found in (*labels.items(), ("", names)):
        twice = [label for label, count in Counter(found.values()).items() if count > 1]
        if len(twice) != 1 or len(found) - len({*found.values()}) != 1 or len(found) <= _FEWEST_LABELS:
            continue
        one, other = [cell for cell, label in found.items() if label == twice[0]]
        if all(cell.rpartition(".")[2] == twice[0] for cell in (one, other)):
            continue  # spaces of two tracks, which count alike
        is_first = _is_sorted_without(found, one) and not _is_sorted_without(found, other)
        odd, right = (one, other) if is_first else (other, one)
        rest = f"all other labels of kind {kind!r} differ" if kind or found is not names else "all other names differ"
        says = f"the cell {odd!r} has the label {twice[0]!r}, as does {right!r}; {rest}"
        yield Finding("GF179", _place_label(game, part, odd), f"parts.{part.id}: {says}", "note")
        return


def _is_sorted_without(labels: dict[str, str], cell: str) -> bool:
    """Return whether labels are in order without that of a cell."""
    rest = [label for name, label in labels.items() if name != cell]
    return rest == sorted(rest)


def _place_label(game: Game, part: Part, cell: str) -> Place:
    data = game.parts[part.id]
    if cell in getattr(data, "cells", {}):
        return game.place("parts", part.id, "cells", cell)
    return place_of_cell(game, part, cell)


def _find_join_back(game: Game, part: Part, board: Board) -> Iterator[Finding]:
    """Yield the one-way join of a kind that leads back along a route, where all others lead on."""
    for name, route in board.routes.items():
        steps = {cell: number for number, cell in enumerate(route)}
        kinds: dict[str, list[tuple[int, tuple[str, str]]]] = defaultdict(list)
        for join in board.joins:
            if join.one_way and join.one in steps and join.other in steps:
                kinds[join.kind].append((steps[join.other] - steps[join.one], (join.one, join.other)))
        for kind, found in kinds.items():
            signs = Counter(way > 0 for way, _ in found)
            if len(found) < _FEWEST_JOINS or min(signs.values()) != 1 or len(signs) != 2:
                continue
            usual = signs.most_common(1)[0][0]
            one, other = next(ends for way, ends in found if (way > 0) is not usual)
            way, rest = ("backward", "forward") if usual else ("forward", "backward")
            says = f"the join {kind!r} from {one!r} to {other!r} leads {way} along the route {name!r}"
            yield Finding(
                "GF179",
                locate_join(game, part, one, other),
                f"parts.{part.id}: {says}, but all {len(found) - 1} others lead {rest}: are its ends swapped?",
                "note",
            )


def _find_ends_on_the_way(game: Game, part: Part, board: Board) -> Iterator[Finding]:
    """Yield the only start or goal on a route that is within it, where the route begins or ends at another cell."""
    for name, route in board.routes.items():
        for kind, end, verb in (("start", 0, "begins"), ("goal", -1, "ends")):
            found = [cell for cell in dict.fromkeys(route) if board.cells[cell].kind == kind]
            if len(found) == 1 and found[0] != route[end]:
                says = f"the {kind} {found[0]!r} is on the route {name!r}, but the route {verb} at {route[end]!r}"
                yield Finding("GF179", place_of_cell(game, part, found[0]), f"parts.{part.id}: {says}", "note")


def _find_copied_area(game: Game, part: Part, board: Board) -> Iterator[Finding]:
    """Report, as a note, an area named after a color that has the cells of another color's area."""
    colors = {word for color in game.colors.values() for word in (color.role.rpartition(".")[2], color.called)}
    known: dict[frozenset[str], str] = {}
    for name, cells in board.areas.items():
        if len(cells) < _FEWEST_CELLS or not colors & {*name.replace("-", ".").split(".")}:
            continue
        other = known.setdefault(frozenset(cells), name)
        if other != name:
            says = f"the area {name!r} has the same cells as {other!r}; was its line copied?"
            yield Finding("GF179", game.place("parts", part.id, "areas", name), f"parts.{part.id}: {says}", "note")


def _find_point_astray(game: Game, part: Part) -> Iterator[Finding]:
    """Report, as a note, the point of a track that lies far from both of its neighbors, where all others are near."""
    for name, line in (getattr(game.parts.get(part.id), "tracks", None) or {}).items():
        points = [(point[0], point[1]) for point in line.points or ()]
        odd = _choose_point_astray(points)
        if odd is not None:
            x, y = points[odd]
            swapped = [*points[:odd], (y, x), *points[odd + 1 :]]
            advice = f"did you mean [{y:g}, {x:g}]?" if _choose_point_astray(swapped) is None else "check its place"
            space = f"{name}.{line.steps[odd] if line.steps else line.first + odd}"
            says = f"the space {space!r} lies at [{x:g}, {y:g}], far from those before and after it"
            place = game.place("parts", part.id, "tracks", name, "points", odd)
            yield Finding("GF179", place, f"parts.{part.id}: {says}: {advice}", "note")


def _choose_point_astray(points: Sequence[Point]) -> int | None:
    """Return the point whose steps to its neighbors are both much longer than all others."""
    steps = [dist(one, other) for one, other in pairwise(points)]
    for number in range(1, len(points) - 1):
        others = steps[: number - 1] + steps[number + 1 :]
        if len(others) >= _FEWEST_STEPS - 1 and min(steps[number - 1 : number + 1]) > _FAR * max(others):
            return number
    return None
