"""Characters that are in a text and not on the paper."""

import re

ISOLATES = "\u2066\u2067\u2068\u2069"  # whose effect on a line is not there
# joiners, selectors, marks of direction, soft hyphens and tags: what Unicode has ignored, isolates apart
_UNSEEN = re.compile(
    "[\xad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2065\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)


def is_unseen(char: str) -> bool:
    """Return whether a character goes with the one before it and is not drawn."""
    return _UNSEEN.match(char) is not None


def drop_unseen(text: str) -> str:
    """Return a text without the characters that are not drawn."""
    return text if text.isascii() else _UNSEEN.sub("", text)
