"""Suggest names for misspelled ones ("did you mean")."""

from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?`, or the list of all names if it is short, or nothing."""
    names = sorted(set(known))
    if close := nearest_name(name, names):
        return f"; did you mean {close!r}?"
    return f"; there is {', '.join(map(repr, names))}" if 0 < len(names) <= 12 else ""


def nearest_name(name: str, known: Iterable[str]) -> str:
    """Return the name nearest to a misspelled one, or an empty text if none is near."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, sorted(set(known)), n=1)), "")
