"""Change values of a YAML file at their places: comments, order, quotes and all that is not meant stay as typed.

Each function returns the whole text, which is read again: it holds exactly what was asked for, or GF401 names the line
to write by hand. Anchors and tags, which a game may not have, are refused when the text is read.
"""

import json
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from generator.load.yaml_nodes import Node, parse_scalar, read_yaml, to_plain
from generator.model.finding import DataError, Finding, refuse

Step = str | int
Steps = tuple[Step, ...]

MISSING: Any = object()  # what a path leads to where there is no value
_WIDTH = 120  # characters of a line, beyond which folded text is broken
_SHORT = 80  # characters of a mapping that is written in one line
_PLAIN = re.compile(r"[^\W\d][\w./+()'-]*(?: [\w./+()'-]+)*")
# words that YAML 1.1 takes for true and false, so that other programs read the file alike
_NOT_PLAIN = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
_BLANK = re.compile(r"(?:\s|#[^\n]*\n)*")
_COMMENT = re.compile(r"( *)#[^\n]*(?:\n|$)")


def read_tree(text: str, file: str) -> Node:
    """Return the tree of a file; DataError with all that is wrong."""
    findings: list[Finding] = []
    root = read_yaml(text.replace("\r\n", "\n"), file, findings)
    if findings:
        raise DataError(findings)
    return root


def find_value(data: Any, path: Sequence[Step]) -> Any:
    """Return what a path leads to in plain data; MISSING if there is nothing."""
    for step in path:
        if isinstance(data, dict):
            data = data.get(step, MISSING)
        elif isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data):
            data = data[step]
        else:
            return MISSING
    return data


def set_value(text: str, file: str, path: Steps, value: Any) -> str:
    """Return the text with a value at a path; mappings on the way are made, and an index at the end of a list adds.

    Of a mapping or a list, only what differs is changed.
    """
    return _edit(text, file, path, lambda: _set(text, file, path, value), lambda data: _put(data, path, value))


def remove_value(text: str, file: str, path: Steps) -> str:
    """Return the text without the entry of a mapping or the item of a list."""
    return _edit(text, file, path, lambda: _Editor(text).remove(path), lambda data: _drop(data, path))


def copy_entry(text: str, file: str, path: Steps, key: str) -> str:
    """Return the text in which an entry of a mapping stands once more, below itself, with its comments."""
    to = (*path[:-1], key)
    value = find_value(to_plain(read_tree(text, file)), path)
    return _edit(text, file, to, lambda: _Editor(text).copy(path, key, value), lambda data: _put(data, to, value))


def rename_key(text: str, file: str, path: Steps, key: str) -> str:
    """Return the text in which an entry of a mapping has another key."""
    to = (*path[:-1], key)
    value = find_value(to_plain(read_tree(text, file)), path)
    return _edit(
        text, file, path, lambda: _Editor(text).rename(path, key), lambda data: _put(_drop(data, path), to, value)
    )


def _edit(text: str, file: str, path: Steps, change: Callable[[], str], expect: Callable[[Any], Any]) -> str:
    """Return the changed text if it holds what is expected; GF401 otherwise."""
    root = read_tree(text, file)
    wanted = _digest(expect(to_plain(root)))
    where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")
    says = f"{where} cannot be changed without touching anything else; write it by hand"
    by_hand = refuse("GF401", find_node(root, path).place, says)
    try:
        changed = change()
        if _digest(to_plain(read_tree(changed, file))) != wanted:
            raise by_hand
    except (DataError, LookupError, ValueError):  # a way to write YAML that the editor does not know
        raise by_hand from None
    return changed


def _digest(data: Any) -> str:
    """Return data as a text in which 1, 1.0, "1" and true differ; the order of keys does not count."""
    return json.dumps(data, sort_keys=True)


