"""A value of a template and a name go in; what it has by that name comes out, or what to say where it has nothing."""

from collections.abc import Iterable, Mapping
from typing import Any

from jinja2.environment import TemplateModule

from generator.draw.errors import PictureError
from generator.model.nearest import did_you_mean

_KINDS = {str: "a text", int: "a number", float: "a number", bool: "true or false", type(None): "none"}


def find(things: Mapping[str, Any] | Iterable[Mapping[str, Any]], name: str) -> Any:
    """Return what a mapping has under the name, or the one in a list whose `id` it is; PictureError for none."""
    known = things if isinstance(things, Mapping) else {each["id"]: each for each in things}
    if name in known:
        return known[name]
    raise PictureError(f"there is no {name!r} here{did_you_mean(str(name), known)}", "", "GF207", name)


def lacks(value: Any, name: object) -> str:
    """Return the sentence, with the nearest name that there is; nothing of a value that is not known here."""
    if isinstance(value, dict):
        known = did_you_mean(str(name), (key for key in value if isinstance(key, str)))
        return f"the name that is asked for is empty{known}" if name == "" else f"there is no {name!r} here{known}"
    if isinstance(value, TemplateModule):
        return f"{value.__name__!r} has no {name!r}{did_you_mean(str(name), _macros(value))}"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)} has no item {name}" if isinstance(name, int) else f"a list has no {name!r}"
    kind = _KINDS.get(type(value))
    return f"{kind} has no {name!r}" if kind else ""


def _macros(module: TemplateModule) -> list[str]:
    return [name for name in vars(module) if not name.startswith("_")]
