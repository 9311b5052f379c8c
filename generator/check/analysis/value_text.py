"""Compare printed text with values of the data."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from generator.language.emphasis import strip_markup
from generator.model.characters import drop_unseen

_MINUS_SIGNS = "-\u2212\u2013"
_NARROW_SPACES = "\u00a0\u2009\u202f"  # spaces at which lines are not broken, or hardly ever
_NUMBER = re.compile(rf"([{_MINUS_SIGNS}+])?(\d{{1,3}}([, {_NARROW_SPACES}])\d{{3}}(?:\3\d{{3}})*|\d+)(\.\d+)?")
_THOUSANDS_SPACE = re.compile(rf"(?<=\d)[{_NARROW_SPACES}](?=\d{{3}}(?!\d))")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")  # between letters, where a line may have been broken
_ITEM_MARKS = ",;"


UNTRANSLATED: Mapping[str, str] = {}


def iterate_wordings(value: Any, says: Mapping[str, str]) -> Iterator[Any]:
    """Yield a value, and its translation if `says` has one; of a list, each item is translated."""
    yield value
    if says and (there := _translate_value(value, says)) != value:
        yield there


def _translate_value(value: Any, says: Mapping[str, str]) -> Any:
    if isinstance(value, list | tuple):
        return [_translate_value(item, says) for item in value]
    return says.get(" ".join(value.split()), value) if isinstance(value, str) else value


def text_matches(text: str, value: Any, says: Mapping[str, str] = UNTRANSLATED) -> bool:
    """Return whether a text says a value: compared word by word, ignoring case, and for a list item by item.

    A text value may also be set letter by letter, and its markup may be set as icons and emphasis. Non-breaking spaces
    count as spaces, and what is not drawn counts for nothing. On sheets in another language, `says` maps texts to their
    translations, and either is accepted.
    """
    return any(_matches(text, each) for each in iterate_wordings(value, says))


def _matches(text: str, value: Any) -> bool:
    if text == (value if isinstance(value, str) else str(value) if type(value) in (int, float) else None):
        return True  # the usual case, and the fastest
    if isinstance(value, str) and (plain := strip_markup(value, text)) != value and _matches(text, plain):
        return True
    if isinstance(value, list | tuple):
        words = _split_items(text)
        wanted = [_strip_marks(each) for item in value for each in _expected_words(item)]
    elif isinstance(value, str):
        words, wanted = text.split(), _expected_words(value)
    else:
        words, wanted = [text.strip()], _expected_words(value)
    if len(words) == len(wanted) and all(map(_word_matches, words, wanted)):
        return True
    if not isinstance(value, str):
        return False
    shown, meant = (drop_unseen("".join(each)).casefold() for each in (words, value.split()))
    return shown == meant or (_HYPHEN.search(shown) is not None and _HYPHEN.sub("", shown) == _HYPHEN.sub("", meant))


def is_empty(value: Any) -> bool:
    """Return whether a value is shown by showing nothing."""
    return value is None or value == [] or (isinstance(value, str) and not value.strip())


def is_comparable(value: Any) -> bool:
    """Return whether text can be compared with a value: true, false and none are shown by any sign the design likes."""
    return value is not None and not isinstance(value, bool)


def text_contains(text: str, words: str, says: Mapping[str, str] = UNTRANSLATED) -> bool:
    """Return whether words, or their translation, are side by side in a text, or are spelled out by single letters."""
    return any(_contains(text, each) for each in iterate_wordings(words, says))


def _contains(text: str, words: str) -> bool:
    there, wanted = (each.casefold().replace("\u2212", "-").split() for each in (text, words))
    if not wanted:
        return False
    if any(there[at : at + len(wanted)] == wanted for at in range(len(there))):
        return True
    return all(len(word) == 1 for word in there) and "".join(there) == "".join(wanted)


def read_value(text: str, value: Any, says: Mapping[str, str] = UNTRANSLATED) -> Any:
    """Return what a text says, as the type of value that the data have there; the value itself if it says that."""
    if text_matches(text, value, says):
        return value
    if isinstance(value, list):
        words = _split_items(text)
        numbers = [parse_number(word) for word in words]
        return words if None in numbers or any(isinstance(item, str) for item in value) else numbers
    if isinstance(value, int | float) and (found := parse_number(text.strip())) is not None:
        return found
    return text


def parse_number(word: str) -> int | float | None:
    """Return the number that a word is, or None."""
    found = _NUMBER.fullmatch(word)
    if found is None:
        return None
    sign, whole, parting, part = found.groups()
    digits = whole.replace(parting, "") if parting else whole
    size = float(digits + part) if part else int(digits)
    return -size if sign and sign in _MINUS_SIGNS else size


def _split_items(text: str) -> list[str]:
    """Return the words of a list, without the punctuation between them."""
    return [_strip_marks(word) for word in _THOUSANDS_SPACE.sub(",", text).split()]


def _strip_marks(word: Any) -> Any:
    return word.rstrip(_ITEM_MARKS) or word if isinstance(word, str) else word


def _expected_words(value: Any) -> list[Any]:
    """Return the words of a value; a number counts as one word and stays a number."""
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else str(value).split()


def _word_matches(word: str, wanted: Any) -> bool:
    if isinstance(wanted, str):
        return word == wanted or word.casefold() == wanted.casefold()
    if isinstance(wanted, float) and word == str(wanted):
        return True
    found = parse_number(word)
    return found == wanted and not (isinstance(found, float) and found.is_integer())
