"""Claim functions about the cells, joins, routes and areas of boards.

On the sheets they ask the board as it was measured there: see survey_board.
"""

from collections.abc import Sequence

from generator.check.analysis.board_survey import lies_between
from generator.check.claims.board_access import CELL_KEYS, JOIN_KEYS, BoardView, describe_cell
from generator.check.claims.calls import Answer, TracedMapping, format_call, places_of_copies
from generator.check.claims.context import ClaimContext
from generator.geometry.compass import COMPASS, compass_point
from generator.geometry.polygon import distance_from_origin
from generator.language.expressions import ExpressionError, spell_value
from generator.model.game import Design


def boards(world: ClaimContext, board: str, /) -> Answer[int]:
    """Return the number of whole boards: that of the section of which there are fewest."""
    BoardView(world, board)
    designs = world.pick_designs(board, {})
    return Answer(count_whole_boards(world, board, designs), lambda: places_of_copies(designs))


def count_whole_boards(world: ClaimContext, board: str, designs: Sequence[Design]) -> int:
    """Return of how many boards all sections are there."""
    sections = dict.fromkeys(design.section for design in designs)
    of_each = ([design for design in designs if design.section == section] for section in sections)
    return min(world.count_pieces(board, alike, True) for alike in of_each)


def cells(
    world: ClaimContext,
    board: str,
    /,
    *,
    kind: str | None = None,
    color: str | None = None,
    area: str | None = None,
    section: str | None = None,
    label: str | None = None,
) -> Answer[list[str]]:
    """Return the ids of the cells, in the order of the board: all, or of a kind, color, area, section or label."""
    view = BoardView(world, board)
    whole, found = view.declared, list(view.here.cells.values())
    if kind is not None:
        view.require("kind", kind, {cell.kind for cell in whole.cells.values()})
        found = [cell for cell in found if cell.kind == kind]
    if color is not None:
        view.require("color", color, {cell.color for cell in whole.cells.values()})
        found = [cell for cell in found if cell.color == color]
    if area is not None:
        inside = {*whole.areas[view.require("area", area, whole.areas)]}
        found = [cell for cell in found if cell.id in inside]
    if section is not None:
        within = view.get_sections()
        corners = within[view.require("section", section, within)].corners
        found = [cell for cell in found if lies_between(cell, corners)]
    if label is not None:
        view.require("label", label, {cell.label for cell in whole.cells.values()})
        found = [cell for cell in found if cell.label == label]
    named = {"kind": kind, "color": color, "area": area, "section": section, "label": label}
    given = {key: value for key, value in named.items() if value is not None}
    paths: list[tuple[str, ...]] = [(f"{key}s", value) for key, value in given.items()]
    paths += [(sort, "*", key) for sort in ("cells", "tracks") for key in given]
    return view.answer([cell.id for cell in found], *paths, *CELL_KEYS)


def cell(world: ClaimContext, board: str, name: str, /) -> Answer[TracedMapping]:
    """Return the facts of a cell: id, kind, border, color, label, x, y, width and height (mm)."""
    view = BoardView(world, board)
    here = view.get_cell(name)
    text, places = format_call("cell", board, name), view.places(("cells", here.id), *CELL_KEYS)
    facts = describe_cell(here)
    return Answer(TracedMapping(facts, text, world.calls, lambda _: places(), world.prints(board)), places)


def room(world: ClaimContext, board: str, names: Sequence[str], /) -> Answer[float]:
    """Return the diameter (mm) of the largest disc around its middle that fits into each of some cells."""
    if isinstance(names, str) or not names:
        raise ExpressionError("room() needs a list of cells, such as area('board', 'home')")
    view = BoardView(world, board)
    found = min(2 * distance_from_origin(view.get_cell(name).points) for name in names)
    return view.answer(round(found, 3), *CELL_KEYS)


def joins(world: ClaimContext, board: str, /, *, kind: str | None = None) -> Answer[int]:
    """Return the number of joins, of all or of a kind."""
    view = BoardView(world, board)
    view.require_join_kind(kind)
    return view.answer(sum(kind in (None, join.kind) for join in view.here.joins), *JOIN_KEYS)


def neighbors(
    world: ClaimContext, board: str, name: str, /, *, kind: str | None = None, direction: str | None = None
) -> Answer[list[str]]:
    """Return the cells to which one step leads, in the order of the joins: all, or those that lie in a direction.

    Directions are the eight of the compass, as players see the board; n is up.
    """
    view = BoardView(world, board)
    view.require_join_kind(kind)
    here = view.get_cell(name)
    found = [other for other, join in view.graph[here.id] if kind in (None, join)]
    if direction is not None:
        if direction not in COMPASS:
            raise ExpressionError(f"a direction must be one of {', '.join(COMPASS)}, not {spell_value(direction)}")
        cells = view.here.cells
        found = [each for each in found if compass_point(cells[each].x - here.x, cells[each].y - here.y) == direction]
    return view.answer(found, *JOIN_KEYS)


def route(world: ClaimContext, board: str, name: str, /) -> Answer[list[str]]:
    """Return the cells of a route, in its order."""
    view = BoardView(world, board)
    view.require("route", name, view.declared.routes)
    return view.answer(list(view.here.routes[name]), ("routes", name))


def routes(world: ClaimContext, board: str, /) -> Answer[list[str]]:
    """Return the names of the routes."""
    view = BoardView(world, board)
    return Answer(list(view.declared.routes), view.places(("routes",)), prints=False)


def area(world: ClaimContext, board: str, name: str, /) -> Answer[list[str]]:
    """Return the cells of an area."""
    view = BoardView(world, board)
    view.require("area", name, view.declared.areas)
    return view.answer(list(view.here.areas[name]), ("areas", name))


def areas(world: ClaimContext, board: str, /) -> Answer[list[str]]:
    """Return the names of the areas."""
    view = BoardView(world, board)
    return Answer(list(view.declared.areas), view.places(("areas",)), prints=False)


def sections(world: ClaimContext, board: str, /) -> Answer[list[str]]:
    """Return the names of the sections; on the sheets, of those that are printed."""
    view = BoardView(world, board)
    return view.answer(list(view.get_sections()), ("sections",), *CELL_KEYS)
