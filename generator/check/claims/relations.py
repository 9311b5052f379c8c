"""Claim functions about rows that list one another: tournaments and mirrored lists."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from generator.check.claims.calls import Answer, ClaimCall, format_call, format_places
from generator.check.claims.context import ClaimContext
from generator.check.claims.symmetry import AXES, compare_images, mirror
from generator.language.expressions import ExpressionError, spell_briefly
from generator.model.finding import Place
from generator.model.game import Row

_MAX_ROWS = 1000
_RowName = tuple[bool, Any]  # whether the value is true or false, and the value: true is not 1


class _RowRelation(NamedTuple):
    """Rows by their names, and how often each lists which others, by column; `prints` if the sheets show it."""

    rows: Mapping[_RowName, Row]
    lists: Mapping[str, Mapping[_RowName, Counter[_RowName]]]
    prints: bool


def tournament(world: ClaimContext, part: str, key: str, column: str, /) -> Answer[list[list[Any]]]:
    """Return the pairs of rows that break a tournament: not exactly one lists the other, exactly once.

    Rows are named by their value in the column `key`. A row paired with itself, or with a name that no row has, also
    breaks it.
    """
    found = _read_relation(world, part, key, column)
    names = found.lists[column]
    wrong = [(one, two) for one, two in combinations(found.rows, 2) if names[one][two] + names[two][one] != 1]
    wrong += [(one, one) for one in found.rows if names[one][one]]
    return _answer_pairs(found, [*wrong, *_find_unknown_names(found, column)])


def mirrored(world: ClaimContext, part: str, key: Any, column: Any, other: str, /) -> Answer[Any]:
    """Return the pairs [i, j] where i lists j in one column but j does not list i in the other, or vice versa.

    Rows are named by their value in the column `key`. A name that is listed twice, or that no row has, breaks it too.
    Of a board, return whether one route, area or list of cells is another, mirrored: left and right change places for
    the axis 'x', top and bottom for 'y'.
    """
    if world.get_part(part).board is not None:
        return _compare_mirrored(world, part, key, column, other)
    found = _read_relation(world, part, key, column, other)
    there, back = found.lists[column], found.lists[other]
    wrong = [(i, j) for i in found.rows for j in found.rows if there[i][j] != back[j][i] or there[i][j] > 1]
    return _answer_pairs(found, [*wrong, *_find_unknown_names(found, column), *_find_unknown_names(found, other)])


def _compare_mirrored(world: ClaimContext, board: str, one: Any, other: Any, axis: str) -> Answer[bool]:
    """Return whether cells are others mirrored; if not, and they are about the other axis, that is recorded too."""
    answer = compare_images(world, board, one, other, mirror(axis))
    across = next(each for each in AXES if each != axis)
    if not answer.result and compare_images(world, board, one, other, mirror(across)).result:
        text = format_call("mirrored", board, one, other, across)
        call = ClaimCall(text, True, answer.places, world.prints(board))
        return answer._replace(details=[*answer.details, call])
    return answer


def _read_relation(world: ClaimContext, part: str, key: str, *columns: str) -> _RowRelation:
    """Return the rows of a part by name (ExpressionError for rows that share a name but differ, or for a non-list)."""
    every = world.get_rows(part)
    for column in (key, *columns):
        world.require_columns(part, {column: None}, rows_only=True)
        if lacks := next((row for row in every if column not in row.values), None):
            raise ExpressionError(f"a row of {part!r} has no {column!r} ({lacks.place()})")
    rows: dict[_RowName, Row] = {}
    for row in every:
        name = _row_name(row.values[key], f"{key!r} of a row of {part!r}", row.place(key))
        if any(row.values[each] != rows.setdefault(name, row).values[each] for each in columns):
            places = format_places([rows[name].place(key), row.place(key)])
            raise ExpressionError(
                f"two rows of {part!r} have the same {key}, {spell_briefly(name[1])}, and differ ({places})"
            )
    if len(rows) > _MAX_ROWS:
        raise ExpressionError(f"{part!r} has {len(rows)} rows; relations are limited to {_MAX_ROWS}")
    printed, known = world.get_printed_rows(part), {id(row): name for name, row in rows.items()}
    shown = {known[id(row)]: as_shown for row, as_shown in zip(every, printed.rows, strict=True) if id(row) in known}
    lists = {column: {name: _count_listed(row, column) for name, row in shown.items()} for column in columns}
    return _RowRelation(rows, lists, printed.columns.issuperset(columns))


def _row_name(value: Any, what: str, place: Place) -> _RowName:
    if isinstance(value, list) or value is None:
        raise ExpressionError(f"{what} is {spell_briefly(value)}, but must be a single value ({place})")
    return isinstance(value, bool), value


def _count_listed(row: Row, column: str) -> Counter[_RowName]:
    names = row.values[column]
    if not isinstance(names, list):
        raise ExpressionError(f"{column!r} is {spell_briefly(names)}, but must be a list ({row.place(column)})")
    return Counter((isinstance(name, bool), name) for name in names)


def _find_unknown_names(found: _RowRelation, column: str) -> Iterator[tuple[_RowName, _RowName]]:
    """Yield each row with the names it lists that no row has."""
    for one, names in found.lists[column].items():
        yield from ((one, other) for other in names if other not in found.rows)


def _answer_pairs(found: _RowRelation, wrong: Sequence[tuple[_RowName, _RowName]]) -> Answer[list[list[Any]]]:
    """Return the answer; it rests on the lists of the first pair, or on all lists if there is none."""
    about = [name for name in dict.fromkeys(wrong[0]) if name in found.rows] if wrong else [*found.rows]
    places = lambda: [found.rows[name].place(column) for name in about for column in found.lists]  # noqa: E731
    return Answer([[one[1], other[1]] for one, other in wrong], places, found.prints)


FUNCTIONS = (tournament, mirrored)
