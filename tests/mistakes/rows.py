"""The mistakes: each is one edit of one file of a game, with what must be said about it and where."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import yaml

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
OWN_GAMES = HERE / "games"
CORRECT_GAMES = HERE / "correct"  # without mistakes: none may get an error, or more than three warnings
LAYOUTS = ROOT / "layouts"
EXAMPLES = LAYOUTS / "examples"
STARTERS = ROOT / "starters"
FOLDED = ROOT / "docs" / "examples"  # the example of the page on folded parts
TEMPLATES = ROOT / "templates"
KINDS = {  # each kind, and how many mistakes there are at least
    "drawings": 55,
    "backs": 18,
    "boards": 40,
    "dice": 20,
    "data": 42,
    "rules": 96,
    "figures": 36,
    "translations": 22,
}
FOLDERS = ("shown", "held_out", "blind", "unseen", "later")


class Mistake(NamedTuple):
    """One realistic mistake: `old` is replaced by `new` in a file of a game's folder.

    `says` are words or codes of which a finding must have one; `also` are further places where one would edit,
    each as `file :: words of the line`.
    """

    id: str
    kind: str
    held_out: bool
    what: str
    game: str
    file: str
    old: str
    new: str
    says: tuple[str, ...]
    also: tuple[str, ...] = ()
    is_blind: bool = False  # written from the README and the games alone, before the checks were read
    is_unseen: bool = False  # written later in the same way, to see how general the checks are

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
    homes = (OWN_GAMES, CORRECT_GAMES, LAYOUTS, EXAMPLES, STARTERS, FOLDED)
    return next(home / game for home in homes if (home / game / "game.yaml").is_file())


def load_mistakes() -> list[Mistake]:
    """Return every mistake, kind by kind."""
    return [row for kind in KINDS for folder in FOLDERS for row in _load_file(kind, folder)]


def _load_file(kind: str, folder: str) -> Iterator[Mistake]:
    """Yield the rows of a kind in a folder, which may have them in several files, `words_data.yaml` say."""
    written = {
        "held_out": folder != "shown",
        "is_blind": folder == "blind",
        "is_unseen": folder in ("unseen", "later"),
    }
    for file in sorted((HERE / folder).glob(f"*{kind}.yaml")):
        for row in yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader):
            lists = {"says": tuple(row["says"]), "also": tuple(row.get("also", ()))}
            yield Mistake(kind=kind, **{**row, **lists, **written})
