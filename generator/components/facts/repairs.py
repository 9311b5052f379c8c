"""Single edits of a part's data: another value, two values exchanged, an item more or less.

If claims fail, one of them may be what the person meant to write.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import dist
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from generator.model.finding import Place
from generator.model.game import Game, Row

_Path = tuple[str | int, ...]
_Others = Callable[["DataSpot", "Sequence[DataSpot]", "RepairHints"], Iterator[Any]]
_UNCLAIMED = frozenset({"title", "front", "back", "stock", "hidden", "pile", "rows", "for_each", "turn", "divisible"})
_MOST_SPOTS = 400  # values of a part; a claim about more of them names few
_MOST_LIKELY = 40  # values that are exchanged
_MOST_WORDS = 16  # from claims, for each value
_FEWEST_DIFFERING = 2  # words of two texts: if one alone differs, the texts themselves are exchanged
_FEWEST_POINTS, _AXES = 3, 2
_NUMBER = re.compile(r"\d+")
_LETTERS = re.compile(r"[^\W\d_]+")
_NUMBERS = re.compile(r"\d++(?:[ ,;]++\d++)++")  # a text that lists some


class RepairHints(NamedTuple):
    """What failing claims say of the value to be found.

    `words` are values that they name, `wrong` those that they do not expect, `gaps` how much their numbers are off.
    `lines` are where the values stand that they were checked against, each a file and a line, and how many claims were.
    """

    words: Sequence[Any] = ()
    wrong: Sequence[Any] = ()
    gaps: Sequence[float] = ()
    lines: Mapping[tuple[str, int], int] = {}


class Repair(NamedTuple):
    """A game with one edit of a part: where it is made and what it does, such as `with 2 in place of 1`.

    `is_usual` says that the value is one of its siblings', and the old one is not.
    """

    part: str
    place: Place
    says: str
    game: Game
    is_usual: bool = False


class DataSpot(NamedTuple):
    """A value of a part; `path` begins with the number of a row, or with a key of the part's data."""

    path: _Path
    place: Place
    value: Any

    @property
    def is_row(self) -> bool:
        """Return whether it stands in a row."""
        return isinstance(self.path[0], int)


def list_repairs(game: Game, part: str, hints: RepairHints) -> Iterator[Repair]:
    """Yield the edits of a part, likely ones first: of values that claims name, to those that they ask for."""
    data = _read_given(game, part)
    spots = sorted(_list_spots(game, part, data), key=lambda spot: _rank(spot, hints))[:_MOST_SPOTS]
    near = [spot for spot in spots if spot.place[:2] in hints.lines] or spots
    first = [
        _replace_values(game, part, data, near, spots, hints, list_wanted),
        _replace_values(game, part, data, near, spots, hints, list_close),
        _replace_values(game, part, data, near, spots, hints, _list_other_numbers),
        _exchange_values(game, part, data, near[:_MOST_LIKELY], spots),
        _exchange_words(game, part, data, near),
        _exchange_points(game, part, data),
        _change_lists(game, part, data, near, hints),
    ]
    yield from take_turns(first)
    yield from _replace_values(game, part, data, near, spots, hints, _list_usual)
    if len(near) < len(spots):
        for others in (list_wanted, list_close):
            yield from _replace_values(game, part, data, spots[len(near) :], spots, hints, others)


def take_turns(queues: Sequence[Iterator[Repair]]) -> Iterator[Repair]:
    """Yield the first of each queue, then the second ones, until all are empty."""
    left = list(queues)
    while left:
        for queue in tuple(left):
            repair = next(queue, None)
            if repair is None:
                left.remove(queue)
            else:
                yield repair


def _rank(spot: DataSpot, hints: RepairHints) -> tuple[int, ...]:
    """Return how unlikely it is that a value is the wrong one, to sort by."""
    claims, names = hints.lines, hints.words
    by_claims = -claims.get(spot.place[:2], 0)
    value = spot.value.partition("..")[0] if isinstance(spot.value, str) else spot.value
    return not by_claims, value not in hints.wrong, spot.is_row and spot.path[1] not in names, by_claims


