"""The classes of attacks, by the names in the table; a class is imported when it is wanted, since forks copy what is there."""

from collections.abc import Mapping, Sequence
from importlib import import_module

from tests.hostile.attack import Attack
from tests.samples import sample

CLASSES: Mapping[str, str] = {
    "links and kinds of files": "links",
    "manifests and journals": "manifests",
    "terminal and logs": "texts",
    "caches": "caches",
    "escapes from templates": "escapes",
    "bombs in templates": "bombs",
    "claims": "claims",
    "drawings": "drawings",
    "images and fonts": "pictures_and_fonts",
    "pages of PDFs": "pdf_pages",
    "rows, rules, translations": "rows_and_rules",
    "forged kits": "kits",
    "exports and reprints": "exports",
    "playtests, adopted drawings, spreadsheets": "other_files",
    "command line": "command_lines",
    "processes": "processes",
    "terminals, names, disks, studio": "surroundings",
    "game.yaml": "data_files",
}
_MOST = 6  # attacks of a class that `make test` tries


def load_attacks(kind: str) -> Sequence[Attack]:
    """Return the attacks of a class."""
    attacks: Sequence[Attack] = import_module(f"tests.hostile.{CLASSES[kind]}").ATTACKS
    return attacks


def load_sample(kind: str) -> Sequence[Attack]:
    """Return the attacks of a class that `make test` has the time to try, evenly spread; `make test-all` tries all."""
    return sample(load_attacks(kind), _MOST)
