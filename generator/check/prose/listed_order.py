"""Report a list of names in the data whose order differs from the rules or the rows by one exchange (GF165)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.check.prose.repeated_statements import stem
from generator.check.prose.rules_prose import RulesProse, Token
from generator.model.finding import Finding, Place

_FEWEST = 5  # names, whose order is no chance
_HEAD = 4  # words of a list item that may be its name
_NAMES = ("id", "name")


class _Order(NamedTuple):
    """The words of each row of a table, item of a list or row of the data, in order, and what it is."""

    what: str
    place: Place
    words: Sequence[frozenset[str]]


def check_listed_order(prose: RulesProse) -> Iterator[Finding]:
    """Report the values `[orchard, cellar, press]` of a part if a table of the rules has press before cellar."""
    if prose.language is not prose.game.first:
        return
    orders = [each for each in _list_orders(prose) if len(each.words) >= _FEWEST]
    for part, data in prose.game.parts.items():
        for key, value in data.values.items() if orders else ():
            names = [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
            if not isinstance(value, list) or len(names) < len(value):
                continue
            found = [(order, swapped) for order in orders if (swapped := _find_swapped(names, order))]
            if found and not any(_has_order(names, order) for order in orders):
                order, (one, other) = found[0]
                message = (
                    f"{key!r} of {part} has {names[one]!r} before {names[other]!r}, but {order.what} ({order.place})"
                    " has them the other way around, and all others in the same order; exchange them"
                )
                yield Finding("GF165", prose.game.place("parts", part, "values", key), message, "warning")


def _list_orders(prose: RulesProse) -> Iterator[_Order]:
    for table in prose.tables:
        rows = [prose.tokenize(*row[0]) for row in table.rows if row]
        if rows and rows[0]:
            yield _Order("the table of the rules", prose.place(rows[0][0].start), [_list_stems(row) for row in rows])
    for block in prose.lists:
        items = [prose.tokenize(*item)[:_HEAD] for item in block.items]
        if items[0]:
            yield _Order("the list of the rules", prose.place(items[0][0].start), [_list_stems(item) for item in items])
    for part, found in prose.game.rows.items():
        for column in _NAMES:
            cells = [prose.tokenize_text(str(row.values.get(column, ""))) for row in found]
            if found and all(cells):
                yield _Order(f"the rows of {part}", found[0].place(column), [_list_stems(cell) for cell in cells])


def _list_stems(tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset(stem(token.word) for token in tokens)


def _find_rows(names: Sequence[str], order: _Order) -> list[int]:
    """Return the number of the row of each name; nothing if a name has no row, or several."""
    if len(names) != len(order.words):
        return []
    keys = [stem(name.casefold()) for name in names]
    found = [[n for n, row in enumerate(order.words) if key in row] for key in keys]
    rows = [each[0] for each in found if len(each) == 1]
    return rows if sorted(rows) == [*range(len(names))] else []


def _has_order(names: Sequence[str], order: _Order) -> bool:
    return _find_rows(names, order) == [*range(len(names))]


def _find_swapped(names: Sequence[str], order: _Order) -> tuple[int, int] | None:
    """Return the two names that have changed places, if all others are in the same order."""
    differ = [n for n, row in enumerate(_find_rows(names, order)) if n != row]
    return (differ[0], differ[1]) if len(differ) == 2 else None