def _list_spots(game: Game, part: str, data: Any) -> Iterator[DataSpot]:
    """Yield the values of a part that claims can be about; lengths in mm are not."""
    for number, row in enumerate(game.rows.get(part, ())):
        for column, value in row.values.items():
            yield from list_inside((number, column), value, _row_places(row, column))
    for key, value in data.items():
        if key not in _UNCLAIMED:
            inside = list_inside((key,), value, lambda path: game.place("parts", part, *path))
            yield from (spot for spot in inside if not isinstance(spot.value, float))


def _row_places(row: Row, column: str) -> Callable[[_Path], Place]:
    def find(path: _Path) -> Place:
        inner = row.places.get(f"{column}[{path[2]}]") if row.places and len(path) > 2 else None
        return inner or row.place(column)

    return find


def list_inside(path: _Path, value: Any, place: Callable[[_Path], Place]) -> Iterator[DataSpot]:
    """Yield the values inside nested lists and mappings."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from list_inside((*path, key), inner, place)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from list_inside((*path, number), inner, place)
    elif value is not None:
        yield DataSpot(path, place(path), value)


def _replace_values(
    game: Game,
    part: str,
    data: Any,
    some: Sequence[DataSpot],
    spots: Sequence[DataSpot],
    hints: RepairHints,
    others: _Others,
) -> Iterator[Repair]:
    """Yield the edits that replace a value: the first other one of each, then the second one."""
    queues = [(spot, others(spot, spots, hints), [spot.value]) for spot in some]
    while queues:
        left = []
        for spot, values, tried in queues:
            value = next((each for each in values if type(each) is type(spot.value) and each not in tried), None)
            if value is not None:
                tried.append(value)
                left.append((spot, values, tried))
                yield from _replace_value(game, part, data, spot, value, spots)
        queues = left


def _replace_value(
    game: Game, part: str, data: Any, spot: DataSpot, value: Any, spots: Sequence[DataSpot]
) -> Iterator[Repair]:
    made = _edit(game, part, data, spot.path, value)
    if made is not None:
        known = [each.value for each in find_siblings(spot, spots)]
        says = f"with {spell_value(value)} in place of {spell_value(spot.value)}"
        yield Repair(part, spot.place, says, made, value in known and spot.value not in known)


def spell_value(value: Any) -> str:
    """Return a value as YAML writes it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def list_wanted(spot: DataSpot, spots: Sequence[DataSpot], hints: RepairHints) -> Iterator[Any]:
    """Yield what claims name instead: the number that is missing, or a word or a number of theirs."""
    if isinstance(spot.value, bool):
        yield not spot.value
    elif isinstance(spot.value, int | float):
        yield from (moved for gap in hints.gaps if (moved := _add_gap(spot.value, gap)) is not None)
        if spot.is_row or len(spot.path) > 1:
            yield from [word for word in hints.words if not isinstance(word, str)][:_MOST_WORDS]
    elif isinstance(spot.value, str):
        shape = _shape_of(spot.value)
        yield from [word for word in hints.words if isinstance(word, str) and _shape_of(word) == shape][:_MOST_WORDS]


def _add_gap(value: float, gap: float) -> float | None:
    """Return a number moved by what a claim lacks; None if the claim names infinity, or more than a number can be."""
    try:
        return type(value)(value + gap)
    except (OverflowError, ValueError):
        return None


def _shape_of(word: str) -> str:
    """Return a text with each number as `0` and each word as `a`; a run of cells as its first."""
    return _LETTERS.sub("a", _NUMBER.sub("0", word.partition("..")[0]))


def _list_usual(spot: DataSpot, spots: Sequence[DataSpot], hints: RepairHints) -> Iterator[Any]:
    """Yield the values of siblings."""
    yield from (each.value for each in find_siblings(spot, spots))


def list_close(spot: DataSpot, spots: Sequence[DataSpot], hints: RepairHints) -> Iterator[Any]:
    """Yield numbers that are one or two more or less, and texts with such a number in them."""
    if isinstance(spot.value, bool):
        return
    for step in (1, -1, 2, -2):
        if isinstance(spot.value, int | float):
            yield spot.value + step
        elif isinstance(spot.value, str):
            for found in _NUMBER.finditer(spot.value):
                if (number := int(found[0]) + step) >= 0:
                    yield f"{spot.value[: found.start()]}{number}{spot.value[found.end() :]}"


