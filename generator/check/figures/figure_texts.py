"""Find the texts about each figure: its alternative text, its caption, and the words that its data print."""

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from generator.check.analysis.text_places import find_word_place
from generator.check.figures.lexicon import Lexicon
from generator.check.figures.scene import FigureScene
from generator.model.finding import Place
from generator.model.language import Language
from generator.model.rules import MarkedText

_CAPTION = re.compile(  # no other picture begins a line in the text of one, so that each is read once
    r"^!\[(?P<words>(?:[^\]\\\n]|\n(?!!\[)|\\.)*+)\]\(figure:(?P<name>[^)\s]+)\)[ \t]*$", re.MULTILINE
)

_LINK = re.compile(r"(?<!!)\[\]\(figure:(?P<name>[^)\s\[]++)\)")
_ENDS = (". ", ": ", "; ", "\n")


class FigureText(NamedTuple):
    """A text about a figure in a language, where it is, and what messages call it.

    `typed` is the range of the rules that the text of a caption fills; other texts are found as a whole.
    """

    kind: Literal["alt", "caption", "says", "link"]
    text: str
    lexicon: Lexicon
    where: Place
    called: str
    source: MarkedText | None = None
    offset: int = 0

    def place(self, at: int) -> Place:
        """Return the place of a character of the text."""
        if self.source:
            return self.source.place(self.offset + at, self.where.file)
        return find_word_place(self.where, self.text, at) if at else self.where

    @property
    def last_line(self) -> int:
        """Return the line of the last word."""
        return self.place(max(self.text.rstrip(" .!?\n").rfind(" "), 0)).line

    def is_claimed(self, at: int) -> bool:
        """Return whether a claim has printed a character, so that the claim holds it."""
        marked = self.source.marked if self.source else ()
        return any(each.start <= self.offset + at < each.end and not each.color for each in marked)


def list_texts(scene: FigureScene, language: Language, lexicon: Lexicon, captions: "Captions") -> Iterator[FigureText]:
    """Yield the texts about a figure in a language."""
    first = language is scene.game.first
    alt = language.alts.get(scene.name) or (scene.data.alt if first else "")
    place = scene.place("alt") if first else language.place("figures", scene.name)
    yield FigureText("alt", lexicon.join_colors(alt), lexicon, place, "the alt text")
    if scene.name in captions:
        offset, words = captions[scene.name]
        source = MarkedText(language.rules, language.marked)
        where = source.place(offset, language.file)
        yield FigureText("caption", lexicon.join_colors(words), lexicon, where, "the caption", source, offset)


def list_linking_sentences(scene: FigureScene, language: Language, lexicon: Lexicon) -> Iterator[FigureText]:
    """Yield the sentences of the rules that link to a figure, such as `Ann rolls a sword ([](figure:fight))`."""
    source = MarkedText(language.rules, language.marked)
    for found in _LINK.finditer(language.rules):
        if found["name"] == scene.name:
            start = max(language.rules.rfind(mark, 0, found.start()) + len(mark) for mark in _ENDS)
            words = language.rules[start : found.start()]
            where = source.place(start, language.file)
            yield FigureText("link", lexicon.join_colors(words), lexicon, where, "the sentence", source, start)


Captions = Mapping[str, tuple[int, str]]


def find_captions(language: Language) -> Captions:
    """Return the caption of each figure that is in a paragraph of its own, and where it begins in the rules."""
    return {found["name"]: (found.start("words"), found["words"]) for found in _CAPTION.finditer(language.rules)}
