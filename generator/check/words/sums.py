"""Report false equations of bare numbers in the rules: `3 x 4 = 13` (GF163).

Nothing else that numbers may mean is read. A unit (`2 wood + 1 brick = 1 road`), a range (`1-3 = 5`), a fraction, an
icon, or a word behind the result makes it something else than arithmetic, and it is let pass.
"""

import re
from collections.abc import Iterator
from math import prod

from generator.check.check_context import CheckContext
from generator.check.words.rules_text import HIDDEN, mask_rules
from generator.model.finding import Finding
from generator.model.rules import MarkedText

_NUMBER = r"\d{1,9}(?:[.,]\d{1,2})?(?![\d.,]*\d)"  # `1,000` and `1.000` are a thousand or one: not read
_TIMES = r" ?[\u00d7*\u00b7] ?| x "
_PLUS = r" ?\+ ?"
_MINUS = r" ?\u2212 ?| [-\u2013] "  # without blanks the others are marks of a range
_MORE = rf"(?:(?:{_TIMES}|{_PLUS}|{_MINUS}){_NUMBER})"
_EQUATION = re.compile(rf"(?<![\w.,/\\^%$\u20ac\u00a3]){_NUMBER}{_MORE}++(?: ?= ?{_NUMBER}{_MORE}*+)++")
_SUMMAND = re.compile(rf"({_PLUS}|{_MINUS})")
_FACTOR = re.compile(rf"(?:{_TIMES})")
_OPEN = frozenset("+-\u2212\u2013\u00d7*\u00b7x\u00f7/=<>\u2264\u2265\u00b1^%\"'\u201c\u2018\u201e\u00ab")
_NOT_READ = frozenset("}`)]>")  # ends an icon, code, a link or a tag
_CLOSE = frozenset(".,;:!?)|")
_TOLERANCE = 1e-9


def check_sums(case: CheckContext) -> Iterator[Finding]:
    """Report equations of bare numbers that are false, in the rules of all languages (GF163)."""
    for language in case.game.languages:
        text, source = mask_rules(language.rules).words, MarkedText(language.rules, language.marked)
        for found in _EQUATION.finditer(text):
            if not _stands_alone(text, language.rules, *found.span()):
                continue
            left, *others = found[0].split("=")
            value = _evaluate(left)
            wrong = next((side for side in others if abs(_evaluate(side) - value) > _TOLERANCE), None)
            if wrong is not None:
                message = f"the rules say {found[0]!r}, but {left.strip()!r} is {value:.10g}; correct one of them"
                at = found.start() + found[0].rindex(wrong) + len(wrong) - len(wrong.lstrip())
                yield Finding("GF163", source.place(at, language.file), message)


def _stands_alone(text: str, rules: str, start: int, end: int) -> bool:
    """Return whether an equation is neither a piece of a longer one nor followed by a unit."""
    before, after = text[text.rfind("\n", 0, start) + 1 : start].rstrip(" "), rules[end : end + 2].strip(" \n")
    typed = rules[:start].rstrip(" ")[-1:] if before else ""
    begins = typed not in _NOT_READ if before[-1:] == HIDDEN else typed not in _OPEN
    return begins and (not after or after[0] in _CLOSE)


def _evaluate(side: str) -> float:
    """Return the value of a sum of products."""
    total, sign = 0.0, 1.0
    for piece in _SUMMAND.split(side.strip()):
        if _SUMMAND.fullmatch(piece):
            sign = 1.0 if "+" in piece else -1.0
        else:
            total += sign * prod(float(number.replace(",", ".")) for number in _FACTOR.split(piece))
    return total
