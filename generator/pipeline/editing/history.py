"""Remember what was changed in a game's files, step by step, so that it can be undone and done again.

Of a file, the bytes that differ are kept, and the digests of what it held before and after. The steps of a game are
kept for its user alone, outside the game's folder, and survive the end of the program. Of a table that was changed
outside since, what is as the step left it is set back, and the rest stays and is named; for that, what each table held
after the last step is kept whole. Of another file, the step is refused. Nothing that others wrote is lost.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from msgspec import DecodeError, Struct, ValidationError
from msgspec.msgpack import decode, encode
from msgspec.structs import replace

from generator.model.finding import DataError, Place, refuse
from generator.pipeline.editing import game_files
from generator.pipeline.editing.csv_table import edit_table, read_csv_table
from generator.pipeline.editing.table_merge import CarriedChange, carry_over
from generator.safety.files import UnsafeFileError
from generator.safety.folders import GuardedFolder

MOST_STEPS = 200
MOST_BYTES = 64 * 1024 * 1024  # of all steps of a game together
_MOST_TABLE = 8 * 1024 * 1024  # bytes of a table that is kept whole; of a larger one, steps are refused
_TABLES = (".csv", ".tsv")  # files in which each line stands for itself
_MOST_NAMED = 6  # places of a table that are named
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

    def rebuild(self, whole: bytes) -> bytes | None:
        """Return what the file holds with the change; None for no file."""
        if self.after is None:
            return None
        return whole[: self.start] + self.new + whole[len(whole) - self.end :]


class EditStep(Struct, frozen=True):
    """What one action of the user changed, and what the page calls it; `outside`: what others had changed before it."""

    title: str
    files: tuple[FileChange, ...]
    outside: tuple[FileChange, ...] = ()

    @property
    def size(self) -> int:
        """Return how many bytes the step keeps."""
        return sum(len(file.old) + len(file.new) for file in (*self.files, *self.outside))


class StepOutcome(NamedTuple):
    """A step that was undone or done again: what it is called, the files that changed, and what was left as it is."""

    title: str = ""
    files: tuple[game_files.ChangedFile, ...] = ()
    note: str = ""


class _Steps(Struct, frozen=True):
    """The steps that can be undone and those that can be done again, each with the next to go last.

    `tables` are as they would be if nobody else had changed them since the last step.
    """

    done: tuple[EditStep, ...] = ()
    undone: tuple[EditStep, ...] = ()
    tables: Mapping[str, bytes] = {}


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

    def apply(
        self, title: str, edits: Sequence[game_files.FileEdit], joined: bool = False
    ) -> tuple[game_files.ChangedFile, ...]:
        """Write files as one step that can be undone, and return what changed; errors as of `write_game_files`.

        If it is `joined`, it becomes one step with the last one, unless others changed a file in between.
        """
        written = game_files.write_game_files(self._folder, edits)
        if written:
            tables = self._steps.tables
            others = [
                game_files.ChangedFile(file.path, was, file.before)
                for file in written
                if (was := tables.get(file.path)) is not None and was != file.before
            ]
            step = EditStep(title, tuple(map(_describe_change, written)), tuple(map(_describe_change, others)))
            done = (*self._steps.done, step)
            if joined and self._steps.done and not others:
                done = (*self._steps.done[:-1], *_join(self._steps.done[-1], step, written))
            self._keep(done, (), {**tables, **{file.path: file.after for file in written}})
        return written

    def undo(self) -> StepOutcome:
        """Set the files of the last step back; nothing if there is no step. GF401 if nothing of it can be."""
        if not self._steps.done:
            return StepOutcome()
        *done, step = self._steps.done
        outcome, tables = self._make_changes(step, map(_reverse, step.files), self._steps.tables)
        self._keep(done, (*self._steps.undone, step), _follow(tables, map(_reverse, step.outside)))
        return outcome

    def redo(self) -> StepOutcome:
        """Do the step that was undone last again; nothing if there is none. GF401 if nothing of it can be."""
        if not self._steps.undone:
            return StepOutcome()
        *undone, step = self._steps.undone
        outcome, tables = self._make_changes(step, step.files, _follow(self._steps.tables, step.outside))
        self._keep((*self._steps.done, step), undone, tables)
        return outcome

    def _make_changes(
        self, step: EditStep, files: Iterable[FileChange], tables: Mapping[str, bytes | None]
    ) -> tuple[StepOutcome, Mapping[str, bytes | None]]:
        """Make the changes of a step, and return what became of the files and of the tables."""
        edits, kept, after = list[game_files.FileEdit](), list[str](), dict[str, bytes | None]()
        for file in files:
            now, was = game_files.read_game_file(self._folder, file.path), tables.get(file.path)
            if game_files.digest_data(now) == file.before:
                after[file.path] = data = file.rebuild(now or b"")
            elif now is None or file.after is None or was is None or game_files.digest_data(was) != file.before:
                raise self._refuse(file)
            else:
                after[file.path] = aim = file.rebuild(was)
                data, stays = self._carry(file, was, aim or b"", now)
                kept += [f"{file.path}, {each}" for each in stays]
            edits.append(game_files.FileEdit(file.path, data, game_files.digest_data(now)))
        written = game_files.write_game_files(self._folder, edits)
        more = f" and {len(kept) - _MOST_NAMED} more" if len(kept) > _MOST_NAMED else ""
        note = f"changed outside since, and left as it is: {'; '.join(kept[:_MOST_NAMED])}{more}" if kept else ""
        return StepOutcome(step.title, written, note), {**tables, **after}

    def _carry(self, file: FileChange, was: bytes, aim: bytes, now: bytes) -> tuple[bytes, Sequence[str]]:
        """Return a table that was changed outside with a change, and the places that others changed too."""
        try:
            before, after, found = (read_csv_table(each, file.path) for each in (was, aim, now))
            change = carry_over(before, after, found)
            if change.edits:
                return edit_table(found, *change.edits).data, change.kept
        except DataError:  # one of them is no table
            raise self._refuse(file) from None
        raise self._refuse(file, change)

    def _refuse(self, file: FileChange, change: CarriedChange | None = None) -> DataError:
        at = f" at {'; '.join(change.kept[:_MOST_NAMED])}" if change and change.kept else ""
        says = f"the file was changed outside since{at}; nothing was undone"
        return refuse("GF401", Place(str(self._folder / file.path)), says)

    def _recall(self) -> _Steps:
        with suppress(OSError, UnsafeFileError, DecodeError, ValidationError), GuardedFolder(self._home) as home:
            return decode(home.read_file(_FILE, 2 * MOST_BYTES), type=_Steps)
        return _Steps()

    def _keep(self, done: Sequence[EditStep], undone: Sequence[EditStep], tables: Mapping[str, bytes | None]) -> None:
        """Keep the newest steps within the bounds, and the tables that they changed, on the disk too if it lets us."""
        room = MOST_BYTES - sum(step.size for step in undone)
        kept: list[EditStep] = []
        for step in reversed(done[-MOST_STEPS:]):
            room -= step.size
            if room < 0:
                break
            kept.append(step)
        named = {file.path for step in (*kept, *undone) for file in step.files}
        whole = {
            path: data
            for path, data in tables.items()
            if data is not None and path in named and path.lower().endswith(_TABLES) and len(data) <= _MOST_TABLE
        }
        self._steps = _Steps(tuple(reversed(kept)), tuple(undone), whole)
        with suppress(OSError, UnsafeFileError):
            self._home.mkdir(mode=0o700, parents=True, exist_ok=True)
            with GuardedFolder(self._home) as home:
                staged = f"{_FILE}-{os.urandom(4).hex()}"
                home.create_file(staged, encode(self._steps))
                home.replace(staged, _FILE)


def _follow(tables: Mapping[str, bytes | None], changes: Iterable[FileChange]) -> Mapping[str, bytes | None]:
    """Return tables as others had changed them, before a step or after it was undone."""
    made = {file.path: file.rebuild(was) for file in changes if (was := tables.get(file.path)) is not None}
    return {**tables, **made}


def _join(first: EditStep, second: EditStep, written: Sequence[game_files.ChangedFile]) -> tuple[EditStep, ...]:
    """Return two steps as one; both, if a file of the first was changed before the second."""
    files = {file.path: file for file in first.files}
    for change, file in zip(second.files, written, strict=True):
        earlier = files.get(file.path)
        if earlier is None:
            files[file.path] = change
        elif earlier.after != change.before:
            return first, second
        else:
            before = _reverse(earlier).rebuild(file.before or b"")
            files[file.path] = _describe_change(game_files.ChangedFile(file.path, before, file.after))
    return (EditStep(second.title, tuple(files.values()), first.outside),)


def _describe_change(file: game_files.ChangedFile) -> FileChange:
    old, new = file.before or b"", file.after or b""
    start = _count_shared(old, new)
    end = min(_count_shared(old[::-1], new[::-1]), min(len(old), len(new)) - start)
    cut_old, cut_new = (data[start : len(data) - end] for data in (old, new))
    digests = game_files.digest_data(file.before), game_files.digest_data(file.after)
    return FileChange(file.path, *digests, start, end, old=cut_old, new=cut_new)


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
    return replace(file, before=file.after, after=file.before, old=file.new, new=file.old)
