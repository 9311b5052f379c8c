"""Count what games came to, so that counts of many workers add up to the same numbers in any order."""

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from generator.play.engine import Record

_VALUE_BITS = 14
_EXACT = 1 << _VALUE_BITS
_TURN_BITS = 6  # of turns by which supplies are noted: all to 63, then every second, then every fourth


class Level(Struct):
    """What was in supply at a moment of some games: how many, their sum, the least and the most."""

    count: int = 0
    total: int = 0
    least: int = 0
    most: int = 0

    def add(self, count: int, total: int, least: int, most: int) -> None:
        """Add what was in supply in other games."""
        self.least = min(self.least, least) if self.count else least
        self.most = max(self.most, most) if self.count else most
        self.count += count
        self.total += total


class Tally(Struct):
    """What some games came to, as whole numbers only.

    `wins` counts pairs of the seat that began and the seats that won; `spreads` are histograms by their names, such as
    turns; `watched` is how many games were played action by action with every position looked at, and `supplies` what
    was in supply in those, by the number of the turn.
    """

    games: int = 0
    unfinished: int = 0
    first_unfinished: int = -1
    watched: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    wins: Counter[tuple[int, tuple[int, ...]]] = field(default_factory=Counter)
    spreads: dict[str, Counter[int]] = field(default_factory=dict)
    supplies: dict[str, dict[int, Level]] = field(default_factory=dict)

    def add(self, number: int, record: Record, seen: Mapping[str, Counter[int]] = {}) -> None:
        """Count the game of a number; `seen` are histograms of what was seen in it move by move."""
        self.games += 1
        self.endings[record.ending] += 1
        if record.unfinished:
            self._note_unfinished(1, number)
        self.wins[record.first, record.winners] += 1
        self._spread("turns")[record.turns] += 1
        for name, value in record.measures.items():
            self._spread(name)[round_value(value)] += 1
        if seen:
            self.watched += 1
            for name, counts in seen.items():
                self._spread(name).update(counts)

    def _note_unfinished(self, count: int, first: int) -> None:
        known = self.first_unfinished
        self.unfinished += count
        self.first_unfinished = first if known < 0 else min(known, first)

    def _spread(self, name: str) -> Counter[int]:
        return self.spreads.setdefault(name, Counter())

    def note_supplies(self, turn: int, supplies: Mapping[str, int]) -> None:
        """Count what is in supply before a turn."""
        at = round_down(turn, _TURN_BITS)
        for name, value in supplies.items():
            levels = self.supplies.setdefault(name, {})
            if at not in levels:
                levels[at] = Level()
            levels[at].add(1, value, value, value)

    def merge(self, other: "Tally") -> None:
        """Add the counts of other games."""
        self.games += other.games
        if other.unfinished:
            self._note_unfinished(other.unfinished, other.first_unfinished)
        self.watched += other.watched
        self.endings.update(other.endings)
        self.wins.update(other.wins)
        for name, counts in other.spreads.items():
            self._spread(name).update(counts)
        for name, levels in other.supplies.items():
            own = self.supplies.setdefault(name, {})
            for turn, level in levels.items():
                own.setdefault(turn, Level()).add(level.count, level.total, level.least, level.most)


def round_value(value: int) -> int:
    """Return a number as histograms keep it: to fourteen binary digits, so that they stay small and merge exactly."""
    if -_EXACT < value < _EXACT:
        return value
    half = 1 << abs(value).bit_length() - _VALUE_BITS - 1
    rounded = round_down(abs(value) + half, _VALUE_BITS)
    return rounded if value > 0 else -rounded


def round_down(number: int, bits: int) -> int:
    """Return a number with all but its first binary digits set to 0."""
    shift = max(0, number.bit_length() - bits)
    return number >> shift << shift


def merge_tallies(tallies: Iterable[Tally]) -> Tally:
    """Return the sum of tallies."""
    whole = Tally()
    for each in tallies:
        whole.merge(each)
    return whole
