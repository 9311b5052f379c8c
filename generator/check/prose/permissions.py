"""Report actions and ways to move that one sentence of the rules allows and another forbids (GF168)."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from generator.check.prose.repeated_statements import list_stems, stem
from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding

_MAY = frozenset({"may", "can", "could"})
_NOT = frozenset({"can't", "cannot", "couldn't"})
_DENIED = frozenset({"no", "nobody", "never", "neither", "nothing", "none", "not"})
_LIMITED = frozenset("only if unless when while without until once except either whether".split())
_PRONOUNS = frozenset({"it", "they"})
_JOINTS = frozenset({"and", "or", "but"})
_VARIED = frozenset({"variant", "variants"})
_FEWEST_WORDS = 2  # words after `may` that say what may be done
_REACH = 6  # words in which they stand
_MOST_DETAILS = 1  # stems that only the sentence with `cannot` has: with more, it forbids a special case
_WAYS = (  # words for each way to move
    frozenset("diagonal diagonally schräg diagonale diagonalement".split()),
    frozenset("backward backwards rückwärts".split()),
    frozenset("sideways seitwärts".split()),
)
_DENIAL = 3  # words between `never` and the way: `never moves diagonally`


class _Permission(NamedTuple):
    """What may be done, or may not: the stems of a verb and of what it is done to, and those that may be the subject.

    `details` are all stems behind `may`, and `pairs` those of two words in a row.
    """

    done: tuple[str, ...]
    subjects: frozenset[str]
    is_allowed: bool
    token: Token
    sentence: Sentence
    details: frozenset[str]
    pairs: frozenset[tuple[str, str]]


def check_permissions(prose: RulesProse) -> Iterator[Finding]:
    """Report what is allowed in one section and forbidden in another, with no condition in either (GF168)."""
    words = prose.words
    if words is None or not prose.language.tag.startswith("en"):
        return
    found = [
        each
        for sentence in prose.sentences
        if not prose.is_about_variants(sentence.section) and not sentence.words & (_LIMITED | _VARIED)
        for each in (*_read_permissions(prose, words, sentence), *_read_refusals(prose, words, sentence))
    ]
    forbidden = [each for each in found if not each.is_allowed]
    for one in found:
        other = next((each for each in forbidden if one.is_allowed and _contradicts(one, each)), None)
        if other is not None:
            said, there = (prose.quote(each.sentence.start, each.sentence.end) for each in (one, other))
            place = prose.place(other.token.start)
            message = f"the rules allow this in {said!r}, but forbid it in {there!r} ({place}); correct one of them"
            yield prose.report("GF168", one.token.start, message, "note")


def _contradicts(one: _Permission, other: _Permission) -> bool:
    """Return whether one sentence forbids what another allows, and adds no detail of its own that may be the reason."""
    if one.done != other.done or one.sentence.start == other.sentence.start:
        return False
    if one.subjects and other.subjects and not one.subjects & other.subjects:
        return False
    if _describe_differently(one, other):
        return False
    numbers = ({token.value for token in each.sentence.tokens} - {None} for each in (one, other))
    return len(other.details - one.details) <= _MOST_DETAILS and next(numbers) == next(numbers)


def _describe_differently(one: _Permission, other: _Permission) -> bool:
    """Return whether two sentences set different words before one noun: `a young patch` and `a ripe patch`."""
    return any(
        noun == same and first != second and first not in other.details and second not in one.details
        for first, noun in one.pairs
        for second, same in other.pairs
    )


def _read_refusals(prose: RulesProse, words: RuleWords, sentence: Sentence) -> Iterator[_Permission]:
    """Yield what is never done: of `never takes a path or enters a start`, both."""
    tokens = sentence.tokens
    number = next((number for number, token in enumerate(tokens) if token.word == "never"), len(tokens))
    subjects = _find_subjects(prose, words, sentence, _read_clause(prose, tokens[:number]))
    for is_joint, some in groupby(tokens[number + 1 : number + 1 + 2 * _REACH], key=lambda each: each.word in _JOINTS):
        said = [*some]
        done = [stem(each.word) for each in said if each.value is None and each.word not in words.stops]
        if not is_joint and len(done) >= _FEWEST_WORDS and not _DENIED & {each.word for each in said}:
            details, pairs = frozenset(done), frozenset(pairwise(done))
            yield _Permission(tuple(done[:_FEWEST_WORDS]), subjects, False, said[0], sentence, details, pairs)


def _read_permissions(prose: RulesProse, words: RuleWords, sentence: Sentence) -> Iterator[_Permission]:
    tokens = sentence.tokens
    for number, token in enumerate(tokens):
        if token.word not in _MAY | _NOT:
            continue
        behind = [each for each in tokens[number + 1 : number + 1 + _REACH] if each.word not in _DENIED]
        done = [stem(each.word) for each in behind if each.value is None and each.word not in words.stops]
        before = _read_clause(prose, tokens[:number])
        denied = {each.word for each in (*before, *tokens[number + 1 : number + 2])} & _DENIED
        if len(done) >= _FEWEST_WORDS:
            subjects = _find_subjects(prose, words, sentence, before)
            is_allowed = token.word in _MAY and not denied
            said = tokens[number + 1 :]
            details = frozenset(list_stems(words, said))
            pairs = frozenset((stem(a.word), stem(b.word)) for a, b in pairwise(said) if a.word not in words.stops)
            yield _Permission(tuple(done[:_FEWEST_WORDS]), subjects, is_allowed, token, sentence, details, pairs)


def _read_clause(prose: RulesProse, tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the words behind the last comma with an `and` or a `but`."""
    for number in range(len(tokens) - 1, 0, -1):
        if tokens[number].word in _JOINTS and "," in prose.plain[tokens[number - 1].end : tokens[number].start]:
            return tokens[number + 1 :]
    return tokens


