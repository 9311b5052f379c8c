"""The facts of rows and of `values:`, and the designs with one of them changed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from generator.components.designs import expand_part
from generator.components.facts.variants import FactWork, Variant, other_items, other_values, rough_items
from generator.model.data_types import Value
from generator.model.facts import Fact, FactKind, Witnesses
from generator.model.finding import DataError
from generator.model.game import ComponentKind, Design, Game, Part, Row
from generator.model.lru_cache import LRUCache

UNSEEN_COLUMNS = frozenset({"id", "copies"})  # which piece it is and how many there are
_MOST_MADE = 64  # changed rows whose designs are remembered
# what a kind of component may raise for values that its own checks let pass one by one
UNFIT = (DataError, ArithmeticError, LookupError, TypeError, ValueError)
Columns = Mapping[str, Sequence[Value]]


class RowSource(NamedTuple):
    """A part with rows: how to make designs of a changed row, and all values of each column, for other ones.

    `made` remembers the designs of the rows that were changed last.
    """

    game: Game
    kind: ComponentKind
    part: Part
    columns: Columns
    names: Sequence[Sequence[str]]
    made: LRUCache[tuple[int, str], Sequence[Design]]

    def expand(self, design: Design, row: Row, values: Mapping[str, Value]) -> Design | None:
        """Return the design with other values in its row; None if the data do not allow them."""
        if self.kind.net is None and self.kind.deal is None:
            return design._replace(values={**design.values, "row": values})
        key = id(row), repr(values)  # the designs of a row, in its colors and shifts, come one after the other
        made = self.made.get(key)
        return _find_same_design(design, self.made.put(key, self._expand_row(row, values)) if made is None else made)

    def _expand_row(self, row: Row, values: Mapping[str, Value]) -> Sequence[Design]:
        """Return all designs of a row with other values; none if the data do not allow them."""
        changed = replace(self.game, rows={self.part.id: (row._replace(values=values),)})
        try:
            return expand_part(changed, self.part.id, self.game.parts[self.part.id], self.part.kind, self.kind).designs
        except UNFIT:
            return ()


def _find_same_design(design: Design, made: Sequence[Design]) -> Design | None:
    """Return the design of the same colors, and of the same shift of a dealt card."""
    own = _identity(design)
    return next((each for each in made if _identity(each) == own), None)


def _identity(design: Design) -> tuple[object, ...]:
    colors = tuple(value for key, value in design.values.items() if hasattr(value, "role"))
    return *colors, design.values.get("row", {}).get("shift")


def _open_rows(game: Game, part: Part, kind: ComponentKind) -> RowSource:
    """Return what is needed to change the rows of a part."""
    found: dict[str, dict[tuple[type, Value], None]] = {}
    for row in game.rows.get(part.id, ()):
        for column, value in row.values.items():
            items = value if isinstance(value, list) else [value]
            found.setdefault(column, {}).update(((type(item), item), None) for item in items)
    columns = {column: [value for _, value in distinct] for column, distinct in found.items()}
    groups: dict[str, list[str]] = {}
    for role in game.colors:
        groups.setdefault(role.rpartition(".")[0], []).append(role)
    return RowSource(game, kind, part, columns, [*groups.values()], made=LRUCache(_MOST_MADE))


def _find_rows(game: Game, part: Part, designs: Sequence[Design]) -> Iterator[tuple[Design, Row]]:
    """Yield the designs that were made from rows, each with its row."""
    rows = game.rows.get(part.id, ())
    by_values = {id(row.values): row for row in rows}
    for design in designs if rows else ():
        shown = design.values.get("row")
        row = by_values.get(id(shown)) or next((row for row in rows if shown and _is_made_of(shown, row)), None)
        if row is not None:
            yield design, row


def _is_made_of(shown: Mapping[str, Value], row: Row) -> bool:
    """Return whether a design has the values of a row, among others that were computed."""
    return all(shown.get(key) == value for key, value in row.values.items())


def _holds_copies(row: Row, column: str) -> bool:
    """Return whether the copies of a row come from the cell of a column with another name, such as `Qty`."""
    return "copies" in row.values and row.place(column) == row.place("copies")


def list_row_works(game: Game, part: Part, kind: ComponentKind, witnesses: Witnesses) -> Iterator[FactWork]:
    """Yield the facts of rows, column by column of each witness, but for ids and copies."""
    source = _open_rows(game, part, kind)
    is_computed = kind.net is not None or kind.deal is not None  # templates read what rows make
    for design, row in _find_rows(game, part, witnesses.designs):
        more = (*part.values, *design.values) if is_computed else ()
        for column, value in row.values.items():
            is_unseen = column in UNSEEN_COLUMNS or _holds_copies(row, column)
            count = 0 if is_unseen else witnesses.counts.get((design.id, column), 0)
            for fact, item in _list_facts(part, design.id, "row", column, value) if count else ():
                inner = row.places.get(fact.name) if row.places and item is not None else None
                placed = fact._replace(place=inner or row.place(column))
                vary = partial(_vary_row, source, design, row, placed, item)
                yield FactWork(placed, part, design, (column, *more), vary, stands_for=count)


def list_value_works(game: Game, part: Part, _kind: ComponentKind, _witnesses: Witnesses) -> Iterator[FactWork]:
    """Yield the facts of `values:` of a part, which all its designs share."""
    for column, value in game.parts[part.id].values.items():
        for fact, item in _list_facts(part, "", "value", column, value):
            path = ("parts", part.id, "values", column)
            placed = fact._replace(place=game.place(*path) if item is None else game.place(*path, item))
            vary = partial(_vary_value, part, part.designs[0], placed, item)
            yield FactWork(placed, part, part.designs[0], (column,), vary)


def _list_facts(
    part: Part, design: str, kind: FactKind, column: str, value: Value
) -> Iterator[tuple[Fact, int | None]]:
    """Yield the facts of a value, still without a place: itself, or each of its items with its number."""
    items = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
    for number, item in items:
        if item is not None and item != "":
            name = column if number is None else f"{column}[{number}]"
            yield Fact(part.id, design, kind, name, str(item), place=part.place), number


def _vary_row(source: RowSource, design: Design, row: Row, fact: Fact, item: int | None) -> Iterator[Variant]:
    """Yield the design with another value of a fact, one after the other."""
    column = fact.name if item is None else fact.column
    for value, is_rough in _list_others(row.values[column], item, source.columns[column], source.names):
        made = source.expand(design, row, {**row.values, column: value})
        if made is not None and not (design.lines and made.lines == design.lines):  # 1-0 is the line 0-1
            yield Variant((fact,), repr(value), source.part, made, {}, is_rough=is_rough)


def _list_others(
    value: Value, item: int | None, known: Sequence[Value], names: Sequence[Sequence[str]] = ()
) -> Iterator[tuple[Value, bool]]:
    """Yield other values for a column, and whether they change more than the fact."""
    if item is None:
        yield from ((other, False) for other in other_values(value, known, names))
        return
    assert isinstance(value, list)
    others: Iterable[Any] = other_items(value, item, known)
    rough: Iterable[Any] = rough_items(value, item)
    yield from ((items, False) for items in others)
    yield from ((items, True) for items in rough)


def _vary_value(part: Part, design: Design, fact: Fact, item: int | None) -> Iterator[Variant]:
    """Yield the design with another value of a fact of `values:`."""
    values = part.values["values"]
    name = fact.name if item is None else fact.column
    for value, is_rough in _list_others(values[name], item, ()):
        made = replace(part, values={**part.values, "values": {**values, name: value}})
        yield Variant((fact,), repr(value), made, design, {}, is_rough=is_rough)
