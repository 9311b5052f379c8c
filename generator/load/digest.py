"""A game's folder and the templates it can reach go in, the build id comes out: eight digits over all of it."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path


def build_id(folder: Path, shared: Path, templates: Iterable[str], chosen: object) -> str:
    """Return the id; `templates` are the names that the parts use, `chosen` is what else decides what is printed.

    Names of files count relative to their folder, so that the same game elsewhere has the same id. Kits that were built
    into a folder are no part of it.
    """
    digest = sha256(repr(chosen).encode())
    homes = {shared / name.split("/")[0] for name in templates if "/" in name}
    groups = [(folder, folder.rglob("*")), (shared, shared.glob("*"))]
    groups += [(shared, home.rglob("*")) for home in sorted(homes)]
    for root, paths in groups:
        every = sorted(paths)
        kits = {path.parent for path in every if path.name == "manifest.json" and path.parent != root and _ours(path)}
        for path in every:
            if path.is_file() and not path.name.startswith(".") and not (kits and kits.intersection(path.parents)):
                data = path.read_bytes()
                digest.update(f"{path.relative_to(root).as_posix()}\0{len(data)}\0".encode())
                digest.update(data)
    return digest.hexdigest()[:8]


def _ours(path: Path) -> bool:
    """Tell whether a manifest is one that a build has written."""
    return path.is_file() and path.read_bytes().startswith(b'{\n"gutterfold": ')
