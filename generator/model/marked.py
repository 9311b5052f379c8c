"""Where the numbers of the rules that are claims stand: in their text, and in their file."""

from typing import NamedTuple

from generator.model.place import Place


class Marked(NamedTuple):
    """Where such a number stands in the text of the rules, and where the file goes on behind its braces."""

    start: int
    end: int
    after: Place
