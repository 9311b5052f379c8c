"""Read the text of a drawing or a template as elements that know where they stand in it, so that it can be edited."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from generator.model.finding import DrawingError
from generator.render.drawings.nodes import DrawingNode
from generator.render.svg.elements import SVG, XML
from generator.render.svg.entities import replace_entities

# a piece of Jinja2, which may stand anywhere; what has no end reaches to that of the text
JINJA = r"\{\{.*?(?:\}\}|\Z)|\{%.*?(?:%\}|\Z)|\{#.*?(?:#\}|\Z)"
_DOUBLE, _SINGLE = rf"(?:{JINJA}|[^\"])*+", rf"(?:{JINJA}|[^'])*+"
# `cut` is the end of a tag without `>`
_TOKEN = re.compile(
    rf"(?P<jinja>{JINJA})|(?P<comment><!--.*?(?:-->|\Z))|(?P<data><!\[CDATA\[.*?(?:\]\]>|\Z))|(?P<pi><\?.*?(?:\?>|\Z))"
    r"|(?:(?P<doctype><!DOCTYPE(?:[^\[\]<>\"']|\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z))*+(?:\[[^\]]*+(?:\]\s*+|\Z))?+)"
    r"|(?P<close></[^<>]*+)"
    rf"|(?P<open><[A-Za-z_][\w:.-]*+(?:{JINJA}|\"{_DOUBLE}(?:\"|\Z)|'{_SINGLE}(?:'|\Z)|[^\"'<>{{]|\{{)*+))(?:>|(?P<cut>))",
    re.DOTALL,
)
# a name without a value is read too, so that none is read twice
_ATTRIBUTE = re.compile(
    rf"(?P<jinja>{JINJA})"
    rf"|(?P<name>[A-Za-z_][\w:.-]*+)(?:\s*+=\s*+(?:\"(?P<double>{_DOUBLE})\"|'(?P<single>{_SINGLE})')|)",
    re.DOTALL,
)
_MOST_TOKENS = 200_000
_DEEPEST = 100
_MOST_READ_AGAIN = 20  # times the length of a text


class SourceAttribute(NamedTuple):
    """An attribute where it stands: `start` and `end` are those of its value, `before` is where its name begins."""

    name: str
    value: str
    before: int
    start: int
    end: int


class SourceElement:
    """An element of a text, from `start` to `end`; its name and attributes are those of its `node`.

    `content` begins behind its first tag; `has_jinja` tells that a piece of Jinja2 stands in it or in its tags.
    """

    __slots__ = ("attributes", "children", "close", "end", "has_jinja", "node", "opened", "raw", "start")

    def __init__(self, raw: str, start: int, opened: int, attributes: list[SourceAttribute], node: DrawingNode) -> None:
        self.raw, self.start, self.opened, self.attributes, self.node = raw, start, opened, attributes, node
        self.end = self.close = opened
        self.children: list[SourceElement] = []
        self.has_jinja = False

    def walk(self) -> "Iterator[SourceElement]":
        """Yield the element and all below it, in the order of the text."""
        yield self
        for child in self.children:
            yield from child.walk()


class Source(NamedTuple):
    """The elements of a text, all in order, and its root if they nest as they should, else None.

    `extras` are the spans of comments, instructions and a DOCTYPE with the kind of each; `jinja` those of Jinja2.
    """

    text: str
    elements: list[SourceElement]
    root: SourceElement | None
    extras: list[tuple[str, int, int]]
    jinja: list[tuple[int, int]]


def find_tokens(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern, but none whose last group is `cut` or `lost`: what it begins has no end.

    Tokens are sought within such a match; but behind it once many are read again, so that no text takes long.
    """
    at, rest = 0, _MOST_READ_AGAIN * len(text)
    while (token := pattern.search(text, at)) is not None:
        at = token.end()
        if token.lastgroup not in ("cut", "lost"):
            yield token
        elif len(token[0]) <= rest:
            rest -= len(token[0])
            at = token.start() + 1


def read_source(text: str) -> Source:
    """Return the elements of a text; DrawingError for one with too many."""
    return _SourceReader(text).read()


