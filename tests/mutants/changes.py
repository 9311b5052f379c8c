"""All mutants of a game, in a fixed order: each has one fact changed."""

from collections.abc import Callable, Iterable, Iterator
from math import gcd
from pathlib import Path

from tests.mutants import boards, texts
from tests.mutants.source import Mutant, Source

# to add another kind of change, write a function and add it here
CHANGES: tuple[Callable[[Source], Iterator[Mutant]], ...] = (
    texts.change_values,
    texts.remove_and_double_items,
    texts.remove_entries,
    texts.add_color,
    texts.exchange_items,
    texts.cross_lines,
    texts.change_tables,
    texts.change_rules,
    boards.change_cells,
    boards.change_joins,
    boards.change_routes,
    boards.change_areas,
)


def make_mutants(folder: Path) -> list[Mutant]:
    """Return every mutant of a game; mutants with the same text count once."""
    source = Source(folder)
    found = {(each.file, each.edits): each for change in CHANGES for each in change(source)}
    return list(found.values())


def sample_evenly(made: Iterable[Mutant], most: int) -> list[Mutant]:
    """Return at most so many mutants of each sort, the first one included, spread evenly.

    The stride is near the golden section and coprime to the number of mutants, so periodic sequences are sampled too.
    """
    sorts: dict[str, list[Mutant]] = {}
    for each in made:
        sorts.setdefault(each.sort, []).append(each)
    return [sort[at] for sort in sorts.values() for at in _choose_indices(len(sort), most)]


def _choose_indices(count: int, most: int) -> list[int]:
    stride = next(step for step in range(int(0.618 * count) + 1, 2 * count + 6) if gcd(step, 6 * count) == 1)
    return sorted(number * stride % count for number in range(min(count, most)))
