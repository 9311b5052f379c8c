"""What Psycle reads from the data: cards, tiles and gems, and what a round comes to."""

from collections.abc import Iterable, Sequence
from struct import Struct
from typing import Any, Generic, NamedTuple, TypeVar

from generator.play.material import Material, repeat_rows

_Shuffled = TypeVar("_Shuffled")


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


class Rounds(dict[tuple[int, ...], Round]):
    """The rounds by their cards, worked out as they are asked for."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = cards

    def __missing__(self, played: tuple[int, ...]) -> Round:
        cards = [self.cards[each] for each in played]
        beaten = [sum(other.number in card.beats for other in cards) for card in cards]
        bonus: dict[int, tuple[int, ...]] = {}
        for seat, card in enumerate(cards):
            if beaten[seat]:
                bonus[card.number] = (*bonus.get(card.number, ()), seat)
        made = self[played] = Round(
            tuple(card.cost for card in cards),
            sum(card.cost for card in cards),
            max(card.number for card in cards),
            zeros=tuple(seat for seat, card in enumerate(cards) if not card.number),
            points=tuple(card.stars * count for card, count in zip(cards, beaten, strict=True)),
            bonus=bonus,
        )
        return made


class QuickRound(NamedTuple):
    """What some cards come to with a target and a bonus, to be added to all hands and counts at once.

    `changes` are seats, what their hands gain if the supply can pay, and what they score; `taken` is what leaves the
    supply; `counts` how often each card is played, and what it earns, packed into one number.
    """

    changes: Sequence[tuple[int, int, int]]
    taken: int
    counts: int
    plain: Round


class QuickRounds(dict[int, QuickRound]):
    """The rounds with a target and a bonus by their cards, as digits of a number; worked out as they are asked for."""

    def __init__(self, rounds: Rounds, players: int, target: int, bonus: int) -> None:
        self._rounds, self._players, self._target, self._bonus = rounds, players, target, bonus

    def __missing__(self, code: int) -> QuickRound:
        kinds, played, rest = len(self._rounds.cards), list[int](), code
        for _ in range(self._players):
            rest, card = divmod(rest, kinds)
            played.insert(0, card)
        made = self._rounds[tuple(played)]
        points, cards = list(made.points), [0] * (2 * kinds)
        for seat in made.bonus.get(self._target, ()):
            points[seat] += self._bonus
        for card, scored in zip(played, points, strict=True):
            cards[2 * card] += 1
            cards[2 * card + 1] += scored
        gains = [-paid for paid in made.paid]
        for seat in made.zeros:
            gains[seat] += made.top
        changes = [(seat, *pair) for seat, pair in enumerate(zip(gains, points, strict=True)) if any(pair)]
        found = self[code] = QuickRound(changes, sum(gains), pack_counts(cards), made)
        return found


class Shuffles(dict[int, list[_Shuffled]], Generic[_Shuffled]):
    """Some things in all their orders, by the numbers that are drawn to shuffle them, as digits of one number."""

    def __init__(self, things: Sequence[_Shuffled]) -> None:
        self._things = things
        self.ways = range(len(things), 1, -1)  # of each draw

    def __missing__(self, drawn: int) -> list[_Shuffled]:
        draws, rest = list[int](), drawn
        for count in reversed(self.ways):
            rest, draw = divmod(rest, count)
            draws.insert(0, draw)
        if len(self) >= _MOST_ORDERS:
            self.clear()
        found = self[drawn] = shuffle(self._things, draws)
        return found


def shuffle(things: Sequence[_Shuffled], draws: Sequence[int]) -> list[_Shuffled]:
    """Return things in the order that some draws lead to, one for each but the first (Fisher and Yates)."""
    shuffled = list(things)
    for last, other in zip(range(len(things) - 1, 0, -1), draws, strict=True):
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return shuffled


_MOST_ORDERS = 1000  # that are kept; five tiles have 120
_FIELD = 32  # bits of a count: far more than a game can reach


class PackedCounts:
    """Some counts in one number, so that many are added at once; they may be negative."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._struct = Struct(f"<{most}i")
        self._all = (1 << _FIELD * most) - 1
        self._signs = self._all // ((1 << _FIELD) - 1) << _FIELD - 1  # the highest bit of each count

    def __reduce__(self) -> tuple[type["PackedCounts"], tuple[int]]:
        """Let the record be sent to other machines: a Struct of the standard library cannot."""
        return PackedCounts, (self._most,)

    def unpack(self, packed: int) -> tuple[int, ...]:
        """Return the counts; what is packed beyond the last one is left out."""
        data = (packed + self._signs & self._all ^ self._signs).to_bytes(self._struct.size, "little")
        return self._struct.unpack(data)


def pack_counts(counts: Iterable[int]) -> int:
    """Return counts as one number."""
    return sum(count << _FIELD * place for place, count in enumerate(counts))


class RoundTables(NamedTuple):
    """What whole games of a number of players need.

    `targets` are the orders of the targets, each with its rounds by bonuses; `cards` unpacks what is counted of them.
    """

    targets: Shuffles[dict[int, QuickRounds]]
    bonuses: Shuffles[int]
    cards: PackedCounts


_MEASURES = ("psycles", "rounds", "lowest supply", "rounds short of gems", "victory tiles short")


class PsycleTables:
    """Cards, tiles and gems of the data, and the rounds that were played, worked out once."""

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
        self.targets, self.bonuses = (
            [row["value"] for row in repeat_rows(material.rows(part))] for part in ("target", "bonus")
        )
        self.length = min(len(self.targets), len(self.bonuses))
        self.tiles = material.copies("victory")
        self.affordable = [sum(card.cost <= gems for card in self.cards) for gems in range(self.gems + 1)]
        self.rounds = Rounds(self.cards)
        counted = [f"card {card.number} {name}" for card in self.cards for name in ("played", "points")]
        self.measures = (*_MEASURES, *counted)
        self.quick = {players: self._prepare_whole_games(players) for players in self.players}

    def _prepare_whole_games(self, players: int) -> RoundTables:
        rounds = [self._list_rounds(players, target) for target in self.targets]
        return RoundTables(Shuffles(rounds), Shuffles(self.bonuses), PackedCounts(2 * len(self.cards)))

    def _list_rounds(self, players: int, target: int) -> dict[int, QuickRounds]:
        return {bonus: QuickRounds(self.rounds, players, target, bonus) for bonus in set(self.bonuses)}


def _read_cards(material: Material) -> list[Card]:
    columns = [material.column("hand", name) for name in ("number", "cost", "stars", "beats")]
    return [
        Card(number, cost, stars, frozenset(_read_numbers(beats)))
        for number, cost, stars, beats in zip(*columns, strict=True)
    ]


def _read_numbers(text: Any) -> list[int]:
    """Return the numbers of a list or of a text such as `0 1 2`."""
    return [int(word) for word in (text.split() if isinstance(text, str) else text or ())]
