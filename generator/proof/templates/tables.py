"""Find lists and tables typed in templates whose items do not go together (GF196), and choices that choose nothing.

Nothing is drawn: the lists are read from the syntax tree, and held against themselves and the names that the game has.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import pairwise

from jinja2 import nodes

from generator.model.finding import Finding
from generator.proof.templates.game_templates import GameTemplates
from generator.proof.templates.source import TemplateSource, first_word, key_of, names_in, root_name, walk

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
