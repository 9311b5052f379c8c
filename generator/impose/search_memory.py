"""Remember from one run to the next which try of a search succeeded, in the user's own cache folder."""

from collections.abc import Callable
from typing import TypeVar

from generator.safety.memory import open_memory

Found = TypeVar("Found")
_BEST, _NONE = "best", -1  # the number of the best try, and that of none
_MEMORY_VERSION = "1"  # raise it when the same search tries other things


def search_once(
    key: str, attempt: Callable[[int], Found | None], search: Callable[[], tuple[int, Found] | None]
) -> Found | None:
    """Return what a search finds; one that was made before is not made again.

    `key` is all that the tries depend on. `attempt` makes the try of a number alone, and `search` makes them all: it
    returns the best with its number, or None if none succeeds.
    """
    memory = open_memory("search", _MEMORY_VERSION, key)
    known = memory.find(_BEST)
    if known == _NONE:
        return None
    if isinstance(known, int) and known >= 0 and (again := attempt(known)) is not None:
        return again
    best = search()
    memory.add(_BEST, best[0] if best else _NONE)
    memory.save()
    return best[1] if best else None
