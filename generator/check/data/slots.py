"""Check that the cards of a slot fit into it, and that their ports meet cells of the board."""

from collections.abc import Iterator, Sequence

from generator.check.analysis.card_ports import PortContact, find_contact
from generator.geometry.bounds import SpatialIndex
from generator.geometry.tolerances import BESIDE_SLOT, PORT_OFFSET, SAME_LENGTH
from generator.geometry.types import Outline
from generator.language.plurals import count_noun
from generator.model.board import Board, Cell
from generator.model.finding import Finding
from generator.model.game import Game, Part


def check_slots(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report each slot whose part does not fit; a warning if ports do not meet sides at their middle (GF124)."""
    known = {part.id: part for part in parts}
    for part in parts:
        if part.board is None or not part.board.slots:
            continue
        mesh = SpatialIndex({name: cell.box for name, cell in part.board.cells.items()})
        for name, belongs in part.board.slots.items():
            if belongs not in known:
                continue
            slot, place = part.board.cells[name], game.place("parts", part.id, "slots", name)
            met = _find_contacts(part.board, slot, known[belongs], mesh)
            if wrong := _describe_misfit(slot, known[belongs]) or _describe_lost_ports(part.board, known[belongs], met):
                yield Finding("GF124", place, f"parts.{part.id}.slots.{name}: {wrong}")
            elif askew := _describe_off_center(known[belongs], met):
                yield Finding("GF124", place, f"parts.{part.id}.slots.{name}: {askew}", "warning")


def _find_contacts(board: Board, slot: Cell, part: Part, mesh: SpatialIndex) -> list[PortContact | None]:
    """Return what each port of a part meets when a card is in the slot."""
    left, top, right, bottom = slot.box
    near = [
        board.cells[name]
        for name in mesh.find_near((left - BESIDE_SLOT, top - BESIDE_SLOT, right + BESIDE_SLOT, bottom + BESIDE_SLOT))
    ]
    return [find_contact(near, slot, part.outline, port) for port in part.ports]


def _describe_misfit(slot: Cell, part: Part) -> str:
    """Return why the pieces of a part do not fit into a slot; folded pieces are not compared with it."""
    left, top, right, bottom = slot.box
    room = Outline(round(right - left, 6), round(bottom - top, 6))
    trims = dict.fromkeys(part.trim_of(design) for design in part.designs if design.net is None)
    if large := next((trim for trim in trims if not _fits_into(trim, room)), None):
        return f"{part.id!r} is {_format_size(large)}, larger than the slot, which is {_format_size(room)}"
    if part.ports and abs(room.width - room.height) > SAME_LENGTH:
        return f"{part.id!r} can be placed there in any rotation, so the slot must be square, not {_format_size(room)}"
    return ""


def _fits_into(trim: Outline, room: Outline) -> bool:
    sides = zip(sorted((trim.width, trim.height)), sorted((room.width, room.height)), strict=True)
    return all(side <= space + SAME_LENGTH for side, space in sides)


def _format_size(outline: Outline) -> str:
    return f"{outline.width:g} x {outline.height:g} mm"


def _describe_lost_ports(board: Board, part: Part, every: Sequence[PortContact | None]) -> str:
    """Describe the ports that meet nothing, or another slot."""
    wrong = []
    for port, met in zip(part.ports, every, strict=True):
        if met is None:
            wrong.append(f"the port {port.number} of {part.id!r} meets no cell of the board")
        elif met.cell in board.slots:
            wrong.append(f"the port {port.number} of {part.id!r} meets the slot {met.cell!r}, where no piece can stand")
    more = f", and {count_noun(len(wrong) - 1, 'more such port')}" if len(wrong) > 1 else ""
    return f"{wrong[0]}{more}" if wrong else ""


def _describe_off_center(part: Part, every: Sequence[PortContact | None]) -> str:
    """Describe the port that is off the middle of the side that it alone meets; ports that share a side are exempt."""
    found = [(port, met) for port, met in zip(part.ports, every, strict=True) if met]
    cells = [met.cell for _, met in found]
    wrong = [(port, met) for port, met in found if cells.count(met.cell) == 1 and abs(met.off) > PORT_OFFSET]
    if not wrong:
        return ""
    port, met = max(wrong, key=lambda each: abs(each[1].off))
    says = f"the port {port.number} of {part.id!r} is {abs(met.off):.3g} mm off the middle of the side of {met.cell!r}"
    return f"{says}, which it meets"
