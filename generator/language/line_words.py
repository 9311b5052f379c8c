"""The words by which rules call the styles of drawn lines, in each language."""

from collections.abc import Mapping
from types import MappingProxyType

SOLID, DASHED, DOTTED, DOUBLE = "solid", "dashed", "dotted", "double"

LineWords = Mapping[str, str]  # the style that each word stands for

_WORDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "en": {
            SOLID: "solid plain unbroken continuous",
            DASHED: "dashed dashes",
            DOTTED: "dotted dots",
            DOUBLE: "double",
        },
        "de": {
            SOLID: "durchgezogen durchgezogene durchgezogenen durchgehend durchgehende durchgehenden",
            DASHED: "gestrichelt gestrichelte gestrichelten gestrichelter striche strichen",
            DOTTED: "gepunktet gepunktete gepunkteten gepunkteter punktiert punktierte punktierten punkte punkten",
            DOUBLE: "doppelt doppelte doppelten",
        },
        "fr": {
            SOLID: "plein pleine pleins pleines continu continue continus continues",
            DASHED: "tirets",
            DOTTED: "pointillé pointillée pointillés pointillées",
            DOUBLE: "double doubles",
        },
    }
)
# that tell the style of a line and nothing else, so that a line of it must be somewhere
_SURE = frozenset(
    "dashed dotted gestrichelt gestrichelte gestrichelten gestrichelter gepunktet gepunktete gepunkteten punktiert"
    " punktierte punktierten pointillé pointillée pointillés pointillées".split()
)
# that speak of the lines that the program prints to cut and to fold, and of figures
_MAKING = frozenset(
    "cut cuts cutting fold folds folding score scoring glue schneide schneidet falte faltet falten falze klebe"
    " découpez découper pliez plier pli plis collez".split()
)


def find_line_words(tag: str) -> LineWords:
    """Return the words for styles of lines in a language such as `de-AT`; none if it has none here."""
    styles = _WORDS.get(tag.partition("-")[0].lower(), {})
    return {word: style for style, words in styles.items() for word in words.split()}


def is_sure(word: str) -> bool:
    """Return whether a word for a style is used of lines alone: `dotted` is, `dots` can be those of a die."""
    return word in _SURE


def speaks_of_making(words: frozenset[str]) -> bool:
    """Return whether a sentence of these words speaks of how pieces are cut and folded."""
    return not _MAKING.isdisjoint(words)
