"""Distances, costs and traps on boards: compared with every walk on small boards."""

from itertools import pairwise, permutations, product
from random import Random

import pytest

from generator.check.analysis.board_walks import (
    StepGraph,
    build_graph,
    count_steps,
    count_steps_between,
    count_steps_to,
    find_arrivals,
    find_landings,
    find_stuck_positions,
    find_throw_ends,
    find_trapped_cells,
    measure_costs,
    reverse_graph,
)
from generator.geometry.polygon import classify_contact
from generator.geometry.types import Points
from generator.model.board import Board, Cell, Join
from tests.samples import for_each

NAMES = "abcdef"
SQUARE: Points = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def make_board(seed: int) -> Board:
    """Return six cells with joins at random, some of them one way."""
    dice = Random(seed)
    pairs = [(one, other) for one, other in product(NAMES, NAMES) if one < other and dice.random() < 0.4]
    joins = tuple(Join(*pair, dice.choice(["side", "corner"]), dice.random() < 0.2) for pair in pairs)
    return Board(9, 9, {name: Cell(name, 0, 0, SQUARE) for name in NAMES}, joins, {}, {})


def list_walks(made: Board, start: str, goal: str) -> list[list[str]]:
    """Return the joins of every walk that comes to no cell twice."""
    steps = {(join.one, join.other): join.kind for join in made.joins}
    steps |= {(join.other, join.one): join.kind for join in made.joins if not join.one_way}
    others = [name for name in NAMES if name not in (start, goal)]
    middles = [way for length in range(len(others) + 1) for way in permutations(others, length)]
    every = [[(start, *way, goal)] for way in middles] if start != goal else [[(start,)]]
    found = [list(pairwise(walk)) for (walk,) in every]
    return [[steps[step] for step in walk] for walk in found if all(step in steps for step in walk)]


@pytest.mark.parametrize("seed", range(12))
def test_distances_and_costs_agree_with_all_walks(seed: int) -> None:
    made = make_board(seed)
    onward = build_graph(made)
    found = 0
    for start, goal in product(NAMES, NAMES):
        every = list_walks(made, start, goal)
        assert count_steps_to(onward, start, goal) == min(map(len, every), default=None)
        sides = [walk for walk in every if "corner" not in walk]
        assert count_steps_to(onward, start, goal, "side") == min(map(len, sides), default=None)
        for corner in (0, 1.5, 3):
            least = min((1 + sum(corner if kind == "corner" else 1 for kind in walk) for walk in every), default=None)
            assert measure_costs(onward, [start], corner).get(goal) == least
        found += bool(every)
    assert found > len(NAMES)


@pytest.mark.parametrize(("starts", "goals", "searches"), [("abc", "d", 1), ("a", "bcd", 1), ("fab", "abc", 3)])
def test_the_search_starts_from_the_smaller_set(
    monkeypatch: pytest.MonkeyPatch, starts: str, goals: str, searches: int
) -> None:
    for seed in range(12):
        onward = build_graph(make_board(seed))
        asked: list[object] = []
        monkeypatch.setattr(
            "generator.check.analysis.board_walks.count_steps",
            lambda *given, log=asked: log.append(given) or count_steps(*given),
        )
        found = list(count_steps_between(onward, list(starts), list(goals)))
        assert len(asked) == searches
        monkeypatch.undo()
        every = [(start, goal, count_steps_to(onward, start, goal)) for start, goal in product(starts, goals)]
        assert sorted(found, key=str) == sorted(every, key=str)


@pytest.mark.parametrize("seed", range(12))
def test_the_way_back_is_as_long(seed: int) -> None:
    onward = build_graph(make_board(seed))
    back = reverse_graph(onward)
    found = [
        (one, other, count_steps(onward, [one], kind))
        for one, other in product(NAMES, NAMES)
        for kind in (None, "side")
    ]
    assert all(
        steps.get(other) == count_steps(back, [other], kind).get(one)
        for (one, other, steps), kind in zip(found, [None, "side"] * len(found), strict=False)
    )
    assert count_steps(onward, "ab") == {
        name: min(each)
        for name in NAMES
        if (each := [d for start in "ab" if (d := count_steps_to(onward, start, name)) is not None])
    }


def test_further_joins_lead_both_ways_and_are_of_every_kind() -> None:
    made = Board(9, 9, {name: Cell(name, 0, 0, SQUARE) for name in "abcd"}, (Join("a", "b"), Join("c", "d")), {}, {})
    onward = build_graph(made, [("b", "c")])
    assert [count_steps_to(onward, *pair) for pair in ("ad", "da")] == [3, 3]
    assert [count_steps_to(onward, "a", "d", kind) for kind in ("side", "corner")] == [3, None]
    assert count_steps_to(build_graph(made), "a", "d") is None


def list_stops(onward: StepGraph, cell: str, throw: int, first: str | None, begun: bool = False) -> list[str]:
    """Return where every walk of so many steps ends."""
    if not throw:
        return [cell]
    steps = [other for other, kind in onward[cell] if not begun or kind != first]
    return [end for other in steps for end in list_stops(onward, other, throw - 1, first, True)]


@for_each(product(range(12), [None, "side", "corner"]))
def test_throw_ends_and_arrivals(seed: int, first: str | None) -> None:
    onward = build_graph(make_board(seed))
    throws = [5, 1, 3, 3]
    every = {throw: {name: {*list_stops(onward, name, throw, first)} for name in NAMES} for throw in (1, 3, 5)}
    assert [
        {cell: {name for k, name in enumerate(NAMES) if bits >> k & 1} for cell, bits in thrown.items()}
        for thrown in find_throw_ends(onward, throws, first)
    ] == [*every.values()]
    for goals in ("a", "bf", ""):
        assert find_arrivals(onward, goals, throws, first) == {
            throw: {name for name, cells in found.items() if cells & {*goals}} for throw, found in every.items()
        }
    assert (list(find_throw_ends(onward, [])), find_arrivals(onward, "a", [])) == ([], {})


