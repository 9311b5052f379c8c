"""Explain what is wrong with YAML that cannot be parsed, and what to write instead."""

import re
from typing import Any

from generator.language.plurals import count_noun
from generator.load.files import locate_index
from generator.model.finding import DataError, Place, refuse

_OPENED = re.compile(r"""[:\[{,-] (['"])""")  # a quote that begins a value
_BARE_KEY = re.compile(r"[ ]*+([A-Za-z_][\w.-]*+)(?:[ :][^ #].*)?")  # without a colon and a space after it
_KEY = re.compile(r"[ ]*+[A-Za-z_][\w.-]*+:(?:[ ].*)?")
_AFTER_TEXT = "mapping values", "did not find expected <document start>"  # what libyaml says of a key behind text
_MOST_SHOWN = 1000  # characters of a line


def explain_syntax_error(text: str, file: str, error: Any) -> DataError:
    """Explain a syntax error of libyaml; a character that can start no token is most likely a tab."""
    mark = error.problem_mark
    lines = _lines_near(text, mark.line)
    place = _place(file, mark) if mark.line in lines else locate_index(text, len(text), file)
    here = lines.get(place.line - 1, "")
    if here[place.column - 1 :].startswith("\t"):
        return refuse("GF002", place, "YAML needs spaces here, not a tab")
    for number in (place.line - 2, place.line - 1):
        if bare := re.search(r":[ ]++(#[0-9a-fA-F]{3,6})\b", lines.get(number, "")):
            spot = Place(file, number + 1, bare.start(1) + 1)
            return refuse("GF002", spot, f'# begins a comment; put the color in quotes: "{bare[1]}"')
    if error.problem == "could not find expected ':'" and error.context_mark:
        return refuse("GF002", _place(file, error.context_mark), "this key needs a colon and a space after it")
    if opened := _find_open_quote(text, error.problem, place.line):
        return refuse("GF002", Place(file, *opened), "close this quote")
    if misplaced := _explain_indent(text, file, error, here):
        return misplaced
    since = f" {error.context} that begins at line {error.context_mark.line + 1}" if error.context_mark else ""
    return refuse("GF002", place, f"not YAML: {error.problem}{since}{_suggest_quotes(error.problem, here)}")


def _place(file: str, mark: Any) -> Place:
    return Place(file, mark.line + 1, mark.column + 1)


def _explain_indent(text: str, file: str, error: Any, here: str) -> DataError | None:
    """Explain a line that begins with a key, and the one above, which lacks its colon or is indented otherwise."""
    number = error.problem_mark.line
    above, line = _find_line_above(text, number)
    if not above or not _KEY.fullmatch(here):
        return None
    wide, own = _indent(above), _indent(here)
    if error.problem.startswith(_AFTER_TEXT):
        bare = _BARE_KEY.fullmatch(above.rstrip())
        if bare and (own == wide or (own > wide and bare[1] == above.strip())):
            return refuse("GF002", Place(file, line, bare.start(1) + 1), "this key needs a colon and a space after it")
        is_off = own > wide and _KEY.fullmatch(above) is not None
    else:
        is_off = error.problem == "did not find expected key" and own != wide and "block mapping" in str(error.context)
    if not is_off:
        return None
    says = f"indent this line by {count_noun(wide, 'space')}" if wide else "do not indent this line"
    return refuse("GF002", Place(file, number + 1, own + 1), f"{says}, like the one above")


def _find_line_above(text: str, number: int) -> tuple[str, int]:
    """Return the nearest line before one, which is numbered from 0, with more than a comment; and its number from 1."""
    lines = text.split("\n", number)[:number]
    for at in range(len(lines), 0, -1):
        if (line := lines[at - 1][:_MOST_SHOWN]).strip() and not line.lstrip().startswith("#"):
            return line, at
    return "", 0


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _find_open_quote(text: str, problem: str, last: int) -> tuple[int, int] | None:
    """Return line and column of the first quote that begins a value and has no partner in its line, up to a line."""
    if problem.startswith(("did not find expected", "found unexpected end of stream", "mapping values")):
        for number, line in enumerate(text.split("\n")[:last], 1):
            at, line = 0, line[:1000]
            while found := _OPENED.search(line, at):
                at = line.find(found[1], found.end()) + 1
                if not at:
                    return number, found.start(1) + 1
    return None


def _lines_near(text: str, number: int) -> dict[int, str]:
    """Return a line and the one before it, by their numbers from 0, each cut off at 1000 characters."""
    start, found = 0, {}
    for line in range(number + 1):
        end = text.find("\n", start)
        if line >= number - 1:
            found[line] = text[start : end if 0 <= end < start + 1000 else start + 1000]
        if end < 0:
            break
        start = end + 1
    return found


def _suggest_quotes(problem: str, line: str) -> str:
    """Return a hint for the two usual mistakes in sentences: a colon inside, or a brace at the start."""
    if problem.startswith("mapping values"):
        return "; put text with a colon and a space in quotes, and start keys that belong together in the same column"
    if problem.startswith("did not find expected") and re.search(r"(?:^|[:-])[ ]++[\[{]", line):
        return "; put text that begins with a brace or a bracket in quotes"
    return ""
