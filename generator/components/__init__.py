"""The table of kinds of components."""

from generator.components import flat_pieces
from generator.components.boards import board, builder
from generator.components.nets import assembly, die, foldover, pyramid, standee
from generator.components.paths import path_card
from generator.model.game import ComponentKind

KINDS = {
    "card": ComponentKind(flat_pieces.CardData, flat_pieces.card_outline, flat_pieces.no_values, safe=3.0),
    "tile": ComponentKind(flat_pieces.TileData, flat_pieces.tile_outline, flat_pieces.no_values, safe=2.0),
    "token": ComponentKind(flat_pieces.TokenData, flat_pieces.token_outline, flat_pieces.token_values, safe=1.0),
    "track": ComponentKind(flat_pieces.TrackData, flat_pieces.track_outline, flat_pieces.track_values, safe=2.0),
    "board": ComponentKind(
        board.BoardData, board.board_outline, board.generator_values, safe=2.0, board=builder.build_board
    ),
    "path": ComponentKind(
        path_card.PathCardData,
        path_card.path_card_outline,
        path_card.path_card_values,
        safe=3.0,
        ports=path_card.list_ports,
        deal=path_card.deal_path_cards,
    ),
    "die": ComponentKind(die.DieData, assembly.empty_outline, flat_pieces.no_values, safe=1.0, net=die.unfold_die),
    "pyramid": ComponentKind(
        pyramid.PyramidData, assembly.empty_outline, flat_pieces.no_values, safe=1.0, net=pyramid.unfold_pyramid
    ),
    "standee": ComponentKind(
        standee.StandeeData, assembly.empty_outline, flat_pieces.no_values, safe=1.0, net=standee.unfold_standee
    ),
    "foldover": ComponentKind(
        foldover.FoldoverData, assembly.empty_outline, flat_pieces.no_values, safe=1.0, net=foldover.unfold_foldover
    ),
}
