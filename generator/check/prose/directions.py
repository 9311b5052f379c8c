"""Report words for directions in the rules that contradict the board or other sentences (GF161)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, hypot, pi
from typing import NamedTuple

from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.language.plurals import noun_forms
from generator.language.rule_words import RuleWords
from generator.model.board import Board, Cell
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part

_FULL_TURN = 0.7 * 2 * pi  # a route that goes so far around the middle goes around the board
_CLEAR = 10.0  # how many times as far the one-way joins lead one way round as the other
_MIDDLE = 0.5  # mm; a cell so near the middle lies in no direction from it
_NEIGHBORS = frozenset("neighbor neighbour nachbar nachbarn nachbarin mitspieler".split())
_FOLLOWS = frozenset("follow follows folgen folgt suivent suit".split())
_UNTIL = frozenset("until till bis jusqu".split())  # `until the player on the right has had a turn`: the last one
_AGAINST = frozenset("gegen entgegen counter anti".split())
_UP = frozenset("up upward upwards climb climbs hinauf hoch aufwärts".split())
_DOWN = frozenset("down downward downwards hinab hinunter abwärts".split())
_FACE = frozenset({"face", "lay", "put"})  # words before `down` that mean no direction
_DENIED = frozenset("unable cannot can't not never nobody nothing no nicht nie kein unfähig pas jamais".split())
_NEAR = 3  # words before a verb that may deny it: `unable to climb`
_CLAUSE = re.compile(r"[,;:()\u2013\u2014]")


class _Rotation(NamedTuple):
    """A word for a direction of rotation: whether it is clockwise, and its position."""

    clockwise: bool
    token: Token


def check_directions(prose: RulesProse, game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report moves in the wrong direction around the board, and turns that go both ways (GF161)."""
    words = prose.words
    if words is None:
        return
    senses = {part.id: sense for part in parts if part.board and (sense := find_sense(part.board)) is not None}
    if len({*senses.values()}) == 1:
        (clockwise,) = {*senses.values()}
        part = next(iter(senses))
        yield from _check_moves(prose, words, clockwise, game.place("parts", part))
    yield from _check_turns(prose, words)
    yield from _check_climbs(prose, game, parts)


