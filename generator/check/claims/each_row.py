"""Claim functions that ask the same of every row of a part, every cell of a board, or all items of a list."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from generator.check.claims.board_access import CELL_KEYS, BoardView, describe_cell
from generator.check.claims.calls import Answer, TracedMapping, format_call, trace_row
from generator.check.claims.context import ClaimContext
from generator.check.claims.sandbox import compile_expression
from generator.language.expressions import ExpressionError, spell_briefly
from generator.model.board import Cell
from generator.model.finding import Place


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


FUNCTIONS = (every, each, all_pairs)