class _SourceReader:
    """Reads a text token by token; a text whose tags do not match gives its elements without a tree."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._elements: list[SourceElement] = []
        self._extras: list[tuple[str, int, int]] = []
        self._jinja: list[tuple[int, int]] = []
        self._stack: list[SourceElement] = []
        self._spaces: list[dict[str, str]] = [{"xml": XML, "": SVG}]
        self._roots: list[SourceElement] = []
        self._nests = True

    def read(self) -> Source:
        for count, token in enumerate(find_tokens(_TOKEN, self._text)):
            if count > _MOST_TOKENS:
                raise DrawingError(f"the file has more than {_MOST_TOKENS:,} tags")
            kind = str(token.lastgroup)
            if kind == "open":
                self._open(token)
            elif kind == "close":
                self._close(token)
            elif kind == "jinja":
                self._jinja.append(token.span())
                self._mark_jinja()
            elif kind == "data":
                self._add_text(token[0][9:-3])
            else:
                self._extras.append((kind, *token.span()))
            self._last = token.end()
        sound = self._nests and not self._stack and len(self._roots) == 1
        return Source(self._text, self._elements, self._roots[0] if sound else None, self._extras, self._jinja)

    _last = 0

    def _mark_jinja(self) -> None:
        for element in self._stack:
            element.has_jinja = True

    def _open(self, token: re.Match[str]) -> None:
        raw = re.match(r"<([\w:.-]+)", token[0])
        name = raw[1] if raw else ""
        attributes, has_jinja = _read_attributes(token)
        declared = {
            each.name.partition(":")[2]: each.value
            for each in attributes
            if each.name == "xmlns" or each.name.startswith("xmlns:")
        }
        spaces = {**self._spaces[-1], **declared}
        named = {
            _resolve_name(each.name, spaces, ""): _decode(each.value)
            for each in attributes
            if not each.name.startswith("xmlns")
        }
        self._flush_text(token.start())
        node = DrawingNode(_resolve_name(name, spaces, spaces[""]), named, [])
        element = SourceElement(name, token.start(), token.end(), attributes, node)
        element.has_jinja = has_jinja
        self._elements.append(element)
        if has_jinja:
            self._mark_jinja()
        if self._stack:
            self._stack[-1].children.append(element)
            self._stack[-1].node.content.append(node)
        else:
            self._roots.append(element)
        if not token[0].endswith("/>"):
            if len(self._stack) >= _DEEPEST:
                raise DrawingError(f"elements are nested more than {_DEEPEST} deep")
            self._stack.append(element)
            self._spaces.append(spaces)

    def _close(self, token: re.Match[str]) -> None:
        name = token[0][2:-1].strip()
        if not self._stack or self._stack[-1].raw != name:
            self._nests = False
            return
        self._flush_text(token.start())
        element = self._stack.pop()
        self._spaces.pop()
        element.close, element.end = token.start(), token.end()

    def _flush_text(self, end: int) -> None:
        """Keep the text before a tag."""
        self._add_text(self._text[self._last : end])

    def _add_text(self, text: str) -> None:
        if text and self._stack:
            self._stack[-1].node.content.append(text)


def _read_attributes(token: re.Match[str]) -> tuple[list[SourceAttribute], bool]:
    found, has_jinja = [], "{{" in token[0] or "{%" in token[0] or "{#" in token[0]
    for match in _ATTRIBUTE.finditer(token[0]):
        group = match.lastgroup
        if group in ("double", "single"):
            base = token.start()
            found.append(
                SourceAttribute(
                    match["name"],
                    match[group],
                    base + match.start(),
                    base + match.start(group),
                    base + match.end(group),
                )
            )
    return found, has_jinja


def _resolve_name(name: str, spaces: dict[str, str], default: str) -> str:
    """Return a name as `Element` has it: local for SVG and for attributes without a prefix, `{namespace}local` else."""
    prefix, colon, local = name.rpartition(":")
    space = spaces.get(prefix, prefix) if colon else default
    return local if space == SVG or (not colon and not default) else f"{{{space}}}{local}"


def _decode(value: str) -> str:
    """Return the value of an attribute with its entities replaced; as it stands if that cannot be done."""
    try:
        return replace_entities(value, "") if "&" in value else value
    except DrawingError:
        return value
