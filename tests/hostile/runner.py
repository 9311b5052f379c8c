"""Run attacks in forks of a process that has imported and warmed up the program: a few milliseconds each, and isolated."""

import gc
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import generator
from tests.hostile.attack import GAME, RULES, Attack, Outcome, Scene
from tests.hostile.scene import SECRET, make_scene, take_snapshot
from tests.hostile.verdict import Fault, Verdict, judge_attack

ROOT = Path(generator.__file__).parents[1]
SLOW = 10.0  # seconds of processor time: what the issue allows
HANGS = 40.0  # seconds for a process of its own, by the clock
MOST_MEMORY = 3 << 30  # address space of a command, so that a bomb hurts nobody
MOST_WRITTEN = 1 << 30
_ROOM = 2 << 30
HURRIED_CLOCK = 0.25  # seconds: five times what the slowest sound template of the attacks takes


class Workshop(NamedTuple):
    """What all attacks share: a folder for scenes, a kit built from the plain game, and a cache of compiled code."""

    home: Path
    good_kit: Path
    cache: Path


def open_workshop(home: Path) -> Workshop:
    """Build the plain game, with and without rules, so that everything is imported and cached before the first fork."""
    shop = Workshop(home, home / "good" / "hen", home / "cache")
    source = make_scene(home / "warm", Attack("warm-up", kit=False), shop.good_kit)
    _run_here(source, ("build", "hen", "--out", "../../good", "--quiet"), shop.cache)
    (source.game / "game.yaml").write_text(GAME + "rules: rules.md\n", "utf-8")
    (source.game / "rules.md").write_text(RULES, "utf-8")
    for argv in (("build", "hen"), ("check", "hen"), ("list", "hen")):
        _run_here(source, argv, shop.cache)
    gc.collect()
    gc.freeze()  # a collection in a fork would copy all pages of this process
    return shop


def hurry() -> None:
    """Set the clocks of templates, claims and rules to a fraction of what a user has."""
    from generator.check.claims import evaluation
    from generator.pipeline.rules import rulebook
    from generator.render import template

    clocks = (template, "_TEMPLATE_SECONDS"), (evaluation, "_CLAIM_SECONDS"), (rulebook, "_RULES_SECONDS")
    for module, name in clocks:
        assert getattr(module, name) > HURRIED_CLOCK
        setattr(module, name, HURRIED_CLOCK)


def _run_here(scene: Scene, argv: Sequence[str], cache: Path) -> None:
    """Run a command in this very process, to warm it up."""
    from generator.cli.commands import main

    before = Path.cwd()
    os.chdir(scene.work)
    os.environ["XDG_CACHE_HOME"] = str(cache)
    out, err = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = StringIO()
    status: object = None
    try:
        main(list(argv), standalone_mode=True)
    except SystemExit as end:
        status = end.code
    finally:
        said = sys.stdout.getvalue()
        sys.stdout, sys.stderr = out, err
        os.chdir(before)
    if status != 0:
        raise RuntimeError(f"the plain game cannot be built:\n{said}")


def run_attack(attack: Attack, shop: Workshop) -> Verdict:
    """Set the scene of an attack, run its commands, and judge what they did."""
    home = Path(tempfile.mkdtemp(prefix="a", dir=shop.home))
    try:
        scene = make_scene(home, attack, shop.good_kit)
        before = take_snapshot(home)
        if attack.run:
            outcomes = attack.run(scene)
        else:
            outcomes = [
                fork_command(scene, argv, attack.environment, _cache_of(attack, scene, shop)) for argv in attack.argv
            ]
        return judge_attack(attack, scene, outcomes, before, take_snapshot(home))
    except Exception:
        return Verdict(
            attack.name, (Fault("traceback", "the attack itself failed: " + traceback.format_exc()[-900:]),), "", 0, 0
        )
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _cache_of(attack: Attack, scene: Scene, shop: Workshop) -> Path:
    return scene.home / "cache" if attack.private_cache else shop.cache


