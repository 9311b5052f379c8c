"""Parse English numbers: `24`, `two`, `twenty-four`, `a dozen`."""

import re

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_VALUES = {word: n for n, word in enumerate(_SMALL)} | {word: 20 + 10 * n for n, word in enumerate(_TENS)}
_DIGITS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,6}")
_UNIT = "|".join(_SMALL[1:10])
_BELOW = "|".join(_SMALL[10:]) + f"|(?:{'|'.join(_TENS)})(?:[- ](?:{_UNIT}))?|{_UNIT}"

# pattern of a number; `one` alone is left out, because it is a pronoun more often than a number
NUMBER_PATTERN = (
    rf"{_DIGITS.pattern}|half[ ]a[ ]dozen|"
    rf"(?:a|one|{_BELOW})[ ](?:dozen|hundred(?:[ ]and[ ](?:{_BELOW}))?)|(?!one\b)(?:{_BELOW})"
)


def parse_number(text: str) -> int | None:
    """Return the number that a text says, in any case; None if it is not a number. `one`, `a` and `an` are 1."""
    if _DIGITS.fullmatch(text):
        return int(text.replace(",", ""))
    words = text.lower().replace("-", " ").split()
    if words == ["half", "a", "dozen"]:
        return 6
    total = last = 0
    for word in words:
        if word in ("dozen", "hundred"):
            total, last = (total or 1) * (12 if word == "dozen" else 100), 0
        elif word in ("a", "an"):
            total += 1
        elif word in _VALUES and (not last or (last >= 20 and 0 < _VALUES[word] < 10)):
            total, last = total + _VALUES[word], _VALUES[word]
        elif word != "and" or len(words) < 3:
            return None
    return total if words else None
