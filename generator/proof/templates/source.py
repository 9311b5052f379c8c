"""Read a template as a table of facts: Jinja2's syntax tree over the SVG text between its tags."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeVar, cast

from jinja2 import Environment, TemplateSyntaxError, nodes

from generator.model.finding import Place

_N = TypeVar("_N", bound=nodes.Node)
Segment = str | nodes.Expr | None  # typed, computed, or chosen by a block in the middle of a value
_ENVIRONMENT = Environment(autoescape=True)
_WORDS = ("name", "string", "integer", "float")  # tokens that a finding can name
COMPUTED = "?"  # the class of a group whose class is not typed
_UNDRAWN = ("title", "desc", "metadata")
_MOST_LINES = 5  # from the line of an expression to that of a word in it
_TAG_START = re.compile(r"<(?P<name>[A-Za-z_][\w:.-]*+)")
_IN_TAG = re.compile(r"""\s*+(?:(?P<name>[^\s=/>"']++)\s*+=\s*+(?P<quote>["'])|(?P<end>/?+>)|[^\s/>]++|/)""")
_END_TAG = re.compile(r"</[^<>]*+>")


class BranchTest(NamedTuple):
    """A condition around something, and whether it must be met there, or be false."""

    test: nodes.Node
    is_met: bool


class ValueScope(NamedTuple):
    """What is around something in a template: its loops and conditions, the outermost first, and its macro."""

    around: tuple[nodes.For | BranchTest, ...] = ()
    macro: nodes.Macro | None = None

    @property
    def loops(self) -> Sequence[nodes.For]:
        """Return the loops."""
        return [each for each in self.around if isinstance(each, nodes.For)]

    @property
    def tests(self) -> Sequence[BranchTest]:
        """Return the conditions, also those of loops."""
        return [each for each in self.around if isinstance(each, BranchTest)]

    def enter(self, *around: nodes.For | BranchTest) -> "ValueScope":
        """Return what is around something inside of more loops and conditions."""
        return self._replace(around=(*self.around, *around))


class WrittenValue(NamedTuple):
    """A value that a template writes: of an attribute, a text (`text`), or an argument of a call, by its number.

    `segments` are what is typed and what is computed, in their order; `at` is its offset in the source, `element` that
    of its tag, `parents` those of its tag and the tags around it, and `groups` are their classes. Each tag begins with
    a value of no name.
    """

    tag: str
    attribute: str
    segments: tuple[Segment, ...]
    at: int
    scope: ValueScope
    groups: tuple[str, ...] = ()
    element: int = -1
    parents: tuple[int, ...] = ()

    @property
    def typed(self) -> str | None:
        """Return the value if all of it is typed; None otherwise."""
        texts = [each for each in self.segments if isinstance(each, str)]
        return "".join(texts).strip() if len(texts) == len(self.segments) else None


class TemplateSource:
    """The source of a template, its syntax tree, and all values that it writes."""

    def __init__(self, name: str, file: str, text: str) -> None:
        self.name, self.file, self.text = name, file, text
        self.tree = nodes.Template([])
        self.values: Sequence[WrittenValue] = ()
        self._words: dict[int, list[tuple[int, str]]] = defaultdict(list)
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        with suppress(TemplateSyntaxError, RecursionError):  # this is told when the template is rendered
            self.tree = _ENVIRONMENT.parse(text)
            reader = _ValueReader(self, self._read_tokens())
            reader.read(self.tree.body, ValueScope())
            self.values = reader.values

    def _read_tokens(self) -> Iterator[int]:
        """Return the offsets of the texts between tags, and note those of the words in tags by line."""
        cursor, starts = 0, []
        for line, kind, value in _ENVIRONMENT.lex(self.text):
            at = self.text.index(value, cursor)
            cursor = at + len(value)
            if kind == "data":
                starts += [at] if value else []
            elif kind in _WORDS:
                self._words[line].append((at, value))
        return iter(starts)

    @cached_property
    def _nodes(self) -> Mapping[type[nodes.Node], Sequence[nodes.Node]]:
        """Return all nodes by their class."""
        found: dict[type[nodes.Node], list[nodes.Node]] = defaultdict(list)
        for each in walk(self.tree, nodes.Node):
            found[type(each)].append(each)
        return found

    def list_nodes(self, kind: type[_N]) -> Sequence[_N]:
        """Return all nodes of a class."""
        return cast("Sequence[_N]", self._nodes.get(kind, ()))

    @cached_property
    def constants(self) -> frozenset[str]:
        """Return the texts that are typed in the code of the template."""
        return frozenset(each.value for each in self.list_nodes(nodes.Const) if isinstance(each.value, str))

    @cached_property
    def ids(self) -> frozenset[str]:
        """Return the typed ids of the elements of the template."""
        return frozenset(each.typed for each in self.values if each.attribute == "id" and each.typed)

    @cached_property
    def links(self) -> frozenset[str] | None:
        """Return the names of the templates and files of symbols that it names; None if one of them is computed."""
        names = set[str]()
        for linked in filter(None, (getattr(each, "template", None) for each in walk(self.tree, nodes.Stmt))):
            found = list(_list_constants(linked))
            if not found:
                return None
            names.update(found)
        for value in self.values:
            if value.attribute.endswith("href") and value.segments and isinstance(value.segments[0], str):
                names.add(value.segments[0].partition("#")[0])
        return frozenset(names - {""})

    @cached_property
    def assigned(self) -> frozenset[str]:
        """Return the variables that the template sets."""
        return frozenset(name for each in self.list_nodes(nodes.Assign) for name in names_in(each.target))

    @cached_property
    def unseen(self) -> Collection[int]:
        """Return the `id()` of each variable that it reads for a title or the name of a group: these are not drawn."""
        unseen = (each for each in self.values if each.tag in _UNDRAWN or each.attribute in ("class", "id"))
        computed = (each for value in unseen for each in value.segments if isinstance(each, nodes.Node))
        return {id(name) for each in computed for name in walk(each, nodes.Name)}

    @cached_property
    def elements(self) -> Mapping[int, Sequence[WrittenValue]]:
        """Return the values of each element by the offset of its tag."""
        found: dict[int, list[WrittenValue]] = defaultdict(list)
        for value in self.values:
            found[value.element].append(value)
        return found

    def offset(self, place: Place) -> int:
        """Return the offset of a place; -1 if the source has no such line."""
        return self._lines[place.line - 1] + place.column - 1 if 0 < place.line <= len(self._lines) else -1

    def place_tag(self, node: nodes.Node, *words: object) -> Place:
        """Return the place of the tag that a loop, condition or setting with these words is written in."""
        at = self.find_word(node, *words)
        return self.place(max(self.text.rfind("{%", 0, at + 1), 0))

    def place(self, at: int) -> Place:
        """Return the place of an offset."""
        line = self.text.count("\n", 0, at) + 1
        return Place(self.file, line, at - self._lines[line - 1] + 1)

    def find_word(self, node: nodes.Node, *words: object, start: int = 0) -> int:
        """Return the offset of names or literals that follow each other in the line of a node or a little below it.

        They are sought from `start` on; the offset is that of the line if they are not there.
        """
        known = [each for line in range(node.lineno, node.lineno + _MOST_LINES) for each in self._words[line]]
        for number, (at, text) in enumerate(known):
            found = [each for _, each in known[number : number + len(words)]]
            is_same = (str(word) in (each, each[1:-1]) for word, each in zip(words, found, strict=False))
            if at >= start and len(found) == len(words) and all(is_same):
                return at + (text[0] in "'\"")
        return self._lines[min(node.lineno, len(self._lines)) - 1]


def _list_constants(node: nodes.Node | None) -> Iterator[str]:
    """Yield the names that are typed in what an include names, also in a list or a choice of them."""
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, nodes.List | nodes.Tuple):
        for each in node.items:
            yield from _list_constants(each)
    elif isinstance(node, nodes.CondExpr):
        yield from _list_constants(node.expr1)
        yield from _list_constants(node.expr2)


def flatten(expression: nodes.Expr) -> Iterator[Segment]:
    """Yield what an expression puts together: typed texts and other expressions; `colors[x]` has x in its middle."""
    match expression:
        case nodes.Const(value=str() as text):
            yield text
        case nodes.TemplateData(data=text):
            yield text
        case nodes.Concat(nodes=parts):
            for each in parts:
                yield from flatten(each)
        case nodes.Getitem(node=nodes.Name(name="colors"), arg=role):
            yield "colors["
            yield from flatten(role)
            yield "]"
        case _:
            yield expression


@dataclass
class _Markup:
    """Where in the SVG text a reader is."""

    mode: str = "text"  # or tag, value, comment
    tag: str = ""
    attribute: str = "text"
    quote: str = ""
    segments: list[Segment] = field(default_factory=list)
    at: int = -1
    element: int = -1
    elements: list[tuple[str, str, int]] = field(default_factory=list)  # tags, typed classes, and where they begin

    def copy(self) -> "_Markup":
        return replace(self, segments=[*self.segments], elements=[*self.elements])


class _ValueReader:
    """Walks a syntax tree and gathers the values that it writes."""

    def __init__(self, source: TemplateSource, starts: Iterator[int]) -> None:
        self.values: list[WrittenValue] = []
        self._source, self._starts, self._markup = source, starts, _Markup()
        self._cursor = 0  # the end of the last text between tags

    def read(self, body: Iterable[nodes.Node], scope: ValueScope) -> None:
        """Read nodes in their order."""
        for node in body:
            match node:
                case nodes.Output():
                    for each in node.nodes:
                        self._read_output(each, scope)
                case nodes.If():
                    self._read_branches(node, scope)
                case nodes.For():
                    tests = (BranchTest(node.test, True),) if node.test else ()
                    self._read_branch(node.body, scope.enter(node, *tests))
                    self._read_branch(node.else_, scope)
                case nodes.Macro():
                    before, self._markup = self._markup, _Markup()
                    self.read(node.body, ValueScope(macro=node))
                    self._markup = before
                case _:
                    self.read(getattr(node, "body", ()), scope)

    def _read_branches(self, choice: nodes.If, scope: ValueScope) -> None:
        begun = self._markup.copy()
        for branch in (choice, *choice.elif_):
            self._markup = begun.copy()
            self._read_branch(branch.body, scope.enter(BranchTest(branch.test, True)))
            scope = scope.enter(BranchTest(branch.test, False))
        after = self._markup
        self._markup = begun.copy()
        self._read_branch(choice.else_, scope)
        self._markup = after if not choice.else_ or len(after.elements) > len(begun.elements) else self._markup
        self._markup.segments.append(None)

    def _read_branch(self, body: Iterable[nodes.Node], scope: ValueScope) -> None:
        if self._markup.mode == "text":
            self._end_value(scope)
        self.read(body, scope)
        if self._markup.mode == "text":
            self._end_value(scope)

    def _read_output(self, node: nodes.Node, scope: ValueScope) -> None:
        if isinstance(node, nodes.TemplateData):
            start = next(self._starts)
            self._cursor = start + len(node.data)
            self._read_data(node.data, start, scope)
        elif isinstance(node, nodes.Expr):
            if self._markup.at < 0:
                self._markup.at = self._source.find_word(node, first_word(node), start=self._cursor)
            self._markup.segments += flatten(node)
            for call in _list_calls(node):
                self._read_call(call, scope)

    def _read_call(self, call: nodes.Call, scope: ValueScope) -> None:
        """Add the arguments of a call as values."""
        name = getattr(call.node, "name", getattr(call.node, "attr", ""))
        groups = tuple(each for _, each, _ in self._markup.elements if each)
        at = self._source.find_word(call, name, start=self._cursor)
        self.values.append(WrittenValue(f"{name}()", "", (), at, scope, groups=groups))
        for number, argument in enumerate(call.args):
            at = self._source.find_word(argument, first_word(argument), start=self._cursor)
            self.values.append(
                WrittenValue(f"{name}()", str(number), tuple(flatten(argument)), at, scope, groups=groups)
            )

    def _read_data(self, data: str, start: int, scope: ValueScope) -> None:
        """Read SVG text that begins at an offset."""
        at = 0
        while at < len(data):
            match self._markup.mode:
                case "text":
                    at = self._read_text(data, at, start, scope)
                case "tag":
                    at = self._read_tag(data, at, start, scope)
                case "value":
                    at = self._read_until(self._markup.quote, data, at, start, scope)
                case _:
                    end = data.find("-->", at)
                    at = len(data) if end < 0 else end + 3
                    self._markup.mode = "comment" if end < 0 else "text"

    def _read_text(self, data: str, at: int, start: int, scope: ValueScope) -> int:
        end = data.find("<", at)
        end = len(data) if end < 0 else end
        if text := data[at:end]:
            blank = len(text) - len(text.lstrip())
            self._add_text(text, start + at + blank)
        if end == len(data):
            return end
        self._end_value(scope)
        markup = self._markup
        if data.startswith("<!--", end):
            markup.mode = "comment"
            return end + 4
        if closed := _END_TAG.match(data, end):
            markup.elements[-1:] = []
            markup.tag = markup.elements[-1][0] if markup.elements else ""
            return closed.end()
        if opened := _TAG_START.match(data, end):
            markup.mode, markup.tag = "tag", opened["name"].rpartition(":")[2]
            markup.element = start + end
            markup.elements.append((markup.tag, "", markup.element))
            parents = tuple(at for *_, at in markup.elements)
            value = WrittenValue(markup.tag, "", (), start + end, scope, groups=(), element=start + end)
            self.values.append(value._replace(parents=parents))
            return opened.end()
        return end + 1

    def _read_tag(self, data: str, at: int, start: int, scope: ValueScope) -> int:
        found, markup = _IN_TAG.match(data, at), self._markup
        if found is None:
            return len(data)
        markup.segments.clear()
        if found["name"]:
            markup.mode, markup.attribute, markup.quote = "value", found["name"].rpartition(":")[2], found["quote"]
            markup.at = start + found.end()
        elif found["end"]:
            markup.mode, markup.attribute, markup.at = "text", "text", -1
            if found["end"] == "/>":
                markup.elements[-1:] = []
                markup.tag = markup.elements[-1][0] if markup.elements else ""
        return found.end()

    def _read_until(self, quote: str, data: str, at: int, start: int, scope: ValueScope) -> int:
        end = data.find(quote, at)
        self._add_text(data[at : len(data) if end < 0 else end], start + at)
        if end < 0:
            return len(data)
        self._end_value(scope)
        self._markup.mode = "tag"
        return end + 1

    def _add_text(self, text: str, at: int) -> None:
        if self._markup.at < 0 and text.strip():
            self._markup.at = at
        self._markup.segments.append(text)

    def _end_value(self, scope: ValueScope) -> None:
        """Add the value that ends here, unless it is blank."""
        markup = self._markup
        if any(each.strip() if isinstance(each, str) else each for each in markup.segments):
            groups = tuple(each for _, each, _ in markup.elements if each)
            parents = tuple(at for *_, at in markup.elements)
            segments = tuple(each for each in markup.segments if each != "")
            value = WrittenValue(markup.tag, markup.attribute, segments, max(markup.at, 0), scope, groups=groups)
            self.values.append(value._replace(element=markup.element, parents=parents))
            if value.attribute == "class" and markup.elements:
                markup.elements[-1] = markup.tag, value.typed or COMPUTED, markup.element
        markup.segments.clear()
        markup.at = -1


def first_word(node: nodes.Node) -> object:
    """Return the first name or literal in an expression."""
    found = walk(node, nodes.Expr)
    return next(
        (
            getattr(each, "name", getattr(each, "value", ""))
            for each in found
            if isinstance(each, nodes.Name | nodes.Const)
        ),
        "",
    )


def _list_calls(node: nodes.Node) -> Iterator[nodes.Call]:
    """Yield the calls of an expression that are made in any case."""
    if isinstance(node, nodes.CondExpr):
        return
    if isinstance(node, nodes.Call):
        yield node
    for each in node.iter_child_nodes():
        yield from _list_calls(each)


def root_name(node: nodes.Node) -> str:
    """Return the variable that an expression begins with, such as `row` of `row.name`; empty for anything else."""
    while isinstance(node, nodes.Getattr | nodes.Getitem | nodes.Filter | nodes.Call):
        if node.node is None:
            return ""
        node = node.node
    return node.name if isinstance(node, nodes.Name) else ""


def key_of(node: nodes.Node) -> str | None:
    """Return the typed key that an expression looks up, such as `name` of `row.name` or `row['name']`."""
    if isinstance(node, nodes.Getattr):
        return node.attr
    if isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Const) and isinstance(node.arg.value, str):
        return node.arg.value
    return None


def walk(node: nodes.Node, kind: type[_N]) -> Iterator[_N]:
    """Yield a node and all below it that are of a class, in their order."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, kind):
            yield each
        waiting += reversed([*each.iter_child_nodes()])


def names_in(node: nodes.Node) -> Iterator[str]:
    """Yield the variables in an expression."""
    yield from dict.fromkeys(each.name for each in walk(node, nodes.Name))


def link_templates(sources: Mapping[str, TemplateSource], name: str) -> set[str]:
    """Return the names of the templates that a template includes or imports, at any depth, with its own."""
    known, waiting = {name}, [name]
    while waiting:
        source = sources.get(waiting.pop())
        new = {each for each in (source.links or ()) if each in sources} - known if source else set()
        known |= new
        waiting += new
    return known
