"""Claim functions about cards with paths, and their slots.

Each card counts once, however many copies there are. On the sheets its lines are those whose ends were found at ports;
their colors are those of the data, which GF123 compares with their looks.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from generator.check.analysis.board_walks import count_steps_to
from generator.check.analysis.card_ports import (
    PortContact,
    count_sides_apart,
    find_contact,
    must_cross,
    normalize_turns,
    turn_port,
)
from generator.check.claims.board_access import GENERATOR_KEY, BoardView
from generator.check.claims.calls import Answer
from generator.check.claims.context import ClaimContext, is_same
from generator.check.faces.path_lines import measure_end_offsets, read_lines
from generator.language.expressions import ExpressionError, spell_value
from generator.language.suggestions import did_you_mean
from generator.model.finding import Place
from generator.model.game import Design, Part, PathLine

_PATH_COLUMNS = ("lines", "order")
_CELL_KEYS = ((GENERATOR_KEY,),)
_JOIN_KEYS = (("joins",), ("cuts",))
LineList = list[list[Any]]


def lines(world: ClaimContext, part: str, /, **where: Any) -> Answer[LineList]:
    """Return [port, port, color] for each line of the cards that columns and `shift` pick, in the order of the data."""
    every = (line for card in _picked_cards(world, part, where) for line in card)
    return Answer([[each.one, each.other, _color_name(world, each)] for each in every], _row_places(world, part, where))


def ends(world: ClaimContext, part: str, /, **where: Any) -> Answer[list[list[int]]]:
    """Return the ports at which lines of a card end, sorted; each different list once."""
    found = {tuple(sorted(end for line in card for end in line[:2])) for card in _picked_cards(world, part, where)}
    return Answer([list(each) for each in sorted(found)], _row_places(world, part, where, "lines"))


def inks(world: ClaimContext, part: str, /, **where: Any) -> Answer[list[list[str]]]:
    """Return the colors of the lines of a card, sorted; each different list once."""
    found = {tuple(sorted(_color_name(world, line) for line in card)) for card in _picked_cards(world, part, where)}
    return Answer([list(each) for each in sorted(found)], _row_places(world, part, where, "order"))


def distinct(world: ClaimContext, part: str, /, **where: Any) -> Answer[int]:
    """Return the number of different cards; cards that can be turned into each other count as one."""
    count = len(_part_with_ports(world, part).ports)
    found = {normalize_turns(card, count) for card in _picked_cards(world, part, where)}
    return Answer(len(found), _row_places(world, part, where))


def crossings(world: ClaimContext, part: str, /, **where: Any) -> Answer[list[int]]:
    """Return for each card how many pairs of its lines cross."""
    found = [sum(must_cross(*pair) for pair in combinations(card, 2)) for card in _picked_cards(world, part, where)]
    return Answer(found, _row_places(world, part, where, "lines"))


def spans(world: ClaimContext, part: str, /, *, color: str | None = None) -> Answer[list[int]]:
    """Return how many lines stay on one side of the card, lead to a neighboring side, and to the opposite side."""
    whole = _part_with_ports(world, part)
    if color is not None:
        group = whole.designs[0].lines[0].color.rpartition(".")[0]
        names = [each.name for each in world.get_colors(group)]
        if color not in names:
            raise ExpressionError(f"there is no {group} {spell_value(color)}{did_you_mean(color, names)}")
    every = (line for card in _picked_cards(world, part, {}) for line in card)
    some = (line for line in every if color in (None, _color_name(world, line)))
    kinds = Counter(count_sides_apart(line, len(whole.ports)) for line in some)
    return Answer([kinds[0], kinds[1], kinds[2]], _row_places(world, part, {}))


def slots(world: ClaimContext, board: str, /) -> Answer[list[str]]:
    """Return the ids of the slots of a board."""
    view = BoardView(world, board)
    there = view.here.cells
    return view.answer([name for name in view.declared.slots if name in there], ("slots",))


def ports(world: ClaimContext, board: str, slot: str, /) -> Answer[list[str]]:
    """Return the cell that each port of a card in the slot meets, in the order of the ports."""
    view = BoardView(world, board)
    found = [met.cell for met in _find_contacts(view, slot, _part_in_slot(view, slot))]
    return Answer(found, _slot_places(view, slot))


def paths(world: ClaimContext, board: str, slot: str, part: str, card: str, quarters: int, /) -> Answer[LineList]:
    """Return [cell, cell, color] for each line of a card in the slot, turned clockwise by quarters."""
    if isinstance(quarters, bool) or not isinstance(quarters, int):
        raise ExpressionError(f"paths() needs a whole number of quarters, not {spell_value(quarters)}")
    whole, view = _part_with_ports(world, part), BoardView(world, board)
    belongs = view.declared.slots[_require_slot(view, slot)]
    if belongs not in ("", part):
        raise ExpressionError(f"{belongs!r} belongs in the slot {slot!r} of {board!r}, not {part!r}")
    design = next((each for each in whole.designs if each.id == card), None)
    if design is None:
        hint = did_you_mean(card, [each.id for each in whole.designs])
        raise ExpressionError(f"{part!r} has no card {card!r}{hint}")
    drawn = _card_lines(world, whole, [design])
    if not drawn:
        raise ExpressionError(f"the sheets do not print the card {card!r} of {part!r}")
    beside = [met.cell for met in _find_contacts(view, slot, whole)]
    places = [[turn_port(end, quarters, len(beside)) for end in line[:2]] for line in drawn[0]]
    names = [_color_name(world, line) for line in drawn[0]]
    found = [[beside[one], beside[other], name] for (one, other), name in zip(places, names, strict=True)]
    says, rows = _slot_places(view, slot), _row_places(world, part, design.values["row"])
    return Answer(found, lambda: [*rows(), *says()], world.prints(board) or world.prints(part))


def saved(world: ClaimContext, board: str, slot: str, /) -> Answer[LineList]:
    """Return [steps, number]: the length of walks without cards, and how many lines of unturned cards replace them.

    The steps are none if no walk leads from either end of a line to the other.
    """
    view = BoardView(world, board)
    part = _part_in_slot(view, slot)
    beside = [met.cell for met in _find_contacts(view, slot, part)]
    every = (line for card in _picked_cards(world, part.id, {}) for line in card)
    walks: Counter[int | None] = Counter()
    for (one, other), number in Counter((beside[line.one], beside[line.other]) for line in every).items():
        both = [count_steps_to(view.graph, *pair) for pair in ((one, other), (other, one))]
        walks[min((steps for steps in both if steps is not None), default=None)] += number
    found = [[steps, walks[steps]] for steps in sorted(walks, key=lambda steps: (steps is None, steps))]
    rows, says = _row_places(world, part.id, {}, "lines"), _slot_places(view, slot, keys=(*_JOIN_KEYS, *_CELL_KEYS))
    return Answer(found, lambda: [*rows(), *says()], world.prints(board) or world.prints(part.id))


def offset(world: ClaimContext, board: str, slot: str, /) -> Answer[float]:
    """Return the greatest distance (mm) of the end of a line from the middle of the side of the cell that it meets.

    It is measured along the slot's edge, for each line of each card laid there, in all turns.
    """
    view = BoardView(world, board)
    part = _part_in_slot(view, slot)
    beside = _find_contacts(view, slot, part)
    stray = {(port.number, 0.0) for port in part.ports}
    if world.reads_sheets(part.id):
        designs = {design.id: design for design in part.designs}
        faces = [face for face in world.find_fronts(part.id) if face.design in designs]
        stray = {each for face in faces for each in measure_end_offsets(part, designs[face.design], face)}
    if not stray:
        raise ExpressionError(f"the sheets print no line of {part.id!r}")
    count = len(beside)
    every = [beside[turn_port(port, quarters, count)].off + off for port, off in stray for quarters in range(4)]
    places = _slot_places(view, slot, part.id)
    return Answer(round(max(map(abs, every)), 2), places, world.prints(board) or world.prints(part.id))


def _part_with_ports(world: ClaimContext, part: str) -> Part:
    found = world.get_part(part)
    if not found.ports:
        raise ExpressionError(f"{part!r} is a {found.kind} and has no lines")
    return found


def _picked_cards(world: ClaimContext, part: str, where: dict[str, Any]) -> list[tuple[PathLine, ...]]:
    return _card_lines(world, _part_with_ports(world, part), world.pick_designs(part, where))


def _card_lines(world: ClaimContext, part: Part, designs: Sequence[Design]) -> list[tuple[PathLine, ...]]:
    """Return the lines of each design; on the sheets, of each printed one, from a copy that differs if any does."""
    if not world.reads_sheets(part.id):
        return [design.lines for design in designs]
    there = [(design, each) for design in designs if (each := _printed_lines(world, part, design))]
    return [next((lines for lines in each if lines != design.lines), design.lines) for design, each in there]


def _printed_lines(world: ClaimContext, part: Part, design: Design) -> list[tuple[PathLine, ...]]:
    """Return the lines that each front of a design shows."""
    key = part.id, design.id
    if key not in world.lines:
        fronts = [face for face in world.find_fronts(part.id) if face.design == design.id]
        world.lines[key] = [read_lines(part, design, face) for face in fronts]
    return world.lines[key]


def _color_name(world: ClaimContext, line: PathLine) -> str:
    return world.game.colors[line.color].name


def _require_slot(view: BoardView, slot: str) -> str:
    view.require("slot", slot, view.declared.slots)
    if slot not in view.here.cells:
        raise ExpressionError(f"the sheets do not print the slot {slot!r} of {view.name!r}")
    return slot


def _part_in_slot(view: BoardView, slot: str) -> Part:
    """Return the part that belongs in a slot."""
    part = view.declared.slots[_require_slot(view, slot)]
    if not part:
        raise ExpressionError(f"{view.name!r} does not say which part goes in the slot {slot!r}")
    return _part_with_ports(view.world, part)


def _find_contacts(view: BoardView, slot: str, part: Part) -> list[PortContact]:
    known, key = view.world.contacts, (view.name, slot, part.id)
    if key not in known:
        cells = view.here.cells
        known[key] = tuple(find_contact(cells.values(), cells[slot], part.outline, port) for port in part.ports)
    for port, met in zip(part.ports, known[key], strict=True):
        if met is None or met.cell in view.declared.slots:
            raise ExpressionError(f"the port {port.number} of {part.id!r} meets no cell beside the slot {slot!r}")
    return [met for met in known[key] if met]


def _row_places(world: ClaimContext, part: str, where: dict[str, Any], *columns: str) -> Callable[[], list[Place]]:
    """Return a function that finds the places of columns of the picked rows, by default lines and orders."""

    def found() -> list[Place]:
        rows = [
            row
            for row in world.game.rows.get(part, ())
            if all(key not in row.values or is_same(row.values[key], value) for key, value in where.items())
        ]
        shifts = [place] if (place := world.game.places.get(("parts", part, "shifts"))) else []
        return [*(row.place(column) for row in rows for column in columns or _PATH_COLUMNS), *shifts]

    return found


def _slot_places(
    view: BoardView, slot: str, part: str = "", keys: Sequence[tuple[str, ...]] = _CELL_KEYS
) -> Callable[[], list[Place]]:
    """Return a function that finds the places in the data of the slot, the cells, and the ports of a part."""
    cells = view.places(("slots", slot), *keys)
    return lambda: [*([view.world.game.place("parts", part, "ports")] if part else []), *cells()]
