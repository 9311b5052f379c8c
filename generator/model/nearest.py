"""A misspelt name and the names there are go in, the words that help come out."""

from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?`, or the whole list where it is short, or nothing."""
    from difflib import get_close_matches

    names = sorted(set(known))
    close = get_close_matches(name, names, n=1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; there is {', '.join(map(repr, names))}" if 0 < len(names) <= 12 else ""
