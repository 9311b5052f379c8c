"""Remember what was changed in a game's files, step by step, so that it can be undone and done again.

Of a file, the bytes that differ are kept, and the digests of what it held before and after. The steps of a game are
kept for its user alone, outside the game's folder, and survive the end of the program. A file that was changed outside
since is never set back: the step is refused, and nothing is lost.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from msgspec import DecodeError, Struct, ValidationError
from msgspec.msgpack import decode, encode

from generator.model.finding import Place, refuse
from generator.pipeline.editing.game_files import (
    ChangedFile,
    FileEdit,
    digest_data,
    read_game_file,
    write_game_files,
)
from generator.safety.files import UnsafeFileError
from generator.safety.folders import GuardedFolder

MOST_STEPS = 200
MOST_BYTES = 64 * 1024 * 1024  # of all steps of a game together
_FILE = "steps"


class FileChange(Struct, frozen=True):
    """How a file changed: between its first `start` and last `end` bytes, which stayed, `old` became `new`.

    `before` and `after` are the digests of the whole file; None for no file.
    """

    path: str
    before: str | None
    after: str | None
    start: int
    end: int
    old: bytes
    new: bytes


class EditStep(Struct, frozen=True):
    """What one action of the user changed, and what the page calls it."""

    title: str
    files: tuple[FileChange, ...]

    @property
    def size(self) -> int:
        """Return how many bytes the step keeps."""
        return sum(len(file.old) + len(file.new) for file in self.files)


class _Steps(Struct, frozen=True):
    """The steps that can be undone and those that can be done again, each with the next to go last."""

    done: tuple[EditStep, ...] = ()
    undone: tuple[EditStep, ...] = ()


class EditHistory:
    """The steps of one game; `home` is the folder of all histories of this user."""

    def __init__(self, folder: Path, home: Path) -> None:
        self._folder = folder
        self._home = home / sha256(os.fsencode(folder.resolve())).hexdigest()[:32]
        self._steps = self._recall()

    @property
    def undo_title(self) -> str:
        """Return what would be undone; empty if nothing can."""
        return self._steps.done[-1].title if self._steps.done else ""

    @property
    def redo_title(self) -> str:
        """Return what would be done again; empty if nothing can."""
        return self._steps.undone[-1].title if self._steps.undone else ""

    def apply(self, title: str, edits: Sequence[FileEdit]) -> tuple[ChangedFile, ...]:
        """Write files as one step that can be undone, and return what changed; errors as of `write_game_files`."""
        written = write_game_files(self._folder, edits)
        if written:
            self._keep((*self._steps.done, EditStep(title, tuple(map(_describe_change, written)))), ())
        return written

    def undo(self) -> tuple[ChangedFile, ...]:
        """Set the files of the last step back, and return what changed; nothing if there is no step."""
        if not self._steps.done:
            return ()
        *done, step = self._steps.done
        written = self._write([_reverse(file) for file in step.files])
        self._keep(done, (*self._steps.undone, step))
        return written

    def redo(self) -> tuple[ChangedFile, ...]:
        """Do the step that was undone last again, and return what changed; nothing if there is none."""
        if not self._steps.undone:
            return ()
        *undone, step = self._steps.undone
        written = self._write(step.files)
        self._keep((*self._steps.done, step), undone)
        return written

    def _write(self, files: Sequence[FileChange]) -> tuple[ChangedFile, ...]:
        return write_game_files(self._folder, [self._rebuild(file) for file in files])

    def _rebuild(self, file: FileChange) -> FileEdit:
        """Return the edit that makes a change; GF401 if the file is no longer as it was then."""
        now = read_game_file(self._folder, file.path)
        if digest_data(now) != file.before:
            says = "the file was changed outside since; nothing was undone"
            raise refuse("GF401", Place(str(self._folder / file.path)), says)
        whole = now or b""
        data = whole[: file.start] + file.new + whole[len(whole) - file.end :]
        return FileEdit(file.path, None if file.after is None else data, file.before)

    def _recall(self) -> _Steps:
        with suppress(OSError, UnsafeFileError, DecodeError, ValidationError), GuardedFolder(self._home) as home:
            return decode(home.read_file(_FILE, 2 * MOST_BYTES), type=_Steps)
        return _Steps()

    def _keep(self, done: Sequence[EditStep], undone: Sequence[EditStep]) -> None:
        """Keep the newest steps within the bounds, on the disk too if it lets us."""
        room = MOST_BYTES - sum(step.size for step in undone)
        kept: list[EditStep] = []
        for step in reversed(done[-MOST_STEPS:]):
            room -= step.size
            if room < 0:
                break
            kept.append(step)
        self._steps = _Steps(tuple(reversed(kept)), tuple(undone))
        with suppress(OSError, UnsafeFileError):
            self._home.mkdir(mode=0o700, parents=True, exist_ok=True)
            with GuardedFolder(self._home) as home:
                staged = f"{_FILE}-{os.urandom(4).hex()}"
                home.create_file(staged, encode(self._steps))
                home.replace(staged, _FILE)


def _describe_change(file: ChangedFile) -> FileChange:
    old, new = file.before or b"", file.after or b""
    start = _count_shared(old, new)
    end = min(_count_shared(old[::-1], new[::-1]), min(len(old), len(new)) - start)
    return FileChange(
        path=file.path,
        before=digest_data(file.before),
        after=digest_data(file.after),
        start=start,
        end=end,
        old=old[start : len(old) - end],
        new=new[start : len(new) - end],
    )


def _count_shared(one: bytes, two: bytes) -> int:
    """Return how many bytes two values share from the first on."""
    low, high = 0, min(len(one), len(two))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == two[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _reverse(file: FileChange) -> FileChange:
    return FileChange(
        path=file.path,
        before=file.after,
        after=file.before,
        start=file.start,
        end=file.end,
        old=file.new,
        new=file.old,
    )
