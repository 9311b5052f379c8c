"""Make the ids of rows from what people call them."""

import re
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
