"""Hold the folder of one kit, so that no other gutterfold changes it; put right what a killed one left behind."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from errno import EACCES, EPERM, EROFS
from pathlib import Path
from stat import S_ISREG
from types import TracebackType
from typing import Self

from generator.model.finding import DataError, Finding, Place, refuse
from generator.safety.files import UnsafeFileError
from generator.safety.folders import GuardedFolder
from generator.safety.locks import FileLock
from generator.write.landing import ABSENT, clear_stage, find_other_stages, find_stages, hash_or_none
from generator.write.manifest import MANIFEST, MAX_MANIFEST_BYTES, ListedFile, Manifest, decode_manifest, is_rules_file

Waiting = Callable[[Path], None]
_TRIES = 10  # another process may remove the empty output folder just after this one has created it


class KitFolder:
    """The folder of a game's kit in an output folder; while it is open, this process alone works on the kit.

    If another process does, `waiting` is called with the folder's path, and the first command waits. Opening it undoes
    or finishes the landing of a command that was killed, and clears its stage. A reader opens it `to_write=False`: it
    goes on without the lock if it may not write there.
    """

    def __init__(self, out: Path, game: str, waiting: Waiting = lambda folder: None, to_write: bool = True) -> None:
        self.game, self.target = game, out / game
        self._out_path, self._waiting, self._to_write = out, waiting, to_write
        self._made: list[Path] = []
        self._opened: list[GuardedFolder] = []
        self._lock: FileLock | None = None

    def __enter__(self) -> Self:
        try:
            self._open()
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _open(self) -> None:
        self._made = [each for each in (self._out_path, *self._out_path.parents) if not each.exists()]
        for left in reversed(range(_TRIES)):
            try:
                _make_output(self._out_path)
                self._opened.append(GuardedFolder(self._out_path))
                self._take_lock()
                break
            except FileNotFoundError:
                if not left:
                    raise
        if self._to_write and self.out.inspect(self.game) is not None and not self.out.is_folder(self.game):
            raise _refuse_for_folder(self.target)
        if self._lock is not None and self._lock.is_held:
            for stage in find_stages(self.out, self.game):
                clear_stage(self.out, self.game, stage)
            self._settle_others()

    def _settle_others(self) -> None:
        """Put right what a killed command left of other kits here, unless a process works on them."""
        left = find_other_stages(self.out, self.game)
        for game in {game for game, _ in left}.union(self._list_abandoned_locks()):
            lock = FileLock(self.out, f".{game}.lock")
            with suppress(OSError, UnsafeFileError):
                if lock.acquire(None):
                    self._clear_stages(game, [stage for each, stage in left if each == game], lock)

    def _clear_stages(self, game: str, stages: Sequence[str], lock: FileLock) -> None:
        try:
            for stage in stages:
                clear_stage(self.out, game, stage)
        finally:
            lock.release()

    def _list_abandoned_locks(self) -> Iterator[str]:
        """Yield the exports, notes and reprints of this game that have an empty lock, which may be held."""
        for name in self.out.list_names():
            if name.startswith(f".{self.game}-") and name.endswith(".lock"):
                status = self.out.inspect(name)
                if status is not None and S_ISREG(status.st_mode) and status.st_size == 0:
                    yield name[1:].removesuffix(".lock")

    def _take_lock(self) -> None:
        name = f".{self.game}.lock"
        self._lock = FileLock(self.out, name)
        try:
            self._lock.acquire(lambda: self._waiting(self.target))
        except UnsafeFileError:
            says = "gutterfold needs this name for a lock file; move the file away"
            raise refuse("GF401", Place(os.path.relpath(self.out.locate(name))), says) from None
        except OSError as error:
            if self._to_write or error.errno not in (EACCES, EPERM, EROFS):
                raise

    def _close(self) -> None:
        if self._lock is not None:
            self._lock.release()
        for folder in self._opened:
            folder.close()
        for each in self._made:
            with suppress(OSError):
                each.rmdir()  # fails unless empty

    @property
    def out(self) -> GuardedFolder:
        """Return the output folder."""
        return self._opened[-1]

    def join(self, path: str) -> str:
        """Return the path of a file of the kit below the output folder."""
        return f"{self.game}/{path}"

    def read_manifest(self) -> Manifest | None:
        """Return the manifest of the kit; None if there is none that gutterfold could have written."""
        try:
            return decode_manifest(self.out.read_file(self.join(MANIFEST), MAX_MANIFEST_BYTES))
        except ABSENT:
            return None

    def holds_whole_kit(self) -> bool:
        """Return whether a kit of all parts is here."""
        standing = self.read_manifest()
        options = standing.options if standing is not None else None
        return options is not None and not options.only and not options.one_of_each

    def is_as_listed(self, file: ListedFile) -> bool:
        """Return whether a file of the kit is there, and as the manifest says."""
        return hash_or_none(self.out, self.join(file.path), file.bytes) == file.sha256

    def explain_missing_kit(self) -> str:
        """Explain why no kit can be checked here: there is none, or its manifest is lost."""
        standing = self.read_manifest()
        if standing is not None and standing.rules and standing.options is None and standing.placements is None:
            return f"{self.target} holds only the rules"
        if standing is not None:
            return f"the manifest of the kit in {self.target} does not say how it was built"
        if self.target.is_symlink():
            return f"{self.target} is a link, which is not followed"
        try:
            names = self.out.list_names(self.game)
        except OSError:
            names = []
        if MANIFEST in names:
            return f"the manifest of the kit in {self.target} cannot be read"
        if any(name.startswith(f"{self.game}-") and not is_rules_file(self.game, name) for name in names):
            return f"the manifest of the kit in {self.target} is missing"
        return f"there is no kit in {self.target}"


def report_changed_file(path: Path) -> Finding:
    """Return the finding for a file of a kit that is missing or was changed (GF403)."""
    mend = "changed since it was built; move it away and" if os.path.lexists(path) else "removed since it was built;"
    return Finding("GF403", Place(str(path)), f"this file was {mend} build the kit again")


def _make_output(path: Path) -> None:
    """Create the output folder unless it exists; GF401 if a file has its name."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        for at in (path, *path.parents):
            if os.path.lexists(at) and not at.is_dir():
                raise _refuse_for_folder(at) from None
        raise


def _refuse_for_folder(path: Path) -> DataError:
    """Return the error for what stands in place of a folder (GF401)."""
    kind = "a link" if path.is_symlink() else "a file"
    return refuse("GF401", Place(os.path.relpath(path)), f"this is {kind}, but a folder is needed here")
