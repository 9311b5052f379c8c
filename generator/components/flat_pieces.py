"""Flat pieces with an outline of their own: cards, tiles, tokens and tracks."""

from math import cos, pi, sin
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from generator.geometry.types import Outline
from generator.model.card_sizes import CARD_SIZES
from generator.model.data_types import Length, Positive, SpaceNumber, WidthHeight
from generator.model.finding import KeyedError
from generator.model.game import ComponentKind, KindTraits, PartData

# The names of these sizes, repeated: a pattern next to a list makes msgspec 0.22 write outside its memory.
CardSizeName = Literal[
    "poker", "standard", "tcg", "bridge", "tarot", "mini-euro", "mini-usa", "euro", "japanese", "square"
]


class CardData(PartData, frozen=True, kw_only=True):
    """A card, cut square; `size` is a trade name or [width, height] in mm."""

    size: Annotated[CardSizeName | WidthHeight, Meta(description=", ".join(CARD_SIZES) + ", or [width, height] in mm")]


def card_outline(card: CardData) -> Outline:
    """Return the trim of the card."""
    width, height = CARD_SIZES[card.size] if isinstance(card.size, str) else card.size
    return Outline(width, height)


_CARD_STOCK = "card"
CARD = ComponentKind(
    CardData,
    card_outline,
    safe=3.0,
    stock=_CARD_STOCK,
    traits=KindTraits(product="card", held=True, sleeved=True),
)


class TileData(PartData, frozen=True, kw_only=True):
    """A rectangular tile; `size` is [width, height] in mm."""

    size: WidthHeight


def tile_outline(tile: TileData) -> Outline:
    """Return the trim of the tile."""
    width, height = tile.size
    return Outline(width, height)


TILE = ComponentKind(TileData, tile_outline, safe=2.0, stock=_CARD_STOCK, traits=KindTraits(held=True))


class TokenData(PartData, frozen=True, kw_only=True):
    """A disc, or with `sides` the regular polygon in the circle of that diameter (mm)."""

    diameter: Positive
    sides: Annotated[Annotated[int, Meta(ge=3, le=12)] | None, Meta(description="corners; a disc unless given")] = None


def token_outline(token: TokenData) -> Outline:
    """Return the trim: a disc, or a polygon with one corner at the top."""
    if token.sides is None:
        return Outline(token.diameter, token.diameter, "disc")
    turns = [2 * pi * k / token.sides for k in range(token.sides)]
    corners = [(sin(t) * token.diameter / 2, -cos(t) * token.diameter / 2) for t in turns]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    points = tuple((x - left, y - top) for x, y in corners)
    return Outline(max(x for x, _ in points), max(y for _, y in points), "polygon", points)


def token_values(token: TokenData) -> dict[str, Any]:
    """Return `corners`, an SVG points list; empty for a disc."""
    return {"corners": " ".join(f"{x:.4f},{y:.4f}" for x, y in token_outline(token).points)}


TOKEN = ComponentKind(TokenData, token_outline, token_values, stock=_CARD_STOCK)


MOST_SPACES = 2000  # of a track: on A3 paper they are 8 mm wide


class TrackData(PartData, frozen=True, kw_only=True):
    """A track of numbered square spaces in rows; `cell` is their side in mm, `border` the paper round them.

    `apart` (mm) is the paper between its rows.
    """

    first: SpaceNumber = msgspec.field(name="from")
    last: SpaceNumber = msgspec.field(name="to")
    columns: Annotated[int, Meta(ge=1, le=MOST_SPACES)]
    cell: Positive
    border: Length = 0.0
    apart: Annotated[Length, Meta(description="between the rows")] = 0.0
    snake: Annotated[bool, Meta(description="every second row runs back")] = False

    def __post_init__(self) -> None:
        """Refuse a track that runs backwards or a border larger than the spaces (KeyedError)."""
        if self.last < self.first:
            raise KeyedError("to", f"`to` ({self.last}) is less than `from` ({self.first})")
        if (count := self.last - self.first + 1) > MOST_SPACES:
            raise KeyedError("to", f"a track has at most {MOST_SPACES:,} spaces, not {count:,}")
        inside = track_outline(self)
        most = max(inside.width, inside.height) - 2 * self.border
        if self.border > most:
            raise KeyedError(
                "border",
                f"`border` ({self.border:g}) must be at most {most:g} mm, the larger side of what it surrounds",
            )


def space_numbers(track: TrackData) -> range:
    """Return the numbers of the spaces in order."""
    return range(track.first, track.last + 1)


def track_outline(track: TrackData) -> Outline:
    """Return the trim: the spaces, what is between their rows, and their border."""
    rows = -(-len(space_numbers(track)) // track.columns)
    height = rows * (track.cell + track.apart) - track.apart
    return Outline(track.columns * track.cell + 2 * track.border, height + 2 * track.border)


def track_values(track: TrackData) -> dict[str, Any]:
    """Return `spaces`, each {n, x, y, size, mark, at} with its top left in mm, and `cell`, their side.

    `mark` is the name of the group, and `at` the transform from coordinates around the middle.
    """
    spaces = []
    for index, number in enumerate(space_numbers(track)):
        row, column = divmod(index, track.columns)
        if track.snake and row % 2:
            column = track.columns - 1 - column
        x, y = track.border + column * track.cell, track.border + row * (track.cell + track.apart)
        at = f"translate({x + track.cell / 2:.8g} {y + track.cell / 2:.8g})"
        spaces.append({"n": number, "x": x, "y": y, "size": track.cell, "mark": f"space.{number}", "at": at})
    return {"spaces": spaces, "cell": track.cell}


TRACK = ComponentKind(
    TrackData, track_outline, track_values, safe=2.0, stock=_CARD_STOCK, traits=KindTraits(product="mat")
)
