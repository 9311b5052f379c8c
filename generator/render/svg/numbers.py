"""Attribute text goes in, numbers come out; what is no number is refused by name."""

import re

from generator.model.finding import DrawingError

MOST = 1e9  # what no drawing reaches, and what can be multiplied without overflow
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_ONE = re.compile(rf"\s*({_NUMBER})(px)?\s*")
_LIST = re.compile(rf"\s*{_NUMBER}(?:(?:\s+,?\s*|,\s*){_NUMBER}|(?={_NUMBER})[-+.]{_NUMBER})*\s*")
_EACH = re.compile(_NUMBER)
_SHARE = re.compile(rf"\s*({_NUMBER})(%?)\s*")


def number(text: str, name: str) -> float:
    """Return a length in user units (mm); `px` is the user unit itself, other units are refused."""
    match = _ONE.fullmatch(text)
    if match is None or not abs(float(match[1])) < MOST:
        raise DrawingError(f"{name}={text!r} is not a number; lengths are millimeters without a unit")
    return float(match[1])


def positive(text: str, name: str) -> float:
    """Return a length that is zero or more."""
    value = number(text, name)
    if value < 0:
        raise DrawingError(f"{name}={text!r} is less than zero")
    return value


def share(text: str, name: str) -> float:
    """Return an opacity, an offset or a part of a box: a number or a percentage."""
    match = _SHARE.fullmatch(text)
    if match is None or not abs(float(match[1])) < MOST:
        raise DrawingError(f"{name}={text!r} is neither a number nor a percentage")
    return float(match[1]) / (100 if match[2] else 1)


def numbers(text: str, name: str) -> list[float]:
    """Return a list of numbers parted by spaces or commas."""
    if not text.strip():
        return []
    if _LIST.fullmatch(text) is None:
        raise DrawingError(f"{name}={text!r} is not a list of numbers")
    found = [float(each) for each in _EACH.findall(text)]
    if not all(abs(value) < MOST for value in found):
        raise DrawingError(f"{name}={text!r} holds a number beyond all measure")
    return found
