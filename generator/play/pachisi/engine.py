"""The engine of Pachisi, and ways to play it."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from generator.play.engine import Policy, Record, Seat, Stream
from generator.play.material import Material
from generator.play.pachisi.position import PachisiState
from generator.play.pachisi.tables import STOP, PachisiTables, Unit
from generator.play.played_state import pick, pick_best


def expect_throws(
    home: int, throws: Sequence[tuple[int, Fraction]], barred: Collection[int] = ()
) -> list[Fraction | None]:
    """Return the expected throws from each step until a piece is home exactly; None where it may never get there.

    `throws` are values with their probabilities. A throw that leads too far, or to a barred step, is lost. This is the
    mean time to absorption of a Markov chain whose states are the steps, solved from home backwards.
    """
    expected: list[Fraction | None] = [None] * home + [Fraction(0)]
    for step in range(home - 1, -1, -1):
        usable = [(step + value, chance) for value, chance in throws if step + value <= home]
        ways = [(to, chance) for to, chance in usable if to not in barred]
        total = sum((chance for _, chance in ways), Fraction())
        if not total or any(expected[to] is None for to, _ in ways):
            continue
        expected[step] = (1 + sum((chance * (expected[to] or 0) for to, chance in ways), Fraction())) / total
    return expected


def choose_randomly(state: PachisiState, chance: Stream) -> Unit:
    """Choose any throw and what it can move, as long as one can be used; pieces turn in at their tip."""
    units = state.list_units()
    return pick(units, chance) if units else STOP


def choose_rounds(state: PachisiState, chance: Stream) -> Unit:
    """Choose as `random` does, with a further circuit as one more way to go on at the tip."""
    units = [*state.list_units(), *state.list_rounds()]
    return pick(units, chance) if units else STOP


_SHELTER, _HOME = 6, 12  # steps that a safe square and a piece at home are worth


def play_greedily(state: PachisiState, chance: Stream) -> Unit:
    """Choose what gains most: own steps, steps that a capture costs the enemies, shelter, and pieces at home."""
    units = state.list_units()
    if not units:
        return STOP
    return pick_best(units, [_judge(state, unit) for unit in units], chance)


def _judge(state: PachisiState, unit: Unit) -> float:
    engine, player = state.engine, state.player
    road, moved = engine.roads[player], unit.own + unit.mates
    if unit.to == engine.home:
        return unit.throw * moved + _HOME * moved
    cell, value = road[unit.to], float(unit.throw * moved)
    for seat in range(state.players):
        if seat % state.half != player % state.half:
            value += sum(step * state.spots[seat].get(step, 0) for step in engine.steps_at[seat][cell])
    stays = state.on[player % state.half][cell] + moved > 1 or engine.castles[cell]
    value += _SHELTER * (stays or _is_private(engine, unit.to))
    if unit.step:
        left = road[unit.step]
        safe = engine.castles[left] or _is_private(engine, unit.step)
        value -= _SHELTER * (safe or state.on[player % state.half][left] > 1)
    return value


def _is_private(engine: PachisiTables, step: int) -> bool:
    """Tell whether a step lies on the own column, where no enemy comes."""
    return step < engine.tip or step > engine.tip + engine.lap


MOST_TURNS = 4000


class Pachisi(PachisiTables):
    """The rules of Pachisi on the roads, castles and shells of the data."""

    limit = MOST_TURNS
    always = (
        "no capture on a castle",
        "no double taken by a single piece",
        "no square shared by two sides",
        "no piece on a barred step",
        "no piece lost",
        "each throw moves its pieces by its full score",
        "pieces that move together arrive together",
        "each throw that takes brings one further turn",
        "the game ends when a partnership is home",
    )

    def __init__(self, material: Material) -> None:
        super().__init__(material)
        self.policies: dict[str, Policy] = {
            "random": choose_randomly,
            "random-rounds": choose_rounds,
            "seek": play_greedily,
            "greedy": play_greedily,
        }

    def seats(self, players: int) -> list[Seat]:
        """Return the seats in the order of play; partners sit opposite."""
        half = players // 2
        pairs = zip(self.names, self.colors, strict=True)
        return [Seat(name, color, number % half) for number, (name, color) in enumerate(pairs)]

    def start(self, players: int, chance: Stream) -> "PachisiState":
        """Return the beginning, after the first throws of a player chosen by chance."""
        return PachisiState(self, chance)

    def play_randomly(self, players: int, chance: Stream, limit: int) -> Record:
        """Play a whole game by the policy `random`."""
        state = PachisiState(self, chance)
        return state.play_on(state.play_turn, limit)

    def describe_action(self, action: Unit) -> str:
        """Return an action in words."""
        if action == STOP:
            return "leave the rest unused"
        what = f"{action.own}" + (f" and {action.mates} of the partner's" if action.mates else "")
        return f"{action.throw}: {what} from step {action.step} to step {action.to}"

    def exact(self) -> dict[str, Any]:
        """Return what is worked out: the mean throw, and the expected throws of a piece alone from each step."""
        ways = [(value, Fraction(self.throws.count(value), len(self.throws))) for value in sorted(set(self.throws))]
        mean = sum((value * chance for value, chance in ways), Fraction())
        far = expect_throws(self.home, ways, self.barred)
        near = [self.home - self.tip, self.home - 5]
        return {
            "mean throw": str(mean),
            "throws to get home alone": {str(step): str(far[step]) for step in near},
            "mean throws to get home alone": {str(step): round(float(far[step] or 0), 3) for step in (0, *near)},
            "steps without a way home": [
                step for step, value in enumerate(far) if value is None and step not in self.barred
            ],
        }
