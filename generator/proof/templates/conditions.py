"""Find conditions of templates that ask for what nothing can be (GF194)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from difflib import get_close_matches
from typing import NamedTuple

from jinja2 import nodes

from generator.booklet.blocks import PAGE_ART
from generator.language.suggestions import did_you_mean, nearest_name
from generator.model.data_types import list_texts
from generator.model.finding import Finding, Level
from generator.proof.templates.game_templates import (
    GameTemplates,
    Row,
    list_face_values,
    list_ids,
    list_kinds,
)
from generator.proof.templates.source import TemplateSource, first_word, key_of

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
