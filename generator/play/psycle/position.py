"""A position of Psycle, and what a round comes to."""

from collections.abc import Sequence
from math import trunc
from operator import sub

from generator.play.engine import Outcome, Stream
from generator.play.played_state import PlayedState
from generator.play.psycle.tables import PsycleTables, Round, shuffle

TILES_TO_WIN = 2  # rules: Winning the game


class PsycleState(PlayedState):
    """A position: gems, points and tiles of each player, the supply, and the cards that lie face down."""

    __slots__ = (
        "bonuses", "chance", "earned", "ending", "engine", "hands", "laid", "lowest", "played", "player", "players",
        "points", "psycles", "round", "short", "supply", "targets", "tiles", "turns", "winners",
    )  # fmt: skip

    def __init__(self, engine: PsycleTables, players: int, chance: Stream) -> None:
        self.engine, self.players, self.chance = engine, players, chance
        self.tiles = [0] * players
        self.winners: tuple[int, ...] = ()
        self.ending = ""
        self.turns = 1
        self.psycles = self.short = 0
        self.played, self.earned = [0] * len(engine.cards), [0] * len(engine.cards)
        self.lowest = engine.gems
        self._deal()

    def _deal(self) -> None:
        """Begin a Psycle: gems for all, and shuffled tiles (rules: The next Psycle)."""
        engine = self.engine
        self.hands = [engine.start_gems] * self.players
        self.supply = engine.gems - engine.start_gems * self.players
        self.points = [0] * self.players
        self.targets = _shuffle(engine.targets, self.chance)
        self.bonuses = _shuffle(engine.bonuses, self.chance)
        self.round = self.player = 0
        self.laid: list[int] = []

    def copy(self, chance: Stream) -> "PsycleState":
        """Return the position as the player to move knows it: cards face down and later tiles are drawn anew."""
        other = super().copy(chance)
        afford = self.engine.affordable
        other.laid = [trunc(chance.random() * afford[gems]) for gems in self.hands[: len(self.laid)]]
        shown = self.round + 1
        other.targets = self.targets[:shown] + _shuffle(self.targets[shown:], chance)
        other.bonuses = self.bonuses[:shown] + _shuffle(self.bonuses[shown:], chance)
        return other

    def legal_actions(self) -> range:
        """Return the cards that the player can pay for (Y15, Y16)."""
        return range(self.engine.affordable[self.hands[self.player]])

    def apply(self, action: int) -> None:
        """Lay a card face down; when all have, turn them over, pay, collect and score."""
        self.laid.append(action)
        if len(self.laid) < self.players:
            self.player += 1
            self.turns += 1
        else:
            laid, self.laid = tuple(self.laid), []
            self.player = 0
            self.turns -= self.players - 1
            self.play_round(laid)

    def play_round(self, laid: tuple[int, ...]) -> None:
        """Pay, collect and score a round (rules: A round; Scoring a round)."""
        made = self.engine.rounds[laid]
        hands, points = self.hands, self.points
        for seat, cost in enumerate(made.paid):
            hands[seat] -= cost
            points[seat] += made.points[seat]
        self.supply += made.total
        if made.zeros and made.top:
            self._collect(made)
        bonus = self.bonuses[self.round]
        for seat in made.bonus.get(self.targets[self.round], ()):
            points[seat] += bonus
            self.earned[laid[seat]] += bonus
        for card, earned in zip(laid, made.points, strict=True):
            self.played[card] += 1
            self.earned[card] += earned
        self.lowest = min(self.lowest, self.supply)
        self.round += 1
        self.turns += self.players - 1
        if self.round == self.engine.length:
            self._end_psycle()
        if not self.ending:
            self.turns += 1

    def _collect(self, made: Round) -> None:
        """Let each 0 take as many gems as the largest number; if the supply is short, all share (rules: A round)."""
        share = made.top
        if share * len(made.zeros) > self.supply:
            share = self.supply // len(made.zeros)
            self.short += 1
        for seat in made.zeros:
            self.hands[seat] += share
        self.supply -= share * len(made.zeros)

    def _end_psycle(self) -> None:
        """Give out victory tiles, and begin the next Psycle unless somebody has two."""
        self.psycles += 1
        self.winners = award_tiles(self.points, self.hands, self.tiles)
        if self.winners:
            self.ending = name_ending(self.winners)
        else:
            self._deal()

    def outcome(self) -> Outcome:
        """Return who has won, and the tiles of each player."""
        return Outcome(self.winners, self.ending, tuple(map(float, self.tiles)))

    @property
    def measures(self) -> dict[str, int]:
        """Return Psycles, rounds, the supply, victory tiles that were missing, and what each card earned."""
        counts = self.psycles, sum(self.played) // self.players, self.lowest, self.short
        cards = [count for pair in zip(self.played, self.earned, strict=True) for count in pair]
        return list_measures(self.engine, counts, self.tiles, cards)

    def standing(self) -> list[int]:
        """Return the tiles of each player, then points less gems."""
        return [
            1000 * tiles + points - gems
            for tiles, points, gems in zip(self.tiles, self.points, self.hands, strict=True)
        ]

    def supplies(self) -> dict[str, int]:
        """Return the gems and the victory tiles that nobody has yet."""
        return {
            "gems in the supply": self.supply,
            "victory tiles left": max(0, self.engine.tiles - sum(self.tiles)),
        }

    def find_fault(self) -> str | None:
        """Return what must never happen: gems that come or go, or a supply that owes some (Y17)."""
        if self.supply < 0 or min(self.hands) < 0:
            return f"the supply holds {self.supply} gems, and the hands {self.hands}"
        if self.supply + sum(self.hands) != self.engine.gems:
            return f"supply and hands hold {self.supply + sum(self.hands)} gems, and there are {self.engine.gems}"
        return None

    def describe(self) -> str:
        """Return the position in a line."""
        return (
            f"round {self.round + 1}, target {self.targets[self.round]} +{self.bonuses[self.round]}; "
            f"gems {self.hands}, supply {self.supply}, points {self.points}, tiles {self.tiles}"
        )


def award_tiles(points: Sequence[int], hands: Sequence[int], tiles: list[int]) -> tuple[int, ...]:
    """Count gems against points, give out victory tiles, and return who has won (rules: The end of a Psycle)."""
    totals = [*map(sub, points, hands)]
    best = max(totals)
    if len(totals) > 2 or totals.count(best) == 1:
        for seat, total in enumerate(totals):
            if total == best:
                tiles[seat] += 1
    if max(tiles) < TILES_TO_WIN:
        return ()
    return tuple([seat for seat, count in enumerate(tiles) if count >= TILES_TO_WIN])


def name_ending(winners: Sequence[int]) -> str:
    """Return the kind of ending (rules: Winning the game)."""
    return "two tiles" if len(winners) == 1 else "shared"


def list_measures(
    engine: PsycleTables, counts: Sequence[int], tiles: Sequence[int], cards: Sequence[int]
) -> dict[str, int]:
    """Return Psycles, rounds, the supply, victory tiles that were missing, and what each card earned."""
    return dict(zip(engine.measures, (*counts, max(0, sum(tiles) - engine.tiles), *cards), strict=True))


def _shuffle(values: Sequence[int], chance: Stream) -> list[int]:
    """Return values in a random order."""
    return shuffle(values, [trunc(chance.random() * count) for count in range(len(values), 1, -1)])
