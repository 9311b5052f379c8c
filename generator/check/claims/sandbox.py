"""Compile claim expressions with Jinja2 in a sandbox in which nothing can run for long.

Values are numbers, texts, lists and mappings; a dot reads a key of a mapping, and no method can be reached.
"""

import marshal
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from generator.language.expressions import (
    ALLOWED_FILTERS,
    TOO_DEEP,
    ExpressionError,
    describe_type,
    explain_invalid_expression,
    explain_syntax_error,
    explain_type_error,
    parse_expression,
    spell_briefly,
)
from generator.language.plurals import count_noun
from generator.language.suggestions import did_you_mean
from generator.safety.limits import MAX_MEMORY_BYTES
from generator.safety.memory import Memory, open_memory

ClaimFunctions = Mapping[str, Callable[..., Any]]
_MAX_NUMBER = 10**15
_MAX_LENGTH = 10_000
_MAX_VALUES = 100_000  # in a list made by `*`, with those in the lists that it holds
_MOST_REMEMBERED = 2000  # expressions of a game: ten times as many as the largest of ours has
_LONGEST_REMEMBERED = 20_000  # characters


@lru_cache(maxsize=1)
def _make_environment() -> Any:
    from jinja2 import StrictUndefined

    from generator.safety.sandbox import GuardedEnvironment

    class Bounded(GuardedEnvironment):
        """A sandbox with numbers up to 10**15 and results of repetition up to 10,000 items."""

        intercepted_binops = frozenset({"*", "**", "%"})

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            """Compute `*`, `**` and `%` if the result is small."""
            return _apply_bounded(operator, self.to_print(left), self.to_print(right))

        def getattr(self, obj: Any, attribute: str) -> Any:
            """Return the value of a mapping's key; nothing else has attributes."""
            return self.getitem(obj, attribute)

        def get_method(self, obj: Any, attribute: str) -> Any:
            """Return the value of a mapping's key; there are no methods."""
            return self.getitem(obj, attribute)

        def getitem(self, obj: Any, argument: Any) -> Any:
            """Return an item; a text can only be the key of a mapping."""
            if isinstance(obj, StrictUndefined):
                return obj  # whose own message tells what is missing
            if isinstance(argument, str) and not isinstance(obj, Mapping):
                return self.undefined(hint=f"{describe_type(obj)} has no {argument!r}")
            self.to_print(argument)
            try:
                found = obj[argument]
            except (LookupError, TypeError):
                if isinstance(obj, list | tuple):
                    return self.undefined(hint=f"a list of {count_noun(len(obj), 'item')} has no [{argument}]")
                names = map(str, obj) if isinstance(obj, Mapping) else ()
                return self.undefined(hint=f"there is no {argument!r} here{did_you_mean(str(argument), names)}")
            if (noted := getattr(obj, "noted", None)) is not None:
                noted(argument)
            return found

    environment = Bounded(undefined=StrictUndefined, cache_size=0)
    environment.filters = {name: environment.filters[name] for name in ALLOWED_FILTERS}
    environment.globals = {"range": _bounded_range}
    return environment


_remembered: list[Memory] = []


@contextmanager
def remember_expressions(game: str) -> Iterator[None]:
    """Let expressions be compiled once for all runs: read at the beginning, written at the end, by a game's file."""
    _remembered.append(_open_remembered(str(Path(game).absolute())))
    try:
        yield
    finally:
        _remembered.pop().save()


@lru_cache(maxsize=4)
def _open_remembered(game: str) -> Memory:
    """Return the code and the parts of the expressions of one game."""
    from generator.safety.sandbox import SANDBOX_VERSION

    return open_memory("claims", SANDBOX_VERSION, game, most=_MOST_REMEMBERED)


@lru_cache(maxsize=1024)
def compile_expression(text: str) -> Callable[[ClaimFunctions], Any]:
    """Return the expression as a function (ExpressionError if invalid, and again if evaluation fails)."""
    from jinja2 import Template
    from jinja2.environment import TemplateExpression

    environment, known = _make_environment(), _remembered[-1] if _remembered else None
    code = known.find(("code", text)) if known else None
    if code is None:
        made = _compile_anew(text)
        if known and len(text) <= _LONGEST_REMEMBERED:
            known.add(("code", text), marshal.dumps(made))
    else:
        made = marshal.loads(code)
    template = Template.from_code(environment, made, environment.globals)
    expression = TemplateExpression(template, undefined_to_none=False)
    return lambda functions: _run_expression(expression, functions, text)


