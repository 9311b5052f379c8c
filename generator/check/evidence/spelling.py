"""Write values as claim expressions do, and say Python's and Jinja2's error messages in the same terms."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from generator.language.suggestions import did_you_mean

_WORDS = {
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
_COMPARED = re.compile(r"'(.+)' not supported between instances of '(\w+)' and '(\w+)'")
_REFUSED = re.compile(r"unsupported operand type\(s\) for (\S+?):? '(\w+)' and '(\w+)'")
_JOINED = re.compile(r"can only concatenate (\w+) \(not \"(\w+)\"\) to \w+")
_CALLED = re.compile(r"(?:sync_)?(?:do|test)_(\w+)\(\)")  # the functions of Jinja2's filters and tests
_UNNAMED = re.compile(r"No (filter|test) named '(\w+)'")
_TYPE = re.compile(r"(?:unhashable type: )?'(\w+)'(?: object)?")


def spelled(value: Any) -> str:
    """Return a value as it is written in an expression: true, none, 'red', [1, 2]."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            return f"[{', '.join(map(spelled, value))}]"
        case Mapping():
            return f"{{{', '.join(f'{spelled(key)}: {spelled(each)}' for key, each in value.items())}}}"
    return repr(value)


def brief(value: Any, most: int = 60) -> str:
    """Return a value as it is written in an expression, shortened to at most `most` characters."""
    text = spelled(value)
    return text if len(text) <= most else f"{text[: most - 4]} ..."


def list_briefly(words: Sequence[str], most: int) -> str:
    """Return words in one line, with the number of those beyond the first `most`."""
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def kind_of(value: Any) -> str:
    """Return the type of a value in words, such as `a list`."""
    return _word(type(value).__name__)


def plain(message: str) -> str:
    """Return Python's message about values that do not go together, in the terms of expressions."""
    if found := _COMPARED.search(message):
        return f"`{found[1]}` cannot compare {_word(found[2])} with {_word(found[3])}"
    if found := _REFUSED.search(message):
        return f"`{found[1]}` does not work with {_word(found[2])} and {_word(found[3])}"
    if found := _JOINED.search(message):
        return f"`+` does not work with {_word(found[1])} and {_word(found[2])}"
    if message.startswith("unhashable type: "):
        return f"{_TYPE.sub(lambda word: _word(word[1]), message)} cannot be the key of a mapping"
    message = _CALLED.sub(r"`\1`", message.removeprefix("argument of type "))
    return _TYPE.sub(lambda word: _word(word[1]) if word[1] in _WORDS else word[0], message)


def unread(text: str, message: str, names: Mapping[str, Collection[str]]) -> str:
    """Return Jinja2's message about an invalid expression, with a suggestion; `names` are by their sort."""
    if found := _UNNAMED.search(message):
        return f"there is no {found[1]} {found[2]!r}{did_you_mean(found[2], names[found[1]])}"
    if message == "chunk after expression":
        single = re.search(r"(?<![=!<>])=(?!=)", text)
        return f"something follows its end{'; to compare, write ==' if single else ''}"
    return message.replace("'end of template'", "end").replace("end of template", "end").rstrip(".")


def _word(name: str) -> str:
    return _WORDS.get(name, f"a {name}")
