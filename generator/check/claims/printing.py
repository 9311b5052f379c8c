"""The rows of a part and the fronts that show them go in; the rows come out with what is printed of them in words.

A column is printed if each front says it in a group of its name, `row.<column>`, or item by item in `row.<column>.<n>`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from generator.check.faces.wording import empty, plain, read
from generator.model.game import Part, Row
from generator.model.printed import Seen

Said = dict[str, list[Any]]


class Printed(NamedTuple):
    """Rows as they are printed, and the columns that are: all others are as the data have them."""

    rows: tuple[Row, ...]
    columns: frozenset[str] = frozenset()


def printed(part: Part, rows: tuple[Row, ...], fronts: Sequence[Seen]) -> Printed:
    """Return the rows as the fronts of a part show them; of prints that differ, one that is not as the data have it."""
    numbers = {id(row.values): number for number, row in enumerate(rows)}
    of = {design.id: numbers.get(id(design.values.get("row")), -1) for design in part.designs}
    shown = [
        (number, _said(face, "row.", rows[number].values))
        for face in fronts
        if (number := of.get(face.design, -1)) >= 0
    ]
    columns = {column for _, said in shown for column in said} if len(shown) == len(fronts) else set()
    for number, said in shown:
        columns = {column for column in columns if column in said or empty(rows[number].values.get(column))}
    wrong: dict[int, dict[str, Any]] = defaultdict(dict)
    for number, said in shown:
        for column in columns & said.keys():
            for other in said[column]:
                if other != rows[number].values[column]:
                    wrong[number].setdefault(column, other)
    made = (row._replace(values={**row.values, **wrong[n]}) if n in wrong else row for n, row in enumerate(rows))
    return Printed(tuple(made), frozenset(columns))


def entry(name: str, values: Mapping[str, Any], fronts: Sequence[Seen]) -> tuple[Any, bool]:
    """Return an entry of the `values` of a part, and whether all of its fronts say it; then it is what one says."""
    value, shown = values[name], [_said(face, "values.", values).get(name, []) for face in fronts]
    if not shown or not all(shown):
        return value, False
    return next((each for said in shown for each in said if each != value), value), True


def _said(face: Seen, head: str, values: Mapping[str, Any]) -> Said:
    """Return what a face says of each value, as often as it does, in the sort of value that the data have."""
    said: Said = defaultdict(list)
    items: dict[str, dict[int, str]] = defaultdict(dict)
    for mark in face.marks:
        if not mark.text or not mark.name.startswith(head):
            continue
        name = mark.name.removeprefix(head)
        column, _, item = name.rpartition(".")
        if name in values:
            if plain(values[name]):
                said[name].append(read(mark.text, values[name]))
        elif item.isdecimal() and isinstance(values.get(column), list):
            items[column][int(item)] = mark.text
    for column, texts in items.items():
        value = values[column]
        if all(n in texts or empty(each) for n, each in enumerate(value)):
            said[column].append([read(texts[n], each) if n in texts else each for n, each in enumerate(value)])
    return said
