"""The text of an expression goes in, a function of a world comes out: Jinja2's expressions, with nothing that can hang.

Values are numbers, texts, lists and mappings; a dot names a key of a mapping, and no method of anything can be reached.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache, wraps
from typing import Any

from generator.check.evidence.spelling import brief, kind_of, plain, unread
from generator.language.suggestions import did_you_mean

Functions = Mapping[str, Callable[..., Any]]
FILTERS = (
    "abs count first int join last length list lower map max min reject rejectattr reverse select selectattr"
    " sort string sum unique upper"
).split()
_LARGEST = 10**15
_LONGEST = 10_000


class ExpressionError(Exception):
    """An expression that cannot be evaluated; the message says why, for people."""


@lru_cache(maxsize=1)
def _environment() -> Any:
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Bounded(ImmutableSandboxedEnvironment):
        """A sandbox in which numbers stay below 10**15 and what is repeated below 10,000 things."""

        intercepted_binops = frozenset({"*", "**", "%"})

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            """Work out `*`, `**` and `%` where the result stays small."""
            return _bounded(operator, left, right)

        def getattr(self, obj: Any, attribute: str) -> Any:
            """Return the key of a mapping; nothing else has anything after a dot."""
            return self.getitem(obj, attribute)

        def getitem(self, obj: Any, argument: Any) -> Any:
            """Return an item; a text as the argument names a key of a mapping and nothing else."""
            if isinstance(argument, str) and not isinstance(obj, Mapping):
                return self.undefined(hint=f"{kind_of(obj)} has no {argument!r}")
            try:
                found = obj[argument]
            except (LookupError, TypeError):
                names = map(str, obj) if isinstance(obj, Mapping) else ()
                return self.undefined(hint=f"there is no {argument!r} here{did_you_mean(str(argument), names)}")
            if (noted := getattr(obj, "noted", None)) is not None:
                noted(argument)
            return found

    # folding constants while compiling would work out `9**9**9` before anything could stop it
    environment = Bounded(undefined=StrictUndefined, optimized=False, cache_size=0)
    environment.filters = {name: _at_once(environment.filters[name]) for name in FILTERS}
    environment.globals = {"range": _range}
    return environment


@lru_cache(maxsize=1024)
def compiled(text: str) -> Callable[[Functions], Any]:
    """Return the expression as a function; ExpressionError where it is none, and again when it fails."""
    from jinja2 import TemplateError

    try:
        made = _environment().compile_expression(text, undefined_to_none=False)
    except TemplateError as error:
        raise ExpressionError(f"it is not an expression: {_unread(text, str(error.message))}") from None
    except (RecursionError, MemoryError, SyntaxError, ValueError, OverflowError):
        raise ExpressionError("it is too deep or too long") from None
    return lambda functions: _run(made, functions, text)


def _run(made: Any, functions: Functions, text: str) -> Any:
    from jinja2 import TemplateRuntimeError, UndefinedError
    from jinja2.runtime import Undefined

    try:
        result = made(functions)
        if isinstance(result, Undefined):
            bool(result)
    except UndefinedError as error:
        name = str(error.message).removesuffix(" is undefined").strip("'")
        hint = _unknown(name, functions, text) if error.message == f"{name!r} is undefined" else ""
        raise ExpressionError(f"{error.message}{hint}") from None
    except TemplateRuntimeError as error:  # such as a filter or test of a name that is worked out
        raise ExpressionError(_unread("", plain(str(error.message)))) from None
    except NameError:  # a number such as 1e999 is compiled as `inf`, which names nothing
        raise ExpressionError("a number in it is too large") from None
    except (ArithmeticError, LookupError, MemoryError, RecursionError, TypeError, ValueError) as error:
        raise ExpressionError(plain(str(error)) or type(error).__name__) from None
    if not isinstance(result, str | int | float | list | tuple | Mapping | None):
        raise ExpressionError(f"it gives {kind_of(result)}, which is no value")
    return result


def _unknown(name: str, functions: Functions, text: str) -> str:
    """Return the words that help with a name that nothing has: what is not called is likely a text."""
    if re.search(rf"(?<![\w.]){re.escape(name)}(?!\s*[(\w])", text):
        return f"; if it is a text, such as the name of a part, put it in quotes: {name!r}"
    return did_you_mean(name, functions)


def _unread(text: str, message: str) -> str:
    return unread(text, message, {"filter": FILTERS, "test": _environment().tests})


def _at_once(filter_: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter that gives a list where it would give an iterator, which is equal to no list and fails late."""

    @wraps(filter_)  # with what Jinja2 has noted on it: that it is given the context, too
    def filtered(*given: Any, **named: Any) -> Any:
        made = filter_(*given, **named)
        return list(made) if isinstance(made, Iterator) else made

    return filtered


def _bounded(operator: str, left: Any, right: Any) -> Any:
    if operator == "*" and isinstance(left, int) and isinstance(right, str | list | tuple):
        left, right = right, left
    if operator == "*" and isinstance(left, str | list | tuple) and isinstance(right, int):
        if len(left) * right > _LONGEST:
            raise ExpressionError(f"`*` makes a text or list longer than {_LONGEST}")
        return left * right
    if not isinstance(left, int | float) or not isinstance(right, int | float):
        raise ExpressionError(f"`{operator}` needs numbers, not {brief(left, 40)} and {brief(right, 40)}")
    if operator == "%":
        return left % right
    if operator == "**" and (abs(right) > 50 or abs(left) > 10**6):
        raise ExpressionError("`**` goes beyond 10**15")
    result = left * right if operator == "*" else left**right
    if isinstance(result, complex) or abs(result) > _LARGEST:
        raise ExpressionError(f"`{operator}` goes beyond 10**15")
    return result


def _range(*bounds: int) -> list[int]:
    numbers = range(*bounds)
    if len(numbers) > _LONGEST:
        raise ExpressionError(f"range() is longer than {_LONGEST}")
    return list(numbers)


def conjuncts(text: str) -> list[str]:
    """Return what `and` joins at the top of an expression, as written; the whole where that is not so simple."""
    return _parted(text, ("name", "and"), {"or", "if", "else"}) or [text]


def sides(text: str) -> list[str]:
    """Return what stands left and right of the only `==` at the top of an expression; nothing where it is not so."""
    found = _parted(
        text, ("operator", "=="), {"and", "or", "not", "if", "else", "in", "is", "!=", "<", "<=", ">", ">="}
    )
    return found if len(found) == 2 else []


def _parted(text: str, joint: tuple[str, str], others: Collection[str]) -> list[str]:
    """Return the text between joints outside all brackets; nothing where one of the others stands there too.

    Nothing either of what is no expression, which is told where it is asked.
    """
    from jinja2 import TemplateSyntaxError

    try:
        tokens = [(kind, str(value)) for _, kind, value in _environment().lex("{{" + text + "}}")][1:-1]
    except TemplateSyntaxError:
        return []
    parts, depth = [""], 0
    for kind, value in tokens:
        if kind == "operator":
            depth += (value in "([{") - (value in ")]}")
        if depth == 0 and kind in ("name", "operator") and value in others:
            return []
        if depth == 0 and (kind, value) == joint:
            parts.append("")
        else:
            parts[-1] += value
    return [" ".join(part.split()) for part in parts]
