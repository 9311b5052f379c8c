"""The engine of Psychopaths."""

from typing import Any

from generator.play.engine import Policy, Seat, Stream
from generator.play.material import Material
from generator.play.psychopaths.actions import CardChange, Deed
from generator.play.psychopaths.distances import PsychopathsGraph
from generator.play.psychopaths.policies import choose_randomly, play_greedily, seek
from generator.play.psychopaths.position import PsychopathsState

MOST_TURNS = 3000


class Psychopaths(PsychopathsGraph):
    """The rules of Psychopaths on the squares, pockets, slots, cards and dice of the data."""

    limit = MOST_TURNS
    always = (
        "no two pieces stand on one square",
        "pieces stand on squares, starts and goals alone, and the psycho on squares alone",
        "no switch takes a pawn out of the zone, a start or a goal, or the psycho out of its zone",
        "the cards are changed once for each pawn that lands on a star and stays",
        "no card is lost",
        "the game ends when all pawns of a player are home, and not before",
    )

    def __init__(self, material: Material) -> None:
        super().__init__(material)
        self.policies: dict[str, Policy] = {"random": choose_randomly, "seek": seek, "greedy": play_greedily}

    def seats(self, players: int) -> list[Seat]:
        """Return the seats, counterclockwise."""
        colors = [self.colors[color] for color in self.choose_colors(players)]
        return [Seat(color.rpartition(".")[2], color, number) for number, color in enumerate(colors)]

    def start(self, players: int, chance: Stream) -> PsychopathsState:
        """Return the beginning, when a player chosen by chance has drawn the first card."""
        return PsychopathsState(self, players, chance)

    def describe_action(self, action: Deed) -> str:
        """Return an action in words."""
        if isinstance(action, CardChange):
            if action.kind == "draw":
                return "draw a card"
            slot = self.slots[action.slot]
            if action.kind == "lay":
                return f"lay it in {slot}, turned by {action.quarters}"
            other = f"{self.slots[action.other]} (by {action.other_quarters})"
            return f"swap the cards to {slot} (turned by {action.quarters}) and {other}"
        _, kind, subject, target = action
        if kind in ("pawn", "psycho"):
            return f"{'the psycho' if kind == 'psycho' else f'pawn {subject + 1}'} to {self.cells[target]}"
        if kind == "rotate":
            return f"rotate {self.slots[subject]} by {target}"
        return f"switch pawn {subject + 1} to {self.cells[target]}" if kind == "switch" else "decline a die"

    def exact(self) -> dict[str, Any]:
        """Return what is worked out: steps from starts to goals without cards, and the chance of each arrow."""
        throws = 1
        missed = {"switch": 1, "rotate": 1}
        for die in self.dice:
            throws *= len(die)
            for arrow in missed:
                missed[arrow] *= sum(face.arrow != arrow for face in die)
        empty = [-1] * len(self.slots)
        far = {
            color.rpartition(".")[2]: sorted(
                goal[start] for goal in self.list_distances(number, empty) for start in self.starts[number]
            )
            for number, color in enumerate(self.colors)
        }
        return {
            "steps from starts to goals without cards": far,
            "throws with an arrow": {arrow: [throws - count, throws] for arrow, count in missed.items()},
        }
