"""Make the ids of rows from what people call them."""

import re
from collections.abc import Collection
from unicodedata import category, combining, name, normalize

_OTHERS = re.compile("[^A-Za-z0-9_-]+")
_LATIN = re.compile("LATIN (?P<size>SMALL|CAPITAL) (?:LETTER|LIGATURE) (?:SHARP )?(?P<letters>[A-Z]{1,2})\\b.*")


def make_row_id(label: object) -> str:
    """Return letters, digits, `_` and `-` for a name such as `Sea Dragon` or `Ärger (2)`: `Sea-Dragon`, `Arger-2`.

    An id stays as it is. Letters of other alphabets, and signs, become code points; the id is empty if nothing is left.
    """
    text = str(label)
    if text and not _OTHERS.search(text):
        return text
    letters = (char for char in normalize("NFKD", text) if not combining(char))
    return _OTHERS.sub("-", "".join(map(_spell_letter, letters))).strip("-")


def _spell_letter(char: str) -> str:
    """Return a letter in ASCII: `ø` is `o`, and one that is not Latin is its code point."""
    if char.isascii() or not (char.isalnum() or category(char) == "So"):
        return char
    if found := _LATIN.fullmatch(name(char, "")):
        return found["letters"].lower() if found["size"] == "SMALL" else found["letters"]
    return f"-u{ord(char):x}"


def find_row_id(called: str, ids: Collection[str]) -> str:
    """Return which of the ids a name means: itself, or the one made of it, as of each word between its dots."""
    made = ".".join(map(make_row_id, called.split(".")))
    return made if called not in ids and made in ids else called
