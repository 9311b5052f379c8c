"""Play games by their numbers, each on its own stream of chance, and watch that no rule is broken."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from generator.play.engine import UNFINISHED, Action, Engine, Outcome, Policy, Record, Seat, State
from generator.play.faults import PlayError, guard_engine, watch_engine
from generator.play.tally import Tally
from generator.safety.call_watch import CallWatch

MOST_TURNS = 10_000  # of an engine that names no limit
WATCHED = 64  # of games that are played in a whole, every 64th is played action by action and looked at
_TOGETHER = 256  # games that are played in a whole and counted at a time
_WHOLE = {int, bool}
_ACTIONS_A_TURN = 100  # more, over a whole game, is an engine that does not come on


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
        return PlayError(message, self.players, self.policy, seed=self.seed, number=number, actions=actions)


def list_seats(engine: Engine, players: int) -> list[Seat]:
    """Return the seats of an engine in the order of play; numbered unless it names them."""
    named = getattr(engine, "seats", None)
    return list(named(players)) if named else [Seat(str(number + 1), "", number) for number in range(players)]


def play_games(table: GameTable, numbers: Iterable[int]) -> Tally:
    """Play the games of some numbers."""
    tally = Tally()
    quick = getattr(table.engine, "play_randomly", None) if table.policy == "random" else None
    played: dict[int, Record] = {}
    try:
        with watch_engine(table.engine) as watch:
            for number in numbers:
                if quick is not None and number % WATCHED:
                    played[number] = _play_quickly(table, quick, number, watch)
                    if len(played) == _TOGETHER:
                        _count_together(table, tally, played)
                else:
                    record, seen = play_game(table, number, tally.note_supplies, watch)
                    tally.add(number, record, seen)
    finally:
        _count_together(table, tally, played)
    return tally


def _count_together(table: GameTable, tally: Tally, played: dict[int, Record]) -> None:
    """Count games that were played in a whole; many at a time take less than one by one."""
    for number, record in played.items():
        if not {*map(type, record.measures.values())} <= _WHOLE:
            _require_record(table, number, record)
    tally.add_records([*played], [*played.values()])
    played.clear()


def _require_record(table: GameTable, number: int, record: Record) -> None:
    """Refuse what an engine tells of a game in another form than it should."""
    if not isinstance(record.measures, Mapping):
        raise table.fault(f"measures must be a dictionary of whole numbers, not {record.measures!r}", number)
    for name, value in record.measures.items():
        if not isinstance(value, int):
            raise table.fault(f"the measure {name!r} must be a whole number, not {value!r}", number)
    if not isinstance(record.turns, int):
        raise table.fault(f"turns must be a whole number, not {record.turns!r}", number)
    if not isinstance(record.ending, str):
        raise table.fault(f"the ending must be a text, not {record.ending!r}", number)


def _play_quickly(table: GameTable, quick: Any, number: int, watch: CallWatch | None) -> Record:
    with guard_engine(lambda message: table.fault(message, number), watch):
        record: Record = quick(table.players, table.stream(number), table.limit)
        if watch is not None:
            _require_record(table, number, record)
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

    def __init__(self, table: GameTable, number: int, watch: CallWatch | None = None) -> None:
        self.table, self.number, self.watch = table, number, watch
        self.state: Any = None
        self.record: Record | None = None
        self.actions = 0

    def __iter__(self) -> Iterator[Decision]:
        """Yield each decision; it takes effect when the next one is asked for."""
        with guard_engine(self.fault, self.watch):
            yield from self._play()

    def _play(self) -> Iterator[Decision]:
        table = self.table
        stream = table.stream(self.number)
        state = self.state = table.engine.start(table.players, stream)
        first, limit = state.player, table.limit
        find_fault = getattr(state, "find_fault", lambda: None)
        while not state.is_over():
            turn = getattr(state, "turns", self.actions + 1)
            if turn > limit or self.actions > _ACTIONS_A_TURN * limit:
                self.record = Record(
                    first, (), limit, ending=UNFINISHED, measures=getattr(state, "measures", {}), unfinished=True
                )
                return
            legal = self._list_legal(state)
            action = table.choose(state, stream)
            if action not in legal:
                raise self.fault(f"the policy chooses {action!r}, which is not legal")
            yield Decision(turn, state.player, len(legal), action)
            state.apply(action)
            self.actions += 1
            if fault := find_fault():
                raise self.fault(fault)
        self.record = self._close(state, first)

    def _list_legal(self, state: State) -> Sequence[Action]:
        """Return what can be done; PlayError if that is nothing, or nobody's turn."""
        if not 0 <= state.player < self.table.players:
            raise self.fault(f"it is the turn of seat {state.player}, but there are {self.table.players}")
        legal = state.legal_actions()
        if not legal:
            raise self.fault("nobody can do anything, and the game is not over")
        return legal

    def _close(self, state: Any, first: int) -> Record:
        outcome: Outcome = state.outcome()
        lacking = [name for name in ("winners", "ending") if not hasattr(outcome, name)]
        if lacking:
            raise self.fault(f"outcome() returns {outcome!r}, which has no {lacking[0]!r}")
        if any(not 0 <= seat < self.table.players for seat in outcome.winners):
            raise self.fault(f"the winners are seats {outcome.winners}, but there are {self.table.players}")
        turns = getattr(state, "turns", self.actions)
        return Record(first, tuple(outcome.winners), turns, outcome.ending, getattr(state, "measures", {}))

    def fault(self, message: str) -> PlayError:
        """Return the exception for what went wrong in this game."""
        return self.table.fault(message, self.number, self.actions)


