"""Pieces of work go in by number, their results come out in order; a second process takes its share where that pays."""

import gc
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
_TOKEN = 4


def relay(
    count: int,
    work: Callable[[int], T],
    pays: bool,
    step: Callable[[int], None],
    first: Callable[[], None] = lambda: None,
) -> Iterator[T]:
    """Yield work(0), work(1), ... work(count - 1); `step` hears of each piece that is begun here.

    `first` is done before anything else, and where there is a second process, while that one works already.

    The pieces lie in a pipe as numbers. Two processes take them from it one by one, so that neither waits for the
    other, and the second hands over its results when nothing is left. What it could not do, for whatever reason, is
    done here: an exception, too, is raised by the work itself, in this process.
    """
    if not pays or count < 2 or not hasattr(os, "fork") or _cores() < 2:
        first()
        for number in range(count):
            step(number)
            yield work(number)
        return
    results = _together(count, work, step, first)
    for number in range(count):
        yield results.pop(number) if number in results else work(number)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _together(
    count: int, work: Callable[[int], T], step: Callable[[int], None], first: Callable[[], None]
) -> dict[int, T]:
    tokens, put = os.pipe()
    answers, answer = os.pipe()
    with os.fdopen(put, "wb") as queue:  # a pipe holds 64 kB: 16,000 pieces
        queue.write(b"".join(number.to_bytes(_TOKEN, "big") for number in range(count)))
    gc.freeze()  # what is there already is garbage to neither process, and stays shared memory
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until the second process is in our hands
    child = _forked()
    if child == 0:
        os.close(answers)
        _second(tokens, answer, work)
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
            results.update(_unpacked(handed.read()))
    except BaseException:
        if child is not None:
            os.kill(child, signal.SIGKILL)  # it would go on writing files that nobody wants any more
        raise
    finally:
        if child is not None:
            os.waitpid(child, 0)
        os.close(tokens)
        os.close(answers)
        gc.unfreeze()
    return results


def _forked() -> int | None:
    """Return 0 in the second process, its number in the first; None where the system has none to spare."""
    try:
        return os.fork()
    except OSError:
        return None


def _second(tokens: int, answer: int, work: Callable[[int], Any]) -> NoReturn:
    """Do pieces until none is left or one fails, hand the results over, and end without tidying up what is not ours.

    Ctrl-C stays blocked here: the first process hears it, and ends this one.
    """
    results: dict[int, bytes] = {}
    try:
        while token := os.read(tokens, _TOKEN):
            number = int.from_bytes(token, "big")
            results[number] = pickle.dumps(work(number), pickle.HIGHEST_PROTOCOL)  # now: the first has work meanwhile
    except BaseException:
        pass
    try:
        with os.fdopen(answer, "wb") as out:
            pickle.dump(results, out, pickle.HIGHEST_PROTOCOL)
    finally:
        os._exit(0)


def _unpacked(data: bytes) -> dict[int, Any]:
    """Return the results of the second process; none where it was ended before it could hand them over."""
    try:
        found: dict[int, bytes] = pickle.loads(data)
    except (EOFError, pickle.UnpicklingError):
        return {}
    return {number: pickle.loads(result) for number, result in found.items()}
