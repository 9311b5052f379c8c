"""Players' mats and displays: boards of slots that are sized for parts, tracks, counters and tables."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from generator.components import flat_pieces as flat
from generator.components.boards.board import GENERATORS, BoardData
from generator.components.boards.builder import BOARD
from generator.components.boards.pockets import Slot
from generator.geometry.types import Outline
from generator.model.finding import KeyedError
from generator.model.game import KindTraits, PartData


class MatData(BoardData, frozen=True, kw_only=True):
    """A mat of a given size; its cells are slots, tracks, counters, tables, and cells of its own."""

    def __post_init__(self) -> None:
        """Refuse a mat without cells or size (KeyedError)."""
        generated = any(getattr(self, name) is not None for name in GENERATORS)
        if not (generated or self.has_own_cells or self.has_spaces or self.is_picture):
            says = "a mat needs `slots`, `tracks`, `counters`, `tables`, or `cells` with a place each"
            raise KeyedError("", f"{says}; or a `size` and an `image`")
        BoardData.__post_init__(self)


def find_trim(part: PartData | None) -> Outline | None:
    """Return the trim of a flat piece; None for a piece that has none of its own."""
    match part:
        case flat.CardData():
            return flat.card_outline(part)
        case flat.TileData():
            return flat.tile_outline(part)
        case flat.TokenData():
            return flat.token_outline(part)
        case flat.TrackData():
            return flat.track_outline(part)
    side = getattr(part, "size", None)  # of a card of paths
    return Outline(side, side) if isinstance(side, float | int) and hasattr(part, "ports") else None


def size_slots(data: Any, parts: Mapping[str, PartData]) -> Any:
    """Return the data of a board with the sizes of its slots that are given by the part that is laid there."""
    slots: dict[str, Slot] = dict(data.slots)
    for name, slot in slots.items():
        if slot.at is None or slot.size is not None:
            continue
        trim = find_trim(parts.get(slot.part))
        if trim is not None:
            wide, high = trim.width + 2 * slot.room, trim.height + 2 * slot.room
            slots[name] = replace(slot, size=[high, wide] if slot.sideways else [wide, high])
    return replace(data, slots=slots) if slots != data.slots else data


MAT = BOARD._replace(data=MatData, traits=KindTraits(product="mat", stacks=False))
