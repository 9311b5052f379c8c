"""Move the files of a kit to their place, all or none, whatever happens in the middle.

A stage is a hidden folder beside the kit: `new/` holds what is to land and `old/` what it replaces. Before the first
file moves, a journal of all moves is written. The manifest moves last, and from that moment the kit is the new one.
`clear_stage` undoes a landing that did not come so far: at once after a failure or Ctrl-C, and from the next command on
after the process was killed.

A stage may come with a stranger's folder. So its journal reaches no further than the kit's folder, and a file that is
not as the journal says stays.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from stat import S_ISREG
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.json import encode

from generator.safety.files import UnsafeFileError
from generator.safety.folders import GuardedFolder, is_plain_path
from generator.write.manifest import MANIFEST, MAX_FILES, MAX_KIT_BYTES, MAX_MANIFEST_BYTES, Digest, decode_record

_JOURNAL = "journal.json"
_MANY = 8
_STAGE = re.compile(r"\.(?P<game>[a-z][a-z0-9-]*)-[0-9a-f]{8}")
ABSENT = (FileNotFoundError, NotADirectoryError, UnsafeFileError)  # there is no file that may be read


class Move(Struct, frozen=True):
    """What happens to one file of a kit: the digests of what stood there and of what is to, None for nothing.

    `bytes` is the size of the new file.
    """

    path: str
    old: Digest | None
    new: Digest | None
    bytes: Annotated[int, Meta(ge=0)] = 0

    def __post_init__(self) -> None:
        """Refuse a path that leads out of the kit's folder on any system."""
        if not is_plain_path(self.path) or self.path == MANIFEST:
            raise ValueError("the path leads out of the folder")


class _Journal(Struct, frozen=True):
    """All moves of a landing, and the folders that it creates, outermost first; paths below the kit's folder."""

    moves: Annotated[list[Move], Meta(max_length=2 * MAX_FILES)]  # those of two kits
    folders: Annotated[list[str], Meta(max_length=MAX_FILES)]
    creates_kit: bool

    def __post_init__(self) -> None:
        """Refuse a folder out of the kit's folder, a file that moves twice, and more than can be hashed."""
        if not all(map(is_plain_path, self.folders)):
            raise ValueError("a folder leads out of the folder")
        if len({move.path for move in self.moves}) < len(self.moves):
            raise ValueError("a file moves twice")
        if sum(move.bytes for move in self.moves) > MAX_KIT_BYTES:
            raise ValueError("the files are too large")


def find_stages(out: GuardedFolder, game: str) -> list[str]:
    """Return the names of all stages of a game."""
    pattern = re.compile(rf"\.{re.escape(game)}-[0-9a-f]{{8}}")
    return [name for name in out.list_names() if pattern.fullmatch(name) and out.is_folder(name)]


def find_other_stages(out: GuardedFolder, game: str) -> list[tuple[str, str]]:
    """Return the name of each other kit with a stage, and its stage; a folder that holds anything else is none."""
    named = [(match["game"], match[0]) for match in map(_STAGE.fullmatch, out.list_names()) if match]
    return [
        (other, stage)
        for other, stage in named
        if other != game and out.is_folder(stage) and _is_stage(out.list_names(stage), other.startswith(f"{game}-"))
    ]


def _is_stage(names: Sequence[str], is_of_game: bool) -> bool:
    """Tell by what a folder holds whether it is a stage; one of an export of the game may be half removed."""
    return (is_of_game or "new" in names) and {"new", "old", _JOURNAL, f"{_JOURNAL}.new"}.issuperset(names)


def land_files(out: GuardedFolder, game: str, stage: str, moves: Sequence[Move], manifest: bytes) -> None:
    """Move the files of a stage to their place, and the manifest last.

    After an exception, `clear_stage` puts everything back. OSError names the file of the kit that could not be moved.
    A kit that stands also survives a power failure: what replaces it is flushed to the disk first. A new kit replaces
    nothing, and does not wait for the disk.
    """
    with _naming(out, f"{game}/{MANIFEST}"):
        creates_kit = out.inspect(game) is None
        out.create_file(f"{stage}/new/{MANIFEST}", manifest, durable=not creates_kit)
        if not creates_kit:
            _sync_all(out, [f"{stage}/new/{move.path}" for move in moves if move.new])
        folders = list(_list_missing_folders(out, game, moves))
        if moves or creates_kit:
            journal = _Journal(list(moves), folders, creates_kit)
            out.create_file(f"{stage}/{_JOURNAL}.new", encode(journal), durable=not creates_kit)
            out.rename(f"{stage}/{_JOURNAL}.new", f"{stage}/{_JOURNAL}")
    for folder in [game] * creates_kit + [f"{game}/{folder}" for folder in folders]:
        out.make_folder(folder)
    made = set[str]()
    for move in moves:
        with _naming(out, f"{game}/{move.path}"):
            if move.old:
                kept = f"{stage}/old/{move.path}".rpartition("/")[0]
                if kept not in made:
                    out.make_folders(kept)
                    made.add(kept)
                out.rename(f"{game}/{move.path}", f"{stage}/old/{move.path}")
            if move.new:
                out.rename(f"{stage}/new/{move.path}", f"{game}/{move.path}")
    with _naming(out, f"{game}/{MANIFEST}"):
        out.replace(f"{stage}/new/{MANIFEST}", f"{game}/{MANIFEST}")


