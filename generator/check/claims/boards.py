"""Claim functions about the cells, joins, routes and areas of boards.

On the sheets they ask the board as it was measured there: see survey_board.
"""

from collections import defaultdict
from collections.abc import Sequence

from generator.check.claims.board_access import (
    JOINED,
    MADE,
    cell_of,
    declared,
    here,
    known,
    known_join,
    said,
    sections_of,
)
from generator.check.claims.calls import Entries, copies, written
from generator.check.claims.context import World
from generator.check.claims.sandbox import ExpressionError
from generator.check.evidence.survey import lies_in
from generator.check.evidence.walks import ways
from generator.geometry.outlines import reach
from generator.model.board import Section
from generator.model.game import Design


def boards(world: World, board: str, /) -> int:
    """Return the number of whole boards: that of the section of which there are fewest."""
    declared(world, board)
    designs = world.pick_designs(board, {})
    pieces: dict[Section | None, list[Design]] = defaultdict(list)
    for design in designs:
        pieces[design.section].append(design)
    result = min(world.count_pieces(board, alike, True) for alike in pieces.values())
    return world.record_call(written("boards", board), result, lambda: copies(designs), prints=True)


def cells(
    world: World,
    board: str,
    /,
    *,
    kind: str | None = None,
    color: str | None = None,
    area: str | None = None,
    section: str | None = None,
) -> list[str]:
    """Return the ids of the cells, in the order of the board: all, or those of a kind, color, area and section."""
    whole, found = declared(world, board), list(here(world, board).cells.values())
    if kind is not None:
        known("kind", kind, {cell.kind for cell in whole.cells.values()}, board)
        found = [cell for cell in found if cell.kind == kind]
    if color is not None:
        known("color", color, {cell.color for cell in whole.cells.values()}, board)
        found = [cell for cell in found if cell.color == color]
    if area is not None:
        known("area", area, whole.areas, board)
        inside = {*whole.areas[area]}
        found = [cell for cell in found if cell.id in inside]
    if section is not None:
        within = sections_of(world, board)
        box = within[known("section", section, within, board)].box
        found = [cell for cell in found if lies_in(cell, box)]
    named = {"kind": kind, "color": color, "area": area, "section": section}
    where = {key: value for key, value in named.items() if value is not None}
    paths = [(f"{key}s", value) for key, value in where.items()] + [("cells", "*", key) for key in where]
    places = said(world, board, *paths, *MADE)
    return world.record_call(written("cells", board, **where), [cell.id for cell in found], places, prints=True)


def cell(world: World, board: str, name: str, /) -> Entries:
    """Return the facts of a cell: kind, color, label, x, y, width and height (mm)."""
    found = cell_of(world, board, name)
    xs, ys = zip(*found.points, strict=True)
    size = {"x": found.x, "y": found.y, "width": max(xs) - min(xs), "height": max(ys) - min(ys)}
    facts = {"kind": found.kind, "color": found.color, "label": found.label}
    answer = facts | {key: round(value, 3) for key, value in size.items()}
    text, places = written("cell", board, name), said(world, board, ("cells", name), *MADE)
    world.record_call(text, answer, places, prints=True)
    return Entries(answer, text, world.calls, lambda _: places(), prints=True)


def room(world: World, board: str, names: Sequence[str], /) -> float:
    """Return the diameter (mm) of the largest disc around its middle that fits into each of some cells."""
    if isinstance(names, str) or not names:
        raise ExpressionError("room() needs a list of cells, such as area('board', 'home')")
    found = round(min(2 * reach(cell_of(world, board, name).points) for name in names), 3)
    return world.record_call(written("room", board, names), found, said(world, board, *MADE), prints=True)


def joins(world: World, board: str, /, *, kind: str | None = None) -> int:
    """Return the number of joins, of all or of a kind."""
    known_join(kind, world, board)
    number = sum(kind in (None, join.kind) for join in here(world, board).joins)
    return world.record_call(written("joins", board, **_kind(kind)), number, said(world, board, *JOINED), prints=True)


def neighbors(world: World, board: str, name: str, /, *, kind: str | None = None) -> list[str]:
    """Return the cells to which one step leads, in the order of the joins."""
    known_join(kind, world, board)
    cell_of(world, board, name)
    found = [other for other, join in ways(here(world, board))[name] if kind in (None, join)]
    text = written("neighbors", board, name, **_kind(kind))
    return world.record_call(text, found, said(world, board, *JOINED), prints=True)


def route(world: World, board: str, name: str, /) -> list[str]:
    """Return the cells of a route, in its order."""
    known("route", name, declared(world, board).routes, board)
    found = list(here(world, board).routes[name])
    return world.record_call(written("route", board, name), found, said(world, board, ("routes", name)), prints=True)


def routes(world: World, board: str, /) -> list[str]:
    """Return the names of the routes."""
    found = list(declared(world, board).routes)
    return world.record_call(written("routes", board), found, said(world, board, ("routes",)))


def area(world: World, board: str, name: str, /) -> list[str]:
    """Return the cells of an area."""
    known("area", name, declared(world, board).areas, board)
    found = list(here(world, board).areas[name])
    return world.record_call(written("area", board, name), found, said(world, board, ("areas", name)), prints=True)


def areas(world: World, board: str, /) -> list[str]:
    """Return the names of the areas."""
    found = list(declared(world, board).areas)
    return world.record_call(written("areas", board), found, said(world, board, ("areas",)))


def sections(world: World, board: str, /) -> list[str]:
    """Return the names of the sections; on the sheets, of those that are printed."""
    found = list(sections_of(world, board))
    return world.record_call(written("sections", board), found, said(world, board, ("sections",), *MADE), prints=True)


def _kind(kind: str | None) -> dict[str, str]:
    return {} if kind is None else {"kind": kind}


FUNCTIONS = (boards, cells, cell, room, joins, neighbors, route, routes, area, areas, sections)
