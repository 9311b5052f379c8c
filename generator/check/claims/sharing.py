"""What is asked for of which designs, and how many there are, go in; how many can be given out, and what is short."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

Lot = tuple[int, ...]  # pieces that are alike: the asks that they can serve


class Ask(NamedTuple):
    """So many pieces of any of these designs, by line `line` of the setup; `color` is that of the player, if own."""

    need: int
    designs: frozenset[str]
    line: int
    color: str = ""


class Share(NamedTuple):
    """How many pieces can be given out, and the first asks that together want more than there is of their designs."""

    given: int
    short: tuple[Ask, ...]


def shared(asks: Sequence[Ask], stock: Mapping[str, int]) -> Share:
    """Return how the stock serves the asks, as well as it can (Ford and Fulkerson 1956).

    Where it falls short, the asks that compete for the same pieces are more than these: Hall's condition fails there.
    """
    left: Counter[Lot] = Counter()
    for design, number in stock.items():
        left[tuple(n for n, ask in enumerate(asks) if design in ask.designs)] += number
    given: dict[Lot, Counter[int]] = defaultdict(Counter)
    total, short = 0, tuple[Ask, ...]()
    for number, ask in enumerate(asks):
        served, rivals = _serve(number, ask.need, left, given)
        total += served
        if served < ask.need and not short:
            short = tuple(asks[each] for each in sorted(rivals))
    return Share(total, short)


def _serve(number: int, need: int, left: Counter[Lot], given: dict[Lot, Counter[int]]) -> tuple[int, set[int]]:
    """Serve an ask, moving others to other lots; return how many it gets, and all asks that were looked into."""
    missing = need
    while missing:
        came: dict[int, tuple[int, Lot]] = {}  # the ask and the lot that led to an ask
        row, end = [number], None
        for asking in row:
            for lot in [lot for lot in left if asking in lot]:
                if left[lot]:
                    end = asking, lot
                for other in [other for other, pieces in given[lot].items() if pieces]:
                    if other not in row:
                        came[other] = asking, lot
                        row.append(other)
            if end:
                break
        if end is None:
            return need - missing, {*row}
        missing -= _move(end, came, missing, left, given)
    return need, set()


def _move(
    end: tuple[int, Lot],
    came: Mapping[int, tuple[int, Lot]],
    most: int,
    left: Counter[Lot],
    given: dict[Lot, Counter[int]],
) -> int:
    """Give the last ask of the way pieces of the free lot, and those before it what it gives up; return how many."""
    asking, lot = end
    takes = [(lot, asking)]
    gives: list[tuple[Lot, int]] = []
    while asking in came:
        other, lot = came[asking]
        gives.append((lot, asking))
        takes.append((lot, other))
        asking = other
    number = min([most, left[end[1]], *(given[lot][each] for lot, each in gives)])
    left[end[1]] -= number
    for lot, each in takes:
        given[lot][each] += number
    for lot, each in gives:
        given[lot][each] -= number
    return number
