"""Tell which rules and colors of style sheets hold in print (Media Queries 4, CSS Color 5)."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from generator.model.finding import DrawingError

_TAKEN = re.compile(r"(?:only\s+)?+(?:all|print|screen)")
_OTHER_DEVICES = re.compile(r"(?:only\s+)?+(?:speech|aural|braille|embossed|handheld|projection|tty|tv)\b.*", re.DOTALL)
_SCHEME = re.compile(
    r"(?:(?:only\s+)?+(?:all|print|screen)\s+and\s+)?+\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)"
)


def holds_in_print(text: str) -> bool:
    """Return whether a list of media queries holds; DrawingError for one that depends on a screen.

    Print and screen both hold, since a drawing is printed as it is shown; the color scheme is light.
    """
    queries = [each.strip().lower() for each in text.split(",")]
    return True in [_holds(each) for each in queries]  # each is looked at


def _holds(query: str) -> bool:
    if not query or _TAKEN.fullmatch(query):
        return True
    if scheme := _SCHEME.fullmatch(query):
        return scheme[1] == "light"
    if _OTHER_DEVICES.fullmatch(query):
        return False
    raise DrawingError(f"<style> asks for @media {query[:60]!r}, which depends on a screen; write the rules without it")


def choose_light(tokens: Iterable[Any]) -> Iterator[Any]:
    """Yield the tokens of a value, with the first color of each `light-dark()`, which draw.io writes."""
    for token in tokens:
        if token.type != "function" or token.lower_name != "light-dark":
            yield token
            continue
        for part in token.arguments:
            if part.type == "literal" and part.value == ",":
                break
            yield part
