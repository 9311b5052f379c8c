"""Find what templates type for all pieces, rows or passes though each has its own (GF191), and names drawn as others.

A typed value is compared with the values that the data give at the same kind of place: the marks and paints of a group
of colors, the words of the faces of a die, and what a template itself prints from a column of the rows elsewhere.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from jinja2 import nodes

from generator.model.finding import Finding
from generator.model.game import Part
from generator.proof.templates.conditions import read_question
from generator.proof.templates.game_templates import GameTemplates, list_color_groups, list_face_values
from generator.proof.templates.source import (
    TemplateSource,
    ValueScope,
    WrittenValue,
    key_of,
    names_in,
    root_name,
)

_FEWEST_ROWS = 3  # with a value of their own each, before a typed one is that of one row
_FEWEST_ITEMS = 2  # of a typed loop
_PLACES = ("href", "fill", "stroke", "color")
_SINGLE = re.compile(r"(?<!\{)\{[^\S\n]*+(?P<name>[a-z_]\w*+(?:\.\w++)++)[^\S\n]*+\}")


class _Choice(NamedTuple):
    """Values of which each piece has one: what owns them, what to write for them, and the variable they come from.

    `is_given` says that they count only as arguments of calls: elsewhere a piece may show the paint of others, too.
    """

    owners: Mapping[str, str]
    advice: str
    variable: str
    is_given: bool = False


def find_typed_values(templates: GameTemplates) -> Iterator[Finding]:
    """Report a typed value which is that of one color, face or row, where all pieces show it (GF191).

    What types two of them is a legend or a choice, and what stands in a branch for one of them is chosen.
    """
    for part in templates.parts:
        sources = templates.list_drawn(part)
        values = [(source, value) for source in sources for value in source.values]
        written = defaultdict[str, list[tuple[TemplateSource, WrittenValue]]](list)
        for source, value in values:
            for text in _list_typed(value):
                written[text].append((source, value))
        for choice in (*_list_group_choices(part), *_list_row_choices(templates, part, values)):
            typed = [text for text in choice.owners if text in written]
            if len(typed) != 1:
                continue
            for source, value in written[typed[0]]:
                is_of_others = choice.is_given and not value.tag.endswith("()")
                if source.name in templates.own and not is_of_others and not _is_chosen(value.scope, choice):
                    says = f"{typed[0]!r} is that of {choice.owners[typed[0]]!r}, but every {part.id!r} shows it here"
                    says = f"{says}; write `{choice.advice}` for its own"
                    yield Finding("GF191", source.place(value.at), says, "warning")


def _list_typed(value: WrittenValue) -> Iterator[str]:
    """Yield what a value types, as choices have it: `#disc`, `colors[player.red]`, or the argument of a call."""
    text = value.typed
    if text and (value.attribute in _PLACES or value.tag.endswith("()")):
        yield f"#{text.rpartition('#')[2]}" if value.attribute == "href" else text


def _is_chosen(scope: ValueScope, choice: _Choice) -> bool:
    """Return whether a condition around something asks for typed values, or for what the choice is made by."""
    names = {name for each in scope.tests for name in names_in(each.test)}
    return choice.variable in names or scope.macro is not None or any(read_question(each.test) for each in scope.tests)


def _list_group_choices(part: Part) -> Iterator[_Choice]:
    """Yield the marks and paints of the colors of which each piece has one, and the words of the faces of a die."""
    for group, colors in list_color_groups(part).items():
        yield _Choice(
            {f"colors[{each.role}]": each.role for each in colors}, f"{{{{ {group} }}}}", group, is_given=True
        )
        marks = {f"#{each.mark}": each.role for each in colors if each.mark}
        if len(marks) == len(colors):
            yield _Choice(marks, f"#{{{{ {group}.mark }}}}", group)
            yield _Choice({mark[1:]: role for mark, role in marks.items()}, f"{group}.mark", group, is_given=True)
    words = {word for value in list_face_values(part) for word in value.split() if word.isalpha()}
    if len(words) > 1:
        yield _Choice({word: word for word in words}, "the value of the face", "faces", is_given=True)


def _list_row_choices(
    templates: GameTemplates, part: Part, values: Iterable[tuple[TemplateSource, WrittenValue]]
) -> Iterator[_Choice]:
    """Yield what templates print from a column of the rows elsewhere, such as `#{{ row.suit }}`, with its rows."""
    rows = [row.values for row in templates.game.rows.get(part.id, ())]
    if len(rows) < _FEWEST_ROWS:
        return
    printed: dict[tuple[str, ...], str] = {}
    for _, value in values:
        if value.attribute in _PLACES:
            segments = [
                "#" + each.rpartition("#")[2] if isinstance(each, str) and "#" in each else each
                for each in value.segments
            ]
            columns = [key_of(each) for each in segments if isinstance(each, nodes.Expr) and root_name(each) == "row"]
            texts = [each if isinstance(each, str) else "\0" for each in segments]
            if len(columns) == 1 and columns[0] and texts.count("\0") == 1:
                printed.setdefault(tuple("".join(texts).split("\0")), columns[0])
    for (start, end), column in printed.items():
        owners: dict[str, str] = {}
        for row in rows:
            if isinstance(row.get(column), str):
                owners.setdefault(f"{start}{row[column]}{end}".strip(), str(row.get("id", row[column])))
        if len(owners) >= _FEWEST_ROWS:
            yield _Choice(owners, f"{start}{{{{ row.{column} }}}}{end}", "row")


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
