"""A position of Psychopaths, and what comes of all that is done in it."""

from collections.abc import Iterator
from itertools import combinations
from math import trunc

from generator.play.engine import Stream
from generator.play.played_state import PlayedState
from generator.play.psychopaths.moves import DRAW, CardChange, Deed, DieUse, PsychopathsMoves
from generator.play.psychopaths.tables import PsychopathsGraph

_QUARTERS = range(4)


class PsychopathsState(PlayedState, PsychopathsMoves):
    """A position: where the pieces stand, how the cards lie, the dice left, and whose decision it is.

    `drawn` is the card in hand, or -1; `mover` is whose turn it is, `player` who decides; `owing` are the pawns that
    were switched onto stars. `phase` is `setup`, `dice`, `star` or `replace`.
    """

    __slots__ = (
        "chance", "counts", "discard", "drawn", "due", "ending", "fault", "home", "mover", "owing", "phase", "stack",
        "to_lay", "turns", "winners",
    )  # fmt: skip

    def __init__(self, engine: PsychopathsGraph, players: int, chance: Stream) -> None:
        super().__init__(engine, players)
        self.chance = chance
        self.home = [0] * players
        self.stack, self.discard = list(range(len(engine.designs))), list[int]()
        self.owing: list[int] = []
        self.due: list[int] = []
        self.winners: tuple[int, ...] = ()
        self.turns, self.ending, self.fault = 0, "", ""
        self.counts = dict.fromkeys(_MEASURES, 0)
        self.mover = trunc(chance.random() * players)
        self.to_lay = [(self.mover + seat) % players for seat in reversed(engine.placed[players])]
        self.player, self.phase, self.drawn = self.to_lay[-1], "setup", self._draw_card()

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
                self.winners, self.ending = (self.player,), "home"
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

    @property
    def measures(self) -> dict[str, int]:
        """Return how often stars were landed on, cards were drawn, turned, traded and switched, and dice declined."""
        return {name: self.counts[name] for name in _MEASURES if name not in _INNER}

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
