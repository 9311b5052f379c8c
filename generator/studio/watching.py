"""Notice that a file of a game changed."""

from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from watchfiles import awatch, watch

_STEP, _DEBOUNCE = 10, 40  # ms: how often to look, and the longest wait for a change to be complete
_BEAT = 200  # ms after which a wait without a change ends
_OWN_FOLDERS = frozenset({"output", "__pycache__"})


async def watch_folders(folders: Sequence[Path], out: Path) -> AsyncIterator[None]:
    """Yield whenever a file in the folders was changed, added or removed; hidden files and kits do not count."""
    sources = SourceFilter(folders, out)
    async for _ in awatch(*sources.roots, watch_filter=sources, step=_STEP, debounce=_DEBOUNCE, recursive=True):
        yield None


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

    def __call__(self, _change: object, path: str) -> bool:
        """Return whether a path that changed is such a file."""
        found = Path(path)
        if self._kits is not None and found.is_relative_to(self._kits):
            return False
        below = next((found.relative_to(root).parts for root in self.roots if found.is_relative_to(root)), ())
        return not any(word.startswith(".") or word in _OWN_FOLDERS or word.endswith("~") for word in below)
