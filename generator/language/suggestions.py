"""A misspelt name and the names there are go in, the words that help come out."""

from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?`, or the whole list where it is short, or nothing."""
    names = sorted(set(known))
    if close := nearest(name, names):
        return f"; did you mean {close!r}?"
    return f"; there is {', '.join(map(repr, names))}" if 0 < len(names) <= 12 else ""


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the name that a misspelt one is nearly, or nothing."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, sorted(set(known)), n=1)), "")
