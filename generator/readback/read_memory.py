"""Remember what stretches of sheets print, so that a stretch with the same bytes need not be read again.

What a stretch prints depends on its bytes and on what it refers to, and on nothing else: both are part of the digest
that it is known by. So what was read stays proof of what is in the file. A kit keeps what was read of a batch of its
sheets in one entry, and the next build replaces it.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from hashlib import sha256
from typing import Any

from generator.model.printed import Mark, TextRun
from generator.readback.drawings import ReadDrawing
from generator.safety.code_cache import CodeCache

_ENTRY = "read"
_mark, _run = partial(tuple.__new__, Mark), partial(tuple.__new__, TextRun)  # faster than calling the classes


class ReadMemory:
    """What was read of the sheets of a kit, which is found by its `name`; values are made of what `marshal` writes."""

    def __init__(self, store: CodeCache, name: str) -> None:
        self._store, self._name = store, name

    def open_batch(self, label: str) -> "BatchMemory":
        """Return what is remembered of a batch of files or pages."""
        return BatchMemory(self._store, (_ENTRY, self._name, label))


class BatchMemory:
    """What was read of a batch of sheets, by digests of its stretches."""

    def __init__(self, store: CodeCache | None = None, key: tuple[str, ...] = ()) -> None:
        self._store, self._key = store, key
        found = store.read(*key) if store is not None else None
        self._old: dict[bytes, Any] = found if isinstance(found, dict) else {}
        self._new: dict[bytes, Any] = {}

    @property
    def is_kept(self) -> bool:
        """Return whether what is added can be found by a later build."""
        return self._store is not None

    def find(self, digest: bytes) -> Any:
        """Return what was added under a digest; None if nothing was."""
        value = self._old.get(digest)
        if value is not None:
            self._new[digest] = value
        return value

    def add(self, digest: bytes, value: Any) -> None:
        """Remember a value under a digest."""
        self._new[digest] = value

    def save(self) -> None:
        """Keep what this build found and added, if it added anything; the rest is forgotten."""
        if self._store is not None and not self._new.keys() <= self._old.keys():
            self._store.write(self._new, *self._key)


NO_MEMORY = BatchMemory()


def digest_stretch(*parts: bytes) -> bytes:
    """Return the digest of the parts of a stretch, each with its length."""
    made = sha256()
    for part in parts:
        made.update(b"%d\n" % len(part))
        made.update(part)
    return made.digest()


def flatten_drawing(marks: Iterable[Mark], runs: Iterable[TextRun]) -> tuple[Any, Any]:
    """Return marks and texts as plain tuples."""
    return tuple(map(tuple, marks)), tuple(map(tuple, runs))


def restore_drawing(marks: Iterable[Sequence[Any]], runs: Iterable[Sequence[Any]]) -> ReadDrawing:
    """Return the drawing of which these are the plain tuples."""
    return ReadDrawing(tuple(map(_mark, marks)), tuple(map(_run, runs)))