def clear_stage(out: GuardedFolder, game: str, stage: str) -> None:
    """Undo or finish the landing of a stage, and remove it; nothing is lost if this is cut off and done again.

    OSError if a file cannot be put back; the stage stays then.
    """
    journal = _read_journal(out, stage)
    if journal is not None:
        if out.inspect(f"{stage}/new/{MANIFEST}") is None:
            _remove_empty_folders(out, game, [move.path for move in journal.moves if move.new is None])
        else:
            _undo(out, game, stage, journal)
        with suppress(OSError):
            out.remove_file(f"{stage}/{_JOURNAL}")
    out.remove_tree(stage)


def hash_or_none(out: GuardedFolder, path: str, limit: int) -> str | None:
    """Return the SHA-256 of a regular file of at most `limit` bytes; None if there is none."""
    try:
        return out.hash_file(path, limit)
    except ABSENT:
        return None


def _read_journal(out: GuardedFolder, stage: str) -> _Journal | None:
    try:
        return decode_record(out.read_file(f"{stage}/{_JOURNAL}", MAX_MANIFEST_BYTES), _Journal)
    except ABSENT:
        return None


def _undo(out: GuardedFolder, game: str, stage: str, journal: _Journal) -> None:
    """Put back what a landing moved, and remove what it brought."""
    for move in reversed(journal.moves):
        here, kept = f"{game}/{move.path}", f"{stage}/old/{move.path}"
        with suppress(*ABSENT), _naming(out, here):
            was_moved = move.old is not None and _is_file(out, kept)
            if move.new and (was_moved or move.old is None) and hash_or_none(out, here, move.bytes) == move.new:
                out.remove_file(here)
            if was_moved and out.inspect(here) is None:
                out.rename(kept, here)
    for folder in reversed(journal.folders):
        with suppress(OSError):
            out.remove_folder(f"{game}/{folder}")
    if journal.creates_kit:
        with suppress(OSError):
            out.remove_folder(game)


def _is_file(out: GuardedFolder, path: str) -> bool:
    status = out.inspect(path)
    return status is not None and S_ISREG(status.st_mode)


def _list_missing_folders(out: GuardedFolder, game: str, moves: Iterable[Move]) -> Iterator[str]:
    """Yield the folders that a landing creates, each after its parent."""
    known: set[str] = set()
    for parts in sorted({tuple(move.path.split("/")[:-1]) for move in moves if move.new}):
        for depth in range(1, len(parts) + 1):
            folder = "/".join(parts[:depth])
            if folder not in known and out.inspect(f"{game}/{folder}") is None:
                yield folder
            known.add(folder)


def _remove_empty_folders(out: GuardedFolder, game: str, removed: Collection[str]) -> None:
    """Remove the folders of removed files that have become empty, up to the folder of the kit."""
    for path in removed:
        with suppress(OSError):
            while path := path.rpartition("/")[0]:
                out.remove_folder(f"{game}/{path}")


@contextmanager
def _naming(out: GuardedFolder, path: str) -> Iterator[None]:
    """Let an error name the file of the kit, not one of the stage."""
    try:
        yield
    except OSError as error:
        error.filename = str(out.locate(path))
        raise


def _sync_all(out: GuardedFolder, paths: Sequence[str]) -> None:
    """Flush files to the disk, many at a time: one after the other, a thousand can take seconds."""
    for folder in {path.rpartition("/")[0] for path in paths}:
        out.inspect(f"{folder}/{MANIFEST}")  # keeps the folder open for all threads
    if len(paths) < _MANY:
        _sync_each(out, paths)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(_MANY) as pool:
        list(pool.map(lambda k: _sync_each(out, paths[k::_MANY]), range(_MANY)))


def _sync_each(out: GuardedFolder, paths: Sequence[str]) -> None:
    for path in paths:
        out.sync_file(path)
