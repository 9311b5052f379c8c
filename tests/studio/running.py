"""A studio that runs in a process of its own, as a user starts it."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parents[2]


class RunningStudio:
    """`gutterfold studio` for a game; its port and secret are remembered in `home`."""

    def __init__(self, folder: Path, home: Path, *options: str, cwd: Path | None = None) -> None:
        paths = {"XDG_STATE_HOME": str(home), "PYTHONPATH": str(ROOT)}
        program = Path(sys.executable).with_name("gutterfold")
        self._process = subprocess.Popen(
            [program, "studio", str(folder), "--no-browser", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=cwd or folder.parent,
            start_new_session=True,
            env={**os.environ, **paths},
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self.link = line.split()[-1] if line else ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """Return the number of its process."""
        return self._process.pid

    def kill(self) -> None:
        """End it without a chance to clean up."""
        self._process.kill()
        self._process.communicate()

    def stop(self) -> tuple[int, str]:
        """Press Ctrl-C, which reaches all its processes, and return the exit status and what they printed as errors."""
        if self._process.poll() is None:
            os.killpg(self.pid, signal.SIGINT)
        _, errors = self._process.communicate(timeout=20)
        return self._process.returncode, errors
