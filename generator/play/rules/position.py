"""A position of a game that is played by its rules in `play.yaml`."""

from math import trunc
from typing import Any

from generator.model.finding import Place
from generator.play.engine import Outcome, Stream
from generator.play.faults import RuleFaultError

MOST_CHOICES = 1000  # of a turn: more is a step that never ends
REST = (-1,)  # the only choice of a turn in which nothing can be done


class RulePosition:
    """A position: numbers of each player and of the table, rows in decks, pieces on boards, and the decision to take.

    `at` is the block that waits for a decision, `legal` what can be chosen and `passing` the action of doing nothing.
    With `lean`, what the policy `random` leaves out is not listed.
    """

    __slots__ = (
        "acted", "again", "at", "captured", "chance", "decks", "discards", "done", "ending", "first", "hands", "idle",
        "kept", "lean", "legal", "loops", "made", "markets", "own", "passing", "player", "program", "random", "round",
        "stat", "stop", "tab", "turns", "used", "winners",
    )  # fmt: skip

    def __init__(self, program: Any, chance: Stream) -> None:
        self.program = program
        self._use(chance)
        self.own = [list(program.own) for _ in range(program.players)]
        self.tab, self.stat, self.loops = list(program.shared), [0] * len(program.counters), [0] * program.loops
        self.decks: list[list[int]] = [list(deck.pile) for deck in program.decks]
        self.discards: list[list[int]] = [[] for _ in program.decks]
        self.markets: list[list[int]] = [[] for _ in program.decks]
        self.hands: list[list[list[int]]] = [[[] for _ in range(program.players)] for _ in program.decks]
        self.kept: list[list[list[int]]] = [[[] for _ in range(program.players)] for _ in program.decks]
        self.used = [[0] * len(deck.rows) for deck in program.decks]
        self.player = self.first = trunc(chance.random() * program.players)
        self.turns = self.round = 1
        self.acted = self.again = self.captured = self.done = self.idle = self.lean = self.made = self.stop = 0
        self.winners: tuple[int, ...] = ()
        self.ending = ""
        self.legal: list[Any] = []
        self.passing: Any = None
        self.at = 0
        program.functions["prepare"](self)
        for number, deck in enumerate(program.decks):
            self._shuffle(self.decks[number])
            for seat in range(program.players):
                self.draw(number, seat, deck.dealt)
            self.fill_market(number)
        program.functions["start"](self)
        self.advance(program.first)

    def _use(self, chance: Stream) -> None:
        self.chance, self.random = chance, chance.random

    def copy(self, chance: Stream) -> "RulePosition":
        """Return the same position; what is hidden, decks and the hands of others, is shuffled anew."""
        other = RulePosition.__new__(type(self))
        for name in ("acted", "again", "at", "captured", "done", "ending", "first", "idle", "lean", "legal", "made",
                     "passing", "player", "program", "round", "stop", "turns", "winners"):  # fmt: skip
            setattr(other, name, getattr(self, name))
        other._use(chance)
        other.own = [own[:] for own in self.own]
        other.tab, other.stat, other.loops = self.tab[:], self.stat[:], self.loops[:]
        if self.decks:
            other.decks = [each[:] for each in self.decks]
            other.discards, other.markets = [each[:] for each in self.discards], [each[:] for each in self.markets]
            other.hands = [[hand[:] for hand in hands] for hands in self.hands]
            other.kept = [[rows[:] for rows in kept] for kept in self.kept]
            other._hide()
        else:
            other.decks = other.discards = other.markets = other.hands = other.kept = self.decks  # type: ignore[assignment]
        other.used = [each[:] for each in self.used]
        self.program.functions["copy"](other, self)
        return other

    def _hide(self) -> None:
        """Shuffle all that the player to decide does not see."""
        for deck, hands in zip(self.decks, self.hands, strict=True):
            unseen = [hand for seat, hand in enumerate(hands) if seat != self.player]
            rows = [row for hand in unseen for row in hand] + deck
            self._shuffle(rows)
            for hand in unseen:
                hand[:] = [rows.pop() for _ in hand]
            deck[:] = rows

    def _shuffle(self, rows: list[int]) -> None:
        for at in range(len(rows) - 1, 0, -1):
            other = trunc(self.random() * (at + 1))
            rows[at], rows[other] = rows[other], rows[at]

    def _draw_one(self, number: int) -> int | None:
        """Return the next row of a deck, into which discards are shuffled when it has run out."""
        deck = self.decks[number]
        if not deck:
            deck += self.discards[number]
            self.discards[number].clear()
            self._shuffle(deck)
        return deck.pop() if deck else None

    def draw(self, number: int, seat: int, count: int) -> None:
        """Draw rows into a hand, as many as there are."""
        for _ in range(min(count, len(self.decks[number]) + len(self.discards[number]))):
            if (row := self._draw_one(number)) is not None:
                self.hands[number][seat].append(row)

    def discard(self, number: int, seat: int, count: int) -> None:
        """Discard rows of a hand at random."""
        hand = self.hands[number][seat]
        for _ in range(min(count, len(hand))):
            self.discards[number].append(hand.pop(trunc(self.random() * len(hand))))

    def fill_market(self, number: int) -> None:
        """Turn up rows until as many lie face up as should."""
        market = self.markets[number]
        while len(market) < self.program.market_sizes[number]:
            if (row := self._draw_one(number)) is None:
                self.stat[self.program.decks[number].runs_out] = 1
                return
            market.append(row)

    def advance(self, label: int) -> None:
        """Run blocks until one waits for a decision, or the game has ended."""
        blocks = self.program.blocks
        while label >= 0:
            label = blocks[label](self)

    def legal_actions(self) -> list[Any]:
        """Return what can be chosen, and to do nothing where that is allowed."""
        return self.legal if self.passing is None else [*self.legal, self.passing]

    def apply(self, action: Any) -> None:
        """Do what was chosen, and all that follows before the next decision."""
        self.done += 1
        if self.done > MOST_CHOICES:
            raise RuleFaultError(self.program.describe_endless(), self.find_place())
        self.advance(self.program.actions[action[0]](self, action))

    def find_place(self) -> Place:
        """Return the place in the rules of the present decision."""
        found: Place = self.program.decisions.get(self.at, self.program.place)
        return found

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return bool(self.ending)

    def outcome(self) -> Outcome:
        """Return who has won."""
        scores = tuple(self.standing()) if self.program.has_score else ()
        return Outcome(self.winners, self.ending, scores)

    @property
    def players(self) -> int:
        """Return how many play."""
        return int(self.program.players)

    @property
    def measures(self) -> dict[str, int]:
        """Return what is worth a statistic."""
        found = dict(zip(self.program.counters, self.stat, strict=True))
        for name, value in zip(self.program.measures, self.program.functions["measure"](self), strict=True):
            found[name] = int(value)
        for deck, used in zip(self.program.decks, self.used, strict=True):
            if deck.is_picked:
                found |= {f"{name} played": count for name, count in zip(deck.titles, used, strict=True)}
        return found

    def supplies(self) -> dict[str, int]:
        """Return what is left of each good, and how many rows of each deck."""
        found = {name: self.tab[at] for name, at in self.program.supplies.items()}
        return found | {f"deck of {d.name}": len(rows) for d, rows in zip(self.program.decks, self.decks, strict=True)}

    def find_fault(self) -> str | None:
        """Return what must never happen and did."""
        found: str | None = self.program.functions["check"](self) or self.program.find_misplaced(self)
        return found

    def standing(self) -> list[float]:
        """Return how far each player is by the score that the rules name; all alike if they name none."""
        return [self.program.functions["score"](self, seat) for seat in range(self.program.players)]

    def pieces(self) -> dict[str, list[tuple[str, str]]]:
        """Return the parts and designs on each cell that is not empty."""
        found: dict[str, list[tuple[str, str]]] = self.program.list_pieces(self)
        return found

    def heaps(self) -> dict[str, list[tuple[str, str, int]]]:
        """Return what lies on the table and what the player has: what it is called, its face, and how many."""
        found: dict[str, list[tuple[str, str, int]]] = self.program.list_heaps(self)
        return found

    def describe(self) -> str:
        """Return the position in a line."""
        return str(self.program.describe(self))
