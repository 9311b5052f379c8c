"""What the positions of the games that come with the program share, and how their policies choose."""

from collections.abc import Callable, Sequence
from math import trunc
from typing import Any, ClassVar, Self, TypeVar

from generator.play.engine import Outcome, Record, Stream

_Option = TypeVar("_Option")
_WATCH = 15  # all turns whose number has none of these bits are looked at


class PlayedState:
    """A position that is copied by its slots; `NESTED` are those that hold lists of lists or of mappings."""

    __slots__ = ()
    NESTED: ClassVar[tuple[str, ...]] = ()
    chance: Stream
    ending: str
    player: int
    turns: int
    winners: tuple[int, ...]

    def copy(self, chance: Stream) -> Self:
        """Return the same position with another stream of chance."""
        other = object.__new__(type(self))
        for name in (name for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ())):
            value: Any = getattr(self, name) if name != "chance" else chance
            setattr(other, name, value.copy() if type(value) in (list, dict) else value)
        for name in self.NESTED:
            setattr(other, name, [each.copy() for each in getattr(self, name)])
        return other

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return bool(self.ending)

    def outcome(self) -> Outcome:
        """Return who has won."""
        return Outcome(self.winners, self.ending)

    def find_fault(self) -> str | None:
        """Return what must never happen and did."""
        raise NotImplementedError

    def play_on(self, step: Callable[[], object], limit: int) -> Record:
        """Play on step by step and return what the game comes to; ValueError for what must never happen."""
        first, looked = self.player, 0
        while not self.ending and self.turns <= limit:
            step()
            if self.turns > looked and not self.turns & _WATCH:
                looked = self.turns
                if fault := self.find_fault():
                    raise ValueError(fault)
        return Record.read(self, first, limit)


def pick(options: Sequence[_Option], chance: Stream) -> _Option:
    """Return any of some options, each as likely as the others."""
    return options[trunc(chance.random() * len(options))]


def pick_best(options: Sequence[_Option], values: Sequence[float], chance: Stream) -> _Option:
    """Return any of the options of the highest value."""
    most = max(values)
    return pick([each for each, value in zip(options, values, strict=True) if value == most], chance)
