"""Remember values from one run to the next, in the user's own cache folder, many in one entry.

A value stands under a digest of all that decides it, or under what it was made of. Each run keeps what it asked for, so
that an entry does not grow with the edits of a game; whatever is wrong with the cache means that nothing is known.
"""

from collections.abc import Hashable
from typing import Any

from generator.safety.code_cache import CodeCache, open_code_cache


class Memory:
    """Values by keys that a store keeps in one entry; without a store, those of this run alone.

    An entry holds what the last run asked for, and what earlier ones did as long as there are at most `most` of both.
    """

    def __init__(self, store: CodeCache | None = None, *name: str, most: int = 0) -> None:
        self._store, self._name, self._most = store, name, most
        self._old: dict[Any, Any] | None = None
        self._new: dict[Any, Any] = {}
        self._is_changed = False

    @property
    def is_kept(self) -> bool:
        """Return whether what is added can be found by a later run."""
        return self._store is not None

    def open_part(self, name: str) -> "Memory":
        """Return the memory of a part, such as a batch of sheets, which has an entry of its own."""
        return Memory(self._store, *self._name, name, most=self._most)

    def find(self, key: Hashable) -> Any:
        """Return what was added under a key; None if nothing was."""
        if key in self._new:
            return self._new[key]
        if self._old is None:
            found = self._store.read(*self._name) if self._store is not None else None
            self._old = found if isinstance(found, dict) else {}
        value = self._old.get(key)
        if value is not None:
            self._new[key] = value
        return value

    def add(self, key: Hashable, value: Any) -> None:
        """Remember a value under a key."""
        self._new[key] = value
        self._is_changed = True

    def save(self) -> None:
        """Keep what this run found and added, if it added anything."""
        if self._is_changed and self._store is not None:
            both = {**(self._old or {}), **self._new}
            self._store.write(both if len(both) <= self._most else self._new, *self._name)
        self._is_changed = False


def open_memory(*name: str, most: int = 0) -> Memory:
    """Return the memory of a name in the folder private to the user; of this run alone if there is no such folder."""
    return Memory(open_code_cache(), *name, most=most)
