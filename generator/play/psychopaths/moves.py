"""What players can do in Psychopaths: walks and paths, goals, switches, cards, and all that a die can do."""

from math import trunc
from typing import NamedTuple

from generator.play.engine import Stream
from generator.play.psychopaths.tables import CardLines, DieFace, PsychopathsGraph


class DieUse(NamedTuple):
    """What a player does with a die, by its number: `pawn`, `psycho`, `rotate`, `switch` or `decline`.

    `subject` is the pawn, or the slot of a rotation; `target` the cell where a piece ends, or the quarters of a turn.
    """

    die: int
    kind: str
    subject: int = -1
    target: int = -1


class CardChange(NamedTuple):
    """What a player does with cards.

    `lay` puts the drawn card in a slot, `draw` takes one from the stack to replace another, and `swap` trades the
    places of two; quarters turn the card that comes into the slot, and the one that comes into the other slot.
    """

    kind: str
    slot: int = -1
    quarters: int = 0
    other: int = -1
    other_quarters: int = 0


Deed = DieUse | CardChange

DRAW = CardChange("draw")


def list_bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, the lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def pick_bit(mask: int, index: int) -> int:
    """Return the number of a bit that is set, counted from the lowest."""
    for _ in range(index):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


_QUARTERS = range(4)
_MOST_CELLS = 1 << 20  # more than any board has: numbers of steps and cells are kept in one number


class PsychopathsMoves:
    """Pieces, cards and dice as they lie, and what can be done with them.

    Pawns are numbered seat by seat. `laid` is 4 * card + quarters by slots, -1 for an empty one; `rolled` are the faces
    of all dice, and `left` the dice that can still be used. Sets of cells are bits.
    """

    __slots__ = (
        "across", "colors", "engine", "laid", "left", "occupied", "player", "players", "psycho", "reached", "rolled",
        "where",
    )  # fmt: skip

    def __init__(self, engine: PsychopathsGraph, players: int) -> None:
        self.engine, self.players, self.player = engine, players, 0
        self.colors = engine.choose_colors(players)
        self.where = [cell for color in self.colors for cell in engine.starts[color]]
        self.psycho = engine.psycho
        self.occupied = 1 << self.psycho
        self.laid = [-1] * len(engine.slots)
        self.reached: list[dict[int, int]] = [{} for _ in engine.colors]
        self.across: list[CardLines | None] = [None] * len(engine.colors)
        self.rolled: list[DieFace] = []
        self.left: list[int] = []

    def reach(self, color: int, cell: int, steps: int) -> int:
        """Return where a walk of so many steps from a square can end, paths included (rules: Moving a pawn; Paths)."""
        kept, key = self.reached[color], steps * _MOST_CELLS + cell
        if key in kept:
            return kept[key]
        walks, near = self.engine.walks, self.engine.nearer[steps][cell]
        found = walks[steps][cell]
        ends, pairs = self.across[color] or self._collect_lines(color)
        if ends & near:
            for one, other in pairs:
                if near >> one & 1:
                    for before in range(steps):
                        if walks[before][cell] >> one & 1:
                            left = steps - 1 - before
                            ready = left * _MOST_CELLS + other
                            found |= kept[ready] if ready in kept else self.reach(color, other, left)
        kept[key] = found
        return found

    def _collect_lines(self, color: int) -> CardLines:
        """Return the lines of a color on all cards, and keep them until a card is moved."""
        ends = 0
        pairs: tuple[tuple[int, int], ...] = ()
        for slot, card in zip(self.engine.lines, self.laid, strict=True):
            more, added = slot[card][color]
            ends |= more
            pairs += added
        joined = self.across[color] = CardLines(ends, pairs)
        return joined

    def list_targets(self, pawn: int, steps: int) -> int:
        """Return where a pawn can end with so many steps, goals included, as bits (rules: Paths; Goals and winning)."""
        engine, cell = self.engine, self.where[pawn]
        color = self.colors[pawn // engine.each]
        others = self.occupied & ~(1 << cell)
        if engine.pockets >> cell & 1:
            cell, steps = engine.find_door(cell), steps - 1
        targets = self.reach(color, cell, steps)
        if steps:
            before = self.reach(color, cell, steps - 1)
            for goal, door in engine.goals[color]:
                if before >> door & 1:
                    targets |= 1 << goal
        return targets & ~others

    def list_pawns_out(self, seat: int) -> list[int]:
        """Return the pawns of a seat that are not home: a pawn in a goal takes room there, one on its start none."""
        start, each = seat * self.engine.each, self.engine.each
        home, where = self.engine.pockets & self.occupied, self.where
        return [pawn for pawn in range(start, start + each) if not home >> where[pawn] & 1]

    def list_masks(self, face: DieFace) -> list[tuple[int, int]]:
        """Return the pawns, or -1 for the psycho, that a number can move, and the cells where each can end, as bits."""
        if face.white:
            return [(pawn, self.list_targets(pawn, face.number)) for pawn in self.list_pawns_out(self.player)]
        targets = self.engine.walks[face.number][self.psycho] & (~self.occupied | 1 << self.psycho)
        return [(-1, targets)]

    def list_switches(self) -> list[int]:
        """Return the pawns that can trade places with the psycho (rules: Rotate and swap; P20.switch)."""
        engine = self.engine
        if engine.zone >> self.psycho & 1:
            return []
        closed = engine.zone | engine.pockets
        return [pawn for pawn, cell in enumerate(self.where) if not closed >> cell & 1]

    def list_uses(self, die: int) -> list[DieUse]:
        """Return all that a die can do, without to decline it."""
        face = self.rolled[die]
        found = []
        for subject, targets in self.list_masks(face):
            kind = "psycho" if subject < 0 else "pawn"
            found += [DieUse(die, kind, subject, cell) for cell in list_bits(targets)]
        if face.arrow == "rotate":
            slots = range(len(self.laid))
            found += [DieUse(die, "rotate", slot, quarters) for slot in slots for quarters in _QUARTERS[1:]]
        elif face.arrow == "switch":
            found += [DieUse(die, "switch", pawn, self.psycho) for pawn in self.list_switches()]
        return found

    def draw_use(self, die: int, chance: Stream) -> DieUse:
        """Draw one of the things that a die can do, each as likely as the others; decline if there is none."""
        face = self.rolled[die]
        masks = self.list_masks(face)
        count = sum([targets.bit_count() for _, targets in masks])
        switches = self.list_switches() if face.arrow == "switch" else []
        turns = len(self.laid) * 3 if face.arrow == "rotate" else 0
        if not count + turns + len(switches):
            return DieUse(die, "decline")
        index = trunc(chance.random() * (count + turns + len(switches)))
        for subject, targets in masks:
            number = targets.bit_count()
            if index < number:
                return DieUse(die, "psycho" if subject < 0 else "pawn", subject, pick_bit(targets, index))
            index -= number
        if turns:
            return DieUse(die, "rotate", index // 3, index % 3 + 1)
        return DieUse(die, "switch", switches[index], self.psycho)
