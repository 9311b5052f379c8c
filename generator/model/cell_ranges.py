"""A cell and an item of a list go in, a run such as r0c1..3 or a pattern such as r0*; whether it is meant comes out."""

import re
from collections.abc import Sequence

_NUMBER = r"(0|[1-9][0-9]{0,8})"  # no cell has a longer one, and what is no run is told to be no cell
RUN = re.compile(rf"(.*?){_NUMBER}\.\.{_NUMBER}")


def matches(name: str, words: Sequence[str]) -> bool:
    """Tell whether the words stand in a name in their order, the first at its start, the last at its end.

    The first place that a word can have leaves most room for those after it, so none is tried twice.
    """
    first, *middle, last = words
    if len(name) < len(first) + len(last) or not (name.startswith(first) and name.endswith(last)):
        return False
    at, end = len(first), len(name) - len(last)
    for word in middle:
        at = name.find(word, at, end)
        if at < 0:
            return False
        at += len(word)
    return True
