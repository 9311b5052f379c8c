"""Claim functions about rows: tournaments and mirrored lists, and what holds of each row, cell, item or pair."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from generator.check.claims.board_access import CELL_KEYS, BoardView, describe_cell
from generator.check.claims.calls import Answer, ClaimCall, TracedMapping, format_call, format_places, trace_row
from generator.check.claims.context import ClaimContext
from generator.check.claims.sandbox import compile_expression
from generator.check.claims.symmetry import AXES, compare_images, mirror
from generator.language.expressions import ExpressionError, spell_briefly
from generator.model.board import Cell
from generator.model.finding import Place
from generator.model.game import Row

_MAX_ROWS = 1000
_RowName = tuple[bool, Any]  # whether the value is true or false, and the value: true is not 1


class _RowRelation(NamedTuple):
    """Rows by their names, and how often each lists which others, by column; `prints` if the sheets show it."""

    rows: Mapping[_RowName, Row]
    lists: Mapping[str, Mapping[_RowName, Counter[_RowName]]]
    prints: bool


def tournament(world: ClaimContext, part: str, key: str, column: str, /) -> Answer[list[list[Any]]]:
    """Return the pairs of rows that break a tournament: not exactly one lists the other, exactly once.

    Rows are named by their value in the column `key`. A row paired with itself, or with a name that no row has, also
    breaks it.
    """
    found = _read_relation(world, part, key, column)
    names = found.lists[column]
    wrong = [(one, two) for one, two in combinations(found.rows, 2) if names[one][two] + names[two][one] != 1]
    wrong += [(one, one) for one in found.rows if names[one][one]]
    return _answer_pairs(found, [*wrong, *_find_unknown_names(found, column)])


def mirrored(world: ClaimContext, part: str, key: Any, column: Any, other: str, /) -> Answer[Any]:
    """Return the pairs [i, j] where i lists j in one column but j does not list i in the other, or vice versa.

    Rows are named by their value in the column `key`. A name that is listed twice, or that no row has, breaks it too.
    Of a board, return whether one route, area or list of cells is another, mirrored: left and right change places for
    the axis 'x', top and bottom for 'y'.
    """
    if world.get_part(part).board is not None:
        return _compare_mirrored(world, part, key, column, other)
    found = _read_relation(world, part, key, column, other)
    there, back = found.lists[column], found.lists[other]
    wrong = [(i, j) for i in found.rows for j in found.rows if there[i][j] != back[j][i] or there[i][j] > 1]
    return _answer_pairs(found, [*wrong, *_find_unknown_names(found, column), *_find_unknown_names(found, other)])


def _compare_mirrored(world: ClaimContext, board: str, one: Any, other: Any, axis: str) -> Answer[bool]:
    """Return whether cells are others mirrored; if not, and they are about the other axis, that is recorded too."""
    answer = compare_images(world, board, one, other, mirror(axis))
    across = next(each for each in AXES if each != axis)
    if not answer.result and compare_images(world, board, one, other, mirror(across)).result:
        text = format_call("mirrored", board, one, other, across)
        call = ClaimCall(text, True, answer.places, world.prints(board))
        return answer._replace(details=[*answer.details, call])
    return answer


def _read_relation(world: ClaimContext, part: str, key: str, *columns: str) -> _RowRelation:
    """Return the rows of a part by name (ExpressionError for rows that share a name but differ, or for a non-list)."""
    every = world.get_rows(part)
    for column in (key, *columns):
        world.require_columns(part, {column: None}, rows_only=True)
        if lacks := next((row for row in every if column not in row.values), None):
            raise ExpressionError(f"a row of {part!r} has no {column!r} ({lacks.place()})")
    rows: dict[_RowName, Row] = {}
    for row in every:
        name = _row_name(row.values[key], f"{key!r} of a row of {part!r}", row.place(key))
        if any(row.values[each] != rows.setdefault(name, row).values[each] for each in columns):
            places = format_places([rows[name].place(key), row.place(key)])
            raise ExpressionError(
                f"two rows of {part!r} have the same {key}, {spell_briefly(name[1])}, and differ ({places})"
            )
    if len(rows) > _MAX_ROWS:
        raise ExpressionError(f"{part!r} has {len(rows)} rows; relations are limited to {_MAX_ROWS}")
    printed, known = world.get_printed_rows(part), {id(row): name for name, row in rows.items()}
    shown = {known[id(row)]: as_shown for row, as_shown in zip(every, printed.rows, strict=True) if id(row) in known}
    lists = {column: {name: _count_listed(row, column) for name, row in shown.items()} for column in columns}
    return _RowRelation(rows, lists, printed.columns.issuperset(columns))


def _row_name(value: Any, what: str, place: Place) -> _RowName:
    if isinstance(value, list) or value is None:
        raise ExpressionError(f"{what} is {spell_briefly(value)}, but must be a single value ({place})")
    return isinstance(value, bool), value


def _count_listed(row: Row, column: str) -> Counter[_RowName]:
    names = row.values[column]
    if not isinstance(names, list):
        raise ExpressionError(f"{column!r} is {spell_briefly(names)}, but must be a list ({row.place(column)})")
    return Counter((isinstance(name, bool), name) for name in names)


def _find_unknown_names(found: _RowRelation, column: str) -> Iterator[tuple[_RowName, _RowName]]:
    """Yield each row with the names it lists that no row has."""
    for one, names in found.lists[column].items():
        yield from ((one, other) for other in names if other not in found.rows)


def _answer_pairs(found: _RowRelation, wrong: Sequence[tuple[_RowName, _RowName]]) -> Answer[list[list[Any]]]:
    """Return the answer; it rests on the lists of the first pair, or on all lists if there is none."""
    about = [name for name in dict.fromkeys(wrong[0]) if name in found.rows] if wrong else [*found.rows]
    places = lambda: [found.rows[name].place(column) for name in about for column in found.lists]  # noqa: E731
    return Answer([[one[1], other[1]] for one, other in wrong], places, found.prints)


def every(world: ClaimContext, part: str, asks: str, /) -> Answer[bool]:
    """Return whether an expression is true of each row of a part, as `row`, or of each cell of a board, as `cell`.

    What was asked of the first one of which it is false is recorded, so that a false claim tells it.
    """
    whole = lambda: [world.game.place("parts", part)]  # noqa: E731  evaluated only for messages
    items = _list_items(world, part)
    return _ask_of_each(world, format_call("every", part), asks, items, places=whole, asked=True)


def each(world: ClaimContext, items: Sequence[Any], asks: str, /) -> Answer[bool]:
    """Return whether an expression is true of each item of a list, as `it`, recorded as by `every`."""
    some = ((spell_briefly(item), {"it": item}) for item in _require_list("each", items))
    return _ask_of_each(world, "each()", asks, some)


def all_pairs(world: ClaimContext, items: Sequence[Any], asks: str, /) -> Answer[bool]:
    """Return whether an expression is true of each two items of a list, as `one` and `other`, recorded as by `every`.

    Each pair is asked once, in the order of the list.
    """
    pairs = combinations(_require_list("all_pairs", items), 2)
    some = ((f"{spell_briefly(one)} and {spell_briefly(other)}", {"one": one, "other": other}) for one, other in pairs)
    return _ask_of_each(world, "all_pairs()", asks, some)


def _require_list(name: str, items: Any) -> Sequence[Any]:
    if not isinstance(items, list | tuple):
        raise ExpressionError(f"{name}() needs a list, such as cells('map', kind='town'), not {spell_briefly(items)}")
    return items


def _ask_of_each(
    world: ClaimContext,
    text: str,
    asks: str,
    items: Iterable[tuple[str, Mapping[str, Any]]],
    *,
    places: Callable[[], Sequence[Place]] = list,
    asked: bool = False,
) -> Answer[bool]:
    """Return whether an expression is true with the names of each item; the calls about the first false one stay."""
    start, prints, draws = len(world.calls), False, False
    name = text.partition("(")[0]
    expression = compile_expression(asks)
    for item, given in items:
        try:
            value = expression({**world.functions, **given})
        except ExpressionError as error:
            raise ExpressionError(f"{name}(), for {item}: {error}") from None
        if not isinstance(value, bool):
            gives = f"{asks!r} gives {spell_briefly(value)} for {item}"
            raise ExpressionError(f"{name}() needs an expression that is true or false; {gives}")
        prints |= any(call.prints for call in world.calls[start:])
        draws |= any(call.draws for call in world.calls[start:])
        asked |= any(call.asks for call in world.calls[start:])
        if not value:
            return Answer(False, prints=prints, asks=asked, text=f"{text} for {item}")
        del world.calls[start:]
    return Answer(True, places, prints=prints, asks=asked, draws=draws, text=text)


def _list_items(world: ClaimContext, part: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what the expression may use of each row or cell, with its name in messages (ExpressionError)."""
    if world.get_part(part).board is not None:
        view = BoardView(world, part)
        yield from ((f"the cell {cell.id!r}", {"cell": _trace_cell(view, cell)}) for cell in view.here.cells.values())
        return
    rows, columns = world.get_printed_rows(part)
    for number, row in enumerate(rows, 1):
        name = f"the row {row.values['id']!r}" if "id" in row.values else f"row {number}"
        yield f"{name} ({row.place()})", {"row": trace_row(row, "row", world.calls, columns)}


def _trace_cell(view: BoardView, cell: Cell) -> TracedMapping:
    facts, places = describe_cell(cell), view.places(("cells", cell.id), *CELL_KEYS)
    return TracedMapping(facts, "cell", view.world.calls, lambda _: places(), view.world.prints(view.name))
