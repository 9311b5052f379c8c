"""Find inverted conditions, loops that use one fixed item, and series of ids of which one is used (GF149)."""

import re
from collections.abc import Iterator, Mapping, Set

from jinja2 import Environment, TemplateSyntaxError, nodes

from generator.model.finding import Finding, Place

_NEGATED = {"eq": False, "in": False, "ne": True, "notin": True}
_FIXED_ITEM = re.compile(r"(?<![\w.])(?P<name>[A-Za-z_]\w*+)\[\d++\]")
_LOOP_LIST = re.compile(r"\{%-?\s*+for\s++\w++\s++in\s++(\w++)\s*+-?%\}")
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
    for choice in _parse(text).find_all(nodes.CondExpr):
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


def find_fixed_items(part: str, sources: Mapping[str, str]) -> Iterator[Finding]:
    """Report a loop over a list that never uses the item it is at, but one of a typed number (GF149)."""
    for file, text in sources.items():
        names = {match["name"] for match in _FIXED_ITEM.finditer(text)} & set(_LOOP_LIST.findall(text))
        for loop, name, item in _list_fixed(text, names) if names else ():
            line = text.split("\n")[item.lineno - 1]
            says = f"the loop over {name!r} uses {name}[{_index_of(item)}] each time"
            column = max(line.find(f"{name}["), 0) + 1
            yield Finding("GF149", Place(file, item.lineno, column), f"{part}: {says}; use {loop} instead", "warning")


def _list_fixed(text: str, names: Set[str]) -> Iterator[tuple[str, str, nodes.Getitem]]:
    """Yield the variable and the list of each such loop, and the item that it uses."""
    for loop in _parse(text).find_all(nodes.For):
        if not (isinstance(loop.iter, nodes.Name) and loop.iter.name in names and isinstance(loop.target, nodes.Name)):
            continue
        used = {each.name for body in loop.body for each in body.find_all(nodes.Name)}
        items = [each for body in loop.body for each in body.find_all(nodes.Getitem)]
        fixed = [
            each
            for each in items
            if isinstance(each.node, nodes.Name) and each.node.name == loop.iter.name and _index_of(each) is not None
        ]
        if fixed and loop.target.name not in used:
            yield loop.target.name, loop.iter.name, fixed[0]


def _index_of(item: nodes.Getitem) -> int | None:
    value = item.arg.value if isinstance(item.arg, nodes.Const) else None
    return value if isinstance(value, int) else None


def _parse(text: str) -> nodes.Template:
    """Return the tree of a template; an empty one if it has a fault, which is told when it is rendered."""
    try:
        return Environment(autoescape=True).parse(text)
    except TemplateSyntaxError:
        return nodes.Template([])


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
