"""Check turns said about the pieces of a figure, such as `a quarter turn`, against those that it shows (GF182)."""

import re
from collections.abc import Iterator
from itertools import pairwise

from generator.check.figures.figure_texts import FigureText
from generator.check.figures.named_pieces import report
from generator.check.figures.scene import FigureScene
from generator.model.finding import Finding

_TURN = re.compile(r"\b(?P<part>quarter|half)(?:[- ]turn| (?:of )?an? turn)\b", re.IGNORECASE)
_DEGREES = {90: "quarter", 180: "half", 270: "quarter"}


def check_turn_words(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report a part of a turn that no piece makes from one step of a figure to the next (GF182)."""
    shown = _list_turns(scene)
    for found in _TURN.finditer(text.text) if shown and text.lexicon.english else ():
        if found["part"].lower() not in shown:
            turned = " or ".join(sorted(shown))
            message = f"{text.called} says {found[0]!r}, but the turn in the figure is a {turned}"
            yield report(scene, text.place(found.start()), message)


def _list_turns(scene: FigureScene) -> set[str]:
    """Return the parts of a turn by which pieces differ between the steps of a figure."""
    turned = [
        {
            (piece.part, piece.design): round(piece.turn)
            for piece in (*(each.data.pieces or ()), *(each.data.things or ()))
        }
        for each in scene.inner
    ]
    found = set[str]()
    for one, other in pairwise(turned):
        differ = {(other[key] - one[key]) % 360 for key in one.keys() & other.keys()}
        found |= {_DEGREES[each] for each in differ if each in _DEGREES}
    return found
