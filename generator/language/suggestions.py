"""Suggest names for misspelled ones ("did you mean")."""

import re
from collections.abc import Iterable
from itertools import islice

_MOST_NAMES = 5000  # that a misspelled name is compared with, so that a hundred such names take a few seconds
_MOST_LISTED = 18  # names, where none is near: as many as the keys of a token
_MOST_LETTERS = 60  # of a name that is compared, whose cost grows with their square
_MOST_COMPARED = 5  # names, letter by letter
_LEAST_WORD = 3  # letters of a word by which a name is known


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
    """Return the name nearest to a misspelled one, or an empty text if none is near.

    A name is near if a third of its letters, at most, were mistyped, or if it is a whole word of the other or at least
    the first half of it.
    """
    if len(name) > _MOST_LETTERS:
        return ""
    from difflib import get_close_matches

    names = sorted({each for each in islice(known, _MOST_NAMES) if len(each) <= _MOST_LETTERS})
    folded = {each.casefold(): each for each in reversed(names)}
    close = [folded[each] for each in get_close_matches(name.casefold(), folded, n=_MOST_COMPARED)]
    near = [each for each in close if _is_near(name.casefold(), each.casefold())]
    return next(iter(near), "")


def _is_near(name: str, other: str) -> bool:
    """Return whether one of two names may have been typed for the other."""
    if _count_typos(name, other) <= max(len(name), len(other)) // 3:
        return True
    short, long = sorted((name, other), key=len)
    is_beginning = long.startswith(short) and 2 * len(short) >= len(long)
    return len(short) >= _LEAST_WORD and (is_beginning or short in re.split(r"[\W_]+", long))


def _count_typos(name: str, other: str) -> int:
    """Return how many letters must be changed, added, left out or swapped with the next (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(name, 1):
        above, row = row, [i]
        for j, wanted in enumerate(other, 1):
            cost = min(above[j] + 1, row[-1] + 1, above[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and name[i - 2] == wanted:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = above
    return row[-1]


def is_slip(word: str, other: str) -> bool:
    """Return whether a word is another with one letter wrong, missing, doubled or swapped; digits must agree."""
    if word == other or abs(len(word) - len(other)) > 1 or re.sub(r"\D", "", word) != re.sub(r"\D", "", other):
        return False
    start = next((n for n, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other)))
    one, two = word[start:], other[start:]
    if len(word) == len(other):
        return one[1:] == two[1:] or (one[:2] == two[1::-1] and one[2:] == two[2:])
    return one[1:] == two or one == two[1:]
