"""Test playtests on a cluster: a scheduler and two workers of Dask on this machine, one of which is killed."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator.model.finding import DataError, Place
from generator.pipeline.playtest import cluster as cluster_module
from generator.pipeline.playtest.cluster import Cluster
from generator.play.remote import PlayedChunk, describe_program, pack_table, play_packed
from generator.play.runner import GameTable, play_games
from tests.cli.test_playtest import find_engine
from tests.kits import ROOT, run
from tests.play.tables import make_table
from tests.samples import for_each

_START = 60.0  # seconds that a scheduler may take to start on a busy machine


class _LocalCluster:
    """A scheduler and two workers, each in a process of its own."""

    def __init__(self, folder: Path) -> None:
        note = folder / "scheduler.json"
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(note)]
        self._started = [_start("dask_scheduler", *options)]
        until = time.monotonic() + _START
        while not note.exists() or not note.read_text("utf-8").endswith("}"):
            assert time.monotonic() < until, "the scheduler has not started"
            time.sleep(0.05)
        self.address: str = json.loads(note.read_text("utf-8"))["address"]
        place = [self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder)]
        self._started += [_start("dask_worker", *place) for _ in range(2)]
        self.workers = self._started[1:]

    def stop(self) -> None:
        """End all that is still running."""
        for process in self._started:
            process.kill()
            process.wait()


def _start(program: str, *options: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-W", "ignore", "-m", f"distributed.cli.{program}", *options]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[_LocalCluster]:
    cluster = _LocalCluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.stop()


def play_here(*arguments: str) -> tuple[int, str, str]:
    """Run the command with one process."""
    return run(["playtest", "psycle", "--players", "2", *arguments, "--workers", "1"])


def run_playtest(*arguments: str) -> tuple[int, str, str]:
    """Run the command in a process of its own, as the threads of a client stay until theirs ends."""
    command = [sys.executable, "-m", "generator", "playtest", "psycle", "--players", "2", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False)
    return done.returncode, done.stdout, done.stderr


KILL_ONE = """
import os, signal, sys
from pathlib import Path
from generator.pipeline.playtest import cluster
from generator.pipeline.playtest.runs import PlaytestOptions, open_sharing, play_tables, prepare_playtest

address, worker = sys.argv[1], int(sys.argv[2])
options = PlaytestOptions(players=(3,), policies=("random",), games=800, cluster=address)
collect = cluster._Run.collect
killed = []

def kill_then_collect(run, taken):
    if not killed:  # both workers have games in hand
        os.kill(worker, signal.SIGKILL)
        killed.append(worker)
    collect(run, taken)

cluster._Run.collect = kill_then_collect
with open_sharing(options) as sharing:
    playtest = prepare_playtest(Path("layouts/psycle"), options)
    (result,) = play_tables(playtest, options, sharing, lambda played, of: None)
