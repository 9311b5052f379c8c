"""The table of kinds of components."""

from generator.components import card, tile, token, track
from generator.components.boards import board, graph
from generator.components.nets import die, foldover, outlines, pyramid, standee
from generator.components.paths import path
from generator.model.game import Kind

KINDS = {
    "card": Kind(card.Card, card.outline, card.no_values, safe=3.0),
    "tile": Kind(tile.Tile, tile.outline, card.no_values, safe=2.0),
    "token": Kind(token.Token, token.outline, token.values, safe=1.0),
    "track": Kind(track.Track, track.outline, track.values, safe=2.0),
    "board": Kind(board.Board, board.outline, board.values, safe=2.0, board=graph.graph),
    "path": Kind(path.Path, path.outline, path.values, safe=3.0, ports=path.ports, deal=path.deal),
    "die": Kind(die.Die, outlines.outline, card.no_values, safe=1.0, net=die.net),
    "pyramid": Kind(pyramid.Pyramid, outlines.outline, card.no_values, safe=1.0, net=pyramid.net),
    "standee": Kind(standee.Standee, outlines.outline, card.no_values, safe=1.0, net=standee.net),
    "foldover": Kind(foldover.Foldover, outlines.outline, card.no_values, safe=1.0, net=foldover.net),
}
