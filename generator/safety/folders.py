"""Create, read, move and remove files below one folder, never through a link."""

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Self

from generator.safety.files import UnsafeFileError

MAX_PATH_LENGTH = 1024  # that of macOS, the shortest but for that of Windows
_BLOCK = 1024 * 1024
_MOST_KEPT = 32  # folders that are kept open
_HAS_DESCRIPTORS = {os.open, os.rename, os.unlink, os.mkdir, os.rmdir, os.stat} <= os.supports_dir_fd
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_REPARSE_POINT = 0x400  # of Windows: a junction is no link to `lstat`, and leads elsewhere
_FORBIDDEN = frozenset('\\:<>"|?*')  # on Windows, a separator, a drive or a stream, and what no name may hold
_PORTS = [port + number for port in ("com", "lpt") for number in "123456789¹²³"]
_DEVICES = frozenset(["con", "prn", "aux", "nul", "conin$", "conout$", *_PORTS])  # of Windows, with any ending


def is_plain_name(name: str) -> bool:
    """Return whether a file may have this name on every system: Windows, macOS and Linux."""
    if not name or name in (".", "..") or name[-1] in ". ":
        return False
    if "/" in name or not _FORBIDDEN.isdisjoint(name) or not name.isprintable():  # surrogates are not printable
        return False
    return name.partition(".")[0].rstrip(" ").lower() not in _DEVICES


def is_plain_path(path: str) -> bool:
    """Return whether a path is relative and stays below its folder, read as a POSIX and as a Windows path."""
    return len(path) <= MAX_PATH_LENGTH and all(map(is_plain_name, path.split("/")))


