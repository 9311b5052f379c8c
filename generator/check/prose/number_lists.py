"""Report a list of numbers in the rules that differs in one member from one in the data (GF160)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from generator.check.prose.rules_prose import RulesProse
from generator.model.finding import Finding
from generator.model.game import Game, Part

_FEWEST = 3  # numbers of a list that can be compared
_FEWEST_IN_COLUMN = 5  # different numbers of a column
_MOST_ROWS = 300
_LIST = re.compile(r"(?<![\w.,/-])\d{1,4}(?:,[ \n]\d{1,4}){1,20}+,?[ \n](?:and|und|et)[ \n]\d{1,4}(?![\w/-]|[.,]\d)")

_Numbers = tuple[int, ...]


def check_number_lists(prose: RulesProse, game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report `hours 3, 6, 8 and 12` where a list of values is 3, 6, 9 and 12 and no other list is as said (GF160)."""
    known = _collect_lists(game)
    said = [(found, _read_list(found[0])) for found in _LIST.finditer(prose.plain)] if known else []
    for found, numbers in said:
        if numbers in known or not _is_rising(numbers) or sum(other == numbers for _, other in said) > 1:
            continue
        near = [each for each in known if _differ_in_one(each, numbers)]
        if len(near) == 1 and not prose.is_held(found.start()) and not any(other == near[0] for _, other in said):
            n = next(n for n, pair in enumerate(zip(numbers, near[0], strict=True)) if pair[0] != pair[1])
            at = [each.start() for each in re.finditer(r"\d+", found[0])][n] + found.start()
            listed = ", ".join(map(str, near[0]))
            message = f"the rules list {prose.quote(*found.span())!r}, but {known[near[0]]} lists {listed}"
            yield prose.report("GF160", at, f"{message}; correct one of them", "note")


def _read_list(text: str) -> _Numbers:
    return tuple(int(number) for number in re.findall(r"\d+", text))


def _is_rising(numbers: _Numbers) -> bool:
    return len(numbers) >= _FEWEST and all(one < other for one, other in pairwise(numbers))


def _differ_in_one(one: _Numbers, other: _Numbers) -> bool:
    return len(one) == len(other) and sum(mine != theirs for mine, theirs in zip(one, other, strict=True)) == 1


def _collect_lists(game: Game) -> Mapping[_Numbers, str]:
    """Return the rising lists of numbers among the values of parts and in columns, with what they are called."""
    found: dict[_Numbers, str] = {}
    for key, part in game.parts.items():
        for name, numbers in _walk_lists(part.values, ""):
            if _is_rising(numbers):
                found.setdefault(numbers, f"{name!r} of {key!r}")
    for key, rows in game.rows.items():
        for column in rows[0].values if rows else ():
            values = {value for row in rows[:_MOST_ROWS] if type(value := row.values.get(column)) in (int, str)}
            numbers = tuple(sorted(value for value in values if type(value) is int))
            if column != "copies" and _FEWEST_IN_COLUMN <= len(numbers) == len(values):
                found.setdefault(numbers, f"{column!r} of {key!r}")
    return found


def _walk_lists(value: Any, name: str) -> Iterator[tuple[str, _Numbers]]:
    """Yield each list of whole numbers in nested values, with the last key before it."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _walk_lists(inner, str(key))
    elif isinstance(value, list | tuple):
        if value and all(type(each) is int for each in value):
            yield name, tuple(value)
        else:
            for inner in value:
                yield from _walk_lists(inner, name)
