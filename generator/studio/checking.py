"""Check a game in a copy of a process that has imported all that checks need, which is half of a small one."""

import gc
import os
import signal
import sys
from contextlib import suppress
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import NamedTuple

from generator.model.finding import Finding
from generator.pipeline.each_game import GameFailure, run_each_game
from generator.pipeline.games import check_kit
from generator.pipeline.options import Options
from generator.program.parallel import SecondProcess

_NICE = 10  # what is checked in the background leaves the processor to what is on screen


class HeldClaim(NamedTuple):
    """A claim of the rules that holds, with what it rests on and what was found; or why nothing checks it."""

    id: str
    says: str
    rests_on: str
    result: str


class CheckedClaims(NamedTuple):
    """The claims that hold, those that nothing checks, and how many numbers of the rules hold."""

    held: tuple[HeldClaim, ...] = ()
    unchecked: tuple[HeldClaim, ...] = ()
    numbers: int = 0


class CheckedGame(NamedTuple):
    """What was found wrong with a game and what holds, and the modules that were imported to find it."""

    findings: tuple[Finding, ...]
    claims: CheckedClaims = CheckedClaims()
    modules: tuple[str, ...] = ()


def check_game(folder: Path, out: Path) -> CheckedGame:
    """Check a game, of which there is no kit in `out`."""
    _, outcome = next(run_each_game([folder], Options(out=out), check_kit))
    modules = tuple(sys.modules)
    if isinstance(outcome, GameFailure):
        return CheckedGame(outcome.findings, modules=modules)
    held = (HeldClaim(each.id, each.says, each.rests_on, each.result) for each in outcome.verdict.verified)
    unchecked = (HeldClaim(each.id, each.says, "", each.why) for each in outcome.game.data.unchecked)
    numbers = outcome.coverage.held if outcome.coverage else 0
    return CheckedGame(outcome.findings, CheckedClaims(tuple(held), tuple(unchecked), numbers), modules)


def check_in_copy(connection: Connection, folder: Path, out: Path) -> CheckedGame | None:
    """Check a game in a copy of this process; None if something comes by the connection meanwhile, which ends it."""
    work = partial(_check_in_background, connection, os.getpid(), folder, out)
    with SecondProcess(work, pays=True) as copy:
        if copy.has_started and connection in wait([connection, copy.fileno()]):
            connection.recv()
            return None
        return copy.result()


def import_for_next(checked: CheckedGame) -> None:
    """Import what a copy of this process has imported, so that the next one has it."""
    for name in checked.modules:
        if name not in sys.modules:
            with suppress(ImportError):  # those that libraries make up
                import_module(name)


def _check_in_background(connection: Connection, asked_by: int, folder: Path, out: Path) -> CheckedGame:
    """Check a game; a copy yields the processor to all that is on screen, and goes on, slowly, all the same."""
    if os.getpid() != asked_by:
        connection.close()  # or the studio would not notice that the process which asks for this is gone
        gc.disable()  # it ends soon
        signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that it cleans up
        if sys.platform == "linux":
            with suppress(OSError):
                os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
        if sys.platform != "win32":
            with suppress(OSError):
                os.nice(_NICE)
    return check_game(folder, out)
