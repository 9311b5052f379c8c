"""Single edits of the data of a part or a figure: another value, two values exchanged, an item more or less.

If claims fail, one of them may be what the person meant to write.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatch
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from generator.model.figure import FigureData
from generator.model.finding import Place
from generator.model.game import Game, Row
from generator.model.rules import RepairHints

_Path = tuple[str | int, ...]
_Others = Callable[["DataSpot", "EditedData", "RepairHints"], Iterator[Any]]
_DATA, _ROWS = "data", "rows"  # the keys of what is edited
_UNCLAIMED = frozenset({"title", "front", "back", "stock", "hidden", "pile", "rows", "for_each", "turn", "divisible"})
_CLAIMED = frozenset({"design", "side", "highlight", "paths", "pieces", "things", "steps", "values", "show"})
_MOST_SPOTS = 400  # values of a part; a claim about more of them names few
_MOST_LIKELY = 40  # values that are exchanged
_MOST_WORDS = 16  # from claims, for each value
_NUMBER = re.compile(r"\d+")
_LETTERS = re.compile(r"[^\W\d_]+")


class Repair(NamedTuple):
    """A game with one edit of a part or a figure: where it is made and what it does, such as `with 2 in place of 1`.

    `is_usual` says that the value is one of its siblings', and the old one is not. `other` is the second place of an
    exchange.
    """

    part: str
    place: Place
    says: str
    game: Game
    is_usual: bool = False
    other: Place | None = None


class DataSpot(NamedTuple):
    """A value of a part or a figure; `path` begins with `data` and a key, or `rows`, a number and a column."""

    path: _Path
    place: Place
    value: Any

    @property
    def is_row(self) -> bool:
        """Return whether it stands in a row."""
        return self.path[0] == _ROWS


class EditedData(NamedTuple):
    """The data of a part or a figure as nested lists and mappings; `build` makes a game with others.

    `name` is what messages call it, and `spots` are the values that claims can be about.
    """

    name: str
    tree: Any
    spots: Sequence[DataSpot]
    build: Callable[[Any], Game]

    def edit(self, says: str, place: Place, *changes: tuple[_Path, Any], is_usual: bool = False) -> Iterator[Repair]:
        """Yield the game with other values at some paths; nothing if the data do not allow them."""
        tree = self.tree
        for path, value in changes:
            tree = _change_inside(tree, path, value)
        try:
            yield Repair(self.name, place, says, self.build(tree), is_usual)
        except msgspec.ValidationError:
            return

    def look_up(self, path: _Path) -> Any:
        """Return the value at a path."""
        found = self.tree
        for key in path:
            found = found[key]
        return found

    def find_siblings(self, spot: DataSpot) -> list[DataSpot]:
        """Return the values that stand where one does in another row, or in another item of a list or mapping."""
        found = []
        for each in self.spots:
            if len(each.path) == len(spot.path) and each.path[0] == spot.path[0]:
                differ = sum(one != other for one, other in zip(each.path, spot.path, strict=True))
                if differ == 1 and not (spot.is_row and each.path[2] != spot.path[2]):
                    found.append(each)
        return found


def list_repairs(game: Game, part: str, hints: RepairHints) -> Iterator[Repair]:
    """Yield the edits of a part, likely ones first: of values that claims name, to those that they ask for."""
    given: Any = msgspec.to_builtins(game.parts[part])
    data = _drop_missing({key: value for key, value in given.items() if ("parts", part, key) in game.places})
    rows = game.rows.get(part, ())
    spots = [
        spot
        for number, row in enumerate(rows)
        for column, value in row.values.items()
        for spot in _list_inside((_ROWS, number, column), value, _row_places(row, column))
    ]
    of_data = _list_keys(data, data.keys() - _UNCLAIMED, lambda path: game.place("parts", part, *path[1:]))
    spots += [spot for spot in of_data if not isinstance(spot.value, float)]  # no lengths

    def build(tree: Any) -> Game:
        made = game.parts[part] if tree[_DATA] is data else msgspec.convert(tree[_DATA], type(game.parts[part]))
        changed = tuple(row._replace(values=values) for row, values in zip(rows, tree[_ROWS], strict=True))
        return replace(game, parts={**game.parts, part: made}, rows={**game.rows, part: changed})

    tree = {_DATA: data, _ROWS: [row.values for row in rows]}
    yield from _list_edits(EditedData(part, tree, spots, build), hints)


def list_figure_repairs(game: Game, name: str, hints: RepairHints) -> Iterator[Repair]:
    """Yield the edits of a figure, likely ones first."""
    data = _drop_missing(msgspec.to_builtins(game.data.figures[name]))
    spots = [*_list_keys(data, _CLAIMED, lambda path: game.place("figures", name, *path[1:]))]

    def build(tree: Any) -> Game:
        figures = {**game.data.figures, name: msgspec.convert(tree[_DATA], FigureData)}
        return replace(game, data=replace(game.data, figures=figures))

    yield from _list_edits(EditedData(f"figure {name}", {_DATA: data}, spots, build), hints)


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


def _list_edits(data: EditedData, hints: RepairHints) -> Iterator[Repair]:
    spots = sorted(data.spots, key=lambda spot: rank_spot(spot, hints))[:_MOST_SPOTS]
    data = data._replace(spots=spots)
    near = [spot for spot in spots if spot.place[:2] in hints.lines] or spots
    yield from take_turns(
        [
            _replace_values(data, near, hints, list_wanted),
            _replace_values(data, near, hints, list_close),
            _exchange_values(data, near[:_MOST_LIKELY]),
            _change_lists(data, near, hints),
        ]
    )
    yield from _replace_values(data, near, hints, _list_usual)
    if len(near) < len(spots):
        for others in (list_wanted, list_close):
            yield from _replace_values(data, spots[len(near) :], hints, others)


def rank_spot(spot: DataSpot, hints: RepairHints) -> tuple[int, ...]:
    """Return how unlikely it is that a value is the wrong one, to sort by."""
    by_claims = -hints.lines.get(spot.place[:2], 0)
    value = spot.value.partition("..")[0] if isinstance(spot.value, str) else spot.value
    is_wrong = value in hints.wrong or ("*" in str(value) and any(fnmatch(str(word), value) for word in hints.wrong))
    return not by_claims, not is_wrong, spot.is_row and spot.path[2] not in hints.words, by_claims


def _list_keys(data: Any, keys: frozenset[str], place: Callable[[_Path], Place]) -> Iterator[DataSpot]:
    """Yield the values of some keys."""
    for key, value in data.items():
        if key in keys:
            yield from _list_inside((_DATA, key), value, place)


def _row_places(row: Row, column: str) -> Callable[[_Path], Place]:
    def find(path: _Path) -> Place:
        inner = row.places.get(f"{column}[{path[3]}]") if row.places and len(path) > 3 else None
        return inner or row.place(column)

    return find


def _list_inside(path: _Path, value: Any, place: Callable[[_Path], Place]) -> Iterator[DataSpot]:
    """Yield the values inside nested lists and mappings."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _list_inside((*path, key), inner, place)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _list_inside((*path, number), inner, place)
    elif value is not None:
        yield DataSpot(path, place(path), value)


