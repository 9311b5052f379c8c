"""Play Psycle: six cards each, all played at once, and gems that pay for them."""

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

from generator.play.engine import Outcome, Policy, Record, Seat, Stream
from generator.play.material import Material

TILES_TO_WIN = 2  # section 9
MOST_TURNS = 10_000


class Card(NamedTuple):
    """A card of a hand."""

    number: int
    cost: int
    stars: int
    beats: frozenset[int]


class Round(NamedTuple):
    """What some cards, one of each player, come to without the target.

    `paid` is what each player pays, `top` the largest number, `zeros` who plays a 0, `points` what each scores, and
    `bonus` who would score the bonus, by targets.
    """

    paid: tuple[int, ...]
    total: int
    top: int
    zeros: tuple[int, ...]
    points: tuple[int, ...]
    bonus: dict[int, tuple[int, ...]]


class _Rounds(dict[tuple[int, ...], Round]):
    """The rounds by their cards, worked out as they are asked for."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self._cards = cards

    def __missing__(self, played: tuple[int, ...]) -> Round:
        cards = [self._cards[each] for each in played]
        beaten = [sum(other.number in card.beats for other in cards) for card in cards]
        bonus: dict[int, tuple[int, ...]] = {}
        for seat, card in enumerate(cards):
            if beaten[seat]:
                bonus[card.number] = (*bonus.get(card.number, ()), seat)
        made = self[played] = Round(
            tuple(card.cost for card in cards),
            sum(card.cost for card in cards),
            max(card.number for card in cards),
            tuple(seat for seat, card in enumerate(cards) if not card.number),
            tuple(card.stars * count for card, count in zip(cards, beaten, strict=True)),
            bonus,
        )
        return made


class Psycle:
    """The rules of Psycle with the cards, tiles and gems of the data."""

    limit = MOST_TURNS
    always = ("supply and hands hold all gems", "the supply never owes any")

    def __init__(self, material: Material) -> None:
        self.players = material.players
        self.colors = material.colors("player")
        self.cards = sorted(_read_cards(material))
        if self.cards[0].cost:
            material.refuse("a card must cost nothing, for players without gems", "parts", "hand", "rows")
        if [card.cost for card in self.cards] != sorted(card.cost for card in self.cards):
            material.refuse("a card of a higher number costs less than one of a lower", "parts", "hand", "rows")
        self.gems = material.copies("gem")
        self.start_gems = material.each("gem")
        if self.gems < self.start_gems * max(self.players):
            material.refuse("there are fewer gems than the players start with", "parts", "gem", "copies")
        self.targets = _repeat_values(material, "target")
        self.bonuses = _repeat_values(material, "bonus")
        self.length = min(len(self.targets), len(self.bonuses))
        self.tiles = material.copies("victory")
        self.affordable = [sum(card.cost <= gems for card in self.cards) for gems in range(self.gems + 1)]
        self.rounds = _Rounds(self.cards)
        self.policies: dict[str, Policy] = {"random": choose_randomly, "greedy": play_greedily}

    def seats(self, players: int) -> list[Seat]:
        """Return the seats; all play at once, so their order means nothing."""
        return [Seat(color.rpartition(".")[2], color, number) for number, color in enumerate(self.colors[:players])]

    def start(self, players: int, chance: Stream) -> "PsycleState":
        """Return the first round of the first Psycle, with its tiles shown."""
        return PsycleState(self, players, chance)

    def play_randomly(self, players: int, chance: Stream, limit: int) -> Record:
        """Play a whole game by the policy `random`."""
        state = PsycleState(self, players, chance)
        random, affordable = chance.random, self.affordable
        while not state.ending and state.turns <= limit:
            state.play_round(tuple([int(random() * affordable[gems]) for gems in state.hands]))
            if fault := state.find_fault():
                raise ValueError(fault)
        unfinished = not state.ending
        turns = limit if unfinished else state.turns
        return Record(0, state.winners, turns, state.ending or "unfinished", state.measures, unfinished)

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


class PsycleState:
    """A position: gems, points and tiles of each player, the supply, and the cards that lie face down."""

    __slots__ = (
        "bonuses", "chance", "earned", "ending", "engine", "hands", "laid", "lowest", "played", "player", "players",
        "points", "psycles", "round", "short", "supply", "targets", "tiles", "turns", "winners",
    )  # fmt: skip

    def __init__(self, engine: Psycle, players: int, chance: Stream) -> None:
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
        """Begin a Psycle: gems for all, and shuffled tiles (section 8)."""
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
        other = PsycleState.__new__(PsycleState)
        for name in PsycleState.__slots__:
            setattr(other, name, getattr(self, name))
        other.chance = chance
        other.tiles, other.hands, other.points = self.tiles[:], self.hands[:], self.points[:]
        other.played, other.earned = self.played[:], self.earned[:]
        afford = self.engine.affordable
        other.laid = [int(chance.random() * afford[gems]) for gems in self.hands[: len(self.laid)]]
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
        """Pay, collect and score a round (sections 5 and 6)."""
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
        """Let each 0 take as many gems as the largest number; if the supply is short, all share (Y17, Y21)."""
        share = made.top
        if share * len(made.zeros) > self.supply:
            share = self.supply // len(made.zeros)
            self.short += 1
        for seat in made.zeros:
            self.hands[seat] += share
        self.supply -= share * len(made.zeros)

    def _end_psycle(self) -> None:
        """Count gems against points, and give out victory tiles (sections 7 and 9)."""
        self.psycles += 1
        totals = [points - gems for points, gems in zip(self.points, self.hands, strict=True)]
        best = max(totals)
        leaders = [seat for seat, total in enumerate(totals) if total == best]
        if len(leaders) == 1 or self.players > 2:
            for seat in leaders:
                self.tiles[seat] += 1
        self.winners = tuple(seat for seat, tiles in enumerate(self.tiles) if tiles >= TILES_TO_WIN)
        if self.winners:
            self.ending = "two tiles" if len(self.winners) == 1 else "shared"
        else:
            self._deal()

    def is_over(self) -> bool:
        """Tell whether somebody has two victory tiles."""
        return bool(self.ending)

    def outcome(self) -> Outcome:
        """Return who has won, and the tiles of each player."""
        return Outcome(self.winners, self.ending, tuple(map(float, self.tiles)))

    @property
    def measures(self) -> dict[str, int]:
        """Return Psycles, rounds, the supply, victory tiles that were missing, and what each card earned."""
        cards = {}
        for card, played, earned in zip(self.engine.cards, self.played, self.earned, strict=True):
            cards[f"card {card.number} played"] = played
            cards[f"card {card.number} points"] = earned
        return {
            "psycles": self.psycles,
            "rounds": sum(self.played) // self.players,
            "lowest supply": self.lowest,
            "rounds short of gems": self.short,
            "victory tiles short": max(0, sum(self.tiles) - self.engine.tiles),
            **cards,
        }

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


def _read_cards(material: Material) -> list[Card]:
    columns = [material.column("hand", name) for name in ("number", "cost", "stars", "beats")]
    return [
        Card(number, cost, stars, frozenset(_read_numbers(beats)))
        for number, cost, stars, beats in zip(*columns, strict=True)
    ]


def _read_numbers(text: Any) -> list[int]:
    """Return the numbers of a list or of a text such as `0 1 2`."""
    return [int(word) for word in (text.split() if isinstance(text, str) else text or ())]


def _repeat_values(material: Material, part: str) -> list[int]:
    """Return the values of tiles, each as often as there are copies."""
    return [row["value"] for row in material.rows(part) for _ in range(row.get("copies", 1))]


def _shuffle(values: Sequence[int], chance: Stream) -> list[int]:
    """Return values in a random order (Fisher and Yates)."""
    shuffled = list(values)
    for last in range(len(shuffled) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return shuffled


def choose_randomly(state: PsycleState, chance: Stream) -> int:
    """Choose any card that can be paid for."""
    return int(chance.random() * state.engine.affordable[state.hands[state.player]])


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


def search_most_gems(engine: Psycle, players: int, length: int) -> int:
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


def _list_hands(engine: Psycle, hands: Sequence[int]) -> set[tuple[int, ...]]:
    """Return the hands that one round can lead to, each sorted, as no seat differs from another."""
    found = set()
    for laid in product(*(range(engine.affordable[min(gems, engine.gems)]) for gems in hands)):
        made = engine.rounds[laid]
        gains = [made.top if seat in made.zeros else -made.paid[seat] for seat in range(len(hands))]
        found.add(tuple(sorted(gems + gain for gems, gain in zip(hands, gains, strict=True))))
    return found
