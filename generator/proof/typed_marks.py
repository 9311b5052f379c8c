"""Find marks of colors that are nearly the ones that templates ask for (GF149)."""

from collections.abc import Iterator, Set
from difflib import get_close_matches

from generator.model.finding import Finding
from generator.model.game import Game

_MIN_SIMILARITY = 0.75  # as alike as a mark and a misspelled one must be


def find_unknown_marks(game: Game, quoted: Set[str]) -> Iterator[Finding]:
    """Report a mark that no template names, where templates name the others and one that it may be (GF149).

    `quoted` are the texts in quotes of all templates. A mark that is a symbol is reported when the symbol is missing.
    """
    marks = {role: color.mark for role, color in game.colors.items() if color.mark}
    named = {role.partition(".")[0] for role, mark in marks.items() if mark in quoted}
    free = quoted - {*marks.values()}
    for role, mark in marks.items():
        if mark in quoted or role.partition(".")[0] not in named:
            continue
        if near := next(iter(get_close_matches(mark, free, 1, _MIN_SIMILARITY)), ""):
            message = f"no template draws the mark {mark!r} of {role}, but one asks for {near!r}; did you mean that?"
            yield Finding("GF149", game.place("colors", role, "mark"), message, "warning")
