"""Suggest names for misspelled ones ("did you mean")."""

from collections.abc import Iterable
from itertools import islice

_MOST_NAMES = 5000  # that a misspelled name is compared with, so that a hundred such names take a few seconds
_MOST_LISTED = 17  # names, where none is near: as many as the keys of a token
_MOST_LETTERS = 60  # of a name that is compared, whose cost grows with their square


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?`, or `; there are 'a', 'b' and 'c'` if the names are few, or nothing."""
    names = sorted(set(islice(known, _MOST_NAMES)))
    if close := nearest_name(name, names):
        return f"; did you mean {close!r}?"
    if not 0 < len(names) <= _MOST_LISTED or any(len(each) > _MOST_LETTERS for each in names):
        return ""
    *first, last = map(repr, names)
    return f"; there are {', '.join(first)} and {last}" if first else f"; there is {last}"


def nearest_name(name: str, known: Iterable[str]) -> str:
    """Return the name nearest to a misspelled one, or an empty text if none is near."""
    if len(name) > _MOST_LETTERS:
        return ""
    from difflib import get_close_matches

    names = sorted({each for each in islice(known, _MOST_NAMES) if len(each) <= _MOST_LETTERS})
    return next(iter(get_close_matches(name, names, n=1)), "")
