"""A temporary output folder for a kit that is only checked; one that a killed command left is removed by the next."""

import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from generator.safety.folders import GuardedFolder
from generator.safety.locks import FileLock

_NAME = re.compile(r"gutterfold-[0-9a-f]{16}")
_LOCK = ".lock"


class TemporaryOutput:
    """A new folder among the temporary files of the system, locked while it is in use, and removed at the end."""

    def __init__(self) -> None:
        self._home = GuardedFolder(Path(tempfile.gettempdir()))
        self._name = ""
        self._lock: FileLock | None = None

    def __enter__(self) -> Path:
        try:
            while not self._create():
                pass
        except BaseException:
            self._remove()
            raise
        return self._home.locate(self._name)

    def _create(self) -> bool:
        """Create and lock the folder; another command may take it for an abandoned one before it is locked."""
        self._name = f"gutterfold-{os.urandom(8).hex()}"
        self._home.make_folder(self._name, 0o700)
        self._lock = FileLock(self._home, f"{self._name}/{_LOCK}")
        try:
            return self._lock.acquire()
        except FileNotFoundError:
            return False

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._remove()

    def _remove(self) -> None:
        if self._name:
            self._home.remove_tree(self._name)
        if self._lock is not None:
            self._lock.release()
        self._home.close()


def clear_abandoned_outputs() -> None:
    """Remove the temporary folders of this user whose process is gone."""
    with suppress(OSError), GuardedFolder(Path(tempfile.gettempdir())) as home:
        for name in filter(_NAME.fullmatch, home.list_names()):
            with suppress(OSError):
                _clear_if_abandoned(home, name)


def _clear_if_abandoned(home: GuardedFolder, name: str) -> None:
    status = home.inspect(name)
    if status is None or not home.is_folder(name) or status.st_uid != getattr(os, "getuid", lambda: 0)():
        return
    lock = FileLock(home, f"{name}/{_LOCK}")
    if lock.acquire():
        home.remove_tree(name)
        lock.release()
