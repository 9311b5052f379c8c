"""Compare the numbers in what a claim says with those that its check has or gives (GF137)."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from generator.check.claims.evaluation import ContextAnswer
from generator.language.number_words import NUMBER_PATTERN, parse_number
from generator.model.finding import Finding
from generator.model.rules import Claim

_SAID = re.compile(rf"(?<![\w.,:/'\"-])(?:{NUMBER_PATTERN})(?![\w/'\"-]|[.,:][0-9])", re.IGNORECASE)
_HELD = re.compile(r"(?<!\w)[0-9]{1,15}(?:\.[0-9]{1,9})?|(?<![^\W_])[^\W\d_]{1,40}")  # digits, or a word
_LIST = re.compile(r"\[([^\[\]]*)\]")
_LEAST = 3  # `no two`, `from 0 to 8` and `one of them` say less than a number


def report_unheld_number(claim: Claim, answers: Sequence[ContextAnswer]) -> Finding | None:
    """Return GF137 for the first number in what a claim says that its check neither has nor gives."""
    held = {*_list_numbers(claim.check)}
    held |= {float(found[1].count(",") + 1) for found in _LIST.finditer(claim.check)}
    held |= {number for answer in answers for call in answer.calls for number in _list_numbers(call.result)}
    for said in _SAID.finditer(claim.says):
        number = parse_number(said[0])
        if number is not None and number >= _LEAST and number not in held:
            says = f"{claim.id} {claim.says}: its check neither has nor gives the number {said[0]!r}; check it, too"
            return Finding("GF137", claim.place, says, "note")
    return None


def _list_numbers(value: Any) -> Iterator[float]:
    """Yield the numbers in a value, in its texts, and the lengths of its lists."""
    match value:
        case bool() | None:
            return
        case int() | float():
            yield abs(float(value))
        case str():
            for text in _HELD.findall(value):
                number = float(text) if text[0].isdecimal() else parse_number(text)
                yield from [] if number is None else [float(number)]
        case dict():
            yield float(len(value))
            for each in value.items():
                yield from _list_numbers(each[0])
                yield from _list_numbers(each[1])
        case list() | tuple():
            yield float(len(value))
            for each in value:
                yield from _list_numbers(each)
