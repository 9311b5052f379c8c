"""Play games by their numbers, each on its own stream of chance, and watch that no rule is broken."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from generator.play.engine import UNFINISHED, Action, Engine, Outcome, Policy, Record, Seat, State
from generator.play.tally import Tally

MOST_TURNS = 10_000  # of an engine that names no limit
WATCHED = 64  # of games that are played in a whole, every 64th is played action by action and looked at
_ACTIONS_A_TURN = 100  # more, over a whole game, is an engine that does not come on


class PlayError(Exception):
    """What went wrong in a game, with all that is needed to play it again."""

    def __init__(self, message: str, players: int, policy: str, seed: str, number: int, actions: int) -> None:
        super().__init__(message)
        self.message = message
        self.players, self.policy, self.seed, self.number, self.actions = players, policy, seed, number, actions

    def __reduce__(self) -> tuple[type["PlayError"], tuple[str, int, str, str, int, int]]:
        """Let another process send it with all that it tells."""
        return PlayError, (self.message, self.players, self.policy, self.seed, self.number, self.actions)


class GameTable(NamedTuple):
    """An engine with so many players, who all play by one policy, and the seed of the chance."""

    engine: Engine
    players: int
    policy: str
    choose: Policy
    seed: str
    most_turns: int = 0  # 0 for the limit of the engine

    @property
    def limit(self) -> int:
        """Return the most turns of a game."""
        return self.most_turns or int(getattr(self.engine, "limit", MOST_TURNS))

    def stream(self, number: int) -> Random:
        """Return the chance of the game of a number."""
        return Random(f"{self.seed}:{number}")

    def fault(self, message: str, number: int, actions: int = 0) -> PlayError:
        """Return the exception for what went wrong in the game of a number, after so many actions."""
        return PlayError(message, self.players, self.policy, self.seed, number, actions)


def list_seats(engine: Engine, players: int) -> list[Seat]:
    """Return the seats of an engine in the order of play; numbered unless it names them."""
    named = getattr(engine, "seats", None)
    return list(named(players)) if named else [Seat(str(number + 1), "", number) for number in range(players)]


def play_games(table: GameTable, numbers: Iterable[int]) -> Tally:
    """Play the games of some numbers."""
    tally = Tally()
    quick = getattr(table.engine, "play_randomly", None) if table.policy == "random" else None
    for number in numbers:
        if quick is None or number % WATCHED == 0:
            record, seen = play_game(table, number, tally.note_supplies)
        else:
            record, seen = _play_quickly(table, quick, number), {}
        for name, value in record.measures.items():
            if not isinstance(value, int):
                raise table.fault(f"the measure {name!r} is {value!r}, and measures are whole numbers", number)
        tally.add(number, record, seen)
    return tally


def _play_quickly(table: GameTable, quick: Any, number: int) -> Record:
    try:
        record: Record = quick(table.players, table.stream(number), table.limit)
    except Exception as error:
        raise table.fault(_describe_exception(error), number) from error
    return record


class Decision(NamedTuple):
    """A decision of a game before it takes effect: the turn, the seat, how much could be done, and what is done."""

    turn: int
    player: int
    choices: int
    action: Action


class Playthrough:
    """One game, played action by action while it is iterated; `state` is the position, `record` what it came to.

    PlayError if the engine breaks its own rules: no action before the end, an action that is not legal, a player who
    does not sit there, or what `find_fault` of the state tells.
    """

    def __init__(self, table: GameTable, number: int) -> None:
        self.table, self.number = table, number
        self.state: Any = None
        self.record: Record | None = None
        self.actions = 0

    def __iter__(self) -> Iterator[Decision]:
        """Yield each decision; it takes effect when the next one is asked for."""
        try:
            yield from self._play()
        except PlayError:
            raise
        except Exception as error:
            raise self._fault(_describe_exception(error)) from error

    def _play(self) -> Iterator[Decision]:
        table = self.table
        stream = table.stream(self.number)
        state = self.state = table.engine.start(table.players, stream)
        first, limit = state.player, table.limit
        find_fault = getattr(state, "find_fault", lambda: None)
        while not state.is_over():
            turn = getattr(state, "turns", self.actions + 1)
            if turn > limit or self.actions > _ACTIONS_A_TURN * limit:
                self.record = Record(first, (), limit, UNFINISHED, getattr(state, "measures", {}), True)
                return
            legal = self._list_legal(state)
            action = table.choose(state, stream)
            if action not in legal:
                raise self._fault(f"the policy chooses {action!r}, which is not legal")
            yield Decision(turn, state.player, len(legal), action)
            state.apply(action)
            self.actions += 1
            if fault := find_fault():
                raise self._fault(fault)
        self.record = self._close(state, first)

    def _list_legal(self, state: State) -> Sequence[Action]:
        """Return what can be done; PlayError if that is nothing, or nobody's turn."""
        if not 0 <= state.player < self.table.players:
            raise self._fault(f"it is the turn of seat {state.player}, and there are {self.table.players}")
        legal = state.legal_actions()
        if not legal:
            raise self._fault("nobody can do anything, and the game is not over")
        return legal

    def _close(self, state: Any, first: int) -> Record:
        outcome: Outcome = state.outcome()
        if any(not 0 <= seat < self.table.players for seat in outcome.winners):
            raise self._fault(f"the winners are seats {outcome.winners}, and there are {self.table.players}")
        turns = getattr(state, "turns", self.actions)
        return Record(first, tuple(outcome.winners), turns, outcome.ending, getattr(state, "measures", {}))

    def _fault(self, message: str) -> PlayError:
        return self.table.fault(message, self.number, self.actions)


