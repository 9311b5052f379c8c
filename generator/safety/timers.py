"""Interrupt work of this process by OutOfTimeError after some processor time: by a timer of the system, or by a thread.

Either way, the interruption comes between two steps of Python's interpreter: a single call into C runs to its end.
"""

import sys
import time
from contextlib import suppress
from threading import Event, Lock, Thread, current_thread, get_ident, main_thread
from typing import ClassVar, Protocol

AGAIN = 0.25  # seconds until the next interruption, if something swallowed the first
_LOOK = 0.05  # seconds between two looks of the thread
_NEVER = float("inf")


class OutOfTimeError(BaseException):
    """The time of a clock is over. Not an Exception, so that nothing on its way takes it for an error of its own."""


class ProcessTimer(Protocol):
    """Counts processor time of the process, one piece of work at a time."""

    has_struck: bool  # whether the work was interrupted
    is_running: bool

    def can_start(self) -> bool:
        """Return whether work of this thread can be interrupted."""

    def start(self, seconds: float) -> None:
        """Interrupt this thread after so much processor time, again and again until it is stopped."""

    def stop(self) -> float:
        """Interrupt nothing any more, and return the seconds that were left."""


class ThreadTimer:
    """Counts in a thread of its own, which interrupts any other: for systems without timers of processor time."""

    def __init__(self) -> None:
        self.has_struck = self.is_running = False
        self._end, self._watched = _NEVER, 0
        self._lock, self._begun = Lock(), Event()
        self._thread: Thread | None = None

    def can_start(self) -> bool:
        """Return whether no work is being timed, of any thread."""
        return not self.is_running

    def start(self, seconds: float) -> None:
        """Interrupt this thread after so much processor time of the process, again and again until it is stopped."""
        if self._thread is None:
            self._thread = Thread(target=self._watch, daemon=True)
            self._thread.start()
        self.is_running, self.has_struck, self._watched = True, False, get_ident()
        self._end = time.process_time() + seconds
        self._begun.set()

    def stop(self) -> float:
        """Interrupt nothing any more, and return the seconds that were left."""
        end, has_stopped = self._end, False
        while not has_stopped:
            with suppress(OutOfTimeError), self._lock:
                self._begun.clear()
                self._end, has_stopped = _NEVER, True
        if self.has_struck:
            raise_what_is_pending()
        self.is_running = False
        return max(0.0, end - time.process_time())

    def _watch(self) -> None:
        import ctypes

        while self._begun.wait():  # a thread that looks around all the time slows down every other
            time.sleep(_LOOK)
            with self._lock:
                if time.process_time() >= self._end:
                    self.has_struck, self._end = True, time.process_time() + AGAIN
                    error = ctypes.py_object(OutOfTimeError)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._watched), error)


def raise_what_is_pending() -> None:
    """Raise an interruption of this thread here, where it does no harm.

    To take it back instead would leave CPython 3.11 looking for it at every call: all code would be slower from then
    on, and profiled code would never end.
    """
    import ctypes

    with suppress(OutOfTimeError):
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(get_ident()), ctypes.py_object(OutOfTimeError))
        while True:
            pass


if sys.platform == "win32":

    def make_timer() -> ProcessTimer:
        """Return the timer of this system."""
        return ThreadTimer()

else:
    import signal

    class SignalTimer:
        """Lets the system send SIGPROF to the main thread, the only one in which Python handles signals."""

        listener: ClassVar[object] = None  # whoever has asked for the signal last

        def __init__(self) -> None:
            self.has_struck = self.is_running = False

        def can_start(self) -> bool:
            """Return whether this is the main thread, and no work of it is being timed."""
            return not self.is_running and current_thread() is main_thread()

        def start(self, seconds: float) -> None:
            """Interrupt this thread after so much processor time, again and again until it is stopped."""
            if SignalTimer.listener is not self:  # to ask the system takes as long as to draw a shape
                signal.signal(signal.SIGPROF, self._interrupt)  # stays: without it, a late signal would end the process
                SignalTimer.listener = self
            self.is_running, self.has_struck = True, False
            signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)

        def stop(self) -> float:
            """Interrupt nothing any more, and return the seconds that were left."""
            self.is_running = False  # from here on, an interruption that is late does nothing
            return signal.setitimer(signal.ITIMER_PROF, 0)[0]

        def _interrupt(self, *_signal: object) -> None:
            if self.is_running:
                self.has_struck = True
                raise OutOfTimeError

    def make_timer() -> ProcessTimer:
        """Return the timer of this system."""
        return SignalTimer()
