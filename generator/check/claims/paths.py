"""Claim functions about cards with paths, and their slots.

Each card counts once, however many copies there are. On the sheets its lines are those whose ends were found at ports;
their colors are those of the data, which GF123 compares with their looks.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from generator.check.claims.board_access import GENERATOR, declared, here, known, said
from generator.check.claims.calls import written
from generator.check.claims.context import World, same
from generator.check.claims.sandbox import ExpressionError
from generator.check.evidence.card_ports import Met, alike, cross, meets, sides_apart, turned
from generator.check.evidence.spelling import spelled
from generator.check.evidence.walks import distance, ways
from generator.check.faces.path_lines import printed, strayed
from generator.language.suggestions import did_you_mean
from generator.model.game import Design, Part
from generator.model.path import Line
from generator.model.place import Place
from generator.model.printed import Seen

_ROWS = ("lines", "order")
_MADE = ((GENERATOR,),)
_JOINED = (("joins",), ("cuts",))
Found = list[list[Any]]


def lines(world: World, part: str, /, **where: Any) -> Found:
    """Return [port, port, color] for each line of the cards that columns and `shift` pick, in the order of the data."""
    found = [[line.one, line.other, _color(world, line)] for card in _cards(world, part, where) for line in card]
    return world.record_call(written("lines", part, **where), found, _rows(world, part, where), prints=True)


def ends(world: World, part: str, /, **where: Any) -> list[list[int]]:
    """Return the ports at which lines of a card end, sorted; each different list once."""
    found = sorted({tuple(sorted(end for line in card for end in line[:2])) for card in _cards(world, part, where)})
    result = [list(each) for each in found]
    return world.record_call(written("ends", part, **where), result, _rows(world, part, where, "lines"), prints=True)


def inks(world: World, part: str, /, **where: Any) -> list[list[str]]:
    """Return the colors of the lines of a card, sorted; each different list once."""
    found = sorted({tuple(sorted(_color(world, line) for line in card)) for card in _cards(world, part, where)})
    result = [list(each) for each in found]
    return world.record_call(written("inks", part, **where), result, _rows(world, part, where, "order"), prints=True)


def distinct(world: World, part: str, /, **where: Any) -> int:
    """Return the number of different cards; cards that can be turned into each other count as one."""
    count = len(_ported(world, part).ports)
    found = len({alike(card, count) for card in _cards(world, part, where)})
    return world.record_call(written("distinct", part, **where), found, _rows(world, part, where), prints=True)


def crossings(world: World, part: str, /, **where: Any) -> list[int]:
    """Return for each card how many pairs of its lines cross."""
    found = [sum(cross(*pair) for pair in combinations(card, 2)) for card in _cards(world, part, where)]
    return world.record_call(written("crossings", part, **where), found, _rows(world, part, where, "lines"), prints=True)


def spans(world: World, part: str, /, *, color: str | None = None) -> list[int]:
    """Return how many lines stay on one side of the card, lead to a neighboring side, and to the opposite side."""
    whole = _ported(world, part)
    if color is not None:
        group = whole.designs[0].lines[0].color.rpartition(".")[0]
        names = [each.name for each in world.get_colors(group)]
        if color not in names:
            raise ExpressionError(f"there is no {group} {spelled(color)}{did_you_mean(color, names)}")
    every = [line for card in _cards(world, part, {}) for line in card if color in (None, _color(world, line))]
    kinds = Counter(sides_apart(line, len(whole.ports)) for line in every)
    text = written("spans", part, **({} if color is None else {"color": color}))
    return world.record_call(text, [kinds[0], kinds[1], kinds[2]], _rows(world, part, {}), prints=True)


def slots(world: World, board: str, /) -> list[str]:
    """Return the ids of the slots of a board."""
    there = here(world, board).cells
    found = [name for name in declared(world, board).slots if name in there]
    return world.record_call(written("slots", board), found, said(world, board, ("slots",)), prints=True)


def ports(world: World, board: str, slot: str, /) -> list[str]:
    """Return the cell that each port of a card in the slot meets, in the order of the ports."""
    found = [met.cell for met in _met(world, board, slot, _laid(world, board, slot))]
    return world.record_call(written("ports", board, slot), found, _slot(world, board, slot), prints=True)


def paths(world: World, board: str, slot: str, part: str, card: str, quarters: int, /) -> Found:
    """Return [cell, cell, color] for each line of a card in the slot, turned clockwise by quarters."""
    if isinstance(quarters, bool) or not isinstance(quarters, int):
        raise ExpressionError(f"paths() needs a whole number of quarters, not {spelled(quarters)}")
    whole = _ported(world, part)
    belongs = declared(world, board).slots[_known_slot(world, board, slot)]
    if belongs not in ("", part):
        raise ExpressionError(f"{belongs!r} belongs in the slot {slot!r} of {board!r}, not {part!r}")
    design = next((each for each in whole.designs if each.id == card), None)
    if design is None:
        hint = did_you_mean(card, [each.id for each in whole.designs])
        raise ExpressionError(f"{part!r} has no card {card!r}{hint}")
    drawn = _drawn(world, whole, [design])
    if not drawn:
        raise ExpressionError(f"the sheets do not print the card {card!r} of {part!r}")
    beside = [met.cell for met in _met(world, board, slot, whole)]
    places = [[turned(end, quarters, len(beside)) for end in line[:2]] for line in drawn[0]]
    names = [_color(world, line) for line in drawn[0]]
    found = [[beside[one], beside[other], name] for (one, other), name in zip(places, names, strict=True)]
    says, rows = _slot(world, board, slot), _rows(world, part, design.values["row"])
    text = written("paths", board, slot, part, card, quarters)
    return world.record_call(text, found, lambda: [*rows(), *says()], prints=True)


def saved(world: World, board: str, slot: str, /) -> Found:
    """Return [steps, number]: the length of walks without cards, and how many lines of unturned cards replace them.

    The steps are none if no walk leads from either end of a line to the other.
    """
    part = _laid(world, board, slot)
    beside = [met.cell for met in _met(world, board, slot, part)]
    onward = ways(here(world, board))
    ends = Counter((beside[line.one], beside[line.other]) for card in _cards(world, part.id, {}) for line in card)
    walks: Counter[int | None] = Counter()
    for (one, other), number in ends.items():
        both = [distance(onward, one, other), distance(onward, other, one)]
        walks[min((steps for steps in both if steps is not None), default=None)] += number
    found = [[steps, walks[steps]] for steps in sorted(walks, key=lambda steps: (steps is None, steps))]
    rows, says = _rows(world, part.id, {}, "lines"), _slot(world, board, slot, keys=(*_JOINED, *_MADE))
    return world.record_call(written("saved", board, slot), found, lambda: [*rows(), *says()], prints=True)


def offset(world: World, board: str, slot: str, /) -> float:
    """Return the greatest distance (mm) of the end of a line from the middle of the side of the cell that it meets.

    It is measured along the slot's edge, for each line of each card laid there, in all turns.
    """
    part = _laid(world, board, slot)
    beside = _met(world, board, slot, part)
    stray = {(port.number, 0.0) for port in part.ports}
    if world.name == "sheets":
        designs = {design.id: design for design in part.designs}
        faces = [face for face in world.find_fronts(part.id) if face.design in designs]
        stray = {each for face in faces for each in strayed(part, designs[face.design], face)}
    if not stray:
        raise ExpressionError(f"the sheets print no line of {part.id!r}")
    count = len(beside)
    every = [beside[turned(port, quarters, count)].off + off for port, off in stray for quarters in range(4)]
    result = round(max(map(abs, every)), 2)
    return world.record_call(written("offset", board, slot), result, _slot(world, board, slot, part.id), prints=True)


def _ported(world: World, part: str) -> Part:
    found = world.get_part(part)
    if not found.ports:
        raise ExpressionError(f"{part!r} is a {found.kind} and has no lines")
    return found


def _cards(world: World, part: str, where: dict[str, Any]) -> list[tuple[Line, ...]]:
    return _drawn(world, _ported(world, part), world.pick_designs(part, where))


def _drawn(world: World, part: Part, designs: Sequence[Design]) -> list[tuple[Line, ...]]:
    """Return the lines of each design; on the sheets, of each printed one, from a copy that differs if any does."""
    if world.name == "data":
        return [design.lines for design in designs]
    faces: dict[str, list[Seen]] = {}
    for face in world.find_fronts(part.id):
        faces.setdefault(face.design, []).append(face)
    there = [[printed(part, design, face) for face in faces[design.id]] for design in designs if design.id in faces]
    data = [design.lines for design in designs if design.id in faces]
    return [next((each for each in seen if each != own), own) for seen, own in zip(there, data, strict=True)]


def _color(world: World, line: Line) -> str:
    return world.game.colors[line.color].name


def _known_slot(world: World, board: str, slot: str) -> str:
    known("slot", slot, declared(world, board).slots, board)
    if slot not in here(world, board).cells:
        raise ExpressionError(f"the sheets do not print the slot {slot!r} of {board!r}")
    return slot


def _laid(world: World, board: str, slot: str) -> Part:
    """Return the part that belongs in a slot."""
    part = declared(world, board).slots[_known_slot(world, board, slot)]
    if not part:
        raise ExpressionError(f"{board!r} does not say which part is laid in the slot {slot!r}")
    return _ported(world, part)


def _met(world: World, board: str, slot: str, part: Part) -> list[Met]:
    if (found := world.contacts.get((board, slot, part.id))) is None:
        cells = here(world, board).cells
        found = tuple(meets(cells.values(), cells[slot], part.outline, port) for port in part.ports)
        world.contacts[board, slot, part.id] = found
    for port, met in zip(part.ports, found, strict=True):
        if met is None or met.cell in declared(world, board).slots:
            raise ExpressionError(f"the port {port.number} of {part.id!r} meets no cell beside the slot {slot!r}")
    return [met for met in found if met]


def _rows(world: World, part: str, where: dict[str, Any], *columns: str) -> Callable[[], list[Place]]:
    """Return a function that finds the places of columns of the picked rows, by default lines and orders."""

    def found() -> list[Place]:
        rows = [
            row
            for row in world.game.rows.get(part, ())
            if all(key not in row.values or same(row.values[key], value) for key, value in where.items())
        ]
        shifts = [place] if (place := world.game.places.get(("parts", part, "shifts"))) else []
        return [*(row.place(column) for row in rows for column in columns or _ROWS), *shifts]

    return found


def _slot(
    world: World, board: str, slot: str, part: str = "", keys: Sequence[tuple[str, ...]] = _MADE
) -> Callable[[], list[Place]]:
    """Return a function that finds the places in the data of the slot, the cells, and the ports of a part."""
    cells = said(world, board, ("slots", slot), *keys)
    return lambda: [*([world.game.place("parts", part, "ports")] if part else []), *cells()]


FUNCTIONS = (lines, ends, inks, distinct, crossings, spans, slots, ports, paths, saved, offset)
