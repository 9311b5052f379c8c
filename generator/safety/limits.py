"""Bound the processor time of a stranger's templates and claims, and the memory of the whole program.

The limit of memory is one that only Linux keeps.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from generator.safety.timers import AGAIN, OutOfTimeError, make_timer

T = TypeVar("T")

MAX_MEMORY_BYTES = 768 * 1024 * 1024  # 10,000 cards need 90 MB; with shared libraries this stays below 1 GB
_SPARE_BYTES = 64 * 1024 * 1024  # enough to describe an error and to clean up
_TIMER = make_timer()


class WorkClock:
    """Processor time for pieces of work: `seconds` in store, to which each piece adds its `share`.

    Any number of pieces can take their share, and one can take all that is in store. Work inside other work counts as
    part of it.
    """

    def __init__(self, seconds: float, share: float) -> None:
        self.seconds = seconds
        self._share = share
        self._left = seconds

    def run(self, work: Callable[..., T], *given: Any) -> T:
        """Return the result of a piece of work; OutOfTimeError if it takes more than is left."""
        if not _TIMER.can_start():
            return work(*given)
        left = 0.0
        try:
            try:
                _TIMER.start(min(self._left + self._share, self.seconds))
                return work(*given)
            except Exception as error:  # a library can catch the interruption and raise an error of its own
                if not _TIMER.has_struck:
                    raise
                raise OutOfTimeError from error
            finally:
                left = _TIMER.stop()
        finally:
            _TIMER.stop()  # again, in case the interruption came just before
            self._left = 0.0 if _TIMER.has_struck else left


def run_apart(work: Callable[..., T], *given: Any) -> T:
    """Return the result of work that is bounded by clocks of its own; the clock that runs stands still meanwhile."""
    if not _TIMER.is_running:
        return work(*given)
    left = _TIMER.stop()
    try:
        return work(*given)
    finally:
        _TIMER.start(left or AGAIN)


def limit_memory(most: int = MAX_MEMORY_BYTES) -> None:
    """Let the process, and those that it starts, fail with MemoryError beyond `most` bytes of data.

    Data are what is written to: the heap and what is mapped for writing. Address space would count far more than is
    used, such as the arenas and stacks that threads reserve.
    """
    if sys.platform != "linux":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    known = [each for each in (soft, hard) if each != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min([most, *known]), hard))


@contextmanager
def spare_memory() -> Iterator[None]:
    """Allow some more memory, in which a MemoryError can be described."""
    if sys.platform != "linux":
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if soft == resource.RLIM_INFINITY:
        yield
        return
    more = soft + _SPARE_BYTES
    resource.setrlimit(resource.RLIMIT_DATA, (more if hard == resource.RLIM_INFINITY else min(more, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
