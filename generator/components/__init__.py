"""The table of kinds of components."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from generator.components import flat_pieces
from generator.model.game import ComponentKind, KindTraits, PartData
from generator.model.net import Net

_CARD = "card"


def _describe_card() -> ComponentKind:
    return ComponentKind(
        flat_pieces.CardData,
        flat_pieces.card_outline,
        flat_pieces.no_values,
        safe=3.0,
        stock=_CARD,
        traits=KindTraits(product="card", held=True, sleeved=True),
    )


def _describe_tile() -> ComponentKind:
    return ComponentKind(
        flat_pieces.TileData,
        flat_pieces.tile_outline,
        flat_pieces.no_values,
        safe=2.0,
        stock=_CARD,
        traits=KindTraits(held=True),
    )


def _describe_token() -> ComponentKind:
    return ComponentKind(
        flat_pieces.TokenData, flat_pieces.token_outline, flat_pieces.token_values, safe=1.0, stock=_CARD
    )


def _describe_track() -> ComponentKind:
    return ComponentKind(
        flat_pieces.TrackData,
        flat_pieces.track_outline,
        flat_pieces.track_values,
        safe=2.0,
        stock=_CARD,
        traits=KindTraits(product="mat"),
    )


def _describe_board() -> ComponentKind:
    from generator.components.boards import board, builder

    return ComponentKind(
        board.BoardData,
        board.board_outline,
        board.generator_values,
        safe=2.0,
        board=builder.build_board,
        traits=KindTraits(product="board", stacks=False),
    )


def _describe_mat() -> ComponentKind:
    from generator.components.boards import board, builder, mats

    return ComponentKind(
        mats.MatData,
        board.board_outline,
        board.generator_values,
        safe=2.0,
        board=builder.build_board,
        traits=KindTraits(product="mat", stacks=False),
    )


def _describe_path() -> ComponentKind:
    from generator.components.paths import path_card

    return ComponentKind(
        path_card.PathCardData,
        path_card.path_card_outline,
        path_card.path_card_values,
        safe=3.0,
        ports=path_card.list_ports,
        deal=path_card.deal_path_cards,
        stock=_CARD,
        traits=KindTraits(product="card", held=True),
    )


_FOLDED = KindTraits(stacks=False)


def _describe_folded(
    data: type[PartData],
    net: Callable[..., Net],
    traits: KindTraits = _FOLDED,
    fit: Callable[..., PartData] | None = None,
) -> ComponentKind:
    """Return a kind that is cut out along its net."""
    from generator.components.nets import assembly

    outline, values = assembly.empty_outline, flat_pieces.no_values
    return ComponentKind(data, outline, values, safe=1.0, net=net, fit=fit, traits=traits)


def _describe_die() -> ComponentKind:
    from generator.components.nets import die

    return _describe_folded(die.DieData, die.unfold_die, _FOLDED._replace(thrown=True))


def _describe_pyramid() -> ComponentKind:
    from generator.components.nets import pyramid

    return _describe_folded(pyramid.PyramidData, pyramid.unfold_pyramid, _FOLDED._replace(divided=True))


def _describe_standee() -> ComponentKind:
    from generator.components.nets import standee

    return _describe_folded(standee.StandeeData, standee.unfold_standee, _FOLDED._replace(stands=True))


def _describe_foldover() -> ComponentKind:
    from generator.components.nets import foldover

    return _describe_folded(foldover.FoldoverData, foldover.unfold_foldover)


def _describe_net() -> ComponentKind:
    from generator.components.nets import free_net

    return _describe_folded(free_net.NetData, free_net.unfold_net, _FOLDED._replace(divided=True, free=True))


def _describe_box() -> ComponentKind:
    from generator.components.nets import box

    return _describe_folded(box.BoxData, box.unfold_box, _FOLDED._replace(divided=True, holds=True), box.fit_box)


def _describe_screen() -> ComponentKind:
    from generator.components.nets import screen

    return _describe_folded(screen.ScreenData, screen.unfold_screen, _FOLDED._replace(divided=True))


def _describe_divider() -> ComponentKind:
    from generator.components.nets import divider

    return _describe_folded(divider.DividerData, divider.cut_divider)


def _describe_piece() -> ComponentKind:
    from generator.components import loose_pieces

    return ComponentKind(
        loose_pieces.LoosePieceData,
        loose_pieces.loose_piece_outline,
        loose_pieces.loose_piece_values,
        safe=0.0,
        traits=KindTraits(stacks=False, printed=False),
    )


class KindTable(Mapping[str, ComponentKind]):
    """The kinds by their names; the modules of a kind are imported when it is looked up: most games have few kinds."""

    def __init__(self, rows: Mapping[str, Callable[[], ComponentKind]]) -> None:
        self._rows = {name: cache(describe) for name, describe in rows.items()}

    def __getitem__(self, name: str) -> ComponentKind:
        return self._rows[name]()

    def __contains__(self, name: object) -> bool:
        return name in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


KINDS = KindTable(
    {
        "card": _describe_card,
        "tile": _describe_tile,
        "token": _describe_token,
        "track": _describe_track,
        "board": _describe_board,
        "mat": _describe_mat,
        "path": _describe_path,
        "die": _describe_die,
        "pyramid": _describe_pyramid,
        "standee": _describe_standee,
        "foldover": _describe_foldover,
        "net": _describe_net,
        "box": _describe_box,
        "screen": _describe_screen,
        "divider": _describe_divider,
        "piece": _describe_piece,
    }
)