def _ignore_supplies(turn: int, supplies: Mapping[str, int]) -> None:
    """Note nothing."""


def play_game(
    table: GameTable,
    number: int,
    note_supplies: Callable[[int, Mapping[str, int]], None] = _ignore_supplies,
    watch: CallWatch | None = None,
) -> tuple[Record, Mapping[str, Counter[int]]]:
    """Play one game action by action; return what it came to, and what was seen of choices and leads."""
    game = Playthrough(table, number, watch)
    with guard_engine(game.fault, watch):
        seen = _look_on(game, note_supplies)
        record = game.record
        assert record is not None
        _require_record(table, number, record)
    return record, seen


def _look_on(game: Playthrough, note_supplies: Callable[[int, Mapping[str, int]], None]) -> Mapping[str, Counter[int]]:
    """Play a game, and return histograms of what was seen of choices and leads."""
    choices: Counter[int] = Counter()
    made: Counter[int] = Counter()  # decisions by turns
    leads: list[int] = []
    turn = 0
    sides = [seat.side for seat in list_seats(game.table.engine, game.table.players)]
    for move in game:
        choices[move.choices] += 1
        made[move.turn] += 1
        if move.turn != turn:
            turn = move.turn
            leads.append(_find_leader(game.state, sides))
            if supplies := getattr(game.state, "supplies", None):
                note_supplies(turn, _require_supplies(game, supplies()))
    seen = {"choices": choices, "decisions a turn": Counter(made.values())}
    known = [lead for lead in leads if lead >= 0]
    if known:
        seen["lead changes"] = Counter([sum(one != other for one, other in pairwise(known))])
    return seen


def _require_supplies(game: Playthrough, supplies: Any) -> Mapping[str, int]:
    if not isinstance(supplies, Mapping) or not all(isinstance(value, int) for value in supplies.values()):
        raise game.fault(f"supplies() must return a dictionary of whole numbers, not {supplies!r}")
    return supplies


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
    if values.count(best) == 1:
        leader: int = values.index(best)
        return sides[leader]
    leaders = {side for side, value in zip(sides, values, strict=True) if value == best}
    return leaders.pop() if len(leaders) == 1 else -1
