"""Find the odd one out in a table of features; the things may be rows, cells, colors or anything of one sort.

A feature is regular if all things are the same, or each has its own. A thing is odd if that holds of all the others. It
is not odd if the data say that it is of a kind of its own, such as the only joker of a deck.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

SAME = 7  # others that must be the same: of fewer, one differs by design often enough
DISTINCT = 6  # values that others have to themselves, where two things share one
_FEWEST_CLASSES = 2  # that must agree among themselves, and differ
_RECURRING = 0.8  # of the things share their class with others: the column sorts them, and one alone is a sort itself
_MOST_ODD = 2  # things of a table: where more are odd, oddness is the rule
_MOST_CATEGORIES = 12  # columns whose pairs are compared, so that wide tables cost no more than long ones

Rule = str
SAME_RULE, OWN = "same", "own"  # the rules that a feature may obey


class Feature(NamedTuple):
    """A feature of all things, None for a thing that lacks it, and the rules that it may obey.

    `spell` writes a value in a message, and `what` names the feature. `least` is how many others must agree if all are
    to be the same, or each is to have its own, None for as many as usual. `of` are the columns that the feature is made
    of. `says` returns the sentence on an odd thing, None for what the rule says. No column explains what is odd about a
    feature that `is_certain`.
    """

    what: str
    values: Sequence[Any]
    rules: Sequence[Rule]
    spell: Callable[[Any], str] = repr
    least: int | None = None
    of: Sequence[str] = ()
    says: Callable[[int], str] | None = None
    is_certain: bool = False


class Oddity(NamedTuple):
    """An odd thing, by number: the key of its feature, and the sentence on what it has and what the others have.

    `twin` is the thing that it must not be like.
    """

    thing: int
    feature: Any
    text: str
    agreeing: int
    twin: int | None = None


class _Regularity(NamedTuple):
    """A rule that nearly all things obey: the things that break it, how many obey it, and what is expected of one.

    `twin` is the thing that an odd one is like, where all are to differ: either of them may be wrong.
    """

    wrong: Sequence[int]
    agreeing: int
    says: Callable[[int], str]
    twin: int | None = None


class FeatureTable:
    """Things with their columns, which the data give, and their features.

    `name` returns what a message calls a thing.
    """

    def __init__(
        self,
        columns: Mapping[str, Sequence[Any]],
        features: Mapping[Any, Feature],
        name: Callable[[int], str] = lambda number: f"number {number + 1}",
    ) -> None:
        self.columns: dict[str, Sequence[Any]] = {key: [*map(_as_key, values)] for key, values in columns.items()}
        self.features, self.name = features, name

    @cached_property
    def categories(self) -> Mapping[str, Sequence[Hashable]]:
        """Return the columns whose values recur: each is in two rows on the average."""
        found: dict[str, Sequence[Hashable]] = {}
        for key, values in self.columns.items():
            if 1 < len(set(values)) <= len(values) / 2 and len(found) < _MOST_CATEGORIES:
                found[key] = values
        return found

    def find_odd(self) -> Iterator[Oddity]:
        """Yield each odd thing once, with the feature on which most others agree; nothing if many are odd."""
        best: dict[int, Oddity] = {}
        for key, feature in self.features.items():
            for odd in self._judge(key, feature):
                if odd.thing not in best or odd.agreeing > best[odd.thing].agreeing:
                    best[odd.thing] = odd
        found = [best[thing] for thing in sorted(best) if best[thing].twin not in best]
        yield from found if len(found) <= _MOST_ODD else ()

    def _judge(self, key: Any, feature: Feature) -> Iterator[Oddity]:
        """Yield what is odd about a feature by the strongest rule; nothing if one rule holds of all things."""
        values = [None if value is None else _as_key(value) for value in feature.values]
        there = [number for number, value in enumerate(values) if value is not None]
        if len({values[number] for number in there}) < _FEWEST_CLASSES:
            return
        found: list[_Regularity] = []
        for regularity in self._list_regularities(feature, values, there):
            if not regularity.wrong:
                return
            found.append(regularity)
        best = max(found, key=lambda each: each.agreeing, default=None)
        for number in best.wrong[:1] if best else ():
            is_explained = any(self._is_own_kind(wrong, feature.of) for wrong in best.wrong) if best else True
            if best and (best.twin is not None or feature.is_certain or not is_explained):
                text = feature.says(number) if feature.says else f"{feature.what} {best.says(number)}"
                yield Oddity(number, key, text, best.agreeing, best.twin)

    def _list_regularities(
        self, feature: Feature, values: Sequence[Any], there: Sequence[int]
    ) -> Iterator[_Regularity]:
        if SAME_RULE in feature.rules:
            yield from _stay_same(feature, values, there)
        if OWN in feature.rules:
            yield from self._differ(feature, values, there)

    def _differ(self, feature: Feature, values: Sequence[Any], there: Sequence[int]) -> Iterator[_Regularity]:
        """Yield the second of two things that share a value, if all others have values of their own."""
        numbers = defaultdict[Any, list[int]](list)
        for number in there:
            numbers[values[number]].append(number)
        shared = [same for same in numbers.values() if len(same) > 1]
        if not shared:
            yield _Regularity((), len(there), repr)
        elif [len(same) for same in shared] == [2] and len(numbers) - 1 >= (
            DISTINCT if feature.least is None else feature.least
        ):
            first, again = shared[0]
            says = f"is {feature.spell(values[again])}, as of {self.name(first)}; the {len(numbers) - 1} others differ"
            yield _Regularity((again,), len(there) - 2, lambda _: says, first)

    def _is_own_kind(self, number: int, own: Sequence[str]) -> bool:
        """Return whether the data tell a thing from all others, by a column or two whose values recur for the rest."""
        sorts = (values for key, values in self.columns.items() if key not in own)
        if any(_is_alone(values, number) for values in sorts):
            return True
        pairs = combinations([values for key, values in self.categories.items() if key not in own], 2)
        return any(_is_alone(list(zip(*pair, strict=True)), number) for pair in pairs)


def _as_key(value: Any) -> Any:
    """Return a value that can be hashed: a list as a tuple."""
    return tuple(map(_as_key, value)) if isinstance(value, list) else value


def _is_alone(values: Sequence[Hashable], number: int) -> bool:
    """Return whether a thing is alone in its class, though nearly all others share theirs."""
    counts = Counter(values)
    if counts[values[number]] > 1:
        return False
    sharing = sum(times for times in counts.values() if times > 1)
    return sharing >= _RECURRING * len(values)


def _stay_same(feature: Feature, values: Sequence[Any], there: Sequence[int]) -> Iterator[_Regularity]:
    """Yield the only thing that differs from all others, which are the same."""
    (usual, times), *_ = Counter(values[number] for number in there).most_common(1)
    if times == len(there) - 1 >= (SAME if feature.least is None else feature.least):
        wrong = [number for number in there if values[number] != usual]
        yield _Regularity(
            wrong,
            times,
            lambda number: f"is {feature.spell(values[number])} here, and {feature.spell(usual)} in all {times} others",
        )
