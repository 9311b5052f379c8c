"""Bound the processor time of a stranger's templates and claims, and the memory of the whole program.

The clock needs the timers of POSIX and the main thread; the limit of memory is one that only Linux keeps. Elsewhere,
work is not bounded by either.
"""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")

MAX_MEMORY_BYTES = 768 * 1024 * 1024  # 10,000 cards need 90 MB; with shared libraries this stays below 1 GB
_SPARE_BYTES = 64 * 1024 * 1024  # enough to describe an error and to clean up
_AGAIN = 0.25  # seconds until the next interruption, if something swallowed the first


class OutOfTimeError(BaseException):
    """The time of a clock is over. Not an Exception, so that nothing on its way takes it for an error of its own."""


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
        global _ticking, _struck
        if _ticking or not _has_timer():
            return work(*given)
        try:
            try:
                _ticking, _struck = True, False
                signal.setitimer(signal.ITIMER_PROF, min(self._left + self._share, self.seconds), _AGAIN)
                return work(*given)
            except Exception as error:  # a library can catch the interruption and raise an error of its own
                if not _struck:
                    raise
                raise OutOfTimeError from error
            finally:
                _ticking = False  # from here on, an interruption that is late does nothing
        finally:
            _ticking = False  # again, in case the interruption came just before
            left = signal.setitimer(signal.ITIMER_PROF, 0)[0]
            self._left = 0.0 if _struck else left


_ticking = False
_struck = False
_installed = False


def run_apart(work: Callable[..., T], *given: Any) -> T:
    """Return the result of work that is bounded by clocks of its own; the clock that runs stands still meanwhile."""
    global _ticking
    if not _ticking:
        return work(*given)
    _ticking, left = False, signal.setitimer(signal.ITIMER_PROF, 0)[0]
    try:
        return work(*given)
    finally:
        _ticking = True
        signal.setitimer(signal.ITIMER_PROF, left or _AGAIN, _AGAIN)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    global _struck
    if _ticking:
        _struck = True
        raise OutOfTimeError


def _has_timer() -> bool:
    """Return whether this thread can be interrupted by a timer of processor time."""
    global _installed
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return False
    if not _installed:
        signal.signal(signal.SIGPROF, _interrupt)  # stays: without a handler, a late signal would end the process
        _installed = True
    return True


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
