"""The engine of Pachisi."""

from fractions import Fraction
from typing import Any

from generator.play.engine import Policy, Record, Seat, Stream
from generator.play.markov import expect_throws
from generator.play.material import Material
from generator.play.pachisi.policies import choose_randomly, choose_rounds, play_greedily
from generator.play.pachisi.position import PachisiState
from generator.play.pachisi.tables import STOP, PachisiTables, Unit

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
        first = state.player
        while not state.ending and state.turns <= limit:
            state.play_turn()
            if not state.turns & 15 and (fault := state.find_fault()):
                raise ValueError(fault)
        unfinished = not state.ending
        turns = min(state.turns, limit)
        return Record(first, state.winners, turns, state.ending or "unfinished", state.measures, unfinished)

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
