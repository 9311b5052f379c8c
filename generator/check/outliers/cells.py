"""Report the cell, join, area or route of a board that is unlike all others (GF179).

Two tables: what a motion that maps the board onto itself makes of its cells, joins, areas and routes, and how joins
and labels compare with others of their kind.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from generator.check.data.board_graph import place_of_cell
from generator.check.outliers.board_motions import BoardMotion, find_motions
from generator.check.outliers.feature_table import OWN, SAME_RULE, Feature, FeatureTable
from generator.model.board import Board, Join
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part

_MOST_CELLS = 3000
_MOVED = {"area": 2, "route": 2, "join": 12}  # others that land on another one, for a motion to mean anything to them
_SORTED = 3  # others not of the usual kind or color that land on their like, for a turn, or if one slipped to the cell
# beside it; twice as many for half a turn or a reflection
_EXCHANGED = 2  # cells that have each other's kind; if mirrored, their images look as wrong as they do
_LABELS = 5  # of a kind, all different
_JOINS = 3  # others of a kind that lead one way
_ROUTES = 2  # others of one length, of those named after the colors of a group


class _Fault(NamedTuple):
    place: Place
    text: str


class _Image(NamedTuple):
    """Something on a board, what it lands on by a motion, what it is called in messages, and its place."""

    thing: Hashable
    image: Hashable
    name: str
    place: Place


def find_odd_cells(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Yield, as notes, what is unlike all others on a board (GF179)."""
    for part in parts:
        if part.board is None or not len(part.board.cells) <= _MOST_CELLS:
            continue
        faults = [*_compare_images(game, part, part.board)]
        faults += [*_compare_labels(game, part, part.board), *_compare_joins(game, part, part.board)]
        faults += [*_compare_lengths(game, part, part.board)]
        for place, text in {fault.place: fault.text for fault in faults}.items():
            yield Finding("GF179", place, f"parts.{part.id}: {text}", "note")


def _find_only(values: Sequence[Any], least: int) -> int | None:
    """Return the number of the only thing that is not like all others."""
    table = FeatureTable({}, {"": Feature("", values, (SAME_RULE,), least=least)})
    return next((odd.thing for odd in table.find_odd()), None)


# --- images


def _compare_images(game: Game, part: Part, board: Board) -> Iterator[_Fault]:
    """Yield what does not land on its like, by the first motion by which anything does not, but all others do."""
    motions = list(find_motions(board))
    for motion in motions:
        found = [*_find_odd_value(game, part, board, motion, motions), *_find_odd_member(game, part, board, motion)]
        if found:
            yield from found[:1]
            return


def _find_odd_member(game: Game, part: Part, board: Board, motion: BoardMotion) -> Iterator[_Fault]:
    """Yield the only join, area or route that does not land on another one."""
    move, at = motion.image.get, partial(game.place, "parts", part.id)
    members = {
        "join": [
            _Image(_key(join, join.one, join.other), _key(join, move(join.one), move(join.other)), name, place)
            for join in board.joins
            for name, place in [(f"from {join.one!r} to {join.other!r}", _find_join(game, part, join.one, join.other))]
        ],
        "area": [
            _Image(frozenset(cells), frozenset(map(move, cells)), repr(name), at("areas", name))
            for name, cells in board.areas.items()
        ],
        "route": [
            _Image(cells, tuple(map(move, cells)), repr(name), at("routes", name))
            for name, cells in board.routes.items()
        ],
    }
    for what, images in members.items():
        there, landed_on = {each.thing for each in images}, {each.image for each in images}
        lands = [each.image in there for each in images]
        moved = sum(each.image != each.thing for each, does in zip(images, lands, strict=True) if does)
        alone = [not does and each.thing not in landed_on for each, does in zip(images, lands, strict=True)]
        if any(alone):  # what should land on the one that is alone is sound
            lands = [not each for each in alone]
        least = _MOVED[what]
        odd = _find_only(lands, least) if moved >= least else None
        if odd is not None and not lands[odd] and (motion.order > 2 or what == "join"):
            if what == "join" and _is_open_end(board, motion, board.joins[odd]):
                continue
            text = f"the {what} {images[odd].name} lands on no {what} when the board is {motion.name}"
            yield _Fault(images[odd].place, f"{text}; all {len(images) - 1} others do")


