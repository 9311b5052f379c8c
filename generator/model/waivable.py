"""A code of findings goes in; why a game cannot let these pass comes out, if it cannot."""

import re

# of docs/codes.md, those of what is found at the end: a test holds both to one another
CODES = frozenset(f"GF{number}" for number in (*range(100, 137), *range(301, 308)))
_UNJUDGED = "GF103"


def unwaivable(code: str) -> str:
    """Return why findings of a code of the right form cannot be let pass; nothing where they can."""
    if not re.fullmatch(r"GF[13][0-9]{2}", code):
        return ""  # its form is held elsewhere
    if code == _UNJUDGED:
        return f"{code} cannot be let pass: the claim was not judged"
    if code in CODES:
        return ""
    nearest = min(sorted(CODES), key=lambda known: abs(int(known[2:]) - int(code[2:])))
    return f"there is no code {code}; did you mean {nearest!r}?"
