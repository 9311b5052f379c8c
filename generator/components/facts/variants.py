"""Other values that a fact could have, and the designs that they make."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from generator.language.emphasis import has_markup
from generator.model.data_types import Value
from generator.model.facts import Fact
from generator.model.game import Design, Part
from generator.model.paper import Side

MOST_TRIED = 4  # other values of a fact: the first nearly always changes the paper
_FROM_COLUMN = 2  # of these, values of other rows


class Variant(NamedTuple):
    """A design in which some facts are changed, `tried` in words; `values` are what templates get instead.

    One that `is_rough` changes other items of a list too, and is tried only if nothing else can be drawn.
    """

    facts: tuple[Fact, ...]
    tried: str
    part: Part
    design: Design
    values: Mapping[str, Any] = {}
    is_rough: bool = False


class FactWork(NamedTuple):
    """A fact to prove on a design: the changed designs are made when they are asked for, one after the other.

    A template must look up one of the names that the fact `reads` to show it. The design is a witness for as many
    as it `stands_for`.
    """

    fact: Fact
    part: Part
    design: Design
    reads: tuple[str, ...]
    vary: Callable[[], Iterator[Variant]]
    stands_for: int = 1
    sides: Sequence[Side] = ("front", "back")


def other_values(value: Value, known: Iterable[Value], groups: Sequence[Sequence[str]] = ()) -> Iterator[Value]:
    """Yield values of the same type that differ: of the `known` ones first, then made ones; at most four.

    `groups` are closed sets of names, such as the roles of the colors of a group.
    """
    closed = next((names for names in groups if value in names), ())
    made: list[Value] = [name for name in closed if name != value]
    made += [] if made else _make_values(value)
    alike = (each for each in known if type(each) is type(value) and each != value and not isinstance(each, list))
    found = dict.fromkeys([*_take_distinct(alike, _FROM_COLUMN), *made])
    yield from islice((each for each in found if each != value), MOST_TRIED)


def _take_distinct(values: Iterable[Value], most: int) -> Sequence[Value]:
    """Return the first distinct values; the rest of a long column is not looked at."""
    found: list[Value] = []
    for each in values:
        if each not in found:
            found.append(each)
            if len(found) == most:
                break
    return found


def _make_values(value: Value) -> Iterator[Value]:
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, max(value - 1, 0), value + 2)
        case float():
            yield from (value + 1.0, value / 2)
        case str() if value.strip():
            if value != value[::-1] and not has_markup(value):
                yield value[::-1]  # as wide
            yield re.sub(r"\{[^{}]*\}|.", _change_sign, value, flags=re.DOTALL)  # icons keep their names


def _change_sign(found: re.Match[str]) -> str:
    return _next_letter(found[0]) if len(found[0]) == 1 else found[0]


def _next_letter(letter: str) -> str:
    """Return another letter or digit of the same sort, or the same character if it is neither."""
    for first, last in ("az", "AZ", "09"):
        if first <= letter <= last:
            return chr(ord(letter) - 1) if letter == last else chr(ord(letter) + 1)
    return letter


def other_items(items: Sequence[Value], number: int, known: Iterable[Value]) -> Iterator[list[Value]]:
    """Yield lists that differ in one item: by a new one first or, in a list with equal items, by one that it has."""
    value, known = items[number], list(known)
    fresh = [each for each in known if each not in items]
    if len({repr(each) for each in items}) < len(items):
        fresh = [*fresh[:1], *(each for each in known if each in items)]
    for other in islice(other_values(value, fresh), MOST_TRIED - 1):
        yield [*items[:number], other, *items[number + 1 :]]


def rough_items(items: Sequence[Value], number: int) -> Iterator[list[Value]]:
    """Yield lists with an item exchanged with the next one, and without it."""
    if (swapped := _exchange_next(items, number)) != list(items):
        yield swapped
    yield [*items[:number], *items[number + 1 :]]


def _exchange_next(items: Sequence[Value], number: int) -> list[Value]:
    after, changed = (number + 1) % len(items), list(items)
    changed[number], changed[after] = items[after], items[number]
    return changed
