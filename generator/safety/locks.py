"""Locks that one process holds at a time, and that the system frees when a process dies.

The two calls of the system are used as they are: importing portalocker takes 28 ms and filelock 15 ms, half of what a
small game takes to build, and both open the file by its path, through links in its parents.
"""

import os
import sys
from collections.abc import Callable
from contextlib import suppress

from generator.safety.folders import GuardedFolder

_PAUSE = 0.1  # seconds between two tries, where the system cannot wait


class FileLock:
    """A lock at a file's name; the file is empty, and removed when the lock is released.

    A process that this one forks holds the lock too, until both have ended.
    """

    def __init__(self, folder: GuardedFolder, name: str) -> None:
        self._folder, self._name = folder, name
        self._descriptor: int | None = None

    @property
    def is_held(self) -> bool:
        """Return whether this process has taken the lock."""
        return self._descriptor is not None

    def acquire(self, waiting: Callable[[], None] | None = None) -> bool:
        """Take the lock and return True; if another process holds it, call `waiting` once and wait, or return False.

        UnsafeFileError if something that is no file has its name.
        """
        told = False
        while True:
            descriptor = self._folder.open_lock_file(self._name)
            try:
                if not _try_to_lock(descriptor):
                    if waiting is None:
                        return False
                    if not told:
                        waiting()
                    told = True
                    _wait_for_lock(descriptor)
                if self._names_same_file(descriptor):  # else it was removed by the process that held it
                    self._descriptor, descriptor = descriptor, -1
                    return True
            finally:
                if descriptor >= 0:
                    os.close(descriptor)

    def release(self) -> None:
        """Remove the file and free the lock."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is None:
            return
        try:
            if os.fstat(descriptor).st_size == 0 and self._names_same_file(descriptor):
                with suppress(OSError):  # Windows refuses while others wait for it
                    self._folder.remove_file(self._name)
        finally:
            os.close(descriptor)

    def _names_same_file(self, descriptor: int) -> bool:
        ours, there = os.fstat(descriptor), self._folder.inspect(self._name)
        return there is not None and (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino)


if sys.platform == "win32":
    import msvcrt
    import time

    def _try_to_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _wait_for_lock(descriptor: int) -> None:
        while not _try_to_lock(descriptor):
            time.sleep(_PAUSE)

else:
    import fcntl

    def _try_to_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _wait_for_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
