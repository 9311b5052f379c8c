"""The engine of Psycle."""

from typing import Any

from generator.play.engine import Policy, Seat, Stream
from generator.play.material import Material
from generator.play.psycle.gems import search_most_gems
from generator.play.psycle.policies import choose_randomly, play_greedily
from generator.play.psycle.position import PsycleState
from generator.play.psycle.tables import PsycleTables

MOST_TURNS = 10_000


class Psycle(PsycleTables):
    """The rules of Psycle with the cards, tiles and gems of the data."""

    limit = MOST_TURNS
    always = ("supply and hands hold all gems", "the supply never owes any")

    def __init__(self, material: Material) -> None:
        super().__init__(material)
        self.policies: dict[str, Policy] = {"random": choose_randomly, "greedy": play_greedily}

    def seats(self, players: int) -> list[Seat]:
        """Return the seats; all play at once, so their order means nothing."""
        return [Seat(color.rpartition(".")[2], color, number) for number, color in enumerate(self.colors[:players])]

    def start(self, players: int, chance: Stream) -> PsycleState:
        """Return the first round of the first Psycle, with its tiles shown."""
        return PsycleState(self, players, chance)

    def describe_action(self, action: int) -> str:
        """Return an action in words."""
        return f"lay a {self.cards[action].number}"

    def exact(self) -> dict[str, Any]:
        """Return the most gems in all hands after each round if the supply never ran short, by full search (Y18)."""
        most = {
            players: [search_most_gems(self, players, length) for length in self._lengths()] for players in self.players
        }
        return {
            "gems": self.gems,
            "most gems in hands after each round": {str(players): totals for players, totals in most.items()},
            "least supply after each round": {
                str(players): [max(0, self.gems - total) for total in totals] for players, totals in most.items()
            },
            "rounds that can be short": {
                str(players): [round_ + 1 for round_, total in enumerate(totals) if total > self.gems]
                for players, totals in most.items()
            },
        }

    def _lengths(self) -> range:
        return range(1, self.length + 1)
