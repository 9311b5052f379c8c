"""Find what comes with the program, and digest its code and libraries."""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from generator import __version__

_PACKAGE_NOTES = (".dist-info", ".egg-info")  # folders that name an installed package and its version
_PACKAGE = Path(__file__).resolve().parents[1]


def find_resources(name: str) -> Path:
    """Return a folder such as `layouts` or `templates`: inside the installed package, or beside it in a checkout."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


@cache
def identify_program() -> str:
    """Return a digest of our code and of all libraries, which decide how anything is drawn."""
    told = repr((__version__, sorted(_list_code()), sorted(_list_packages())))
    return sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def _list_code(folder: Path = _PACKAGE) -> Iterator[tuple[str, int, int]]:
    """Yield the path, the size and the time of each module, as a version under development may change."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _list_code(Path(entry.path))
            elif entry.name.endswith(".py"):
                status = entry.stat()
                yield entry.path, status.st_size, status.st_mtime_ns


def _list_packages() -> Iterator[str]:
    """Yield the names and versions of all packages that are installed, those of fonts among them."""
    for folder in dict.fromkeys(sys.path):
        with suppress(OSError), os.scandir(folder or ".") as entries:  # an archive, or a folder that does not exist
            yield from (entry.name for entry in entries if entry.name.endswith(_PACKAGE_NOTES))