def _list_other_numbers(spot: DataSpot, spots: Sequence[DataSpot], hints: RepairHints) -> Iterator[str]:
    """Yield texts that list one number less, or one more of those that siblings list: `0 2 3` for `0 1 2 3`."""
    if not isinstance(spot.value, str) or not _NUMBERS.fullmatch(spot.value):
        return
    listed = [*_NUMBER.finditer(spot.value)]
    yield from (spot.value[: one.start()] + spot.value[other.start() :] for one, other in pairwise(listed))
    yield spot.value[: listed[-2].end()]
    others = [each.value for each in find_siblings(spot, spots) if isinstance(each.value, str)]
    known = dict.fromkeys(number for text in others for number in _NUMBER.findall(text))
    gap = spot.value[listed[0].end() : listed[1].start()]
    for number in known:
        if number not in _NUMBER.findall(spot.value):
            yield from (f"{spot.value[: each.start()]}{number}{gap}{spot.value[each.start() :]}" for each in listed)
            yield f"{spot.value}{gap}{number}"


def find_siblings(spot: DataSpot, spots: Sequence[DataSpot]) -> list[DataSpot]:
    """Return the values that stand where this one does in another row, or in another item of a list or mapping."""
    found = []
    for each in spots:
        if len(each.path) == len(spot.path) and each.is_row == spot.is_row:
            differ = sum(one != other for one, other in zip(each.path, spot.path, strict=True))
            if differ == 1 and not (spot.is_row and each.path[1] != spot.path[1]):
                found.append(each)
    return found


def _exchange_values(
    game: Game, part: str, data: Any, near: Sequence[DataSpot], spots: Sequence[DataSpot]
) -> Iterator[Repair]:
    """Yield the edits that exchange two values: of siblings, or of two columns of a row."""
    done = set[tuple[_Path, _Path]]()
    for spot in near:
        beside = [each for each in spots if spot.is_row and each.path[0] == spot.path[0]]
        for other in (*find_siblings(spot, spots), *beside):
            pair = min((spot.path, other.path), (other.path, spot.path), key=repr)
            if other.value == spot.value or type(other.value) is not type(spot.value) or pair in done:
                continue
            done.add(pair)
            first, second = sorted((spot, other), key=lambda each: each.place)
            made = _edit(game, part, data, first.path, second.value)
            if made is not None:
                both = _edit(made, part, _read_given(made, part), second.path, first.value)
                if both is not None:
                    says = f"with {first.value!r} exchanged for the {second.value!r} at {second.place}"
                    yield Repair(part, first.place, says, both)


def _exchange_words(game: Game, part: str, data: Any, near: Sequence[DataSpot]) -> Iterator[Repair]:
    """Yield the edits that exchange a word of two texts of a list, such as `white 1 left` and `black 1 right`."""
    for one, other in combinations([spot for spot in near if isinstance(spot.value, str)], 2):
        words, others = one.value.split(), other.value.split()
        differ = [at for at, pair in enumerate(zip(words, others, strict=False)) if pair[0] != pair[1]]
        if one.path[:-1] != other.path[:-1] or len(words) != len(others) or len(differ) < _FEWEST_DIFFERING:
            continue
        items = _look_up(game, part, data, one.path[:-1])
        for at in differ if isinstance(items, list) else ():
            changed = {one.path[-1]: _put(words, at, others[at]), other.path[-1]: _put(others, at, words[at])}
            made = _edit(game, part, data, one.path[:-1], [changed.get(n, each) for n, each in enumerate(items)])
            if made is not None:
                says = f"with {words[at]!r} exchanged for the {others[at]!r} of {other.value!r}"
                yield Repair(part, one.place, says, made)


def _put(words: Sequence[str], at: int, word: str) -> str:
    return " ".join([*words[:at], word, *words[at + 1 :]])


