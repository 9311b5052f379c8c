"""Report steps across corners in rules for boards whose cells are joined only across sides (GF161)."""

import re
from collections.abc import Iterator, Sequence

from generator.check.prose.rules_prose import RulesProse, Token
from generator.language.rule_words import RuleWords
from generator.model.board import Board, Cell
from generator.model.finding import Finding
from generator.model.game import Game, Part

_OVER = frozenset("over across \u00fcber".split())
_CORNERS = frozenset("corner corners ecke ecken".split())
_SIDES = frozenset("side sides seite seiten".split())
_ARTICLES = frozenset("a the one any its their ein eine die einer".split())
_SHARE = frozenset("share shares teilen".split())
_NEIGHBORS = frozenset("neighbor neighbors neighboring adjacent next nachbarn benachbart".split())
_OF = frozenset("of des der".split())
_REACH = 2  # words after `over` that may include the corner
_FEWEST = 4  # joins over sides that make a board of cells beside one another
_CLAUSE = re.compile(r"[,;:()\u2013\u2014]")
_STEPS = 100  # of a mm, to which corners of neighbors are one


def check_corner_moves(prose: RulesProse, game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report `a step leads over a corner` and `never over a side` where all joins lead over sides (GF161)."""
    words = prose.words
    if words is None:
        return
    found = [
        (token, over)
        for sentence in prose.sentences
        if not words.elsewhere & sentence.words and not prose.is_about_variants(sentence.section)
        for clause in _split_clauses(prose, sentence.tokens)
        for over, token in (*_find_steps(words, clause), *_find_neighbors(words, clause))
    ]
    boards = [part for part in parts if part.board and part.board.joins] if found else []
    if not boards or not all(part.board and _is_joined_over_sides(part.board) for part in boards):
        return
    for token, over in found:
        said, place = prose.quote(over.start, token.end), game.place("parts", boards[0].id)
        what = f"the rules allow moves {said!r}" if token.word in _CORNERS else f"the rules forbid moves {said!r}"
        message = f"{what}, but the cells of {boards[0].id!r} are joined only across their sides ({place})"
        yield prose.report("GF161", token.start, f"{message}; correct one of them", "note")


def _split_clauses(prose: RulesProse, tokens: Sequence[Token]) -> Iterator[list[Token]]:
    clause: list[Token] = []
    for token in tokens:
        if clause and _CLAUSE.search(prose.plain, clause[-1].end, token.start):
            yield clause
            clause = []
        clause.append(token)
    yield clause


def _find_steps(words: RuleWords, clause: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    """Yield `over` with a corner in a clause that allows it, and with a side in one that forbids it."""
    said = {token.word for token in clause}
    is_denied = bool(words.negations & said)
    if words.conditions & said:
        return
    for n, token in enumerate(clause):
        wanted = _SIDES if is_denied else _CORNERS
        beyond = clause[n + 1 : n + 2 + _REACH]
        target = next((m for m, each in enumerate(beyond) if each.word in wanted), None)
        if token.word not in _OVER or target is None or any(each.word not in _ARTICLES for each in beyond[:target]):
            continue
        if not {each.word for each in clause[n + 2 + target : n + 3 + target]} & _OF:  # `over the side of the board`
            yield token, beyond[target]


def _find_neighbors(words: RuleWords, clause: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    """Yield `share` with a corner in a clause that makes neighbors of cells that share one."""
    said = {token.word for token in clause}
    if not _NEIGHBORS & said or words.negations & said or _SIDES & said:
        return
    for n, token in enumerate(clause):
        corner = next((each for each in clause[n + 1 : n + 2 + _REACH] if each.word in _CORNERS), None)
        if token.word in _SHARE and corner is not None:
            yield token, corner


def _is_joined_over_sides(board: Board) -> bool:
    """Return whether cells are joined only where their outlines share a side, never where they share just a corner."""
    shared = [_count_shared(board.cells[join.one], board.cells[join.other]) for join in board.joins]
    return 1 not in shared and sum(each > 1 for each in shared) >= _FEWEST


def _count_shared(one: Cell, other: Cell) -> int:
    mine, theirs = ({(round(x * _STEPS), round(y * _STEPS)) for x, y in each.board_points} for each in (one, other))
    return len(mine & theirs)
