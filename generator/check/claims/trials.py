"""Try failing claims on changed data, and read from them what the wrong value may be."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from generator.check.claims.calls import ClaimCall
from generator.check.claims.context import ClaimContext
from generator.check.claims.evaluation import ClaimEvaluator, ContextAnswer
from generator.check.claims.judge import ClaimsVerdict, equals_claimed, is_number, number_expression
from generator.check.claims.sandbox import split_conjuncts, split_equality
from generator.language.expressions import ExpressionError
from generator.language.translation import apply_translated_rules, parse_translated_number
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part
from generator.model.language import Language
from generator.model.rules import Claim, InlineClaim, RepairHints

_WORD = re.compile(r"'([^']*)'|\"([^\"]*)\"|(?<![\w.])(\d+(?:\.\d+)?)(?![\w.])")
_FIGURE_CALL = re.compile(r"figure\('([^']+)'")
_FAILURES = ("GF101", "GF102", "GF103")
_MOST_EQUAL = 60  # items of two lists that are compared
_MOST_LINES = 60  # between the places of a call


class TriedClaim(NamedTuple):
    """A claim or a number of the rules in a language, and what was found wrong with it, if anything."""

    claim: Claim | InlineClaim
    language: Language | None
    finding: Finding | None

    @property
    def fails(self) -> bool:
        """Return whether it does not hold."""
        return self.finding is not None and self.finding.code in _FAILURES and self.finding.is_blocking


class AskedFigures(NamedTuple):
    """The figures that a claim asks about; `alone` tells that it asks about nothing else."""

    names: frozenset[str]
    alone: bool


def list_tried_claims(game: Game, verdict: ClaimsVerdict) -> list[TriedClaim]:
    """Return all claims and numbers with their findings, in the order in which they were judged."""
    outcomes = *verdict.outcomes, *verdict.inline
    return [each._replace(finding=made.finding) for each, made in zip(list_untried_claims(game), outcomes, strict=True)]


def list_untried_claims(game: Game) -> list[TriedClaim]:
    """Return all claims and numbers of a game."""
    inline: list[tuple[InlineClaim, Language | None]] = [(each, game.first) for each in (*game.inline, *game.printed)]
    inline += [(each, language) for language in game.translations for each in language.inline]
    return [TriedClaim(each, None, None) for each in game.claims] + [TriedClaim(*each, None) for each in inline]


class ClaimTrial:
    """Tells which claims hold in the data of a game alone."""

    def __init__(self, game: Game, parts: Sequence[Part]) -> None:
        self._game, self._parts = game, parts
        self._bench = ClaimEvaluator([ClaimContext("data", game, parts, None, frozenset(part.id for part in parts))])

    def holds(self, tried: TriedClaim) -> bool | None:
        """Return whether a claim holds; None if the data alone cannot tell."""
        try:
            answers = self._evaluate(tried)
        except ExpressionError:
            return False
        if not answers:
            return None
        if isinstance(tried.claim, Claim):
            return answers[0].value is True
        return equals_claimed(answers[0].value, tried.claim.value, tried.language)

    def _evaluate(self, tried: TriedClaim) -> list[ContextAnswer]:
        if isinstance(tried.claim, Claim):
            return self._bench.evaluate(tried.claim.check)
        if tried.language in self._game.translations:
            assert tried.language is not None
            self._bench.use_rules_of(apply_translated_rules(self._game, tried.language))
        return self._bench.evaluate(number_expression(tried.claim, self._parts))

    def read_hints(self, failing: Sequence[TriedClaim]) -> RepairHints:
        """Return what failing claims say about the value that is wrong."""
        wanted, wrong, words, gaps = list[Any](), list[Any](), list[Any](), list[float]()
        lines, texts, pairs = Counter[tuple[str, int]](), list[str](), list[tuple[Any, Any]]()
        for tried in failing:
            for text, sides, calls in self._find_false(tried):
                texts.append(text)
                differing = list(_find_differing(sides))
                pairs += [pair for pair in differing if None not in pair]
                wanted += [other for _, other in differing if other is not None]
                wrong += [each for pair in differing for each in pair if each is not None]
                gaps += [other - one for one, other in differing if is_number(one) and is_number(other)]
                words += [*_read_words(text), *(word for call in calls for word in _read_words(call.text))]
                wrong += [call.result for call in calls if isinstance(call.result, str | int | float)]
                words += [each for side in sides for each in _flatten(side)]
                lines.update({line for call in calls for line in _list_lines(call.places())})
        named = {word for text in texts for word in _read_words(text)}
        parts = tuple(part.id for part in self._parts if part.id in named)
        every = [each for each in (*wanted, *wrong, *words) if each not in parts]
        steps = sorted({abs(gap) for gap in gaps if gap})
        both = tuple(gap for step in steps for gap in ((step, -step) if step in gaps else (-step, step)))
        return RepairHints(_distinct(every), _distinct(wrong), both, _distinct(pairs), lines, parts=parts)

    def read_figures(self, tried: TriedClaim) -> AskedFigures:
        """Return the figures that the false operands of a claim ask about, and whether about nothing else."""
        calls = [call.text for _, _, asked in self._find_false(tried) for call in asked]
        names = [found[1] for text in calls if (found := _FIGURE_CALL.match(text))]
        return AskedFigures(frozenset(names), bool(names) and len(names) == len(calls))

    def _find_false(self, tried: TriedClaim) -> Iterator[tuple[str, list[Any], Sequence[ClaimCall]]]:
        """Yield the operands that are false: as text, the sides of their equation, and their calls."""
        claim = tried.claim
        if isinstance(claim, InlineClaim):
            with suppress(ExpressionError):  # it names a part that is not there
                text = number_expression(claim, self._parts)
                yield self._read_false(text, [_read_claimed(claim, tried.language)])
            return
        for text in split_conjuncts(claim.check):
            if self._is_false(text):
                yield self._read_false(text, [])

    def _is_false(self, text: str) -> bool:
        try:
            answers = self._bench.evaluate(text)
        except ExpressionError:
            return True
        return bool(answers) and answers[0].value is not True

    def _read_false(self, text: str, claimed: list[Any]) -> tuple[str, list[Any], Sequence[ClaimCall]]:
        """Return an expression with its value and the `claimed` one, or with the sides of its equation."""
        try:
            answers = self._bench.evaluate(text)
            asked = [answers] if claimed else [self._bench.evaluate(side) for side in split_equality(text)]
        except ExpressionError:
            return text, [], ()
        return text, [*(each[0].value for each in asked if each), *claimed], answers[0].calls if answers else ()


def _list_lines(places: Sequence[Place]) -> Iterator[tuple[str, int]]:
    """Yield the lines of places, and those of YAML between them, in which the items of a list or mapping go on."""
    yield from (place[:2] for place in places)
    files = {place.file for place in places}
    first, last = min(places, default=Place("")), max(places, default=Place(""))
    if len(files) == 1 and last.line - first.line < _MOST_LINES and not first.file.endswith(".csv"):
        yield from ((first.file, line) for line in range(first.line, last.line))


def _read_claimed(claim: InlineClaim, language: Language | None) -> Any:
    known = parse_translated_number(claim.value, language) if isinstance(claim.value, str) else None
    return claim.value if known is None else known


def _find_differing(sides: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield what differs between the sides of an equation: the sides, or items of two lists."""
    if len(sides) != 2:
        return
    one, other = sides
    if isinstance(one, list) and isinstance(other, list):
        if len(one) == len(other):
            for pair in zip(one, other, strict=True):
                if pair[0] != pair[1]:
                    yield from _find_differing(pair)
        else:
            yield from ((each, None) for each in _flatten(one) if each not in other)
            yield from ((None, each) for each in _flatten(other) if each not in one)
    elif not isinstance(one, dict | list) and not isinstance(other, dict | list):
        yield one, other


def _read_words(text: str) -> Iterator[Any]:
    """Yield the quoted texts and the numbers of an expression."""
    for found in _WORD.finditer(text):
        text_, number = found[1] if found[1] is not None else found[2], found[3]
        yield text_ if number is None else float(number) if "." in number else int(number)


def _flatten(value: Any) -> Iterator[Any]:
    if isinstance(value, list | tuple):
        for each in value[:_MOST_EQUAL]:
            yield from _flatten(each)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield value


def _distinct(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))
