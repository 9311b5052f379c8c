"""Find loops of templates over typed columns that leave out a column of the same sort (GF149)."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from generator.model.data_types import Value
from generator.model.finding import Finding, Place

_LOOP = re.compile(
    r"""\{%-?\s*+for\s++(?P<name>\w++)\s++in\s++[\[(](?P<items>[^\[\](){}%]++)[\])](?P<rest>(?:[^{%]|\{(?!%))*+)"""
)
_ITEM = re.compile(r"""['"]([\w.-]++)['"]""")
_WORD = re.compile(r"[^\W\d]\w*+")
_GROUP = re.compile(r"""class=["']row\.(\w++)["']""")
_COUNTED = ("id", "copies")
_FEWEST = 2  # columns that a loop shows
_BODY = 600  # characters behind the head of a loop in which it may use its column


def find_forgotten_columns(
    part: str,
    rows: Sequence[Mapping[str, Value]],
    hidden: Collection[str],
    sources: Mapping[str, str],
    roles: Collection[str] = (),
) -> Iterator[Finding]:
    """Report, as a note, a loop over columns of numbers that lacks one, if no template of the part has it (GF149).

    One that draws a group of each column also needs all of them whose colors, among the `roles`, are one group.
    """
    columns = _list_number_columns(rows)
    drawn = [text for file, text in sources.items() if file.endswith(".j2")]
    known = {word for text in drawn for word in _WORD.findall(text)}
    left = columns - known - {*hidden}
    shown = {name for text in drawn for name in _GROUP.findall(text)}
    colored = {name: role[: -len(name)] for role in roles for name in [role.rpartition(".")[2]] if name != role}
    for file, text in sources.items() if columns - shown - {*hidden} else ():
        for loop in _LOOP.finditer(text):
            items = _ITEM.findall(loop["items"])
            body = "".join(text[loop.start() : loop.end() + _BODY].split())
            if f"row[{loop['name']}]" not in body or len(items) < _FEWEST or not columns.issuperset(items):
                continue
            groups = {colored.get(item) for item in items}
            alike = {name for name in columns - shown - {*hidden, *items} if {colored.get(name, "")} == groups}
            lacking = left or (alike if f"row.{{{{{loop['name']}}}}}" in body else set())
            if lacking:
                name, said = min(lacking), " and ".join(map(repr, items))
                but = (
                    f"no template shows the column {name!r}" if left else f"not the column {name!r}, of the same colors"
                )
                says = f"this loop shows {said}, but {but}; add it, or declare it hidden"
                yield Finding("GF149", _place(file, text, loop.start("items")), f"{part}: {says}", "note")
                return


def _list_number_columns(rows: Sequence[Mapping[str, Value]]) -> set[str]:
    """Return the columns that are a whole number in each row, and not always the same one."""
    names = set(rows[0]).difference(_COUNTED) if rows else set[str]()
    return {
        name
        for name in names
        if all(type(row.get(name)) is int for row in rows) and len({row[name] for row in rows}) > 1
    }


def _place(file: str, text: str, at: int) -> Place:
    return Place(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
