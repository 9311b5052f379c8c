"""Measure a command: wall and CPU seconds, and the peak memory of its process tree in bytes."""

import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

SAMPLE = 0.02  # s between two samples of a process tree; a sample takes about 0.1 ms


class Run(NamedTuple):
    """The cost of one process and its children, in seconds and bytes."""

    wall: float
    cpu: float
    memory: int
    size: int = 0


class MeasureError(Exception):
    """A command failed; the message holds the command and the end of its standard error."""


def measure_command(
    command: Sequence[str | Path], environment: Mapping[str, str] | None = None, at: Path | None = None
) -> Run:
    """Run a command, in this environment and folder unless others are given, and return what it cost.

    The kernel's peak (ru_maxrss) is exact for a single process but does not add up children, so the process tree is
    sampled as well and the larger number counts. A child's ru_maxrss starts at the size of the process that started it:
    that is why the benchmark's own process loads no libraries.
    """
    start = time.perf_counter()
    child = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment, cwd=at
    )
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
    """Sample the memory of a process tree in a thread, and keep the peak if there are children."""

    def __init__(self, pid: int) -> None:
        self._pid, self._peak, self._done = pid, 0, threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._done.wait(SAMPLE):
            tree = list(walk_processes(self._pid))
            if len(tree) > 1:
                self._peak = max(self._peak, sum(map(read_own_memory, tree)))

    def stop(self) -> int:
        """Stop sampling; return the peak in bytes, or 0 if the process had no children."""
        self._done.set()
        self._thread.join()
        return self._peak


def walk_processes(pid: int) -> Iterable[int]:
    """Yield the ids of a process and its descendants; skip processes that have ended, and systems without /proc."""
    yield pid
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        children = [word for task in tasks for word in (task / "children").read_text().split()]
    except OSError:
        return
    for child in children:
        yield from walk_processes(int(child))


def read_own_memory(pid: int) -> int:
    """Return the private memory of a process in bytes (resident less file-backed), or 0 if it has ended."""
    try:
        words = Path(f"/proc/{pid}/statm").read_text().split()
    except OSError:
        return 0
    return (int(words[1]) - int(words[2])) * os.sysconf("SC_PAGE_SIZE")


def read_cpu_time() -> float:
    """Return the CPU seconds that the machine has spent since boot, or 0 on systems without /proc."""
    try:
        words = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()
    except OSError:
        return 0.0
    user, nice, system, _, _, irq, softirq = map(int, words[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def compute_medians(runs: Sequence[Run]) -> Run:
    """Return the median of each column."""
    wall, cpu, memory, size = map(statistics.median, zip(*runs, strict=True))
    return Run(wall, cpu, int(memory), int(size))
