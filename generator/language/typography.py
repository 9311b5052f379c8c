"""Set what languages set in their own ways: quotation marks, spaces beside punctuation, elided articles."""

import re
from collections.abc import Sequence

NARROW_SPACE = "\u202f"  # at which lines do not break
# how the words begin that French, Italian and Catalan join to the next word, as in `l'étoile`
ELISION = r"(?:[ldnscjmt]|qu|jusqu|lorsqu|puisqu|quoiqu|dell|dall|nell|sull|un)['\u2019](?=[^\W\d_])"
_QUOTES: dict[str, Sequence[str]] = {
    "en": ("\u201c", "\u201d", "\u2018", "\u2019"),
    "de": ("\u201e", "\u201c", "\u201a", "\u2018"),
    "fr": (f"\u00ab{NARROW_SPACE}", f"{NARROW_SPACE}\u00bb", "\u201c", "\u201d"),
    "es": ("\u00ab", "\u00bb", "\u201c", "\u201d"),
    "it": ("\u00ab", "\u00bb", "\u201c", "\u201d"),
    "pt": ("\u201c", "\u201d", "\u2018", "\u2019"),
    "nl": ("\u201c", "\u201d", "\u2018", "\u2019"),
}
_SPACED = frozenset({"fr"})  # languages with a space before ; : ! ? and inside quotation marks
_BEFORE_MARK = re.compile(r"(?<=\S)[ \u00a0](?=[;:!?%\u00bb])")
_AFTER_MARK = re.compile(r"(?<=\u00ab)[ \u00a0](?=\S)")
_PRODUCT = re.compile("(?<=[0-9]) (?=\u00d7 [0-9])|(?<=[0-9] \u00d7) (?=[0-9])")
_UNIT = re.compile(
    r"(?<=[0-9]) (?=(?:mm|cm|m|km|in|pt|g|kg|gsm|g/m\u00b2|ml|l|s|min|h|dpi|\u00b0C?|%|\u20ac|\u00d7)(?![^\W\d_]))"
)
_DOUBLE_QUOTE = re.compile(r"(?:(?<!\s)\s++)?[\"\u201c\u201d\u201e\u00ab\u00bb]\s*")
_SINGLE_QUOTE = re.compile("[\u2018\u2019\u201a]")
# of languages that have no blanks between words, and a sign for where a line may break
_WITHOUT_BLANKS = re.compile("[\u200b\u2e80-\u312f\u31a0-\u9fff\uf900-\ufaff\uff01-\uffee\U00020000-\U0003ffff]")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")


def has_unspaced_words(text: str) -> bool:
    """Return whether some words of a text have no blank between them; few texts need the slow regular expression."""
    may_have = not text.isascii() and (max(text) >= "\u2e80" or "\u200b" in text)
    return may_have and _WITHOUT_BLANKS.search(text) is not None


def split_units(text: str) -> list[str]:
    """Return what a line can break between in a text without blanks, by Unicode Standard Annex 14."""
    from uniseg.linebreak import line_break_units  # a slow import, which few languages need

    return [*line_break_units(text)] if has_unspaced_words(text) else [text]


def find_quotes(tag: str) -> Sequence[str]:
    """Return the quotation marks of a language: double ones, then single ones; none if they stay as typed."""
    return _QUOTES.get(tag.partition("-")[0].lower(), ())


def straighten_quotes(text: str) -> str:
    """Return a text with straight quotes and apostrophes, without the spaces beside double ones, to compare it."""
    return _DOUBLE_QUOTE.sub('"', _SINGLE_QUOTE.sub("'", text))


def set_spaces(text: str, tag: str) -> str:
    """Return a text with narrow spaces where a language has some beside punctuation; its length stays the same.

    The spaces must be there already, as in `Attention !`: no program knows which colon belongs to a time of day.
    """
    if tag.partition("-")[0].lower() not in _SPACED:
        return text
    return _AFTER_MARK.sub(NARROW_SPACE, _BEFORE_MARK.sub(NARROW_SPACE, text))


def bind_products(text: str) -> str:
    """Return a text with no-break spaces in products of numbers in digits; its length stays the same."""
    return _PRODUCT.sub("\u00a0", text) if "\u00d7" in text else text


def bind_units(text: str) -> str:
    """Return a text with a no-break space between a number in digits and its unit; its length stays the same."""
    return _UNIT.sub("\u00a0", text)


def set_text(text: str, tag: str) -> str:
    """Return a text that is printed as it is, such as a label, with the spaces and apostrophes of its language."""
    if tag.partition("-")[0].lower() not in _SPACED:
        return text
    return _APOSTROPHE.sub("\u2019", set_spaces(text, tag))
