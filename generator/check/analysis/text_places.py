"""Find the place of a word in a text of a YAML file that goes on over several lines."""

import re
from collections.abc import Sequence
from pathlib import Path

from generator.model.finding import Place
from generator.safety.files import read_regular_file

_BLOCK = re.compile(r"[>|][-+]?\s*(?:#.*)?$")  # what begins a text on the lines below it
_BRACES = re.compile(r"\{\{[^{}]*+\}\}")
_WORD = re.compile(r"\w+")


def find_word_place(start: Place, text: str, at: int) -> Place:
    """Return the place of the word at an offset of a text that begins at a place of a file; the place if unknown.

    The words that braces print are not in the file, so the word is found by how often it came before.
    """
    word = _WORD.search(text, at)
    if word is None or not start.line:
        return start
    before = sum(each[0] == word[0] for each in _WORD.finditer(text, 0, word.start()))
    for number, line in enumerate(_read_block(start), start.line + 1):
        shown = _BRACES.sub(lambda braces: " " * len(braces[0]), line)
        found = [each.start() for each in _WORD.finditer(shown) if each[0] == word[0]]
        if before < len(found):
            return Place(start.file, number, found[before] + 1)
        before -= len(found)
    return start


def _read_block(start: Place) -> Sequence[str]:
    """Return the lines of the text that begins at a place, if it stands on the lines below; else none."""
    try:
        lines = read_regular_file(Path(start.file)).decode("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ()
    if start.line > len(lines) or not _BLOCK.search(lines[start.line - 1]):
        return ()
    first = lines[start.line - 1]
    indent = len(first) - len(first.lstrip(" "))
    found = []
    for line in lines[start.line :]:
        if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
            break
        found.append(line)
    return found
