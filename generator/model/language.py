"""Languages: the booklet's own terms, and the translated rules and texts of a game."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct, field

from generator.model.data_types import ICON_NAME, MOST_ENTRIES, UNBRACED, WORD, Strict
from generator.model.finding import Finding, Place
from generator.model.rules import BraceMark, InlineClaim

Words = Annotated[str, Meta(pattern=WORD)]
Phrase = Annotated[str, Meta(pattern=UNBRACED, max_length=100)]


class TermData(Strict, frozen=True, kw_only=True):
    """The one word for a thing, and the words that no text of the game should use for it."""

    word: Annotated[str, Meta(pattern=UNBRACED, description="what the thing is called everywhere")]
    avoid: Annotated[
        list[Phrase],
        Meta(
            description="words not to be used for it; `*` at the end is any ending",
            min_length=1,
            max_length=MOST_ENTRIES,
        ),
    ]
    exceptions: Annotated[
        list[Phrase], Meta(description="phrases in which such a word means something else", max_length=MOST_ENTRIES)
    ] = field(name="except", default_factory=list)


_NO_OTHER_BRACES = rf"^(?=[\s\S]*\S)(?:[^{{}}]|{ICON_NAME})*$"  # icons, and no other braces
Term = Annotated[str, Meta(pattern=_NO_OTHER_BRACES)] | int | float | TermData


class Terms(Strict, frozen=True, kw_only=True):
    """The booklet's own terms; braces are placeholders."""

    figure: Words = "Figure {number}"
    section: Words = "section {number}"
    version: Words = "Version {version}"
    players: Words = "{least} to {most} players"
    players_alike: Words = "{least} players"
    age: Words = "ages {age} and up"
    minutes: Words = "{least} to {most} minutes"
    minutes_alike: Words = "{least} minutes"
    hours: Words = "{least} to {most} hours"
    hours_alike: Words = "{least} hours"
    note: Words = "Note"
    tip: Words = "Tip"
    important: Words = "Important"
    warning: Words = "Warning"
    caution: Words = "Caution"
    contents: Words = "Contents"
    larger: Annotated[str, Meta(description="beside a small piece that is drawn larger than others", max_length=60)] = (
        "drawn larger"
    )
    page: Words = "page {number} of {pages}"
    build: Words = "build {build}"
    sheet: Words = "sheet {sheet} of {sheets}"
    outer: Words = "outer side"
    inner: Words = "inner side"
    flip: Words = "flip on the short edge"
    binding: Words = "bind at the right"
    decimal: Words = "."
    numbers: Annotated[
        list[Words], Meta(description="the numbers in words, from zero on, a bar between words for one number")
    ] = []

    def begin_caption(self, number: int) -> str:
        """Return the number of a figure with its word, which has a capital letter before a caption."""
        words = self.figure.format(number=number)
        return words[:1].upper() + words[1:]

    def name_note(self, kind: str) -> str:
        """Return what stands above a note that begins with `[!KIND]`: in this language, or as it is written."""
        known = {name: getattr(self, name) for name in ("note", "tip", "important", "warning", "caution")}
        return known.get(kind.lower()) or kind.replace("-", " ").capitalize()


WordSet = frozenset[str]
_NONE: WordSet = frozenset()


class RuleWords(Strict, frozen=True, kw_only=True):
    """The words of a language by which rules are read, in lower case and in all of their forms; none if it has none.

    `kinds` is what the pieces of a kind of component are called. `sections` and `figures` are nouns before the number
    of one, `joins` and `through` stand between two of them. `taking` are verbs for what players do to get or to see
    some pieces, and `definite` and `particles` may follow them. `players`, `everybody` and `counts` stand in headings
    of tables and before lists, `there_are` are the last two words before how many there are. `directions` are ways to
    go round, and sides. `articles` may stand for the number one. `hedges` are words of sentences that may speak of
    something else than this game: other editions, variants, conditions, limits; `elsewhere` are those that surely do.
    `contents` are words and phrases in the heading of a list of what the box holds, `contents_alone` whole headings.
    `scales` are words and phrases of which a translation must not have one for another, by scale and by place on it.
    """

    kinds: dict[str, WordSet] = {}
    sections: WordSet = _NONE
    figures: WordSet = _NONE
    joins: WordSet = _NONE
    through: WordSet = _NONE
    taking: WordSet = _NONE
    definite: WordSet = _NONE
    particles: WordSet = _NONE
    players: WordSet = _NONE
    everybody: WordSet = _NONE
    counts: WordSet = _NONE
    there_are: WordSet = _NONE
    articles: WordSet = _NONE
    hedges: WordSet = _NONE
    elsewhere: WordSet = _NONE
    directions: WordSet = _NONE
    contents: WordSet = _NONE
    contents_alone: WordSet = _NONE
    scales: dict[str, dict[str, WordSet]] = {}


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
    words: Annotated[dict[str, Words], Meta(description="texts in drawings, and what replaces them")] = {}
    terms: Annotated[Terms | None, Meta(description="the booklet's own words, for a language that has none yet")] = None
    covers: Annotated[
        list[Words],
        Meta(
            description="headings of the first rules, if the translation covers a part of them", max_length=MOST_ENTRIES
        ),
    ] = []
    print_notes: Annotated[
        list[Words] | None, Meta(description="the game's `print_notes`, for the page on how to print")
    ] = None
    game_terms: Annotated[
        dict[str, Term], Meta(description="the game's terms in this language, by name", max_length=MOST_ENTRIES)
    ] = {}


class Language(Struct, frozen=True):
    """The rules in one language: their text with braces replaced, their claims, and all other texts.

    `file` is the file of the rules as people see it, and `words` the file of all other texts, which for the first
    language of a game is its `game.yaml`. `says` maps a text in a drawing to its translation; it is empty for the first
    language. `colors` maps a role to its name in any palette, `repainted` to the name of its current paint if that
    differs. `places` maps paths in the file of texts to their places, and `spoken` to what braces have printed there.
    `later` are findings that only matter when this language is printed. `usage` are the terms that list words to
    avoid, by name. `covers` are the headings of the first rules that a translation covers, empty if it covers all.
    `sheet_words` are what gutterfold itself prints on sheets and on the pages on how to print them, by its English
    words, and `color_words` its names of colors. By `rule_words` the text of rules is read.
    """

    tag: str
    file: str
    words: str
    rules: str
    inline: tuple[InlineClaim, ...]
    marked: tuple[BraceMark, ...]
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
    spoken: Mapping[tuple[str | int, ...], tuple[BraceMark, ...]] = {}
    later: tuple[Finding, ...] = ()
    covers: tuple[str, ...] = ()
    usage: Mapping[str, TermData] = {}
    sheet_words: Mapping[str, str] = {}
    color_words: Mapping[str, str] = {}
    print_notes: tuple[str, ...] = ()
    rule_words: RuleWords = RuleWords()

    def place(self, *path: str | int) -> Place:
        """Return the place of a value in the file of texts, or of the nearest enclosing value that has one."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Place(self.words))
