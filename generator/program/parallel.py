"""Give work to a second process: one piece beside everything else, or numbered pieces that both take in turn."""

import copyreg
import gc
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from types import MappingProxyType, TracebackType
from typing import Any, Generic, NoReturn, Self, TypeVar

T = TypeVar("T")
RULES_THRESHOLD = 2000  # characters of rules from which a second process is worth its start
_TOKEN = 4
_PATIENCE = 2.0  # seconds that a second process has to clean up when it is stopped
_STOPPING = {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}


def _freeze(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)


copyreg.pickle(MappingProxyType, lambda mapping: (_freeze, (dict(mapping),)))  # a game holds some


class SecondProcess(Generic[T]):
    """A copy of this process that does one piece of work; leaving the `with` block stops it.

    The work is done here instead, when its result is asked for, if no second process pays or can be had, or if it
    failed for whatever reason. So an exception is always raised by the work itself, in this process.
    """

    def __init__(self, work: Callable[[], T], pays: bool) -> None:
        self._work = work
        self._child: int | None = None
        self._answers = -1  # where the second process sends its result
        self._done: list[T] = []
        if pays and has_second_core():
            self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def has_started(self) -> bool:
        """Return whether there is a second process."""
        return self._child is not None

    def fileno(self) -> int:
        """Return the file that can be read once a second process has done its work."""
        return self._answers

    def result(self) -> T:
        """Return the result of the work, and wait for it if need be."""
        if not self._done:
            self._done += self._receive() or [self._work()]
        return self._done[0]

    def _start(self) -> None:
        if sys.platform == "win32":  # has no `fork`
            return
        answers, answer = os.pipe()
        gc.freeze()  # no collection touches what exists already, so it stays shared memory
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)  # until the number of the process is known
        self._child = _fork()
        if self._child == 0:
            os.close(answers)
            _run_second(answer, self._work)
        os.close(answer)
        self._answers = answers
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)  # a signal that has come by now is raised here
        except BaseException:
            self.stop()
            raise
        if self._child is None:
            self._close()

    def _receive(self) -> list[T]:
        """Return the result of the second process; empty if there is none, or it ended before it could send it."""
        if self._child is None:
            return []
        found: list[T] = []
        with os.fdopen(self._answers, "rb", closefd=False) as handed, suppress(EOFError, pickle.UnpicklingError):
            found.append(pickle.load(handed))
        os.waitpid(self._child, 0)
        self._child = None
        self._close()
        return found

    def stop(self) -> None:
        """End the second process if it is still running; it would go on writing files."""
        if self._child is None or sys.platform == "win32":
            return
        child, self._child = self._child, None
        os.kill(child, signal.SIGTERM)
        until = time.monotonic() + _PATIENCE
        while os.waitpid(child, os.WNOHANG) == (0, 0):
            if time.monotonic() > until:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                break
            time.sleep(0.005)
        self._close()

    def _close(self) -> None:
        os.close(self._answers)
        gc.unfreeze()


def share_work(
    count: int,
    work: Callable[[int], T],
    pays: bool,
    step: Callable[[int], None],
    first: Callable[[], None] = lambda: None,
) -> Iterator[T]:
    """Yield work(0), work(1), ... work(count - 1); `step` is called with each piece that this process begins.

    `first` is called before all work of this process, while the second process, if there is one, is working already.

    The numbers of the pieces lie in a pipe. Both processes take them one by one, so that neither waits for the other,
    and the second sends its results when none is left. What it could not do is done here.
    """
    if not pays or count < 2 or not has_second_core():
        first()
        for number in range(count):
            step(number)
            yield work(number)
        return
    yield from _take_results(_work_together(count, work, step, first), count, work)


def share_among(workers: int, count: int, work: Callable[[int], T], step: Callable[[int], None]) -> Iterator[T]:
    """Yield work(0), ... work(count - 1), done by so many processes, this one among them; at most 16,000 pieces.

    What a process took and did not bring back, because it was stopped, is done here.
    """
    others = max(1, min(workers, count)) - 1
    yield from _take_results(_work_together(count, work, step, lambda: None, others), count, work)


def has_second_core() -> bool:
    """Return whether a second process can be started and has a core to run on."""
    return hasattr(os, "fork") and count_cores() > 1


def count_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _take_results(done: tuple[dict[int, T], dict[int, bytes]], count: int, work: Callable[[int], T]) -> Iterator[T]:
    """Yield all results in order; what another process sent is read only now, and what nobody did is done."""
    own, sent = done
    for number in range(count):
        if number in sent:
            yield pickle.loads(sent.pop(number))
        else:
            yield own.pop(number) if number in own else work(number)


def _work_together(
    count: int, work: Callable[[int], T], step: Callable[[int], None], first: Callable[[], None], others: int = 1
) -> tuple[dict[int, T], dict[int, bytes]]:
    """Return the results of this process by their numbers, and those of other processes as they sent them."""
    tokens, put = os.pipe()
    with os.fdopen(put, "wb") as queue:  # a pipe holds 64 kB: 16,000 pieces
        queue.write(b"".join(number.to_bytes(_TOKEN, "big") for number in range(count)))
    results: dict[int, T] = {}
    sent: dict[int, bytes] = {}
    try:
        first_process = os.getpid()
        with ExitStack() as stack:
            helpers = [
                stack.enter_context(SecondProcess(lambda: _take_pieces(first_process, tokens, work), pays=True))
                for _ in range(others)
            ]
            first()
            while token := os.read(tokens, _TOKEN):
                number = int.from_bytes(token, "big")
                step(number)
                results[number] = work(number)
            for helper in helpers:
                if helper.has_started:
                    sent |= helper.result()
    finally:
        os.close(tokens)
    return results, sent


def _take_pieces(first_process: int, tokens: int, work: Callable[[int], Any]) -> dict[int, bytes]:
    """Work until no piece is left, one fails, or the first process has died; return the results by their numbers."""
    results: dict[int, bytes] = {}
    while os.getppid() == first_process and (token := os.read(tokens, _TOKEN)):
        number = int.from_bytes(token, "big")
        try:
            results[number] = pickle.dumps(work(number), pickle.HIGHEST_PROTOCOL)  # now, while the first process works
        except Exception:
            break  # done again in the first process, which reports it
    return results


def _fork() -> int | None:
    """Return 0 in the second process, its number in the first; None if the system refuses."""
    if sys.platform == "win32":
        return None
    try:
        return os.fork()
    except OSError:
        return None


def _run_second(answer: int, work: Callable[[], Any]) -> NoReturn:
    """Send the result of the work, or nothing if it fails, and exit without cleaning up after the first process.

    Ctrl-C and the end of a terminal reach both processes and stay blocked here: the first one stops this one.
    """
    try:
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        done = work()
        with os.fdopen(answer, "wb") as out:
            pickle.dump(done, out, pickle.HIGHEST_PROTOCOL)
    except BaseException:
        pass
    finally:
        os._exit(0)
