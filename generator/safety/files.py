"""Read files of a folder that may come from a stranger: regular files only, of bounded size, inside the folder."""

import codecs
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

MAX_FILE_BYTES = 64 * 1024 * 1024  # a thousand times the largest file of a game so far, and read within a second
MAX_PDF_BYTES = 128 * 1024 * 1024  # 300 cards at 300 dpi; it is held in memory some times over
MAX_TREE_FILES = 10_000  # in one tree: a template or an image for each card of the largest deck
MAX_TREE_BYTES = 512 * 1024 * 1024  # in one tree: hashed within a few seconds
MAX_IMAGE_TREE_BYTES = 4 * 1024 * 1024 * 1024  # in a tree of images: 2,000 of 2 MiB
_BLOCK = 1 << 20
_MANIFEST_STARTS = (b'{\n"gutterfold": ', b'{\n"game": ')
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}


class UnsafeFileError(OSError):
    """A file that is not read because of its kind, its size, or where a link leads; the text says why."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class LinkOutError(UnsafeFileError):
    """A path that leads out of its folder, by a link or by its own words."""


class TreeFile(NamedTuple):
    """A regular file of a tree: its name below the root, with slashes, its path with all links followed, its size."""

    name: str
    path: Path
    size: int


def read_regular_file(path: Path, limit: int = MAX_FILE_BYTES) -> bytes:
    """Return the bytes of a regular file of at most `limit` bytes.

    The kind is checked before the file is opened, since opening a named pipe waits and opening a device can act.
    UnsafeFileError, or OSError from the system.
    """
    return b"".join(iterate_blocks(path, limit))


def convert_to_utf8(data: bytes) -> bytes:
    """Return the bytes of a text without its byte order mark, which may also be that of UTF-16.

    Spreadsheet programs save "Unicode text" so. Other bytes stay as they are, valid or not.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        with suppress(UnicodeError):
            return data.decode("utf-16").encode()
    return data.removeprefix(codecs.BOM_UTF8)


def iterate_blocks(path: Path, limit: int = MAX_FILE_BYTES) -> Iterator[bytes]:
    """Yield the bytes of a regular file in blocks of 1 MiB; raise as `read_regular_file` does."""
    _require_regular(path.stat(), limit)
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        _require_regular(os.fstat(descriptor), limit)  # the name may lead to another file by now
        left = limit
        while block := file.read(_BLOCK):
            left -= len(block)
            if left < 0:  # it grows while it is read
                raise UnsafeFileError(_too_large(limit))
            yield block


def resolve_inside(root: Path, path: Path) -> Path:
    """Return the path with all links followed; LinkOutError if it leads out of `root`."""
    try:
        found = path.resolve()
    except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: links in a circle; ValueError: a zero byte
        raise UnsafeFileError("cannot be found: " + str(error).splitlines()[0]) from None
    if not found.is_relative_to(root.resolve()):
        raise LinkOutError(f"leads out of {root.name or 'the folder'}")
    return found


def is_ignored_name(name: str) -> bool:
    """Return whether a name is hidden, or one that editors and Python leave behind: no part of a game."""
    return name.startswith(".") or name.endswith("~") or name[:1] == "#" == name[-1:] or name == "__pycache__"


def is_build_manifest(path: Path) -> bool:
    """Return whether a file is the manifest of a kit."""
    return path.name == "manifest.json" and next(iterate_blocks(path), b"").startswith(_MANIFEST_STARTS)


def lies_in_kit(root: Path, name: str) -> bool:
    """Return whether a folder between a root and the file of that name below it is a kit."""
    folders = [root / name[:at] for at, sign in enumerate(name) if sign == "/"]
    return any((each / "manifest.json").is_file() and is_build_manifest(each / "manifest.json") for each in folders)


def list_tree(
    root: Path, home: Path, limit: int = MAX_FILE_BYTES, *, deep: bool = True, most_bytes: int | None = None
) -> list[TreeFile]:
    """Return the regular files of at most `limit` bytes below `root` that lie inside `home`, sorted by name.

    Unless `deep`, only those that lie in no folder. Ignored names, links out and files of other kinds are left out.
    UnsafeFileError for a tree of more than 10,000 files, or of more than `most_bytes`: 512 MiB unless given.
    """
    found: list[TreeFile] = []
    most = MAX_TREE_BYTES if most_bytes is None else most_bytes
    size = count = 0
    try:
        top, outer = resolve_inside(home, root), home.resolve()
    except UnsafeFileError:
        return found
    folders = [("", top, frozenset([top]))] if top.is_dir() else []
    while folders:
        prefix, folder, above = folders.pop()
        for entry in _scan(folder):
            path, status = _follow(entry, outer)
            count += 1
            if status is None:
                continue
            if stat.S_ISDIR(status.st_mode):
                if deep and path not in above:  # otherwise a link to a folder that it lies in
                    folders.append((f"{prefix}{entry.name}/", path, above | {path}))
            elif stat.S_ISREG(status.st_mode) and status.st_size <= limit:
                found.append(TreeFile(f"{prefix}{entry.name}", path, status.st_size))
                size += status.st_size
        if count > MAX_TREE_FILES:
            raise UnsafeFileError(f"holds more than {MAX_TREE_FILES:,} files")
        if size > most:
            raise UnsafeFileError(f"holds more than {most >> 20} MiB")
    return sorted(found)


def _scan(folder: Path) -> list[os.DirEntry[str]]:
    """Return the entries of a folder without ignored names, as many as a tree may have and one more.

    A folder that may not be read has none.
    """
    try:
        with os.scandir(folder) as entries:
            return [*islice((entry for entry in entries if not is_ignored_name(entry.name)), MAX_TREE_FILES + 1)]
    except OSError:
        return []


def _follow(entry: os.DirEntry[str], outer: Path) -> tuple[Path, os.stat_result | None]:
    """Return the path of an entry, with a link followed, and its status: None if it leads nowhere or out of `outer`."""
    path = Path(entry.path)
    try:
        if not entry.is_symlink():
            return path, entry.stat(follow_symlinks=False)
        path = path.resolve(strict=True)
        return path, path.stat() if path.is_relative_to(outer) else None
    except (OSError, RuntimeError):
        return path, None


def _require_regular(status: os.stat_result, limit: int) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise UnsafeFileError(f"is {_KINDS.get(stat.S_IFMT(status.st_mode), 'not a file')}")
    if status.st_size > limit:
        raise UnsafeFileError(_too_large(limit))


def _too_large(limit: int) -> str:
    return f"is larger than {limit >> 20} MiB" if limit >> 20 else f"is larger than {limit >> 10} KiB"
