"""Report examples in which somebody does more than the rules allow: five squares, of up to four (GF166)."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from generator.check.prose.indefinite_ordinals import list_indefinite_ordinals
from generator.check.prose.repeated_statements import stem
from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.model.finding import Finding

_UP_TO = ("up", "to")
_REACH = 3  # words between a verb and its number

_Deed = tuple[str, str]  # the stems of a verb and of what it counts: `move` and `squar`


class _Amount(NamedTuple):
    """How much of something a sentence says that somebody does."""

    deed: _Deed
    number: Token
    is_limit: bool


def check_example_limits(prose: RulesProse) -> Iterator[Finding]:
    """Report a number in an example above the only limit that the rules name for it; English rules alone (GF166)."""
    if prose.words is None or not prose.language.tag.startswith("en"):
        return
    quoted, told = list[_Amount](), list[_Amount]()
    for sentence in prose.sentences:
        (quoted if prose.is_quoted(sentence) else told).extend(_list_amounts(prose, sentence))
    limits = _find_limits(told)
    quoted += _list_ordinals(prose, limits)
    for each in quoted:
        limit = limits.get(each.deed)
        if limit is not None and (each.number.value or 0) > (limit.value or 0) and not prose.is_held(each.number.start):
            says = (
                f"the example has {each.number.word!r} here, but {prose.place(limit.start)} allows up to {limit.word!r}"
            )
            yield prose.report("GF166", each.number.start, f"{says}; correct one of them", "note")


def _list_amounts(prose: RulesProse, sentence: Sentence) -> Iterator[_Amount]:
    """Yield each number with the words around it: `moves up to four squares`."""
    words, tokens = prose.words, sentence.tokens
    if words is None or words.conditions & sentence.words or prose.is_about_variants(sentence.section):
        return
    for n, (number, noun) in enumerate(pairwise(tokens)):
        if number.value is None or noun.value is not None or noun.word in words.stops:
            continue
        before = tokens[max(0, n - _REACH) : n]
        is_limit = tuple(each.word for each in before[-2:]) == _UP_TO
        yield from (
            _Amount((stem(verb.word), stem(noun.word)), number, is_limit)
            for verb in before
            if verb.value is None and verb.word not in words.stops and verb.word not in _UP_TO
        )


def _list_ordinals(prose: RulesProse, limits: Mapping[_Deed, Token]) -> Iterator[_Amount]:
    """Yield `a fourth square` of an example as four of the squares of which there is one limit."""
    for sentence in prose.sentences:
        for number, token, noun in list_indefinite_ordinals(prose, sentence) if prose.is_quoted(sentence) else ():
            deeds = [deed for deed in limits if deed[1] == noun]
            if len({limits[deed].value for deed in deeds}) == 1:
                yield _Amount(deeds[0], token._replace(value=float(number)), False)


def _find_limits(told: list[_Amount]) -> Mapping[_Deed, Token]:
    """Return what the rules allow up to one limit, and name no other number of."""
    numbers: dict[_Deed, dict[float, Token]] = {}
    for each in told:
        numbers.setdefault(each.deed, {})[each.number.value or 0] = each.number
    limited = {each.deed for each in told if each.is_limit}
    return {deed: next(iter(numbers[deed].values())) for deed in limited if len(numbers[deed]) == 1}
