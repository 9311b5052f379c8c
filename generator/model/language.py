"""The words of a language: those of the booklet itself, and those that a game says besides its rules."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from generator.model.claims import InlineClaim
from generator.model.finding import Finding
from generator.model.marked import Marked
from generator.model.place import Place
from generator.model.strict import WORD, Strict

Words = Annotated[str, Meta(pattern=WORD)]


class Terms(Strict, frozen=True, kw_only=True):
    """What a booklet says in words of its own; braces stand for what is put in."""

    figure: Words = "Figure {number}"
    section: Words = "section {number}"
    version: Words = "Version {version}"
    players: Words = "{least} to {most} players"
    players_alike: Words = "{least} players"
    note: Words = "Note"
    contents: Words = "Contents"
    page: Words = "page {number} of {pages}"
    build: Words = "build {build}"
    sheet: Words = "sheet {sheet} of {sheets}"
    outer: Words = "outer side"
    inner: Words = "inner side"
    flip: Words = "flip on the short edge"
    decimal: Words = "."
    numbers: Annotated[
        list[Words], Meta(description="the numbers in words, from zero on, a bar between words for one number")
    ] = []


class LanguageData(Strict, frozen=True, kw_only=True):
    """The words of a translation, `rules.<tag>.yaml` beside `rules.<tag>.md`."""

    title: Words | None = None
    about: Words | None = None
    credits: list[Words] | None = None
    notice: Words | None = None
    parts: Annotated[
        dict[str, Annotated[list[Words], Meta(min_length=1)]],
        Meta(description="each part's name, for one, for several, and what else its pieces are called"),
    ] = {}
    colors: Annotated[
        dict[str, Words], Meta(description="what each color role is called, and words such as brown for palettes")
    ] = {}
    figures: Annotated[dict[str, Words], Meta(description="each figure's `alt`")] = {}
    words: Annotated[dict[str, Words], Meta(description="texts in drawings, and what stands there instead")] = {}
    terms: Annotated[Terms | None, Meta(description="the booklet's own words, for a language that has none yet")] = None


class Language(Struct, frozen=True):
    """The rules in one language: their text with its numbers and colors printed, its claims, and all other words.

    `file` is how people see the text's file, and `words` the file of the other words; for the first language of a game,
    in which its `game.yaml` is written, `words` is that file. `says` goes from a text in a drawing to what stands there
    in this language; the first language says what it says. `colors` goes from a role to its name, whatever the palette,
    `repainted` to the name of its paint where that has another. `places` tells where the file of words has a value, by
    its path, and `spoken` what in it braces have printed. `later` is what is wrong with it where it is printed.
    """

    tag: str
    file: str
    words: str
    rules: str
    inline: tuple[InlineClaim, ...]
    marked: tuple[Marked, ...]
    title: str
    about: str
    credits: tuple[str, ...]
    notice: str
    terms: Terms
    parts: Mapping[str, tuple[str, ...]] = {}
    colors: Mapping[str, str] = {}
    alts: Mapping[str, str] = {}
    says: Mapping[str, str] = {}
    repainted: Mapping[str, str] = {}
    places: Mapping[tuple[str | int, ...], Place] = {}
    spoken: Mapping[tuple[str | int, ...], tuple[Marked, ...]] = {}
    later: tuple[Finding, ...] = ()

    def place(self, *path: str | int) -> Place:
        """Return the place of a value in the file of words, or of the nearest thing around it that stands there."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Place(self.words))
