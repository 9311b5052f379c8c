"""Describe game.yaml as a form: its fields come from the schema of the file, and their values from the file itself.

What a form cannot edit, such as the rows of a part, is shown as the text that stands in the file.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from generator.load.yaml_nodes import Node, parse_scalar, to_plain
from generator.pipeline.editing.yaml_edits import MISSING, SourceText, Steps, find_value

Control = Literal["text", "long", "lines", "number", "yes-no", "choice", "paint"]
NOTHING: Any = object()  # what an empty field asks for: no value
_MOST_RECORDS = 60  # of a list or a mapping that are shown as fields
_MOST_LINES, _LINE = 12, 160  # of what is shown as text
_SHOWN = ("title", "copies")  # fields that are shown though they are empty
_LONG = 60  # characters of a text that has a field of several lines
_LISTED = re.compile(r"\s*(?:,|;|x|×|\n)\s*")  # noqa: RUF001
_WORD_OF_BOOL: Mapping[object, str] = {True: "true", False: "false"}


class FormField(NamedTuple):
    """A value that can be typed or chosen; `usual` is what is taken if it is empty.

    `choices` are values that are offered; with `is_open`, others are allowed.
    """

    path: Steps
    label: str
    about: str
    control: Control
    value: str
    usual: str
    choices: tuple[tuple[str, str], ...]
    is_open: bool
    least: float | None
    most: float | None
    is_needed: bool
    is_set: bool
    line: int

    @property
    def key(self) -> str:
        """Return the path as the page sends it back."""
        return json.dumps(self.path)

    @property
    def id(self) -> str:
        """Return what the page calls the field."""
        return "value-" + re.sub(r"[^A-Za-z0-9]", "_", "-".join(map(str, self.path)))


class FormGroup(NamedTuple):
    """Values that belong together: the fields in use, those left as usual, inner groups, and what is shown as text.

    `new` are the fields of an entry that can be added, empty if none can; `is_named`: an entry has a key of its own.
    """

    path: Steps
    title: str
    about: str
    line: int
    fields: tuple[FormField, ...] = ()
    more: tuple[FormField, ...] = ()
    groups: "tuple[FormGroup, ...]" = ()
    new: tuple[FormField, ...] = ()
    is_named: bool = False
    is_entry: bool = False
    source: str = ""

    @property
    def key(self) -> str:
        """Return the path as the page sends it back."""
        return json.dumps(self.path)


class FormNames(NamedTuple):
    """What a field can name, by its key, and the layouts of parts as schemas, by part, with what these refer to."""

    by_key: Mapping[str, Sequence[str]]
    layouts: Mapping[str, Mapping[str, Any]]
    defs: Mapping[str, Any]


class FormReader:
    """The form of one game.yaml, by the schema of that file."""

    def __init__(self, schema: Mapping[str, Any], text: str, root: Node, names: FormNames) -> None:
        self._schema, self._defs, self._names = schema, {**schema["$defs"], **names.defs}, names
        self._source, self._root = SourceText(text), root
        self._plain = to_plain(root)

    def describe(self) -> FormGroup:
        """Return the whole file as a group."""
        return self._describe_record(self._root, _Shape(record=self._schema), (), "game.yaml")

    def find_shape(self, path: Steps) -> "_Shape":
        """Return what a value at a path can be; nothing is known of one beyond the schema."""
        shape = _Shape(record=self._schema)
        for at, step in enumerate(path):
            shape = self._read_shape(self._find_schema(shape, path[:at], step))
        return shape

    def parse(self, path: Steps, text: str) -> Any:
        """Return what was typed into a field as a value of its type; NOTHING if the field is empty."""
        if not text.strip():
            return NOTHING
        shape, before = self.find_shape(path), _find(self._plain, path)
        return _parse_text(shape, text, isinstance(before, list))

    def parse_entry(self, path: Steps, texts: Mapping[str, str]) -> dict[str, Any]:
        """Return an entry that is to be added, of what was typed into its fields."""
        typed = {key: self.parse((*path, key), text) for key, text in texts.items()}
        return {key: value for key, value in typed.items() if value is not NOTHING}

    def _find_schema(self, shape: "_Shape", path: Steps, step: str | int) -> Mapping[str, Any]:
        """Return the schema of an entry of a mapping, or of an item of a list."""
        if isinstance(step, int):
            return shape.items or {}
        if path[:1] == ("parts",) and len(path) == 2 and step == "layout" and path[1] in self._names.layouts:
            return self._names.layouts[str(path[1])]
        known = (shape.record or {}).get("properties", {})
        if path[:1] == ("parts",) and len(path) == 2 and step == "kind":
            return {"description": "what it is; it has the values of its kind", "enum": self._names.by_key["kind"]}
        if step in known:
            found: Mapping[str, Any] = known[step]
            return found
        if path == ("parts",):
            kind = _find(self._plain, ("parts", step, "kind"))
            return self._defs.get(kind, {}) if isinstance(kind, str) else {}
        return shape.entries or {}

    def _read_shape(self, schema: Mapping[str, Any]) -> "_Shape":
        """Return what a schema allows, all its arms together."""
        shape = _Shape(usual=schema.get("default"), about=str(schema.get("description", "")))
        for arm in schema.get("anyOf", [schema]) if "properties" not in schema else [schema]:
            about = shape.about
            node = self._defs[arm["$ref"].rpartition("/")[2]] if "$ref" in arm else arm
            shape = shape.merge(node)
            shape = shape._replace(about=about or shape.about)
        return shape

    def _describe_record(self, node: Node, shape: "_Shape", path: Steps, title: str) -> FormGroup:
        """Return a mapping with keys that are known."""
        record = shape.record or {}
        needed = record.get("required", ())
        fields, groups = [], []
        for key, schema in record.get("properties", {}).items():
            if "const" in schema and path[:-1] != ("parts",):
                continue
            inner = (*path, key)
            child = node.get(key)
            if child is not None and path[:1] == ("parts",) and key == "layout" and isinstance(child.value, str):
                child = Node(child.place, {"use": child})  # the short form of a layout
            found = self._read_shape(self._find_schema(shape, path, key))
            made = self._describe_field(child, found, inner, key in needed)
            if made is not None:
                fields.append(made)
            elif (group := self._describe_group(child, found, inner)) is not None:
                groups.append(group)
        shown = record.get("shown", _SHOWN)
        used = tuple(each for each in fields if each.is_set or each.is_needed or each.path[-1] in shown)
        return FormGroup(
            path,
            title,
            shape.about,
            node.place.line,
            fields=used,
            more=tuple(each for each in fields if each not in used),
            groups=tuple(groups),
            is_entry=bool(path),
        )

    def _describe_group(self, node: Node | None, shape: "_Shape", path: Steps) -> FormGroup | None:
        """Return what is no field: a record, several of them, or a text; None for what is not there and not offered."""
        title, depth = str(path[-1]).replace("_", " "), len(path)
        entries, items = (self._read_shape(each) if each else None for each in (shape.entries, shape.items))
        inner = entries or items
        is_small = node is None or node.value is None or 0 < len(node.items() or node.list()) <= _MOST_RECORDS
        if depth == 1 and path != ("parts",) and inner is not None and inner.record and is_small:
            return self._describe_records(node, shape, path, inner)
        if path == ("parts",) and node is not None and isinstance(node.value, dict):
            parts = (self._describe_part(key, each) for key, each in node.items().items())
            return FormGroup(path, "parts", "", node.place.line, groups=tuple(parts), is_named=True)
        if node is None:
            return None
        if isinstance(node.value, dict) and shape.record:
            return self._describe_record(node, shape, path, title)
        return FormGroup(path, title, shape.about, node.place.line, source=self._cut(path), is_entry=True)

    def _describe_part(self, key: str, node: Node) -> FormGroup:
        kind = node.get("kind")
        shape = self.find_shape(("parts", key))
        made = self._describe_record(node, shape, ("parts", key), key)
        return made._replace(about=f"{kind.value if kind else ''}: {shape.about}".split("\n")[0])

    def _describe_records(self, node: Node | None, shape: "_Shape", path: Steps, inner: "_Shape") -> FormGroup:
        """Return a mapping or a list of records, each a group, and the fields of a new one."""
        is_named = bool(shape.entries)
        entries: Sequence[tuple[str | int, Node]] = ()
        if node is not None:
            entries = list(node.items().items()) if is_named else list(enumerate(node.list()))
        groups = []
        for step, each in entries:
            title = step if isinstance(step, str) else _name_item(each, step)
            if isinstance(each.value, dict):
                groups.append(self._describe_record(each, inner, (*path, step), title))
            else:
                where = (*path, step)
                groups.append(FormGroup(where, title, "", each.place.line, source=self._cut(where), is_entry=True))
        new_step: str | int = "" if is_named else len(entries)
        blank = self._describe_record(Node(self._root.place, {}), inner, (*path, new_step), "")
        title = str(path[-1]).replace("_", " ")
        line = node.place.line if node else 0
        return FormGroup(
            path, title, shape.about, line, groups=tuple(groups), new=(*blank.fields, *blank.more), is_named=is_named
        )

    def _describe_field(self, node: Node | None, shape: "_Shape", path: Steps, is_needed: bool) -> FormField | None:
        """Return a value that fits into a field; None if it does not."""
        value = to_plain(node) if node is not None else None
        choices = self._list_choices(shape, path)
        control = _choose_control(shape, value, choices)
        if control is None:
            return None
        usual = shape.usual if isinstance(shape.usual, str | int | float) else None
        return FormField(
            path=path,
            label=str(path[-1]).replace("_", " "),
            about=shape.about,
            control=control,
            value=format_value(value),
            usual=format_value(usual),
            choices=choices,
            is_open=shape.has_text or shape.number is not None or bool(shape.items),
            least=shape.least,
            most=shape.most,
            is_needed=is_needed,
            is_set=node is not None,
            line=node.place.line if node is not None else 0,
        )

    def _list_choices(self, shape: "_Shape", path: Steps) -> tuple[tuple[str, str], ...]:
        named = self._names.by_key.get(str(path[-1]), ()) if shape.has_text else ()
        known = [(format_value(each), "leave empty" if each is False else format_value(each)) for each in shape.words]
        return tuple(dict.fromkeys([*known, *((name, name) for name in named)]))

    def _cut(self, path: Steps) -> str:
        lines = self._source.cut(path).split("\n")
        shown = [line[:_LINE] for line in lines[:_MOST_LINES]]
        return "\n".join([*shown, *(["…"] if len(lines) > _MOST_LINES else [])])


class _Shape(NamedTuple):
    """What a value can be: words, text, numbers, lists of `items`, a `record` with known keys, or named `entries`."""

    usual: Any = None
    about: str = ""
    words: tuple[Any, ...] = ()
    has_text: bool = False
    is_paint: bool = False
    number: str | None = None  # integer or number
    least: float | None = None
    most: float | None = None
    is_bool: bool = False
    items: Mapping[str, Any] | None = None
    record: Mapping[str, Any] | None = None
    entries: Mapping[str, Any] | None = None

    def merge(self, schema: Mapping[str, Any]) -> "_Shape":
        """Return the shape with one more arm of a schema."""
        if "enum" in schema:
            return self._replace(words=(*self.words, *schema["enum"]))
        if "const" in schema:
            return self._replace(words=(*self.words, schema["const"]))
        match schema.get("type"):
            case "string":
                return self._replace(has_text=True, is_paint=str(schema.get("pattern", "")).startswith("^(#"))
            case "integer" | "number" as kind:
                number = "number" if "number" in (kind, self.number) else kind
                return self._replace(number=number, least=schema.get("minimum"), most=schema.get("maximum"))
            case "boolean":
                return self._replace(is_bool=True)
            case "array":
                first = next(iter(schema.get("prefixItems", ())), None)
                return self._replace(items=schema["items"] or first or {})
            case "object" if schema.get("properties"):
                return self._replace(record=schema, about=self.about or str(schema.get("description", "")))
            case "object":
                return self._replace(entries=schema.get("additionalProperties") or {})
        return self

    @property
    def takes_list(self) -> bool:
        """Return whether a list of plain values is allowed."""
        inner = self.items or {}
        arms = [each.get("type", "enum" if "enum" in each else "") for each in inner.get("anyOf", [inner])]
        return all(each in ("string", "integer", "number", "enum") for each in arms)


def _choose_control(shape: _Shape, value: Any, choices: Sequence[object]) -> Control | None:
    """Return how a value is edited; None if it is no plain value, or no such value is allowed."""
    if isinstance(value, dict) or (isinstance(value, list) and not shape.takes_list):
        return None
    if isinstance(value, list) and not all(isinstance(each, str | int | float) for each in value):
        return None
    texts_only = shape.takes_list and (shape.items or {}).get("type") == "string"
    if isinstance(value, list) or (shape.takes_list and not (shape.has_text or shape.number or shape.words)):
        return "lines" if texts_only else "choice" if choices else "text"
    if shape.is_bool and not (shape.words or shape.has_text or shape.number):
        return "yes-no"
    if shape.is_paint:
        return "paint"
    if choices:
        return "choice"
    if shape.number and not (shape.has_text or shape.takes_list or shape.is_bool):
        return "number"
    if not (shape.has_text or shape.number):
        return None
    return "long" if isinstance(value, str) and (len(value) > _LONG or "\n" in value) else "text"


def format_value(value: Any) -> str:
    """Return a value as a field shows it: a list of texts in lines, a list of numbers with commas."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return _WORD_OF_BOOL[value]
    if isinstance(value, list):
        has_text = any(isinstance(each, str) for each in value)
        return ("\n" if has_text else ", ").join(format_value(each) for each in value)
    return value if isinstance(value, str) else json.dumps(value)


def _parse_text(shape: _Shape, text: str, was_list: bool) -> Any:
    """Return what was typed, as the first of these that the shape allows: a word, a number, a list, a text."""
    bare = text.strip()
    for word in (*shape.words, *((True, False) if shape.is_bool else ())):
        if format_value(word) == bare:
            return word
    number = parse_scalar(bare)
    if shape.number and isinstance(number, int | float) and not isinstance(number, bool):
        return number
    texts_only = (shape.items or {}).get("type") == "string"
    if shape.takes_list and (was_list or not shape.has_text):
        given = bare.split("\n") if texts_only else _LISTED.split(bare)
        inner = [each.strip() if texts_only else parse_scalar(each.strip()) for each in given]
        if texts_only or len(inner) > 1 or was_list or not shape.words:
            return inner
    return text if shape.has_text else bare


def _name_item(node: Node, number: int) -> str:
    """Return what an item of a list is called: its first texts."""
    texts = [str(each.value) for each in node.items().values() if isinstance(each.value, str)]
    return texts[0][:_LONG] if texts else str(number + 1)


def _find(data: Any, path: Steps) -> Any:
    found = find_value(data, path)
    return None if found is MISSING else found
