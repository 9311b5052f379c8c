"""Read and write files of a game's folder: each names what it replaces, so that a change from outside is never lost."""

import os
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from generator.model.finding import Place, refuse
from generator.safety.files import UnsafeFileError, is_ignored_name
from generator.safety.folders import GuardedFolder

_MOST_NAMES = 100  # of files that differ in a number
MOST_BYTES = 32 * 1024 * 1024  # of a file that is read or written; a picture is the largest
_NAME = re.compile(r"[a-z][a-z0-9-]{0,63}")


class FileEdit(NamedTuple):
    """A file with what it is to hold, and the digest of what it held when the change was made; None for no file."""

    path: str  # relative to the game's folder, with slashes
    data: bytes | None
    known: str | None


class ChangedFile(NamedTuple):
    """A file that was changed: what it held before and what it holds now; None for no file."""

    path: str
    before: bytes | None
    after: bytes | None


def digest_data(data: bytes | None) -> str | None:
    """Return the SHA-256 of what a file holds; None for no file."""
    return None if data is None else sha256(data).hexdigest()


def read_game_file(folder: Path, path: str) -> bytes | None:
    """Return what a file of a game holds; None if there is none. GF401 or GF402 if it cannot be read."""
    with _open_folder(folder, path) as guarded:
        return _read(guarded, path)


def find_free_path(folder: Path, path: str) -> str:
    """Return a path that no file of a game has: the one given, or one with a number; GF401 if all are taken."""
    stem, suffix = posixpath.splitext(path)
    for free in (path, *(f"{stem}-{number}{suffix}" for number in range(2, _MOST_NAMES))):
        if read_game_file(folder, free) is None:
            return free
    raise refuse("GF401", Place(str(folder / path)), "too many files have such a name; remove some")


def write_game_files(folder: Path, edits: Sequence[FileEdit]) -> tuple[ChangedFile, ...]:
    """Write files, all or none, and return what changed.

    GF401 if a file is not as the edit knows it, is hidden, or lies behind a link; GF402 if the disk refuses it.
    """
    with _open_folder(folder, edits[0].path if edits else "") as guarded:
        written = [ChangedFile(edit.path, _read_known(guarded, edit), edit.data) for edit in edits]
        staged = _stage(guarded, written)
        done: list[ChangedFile] = []
        try:
            for file in written:
                _land(guarded, staged.get(file.path), file.path)
                done.append(file)
        except BaseException:
            for file in reversed(done):
                back = _stage(guarded, [ChangedFile(file.path, file.after, file.before)])
                _land(guarded, back.get(file.path), file.path)
            raise
        finally:
            for name in staged.values():
                with suppress(OSError):
                    guarded.remove_file(name)
    return tuple(file for file in written if file.before != file.after)


@contextmanager
def _open_folder(folder: Path, path: str) -> Iterator[GuardedFolder]:
    """Open a game's folder, and tell as findings what its files refuse."""
    try:
        with GuardedFolder(folder) as guarded:
            yield guarded
    except UnsafeFileError as error:
        raise refuse("GF401", Place(str(folder / path)), f"the file {error.why}") from None
    except OSError as error:
        where = error.filename if isinstance(error.filename, str) else str(folder / path)
        raise refuse("GF402", Place(where), error.strerror or str(error)) from None


def _read(guarded: GuardedFolder, path: str) -> bytes | None:
    try:
        return guarded.read_file(path, MOST_BYTES)
    except FileNotFoundError:
        return None


def _read_known(guarded: GuardedFolder, edit: FileEdit) -> bytes | None:
    """Return what a file holds now; GF401 if that is not what the edit was made of, or if it is no file of a game."""
    place = Place(str(guarded.locate(edit.path)))
    before = _read(guarded, edit.path)
    if any(map(is_ignored_name, edit.path.split("/"))):
        raise refuse("GF401", place, "the file is hidden; give it another name")
    if digest_data(before) != edit.known:
        raise refuse("GF401", place, "the file was changed outside meanwhile; nothing was written")
    return before


def _stage(guarded: GuardedFolder, files: Sequence[ChangedFile]) -> dict[str, str]:
    """Write what files are to hold beside them, under hidden names, and return these names by path."""
    staged: dict[str, str] = {}
    try:
        for file in files:
            if file.after is None:
                continue
            home, _, name = file.path.rpartition("/")
            if home:
                guarded.make_folders(home)
            beside = f".{name}-{os.urandom(4).hex()}"
            staged[file.path] = f"{home}/{beside}" if home else beside
            guarded.create_file(staged[file.path], file.after, durable=True)
    except BaseException:
        for path in staged.values():
            with suppress(OSError):
                guarded.remove_file(path)
        raise
    return staged


def _land(guarded: GuardedFolder, staged: str | None, path: str) -> None:
    if staged is not None:
        guarded.replace(staged, path)
    elif guarded.inspect(path) is not None:
        guarded.remove_file(path)


def compose_palette(name: str, paints: Mapping[str, str]) -> str:
    """Return the text of a palette with a paint for each role; GF006 if it cannot have this name."""
    if not _NAME.fullmatch(name):
        says = f"{name[:80]!r} cannot name a palette: use a lowercase letter, then lowercase letters, digits and -"
        raise refuse("GF006", Place("palettes"), says)
    lines = "".join(f'  {role}: "{paint}"\n' for role, paint in paints.items())
    return f"title: {name.replace('-', ' ').capitalize()}\npaint:\n{lines}"


def write_palette(folder: Path, name: str, text: str) -> Path:
    """Write a new palette into a game's folder, whole or not at all; GF401 if there is one of its name, or a link."""
    path = f"palettes/{name}.yaml"
    if read_game_file(folder, path) is not None:
        raise refuse("GF401", Place(str(folder / path)), "there is a palette of this name; choose another")
    write_game_files(folder, [FileEdit(path, text.encode("utf-8"), None)])
    return folder / path