def _is_open_end(board: Board, motion: BoardMotion, join: Join) -> bool:
    """Return whether a join lands between the two ends of a line, such as a track that begins where it ends."""
    ends = Counter(end for each in board.joins for end in (each.one, each.other))
    return all(ends[motion.image.get(end, "")] <= 1 for end in (join.one, join.other))


def _key(join: Join, one: str | None, other: str | None) -> Hashable:
    ends: Hashable = (one, other) if join.one_way else frozenset((one, other))
    return ends, join.kind


def _find_odd_value(
    game: Game, part: Part, board: Board, motion: BoardMotion, others: Sequence[BoardMotion]
) -> Iterator[_Fault]:
    """Yield the only cell whose kind or color is not that of the cells which land on it or it lands on.

    A color may land on another one, as those of the players do.
    """
    sources = {other: one for one, other in motion.image.items()}
    for key in ("kind", "color"):
        values = {cell: getattr(board.cells[cell], key) for cell in motion.image}
        is_moved = key == "color" and motion.order > 2
        lands = _pair_values(values, motion) if is_moved else {each: each for each in values.values()}
        odd = {other for one, other in motion.image.items() if lands[values[one]] != values.get(other)}
        wrong = [cell for cell in sources if cell in odd and motion.image.get(cell) in odd]
        usual = Counter(values.values()).most_common(1)[0][0]
        agreeing = sum(values[cell] != usual for cell in values if cell not in odd)
        slipped = None if is_moved else _find_slip(board, values, [motion, *others], wrong)
        most, least = (_EXCHANGED, _SORTED) if motion.order > 2 else (2 * _EXCHANGED, 2 * _SORTED)
        most, least = (2 * _EXCHANGED, _SORTED) if slipped else (most, least)
        if not 0 < len(wrong) <= most or len(odd) > 2 * len(wrong) or agreeing < least:
            continue
        cell = slipped or next((each for each in wrong if values[each] != usual), wrong[0])
        right = lands[values[sources[cell]]]
        source, own = sources[cell], values[cell] or "none"
        text = f"{cell!r} has the {key} {own!r}, but {source!r}, which lands on it when the board is"
        place = _place_value(game, part, cell, f"{key}s", (values[cell], right))
        yield _Fault(place, f"{text} {motion.name}, asks for {right or 'none'!r}; nearly all others agree")


def _find_slip(
    board: Board, values: Mapping[str, str], motions: Sequence[BoardMotion], wrong: Sequence[str]
) -> str | None:
    """Return the cell that one beside it should be: if they exchange what they are, all cells land on their like.

    They land so by the first motion. It is the one by which they do so by most others.
    """
    usual = Counter(values.values()).most_common(1)[0][0]
    found: list[tuple[int, str]] = []
    for join in board.joins:
        one, other = join.one, join.other
        if {one, other} <= {*wrong} and usual in (values[one], values[other]) and values[one] != values[other]:
            moved = {**values, one: values[other], other: values[one]}
            lands = [all(moved[each] == moved[to] for each, to in motion.image.items()) for motion in motions]
            found += [(sum(lands), one if values[one] != usual else other)] if lands[0] else []
    return max(found, key=lambda each: each[0], default=(0, None))[1]


def _pair_values(values: Mapping[str, str], motion: BoardMotion) -> dict[str, str]:
    """Return the value on which each lands for the most part, or as often as on none."""
    moved: dict[str, Counter[str]] = defaultdict(Counter)
    for one, other in motion.image.items():
        moved[values[one]][values[other]] += 1
    return {value: max(sorted(counts, reverse=True), key=counts.__getitem__) for value, counts in moved.items()}


