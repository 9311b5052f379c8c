"""A name that the data gives goes in; the text of that file, from inside the game's folder, comes out."""

import os
import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from generator.language.suggestions import did_you_mean
from generator.model.finding import refuse
from generator.model.place import Place

LARGEST = 64 * 1024 * 1024
_ALLOWED = bytes(c for c in range(256) if (c >= 32 and c != 127) or c in b"\t\n")
# controls draw nothing, and line separators would shift the line numbers of some readers and not of others
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")


def shown(path: Path) -> str:
    """Return the path as people see it: from the current directory where it lies below, else as given."""
    whole = Path(os.path.normpath(path.absolute()))
    here = Path.cwd()
    return (whole.relative_to(here) if whole.is_relative_to(here) else path).as_posix()


def locate(text: str, index: int, file: str) -> Place:
    """Return the place of the character at the index."""
    return Place(file, text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


def read_inside(folder: Path, name: str, place: Place) -> str:
    """Return the text of a regular file that lies in the folder, links followed; GF001, GF002, GF007."""
    try:
        path, root = (folder / name).resolve(), folder.resolve()
        if not path.is_relative_to(root):
            raise refuse("GF007", place, f"{name!r} lies outside the game's folder; copy it in")
        if not path.exists():
            raise refuse("GF001", place, f"there is no file {name!r} in {shown(folder)}{_near(folder, name)}")
        return read_text(path, shown(folder / name), place)
    except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: links in a circle; ValueError: a zero byte
        raise refuse("GF001", place, f"{name!r} cannot be read: {_reason(error)}") from None


def read_text(path: Path, file: str, place: Place) -> str:
    """Return the text of a regular file of at most 64 MiB with its lines ended by LF alone; GF001, GF002."""
    try:
        if not path.is_file():
            raise refuse("GF001", place, f"{file} is not a file")
        if path.stat().st_size > LARGEST:
            raise refuse("GF001", place, f"{file} is larger than {LARGEST >> 20} MiB")
        return decode(path.read_bytes(), file)
    except OSError as error:
        raise refuse("GF001", place, f"{file} cannot be read: {_reason(error)}") from None


def decode(data: bytes, file: str) -> str:
    """Return UTF-8 as text, a leading byte order mark dropped and CR LF turned into LF; GF002."""
    data = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        at = locate(before, len(before), file)
        raise refuse("GF002", at, f"byte 0x{data[error.start]:02x} is not UTF-8") from None
    suspect = not text.isascii() or data.translate(None, _ALLOWED)
    if suspect and (bad := _UNPRINTABLE.search(text)):
        message = f"the character U+{ord(bad.group()):04X} cannot be printed; remove it"
        raise refuse("GF002", locate(text, bad.start(), file), message)
    return text


def _near(folder: Path, name: str) -> str:
    above = (folder / name).parent
    if not above.is_dir():
        above = folder
    return did_you_mean(name, (p.relative_to(folder).as_posix() for p in above.iterdir() if p.is_file()))


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error).splitlines()[0]


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
