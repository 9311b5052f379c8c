"""Make the ids of rows from what people call them."""

import re
from collections.abc import Collection
from unicodedata import combining, normalize

_OTHERS = re.compile("[^A-Za-z0-9_-]+")


def make_row_id(label: object) -> str:
    """Return letters, digits, `_` and `-` for a name such as `Sea Dragon` or `Ärger (2)`: `Sea-Dragon`, `Arger-2`.

    An id stays as it is. Letters of other alphabets become their code points; the id is empty if nothing is left.
    """
    text = str(label)
    if text and not _OTHERS.search(text):
        return text
    letters = (char for char in normalize("NFKD", text) if not combining(char))
    spelled = (f"-u{ord(char):x}" if ord(char) > 127 and char.isalnum() else char for char in letters)
    return _OTHERS.sub("-", "".join(spelled)).strip("-")


def find_row_id(name: str, ids: Collection[str]) -> str:
    """Return which of the ids a name means: itself, or the one made of it, as of each word between its dots."""
    made = ".".join(map(make_row_id, name.split(".")))
    return made if name not in ids and made in ids else name