def _find_subjects(prose: RulesProse, words: RuleWords, sentence: Sentence, before: Sequence[Token]) -> frozenset[str]:
    """Return the stems that may be the subject of what follows: the last word, or what a paragraph with `it` is about.

    None are those of `you`.
    """
    if before and before[-1].word in _PRONOUNS:
        first = next(each for each in prose.sentences if each.block == sentence.block)
        return frozenset(list_stems(words, first.tokens))
    if not before:  # `but never`
        return frozenset([*list_stems(words, sentence.tokens)][:1])
    return frozenset([*(stem(each.word) for each in before if each.word not in words.stops)][-1:]) - {"you"}


def check_ways_to_move(prose: RulesProse) -> Iterator[Finding]:
    """Report `sideways or diagonally` of a piece that elsewhere `never moves diagonally` (GF168)."""
    words = prose.words
    if words is None:
        return
    told = [each for each in prose.sentences if not (prose.is_quoted(each) or prose.is_about_variants(each.section))]
    plain = [each for each in told if not (words.conditions | words.elsewhere | _LIMITED) & each.words]
    for way in _WAYS:
        said = [(each, token) for each in plain for token in each.tokens if token.word in way]
        denied = [(_find_subject(words, each), token) for each, token in said if _is_denied(words, each, token)]
        for sentence, token in said:
            stems = {*list_stems(words, sentence.tokens)} if not words.negations & sentence.words else ()
            other = next((no for subject, no in denied if subject in stems), None)
            if other is not None:
                first = sentence.tokens[max(0, sentence.tokens.index(token) - _DENIAL)]
                shown = prose.quote(first.start, token.end)
                message = f"the rules allow a move {shown!r} here, but forbid it at {prose.place(other.start)}"
                yield prose.report("GF168", token.start, f"{message}; correct one of them", "note")


def _is_denied(words: RuleWords, sentence: Sentence, token: Token) -> bool:
    at = sentence.tokens.index(token)
    return bool(words.negations & {each.word for each in sentence.tokens[max(0, at - _DENIAL) : at]})


def _find_subject(words: RuleWords, sentence: Sentence) -> str:
    """Return the stem of the first word that carries meaning."""
    return next(list_stems(words, [each for each in sentence.tokens if each.word not in words.negations]), "")
