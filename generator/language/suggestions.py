"""Suggest names for misspelled ones ("did you mean")."""

from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?`, or `; there are 'a', 'b' and 'c'` if the names are few, or nothing."""
    names = sorted(set(known))
    if close := nearest_name(name, names):
        return f"; did you mean {close!r}?"
    if not 0 < len(names) <= 12:
        return ""
    *first, last = map(repr, names)
    return f"; there are {', '.join(first)} and {last}" if first else f"; there is {last}"


def nearest_name(name: str, known: Iterable[str]) -> str:
    """Return the name nearest to a misspelled one, or an empty text if none is near."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, sorted(set(known)), n=1)), "")
