"""Find colors that are written out in a template, and the roles that have the same paint."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.model.color import Color
from generator.model.finding import DrawingError
from generator.render.adoption.source import JINJA, Source
from generator.render.svg.style import parse_color

PAINTED = frozenset({"fill", "stroke", "color", "stop-color", "flood-color", "lighting-color"})
_DECLARATION = re.compile(
    rf"(?:{JINJA})|(?<![\w-])(?P<name>[a-zA-Z-]+)(?P<gap>\s*+:\s*+)(?P<value>(?:[^;{{}}<>\"'()]|\([^()]*+\))++)",
    re.DOTALL,
)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_SET = re.compile(r"""\{%[-+]?\s+set\s[^%]*?=\s*(?P<quote>["'])(?P<value>\#[0-9a-fA-F]{3,6})(?P=quote)\s*[-+]?%\}""")
_WORDS = re.compile(r"#[0-9a-fA-F]+|[a-zA-Z]+(?:\([^()]*\))?")


class LiteralColor(NamedTuple):
    """A color where it is written, from `start` to `end`; `quote` is what its attribute is quoted by.

    `bare` tells that it is a text inside a tag of Jinja2: then its quotes belong to it.
    """

    text: str
    paint: str
    start: int
    end: int
    quote: str
    bare: bool = False


def find_literal_colors(source: Source) -> Iterator[LiteralColor]:
    """Yield the opaque colors that attributes, styles and style sheets write out, in the order of the text."""
    masks = {id(inner) for each in source.elements if each.node.name == "mask" for inner in each.walk()}
    for element in source.elements:
        if id(element) in masks:  # where colors say how much is seen
            continue
        for each in element.attributes:
            quote = source.text[each.end]
            if each.name in PAINTED:
                yield from _read_value(each.value, each.start, quote)
            elif each.name == "style":
                yield from _read_declarations(each.value, each.start, quote)
        if element.node.name == "style" and not element.children:
            yield from _read_declarations(source.text[element.opened : element.close], element.opened, '"')
    yield from _read_assignments(source)


def _read_assignments(source: Source) -> Iterator[LiteralColor]:
    """Yield the colors that `{% set name = '#...' %}` gives a name to."""
    for start, end in source.jinja:
        match = _SET.fullmatch(source.text, start, end)
        if match:
            quote = match["quote"]
            for each in _read_value(match["value"], match.start("value"), quote):
                yield each._replace(start=each.start - 1, end=each.end + 1, bare=True)


def _read_declarations(text: str, start: int, quote: str) -> Iterator[LiteralColor]:
    """Yield the colors of `name: value` in a style or a style sheet."""
    if "/*" in text:
        text = _COMMENT.sub(lambda found: " " * len(found[0]), text)
    for match in _DECLARATION.finditer(text):
        if match["name"] and match["name"].lower() in PAINTED:
            yield from _read_value(match["value"], start + match.start("value"), quote)


def _read_value(value: str, start: int, quote: str) -> Iterator[LiteralColor]:
    """Yield the color of a paint, or that behind its url()."""
    if "{" in value:
        return
    behind = value.find(")") + 1 if "url(" in value else 0
    match = _WORDS.search(value, behind)
    if match is None or match[0].lower() in ("none", "currentcolor", "inherit", "initial", "unset", "transparent"):
        return
    rest = value[match.end() :].strip()
    if rest and not rest.startswith(("!important", "icc-color")):
        return
    paint = _parse_paint(match[0])
    if paint:
        yield LiteralColor(match[0], paint, start + match.start(), start + match.end(), quote)


def _parse_paint(text: str) -> str:
    """Return a color as `#rrggbb`; empty for what is no color, or lets through what lies behind it."""
    try:
        found = parse_color(text, "fill")
    except DrawingError:
        return ""
    if len(found) == 9 and found.endswith("ff"):
        found = found[:7]
    return found if len(found) == 7 else ""


def find_roles(colors: Mapping[str, Color], preferred: Sequence[str] = ()) -> dict[str, tuple[str, ...]]:
    """Return the roles of each paint, those that it most likely stands for first.

    A preferred role comes alone; then roles outside groups such as `player` come before those of groups.
    """
    found: dict[str, list[str]] = {}
    for role, color in colors.items():
        found.setdefault(color.paint.lower(), []).append(role)
    return {paint: _rank_roles(roles, preferred) for paint, roles in found.items()}


def _rank_roles(roles: Sequence[str], preferred: Sequence[str]) -> tuple[str, ...]:
    chosen = [role for role in preferred if role in roles]
    if chosen:
        return (chosen[0],)
    alone = [role for role in roles if "." not in role]
    return (alone[0],) if len(alone) == 1 else (*alone, *(role for role in roles if "." in role))


def write_role(role: str, color: LiteralColor) -> str:
    """Return what stands for a color in its place."""
    inner = "'" if color.quote == '"' else '"'
    if color.bare:
        return f"colors[{color.quote}{role}{color.quote}]"
    return f"{{{{ colors[{inner}{role}{inner}] }}}}"
