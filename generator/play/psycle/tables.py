"""What Psycle reads from the data: cards, tiles and gems, and what a round comes to."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from generator.play.material import Material


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
            tuple(seat for seat, card in enumerate(cards) if not card.number),
            tuple(card.stars * count for card, count in zip(cards, beaten, strict=True)),
            bonus,
        )
        return made


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
        self.targets = _repeat_values(material, "target")
        self.bonuses = _repeat_values(material, "bonus")
        self.length = min(len(self.targets), len(self.bonuses))
        self.tiles = material.copies("victory")
        self.affordable = [sum(card.cost <= gems for card in self.cards) for gems in range(self.gems + 1)]
        self.rounds = Rounds(self.cards)
        counted = [f"card {card.number} {name}" for card in self.cards for name in ("played", "points")]
        self.measures = (*_MEASURES, *counted)


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
