"""Report statements that contradict one another: on the pieces, in the rules, in claims and captions (GF167, GF168)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Place

_STEM = 5  # letters by which words are compared
_COUNTED = 3  # words behind a number that tell what it counts
_WINDOW = 5  # words on either side of a number that belong to it
_YEARS = 1500, 2100
_LISTED = re.compile(r"[^\W\d_] \d{1,4}, [^\W\d_]{1,30}+ (?:[^\W\d_]{1,30}+ )?\d{1,4}(?=[,.;]|$)")
_SIGN = re.compile(r"\s{0,4}[+\u2212\u00d7*=]\s{0,4}|\s-\s")
_THROUGH = frozenset("to through bis à".split())
_ENDINGS = ("ings", "ing", "ies", "ed", "es", "e", "s", "y", "ern", "en", "er", "em", "n", "t")


class Statement(NamedTuple):
    """A sentence of the rules or a text elsewhere; `source` groups those that may repeat one another."""

    said: str
    tokens: tuple[Token, ...]
    stems: frozenset[str]
    place: Place
    source: str
    section: int = -1
    held: frozenset[int] = frozenset()
    summed: frozenset[int] = frozenset()  # where numbers of a sum begin, such as `3 + 2 = 5`
    is_example: bool = False


class NumberFact(NamedTuple):
    """A number in a statement, the stems around it, and those right behind it, of what it counts."""

    token: Token
    value: float
    around: frozenset[str]
    statement: Statement
    counted: frozenset[str]


def make_statement(
    words: RuleWords, said: str, tokens: Sequence[Token], place: Place, source: str, section: int = -1
) -> Statement:
    """Return a text as a statement."""
    return Statement(said, tuple(tokens), frozenset(list_stems(words, tokens)), place, source, section)


def read_rule_statements(prose: RulesProse, words: RuleWords) -> list[Statement]:
    """Return the sentences of the rules as statements, the cells of tables among them."""
    return [_from_sentence(prose, words, sentence) for sentence in prose.sentences]


def _from_sentence(prose: RulesProse, words: RuleWords, sentence: Sentence) -> Statement:
    made = make_statement(
        words,
        prose.quote(sentence.start, sentence.end),
        sentence.tokens,
        prose.place(sentence.tokens[0].start),
        "rules",
        sentence.section,
    )
    held = frozenset(token.start for token in sentence.tokens if prose.is_held(token.start))
    return made._replace(held=held, summed=_find_summed(prose, sentence.tokens), is_example=prose.is_quoted(sentence))


def _find_summed(prose: RulesProse, tokens: Sequence[Token]) -> frozenset[int]:
    """Return where the numbers begin that a sign of arithmetic joins to another number."""
    pairs = (pair for pair in pairwise(tokens) if pair[0].value is not None and pair[1].value is not None)
    joined = (pair for pair in pairs if _SIGN.fullmatch(prose.plain[pair[0].end : pair[1].start]))
    return frozenset(token.start for pair in joined for token in pair)


def list_stems(words: RuleWords, tokens: Iterable[Token]) -> Iterator[str]:
    """Yield the stems of the words that carry the meaning."""
    for token in tokens:
        if token.value is None and token.word not in words.stops and len(token.word) > 2:
            yield stem(token.word)


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return the beginning of a word, without its endings: `point` and `points` have the same."""
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "ies")):
        word = word[:-1]
    ending = next((each for each in _ENDINGS if word.endswith(each) and len(word) - len(each) >= 3), "")
    word = word.removesuffix(ending)
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    return word[:_STEM]


def list_number_facts(words: RuleWords, statement: Statement) -> Iterator[NumberFact]:
    """Yield the numbers of a statement with the words around them."""
    tokens = statement.tokens
    for n, token in enumerate(tokens):
        if token.value is not None and token.word not in ("one", "eins"):
            near = tokens[max(0, n - _WINDOW) : n + _WINDOW + 1]
            counted = list_stems(words, tokens[n + 1 : n + 1 + _COUNTED])
            yield NumberFact(token, token.value, frozenset(list_stems(words, near)), statement, frozenset(counted))


def find_number_conflict(
    fact: NumberFact, others: Sequence[NumberFact], rare: Mapping[str, int], least: int, share: float
) -> NumberFact | None:
    """Return the statement that says the same with another number; None if one has this number too.

    `least` of the words around the number must be the same, and at least the given share of them.
    """
    best: NumberFact | None = None
    score = 0.0
    for other in others:
        common = fact.around & other.around
        if any(is_kind(fact) != is_kind(other) for is_kind in (_is_year, _is_in_range, _is_listed)):
            continue
        if len(common) < least or len(common) < share * len(fact.around) or not _count_alike(fact, other):
            continue
        if abs(other.value) == abs(fact.value):
            return None
        weight = sum(1 / rare.get(word, 1) for word in common)
        if weight > score:
            best, score = other, weight
    if best is not None and (_has_value(best.statement, fact.value) or _is_number_beside(best, fact)):
        return None
    return best


def _has_value(statement: Statement, value: float) -> bool:
    return any(abs(token.value or 0) == abs(value) for token in statement.tokens)


def _is_number_beside(other: NumberFact, fact: NumberFact) -> bool:
    """Return whether a number is not what a signed one says, but another number beside it: `+6 for four kinds`."""
    return fact.token.signed and not other.token.signed and _has_value(fact.statement, other.value)


def _is_year(fact: NumberFact) -> bool:
    return fact.token.word.isdecimal() and _YEARS[0] <= fact.value <= _YEARS[1]


def _is_in_range(fact: NumberFact) -> bool:
    """Return whether a number is an end of `from 3 to 9`, which is no number of anything."""
    tokens = fact.statement.tokens
    at = tokens.index(fact.token)
    near = (*tokens[max(0, at - 2) : at], *tokens[at + 1 : at + 3])
    return any(each.word in _THROUGH for each in near) and any(each.value is not None for each in near)


def _is_listed(fact: NumberFact) -> bool:
    """Return whether a number is what a name in a list is worth: `Fox 5, Weathercock 3`."""
    return bool(_LISTED.search(fact.statement.said))


def _count_alike(fact: NumberFact, other: NumberFact) -> bool:
    """Return whether two numbers can count the same: the same words follow, and both or neither have signs.

    `12 secret cards` in the contents is no `deal 2 secret cards`, so both or neither begin their statement. What a
    piece prints is shorter than a sentence of the rules, and may begin anywhere.
    """
    if {fact.statement.source, other.statement.source} != {"rules"}:
        return True
    same_words = bool(fact.counted & other.counted) or not (fact.counted or other.counted)
    begins = fact.token == fact.statement.tokens[0], other.token == other.statement.tokens[0]
    return same_words and fact.token.signed == other.token.signed and begins[0] == begins[1]


def find_opposites(words: RuleWords, one: Statement, other: Statement) -> tuple[Token, Token] | None:
    """Return the words in which two statements are opposed: `highest` and `lowest`; None if they are not."""
    for pair in words.opposites:
        for mine, theirs in (pair, pair[::-1]):
            here = [token for token in one.tokens if token.word in mine]
            there = [token for token in other.tokens if token.word in theirs]
            both = any(token.word in theirs for token in one.tokens) or any(
                token.word in mine for token in other.tokens
            )
            if here and there and not both:
                return here[0], there[0]
    return None


def share_of(one: frozenset[str], other: frozenset[str]) -> float:
    """Return how much of two sets they have in common: the Jaccard index."""
    return len(one & other) / len(one | other) if one | other else 0.0