def _check_climbs(prose: RulesProse, game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report a sentence that goes down where the board leads up: `slide down a ladder` (GF161)."""
    climbs = {part.id: _list_climbs(part.board) for part in parts if part.board}
    for sentence in prose.sentences:
        tokens = sentence.tokens
        ways = [
            token
            for n, token in enumerate(tokens)
            if token.word in _UP | _DOWN
            and tokens[n - 1].word not in _FACE
            and _DENIED.isdisjoint(each.word for each in tokens[max(0, n - _NEAR) : n])
        ]
        for part, kinds in climbs.items() if len(ways) == 1 else ():
            for kind, rises in kinds.items():
                if noun_forms(kind).keys() & sentence.words and (ways[0].word in _UP) != rises:
                    way = f"{kind!r} leads {'up' if rises else 'down'} on the board ({game.place('parts', part)})"
                    message = f"the rules say {ways[0].word!r}, but {way}; correct one of them"
                    yield prose.report("GF161", ways[0].start, message, "note")


def _list_climbs(board: Board) -> Mapping[str, bool]:
    """Return for each kind of joins that lead one way whether all lead up; without the kinds that lead both ways."""
    ways: dict[str, set[bool]] = {}
    for join in board.joins:
        down = board.cells[join.other].y - board.cells[join.one].y
        ways.setdefault(join.kind, set()).update({down < 0} if join.one_way and abs(down) > _MIDDLE else {True, False})
    return {kind: True in found for kind, found in ways.items() if len(found) == 1 and kind}


def find_sense(board: Board) -> bool | None:
    """Return whether pieces go around a board clockwise: by its one-way joins and its routes; None if they differ.

    Angles are taken around the middle of the board, with y downwards, so that they grow clockwise.
    """
    pairs = [(board.cells[join.one], board.cells[join.other]) for join in board.joins if join.one_way]
    steps = [_turn(board, pair) for pair in pairs]
    forth, back = sum(step for step in steps if step > 0), -sum(step for step in steps if step < 0)
    senses = {forth > back} if max(forth, back) > max(_FULL_TURN, _CLEAR * min(forth, back)) else set()
    for route in board.routes.values():
        turned = _turn(board, [board.cells[cell] for cell in route if cell in board.cells])
        if abs(turned) > _FULL_TURN:
            senses.add(turned > 0)
    return senses.pop() if len(senses) == 1 else None


def _turn(board: Board, walk: Sequence[Cell]) -> float:
    """Return the angle by which a walk goes around the middle of a board; steps from and to the middle add nothing."""
    x, y = board.width / 2, board.height / 2
    away = [(cell.x - x, cell.y - y) for cell in walk if hypot(cell.x - x, cell.y - y) > _MIDDLE]
    angles = [atan2(dy, dx) for dx, dy in away]
    return sum((other - one + pi) % (2 * pi) - pi for one, other in pairwise(angles))


def _check_moves(prose: RulesProse, words: RuleWords, clockwise: bool, place: Place) -> Iterator[Finding]:
    """Report sentences about moves that name the other direction than the board has (GF161)."""
    for sentence in prose.sentences:
        if (words.conditions | words.elsewhere) & sentence.words or not words.moves & sentence.words:
            continue
        for found in _find_rotations(words, sentence):
            clause = _clause_words(prose, sentence, found.token)
            if found.clockwise == clockwise or (words.turns | words.against) & clause:
                continue
            said, way = prose.quote(found.token.start, found.token.end), _name(clockwise)
            message = f"the rules say {said!r}, but pieces move {way} around the board ({place}); correct one of them"
            yield prose.report("GF161", found.token.start, message, "warning")


def _check_turns(prose: RulesProse, words: RuleWords) -> Iterator[Finding]:
    """Report the order of turns where most other sentences have it the other way around (GF161)."""
    found = [(sentence, each) for sentence in prose.sentences for each in _find_turn_orders(prose, words, sentence)]
    clockwise = [each for each in found if each[1].clockwise]
    counter = [each for each in found if not each[1].clockwise]
    if not clockwise or not counter:
        return
    few, many = sorted((clockwise, counter), key=len)
    if len(few) == len(many):
        few, many = sorted((clockwise, counter), key=lambda each: each[0][1].token.start, reverse=True)
    for _, each in few:
        said, other = prose.quote(each.token.start, each.token.end), many[0][1].token
        message = (
            f"play goes {_name(each.clockwise)} here ({said!r}), but {_name(not each.clockwise)} at"
            f" {prose.place(other.start)}; correct one of them"
        )
        yield prose.report("GF161", each.token.start, message, "warning" if len(few) < len(many) else "note")


def _find_turn_orders(prose: RulesProse, words: RuleWords, sentence: Sentence) -> Iterator[_Rotation]:
    """Yield the directions in which a sentence lets turns go; the next player clockwise sits on the left."""
    if words.elsewhere & sentence.words:
        return
    for found in _find_rotations(words, sentence):
        clause = _clause_words(prose, sentence, found.token)
        told = {each.word for each in sentence.tokens if each.start < found.token.start} | clause
        if (words.turns | _FOLLOWS) & clause and not (words.against & clause or words.conditions & told):
            yield found
    if (words.conditions | _UNTIL) & sentence.words or not (words.turns | _FOLLOWS) & sentence.words:
        return
    for n, token in enumerate(sentence.tokens):
        before = {each.word for each in sentence.tokens[max(0, n - 5) : n + 2]}
        beside = before & (words.players | _NEIGHBORS | words.clockwise | words.counter)
        if token.word not in words.left | words.right or not beside or _names_both_sides(words, sentence):
            continue
        if not words.against & _clause_words(prose, sentence, token):
            yield _Rotation(token.word in words.left, token)


def _names_both_sides(words: RuleWords, sentence: Sentence) -> bool:
    """Return whether a sentence says `to your left or right`, which is no order of turns."""
    return bool(words.left & sentence.words and words.right & sentence.words)


def _find_rotations(words: RuleWords, sentence: Sentence) -> Iterator[_Rotation]:
    """Yield each `clockwise` and `counterclockwise` of a sentence."""
    for n, token in enumerate(sentence.tokens):
        if token.word in words.counter:
            yield _Rotation(False, token)
        elif token.word in words.clockwise:
            before = {each.word for each in sentence.tokens[max(0, n - 2) : n]}
            yield _Rotation(not before & _AGAINST, token)


def _clause_words(prose: RulesProse, sentence: Sentence, token: Token) -> set[str]:
    """Return the words between the commas around a word."""
    marks = [found.start() for found in _CLAUSE.finditer(prose.plain, sentence.start, sentence.end)]
    start = max((mark for mark in marks if mark < token.start), default=sentence.start)
    end = min((mark for mark in marks if mark >= token.end), default=sentence.end)
    return {each.word for each in sentence.tokens if start <= each.start < end}


def _name(clockwise: bool) -> str:
    return "clockwise" if clockwise else "counterclockwise"
