"""Build boards from their data: generate the cells, amend them and check them.

Templates draw the board, claims query it, and `check/analysis/board_survey.py` makes a second one from the printed
cells, so the same questions are asked of both. Slots and pockets are cells.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, pairwise
from typing import Literal

from msgspec.structs import replace

from generator.components.boards import board
from generator.components.boards.borders import trace_outline
from generator.components.boards.cell_lists import (
    BoardDraft,
    IndexedCell,
    assign_cells,
    remove_cells,
    require_cell,
    resolve_item,
    select_cells,
    select_route_cells,
)
from generator.components.boards.lattice import Lattice
from generator.components.boards.names import name_cells
from generator.components.boards.own_cells import Amendment, add_own_cells, check_inside, check_origin, join_own_cells
from generator.components.boards.pockets import add_pockets, add_slots, check_pockets
from generator.components.boards.sections import boxes_overlap, cut_between_cells, make_sections
from generator.components.boards.tracks import add_spaces
from generator.geometry.bounds import union_boxes
from generator.geometry.tolerances import ROUNDING, SLIVER_AREA
from generator.geometry.types import Box, Points
from generator.language.suggestions import did_you_mean
from generator.model.board import OWN_CELLS, Board, Cell, Join, Section
from generator.model.cell_ranges import CellPattern, parse_cells
from generator.model.finding import MOST_FINDINGS, DataError, Place
from generator.model.game import ComponentKind, KindTraits

_ONE_WAY = "one-way"
_BLOCKED = "is blocked"
_JOIN_KIND = re.compile(r"[a-z][a-z0-9-]*")


def build_board(data: board.BoardData, at: Callable[..., Place]) -> Board:
    """Return the board: generated, then amended by slots, pockets, kinds, colors, cells, joins and cuts, in this order.

    Routes, areas and sections are resolved last. DataError with every fault of the board (GF006, GF008, GF121).
    """
    made = board.make_lattice(data)
    draft = _generate_draft(data, made, at)
    own = add_own_cells(draft, data.cells, data.spot)
    size = _measure_board(draft, data, made)
    if data.origin is not None:
        check_origin(draft, data.origin, (made.width, made.height), size)
    lines = add_spaces(draft, data.tracks, data.counters, data.tables, size)
    slots = _amend_draft(draft, data, own, size)
    gates = _join_cells(draft, data, own, slots)
    routes = _resolve_routes(draft, data, lines)
    areas = {name: tuple(_cell_names(select_cells(draft, items, "areas", name))) for name, items in data.areas.items()}
    divisible = frozenset(_cell_names(select_cells(draft, data.divisible, "divisible")))
    outline = _trace_outline(draft, data, size)
    sections = _resolve_sections(draft, data, size, outline)
    if draft.findings:
        raise DataError(sorted(dict.fromkeys(draft.findings), key=lambda finding: finding.place))
    return Board(
        *size,
        cells=draft.cells,
        joins=tuple(draft.joins.values()),
        routes=routes,
        areas=areas,
        joint=data.joint,
        sections=sections,
        slots={name: part for name, part in slots.items() if name in draft.cells},
        divisible=divisible,
        generator=board.generator_key(data),
        outline=outline,
        drawn=frozenset(data.drawn),
        numbered=data.numbered,
        gates=gates,
        names=draft.names,
    )


def _amend_draft(
    draft: BoardDraft, data: board.BoardData, own: Iterable[str], size: tuple[float, float]
) -> dict[str, str]:
    """Add slots and pockets, amend kinds and colors of cells, and return the part of each slot."""
    slots = add_slots(draft, data.slots)
    pockets = add_pockets(draft, data.pockets, slots, data.turn == "outward")
    _amend_cells(draft, data)
    check_pockets(draft, pockets, *size, data.border)
    check_inside(draft, own, "cells", *size)
    check_inside(draft, (name for name, slot in data.slots.items() if slot.at), "slots", *size)
    return slots


def _join_cells(
    draft: BoardDraft, data: board.BoardData, own: list[str], slots: Mapping[str, str]
) -> tuple[tuple[str, Literal["in", "out"]], ...]:
    """Add and remove joins, and return the gates."""
    if data.connect is not None:
        join_own_cells(draft, own, data.connect)
    gates = _resolve_gates(draft, data.joins)
    _add_joins(draft, data.joins, slots)
    _remove_joins(draft, data.cuts)
    return gates


def _resolve_routes(
    draft: BoardDraft, data: board.BoardData, lines: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return the routes by name, those of tracks first."""
    routes = {name: _resolve_route(draft, data, name) for name in data.routes}
    routes = {**_keep_whole(draft, lines), **routes}
    _check_route_names(draft, data, routes)
    return routes


