"""Find the number that a template prints in place of another, which it names nowhere (GF144)."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from generator.model.data_types import Value
from generator.model.finding import Finding, Place

_NAMED = re.compile(r"(?<![\w.])(?P<head>row|values)(?:\.(?P<name>\w++)|(?P<other>\b(?!\.)))")
_PRINTED = re.compile(
    r"(?P<group>class=[\"'][^\"'<>{}]{1,80}+[\"'])|(?:\{\{ ?|\brange\()(?P<value>(?:row|values)\.\w++)(?: ?\}\}|\))"
)


def find_repeated_values(
    part: str,
    rows: Sequence[Mapping[str, Value]],
    values: Mapping[str, Value],
    texts: Mapping[str, str],
    hidden: Collection[str],
) -> Iterator[Finding]:
    """Report a number that a template prints once more, if it names exactly one other number nowhere (GF144).

    `texts` are the templates of a part by file; `hidden` are the columns and values that nobody is to see.
    """
    named = [each for text in texts.values() for each in _NAMED.finditer(text)]
    for head, columns in (("row", _list_numbers(rows)), ("values", _list_numbers([values]))):
        names = [each["name"] for each in named if each["head"] == head]
        missing = [name for name in columns if name not in names and name not in hidden]
        if None in names or len(missing) != 1:
            continue  # a variable may say which column
        again = [name for name in columns if names.count(name) > 1]
        printed = [(file, at) for file, text in texts.items() for at in _list_unnamed(text, head, again)]
        if head == "values" or any(not _is_counted(texts[file], at) for file, at in printed):
            printed = [(file, at) for file, at in printed if not _is_counted(texts[file], at)]
        is_counted = head == "row" and all(_is_counted(texts[file], at) for file, at in printed)
        if len(again) == 1 and len(printed) == (1 if head == "row" and not is_counted else 2):
            file, at = printed[-1]
            line, column = texts[file].count("\n", 0, at) + 1, at - texts[file].rfind("\n", 0, at)
            says = f"this prints {head + '.' + again[0]!r} again, but nothing prints {head + '.' + missing[0]!r}"
            yield Finding("GF144", Place(file, line, column), f"{part}: {says}", "note")


def _is_counted(text: str, at: int) -> bool:
    """Return whether a number is how often a loop runs, and is not printed itself."""
    return text.startswith("range(", at)


def _list_numbers(rows: Sequence[Mapping[str, Value]]) -> list[str]:
    """Return the columns that have a whole number in each row, except for the copies."""
    first = rows[0] if rows else {}
    return [name for name in first if name not in ("id", "copies") and all(type(row.get(name)) is int for row in rows)]


def _list_unnamed(text: str, head: str, names: Sequence[str]) -> Iterator[int]:
    """Yield where a template prints one of some values, unless the named group before it is that of the value."""
    group = ""
    for each in _PRINTED.finditer(text):
        if each["group"]:
            group = each["group"][7:-1]
        elif group != each["value"] and each["value"] in {f"{head}.{name}" for name in names}:
            yield each.start()
