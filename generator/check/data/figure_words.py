"""Hold the words of figures against what they stand at: pieces, cells, columns of a face and paths (GF198)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise
from typing import NamedTuple

from generator.check.check_context import CheckContext
from generator.check.data.figure_moves import select_cells
from generator.model.color import Color
from generator.model.figure import FigureData
from generator.model.finding import Finding
from generator.model.game import Design, Game, Part

_WORD = re.compile(r"[^\W_]++")
_PLACE = re.compile(r"(?:[a-z]+-?\d+)+")  # the id of a cell that is only its row and column
_PLAIN = "plain"  # the kind of a cell that has none
_PLURAL = "s"
_MOST_WORDS = 2  # of a value of a row that may be a name; longer ones say what a card does
_SHARE = 0.5  # of the words at a cell must be of another's name: `deep water` names one of the kind `deep`
_FEWEST_SAID = 3  # pieces with words of their own, before two with equal ones are odd
_FEWEST_STEPS = 2  # of a path; a number at a single step may be what that costs
_MOST_OFF = 2  # steps that a number beside a path may be off; with more it counts something else
Path = tuple[str | int, ...]


class _Words(NamedTuple):
    """Words of a figure at a path of its data, what they stand at, and the words by which each such thing is known."""

    path: Path
    at: str
    says: str
    names: Mapping[str, Set[str]]
    share: float = 1.0

    def find_other(self) -> str:
        """Return what the words name in place of what they are at; empty if that is named as well as any other.

        The other is known by all words of the name, and so by all that the first is known by.
        """
        said, own = _split_words(self.says), self.names.get(self.at)
        known = said & frozenset[str]().union(*self.names.values())
        if own is None or not known or len(known) < self.share * len(said) or known <= own:
            return ""
        return next((each for each, words in self.names.items() if known <= words), "")


def check_figure_words(case: CheckContext) -> Iterator[Finding]:
    """Report words of figures that are the name of something else, equal ones, and wrong numbers of steps (GF198)."""
    parts = {part.id: part for part in case.all_parts}
    for name, figure in case.game.data.figures.items():
        for words in _list_words(case.game, parts, figure):
            if other := words.find_other():
                says = f"{words.says!r} stands at {words.at!r}, but is the name of {other!r}"
                yield _report(case.game, ("figures", name, *words.path), says)
        yield from _find_twins(case.game, name, figure)
    yield from _find_wrong_numbers(case.game, parts)


def _report(game: Game, path: Path, says: str) -> Finding:
    message = f"{says}; correct the words or what they stand at (figure {path[1]})"
    return Finding("GF198", game.place(*path), message, "warning")


def _list_words(game: Game, parts: Mapping[str, Part], figure: FigureData) -> Iterator[_Words]:
    """Yield the labels of a board or a face, and the words below pieces."""
    part = parts.get(figure.part or "")
    cells = _name_cells(game, part) if part else {}
    rows = game.rows.get(figure.part or "", ())
    columns = {f"row.{key}": _split_words(key) for row in rows for key in row.values}
    for number, label in enumerate(figure.labels or ()):
        if isinstance(label.at, str) and label.says:
            names, share = (cells, _SHARE) if label.at in cells else (columns, 1.0)
            yield _Words(("labels", number, "says"), label.at, label.says, names, share)
    for number, thing in enumerate(figure.things or ()):
        if thing.says and thing.part in parts:
            designs = parts[thing.part].designs
            at, names = thing.design or designs[0].id, dict(_name_faces(game, designs))
            at = f"{at}, {thing.side}" if f"{at}, {thing.side}" in names else at
            yield _Words(("things", number, "says"), at, thing.says, names)


def _split_words(*texts: object) -> frozenset[str]:
    return frozenset(word.lower().removesuffix(_PLURAL) for text in texts for word in _WORD.findall(str(text)))


def _name_color(game: Game, role: str) -> Sequence[str]:
    return (role.rpartition(".")[2], game.colors[role].name if role in game.colors else "")


def _name_cells(game: Game, part: Part) -> Mapping[str, Set[str]]:
    """Return the words by which each cell of a board is known: its kind, its label, its color and its id."""
    return {
        cell.id: _split_words(
            cell.kind if cell.kind != _PLAIN else "",
            cell.label,
            *_name_color(game, cell.color),
            cell.id if not _PLACE.fullmatch(cell.id) else "",
        )
        for cell in (part.board.cells.values() if part.board else ())
    }


def _name_faces(game: Game, designs: Sequence[Design]) -> Iterator[tuple[str, Set[str]]]:
    """Yield designs, and the panels of those that fold, with the words by which each is known."""
    for design in designs:
        row = design.values.get("row")
        values = row.values() if isinstance(row, Mapping) else ()
        names = [text for text in values if isinstance(text, str) and len(text.split()) <= _MOST_WORDS]
        roles = [color.role for color in design.values.values() if isinstance(color, Color)]
        words = _split_words(design.id, *names, *(word for role in roles for word in _name_color(game, role)))
        panels = design.net.panels if design.net else ()
        for panel in panels:
            yield f"{design.id}, {panel.id}", words | _split_words(panel.value)
        if not panels:
            yield design.id, words


def _find_twins(game: Game, name: str, figure: FigureData) -> Iterator[Finding]:
    """Yield two pieces of different designs with equal words, if each other piece has words of its own."""
    said = [(number, thing) for number, thing in enumerate(figure.things or ()) if thing.says]
    counts = Counter(thing.says for _, thing in said)
    twins = [(number, thing) for number, thing in said if counts[thing.says] > 1]
    if len(said) >= _FEWEST_SAID and len(twins) == 2 and twins[0][1].design != twins[1][1].design:
        for number, thing in twins:
            yield _report(game, ("figures", name, "things", number, "says"), f"two pieces here have {thing.says!r}")


def _find_wrong_numbers(game: Game, parts: Mapping[str, Part]) -> Iterator[Finding]:
    """Yield a path with another number beside it than that of its steps, if that is so of one path in four at most."""
    found = list[tuple[int, int, Path]]()
    for name, figure in game.data.figures.items():
        part = parts.get(figure.part or "")
        board = part.board if part and figure.kind == "board" else None
        for number, path in enumerate(figure.paths or ()) if board else ():
            if board and path.says and path.says.isdecimal() and path.cells:
                cells = select_cells(board, path.cells)
                steps = sum(one != other for one, other in pairwise(cells))
                if steps >= _FEWEST_STEPS:
                    found.append((int(path.says), steps, ("figures", name, "paths", number)))
    wrong = [each for each in found if each[0] != each[1]]
    for said, steps, place in wrong if len(wrong) == 1 or 4 * len(wrong) <= len(found) else ():
        if abs(said - steps) <= _MOST_OFF:
            yield _report(game, place, f"the path has {steps} steps, but {said} beside it")
