"""What a walk through an SVG asks of its sheet, and the records of what it finds."""

from typing import NamedTuple, Protocol

from generator.model.picture import Matrix
from generator.read.pieces import Drawn, Segments
from generator.read.svg_tags import Tag


class OddError(Exception):
    """Markup that is well-formed, it may be, and not written as a sheet is."""


class Symbol(NamedTuple):
    """What is used by its name: its look, and what it draws."""

    look: bytes
    drawn: Drawn


class Found(NamedTuple):
    """A piece: its name, its place, the name of what it is cut to, its look, and what it draws."""

    name: bytes
    matrix: Matrix
    clip: bytes
    look: bytes
    drawn: Drawn


class Sheet(Protocol):
    """What a walk asks of a sheet: its name, the words that it defines, and what it knows of tags and symbols."""

    file: str
    words: dict[bytes, str | None]

    def tag(self, item: bytes) -> Tag:
        """Return a tag that was not met before (OddError)."""

    def symbol(self, name: bytes) -> Symbol:
        """Return what is used by its name (GF117)."""

    def lines(self, content: bytes, matrix: Matrix) -> Segments:
        """Return the crop marks in a group (GF117)."""


class Begun(NamedTuple):
    """An element that has no end yet: the number of its tag, and how many texts and marks came before it."""

    tag: Tag
    matrix: Matrix | None
    start: int
    before: int
    marks: int
