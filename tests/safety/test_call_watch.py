"""A call that does not come back is stopped, and nothing of that is left behind."""

import subprocess
import sys
from pathlib import Path

import pytest

from generator.safety.call_watch import CallWatch
from generator.safety.timers import OutOfTimeError

ROOT = Path(__file__).parents[2]
PROFILED = """
from cProfile import Profile
from pathlib import Path
from tests.safety.test_call_watch import stop_a_loop

stop_a_loop()

def count(): return sum(range(9))

profile = Profile()
profile.enable()
count()
profile.disable()
print(len(profile.getstats()) > 1)
"""


def spin() -> None:
    while True:
        try:
            while True:
                pass
        except ValueError:
            pass


def stop_a_loop() -> CallWatch:
    """Run a loop without end under a watch, from code that counts as the watched file's caller."""
    namespace = {"spin": spin}
    with pytest.raises(OutOfTimeError), CallWatch(["<caller>"], 0.05) as watch:
        exec(compile("spin()", "<caller>", "exec"), namespace)
    return watch


def test_a_loop_without_end_is_stopped_at_its_line() -> None:
    watch = stop_a_loop()
    assert watch.late is not None
    name, file, line = watch.late
    assert (name, file) == ("spin", __file__)
    assert spin.__code__.co_firstlineno < line < spin.__code__.co_firstlineno + 8


def test_a_watch_that_stopped_nothing_leaves_nothing() -> None:
    with CallWatch(["<caller>"], 5) as watch:
        exec(compile("sorted([2, 1])", "<caller>", "exec"), {})
    assert watch.late is None


def test_code_can_be_profiled_after_a_loop_was_stopped() -> None:
    """What is left pending makes profiled code of CPython 3.11 begin its first call again for ever."""
    done = subprocess.run([sys.executable, "-c", PROFILED], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("True\n", "")
