"""Flat pieces with an outline of their own: cards, tiles, tokens and tracks."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from generator.geometry.outline import Outline
from generator.model.game import PartData
from generator.model.strict import Positive

# Trade names and sizes in mm, as printed by the makers of cards and sleeves.
SIZES = {
    "poker": (63.5, 88.9),
    "standard": (63.0, 88.0),
    "tcg": (63.0, 88.0),
    "bridge": (57.2, 88.9),
    "tarot": (70.0, 120.0),
    "mini-euro": (45.0, 68.0),
    "mini-usa": (41.0, 63.0),
    "euro": (59.0, 92.0),
    "japanese": (59.0, 86.0),
    "square": (70.0, 70.0),
}
Pair = Annotated[list[Positive], Meta(min_length=2, max_length=2)]
# The names of these sizes, repeated: a pattern next to a list makes msgspec 0.22 write outside its memory.
Name = Literal["poker", "standard", "tcg", "bridge", "tarot", "mini-euro", "mini-usa", "euro", "japanese", "square"]


class Card(PartData, frozen=True, kw_only=True):
    """A card, cut square; `size` is a trade name or [width, height] in mm."""

    size: Annotated[Name | Pair, Meta(description=", ".join(SIZES) + ", or [width, height] in mm")]


def outline(card: Card) -> Outline:
    """Return the trim of the card."""
    width, height = SIZES[card.size] if isinstance(card.size, str) else card.size
    return Outline(width, height)


def no_values(data: PartData) -> dict[str, Any]:
    """Return no template values besides those of all parts."""
    return {}
