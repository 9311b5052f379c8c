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
from generator.safety.memory import Memory

_mark, _run = partial(tuple.__new__, Mark), partial(tuple.__new__, TextRun)  # faster than calling the classes


NO_MEMORY = Memory()
"""What is remembered of no kit: nothing, and nothing is kept of it."""


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
