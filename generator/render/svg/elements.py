"""Read SVG text to a tree of elements, fast on many similar documents; malformed XML is a DrawingError."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple
from xml.parsers import expat

from markupsafe import escape
from msgspec import Struct

from generator.model.finding import DrawingError
from generator.model.lru_cache import LRUCache
from generator.render.svg.entities import replace_entities, strip_doctype

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"
_PLACE_ATTRIBUTE = "gutterfold-at"
_marked_places: dict[str, str] = {}  # by the value of that attribute: a template that writes one itself is not believed
_DEEPEST_NESTING = 100
_MOST_CHARACTERS = 16_000_000  # of a face or an included file; a megabyte of picture is 1.4 million of them
_MOST_TAGS = 100_000  # expat parses each different one on its own, 20 microseconds each

_SIMPLE_TAG = re.compile(r"(<[^>]*>)")
# a tag that needs no parser: without a prefix, and with printable ASCII but for `"`, `&` and `<` in double quotes
_PLAIN_TAG = re.compile(r"""<([A-Za-z_][\w.-]*)((?:[ \t\n]+[A-Za-z_][\w.-]*="[ !#-%'-;=-~]*")*)[ \t\n]*/?>""", re.ASCII)
_PLAIN_ATTRIBUTE = re.compile(r'[ \t\n]([^ \t\n=]++)="([^"]*)"')
_BLANK = " \t\r\n"  # XML's white space; str.isspace() accepts more, which XML counts as text
TEXT_ELEMENTS = frozenset({"text", "tspan", "textPath", "flowPara", "flowSpan"})
"""The elements in which a blank between two others may be seen."""
_ENCODING = re.compile(r"""\sencoding\s*=\s*["']([^"']*)["']""")
_HIDING = frozenset({"visibility", "opacity", "style"})
_DECLARATION = re.compile(r"<\?xml\s.*?\?>", re.DOTALL)


def _split_tags(text: str) -> list[str]:
    end = text.rfind(">") + 1  # beyond it no tag ends, and none is looked for
    parts = _SIMPLE_TAG.split(text[:end])
    parts[-1] += text[end:]
    return parts


def _split_carefully(text: str) -> list[str]:
    """Return the same for tags whose quotes, and comments, may contain `>`."""
    parts, at, last = [], 0, 0
    while (at := text.find("<", at)) >= 0:
        closes = "-->" if text.startswith("<!--", at) else "?>" if text.startswith("<?", at) else ""
        if closes:
            end = text.find(closes, at + 2) + len(closes)
            found = end >= len(closes)
        else:
            tag = _careful_pattern().match(text, at)
            end, found = tag.end() if tag else 0, tag is not None
        if closes and not found:
            break
        if found:
            parts += [text[last:at], text[at:end]]
            last = end
        at = end if found else at + 1
    return [*parts, text[last:]]


@cache
def _careful_pattern() -> re.Pattern[str]:
    """Return the pattern of a tag whose quotes may contain `>`; compiled only when needed."""
    return re.compile(r"""<[^<>"']*+(?:"[^"<]*+"[^<>"']*+|'[^'<]*+'[^<>"']*+)*+>""")


def mark_place(at: str) -> str:
    """Return an attribute for a tag of a template, by which `SvgParser` knows its place `file:line:column`."""
    key = str(len(_marked_places))
    _marked_places[key] = at
    return f'{_PLACE_ATTRIBUTE}="{key}"'


def find_last_place(text: str) -> str:
    """Return the place of the last tag in a text that carries its place; empty if none does."""
    _, mark, rest = text.rpartition(f'{_PLACE_ATTRIBUTE}="')
    return _marked_places.get(rest.partition('"')[0], "") if mark else ""


@contextmanager
def place_errors(at: str) -> Iterator[None]:
    """Give a DrawingError that is raised meanwhile a place, unless it has one."""
    try:
        yield
    except DrawingError as error:
        error.at = error.at or at
        raise


class Element(Struct, frozen=True, eq=False):
    """An element with its attributes; `content` holds text and elements in order.

    Names are local for SVG, `{namespace}local` for others; `at` is `template:line:column` if the text is marked.
    """

    name: str
    attributes: dict[str, str]
    content: "tuple[Element | str, ...]"
    at: str


class Document(Struct, frozen=True, eq=False):
    """A tree and its elements by id."""

    root: Element
    ids: Mapping[str, Element]


def show_hidden(element: Element) -> Element:
    """Return an element without what makes it, or anything inside it, invisible."""
    attributes = {name: value for name, value in element.attributes.items() if name not in _HIDING}
    content = tuple(part if isinstance(part, str) else show_hidden(part) for part in element.content)
    return Element(element.name, attributes, content, element.at)


class _Tag(NamedTuple):
    """A parsed tag: `kind` is open, close, empty or nothing (a comment); `raw` is its qualified name.

    `leaf` is the element of an empty tag, the same object each time.
    """

    kind: str
    raw: str
    name: str
    attributes: dict[str, str]
    spaces: dict[str, str]
    at: str
    leaf: Element


class SvgParser:
    """Reads SVG texts to trees; equal tags and subtrees of different texts are the same objects."""

    def __init__(self) -> None:
        self._trees: LRUCache[tuple[object, ...], Element] = LRUCache(6000)
        self._spaces: list[dict[str, str]] = [{}]
        self._heads = [""]  # the same, as xmlns declarations
        self._tags: list[dict[str, _Tag]] = [{}]  # by the number of the namespaces in force, then by source

    @property
    def memory(self) -> object:
        """Return what holds the elements that equal texts share; it is another object when some may be forgotten."""
        return self._trees.new

    def read(self, text: str) -> Element:
        """Return the root element; DrawingError for malformed XML, and for a DOCTYPE or CDATA."""
        return self.read_parts(self.split(text)) or self.read_carefully(text)

    def split(self, text: str) -> list[str]:
        """Return the text before the first tag, that tag, the text after it, and so on; a tag ends at the first `>`."""
        return _split_tags(_normalize(text))

    def read_parts(self, parts: list[str]) -> Element | None:
        """Return the root element of a text that is split; None if that may have cut a tag at a `>` in quotes."""
        try:
            return self._read_parts(parts)
        except _QuotedError:
            return None

    def read_carefully(self, text: str) -> Element:
        """Return the root element of a text whose tags may hold a `>` in quotes."""
        try:
            return self._read_parts(_split_carefully(_normalize(text)))
        except _QuotedError as error:
            raise error.plain from None

    def _read_parts(self, parts: list[str]) -> Element:  # noqa: C901  one loop, for speed: it runs once a tag of each face
        stack: list[tuple[_Tag, list[Element | str]]] = []
        content: list[Element | str] = []
        space, tags = 0, self._tags[0]
        if len(parts) > 2 * _MOST_TAGS:
            raise DrawingError(f"the SVG has {len(parts) // 2:,} tags; at most {_MOST_TAGS:,} are allowed")
        if parts[0].strip(_BLANK):
            raise DrawingError(f"text stands before the first element: {parts[0].strip()[:20]!r}")
        for index in range(1, len(parts), 2):
            tag = tags.get(parts[index]) or self._learn_tag(space, parts[index], stack)
            kind = tag.kind
            if kind == "empty":
                content.append(tag.leaf)
            elif kind == "open":
                if len(stack) >= _DEEPEST_NESTING:
                    raise DrawingError(f"elements are nested more than {_DEEPEST_NESTING} deep", stack[-1][0].at)
                stack.append((tag, content))
                content = []
                if tag.spaces:
                    space = self._enter_scope(space, tag.spaces)
                    tags = self._tags[space]
            elif kind == "close":
                if not stack or stack[-1][0].raw != tag.raw:
                    raise DrawingError(f"</{tag.raw}> closes {_open_name(stack)}", stack[-1][0].at if stack else "")
                opened, outer = stack.pop()
                if opened.name == "text" and len(stack) == 1:  # the texts of a face are seldom repeated
                    outer.append(Element(opened.name, opened.attributes, tuple(content), opened.at))
                else:
                    outer.append(self._share_element(opened, tuple(content)))
                content = outer
                if opened.spaces:
                    space = self._leave_scope(stack)
                    tags = self._tags[space]
            after = parts[index + 1]
            if after and after.strip(_BLANK):
                if not stack:
                    raise DrawingError(f"text stands outside the root element: {after.strip()[:20]!r}")
                content.append(_read_text(after, stack[-1][0].at))
            elif after and stack and (stack[-1][0].name in TEXT_ELEMENTS or _is_link_in_text(stack)):
                content.append(after)
        if stack:
            raise DrawingError(f"<{stack[-1][0].raw}> is never closed", stack[-1][0].at)
        if len(content) != 1 or isinstance(content[0], str):
            raise DrawingError("there must be one root element")
        return content[0]

    def _share_element(self, tag: _Tag, content: tuple[Element | str, ...]) -> Element:
        key = (tag.leaf, *content)
        return self._trees.get(key) or self._trees.put(key, Element(tag.name, tag.attributes, content, tag.at))

    def _enter_scope(self, space: int, declared: dict[str, str]) -> int:
        spaces = {**self._spaces[space], **declared}
        if spaces not in self._spaces:
            self._spaces.append(spaces)
            self._heads.append("".join(f' xmlns{p and ":"}{p}="{escape(uri)!s}"' for p, uri in spaces.items()))
            self._tags.append({})
        return self._spaces.index(spaces)

    def _leave_scope(self, stack: list[tuple[_Tag, list[Element | str]]]) -> int:
        space = 0
        for tag, _ in stack:
            if tag.spaces:
                space = self._enter_scope(space, tag.spaces)
        return space

    def _learn_tag(self, space: int, source: str, stack: list[tuple[_Tag, list[Element | str]]]) -> _Tag:
        tags = self._tags[space]
        if len(tags) > 20_000:
            tags.clear()
            self._trees = LRUCache(6000)
        above = stack[-1][0].at if stack else ""
        tag = _parse_tag(source, self._heads[space], self._spaces[space].get("", ""), above)
        tags[source] = tag
        return tag


class _QuotedError(Exception):
    """A tag is malformed, perhaps because of a `>` in quotes or a comment: split the text again with more care."""

    def __init__(self, message: str, at: str) -> None:
        super().__init__(message)
        self.plain = DrawingError(message, at)


def _is_link_in_text(stack: list[tuple[_Tag, list[Element | str]]]) -> bool:
    return stack[-1][0].name == "a" and any(tag.name in TEXT_ELEMENTS for tag, _ in stack)


def _read_text(text: str, at: str) -> str:
    """Return the text between tags; the place of an error is taken from half a tag in it, if there is one."""
    return replace_entities(text, _strip_marker(text, at)[1] if "<" in text else at)


def _normalize(text: str) -> str:
    """Return the text with newlines as line ends, and without its XML declaration; DrawingError if it is too long."""
    if len(text) > _MOST_CHARACTERS:
        raise DrawingError(f"the SVG has {len(text):,} characters; at most {_MOST_CHARACTERS:,} are allowed")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")  # XML 1.0, 2.11
    text = _strip_declaration(text)
    return strip_doctype(text) if "<!D" in text or "<![" in text else text


def _strip_declaration(text: str) -> str:
    """Return the text without its XML declaration, which is allowed only at the very beginning."""
    if text.startswith("<?xml") and (found := _DECLARATION.match(text)):
        _run_expat(found[0] + "<a/>", "", found[0])
        if (named := _ENCODING.search(found[0])) and named[1].lower() not in ("utf-8", "us-ascii"):
            raise DrawingError(f"the XML declaration says the encoding {named[1]!r}, but templates are UTF-8")
        return text[found.end() :]
    return text


def _open_name(stack: list[tuple[_Tag, list[Element | str]]]) -> str:
    return f"<{stack[-1][0].raw}>" if stack else "an element that was never opened"


def _parse_tag(source: str, head: str, namespace: str, at: str) -> _Tag:
    """Parse one tag; `head` declares the namespaces in force, and `namespace` is that of names without a prefix."""
    if source.startswith(("<!--", "<?")):
        _run_expat(f"<a>{source}</a>", at, source)
        return _make_bare_tag("nothing", "", at)
    if source.startswith("<!"):
        raise DrawingError("a DOCTYPE, CDATA or declaration is not allowed", at)
    if source.startswith("</"):
        return _make_bare_tag("close", source[2:-1].rstrip(_BLANK), at)
    whole = source if source.endswith("/>") else source[:-1] + "/>"
    parsed = _parse_plain_tag(source, namespace) or _run_expat(f"<a{head}>{whole}</a>", at, source)
    name, attributes, declared = parsed
    if attributes.get(_PLACE_ATTRIBUTE) in _marked_places:
        at = _marked_places[attributes.pop(_PLACE_ATTRIBUTE)]
    own = {f"{{{key}" if "}" in key else key: value for key, value in attributes.items()}
    local = name.removeprefix(f"{SVG}}}")
    leaf = Element(local if local != name else f"{{{name}" if "}" in name else f"{{}}{name}", own, (), at)
    raw = whole[1:-2].split(None, 1)[0]
    return _Tag("empty" if source.endswith("/>") else "open", raw, leaf.name, own, declared, at=at, leaf=leaf)


def _make_bare_tag(kind: str, raw: str, at: str) -> _Tag:
    return _Tag(kind, raw, "", {}, {}, at=at, leaf=Element("", {}, (), at))


def _parse_plain_tag(source: str, namespace: str) -> tuple[str, dict[str, str], dict[str, str]] | None:
    """Return what expat would of a plain tag, in half the time; None for any other, and for one that is malformed."""
    match = _PLAIN_TAG.fullmatch(source)
    if match is None:
        return None
    pairs = _PLAIN_ATTRIBUTE.findall(match[2])
    attributes = dict(pairs)
    if len(attributes) < len(pairs) or "xmlns" in attributes:
        return None
    return f"{namespace}}}{match[1]}" if namespace else match[1], attributes, {}


def _run_expat(source: str, at: str, shown: str) -> tuple[str, dict[str, str], dict[str, str]]:
    """Return the name, attributes and namespaces of the last tag; _QuotedError if it is malformed."""
    found: list[tuple[str, dict[str, str]]] = []
    declared: list[tuple[str, str]] = []
    parser = expat.ParserCreate(namespace_separator="}")

    def start(name: str, attributes: dict[str, str]) -> None:
        if not found:
            declared.clear()  # drop those of the head
        found.append((name, attributes))

    parser.StartElementHandler = start
    parser.StartNamespaceDeclHandler = lambda prefix, uri: declared.append((prefix or "", uri or ""))
    try:
        parser.Parse(source, True)
    except expat.ExpatError as error:
        tag, at = _strip_marker(shown, at)
        raise _QuotedError(f"{tag!r} is not well-formed: {expat.errors.messages[error.code]}", at) from None
    except UnicodeEncodeError:
        tag, at = _strip_marker(shown, at)
        raise DrawingError(f"{tag!r} contains half of a surrogate pair", at) from None
    return *found[-1], dict(declared)


def _strip_marker(source: str, at: str) -> tuple[str, str]:
    """Return the beginning of a tag without its place attribute, and that place, if it has one."""
    marked = re.search(rf' {_PLACE_ATTRIBUTE}="([0-9]+)"', source)
    return source.replace(marked[0] if marked else "", "", 1)[:40], _marked_places.get(marked[1], at) if marked else at
