"""Apply `--set PART.KEY=VALUE` to the tree of a game."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, get_args, get_origin

import msgspec

from generator.language.suggestions import did_you_mean
from generator.load.conversion import union_members
from generator.load.yaml_nodes import Node, parse_scalar, read_yaml
from generator.model.finding import DataError, Finding, Place
from generator.model.game import ComponentKind

_FORM = "PART.KEY=VALUE, such as board.grid.cell=24"


class _SettingError(Exception):
    """A reason why a value cannot be set."""


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
            root = _set_in_part(root, key.split("."), _parse_value(text, place), kinds)
        except _SettingError as misfit:
            findings.append(Finding("GF010", place, str(misfit)))
    return root


def _parse_value(text: str, place: Place) -> Node:
    """Return the value as YAML reads it: quoted text, or a plain scalar."""
    if text[:1] not in ("'", '"'):
        return Node(place, parse_scalar(text))
    try:
        node = read_yaml(text, place.file, [])
    except DataError:
        node = Node(place, None)
    if not isinstance(node.value, str):
        raise _SettingError(f"{text} begins with a quote but is not quoted text")
    return node._replace(place=place)


def _set_in_part(root: Node, words: list[str], value: Node, kinds: Mapping[str, ComponentKind]) -> Node:
    parts = root.get("parts") or Node(root.place, {})
    part = parts.get(words[0])
    if part is None:
        raise _SettingError(f"the game has no part {words[0]!r}{did_you_mean(words[0], parts.items())}")
    kind = part.get("kind")
    if kind is None or not isinstance(kind.value, str) or kind.value not in kinds:
        return root  # an error in the file, which is reported as such
    slot = _Slot(part, kinds[kind.value].data, words[0])
    return _replace_entry(root, "parts", _replace_entry(parts, words[0], _set_value(slot, words[1:], value)))


def _set_value(slot: _Slot, words: list[str], value: Node) -> Node:
    """Return the mapping with the value set at the path of words."""
    known = _list_slots(slot)
    # a key may contain dots itself, as cell ids do
    name, rest = next(
        ((".".join(words[:end]), words[end:]) for end in range(len(words), 0, -1) if ".".join(words[:end]) in known),
        ("", words),
    )
    if not name and words == ["kind"] and "." not in slot.path:
        raise _SettingError(f"{slot.path}.kind cannot be set: other kinds have other keys")
    if not name:
        missing = ".".join(words) if any("." in key for key in known) else words[0]
        raise _SettingError(f"{slot.path} has no key {missing!r}{did_you_mean(missing, known)}")
    inner = known[name]
    if rest:
        value = _set_value(inner, rest, value)
    elif inner.node is not None and isinstance(inner.node.value, (dict, list)):
        what = "mapping" if isinstance(inner.node.value, dict) else "list"
        raise _SettingError(f"{inner.path} is a {what}; a single value cannot replace it")
    return _replace_entry(slot.node or Node(value.place, {}), name, value)


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
