"""Report rules that lead from one named place to another where the board leads the other way alone (GF161)."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.check.analysis.join_places import locate_join
from generator.check.prose.rules_prose import RulesProse
from generator.language.plurals import noun_forms
from generator.model.board import Board, Join
from generator.model.finding import Finding
from generator.model.game import Game, Part

_FEWEST_LETTERS = 3
_FROM = re.compile(r"\b(?:from|von|de) (?:the )?")
_TO = re.compile(r" (?:(?:down|up|back|over|across) )?(?:to|nach|zu|\u00e0) (?:the )?")
_ONE_WAY = ("one-way", "arrow", "arrows")


def check_one_way_words(prose: RulesProse, game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report `an incline leads from Skell to Wendle` where the board's incline leads from Wendle to Skell (GF161)."""
    for part in parts:
        joins = list(_list_one_way(part.board)) if part.board else []
        names = (
            {part.board.cells[end].label for join in joins for end in (join.one, join.other)} if part.board else set()
        )
        for start, one, other in _list_ways(prose, names) if joins else ():
            wrong = next((join for join in joins if _leads(part.board, join, other, one)), None)
            if wrong is None or any(_leads(part.board, join, one, other) for join in joins):
                continue
            if not _is_about(prose, start, wrong.kind):
                continue
            own = locate_join(game, part, wrong.one, wrong.other)
            said = f"the rules go from {one!r} to {other!r}"
            says = f"{wrong.kind!r} leads from {other!r} to {one!r}"
            if _is_shown(game, wrong):
                message = f"{said}, as a figure does, but on the board {says} ({prose.place(start)}); reverse the join"
                yield Finding("GF161", own, message, "warning")
            else:
                message = f"{said}, but on the board {says} ({own}); correct one of them"
                yield prose.report("GF161", start, message, "warning")


def _list_one_way(board: Board) -> Iterator[Join]:
    """Yield the joins that lead one way between cells with names, and that no other joins go beside."""
    both = {(join.other, join.one) for join in board.joins} | {
        (join.one, join.other) for join in board.joins if not join.one_way
    }
    for join in board.joins:
        labels = [board.cells[end].label for end in (join.one, join.other)]
        if join.one_way and (join.one, join.other) not in both and all(len(each) >= _FEWEST_LETTERS for each in labels):
            yield join


def _is_shown(game: Game, join: Join) -> bool:
    """Return whether an arrow of a figure goes over a join against its direction."""
    ways = (way.cells or [] for figure in game.data.figures.values() for way in figure.paths or ())
    return any((join.other, join.one) in pairwise(map(str, cells)) for cells in ways)


def _name_ends(board: Board | None, joins: Sequence[Join]) -> set[str]:
    """Return the labels of the cells that joins lead from and to."""
    return {board.cells[end].label for join in joins for end in (join.one, join.other)} if board else set()


def _leads(board: Board | None, join: Join, one: str, other: str) -> bool:
    assert board is not None
    return (board.cells[join.one].label, board.cells[join.other].label) == (one, other)


def _list_ways(prose: RulesProse, names: set[str]) -> Iterator[tuple[int, str, str]]:
    """Yield `from A to B`: where it begins, and the two names."""
    known = sorted(names, key=len, reverse=True)
    text = re.sub(r"\s", " ", prose.plain)
    for found in _FROM.finditer(text):
        one = next((name for name in known if text.startswith(name, found.end())), "")
        to = _TO.match(text, found.end() + len(one)) if one else None
        other = next((name for name in known if to and text.startswith(name, to.end())), "")
        if one and other:
            yield found.start(), one, other


def _is_about(prose: RulesProse, at: int, kind: str) -> bool:
    """Return whether the paragraph around an offset speaks of a kind of joins, or of ways in one direction."""
    own = prose.sentences_between(0, at + 1)[-1:]
    said = {word for each in prose.sentences if own and each.block == own[0].block for word in each.words}
    return not said.isdisjoint({*_ONE_WAY, *(noun_forms(kind.casefold()) if kind else ())})
