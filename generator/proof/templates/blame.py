"""Follow a tag of a template to the line that is to be edited for what it draws: a variable, a table, a loop or a call.

Places are those that faces give: file, line and column of the `<` of a tag. None stands for "the tag itself".
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from jinja2 import nodes

from generator.model.finding import Place
from generator.proof.templates.source import (
    COMPUTED,
    TemplateSource,
    ValueScope,
    WrittenValue,
    first_word,
    names_in,
    walk,
)
from generator.safety.files import read_regular_file

# attributes that a macro takes from its caller
_GIVEN = frozenset({"d", "points", "fill", "stroke", "color", "x", "y", "cx", "cy", "r", "width", "height"})
_FEWEST_NAMES = 2  # of columns that a typed list has in common with a row
_MOST_STEPS = 4  # from one variable to the next


class TemplateTag:
    """The tag at a place: its template, the values of its attributes, and what is around it."""

    def __init__(self, place: Place) -> None:
        self.source = read_source(place.file)
        self.values = self.source.elements.get(self.source.offset(place), ())
        self.scope = self.values[0].scope if self.values else ValueScope()

    @property
    def macro(self) -> str:
        """Return the name of the macro that holds the tag; empty if none does."""
        return self.scope.macro.name if self.scope.macro else ""

    @property
    def words(self) -> set[str]:
        """Return the variables that the attributes use."""
        return _read_attributes(self.values)

    @property
    def words_around(self) -> set[str]:
        """Return the variables that its attributes and those of the tags around it use."""
        parents = self.values[0].parents if self.values else ()
        return _read_attributes([value for at in parents for value in self.source.elements.get(at, ())])

    def list_settings(self, words: Set[str]) -> Sequence[nodes.Assign]:
        """Return what sets some variables in its template."""
        return [each for each in self.source.list_nodes(nodes.Assign) if words & {*names_in(each.target)}]

    def place_setting(self, setting: nodes.Assign) -> Place:
        """Return the place of a setting in its template."""
        return self.source.place_tag(setting, "set", next(names_in(setting.target)))

    def find_setting(self, names: Set[str]) -> Place | None:
        """Return the nearest line that sets a variable which the tag depends on, from one of some names."""
        words, seen = self.words, set[str]()
        for _ in range(_MOST_STEPS):
            used = self.list_settings(words - seen)
            if found := next((each for each in used if names & {*names_in(each.node)}), None):
                return self.place_setting(found)
            seen |= words
            words = {word for each in used for word in names_in(each.node)}
        return None


def _read_attributes(values: Iterable[WrittenValue]) -> set[str]:
    segments = (each for value in values if value.attribute != "text" for each in value.segments)
    return {name for each in segments if isinstance(each, nodes.Node) for name in names_in(each)}


def read_source(file: str) -> TemplateSource:
    """Return a template by its path; an empty one if it cannot be read."""
    try:
        text = read_regular_file(Path(file)).decode().replace("\r\n", "\n").replace("\r", "\n")
    except (OSError, ValueError):
        text = ""
    return _parse(file, text)


@lru_cache(64)
def _parse(file: str, text: str) -> TemplateSource:
    return TemplateSource(file, file, text)


def find_varying_source(place: Place | None, sources: Iterable[TemplateSource], names: Set[str]) -> Place | None:
    """Return the line of some templates that brings what differs from piece to piece, by its names, into a drawing.

    That is the only line that reads it. If there are more, it is the tag at a place, if that reads it, or what sets a
    variable of the tag, or else the innermost loop or condition around it that does.
    """
    uses = [
        (source, use)
        for source in sources
        for use in _list_uses(source.tree, names - source.assigned)
        if id(use) not in source.unseen
    ]
    lines = {(source.file, use.lineno): (source, use) for source, use in uses}
    if len(lines) == 1:
        source, use = next(iter(lines.values()))
        return source.place(source.find_word(use, use.name))
    if not uses or place is None:
        return None
    tag = TemplateTag(place)
    if tag.words & names:
        return place
    around = [each.iter if isinstance(each, nodes.For) else each.test for each in reversed(tag.scope.around)]
    reading = next((each for each in around if names & {*names_in(each)}), None)
    return tag.find_setting(names) or (tag.source.place_tag(reading, first_word(reading)) if reading else None)


def _list_uses(node: nodes.Node, names: Set[str]) -> Iterator[nodes.Name]:
    """Yield where variables are read below a node, but for those of the same name that loops and macros have."""
    if isinstance(node, nodes.Name):
        yield from [node] if node.name in names and node.ctx == "load" else []
    elif isinstance(node, nodes.For):
        yield from _list_uses(node.iter, names)
        inner = names - {*names_in(node.target)}
        for each in (*([node.test] if node.test else []), *node.body):
            yield from _list_uses(each, inner)
    else:
        own = {each.name for each in node.args} if isinstance(node, nodes.Macro) else set[str]()
        for each in node.iter_child_nodes():
            yield from _list_uses(each, names - own)


def find_conditional_setting(place: Place) -> Place | None:
    """Return the one line that chooses by a condition what a tag uses, such as `{% set ink = a if dark else b %}`."""
    tag = TemplateTag(place)
    chosen = [each for each in tag.list_settings(tag.words) if each.find(nodes.CondExpr)]
    return tag.place_setting(chosen[0]) if len(chosen) == 1 else None


def find_table_entry(place: Place, name: str) -> Place | None:
    """Return the entry of a name in a table of a template, such as `6: [[0, 1], ...`; None unless there is just one."""
    source = read_source(place.file)
    pairs = (pair for table in source.list_nodes(nodes.Dict) for pair in table.items)
    keys = [
        pair.key
        for pair in pairs
        if isinstance(pair.key, nodes.Const)
        and str(pair.key.value) == name
        and isinstance(pair.value, nodes.List | nodes.Tuple)
    ]
    if len(keys) != 1 or not name:
        return None
    return source.place(source.find_word(keys[0], name) - (keys[0].value == name))


def _read_variable(value: WrittenValue) -> str:
    """Return the variable that a value is, and nothing else; empty for any other value."""
    (first, *rest) = value.segments or (None,)
    return first.name if isinstance(first, nodes.Name) and not rest else ""


def find_macro_call(place: Place, sources: Iterable[TemplateSource]) -> Place | None:
    """Return the only call of the macro that holds a tag, if the tag takes its shape or its paint from there as it is.

    `sources` are the templates of the part.
    """
    tag = TemplateTag(place)
    taken = {_read_variable(each) for each in tag.values if each.attribute in _GIVEN}
    macro = tag.scope.macro
    if macro is None or taken.isdisjoint(each.name for each in macro.args):
        return None
    calls = [at for source in sources for at, _ in _list_calls(source, macro.name)]
    return calls[0] if len(calls) == 1 else None


def find_call_after(place: Place, before: Place) -> Place | None:
    """Return the first call of the macro that holds a tag after another tag, in the same macro or template as that."""
    name, beside = TemplateTag(place).macro, TemplateTag(before)
    if not name or not beside.values or name == beside.macro:
        return None
    calls = _list_calls(beside.source, name)
    return next((at for at, macro in calls if at.line >= before.line and macro == beside.macro), None)


def _list_calls(source: TemplateSource, name: str) -> Iterator[tuple[Place, str]]:
    """Yield the places of the calls of a macro, with the macro that each is in."""
    for each in source.values:
        if each.tag == f"{name}()" and not each.attribute:
            around = each.scope.macro.name if each.scope.macro else ""
            yield source.place(max(source.text.rfind("{{", 0, each.at), 0)), around


def find_pass_source(place: Place, is_outer: bool = False, attribute: str = "") -> Place | None:
    """Return the innermost line that sets what a tag and those around it, or an attribute, take from a pass of a loop.

    That is a variable, or a loop over typed items or over a range; with `is_outer`, that of the outermost such loop.
    """
    tag = TemplateTag(place)
    own = [each for each in tag.values if each.attribute == attribute]
    words = _read_attributes(own) if attribute else tag.words_around
    for loop in tag.scope.loops if is_outer else reversed(tag.scope.loops):
        passed = {*names_in(loop.target), "loop"}
        inside = [*loop.find_all(nodes.Assign)]
        for each in tag.list_settings(words):
            if each in inside and passed & {*names_in(each.node)}:
                return tag.place_setting(each)
        is_range = isinstance(loop.iter, nodes.Call) and getattr(loop.iter.node, "name", "") == "range"
        if (is_range or isinstance(loop.iter, nodes.List | nodes.Tuple)) and words & passed:
            return _place_loop(tag.source, loop)
    return None


def find_typed_list(place: Place) -> Place | None:
    """Return the loop over a list whose items a text prints, if it is typed, cut or set in lines; None for another.

    It may be any list if the group around the text has a name that the loop makes.
    """
    tag = TemplateTag(place)
    loop = tag.scope.loops[-1] if tag.scope.loops else None
    text = next((each for each in tag.values if each.attribute == "text"), None)
    if loop is None or text is None or _read_variable(text) != getattr(loop.target, "name", None):
        return None
    is_plain = isinstance(loop.iter, nodes.Name | nodes.Getattr)
    return _place_loop(tag.source, loop) if not is_plain or COMPUTED in text.groups else None


def find_condition(place: Place, is_loop: bool = False) -> Place | None:
    """Return the innermost condition around a tag, or the loop that has one; with `is_loop` also any other loop."""
    tag = TemplateTag(place)
    around = tag.scope.around if is_loop else tag.scope.tests
    if not around:
        return None
    last = around[-1]
    if isinstance(last, nodes.For):
        return _place_loop(tag.source, last)
    loop = next((each for each in tag.scope.loops if each.test is last.test), None)
    return _place_loop(tag.source, loop) if loop else tag.source.place_tag(last.test, first_word(last.test))


def find_repeater(place: Place) -> Place | None:
    """Return the loop or condition on which it depends how many groups of a typed name a tag draws, if it is in one."""
    names = [each.typed for each in TemplateTag(place).values if each.attribute == "class"]
    return find_condition(place, is_loop=True) if all(names) else None


def find_undrawn_group(sources: Sequence[TemplateSource], name: str) -> Place | None:
    """Return what keeps a named group from being drawn: the loop or condition around its only tag, or a call.

    Of several tags it is the only one that is in no macro, or in one that is called. If nothing calls the macro that
    draws it, that is the one line that calls others of its template with the same arguments: one of them stands in its
    place.
    """
    calls: dict[str, set[Place]] = defaultdict(set)
    for each in sources:
        for call in each.list_nodes(nodes.Call):
            called = getattr(call.node, "name", getattr(call.node, "attr", ""))
            calls[called].add(each.place(each.find_word(call, called)))
    found = ((source, value) for source in sources for value in source.values)
    tags = [(source, value) for source, value in found if (value.attribute, value.typed) == ("class", name)]
    if len(tags) > 1:
        tags = [each for each in tags if (macro := each[1].scope.macro) is None or calls[macro.name]]
    if len(tags) != 1:
        return None
    source, value = tags[0]
    macro = value.scope.macro
    if value.scope.around or macro is None:
        return find_condition(source.place(value.element), is_loop=True)
    twins = [each.name for each in source.list_nodes(nodes.Macro) if each.args == macro.args]
    places = calls[macro.name] or {place for each in twins for place in calls[each]}
    return min(places) if len({each[:2] for each in places}) == 1 else None


def find_typed_names(sources: Iterable[TemplateSource], name: str, others: Set[str]) -> Place | None:
    """Return the only loop over a typed list of some names that lacks one of them."""
    found = [
        _place_loop(source, loop)
        for source in sources
        for loop in source.list_nodes(nodes.For)
        if isinstance(loop.iter, nodes.List | nodes.Tuple)
        and name not in (typed := texts_in([loop.iter]))
        and len(typed & others) >= _FEWEST_NAMES
    ]
    return found[0] if len(found) == 1 else None


def find_branch(place: Place, kind: str, kinds: Set[str]) -> Place:
    """Return the place of what is drawn for a kind, or the condition on that kind before or after it, if it is not met.

    A template that asks for the kind has a line `if c.kind == 'castle'`: what should be drawn follows it. If no line
    names the kind, one that asks for something much like it, and for no other of the `kinds`, is the one to edit.
    """
    tag = TemplateTag(place)
    source = tag.source
    branches = source.list_nodes(nodes.If)
    own = [each for each in branches if kind in texts_in([each.test])]
    typed = [each for each in source.list_nodes(nodes.Const) if each.value == kind]
    if not own and len(typed) == 1:
        return Place(place.file, typed[0].lineno, 1)
    if not own:
        asked = [(each, texts_in([each.test])) for each in branches]
        own = [each for each, texts in asked if not texts & kinds and get_close_matches(kind, texts, 1)]
    met = _list_met(tag.scope)
    if not own or any(each.test in met for each in own):
        return place
    branch = min(own, key=lambda each: abs(each.lineno - place.line))
    drawn = (
        source.place(each.at)
        for each in source.values
        if each.element == each.at and branch.test in _list_met(each.scope)
    )
    below = next((each for each in drawn if each.line > branch.lineno), None)
    return below if below and _asks_only(branch.test, kind) else source.place_tag(branch.test, first_word(branch.test))


def _list_met(scope: ValueScope) -> list[nodes.Node]:
    return [each.test for each in scope.tests if each.is_met]


def _asks_only(test: nodes.Node, kind: str) -> bool:
    """Return whether a condition is `c.kind == '...'`: then what follows it is drawn for that kind."""
    is_equal = isinstance(test, nodes.Compare) and [each.op for each in test.ops] == ["eq"]
    return is_equal and isinstance(test, nodes.Compare) and getattr(test.ops[0].expr, "value", None) == kind


def texts_in(tests: Iterable[nodes.Node]) -> set[str]:
    """Return the texts that are typed in some expressions."""
    found = (each.value for test in tests for each in walk(test, nodes.Const))
    return {each for each in found if isinstance(each, str)}


def _place_loop(source: TemplateSource, loop: nodes.For) -> Place:
    return source.place_tag(loop, "for", next(iter(names_in(loop.target))))


def find_role(sources: Iterable[tuple[str, str]], role: str) -> Place | None:
    """Return the one place in some templates that spells out a role; None if there is not just one.

    A role such as `player.` is any of its group; `sources` are paths and texts.
    """
    spelled: list[Place] = []
    in_colors: list[Place] = []
    named = set[str]()
    for source in (_parse(file, text) for file, text in sources):
        roles = {text for text in source.constants if (text.startswith(role) if role.endswith(".") else text == role)}
        named |= roles
        for each in source.list_nodes(nodes.Const):
            if each.value in roles:
                at, painted = (source.find_word(each, *words) for words in ((each.value,), ("colors", each.value)))
                spelled.append(source.place(at - 1))
                in_colors += [source.place(painted)] if source.text.startswith("colors", painted) else []
    chosen = in_colors or spelled
    return chosen[0] if len(named) == len({each[:2] for each in chosen}) == 1 else None
