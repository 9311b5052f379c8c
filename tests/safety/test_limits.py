"""The clock of templates and claims, and the limit of memory."""

import signal
import subprocess
import sys
import threading
import time

import pytest

from generator.safety import limits
from generator.safety.limits import WorkClock, run_apart
from generator.safety.timers import OutOfTimeError, SignalTimer, ThreadTimer


@pytest.fixture(params=[SignalTimer, ThreadTimer], autouse=True)
def timer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> type:
    """Let each kind of timer count in turn: that of POSIX, and the one that Windows gets."""
    kind: type = request.param
    monkeypatch.setattr(limits, "_TIMER", kind())
    return kind


def loop_forever() -> None:
    """Never return."""
    while True:
        pass


def spend(seconds: float) -> str:
    """Use some processor time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return "done"


def test_an_endless_loop_ends() -> None:
    with pytest.raises(OutOfTimeError):
        WorkClock(0.1, 0.01).run(loop_forever)
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    assert spend(0.4) == "done"


def test_a_swallowed_interruption_comes_again() -> None:
    def swallow() -> None:
        try:
            loop_forever()
        except BaseException:
            loop_forever()

    with pytest.raises(OutOfTimeError):
        WorkClock(0.05, 0.01).run(swallow)


def test_an_interruption_that_became_another_error_is_one() -> None:
    def work() -> None:
        try:
            while True:
                pass
        except BaseException:
            raise ValueError("cannot escape that") from None

    with pytest.raises(OutOfTimeError):
        WorkClock(0.1, 0).run(work)


def test_slow_pieces_use_up_the_store() -> None:
    clock = WorkClock(0.3, 0.01)
    assert [clock.run(spend, 0.1) for _ in range(2)] == ["done", "done"]
    with pytest.raises(OutOfTimeError):
        clock.run(spend, 0.25)
    with pytest.raises(OutOfTimeError):
        clock.run(spend, 0.25)


def test_any_number_of_pieces_can_take_their_share() -> None:
    clock = WorkClock(0.1, 0.05)
    assert {clock.run(spend, 0.02) for _ in range(20)} == {"done"}


def test_a_store_never_grows() -> None:
    clock = WorkClock(0.1, 0.1)
    for _ in range(50):
        clock.run(int)
    with pytest.raises(OutOfTimeError):
        clock.run(spend, 0.5)


def test_work_inside_work_is_part_of_it() -> None:
    inner = WorkClock(100, 1)
    with pytest.raises(OutOfTimeError):
        WorkClock(0.1, 0.01).run(inner.run, loop_forever)
    assert inner.run(spend, 0.01) == "done"


def test_work_apart_stops_the_clock_and_has_its_own() -> None:
    outer, inner = WorkClock(0.1, 0), WorkClock(0.2, 0)
    assert outer.run(run_apart, spend, 0.3) == "done"
    assert outer.run(lambda: run_apart(spend, 0.3) + spend(0.01)) == "donedone"
    with pytest.raises(OutOfTimeError):
        outer.run(lambda: run_apart(spend, 0.01) + spend(1))
    with pytest.raises(OutOfTimeError):
        WorkClock(0.1, 0).run(run_apart, inner.run, loop_forever)
    assert run_apart(spend, 0.01) == "done"


def test_errors_of_the_work_are_its_own_and_stop_the_clock() -> None:
    clock = WorkClock(0.05, 0.01)
    with pytest.raises(ZeroDivisionError):
        clock.run(lambda: 1 / 0)
    assert spend(0.2) == "done"


def test_signals_bound_the_main_thread_alone_and_a_thread_bounds_any(timer: type) -> None:
    results: list[str] = []

    def work() -> None:
        try:
            results.append(WorkClock(0.01, 0.01).run(spend, 0.3))
        except OutOfTimeError:
            results.append("out of time")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert results == ["done" if timer is SignalTimer else "out of time"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps a limit of data")
def test_memory_beyond_the_limit_is_an_error_that_can_be_described() -> None:
    program = """
from generator.safety.limits import limit_memory, spare_memory
limit_memory(200_000_000)
limit_memory()  # a lower limit stays
try:
    kept = [bytes(1_000_000) for _ in range(1000)]
except MemoryError:
    with spare_memory():
        print(len(bytes(40_000_000)))
try:
    bytes(250_000_000)
except MemoryError:
    print("refused")
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (run.stdout.split(), run.stderr) == (["40000000", "refused"], "")


def test_of_two_timers_of_signals_each_interrupts_its_own_work(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = SignalTimer(), SignalTimer()
    for each in (one, two, one):
        monkeypatch.setattr(limits, "_TIMER", each)
        with pytest.raises(OutOfTimeError):
            WorkClock(0.05, 0.01).run(loop_forever)
