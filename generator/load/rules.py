"""The text of rules.md goes in; Markdown with its numbers printed comes out, and those numbers as claims."""

import re
from typing import Any, NamedTuple

from generator.load.files import locate
from generator.model.finding import DataError, Finding, refuse
from generator.model.game import InlineClaim, Scalar
from generator.model.marked import Marked
from generator.model.place import Place

_QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_BRACES = re.compile(rf"\{{\{{(?P<inside>(?:[^{{}}'\"]|{_QUOTED})*)\}}\}}|\{{[%#{{]?|[%#}}]?\}}", re.DOTALL)
_FORM = "{{ claim(24, 'part') }}"


class Rules(NamedTuple):
    """The rules as people read them, each number in them that can be checked, and where it stands in the text."""

    text: str
    claims: tuple[InlineClaim, ...]
    marked: tuple[Marked, ...] = ()


def read_rules(text: str, file: str) -> Rules:
    """Print each `{{ claim(value, what, column=value) }}` as its value; GF009 for anything else in braces."""
    findings: list[Finding] = []
    claims: list[InlineClaim] = []
    marked: list[Marked] = []
    longer = 0  # the text so far is than its source, in characters

    def printed(found: re.Match[str]) -> str:
        nonlocal longer
        try:
            claims.append(_claim(found, locate(text, found.start(), file)))
        except DataError as error:
            findings.extend(error.findings)
            return ""
        value, start = str(claims[-1].value), found.start() + longer
        marked.append(Marked(start, start + len(value), locate(text, found.end(), file)))
        longer += len(value) - len(found.group())
        return value

    result = _BRACES.sub(printed, text)
    if findings:
        raise DataError(findings)
    return Rules(result, tuple(claims), tuple(marked))


def _claim(found: re.Match[str], place: Place) -> InlineClaim:
    inside = found["inside"]
    if inside is None:
        raise refuse("GF009", place, f"{found.group()!r} is not part of a claim; braces hold {_FORM} and nothing else")
    call = _call(inside.strip(), place)
    values = [_literal(argument, place) for argument in call.args]
    where = {pair.key: _literal(pair.value, place) for pair in call.kwargs}
    match values:
        case [str() | int() | float() as value, str() as what] if what and not isinstance(value, bool):
            return InlineClaim(value, what, where, place)
    raise refuse("GF009", place, f"a claim is a number or text, then a part or an expression in quotes: {_FORM}")


def _call(expression: str, place: Place) -> Any:
    """Return the call as Jinja2 understands it, which is the language of all expressions here."""
    from jinja2 import Environment, TemplateSyntaxError, nodes

    try:
        body = Environment().parse("{{ " + expression + " }}").body
    except TemplateSyntaxError as error:
        raise refuse("GF009", place, f"{{{{ {expression} }}}} is not an expression: {error.message}") from None
    match body:
        case [nodes.Output(nodes=[nodes.Call(node=nodes.Name(name="claim"), dyn_args=None, dyn_kwargs=None) as call])]:
            return call
    raise refuse("GF009", place, f"{{{{ {expression} }}}} is not a claim; braces hold {_FORM} and nothing else")


def _literal(node: Any, place: Place) -> Scalar:
    """Return the value of a literal: a claim is typed by a person, so nothing in it may be worked out."""
    from jinja2 import nodes

    match node:
        case nodes.Const(value=str() | int() | float() | None as value):
            return value
        case nodes.Neg(node=nodes.Const(value=int() | float() as value)):
            return -value
    raise refuse("GF009", place, "what a claim holds is written out: numbers, text, true, false or none")
