"""The protocol of a game that the program can play: engine, state, action, chance and outcome."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias

Action: TypeAlias = Hashable  # what a player can do at a moment: a number, a text or a tuple of them
Stream: TypeAlias = Random  # the numbers of one game, the only chance there is


class Seat(NamedTuple):
    """A seat at the table: its name, the color role that plays there, and the side it wins with."""

    name: str
    color: str = ""
    side: int = 0


class Outcome(NamedTuple):
    """How a game ended: the seats that won, none in a draw; the kind of ending; and points, if the game has any."""

    winners: tuple[int, ...]
    ending: str
    scores: tuple[float, ...] = ()


class State(Protocol):
    """A position of a game, changed by actions; `player` is the seat whose turn it is.

    Further attributes and methods are used if a state has them, and none of them is needed:

    - `turns`: how many turns were taken, a turn being one player's; without it each action is a turn;
    - `measures`: a dictionary of whole numbers that are worth a statistic, such as captures;
    - `supplies()`: a dictionary of whole numbers, what is in supply or on the table now, to be shown over time;
    - `standing()`: a number for each seat, the highest of which leads;
    - `find_fault()`: a sentence on what must never happen and did, or None;
    - `describe()`: the position in words, and `pieces()`: cell → (part, design), to be drawn.
    """

    @property
    def player(self) -> int:
        """Return the seat whose turn it is."""

    def legal_actions(self) -> Sequence[Action]:
        """Return all that the player can do; never empty before the end."""

    def apply(self, action: Any) -> None:
        """Do an action, and all that chance does before the next decision."""

    def is_over(self) -> bool:
        """Tell whether the game has ended."""

    def outcome(self) -> Outcome:
        """Return how the game has ended."""

    def copy(self, chance: Stream) -> "State":
        """Return the same position, whose further chance comes from another stream."""


Policy: TypeAlias = Callable[[Any, Stream], Action]


class Engine(Protocol):
    """The rules of a game, made from its data; `players` are the numbers of players that it can be played with.

    Further attributes are used if an engine has them, and none of them is needed:

    - `seats(players)`: the seats in the order of play; without it they are numbered;
    - `policies`: ways to play by their names, which take the place of the general ones;
    - `limit`: the most turns of a game before it is given up;
    - `play_randomly(players, chance, limit)`: a whole game by the policy `random` as a `Record`, only faster;
    - `describe_action(action)`: an action in words;
    - `exact()`: facts that are worked out and not played for, by their names.
    """

    @property
    def players(self) -> Sequence[int]:
        """Return the numbers of players that it can be played with."""

    def start(self, players: int, chance: Stream) -> State:
        """Return the position before the first decision."""


UNFINISHED = "unfinished"


class Record(NamedTuple):
    """What one game came to; `first` is the seat that began, `unfinished` that the limit of turns was reached."""

    first: int
    winners: tuple[int, ...]
    turns: int
    ending: str
    measures: Mapping[str, int] = {}
    unfinished: bool = False

    @classmethod
    def read(cls, state: Any, first: int, limit: int) -> "Record":
        """Return what a game has come to in a position, after at most so many turns."""
        winners = state.outcome().winners if state.ending else ()
        turns = min(state.turns, limit)
        return cls(first, winners, turns, state.ending or UNFINISHED, state.measures, not state.ending)