def _compile_anew(text: str) -> Any:
    """Return the code of an expression as Jinja2's `compile_expression` makes it; ExpressionError."""
    from jinja2 import TemplateError, nodes

    environment = _make_environment()
    expression = parse_expression(text, environment)
    try:
        expression.set_environment(environment)
        assignment = nodes.Assign(nodes.Name("result", "store"), expression, lineno=1)
        return environment.compile(nodes.Template([assignment], lineno=1))
    except TemplateError as error:
        raise ExpressionError(explain_invalid_expression(text, str(error.message), environment)) from None
    except (RecursionError, MemoryError, SyntaxError, ValueError, OverflowError):
        raise ExpressionError(TOO_DEEP) from None


def _run_expression(made: Any, functions: ClaimFunctions, text: str) -> Any:
    from jinja2 import TemplateRuntimeError, UndefinedError

    try:
        result = made(functions)
        _make_environment().to_print(result)
    except UndefinedError as error:
        name = str(error.message).removesuffix(" is undefined").strip("'")
        hint = _suggest_name(name, functions, text) if error.message == f"{name!r} is undefined" else ""
        raise ExpressionError(f"{error.message}{hint}") from None
    except TemplateRuntimeError as error:  # such as an unknown filter or test, given by a computed name
        says = explain_syntax_error("", explain_type_error(str(error.message)), _make_environment())
        raise ExpressionError(says) from None
    except NameError:  # a number such as 1e999 is compiled as `inf`, which names nothing
        raise ExpressionError("a number in it is too large") from None
    except MemoryError:
        raise ExpressionError(f"it needs too much memory; the limit is {MAX_MEMORY_BYTES >> 20} MiB") from None
    except RecursionError:
        raise ExpressionError("its lists are nested too deeply") from None
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise ExpressionError(explain_type_error(str(error)) or type(error).__name__) from None
    if not isinstance(result, str | int | float | list | tuple | Mapping | None):
        raise ExpressionError(f"it gives {describe_type(result)}, which is not a value")
    return result


def _suggest_name(name: str, functions: ClaimFunctions, text: str) -> str:
    """Return a hint for an unknown name: one that is not called is likely a text without quotes."""
    if re.search(rf"(?<![\w.]){re.escape(name)}(?!\s*[(\w])", text):
        return f"; if it is text, such as the name of a part, put it in quotes: {name!r}"
    return did_you_mean(name, functions)


def _apply_bounded(operator: str, left: Any, right: Any) -> Any:
    if operator == "*" and isinstance(left, int) and isinstance(right, str | list | tuple):
        left, right = right, left
    if operator == "*" and isinstance(left, str | list | tuple) and isinstance(right, int):
        if len(left) * right > _MAX_LENGTH:
            raise ExpressionError(f"`*` makes a text or list longer than {_MAX_LENGTH}")
        if not isinstance(left, str) and _count_values(left, _MAX_VALUES) * right > _MAX_VALUES:
            raise ExpressionError(f"`*` makes lists that hold more than {_MAX_VALUES} values")
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


def _count_values(values: list[Any] | tuple[Any, ...], most: int) -> int:
    """Return how many values a list and the lists in it hold, up to a little over `most`."""
    count = 0
    for each in values:
        count += max(1, _count_values(each, most - count)) if isinstance(each, list | tuple) else 1
        if count > most:
            break
    return count


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
    known = _remembered[-1] if _remembered else None
    parts = known.find((joint[1], text)) if known else None
    if parts is None:
        parts = _split_anew(text, joint, others)
        if known and len(text) <= _LONGEST_REMEMBERED:
            known.add((joint[1], text), parts)
    return list(parts)


def _split_anew(text: str, joint: tuple[str, str], others: Collection[str]) -> list[str]:
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