assert killed
print(repr(sorted(result.tally.wins.items())), sorted(result.tally.spreads["lowest supply"].items()))
"""


def test_a_cluster_plays_as_one_process_does_even_if_a_worker_dies(local: _LocalCluster, tmp_path: Path) -> None:
    nim = tmp_path / "nim.py"
    nim.write_text(find_engine(), "utf-8")
    bad = tmp_path / "bad.py"
    bad.write_text(find_engine().replace("self.left -= action", "self.left -= action * (1 + (self.left < 9))"), "utf-8")
    own = ["--engine", str(nim), "--policy", "random", "--policy", "search:8", "--games", "30", "--format", "json"]
    here, there = play_here(*own), run_playtest(*own, "--cluster", local.address)
    assert here[0] == 0
    assert there == here
    cheat = ["--engine", str(bad), "--policy", "random", "--games", "30"]
    here, there = play_here(*cheat), run_playtest(*cheat, "--cluster", local.address)
    assert here[2].startswith(f"{bad}: GF351 a counter has come or gone: game 0 of seed 1, 2 players, ")
    assert (there[0], there[2]) == (1, here[2])
    worker = local.workers[0]
    command = [sys.executable, "-c", KILL_ONE, local.address, str(worker.pid)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert worker.wait() == -signal.SIGKILL
    tally = play_games(make_table("psycle", 3), range(800))
    assert done.stdout == f"{sorted(tally.wins.items())!r} {sorted(tally.spreads['lowest supply'].items())}\n"


def test_a_table_is_packed_with_all_that_it_needs() -> None:
    table = make_table("pharaoh", 2, "seek")
    packed = pack_table(table)
    assert len(packed) < 100_000
    played = play_packed(packed, 3, 9)
    assert (played.tally, played.error, played.mismatch) == (play_games(table, range(3, 9)), None, "")
    assert played.seconds > 0


def test_another_version_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = pack_table(make_table("psycle", 2))
    here = describe_program()
    monkeypatch.setattr("generator.play.remote.describe_program", lambda: "Python 2.7 with engines 00000000")
    played = play_packed(packed, 0, 1)
    assert played.tally.games == 0
    assert played.mismatch == f"Python 2.7 with engines 00000000 there, and {here} here"


class _Future:
    """A future that is done at once, with a result or an exception."""

    def __init__(self, result: Any) -> None:
        self._result = result

    def add_done_callback(self, call: Any) -> None:
        call(self)

    def result(self, timeout: float) -> Any:
        if isinstance(self._result, Exception):
            raise self._result
        return self._result


class KilledWorker(Exception):  # noqa: N818  as Dask names it
    """What Dask raises if a task has ended too many workers."""


def make_cluster(answer: Any, threads: int = 1) -> Cluster:
    """Return a cluster whose workers give an answer to all that they are asked for."""
    cluster = Cluster.__new__(Cluster)
    cluster.__dict__.update(_place=Place("--cluster"), address="tcp://a:1", _counted=0.0, _alone=0.0)
    nthreads = {"one": threads} if threads else {}
    client = SimpleNamespace(submit=lambda *_, pure: _Future(answer), nthreads=lambda: nthreads)
    cluster.__dict__.update(_client=client, _threads=0)
    return cluster


@for_each(
    [
        (
            KilledWorker(),
            "workers have died one after another while playing games 0 to 4; check their memory",
        ),
        (
            ModuleNotFoundError("No module named 'generator'"),
            "a worker cannot play (ModuleNotFoundError: No module named 'generator'); "
            "each needs this version of gutterfold",
        ),
        (
            PlayedChunk(play_games(make_table("psycle", 2), []), mismatch="A there, and B here"),
            "a worker is not like this program: A there, and B here; install the same gutterfold on all",
        ),
    ]
)
def test_workers_that_cannot_play_are_told(answer: Any, says: str) -> None:
    with pytest.raises(DataError) as error:
        make_cluster(answer).play(make_table("psycle", 2), 0, 50, lambda played, of: None)
    (finding,) = error.value.findings
    assert (finding.code, str(finding.place), finding.message) == ("GF352", "--cluster", says)


def test_a_cluster_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_PATIENCE", 0.0)
    monkeypatch.setattr(cluster_module, "_LOOK", 0.01)
    with pytest.raises(DataError) as error:
        make_cluster(None, threads=0).play(make_table("psycle", 2), 0, 50, lambda played, of: None)
    says = "the cluster has had no worker for 0 seconds; start some with dask worker tcp://a:1 --nthreads 1"
    assert error.value.findings[0].message == says


def test_an_engine_that_cannot_be_sent_is_told() -> None:
    table = make_table("psycle", 2)
    holding: Any = SimpleNamespace(file=(number for number in range(2)))
    with pytest.raises(DataError) as error:
        make_cluster(None).pack(GameTable(holding, 2, "random", table.choose, "1"))
    assert error.value.findings[0].message.startswith("the engine cannot be sent to other machines (TypeError: ")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("address", ["nowhere://x", "tcp://127.0.0.1:1", "127.0.0.1:one"])  # the second is waited for
def test_an_address_where_nobody_answers_is_told(address: str) -> None:
    status, _, err = run_playtest("--policy", "random", "--cluster", address)
    assert status == 1
    assert err == (
        f"--cluster: GF352 no Dask scheduler answers at {address!r}; "
        "start a scheduler with dask scheduler, and workers with dask worker ADDRESS --nthreads 1\n"
    )


def test_a_missing_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(DataError) as error:
        Cluster("tcp://127.0.0.1:1")
    says = "the package distributed is missing; install it with pip install 'gutterfold[cluster]'"
    assert error.value.findings[0].message == says


def test_chunks_grow_and_shrink_again_towards_the_end() -> None:
    cluster = make_cluster(None)
    run = cluster_module._Run(cluster, make_table("psycle", 2), 0, 1_000_000)
    assert run._choose_games(2) == 5
    run.tally.games, run._seconds = 100, 0.01  # 0.1 ms a game
    assert run._choose_games(2) == 25_000  # a fortieth of 100 seconds
    run._at = 999_000
    assert run._choose_games(2) == 500
    run._seconds = 1000.0
    assert run._choose_games(2) == 1