def _trace_outline(draft: BoardDraft, data: board.BoardData, size: tuple[float, float]) -> Points:
    """Return the outline along which the board is cut, empty for its box and for a board with faults."""
    if not draft.cells and draft.gone and not draft.findings:
        draft.add_finding("GF006", "all cells of the board are blocked")
    if data.cut == "outline" and not draft.findings:
        return trace_outline(draft, data.border, data.round, *size)
    return ()


def _generate_draft(data: board.BoardData, made: Lattice, at: Callable[..., Place]) -> BoardDraft:
    """Return a draft of the generated cells, moved inside the border, without the generator's blocked cells."""
    cells = {name: board.place_cell(cell, data) for name, cell in made.cells.items()}
    draft = BoardDraft(cells, {frozenset(join[:2]): join for join in made.joins}, {}, at, [], look_ups=[0], names={})
    most = max(made.width, made.height)
    if made.cells and data.border > most:
        draft.add_finding(
            "GF006", f"border must be at most {most:g} mm, the larger side of the cells, not {data.border:g}", "border"
        )
    key = board.generator_key(data)
    draft.names.update({new: old for old, new in board.name_spots(data, made).items()})
    remove_cells(draft, _cell_names(select_cells(draft, made.blocked, key, "blocked")), _BLOCKED)
    draft.names.clear()
    if data.names is not None:
        name_cells(draft, data.names, made.spots)
        if any(each.place == at("names") for each in draft.findings):
            raise DataError(draft.findings)  # else whatever names a cell would be told beside it
    draft.names.update({name: cell.id for cell in draft.cells.values() for name in cell.names if name != cell.id})
    for borders, only in made.only.items():
        kept = {*_cell_names(select_cells(draft, only, key, borders, "only"))}
        others = [each.id for each in draft.cells.values() if each.border == borders[:-1] and each.id not in kept]
        _join_past(draft, others)
        remove_cells(draft, others, f"is not in `only` of the {borders}")
    return draft


def _join_past(draft: BoardDraft, corners: Iterable[str]) -> None:
    """Join the edges that meet at corners which are not kept, as edges are joined on a board without corners."""
    meeting: dict[str, list[str]] = {corner: [] for corner in corners}
    for join in draft.joins.values():
        if join.kind == "end":
            corner, edge = (join.one, join.other) if join.one in meeting else (join.other, join.one)
            meeting.get(corner, []).append(edge)
    for one, other in (pair for edges in meeting.values() for pair in combinations(edges, 2)):
        if draft.cells[one].border == draft.cells[other].border == "edge":
            draft.joins[frozenset((one, other))] = Join(one, other)


def _measure_board(draft: BoardDraft, data: board.BoardData, made: Lattice) -> tuple[float, float]:
    """Return width and height of the board: of its generator with the border, its size, or all that its cells need."""
    if data.size is not None:
        return data.size[0], data.size[1]
    if made.cells:
        return made.width + 2 * data.border, made.height + 2 * data.border
    boxes = [cell.box for cell in draft.cells.values()]
    far = max((box[2] for box in boxes), default=0.0), max((box[3] for box in boxes), default=0.0)
    return round(far[0] + data.border, 6), round(far[1] + data.border, 6)


def _cell_names(items: Iterable[IndexedCell]) -> list[str]:
    return [name for _, name in items]


def _amend_cells(draft: BoardDraft, data: board.BoardData) -> None:
    """Set the kinds and colors of cells, then apply the amendments of single cells."""
    for name, kind in assign_cells(draft, "kinds", data.kinds).items():
        draft.cells[name] = replace(draft.cells[name], kind=kind)
    for name, color in assign_cells(draft, "colors", data.colors).items():
        draft.cells[name] = replace(draft.cells[name], color=color)
    blocked = []
    for key, name, each in _list_amended(draft, data.cells):
        given = {key: value for key in ("kind", "color", "label") if (value := getattr(each, key))}
        if given and each.blocked:
            draft.add_finding(
                "GF006", f"the cell {name!r} is blocked, so it cannot have a {' or a '.join(given)}", "cells", key
            )
        draft.cells[name] = replace(draft.cells[name], **given)
        blocked += [name] * each.blocked
    remove_cells(draft, blocked, _BLOCKED)
    if data.name_labels:
        for name, cell in draft.cells.items():
            draft.cells[name] = cell if cell.label else replace(cell, label=name)


