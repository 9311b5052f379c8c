"""Replace the custom properties of CSS by their values (CSS Custom Properties 1)."""

from collections.abc import Mapping
from typing import Any

import tinycss2

from generator.model.finding import DrawingError
from generator.render.drawings.nodes import DrawingNode

_LONGEST_VALUE = 1000  # characters; each variable may hold others several times
_DEEPEST = 20
_NO_VALUES: Mapping[str, str] = {}


def replace_variables(node: DrawingNode, around: Mapping[str, str] = _NO_VALUES) -> None:
    """Replace `var()` in the attributes of a node and of all below it; `around` are the values that it inherits."""
    own = {name: value for name, value in node.attributes.items() if name.startswith("--")}
    known = {**around, **own} if own else around
    for name in own:
        del node.attributes[name]
    for name, value in node.attributes.items():
        if "var(" in value:
            try:
                node.attributes[name] = _replace(value, known, 0)
            except DrawingError as error:
                raise DrawingError(f"{name}={value!r} {error.message}", node.at) from None
    for child in node.children():
        replace_variables(child, known)


def _replace(text: str, known: Mapping[str, str], depth: int) -> str:
    if depth > _DEEPEST:
        raise DrawingError(f"refers to itself, or to more than {_DEEPEST} variables one behind the other")
    if "var(" not in text:
        return text
    found = "".join(_write_token(each, known, depth) for each in tinycss2.parse_component_value_list(text))
    if len(found) > _LONGEST_VALUE:
        raise DrawingError(f"has a value of more than {_LONGEST_VALUE:,} characters")
    return found.strip()


def _write_token(token: Any, known: Mapping[str, str], depth: int) -> str:
    """Return a part of a value, with the variables in it replaced."""
    if token.type != "function":
        return str(token.serialize())
    inner = tinycss2.serialize(token.arguments)
    if token.lower_name != "var":
        return f"{token.name}({_replace(inner, known, depth + 1)})"
    name, comma, fallback = inner.partition(",")
    name = name.strip()
    if name in known:
        return _replace(known[name], known, depth + 1)
    if comma:
        return _replace(fallback.strip(), known, depth + 1)
    raise DrawingError(f"refers to {name}, which has no value here; write the value itself")
