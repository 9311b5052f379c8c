"""The tree of a game, or its rows, goes in; it comes out with the colors printed that its texts name in braces."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from generator.load.braces import CALL, COLOR, Colors, Said, call_of, color_said, literal, printed
from generator.load.yaml_nodes import Node
from generator.model.finding import DataError, Finding, refuse
from generator.model.game import Row
from generator.model.marked import Marked, Prose
from generator.model.place import Place
from generator.model.strict import Value

Path = tuple[str | int, ...]
Marks = Mapping[Path, tuple[Marked, ...]]
NONE: Marks = MappingProxyType({})
_BRACES = re.compile(rf"{CALL}|\{{\{{|\}}\}}", re.DOTALL)
_HOLDS = f"two braces hold {COLOR} and nothing else"


def spoken(text: str, place: Place, colors: Colors) -> Prose:
    """Print each `{{ color(role) }}` of a text of the data; GF008, and GF009 for anything else in two braces."""

    def say(found: re.Match[str], at: Place) -> Said:
        call = call_of(found, ("color", "Color"), "a color", _HOLDS, at)
        if len(call.args) != 1 or call.kwargs:
            raise refuse("GF009", at, f"a color is a role: {COLOR}")
        return color_said(call.node.name, literal(call.args[0], at, call.node.name), colors, at)

    return printed(text, _BRACES, say, lambda _: place)


def spoken_tree(root: Node, colors: Colors, findings: list[Finding]) -> tuple[Node, Marks]:
    """Return the tree, and where in its texts colors stand; in checks braces mean mappings, and are left alone."""
    marks: dict[Path, tuple[Marked, ...]] = {}

    def walk(node: Node, path: Path) -> Node:
        value = node.value
        if isinstance(value, dict):
            return node._replace(value={key: walk(child, (*path, key)) for key, child in value.items()})
        if isinstance(value, list):
            return node._replace(value=[walk(child, (*path, number)) for number, child in enumerate(value)])
        if not isinstance(value, str) or not _BRACES.search(value) or _is_check(path):
            return node
        try:
            prose = spoken(value, node.place, colors)
        except DataError as error:
            findings.extend(error.findings)
            return node
        marks[path] = prose.marked
        return node._replace(value=prose.text)

    return walk(root, ()), marks


def _is_check(path: Path) -> bool:
    return path[:1] == ("claims",) and path[2:] == ("check",)


def spoken_rows(rows: tuple[Row, ...], colors: Colors) -> tuple[Row, ...]:
    """Return the rows of a file; DataError with all that is wrong in their cells."""
    findings: list[Finding] = []
    made = [row._replace(values=dict(_cells(row, colors, findings))) for row in rows]
    if findings:
        raise DataError(findings)
    return tuple(made)


def _cells(row: Row, colors: Colors, findings: list[Finding]) -> Iterator[tuple[str, Value]]:
    for column, value in row.values.items():
        try:
            yield column, _said(value, row.place(column), colors)
        except DataError as error:
            findings.extend(error.findings)


def _said(value: Value, place: Place, colors: Colors) -> Value:
    if isinstance(value, list):
        return [each if not isinstance(each, str) else spoken(each, place, colors).text for each in value]
    return spoken(value, place, colors).text if isinstance(value, str) else value
