"""Convert YAML nodes to typed records with located findings, and write the JSON Schema of the same types."""

import json
import re
import types
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import islice
from math import inf
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from generator.language.suggestions import did_you_mean, nearest_name
from generator.load.yaml_nodes import Node, to_plain
from generator.model.data_types import WORD, WidthHeight
from generator.model.finding import MOST_FINDINGS, Finding, KeyedError, Place
from generator.model.game import ComponentKind, GameData
from generator.model.paper import measure_length, parse_size


def build_schema(kinds: Mapping[str, ComponentKind]) -> dict[str, Any]:
    """Return a JSON Schema (draft 2020-12) in which a part is one of the kinds, told apart by `kind`."""
    import msgspec

    types = [GameData, *{kind.data: None for kind in kinds.values()}]
    (game, *parts), defs = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    shapes = dict(zip(types[1:], (part["$ref"].rpartition("/")[2] for part in parts), strict=True))
    bodies = {name: defs[shapes[kind.data]] for name, kind in kinds.items()}
    for used in set(shapes.values()):
        del defs[used]
    root = defs.pop(game["$ref"].rpartition("/")[2])
    root["properties"]["parts"]["additionalProperties"] = {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in kinds]}
    defs |= {name: _add_kind(name, body, kinds[name].traits.printed) for name, body in bodies.items()}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "gutterfold game.yaml"}
    return head | {key: value for key, value in root.items() if key != "title"} | {"$defs": defs}


def _add_kind(name: str, body: Mapping[str, Any], printed: bool) -> dict[str, Any]:
    """Return a kind's schema with the key `kind`; what is printed needs a template."""
    unprinted = {"properties": {"print": {"const": False}}, "required": ["print"]}
    pictures = [key for key in ("front", "layout", "image") if key in body["properties"]]
    drawn = {"anyOf": [*({"required": [key]} for key in pictures), unprinted]} if printed else {}
    return (
        dict(body)
        | drawn
        | {
            "title": name,
            "properties": {"kind": {"const": name}, **body["properties"]},
            "required": ["kind", *body.get("required", ())],
        }
    )


T = TypeVar("T")
_TEXT_SIGNS = re.compile(r"[\s'\"()\[\]]|==")
_MANY = 100  # a bound from which a length is generous, and only told if it is exceeded
_SMALL_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def convert(node: Node, shape: type[T], path: str, owner: Place, findings: list[Finding]) -> T | None:
    """Return the value as its type, or None with the findings added: GF004, GF005 (at the owner), GF006.

    Only msgspec decides what is valid; the walk through the value finds the places and the words.
    """
    try:
        return msgspec.convert(to_plain(node), shape)
    except msgspec.ValidationError as error:
        explained = list(islice(_explain_refusal(node, shape, path, owner), MOST_FINDINGS + 1))
        findings.extend(explained or [Finding("GF006", node.place, f"{path or 'the file'}: {error}")])
        return None


def _explain_refusal(node: Node, shape: Any, path: str, owner: Place) -> Iterator[Finding]:
    error = _find_refusal(node, shape)
    if error is None:
        return
    found = False
    for finding in _explain_entries(node, shape, path, owner):
        found = True
        yield finding
    whole = (  # each of its keys is valid
        isinstance(node.value, dict)
        and 0 < len(node.value) <= _find_max_length(shape, dict)
        and describe_type(shape) == "a mapping"
    )
    if not found and whole:
        yield _explain_whole(node, path, error)
    elif not found:
        yield Finding("GF006", node.place, _describe_mismatch(node, shape, path))


def _explain_whole(node: Node, path: str, error: msgspec.ValidationError) -> Finding:
    """Return the error of a record whose fields contradict each other, at the key or value that the error names."""
    cause = error.__cause__
    at = _follow_path(node, cause.path) if isinstance(cause, KeyedError) else node
    message = str(error).partition(" - at `$")[0]  # without msgspec's own path
    return Finding("GF006", at.place, f"{path}: {message}")


def _follow_path(node: Node, path: Iterable[str | int]) -> Node:
    """Return the value at a path of keys and indexes, or the last one on the way that exists."""
    for step in path:
        child = node.get(step) if isinstance(step, str) else node.list()[step]
        if child is None:
            break
        node = child
    return node


def _find_refusal(node: Node, shape: Any) -> msgspec.ValidationError | None:
    """Return the error of msgspec for a value; None if it is valid."""
    try:
        msgspec.convert(to_plain(node), shape)
    except msgspec.ValidationError as error:
        return error
    return None


