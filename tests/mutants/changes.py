"""A game goes in; all its mutants come out, each with one fact changed, once and in a fixed order."""

from collections.abc import Callable, Iterable, Iterator
from math import gcd
from pathlib import Path

from tests.mutants import boards, texts
from tests.mutants.source import Mutant, Source

# another way to change a fact is a function and a row
CHANGES: tuple[Callable[[Source], Iterator[Mutant]], ...] = (
    texts.values_changed,
    texts.items_gone_and_twice,
    texts.entries_gone,
    texts.one_color_more,
    texts.exchanged,
    texts.crossed,
    texts.tables,
    texts.rules,
    boards.cells,
    boards.joins,
    boards.routes,
    boards.areas,
)


def mutants(folder: Path) -> list[Mutant]:
    """Return every mutant of a game; two that make the same text are one."""
    source = Source(folder)
    found = {(each.file, each.edits): each for change in CHANGES for each in change(source)}
    return list(found.values())


def spread(made: Iterable[Mutant], most: int) -> list[Mutant]:
    """Return at most so many mutants of each sort, spread over all of them, the first among them.

    The stride is near the golden section and shares no factor with anything: what comes in turns is not passed over.
    """
    sorts: dict[str, list[Mutant]] = {}
    for each in made:
        sorts.setdefault(each.sort, []).append(each)
    return [sort[at] for sort in sorts.values() for at in _chosen(len(sort), most)]


def _chosen(count: int, most: int) -> list[int]:
    stride = next(step for step in range(int(0.618 * count) + 1, 2 * count + 6) if gcd(step, 6 * count) == 1)
    return sorted(number * stride % count for number in range(min(count, most)))