def _place_value(game: Game, part: Part, cell: str, key: str, names: Sequence[str]) -> Place:
    """Return where a cell gets its kind or color: at its own place, else in the list of one of some names."""
    place = place_of_cell(game, part, cell)
    paths = (("parts", part.id, key, name) for name in names)
    own = part.board is not None and place == game.place("parts", part.id, part.board.generator)
    return next((game.place(*path) for path in paths if path in game.places), place) if own else place


# --- others of their kind


def _compare_labels(game: Game, part: Part, board: Board) -> Iterator[_Fault]:
    """Yield the cell that has the label of another of its kind, where all others have their own."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for cell in board.cells.values():
        if cell.label and cell.id.rpartition(".")[2] != cell.label:  # spaces of two tracks count alike
            kinds[cell.kind].append(cell.id)
    for cells in kinds.values():
        labels = Feature("the label", [board.cells[cell].label for cell in cells], (OWN,), least=_LABELS)
        for odd in FeatureTable({}, {"": labels}, partial(_spell_item, cells)).find_odd():
            yield _Fault(place_of_cell(game, part, cells[odd.thing]), f"{cells[odd.thing]!r}: {odd.text}")


def _spell_item(names: Sequence[str], number: int) -> str:
    return repr(names[number])


def _compare_joins(game: Game, part: Part, board: Board) -> Iterator[_Fault]:
    """Yield the only join of a kind that leads another way across the board, or back along a route."""
    steps = [{cell: number for number, cell in enumerate(route)} for route in board.routes.values()]
    kinds: dict[str, list[Join]] = defaultdict(list)
    for join in board.joins:
        kinds[join.kind].append(join)
    for kind, joins in kinds.items():
        ways = [_measure_way(board, join) for join in joins]
        along = [_leads_on(join, steps) for join in joins]
        features: dict[str, Sequence[Any]] = {
            "leads another way across the board than": ways,
            "leads back along a route, unlike": along,
        }
        for what, values in features.items():
            odd = _find_only(values, _JOINS)
            if odd is not None and len(set(values) - {None}) == 2:
                join = joins[odd]
                text = f"the join {kind!r} from {join.one!r} to {join.other!r} {what} all {len(joins) - 1} others"
                yield _Fault(_find_join(game, part, join.one, join.other), text)


def _leads_on(join: Join, routes: Sequence[Mapping[str, int]]) -> bool | None:
    """Return whether a one-way join leads on along a route; None if it is on none. Routes are steps by their cells."""
    ends = {join.one, join.other}
    return next((at[join.one] < at[join.other] for at in routes if join.one_way and ends <= at.keys()), None)


def _measure_way(board: Board, join: Join) -> tuple[int, int]:
    one, other = board.cells[join.one], board.cells[join.other]
    return round(other.x - one.x), round(other.y - one.y)


def _compare_lengths(game: Game, part: Part, board: Board) -> Iterator[_Fault]:
    """Yield the only route of a color that is longer or shorter than those of the other colors of its group."""
    groups: dict[str, list[str]] = defaultdict(list)
    for role, color in game.colors.items():
        if color.name in board.routes:
            groups[role.rpartition(".")[0]].append(color.name)
    for names in groups.values():
        lengths = [len(board.routes[name]) - 1 for name in names]
        odd = _find_only(lengths, _ROUTES)
        if odd is not None:
            text = f"the route {names[odd]!r} has {lengths[odd]} steps, and those of the {len(names) - 1} other colors"
            yield _Fault(game.place("parts", part.id, "routes", names[odd]), f"{text} {lengths[odd - 1]}")


def _find_join(game: Game, part: Part, one: str, other: str) -> Place:
    """Return where the data list the join of two cells, in this order if they can; the part for any other join."""
    given = [(str(each[0]), str(each[1])) for each in getattr(game.parts[part.id], "joins", ()) or ()]
    ends = next((each for each in ((one, other), (other, one)) if each in given), None)
    return game.place("parts", part.id, *(() if ends is None else ("joins", given.index(ends))))
