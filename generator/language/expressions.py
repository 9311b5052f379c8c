"""Parse expressions, of claims and of play, with Jinja2; write values as they do, and explain what is wrong in them."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from generator.language.suggestions import did_you_mean
from generator.model.finding import Place

ALLOWED_FILTERS = (
    "abs count first int join last length list lower map max min reject rejectattr reverse select selectattr"
    " sort string sum unique upper"
).split()
TOO_DEEP = "it is too long or nested too deeply"
_TYPE_NAMES = {
    "NoneType": "none",
    "bool": "true or false",
    "int": "a number",
    "float": "a number",
    "str": "a text",
    "list": "a list",
    "tuple": "a list",
    "dict": "a mapping",
    "Entries": "a mapping",
    "TracedMapping": "a mapping",
    "method": "a function",
    "function": "a function",
    "generator": "a list",
}
_COMPARE_ERROR = re.compile(r"'([^']+)' not supported between instances of '(\w+)' and '(\w+)'")
_OPERAND_ERROR = re.compile(r"unsupported operand type\(s\) for (\S+?):? '(\w+)' and '(\w+)'")
_CONCAT_ERROR = re.compile(r"can only concatenate (\w+) \(not \"(\w+)\"\) to \w+")
_JINJA_FUNCTION = re.compile(r"(?<!\w)(?:sync_)?(?:do|test)_(\w++)\(\)")  # the functions of Jinja2's filters and tests
_MISSING_NAME_ERROR = re.compile(r"No (filter|test) named '(\w+)'")
_TYPE = re.compile(r"(?:unhashable type: )?'(\w+)'(?: object)?")


class ExpressionError(Exception):
    """An expression that cannot be evaluated; the message says why, and `place` is where to edit, if that is known."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.place = place


def parse_expression(text: str, environment: Any) -> Any:
    """Return the syntax tree of an expression, of nodes of Jinja2; ExpressionError if it is none."""
    from jinja2 import TemplateError, TemplateSyntaxError
    from jinja2.parser import Parser

    try:
        parser = Parser(environment, text, state="variable")
        expression = parser.parse_expression()
        if not parser.stream.eos:
            raise TemplateSyntaxError("chunk after expression", parser.stream.current.lineno)
    except TemplateError as error:
        raise ExpressionError(explain_invalid_expression(text, str(error.message), environment)) from None
    except (RecursionError, MemoryError, SyntaxError, ValueError, OverflowError):
        raise ExpressionError(TOO_DEEP) from None
    return expression


def explain_invalid_expression(text: str, message: str, environment: Any) -> str:
    """Return a whole message about an expression that Jinja2 cannot read."""
    says = explain_syntax_error(text, message, environment)
    return says if says == USE_EQUALS else f"it is not an expression: {says}"


def spell_value(value: Any) -> str:
    """Return a value as it is written in an expression: true, none, 'red', [1, 2]."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            return f"[{', '.join(map(spell_value, value))}]"
        case Mapping():
            return f"{{{', '.join(f'{spell_value(key)}: {spell_value(each)}' for key, each in value.items())}}}"
    return repr(value)


def spell_briefly(value: Any, most: int = 60) -> str:
    """Return a value as it is written in an expression, shortened to at most `most` characters."""
    text = spell_value(value)
    return text if len(text) <= most else f"{text[: most - 4]} ..."


def list_briefly(words: Sequence[str], most: int) -> str:
    """Return words in one line, with the number of those beyond the first `most`."""
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def describe_type(value: Any) -> str:
    """Return the type of a value in words, such as `a list`."""
    return _name_type(type(value).__name__)


USE_EQUALS = "to compare, write == instead of ="


def explain_type_error(message: str) -> str:
    """Return Python's message about values that do not go together, in the terms of expressions."""
    if found := _COMPARE_ERROR.search(message):
        return f"`{found[1]}` cannot compare {_name_type(found[2])} with {_name_type(found[3])}"
    if found := _OPERAND_ERROR.search(message):
        return f"`{found[1]}` does not work with {_name_type(found[2])} and {_name_type(found[3])}"
    if found := _CONCAT_ERROR.search(message):
        return f"`+` does not work with {_name_type(found[1])} and {_name_type(found[2])}"
    if message.startswith("unhashable type: "):
        return f"{_TYPE.sub(lambda word: _name_type(word[1]), message)} cannot be a key of a mapping"
    message = _JINJA_FUNCTION.sub(r"`\1`", message.removeprefix("argument of type "))
    return _TYPE.sub(lambda word: _name_type(word[1]) if word[1] in _TYPE_NAMES else word[0], message)


def explain_syntax_error(text: str, message: str, environment: Any) -> str:
    """Return Jinja2's message about an invalid expression, with a suggestion."""
    if found := _MISSING_NAME_ERROR.search(message):
        names = environment.tests if found[1] == "test" else ALLOWED_FILTERS
        return f"there is no {found[1]} {found[2]!r}{did_you_mean(found[2], names)}"
    if message.endswith("got '='") or (message == "chunk after expression" and _has_bare_equals(text)):
        return USE_EQUALS
    if message == "chunk after expression":
        return "something follows its end"
    return message.replace("'end of template'", "end").replace("end of template", "end").rstrip(".")


def _has_bare_equals(text: str) -> bool:
    """Return whether an expression has a single `=` outside the arguments of functions, which may be given by name."""
    depth = 0
    for found in re.finditer(r"[()]|'[^']*'|\"[^\"]*\"|(?<![=!<>])=(?!=)", text):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if found[0] == "=" and not depth:
            return True
    return False


def _name_type(name: str) -> str:
    return _TYPE_NAMES.get(name, f"a {name}")
