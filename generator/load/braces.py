"""A text with braces in it goes in; it comes out as people read it, with what in it the braces have printed."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.model.color import Color
from generator.model.finding import DataError, Finding, refuse
from generator.model.marked import Marked, Prose
from generator.model.nearest import did_you_mean
from generator.model.place import Place
from generator.model.strict import Scalar

if TYPE_CHECKING:
    from jinja2 import Environment

_QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
CALL = rf"\{{\{{(?P<inside>(?:[^{{}}'\"]|{_QUOTED})*)\}}\}}"
COLOR = "{{ color('player.red') }}"
_ARTICLE = re.compile(r"(?<!\w)(?P<a>[Aa])(?P<n>n?)(?P<gap>\s+)$")
_VOWELS = frozenset("aeiou")

Colors = Mapping[str, Color]


class Said(NamedTuple):
    """What braces print, and the color whose name it is, if it is one."""

    text: str
    color: Color | None = None


def printed(
    text: str,
    braces: re.Pattern[str],
    say: Callable[[re.Match[str], Place], Said],
    place: Callable[[int], Place],
) -> Prose:
    """Print all braces as they are said; `a` before a color's name is `an` where the name that it goes by wants it.

    DataError with all that is wrong.
    """
    pieces, marked, findings = list[str](), list[Marked](), list[Finding]()
    length = end = 0
    for found in braces.finditer(text):
        try:
            said = say(found, place(found.start()))
        except DataError as error:
            findings.extend(error.findings)
            continue
        before = _agreeing(text[end : found.start()], said.color)
        start = length + len(before)
        end, length = found.end(), start + len(said.text)
        role = said.color.role if said.color else ""
        marked.append(Marked(start, length, place(end), role))
        pieces += [before, said.text]
    if findings:
        raise DataError(findings)
    return Prose("".join([*pieces, text[end:]]), tuple(marked))


def _agreeing(before: str, color: Color | None) -> str:
    """Return the words before a color; their article is changed only where it was right for the color's own name."""
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
    """Return the call as Jinja2 understands it, which is the language of all expressions here; GF009."""
    from jinja2 import TemplateSyntaxError, nodes

    inside = found["inside"]
    if inside is None:
        raise refuse("GF009", place, f"{found.group()!r} is not part of {what}; {holds}")
    expression = inside.strip()
    try:
        body = _language().parse("{{ " + expression + " }}").body
    except TemplateSyntaxError as error:
        raise refuse("GF009", place, f"{{{{ {expression} }}}} is not an expression: {error.message}") from None
    match body:
        case [nodes.Output(nodes=[nodes.Call(node=nodes.Name(name=name), dyn_args=None, dyn_kwargs=None) as call])]:
            if name in names:
                return call
    raise refuse("GF009", place, f"{{{{ {expression} }}}} is not {what}; {holds}")


def literal(node: Any, place: Place, name: str = "claim") -> Scalar:
    """Return the value of a literal: what braces hold is typed by a person, so nothing in it may be worked out.

    `name` is that of the call which holds it.
    """
    from jinja2 import nodes

    match node:
        case nodes.Const(value=str() | int() | float() | None as value):
            return value
        case nodes.Neg(node=nodes.Const(value=int() | float() as value)):
            return -value
    takes = "what a claim holds is written out: numbers, text, true, false or none"
    raise refuse("GF009", place, takes if name == "claim" else f"{name}() takes a color role in quotes: {COLOR}")


def color_said(name: str, role: Scalar, colors: Colors, place: Place) -> Said:
    """Return what `color` prints of a role, or `Color`, with a capital; GF008 for a role that there is not."""
    if not isinstance(role, str) or role not in colors:
        raise refuse("GF008", place, f"the game has no color role {role!r}{did_you_mean(str(role), colors)}")
    called = colors[role].called
    return Said(called[:1].upper() + called[1:] if name == "Color" else called, colors[role])
