"""A text that was read back and a value of the data go in; whether the text says the value comes out, and what it says.

Numbers are as people write them, 3, +3, 1,000 or 2.50, with either minus; what is whole has no point.
"""

import re
from typing import Any

_MINUS = "\u2212"
_NUMBER = re.compile(rf"(\+|-|{_MINUS})?(\d{{1,3}}(?:,\d{{3}})+|\d+)(\.\d+)?")
_MARKS = ",;"


def says(text: str, value: Any) -> bool:
    """Tell whether a text says a value: word by word, large and small letters alike, a list item by item.

    A text of the data may also be set letter by letter.
    """
    if text == (value if isinstance(value, str) else str(value) if type(value) is int else None):
        return True  # so it is with the most of a deck
    if isinstance(value, list | tuple):
        words = [word.rstrip(_MARKS) or word for word in text.split()]
        wanted = [each for item in value for each in _wanted(item)]
    else:
        words, wanted = text.split(), _wanted(value)
    if len(words) == len(wanted) and all(map(_is, words, wanted)):
        return True
    return isinstance(value, str) and "".join(words).casefold() == "".join(value.split()).casefold()


def empty(value: Any) -> bool:
    """Tell whether a value is one that is shown by showing nothing."""
    return value is None or value == "" or value == []


def plain(value: Any) -> bool:
    """Tell whether words can be held against a value: true, false and none are shown by whatever stands for them."""
    return value is not None and not isinstance(value, bool)


def holds(text: str, words: str) -> bool:
    """Tell whether words stand side by side in a text, or its letters one by one make them up."""
    there, wanted = text.casefold().split(), words.casefold().split()
    if not wanted:
        return False
    if any(there[at : at + len(wanted)] == wanted for at in range(len(there))):
        return True
    return all(len(word) == 1 for word in there) and "".join(there) == "".join(wanted)


def read(text: str, value: Any) -> Any:
    """Return what a text says, as the sort of value that the data have there; the value itself where it says that."""
    if says(text, value):
        return value
    if isinstance(value, list):
        words = [word.rstrip(_MARKS) or word for word in text.split()]
        numbers = [number(word) for word in words]
        return words if None in numbers or any(isinstance(item, str) for item in value) else numbers
    if isinstance(value, int | float) and (found := number(text.strip())) is not None:
        return found
    return text


def number(word: str) -> int | float | None:
    """Return the number that a word is, if it is one."""
    found = _NUMBER.fullmatch(word)
    if found is None:
        return None
    sign, whole, part = found.groups()
    size = float(whole.replace(",", "") + part) if part else int(whole.replace(",", ""))
    return -size if sign in ("-", _MINUS) else size


def _wanted(value: Any) -> list[Any]:
    """Return the words of a value; a number is one, as it is."""
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else str(value).split()


def _is(word: str, wanted: Any) -> bool:
    if isinstance(wanted, str):
        return word == wanted or word.casefold() == wanted.casefold()
    found = number(word)
    return found == wanted and not (isinstance(found, float) and found.is_integer())
