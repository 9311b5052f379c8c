"""End on Ctrl-C, SIGTERM and SIGHUP: clean up once, say one line, and exit with 128 plus the signal's number."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
_AGAIN = 0.01  # seconds after which a stop is raised again that Python could not raise where it was


class Stopped(KeyboardInterrupt):
    """A signal asked the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


class StopSignals:
    """What the signals do: end the process at once, or raise Stopped while a command has files to clean up.

    After the first signal all others are ignored, since the next one would break off the cleaning up.
    """

    def __init__(self) -> None:
        self._pending = 0
        self._cleaning_is_due = False

    def install(self) -> None:
        """Handle each signal that is not ignored already, as SIGHUP is under `nohup` and SIGINT in a background job."""
        for number in (getattr(signal, name) for name in _NAMES if hasattr(signal, name)):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._handle)
        sys.unraisablehook = self._raise_again

    @contextmanager
    def raised(self) -> Iterator[None]:
        """Let signals raise Stopped in this block."""
        self._cleaning_is_due = True
        try:
            yield
        finally:
            self._cleaning_is_due = False
            self.raise_pending()

    def raise_pending(self) -> None:
        """Raise a Stopped that a library has swallowed, as ReportLab's bare `except:` does."""
        if self._pending:
            raise Stopped(self._pending)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._pending:
            return
        self._pending = number
        if not self._cleaning_is_due:
            os._exit(report_stop(Stopped(number)))
        if _loads_extension(frame):
            self._send_later(number)
        else:
            raise Stopped(number)

    def _raise_again(self, unraisable: "sys.UnraisableHookArgs") -> None:
        """Send the signal anew if it came during a callback of the interpreter, where Python drops exceptions."""
        if isinstance(unraisable.exc_value, Stopped):
            self._send_later(unraisable.exc_value.number)

    def _send_later(self, number: int) -> None:
        import threading

        threading.Thread(target=self._send_again, args=[number], daemon=True).start()

    def _send_again(self, number: int) -> None:
        time.sleep(_AGAIN)
        self._pending = 0
        if hasattr(signal, "pthread_kill"):
            from threading import main_thread

            signal.pthread_kill(main_thread().ident or 0, number)  # ends what it waits for
        else:
            signal.raise_signal(number)


def _loads_extension(frame: FrameType | None) -> bool:
    """Return whether a module in C or C++ is being imported; an exception in its start can make it print and abort."""
    while frame is not None:
        if frame.f_code.co_name in ("create_module", "exec_module"):
            from importlib.machinery import ExtensionFileLoader

            if isinstance(frame.f_locals.get("self"), ExtensionFileLoader):
                return True
        frame = frame.f_back
    return False


def report_stop(stop: KeyboardInterrupt) -> int:
    """Print why the program ends, after it has cleaned up, and return its exit status."""
    number = stop.number if isinstance(stop, Stopped) else signal.SIGINT
    says = f"stopped by {signal.Signals(number).name}; no kit was left half written\n"
    with suppress(OSError):
        os.write(2, says.encode())  # not Python's own stream, which may be in use when a signal comes
    return 128 + number


def report_end(stop: KeyboardInterrupt) -> int:
    """Print that a command which runs until Ctrl-C has ended, and return 0; other signals are reported as a stop."""
    if isinstance(stop, Stopped) and stop.number != signal.SIGINT:
        return report_stop(stop)
    with suppress(OSError):
        os.write(2, b"stopped\n")
    return 0


STOP_SIGNALS = StopSignals()
