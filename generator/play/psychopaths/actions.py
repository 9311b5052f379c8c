"""What players do in Psychopaths, and sets of cells as bits."""

from typing import NamedTuple


class DieUse(NamedTuple):
    """What a player does with a die, by its number: `pawn`, `psycho`, `rotate`, `switch` or `decline`.

    `subject` is the pawn, or the slot of a rotation; `target` the cell where a piece ends, or the quarters of a turn.
    """

    die: int
    kind: str
    subject: int = -1
    target: int = -1


class CardChange(NamedTuple):
    """What a player does with cards.

    `lay` puts the drawn card in a slot, `draw` takes one from the stack to replace another, and `swap` trades the
    places of two; quarters turn the card that comes into the slot, and the one that comes into the other slot.
    """

    kind: str
    slot: int = -1
    quarters: int = 0
    other: int = -1
    other_quarters: int = 0


Deed = DieUse | CardChange

DRAW = CardChange("draw")


def list_bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, the lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def pick_bit(mask: int, index: int) -> int:
    """Return the number of a bit that is set, counted from the lowest."""
    for _ in range(index):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1
