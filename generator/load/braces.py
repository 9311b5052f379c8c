"""Parse the calls in double braces, such as `{{ color('player.red') }}`, and print their results."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from generator.load.vocabulary import PART, Said, Vocabulary
from generator.model.color import Color
from generator.model.finding import DataError, Finding, refuse
from generator.model.marked import Marked, Prose
from generator.model.place import Place
from generator.model.strict import Scalar

if TYPE_CHECKING:
    from jinja2 import Environment

_QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
CALL = rf"\{{\{{(?P<inside>(?:[^{{}}'\"]|{_QUOTED})*)\}}\}}"
COLOR = "{{ color('player.red') }}"
_ARTICLE = re.compile(r"(?<!\w)(?P<a>[Aa])(?P<n>n?)(?P<gap>\s+)$")
_VOWELS = frozenset("aeiou")


def printed(
    text: str,
    braces: re.Pattern[str],
    say: Callable[[re.Match[str], Place], Said],
    place: Callable[[int], Place],
    articles: bool = True,
) -> Prose:
    """Replace each match of `braces` by the result of `say`, and record where in the text it is.

    With English `articles`, `a` before a renamed color becomes `an`, and the reverse, as the new name needs.
    Raises DataError with everything that is wrong.
    """
    pieces, marked, findings = list[str](), list[Marked](), list[Finding]()
    length = end = 0
    for found in braces.finditer(text):
        try:
            result = say(found, place(found.start()))
        except DataError as error:
            findings.extend(error.findings)
            continue
        before = _agreeing(text[end : found.start()], result.color if articles else None)
        start = length + len(before)
        end, length = found.end(), start + len(result.text)
        role = result.color.role if result.color else ""
        marked.append(Marked(start, length, place(end), role, result.part))
        pieces += [before, result.text]
    if findings:
        raise DataError(findings)
    return Prose("".join([*pieces, text[end:]]), tuple(marked))


def _agreeing(before: str, color: Color | None) -> str:
    """Return the text before a color with its article adjusted, if the article suits the color's own name."""
    article = _ARTICLE.search(before) if color and color.renamed else None
    if (
        not color
        or not article
        or bool(article["n"]) != _vowel(color.name)
        or _vowel(color.name) == _vowel(color.called)
    ):
        return before
    return f"{before[: article.start()]}{article['a']}{'' if article['n'] else 'n'}{article['gap']}"


def _vowel(name: str) -> bool:
    return name[:1].lower() in _VOWELS


@lru_cache(maxsize=1)
def _language() -> "Environment":
    from jinja2 import Environment

    return Environment()


def call_of(found: re.Match[str], names: tuple[str, ...], what: str, holds: str, place: Place) -> Any:
    """Parse the call in braces with Jinja2, as all expressions are; GF009."""
    from jinja2 import TemplateSyntaxError, nodes

    inside = found["inside"]
    if inside is None:
        raise refuse("GF009", place, f"{found.group()!r} is not part of {what}; {holds}")
    expression = inside.strip()
    try:
        body = _language().parse("{{ " + expression + " }}").body
    except TemplateSyntaxError as error:
        raise refuse("GF009", place, f"{{{{ {expression} }}}} is not an expression: {error.message}") from None
    except ValueError:  # more digits than Python converts
        raise refuse("GF009", place, f"{{{{ {expression:.40} ... has a number with far too many digits") from None
    match body:
        case [nodes.Output(nodes=[nodes.Call(node=nodes.Name(name=name), dyn_args=None, dyn_kwargs=None) as call])]:
            if name in names:
                return call
    raise refuse("GF009", place, f"{{{{ {expression} }}}} is not {what}; {holds}")


def literal(node: Any, place: Place, name: str = "claim") -> Scalar:
    """Return the value of a literal argument of the call `name`; a claim must be typed, so expressions are GF009."""
    from jinja2 import nodes

    match node:
        case nodes.Const(value=str() | int() | float() | None as value):
            return value
        case nodes.Neg(node=nodes.Const(value=int() | float() as value)):
            return -value
    takes = "a claim takes plain values: numbers, text, true, false or none"
    if name.lower() == "part":
        takes = f"{name}() takes a part in quotes and, if it is not one, how many: {PART}"
    elif name.lower() == "color":
        takes = f"{name}() takes a color role in quotes: {COLOR}"
    raise refuse("GF009", place, takes)


def named(call: Any, words: Vocabulary, place: Place) -> Said:
    """Return what a call of `color` or `part` prints; GF005, GF008, GF009."""
    name = call.node.name
    values = [literal(argument, place, name) for argument in call.args]
    if name.lower() == "part":
        if not 0 < len(values) < 3 or call.kwargs:
            raise refuse("GF009", place, f"{name}() takes a part and, if it is not one, how many: {PART}")
        return words.part(name, values[0], values[1] if len(values) > 1 else 1, place)
    if len(values) != 1 or call.kwargs:
        raise refuse("GF009", place, f"{name}() takes one color role: {COLOR}")
    return words.color(name, values[0], place)