def _explain_entries(node: Node, shape: Any, path: str, owner: Place) -> Iterator[Finding]:
    """Yield the findings for the entries of a mapping or the items of a list."""
    for arm in union_members(shape):
        form, inner = get_origin(arm) or arm, get_args(arm)
        if isinstance(form, type) and issubclass(form, msgspec.Struct) and isinstance(node.value, dict):
            yield from _explain_fields(node, form, path, owner)
        elif form is dict and isinstance(node.value, dict):
            for key, child in node.items().items():
                yield from _explain_refusal(child, inner[1], _join_path(path, key), node.keys[key])
        elif form in (list, tuple) and inner and isinstance(node.value, list):
            for number, child in enumerate(node.list()):
                item = inner[min(number, len(inner) - 1)]
                yield from _explain_refusal(child, item, f"{path}[{number}]", child.place)


def _explain_fields(node: Node, struct: type[msgspec.Struct], path: str, owner: Place) -> Iterator[Finding]:
    known = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    within = f" in {path}" if path else ""
    unknown = islice((key for key in node.items() if key not in known), MOST_FINDINGS)
    explained = {nearest_name(key, known) for key in unknown}
    for key, child in node.items().items():
        if key in known:
            yield from _explain_refusal(child, known[key].type, _join_path(path, key), node.keys[key])
        else:
            yield Finding("GF004", node.keys[key], f"unknown key {key!r}{within}{_suggest_key(key, known)}")
    for key, field in known.items():
        if field.required and key not in node.items() and key not in explained:
            yield Finding("GF005", owner, f"{path or 'the file'} needs the key {key!r}: {describe_type(field.type)}")


def _suggest_key(key: str, known: Iterable[str]) -> str:
    """Return a hint for an unknown key; one with blanks or quotes is the rest of a text with a comma."""
    return "; put text with a comma in quotes" if _TEXT_SIGNS.search(key) else did_you_mean(key, known)


def _join_path(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _describe_mismatch(node: Node, shape: Any, path: str) -> str:
    """Return the message for a value of the wrong type or out of bounds."""
    value = node.value
    hint = ""
    if isinstance(value, str):
        hint = _suggest_choice(value, shape) or _suggest_record(value, shape) or _suggest_measure(value, shape)
    elif isinstance(value, (int, float)) and str in union_members(shape):
        hint = "; put it in quotes"
    if isinstance(value, str | list | dict) and (most := _find_max_length(shape, type(value))) < len(value):
        unit = "characters" if isinstance(value, str) else "entries"
        return f"{path or 'the file'} has {len(value):,} {unit}; at most {most:,} are allowed"
    if value in ([], {}):
        return f"{path or 'the file'} must not be empty"
    return f"{path or 'the file'} must be {describe_type(shape)}, not {describe_value(value)}{hint}"


def _suggest_record(value: str, shape: Any) -> str:
    """Return how to write a text as a record that needs one field alone, such as the paint of a color."""
    if not (isinstance(shape, type) and issubclass(shape, msgspec.Struct)):
        return ""
    needed = [field.encode_name for field in msgspec.structs.fields(shape) if field.required]
    return f"; write {{{needed[0]}: {json.dumps(value, ensure_ascii=False)}}}" if len(needed) == 1 else ""


def _suggest_measure(value: str, shape: Any) -> str:
    """Return how to write a size or a length with a unit, such as 2.5x3.5in or 22 mm, in millimeters."""
    if _SIZE in describe_type(shape) and (size := parse_size(value)):
        return f"; write [{size[0]:g}, {size[1]:g}]"
    if float in union_members(shape) and (found := _LENGTH.fullmatch(value)):
        return f"; write {measure_length(float(found[1]), found[2]):g}"
    return ""


_SIZE = "[width, height] in mm"
_LENGTH = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,3})?+) ?(mm|cm|in)")


def _find_max_length(shape: Any, kind: type) -> float:
    """Return the greatest length, if it is generous, of the values of a kind (str, list, dict) that a type allows."""
    if get_origin(shape) is not Annotated:
        arms = get_args(shape) if get_origin(shape) in (Union, types.UnionType) else ()
        return min((_find_max_length(arm, kind) for arm in arms), default=inf)
    own, *bounds = get_args(shape)
    if (get_origin(own) or own) is not kind:
        return _find_max_length(own, kind)
    lengths = (meta.max_length for meta in bounds if isinstance(meta, msgspec.Meta))
    return min((each for each in lengths if each and each >= _MANY), default=inf)


