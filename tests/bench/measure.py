"""A command goes in, what its whole process took comes out: wall and CPU seconds, peak memory of its tree in bytes."""

import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

SAMPLE = 0.02  # s between two looks at a process that may have children; a look takes about 0.1 ms


class Run(NamedTuple):
    """What one process and its children took; seconds and bytes."""

    wall: float
    cpu: float
    memory: int
    size: int = 0


class MeasureError(Exception):
    """A command that did not do its work; says which, and its own last words."""


def measure(command: Sequence[str | Path]) -> Run:
    """Run a command to its end.

    The kernel's own peak (ru_maxrss) is exact for a single process. It does not add up children, so the tree is looked
    at as well and the larger figure is taken. A child's ru_maxrss begins with the size of the process that started it:
    that is why the benchmark's own process loads no libraries.
    """
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    watch = Watch(child.pid)
    assert child.stderr is not None
    with child.stderr as errors:
        words = errors.read()
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise MeasureError(f"{' '.join(map(str, command))}: status {child.returncode}\n{words[-2000:]}")
    exact = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return Run(wall, usage.ru_utime + usage.ru_stime, max(exact, watch.stop()))


class Watch:
    """Look now and then at the memory of a process and all below it, and keep the peak where there are children."""

    def __init__(self, pid: int) -> None:
        self._pid, self._peak, self._done = pid, 0, threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._done.wait(SAMPLE):
            tree = list(descendants(self._pid))
            if len(tree) > 1:
                self._peak = max(self._peak, sum(map(resident, tree)))

    def stop(self) -> int:
        """Return the largest sum seen, bytes; 0 where the process stayed alone."""
        self._done.set()
        self._thread.join()
        return self._peak


def descendants(pid: int) -> Iterable[int]:
    """Yield a process and all below it; a process that has just ended is passed over, and so are other systems."""
    yield pid
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        children = [word for task in tasks for word in (task / "children").read_text().split()]
    except OSError:
        return
    for child in children:
        yield from descendants(int(child))


def resident(pid: int) -> int:
    """Return the bytes of a process that are its own in memory: resident less file-backed, or 0 where it has ended."""
    try:
        words = Path(f"/proc/{pid}/statm").read_text().split()
    except OSError:
        return 0
    return (int(words[1]) - int(words[2])) * os.sysconf("SC_PAGE_SIZE")


def busy() -> float:
    """Return the CPU seconds that the whole machine has spent so far, or 0 where it does not say."""
    try:
        words = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()
    except OSError:
        return 0.0
    user, nice, system, _, _, irq, softirq = map(int, words[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def median(runs: Sequence[Run]) -> Run:
    """Return the medians, each column on its own."""
    wall, cpu, memory, size = map(statistics.median, zip(*runs, strict=True))
    return Run(wall, cpu, int(memory), int(size))
