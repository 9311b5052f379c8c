"""Weigh values before they are printed, compared or hashed: only plain ones become text, and large ones are refused."""

import re
from collections.abc import Mapping
from typing import Any

from jinja2 import Undefined
from jinja2.environment import TemplateModule
from markupsafe import Markup, escape

from generator.model.color import Color
from generator.model.finding import Place
from generator.model.game import Design, Row

MAX_COMPARED = 1_000_000  # values, counted as often as they are met: 0.1 s of comparing, and 0.2 s of counting
MAX_TEXT = 16_000_000  # characters of a text that a method or filter takes: 0.1 s for the slowest of them
_LONG_TEXT = 64  # characters that take about as long to compare as one value
SCALARS = frozenset({str, Markup, int, float, bool, type(None)})

_find_special = re.compile("[&<>'\"]").search  # most texts need no escape, and each costs a card 0.5 us
_PRINTED = (Color, TemplateModule)
_UNPRINTED = frozenset({Place, Row, Design})  # tuples that hold the path of a file


class SandboxError(TypeError):
    """A value that a sandbox does not take: too large, or one whose text differs from run to run."""


def to_print(value: Any) -> Any:
    """Return a value that is to become text; SandboxError if it is not plain."""
    if type(value) not in SCALARS:
        weigh_values(value, True)
    return value


def to_markup(value: Any) -> str:
    """Return the text of a value with special characters escaped; SandboxError if it is not plain."""
    kind = type(value)
    if kind is str:
        return value if _find_special(value) is None else escape(value)
    if kind is int or kind is float:
        return str(value)
    if kind is Markup:
        text: str = value  # as it is: escaping it would make a copy
        return text
    return escape(to_print(value))


def to_compare(value: Any) -> Any:
    """Return a value that is to be compared or hashed; SandboxError if that would take too long."""
    kind = type(value)
    if kind is str or kind is int or kind is float or kind is bool:
        if kind is str and len(value) > MAX_TEXT:
            raise SandboxError(f"a text of more than {MAX_TEXT:,} characters is too long here")
    elif value is not None:
        weigh_values(value, False)
    return value


def weigh_values(value: Any, printed: bool) -> None:
    """Raise SandboxError if values within values are too many or, to be `printed`, not plain."""
    weight, waiting = 0, [iter((value,))]
    while waiting:
        for each in waiting[-1]:
            kind = type(each)
            weight += 1
            if kind is int:
                weight += each.bit_length() >> 12
            elif kind is str or kind is Markup:
                weight += len(each) // _LONG_TEXT
            elif isinstance(each, list | tuple | Mapping) and not (printed and kind in _UNPRINTED):
                waiting.append(iter((list(each), list(each.values())) if isinstance(each, Mapping) else each))
                break
            elif isinstance(each, Undefined):
                str(each)  # raises its own error; in a list it would be printed as a word
            elif printed and kind not in SCALARS and not isinstance(each, _PRINTED):
                raise SandboxError(_explain_unprintable(each))
        else:
            waiting.pop()
        if weight > MAX_COMPARED:
            raise SandboxError(f"a value in it holds more than {MAX_COMPARED:,} values, all levels counted")


def _explain_unprintable(value: object) -> str:
    name = getattr(value, "__name__", "")
    if callable(value) and isinstance(name, str) and name:
        return f"{name!r} is a function; call it: {name}()"
    return f"this is a {type(value).__name__}, not a text or number; use one of its values"
