"""Find branches of templates that are never drawn, because a condition before them asks for the same (GF149)."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from jinja2 import Environment, TemplateSyntaxError, nodes

from generator.model.finding import Finding, Place

_WORD = re.compile(r"[^\W\d]\w*+")
_EQUAL, _UNEQUAL = ("eq", "in"), ("ne", "notin")


class _Branch(NamedTuple):
    """A branch of a condition: what it asks, in which line, and the words of what it draws."""

    test: nodes.Node
    line: int
    words: Set[str]


def find_dead_branches(part: str, sources: Mapping[str, str]) -> Iterator[Finding]:
    """Report each branch that asks again for what a branch above it has taken; `sources` are texts by file (GF149)."""
    for file, text in sources.items():
        for above, branch in _list_dead_branches(text):
            names = _name_asked(branch.test)
            wrong, other = (above, branch) if _draws(branch, names) and not _draws(above, names) else (branch, above)
            column = max(text.split("\n")[wrong.line - 1].find("{%"), 0) + 1
            what = f" for {' or '.join(map(repr, sorted(names)))}" if names else " the same"
            says = f"this condition and the one in line {other.line} ask{what}, so the later one is never drawn"
            yield Finding("GF149", Place(file, wrong.line, column), f"{part}: {says}; correct one of them", "warning")


def _list_dead_branches(text: str) -> Iterator[tuple[_Branch, _Branch]]:
    """Yield each branch that is never drawn, behind the one that is drawn instead."""
    if "elif" not in text:
        return
    try:
        tree = Environment(autoescape=True).parse(text)
    except TemplateSyntaxError:
        return  # it is refused when it is rendered
    for choice in tree.find_all(nodes.If):
        branches = [_read_branch(each) for each in (choice, *choice.elif_)]
        for number, branch in enumerate(branches):
            if above := next((each for each in branches[:number] if _takes(each.test, branch.test)), None):
                yield above, branch


def _read_branch(choice: nodes.If) -> _Branch:
    nodes_in = [each for node in choice.body for each in (node, *node.find_all(nodes.Node))]
    texts = [each.data for each in nodes_in if isinstance(each, nodes.TemplateData)]
    texts += [str(each.value) for each in nodes_in if isinstance(each, nodes.Const)]
    return _Branch(choice.test, choice.lineno, {word for text in texts for word in _WORD.findall(text)})


def _name_asked(test: nodes.Node) -> Set[str]:
    """Return the texts that a condition compares something with."""
    found = _read_choice(test)
    return {each for each in found[1] if isinstance(each, str)} if found else set()


def _draws(branch: _Branch, names: Set[str]) -> bool:
    """Return whether what a branch draws is called by one of the names, such as a symbol."""
    return bool(names & branch.words)


def _takes(first: nodes.Node, later: nodes.Node) -> bool:
    """Return whether the first of two conditions holds whenever the later one does."""
    if first == later:
        return True
    asked, again, spared = _read_choice(first), _read_choice(later), _read_choice(first, _UNEQUAL)
    if again is None:
        return False
    if spared is not None and spared[0] == again[0]:
        return not spared[1] & again[1]
    return asked is not None and asked[0] == again[0] and again[1] <= asked[1]


def _read_choice(test: nodes.Node, asks: Sequence[str] = _EQUAL) -> tuple[nodes.Node, Set[object]] | None:
    """Return what a condition compares and the texts and numbers that it `asks` for; None if it is anything else."""
    if not isinstance(test, nodes.Compare) or len(test.ops) != 1 or test.ops[0].op not in asks:
        return None
    other = test.ops[0].expr
    items = other.items if isinstance(other, nodes.List | nodes.Tuple) else [other]
    if (test.ops[0].op == asks[0]) is isinstance(other, nodes.List | nodes.Tuple):
        return None  # a list that is equal to another, or a text that is in a text
    if not all(isinstance(each, nodes.Const) for each in items):
        return None
    return test.expr, {each.value for each in items if isinstance(each, nodes.Const)}
