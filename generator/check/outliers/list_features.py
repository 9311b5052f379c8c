"""Read features from lists of one sort: whether they go up, and whether an item recurs.

Lists are of one sort in a column of rows, or side by side in the values of a part.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import factorial, log2
from typing import Any

from generator.check.outliers.feature_table import SAME_RULE, Feature

# by chance, all other lists are as they are once in 2 to this power: as seldom as seven things are the same
_BITS = 7.0
_OTHERS = 2  # lists that agree
_LONG = 3  # items of the odd list: a shorter one has no order
_TOKEN = re.compile(r"\w+")  # of an item such as 0-5

_ORDERS: Mapping[str, Callable[[float, float], bool]] = {
    "go up from item to item": lambda one, other: one < other,
    "go down from item to item": lambda one, other: one > other,
    "never go down from item to item": lambda one, other: one <= other,
    "never go up from item to item": lambda one, other: one >= other,
}

Lists = Sequence[Sequence[Any]]


def make_list_features(lists: Lists, names: Sequence[str], of: Sequence[str] = ()) -> dict[Any, Feature]:
    """Return the features of lists that all of them but one have; `names` are what messages call them."""
    found = dict[Any, Feature]()
    for key, holds, what in (*_compare_orders(lists), *_compare_items(lists)):
        if sum(holds) == len(lists) - 1 >= _OTHERS:
            says = lambda number, what=what: f"{names[number]!r} is {_spell(lists[number])} here; {what}"  # noqa: E731
            found[key, *of] = Feature("", holds, (SAME_RULE,), of=of, least=_OTHERS, says=says)
    return found


def _spell(items: Sequence[Any]) -> str:
    return f"[{', '.join(map(str, items))}]"


def _compare_orders(lists: Lists) -> Iterator[tuple[str, Sequence[bool], str]]:
    """Yield the order that all lists of numbers but one have, if that one lacks it for a single item."""
    if not all(type(item) in (int, float) for items in lists for item in items):
        return
    for what, follows in _ORDERS.items():
        holds = [_is_ordered(items, follows) for items in lists]
        bits = sum(log2(factorial(len(set(items)))) for items, does in zip(lists, holds, strict=True) if does)
        odd = lists[holds.index(False)] if False in holds else ()
        near = any(_is_ordered([*odd[:at], *odd[at + 1 :]], follows) for at in range(len(odd)))
        if bits >= _BITS and near and len(odd) >= _LONG:
            yield "order", holds, f"the {len(lists) - 1} other lists {what}"
            return


def _is_ordered(items: Sequence[float], follows: Callable[[float, float], bool]) -> bool:
    return all(follows(one, other) for one, other in pairwise(items))


def _compare_items(lists: Lists) -> Iterator[tuple[str, Sequence[bool], str]]:
    """Yield whether each list has all its items once."""
    words = [_TOKEN.findall(" ".join(map(str, items))) for items in lists]
    pool = len({word for items in words for word in items})
    single = [len(set(items)) == len(items) for items in words]
    chances = (1 - taken / pool for items, is_ in zip(words, single, strict=True) if is_ for taken in range(len(items)))
    if -sum(map(log2, chances)) >= _BITS:
        odd = words[single.index(False)] if False in single else []
        twice = [each for each, times in Counter(odd).items() if times > 1]
        if len(twice) == 1 and len(odd) >= _LONG:
            yield (
                "twice",
                single,
                f"it has {twice[0]!r} twice, and none of the {len(lists) - 1} others has an item twice",
            )
