"""Apply `--set PART.KEY=VALUE` to the tree of a game."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from generator.language.suggestions import did_you_mean
from generator.load.conversion import union_members
from generator.load.yaml_nodes import Node, parse_scalar, read_yaml
from generator.model.finding import DataError, Finding, Place
from generator.model.game import ComponentKind

_FORM = "PART.KEY=VALUE, such as board.grid.cell=24"
_DIGITS = 7  # more are no index


class _SettingError(Exception):
    """A reason why a value cannot be set."""


class _Given(NamedTuple):
    """The text of a value as it was given, and its place."""

    text: str
    place: Place


class _Slot(NamedTuple):
    """A place for a value in the tree: its node if it has one, its type, and its path to show."""

    node: Node | None
    shape: Any
    path: str


def apply_settings(
    root: Node, settings: Iterable[str], kinds: Mapping[str, ComponentKind], findings: list[Finding]
) -> Node:
    """Return the tree with each `PART.KEY=VALUE` applied; those that cannot be are added to the findings (GF010).

    Types and bounds are checked later, together with those of the file.
    """
    seen: set[str] = set()
    for setting in settings:
        key, equals, text = setting.partition("=")
        place = Place(f"--set {key}")
        try:
            if not equals or "." not in key:
                raise _SettingError(f"{setting!r} is not {_FORM}")
            if key in seen:
                raise _SettingError("it is given twice")
            seen.add(key)
            root = _set_in_part(root, key.split("."), _Given(text, place), kinds)
        except _SettingError as misfit:
            findings.append(Finding("GF010", place, str(misfit)))
    return root


def _parse_value(slot: _Slot, given: _Given) -> Node:
    """Return the value as YAML reads it: quoted text, a plain scalar, or a list in brackets in the place of a list."""
    text, place = given
    before = slot.node.value if slot.node is not None else None
    takes_list = isinstance(before, list) or (not isinstance(before, dict) and bool(_list_item_types(slot.shape)))
    if takes_list and text[:1] == "[":
        node = _read_inline(given)
        if not isinstance(node.value, list):
            raise _SettingError(f"{text} begins with a bracket but is not a list such as [1, 2, 3]")
        return _move_to(node, place)
    if isinstance(before, dict):
        raise _SettingError(f"{slot.path} is a mapping; a single value cannot replace it")
    if isinstance(before, list) and not _takes_name(slot.shape):
        raise _SettingError(
            f"{slot.path} is a list; a single value cannot replace it: "
            f"set one entry, such as {slot.path}[0], or all of them, such as [1, 2, 3]"
        )
    if text[:1] not in ("'", '"'):
        return Node(place, parse_scalar(text))
    node = _read_inline(given)
    if not isinstance(node.value, str):
        raise _SettingError(f"{text} begins with a quote but is not quoted text")
    return node._replace(place=place)


def _read_inline(given: _Given) -> Node:
    try:
        return read_yaml(given.text, given.place.file, [])
    except DataError:
        return Node(given.place, None)


def _move_to(node: Node, place: Place) -> Node:
    """Return a value of the command line with the place of its option, throughout."""
    if isinstance(node.value, list):
        return Node(place, [_move_to(item, place) for item in node.value])
    entries = {key: _move_to(child, place) for key, child in node.items().items()}
    return Node(place, entries, dict.fromkeys(entries, place)) if entries else Node(place, node.value)


def _set_in_part(root: Node, words: list[str], value: _Given, kinds: Mapping[str, ComponentKind]) -> Node:
    parts = root.get("parts") or Node(root.place, {})
    part = parts.get(words[0])
    if part is None:
        raise _SettingError(f"the game has no part {words[0]!r}{did_you_mean(words[0], parts.items())}")
    kind = part.get("kind")
    if kind is None or not isinstance(kind.value, str) or kind.value not in kinds:
        return root  # an error in the file, which is reported as such
    slot = _Slot(part, kinds[kind.value].data, words[0])
    return _replace_entry(root, "parts", _replace_entry(parts, words[0], _set_value(slot, words[1:], value)))


def _set_value(slot: _Slot, words: list[str], given: _Given) -> Node:
    """Return the mapping with the value set at the path of words; `faces[0]` is the first entry of a list."""
    known = _list_slots(slot)
    name, indexes, rest = _split_path(words, known)
    if not name and words == ["kind"] and "." not in slot.path:
        raise _SettingError(f"{slot.path}.kind cannot be set: other kinds have other keys")
    if not name:
        missing = ".".join(words) if any("." in key for key in known) else words[0]
        raise _SettingError(f"{slot.path} has no key {missing!r}{_suggest_key(slot, missing, known)}")
    value = _set_item(known[name], indexes, rest, given)
    return _replace_entry(slot.node or Node(value.place, {}), name, value)


def _suggest_key(slot: _Slot, missing: str, known: Mapping[str, _Slot]) -> str:
    """Return what may be meant: a value of the part by its full path, or a similar key."""
    inner = known["values"].node if "values" in known else None
    if inner is not None and _split_index(missing)[0] in inner.items():
        return f"; did you mean {slot.path}.values.{missing}?"
    return did_you_mean(missing, known)


def _split_path(words: list[str], known: Mapping[str, _Slot]) -> tuple[str, list[int], list[str]]:
    """Return the key that words begin with, its indexes, and the words after it; no key if there is none.

    A key may contain dots itself, as cell ids do.
    """
    for end in range(len(words), 0, -1):
        name = ".".join(words[:end])
        if name in known:
            return name, [], words[end:]
        name, indexes = _split_index(name)
        if indexes and name in known:
            return name, indexes, words[end:]
    return "", [], words


def _split_index(word: str) -> tuple[str, list[int]]:
    """Return a word without the numbers in brackets that it ends with, and these."""
    indexes: list[int] = []
    while word.endswith("]"):
        before, bracket, digits = word[:-1].rpartition("[")
        if not bracket or not (digits.isascii() and digits.isdigit() and len(digits) < _DIGITS):
            break
        word, indexes = before, [int(digits), *indexes]
    return word, indexes


def _set_item(slot: _Slot, indexes: list[int], rest: list[str], given: _Given) -> Node:
    """Return the value of a slot with the value set at indexes of lists, and at the path of words after them."""
    if not indexes:
        return _set_value(slot, rest, given) if rest else _parse_value(slot, given)
    if slot.node is None or not isinstance(slot.node.value, list):
        raise _SettingError(f"{slot.path} is not a list in this game, so it has no entry {indexes[0]}")
    items, index = slot.node.value, indexes[0]
    if index >= len(items):
        counted = f"entries {slot.path}[0] to {slot.path}[{len(items) - 1}]" if items else "no entries"
        raise _SettingError(f"{slot.path} has {counted}, but no entry {index}")
    shape = next(iter(_list_item_types(slot.shape)), Any)
    inner = _Slot(items[index], shape, f"{slot.path}[{index}]")
    return slot.node._replace(value=[*items[:index], _set_item(inner, indexes[1:], rest, given), *items[index + 1 :]])


def _list_item_types(shape: Any) -> list[Any]:
    """Return the types of the items, for each kind of list that a type allows."""
    arms = [(get_origin(arm) or arm, get_args(arm)) for arm in union_members(shape)]
    return [inner[0] if inner else Any for form, inner in arms if form in (list, tuple)]


def _takes_name(shape: Any) -> bool:
    """Return whether a type also allows a name from a list of names, such as the size `poker`."""
    return any(get_origin(arm) is Literal for arm in union_members(shape))


def _list_slots(slot: _Slot) -> dict[str, _Slot]:
    """Return the slots of a mapping: the keys of its type, and those in the file."""
    known: dict[str, _Slot] = {}
    given = slot.node.items() if slot.node else {}
    for arm in union_members(slot.shape):
        form, inner = get_origin(arm) or arm, get_args(arm)
        if isinstance(form, type) and issubclass(form, msgspec.Struct):
            fields = msgspec.structs.fields(form)
            known |= {each.encode_name: _child_slot(slot, each.encode_name, each.type) for each in fields}
        elif form is dict:
            known |= {key: _child_slot(slot, key, inner[1]) for key in given}
    return known


def _child_slot(slot: _Slot, key: str, shape: Any) -> _Slot:
    return _Slot(slot.node.get(key) if slot.node else None, shape, f"{slot.path}.{key}")


def _replace_entry(node: Node, key: str, value: Node) -> Node:
    """Return the mapping with an entry set; a new key gets the place of its value."""
    return node._replace(value={**node.items(), key: value}, keys={key: value.place, **node.keys})