def _list_amended(draft: BoardDraft, cells: Mapping[str, Amendment]) -> Iterator[tuple[str, str, Amendment]]:
    """Yield the key, the id and the settings of each cell that the data amend, those that a pattern selects first.

    GF006 for a cell that two keys name.
    """
    known: dict[str, str] = {}
    for key, data in sorted(cells.items(), key=lambda item: "*" not in item[0]):
        if "*" in key and not data.has_place:
            yield from ((key, name, data) for name in resolve_item(draft, parse_cells(key), "cells", key))
        elif _require_amended(draft, key, data):
            name = draft.find_id(key)
            if name in known:
                draft.add_finding(
                    "GF006", f"{key!r} is another name of {known[name]!r}; keep one of them", "cells", key
                )
            known.setdefault(name, key)
            yield key, name, data


def _require_amended(draft: BoardDraft, name: str, data: Amendment) -> bool:
    """Return whether a cell that the data amend exists; report it, or what its place is wrong about, if not."""
    if data.has_place:
        return name in draft.cells
    if require_cell(draft, name, "cells", name):
        return True
    last = draft.findings[-1]
    if draft.find_id(name) not in draft.gone and "did you mean" not in last.message:
        hint = "to add it, give it a place: `at: [x, y]`, a `polygon` or a `path`"
        draft.findings[-1] = last._replace(message=f"{last.message}; {hint}")
    return False


def _add_joins(draft: BoardDraft, joins: list[list[str]], slots: Collection[str]) -> None:
    """Add joins; a join between cells that are already joined replaces the old one. Slots cannot be joined."""
    first: dict[frozenset[str], int] = {}
    for number, words in enumerate(joins):
        if _parse_gate(draft, words) is not None:
            continue
        join = _parse_join(draft, words, number)
        if join is None:
            continue
        pair = frozenset(join[:2])
        if slot := next((name for name in join[:2] if name in slots), ""):
            draft.add_finding("GF006", f"{slot!r} is a slot, and slots cannot be joined", "joins", number)
        elif pair in first:
            message = f"{join.one!r} and {join.other!r} are already joined by item {first[pair] + 1}"
            draft.add_finding("GF006", message, "joins", number)
        elif draft.joins.get(pair) in (join, join._replace(one=join.other, other=join.one)) and not join.one_way:
            draft.add_finding(
                "GF006", f"{join.one!r} and {join.other!r} are already joined in this way", "joins", number
            )
        first.setdefault(pair, number)
        draft.joins[pair] = join


def _parse_gate(draft: BoardDraft, words: list[str]) -> tuple[str, Literal["in", "out"]] | None:
    """Return the cell of an entry, [in, cell], or of an exit, [cell, out]; None for a join of two cells."""
    if len(words) == 2 and words[0] == "in" and "in" not in draft.cells:
        return draft.find_id(words[1]), "in"
    if len(words) == 2 and words[1] == "out" and "out" not in draft.cells:
        return draft.find_id(words[0]), "out"
    return None


def _resolve_gates(draft: BoardDraft, joins: list[list[str]]) -> tuple[tuple[str, Literal["in", "out"]], ...]:
    """Return the cells by which pieces enter and leave the board; report one that is given twice (GF006)."""
    found: dict[tuple[str, Literal["in", "out"]], int] = {}
    for number, words in enumerate(joins):
        gate = _parse_gate(draft, words)
        if gate is None or not require_cell(draft, gate[0], "joins", number, int(gate[1] == "in")):
            continue
        if gate in found:
            draft.add_finding("GF006", f"{words} is already given as item {found[gate] + 1}", "joins", number)
        found.setdefault(gate, number)
    return tuple(found)


