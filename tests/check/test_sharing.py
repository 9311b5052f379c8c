"""allocate_stock: compared with a bound over all sets of demands; which demands come up short."""

from itertools import chain, combinations
from random import Random

from generator.check.claims.setup import SetupAllocation, SetupDemand, allocate_stock
from tests.samples import for_each

DESIGNS = "abcd"


def make_demand(need: int, designs: str, line: int = 0) -> SetupDemand:
    """Return a demand for pieces of any of these designs."""
    return SetupDemand(need, frozenset(designs), line)


def least_bound(asks: list[SetupDemand], stock: dict[str, int]) -> int:
    """Return the upper bound: the minimum, over all sets of demands, of their stock plus the needs of the others."""
    sets = chain.from_iterable(combinations(asks, size) for size in range(len(asks) + 1))
    return min(
        sum(stock[design] for design in set().union(*(each.designs for each in some)))
        + sum(each.need for each in asks)
        - sum(each.need for each in some)
        for some in sets
    )


@for_each(range(60))
def test_allocation_is_maximal(seed: int) -> None:
    dice = Random(seed)
    stock = {design: dice.randint(0, 5) for design in DESIGNS}
    asks = [
        SetupDemand(dice.randint(1, 5), frozenset(dice.sample(DESIGNS, dice.randint(1, 3))), line)
        for line in range(dice.randint(1, 5))
    ]
    found = allocate_stock(asks, stock)
    assert found.given == least_bound(asks, stock)
    assert bool(found.short) == (found.given < sum(each.need for each in asks))
    if found.short:
        there = sum(stock[design] for design in set().union(*(each.designs for each in found.short)))
        assert sum(each.need for each in found.short) > there


def test_earlier_demands_make_room() -> None:
    asks = [make_demand(2, "ab"), make_demand(2, "bc", 1), make_demand(2, "a", 2)]
    assert allocate_stock(asks, {"a": 2, "b": 2, "c": 2}) == SetupAllocation(6, ())


def test_only_competing_demands_are_short() -> None:
    asks = [make_demand(3, "d"), make_demand(2, "ab", 1), make_demand(3, "b", 2)]
    assert allocate_stock(asks, {"a": 1, "b": 3, "c": 9, "d": 3}) == SetupAllocation(7, tuple(asks[1:]))


def test_large_numbers_are_fast() -> None:
    assert allocate_stock([make_demand(10_000, "ab")] * 3, {"a": 10_000, "b": 20_000}) == SetupAllocation(30_000, ())
    assert allocate_stock([], {"a": 1}) == SetupAllocation(0, ())
