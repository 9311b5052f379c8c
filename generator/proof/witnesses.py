"""Choose the designs that stand for all others of a part, so that ten thousand cards cost little more than two hundred.

Designs that a template draws by the same tags, and whose values in a column are of one class, differ by no more than
that value: what is true of one of them is true of all. So one is looked at for each branch of the template, column and
class of value, and for each column the longest and the shortest one, which are the first to leave their place.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache
from operator import is_
from typing import Any

from generator.language.emphasis import has_markup
from generator.model.color import Color
from generator.model.facts import Witnesses
from generator.model.finding import DataError, DrawingError
from generator.model.game import Design, Part
from generator.model.paper import Side
from generator.render.faces import FaceRenderer

SMALL_SET = 16  # distinct values of a column, up to which each is a class of its own: suits, ranks, players, icons
FEW = 40  # designs of a part whose pages are all looked at, in less than a second
_PLACE = re.compile(r'gutterfold-at="(\d+)"')
_WHOLE = ""  # the column of what belongs to no column: that a branch is taken at all


def choose_witnesses(
    designs: Sequence[Design], find_branch: Callable[[Design], Hashable] = lambda _design: None
) -> Witnesses:
    """Return the designs of a part that stand for all: one for each branch, column and class of value, and extremes.

    `find_branch` returns a key that is equal for designs that a template draws by the same tags, as
    `find_branches(faces, part)` does; without it all take the same branch.
    """
    branches = [find_branch(design) for design in designs] if len(designs) > 1 else [None]
    columns: dict[str, dict[int, Any]] = {_WHOLE: dict.fromkeys(range(len(designs)))}
    for number, design in enumerate(designs):
        for column, value in list_values(design):
            columns.setdefault(column, {})[number] = value
    found: Counter[tuple[int, str]] = Counter()
    for column, values in columns.items():
        found.update({(number, column): count for number, count in _choose_of_column(values, branches)})
    chosen = sorted({number for number, _ in found})
    counts = {(designs[number].id, column): count for (number, column), count in found.items()}
    return Witnesses(tuple(designs[number] for number in chosen), counts)


def list_witnesses(faces: FaceRenderer, part: Part, few: int = FEW) -> tuple[Design, ...]:
    """Return the designs of a part that are looked at for all; all of them if they are `few`."""
    if len(part.designs) <= few:
        return tuple(part.designs)
    return choose_witnesses(part.designs, find_branches(faces, part)).designs


def list_values(design: Design) -> Iterator[tuple[str, Any]]:
    """Yield the columns of a design's row, and the groups of its colors, each with its value."""
    for name, value in design.values.items():
        if name == "row" and isinstance(value, Mapping):
            yield from value.items()
        elif isinstance(value, Color):
            yield name, value.role


def classify_value(value: Any) -> Hashable:
    """Return what a template may tell apart of a value that is one of many: its type, sign, markup, blanks, length."""
    match value:
        case None | "":
            return "empty"
        case bool():
            return value
        case int() | float():
            return "number", (value > 0) - (value < 0)
        case list():
            return "list", len(value), frozenset(map(classify_value, value))
        case str() if has_markup(value):
            return "icons"
        case str():
            return "text" if " " in value.strip() else "word"
    return type(value).__name__


def find_branches(faces: FaceRenderer, part: Part) -> Callable[[Design], Hashable]:
    """Return a function that tells the branch of the part's templates that a design takes: the tags that draw it."""
    sides: tuple[Side, ...] = ("front", "back") if part.back else ("front",)

    @cache
    def are_one_drawing() -> bool:
        """Return whether templates look up nothing that differs, as of a board in sections: one text serves all."""
        texts: list[str] = []
        try:
            for design in part.designs:
                texts += [faces.render_text(faces.request_face(part, design, side)) for side in sides]
                if not all(map(is_, texts[-len(sides) :], texts)):
                    return False
        except (DrawingError, DataError):
            return False
        return True

    def find_branch(design: Design) -> Hashable:
        if are_one_drawing():
            return ()
        try:
            texts = [faces.render_text(faces.request_face(part, design, side), marked=True) for side in sides]
        except (DrawingError, DataError):
            return None
        return tuple(frozenset(_PLACE.findall(text)) for text in texts)

    return find_branch


def _choose_of_column(values: Mapping[int, Any], branches: Sequence[Hashable]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the designs that witness for a column, each with the number of those it stands for."""
    is_small = len({repr(value) for value in values.values()}) <= SMALL_SET
    filled = [] if is_small else [number for number, value in values.items() if classify_value(value) != "empty"]
    extremes = {pick(filled, key=lambda number: _length(values[number])) for pick in (min, max) if filled}
    yield from ((number, 1) for number in extremes)
    counts: Counter[Hashable] = Counter()
    first: dict[Hashable, int] = {}
    for number, value in values.items():
        if number not in extremes:
            key = branches[number], repr(value) if is_small else classify_value(value)
            first.setdefault(key, number)
            counts[key] += 1
    yield from ((number, counts[key]) for key, number in first.items())


def _length(value: Any) -> int:
    """Return how much room a value takes, in characters."""
    return len(" ".join(map(str, value)) if isinstance(value, list) else str(value))
