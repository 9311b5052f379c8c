"""A claim function that asks the same of every row of a part, or of every cell of a board."""

from collections.abc import Iterator
from typing import Any

from generator.check.analysis.value_text import spell_briefly
from generator.check.claims.board_access import CELL_KEYS, BoardView, describe_cell
from generator.check.claims.calls import Answer, TracedMapping, format_call, trace_row
from generator.check.claims.context import ClaimContext
from generator.check.claims.sandbox import ExpressionError, compile_expression
from generator.model.board import Cell


def every(world: ClaimContext, part: str, asks: str, /) -> Answer[bool]:
    """Return whether an expression is true of each row of a part, as `row`, or of each cell of a board, as `cell`.

    What was asked of the first one of which it is false is recorded, so that a false claim tells it.
    """
    text, start, prints, draws = format_call("every", part), len(world.calls), False, False
    expression = compile_expression(asks)
    for name, given in _list_items(world, part):
        try:
            value = expression({**world.functions, **given})
        except ExpressionError as error:
            raise ExpressionError(f"every(), for {name}: {error}") from None
        if not isinstance(value, bool):
            gives = f"{asks!r} gives {spell_briefly(value)} for {name}"
            raise ExpressionError(f"every() needs an expression that is true or false; {gives}")
        prints |= any(call.prints for call in world.calls[start:])
        draws |= any(call.draws for call in world.calls[start:])
        if not value:
            return Answer(False, prints=prints, text=f"{text} for {name}")
        del world.calls[start:]
    return Answer(True, lambda: [world.game.place("parts", part)], prints=prints, draws=draws, text=text)


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


FUNCTIONS = (every,)
