"""The text of rules goes in; Markdown with numbers, colors and parts printed comes out, and its numbers as claims."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.load.braces import CALL, COLOR, call_of, literal, named, printed
from generator.load.files import locate
from generator.load.vocabulary import PART, Said, Vocabulary, plain_words
from generator.model.claims import InlineClaim
from generator.model.finding import refuse
from generator.model.marked import Marked
from generator.model.place import Place
from generator.model.strict import Scalar

_BRACES = re.compile(rf"{CALL}|\{{[%#{{]?|[%#}}]?\}}", re.DOTALL)
_FORM = "{{ claim(24, 'part') }}"
_HOLDS = f"braces hold {_FORM}, {COLOR} or {PART} and nothing else"
_NO_WORDS = plain_words(MappingProxyType({}))


class Rules(NamedTuple):
    """The rules as people read them, each number in them that can be checked, and what in the text is of braces."""

    text: str
    claims: tuple[InlineClaim, ...]
    marked: tuple[Marked, ...] = ()


def read_rules(text: str, file: str, words: Vocabulary = _NO_WORDS) -> Rules:
    """Print each `{{ claim(value, what, column=value) }}` as its value, and colors and parts as what they are called.

    GF008 for a role or a part that there is not, GF005 for one that has no name in the language, GF009 for anything
    else in braces.
    """
    claims: list[InlineClaim] = []

    def say(found: re.Match[str], place: Place) -> Said:
        call = call_of(found, ("claim", *words.calls), "a claim", _HOLDS, place)
        if call.node.name.lower() == "part":
            return named(call, words, place)
        values = [literal(argument, place, call.node.name) for argument in call.args]
        where = {pair.key: literal(pair.value, place, call.node.name) for pair in call.kwargs}
        if call.node.name == "claim":
            claims.append(_claim(values, where, place))
            return Said(_spelled(claims[-1].value, words.decimal))
        role, *checks = _color(values, where, place)
        said = words.color(call.node.name, role, place)
        claims.extend(InlineClaim(words.own[role].name, check, {}, place) for check in checks)
        return said

    prose = printed(text, _BRACES, say, lambda at: locate(text, at, file), words.articles)
    return Rules(prose.text, tuple(claims), prose.marked)


def _spelled(value: Scalar, decimal: str) -> str:
    return str(value).replace(".", decimal) if isinstance(value, float) else str(value)


def _claim(values: list[Any], where: Mapping[str, Scalar], place: Place) -> InlineClaim:
    match values:
        case [str() | int() | float() as value, str() as what] if what and not isinstance(value, bool):
            return InlineClaim(value, what, where, place)
    raise refuse("GF009", place, f"a claim is a number or text, then a part or an expression in quotes: {_FORM}")


def _color(values: list[Any], where: Mapping[str, Scalar], place: Place) -> list[str]:
    """Return the role, and the expression that gives the color's own name where there is one."""
    if 0 < len(values) < 3 and not where and all(isinstance(each, str) and each for each in values):
        return values
    raise refuse("GF009", place, f"a color is a role, and an expression that gives its name if you like: {COLOR}")
