"""Characters that are in a text and not on the paper."""

import re

# Default_Ignorable_Code_Point of Unicode: joiners, selectors, marks of direction, soft hyphens
IGNORED = (
    r"\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    r"\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
ISOLATES = "\u2066\u2067\u2068\u2069"  # they are ignored, too, but their effect is not there
_UNSEEN = re.compile(f"(?![{ISOLATES}])[{IGNORED}]")


def is_unseen(char: str) -> bool:
    """Return whether a character goes with the one before it and is not drawn."""
    return _UNSEEN.match(char) is not None


def drop_unseen(text: str) -> str:
    """Return a text without the characters that are not drawn."""
    return text if text.isascii() else _UNSEEN.sub("", text)