def make_environment(scene: Scene, cache: Path, more: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a command: that of this process, without what would change colors or places."""
    kept = {key: os.environ[key] for key in ("PATH", "LANG", "LC_ALL") if key in os.environ}
    own = {"HOME": str(scene.home), "XDG_CACHE_HOME": str(cache), "TMPDIR": str(scene.home / "tmp"), "TOKEN": SECRET}
    return {**kept, **own, **more}


def fork_command(scene: Scene, argv: tuple[str, ...], environment: Mapping[str, str], cache: Path) -> Outcome:
    """Run a command in a fork of this process; return what it did."""
    outputs = [scene.home / "stdout", scene.home / "stderr"]
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        _be_the_command(scene, argv, make_environment(scene, cache, environment), outputs)
    status, used, killed = _wait(child, start)
    seconds = max(used.ru_utime + used.ru_stime, SLOW if killed else 0.0)
    data = [path.read_bytes() if path.exists() else b"" for path in outputs]
    for path in outputs:
        path.unlink(missing_ok=True)
    running = _end_group(child)
    code = os.waitstatus_to_exitcode(status)
    return Outcome(argv, code, data[0], data[1], seconds, used.ru_maxrss * 1024, killed, running)


def _be_the_command(scene: Scene, argv: Sequence[str], environment: Mapping[str, str], outputs: Sequence[Path]) -> None:
    """Turn this fork into the command; never returns."""
    status = 1
    try:
        os.setpgid(0, 0)
        for number, path in enumerate(outputs, 1):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8")
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace")
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_WRITTEN, MOST_WRITTEN))
        os.fsync = lambda fd: None  # the disk takes longer than all else; `make crashes` is for crashes
        os.chdir(scene.work)
        os.environ.clear()
        os.environ.update(environment)
        tempfile.tempdir = None
        sys.argv = ["gutterfold", *argv]
        from generator.__main__ import run

        run()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


class Patience:
    """How long a command may take before it is killed: seconds of processor time, and seconds by the clock.

    The clock is for what waits forever, on a machine that does other things too.
    """

    processor = SLOW + 2
    clock = 25.0


def _wait(child: int, start: float) -> tuple[int, resource.struct_rusage, bool]:
    """Wait for a child, and kill it if it takes too long by its own clock or by that on the wall."""
    killed, pause = False, 0.001
    while True:
        pid, status, used = os.wait4(child, os.WNOHANG)
        if pid:
            return status, used, killed
        time.sleep(pause)
        pause = min(pause * 1.3, 0.05)
        if not killed and (time.monotonic() - start > Patience.clock or _processor_time(child) > Patience.processor):
            killed = True
            os.killpg(child, signal.SIGKILL)


def _processor_time(child: int) -> float:
    """Return the seconds of processor that a process has used; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{child}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _end_group(child: int) -> bool:
    """Kill what a command has left running; return whether there was something."""
    try:
        os.killpg(child, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def run_process(
    scene: Scene,
    argv: tuple[str, ...],
    prefix: str = "",
    suffix: str = "",
    environment: Mapping[str, str] | None = None,
) -> Outcome:
    """Run a command as a process of its own, by a shell that can redirect it: `prefix` command `suffix`."""
    command = f'{prefix} "$0" -m generator "$@" {suffix}'
    given = {**make_environment(scene, scene.home / "cache", environment or {}), "PYTHONPATH": str(ROOT)}
    start = time.monotonic()
    try:
        done = subprocess.run(
            ["/bin/sh", "-c", command, sys.executable, *argv],
            cwd=scene.work,
            env=given,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=HANGS,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        return Outcome(argv, -9, late.stdout or b"", late.stderr or b"", HANGS, 0, killed=True)
    return Outcome(argv, done.returncode, done.stdout, done.stderr, min(time.monotonic() - start, SLOW), 0)


def run_attacks(choose: Callable[[], Sequence[Attack]], shop: Workshop, jobs: int) -> Iterator[Verdict]:
    """Run attacks in several workers at once; the verdicts come in the order in which they are ready.

    The workers load the attacks, so that this process stays small: a fork takes time for each page that it has.
    """
    results, answer = os.pipe()
    for number in range(jobs):
        if os.fork() == 0:
            _work(choose, number, jobs, shop, answer)
    os.close(answer)
    with os.fdopen(results, "rb") as lines:
        for line in lines:
            yield Verdict.decode(line)
    statuses = [os.wait()[1] for _ in range(jobs)]
    if any(statuses):
        raise RuntimeError("a worker has failed; its verdicts are missing")


def _work(choose: Callable[[], Sequence[Attack]], number: int, jobs: int, shop: Workshop, answer: int) -> None:
    """Run the attacks that are this worker's share; never returns."""
    status = 1
    warnings.simplefilter("ignore")  # of pikepdf, about the files that attacks make with it
    try:
        for attack in choose()[number::jobs]:
            os.write(answer, run_attack(attack, shop).encode())
        status = 0
    except BaseException:
        traceback.print_exc()
    os._exit(status)


def make_home() -> tempfile.TemporaryDirectory[str]:
    """Return a folder for scenes, in memory if there is room: removing files from a disk takes longer than all else."""
    memory = Path("/dev/shm")
    room = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > _ROOM
    return tempfile.TemporaryDirectory(prefix="hostile-", dir=memory if room else None)
