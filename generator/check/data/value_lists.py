"""Find values of parts and figures unlike their siblings (GF177, GF178): lists, and names of nothing."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from generator.check.data.column_values import is_slip
from generator.check.data.row_table import find_only_exception
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part

_FEWEST_LISTS = 3  # of a family, such as seats2, seats3 and seats4
_FEWEST_ITEMS = 3
_FEWEST_ORDERED = 5  # numbers of a list that rises by intent
_SHORTEST_NAME = 4  # letters of a name with a slip
_NAME_COLUMNS = ("name", "title", "called", "word")
_NUMBERED = re.compile(r"(.*?\D)(\d+)")


class _NamedList(NamedTuple):
    """A list of the data: the name that it shares with others, what a message calls it, and its place."""

    name: str
    label: str
    items: Sequence[Any]
    place: Place
    cells: Sequence[Place] = ()


def check_values(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report, as a note, each value of a part or figure that is likely wrong."""
    for part, data in game.parts.items():
        yield from _check_families(game, part, data.values)
        yield from _check_order(game, part, data.values)
        yield from _check_repeats(game, part, data.values)
    yield from _check_copies(game)
    known = _list_names(game, parts)
    known.update(dict.fromkeys(_list_row_names(game) - known.keys(), "name"))
    for part, data in game.parts.items():
        for key, value in data.values.items():
            yield from _check_names(known, game.place("parts", part, "values", key), f"{part}: {key!r}", value)
    for name, figure in game.data.figures.items():
        for key, entry in (figure.values or {}).items():
            place = game.place("figures", name, "values", key)
            yield from _check_names(known, place, f"the figure {name!r}: {key!r}", entry)


