"""Define the kit: a game with its parts, faces and planned sheets, ready to be printed."""

from msgspec import Struct

from generator.fonts.font_book import FontBook
from generator.impose.imposition import Imposition
from generator.model.game import Game, Part
from generator.model.sheet import ArtTraits
from generator.render.faces import FaceRenderer


class Kit(Struct, frozen=True, eq=False):
    """A game ready to be printed: all its parts and the chosen ones, the source of their faces, and the sheets.

    `looks` are the bleeds of the chosen parts by their ids; `build` is the digest of the files that decide what is
    printed.
    """

    game: Game
    all_parts: tuple[Part, ...]
    parts: tuple[Part, ...]
    faces: FaceRenderer
    looks: dict[str, ArtTraits]
    press: Imposition
    fonts: FontBook
    build: str
