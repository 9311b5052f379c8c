"""Trade names of card sizes, mm, as printed by the makers of cards and sleeves."""

CARD_SIZES = {
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
