"""Compare the signs, the units and the pictures of numbers in a text and its translation (GF170)."""

import re
from collections.abc import Iterator, Mapping, Sequence

from generator.check.prose.translation_blocks import shorten
from generator.check.prose.translation_lists import AlignedText
from generator.model.finding import Finding

_SIGNED = re.compile(r"(?<![\w)\]}.,])(?P<sign>[+\u2212-])[ \u00a0]?(?P<number>\d++)(?![.,]?\d)")
_MEASURED = re.compile(r"(?<![\w.,])(?P<number>\d++(?:[.,]\d++)?)[ \u00a0\u202f]?(?P<unit>[mck]?m|k?g)\b")
_PICTURED = re.compile(r"(?<![\w.,\u2212-])(?P<number>\d++)[ \u00a0\u202f]?(?P<picture>\{[\w-]++\})")
_COMPARED = ((_SIGNED, "sign"), (_MEASURED, "unit"), (_PICTURED, "picture"))
_SIGNS = {"-": "\u2212"}


def compare_amounts(texts: Sequence[AlignedText]) -> Iterator[Finding]:
    """Report `\u22121 per gem` that is translated as `+1`, `2 mm` that is `2 cm`, and `2 {milk}` that is `2 {hay}`."""
    for each in texts:
        for pattern, name in _COMPARED:
            mine, theirs = (_read_amounts(pattern, name, text) for text in (each.first, each.other))
            number = next((some for some, mark in mine.items() if theirs.get(some, mark) != mark), None)
            if number is not None:
                said, says = (_join(number, some[number], name) for some in (mine, theirs))
                message = f"this says {says!r}, but the original {said!r}: {shorten(each.first)!r}"
                yield Finding("GF170", each.place, f"{message}; correct one of them", "warning")


def _read_amounts(pattern: re.Pattern[str], name: str, text: str) -> Mapping[str, str]:
    """Return the sign or the unit of each number that has but one in a text."""
    found: dict[str, set[str]] = {}
    for each in pattern.finditer(text):
        found.setdefault(each["number"].replace(",", "."), set()).add(_SIGNS.get(each[name], each[name]))
    return {number: min(marks) for number, marks in found.items() if len(marks) == 1}


def _join(number: str, mark: str, name: str) -> str:
    return f"{mark}{number}" if name == "sign" else f"{number} {mark}"
