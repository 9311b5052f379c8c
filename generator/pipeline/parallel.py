"""Share numbered pieces of work with a second process."""

import gc
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
_TOKEN = 4


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
    and the second sends its results when none is left. What it could not do, for whatever reason, is done here, so an
    exception is always raised by the work itself, in this process.
    """
    if not pays or count < 2 or not hasattr(os, "fork") or _cores() < 2:
        first()
        for number in range(count):
            step(number)
            yield work(number)
        return
    results = _work_together(count, work, step, first)
    for number in range(count):
        yield results.pop(number) if number in results else work(number)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _work_together(
    count: int, work: Callable[[int], T], step: Callable[[int], None], first: Callable[[], None]
) -> dict[int, T]:
    tokens, put = os.pipe()
    answers, answer = os.pipe()
    with os.fdopen(put, "wb") as queue:  # a pipe holds 64 kB: 16,000 pieces
        queue.write(b"".join(number.to_bytes(_TOKEN, "big") for number in range(count)))
    gc.freeze()  # no collection touches what exists already, so it stays shared memory
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until the number of the second process is known
    child = _fork()
    if child == 0:
        os.close(answers)
        _run_second(tokens, answer, work)
    results: dict[int, T] = {}
    try:
        os.close(answer)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        first()
        while token := os.read(tokens, _TOKEN):
            number = int.from_bytes(token, "big")
            step(number)
            results[number] = work(number)
        with os.fdopen(answers, "rb", closefd=False) as handed:
            results.update(_unpack_results(handed.read()))
    except BaseException:
        if child is not None:
            os.kill(child, signal.SIGKILL)  # it would go on writing files
        raise
    finally:
        if child is not None:
            os.waitpid(child, 0)
        os.close(tokens)
        os.close(answers)
        gc.unfreeze()
    return results


def _fork() -> int | None:
    """Return 0 in the second process, its number in the first; None if the system refuses."""
    try:
        return os.fork()
    except OSError:
        return None


def _run_second(tokens: int, answer: int, work: Callable[[int], Any]) -> NoReturn:
    """Work until no piece is left or one fails, send the results, and exit without cleaning up.

    Ctrl-C stays blocked here: the first process receives it, and kills this one.
    """
    results: dict[int, bytes] = {}
    try:
        while token := os.read(tokens, _TOKEN):
            number = int.from_bytes(token, "big")
            results[number] = pickle.dumps(work(number), pickle.HIGHEST_PROTOCOL)  # now, while the first process works
    except BaseException:
        pass
    try:
        with os.fdopen(answer, "wb") as out:
            pickle.dump(results, out, pickle.HIGHEST_PROTOCOL)
    finally:
        os._exit(0)


def _unpack_results(data: bytes) -> dict[int, Any]:
    """Return the results of the second process; empty if it was killed before it could send them."""
    try:
        found: dict[int, bytes] = pickle.loads(data)
    except (EOFError, pickle.UnpicklingError):
        return {}
    return {number: pickle.loads(result) for number, result in found.items()}
