"""Find inverted conditions in templates, and series of ids of which only one is ever used (GF149)."""

import re
from collections.abc import Iterator, Mapping

from jinja2 import Environment, TemplateSyntaxError, nodes

from generator.model.finding import Finding, Place

_NEGATED = {"eq": False, "in": False, "ne": True, "notin": True}
_COUNTED_ID = re.compile(r"""\bid=["'](?P<head>[a-zA-Z][\w-]{0,40})\{\{""")
_TYPED_USE = re.compile(r"""(?:url\(|href=["'])#(?P<name>[a-zA-Z][\w-]{0,60})(?P<next>[)"'{])""")


def find_turned_conditions(part: str, sources: Mapping[str, str]) -> Iterator[Finding]:
    """Report a word chosen for everything except the things it names; `sources` are texts by file (GF149).

    `'notched' if name not in values.notched else 'plain'` gives it to the wrong ones.
    """
    for file, text in sources.items():
        for line, word in _list_turned(text) if " if " in text else ():
            column = max(text.split("\n")[line - 1].find(word), 1)
            says = (
                f"{part}: {word!r} is chosen here for all except those that the"
                " condition itself names so; is it inverted?"
            )
            yield Finding("GF149", Place(file, line, column), says, "warning")


def _list_turned(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of inverted choices, with their words."""
    try:
        tree = Environment(autoescape=True).parse(text)
    except TemplateSyntaxError:
        return  # it is refused when it is rendered
    for choice in tree.find_all(nodes.CondExpr):
        test = choice.test
        if not isinstance(test, nodes.Compare) or len(test.ops) != 1 or test.ops[0].op not in _NEGATED:
            continue
        name = _name_of(test.ops[0].expr)
        rest = [choice.expr1, choice.expr2]
        own, other = rest if _NEGATED[test.ops[0].op] else rest[::-1]  # the first of them is for all others
        if name and _name_of(own) == name and isinstance(other, nodes.Const) and other.value != name:
            yield choice.lineno, name


def _name_of(node: nodes.Node | None) -> str:
    """Return a typed text, or the name of a list of `values`; empty for anything else."""
    if isinstance(node, nodes.Const):
        return node.value if isinstance(node.value, str) else ""
    is_value = isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name) and node.node.name == "values"
    return node.attr if is_value and isinstance(node, nodes.Getattr) else ""


def find_single_ids(part: str, sources: Mapping[str, str]) -> Iterator[Finding]:
    """Report a typed id of which a loop makes one for each of several things, if it alone is used (GF149)."""
    for file, text in sources.items():
        heads = {match["head"] for match in _COUNTED_ID.finditer(text)}
        uses = list(_TYPED_USE.finditer(text)) if heads else []
        for head in sorted(heads):
            if any(each["next"] == "{" and each["name"] == head for each in uses):
                continue
            typed = [each for each in uses if each["name"].startswith(head) and each["next"] != "{"]
            if len({each["name"] for each in typed}) == 1:
                start = typed[0].start("name")
                line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
                says = (
                    f"only {typed[0]['name']!r} of the ids that begin with {head!r} is used; should it vary in a loop?"
                )
                yield Finding("GF149", Place(file, line, column), f"{part}: {says}", "warning")
