"""Kinds of components: a game's data goes in, parts with outlines and designs come out."""

from generator.model.game import Kind
from generator.parts import card, tile, token, track

KINDS = {
    "card": Kind(card.Card, card.outline, card.values, safe=3.0),
    "tile": Kind(tile.Tile, tile.outline, tile.values, safe=2.0),
    "token": Kind(token.Token, token.outline, token.values, safe=1.0),
    "track": Kind(track.Track, track.outline, track.values, safe=2.0),
}
