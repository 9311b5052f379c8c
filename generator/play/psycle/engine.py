"""The engine of Psycle, and ways to play it."""

from collections.abc import Sequence
from itertools import product
from math import trunc
from typing import Any

from generator.play.engine import Policy, Record, Seat, Stream
from generator.play.material import Material
from generator.play.psycle.position import PsycleState
from generator.play.psycle.quick import play_quickly
from generator.play.psycle.tables import PsycleTables


def search_most_gems(engine: PsycleTables, players: int, length: int) -> int:
    """Return the most gems in all hands after so many rounds of a supply without end, by full search.

    A search that is cut off only where no play of the rounds left could do better: one player at least pays the largest
    number that the others, at most all but one, collect.
    """
    top = engine.cards[-1].number
    rise = max(0, top * (players - 1) - engine.cards[-1].cost)
    best = 0
    seen: dict[tuple[int, ...], int] = {}

    def visit(hands: tuple[int, ...], left: int) -> None:
        nonlocal best
        if not left:
            best = max(best, sum(hands))
            return
        if sum(hands) + left * rise <= best or seen.get(hands, 0) >= left:
            return
        seen[hands] = left
        for reached in sorted(_list_hands(engine, hands), key=sum, reverse=True):
            visit(reached, left - 1)

    visit((engine.start_gems,) * players, length)
    return best


def _list_hands(engine: PsycleTables, hands: Sequence[int]) -> set[tuple[int, ...]]:
    """Return the hands that one round can lead to, each sorted, as no seat differs from another."""
    found = set()
    for laid in product(*(range(engine.affordable[min(gems, engine.gems)]) for gems in hands)):
        made = engine.rounds[laid]
        gains = [made.top if seat in made.zeros else -made.paid[seat] for seat in range(len(hands))]
        found.add(tuple(sorted(gems + gain for gems, gain in zip(hands, gains, strict=True))))
    return found


def choose_randomly(state: PsycleState, chance: Stream) -> int:
    """Choose any card that can be paid for."""
    return trunc(chance.random() * state.engine.affordable[state.hands[state.player]])


_GEM = 0.35  # points that a gem is worth while rounds are left to spend it in


def play_greedily(state: PsycleState, chance: Stream) -> int:
    """Choose mostly what brings most against others who play anything they can pay for.

    The weight of a card is the cube of its value, as a card that everybody expects is worth less.
    """
    engine, seat = state.engine, state.player
    counts = [engine.affordable[gems] for other, gems in enumerate(state.hands) if other != seat]
    target, bonus = state.targets[state.round], state.bonuses[state.round]
    last = state.round == engine.length - 1
    price = -1.0 if last else _GEM
    weights = []
    for index in state.legal_actions():
        card = engine.cards[index]
        chances = [sum(engine.cards[other].number in card.beats for other in range(count)) / count for count in counts]
        misses = 1.0
        for each in chances:
            misses *= 1 - each
        value = card.stars * sum(chances) + (bonus * (1 - misses) if card.number == target else 0.0)
        gain = max(counts) - 1 if not card.number else -card.cost
        weights.append(max(0.05, value + 2 + price * gain) ** 3)
    chosen = chance.random() * sum(weights)
    for index, weight in enumerate(weights):
        chosen -= weight
        if chosen < 0:
            return index
    return len(weights) - 1


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

    def play_randomly(self, players: int, chance: Stream, limit: int) -> Record:
        """Play a whole game by the policy `random`."""
        return play_quickly(self, players, chance, limit)

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
