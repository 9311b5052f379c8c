"""A position of Psychopaths, what can be done in it, and what comes of that."""

from collections.abc import Iterator
from itertools import combinations
from math import trunc

from generator.play.engine import Outcome, Record, Stream
from generator.play.psychopaths.actions import DRAW, CardChange, Deed, DieUse, list_bits, pick_bit
from generator.play.psychopaths.distances import PsychopathsGraph
from generator.play.psychopaths.tables import CardLines, DieFace

_QUARTERS = range(4)
_MOST_CELLS = 1 << 20  # more than any board has: numbers of steps and cells are kept in one number


class PsychopathsState:
    """A position: where the pieces stand, how the cards lie, the dice left, and whose decision it is.

    Pawns are numbered seat by seat. `laid` is 4 * card + quarters by slots, -1 for an empty one; `drawn` the card in
    hand, or -1; `mover` is whose turn it is, `player` who decides; `owing` are the pawns that were switched onto stars.
    Sets of cells are bits. `phase` is `setup`, `dice`, `star` or `replace`.
    """

    __slots__ = (
        "across", "chance", "colors", "counts", "discard", "drawn", "due", "ending", "engine", "fault", "home", "laid",
        "left", "mover", "occupied", "owing", "phase", "player", "players", "psycho", "reached", "rolled", "stack",
        "to_lay", "turns", "where", "winner",
    )  # fmt: skip

    def __init__(self, engine: PsychopathsGraph, players: int, chance: Stream) -> None:
        self.engine, self.players, self.chance = engine, players, chance
        self.colors = engine.choose_colors(players)
        self.where = [cell for color in self.colors for cell in engine.starts[color]]
        self.psycho = engine.psycho
        self.occupied = 1 << self.psycho
        self.home = [0] * players
        self.laid = [-1] * len(engine.slots)
        self.stack, self.discard = list(range(len(engine.designs))), list[int]()
        self.reached: list[dict[int, int]] = [{} for _ in engine.colors]
        self.across: list[CardLines | None] = [None] * len(engine.colors)
        self.rolled: list[DieFace] = []
        self.left: list[int] = []
        self.owing: list[int] = []
        self.due: list[int] = []
        self.winner, self.turns, self.ending, self.fault = -1, 0, "", ""
        self.counts = dict.fromkeys(_MEASURES, 0)
        self.mover = trunc(chance.random() * players)
        self.to_lay = [(self.mover + seat) % players for seat in reversed(engine.placed[players])]
        self.player, self.phase, self.drawn = self.to_lay[-1], "setup", self._draw_card()

    def copy(self, chance: Stream) -> "PsychopathsState":
        """Return the same position with another stream of chance, from which the cards of the stack come too."""
        other = PsychopathsState.__new__(PsychopathsState)
        for name in PsychopathsState.__slots__:
            setattr(other, name, getattr(self, name))
        other.chance = chance
        other.where, other.home, other.laid = self.where[:], self.home[:], self.laid[:]
        other.stack, other.discard = self.stack[:], self.discard[:]
        other.rolled, other.left = self.rolled[:], self.left[:]
        other.owing, other.due, other.to_lay = self.owing[:], self.due[:], self.to_lay[:]
        other.reached, other.across, other.counts = self.reached[:], self.across[:], dict(self.counts)
        return other

    def _draw_card(self) -> int:
        """Draw any card of the stack, which the discard pile refills (rules: Stars)."""
        if not self.stack:
            self.stack, self.discard = self.discard, []
            self.counts["stack refilled"] += 1
        index = trunc(self.chance.random() * len(self.stack))
        self.stack[index], self.stack[-1] = self.stack[-1], self.stack[index]
        return self.stack.pop()

    def _roll(self) -> None:
        """Roll all dice for the next turn (rules: Your turn)."""
        random = self.chance.random
        self.rolled = [die[trunc(random() * len(die))] for die in self.engine.dice]
        self.left = list(range(len(self.rolled)))
        self.player, self.phase = self.mover, "dice"
        self.turns += 1

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

    def play_die(self) -> None:
        """Use any die in any way by the policy `random`: what `draw_use` and `apply` do, without an action between."""
        random, engine, where, left = self.chance.random, self.engine, self.where, self.left
        white, number, arrow = self.rolled[left.pop(trunc(random() * len(left)))]
        occupied = self.occupied
        if white:
            start, home = self.player * engine.each, engine.pockets & occupied
            masks = [
                (pawn, self.list_targets(pawn, number))
                for pawn in range(start, start + engine.each)
                if not home >> where[pawn] & 1
            ]
        else:
            masks = [(-1, engine.walks[number][self.psycho] & (~occupied | 1 << self.psycho))]
        count = 0
        for _, targets in masks:
            count += targets.bit_count()
        others = 0
        if arrow == "rotate":
            others = len(self.laid) * 3
        elif arrow:
            switches = self.list_switches()
            others = len(switches)
        if not count + others:
            return self._do("decline", -1, -1)
        index = trunc(random() * (count + others))
        if index < count:
            for subject, targets in masks:
                if index < (each := targets.bit_count()):
                    for _ in range(index):
                        targets &= targets - 1
                    return self._do("psycho" if subject < 0 else "pawn", subject, (targets & -targets).bit_length() - 1)
                index -= each
        index -= count
        if arrow == "rotate":
            return self._do(arrow, index // 3, index % 3 + 1)
        return self._do(arrow, switches[index], self.psycho)

    def legal_actions(self) -> list[Deed]:
        """Return all that can be done with each die, or with the cards."""
        if self.phase == "dice":
            return [use for die in self.left for use in (*self.list_uses(die), DieUse(die, "decline"))]
        slots = range(len(self.laid))
        if self.phase == "star":
            return [*([DRAW] if self.can_draw() else []), *self.list_swaps()]
        free = [slot for slot in slots if self.laid[slot] < 0] if self.phase == "setup" else slots
        return [CardChange("lay", slot, quarters) for slot in free for quarters in _QUARTERS]

    def can_draw(self) -> bool:
        """Tell whether there is a card to draw."""
        return bool(self.stack or self.discard)

    def list_swaps(self) -> Iterator[CardChange]:
        """Yield the ways to trade two cards and to turn them (rules: Stars)."""
        for one, other in combinations(range(len(self.laid)), 2):
            for quarters in _QUARTERS:
                for other_quarters in _QUARTERS:
                    yield CardChange("swap", one, quarters, other, other_quarters)

    def apply(self, action: Deed) -> None:
        """Use a die or change the cards."""
        if isinstance(action, DieUse):
            self.left.remove(action.die)
            self._do(action.kind, action.subject, action.target)
        elif action.kind == "lay":
            self._lay(action.slot, action.quarters)
        elif action.kind == "draw":
            self.drawn, self.phase = self._draw_card(), "replace"
            self.counts["cards drawn"] += 1
        else:
            self._swap(action)

    def _do(self, kind: str, subject: int, target: int) -> None:
        """Do what a die is used for, and end the turn after the last one."""
        if kind == "pawn":
            self._move_pawn(subject, target)
            if self.phase == "star" or self.ending:
                return
        elif kind == "psycho":
            self.occupied ^= 1 << self.psycho | 1 << target if target != self.psycho else 0
            self.psycho = target
        elif kind == "rotate":
            self.counts["rotations"] += 1
            card, quarters = divmod(self.laid[subject], 4)
            self._place(subject, 4 * card + (quarters + target) % 4)
        elif kind == "switch":
            self._switch(subject)
        else:
            self.counts["dice declined"] += 1
        if not self.left:
            self._end_turn()

    def _move_pawn(self, pawn: int, target: int) -> None:
        """Move a pawn; it may come home, or land on a star (rules: Stars; Goals and winning)."""
        engine, cell = self.engine, self.where[pawn]
        self.occupied = self.occupied & ~(1 << cell) | 1 << target
        self.where[pawn] = target
        self._forget(pawn)
        if engine.pockets >> target & 1:
            self.home[self.player] += 1
            if self.home[self.player] == engine.each:
                self.winner, self.ending = self.player, "home"
        elif engine.stars >> target & 1:
            self.counts["stars"] += 1
            self.phase = "star"

    def _forget(self, pawn: int) -> None:
        """Drop what is owed for a pawn that leaves its star (rules: Stars)."""
        if pawn in self.owing:
            self.owing.remove(pawn)
            self.counts["stars left"] += 1

    def _switch(self, pawn: int) -> None:
        """Swap a pawn and the psycho; the owner of a pawn on a star acts later (rules: Stars; Rotate and swap)."""
        engine, cell = self.engine, self.where[pawn]
        if (engine.zone | engine.pockets) >> cell & 1 or engine.zone >> self.psycho & 1:
            self.fault = f"a switch from {engine.cells[self.psycho]} to {engine.cells[cell]}"
        self._forget(pawn)
        self.where[pawn], self.psycho = self.psycho, cell
        self.counts["switches"] += 1
        if engine.stars >> self.where[pawn] & 1:
            self.counts["stars"] += 1
            self.owing.append(pawn)

    def _place(self, slot: int, card: int) -> None:
        self.laid[slot] = card
        self.reached = [{} for _ in self.engine.colors]
        self.across = [None] * len(self.reached)

    def _lay(self, slot: int, quarters: int) -> None:
        """Lay the drawn card, in the setup or in the place of another (rules: Setting up; Stars)."""
        before = self.laid[slot]
        self._place(slot, 4 * self.drawn + quarters)
        self.drawn = -1
        if self.phase == "replace":
            self.discard.append(before // 4)
            self._close_star()
            return
        self.to_lay.pop()
        if self.to_lay:
            self.player, self.drawn = self.to_lay[-1], self._draw_card()
        else:
            self._roll()

    def _swap(self, change: CardChange) -> None:
        one, other = self.laid[change.slot], self.laid[change.other]
        self.laid[change.slot] = other // 4 * 4 + (other + change.quarters) % 4
        self._place(change.other, one // 4 * 4 + (one + change.other_quarters) % 4)
        self.counts["swaps"] += 1
        self._close_star()

    def _close_star(self) -> None:
        """Go on after a star: with the next die, the next owner, or the next turn."""
        self.counts["stars used"] += 1
        if self.due:
            self.due.pop()
            self._go_on()
            return
        self.phase = "dice"
        if not self.left:
            self._end_turn()

    def _end_turn(self) -> None:
        """Let the owners of pawns that were switched onto stars act, in the order of turns from the mover on."""
        each = self.engine.each
        if self.owing:
            self.due = sorted(self.owing, key=lambda pawn: (pawn // each - self.mover) % self.players, reverse=True)
            self.owing = []
        self._go_on()

    def _go_on(self) -> None:
        if self.due:
            self.player, self.phase = self.due[-1] // self.engine.each, "star"
        else:
            self.mover = (self.mover + 1) % self.players
            self._roll()

    def is_over(self) -> bool:
        """Tell whether somebody has all pawns home."""
        return bool(self.ending)

    def outcome(self) -> Outcome:
        """Return who has won."""
        return Outcome((self.winner,) if self.winner >= 0 else (), self.ending)

    @property
    def measures(self) -> dict[str, int]:
        """Return how often stars were landed on, cards were drawn, turned, traded and switched, and dice declined."""
        return {name: self.counts[name] for name in _MEASURES if name not in _INNER}

    def record(self, first: int, limit: int) -> Record:
        """Return what the game came to."""
        unfinished = not self.ending
        winners = () if unfinished else (self.winner,)
        return Record(first, winners, min(self.turns, limit), self.ending or "unfinished", self.measures, unfinished)

    def find_fault(self) -> str | None:
        """Return what must never happen (P20.stand, P20.switch, P20.star)."""
        if self.fault:
            return self.fault
        engine = self.engine
        bits = [1 << cell for cell in (*self.where, self.psycho)]
        joined = sum({*bits})
        if len(set(bits)) != len(bits):
            return "two pieces stand on one square"
        if self.occupied & ~joined or joined & ~self.occupied & ~engine.pockets:
            return "a piece stands where none is noted"
        if not engine.steps[self.psycho] or any(not engine.is_place(cell) for cell in self.where):
            return "a piece stands where no piece can stand"
        cards = [card // 4 for card in self.laid if card >= 0] + self.stack + self.discard
        if sorted(cards + [self.drawn] * (self.drawn >= 0)) != list(range(len(engine.designs))):
            return "a card is lost, or lies in two places"
        waiting = len(self.owing) + len(self.due) + (self.phase in ("star", "replace") and not self.due)
        if self.counts["stars"] != self.counts["stars used"] + self.counts["stars left"] + waiting:
            return "the cards are changed more or less often than pawns land on stars"
        won = [home == engine.each for home in self.home]
        return None if any(won) == bool(self.ending) else "the game goes on when somebody is home"

    def supplies(self) -> dict[str, int]:
        """Return the cards in the stack, and the pawns that are home."""
        return {"cards in the stack": len(self.stack), "pawns home": sum(self.home)}

    def standing(self) -> list[int]:
        """Return how near each seat is to the end: minus the steps that its pawns are from their goals."""
        return [-self.measure_distance(seat) for seat in range(self.players)]

    def measure_distance(self, seat: int) -> int:
        """Return the steps that the pawns of a seat are from their goals."""
        pawns = self.where[seat * self.engine.each : (seat + 1) * self.engine.each]
        return self.engine.measure_distance(self.colors[seat], self.laid, pawns)

    def pieces(self) -> dict[str, tuple[str, str]]:
        """Return the part and the design on each cell where a piece stands; cards are described."""
        engine = self.engine
        names = [engine.colors[color].rpartition(".")[2] for color in self.colors]
        found = {engine.cells[cell]: ("pawn", names[pawn // engine.each]) for pawn, cell in enumerate(self.where)}
        return found | {engine.cells[self.psycho]: ("psycho", "psycho")}

    def describe(self) -> str:
        """Return the position in a line."""
        engine = self.engine
        dice = (self.rolled[die] for die in self.left)
        shown = ", ".join(f"{'white' if die.white else 'black'} {die.number} {die.arrow}".strip() for die in dice)
        pawns = " ".join(engine.cells[cell] for cell in self.where)
        laid = zip(engine.slots, self.laid, strict=True)
        cards = " ".join(f"{slot} {engine.designs[card // 4]}/{card % 4}" for slot, card in laid if card >= 0)
        return f"{shown or self.phase}; pawns {pawns}; psycho {engine.cells[self.psycho]}; cards {cards or 'none'}"


_INNER = ("stars used", "stars left")  # counted to check the others
_MEASURES = (
    "stars",
    "stars used",
    "stars left",
    "cards drawn",
    "stack refilled",
    "swaps",
    "rotations",
    "switches",
    "dice declined",
)
