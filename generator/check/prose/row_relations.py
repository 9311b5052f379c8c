"""Compare what the rules say one row does to another, such as `Ghost stops Luna`, with the data (GF165)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.prose.rules_prose import RulesProse, Sentence
from generator.model.finding import Finding, Place
from generator.model.game import Game, Part

_FEWEST_LETTERS = 3  # of a column that is a verb
_SKIPPED = frozenset("the a an der die das den le la les el il lo i de het".split())


class _Relation(NamedTuple):
    """What a column says of each row, by the name of the row, and all names that it may have as a value."""

    values: Mapping[str, tuple[str, Place]]
    names: frozenset[str]


def check_row_relations(prose: RulesProse, game: Game, _parts: Sequence[Part]) -> Iterator[Finding]:
    """Report a sentence such as `Ghost stops Luna` where the row `Ghost` has another name in its column `stops`."""
    if prose.words is None or prose.language is not game.first:
        return
    relations = dict(_list_relations(game))
    for sentence in prose.sentences if relations else ():
        if not prose.words.negations & sentence.words:
            yield from _check_sentence(prose, relations, sentence)


def _list_relations(game: Game) -> Iterator[tuple[str, _Relation]]:
    """Yield each column in which all values are names of rows of its table, or empty."""
    for rows in game.rows.values():
        names = {_name_row(row.values): row for row in rows}
        for column in {column for row in rows for column in row.values}:
            given = {name: row for name, row in names.items() if row.values.get(column)}
            values = {name: (str(row.values[column]).casefold(), row.place(column)) for name, row in given.items()}
            said = {value for value, _ in values.values()}
            if len(values) > 1 and said <= names.keys() and column.isalpha() and len(column) >= _FEWEST_LETTERS:
                yield column.casefold(), _Relation(values, frozenset(names))


def _name_row(values: Mapping[str, object]) -> str:
    return str(values.get("name", values.get("title", values.get("id", "")))).casefold()


def _check_sentence(prose: RulesProse, relations: Mapping[str, _Relation], sentence: Sentence) -> Iterator[Finding]:
    tokens = [token for token in sentence.tokens if token.word not in _SKIPPED]
    for one, verb, other in zip(tokens, tokens[1:], tokens[2:], strict=False):
        relation = relations.get(verb.word)
        value, place = relation.values.get(one.word, ("", None)) if relation else ("", None)
        if relation and place and other.word in relation.names and other.word != value:
            said = f"the rules say {prose.quote(one.start, other.end)!r} ({prose.place(one.start)})"
            yield Finding("GF165", place, f"{said}, but here it is {value!r}; correct one of them", "warning")
