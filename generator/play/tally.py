"""Count what games came to, so that counts of many workers add up to the same numbers in any order."""

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from generator.play.engine import Record


class Tally(Struct):
    """What some games came to, as whole numbers only.

    `wins` counts pairs of the seat that began and the seats that won; `spreads` are histograms by their names, such as
    turns; `watched` is how many games were played action by action with every position looked at.
    """

    games: int = 0
    unfinished: int = 0
    first_unfinished: int = -1
    watched: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    wins: Counter[tuple[int, tuple[int, ...]]] = field(default_factory=Counter)
    spreads: dict[str, Counter[int]] = field(default_factory=dict)

    def add(self, number: int, record: Record, seen: Mapping[str, Counter[int]] = {}) -> None:
        """Count the game of a number; `seen` are histograms of what was seen in it move by move."""
        self.games += 1
        self.endings[record.ending] += 1
        if record.unfinished:
            self.unfinished += 1
            if self.first_unfinished < 0:
                self.first_unfinished = number
        self.wins[record.first, record.winners] += 1
        self._spread("turns")[record.turns] += 1
        for name, value in record.measures.items():
            self._spread(name)[value] += 1
        if seen:
            self.watched += 1
            for name, counts in seen.items():
                self._spread(name).update(counts)

    def _spread(self, name: str) -> Counter[int]:
        return self.spreads.setdefault(name, Counter())

    def merge(self, other: "Tally") -> None:
        """Add the counts of other games."""
        self.games += other.games
        self.unfinished += other.unfinished
        if other.first_unfinished >= 0:
            known = self.first_unfinished
            self.first_unfinished = other.first_unfinished if known < 0 else min(known, other.first_unfinished)
        self.watched += other.watched
        self.endings.update(other.endings)
        self.wins.update(other.wins)
        for name, counts in other.spreads.items():
            self._spread(name).update(counts)


def merge_tallies(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of tallies."""
    whole = Tally()
    for each in tallies:
        whole.merge(each)
    return whole
