"""Report a worked example that counts another number than the rules give for each, or every few, of a thing (GF168)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from generator.check.prose.repeated_statements import stem
from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.model.finding import Finding

_EACH = frozenset({"each", "every"})
_UNITS = frozenset("point points coin coins gold star stars".split())
_SIGNS = frozenset("×x*·")  # noqa: RUF001  the sign of multiplication


_BRING = frozenset("brings bring gives give scores score earns earn makes make is are".split())
_ICON = re.compile(r"\s?\{(?P<name>[a-z]+)\}")
_REACH = 2  # words between a thing and what it brings, such as `which`


class _Rate(NamedTuple):
    """What so many of a thing score together: `every 3 coins: 1 point`."""

    per: float
    value: float
    token: Token


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


def check_score_rates(prose: RulesProse) -> Iterator[Finding]:
    """Report `5 coins, which brings 2` if every 3 coins bring 1 point."""
    rates = _collect_rates(prose)
    for sentence in prose.sentences if rates else ():
        for count, noun, said in _list_gains(prose, sentence.tokens):
            rate = rates.get(noun)
            if rate is None or count is rate.token or said.value is None or count.value is None:
                continue
            made = count.value // rate.per * rate.value
            if said.value != made and rate.per <= count.value:
                message = (
                    f"{count.value:g} of {noun!r} bring {made:g}, since every {rate.per:g} bring {rate.value:g}"
                    f" ({prose.place(rate.token.start)}), not {said.value:g}; correct one of the numbers"
                )
                yield prose.report("GF168", count.start, message, "note")


def _collect_rates(prose: RulesProse) -> Mapping[str, _Rate]:
    """Return what so many of each thing score, by its stem, if the rules give it once."""
    found: dict[str, list[_Rate]] = {}
    for tokens in (*(each.tokens for each in prose.sentences), *_list_rows(prose)):
        for noun, rate in _list_rates(prose, tokens):
            found.setdefault(noun, []).append(rate)
    rates = {noun: {(rate.per, rate.value): rate for rate in each} for noun, each in found.items()}
    return {noun: next(iter(each.values())) for noun, each in rates.items() if len(each) == 1}


def _list_rows(prose: RulesProse) -> Iterator[Sequence[Token]]:
    """Yield the rows of two cells, such as `every 3 coins | 1`."""
    for table in prose.tables:
        yield from (prose.tokenize(row[0][0], row[1][1]) for row in table.rows if len(row) == 2)


def _list_rates(prose: RulesProse, tokens: Sequence[Token]) -> Iterator[tuple[str, _Rate]]:
    """Yield `every 3 coins | 1`, `every 3 coins bring 1` and `1 point for every 3 coins`."""
    for n, token in enumerate(tokens[:-1]):
        per = tokens[n + 1]
        if token.word not in _EACH or per.value is None or per.value < 2:
            continue
        noun = _name_thing(prose, tokens, n + 1)
        behind = [each for each in tokens[n + 2 :] if each.value is not None]
        before = tokens[max(0, n - 3) : n]
        is_row = len(behind) == 1 and "|" in prose.language.rules[per.end : behind[0].start]
        if noun and len(before) == 3 and before[0].value and before[1].word in _UNITS and before[2].word == "for":
            yield noun, _Rate(per.value, before[0].value, per)
        elif noun and not n and behind and (is_row or _is_brought(tokens, n + 1, tokens.index(behind[0]))):
            yield noun, _Rate(per.value, behind[0].value or 0.0, per)


def _list_gains(prose: RulesProse, tokens: Sequence[Token]) -> Iterator[tuple[Token, str, Token]]:
    """Yield `7`, `coin` and `2` of `7 coins, which brings 2`."""
    numbers = [n for n, token in enumerate(tokens) if token.value is not None]
    for one, other in pairwise(numbers):
        noun = _name_thing(prose, tokens, one)
        if noun and _is_brought(tokens, one, other) and not (one and tokens[one - 1].word in _EACH):
            yield tokens[one], noun, tokens[other]


def _is_brought(tokens: Sequence[Token], one: int, other: int) -> bool:
    """Return whether the second number is what the first one brings."""
    between = {token.word for token in tokens[one:other]}
    reach = _REACH + 2 + (tokens[one + 1].word == "in")
    return tokens[other - 1].word in _BRING and other - one <= reach and "and" not in between


def _name_thing(prose: RulesProse, tokens: Sequence[Token], at: int) -> str:
    """Return the stem of what a number counts: of the icon or the word right behind it, or of `in coins`."""
    icon = _ICON.match(prose.language.rules, tokens[at].end)
    if icon:
        return stem(icon["name"])
    behind = tokens[at + 1 : at + 3]
    behind = behind[1:] if behind and behind[0].word == "in" else behind
    return stem(behind[0].word) if behind and behind[0].value is None and behind[0].word not in _BRING else ""


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