def _suggest_choice(value: str, shape: Any) -> str:
    """Return the nearest name if the type is a choice of names; `words` lists them all."""
    hint = did_you_mean(value, _list_choices(shape))
    return hint if "did you mean" in hint else ""


def _list_choices(shape: Any) -> Iterator[str]:
    """Yield the names that a Literal or a pattern `^(this|that)$` allows."""
    for inner in get_args(shape):
        if get_origin(shape) is Literal:
            yield str(inner)
        else:
            yield from _parse_choices(inner) if isinstance(inner, msgspec.Meta) else _list_choices(inner)


def _parse_choices(meta: msgspec.Meta) -> list[str]:
    names = re.fullmatch(r"\^\(([\w|.-]+)\)\$", meta.pattern or "")
    return names[1].split("|") if names else []


def describe_value(value: Any) -> str:
    """Return a value as it appears in a message."""
    match value:
        case None:
            return "empty"
        case bool():
            return str(value).lower()
        case str():
            return repr(value if len(value) <= 40 else value[:39] + "…")
        case list():
            return f"a list of {len(value)}"
        case dict():
            return "a mapping"
    return str(value)


def union_members(shape: Any) -> tuple[Any, ...]:
    """Return the members of a union, without bounds; of any other type, the type itself."""
    if get_origin(shape) is Annotated:
        return union_members(get_args(shape)[0])
    if get_origin(shape) in (Union, types.UnionType):
        return tuple(arm for member in get_args(shape) for arm in union_members(member))
    return (shape,)


def describe_type(shape: Any) -> str:
    """Describe the values of a type in plain words."""
    origin, inner = get_origin(shape), get_args(shape)
    if shape == WidthHeight:
        return _SIZE
    if origin is Annotated:
        bounds = [meta for meta in inner[1:] if isinstance(meta, msgspec.Meta)]
        if get_origin(inner[0]) is list:
            return _describe_list(inner[0], bounds)
        return reduce(_add_bounds, bounds, describe_type(inner[0]))
    if origin in (Union, types.UnionType):
        names = dict.fromkeys(describe_type(arm) for arm in inner if arm is not type(None))
        return " or ".join(each for each in names if each != "a whole number" or "a number" not in names)
    if origin is Literal:
        return " or ".join(map(repr, inner))
    if origin is list:
        return _describe_list(shape, ())
    if origin is tuple:
        return f"a list of {len(inner)}, each item {describe_type(inner[0])}"
    plain_names = {str: "text", int: "a whole number", float: "a number", bool: "true or false", Any: "a value"}
    return plain_names.get(shape, "a mapping")


def _describe_list(shape: Any, bounds: Iterable[msgspec.Meta]) -> str:
    least = next((meta.min_length for meta in bounds if meta.min_length), 0)
    most = next((meta.max_length for meta in bounds if meta.max_length and meta.max_length < _MANY), None)
    exact = most is not None and most == least
    of = f" of {_spell_number(least)}" if exact else f" of at least {_spell_number(least)}" if least else ""
    if most and not exact:
        of += f"{' and' if of else ' of'} at most {_spell_number(most)}"
    (item,) = get_args(shape)
    if exact and len(union_members(item)) > 1:
        return f"a list{of} values"
    return f"a list{of}, each item {describe_type(item)}"


def _spell_number(number: int) -> str:
    return _SMALL_NUMBERS[number] if number < len(_SMALL_NUMBERS) else str(number)


def _add_bounds(what: str, meta: msgspec.Meta) -> str:
    if meta.pattern == WORD:
        what = "text that is not blank"
    elif meta.pattern:
        return ", ".join(map(repr, _parse_choices(meta))) or f"{what} such as {meta.description or meta.pattern}"
    limits = (("of at least", meta.ge), ("above", meta.gt), ("at most", meta.le), ("below", meta.lt))
    bounds = " and ".join(f"{word} {bound:,g}" for word, bound in limits if bound is not None)
    what += f" {'of ' * bounds.startswith('at')}{bounds}" if bounds else ""
    what += " that is not empty" if meta.min_length else ""
    if not meta.max_length or meta.max_length >= _MANY:
        return what
    return (
        f"{what} of at most {meta.max_length} character{'s' * (meta.max_length > 1)}"
        if meta.max_length and meta.max_length < _MANY
        else what
    )
