"""Guard the filters, tests and functions of Jinja2 that print, compare or hash what they are given."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Any

from jinja2 import Undefined, pass_environment
from jinja2.filters import make_attrgetter, make_multi_attrgetter

from generator.safety.plain_values import MAX_TEXT, SCALARS, SandboxError, to_compare, weigh_values

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
