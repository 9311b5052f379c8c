"""Read the text files of a game from inside its folder, and compute the id of a build."""

import os
import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from generator.language.suggestions import did_you_mean
from generator.model.finding import Place, refuse

MAX_FILE_BYTES = 64 * 1024 * 1024
_ALLOWED = bytes(c for c in range(256) if (c >= 32 and c != 127) or c in b"\t\n")
# control characters print nothing, and only some programs count line separators as line ends
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")


def display_path(path: Path) -> str:
    """Return the path to show: relative to the current directory if it is below that, otherwise as given."""
    whole = Path(os.path.normpath(path.absolute()))
    here = Path.cwd()
    return (whole.relative_to(here) if whole.is_relative_to(here) else path).as_posix()


def locate_index(text: str, index: int, file: str) -> Place:
    """Return the place of the character at the index."""
    return Place(file, text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


def read_inside(folder: Path, name: str, place: Place) -> str:
    """Return the text of a regular file in the folder, following links; GF001, GF002, GF007."""
    try:
        path, root = (folder / name).resolve(), folder.resolve()
        if not path.is_relative_to(root):
            raise refuse("GF007", place, f"{name!r} lies outside the game's folder; copy it in")
        if not path.exists():
            raise refuse(
                "GF001", place, f"there is no file {name!r} in {display_path(folder)}{_suggest_file(folder, name)}"
            )
        return read_text(path, display_path(folder / name), place)
    except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: links in a circle; ValueError: a zero byte
        raise refuse("GF001", place, f"{name!r} cannot be read: {_describe_error(error)}") from None


def read_text(path: Path, file: str, place: Place) -> str:
    """Return the text of a regular file of at most 64 MiB, with LF line ends; GF001, GF002."""
    try:
        if not path.is_file():
            raise refuse("GF001", place, f"{file} is not a file")
        if path.stat().st_size > MAX_FILE_BYTES:
            raise refuse("GF001", place, f"{file} is larger than {MAX_FILE_BYTES >> 20} MiB")
        return decode_text(path.read_bytes(), file)
    except OSError as error:
        raise refuse("GF001", place, f"{file} cannot be read: {_describe_error(error)}") from None


def decode_text(data: bytes, file: str) -> str:
    """Decode UTF-8, drop a leading byte order mark and replace CR LF by LF; GF002."""
    data = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        at = locate_index(before, len(before), file)
        raise refuse("GF002", at, f"byte 0x{data[error.start]:02x} is not UTF-8") from None
    suspect = not text.isascii() or data.translate(None, _ALLOWED)
    if suspect and (bad := _UNPRINTABLE.search(text)):
        message = f"the character U+{ord(bad.group()):04X} cannot be printed; remove it"
        raise refuse("GF002", locate_index(text, bad.start(), file), message)
    return text


def _suggest_file(folder: Path, name: str) -> str:
    above = (folder / name).parent
    if not above.is_dir():
        above = folder
    return did_you_mean(name, (p.relative_to(folder).as_posix() for p in above.iterdir() if p.is_file()))


def _describe_error(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error).splitlines()[0]


def build_id(folder: Path, shared: Path, templates: Iterable[str], chosen: object) -> str:
    """Return 8 hex digits that identify the input: the game's files, its `templates` and the `chosen` options.

    Paths are hashed relative to their folder, so that the same game has the same id anywhere. Kits that were built
    into the folder are left out.
    """
    digest = sha256(repr(chosen).encode())
    homes = {shared / name.split("/")[0] for name in templates if "/" in name}
    groups = [(folder, folder.rglob("*")), (shared, shared.glob("*"))]
    groups += [(shared, home.rglob("*")) for home in sorted(homes)]
    for root, paths in groups:
        every = sorted(paths)
        kits = {
            path.parent
            for path in every
            if path.name == "manifest.json" and path.parent != root and _is_build_manifest(path)
        }
        for path in every:
            if path.is_file() and not path.name.startswith(".") and not (kits and kits.intersection(path.parents)):
                data = path.read_bytes()
                digest.update(f"{path.relative_to(root).as_posix()}\0{len(data)}\0".encode())
                digest.update(data)
    return digest.hexdigest()[:8]


def _is_build_manifest(path: Path) -> bool:
    """Return whether a manifest was written by a build."""
    return path.is_file() and path.read_bytes().startswith(b'{\n"gutterfold": ')
