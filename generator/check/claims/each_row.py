"""A claim function that asks the same of every row of a part, or of every cell of a board."""

from collections.abc import Iterator
from typing import Any

from generator.check.analysis.value_text import spell_briefly, spell_value
from generator.check.claims.board_access import CELL_KEYS, board_here, places_of_keys
from generator.check.claims.calls import TracedMapping, trace_row
from generator.check.claims.context import ClaimContext
from generator.check.claims.sandbox import ExpressionError, compile_expression
from generator.model.board import Cell


def every(world: ClaimContext, part: str, asks: str, /) -> bool:
    """Return whether an expression is true of each row of a part, as `row`, or of each cell of a board, as `cell`.

    What was asked of the first one of which it is false is recorded, so that a false claim tells it.
    """
    text, start, prints, draws = f"every({spell_value(part)})", len(world.calls), False, False
    expression = compile_expression(asks)
    for name, given in _list_items(world, part):
        try:
            value = expression({**world.functions, **given})
        except ExpressionError as error:
            raise ExpressionError(f"every(), for {name}: {error}") from None
        if not isinstance(value, bool):
            says = (
                f"every() needs an expression that is true or false; {asks!r} gives {spell_briefly(value)} for {name}"
            )
            raise ExpressionError(says)
        prints |= any(call.prints for call in world.calls[start:])
        draws |= any(call.draws for call in world.calls[start:])
        if not value:
            world.record_call(f"{text} for {name}", False, list, prints=prints)
            return False
        del world.calls[start:]
    places = [world.game.place("parts", part)]
    return world.record_call(text, True, lambda: places, prints=prints, draws=draws)


def _list_items(world: ClaimContext, part: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what the expression may use of each row or cell, with its name in messages (ExpressionError)."""
    if world.get_part(part).board is not None:
        for cell in board_here(world, part).cells.values():
            yield f"the cell {cell.id!r}", {"cell": _trace_cell(world, part, cell)}
        return
    rows, columns = world.get_printed_rows(part)
    for number, row in enumerate(rows, 1):
        name = f"the row {row.values['id']!r}" if "id" in row.values else f"row {number}"
        yield f"{name} ({row.place()})", {"row": trace_row(row, "row", world.calls, columns)}


def _trace_cell(world: ClaimContext, board: str, cell: Cell) -> TracedMapping:
    xs, ys = zip(*cell.points, strict=True)
    size = {"x": cell.x, "y": cell.y, "width": max(xs) - min(xs), "height": max(ys) - min(ys)}
    facts = {"id": cell.id, "kind": cell.kind, "color": cell.color, "label": cell.label}
    facts |= {key: round(value, 3) for key, value in size.items()}
    places = places_of_keys(world, board, ("cells", cell.id), *CELL_KEYS)
    return TracedMapping(facts, "cell", world.calls, lambda _: places(), prints=world.prints(board))


FUNCTIONS = (every,)
