"""Facts of findings that stand without quotes: names with dots, calls of claim functions, and the words a test names."""

import re

from tests.messages import facts

# what already is in quotes, or else a call, a name with dots that is no place, or one of the words
_QUOTED = r"(?<![\w'])'(?:[^'\\]|\\.)*'(?!\w)|`[^`]*`"
_NAMES = r"\b\w+\([^()]*\)|(?<![\w.-])[a-z][\w/-]*(?:\.[\w/-]+)+(?![\w/-]|:\d)"


def keep_facts(line: object, words: str = "") -> str:
    """Return the facts of a line, and of what is not quoted in it each call, dotted name and match of `words`."""
    names = f"(?<![\\w-])(?:{words})(?![\\w(-])|{_NAMES}" if words else _NAMES
    return facts(re.sub(f"({_QUOTED})|({names})", lambda match: match[1] or f"`{match[2]}`", str(line)))
