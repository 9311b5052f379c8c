"""Parse numbers in attributes; DrawingError, with the name of the attribute, for anything else."""

import re

from generator.model.finding import DrawingError

LARGEST_NUMBER = 1e9  # beyond any drawing, and small enough to multiply without overflow
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_ONE = re.compile(rf"\s*({_NUMBER})(px)?\s*")
_LIST = re.compile(rf"\s*{_NUMBER}(?:(?:\s+,?\s*|,\s*){_NUMBER}|(?={_NUMBER})[-+.]{_NUMBER})*\s*")
_EACH = re.compile(_NUMBER)
_SHARE = re.compile(rf"\s*({_NUMBER})(%?)\s*")


def parse_number(text: str, name: str) -> float:
    """Return a length in user units (mm); `px` means user units, other units are an error."""
    match = _ONE.fullmatch(text)
    if match is None or not abs(float(match[1])) < LARGEST_NUMBER:
        raise DrawingError(f"{name}={text!r} is not a number; lengths are millimeters without a unit")
    return float(match[1])


def parse_positive(text: str, name: str) -> float:
    """Return a length that is zero or more."""
    value = parse_number(text, name)
    if value < 0:
        raise DrawingError(f"{name}={text!r} is less than zero")
    return value


def parse_share(text: str, name: str) -> float:
    """Return an opacity, an offset or a share of a box, given as a number or a percentage."""
    match = _SHARE.fullmatch(text)
    if match is None or not abs(float(match[1])) < LARGEST_NUMBER:
        raise DrawingError(f"{name}={text!r} is neither a number nor a percentage")
    return float(match[1]) / (100 if match[2] else 1)


def parse_numbers(text: str, name: str) -> list[float]:
    """Return a list of numbers separated by spaces or commas."""
    if not text.strip():
        return []
    if _LIST.fullmatch(text) is None:
        raise DrawingError(f"{name}={text!r} is not a list of numbers")
    found = [float(each) for each in _EACH.findall(text)]
    if not all(abs(value) < LARGEST_NUMBER for value in found):
        raise DrawingError(f"{name}={text!r} contains a number that is too large")
    return found
