"""Define what the rules of a game hold, before they are set in any form."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from generator.model.finding import Finding, Place
from generator.model.picture import Font, Picture

if TYPE_CHECKING:
    from generator.booklet.blocks import Block, Imprint


class Rulebook(NamedTuple):
    """The rules in one language as blocks, and the pictures that they show by their references."""

    blocks: "tuple[Block, ...]"
    imprint: "Imprint"
    file: str
    fonts: Mapping[str, Font]
    shown: Mapping[str, "ShownPicture"]
    notes: tuple[Finding, ...] = ()
    is_sheet: bool = False


class ShownPicture(NamedTuple):
    """A picture in the rules, its alternative text, and its place in the data."""

    picture: Picture
    alt: str
    place: Place
