"""Compile claim expressions with Jinja2 in a sandbox in which nothing can run for long.

Values are numbers, texts, lists and mappings; a dot reads a key of a mapping, and no method can be reached.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache, wraps
from typing import Any

from generator.check.analysis.value_text import describe_type, explain_syntax_error, explain_type_error, spell_briefly
from generator.language.suggestions import did_you_mean

ClaimFunctions = Mapping[str, Callable[..., Any]]
ALLOWED_FILTERS = (
    "abs count first int join last length list lower map max min reject rejectattr reverse select selectattr"
    " sort string sum unique upper"
).split()
_MAX_NUMBER = 10**15
_MAX_LENGTH = 10_000


class ExpressionError(Exception):
    """An expression that cannot be evaluated; the message says why."""


@lru_cache(maxsize=1)
def _make_environment() -> Any:
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Bounded(ImmutableSandboxedEnvironment):
        """A sandbox with numbers up to 10**15 and results of repetition up to 10,000 items."""

        intercepted_binops = frozenset({"*", "**", "%"})

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            """Compute `*`, `**` and `%` if the result is small."""
            return _apply_bounded(operator, left, right)

        def getattr(self, obj: Any, attribute: str) -> Any:
            """Return the value of a mapping's key; nothing else has attributes."""
            return self.getitem(obj, attribute)

        def getitem(self, obj: Any, argument: Any) -> Any:
            """Return an item; a text can only be the key of a mapping."""
            if isinstance(argument, str) and not isinstance(obj, Mapping):
                return self.undefined(hint=f"{describe_type(obj)} has no {argument!r}")
            try:
                found = obj[argument]
            except (LookupError, TypeError):
                names = map(str, obj) if isinstance(obj, Mapping) else ()
                return self.undefined(hint=f"there is no {argument!r} here{did_you_mean(str(argument), names)}")
            if (noted := getattr(obj, "noted", None)) is not None:
                noted(argument)
            return found

    # folding constants while compiling would compute `9**9**9` before anything could stop it
    environment = Bounded(undefined=StrictUndefined, optimized=False, cache_size=0)
    environment.filters = {name: _return_lists(environment.filters[name]) for name in ALLOWED_FILTERS}
    environment.globals = {"range": _bounded_range}
    return environment


@lru_cache(maxsize=1024)
def compile_expression(text: str) -> Callable[[ClaimFunctions], Any]:
    """Return the expression as a function (ExpressionError if invalid, and again if evaluation fails)."""
    from jinja2 import TemplateError

    try:
        made = _make_environment().compile_expression(text, undefined_to_none=False)
    except TemplateError as error:
        raise ExpressionError(f"it is not an expression: {_explain_error(text, str(error.message))}") from None
    except (RecursionError, MemoryError, SyntaxError, ValueError, OverflowError):
        raise ExpressionError("it is too deep or too long") from None
    return lambda functions: _run_expression(made, functions, text)


def _run_expression(made: Any, functions: ClaimFunctions, text: str) -> Any:
    from jinja2 import TemplateRuntimeError, UndefinedError
    from jinja2.runtime import Undefined

    try:
        result = made(functions)
        if isinstance(result, Undefined):
            bool(result)
    except UndefinedError as error:
        name = str(error.message).removesuffix(" is undefined").strip("'")
        hint = _suggest_name(name, functions, text) if error.message == f"{name!r} is undefined" else ""
        raise ExpressionError(f"{error.message}{hint}") from None
    except TemplateRuntimeError as error:  # such as an unknown filter or test, given by a computed name
        raise ExpressionError(_explain_error("", explain_type_error(str(error.message)))) from None
    except NameError:  # a number such as 1e999 is compiled as `inf`, which names nothing
        raise ExpressionError("a number in it is too large") from None
    except (ArithmeticError, LookupError, MemoryError, RecursionError, TypeError, ValueError) as error:
        raise ExpressionError(explain_type_error(str(error)) or type(error).__name__) from None
    if not isinstance(result, str | int | float | list | tuple | Mapping | None):
        raise ExpressionError(f"it gives {describe_type(result)}, which is not a value")
    return result


def _suggest_name(name: str, functions: ClaimFunctions, text: str) -> str:
    """Return a hint for an unknown name: one that is not called is likely a text without quotes."""
    if re.search(rf"(?<![\w.]){re.escape(name)}(?!\s*[(\w])", text):
        return f"; if it is a text, such as the name of a part, put it in quotes: {name!r}"
    return did_you_mean(name, functions)


def _explain_error(text: str, message: str) -> str:
    return explain_syntax_error(text, message, {"filter": ALLOWED_FILTERS, "test": _make_environment().tests})


def _return_lists(filter_: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a filter to return lists instead of iterators, which equal no list and fail late."""

    @wraps(filter_)  # keeps the attribute by which Jinja2 knows that a filter takes the context
    def filtered(*given: Any, **named: Any) -> Any:
        made = filter_(*given, **named)
        return list(made) if isinstance(made, Iterator) else made

    return filtered


def _apply_bounded(operator: str, left: Any, right: Any) -> Any:
    if operator == "*" and isinstance(left, int) and isinstance(right, str | list | tuple):
        left, right = right, left
    if operator == "*" and isinstance(left, str | list | tuple) and isinstance(right, int):
        if len(left) * right > _MAX_LENGTH:
            raise ExpressionError(f"`*` makes a text or list longer than {_MAX_LENGTH}")
        return left * right
    if not isinstance(left, int | float) or not isinstance(right, int | float):
        raise ExpressionError(
            f"`{operator}` needs numbers, not {spell_briefly(left, 40)} and {spell_briefly(right, 40)}"
        )
    if operator == "%":
        return left % right
    if operator == "**" and (abs(right) > 50 or abs(left) > 10**6):
        raise ExpressionError("`**` goes beyond 10**15")
    result = left * right if operator == "*" else left**right
    if isinstance(result, complex) or abs(result) > _MAX_NUMBER:
        raise ExpressionError(f"`{operator}` goes beyond 10**15")
    return result


def _bounded_range(*bounds: int) -> list[int]:
    numbers = range(*bounds)
    if len(numbers) > _MAX_LENGTH:
        raise ExpressionError(f"range() is longer than {_MAX_LENGTH}")
    return list(numbers)


def split_conjuncts(text: str) -> list[str]:
    """Return the operands of `and` at the top of an expression, or the whole expression if there are none."""
    return _split_expression(text, ("name", "and"), {"or", "if", "else"}) or [text]


def split_equality(text: str) -> list[str]:
    """Return the two sides of the only `==` at the top of an expression, or nothing if it has no such form."""
    found = _split_expression(
        text, ("operator", "=="), {"and", "or", "not", "if", "else", "in", "is", "!=", "<", "<=", ">", ">="}
    )
    return found if len(found) == 2 else []


def _split_expression(text: str, joint: tuple[str, str], others: Collection[str]) -> list[str]:
    """Return the text between operators outside all brackets; nothing if one of `others` stands there too.

    An invalid expression gives nothing: it is reported when it is evaluated.
    """
    from jinja2 import TemplateSyntaxError

    try:
        tokens = [(kind, str(value)) for _, kind, value in _make_environment().lex("{{" + text + "}}")][1:-1]
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
