"""Run gutterfold's own commands for the studio, each in a process of its own, one of a kind at a time."""

import asyncio
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from generator.model.finding import Finding, Place

_PATIENCE = 5.0  # seconds that a command has to clean up when it is ended
_NICE = 10  # what is checked in the background leaves the processor to what is on screen
_MOST_BYTES = 64 * 1024 * 1024  # of the output of a command


class CommandResult(NamedTuple):
    """How a command ended, and what it printed."""

    status: int
    output: str
    errors: str


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


class Job:
    """A command that is run again and again; a new run ends one that is still at work.

    One `in_background`, for which nobody waits, yields the processor to all others.
    """

    def __init__(self, in_background: bool = False) -> None:
        self._in_background = in_background
        self._process: asyncio.subprocess.Process | None = None

    @property
    def is_idle(self) -> bool:
        """Return whether no command is at work."""
        return self._process is None

    async def run(self, *arguments: str) -> CommandResult | None:
        """Run a command of gutterfold and return how it ended; None if a later run took its place."""
        await self.stop()
        pipe = asyncio.subprocess.PIPE
        nothing = asyncio.subprocess.DEVNULL
        command = sys.executable, "-m", "generator", *arguments
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(*command, stdin=nothing, stdout=pipe, stderr=pipe, limit=_MOST_BYTES)
        )
        try:  # a start that is cancelled half-way may wait for good
            process = await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(_end_process)
            raise
        self._process = process
        if self._in_background:
            _run_in_background(process.pid)
        output, errors = await process.communicate()
        if self._process is not process:
            return None
        self._process = None
        return CommandResult(process.returncode or 0, output.decode(errors="replace"), errors.decode(errors="replace"))

    def interrupt(self) -> None:
        """Ask the command to end, if it is at work, and wait for nothing; its result is dropped."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.terminate()

    async def stop(self) -> None:
        """End the command, if it is at work."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.terminate()
            try:  # until its output is closed too, which a process that it started may keep open
                await asyncio.wait_for(process.wait(), _PATIENCE)
            except TimeoutError:
                with suppress(ProcessLookupError):
                    process.kill()


def _end_process(starting: "asyncio.Future[asyncio.subprocess.Process]") -> None:
    """End a process that nobody waits for anymore, once it was started."""
    if not starting.cancelled() and starting.exception() is None:
        with suppress(ProcessLookupError):
            starting.result().terminate()


def _run_in_background(process: int) -> None:
    """Let a process, and those that it will start, yield to all that is on screen; it goes on, slowly, all the same."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(process, os.SCHED_BATCH, os.sched_param(0))
    if sys.platform != "win32":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process, _NICE)


def leave_out_progress(result: CommandResult, name: str) -> CommandResult:
    """Return the result of a build without the line that says that it is at work."""
    lines = (line for line in result.errors.splitlines(keepends=True) if line.strip() != f"building {name} ...")
    return result._replace(errors="".join(lines))


def parse_findings(result: CommandResult) -> list[Finding]:
    """Return the findings that `check --format json` printed, or what kept it from printing them (GF372)."""
    try:
        listed: list[dict[str, Any]] = json.loads(result.output)["findings"]
    except (ValueError, KeyError, TypeError):
        why = next(iter(result.errors.strip().splitlines()[-1:]), f"it ended with status {result.status}")
        return [Finding("GF372", Place("game.yaml"), f"the game was not checked: {why}")]
    found = []
    for each in listed:
        place = Place(each["file"], each["line"] or 0, each["column"] or 0)
        lines = tuple(each.get("lines", ()))
        found.append(Finding(each["code"], place, each["message"], each["level"], lines=lines))
    return found


def parse_claims(result: CommandResult) -> CheckedClaims:
    """Return the claims that `check --format json` judged; none if it judged no game."""
    try:
        game: dict[str, Any] = json.loads(result.output)["games"][0]
    except (ValueError, KeyError, TypeError, IndexError):
        return CheckedClaims()
    held = tuple(HeldClaim(each["id"], each["says"], each["rests_on"], each["result"]) for each in game["verified"])
    unchecked = tuple(HeldClaim(each["id"], each["says"], "", each["why"]) for each in game["unchecked"])
    coverage = game["coverage"] or {}
    return CheckedClaims(held, unchecked, coverage.get("held", 0))


def stamp_kit(kit: Path) -> int | None:
    """Return when the kit in a folder was written; None if there is none."""
    try:
        return (kit / "manifest.json").stat().st_mtime_ns
    except OSError:
        return None


def list_kit_files(kit: Path) -> list[Path]:
    """Return the files in the folder of a kit, those to print first; none if there is no kit."""
    found = [path for path in kit.iterdir() if path.is_file()] if (kit / "manifest.json").is_file() else []
    order = {".pdf": 0, ".html": 1, ".txt": 2}
    return sorted(found, key=lambda path: (order.get(path.suffix, 3), "sheets" not in path.name, path.name))
