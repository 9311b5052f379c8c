"""Parse strict YAML into a tree of nodes, each with its place in the file, and say how to mend what is no YAML."""

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import count
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.language.plurals import count_noun
from generator.load.files import locate_index, refuse_unprintable
from generator.model.data_types import Scalar
from generator.model.finding import DataError, Finding, Place, refuse

MAX_DEPTH = 100
MAX_VALUES = 250_000  # of a file: the rows of 10,000 cards with twenty columns, read within a few seconds
MAX_TEXT = 20_000  # characters of a value: ten pages, and an expression of this length is still parsed at once
MAX_KEY = 1000  # characters of a key, which messages repeat
_CONSTANTS: Mapping[str, bool | None] = MappingProxyType(
    {"true": True, "false": False, "null": None, "~": None, "": None},
)
# RFC 8259, 6: the number syntax on which YAML 1.1, YAML 1.2 and JSON agree
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_NO_KEYS: Mapping[str, Place] = MappingProxyType({})


class Node(NamedTuple):
    """A value and its place; for a mapping, also the place of each key."""

    place: Place
    value: "Scalar | list[Node] | dict[str, Node]"
    keys: Mapping[str, Place] = _NO_KEYS

    def items(self) -> "dict[str, Node]":
        """Return the entries of a mapping; empty for anything else."""
        return self.value if isinstance(self.value, dict) else {}

    def list(self) -> "list[Node]":
        """Return the items of a list; empty for anything else."""
        return self.value if isinstance(self.value, list) else []

    def get(self, key: str) -> "Node | None":
        """Return the value at a key of a mapping, if any."""
        return self.items().get(key)


class _Source(NamedTuple):
    """A file that is being read; `numbers` number its values, `only` names the keys of the root to keep (None: all)."""

    loader: Any
    text: str
    file: str
    findings: list[Finding]
    numbers: Iterator[int]
    only: Collection[str] | None = None

    def place(self, mark: Any) -> Place:
        return Place(self.file, mark.line + 1, mark.column + 1)


def read_yaml(text: str, file: str, findings: list[Finding], only: Collection[str] | None = None) -> Node:
    """Return the root; a duplicate key (GF003) is added to the findings, anything unreadable is raised (GF002).

    What stands at another key of the root than those named by `only` is passed over.
    """
    import yaml

    source = _Source(yaml.CSafeLoader(text), text, file, findings, count(), only=only)
    try:
        return _read_document(source)
    except yaml.MarkedYAMLError as error:
        raise explain_syntax_error(text, file, error) from None
    finally:
        source.loader.dispose()


def to_plain(node: Node) -> Any:
    """Return the value without its places."""
    value = node.value
    if isinstance(value, dict):
        return {key: to_plain(child) for key, child in value.items()}
    return [to_plain(child) for child in value] if isinstance(value, list) else value


