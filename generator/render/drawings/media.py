"""Tell which rules of style sheets hold in print (Media Queries 4)."""

import re

from generator.model.finding import DrawingError

_TAKEN = re.compile(r"(?:only\s+)?+(?:all|print|screen)")
_OTHER_DEVICES = re.compile(r"(?:only\s+)?+(?:speech|aural|braille|embossed|handheld|projection|tty|tv)\b.*", re.DOTALL)
_SCHEME = re.compile(
    r"(?:(?:only\s+)?+(?:all|print|screen)\s+and\s+)?+\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)"
)


def holds_in_print(text: str) -> bool:
    """Tell whether a list of media queries holds; DrawingError for one that depends on a screen.

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
