"""Findings as tests compare them: place, code, level and what a message quotes; its wording stands in the catalog.

`tests/golden/messages.txt` lists every sentence of the program once, and `tests/test_messages.py` holds it.
"""

import re
from collections.abc import Iterable

# a line of a finding: where, which code, which level if it is no error, and the sentence
_LINE = re.compile(r"(?P<head>(?:.*?: )?GF\d{3}:?(?: (?:warning|trap|note):)?) ?(?P<message>.*)", re.DOTALL)
_FACT = re.compile(
    r"""(?<![\w'])'(?:[^'\\]|\\.)*'(?!\w)   # what stands in quotes
    | `[^`]*`                                # in backquotes
    | <[a-zA-Z/][^<>]*>                      # an element
    | [\w./-]+\.\w+:\d+(?::\d+)?            # a place
    | \bGF\d{3}\b
    | [+-]?\d+(?:[.,]\d+)*                    # a number
    """,
    re.VERBOSE,
)


def facts(line: object) -> str:
    """Return a finding, or a line that shows one, without its wording: `x.yaml:3:4: GF003 'a' x.yaml:1:2`."""
    found = _LINE.fullmatch(str(line))
    head, message = (found["head"], found["message"]) if found else ("", str(line))
    return " ".join(filter(None, [head, *_FACT.findall(message)]))


def facts_of(lines: Iterable[object]) -> list[str]:
    """Return the facts of several findings or lines, in their order."""
    return [facts(line) for line in lines]


def mentions(line: object, expected: str) -> bool:
    """Return whether a line has the place, code and facts of the expected one, and each of its words.

    The words tell messages apart that name no facts: `GF117 font size` and `GF117 no width`.
    """
    return facts(line) == facts(expected) and all(word in str(line) for word in expected.split())


def mention_all(lines: Iterable[object], expected: Iterable[str]) -> bool:
    """Return whether the lines, in their order, mention what is expected of them."""
    found, wanted = list(lines), list(expected)
    return len(found) == len(wanted) and all(map(mentions, found, wanted))


def is_failed_claim_told(lines: Iterable[str], claim: str, code: str) -> bool:
    """Tell whether lines name a failing claim, given as place and id: at its place, or behind the value at fault."""
    place, _, name = claim.rpartition(": ")
    who, at = re.escape(name), re.escape(place)
    told = re.compile(rf"{at}: ({code} )?(trap: )?{who}(?=[ ,;]|$)|: {code} {who} .*[(/]{at}\)$")
    return any(told.search(line) for line in lines)
