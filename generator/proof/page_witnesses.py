"""Choose the designs of a part whose faces are looked at: one of each class of each value, and the extremes of text."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from generator.model.color import Color
from generator.model.game import Design, Part

ALL = 40  # designs of a part that are all looked at, in less than a second
_FEW = 12  # values of a column: a column of so few decides how a card looks, and each of them is a class


def choose_witnesses(part: Part, least: int = ALL) -> tuple[Design, ...]:
    """Return a witness for each column x class of value, and extremes; all designs if there are at most `least`."""
    if len(part.designs) <= least:
        return part.designs
    columns = [dict(_list_values(design)) for design in part.designs]
    distinct: dict[str, set[str]] = defaultdict(set)
    for row in columns:
        for name, value in row.items():
            if len(distinct[name]) <= _FEW:
                distinct[name].add(repr(value))
    chosen, seen = set[int](), set[tuple[str, object]]()
    for number, row in enumerate(columns):
        classes = {(name, _class_of(value, len(distinct[name]) <= _FEW)) for name, value in row.items()}
        if not classes <= seen:
            seen |= classes
            chosen.add(number)
    lengths = [sum(len(value) for value in row.values() if isinstance(value, str)) for row in columns]
    chosen |= {lengths.index(max(lengths)), lengths.index(min(lengths))}
    for name in distinct:
        own = [len(str(row.get(name, ""))) for row in columns]
        chosen |= {own.index(max(own)), own.index(min(own))}
    return tuple(part.designs[number] for number in sorted(chosen))


def _list_values(design: Design) -> Iterator[tuple[str, object]]:
    for key, value in design.values.items():
        if isinstance(value, Mapping):
            yield from ((f"{key}.{name}", each) for name, each in value.items())
        else:
            yield key, value.role if isinstance(value, Color) else value


def _class_of(value: object, is_one_of_few: bool) -> object:
    """Return the class of a value: itself in a column of few, else its type, its sign, or how many items it has."""
    if is_one_of_few or value is None or isinstance(value, bool):
        return repr(value)
    if isinstance(value, int | float):
        return type(value), value > 0, value < 0
    if isinstance(value, str):
        return str, not value
    return type(value), len(value) if isinstance(value, Sequence) else 0
