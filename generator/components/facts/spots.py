"""The facts of boards and tracks: cells, joins and spaces, which have a spot on a face, and routes and areas."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import cos, hypot, radians, sin
from typing import Any, NamedTuple

from msgspec.structs import replace

from generator.components.boards.board import cell_values, compose_board_values
from generator.components.facts.variants import MOST_TRIED, FactWork, Variant, other_values
from generator.geometry.bounds import boxes_overlap, point_bounds
from generator.geometry.types import Points
from generator.model.board import OWN_CELLS, Board, Cell, Join, find_caption_area
from generator.model.cell_ranges import find_cell_id, parse_cells
from generator.model.data_types import Value
from generator.model.facts import Fact, FactKind, Witnesses
from generator.model.finding import Place
from generator.model.game import ComponentKind, Design, Game, Part

_REMOVED, _REVERSED = "removed", "reversed"
_APART = 2.5  # mm between spots that are changed at once, so that each change is seen in its own


class Spot(NamedTuple):
    """A fact with its area: what it is of (a cell, two cells, a space), and other values in the order to be tried."""

    fact: Fact
    key: Any
    others: tuple[Value, ...]


class SpotSource(NamedTuple):
    """The spots of one sort on the front of a design; `change` returns the part with other values in some of them.

    `reads` is the name that a template must read to show any of them.
    """

    part: Part
    design: Design
    reads: str
    spots: Sequence[Spot]
    change: Callable[[Mapping[Any, Value]], Part]

    def vary(self, changed: Sequence[tuple[Spot, Value]]) -> Variant:
        """Return the design with other values in some of its spots."""
        part = self.change({spot.key: value for spot, value in changed})
        return Variant(tuple(spot.fact for spot, _ in changed), repr(changed[0][1]), part, self.design)

    def work_of(self, spot: Spot) -> FactWork:
        """Return what is needed to change a spot alone."""

        def vary() -> Iterator[Variant]:
            return (self.vary([(spot, value)]) for value in spot.others)

        return FactWork(spot.fact, self.part, self.design, (self.reads,), vary, sides=("front",))


def list_spot_sources(game: Game, part: Part) -> Iterator[SpotSource]:
    """Yield the sorts of spots that a part has: of a board, or of a track."""
    design = part.designs[0]
    if part.board is not None:
        for field in ("kind", "color", "label"):
            yield _list_cells(game, part, part.board, design, field)
        yield _list_joins(game, part, part.board, design)
    if "spaces" in part.values:
        yield _list_spaces(game, part, design)


# what cells of a mat are called that the data give no other kind; a template need not draw that
_USUAL_KINDS = {"tracks": "space", "counters": "counter", "tables": "entry"}
_PLACES_FOR_CARDS = {"slots": "slot", "pockets": "pocket"}


def separate_spots(spots: Sequence[Spot]) -> list[list[Spot]]:
    """Return the spots in groups whose areas lie apart, so that all of a group can be changed at once."""
    groups: list[tuple[list[Spot], list[tuple[float, float, float, float]]]] = []
    for spot in spots:
        left, top, right, bottom = point_bounds(spot.fact.areas[0])
        near = left - _APART, top - _APART, right + _APART, bottom + _APART
        free = next((each for each in groups if not any(boxes_overlap(near, box) for box in each[1])), None)
        if free is None:
            groups.append(([spot], [near]))
        else:
            free[0].append(spot)
            free[1].append(near)
    return [group for group, _ in groups]


def outline_key(cell: Cell) -> tuple[tuple[float, float], ...]:
    """Return a value that is equal for cells of the same outline, apart from their turn."""
    c, s = cos(radians(-cell.turn)), sin(radians(-cell.turn))
    return tuple(sorted((round(c * x - s * y, 1) + 0.0, round(s * x + c * y, 1) + 0.0) for x, y in cell.points))


def _list_cells(game: Game, part: Part, board: Board, design: Design, field: str) -> SpotSource:
    values = [getattr(cell, field) for cell in board.cells.values()]
    common = [value for value, _ in Counter(values).most_common() if value]
    if field == "color":
        common += [role for role in game.colors if role not in common]
    spots = []
    given = [cell for cell in board.cells.values() if field != "kind" or not _is_usual_kind(game, part, cell)]
    if field == "kind" and all(_is_usual_kind(game, part, cell, _PLACES_FOR_CARDS) for cell in given):
        given = []  # slots alone, whose outlines tell them from spaces
    for cell in given:
        value = getattr(cell, field)
        if value == "":
            continue
        others = [each for each in common if each != value]
        if field == "color":  # a template that knows the color of a player may not know any other
            group = value.rpartition(".")[0]
            others = [role for role in others if role.rpartition(".")[0] == group] or others
        if field == "label":
            others = [str(each) for each in other_values(value, others)]
        place = _find_place(game, part, cell, field)
        fact = Fact(
            part.id,
            "",
            "cell",
            field,
            value,
            place=place,
            areas=(_find_area(board, cell, field),),
            of=cell.id,
        )
        spots.append(Spot(fact, cell.id, tuple(others[:MOST_TRIED])))

    def change(changed: Mapping[Any, Value]) -> Part:
        cells = {name: replace(board.cells[name], **{field: value}) for name, value in changed.items()}
        return change_board(part, replace(board, cells={**board.cells, **cells}))

    return SpotSource(part, design, "cells", spots, change)


def _find_area(board: Board, cell: Cell, field: str) -> Points:
    """Return where a fact of a cell is seen: on it, and the label of a cell of a map also beside it."""
    if field != "label" or board.generator != OWN_CELLS:
        return cell.board_points
    left, top, right, bottom = find_caption_area(cell.board_points)
    return (left, top), (right, top), (right, bottom), (left, bottom)


def change_board(part: Part, board: Board) -> Part:
    """Return the part with another board; what templates get of its unchanged cells is not made again."""
    old: Any = part.board
    known = {each["id"]: each for each in part.values["cells"]}
    cells = {
        name: known[name] if old.cells.get(name) is cell else cell_values(cell) for name, cell in board.cells.items()
    }
    return replace(part, board=board, values={**part.values, **compose_board_values(board, cells)})


def _is_usual_kind(game: Game, part: Part, cell: Cell, kinds: Mapping[str, str] = _USUAL_KINDS) -> bool:
    """Return whether an edge, a corner, or a cell of a track, a counter or a table has the kind of all such cells."""
    if cell.border and cell.kind == cell.border:
        return True
    data: Any = game.parts[part.id]
    owner = cell.id.partition(".")[0]
    usual = (kind for key, kind in kinds.items() if owner in (getattr(data, key, None) or ()))
    return cell.kind in usual and ("parts", part.id, "cells", cell.id, "kind") not in game.places


def _find_place(game: Game, part: Part, cell: Cell, field: str) -> Place:
    """Return where the data give a cell its kind, color or label: one by one, or in a list of cells."""
    data: Any = game.parts[part.id]
    names = cell.id, *cell.names
    for key in getattr(data, "cells", {}):
        own = ("parts", part.id, "cells", key, field)
        if own in game.places and any(map(parse_cells(key).covers, names)):
            return game.place(*own)
    sets = getattr(data, f"{field}s", {})
    for number, item in enumerate(sets.get(getattr(cell, field), ())):
        if any(map(parse_cells(item).covers, names)):
            return game.place("parts", part.id, f"{field}s", getattr(cell, field), number)
    assert part.board is not None
    owner = cell.id.partition(".")[0]
    spaces = (("parts", part.id, key, owner) for key in _USUAL_KINDS)
    return next(
        (game.place(*path) for path in spaces if path in game.places),
        game.place("parts", part.id, part.board.generator),
    )


def _list_joins(game: Game, part: Part, board: Board, design: Design) -> SpotSource:
    spots = []
    for join in board.joins:
        area = _join_area(board.cells[join.one], board.cells[join.other])
        place = _join_place(game, part, board, join)
        fact = Fact(part.id, "", "join", "join", join.kind, place=place, areas=(area,), of=f"{join.one} {join.other}")
        spots.append(Spot(fact, (join.one, join.other), (_REMOVED, *([_REVERSED] if join.one_way else []))))

    def change(changed: Mapping[Any, Value]) -> Part:
        joins = [
            join._replace(one=join.other, other=join.one) if changed.get(join[:2]) == _REVERSED else join
            for join in board.joins
            if changed.get(join[:2]) != _REMOVED
        ]
        return change_board(part, replace(board, joins=tuple(joins)))

    return SpotSource(part, design, "joins", spots, change)


def _join_area(one: Cell, other: Cell) -> Points:
    """Return the rectangle between the middles of two cells, as wide as the smaller of them."""
    boxes = [cell.box for cell in (one, other)]
    half = min(min(box[2] - box[0], box[3] - box[1]) for box in boxes) / 2
    dx, dy = other.x - one.x, other.y - one.y
    long = hypot(dx, dy) or 1.0
    px, py = -dy / long * half, dx / long * half
    return (
        (one.x + px, one.y + py),
        (other.x + px, other.y + py),
        (other.x - px, other.y - py),
        (one.x - px, one.y - py),
    )


def _join_place(game: Game, part: Part, board: Board, join: Join) -> Place:
    data: Any = game.parts[part.id]
    for number, words in enumerate(data.joins):
        if {find_cell_id(word, board.cells, board.names) for word in words[:2]} == {join.one, join.other}:
            return game.place("parts", part.id, "joins", number)
    return game.place("parts", part.id, board.generator)


def _list_spaces(game: Game, part: Part, design: Design) -> SpotSource:
    spaces: Sequence[Mapping[str, Any]] = part.values["spaces"]
    place = game.place("parts", part.id, "from")
    spots = []
    for space in spaces:
        x, y, size = space["x"], space["y"], space["size"]
        area = (x, y), (x + size, y), (x + size, y + size), (x, y + size)
        fact = Fact(part.id, "", "space", "number", str(space["n"]), place=place, areas=(area,), of=str(space["n"]))
        spots.append(Spot(fact, space["mark"], (space["n"] + 1, space["n"] + 5, space["n"] + 11)))

    def change(changed: Mapping[Any, Value]) -> Part:
        made = [{**space, "n": changed.get(space["mark"], space["n"])} for space in spaces]
        return replace(part, values={**part.values, "spaces": made})

    return SpotSource(part, design, "spaces", spots, change)


_SORTS: tuple[tuple[str, FactKind], ...] = (("routes", "route"), ("areas", "area"))


def list_walk_works(game: Game, part: Part, _kind: ComponentKind, _witnesses: Witnesses) -> Iterator[FactWork]:
    """Yield each route and area of a board."""
    for key, kind in _SORTS if part.board is not None else ():
        for name, cells in getattr(part.board, key).items():
            place = game.place("parts", part.id, key, name)
            fact = Fact(part.id, "", kind, kind, f"{len(cells)} cells", place=place, areas=(), of=name)
            yield FactWork(fact, part, part.designs[0], (key,), partial(_vary_walk, part, key, name, fact))


def _vary_walk(part: Part, key: str, name: str, fact: Fact) -> Iterator[Variant]:
    """Yield the board with a route or an area without a cell, and in the other direction."""
    board: Any = part.board
    sets = getattr(board, key)
    cells = sets[name]
    middle = len(cells) // 2
    changed = [("without its last cell", cells[:-1]), ("without a cell", cells[:middle] + cells[middle + 1 :])]
    changed += [("reversed", cells[::-1])] if key == "routes" else []
    for tried, made in changed:
        other = change_board(part, replace(board, **{key: {**sets, name: made}}))
        yield Variant((fact,), tried, other, part.designs[0])
