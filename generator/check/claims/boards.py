"""Claim functions about the cells, joins, routes and areas of boards.

On the sheets they ask the board as it was measured there: see survey_board.
"""

from collections import defaultdict
from collections.abc import Sequence

from generator.check.analysis.board_survey import is_in_box
from generator.check.analysis.value_text import spell_value
from generator.check.claims.board_access import (
    CELL_KEYS,
    JOIN_KEYS,
    board_here,
    declared_board,
    get_cell,
    get_sections,
    graph_here,
    places_of_keys,
    require_join_kind,
    require_known,
)
from generator.check.claims.calls import TracedMapping, format_call, places_of_copies
from generator.check.claims.context import ClaimContext
from generator.check.claims.sandbox import ExpressionError
from generator.geometry.compass import COMPASS, compass_point
from generator.geometry.polygon import distance_from_origin
from generator.model.board import Section
from generator.model.game import Design


def boards(world: ClaimContext, board: str, /) -> int:
    """Return the number of whole boards: that of the section of which there are fewest."""
    declared_board(world, board)
    designs = world.pick_designs(board, {})
    pieces: dict[Section | None, list[Design]] = defaultdict(list)
    for design in designs:
        pieces[design.section].append(design)
    result = min(world.count_pieces(board, alike, True) for alike in pieces.values())
    return world.record_call(
        format_call("boards", board), result, lambda: places_of_copies(designs), prints=world.prints(board)
    )


def cells(
    world: ClaimContext,
    board: str,
    /,
    *,
    kind: str | None = None,
    color: str | None = None,
    area: str | None = None,
    section: str | None = None,
) -> list[str]:
    """Return the ids of the cells, in the order of the board: all, or those of a kind, color, area and section."""
    whole, found = declared_board(world, board), list(board_here(world, board).cells.values())
    if kind is not None:
        require_known("kind", kind, {cell.kind for cell in whole.cells.values()}, board)
        found = [cell for cell in found if cell.kind == kind]
    if color is not None:
        require_known("color", color, {cell.color for cell in whole.cells.values()}, board)
        found = [cell for cell in found if cell.color == color]
    if area is not None:
        require_known("area", area, whole.areas, board)
        inside = {*whole.areas[area]}
        found = [cell for cell in found if cell.id in inside]
    if section is not None:
        within = get_sections(world, board)
        box = within[require_known("section", section, within, board)].box
        found = [cell for cell in found if is_in_box(cell, box)]
    named = {"kind": kind, "color": color, "area": area, "section": section}
    where = {key: value for key, value in named.items() if value is not None}
    paths = [(f"{key}s", value) for key, value in where.items()] + [("cells", "*", key) for key in where]
    places = places_of_keys(world, board, *paths, *CELL_KEYS)
    return world.record_call(
        format_call("cells", board, **where), [cell.id for cell in found], places, prints=world.prints(board)
    )


def cell(world: ClaimContext, board: str, name: str, /) -> TracedMapping:
    """Return the facts of a cell: kind, color, label, x, y, width and height (mm)."""
    found = get_cell(world, board, name)
    xs, ys = zip(*found.points, strict=True)
    size = {"x": found.x, "y": found.y, "width": max(xs) - min(xs), "height": max(ys) - min(ys)}
    facts = {"kind": found.kind, "color": found.color, "label": found.label}
    answer = facts | {key: round(value, 3) for key, value in size.items()}
    text, places = format_call("cell", board, name), places_of_keys(world, board, ("cells", name), *CELL_KEYS)
    world.record_call(text, answer, places, prints=world.prints(board))
    return TracedMapping(answer, text, world.calls, lambda _: places(), prints=world.prints(board))


def room(world: ClaimContext, board: str, names: Sequence[str], /) -> float:
    """Return the diameter (mm) of the largest disc around its middle that fits into each of some cells."""
    if isinstance(names, str) or not names:
        raise ExpressionError("room() needs a list of cells, such as area('board', 'home')")
    found = round(min(2 * distance_from_origin(get_cell(world, board, name).points) for name in names), 3)
    return world.record_call(
        format_call("room", board, names), found, places_of_keys(world, board, *CELL_KEYS), prints=world.prints(board)
    )


def joins(world: ClaimContext, board: str, /, *, kind: str | None = None) -> int:
    """Return the number of joins, of all or of a kind."""
    require_join_kind(kind, world, board)
    number = sum(kind in (None, join.kind) for join in board_here(world, board).joins)
    return world.record_call(
        format_call("joins", board, **_kind_argument(kind)),
        number,
        places_of_keys(world, board, *JOIN_KEYS),
        prints=world.prints(board),
    )


def neighbors(
    world: ClaimContext, board: str, name: str, /, *, kind: str | None = None, direction: str | None = None
) -> list[str]:
    """Return the cells to which one step leads, in the order of the joins: all, or those that lie in a direction.

    Directions are the eight of the compass, as players see the board; n is up.
    """
    require_join_kind(kind, world, board)
    here = get_cell(world, board, name)
    found = [other for other, join in graph_here(world, board)[name] if kind in (None, join)]
    if direction is not None:
        if direction not in COMPASS:
            raise ExpressionError(f"a direction must be one of {', '.join(COMPASS)}, not {spell_value(direction)}")
        cells = board_here(world, board).cells
        found = [each for each in found if compass_point(cells[each].x - here.x, cells[each].y - here.y) == direction]
    named = _kind_argument(kind) | ({} if direction is None else {"direction": direction})
    text = format_call("neighbors", board, name, **named)
    return world.record_call(text, found, places_of_keys(world, board, *JOIN_KEYS), prints=world.prints(board))


def route(world: ClaimContext, board: str, name: str, /) -> list[str]:
    """Return the cells of a route, in its order."""
    require_known("route", name, declared_board(world, board).routes, board)
    found = list(board_here(world, board).routes[name])
    return world.record_call(
        format_call("route", board, name),
        found,
        places_of_keys(world, board, ("routes", name)),
        prints=world.prints(board),
    )


def routes(world: ClaimContext, board: str, /) -> list[str]:
    """Return the names of the routes."""
    found = list(declared_board(world, board).routes)
    return world.record_call(format_call("routes", board), found, places_of_keys(world, board, ("routes",)))


def area(world: ClaimContext, board: str, name: str, /) -> list[str]:
    """Return the cells of an area."""
    require_known("area", name, declared_board(world, board).areas, board)
    found = list(board_here(world, board).areas[name])
    return world.record_call(
        format_call("area", board, name),
        found,
        places_of_keys(world, board, ("areas", name)),
        prints=world.prints(board),
    )


def areas(world: ClaimContext, board: str, /) -> list[str]:
    """Return the names of the areas."""
    found = list(declared_board(world, board).areas)
    return world.record_call(format_call("areas", board), found, places_of_keys(world, board, ("areas",)))


def sections(world: ClaimContext, board: str, /) -> list[str]:
    """Return the names of the sections; on the sheets, of those that are printed."""
    found = list(get_sections(world, board))
    return world.record_call(
        format_call("sections", board),
        found,
        places_of_keys(world, board, ("sections",), *CELL_KEYS),
        prints=world.prints(board),
    )


def _kind_argument(kind: str | None) -> dict[str, str]:
    return {} if kind is None else {"kind": kind}


FUNCTIONS = (boards, cells, cell, room, joins, neighbors, route, routes, area, areas, sections)
