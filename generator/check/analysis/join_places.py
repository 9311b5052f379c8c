"""Find where the data of a board list a join."""

from generator.model.finding import Place
from generator.model.game import Game, Part


def locate_join(game: Game, part: Part, one: str, other: str) -> Place:
    """Return where the data list the join of two cells, in this order if they can; the part for any other join."""
    given = [(str(each[0]), str(each[1])) for each in getattr(game.parts[part.id], "joins", ()) or ()]
    ends = next((each for each in ((one, other), (other, one)) if each in given), None)
    return game.place("parts", part.id, *(() if ends is None else ("joins", given.index(ends))))
