"""Find what templates type for all passes of a loop though each has its own (GF191), and names drawn as others."""

import re
from collections.abc import Iterator, Sequence, Set

from jinja2 import nodes

from generator.model.finding import Finding
from generator.proof.templates.conditions import read_question
from generator.proof.templates.game_templates import GameTemplates
from generator.proof.templates.source import (
    WrittenValue,
)

_FEWEST_ITEMS = 2  # of a typed loop
_SINGLE = re.compile(r"(?<!\{)\{[^\S\n]*+(?P<name>[a-z_]\w*+(?:\.\w++)++)[^\S\n]*+\}")


def find_typed_items(templates: GameTemplates) -> Iterator[Finding]:
    """Report, as a note, one item of a typed loop that its body types for every pass instead of the loop's own (GF191).

    What only some passes draw is left out, and so is what is compared with something.
    """
    for source in templates.list_own():
        for loop in source.list_nodes(nodes.For):
            if not isinstance(loop.target, nodes.Name) or not isinstance(loop.iter, nodes.List | nodes.Tuple):
                continue
            items = {getattr(each, "value", None) for each in loop.iter.items}
            for found in (each for body in loop.body for each in _list_constants(body)):
                if found.value in items and len(items) >= _FEWEST_ITEMS:
                    says = f"{found.value!r} is typed here for every pass of the loop over {loop.target.name!r}"
                    place = source.place(source.find_word(found, found.value))
                    yield Finding("GF191", place, f"{says}; use {loop.target.name!r} if each has its own", "note")


def _list_constants(node: nodes.Node) -> Iterator[nodes.Const]:
    """Yield the texts that are the same in each pass: not those of conditions, nor of tables that are looked up."""
    if isinstance(node, nodes.Compare | nodes.Test | nodes.If | nodes.CondExpr | nodes.Dict):
        return
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        yield node
    for child in node.iter_child_nodes():
        yield from _list_constants(child)


def find_crossed_names(templates: GameTemplates) -> Iterator[Finding]:
    """Report a symbol that is drawn under the name of another one of its file (GF192): in a branch, or in an icon."""
    for source in templates.list_own():
        uses = [value for value in source.values if value.attribute == "href" and value.typed and "#" in value.typed]
        for value in uses:
            file, _, name = (value.typed or "").partition("#")
            ids = (
                templates.sources[file].ids
                if file in templates.sources
                else source.ids
                if not file
                else frozenset[str]()
            )
            for asked, around in _list_names_around(value, uses):
                if name != asked and {name, asked} <= ids and asked not in around:
                    says = f"this draws {name!r} for {asked!r}, but there is a symbol {asked!r}"
                    yield Finding("GF192", source.place(value.at), says, "warning")


def _list_names_around(value: WrittenValue, uses: Sequence[WrittenValue]) -> Iterator[tuple[str, Set[str]]]:
    """Yield the name that the innermost branch around a use asks for, and that of its group, with what these draw."""
    filters = {id(loop.test) for loop in value.scope.loops}  # a loop over the cells of a kind draws what it likes
    tests = [each for each in value.scope.tests if id(each.test) not in filters]
    asked = read_question(tests[-1].test) if tests else None
    if asked and asked.is_one is tests[-1].is_met and len(asked.typed) == 1:
        beside = {(each.typed or "").partition("#")[2] for each in uses if tests[-1] in each.scope.tests}
        yield str(next(iter(asked.typed))), beside
    if value.groups and value.groups[-1].startswith("icon."):
        beside = {(each.typed or "").partition("#")[2] for each in uses if each.groups == value.groups}
        yield value.groups[-1].removeprefix("icon."), beside


def find_single_braces(templates: GameTemplates) -> Iterator[Finding]:
    """Report a value in one pair of braces, which is printed literally (GF193); `{gem}` may be an icon of a text."""
    for source in templates.list_own():
        for value in source.values:
            for found in _SINGLE.finditer("".join(each for each in value.segments if isinstance(each, str))):
                at = max(source.text.find(found[0], value.at), 0)
                says = f"{found[0]!r} is printed literally; write '{{{{ {found['name']} }}}}'"
                yield Finding("GF193", source.place(at), says, "warning")
