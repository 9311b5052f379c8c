"""The engine of Hypnosia, and ways to play it."""

from collections.abc import Sequence as Values
from typing import Any

from generator.play.engine import Policy, Record, Seat, Stream
from generator.play.hypnosia.position import HypnosiaState, Sequence
from generator.play.hypnosia.tables import HypnosiaTables, PawnMove
from generator.play.material import Material
from generator.play.played_state import pick_best

_CAPTURED, _POINT = 20, 10  # tenths that a captured pawn and a point in the center are worth; a step is worth one
_RISK, _MOST_RISK = 6, 20  # tenths that one way, and all ways, for opponents to take a pawn are worth


def choose_randomly(state: HypnosiaState, chance: Stream) -> Sequence:
    """Choose any turn that uses as many dice as can be used."""
    return state.draw_turn(chance)


def seek(state: HypnosiaState, chance: Stream) -> Sequence:
    """Choose the turn with most captures, points in the center and steps toward it."""
    sequences = state.legal_actions()
    return pick_best(sequences, [judge_sequence(state, each) for each in sequences], chance)


def play_greedily(state: HypnosiaState, chance: Stream) -> Sequence:
    """Choose as `seek` does, and keep pawns from spaces where opponents can take them."""
    sequences = state.legal_actions()
    singles, stacks = _count_threats(state)
    values = [judge_sequence(state, each) - _judge_risk(state, each, singles, stacks) for each in sequences]
    return pick_best(sequences, values, chance)


def judge_sequence(state: HypnosiaState, moves: Sequence) -> int:
    """Return in tenths what a turn brings: 2 a captured pawn, the points of places, and 0.1 a step to the center."""
    engine, own = state.engine, state.player
    value, entered = 0, 0
    targets = set()
    for _, cell, pawns, target in moves:
        count = pawns
        if target == engine.center:
            count = min(pawns, len(engine.points) - len(state.placed) - entered)
            first = len(state.placed) + entered
            value += _POINT * sum(engine.points[first : first + count])
            entered += count
        elif target not in targets:
            targets.add(target)
            code = state.at[target]
            if code and (code - 1) // 2 != own:
                value += _CAPTURED * (2 - (code & 1))
        value += count * (engine.far[cell] - engine.far[target])
    return value


def _count_threats(state: HypnosiaState) -> tuple[list[int], list[int]]:
    """Return by cells in how many ways one die takes an opponent's pawns there, and their stacks among them."""
    engine = state.engine
    pawns, stacks = [0] * len(engine.cells), [0] * len(engine.cells)
    for seat, spots in enumerate(state.spots):
        if seat == state.player:
            continue
        for cell in spots:
            pair = not state.at[cell] & 1
            for table in engine.ways.values():
                for way in table[cell]:
                    pawns[way.target] += 1
                    stacks[way.target] += pair
    return pawns, stacks


def _judge_risk(state: HypnosiaState, moves: Sequence, pawns: Values[int], stacks: Values[int]) -> int:
    """Return in tenths how much more the moved pawns can be lost than before; starts and center are safe."""
    engine, own = state.engine, 2 * state.player + 1
    at = {move.cell: state.at[move.cell] for move in moves}
    at |= {move.target: state.at[move.target] for move in moves}
    before = sum(_price(code, cell, own, pawns, stacks) for cell, code in at.items())
    for _, cell, count, target in moves:
        at[cell] = own if at[cell] - own == count else 0
        at[target] = own + 1 if at[target] == own else own + count - 1
    at.pop(engine.center, 0)
    return sum(_price(code, cell, own, pawns, stacks) for cell, code in at.items()) - before


def _price(code: int, cell: int, own: int, pawns: Values[int], stacks: Values[int]) -> int:
    """Return in tenths what own pawns on a cell stand to lose."""
    if code == own:
        return min(_MOST_RISK, _RISK * pawns[cell])
    return 2 * min(_MOST_RISK, _RISK * stacks[cell]) if code == own + 1 else 0


MOST_TURNS = 4000


class Hypnosia(HypnosiaTables):
    """The rules of Hypnosia on the rings, bridges, queues, places and dice of the data."""

    limit = MOST_TURNS

    def __init__(self, material: Material) -> None:
        super().__init__(material)
        points = "the points of all are those of the places taken"
        if self.capture != self.loss:
            points += ", and what captures bring more than they cost"
        self.always = (
            points,
            "no space has more than two pawns, or pawns of two colors",
            "no single pawn takes a stack",
            "pawns outside, in the center and lost are as many as at the beginning",
            "the game ends when the center is full or nobody is outside it, and not before",
        )
        self.policies: dict[str, Policy] = {"random": choose_randomly, "seek": seek, "greedy": play_greedily}

    def seats(self, players: int) -> list[Seat]:
        """Return the seats in the order of play, clockwise."""
        colors = [self.colors[color] for color in self.orders[players]]
        return [Seat(color.rpartition(".")[2], color, number) for number, color in enumerate(colors)]

    def start(self, players: int, chance: Stream) -> "HypnosiaState":
        """Return the beginning, after the first roll of a player chosen by chance."""
        return HypnosiaState(self, players, chance)

    def play_randomly(self, players: int, chance: Stream, limit: int) -> Record:
        """Play a whole game by the policy `random`."""
        state = HypnosiaState(self, players, chance)
        return state.play_on(lambda: state.apply(state.draw_turn(chance)), limit)

    def describe_action(self, action: Sequence) -> str:
        """Return a turn in words."""
        return "; ".join(map(self._describe_move, action)) or "no die can be used"

    def _describe_move(self, move: PawnMove) -> str:
        who = "two from" if move.pawns > 1 else "from"
        return f"{move.die}: {who} {self.cells[move.cell]} to {self.cells[move.target]}"

    def exact(self) -> dict[str, Any]:
        """Return what is worked out: the fewest steps to the center, and how often a number comes up."""
        ways = len(self.faces) ** self.dice
        numbers = sorted(set(self.faces))
        missed = {number: (len(self.faces) - self.faces.count(number)) ** self.dice for number in numbers}
        return {
            "fewest steps to the center": self.list_queue_distances(),
            "throws with a number": {str(number): [ways - missed[number], ways] for number in numbers},
        }
