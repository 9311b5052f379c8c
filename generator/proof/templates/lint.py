"""Find faults in the sources of templates, without drawing them: rules that each look at all templates of a game.

Lists and tables that are typed in a template are held against themselves and against the names that the game has.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from difflib import get_close_matches
from itertools import pairwise
from typing import NamedTuple

from jinja2 import nodes

from generator.booklet.blocks import PAGE_ART
from generator.language.suggestions import did_you_mean, nearest_name
from generator.model.data_types import list_texts
from generator.model.finding import Finding, Level, Place
from generator.model.game import Game, Part
from generator.proof.templates.game_templates import (
    GameTemplates,
    Row,
    list_face_values,
    list_ids,
    list_kinds,
    read_templates,
)
from generator.proof.templates.source import TemplateSource, WrittenValue, first_word, key_of, names_in, root_name, walk
from generator.render.template_files import TemplateFiles

_OPERATORS = {"eq": True, "in": True, "ne": False, "notin": False}
_FEWEST_LETTERS = 3
_OF_BOARDS = ("kind", "value", "id")  # of cells, joins and faces: a board has all that it will ever have
_MIN_SIMILARITY = 0.8  # as alike as a word of the data and a misspelled one must be


class ValueQuestion(NamedTuple):
    """What a condition compares with typed texts or numbers: one of these, or with `is_one` false none of them."""

    subject: nodes.Expr
    typed: Mapping[object, nodes.Node]
    is_one: bool
    operator: str


def read_question(test: nodes.Node) -> ValueQuestion | None:
    """Return what a condition asks; None unless it compares one thing with typed values."""
    if isinstance(test, nodes.Not) and (asked := read_question(test.node)):
        return asked._replace(is_one=not asked.is_one)
    if not isinstance(test, nodes.Compare) or len(test.ops) != 1 or test.ops[0].op not in _OPERATORS:
        return None
    operator, other = test.ops[0].op, test.ops[0].expr
    is_list = isinstance(other, nodes.List | nodes.Tuple)
    items = other.items if isinstance(other, nodes.List | nodes.Tuple) else [other]
    if is_list is not operator.endswith("in") or not all(isinstance(each, nodes.Const) for each in items):
        return None
    typed = {each.value: each for each in items if isinstance(each, nodes.Const)}
    return ValueQuestion(test.expr, typed, _OPERATORS[operator], operator)


def find_dead_conditions(templates: GameTemplates) -> Iterator[Finding]:
    """Report branches that nothing reaches, and values that conditions ask for and nothing in the game has (GF194)."""
    constants = (each for source in templates.sources.values() for each in source.list_nodes(nodes.Const))
    counts = Counter(each.value for each in constants if isinstance(each.value, str))
    rules = templates.game.data.rulebook
    pages = rules.pages if rules else None
    for source in templates.list_own():
        yield from _find_dead_branches(source)
        known = {
            **_list_columns(templates.rows_by_template.get(source.name, ())),
            **_list_drawn(templates, source),
            "piece": {*PAGE_ART, "ground", "opener"} if source.name == pages else set(),
        }
        questions = (read_question(test) for test in source.list_nodes(nodes.Compare))
        for asked, text in ((each, text) for each in questions if each for text in each.typed):
            name = _name_subject(asked.subject)
            if not name or not text or not isinstance(text, str):
                continue
            at = source.place(source.find_word(asked.typed[text], text))
            says = f"this asks whether {name!r} is {text!r}, but nothing in the game is"
            key = name if name.startswith("row") else name.rpartition(".")[2]
            if known.get(key):
                if text not in known[key] and asked.is_one:
                    is_certain = key in _OF_BOARDS or nearest_name(text, known[key])
                    level: Level = "warning" if is_certain else "note"
                    yield Finding("GF194", at, f"{says}{did_you_mean(text, known[key])}", level)
            elif len(text) >= _FEWEST_LETTERS and text not in templates.words and counts[text] == 1:
                near = get_close_matches(text, templates.words, 1, _MIN_SIMILARITY)
                if near:
                    yield Finding("GF194", at, f"{says}; did you mean {near[0]!r}?", "warning")


def _list_drawn(templates: GameTemplates, source: TemplateSource) -> Mapping[str, Set[str]]:
    """Return the kinds, values and ids that a template can ask for, if it draws a board or a piece that folds."""
    game, parts = templates.game, templates.parts
    drawn = [each for each in parts if source in templates.list_drawn(each)]
    is_board, is_net = any(part.board for part in drawn), any(list_face_values(part) for part in drawn)
    of_rows = {str(row.values.get("id", "")) for rows in game.rows.values() for row in rows}
    return {
        "kind": {kind for part in parts for kind in list_kinds(part)} if is_board else set(),
        "value": {value for part in parts for value in list_face_values(part)} if is_net else set(),
        "id": {name for part in parts for name in list_ids(part)} | of_rows if is_board or is_net else set(),
    }


def _list_columns(rows: Sequence[Row]) -> Mapping[str, Set[str]]:
    """Return the texts in each column of some rows, and those in any but the id, by what a condition calls it."""
    found: dict[str, set[str]] = {}
    for row in rows:
        for column, value in row.items():
            found.setdefault(f"row.{column}", set()).update(list_texts(value))
            if column != "id":
                found.setdefault("row[]", set()).update(list_texts(value))
    return found


def _name_subject(subject: nodes.Expr) -> str:
    """Return what a condition asks about, such as `row.suit`, `c.kind` or `name`; `row[]` for a computed column."""
    if isinstance(subject, nodes.Name):
        return subject.name
    if not isinstance(subject, nodes.Getattr | nodes.Getitem):
        return ""
    around, key = _name_subject(subject.node), key_of(subject)
    return f"{around}.{key}" if around and key else "row[]" if around == "row" else ""


def _find_dead_branches(source: TemplateSource) -> Iterator[Finding]:
    """Yield each branch whose condition a branch above it has taken."""
    for choice in source.list_nodes(nodes.If):
        branches = [choice, *choice.elif_]
        for number, branch in enumerate(branches):
            above = next((each for each in branches[:number] if _takes(each.test, branch.test)), None)
            if above is not None:
                asked = read_question(branch.test)
                what = f"for {' or '.join(map(repr, asked.typed))}" if asked else "the same"
                says = f"this branch is never drawn: the condition in line {above.lineno} asks {what} before it"
                at = source.find_word(branch.test, next(iter(asked.typed)) if asked else first_word(branch.test))
                yield Finding("GF194", source.place(at), f"{says}; correct one of them", "warning")


def _takes(first: nodes.Node, later: nodes.Node) -> bool:
    """Return whether the first of two conditions holds whenever the later one does."""
    if first == later:
        return True
    above, asked = read_question(first), read_question(later)
    if above is None or asked is None or above.subject != asked.subject or not asked.is_one:
        return False
    return asked.typed.keys() <= above.typed.keys() if above.is_one else not asked.typed.keys() & above.typed.keys()


def find_unused(templates: GameTemplates) -> Iterator[Finding]:
    """Report, as a note, each template that nothing names, at the part that its name begins with (GF190)."""
    if any(source.links is None for source in templates.sources.values()):
        return  # a template whose name is computed may be any
    for source in templates.list_own():
        base = source.name.rpartition("/")[2]
        others = (each.text for each in templates.sources.values() if each is not source)
        if base not in templates.data and not any(base in text for text in others):
            says = f"nothing uses the template {source.name!r}; name it where it belongs, or remove it"
            yield Finding("GF190", _find_part(templates, base) or Place(source.file, 1, 1), says, "note")


def _find_part(templates: GameTemplates, base: str) -> Place | None:
    """Return where a part names its template, if the name of another template begins with the part's.

    It is that of the back if both sides have the same one.
    """
    game, stem = templates.game, base.partition(".")[0]
    for part, each in sorted(game.parts.items(), key=lambda item: len(item[0]), reverse=True):
        path = "parts", part, "back" if "back" in stem or each.front == each.back else "front"
        if stem.startswith(part) and path in game.places:
            return game.place(*path)
    return None


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


_FEWEST_LISTS = 4  # of a table by numbers, before one that is unlike the others is wrong
_STATEFUL: tuple[type[nodes.Node], ...] = (
    nodes.Include,
    nodes.Assign,
    nodes.AssignBlock,
    nodes.Call,
    nodes.CallBlock,
)  # by which the passes of a loop may differ


def find_odd_tables(templates: GameTemplates) -> Iterator[Finding]:
    """Report an item twice, a list of another length than its number says, and one that is lopsided (GF196)."""
    for source in templates.list_own():
        asked = [each.expr for each in source.list_nodes(nodes.Operand) if each.op in ("in", "notin")]
        chosen = {id(each) for each in (*asked, *(loop.iter for loop in source.list_nodes(nodes.For)))}
        lists: list[nodes.List | nodes.Tuple] = [*source.list_nodes(nodes.List), *source.list_nodes(nodes.Tuple)]
        for typed in lists:
            twice = _find_twice(typed, is_chosen=id(typed) in chosen)
            if twice:
                shown = repr(list(twice) if isinstance(twice, tuple) else twice)
                yield _report(source, typed, f"{shown} is twice in this list; correct one, or remove it")
        for table in source.list_nodes(nodes.Dict):
            yield from _find_odd_lists(source, table)


def _report(source: TemplateSource, node: nodes.Node, says: str) -> Finding:
    return Finding("GF196", source.place(source.find_word(node, first_word(node))), says, "warning")


def _find_twice(typed: nodes.List | nodes.Tuple, is_chosen: bool) -> Hashable:
    """Return the one item that a list has twice: a point, or a text of a list that is looped over or asked."""
    values = [_read(each) for each in typed.items]
    kinds = {type(each) for each in values}
    if len(set(values)) != len(values) - 1 or kinds not in ({tuple}, {str} if is_chosen else {tuple}):
        return None
    return Counter(values).most_common(1)[0][0]


def _find_odd_lists(source: TemplateSource, table: nodes.Dict) -> Iterator[Finding]:
    """Yield the one list of a table by numbers that has more or fewer items, or points that are not symmetric."""
    typed = [(pair, _read(pair.key), _read(pair.value)) for pair in table.items]
    if len(typed) < _FEWEST_LISTS or not all(
        isinstance(key, int) and isinstance(value, tuple) for _, key, value in typed
    ):
        return
    wrong = [(pair, key, value) for pair, key, value in typed if isinstance(value, tuple) and len(value) != key]
    lopsided = [(pair, key) for pair, key, value in typed if not _is_symmetric(value)]
    if len(wrong) == 1:
        pair, key, value = wrong[0]
        says = f"the list for {key} has {len(value)} items, and each other list as many as its number says; correct it"
        yield _report(source, pair, says)
    elif len(lopsided) == 1 and not wrong:
        pair, key = lopsided[0]
        says = f"the points for {key} are not symmetric, and those for each other number are; correct one of them"
        yield _report(source, pair, says)


def _is_symmetric(value: Hashable) -> bool:
    """Return whether points stay the same if they are mirrored or turned by half around 0; also if they are none."""
    points = set(value) if isinstance(value, tuple) else set()
    if not all(isinstance(each, tuple) and len(each) == 2 for each in points):
        return True
    signs = (-1, 1), (1, -1), (-1, -1)
    return any(points == {(across * x, down * y) for x, y in points} for across, down in signs)


def _read(node: nodes.Node) -> Hashable:
    """Return a typed text or number, or a list of such as a tuple; None for what is computed."""
    match node:
        case nodes.Const(value=str() | int() | float() as value):
            return value
        case nodes.Neg(node=nodes.Const(value=int() | float() as number)):
            return -number
        case nodes.List(items=items) | nodes.Tuple(items=items):
            values = tuple(_read(each) for each in items)
            return None if None in values else values
    return None


def find_equal_branches(templates: GameTemplates) -> Iterator[Finding]:
    """Report a choice that draws the same in two cases, and a loop that draws the same in each pass (GF191)."""
    for source in templates.list_own():
        for choice in source.list_nodes(nodes.CondExpr):
            if choice.expr1 == choice.expr2:
                at = source.find_word(choice.test, first_word(choice.test))
                yield _report_equal(source, at, "this is the same in both cases")
        for block in source.list_nodes(nodes.If):
            bodies = [block.body, *(each.body for each in block.elif_), *([block.else_] if block.else_ else [])]
            if any(one and one == other for one, other in pairwise(bodies)):
                at = source.find_word(block.test, first_word(block.test))
                yield _report_equal(source, at, "two branches of this condition draw the same")
        for loop in source.list_nodes(nodes.For):
            drawn = _find_drawing(source, loop)
            if drawn is not None and loop.test is None and _can_repeat(templates, source, loop):
                yield _report_equal(source, drawn, "this is the same in each pass of the loop around it")


def _find_drawing(source: TemplateSource, loop: nodes.For) -> int | None:
    """Return where a loop begins to draw; None if it does not, or if its passes may differ."""
    used = {name for each in loop.body for name in names_in(each)}
    may_differ = any(True for each in loop.body for kind in _STATEFUL for _ in walk(each, kind))
    if may_differ or not used.isdisjoint({"loop", *names_in(loop.target)}):
        return None
    inside = (value.at for value in source.values if value.tag and not value.attribute and loop in value.scope.loops)
    return next(inside, None)


def _can_repeat(templates: GameTemplates, source: TemplateSource, loop: nodes.For) -> bool:
    """Return whether a loop can have a second pass: a column that is counted off may have 0 and 1 alone."""
    columns = {key_of(each) for each in loop.iter.find_all(nodes.Getattr) if root_name(each) == "row"}
    rows = templates.rows_by_template.get(source.name, ())
    return not columns or any(
        isinstance(value := row.get(str(key)), int) and value > 1 for row in rows for key in columns
    )


def _report_equal(source: TemplateSource, at: int, says: str) -> Finding:
    return Finding("GF191", source.place(at), f"{says}; correct it, or write it once", "warning")


_RULES = (
    find_single_braces,
    find_dead_conditions,
    find_crossed_names,
    find_typed_items,
    find_odd_tables,
    find_equal_branches,
    find_unused,
)


def check_templates(game: Game, parts: Sequence[Part], files: TemplateFiles) -> Iterator[Finding]:
    """Report faults in the sources of templates; the first at a place stands for the others (GF190 to GF194, GF196)."""
    templates = read_templates(game, parts, files)
    told: set[Place] = set()
    for rule in _RULES:
        with suppress(RecursionError):  # an expression nests too deeply, which is told when it is rendered
            for finding in rule(templates):
                if finding.place not in told:
                    told.add(finding.place)
                    yield finding
