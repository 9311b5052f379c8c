"""Run gutterfold's own commands for the studio, each in a process of its own, one of a kind at a time."""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_PATIENCE = 5.0  # seconds that a command has to clean up when it is ended
_MOST_BYTES = 64 * 1024 * 1024  # of the output of a command


class CommandResult(NamedTuple):
    """How a command ended, and what it printed."""

    status: int
    output: str
    errors: str


class Job:
    """A command that is run again and again; a new run ends one that is still at work."""

    def __init__(self) -> None:
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
        output, errors = await process.communicate()
        if self._process is not process:
            return None
        self._process = None
        return CommandResult(process.returncode or 0, output.decode(errors="replace"), errors.decode(errors="replace"))

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


def leave_out_progress(result: CommandResult, name: str) -> CommandResult:
    """Return the result of a build without the line that says that it is at work."""
    lines = (line for line in result.errors.splitlines(keepends=True) if line.strip() != f"building {name} ...")
    return result._replace(errors="".join(lines))


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