def find_stands(
    onward: StepGraph, start: str, goals: str, throws: list[int], first: str | None, barred: str
) -> set[str]:
    """Return where a piece can come to stand, throw by throw; it leaves no goal."""
    found, row = {start}, [start]
    for cell in row:
        for throw in throws if cell not in goals else []:
            fresh = {*list_stops(onward, cell, throw, first)} - found - {*barred}
            found |= fresh
            row += sorted(fresh)
    return found


@pytest.mark.parametrize("first", [None, "side", "corner"])
@pytest.mark.parametrize(("goals", "throws", "barred"), [("a", [2, 3], ""), ("bf", [3], "d"), ("e", [2, 4], "ac")])
def test_cells_of_no_return(first: str | None, goals: str, throws: list[int], barred: str) -> None:
    found = 0
    for seed in range(20):
        onward = build_graph(make_board(seed))
        reach = {name: find_stands(onward, name, goals, throws, first, barred) for name in NAMES}
        lost = {name for name in NAMES if not reach[name] & {*goals}}
        for starts in ("c", "df", NAMES):
            every = set[str]().union(*(reach[name] for name in starts))
            assert find_trapped_cells(onward, starts, goals, throws, first, barred) == every & lost
            found += bool(every & lost)
        thrown = {end for name in "bd" for throw in throws for end in list_stops(onward, name, throw, first)}
        assert find_landings(onward, "bd", throws, first) == thrown
    assert 0 < found < 60


def test_the_nearest_entry_counts() -> None:
    made = Board(9, 9, {name: Cell(name, 0, 0, SQUARE) for name in "abcd"}, (Join("a", "b"), Join("b", "c")), {}, {})
    assert measure_costs(build_graph(made), ["a", "c"], 2) == {"a": 1, "b": 2, "c": 1}


def can_reach(position: int, length: int, throws: tuple[int, ...], barred: tuple[int, ...]) -> bool:
    """Return whether a piece can reach the end of a road by these throws."""
    return position == length or any(
        can_reach(position + throw, length, throws, barred)
        for throw in throws
        if position + throw <= length and position + throw not in barred
    )


@pytest.mark.parametrize("throws", [(2, 3), (2,), (3, 5), (1,), (7, 9), (4, 6, 10)])
@pytest.mark.parametrize("barred", [(), (11,), (3, 9, 10), (8,)])
def test_squares_of_no_return(throws: tuple[int, ...], barred: tuple[int, ...]) -> None:
    lost = [p for p in range(1, 12) if p not in barred and not can_reach(p, 12, throws, barred)]
    assert find_stuck_positions(12, throws, barred) == lost


@pytest.mark.parametrize("barred", [(), (11,), (3, 9, 10), (8,)])
def test_a_road_of_cells_has_the_traps_of_its_positions(barred: tuple[int, ...]) -> None:
    names = [f"p{n}" for n in range(13)]
    joins = tuple(Join(one, other, "side", True) for one, other in pairwise(names))
    onward = build_graph(Board(9, 9, {name: Cell(name, 0, 0, SQUARE) for name in names}, joins, {}, {}))
    shut = [f"p{n}" for n in barred]
    for throws in ((2, 3), (3, 5), (7, 9), (4, 6, 10)):
        starts = [name for name in names[1:] if name not in shut]
        lost = {f"p{n}" for n in find_stuck_positions(12, throws, barred)}
        assert find_trapped_cells(onward, starts, ["p12"], throws, None, shut) == lost
        assert find_trapped_cells(onward, ["p0"], ["p12"], throws, None, shut) - {"p0"} <= lost


def test_the_trap_of_pachisi() -> None:
    throws = [2, 3, 4, 5, 6, 10, 25]
    assert find_stuck_positions(84, throws, []) == [83]
    assert find_stuck_positions(84, throws, [83]) == []
    assert find_stuck_positions(84, [2, 4, 6, 10], []) == [*range(1, 84, 2)]


# -- what touches -----------------------------------------------------------------------------------------------------


def make_square(x: float, y: float, half: float = 1) -> Points:
    """Return a square around a point; `half` is half its side."""
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


@for_each(
    [
        (2, 0, 1, "side"),
        (-2, 0, 1, "side"),
        (0, 2, 1, "side"),
        (2, 1.5, 1, "side"),
        (4, 0, 3, "side"),
        (2.05, 0, 1, "side"),
        (1.95, 0, 1, "side"),
        (2, 2, 1, "corner"),
        (-2, 2, 1, "corner"),
        (2, 1.9, 1, "corner"),
        (2.05, 2.05, 1, "corner"),
        (2.2, 0, 1, ""),
        (1.8, 0, 1, ""),
        (2.2, 2.2, 1, ""),
        (1.5, 1.5, 1, ""),
        (1, 0, 1, ""),
        (0, 0, 1, ""),
        (0, 0, 0.5, ""),
        (0, 0.5, 0.5, ""),
    ]
)
def test_contact_of_squares(x: float, y: float, half: float, how: str) -> None:
    one, other = make_square(0, 0), make_square(x, y, half)
    assert {classify_contact(one, other), classify_contact(other, one), classify_contact(one[::-1], other)} == {how}


def test_a_corner_on_a_side_is_a_point() -> None:
    assert classify_contact(make_square(0, 0), ((1, 0), (3, -1), (3, 1))) == "corner"
