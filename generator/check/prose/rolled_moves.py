"""Report examples that roll a number and come to another space than so many steps away (GF163)."""

from collections.abc import Iterator, Sequence
from itertools import groupby, islice

from generator.check.prose.rules_prose import RulesProse, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding

_ROLLS = frozenset("roll rolls rolled throw throws threw würfelt wirft würfle lance lancez tire".split())
_ARTICLES = frozenset("a an the eine einen ein die un une le".split())
_NO_MOVE = frozenset("not instead would could if needs again nicht statt würde könnte wenn pas si".split())
_FARTHEST = 30  # words from the roll to the space that it leads to
_CLOSE = 3  # by which the space may be off for it to be meant as the end of the move


def check_rolled_moves(prose: RulesProse) -> Iterator[Finding]:
    """Report, as a note, `On space 7 she rolls a 3 and comes to space 11` (GF163)."""
    words = prose.words
    if words is None:
        return
    for _, group in groupby(prose.sentences, key=lambda sentence: sentence.block):
        tokens = [token for sentence in group for token in sentence.tokens]
        rolled = ((n, number) for n in range(len(tokens)) if (number := _find_rolled(tokens[n : n + 3])) is not None)
        found = (_judge_move(prose, words, tokens, n, number) for n, number in rolled)
        yield from islice(filter(None, found), 1)  # the next move begins where this one ends


def _find_rolled(tokens: Sequence[Token]) -> Token | None:
    """Return the number of `rolls a 3`, if the tokens begin so."""
    if len(tokens) < 3 or tokens[0].word not in _ROLLS or tokens[1].word not in _ARTICLES or tokens[2].signed:
        return None
    return tokens[2] if tokens[2].value is not None else None


def _judge_move(prose: RulesProse, words: RuleWords, tokens: Sequence[Token], at: int, rolled: Token) -> Finding | None:
    """Return a note if the spaces named before and after a roll are not so far apart; None if more is counted."""
    start = next((space for n in range(at - 1, 0, -1) if (space := _find_space(words, tokens[n - 1 : n + 1]))), None)
    rest = tokens[at + 3 : at + 3 + _FARTHEST]
    ends = ((n, space) for n in range(1, len(rest)) if (space := _find_space(words, rest[n - 1 : n + 1])))
    behind, end = next(ends, (0, None))
    between = rest[: max(0, behind - 1)]
    if start is None or end is None or _NO_MOVE & {each.word for each in (*tokens[at - 3 : at], *between)}:
        return None
    if any(each.value is not None or each.word in _ROLLS for each in between):
        return None
    was, far, now = (each.value or 0 for each in (start, rolled, end))
    if now in (was + far, was - far) or abs(now - was - far) > _CLOSE:
        return None
    noun = rest[behind - 1].word
    said = f"{prose.quote(tokens[at].start, rolled.end)!r} on {noun} {start.word} leads to {noun} {was + far:g}"
    place = next((each for each in (end, rolled, start) if not prose.is_held(each.start)), None)
    if place is None:
        return None
    message = f"{said}, not to {noun} {end.word}; correct one of them"
    return prose.report("GF163", place.start, message, "note")


def _find_space(words: RuleWords, pair: Sequence[Token]) -> Token | None:
    """Return the number of a space that two words name, such as `space 7`."""
    named, number = pair
    return number if named.word in words.spaces and number.value is not None and not number.signed else None
