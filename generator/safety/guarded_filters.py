"""Guard what templates print, compare or hash: only plain values become text, and large ones are refused."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Any

from jinja2 import Undefined, pass_environment
from jinja2.environment import TemplateModule
from jinja2.filters import make_attrgetter, make_multi_attrgetter
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


_PRINTING_FILTERS = (
    "capitalize center e escape forceescape format indent join lower pprint replace safe string striptags title tojson"
    " trim truncate upper urlencode urlize wordcount wordwrap xmlattr"
).split()
_COMPARING_FILTERS = {"groupby": 0, "max": 1, "min": 1, "sort": 2, "unique": 1}  # the position of `attribute`
_LAZY_FILTERS = "batch items map reject rejectattr reverse select selectattr slice unique".split()
COMPARING_TESTS = "!= < <= == > >= eq equalto ge greaterthan gt in le lessthan lt ne".split()


def guard_filters(filters: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Return Jinja2's filters with guards, without those that give something else in each run."""
    guarded = {name: each for name, each in filters.items() if name != "random"}
    guarded |= {name: guard_printing(guarded[name]) for name in _PRINTING_FILTERS}
    guarded |= {name: _guard_comparing(guarded[name], at) for name, at in _COMPARING_FILTERS.items()}
    guarded |= {name: _return_lists(guarded[name]) for name in _LAZY_FILTERS}
    return {**guarded, "attr": _get_attribute, "dictsort": guard_keys(guarded["dictsort"]), "sum": _sum_numbers}


def guard_printing(filter_: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a filter that makes text of its values: they must be plain."""
    first = int(hasattr(filter_, "jinja_pass_arg"))

    @wraps(filter_)  # keeps the attribute by which Jinja2 knows that a filter takes the context
    def guarded(*given: Any, **named: Any) -> Any:
        for each in (*given[first:], *named.values()) if named else given[first:]:
            kind = type(each)
            if kind not in SCALARS or (kind is str and len(each) > MAX_TEXT):
                weigh_values(each, True)
        return filter_(*given, **named)

    return guarded


def _guard_comparing(filter_: Callable[..., Any], at: int) -> Callable[..., Any]:
    """Wrap a filter that compares items, or their attribute, the argument number `at`."""

    @wraps(filter_)
    def guarded(environment: Any, value: Any, *given: Any, **named: Any) -> Any:
        items = list(value)
        attribute = named.get("attribute", given[at] if len(given) > at else None)
        if attribute is None:
            weigh_values(items, False)
        else:
            make = make_multi_attrgetter if isinstance(attribute, str) and "," in attribute else make_attrgetter
            weigh_values(list(map(make(environment, attribute), items)), False)
        return filter_(environment, items, *given, **named)

    return guarded


def guard_keys(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function that hashes or compares what it is given."""

    @wraps(function, updated=())
    def guarded(*given: Any, **named: Any) -> Any:
        weigh_values(given, False)
        return function(*given, **named)

    return guarded


def guard_test(test: Any) -> Callable[..., Any]:
    """Wrap a test that compares two values."""

    @wraps(test)
    def guarded(value: Any, other: Any) -> Any:
        to_compare(value)
        return test(value, to_compare(other))

    return guarded


def _return_lists(filter_: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a filter to return lists: iterators equal no list, fail late, and print as an address."""

    @wraps(filter_)
    def filtered(*given: Any, **named: Any) -> Any:
        made = filter_(*given, **named)
        return list(made) if isinstance(made, Iterator) else made

    return filtered


@pass_environment
def _get_attribute(environment: Any, value: Any, name: Any) -> Any:
    """Return `value.name` even if an item has that name too, as Jinja2's filter `attr` does."""
    return environment.refuse_uncalled(environment.get_method(value, str(name)), name)


@pass_environment
def _sum_numbers(environment: Any, values: Iterable[Any], attribute: Any = None, start: Any = 0) -> Any:
    """Return the sum of numbers. Jinja2's also joins lists, in a time that grows with the square of their number."""
    total = start
    for each in values if attribute is None else map(make_attrgetter(environment, attribute), values):
        if not isinstance(total, int | float | Undefined):
            raise SandboxError("`sum` adds numbers; to join lists, use `+`")
        total = total + each  # not `+=`, by which a message would call it
    return total
