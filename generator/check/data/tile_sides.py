"""Find the one tile with the sides of another, and the one variant of a tile whose sides differ (GF175, GF177)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from generator.check.data.row_table import UNIQUE_COLUMNS, RowTable, Suspicion, order_by_fit

_COMPASS = (("west", "north", "east", "south"), ("left", "top", "right", "bottom"), ("w", "n", "e", "s"))
_LISTS = ("edges", "sides")
_FEWEST_ROWS = 6
_FEWEST_SIDES = 3

_Sides = tuple[str, ...]


def find_odd_sides(table: RowTable) -> Iterator[Suspicion]:
    """Yield the one tile with the sides of another, however they are turned, and the one variant with other sides."""
    names, sides = _read_sides(table)
    if len(table) < _FEWEST_ROWS or not sides:
        return
    variants = {n: base for n in range(len(table)) if (base := _find_base(table, n)) is not None}
    yield from _find_repeated_sides(table, names, sides, {*variants, *variants.values()})
    yield from _find_odd_variant(table, names, sides, variants)


def _read_sides(table: RowTable) -> tuple[tuple[str, ...], list[_Sides]]:
    """Return the columns of the sides, clockwise, and the sides of each tile; nothing if it has none."""
    for name in _LISTS:
        lists = table.lists.get(name, [])
        if lists and len({len(each) for each in lists}) == 1 and len(lists[0]) >= _FEWEST_SIDES:
            return (name,), [tuple(map(str, each)) for each in lists]
    for names in _COMPASS:
        if all(name in table.scalars for name in names):
            return names, [tuple(map(str, each)) for each in zip(*(table.scalars[name] for name in names), strict=True)]
    return (), []


def _find_base(table: RowTable, number: int) -> int | None:
    """Return the row whose id begins that of another: `bend` for `bend-stones`."""
    ids: list[Any] = table.columns.get(UNIQUE_COLUMNS[0], [])
    base = str(ids[number]).rpartition("-")[0] if ids else ""
    return ids.index(base) if base and base in ids else None


def _find_repeated_sides(
    table: RowTable, names: Sequence[str], sides: Sequence[_Sides], related: set[int]
) -> Iterator[Suspicion]:
    alike: dict[_Sides, list[int]] = defaultdict(list)
    for number, each in enumerate(sides):
        alike[min(each[n:] + each[:n] for n in range(len(each)))].append(number)
    repeated = [rows for rows in alike.values() if len(rows) > 1]
    if len(repeated) == 1 and len(repeated[0]) == 2 and not related & {*repeated[0]}:
        first, again = order_by_fit(table, repeated[0])
        rest = f"no other two of the {len(table)} rows are alike in their sides"
        yield Suspicion("GF175", again, tuple(names), f"this tile has the same sides as {table.place(first)}; {rest}")


def _find_odd_variant(
    table: RowTable, names: Sequence[str], sides: Sequence[_Sides], variants: dict[int, int]
) -> Iterator[Suspicion]:
    """Yield the variant with the sides of its tile in another order, if those of all other variants are the same."""
    odd = [(number, base) for number, base in variants.items() if sides[number] != sides[base]]
    if len(odd) == 1 and len(variants) > 1 and sorted(sides[odd[0][0]]) == sorted(sides[odd[0][1]]):
        number, base = odd[0]
        mine, theirs = (" ".join(sides[n]) for n in (number, base))
        message = f"the sides are {mine!r} here, and {theirs!r} in {table.name(base)}; other variants have equal sides"
        yield Suspicion("GF177", number, tuple(names), message)
