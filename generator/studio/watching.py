"""Notice that a file of a game changed."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from watchfiles import awatch, watch

_STEP, _DEBOUNCE = 10, 40  # ms: how often to look, and the longest wait for a change to be complete
_BEAT = 200  # ms after which a wait without a change ends
_LOOK = 1000  # ms without a change after which the files are looked at, in case the system did not tell
_OWN_FOLDERS = frozenset({"output", "__pycache__"})


async def watch_folders(folders: Sequence[Path], out: Path) -> AsyncIterator[None]:
    """Yield at once, and whenever a file in the folders was changed, added or removed.

    Hidden files and kits do not count. No change is missed: what the system does not tell, such as a change before it
    watches or amid too many others, is seen within a second by the times and sizes of the files.
    """
    sources = SourceFilter(folders, out)
    known = await asyncio.to_thread(sources.stamp_files)
    yield None
    while True:
        with suppress(RuntimeError, OSError):  # a folder that went while it was entered: watch anew
            async for changes in awatch(
                *sources.roots,
                watch_filter=sources,
                step=_STEP,
                debounce=_DEBOUNCE,
                recursive=True,
                rust_timeout=_LOOK,
                yield_on_timeout=True,
            ):
                if changes:
                    yield None
                before, known = known, await asyncio.to_thread(sources.stamp_files)
                if known != before and not changes:
                    yield None
        await asyncio.sleep(_LOOK / 1000)


def wait_for_changes(folders: Sequence[Path], out: Path) -> Iterator[list[Path]]:
    """Yield nothing once watching has begun, and then the files that were changed, added or removed."""
    sources, has_begun = SourceFilter(folders, out), False
    found = watch(
        *sources.roots,
        watch_filter=sources,
        step=_STEP,
        debounce=_DEBOUNCE,
        recursive=True,
        rust_timeout=_BEAT,
        yield_on_timeout=True,
    )
    for changes in found:
        if changes or not has_begun:
            yield sorted(Path(path) for _, path in changes)
        has_begun = True


class SourceFilter:
    """Tells which files of some folders a game can be made of; kits in `out` are not, wherever that lies."""

    def __init__(self, folders: Sequence[Path], out: Path) -> None:
        self.roots = [folder.resolve() for folder in folders if folder.is_dir()]
        below = any(out.resolve().is_relative_to(root) and out.resolve() != root for root in self.roots)
        self._kits = out.resolve() if below else None

    def stamp_files(self) -> dict[str, tuple[int, int, int]]:
        """Return the time, size and number of each such file by its path."""
        found = {}
        for root in self.roots:
            for folder, names, files in os.walk(root):
                names[:] = [name for name in names if _can_be_source(name) and Path(folder, name) != self._kits]
                for path in (f"{folder}/{name}" for name in files if _can_be_source(name)):
                    with suppress(OSError):
                        status = os.stat(path)  # noqa: PTH116  a Path for each takes twice as long
                        found[path] = (status.st_mtime_ns, status.st_size, status.st_ino)
        return found

    def __call__(self, _change: object, path: str) -> bool:
        """Return whether a path that changed is such a file."""
        found = Path(path)
        if self._kits is not None and found.is_relative_to(self._kits):
            return False
        below = next((found.relative_to(root).parts for root in self.roots if found.is_relative_to(root)), ())
        return all(map(_can_be_source, below))


def _can_be_source(name: str) -> bool:
    return not (name.startswith(".") or name in _OWN_FOLDERS or name.endswith("~"))