class GuardedFolder:
    """A folder whose files are named by relative paths with slashes; no component of a path may be a link.

    The folder itself may be reached through links. Every method raises OSError with the path of the file as `filename`;
    UnsafeFileError if a component is a link, or if the file is of a kind that is not read.

    Where the system has them, paths are walked with descriptors of folders, so that nothing can be exchanged on the
    way. Elsewhere (`descriptors` is false), each component is looked at before the path is used.
    """

    def __init__(self, root: Path, descriptors: bool = _HAS_DESCRIPTORS) -> None:
        self.root = root
        self._descriptor = os.open(root, _FOLDER) if descriptors else None
        self._kept: dict[str, int] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the descriptor of the folder; it cannot be used any more."""
        self._close_kept()
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    @contextmanager
    def keep_open(self) -> Iterator[None]:
        """Keep each folder that is reached open until the end, so that a thousand files in it are reached at once."""
        nested = self._kept is not None
        self._kept = self._kept or {}
        try:
            yield
        finally:
            if not nested:
                self._close_kept()
                self._kept = None

    def _close_kept(self) -> None:
        """Close the folders that were kept open; they are opened again when they are reached."""
        while self._kept:
            os.close(self._kept.popitem()[1])

    def locate(self, path: str) -> Path:
        """Return the path of a file as it is shown to people."""
        return self.root / path

    def inspect(self, path: str) -> os.stat_result | None:
        """Return the status of a file or a link itself; None if there is none.

        NotADirectoryError or UnsafeFileError if a parent is no folder.
        """
        try:
            with self._reach(path) as (name, parent):
                return os.lstat(name) if parent is None else os.stat(name, dir_fd=parent, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def is_folder(self, path: str) -> bool:
        """Return whether there is a folder that no link leads to."""
        status = self.inspect(path)
        return status is not None and stat.S_ISDIR(status.st_mode) and not _is_junction(status)

    def create_file(self, path: str, data: bytes | Iterable[bytes], durable: bool = False) -> None:
        """Write a new file; FileExistsError if anything has its name. A durable file survives a power failure."""
        with self._reach(path) as (name, parent):
            descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOFOLLOW, 0o666, dir_fd=parent)
            with os.fdopen(descriptor, "wb") as file:
                file.writelines((data,) if isinstance(data, bytes) else data)
                if durable:
                    file.flush()
                    os.fsync(file.fileno())

    def read_file(self, path: str, limit: int) -> bytes:
        """Return the bytes of a regular file of at most `limit` bytes."""
        with self._open_regular(path, limit) as descriptor:
            parts, left = [], limit + 1
            while left and (part := os.read(descriptor, min(left, _BLOCK))):
                parts.append(part)
                left -= len(part)
            if not left:
                raise UnsafeFileError(f"is larger than {limit >> 20} MiB")
            return b"".join(parts)

    def hash_file(self, path: str, limit: int) -> str:
        """Return the SHA-256 of a regular file of at most `limit` bytes, which is read in blocks."""
        digest = sha256()
        with self._open_regular(path, limit) as descriptor:
            left = limit + 1
            while left > 0 and (block := os.read(descriptor, _BLOCK)):
                digest.update(block)
                left -= len(block)
        return digest.hexdigest()

    def sync_file(self, path: str) -> None:
        """Flush a file to the disk."""
        with self._reach(path) as (name, parent):
            descriptor = os.open(name, os.O_RDWR | _NOFOLLOW, dir_fd=parent)  # Windows flushes no file opened to read
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)

    def open_lock_file(self, path: str) -> int:
        """Return a descriptor of a regular file, which is created if need be and neither read nor changed."""
        with self._reach(path) as (name, parent):
            status = self.inspect(path)
            if status is not None and not stat.S_ISREG(status.st_mode):
                raise UnsafeFileError("is not a file")
            flags = os.O_RDWR | os.O_CREAT | _NOFOLLOW | getattr(os, "O_NONBLOCK", 0)
            return os.open(name, flags, 0o666, dir_fd=parent)

    def rename(self, source: str, target: str) -> None:
        """Give a file another name, which nothing must have."""
        with self._reach(source) as (old, before), self._reach(target) as (new, after):
            os.rename(old, new, src_dir_fd=before, dst_dir_fd=after)

    def replace(self, source: str, target: str) -> None:
        """Give a file the name of another, which is gone in the same moment."""
        with self._reach(source) as (old, before), self._reach(target) as (new, after):
            os.replace(old, new, src_dir_fd=before, dst_dir_fd=after)

    def remove_file(self, path: str) -> None:
        """Remove a file, or a link and not what it leads to."""
        with self._reach(path) as (name, parent):
            os.unlink(name, dir_fd=parent)

    def make_folder(self, path: str, mode: int = 0o777) -> None:
        """Create a folder; FileExistsError if anything has its name."""
        self._close_kept()  # one of that name may be gone
        with self._reach(path) as (name, parent):
            os.mkdir(name, mode, dir_fd=parent)

    def make_folders(self, path: str) -> None:
        """Create a folder and its parents unless they exist."""
        parts = path.split("/")
        for depth in range(1, len(parts) + 1):
            at = "/".join(parts[:depth])
            try:
                self.make_folder(at)
            except FileExistsError:
                if not self.is_folder(at):
                    raise

    def remove_folder(self, path: str) -> None:
        """Remove an empty folder."""
        self._close_kept()
        with self._reach(path) as (name, parent):
            os.rmdir(name, dir_fd=parent)

    def remove_tree(self, path: str) -> None:
        """Remove a folder with all that is in it, as far as the system lets it; links are removed, not followed."""
        from shutil import rmtree

        self._close_kept()
        try:
            with self._reach(path) as (name, parent):
                rmtree(name, ignore_errors=True, dir_fd=parent)
        except (FileNotFoundError, RecursionError):  # nested a thousand folders deep: not by gutterfold
            pass

    def list_names(self, path: str = "") -> list[str]:
        """Return the sorted names in a folder."""
        if self._descriptor is None:
            if path:
                with self._reach(path + "/-"):
                    pass
            return _list_names(self.root / path)
        if not path:
            return _list_names(self._descriptor)
        with self._reach(path) as (name, parent):
            descriptor = os.open(name, _FOLDER | _NOFOLLOW, dir_fd=parent)
            try:
                return _list_names(descriptor)
            finally:
                os.close(descriptor)

    @contextmanager
    def _open_regular(self, path: str, limit: int) -> Iterator[int]:
        with self._reach(path) as (name, parent):
            status = os.lstat(name) if parent is None else os.stat(name, dir_fd=parent, follow_symlinks=False)
            _require_regular(status, limit)  # before it is opened: opening a device can act
            descriptor = os.open(name, os.O_RDONLY | _NOFOLLOW | getattr(os, "O_NONBLOCK", 0), dir_fd=parent)
            try:
                _require_regular(os.fstat(descriptor), limit)
                yield descriptor
            finally:
                os.close(descriptor)

    @contextmanager
    def _reach(self, path: str) -> Iterator[tuple[str, int | None]]:
        """Yield the name of a file and the descriptor of its folder, or its whole path and None."""
        try:
            folder, _, name = path.rpartition("/")
            kept = self._kept.get(folder) if self._kept else None
            is_plain = is_plain_path(path) if kept is None else is_plain_name(name) and len(path) <= MAX_PATH_LENGTH
            if not is_plain:
                raise UnsafeFileError("is not a path that works on every system")
            if kept is not None:
                yield name, kept
                return
            parents = folder.split("/") if folder else []
            if self._descriptor is None:
                yield self._look_at_parents(parents, name), None
                return
            at = self._descriptor
            try:
                for parent in parents:
                    below = self._enter_folder(parent, at)
                    if at != self._descriptor:
                        os.close(at)
                    at = below
                if self._kept is not None and parents and len(self._kept) < _MOST_KEPT:
                    self._kept[folder] = kept = at
                yield name, at
            finally:
                if at != self._descriptor and kept is None:
                    os.close(at)
        except OSError as error:
            error.filename, error.filename2 = str(self.locate(path)), None
            if isinstance(error, UnsafeFileError):
                error.strerror = error.why
            raise

    def _enter_folder(self, name: str, above: int) -> int:
        try:
            return os.open(name, _FOLDER | _NOFOLLOW, dir_fd=above)
        except NotADirectoryError:
            if stat.S_ISLNK(os.stat(name, dir_fd=above, follow_symlinks=False).st_mode):
                raise UnsafeFileError("is behind a link") from None
            raise

    def _look_at_parents(self, parents: list[str], name: str) -> str:
        at = self.root
        for parent in parents:
            at = at / parent
            status = os.lstat(at)
            if stat.S_ISLNK(status.st_mode) or _is_junction(status):
                raise UnsafeFileError("is behind a link")
        return str(at / name)


def _list_names(folder: Path | int) -> list[str]:
    with os.scandir(folder) as entries:
        return sorted(entry.name for entry in entries)


def _is_junction(status: os.stat_result) -> bool:
    return bool(getattr(status, "st_file_attributes", 0) & _REPARSE_POINT)


def _require_regular(status: os.stat_result, limit: int) -> None:
    if not stat.S_ISREG(status.st_mode) or _is_junction(status):
        raise UnsafeFileError("is not a file")
    if status.st_size > limit:
        raise UnsafeFileError(f"is larger than {limit >> 20} MiB")