def _check_families(game: Game, part: str, values: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield the list of a family with numbers at the end of their names that has another length, sum or item."""
    families: dict[str, dict[int, Sequence[Any]]] = defaultdict(dict)
    for key, value in values.items():
        if (found := _NUMBERED.fullmatch(key)) and isinstance(value, list) and value:
            families[found[1]][int(found[2])] = value
    for stem, lists in families.items():
        for what, holds in _list_family_rules(lists):
            number = find_only_exception(holds, _FEWEST_LISTS - 1)
            if number is not None:
                key = f"{stem}{[*lists][number]}"
                others = ", ".join(repr(f"{stem}{n}") for n in lists if f"{stem}{n}" != key)
                message = f"{part}: {key!r} is {list(lists[[*lists][number]])!r}; of {others}, each {what}"
                yield Finding("GF177", game.place("parts", part, "values", key), message, "note")
                break


def _list_family_rules(lists: Mapping[int, Sequence[Any]]) -> Iterator[tuple[str, list[bool]]]:
    items = list(lists.values())
    yield "has as many items as its name says", [len(each) == number for number, each in lists.items()]
    yield "has each item once", [len({repr(item) for item in each}) == len(each) for each in items]
    if all(isinstance(item, int | float) for each in items for item in each):
        usual = Counter(sum(each) for each in items).most_common(1)[0][0]
        yield f"adds up to {usual:g}", [sum(each) == usual for each in items]


def _check_order(game: Game, part: str, values: Mapping[str, Any]) -> Iterator[Finding]:
    """Report the list whose numbers are out of order, if all other lists of its length are in ascending order."""
    lists = {
        key: value
        for key, value in values.items()
        if isinstance(value, list)
        and len(value) >= _FEWEST_ORDERED
        and all(type(each) in (int, float) for each in value)
    }
    for key, numbers in lists.items():
        others = [each for name, each in lists.items() if name != key and len(each) == len(numbers)]
        odd = [n for n in range(len(numbers)) if _rises(numbers[:n] + numbers[n + 1 :])]
        if _rises(numbers) or not odd or not others or not all(map(_rises, others)):
            continue
        odd = [n for n in odd if n > 0 and numbers[n] <= numbers[n - 1]] or odd
        message = f"{part}: {key!r} rises to {numbers[odd[0] - 1]} and has {numbers[odd[0]]} then"
        yield Finding(
            "GF177",
            game.place("parts", part, "values", key),
            f"{message}; the other lists of the same length are in ascending order",
            "note",
        )


def _check_repeats(game: Game, part: str, values: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield the one list of a part that is the same as another of its lists, where all of that length differ."""
    lists = {
        key: value
        for key, value in values.items()
        if isinstance(value, list) and len(value) > _FEWEST_ITEMS and len({repr(each) for each in value}) > 2
    }
    by_items: dict[str, list[str]] = defaultdict(list)
    for key, value in lists.items():
        by_items[repr(value)].append(key)
    same = [keys for keys in by_items.values() if len(keys) > 1]
    if len(same) == 1 and len(same[0]) == 2:
        one, other = same[0]
        if any(len(each) == len(lists[one]) for key, each in lists.items() if key not in same[0]):
            message = f"{part}: {other!r} is the same list as {one!r}; no other two lists of the part are alike"
            yield Finding("GF177", game.place("parts", part, "values", other), message, "note")


def _rises(numbers: Sequence[float]) -> bool:
    return all(one < other for one, other in pairwise(numbers))


def _check_copies(game: Game) -> Iterator[Finding]:
    """Yield the list that differs in one item from a list, or a column, of another part with the same name."""
    lists: dict[str, list[_NamedList]] = defaultdict(list)
    for each in _list_all(game):
        lists[each.name].append(each)
    for same in lists.values():
        first, *others = same
        for each in others:
            pairs = enumerate(zip(first.items, each.items, strict=False))
            differ = [(n, a, b) for n, (a, b) in pairs if repr(a) != repr(b)]
            if len(first.items) == len(each.items) > _FEWEST_ITEMS and len(differ) == 1:
                n, mine, theirs = differ[0]
                there = first.cells[n] if first.cells else first.place
                message = f"{each.label} has {theirs!r} where {first.label} has {mine!r} ({there})"
                rest = f"the {len(each.items) - 1} others agree"
                yield Finding("GF177", each.place, f"{message}; {rest}", "note")


def _list_all(game: Game) -> Iterator[_NamedList]:
    for part, rows in game.rows.items():
        names = dict.fromkeys(name for row in rows for name in row.values)
        for name in names if len(rows) > _FEWEST_ITEMS else ():
            cells = [row.values.get(name) for row in rows]
            if not any(isinstance(cell, list) for cell in cells) and len({repr(cell) for cell in cells}) > 1:
                yield _NamedList(
                    name,
                    f"the column {name!r} of {part}",
                    cells,
                    rows[0].place(name),
                    [row.place(name) for row in rows],
                )
    for part, rows in game.rows.items():
        for row in rows if len(rows) == 1 else ():
            for name, value in row.values.items():
                if isinstance(value, list):
                    yield _NamedList(name, f"{name!r} of {part}", value, row.place(name))
    for part, data in game.parts.items():
        for key, value in data.values.items():
            if isinstance(value, list):
                yield _NamedList(key, f"{key!r} of {part}", value, game.place("parts", part, "values", key))


def _list_names(game: Game, parts: Sequence[Part]) -> dict[str, str]:
    """Return the names that values may have, each with what it is."""
    known: dict[str, str] = {}
    for part in parts:
        known.update(dict.fromkeys((design.id for design in part.designs), "design"))
        if part.board:
            known.update(dict.fromkeys(part.board.cells, "cell"))
            for names, what in ((part.board.routes, "route"), (part.board.areas, "area")):
                known.update(dict.fromkeys(names, what))
            known.update(dict.fromkeys((section.id for section in part.board.sections), "section"))
    for role, color in game.colors.items():
        known.update({role: "color", color.name: "color"})
    return known


def _list_row_names(game: Game) -> set[str]:
    """Return the texts of one word that rows have in a column for names."""
    cells = (row.values.get(column) for rows in game.rows.values() for row in rows for column in _NAME_COLUMNS)
    return {cell for cell in cells if isinstance(cell, str) and cell and " " not in cell}


def _check_names(known: Mapping[str, str], place: Place, label: str, value: Any) -> Iterator[Finding]:
    """Yield a text that looks like a name of the game and is none."""
    texts = [text for text in _list_texts(value) if text not in known]
    shapes = {_take_shape(name): (name, what) for name, what in known.items()}
    listed = [text for text in _list_texts(value) if text in known]
    for text in texts[:1] if len(texts) == 1 or not listed else ():
        near = next((name for name in known if len(name) >= _SHORTEST_NAME and is_slip(text, name)), "")
        alike = shapes.get(_take_shape(text)) if re.search(r"\d", text) and re.search(r"[a-z]", text) else None
        if alike:
            message = f"{label} is {text!r}, which looks like the {alike[1]} {alike[0]!r}, but nothing has that name"
            yield Finding("GF178", place, message, "note")
        elif near:
            yield Finding("GF178", place, f"{label} is {text!r}; is it the {known[near]} {near!r}?", "note")
        elif len(listed) >= _FEWEST_ITEMS and len({known[name] for name in listed}) == 1:
            what = known[listed[0]]
            yield Finding("GF178", place, f"{label} has {text!r}, which is not a {what}, unlike the others", "note")


def _list_texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for each in value.values() for text in _list_texts(each)]
    return [text for each in value for text in _list_texts(each)] if isinstance(value, list) else []


def _take_shape(text: str) -> str:
    """Return a name with its numbers replaced by 0, or the name itself."""
    return re.sub(r"\d+", "0", text) if re.search(r"\d", text) else text
