"""No attack gets through, hangs, fills the memory, shows a traceback or loses a file; each refusal names its place."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.classes import CLASSES, load_attacks, load_sample
from tests.hostile.verdict import Verdict

ROOT = Path(__file__).parents[2]


class Server:
    """A process that tries the attacks of one class after the other; it warms up once, and forks for each command."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.hostile", "--serve"]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def try_class(self, kind: str) -> list[Verdict]:
        """Return the verdicts on the attacks of a class."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(kind.encode() + b"\n")
        self._process.stdin.flush()
        return [Verdict.decode(line) for line in iter(self._process.stdout.readline, b"\n")]

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()


@pytest.mark.parametrize("kind", CLASSES)
def test_attacks(kind: str, server: Server) -> None:
    verdicts = server.try_class(kind)
    assert len(verdicts) == len(load_sample(kind)) > 5
    assert len(load_attacks(kind)) > 9
    faults = [f"{verdict.name}: {fault.column}: {fault.detail}" for verdict in verdicts for fault in verdict.faults]
    assert faults == []
    assert [f"{verdict.name}: {verdict.said}" for verdict in verdicts if verdict.end == "placeless"] == []
