"""The classes of attacks, by the names in the table; a class is imported when it is wanted, since forks copy what is there."""

from collections.abc import Mapping, Sequence
from importlib import import_module

from tests.hostile.attack import Attack
from tests.samples import WHOLE

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
_STEPS = {  # how many attacks of a class go by for one that `make test` tries: many where each takes seconds
    "links": 6,
    "manifests": 9,
    "texts": 6,
    "caches": 5,
    "escapes": 8,
    "bombs": 11,
    "claims": 14,
    "drawings": 15,
    "pictures_and_fonts": 11,
    "pdf_pages": 2,
    "rows_and_rules": 12,
    "kits": 6,
    "exports": 6,
    "other_files": 5,
    "command_lines": 5,
    "processes": 5,
    "surroundings": 10,
    "data_files": 12,
}


def load_attacks(kind: str) -> Sequence[Attack]:
    """Return the attacks of a class."""
    attacks: Sequence[Attack] = import_module(f"tests.hostile.{CLASSES[kind]}").ATTACKS
    return attacks


def load_sample(kind: str) -> Sequence[Attack]:
    """Return the attacks of a class that `make test` has the time to try, evenly spread; `make test-all` tries all."""
    return load_attacks(kind)[:: 1 if WHOLE else _STEPS[CLASSES[kind]]]
