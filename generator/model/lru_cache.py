"""A cache that forgets what has not been used recently."""

from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LRUCache(Generic[K, V]):
    """A cache of two generations: an entry that is not used while `limit` others are added is dropped."""

    __slots__ = ("limit", "new", "old")

    def __init__(self, limit: int = 4096) -> None:
        self.limit = limit
        self.new: dict[K, V] = {}
        self.old: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        """Return the value of a key and mark it as used; None if there is none."""
        value = self.new.get(key)
        if value is None and self.old:
            value = self.old.get(key)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: K, value: V) -> V:
        """Store a value and return it."""
        if len(self.new) >= self.limit:
            self.old, self.new = self.new, {}
        self.new[key] = value
        return value
