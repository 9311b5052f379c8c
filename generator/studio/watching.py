"""Notice that a file of a game changed."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from watchfiles import awatch

_STEP, _DEBOUNCE = 10, 40  # ms: how often to look, and the longest wait for a change to be complete
_OWN_FOLDERS = frozenset({"output", "__pycache__"})


async def watch_folders(folders: Sequence[Path]) -> AsyncIterator[None]:
    """Yield whenever a file in the folders was changed, added or removed; hidden files and kits do not count."""
    roots = [folder.resolve() for folder in folders]

    def is_source(_change: object, path: str) -> bool:
        found = Path(path)
        below = next((found.relative_to(root).parts for root in roots if found.is_relative_to(root)), ())
        return not any(word.startswith(".") or word in _OWN_FOLDERS or word.endswith("~") for word in below)

    async for _ in awatch(*roots, watch_filter=is_source, step=_STEP, debounce=_DEBOUNCE, recursive=True):
        yield None
