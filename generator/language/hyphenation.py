"""Find where words may be hyphenated.

The patterns come with the package pyphen; the algorithm is Liang's (Word Hy-phen-a-tion by Com-put-er, 1983). We read
the patterns ourselves because most of them are never needed: pyphen parses all of them first, which takes 50 ms for
English and 350 ms for German; this takes 3 and 30 ms.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

SHORTEST_WORD = 7  # letters of the shortest word that is hyphenated
_LEAST = 3  # letters at least before and after a hyphen
_FIRST = {"en": "en_US"}  # preferred dictionary of a language; we write American English
_CAPITALS = frozenset({"de", "lb"})  # languages whose nouns have capitals, so that a capital does not mark a name
_NO_LETTERS = b"0123456789 \t\r"


class Hyphenation:
    """The hyphenation of a language, given by its BCP 47 tag; patterns are read on first use."""

    def __init__(self, tag: str) -> None:
        self._tag = tag

    def find_breaks(self, word: str) -> Sequence[int]:
        """Return how many letters may stand before a hyphen, largest first; empty for names and short words."""
        small = word.lower()
        language = self._tag.partition("-")[0].lower()
        name = word[:1] != small[:1] and language not in _CAPITALS
        if len(small) < SHORTEST_WORD or not word.isalpha() or name or word[1:] != small[1:]:
            return ()
        points = _hyphen_values(f".{small}.", load_patterns(self._tag))
        return [at for at in range(len(word) - _LEAST, _LEAST - 1, -1) if points[at + 1] % 2]


def _hyphen_values(text: str, known: Mapping[str, str]) -> list[int]:
    """Return the highest pattern value at each position of the text; odd values allow a hyphen."""
    points = [0] * (len(text) + 1)
    for start in range(len(text) if known else 0):
        for end in range(start + 1, len(text) + 1):
            if pattern := known.get(text[start:end]):
                for at, value in enumerate(_pattern_values(pattern), start):
                    points[at] = max(points[at], value)
    return points


def _pattern_values(pattern: str) -> list[int]:
    """Return the values between the letters of a pattern; no hyphen where it would change the spelling."""
    pattern, changed, _ = pattern.strip().partition("/")
    values = [0]
    for char in pattern:
        if char.isdigit():
            values[-1] = int(char) + (int(char) % 2 if changed else 0)
        else:
            values.append(0)
    return values


@cache
def load_patterns(tag: str) -> Mapping[str, str]:
    """Return the patterns of a language by their letters; empty if there is no dictionary for it."""
    path = _find_dictionary(tag)
    if path is None:
        return {}
    data = path.read_bytes()
    encoding = data.partition(b"\n")[0].decode("ascii").strip()
    encoding = "cp1251" if encoding.lower() == "microsoft-cp1251" else encoding
    lines = data.decode(encoding).split("\n")
    letters = (
        data.translate(None, _NO_LETTERS).decode(encoding).split("\n")
    )  # translating bytes takes a tenth of the time
    known = dict(zip(letters, lines, strict=True))
    if b"/" in data:
        known.update((letter.partition("/")[0], line) for letter, line in known.copy().items() if "/" in letter)
    return known


def _find_dictionary(tag: str) -> Path | None:
    """Return the dictionary of a language: of its region or else of its main region; None if missing."""
    spec = find_spec("pyphen")
    if spec is None or spec.origin is None:
        return None
    language, _, region = tag.replace("-", "_").partition("_")
    language = language.lower()
    files = {
        path.stem.removeprefix("hyph_"): path for path in sorted(Path(spec.origin).parent.glob("dictionaries/*.dic"))
    }
    wanted = (f"{language}_{region.upper()}", _FIRST.get(language, language), f"{language}_{language.upper()}")
    others = (name for name in files if name.partition("_")[0] == language)
    found = next((name for name in (*wanted, *others) if name in files), None)
    return files[found] if found else None
