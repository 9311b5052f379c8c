"""Report a worked example that multiplies by another number than the rules give for each of a thing (GF168)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from generator.check.prose.repeated_statements import stem
from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.model.finding import Finding

_EACH = frozenset({"each", "every"})
_UNITS = frozenset("point points coin coins gold star stars".split())
_SIGNS = frozenset("×x*·")  # noqa: RUF001  the sign of multiplication


class _Weight(NamedTuple):
    """What a thing scores, the number in the rules that says so, and the word for the thing."""

    value: float
    token: Token
    noun: str


def check_score_weights(prose: RulesProse) -> Iterator[Finding]:
    """Report `4 × 1 + 3 × 2` for four tiles and three stones if the rules give 2 for each tile and 1 for each stone."""  # noqa: RUF002
    weights = _collect_weights(prose.sentences)
    for sentence in prose.sentences if weights else ():
        counted = {(each.value, stem(noun.word)) for each, noun in pairwise(sentence.tokens) if each.value is not None}
        for one, other in _list_products(prose, sentence):
            found = [
                (noun, factor)
                for count, factor in ((one, other), (other, one))
                for value, noun in counted
                if value == count.value and noun in weights
            ]
            if len(found) == 1 and found[0][1].value != weights[found[0][0]].value:
                weight, factor = weights[found[0][0]], found[0][1]
                message = (
                    f"the example counts {factor.value:g} for each {weight.noun!r}, but the rules say {weight.value:g}"
                    f" ({prose.place(weight.token.start)}); correct one of them"
                )
                yield prose.report("GF168", factor.start, message, "note")


def _collect_weights(sentences: Sequence[Sentence]) -> Mapping[str, _Weight]:
    """Return what each thing scores, by its stem, if the rules give it one number alone."""
    found: dict[str, list[_Weight]] = {}
    for sentence in sentences:
        for weight in _list_weights(sentence.tokens):
            found.setdefault(stem(weight.noun), []).append(weight)
    return {noun: each[0] for noun, each in found.items() if len({weight.value for weight in each}) == 1}


def _list_weights(tokens: Sequence[Token]) -> Iterator[_Weight]:
    """Yield what each thing of `1 point for each tile, and 2 for each stone` scores."""
    is_scoring = False
    for at, token in enumerate(tokens[:-2]):
        if token.value is None:
            continue
        rest = [each.word for each in tokens[at + 1 : at + 5]]
        unit = bool(rest) and rest[0] in _UNITS
        is_scoring = is_scoring or unit
        words = rest[unit:]
        if is_scoring and len(words) > 2 and words[0] == "for" and words[1] in _EACH:
            yield _Weight(token.value, token, words[2])
        elif is_scoring and unit and len(words) > 1 and (words[0] in _EACH or words[0] == "per"):
            yield _Weight(token.value, token, words[1])


def _list_products(prose: RulesProse, sentence: Sentence) -> Iterator[tuple[Token, Token]]:
    """Yield the factors of each product of two numbers."""
    factors = [token for token in sentence.tokens if token.word != "x"]
    for one, other in pairwise(factors):
        if one.value is not None and other.value is not None and prose.plain[one.end : other.start].strip() in _SIGNS:
            yield one, other
