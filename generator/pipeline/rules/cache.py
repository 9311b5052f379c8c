"""Keep rules that are set in the user's own cache folder, from one build to the next, each form of them in a file.

What is kept stands under a digest of all that decides how the rules look: their text and pictures, fonts, paper and
code. It holds a stand-in for the number of the build, which each edit of the data changes.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from msgspec.structs import replace

from generator.booklet.blocks import Block, Imprint
from generator.booklet.build_number import STAND_IN, can_put_number, put_build_number
from generator.model.finding import Finding, Place
from generator.model.picture import Font, Picture
from generator.program.identity import identify_program
from generator.safety.code_cache import open_sheet_cache
from generator.safety.memory import Memory
from generator.write.looks import LookDigester


class Rulebook(NamedTuple):
    """The rules in one language as blocks, and the pictures that they show by their references."""

    blocks: tuple[Block, ...]
    imprint: Imprint
    file: str
    fonts: Mapping[str, Font]
    shown: Mapping[str, "ShownPicture"]
    notes: tuple[Finding, ...] = ()
    is_sheet: bool = False


class ShownPicture(NamedTuple):
    """A picture in the rules, its alternative text, its place in the data, and whether it shows pieces in true size."""

    picture: Picture
    alt: str
    place: Place
    true_size: bool = False


_ENTRY, _SET = "rules", "set"


class SetRules(NamedTuple):
    """One form of rules as a file: of a booklet also its pages, whether it has a back cover, and its inner margin, mm.

    `pages` is 0 of what is not imposed. `notes` are lines of the source, and what is set in another way there.
    """

    file: bytes
    pages: int = 0
    back_cover: bool = False
    inner: float = 0.0
    notes: tuple[tuple[int, str], ...] = ()


class RulesCache:
    """The rules in one language, in forms that are known by a name; `style` is the style sheet of web pages."""

    def __init__(self, book: Rulebook) -> None:
        self._book, self._store = book, open_sheet_cache()

    def find(self, form: str, make: Callable[[Rulebook], SetRules]) -> SetRules:
        """Return the rules in a form as they were kept, or set and keep them."""
        build = self._book.imprint.build
        memory = Memory(self._store, _ENTRY, form, self._digest)
        kept = _restore(memory.find(_SET))
        if kept is None:
            kept = make(self._book._replace(imprint=replace(self._book.imprint, build=STAND_IN)))
            if not can_put_number(kept.file):
                return make(self._book)
            memory.add(_SET, tuple(kept))
            memory.save()
        return kept._replace(file=put_build_number(kept.file, build))

    @cached_property
    def _digest(self) -> str:
        """Return a digest of all that decides how the rules look, but for their form."""
        book, looks = self._book, LookDigester()
        imprint = replace(book.imprint, build="", places={})
        fonts = [(name, font.name, sha256(font.data).hexdigest()) for name, font in book.fonts.items()]
        shown = [
            (name, alt, true_size, (each.x, each.y, each.width, each.height), looks.digest_picture(each))
            for name, (each, alt, _, true_size) in book.shown.items()
        ]
        told = repr((identify_program(), book.blocks, imprint, fonts, shown))
        return sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def _restore(found: object) -> SetRules | None:
    """Return rules as they were kept; None for anything else."""
    match found:
        case (bytes() as file, int() as pages, bool() as back_cover, float() as inner, tuple() as notes):
            return SetRules(file, pages, back_cover, inner, notes) if can_put_number(file) else None
    return None
