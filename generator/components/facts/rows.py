"""The facts of rows and of `values:`, and the designs with one of them changed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from generator.components.designs import expand_part
from generator.components.facts.variants import Variant, other_items, other_values, rough_items
from generator.model.data_types import Value
from generator.model.facts import Fact
from generator.model.finding import DataError, Place
from generator.model.game import ComponentKind, Design, Game, Part, Row
from generator.model.lru_cache import LRUCache

UNSEEN_COLUMNS = frozenset({"id", "copies"})  # which piece it is and how many there are
_MOST_MADE = 64  # changed rows whose designs are remembered
# what a kind of component may raise for values that its own checks let pass one by one
UNFIT = (DataError, ArithmeticError, LookupError, TypeError, ValueError)
Columns = Mapping[str, Sequence[Value]]


class RowFact(NamedTuple):
    """A fact of a row or of `values:`, and where it is: the column, and the number of an item of a list."""

    fact: Fact
    column: str
    item: int | None


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


def open_rows(game: Game, part: Part, kinds: Mapping[str, ComponentKind]) -> RowSource:
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
    return RowSource(game, kinds[part.kind], part, columns, [*groups.values()], LRUCache(_MOST_MADE))


def find_rows(game: Game, part: Part) -> list[tuple[Design, Row]]:
    """Return the designs that were made from rows, each with its row."""
    rows = game.rows.get(part.id, ())
    by_values = {id(row.values): row for row in rows}
    found = [
        (design, by_values.get(id(design.values.get("row"))) or _match_row(rows, design)) for design in part.designs
    ]
    return [(design, row) for design, row in found if row is not None]


def _match_row(rows: Sequence[Row], design: Design) -> Row | None:
    """Return the row whose values a design has among others."""
    shown = design.values.get("row")
    return (
        next((row for row in rows if shown and all(shown.get(key) == value for key, value in row.values.items())), None)
        if rows
        else None
    )


def list_row_facts(part: Part, design: Design, row: Row) -> Iterator[RowFact]:
    """Yield the facts of a design's row, but for its id and its copies."""
    for column, value in row.values.items():
        if column not in UNSEEN_COLUMNS:
            yield from _list_facts(part, design.id, "row", column, value, partial(_item_place, row, column))


def _item_place(row: Row, column: str, item: int | None) -> Place:
    inner = row.places.get(f"{column}[{item}]") if row.places and item is not None else None
    return inner or row.place(column)


def _list_facts(part: Part, design: str, kind: Any, column: str, value: Value, place: Any) -> Iterator[RowFact]:
    group = f"{'row' if kind == 'row' else 'values'}.{column}"
    if not isinstance(value, list):
        if value is not None and value != "":
            yield RowFact(Fact(part.id, design, kind, column, str(value), place(None), group), column, None)
        return
    for number, item in enumerate(value):
        if item is not None and item != "":
            name = f"{column}[{number}]"
            yield RowFact(Fact(part.id, design, kind, name, str(item), place(number), group), column, number)


def vary_row(source: RowSource, design: Design, row: Row, each: RowFact) -> Iterator[Variant]:
    """Yield the design with another value of a fact, one after the other."""
    for value, is_rough in _list_others(row.values[each.column], each, source.columns[each.column], source.names):
        made = source.expand(design, row, {**row.values, each.column: value})
        if made is not None and not (design.lines and made.lines == design.lines):  # 1-0 is the line 0-1
            yield Variant((each.fact,), repr(value), source.part, made, {}, is_rough)


def _list_others(
    value: Value, each: RowFact, known: Sequence[Value], names: Sequence[Sequence[str]] = ()
) -> Iterator[tuple[Value, bool]]:
    """Yield other values for a column, and whether they change more than the fact."""
    if each.item is None:
        yield from ((other, False) for other in other_values(value, known, names))
        return
    assert isinstance(value, list)
    others: Iterable[Any] = other_items(value, each.item, known)
    rough: Iterable[Any] = rough_items(value, each.item)
    yield from ((items, False) for items in others)
    yield from ((items, True) for items in rough)


def list_value_facts(game: Game, part: Part) -> Iterator[RowFact]:
    """Yield the facts of `values:` of a part."""
    for name, value in game.parts[part.id].values.items():
        yield from _list_facts(part, "", "value", name, value, partial(_value_place, game, part, name))


def _value_place(game: Game, part: Part, name: str, item: int | None) -> Place:
    path = ("parts", part.id, "values", name)
    return game.place(*path) if item is None else game.place(*path, item)


def vary_value(part: Part, design: Design, each: RowFact) -> Iterator[Variant]:
    """Yield the design with another value of a fact of `values:`."""
    values = part.values["values"]
    for value, is_rough in _list_others(values[each.column], each, ()):
        made = replace(part, values={**part.values, "values": {**values, each.column: value}})
        yield Variant((each.fact,), repr(value), made, design, {}, is_rough)
