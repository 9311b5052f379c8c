"""Report places of the board that one sentence closes to everybody, and another puts pieces on (GF168)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.language.plurals import noun_forms
from generator.model.finding import Finding
from generator.model.game import Game, Part

_ON = frozenset({"on", "onto"})
_ENTERS = frozenset({"on", "onto", "into", "enter", "enters"})
_NOBODY = frozenset({"nobody", "never", "no", "cannot", "can't", "neither"})
_DETAILS = frozenset("over corner corners except only own another other same than without two more again first".split())
_REACH = 7  # words before a place that may deny what is said of it
_ARTICLES = frozenset("a an the any each one".split())
_COUNTED = frozenset("points point scores score worth counts count adds".split())  # what is on a place for good


class _Mention(NamedTuple):
    """A kind of cells that a sentence names behind `on`."""

    kind: str
    token: Token
    sentence: Sentence


def check_forbidden_places(prose: RulesProse, game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report `nobody can build on a hill` where another sentence scores what is built on a hill; in English (GF168)."""
    words = prose.words
    kinds = {cell.kind.casefold() for part in parts if part.board for cell in part.board.cells.values()} - {""}
    if words is None or not kinds or not prose.language.tag.startswith("en"):
        return
    forms = {form: kind for kind in kinds for form in noun_forms(kind)}
    plain = [each for each in prose.sentences if not prose.is_about_variants(each.section)]
    closed = [
        each
        for sentence in plain
        if _NOBODY & sentence.words and not (words.conditions | _DETAILS) & sentence.words
        for each in _list_mentions(sentence, forms, _ENTERS)
        if any(token.word in _NOBODY and token.start < each.token.start for token in sentence.tokens)
    ]
    scored = [
        each
        for sentence in plain
        if _COUNTED & sentence.words
        for each in _list_mentions(sentence, forms, _ON)
        if not _is_denied(each, words.negations)
    ]
    for one in closed:
        other = next((each for each in scored if each.kind == one.kind), None)
        if other is not None:
            said, there = (prose.quote(each.sentence.start, each.sentence.end) for each in (one, other))
            place = prose.place(other.token.start)
            message = f"the rules forbid this in {said!r}, but count it in {there!r} ({place}); correct one of them"
            yield prose.report("GF168", one.token.start, message, "note")


def _is_denied(mention: _Mention, negations: frozenset[str]) -> bool:
    """Return whether one of the words before a mention denies it."""
    before = [token for token in mention.sentence.tokens if token.start < mention.token.start]
    return any(token.word in negations for token in before[-_REACH:])


def _list_mentions(sentence: Sentence, forms: dict[str, str], before: frozenset[str]) -> Iterator[_Mention]:
    tokens = sentence.tokens
    for n, token in enumerate(tokens):
        near = [each.word for each in tokens[max(0, n - 2) : n] if each.word not in _ARTICLES]
        if token.word in forms and near and near[-1] in before:
            yield _Mention(forms[token.word], token, sentence)
