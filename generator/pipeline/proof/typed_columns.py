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
_COUNTED = ("id", "copies")
_FEWEST = 2  # columns that a loop shows
_BODY = 600  # characters behind the head of a loop in which it may use its column


def find_forgotten_columns(
    part: str, rows: Sequence[Mapping[str, Value]], hidden: Collection[str], sources: Mapping[str, str]
) -> Iterator[Finding]:
    """Report, as a note, a loop over columns of numbers that lacks one, if no template of the part has it (GF149)."""
    columns = _list_number_columns(rows)
    known = {word for file, text in sources.items() if file.endswith(".j2") for word in _WORD.findall(text)}
    left = columns - known - {*hidden}
    for file, text in sources.items() if left else ():
        for loop in _LOOP.finditer(text):
            items = _ITEM.findall(loop["items"])
            used = f"row[{loop['name']}]" in "".join(text[loop.start() : loop.end() + _BODY].split())
            if used and len(items) >= _FEWEST and columns.issuperset(items):
                name, shown = min(left), " and ".join(map(repr, items))
                says = (
                    f"this loop shows {shown}, but no template shows the column {name!r}; add it, or declare it hidden"
                )
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
