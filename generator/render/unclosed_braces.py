"""Find braces of a template that open and never close; Jinja2 stumbles over what comes after them."""

import re
from pathlib import Path

from generator.safety.files import read_regular_file

_BRACES = re.compile(r"\{\{|\{%|\{#|\}\}|%\}|#\}")
_CLOSES = {"{{": "}}", "{%": "%}", "{#": "#}"}
_LONGEST_SHOWN = 40  # letters


def explain_unclosed_braces(file: str, line: int) -> tuple[str, str]:
    """Return what to write and where, `file:line:column`, if braces open no later than in a line and do not close.

    Both are empty if all braces close.
    """
    try:
        text = read_regular_file(Path(file)).decode()
    except (OSError, UnicodeDecodeError):
        return "", ""
    opening: re.Match[str] | None = None
    for found in _BRACES.finditer(text):
        if opening is not None and found[0] == _CLOSES[opening[0]]:
            opening = None
        elif opening is not None and opening[0] == "{#":
            continue
        elif found[0] in _CLOSES:
            if opening is not None:
                break
            opening = found
    if opening is None or text.count("\n", 0, opening.start()) >= line:
        return "", ""
    start = opening.start()
    shown = re.split(r"[<\n]", text[start : start + _LONGEST_SHOWN], maxsplit=1)[0].strip()
    at = f"{file}:{text.count(chr(10), 0, start) + 1}:{start - text.rfind(chr(10), 0, start)}"
    return f"{shown!r} is not closed; end it with {_CLOSES[opening[0]]!r}", at
