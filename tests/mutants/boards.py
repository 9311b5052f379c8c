"""Mutants of boards: one cell, join, step of a route or member of an area changed."""

from collections.abc import Iterator

from generator.model.board import Cell
from tests.mutants.source import DATA, Edit, Mutant, Source


def _amend_board(source: Source, sort: str, what: str, new: str, any_line: bool = False) -> Mutant:
    """Return the data with one more key of the board."""
    line = source.game.place("parts", "board", "kind").line
    at = source.starts[line]
    lines = (0, 0) if any_line else (line + 1, line + 1)
    return Mutant(source.name, sort, what, DATA, ((at, at, f"    {new}\n"),), lines)


def change_cells(source: Source) -> Iterator[Mutant]:
    """Yield the board with each cell blocked, given another kind, and given another color."""
    for board in source.boards:
        kinds = sorted({cell.kind for cell in board.cells.values()} | {"plain"})
        roles = [role for role in source.game.colors if "." in role]
        for name, cell in board.cells.items():
            kind = kinds[(kinds.index(cell.kind) + 1) % len(kinds)]
            color = roles[(roles.index(cell.color) + 1) % len(roles) if cell.color else 0]
            # the finding may stand at whatever needs the cell, or at the count of all cells
            yield _amend_board(source, "cells", f"{name} blocked", f"cells: {{{name}: {{blocked: true}}}}", True)
            yield _amend_board(source, "cells", f"{name} {cell.kind} -> {kind}", f"cells: {{{name}: {{kind: {kind}}}}}")
            what = f"{name} {cell.color or 'no color'} -> {color}"
            yield _amend_board(source, "cells", what, f"cells: {{{name}: {{color: {color}}}}}")


def change_joins(source: Source) -> Iterator[Mutant]:
    """Yield the board with each join cut, made one-way (or reversed), and with one more join from each cell."""
    for board in source.boards:
        joined = {frozenset(join[:2]) for join in board.joins}
        for one, other, kind, one_way in board.joins:
            yield _amend_board(source, "joins", f"{one} - {other} cut", f"cuts: [[{one}, {other}]]")
            for a, b in [(other, one)] if one_way else [(one, other), (other, one)]:
                new = f"joins: [[{a}, {b}, {kind}, one-way]]"
                yield _amend_board(source, "joins", f"{one} - {other} leads from {a} only", new)
        free = [cell for cell in board.cells.values() if cell.id not in board.slots]
        for cell in free:
            near = [each for each in free if each != cell and frozenset((each.id, cell.id)) not in joined]
            if near:
                other = min(near, key=lambda each: (_squared_distance(cell, each), each.id)).id
                yield _amend_board(source, "joins", f"{cell.id} - {other} added", f"joins: [[{cell.id}, {other}]]")


def _squared_distance(one: Cell, other: Cell) -> float:
    return round((one.x - other.x) ** 2 + (one.y - other.y) ** 2, 3)


def change_routes(source: Source) -> Iterator[Mutant]:
    """Yield each route with each of its steps left out, and replaced: by a neighbor of the step before if possible."""
    for board in source.boards:
        joined: dict[str, set[str]] = {name: set() for name in board.cells}
        for one, other, _, one_way in board.joins:
            joined[one].add(other)
            joined[other] |= set() if one_way else {one}
        for name, route in board.routes.items():
            for number, cell in enumerate(route):
                before = joined[route[number - 1]] if number else set(joined)
                after = joined[route[number + 1]] if number + 1 < len(route) else before
                other = min((before & after) - {cell} or before - {cell} or set(joined) - {cell})
                rest = route[number + 1 :]
                yield _rewrite_list(
                    source, "routes", name, f"{number} {cell} -> {other}", (*route[:number], other, *rest)
                )
                yield _rewrite_list(source, "routes", name, f"{number} {cell} left out", (*route[:number], *rest))


def change_areas(source: Source) -> Iterator[Mutant]:
    """Yield each area with each of its cells left out, and with each neighboring cell added."""
    for board in source.boards:
        for name, area in board.areas.items():
            beside = {b for join in board.joins for a, b in (join[:2], join[1::-1]) if a in area} - set(area)
            for cell in area:
                rest = tuple(each for each in area if each != cell)
                yield _rewrite_list(source, "areas", name, f"{cell} left out", rest)
            for cell in sorted(beside):
                yield _rewrite_list(source, "areas", name, f"{cell} added", (*area, cell))


def _rewrite_list(source: Source, key: str, name: str, what: str, listed: tuple[str, ...]) -> Mutant:
    """Return the data with a list of the board rewritten cell by cell, on as many lines as before."""
    path = "parts", "board", key, name
    places = [place for at, place in source.game.places.items() if at[:-1] == path]
    start, end = source.offset(source.game.places[path]), source.value_span(places[-1])[1]
    end += 1 if source.text[end : end + 1] == "]" else 0
    more = "\n" + " " * 8
    edit: Edit = start, end, f"[{', '.join(listed)}{more * source.text.count(chr(10), start, end)}]"
    line = source.line_at(start)
    return Mutant(source.name, key, f"{name} {what}", DATA, (edit,), (line, source.line_at(end)))
