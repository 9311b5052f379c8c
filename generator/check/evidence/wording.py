"""Compare text that was read back with values of the data.

Numbers are accepted as people write them: 3, +3, 1,000 or 2.50, with a hyphen, an en dash or a minus sign, and with
commas or non-breaking spaces between thousands; a whole number has no decimal point, unless the data write it so.
"""

import re
from typing import Any

_MINUS = "-\u2212\u2013"
_THIN = "\u00a0\u2009\u202f"  # spaces at which lines are not broken, or hardly ever
_NUMBER = re.compile(rf"([{_MINUS}+])?(\d{{1,3}}([, {_THIN}])\d{{3}}(?:\3\d{{3}})*|\d+)(\.\d+)?")
_PARTED = re.compile(rf"(?<=\d)[{_THIN}](?=\d{{3}}(?!\d))")
_MARKS = ",;"


def says(text: str, value: Any) -> bool:
    """Tell whether a text says a value: compared word by word, ignoring case, and for a list item by item.

    A text value may also be set letter by letter. Non-breaking spaces count as spaces.
    """
    if text == (value if isinstance(value, str) else str(value) if type(value) in (int, float) else None):
        return True  # the usual case, and the fastest
    if isinstance(value, list | tuple):
        words = _items(text)
        wanted = [_unmarked(each) for item in value for each in _wanted(item)]
    elif isinstance(value, str):
        words, wanted = text.split(), _wanted(value)
    else:
        words, wanted = [text.strip()], _wanted(value)
    if len(words) == len(wanted) and all(map(_is, words, wanted)):
        return True
    return isinstance(value, str) and "".join(words).casefold() == "".join(value.split()).casefold()


def empty(value: Any) -> bool:
    """Tell whether a value is shown by showing nothing."""
    return value is None or value == "" or value == []


def plain(value: Any) -> bool:
    """Tell whether text can be compared with a value: true, false and none are shown by any sign the design likes."""
    return value is not None and not isinstance(value, bool)


def holds(text: str, words: str) -> bool:
    """Tell whether words stand side by side in a text, or are spelled out by its single letters."""
    there, wanted = text.casefold().split(), words.casefold().split()
    if not wanted:
        return False
    if any(there[at : at + len(wanted)] == wanted for at in range(len(there))):
        return True
    return all(len(word) == 1 for word in there) and "".join(there) == "".join(wanted)


def read(text: str, value: Any) -> Any:
    """Return what a text says, as the type of value that the data have there; the value itself if it says that."""
    if says(text, value):
        return value
    if isinstance(value, list):
        words = _items(text)
        numbers = [number(word) for word in words]
        return words if None in numbers or any(isinstance(item, str) for item in value) else numbers
    if isinstance(value, int | float) and (found := number(text.strip())) is not None:
        return found
    return text


def number(word: str) -> int | float | None:
    """Return the number that a word is, or None."""
    found = _NUMBER.fullmatch(word)
    if found is None:
        return None
    sign, whole, parting, part = found.groups()
    digits = whole.replace(parting, "") if parting else whole
    size = float(digits + part) if part else int(digits)
    return -size if sign and sign in _MINUS else size


def _items(text: str) -> list[str]:
    """Return the words of a list, without the punctuation between them."""
    return [_unmarked(word) for word in _PARTED.sub(",", text).split()]


def _unmarked(word: Any) -> Any:
    return word.rstrip(_MARKS) or word if isinstance(word, str) else word


def _wanted(value: Any) -> list[Any]:
    """Return the words of a value; a number counts as one word and stays a number."""
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else str(value).split()


def _is(word: str, wanted: Any) -> bool:
    if isinstance(wanted, str):
        return word == wanted or word.casefold() == wanted.casefold()
    if isinstance(wanted, float) and word == str(wanted):
        return True
    found = number(word)
    return found == wanted and not (isinstance(found, float) and found.is_integer())
