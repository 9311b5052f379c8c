"""Find one item of a loop that a template types for every pass, and variables that it never uses (GF149, notes)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from jinja2 import Environment, TemplateSyntaxError, nodes

from generator.model.finding import Finding, Place

_FEWEST_ITEMS = 2
_WORD = re.compile(r"[^\W\d]\w*+")
_TYPED_LOOP = re.compile(r"""\bfor\s++\w++\s++in\s++[\[(]\s*+['"]""")
_SINGLE_LOOP = re.compile(
    r"""\{%-?\s*+for\s++\w++\s++in\s++(?:range\(\s*+1\s*+\)|[\[(]\s*+(?:-?[\w.]++|'[^'\n]*+'|"[^"\n]*+")\s*+,?\s*+[\])])\s*+-?%\}"""
)
_SETTING = re.compile(r"\{%-?\s*+(?P<word>set|for|macro)\b(?P<rest>[^%{}]*+)")
_ENDS = {"set": "=", "for": " in ", "macro": "%"}  # of the names that a tag sets
_TESTS = (nodes.Compare, nodes.Test)
_CHOICES = (nodes.If, nodes.CondExpr)


class _Loop(NamedTuple):
    """A loop over typed texts, and the starts of the names that its passes put together, such as `fruit.`."""

    variable: str
    items: Set[str]
    starts: Set[str]


def find_typed_items(sources: Mapping[str, str]) -> Iterator[Finding]:
    """Report, as a note, a text that is the same in each pass of a loop, though it is one of the loop's own (GF149).

    It is one of the items of the loop, or begins like a name that the loop makes, as `fruit.apple` beside
    `'fruit.' ~ name`. What only some passes draw is left out, and so is what is compared with something.
    """
    for file, text in sources.items():
        tree = _parse(text) if _TYPED_LOOP.search(text) else None
        for loop, constant in _walk(tree, ()) if tree else ():
            says = f"{constant.value!r} is typed here for every pass of the loop over {loop.variable!r}"
            place = _place(file, text, constant.lineno, str(constant.value))
            yield Finding("GF149", place, f"{says}; use {loop.variable!r} if each pass has its own", "note")


def find_single_loops(sources: Mapping[str, str]) -> Iterator[Finding]:
    """Report, as a note, a loop over a typed list of one item, or over `range(1)`: others may be missing (GF149)."""
    for file, text in sources.items():
        for loop in _SINGLE_LOOP.finditer(text):
            place = Place(file, text.count("\n", 0, loop.start()) + 1, loop.start() - text.rfind("\n", 0, loop.start()))
            says = "this loop has only one item; add those that are missing, or draw it without a loop"
            yield Finding("GF149", place, says, "note")


def find_unused_variables(sources: Mapping[str, str], others: Sequence[str]) -> Iterator[Finding]:
    """Report, as a note, each variable that is set, or taken apart by a loop, and then not used (GF149).

    `others` are the texts of all templates: one that includes or imports another uses its variables.
    """
    counts = Counter(word for text in others for word in _WORD.findall(text))
    for file, text in sources.items():
        yield from _find_unused_arguments(file, text, counts)
        heads = (rest.partition(_ENDS[word])[0] for word, rest in _SETTING.findall(text))
        can_be = any(counts[name] == 1 for head in heads for name in _WORD.findall(head))
        tree = _parse(text) if can_be else None
        for name, line in _list_set(tree) if tree else ():
            if counts[name] == 1 and not name.startswith("_"):
                says = f"nothing uses the variable {name!r}; draw with it where it belongs, or remove it"
                yield Finding("GF149", _place(file, text, line, name), says, "note")


def _find_unused_arguments(file: str, text: str, counts: Mapping[str, int]) -> Iterator[Finding]:
    """Yield a note for each argument that a macro does not use, though its name is used elsewhere.

    A macro that includes a template hands its arguments on.
    """
    tree = _parse(text) if "macro" in text else None
    for macro in tree.find_all(nodes.Macro) if tree else ():
        used = {name.name for each in (*macro.body, *macro.defaults) for name in _names_in(each)}
        hands_on = macro.find(nodes.Include) is not None
        for name in (each.name for each in macro.args):
            if name not in used and not hands_on and counts[name] > 1 and not name.startswith("_"):
                says = f"the macro {macro.name!r} does not use its argument {name!r}; draw with it, or remove it"
                yield Finding("GF149", _place(file, text, macro.lineno, name), says, "note")


def _parse(text: str) -> nodes.Template | None:
    try:
        return Environment(autoescape=True).parse(text)
    except TemplateSyntaxError:
        return None  # it is refused when it is rendered


def _walk(node: nodes.Node, loops: Sequence[_Loop]) -> Iterator[tuple[_Loop, nodes.Const]]:
    """Yield the typed texts that each pass of a loop draws, with the loop."""
    if isinstance(node, _TESTS):
        return
    if isinstance(node, nodes.Getitem) and isinstance(node.node, nodes.Dict):
        yield from _walk(node.arg, loops)
        return  # `{'sack': 'two faces'}[kind]` looks each pass up
    if isinstance(node, _CHOICES):
        loops = ()  # some passes draw this
    if isinstance(node, nodes.For):
        yield from _walk(node.iter, loops)
        inner = [*loops, *_read_loop(node)]
        for each in node.body:
            yield from _walk(each, inner)
        return
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        loop = next((loop for loop in reversed(loops) if _is_typed(node.value, loop)), None)
        if loop is not None:
            yield loop, node
    for child in node.iter_child_nodes():
        yield from _walk(child, loops)


def _read_loop(loop: nodes.For) -> Iterator[_Loop]:
    """Yield a loop with one variable over texts, if they are typed in it."""
    if not isinstance(loop.target, nodes.Name) or not isinstance(loop.iter, nodes.List | nodes.Tuple):
        return
    items = {each.value for each in loop.iter.items if isinstance(each, nodes.Const) and isinstance(each.value, str)}
    if len(items) >= _FEWEST_ITEMS and len(items) == len(loop.iter.items):
        yield _Loop(loop.target.name, items, set(_list_starts(loop, loop.target.name)))


def _list_starts(loop: nodes.For, variable: str) -> Iterator[str]:
    """Yield the texts to which something of a loop's variable is added, such as a color of its group."""
    sums = [list(each.nodes) for each in loop.find_all(nodes.Concat)]
    sums += [[each.left, each.right] for each in loop.find_all(nodes.Add)]
    for first, *rest in sums:
        names = {name.name for part in rest for name in _names_in(part)}
        if isinstance(first, nodes.Const) and isinstance(first.value, str) and variable in names:
            yield first.value


def _names_in(node: nodes.Node) -> Iterator[nodes.Name]:
    if isinstance(node, nodes.Name):
        yield node
    yield from node.find_all(nodes.Name)


def _is_typed(text: str, loop: _Loop) -> bool:
    return text in loop.items or any(text.startswith(start) and text != start for start in loop.starts if start)


def _list_set(tree: nodes.Template) -> Iterator[tuple[str, int]]:
    """Yield the names that are set, and those into which a loop takes its items apart, with their lines."""
    for each in tree.find_all(nodes.Assign):
        yield from ((name.name, each.lineno) for name in _names_in(each.target))
    for loop in tree.find_all(nodes.For):
        if isinstance(loop.target, nodes.Tuple):
            yield from ((name.name, loop.lineno) for name in _names_in(loop.target))
    for macro in tree.find_all(nodes.Macro):
        yield from ((name.name, macro.lineno) for name in macro.args)


def _place(file: str, text: str, line: int, word: str) -> Place:
    """Return where a word is in a line, or where the line begins."""
    written = text.split("\n")[line - 1]
    column = next((found.start() for found in _WORD.finditer(written) if found[0] == word), written.find(word))
    return Place(file, line, max(column, 0) + 1)
