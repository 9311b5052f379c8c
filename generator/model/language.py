"""The words of a language: those of the booklet itself, and those that a game says besides its rules."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from generator.model.claims import InlineClaim
from generator.model.marked import Marked
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
    numbers: Annotated[list[Words], Meta(description="the numbers in words, from zero on")] = []


class LanguageData(Strict, frozen=True, kw_only=True):
    """The words of a translation, `rules.<tag>.yaml` beside `rules.<tag>.md`."""

    title: Words | None = None
    about: Words | None = None
    credits: list[Words] | None = None
    notice: Words | None = None
    parts: Annotated[dict[str, list[Words]], Meta(description="each part's name, for one and for several")] = {}
    colors: Annotated[dict[str, Words], Meta(description="what each color role is called")] = {}
    figures: Annotated[dict[str, Words], Meta(description="each figure's `alt`")] = {}
    words: Annotated[dict[str, Words], Meta(description="texts in drawings, and what stands there instead")] = {}
    terms: Annotated[Terms | None, Meta(description="the booklet's own words, for a language that has none yet")] = None


class Language(Struct, frozen=True):
    """The rules in one language: their text with its numbers and colors printed, its claims, and all other words.

    `file` is how people see the text's file, and `words` the file of the other words; for the first language of a game,
    in which its `game.yaml` is written, `words` is that file. `says` goes from a text in a drawing to what stands there
    in this language; the first language says what it says.
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
