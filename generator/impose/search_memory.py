"""Remember from one run to the next which try of a search succeeded, in the user's own cache folder."""

from collections.abc import Callable
from typing import TypeVar

from generator.safety.code_cache import open_code_cache

Found = TypeVar("Found")
_NONE = -1  # no try succeeded
_MEMORY_VERSION = "1"  # raise it when the same search tries other things


def search_once(
    key: str, attempt: Callable[[int], Found | None], search: Callable[[], tuple[int, Found] | None]
) -> Found | None:
    """Return what a search finds; one that was made before is not made again.

    `key` is all that the tries depend on. `attempt` makes the try of a number alone, and `search` makes them all: it
    returns the best with its number, or None if none succeeds.
    """
    store = open_code_cache()
    known = store.read("search", _MEMORY_VERSION, key) if store else None
    if known == _NONE:
        return None
    if isinstance(known, int) and known >= 0 and (again := attempt(known)) is not None:
        return again
    best = search()
    if store:
        store.write(best[0] if best else _NONE, "search", _MEMORY_VERSION, key)
    return best[1] if best else None