def _replace_values(
    data: EditedData, some: Sequence[DataSpot], hints: RepairHints, others: _Others
) -> Iterator[Repair]:
    """Yield the edits that replace a value: the first other one of each, then the second one."""
    queues = [(spot, others(spot, data, hints), [spot.value]) for spot in some]
    while queues:
        left = []
        for spot, values, tried in queues:
            value = next((each for each in values if type(each) is type(spot.value) and each not in tried), None)
            if value is not None:
                tried.append(value)
                left.append((spot, values, tried))
                known = [each.value for each in data.find_siblings(spot)]
                says = f"with {_spell_value(value)} in place of {_spell_value(spot.value)}"
                is_usual = value in known and spot.value not in known
                yield from data.edit(says, spot.place, (spot.path, value), is_usual=is_usual)
        queues = left


def _spell_value(value: Any) -> str:
    """Return a value as YAML writes it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def list_wanted(spot: DataSpot, data: EditedData, hints: RepairHints) -> Iterator[Any]:
    """Yield what claims name instead: what should be equal, the number that is missing, or a word or a number."""
    yield from (two for pair in hints.pairs for one, two in (pair, pair[::-1]) if one == spot.value)
    if isinstance(spot.value, bool):
        yield not spot.value
    elif isinstance(spot.value, int | float):
        yield from (moved for gap in hints.gaps if (moved := _add_gap(spot.value, gap)) is not None)
        if spot.is_row or len(spot.path) > 2:
            yield from [word for word in hints.words if not isinstance(word, str)][:_MOST_WORDS]
    elif isinstance(spot.value, str):
        yield from [word for word in hints.words if isinstance(word, str) and _is_alike(word, spot.value)][:_MOST_WORDS]


def _add_gap(value: float, gap: float) -> float | None:
    """Return a number moved by what a claim lacks; None if the claim names infinity, or more than a number can be."""
    try:
        return type(value)(value + gap)
    except (OverflowError, ValueError):
        return None


def _is_alike(word: Any, value: Any) -> bool:
    return type(word) is type(value) and (not isinstance(word, str) or _shape_of(word) == _shape_of(value))


def _shape_of(word: str) -> str:
    """Return a text with each number as `0` and each word as `a`; a run of cells as its first."""
    return _LETTERS.sub("a", _NUMBER.sub("0", word.partition("..")[0]))


def _list_usual(spot: DataSpot, data: EditedData, hints: RepairHints) -> Iterator[Any]:
    """Yield the values of siblings."""
    yield from (each.value for each in data.find_siblings(spot))


def list_close(spot: DataSpot, data: EditedData, hints: RepairHints) -> Iterator[Any]:
    """Yield numbers that are one or two more or less, and texts with such a number in them."""
    if isinstance(spot.value, bool):
        return
    for step in (1, -1, 2, -2):
        if isinstance(spot.value, int | float):
            yield spot.value + step
        elif isinstance(spot.value, str):
            for found in _NUMBER.finditer(spot.value):
                if (number := int(found[0]) + step) >= 0:
                    before = spot.value[: found.start()] if number else spot.value[: found.start()].removesuffix("-")
                    yield f"{before}{number}{spot.value[found.end() :]}"


def _exchange_values(data: EditedData, near: Sequence[DataSpot]) -> Iterator[Repair]:
    """Yield the edits that exchange two values: of siblings, or of two columns of a row."""
    done = set[frozenset[_Path]]()
    for spot in near:
        beside = [each for each in data.spots if spot.is_row and each.path[:2] == spot.path[:2]]
        for other in (*data.find_siblings(spot), *beside):
            pair = frozenset((spot.path, other.path))
            if other.value == spot.value or type(other.value) is not type(spot.value) or pair in done:
                continue
            done.add(pair)
            first, second = sorted((spot, other), key=lambda each: each.place)
            says = f"with {first.value!r} exchanged for the {second.value!r} at {second.place}"
            for edit in data.edit(says, first.place, (first.path, second.value), (second.path, first.value)):
                yield edit._replace(other=second.place)


def _change_lists(data: EditedData, near: Sequence[DataSpot], hints: RepairHints) -> Iterator[Repair]:
    """Yield the edits that remove an item from a list, or add one that claims name."""
    lists: dict[_Path, DataSpot] = {}
    done = set[_Path]()
    for spot in near:
        end = max((at for at, key in enumerate(spot.path) if isinstance(key, int) and at > 1), default=0)
        path, item = spot.path[:end], spot.path[: end + 1]
        if not end or item in done:
            continue
        done.add(item)
        items, at = data.look_up(path), int(spot.path[end])
        is_whole = item == spot.path
        says = f"without {spot.value!r}" if is_whole else "without this"
        yield from data.edit(says, spot.place, (path, [*items[:at], *items[at + 1 :]]))
        if is_whole:
            lists[path] = spot
    for path, last in lists.items():
        items = data.look_up(path)
        for word in [word for word in hints.words[:_MOST_WORDS] if _is_alike(word, last.value)]:
            for longer in ([*items[:-1], word, items[-1]], [*items, word]):
                yield from data.edit(f"with {word!r} added", last.place, (path, longer))


def _drop_missing(tree: Any) -> Any:
    """Return nested lists and mappings without the keys that have no value."""
    if isinstance(tree, dict):
        return {key: _drop_missing(value) for key, value in tree.items() if value is not None}
    return [_drop_missing(each) for each in tree] if isinstance(tree, list) else tree


def _change_inside(tree: Any, path: _Path, value: Any) -> Any:
    """Return nested lists and mappings with another value at a path."""
    if not path:
        return value
    inner = _change_inside(tree[path[0]], path[1:], value)
    if isinstance(tree, list):
        return [inner if number == path[0] else each for number, each in enumerate(tree)]
    return {**tree, path[0]: inner}
