"""The engine of Hypnosia."""

from typing import Any

from generator.play.engine import Policy, Seat, Stream
from generator.play.hypnosia.policies import choose_randomly, play_greedily, seek
from generator.play.hypnosia.position import HypnosiaState, Sequence
from generator.play.hypnosia.tables import HypnosiaTables, PawnMove
from generator.play.material import Material

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
