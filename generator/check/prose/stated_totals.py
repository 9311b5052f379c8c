"""Report totals such as `which is 5 in all` that the numbers before them do not add up to (GF163)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.language.rule_words import RuleWords
from generator.model.finding import Finding

_TOTALS: Mapping[str, re.Pattern[str]] = {  # `n` is the number
    "en": re.compile(
        r"(?:(?:that|this|which|it) (?:is|makes|gives|comes to)|for a total of|a total of|in total|altogether|together)"
        r" (?P<n>\w{1,12})(?: (?:in all|altogether|together|in total|points?)\b|(?=[.,;:]|$))"
        r"|(?<=\d), so (?P<k>\d{1,4})(?=[.;])"
        r"|(?<!\w)(?P<m>\w{1,12})(?: \w{1,15})? (?:in all|altogether|in total)\b",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"(?:(?:das|dies|was) (?:sind|macht|ergibt|ist)|(?:sind|macht|ergibt) das) (?:zusammen |insgesamt )?"
        r"(?P<n>\w{1,12})(?: (?:zusammen|insgesamt|Punkte?)\b|(?=[.,;:]|$))"
        r"|(?<=\d), also (?P<k>\d{1,4})(?=[.;])"
        r"|\b(?:zusammen|insgesamt) (?:also |genau )?(?P<m>\w{1,12})\b",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"(?:ce qui|cela|ça|soit|total de) (?:fait |donne )?(?P<n>\w{1,12})"
        r"(?: (?:en tout|au total|points?)\b|(?=[.,;:]|$))"
        r"|(?<=\d), donc (?P<k>\d{1,4})(?=[.;])"
        r"|(?<!\w)(?P<m>\w{1,12})(?: \w{1,15})? (?:en tout|au total)\b",
        re.IGNORECASE,
    ),
}
_CLOSE = 2  # by which a total may be off to be one of the numbers before it
_FEWEST, _MOST = 2, 5  # numbers that are added
_FEW = 3  # numbers of which any two may be multiplied
_OPERATOR = re.compile(r"[+\u2212\u2013\u00d7*\u00b7\u00f7/=]")


def check_stated_totals(prose: RulesProse, told: Sequence[Finding] = ()) -> Iterator[Finding]:
    """Report a total that cannot be made of the numbers before it, but nearly is their sum; a note (GF163).

    What was `told` already is not told again.
    """
    words, pattern = prose.words, _TOTALS.get(prose.language.tag.partition("-")[0])
    if words is None or pattern is None:
        return
    before: Sentence | None = None
    for sentence in prose.sentences:
        earlier = before if before is not None and before.block == sentence.block else None
        before = sentence
        for found in pattern.finditer(prose.plain, sentence.start, sentence.end):
            total = _find_token(sentence, found.start(found.lastgroup or ""))
            if total is not None and not words.conditions & sentence.words and not prose.is_held(total.start):
                known = prose.place(total.start) in {each.place for each in told}
                yield from () if known else _check_total(prose, words, sentence, earlier, total, found)


def _find_token(sentence: Sentence, at: int) -> Token | None:
    return next((each for each in sentence.tokens if each.start == at and each.value is not None), None)


def _check_total(
    prose: RulesProse,
    words: RuleWords,
    sentence: Sentence,
    earlier: Sentence | None,
    total: Token,
    found: re.Match[str],
) -> Iterator[Finding]:
    """Yield a note if the numbers before a total do not make it in any plain way."""
    own = _list_numbers(prose, words, sentence.tokens, found.start())
    said = {each.word for each in sentence.tokens if found.start() <= each.start < total.start}
    if own and said & (words.total | words.makes):
        return  # arithmetic.py judges these
    if not own and earlier is not None:
        own = _list_numbers(prose, words, earlier.tokens, earlier.end)
        sentence = earlier
    if not _FEWEST <= len(own) <= _MOST or _OPERATOR.search(prose.plain, sentence.start, total.start):
        return
    made, values = total.value or 0.0, [each.value or 0.0 for each in own]
    if 0 < abs(made - sum(values)) <= _CLOSE and made not in values and made not in _combine(values):
        message = (
            f"the numbers before {prose.quote(found.start(), found.end()).lstrip(', ')!r} add up to {sum(values):g}"
        )
        yield prose.report("GF163", total.start, f"{message}; correct one of them", "note")


def _list_numbers(prose: RulesProse, words: RuleWords, tokens: Sequence[Token], end: int) -> list[Token]:
    """Return the numbers that may be added: none with a sign, and not the last of `round 3` and `a line of three`."""
    found = [each for each in tokens if each.value is not None and each.end <= end]
    named = {
        other.start
        for one, other in pairwise(tokens)
        if one.word in ("of", "von", "de", "mit", "aus", *words.sections, *words.steps) and one.value is None
    }
    return [each for each in found if each.start not in named] if not any(each.signed for each in found) else []


def _combine(values: Sequence[float]) -> set[float]:
    """Return what players may make of some numbers: sums of some, differences, products, and sums with products.

    In a longer list, only neighbors are multiplied: `two sheep at 3 and a cow at 5`.
    """
    pairs = [*combinations(range(len(values)), 2)]
    found = {sum(some) for size in range(1, len(values)) for some in combinations(values, size)}
    found |= {abs(values[one] - values[other]) for one, other in pairs}
    for one, other in pairs:
        if len(values) > _FEW and other != one + 1:
            continue
        rest = [value for n, value in enumerate(values) if n not in (one, other)]
        product = values[one] * values[other]
        found |= {product + sum(some) for size in range(len(rest) + 1) for some in combinations(rest, size)}
    return found
