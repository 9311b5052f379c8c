"""The table of kinds of components."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from generator.model.game import ComponentKind


class KindTable(Mapping[str, ComponentKind]):
    """The kinds by their names; the module of a kind is imported when it is looked up: most games have few kinds.

    A row names the module, and what in it says all about the kind.
    """

    def __init__(self, rows: Mapping[str, str]) -> None:
        self._rows = rows

    def __getitem__(self, name: str) -> ComponentKind:
        module, _, kind = self._rows[name].partition(":")
        found: ComponentKind = getattr(import_module(f"generator.components.{module}"), kind)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


KINDS = KindTable(
    {
        "card": "flat_pieces:CARD",
        "tile": "flat_pieces:TILE",
        "token": "flat_pieces:TOKEN",
        "track": "flat_pieces:TRACK",
        "board": "boards.builder:BOARD",
        "mat": "boards.mats:MAT",
        "path": "paths.path_card:PATH",
        "die": "nets.die:DIE",
        "pyramid": "nets.pyramid:PYRAMID",
        "standee": "nets.standee:STANDEE",
        "foldover": "nets.foldover:FOLDOVER",
        "net": "nets.free_net:NET",
        "box": "nets.box:BOX",
        "screen": "nets.screen:SCREEN",
        "divider": "nets.divider:DIVIDER",
        "piece": "loose_pieces:PIECE",
    }
)

KINDS_OF_ROWS = ("card", "tile", "token")  # a row of a table makes one piece of these, so layouts are tried with them