def _set(text: str, file: str, path: Steps, value: Any) -> str:
    """Return the text with a value, of which only what differs is written."""
    before = find_value(to_plain(read_tree(text, file)), path)
    if before is not MISSING and _digest(before) == _digest(value):
        return text
    if isinstance(before, dict) and isinstance(value, dict) and before and value:
        for key in [key for key in before if key not in value]:
            text = _Editor(text).remove((*path, key))
        for key, each in value.items():
            text = _set(text, file, (*path, key), each)
        return text
    if isinstance(before, list) and isinstance(value, list) and before and value:
        for index in range(len(before) - 1, len(value) - 1, -1):
            text = _Editor(text).remove((*path, index))
        for index, each in enumerate(value):
            text = _set(text, file, (*path, index), each)
        return text
    return _Editor(text).replace(path, value) if before is not MISSING else _Editor(text).add(path, value)


def find_node(root: Node, path: Sequence[Step]) -> Node:
    """Return the value at a path, or the last one on the way to it."""
    for step in path:
        child = root.get(step) if isinstance(step, str) else next(iter(root.list()[step : step + 1]), None)
        if child is None:
            break
        root = child
    return root


def _put(data: Any, path: Steps, value: Any) -> Any:
    if not path:
        return value
    step, *rest = path
    if isinstance(step, int):
        items = list(data or ())
        return [*items[:step], _put(items[step] if step < len(items) else None, tuple(rest), value), *items[step + 1 :]]
    entries = dict(data) if isinstance(data, dict) else {}
    return {**entries, step: _put(entries.get(step), tuple(rest), value)}


def _drop(data: Any, path: Steps) -> Any:
    step, *rest = path
    if rest:
        return _put(data, (step,), _drop(data[step], tuple(rest)))
    if isinstance(step, int):
        return [*data[:step], *data[step + 1 :]]
    return {key: value for key, value in data.items() if key != step}


def spell_scalar(value: Any, quote: str = "") -> str:
    """Return a value as YAML has it in a line: text in the quotes that it had, or in none if it can do without."""
    if not isinstance(value, str):
        return json.dumps(value)
    if quote == "'" and value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    is_plain = _PLAIN.fullmatch(value) and value.lower() not in _NOT_PLAIN and parse_scalar(value) == value
    if not quote and is_plain and value.isprintable():
        return value
    return json.dumps(value, ensure_ascii=not value.replace("\n", "").isprintable())


