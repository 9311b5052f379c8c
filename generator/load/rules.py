"""Read the rules: print the numbers, colors and parts in braces, and collect the numbers as claims."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.load.braces import CALL, COLOR, evaluate_literal, evaluate_name_call, parse_call, substitute_calls
from generator.load.files import locate_index
from generator.load.vocabulary import PART, PrintedName, Vocabulary, make_plain_vocabulary
from generator.model.data_types import Scalar
from generator.model.finding import Place, refuse
from generator.model.rules import BraceMark, InlineClaim

_BRACES = re.compile(rf"{CALL}|\{{[%#{{]?|[%#}}]?\}}", re.DOTALL)
_FORM = "{{ claim(24, 'part') }}"
_HOLDS = f"braces can only hold {_FORM}, {COLOR} or {PART}"
_NO_WORDS = make_plain_vocabulary(MappingProxyType({}))


class Rules(NamedTuple):
    """The printed Markdown, the claims in it, and the spans that came from braces."""

    text: str
    claims: tuple[InlineClaim, ...]
    marked: tuple[BraceMark, ...] = ()


def read_rules(text: str, file: str, words: Vocabulary = _NO_WORDS) -> Rules:
    """Replace each `{{ claim(value, what, column=value) }}` by its value, and each color and part by its name.

    GF008 for an unknown role or part, GF005 for one without a name in the language, GF009 for anything else in braces.
    """
    claims: list[InlineClaim] = []

    def print_call(found: re.Match[str], place: Place) -> PrintedName:
        call = parse_call(found, ("claim", *words.calls), "a claim", _HOLDS, place)
        if call.node.name.lower() == "part":
            return evaluate_name_call(call, words, place)
        values = [evaluate_literal(argument, place, call.node.name) for argument in call.args]
        where = {pair.key: evaluate_literal(pair.value, place, call.node.name) for pair in call.kwargs}
        if call.node.name == "claim":
            claims.append(_make_claim(values, where, place))
            return PrintedName(_spell_value(claims[-1].value, words.decimal))
        role, *checks = _parse_color_call(values, where, place)
        name = words.color(call.node.name, role, place)
        claims.extend(InlineClaim(words.own[role].name, check, {}, place) for check in checks)
        return name

    prose = substitute_calls(text, _BRACES, print_call, lambda at: locate_index(text, at, file), words.articles)
    return Rules(prose.text, tuple(claims), prose.marked)


def _spell_value(value: Scalar, decimal: str) -> str:
    return str(value).replace(".", decimal) if isinstance(value, float) else str(value)


def _make_claim(values: list[Any], where: Mapping[str, Scalar], place: Place) -> InlineClaim:
    match values:
        case [str() | int() | float() as value, str() as what] if what and not isinstance(value, bool):
            return InlineClaim(value, what, where, place)
    raise refuse("GF009", place, f"a claim takes a number or text, then a part or an expression in quotes: {_FORM}")


def _parse_color_call(values: list[Any], where: Mapping[str, Scalar], place: Place) -> list[str]:
    """Return the role and, if there is one, the expression that gives the color's own name."""
    if 0 < len(values) < 3 and not where and all(isinstance(each, str) and each for each in values):
        return values
    raise refuse("GF009", place, f"a color takes a role, and optionally an expression that gives its name: {COLOR}")