def _exchange_points(game: Game, part: str, data: Any) -> Iterator[Repair]:
    """Yield the edits that exchange two neighboring points of a list, such as a track's, if its line gets shorter."""
    for path in _list_point_lists((), data):
        points = _look_up(game, part, data, path)
        for at in range(len(points) - 1):
            swapped = [*points[:at], points[at + 1], points[at], *points[at + 2 :]]
            is_shorter = _measure_line(swapped) < _measure_line(points)
            made = _edit(game, part, data, path, swapped) if is_shorter else None
            if made is not None:
                says = f"with {points[at]!r} exchanged for the next one, {points[at + 1]!r},"
                yield Repair(part, game.place("parts", part, *path, at), says, made)


def _list_point_lists(path: _Path, tree: Any) -> Iterator[_Path]:
    """Yield the paths of lists of points: pairs of numbers."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    if path and isinstance(tree, list) and len(tree) >= _FEWEST_POINTS and all(map(_is_point, tree)):
        yield path
        return
    for key, inner in items:
        yield from _list_point_lists((*path, key), inner)


def _measure_line(points: Sequence[Sequence[float]]) -> float:
    return sum(dist(*pair) for pair in pairwise(points))


def _is_point(value: Any) -> bool:
    return isinstance(value, list) and len(value) == _AXES and all(isinstance(each, int | float) for each in value)


def _read_given(game: Game, part: str) -> Any:
    """Return the data of a part as plain lists and mappings, without the keys that are not given."""
    data: Any = msgspec.to_builtins(game.parts[part])
    return drop_missing({key: value for key, value in data.items() if ("parts", part, key) in game.places})


def drop_missing(tree: Any) -> Any:
    """Return nested lists and mappings without the keys that have no value."""
    if isinstance(tree, dict):
        return {key: drop_missing(value) for key, value in tree.items() if value is not None}
    return [drop_missing(each) for each in tree] if isinstance(tree, list) else tree


def _change_lists(game: Game, part: str, data: Any, near: Sequence[DataSpot], hints: RepairHints) -> Iterator[Repair]:
    """Yield the edits that remove an item from a list, or add one that claims name."""
    lists: dict[_Path, DataSpot] = {}
    for spot in near:
        at, path = spot.path[-1], spot.path[:-1]
        if isinstance(at, int) and path:
            lists[path] = spot
            items = _look_up(game, part, data, path)
            made = _edit(game, part, data, path, [*items[:at], *items[at + 1 :]])
            if made is not None:
                yield Repair(part, spot.place, f"without {spot.value!r}", made)
    for path, last in lists.items():
        items = _look_up(game, part, data, path)
        for word in [word for word in hints.words[:_MOST_WORDS] if _is_alike(word, last.value)]:
            for longer in ([*items[:-1], word, items[-1]], [*items, word]):
                made = _edit(game, part, data, path, longer)
                if made is not None:
                    yield Repair(part, last.place, f"with {word!r} added", made)


def _look_up(game: Game, part: str, data: Any, path: _Path) -> Any:
    """Return the value at a path of a row, or of the data of a part."""
    is_row = isinstance(path[0], int)
    found: Any = game.rows[part][int(path[0])].values if is_row else data
    for key in path[1:] if is_row else path:
        found = found[key]
    return found


def _is_alike(word: Any, value: Any) -> bool:
    return type(word) is type(value) and (not isinstance(word, str) or _shape_of(word) == _shape_of(value))


def _edit(game: Game, part: str, data: Any, path: _Path, value: Any) -> Game | None:
    """Return the game with another value at a path of a part; None if the data do not allow it."""
    if isinstance(path[0], int):
        rows = list(game.rows[part])
        row = rows[path[0]]
        rows[path[0]] = row._replace(values=change_inside(row.values, path[1:], value))
        return replace(game, rows={**game.rows, part: tuple(rows)})
    try:
        made = msgspec.convert(change_inside(data, path, value), type(game.parts[part]))
    except msgspec.ValidationError:
        return None
    return replace(game, parts={**game.parts, part: made})


def change_inside(tree: Any, path: _Path, value: Any) -> Any:
    """Return nested lists and mappings with another value at a path."""
    if not path:
        return value
    inner = change_inside(tree[path[0]], path[1:], value)
    if isinstance(tree, list):
        return [inner if number == path[0] else each for number, each in enumerate(tree)]
    return {**tree, path[0]: inner}