def spell_flow(value: Any) -> str:
    """Return a value as YAML has it in one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{spell_scalar(key)}: {spell_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(spell_flow, value)) + "]"
    return spell_scalar(value)


def spell_block(value: Any, indent: int, newline: str, deep: bool = True) -> str:
    """Return what stands after `key:`, in one line, or as lines that are indented further than the key.

    A mapping is in one line if it is short and has no lists of mappings, unless it is to be `deep`.
    """
    if not isinstance(value, Mapping) or not value or (not deep and len(spell_flow(value)) <= _SHORT):
        return f" {spell_flow(value)}"
    inner = " " * (indent + 2)
    lines = (
        f"{inner}{spell_scalar(key)}:{spell_block(each, indent + 2, newline, False)}" for key, each in value.items()
    )
    return newline + newline.join(lines)


class SourceText:
    """A text that was read as YAML, and where its values stand."""

    def __init__(self, text: str) -> None:
        import yaml

        self._text = text
        self._shift = len(text) - len(text.removeprefix("\ufeff"))
        self._newline = "\r\n" if "\r\n" in text else "\n"
        self._root: Any = yaml.compose(text.removeprefix("\ufeff"), Loader=yaml.CSafeLoader)

    def cut(self, path: Steps) -> str:
        """Return a value as it is written, without what it is indented by; empty if there is none."""
        node = self._find(path)
        if node is None:
            return ""
        start, end = self._span(node)
        return textwrap.dedent(" " * (start - self._line_start(start)) + self._text[start:end])

    def _find(self, path: Sequence[Step]) -> Any:
        """Return the node at a path; None if there is none."""
        node = self._root
        for step in path:
            index = self._index(node, step)
            if index is None:
                return None
            node = node.value[index][1] if isinstance(step, str) else node.value[index]
        return node

    def _index(self, node: Any, step: Step) -> Any:
        """Return where an entry or an item stands among the others; None if it does not."""
        if isinstance(step, int):
            return step if node.id == "sequence" and step < len(node.value) else None
        keys = [key.value for key, _ in node.value] if node.id == "mapping" else []
        return keys.index(step) if step in keys else None

    def _last(self, owner: Any, index: int = -1) -> Any:
        """Return the value of the last entry of a mapping or of a list, or of another one."""
        return owner.value[index][1] if owner.id == "mapping" else owner.value[index]

    def _start_of(self, owner: Any, index: int) -> int:
        """Return where an entry or an item begins; in a block, an item begins with its dash."""
        if owner.id == "mapping" or owner.flow_style:
            return self._at((owner.value[index][0] if owner.id == "mapping" else owner.value[index]).start_mark)
        return self._find_sign("-", self._span(owner.value[index - 1])[1]) if index else self._at(owner.start_mark)

    def _find_sign(self, sign: str, index: int) -> int:
        """Return where the next sign stands that is no part of a comment."""
        found = _BLANK.match(self._text, index)
        return self._text.index(sign, found.end() if found else index)

    def _span(self, node: Any) -> tuple[int, int]:
        """Return where a node begins and ends, without the comments and empty lines after it."""
        start, end = self._at(node.start_mark), self._at(node.end_mark)
        if node.id != "scalar" and not node.flow_style and node.value:
            end = self._span(self._last(node))[1]
        elif node.id == "scalar" and node.style in ("|", ">") and "+" not in self._text[start:end].partition("\n")[0]:
            end = start + len(self._text[start:end].rstrip())
        return start, end

    def _at(self, mark: Any) -> int:
        return int(mark.index) + self._shift

    def _line_start(self, index: int) -> int:
        return self._text.rfind("\n", 0, index) + 1

    def _line_end(self, index: int, column: int) -> int:
        """Return where the line after a value begins, and after its comments: those indented further than `column`."""
        if self._text[index - 1 : index] != "\n":
            index = (self._text.find("\n", index) + 1) or len(self._text)
        while (found := _COMMENT.match(self._text, index)) and len(found[1]) > column:
            index = found.end()
        return index


class _Editor(SourceText):
    """A text in which one value is changed."""

    def replace(self, path: Steps, value: Any) -> str:
        """Return the text with another value in the place of one."""
        node, owner = self._find(path), self._find(path[:-1]) if path else None
        start, end = self._span(node)
        is_filled = isinstance(value, Mapping) and bool(value)
        is_block = node.id != "scalar" and not node.flow_style
        if node.id == "scalar" and isinstance(value, str):
            spelled = self._spell_like(node, value)
        elif owner and owner.id == "mapping" and not owner.flow_style and (is_filled or is_block):
            key = owner.value[self._index(owner, path[-1])][0]
            colon = self._find_sign(":", self._at(key.end_mark)) + 1
            spelled = spell_block(value, key.start_mark.column, self._newline) if is_filled else f" {spell_flow(value)}"
            if is_filled or self._text[colon:start].isspace():
                start = colon
            else:  # a comment stands between the key and its value
                spelled = spelled[1:]
        else:
            spelled = spell_flow(value)
        blank = (
            " " if start == end and not spelled[:1].isspace() and self._text[start - 1 : start] not in ("", " ") else ""
        )
        return f"{self._text[:start]}{blank}{spelled}{self._text[end:]}"

    def add(self, path: Steps, value: Any) -> str:
        """Return the text with a value where there is none; what is missing on the way to it is made."""
        known = next(count for count in range(len(path) - 1, -1, -1) if self._find(path[:count]) is not None)
        for step in reversed(path[known + 1 :]):
            value = [value] if isinstance(step, int) else {step: value}
        owner, step = self._find(path[:known]), path[known]
        if not isinstance(owner.value, list) or not owner.value:
            return self.replace(path[:known], [value] if isinstance(step, int) else {step: value})
        if owner.flow_style:
            entry = spell_flow(value) if isinstance(step, int) else f"{spell_scalar(step)}: {spell_flow(value)}"
            end = self._span(self._last(owner))[1]
            return f"{self._text[:end]}, {entry}{self._text[end:]}"
        if isinstance(step, int):
            column = owner.start_mark.column
            return self._put_line(owner, column, f"- {spell_flow(value)}")
        column = owner.value[0][0].start_mark.column
        deep = any(each.id == "mapping" and not each.flow_style for _, each in owner.value)
        return self._put_line(owner, column, spell_scalar(step) + ":" + spell_block(value, column, self._newline, deep))

    def remove(self, path: Steps) -> str:
        """Return the text without an entry or an item; the last one leaves empty brackets."""
        owner = self._find(path[:-1])
        index = self._index(owner, path[-1])
        if len(owner.value) == 1:
            return self.replace(path[:-1], {} if owner.id == "mapping" else [])
        starts = [self._start_of(owner, each) for each in range(len(owner.value))]
        end = self._span(self._last(owner, index))[1]
        if owner.flow_style and index + 1 == len(owner.value):
            comma = self._find_sign(",", self._span(self._last(owner, index - 1))[1])
            return self._text[:comma] + self._text[comma + 1 : starts[index]].rstrip(" ") + self._text[end:]
        if owner.flow_style:
            return self._text[: starts[index]] + self._text[starts[index + 1] :]
        start = self._line_start(starts[index])
        if self._text[start : starts[index]].strip():  # it is the first one after a dash
            return self._text[: starts[index]] + self._text[starts[index + 1] :]
        return self._text[:start] + self._text[self._line_end(end, owner.start_mark.column) :]

    def copy(self, path: Steps, new: str, value: Any) -> str:
        """Return the text with an entry once more, under a new key."""
        owner = self._find(path[:-1])
        key, node = owner.value[self._index(owner, path[-1])]
        at, start = self._at(key.start_mark), self._line_start(self._at(key.start_mark))
        if owner.flow_style or self._text[start:at].strip():
            return self.add((*path[:-1], new), value)
        end = self._line_end(self._span(node)[1], key.start_mark.column)
        copied = self._text[start:at] + spell_scalar(new) + self._text[self._at(key.end_mark) : end]
        return self._text[:end] + self._break(end) + copied + self._text[end:]

    def rename(self, path: Steps, new: str) -> str:
        """Return the text with another key for an entry."""
        owner = self._find(path[:-1])
        key, _ = owner.value[self._index(owner, path[-1])]
        return self._text[: self._at(key.start_mark)] + spell_scalar(new) + self._text[self._at(key.end_mark) :]

    def _put_line(self, owner: Any, column: int, line: str) -> str:
        """Return the text with a line below the last one of a block."""
        end = self._line_end(self._span(owner)[1], column)
        return f"{self._text[:end]}{self._break(end)}{' ' * column}{line}{self._newline}{self._text[end:]}"

    def _break(self, end: int) -> str:
        """Return what is missing where a line is put after the end of a file without a line end."""
        return "" if self._text[:end].endswith("\n") else self._newline

    def _spell_like(self, node: Any, value: str) -> str:
        """Return a text in the style of the one whose place it takes."""
        if node.style not in ("|", ">"):
            return spell_scalar(value, node.style or "")
        lines, indent = value.removesuffix("\n").split("\n"), " " * self._indent_of(node)
        chomp = "" if value.endswith("\n") else "-"
        if node.style == ">":
            lines = [
                each for line in lines for each in textwrap.wrap(line, _WIDTH - len(indent), break_on_hyphens=False)
            ]
            lines = lines if " ".join(lines) == value.removesuffix("\n") else []
        is_safe = bool(lines) and all(line == line.strip() for line in lines) and lines[0] and lines[-1]
        if not is_safe or not value.replace("\n", "").isprintable():
            return spell_scalar(value, '"')
        spelled = (f"{indent}{line}" if line else "" for line in lines)
        return f"{node.style}{chomp}{self._newline}{self._newline.join(spelled)}"

    def _indent_of(self, node: Any) -> int:
        """Return how far the lines of a block of text are indented."""
        lines = self._text[slice(*self._span(node))].split("\n")[1:]
        return next((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), 2)
