"""Keep compiled code, and drawn sheets, in the user's own cache folder, from one run to the next.

What is read is run, or printed: a digest guards against damage only, never against an attacker. What guards against an
attacker is that a file is used only if it belongs to the user and nobody else can write it. Whatever is wrong with the
cache means "not cached" and nothing more: no build fails, and no message is printed.
"""

import marshal
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from importlib._bootstrap_external import MAGIC_NUMBER
from pathlib import Path
from typing import Any, NamedTuple

MAX_ENTRY_BYTES = 8 * 1024 * 1024  # the largest template of a game compiles to 60 kB
MAX_ENTRIES = 1000  # about 20 games with 40 templates
MAX_CACHE_BYTES = 64 * 1024 * 1024
MAX_SHEET_ENTRY_BYTES = 64 * 1024 * 1024  # a dozen sheets with photographs
MAX_SHEET_ENTRIES = 10_000
MAX_SHEET_CACHE_BYTES = 500_000_000
_MAGIC = b"gutterfold code\n"
_DIGEST_BYTES = 32
_SUFFIX, _STAGED = ".code", ".new"
_OLD_SUFFIX = ".cache"  # what versions up to 0.1 left in this folder
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH
_PYTHON = f"{sys.implementation.cache_tag} {MAGIC_NUMBER.hex()} {sys.version}"


class CacheLimits(NamedTuple):
    """The bytes of an entry, the entries of a cache and their bytes, at most."""

    entry: int
    entries: int
    total: int


class CodeCache:
    """Values that `marshal` can write, such as code, in files of a folder that belongs to the user alone.

    If it `renews` entries, those that have not been read for longest are the oldest, else those written first.
    """

    def __init__(self, folder: Path, limits: CacheLimits | None = None, renews: bool = False) -> None:
        self._folder, self._renews = folder, renews
        self._limits = limits or CacheLimits(MAX_ENTRY_BYTES, MAX_ENTRIES, MAX_CACHE_BYTES)
        self._swept = False

    def read(self, *key: str) -> Any:
        """Return what was written under a key by this version of Python; None if it is not to be had."""
        path, bound = self._locate(key)
        try:
            data = _read_own_file(path, self._limits.entry)
            if data is None or not data.startswith(_MAGIC):
                return None
            start = len(_MAGIC) + _DIGEST_BYTES
            if _digest(bound, data[start:]) != data[len(_MAGIC) : start]:
                return None
            value = marshal.loads(data[start:])
            if self._renews:
                os.utime(path, follow_symlinks=False)
            return value
        except (OSError, ValueError, EOFError, TypeError, MemoryError):
            return None

    def write(self, value: Any, *key: str) -> None:
        """Keep a value under a key, if the disk lets us."""
        path, bound = self._locate(key)
        try:
            payload = marshal.dumps(value)
        except (ValueError, MemoryError):
            return
        if len(payload) > self._limits.entry - len(_MAGIC) - _DIGEST_BYTES:
            return
        staged = path.with_name(f"{os.urandom(8).hex()}{_STAGED}")
        try:
            self._sweep_once()
            _write_new_file(staged, b"".join((_MAGIC, _digest(bound, payload), payload)))
            staged.replace(path)
        except OSError:
            with suppress(OSError):
                staged.unlink()

    def _locate(self, key: tuple[str, ...]) -> tuple[Path, bytes]:
        """Return the file of a key, and the digest of the key that binds its content to it."""
        bound = sha256("\0".join((_PYTHON, *key)).encode("utf-8", "surrogatepass")).digest()
        return self._folder / f"{bound.hex()[:40]}{_SUFFIX}", bound

    def _sweep_once(self) -> None:
        """Sweep before the first entry that this process writes."""
        if not self._swept:
            self._swept = True
            self.sweep()

    def sweep(self) -> None:
        """Remove the older half of the files if there are too many or they are too large."""
        with suppress(OSError):
            self._remove_older_half()

    def _remove_older_half(self) -> None:
        found = sorted(_list_files(self._folder), reverse=True)
        if len(found) <= self._limits.entries and sum(size for _, size, _ in found) <= self._limits.total:
            return
        room = self._limits.total // 2
        for number, (_, size, path) in enumerate(found):
            room -= size
            if number >= self._limits.entries // 2 or room < 0:
                with suppress(OSError):
                    Path(path).unlink()


def open_code_cache() -> CodeCache | None:
    """Return the cache in a folder private to the user; None if there can be no such folder."""
    folder = _open_folder(os.environ.get("XDG_CACHE_HOME", ""))
    return None if folder is None else _open_code_folder(folder)


def open_sheet_cache() -> CodeCache | None:
    """Return the cache of drawn sheets, in a folder of its own; None if there can be no such folder."""
    folder = _open_folder(os.environ.get("XDG_CACHE_HOME", ""), "sheets")
    limits = CacheLimits(MAX_SHEET_ENTRY_BYTES, MAX_SHEET_ENTRIES, MAX_SHEET_CACHE_BYTES)
    return None if folder is None else CodeCache(folder, limits, renews=True)


@lru_cache(maxsize=8)
def _open_code_folder(folder: Path) -> CodeCache:
    return CodeCache(folder)


@lru_cache(maxsize=8)
def _open_folder(home: str, inner: str = "") -> Path | None:
    """Return a private folder below the user's caches, made if need be."""
    try:
        # the XDG specification ignores a relative path, which could lead into a stranger's folder
        folder = (Path(home) if Path(home).is_absolute() else Path.home() / ".cache") / "gutterfold"
        sound = _make_private_folder(folder) and (not inner or _make_private_folder(folder / inner))
    except (OSError, RuntimeError, ValueError):  # RuntimeError: no home; ValueError: a zero byte in its name
        return None
    return folder / inner if sound else None


def _make_private_folder(folder: Path) -> bool:
    """Make a folder if need be, and tell whether it belongs to the user alone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.stat()
    return stat.S_ISDIR(status.st_mode) and _is_private(status)


def _is_private(status: os.stat_result) -> bool:
    """Return whether a file or folder is the user's, and nobody else can write it.

    Windows tells neither; there the folder is in the user's profile, which is closed to others.
    """
    return sys.platform == "win32" or (status.st_uid == os.getuid() and not status.st_mode & _OTHERS_MAY_WRITE)


def _read_own_file(path: Path, most: int) -> bytes | None:
    """Return the bytes of a file if it is regular, private and not too large, as seen on the opened file."""
    descriptor = os.open(path, _READ)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or not _is_private(status) or status.st_size > most:
            return None
        return os.read(descriptor, status.st_size)
    finally:
        os.close(descriptor)


def _write_new_file(path: Path, data: bytes) -> None:
    with os.fdopen(os.open(path, _CREATE, 0o600), "wb", buffering=0) as file:
        if file.write(data) != len(data):
            raise OSError("the disk is full")


def _list_files(folder: Path) -> Iterator[tuple[int, int, str]]:
    """Yield the time, the size and the path of each file of the cache."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith((_SUFFIX, _STAGED, _OLD_SUFFIX)) and entry.is_file(follow_symlinks=False):
                status = entry.stat(follow_symlinks=False)
                yield status.st_mtime_ns, status.st_size, entry.path


def _digest(bound: bytes, payload: bytes) -> bytes:
    return sha256(bound + payload).digest()