def _ignore_supplies(turn: int, supplies: Mapping[str, int]) -> None:
    """Note nothing."""


def play_game(
    table: GameTable, number: int, note_supplies: Callable[[int, Mapping[str, int]], None] = _ignore_supplies
) -> tuple[Record, Mapping[str, Counter[int]]]:
    """Play one game action by action; return what it came to, and what was seen of choices and leads."""
    game = Playthrough(table, number)
    choices: Counter[int] = Counter()
    made: Counter[int] = Counter()  # decisions by turns
    leads: list[int] = []
    turn = 0
    sides = [seat.side for seat in list_seats(table.engine, table.players)]
    for move in game:
        choices[move.choices] += 1
        made[move.turn] += 1
        if move.turn != turn:
            turn = move.turn
            leads.append(_find_leader(game.state, sides))
            if supplies := getattr(game.state, "supplies", None):
                note_supplies(turn, supplies())
    assert game.record is not None
    seen = {"choices": choices, "decisions a turn": Counter(made.values())}
    known = [lead for lead in leads if lead >= 0]
    if known:
        seen["lead changes"] = Counter([sum(one != other for one, other in pairwise(known))])
    return game.record, seen


SAMPLE = 10  # games of each table that are recorded one by one


def sample_turns(table: GameTable, games: int = SAMPLE) -> list[int]:
    """Return the turns of the first games of a table."""
    return [turns for number in range(games) for turns in play_games(table, [number]).spreads["turns"]]


def _find_leader(state: Any, sides: Sequence[int]) -> int:
    """Return the side that leads alone, or -1."""
    measure = getattr(state, "standing", None)
    if measure is None:
        return -1
    values = measure()
    best = max(values)
    leaders = {side for side, value in zip(sides, values, strict=True) if value == best}
    return leaders.pop() if len(leaders) == 1 else -1


def _describe_exception(error: Exception) -> str:
    """Return an exception of an engine in a line, with the line of its file."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" (line {trace.tb_lineno} of {trace.tb_frame.f_code.co_filename.rpartition('/')[2]})" if trace else ""
    return f"{type(error).__name__}: {str(error)[:200]}{where}"
