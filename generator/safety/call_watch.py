"""Stop a call into code that is not ours and does not come back, such as an endless loop in a designer's engine.

A thread looks at the calls of another one every now and then, which costs that one nothing. It works in any thread and
on any system, but not inside a call of compiled code, such as the sum of a series without end.
"""

import ctypes
import sys
import time
from collections.abc import Collection
from contextlib import suppress
from threading import Event, Thread, get_ident
from types import FrameType, TracebackType
from typing import Self

from generator.safety.timers import OutOfTimeError, raise_what_is_pending

MOST_CALL_SECONDS = 10.0  # of processor time in one call
_LOOK = 1.0  # seconds between two looks
_AGAIN = 0.01  # seconds until the next interruption, if something swallowed the last


class CallWatch:
    """Raises OutOfTimeError in the thread that enters it, if one call from the code of some files takes too long.

    `late` is the call that took too long: its name, its file and the line that it was at; empty until then.
    """

    def __init__(self, files: Collection[str], seconds: float = MOST_CALL_SECONDS) -> None:
        self._files, self.seconds = files, seconds
        self._done = Event()
        self.late: tuple[str, str, int] | None = None

    def __enter__(self) -> Self:
        self._watched = get_ident()
        self._thread = Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Interrupt nothing any more; to be called in the thread that is watched."""
        while self._thread.is_alive():
            with suppress(OutOfTimeError):
                self._done.set()
                self._thread.join()
        if self.late is not None:
            raise_what_is_pending()

    def _watch(self) -> None:
        watched, since, wait = None, 0.0, min(_LOOK, self.seconds / 4)
        while not self._done.wait(wait):
            call = self._find_call()
            if call is None or call is not watched:
                watched, since = call, self._read_clock()
            elif self._read_clock() - since > self.seconds:
                self.late = self.late or (call.f_code.co_name, call.f_code.co_filename, self._find_line(call))
                wait = _AGAIN
                error = ctypes.py_object(OutOfTimeError)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._watched), error)

    def _find_call(self) -> FrameType | None:
        """Return the frame of the innermost call from the code of the files; None if that code itself is at work."""
        frame, call = sys._current_frames().get(self._watched), None
        while frame is not None and frame.f_code.co_filename not in self._files:
            frame, call = frame.f_back, frame
        return call if frame is not None else None

    def _find_line(self, call: FrameType) -> int:
        """Return the line of the file of a call that is at work in it."""
        frame = sys._current_frames().get(self._watched)
        while frame is not None and frame.f_code.co_filename != call.f_code.co_filename:
            frame = frame.f_back
        return frame.f_lineno if frame is not None else call.f_lineno

    def _read_clock(self) -> float:
        """Return the processor time of the watched thread, or of the process where that is not told."""
        if sys.platform != "win32" and hasattr(time, "pthread_getcpuclockid"):
            return time.clock_gettime(time.pthread_getcpuclockid(self._watched))
        return time.process_time()
