"""The mistakes: each is one edit of one file of a game, with the places where a finding must stand.

The list is frozen: no check is written for a row of it. It was drawn once, before the checks were made anew, from 2,255
rows in five folders, whether they were told or not: `random.Random(40)`; all rows by name; for each kind, in the order
of `KINDS`, `sample(rows of the kind, 50)`; then `sample(names of the 114 correct games, 40)`. The other rows and games
went. What else a row happens in, or another test needs, is in `hosts`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import yaml

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
OWN_GAMES = HERE / "games"
CORRECT_GAMES = HERE / "correct"  # the forty that were drawn: none may get an error
HOSTS = HERE / "hosts"  # more games that have no mistake but those of the rows
LAYOUTS = ROOT / "layouts"
EXAMPLES = LAYOUTS / "examples"
STARTERS = ROOT / "starters"
FOLDED = ROOT / "docs" / "examples"  # the example of the page on folded parts
TEMPLATES = ROOT / "templates"
KINDS: dict[str, int | None] = {  # each kind, and how many percent of its rows are to be told at their line
    "drawings": 75,
    "backs": 90,
    "boards": 80,
    "dice": 85,
    "data": 75,
    "rules": None,  # what a sentence means is not read
    "figures": 40,
    "translations": 40,
}


class Mistake(NamedTuple):
    """One realistic mistake: `old` is replaced by `new` in a file of a game's folder.

    `also` are further places where one would edit, each as `file :: words of the line`.
    """

    id: str
    kind: str
    what: str
    game: str
    file: str
    old: str
    new: str
    also: tuple[str, ...] = ()

    @property
    def source(self) -> Path:
        """Return the file that has the mistake, as it is in the repository."""
        own, shared = find_folder(self.game) / self.file, ROOT / self.file
        return own if own.is_file() else shared

    def apply_to(self, before: str) -> str:
        """Return the text of the file with the mistake; the old text must be there exactly once."""
        if (count := before.count(self.old)) != 1:
            raise ValueError(f"{self.id}: the old text is {count} times in {self.file}")
        return before.replace(self.old, self.new)

    def changed_lines(self, before: str) -> range:
        """Return the lines of the changed text; for text that is gone, the line before it and the line after."""
        ahead = _common_length(self.old, self.new)
        behind = min(_common_length(self.old[::-1], self.new[::-1]), min(len(self.old), len(self.new)) - ahead)
        start = before.index(self.old) + ahead
        left, gone = self.new[ahead : len(self.new) - behind], self.old[ahead : len(self.old) - behind]
        first = before.count("\n", 0, start) + 1
        if not left.strip() and ("\n" in gone or _is_line(before, start, gone)):
            return range(first - 1, first + left.count("\n") + 2)
        return range(first, first + left.count("\n") + 1)


def _is_line(text: str, start: int, words: str) -> bool:
    """Tell whether the words that start there are all that their line says."""
    line = text[text.rfind("\n", 0, start) + 1 :].partition("\n")[0]
    return line.strip() == words.strip()


def _common_length(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def find_folder(game: str) -> Path:
    """Return the folder of a game of this package, of one of the five games, of an example or of a starter."""
    homes = (OWN_GAMES, CORRECT_GAMES, HOSTS, LAYOUTS, EXAMPLES, STARTERS, FOLDED)
    return next(home / game for home in homes if (home / game / "game.yaml").is_file())


def load_mistakes() -> list[Mistake]:
    """Return every mistake, kind by kind."""
    return [row for kind in KINDS for row in _load_kind(kind)]


def _load_kind(kind: str) -> Iterator[Mistake]:
    text = (HERE / "rows" / f"{kind}.yaml").read_text(encoding="utf-8")
    for row in yaml.load(text, yaml.CSafeLoader):
        yield Mistake(kind=kind, **{**row, "also": tuple(row.get("also", ()))})
