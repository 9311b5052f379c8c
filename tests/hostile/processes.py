"""Attacks on the process itself: signals, closed or full outputs, limits of the system, and two builds at once."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from tests.hostile.attack import (
    BUILD,
    CHECK,
    RULES,
    Attack,
    Content,
    Expectation,
    Outcome,
    Scene,
    game_with,
    with_rules,
)
from tests.hostile.runner import HANGS, ROOT, fork_command, make_environment, run_process

BOOKLET = ("booklet", "hen")
_LARGE = game_with("copies: 2}", "copies: 900}").replace("== 2", "== 900")


def _shell(
    name: str,
    argv: tuple[str, ...],
    prefix: str = "",
    suffix: str = "",
    expect: Expectation = "either",
    statuses: tuple[int, ...] = (0, 1, 2),
    **environment: str,
) -> Attack:
    """Return an attack that runs a command by a shell that redirects or limits it."""
    return Attack(
        name,
        run=lambda scene: [run_process(scene, argv, prefix, suffix, environment)],
        expect=expect,
        private_cache=True,
        statuses=statuses,
        may_change=("cache",),
        silent="2>" in suffix or ">&-" in suffix,
    )


_STREAMS = [
    _shell("a full device for the output of build", BUILD, suffix="> /dev/full", expect="refused"),
    _shell("a full device for the output of check", CHECK, suffix="> /dev/full", expect="refused"),
    _shell("a full device for the output of list", ("list", "hen"), suffix="> /dev/full", expect="refused"),
    _shell("a full device for the output of schema", ("schema",), suffix="> /dev/full", expect="refused"),
    _shell("a full device for the help", ("--help",), suffix="> /dev/full", expect="refused"),
    _shell("a full device for the version", ("--version",), suffix="> /dev/full", expect="refused"),
    _shell("a full device for the errors", ("build", "ghost"), suffix="2> /dev/full", expect="refused"),
    _shell("a full device for both", BUILD, suffix="> /dev/full 2>&1"),
    _shell("a closed output", BUILD, suffix=">&-"),
    _shell("a closed output of check", CHECK, suffix=">&-"),
    _shell("a closed output for JSON", ("check", "hen", "--format", "json"), suffix=">&-"),
    _shell("closed errors", BUILD, suffix="2>&-"),
    _shell("closed errors of a failure", ("build", "ghost"), suffix="2>&-", expect="refused"),
    _shell("all closed", BUILD, suffix="<&- >&- 2>&-"),
    _shell("a closed input", BUILD, suffix="<&-", expect="built"),
    _shell("a pipe whose reader has gone", ("schema",), suffix="| head -c 1 > /dev/null", statuses=(0,)),
    _shell("an output that is the game", ("list", "hen"), suffix=">> ../cache/log"),
]  # fmt: skip

_LIMITS = [
    _shell("an encoding of ASCII", BUILD, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", expect="built"),
    _shell("an encoding of Latin-1", CHECK, PYTHONIOENCODING="latin-1", expect="built"),
    _shell("few open files", BUILD, prefix="ulimit -n 16; exec"),
    _shell("little memory", BUILD, prefix="ulimit -v 120000; exec", statuses=(0, 1, 2, 127, 134, 139, -6, -11)),
    _shell("a small stack", BUILD, prefix="ulimit -s 256; exec", statuses=(0, 1, 2, -11, 139)),
    _shell("files of no more than 20 kB", BUILD, prefix="ulimit -f 20; exec", statuses=(1,)),
    _shell("a mask that forbids everything", BUILD, prefix="umask 777; exec"),
    _shell("a current folder that is gone", BUILD, prefix='mkdir ../tmp/gone && cd ../tmp/gone && rmdir ../gone && exec', expect="refused"),
    _shell("a hostile date", BUILD, SOURCE_DATE_EPOCH="never", expect="built"),
    _shell("a hostile terminal", BUILD, TERM="\x1b]0;x\x07", COLUMNS="-5", LINES="nan", expect="built"),
    _shell("a temporary folder that does not exist", CHECK, TMPDIR="/nowhere"),
    _shell("a Python path with a module of ours", BUILD, PYTHONSAFEPATH="1", expect="either"),
]  # fmt: skip


def _signal_at(
    name: str,
    number: int,
    seconds: float,
    status: int,
    argv: tuple[str, ...] = BUILD,
    more: Mapping[str, Content] | None = None,
) -> Attack:
    """Return an attack that sends a signal after some time, then builds again."""

    def run(scene: Scene) -> list[Outcome]:
        outcome = start_and_signal(scene, argv, number, seconds)
        return [outcome, fork_command(scene, BUILD, {}, scene.home / "cache")]

    files = {"game.yaml": _LARGE, **(more or {})}
    return Attack(
        name,
        files,
        run=run,
        expect="built",
        private_cache=True,
        statuses=(0, status, -status if status < 128 else 128 - status),
        may_change=("cache",),
    )


def start_and_signal(scene: Scene, argv: tuple[str, ...], number: int, seconds: float) -> Outcome:
    """Start a command as a process of its own, and send it a signal after some seconds."""
    environment = {**make_environment(scene, scene.home / "cache", {}), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "generator", *argv]
    streams = subprocess.PIPE
    with subprocess.Popen(
        command,
        cwd=scene.work,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=streams,
        stderr=streams,
        restore_signals=True,
    ) as process:
        time.sleep(seconds)
        process.send_signal(number)
        try:
            out, err = process.communicate(timeout=HANGS)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            return Outcome(argv, -9, out, err, HANGS, 0, killed=True)
    return Outcome(argv, process.returncode, out, err, 0.0, 0)


_SIGNALS = [
    _signal_at("Ctrl-C while importing", signal.SIGINT, 0.1, 130),
    _signal_at("Ctrl-C in the middle", signal.SIGINT, 0.9, 130),
    _signal_at("SIGTERM while importing", signal.SIGTERM, 0.12, 143),
    _signal_at("SIGTERM in the middle", signal.SIGTERM, 0.9, 143),
    _signal_at("SIGHUP in the middle", signal.SIGHUP, 0.8, 129),
    _signal_at("SIGTERM for the rules", signal.SIGTERM, 0.8, 143, BOOKLET, {"rules.md": RULES.replace("2, ", "900, "), "game.yaml": _LARGE + "rules: rules.md\n"}),
    _signal_at("SIGKILL in the middle", signal.SIGKILL, 0.9, 9),
    _signal_at("SIGKILL late", signal.SIGKILL, 1.3, 9),
    _signal_at("SIGPIPE in the middle", signal.SIGPIPE, 0.7, 13),
    _signal_at("SIGTERM for check", signal.SIGTERM, 0.9, 143, CHECK),
]  # fmt: skip


def _together(commands: Sequence[tuple[str, ...]]) -> Callable[[Scene], list[Outcome]]:
    """Return a function that runs commands at once, then builds, and checks the kit."""

    def run(scene: Scene) -> list[Outcome]:
        environment = {**make_environment(scene, scene.home / "cache", {}), "PYTHONPATH": str(ROOT)}
        running = [
            subprocess.Popen(
                [sys.executable, "-m", "generator", *argv],
                cwd=scene.work,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            for argv in commands
        ]
        found = []
        for argv, process in zip(commands, running, strict=True):
            out, err = process.communicate(timeout=60)
            found.append(Outcome(argv, process.returncode, out, err, 0.0, 0))
        failed = [each for each in found if each.status != 0]
        last = [fork_command(scene, command, {}, scene.home / "cache") for command in (BUILD, CHECK)]
        return [*found, *last, *failed[:1]]

    return run


_AT_ONCE = [
    Attack("two builds into one output", run=_together([BUILD, BUILD]), expect="built", private_cache=True, may_change=("cache",)),
    Attack("three builds into a new output", run=_together([BUILD, BUILD, BUILD]), expect="built", kit=False, private_cache=True, may_change=("cache",)),
    Attack("a build and the rules at once", with_rules(RULES), run=_together([BUILD, BOOKLET]), expect="built", private_cache=True, may_change=("cache",)),
    Attack("a build and a check at once", run=_together([BUILD, CHECK]), expect="built", private_cache=True, may_change=("cache",)),
]  # fmt: skip


def _lock(text: str, target: str = "") -> Callable[[Scene], None]:
    """Return a function that plants what may be taken for a lock of another build."""

    def plant(scene: Scene) -> None:
        for name in (".hen.lock", ".lock", "hen.lock", ".gutterfold.lock"):
            path = scene.work / "output" / name
            if target:
                path.symlink_to(target)
            else:
                path.write_text(text, "utf-8")

    return plant


def _stale(scene: Scene) -> None:
    """Leave what a build that was killed long ago leaves: staging folders with files."""
    for name in (".hen-0123abcd", ".hen-ffffffff"):
        folder = scene.work / "output" / name / "svg"
        folder.mkdir(parents=True)
        (folder / "hen-01-egg.svg").write_text("<svg/>", "utf-8")
        os.utime(folder.parent, (0, 0))


def _not_ours(scene: Scene) -> None:
    """Put folders of the user beside the kit whose names are like those of staging folders."""
    for name in (".hen-notes", ".hen-2024", ".hen", ".git"):
        folder = scene.work / "output" / name
        folder.mkdir()
        (folder / "novel.txt").write_text("the only copy", "utf-8")


_LEFTOVERS = [
    Attack("a lock of a process that is dead", expect="built", plant=_lock("999999999\n")),
    Attack("a lock that is text", expect="built", plant=_lock("not a number\n::error::x\n")),
    Attack("a lock that is a link to a precious file", expect="either", plant=_lock("", "../../victim/precious.txt")),
    Attack("staging folders of builds that were killed", expect="built", plant=_stale, may_change=("desk/output/.hen-0123abcd", "desk/output/.hen-ffffffff")),
    Attack("folders of the user that look like staging folders", expect="built", plant=_not_ours),
]  # fmt: skip

ATTACKS = [*_STREAMS, *_LIMITS, *_SIGNALS, *_AT_ONCE, *_LEFTOVERS]
