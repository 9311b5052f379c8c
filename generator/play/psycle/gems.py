"""Search how many gems the players of Psycle can have at most."""

from collections.abc import Sequence
from itertools import product

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