def parse_scalar(text: str) -> Scalar:
    """Return the value of unquoted text; a number beyond 18 digits or the range of floats stays text."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    number = _NUMBER.fullmatch(text)
    if not number:
        return text
    if number.lastindex is None:
        return int(text) if len(text.lstrip("-")) <= 18 else text
    return text if "inf" in str(value := float(text)) else value


def _read_document(source: _Source) -> Node:
    from yaml.events import StreamEndEvent

    source.loader.get_event()
    start = source.loader.get_event()
    if isinstance(start, StreamEndEvent):
        return Node(Place(source.file, 1, 1), None)
    root = _read_node(source, source.loader.get_event(), 1)
    source.loader.get_event()
    end = source.loader.get_event()
    if not isinstance(end, StreamEndEvent):
        raise refuse("GF002", source.place(end.start_mark), "a second document begins here; a file can only have one")
    return root


def _read_node(source: _Source, event: Any, depth: int) -> Node:
    place = source.place(event.start_mark)
    _refuse_references(event, place)
    if next(source.numbers) >= MAX_VALUES:
        raise refuse("GF002", place, f"the file has more than {MAX_VALUES:,} values; put rows into a CSV file")
    match type(event).__name__:
        case "ScalarEvent":
            if len(event.value) > MAX_TEXT:
                raise _refuse_length("text", event.value, MAX_TEXT, place)
            unquoted = event.style == "" and event.implicit[0]
            return Node(place, parse_scalar(event.value) if unquoted else _read_escapes(event, place))
        case _ if depth > MAX_DEPTH:
            raise refuse("GF002", place, f"lists and mappings are nested more than {MAX_DEPTH} deep")
        case "SequenceStartEvent":
            return Node(place, _read_sequence(source, depth))
        case _:
            return _read_mapping(source, place, depth)


def _read_escapes(event: Any, place: Place) -> str:
    """Return a text whose escapes may stand for line ends; refuse other characters that a file must not contain."""
    text: str = event.value
    if event.style == '"' and not text.isprintable():
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "")
        refuse_unprintable(text, lambda _: place)
    return text


def _refuse_length(what: str, text: str, most: int, place: Place) -> DataError:
    return refuse("GF002", place, f"this {what} has {len(text):,} characters; at most {most:,} are read")


def _refuse_references(event: Any, place: Place) -> None:
    """Refuse anchors, aliases and tags: a value must not depend on another spot of the file, or on the program."""
    if type(event).__name__ == "AliasEvent":
        raise refuse("GF002", place, f"*{event.anchor} points elsewhere in the file; write the value out")
    if event.anchor is not None:
        raise refuse("GF002", place, f"&{event.anchor} names a value for use elsewhere; write each value out")
    if event.tag is not None:
        raise refuse("GF002", place, f"the tag {event.tag} is not supported; remove it")


def _read_sequence(source: _Source, depth: int) -> list[Node]:
    items = []
    while type(event := source.loader.get_event()).__name__ != "SequenceEndEvent":
        items.append(_read_node(source, event, depth + 1))
    return items


def _read_mapping(source: _Source, place: Place, depth: int) -> Node:
    entries: dict[str, Node] = {}
    keys: dict[str, Place] = {}
    while type(event := source.loader.get_event()).__name__ != "MappingEndEvent":
        key, at = _read_key(event, source.place(event.start_mark))
        if depth == 1 and source.only is not None and key not in source.only:
            _skip_node(source)
            continue
        value = _read_node(source, source.loader.get_event(), depth + 1)
        if key in keys:
            source.findings.append(Finding("GF003", at, f"{key!r} is given twice; the first is at {keys[key]}"))
            continue
        entries[key], keys[key] = value, at
    return Node(place, entries, keys)


def _skip_node(source: _Source) -> None:
    """Read past a value."""
    depth = 0
    while True:
        name = type(source.loader.get_event()).__name__
        depth += name.endswith("StartEvent") - name.endswith("EndEvent")
        if depth == 0:
            return


def _read_key(event: Any, place: Place) -> tuple[str, Place]:
    """Return a key, which is always text: `1` and `"1"` are the same key."""
    _refuse_references(event, place)
    if type(event).__name__ != "ScalarEvent":
        raise refuse("GF002", place, "a key must be text, not a list or a mapping")
    if len(event.value) > MAX_KEY:
        raise _refuse_length("key", event.value, MAX_KEY, place)
    if event.value == "<<" and event.style == "":
        raise refuse("GF002", place, "'<<' merges another mapping in; write its keys out")
    return _read_escapes(event, place), place


def list_places(node: Node, path: tuple[str | int, ...], place: Place) -> Iterator[tuple[tuple[str | int, ...], Place]]:
    """Yield each path of the tree with its place: that of the key for a mapping, otherwise of the value."""
    yield path, place if isinstance(node.value, dict) else node.place
    for key, child in node.items().items():
        yield from list_places(child, (*path, key), node.keys[key])
    for number, child in enumerate(node.list()):
        yield from list_places(child, (*path, number), child.place)


_OPENED = re.compile(r"""[:\[{,-] (['"])""")  # a quote that begins a value
_APOSTROPHE = re.compile(r"[:\[{,-] '[^']*+(')[^\W\d_]")  # inside text in single quotes
_BARE_KEY = re.compile(r"[ ]*+([A-Za-z_][\w.-]*+)(?:[ :][^ #].*)?")  # without a colon and a space after it
_KEY = re.compile(r"[ ]*+[A-Za-z_][\w.-]*+:(?:[ ].*)?")
_AFTER_TEXT = "mapping values", "did not find expected <document start>"  # what libyaml says of a key behind text
_MOST_SHOWN = 1000  # characters of a line


def explain_syntax_error(text: str, file: str, error: Any) -> DataError:
    """Explain a syntax error of libyaml; a character that can start no token is most likely a tab."""
    mark = error.problem_mark
    lines = _lines_near(text, mark.line)
    place = _place(file, mark) if mark.line in lines else locate_index(text, len(text), file)
    here = lines.get(place.line - 1, "")
    if here[place.column - 1 :].startswith("\t"):
        return refuse("GF002", place, "YAML needs spaces here, not a tab")
    above, number = _find_line_above(text, place.line - 1)
    for line, at in ((above, number), (here, place.line)):
        if bare := re.search(r":[ ]++(#[0-9a-fA-F]{3,6})\b", line):
            spot = Place(file, at, bare.start(1) + 1)
            return refuse("GF002", spot, f'# begins a comment; put the color in quotes: "{bare[1]}"')
        if ended := _APOSTROPHE.search(line):
            spot = Place(file, at, ended.start(1) + 1)
            return refuse("GF002", spot, "this apostrophe ends the text; double it, or put the text in double quotes")
    if error.problem == "could not find expected ':'" and error.context_mark:
        return refuse("GF002", _place(file, error.context_mark), "this key needs a colon and a space after it")
    if opened := _find_open_quote(text, error.problem, place.line):
        return refuse("GF002", Place(file, *opened), "close this quote")
    if misplaced := _explain_indent(text, file, error, here):
        return misplaced
    since = f" {error.context} that begins at line {error.context_mark.line + 1}" if error.context_mark else ""
    return refuse("GF002", place, f"not YAML: {error.problem}{since}{_suggest_quotes(error.problem, here)}")


def _place(file: str, mark: Any) -> Place:
    return Place(file, mark.line + 1, mark.column + 1)


def _explain_indent(text: str, file: str, error: Any, here: str) -> DataError | None:
    """Explain a line that begins with a key, and the one above, which lacks its colon or is indented otherwise."""
    number = error.problem_mark.line
    above, line = _find_line_above(text, number)
    if not above or not _KEY.fullmatch(here):
        return None
    wide, own = _indent(above), _indent(here)
    if error.problem.startswith(_AFTER_TEXT):
        bare = _BARE_KEY.fullmatch(above.rstrip())
        if bare and (own == wide or (own > wide and bare[1] == above.strip())):
            return refuse("GF002", Place(file, line, bare.start(1) + 1), "this key needs a colon and a space after it")
        is_off = own > wide and _KEY.fullmatch(above) is not None
    else:
        is_off = error.problem == "did not find expected key" and own != wide and "block mapping" in str(error.context)
    if not is_off:
        return None
    says = f"indent this line by {count_noun(wide, 'space')}" if wide else "do not indent this line"
    return refuse("GF002", Place(file, number + 1, own + 1), f"{says}, like the one above")


def _find_line_above(text: str, number: int) -> tuple[str, int]:
    """Return the nearest line before one, which is numbered from 0, with more than a comment; and its number from 1."""
    lines = text.split("\n", number)[:number]
    for at in range(len(lines), 0, -1):
        if (line := lines[at - 1][:_MOST_SHOWN]).strip() and not line.lstrip().startswith("#"):
            return line, at
    return "", 0


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _find_open_quote(text: str, problem: str, last: int) -> tuple[int, int] | None:
    """Return line and column of the first quote that begins a value and has no partner in its line, up to a line."""
    if problem.startswith(("did not find expected", "found unexpected end of stream", "mapping values")):
        for number, line in enumerate(text.split("\n")[:last], 1):
            at, line = 0, line[:1000]
            while found := _OPENED.search(line, at):
                at = line.find(found[1], found.end()) + 1
                if not at:
                    return number, found.start(1) + 1
    return None


def _lines_near(text: str, number: int) -> dict[int, str]:
    """Return a line and the one before it, by their numbers from 0, each cut off at 1000 characters."""
    start, found = 0, {}
    for line in range(number + 1):
        end = text.find("\n", start)
        if line >= number - 1:
            found[line] = text[start : end if 0 <= end < start + 1000 else start + 1000]
        if end < 0:
            break
        start = end + 1
    return found


def _suggest_quotes(problem: str, line: str) -> str:
    """Return a hint for the two usual mistakes in sentences: a colon inside, or a brace at the start."""
    if problem.startswith("mapping values"):
        return "; put text with a colon and a space in quotes, and start keys that belong together in the same column"
    if problem.startswith("did not find expected") and re.search(r"(?:^|[:-])[ ]++[\[{]", line):
        return "; put text that begins with a brace or a bracket in quotes"
    return ""
