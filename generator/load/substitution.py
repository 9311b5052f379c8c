"""Replace the colors and parts in braces by their names, in the tree of a game and in its rows."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from generator.load.braces import CALL, COLOR, call_of, named, printed
from generator.load.vocabulary import PART, Said, Vocabulary
from generator.load.yaml_nodes import Node
from generator.model.finding import DataError, Finding
from generator.model.game import Row
from generator.model.marked import Marked, Prose
from generator.model.place import Place
from generator.model.strict import Value

Path = tuple[str | int, ...]
Marks = Mapping[Path, tuple[Marked, ...]]
NONE: Marks = MappingProxyType({})
_BRACES = re.compile(rf"{CALL}|\{{\{{|\}}\}}", re.DOTALL)


def spoken(text: str, place: Place, words: Vocabulary) -> Prose:
    """Replace each `{{ color(role) }}` and `{{ part(id) }}` in a text of the data; GF005, GF008, GF009."""
    holds = f"double braces can only hold {COLOR}{f' or {PART}' * (words.parts is not None)}"

    def print_call(found: re.Match[str], at: Place) -> Said:
        return named(call_of(found, words.calls, "a color", holds, at), words, at)

    return printed(text, _BRACES, print_call, lambda _: place, words.articles)


def spoken_tree(root: Node, words: Vocabulary, findings: list[Finding]) -> tuple[Node, Marks]:
    """Return the tree with names for braces, and the spans of these names by path.

    Checks are left alone, since braces in them are mappings; a part's title cannot name a part.
    """
    marks: dict[Path, tuple[Marked, ...]] = {}

    def substitute_node(node: Node, path: Path) -> Node:
        value = node.value
        if isinstance(value, dict):
            return node._replace(value={key: substitute_node(child, (*path, key)) for key, child in value.items()})
        if isinstance(value, list):
            return node._replace(value=[substitute_node(child, (*path, number)) for number, child in enumerate(value)])
        if not isinstance(value, str) or not _BRACES.search(value) or _is_check(path):
            return node
        try:
            prose = spoken(value, node.place, words._replace(parts=None) if _is_title(path) else words)
        except DataError as error:
            findings.extend(error.findings)
            return node
        marks[path] = prose.marked
        return node._replace(value=prose.text)

    return substitute_node(root, ()), marks


def _is_check(path: Path) -> bool:
    return path[:1] == ("claims",) and path[2:] == ("check",)


def _is_title(path: Path) -> bool:
    return len(path) == 3 and path[0] == "parts" and path[2] == "title"


def spoken_rows(rows: tuple[Row, ...], words: Vocabulary) -> tuple[Row, ...]:
    """Return the rows of a file with names for braces; DataError with everything that is wrong."""
    findings: list[Finding] = []
    substituted = [row._replace(values=dict(_cells(row, words, findings))) for row in rows]
    if findings:
        raise DataError(findings)
    return tuple(substituted)


def _cells(row: Row, words: Vocabulary, findings: list[Finding]) -> Iterator[tuple[str, Value]]:
    for column, value in row.values.items():
        try:
            yield column, _said(value, row.place(column), words)
        except DataError as error:
            findings.extend(error.findings)


def _said(value: Value, place: Place, words: Vocabulary) -> Value:
    if isinstance(value, list):
        return [each if not isinstance(each, str) else spoken(each, place, words).text for each in value]
    return spoken(value, place, words).text if isinstance(value, str) else value