def _keep_whole(draft: BoardDraft, lines: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return the routes along tracks of which all spaces are there and joined."""
    return {
        name: line
        for name, line in lines.items()
        if all(frozenset(pair) in draft.joins for pair in pairwise(line)) and {*line} <= draft.cells.keys()
    }


def _check_route_names(draft: BoardDraft, data: board.BoardData, routes: Mapping[str, tuple[str, ...]]) -> None:
    """Report routes that must be drawn or numbered and that do not exist (GF008)."""
    named: list[tuple[str, str | int, str]] = [("drawn", number, name) for number, name in enumerate(data.drawn)]
    named += [("numbered", name, name) for name in data.numbered]
    for key, where, name in named:
        if name not in routes:
            draft.add_finding("GF008", f"there is no route {name!r}{did_you_mean(name, routes)}", key, where)


def _parse_join(draft: BoardDraft, words: list[str], number: int) -> Join | None:
    """Return the join of an item: two cells, then optionally its kind and `one-way`; None if it is invalid."""
    one_way = len(words) > 2 and words[-1] == _ONE_WAY
    given = words[:-1] if one_way else words
    if not 2 <= len(given) <= 3 or _ONE_WAY in given or (given[-1] in draft.cells and len(given) == 3):
        message = f"a join is two cells, optionally with a kind and {_ONE_WAY}, such as [a, b, corner, {_ONE_WAY}]"
        draft.add_finding("GF006", message, "joins", number)
        return None
    kind = given[2] if len(given) == 3 else "side"
    if not _JOIN_KIND.fullmatch(kind) or kind.replace("-", "") == "oneway":
        hint = f"; did you mean {_ONE_WAY!r}?" if re.sub("[^a-z]", "", kind.lower()) == "oneway" else ""
        rule = f"a kind of join is a lowercase letter, then lowercase letters, digits and -, not {kind!r}"
        draft.add_finding("GF006", f"{rule}{hint}", "joins", number, len(words) - one_way - 1)
        return None
    if not _require_pair(draft, given, "joins", number):
        return None
    return Join(draft.find_id(given[0]), draft.find_id(given[1]), kind, one_way)


def _require_pair(draft: BoardDraft, words: list[str], key: str, number: int) -> bool:
    """Return whether the first two words are two different cells that exist; report them if not."""
    exist = [require_cell(draft, name, key, number, index) for index, name in enumerate(words[:2])]
    if draft.find_id(words[0]) == draft.find_id(words[1]) and all(exist):
        draft.add_finding("GF006", f"{words[0]!r} cannot be joined to itself", key, number)
        return False
    return all(exist)


def _remove_joins(draft: BoardDraft, cuts: list[list[str]]) -> None:
    for number, pair in enumerate(cuts):
        ids = frozenset(map(draft.find_id, pair))
        if _require_pair(draft, pair, "cuts", number) and draft.joins.pop(ids, None) is None:
            draft.add_finding("GF006", f"{pair[0]!r} and {pair[1]!r} are not joined", "cuts", number)


def _resolve_route(draft: BoardDraft, data: board.BoardData, name: str) -> tuple[str, ...]:
    """Return the cells of a route; report a step between unjoined cells (GF121).

    The place is the item that the step leads to, or a join that leads from there to a cell which nothing else uses, or
    that no route uses and that leads to the cell beside it.
    """
    before = len(draft.findings)
    steps = list(select_route_cells(draft, data.routes[name], "routes", name))
    if len(draft.findings) > before:
        return ()  # steps across missing cells would only be reported again
    names = list(_cell_names(steps))
    use = cache(lambda: {pair for items in data.routes.values() for pair in pairwise(_list_cells(draft, items))})
    for (_, here), (number, there) in pairwise(steps):
        if len(draft.findings) > before + MOST_FINDINGS:
            break  # no more are reported, and the reason of each is looked for in the whole board
        join = draft.joins.get(frozenset((here, there)))
        if join is None:
            why = "are not joined" if here != there else "are the same cell"
        elif join.one_way and join.one != here:
            why = f"are joined one way only, from {there!r}"
        else:
            continue
        message = f"the route {name!r} steps from {here!r} to {there!r}, which {why}"
        is_exchanged = _are_exchanged(draft, names, there)
        stray, why = (None, "") if join or is_exchanged else _find_wrong_join(data, here, there, use)
        if stray is None:
            draft.add_finding("GF121", message, "routes", name, number)
        else:
            one, other = data.joins[stray][:2]
            draft.add_finding(
                "GF121", f"{message}; this join leads from {one!r} to {other!r}, and {why}", "joins", stray
            )
    return tuple(names)


def _are_exchanged(draft: BoardDraft, names: list[str], cell: str) -> bool:
    """Return whether a route can be walked once a cell and the next one change places."""
    at = names.index(cell)
    turned = [*names[:at], *names[at : at + 2][::-1], *names[at + 2 :]]
    joins = (draft.joins.get(frozenset(pair)) for pair in pairwise(turned))
    return len(names) > at + 1 and all(join is not None and not join.one_way for join in joins)


def _find_wrong_join(
    data: board.BoardData, here: str, there: str, use: Callable[[], set[tuple[str, str]]]
) -> tuple[int | None, str]:
    """Return the join to edit so that two cells are joined, and how it is known; None if the route is to be edited.

    `use` returns the steps of all routes.
    """
    stray = _find_stray_join(data, {here, there})
    if stray is not None:
        return stray, "one of them is used nowhere else"
    return _find_shifted_join(data, here, there, use()), "no route uses it"


def _find_stray_join(data: board.BoardData, cells: set[str]) -> int | None:
    """Return the only join from one of some cells to a cell that no other join and no route has; None without one."""
    ends = Counter(end for words in data.joins for end in words[:2])
    on_routes = {cell for items in data.routes.values() for cell in items}
    stray = [
        number
        for number, words in enumerate(data.joins)
        if len({*words[:2]} & cells) == 1 and any(ends[end] == 1 and end not in on_routes for end in words[:2])
    ]
    return stray[0] if len(stray) == 1 else None


def _find_shifted_join(data: board.BoardData, here: str, there: str, used: set[tuple[str, str]]) -> int | None:
    """Return the only join that no route uses and that leads one step of a route past `there`, or from before `here`.

    A join that ends before `there` is none: the route may have left that cell out.
    """
    shifted = []
    for number, (one, other) in enumerate(words[:2] for words in data.joins):
        pairs = (one, other), (other, one)
        is_past = any((a == here and (there, b) in used) or (b == there and (a, here) in used) for a, b in pairs)
        if is_past and used.isdisjoint(pairs):
            shifted.append(number)
    return shifted[0] if len(shifted) == 1 else None


def _list_cells(draft: BoardDraft, items: Iterable[str]) -> Iterator[str]:
    """Yield the cells of a route that exist, in order."""
    for entry in map(parse_cells, items):
        if not isinstance(entry, CellPattern):
            yield from entry.select(draft.cells, draft.names)[0]


def _resolve_sections(
    draft: BoardDraft, data: board.BoardData, size: tuple[float, float], outline: Points
) -> tuple[Section, ...]:
    """Return the sections: boxes, or along their cells where boxes would overlap, or leave gaps on a map.

    GF006 for a cell in none.
    """
    if not data.sections:
        return ()
    before = len(draft.findings)
    owner = assign_cells(draft, "sections", data.sections)
    if len(draft.findings) > before:
        return ()  # with a faulty list, missing cells would only be reported again
    with_faces = any(not cell.border for cell in draft.cells.values())
    faces = {name: cell for name, cell in draft.cells.items() if not (with_faces and cell.border)}
    if lost := [name for name in faces if name not in owner]:
        more = f" and {len(lost) - 1} more are" if len(lost) > 1 else " is"
        draft.add_finding("GF006", f"the cell {lost[0]!r}{more} in no section", "sections")
        return ()
    width, height = size
    whole = data.border, data.border, width - data.border, height - data.border
    cells: dict[str, list[Cell]] = {section: [] for section in data.sections}
    for name, cell in draft.cells.items():
        if name in owner:
            cells[owner[name]].append(cell)
    if all(cells.values()):
        boxes = {section: _section_box(own, whole, (0.0, 0.0, width, height)) for section, own in cells.items()}
        area = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes.values())
        leaves_gaps = board.generator_key(data) == OWN_CELLS and abs(area - width * height) > SLIVER_AREA
        if not leaves_gaps and not any(boxes_overlap(one, other) for one, other in combinations(boxes.values(), 2)):
            return make_sections([(name, name, box) for name, box in boxes.items()], data.joint)
    own_faces = {name: [cell for cell in own if cell.id in faces] for name, own in cells.items()}
    return cut_between_cells(draft, own_faces, size, outline, data.joint)


def _section_box(cells: list[Cell], whole: Box, paper: Box) -> Box:
    """Return the box around the cells, extended to the edge of the paper where it reaches the border."""
    ends = zip((-1, -1, 1, 1), union_boxes([cell.box for cell in cells]), whole, paper, strict=True)
    left, top, right, bottom = (
        edge if out * (end - inner) > -ROUNDING else round(end, 6) for out, end, inner, edge in ends
    )
    return left, top, right, bottom


BOARD = ComponentKind(
    board.BoardData,
    board.board_outline,
    board.generator_values,
    safe=2.0,
    board=build_board,
    traits=KindTraits(product="board", stacks=False),
)
